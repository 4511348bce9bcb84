//! How a position or the piles of a game are decided: by which method and which engines, and why not by others.

mod data;

use std::sync::Arc;

pub use self::data::{EnginePlan, GamePlan, NotUsed, Plan, RowPlan, Sums, TheoryPlan};
use super::answer::Evidence;
use super::evidence::{term_by, winner_by};
use crate::expr::position::{Game, Position, Turn};
use crate::solve::boards::{self, BoardFacts, BoardWay, Naming, has_row};
use crate::solve::heap::Refusals;
use crate::solve::loopy::{self, FoundBy};
use crate::solve::method::{Chosen, Last, Reason, Refused, Theory, Ways, choose};
use crate::solve::{Solver, Source};
use crate::text::words::counted;
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::{Declined, Failure};

/// How much work goes into what decides a position. Where that is too little, the rules of its games tell what may.
const EFFORT: u64 = STEPS_PER_SECOND;

/// What works out plays that may go on for ever.
const LOOPS: &str = "from the ends of the plays backwards; what neither player can win is a draw
positions are looked at from the one asked about outwards, until the others cannot change the answer";

/// What works out rows.
pub(crate) const BOARDS: &str = "where the moves can be read for all that can become of a row at once, they are sets of places that are needed, missing, cleared and set; coins that are turned over are worth what each is alone, coins on a strip what a formula says, what falls apart is searched by components, those alike once, and all else by whole positions";

/// So much work is done to see whether an engine applies.
const FEW_STEPS: u64 = STEPS_PER_SECOND / 100;

const DEFINITION: &str = "definition";
const MEX: &str = "the mex over the options of a pile, each pile worked out once";
const PLAIN: &str = "plain";
pub(crate) const SEARCH: &str = "search";
pub(crate) const WHOLE: &str = "whole positions: one is won where some option is lost";

pub(super) fn of_game(solver: &mut Solver, game: &Arc<Game>) -> Result<Plan, Failure> {
    Ok(Plan {
        by: None,
        games: vec![by_rules(solver, game)?],
        rows: Vec::new(),
        theories: Vec::new(),
        adds_terms: false,
    })
}

/// What decides the piles of a game, as far as its rules tell.
fn by_rules(solver: &mut Solver, game: &Arc<Game>) -> Result<GamePlan, Failure> {
    let piles = Position::of_piles(game, Vec::new());
    let is_plain = solver.is_plain();
    let ways = Ways::of(&piles, solver.piles().policy());
    let (mut declined, mut has_boards) = (Refusals::new(), false);
    let (sums, engine) = match ways.last {
        Last::Loops => {
            let sums = match game.misere || is_plain {
                true => Sums::Retrograde,
                false => Sums::ValuesOrRetrograde,
            };
            (sums, Some((loopy::NAME, LOOPS.to_string())))
        }
        Last::Search if is_plain => (Sums::Plain, None),
        Last::Search => {
            let names = ways.theories.iter().map(|entry| entry.name.to_string());
            let sums = Sums::TheoriesOrSearch(names.collect());
            if game.misere && has_row(&game.shape) {
                match solver.piles().why_no_boards(game.id)? {
                    None => has_boards = true,
                    Some(why) => declined.push((boards::NAME, why)),
                }
            }
            (sums, None)
        }
        Last::Xor => {
            if !is_plain {
                let tried = |solver: &mut Solver| solver.piles().try_engine(game);
                solver.aside_in_room(FEW_STEPS, tried)?;
            }
            let (engine, before) = of_piles(solver.piles().source_by_rules(game)?);
            declined = before;
            (Sums::Xor, Some(engine))
        }
    };
    let engine = match (engine, &sums) {
        (Some((_, premise)), _) if is_plain => Some((PLAIN, premise)),
        (None, Sums::Plain) => Some((PLAIN, "the bare definition, as asked for".to_string())),
        (None, Sums::TheoriesOrSearch(names)) if names.is_empty() => {
            Some((SEARCH, WHOLE.to_string()))
        }
        (engine, _) => engine,
    };
    Ok(GamePlan {
        game: game.label.clone(),
        pile: game.shape.in_words(),
        engine: engine.map(|(name, premise)| EnginePlan::new(name, premise)),
        declined: not_used(&declined),
        sums: Some(sums),
        turn: (game.turn != Turn::One).then(|| {
            let alike = if game.alike { " alike" } else { "" };
            format!("{}{alike}", game.turn.in_words())
        }),
        misere: game.misere,
        has_boards,
    })
}

