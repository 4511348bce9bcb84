//! A look at what a file asks, and at small piles of every game: for faults, and for plays that need never end.

use super::samples::{few_piles, samples};
use super::session::Session;
use crate::expr::position::Position;
use crate::expr::shape::{Bounds, CoordKind, Shape};
use crate::expr::value::Value;
use crate::moves::options::Options;
use crate::rules::game::{GameRules, Move};
use crate::solve::Solver;
use crate::text::diagnostic::{Cause, Diagnostic, Report, Severity};
#[cfg(feature = "program")]
use crate::text::source::Span;
use crate::work::Failure;
use crate::work::budget::{Limits, STEPS_PER_SECOND};

/// How much work the look at one game or claim may take.
const EFFORT: u64 = STEPS_PER_SECOND / 10;

const MOST_CLAIMS: usize = 200;

const MOST_GAMES: usize = 200;

impl Session {
    /// What keeps the claims of the file from being worked out, as mistakes; and as warnings, what keeps small piles that no
    /// claim asks about from having an answer: rules that fault there, and plays that lead back to where they began.
    ///
    /// A game that is not complained of may still have such a play from larger piles.
    pub fn probe(&mut self) -> Result<Vec<Diagnostic>, Report> {
        let limits = self.settings_mut().limits.clone();
        let began = (limits.clock)();
        let limits = || Limits {
            memory: limits.memory.min(64 << 20),
            effort: Some(EFFORT),
            time: limits
                .time
                .map(|all| all.saturating_sub((limits.clock)().saturating_sub(began))),
            ..limits.clone()
        };
        let mut found = self.mistakes_in_claims(&limits);
        for game in self.book().games_made().into_iter().take(MOST_GAMES) {
            let mut solver = Solver::with_limits(self.book(), &limits());
            found.extend(idle_statements(&mut solver, &game));
            if game.header.loopy {
                continue;
            }
            for pile in samples(&game.header.shape) {
                let position = Position::of_piles(&game.header, vec![pile]);
                let complaint = match first_trouble(&mut solver, &position) {
                    Some(Failure::Limit(..)) => break,
                    Some(Failure::Fault(complaint) | Failure::Complaint(complaint)) => *complaint,
                    Some(Failure::Bug(_)) | None => continue,
                };
                // One at one place is enough.
                let is_new = !found.iter().any(|known: &Diagnostic| match known.place() {
                    Some(place) => Some(place) == complaint.place(),
                    None => known.message == complaint.message,
                });
                if is_new && complaint.cause == Cause::Input {
                    found.push(Diagnostic {
                        severity: Severity::Warning,
                        ..complaint
                    });
                }
                break;
            }
        }
        self.in_time()?;
        Ok(found)
    }

    /// The same without warnings about statements of which these complaints speak already.
    #[cfg(feature = "program")]
    pub(crate) fn probe_beside(&mut self, said: &Report) -> Result<Vec<Diagnostic>, Report> {
        let mut found = self.probe()?;
        let said: Vec<Span> = said
            .diagnostics
            .iter()
            .filter_map(Diagnostic::place)
            .collect();
        let is_said = |place: Span| said.iter().any(|said| place.holds(*said));
        found.retain(|it| it.is_error() || !it.place().is_some_and(is_said));
        Ok(found)
    }

    fn mistakes_in_claims(&mut self, limits: &dyn Fn() -> Limits) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let usual = self.settings_mut().limits.clone();
        for expect in self.book().expects().iter().take(MOST_CLAIMS) {
            self.settings_mut().limits = limits();
            let tested = self.test_claim(expect).err();
            for mistake in tested.into_iter().flat_map(|report| report.diagnostics) {
                let counts = mistake.is_error() && mistake.cause == Cause::Input;
                if counts && !found.contains(&mistake) {
                    found.push(mistake);
                }
            }
        }
        self.settings_mut().limits = usual;
        found
    }
}

/// So few piles are all looked at.
const FEW_PILES: usize = 500;

/// Statements by which no pile can move, where there are few piles and the game has no parameters.
fn idle_statements(solver: &mut Solver, game: &GameRules) -> Vec<Diagnostic> {
    let piles = all_piles(&game.header.shape).filter(|_| game.header.label == game.name);
    let Some(piles) = piles else {
        return Vec::new();
    };
    let mut idle: Vec<&Move> = game.moves.iter().collect();
    for pile in &piles {
        let mut options = Options::default();
        let positions = solver.positions();
        let listed = game.header.cells(pile).map_err(Failure::from);
        let listed = listed.and_then(|cells| {
            positions.marked_options(game.header.id, &cells, &mut options, usize::MAX)
        });
        // What is not known is not said.
        if listed.is_err() {
            return Vec::new();
        }
        let marks = options.marks.iter();
        idle.retain(|rule| !marks.clone().any(|mark| mark.statement == rule.statement));
    }
    idle.dedup_by_key(|rule| rule.statement);
    let told = idle.into_iter().map(|rule| {
        Diagnostic::warning("never", "no pile can make this move")
            .label(
                rule.span,
                format!("none of the {} piles there are", piles.len()),
            )
            .help("remove it, or change the range of the piles")
    });
    told.collect()
}

/// All piles, where they are few.
fn all_piles(shape: &Shape) -> Option<Vec<Value>> {
    let ranges = shape.coords.iter().map(|coord| match coord.kind {
        CoordKind::Int(Bounds { lo, hi: Some(hi) }) => {
            let count = usize::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?;
            (count <= FEW_PILES).then(|| (lo..=hi).map(Value::Int).collect())
        }
        _ => None,
    });
    let piles = few_piles(shape, &ranges.collect::<Option<Vec<_>>>()?, FEW_PILES);
    piles.filter(|piles| !piles.is_empty())
}

fn first_trouble(solver: &mut Solver, position: &Position) -> Option<Failure> {
    let components = solver.positions().components(position);
    let answer = components.and_then(|_| match position.is_misere() {
        true => solver.wins_by_search(position).map(|_| ()),
        false => solver.position_grundy(position).map(|_| ()),
    });
    answer.err()
}