const ENTRIES: &str = "a row is the sum of its entries: a move changes one, and asks nothing of the others or of its place";

const STAIRS: &str = "a row is worth the nim-sum of every second entry: a move takes any of the same amounts to the entry before, and what comes into an entry that counts may be taken from it again (Staircase Nim)";

/// The engine for the piles of a game with its premise, and those before it.
fn of_piles(source: Source<'_>) -> ((&'static str, String), Refusals) {
    match source {
        Source::Numbers(heap) => ((heap.name(), heap.premise()), heap.declined().to_vec()),
        Source::Tuples(tuples) => {
            let mut premise = tuples.premise();
            if let Some(by) = tuples.winners_by() {
                premise += &format!("\nfor winners alone {}: {}", by.engine, by.way);
            }
            ((tuples.way().name(), premise), tuples.why_not())
        }
        Source::Boards(BoardWay::Entries) => ((boards::NAME, ENTRIES.to_string()), Vec::new()),
        Source::Boards(BoardWay::Stairs) => ((boards::NAME, STAIRS.to_string()), Vec::new()),
        Source::Boards(_) => (
            (boards::NAME, format!("{BOARDS}\nelse {DEFINITION}: {MEX}")),
            Vec::new(),
        ),
        Source::Definition(declined) => ((DEFINITION, MEX.to_string()), declined),
    }
}

/// Engines that do not apply, those with the same reason together.
fn not_used(declined: &[(&str, Declined)]) -> Vec<NotUsed> {
    let mut reasons: Vec<NotUsed> = Vec::new();
    for (name, why) in declined {
        match reasons.iter_mut().find(|known| known.why == why.0) {
            Some(known) => known.engines.push(name.to_string()),
            None => reasons.push(NotUsed {
                engines: vec![name.to_string()],
                why: why.to_string(),
            }),
        }
    }
    reasons
}

pub(super) fn of_position(solver: &mut Solver, position: &Position) -> Result<Plan, Failure> {
    let ways = Ways::of(position, solver.piles().policy());
    let mut plan = Plan {
        by: None,
        games: Vec::new(),
        rows: Vec::new(),
        theories: Vec::new(),
        adds_terms: position.terms.len() > 1 && ways.last == Last::Xor,
    };
    let chosen = chosen(solver, position)?;
    for (number, term) in position.terms.iter().enumerate() {
        let mut game = by_rules(solver, &term.game)?;
        if ways.last == Last::Loops && !term.game.loopy {
            (game.engine, game.sums) = (None, None);
        } else if let Some((chosen, by)) = &chosen {
            let asked = game.decided(solver, chosen, by, number)?;
            for theory in asked {
                if !plan.theories.contains(&theory) {
                    plan.theories.push(theory);
                }
            }
        }
        if !plan.games.contains(&game) {
            plan.games.push(game);
        }
    }
    if ways.last != Last::Loops {
        plan.rows = rows(solver, position)?;
    }
    plan.by = chosen.map(|(_, by)| by);
    Ok(plan)
}

/// What decides a position and how that is known; `None`: it takes too long to find out, or goes wrong.
fn chosen<'p>(
    solver: &mut Solver,
    position: &'p Position,
) -> Result<Option<(Chosen<'p>, Evidence)>, Failure> {
    let found = solver.aside_in_room(EFFORT, |solver| {
        let chosen = choose(position, solver.memory())?;
        let by = winner_by(solver, &chosen)?;
        Ok((chosen, by))
    });
    match found {
        // What is wrong is said where the position is asked about.
        Err(Failure::Fault(_) | Failure::Complaint(_)) => Ok(None),
        found => found,
    }
}

impl GamePlan {
    /// Says what the term of this number is decided by in a position: the theories that were asked.
    fn decided(
        &mut self,
        solver: &mut Solver,
        chosen: &Chosen<'_>,
        by: &Evidence,
        number: usize,
    ) -> Result<Vec<TheoryPlan>, Failure> {
        let term = &chosen.position.terms[number];
        match chosen.judge.reason() {
            Reason::Loopy(found) => {
                self.sums = Some(match found {
                    FoundBy::Values => Sums::LoopyValues,
                    FoundBy::Complete | FoundBy::Bounded => Sums::Retrograde,
                });
                self.work_by(by);
            }
            Reason::Theorem(_) => self.work_by(by),
            Reason::Search => {
                let is_one = chosen.position.only_pile().is_some();
                let piles = solver.piles();
                let boxes = piles.misere_boxes(&term.game)?.filter(|_| is_one);
                let engine = match boxes {
                    Some(tuples) => EnginePlan::new(tuples.way().name(), tuples.premise()),
                    None => match piles.misere_heap(&term.game)?.filter(|_| is_one) {
                        Some(heap) => EnginePlan::new(heap.name(), heap.premise()),
                        None => EnginePlan::new(SEARCH, WHOLE),
                    },
                };
                self.engine.get_or_insert(engine);
            }
            reason @ (Reason::Values | Reason::WonTerm(..)) => {
                let mut by = match reason {
                    Reason::WonTerm(won, _) if won == number => by.clone(),
                    _ => term_by(solver, term)?,
                };
                let mut theories = Vec::new();
                if term.game.turn != Turn::One {
                    let asked = solver.values().ask_theories(term)?;
                    if let Some((entry, judge)) = &asked.applied
                        && let (true, Reason::Theorem(why)) =
                            (by.engine == entry.name, judge.reason())
                    {
                        by.detail = why;
                    }
                    let applied = asked.applied.map(|(entry, _)| entry);
                    theories = self.asked(&asked.declined, applied);
                }
                self.work_by(&by);
                return Ok(theories);
            }
        }
        match number {
            0 => Ok(self.asked(&chosen.declined, chosen.theory)),
            _ => Ok(Vec::new()),
        }
    }

    /// Names what works out the piles, where it is not the engine that the rules tell.
    fn work_by(&mut self, by: &Evidence) {
        if self.engine.as_ref().is_none_or(|it| it.name != by.engine) {
            self.engine = Some(EnginePlan::new(&by.engine, &by.detail));
        }
    }

    fn asked(&self, declined: &Refused, applied: Option<&'static Theory>) -> Vec<TheoryPlan> {
        let of = |entry: &Theory, why_not| TheoryPlan {
            game: self.game.clone(),
            theory: entry.name.to_string(),
            why_not,
        };
        let declined = declined.iter();
        let declined = declined.map(|(entry, why)| of(entry, Some(why.to_string())));
        declined
            .chain(applied.map(|entry| of(entry, None)))
            .collect()
    }
}

impl EnginePlan {
    fn new(name: &str, premise: impl Into<String>) -> EnginePlan {
        EnginePlan {
            name: name.to_string(),
            premise: premise.into(),
        }
    }
}

/// What was read of the rows of a position.
fn rows(solver: &mut Solver, position: &Position) -> Result<Vec<RowPlan>, Failure> {
    let mut rows = Vec::new();
    let terms = position.terms.iter();
    for term in terms.filter(|term| has_row(&term.game.shape)) {
        let piles = solver.piles();
        if piles.entries_way(term.game.id)?.is_some()
            || piles.why_no_boards(term.game.id)?.is_some()
        {
            continue;
        }
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            let row = RowPlan {
                game: term.game.label.clone(),
                detail: match solver.piles().tell_board(term.game.id, &cells) {
                    Ok(told) => board(&told),
                    Err(halt) => format!("no board: {}", halt.reason()?),
                },
            };
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

fn board(told: &BoardFacts) -> String {
    let names = match told.names {
        Naming::Parts("box", images) => format!(
            "components are named by shape, up to shifts and {}",
            counted(images, "image", "images")
        ),
        Naming::Parts("rank", _) => "components are named by their moves, up to shifts".to_string(),
        Naming::Parts("moves", _) => {
            "components are named by their moves, alike ones once".to_string()
        }
        Naming::Parts(..) => "components are named by their entries".to_string(),
        Naming::Formula(BoardWay::Welter) => {
            "Welter's theorem tells what a position is worth".to_string()
        }
        Naming::Formula(BoardWay::Gaps) => {
            "a position is worth the nim-sum of every second gap".to_string()
        }
        Naming::Formula(_) => {
            "a position is the sum of its coins, each worth what it is alone".to_string()
        }
        Naming::Whole => "positions are searched as a whole".to_string(),
        Naming::Apart => {
            "what falls apart is the sum of its components, all else is searched as a whole"
                .to_string()
        }
    };
    let modes = match told.modes {
        (1, _) => String::new(),
        (modes, what) => format!(", {modes} {what}"),
    };
    format!(
        "{}, {}{modes}; {names}",
        counted(told.places, "place", "places"),
        counted(told.moves, "move", "moves")
    )
}
