//! Everything known about a game at once.

use std::sync::Arc;
use std::time::Duration;

use super::answer::{By, Periodicity, Values};
use super::board::Board;
use super::pictures::{Range, Show};
use super::session::Session;
use crate::diagnostic::{Cause, Report};
use crate::expr::position::{Header, Position};
use crate::expr::value::Value;
use crate::picture::{Content, Drawing, Style};

/// How long each part may take that the rest can do without.
const PATIENCE: Duration = Duration::from_secs(10);

/// Something that was worked out, or why not.
pub type Part<T> = Result<T, String>;

/// A question as it is written, and what was found.
pub type Asking = (String, Part<(Value, By)>);

/// Everything known about a game.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The game with its arguments.
    pub game: String,
    /// Its title, where it has one.
    pub title: Option<String>,
    /// The text of its definition.
    pub rules: String,
    /// All definitions and expectations, where there are more.
    pub file: Option<String>,
    /// What a pile is, in words.
    pub pile: String,
    /// Whether who makes the last move loses.
    pub misere: bool,
    /// The Grundy values of single numbers; `None` where there are none.
    pub values: Option<Part<Values>>,
    /// Their period; `None` where there are no values.
    pub period: Option<Part<Periodicity>>,
    /// Pictures, those that can be drawn, each with how it is known.
    pub pictures: Vec<(Drawing, By)>,
    /// P-positions.
    pub losing: Vec<Asking>,
    /// P-positions with the last move losing.
    pub misere_losing: Vec<Asking>,
    /// Which engine answers and why it may.
    pub plan: String,
    /// The game as data that can be played; `None` where no board is small enough.
    pub board: Part<Option<Board>>,
}

/// What is asked about a game.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The largest pile whose value is listed.
    pub to: Option<i64>,
    /// The position that the board begins with.
    pub start: Option<Position>,
}

impl Session {
    /// Everything known about a game. What takes too long or goes wrong is left out with the reason.
    ///
    /// # Errors
    /// The rules have mistakes, or the work was interrupted.
    pub fn facts(&mut self, game: &Arc<Header>, asked: &Asked) -> Result<Facts, Report> {
        let time = self.settings_mut().limits.time;
        self.settings_mut().limits.time = Some(time.unwrap_or(PATIENCE));
        let facts = self.all_facts(game, asked);
        self.settings_mut().limits.time = time;
        facts
    }

    fn all_facts(&mut self, game: &Arc<Header>, asked: &Asked) -> Result<Facts, Report> {
        let normal = game
            .label
            .strip_prefix("misere(")
            .and_then(|label| label.strip_suffix(')'))
            .unwrap_or(&game.label);
        let name = normal.split('(').next().unwrap_or(normal);
        let (rules, title) = self.book().definition_text(name).unwrap_or_default();
        let file = Some(self.book().to_text()).filter(|text| text.trim() != rules.trim());
        let is_heap = game.shape.as_heap().is_some();
        let to = asked.to.unwrap_or(100);
        let has_values = is_heap && !game.misere;
        let values = match has_values {
            true => {
                let first = game.shape.as_heap().map_or(0, |bounds| bounds.lo.max(0));
                let last = game.shape.as_heap().and_then(|bounds| bounds.hi);
                let to = to.max(first).min(last.unwrap_or(i64::MAX));
                Some(part(self.values(game, first, to))?)
            }
            false => None,
        };
        let period = match has_values {
            // As far as is done at once.
            true => {
                let to = u64::try_from(to).unwrap_or(0).max(20_000);
                Some(part(self.period(game, Some(to)))?)
            }
            false => None,
        };
        let mut facts = Facts {
            game: game.label.clone(),
            title,
            rules,
            file,
            pile: game.shape.in_words(),
            misere: game.misere,
            values,
            period,
            pictures: Vec::new(),
            losing: Vec::new(),
            misere_losing: Vec::new(),
            plan: self.plan(game)?,
            board: Ok(None),
        };
        facts.pictures = self.pictures_of(game)?;
        facts.losing = self.losing_of(game, &game.label)?;
        if !game.misere {
            let label = format!("misere({})", game.label);
            facts.misere_losing = self.losing_of(game, &label)?;
        }
        facts.board = part(self.board(game, asked.start.as_ref()))?;
        Ok(facts)
    }

    /// The pictures that a game of these piles has.
    fn pictures_of(&mut self, game: &Arc<Header>) -> Result<Vec<(Drawing, By)>, Report> {
        let is_heap = game.shape.as_heap().is_some();
        let to = |to: i64| Range {
            from: None,
            to: game
                .shape
                .as_int_tuple()
                .is_none()
                .then_some(to)
                .filter(|to| {
                    game.shape
                        .as_heap()
                        .is_none_or(|bounds| bounds.contains(*to))
                }),
        };
        let wanted: Vec<(Show, Range)> = match (is_heap, game.misere) {
            (true, false) => vec![
                (Show::Values, to(300)),
                (Show::Board(Style::Digits), to(15)),
            ],
            (true, true) => vec![(Show::Board(Style::Losing), to(20))],
            (false, false) => vec![(Show::Best, to(50)), (Show::Board(Style::Losing), to(50))],
            (false, true) => vec![(Show::Board(Style::Losing), to(20))],
        };
        let mut pictures: Vec<(Drawing, By)> = Vec::new();
        for (show, range) in wanted {
            // Not every game has every picture.
            if let Ok(picture) = part(self.picture(game, show, &[range]))? {
                pictures.push(picture);
            }
        }
        if let Some(position) = self.small_position(game)
            && let Ok(picture) = part(self.graph(&position))?
            && is_small(&picture.0)
        {
            pictures.push(picture);
        }
        Ok(pictures)
    }

    /// A position whose graph may be small.
    fn small_position(&mut self, game: &Header) -> Option<Position> {
        let piles = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
            (Some(_), _) => "3, 2".to_string(),
            (None, Some(bounds)) => {
                let numbers = bounds.iter().map(|bounds| {
                    let number = bounds.lo.max(0).saturating_add(2);
                    number.min(bounds.hi.unwrap_or(i64::MAX)).to_string()
                });
                format!("({})", numbers.collect::<Vec<_>>().join(", "))
            }
            (None, None) => "[2, 2]".to_string(),
        };
        let text = format!("{}[{piles}]", game.label);
        // Not every game has such a pile.
        self.position(None, &[text]).ok()
    }

    /// Lists of P-positions.
    fn losing_of(&mut self, game: &Header, label: &str) -> Result<Vec<Asking>, Report> {
        let range = |lo: i64, hi: Option<i64>, count: i64| {
            let lo = lo.max(0);
            let last = lo.saturating_add(count).min(hi.unwrap_or(i64::MAX));
            format!("{lo}..{last}")
        };
        let queries: Vec<String> = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
            (Some(bounds), _) => {
                let [one, two] = [40, 9].map(|count| range(bounds.lo, bounds.hi, count));
                vec![
                    format!("losing({label}, {one})"),
                    format!("losing({label}, {two}, {two})"),
                ]
            }
            (_, Some(bounds)) => {
                let count = if bounds.len() < 3 { 20 } else { 5 };
                let ranges = bounds
                    .iter()
                    .map(|bounds| range(bounds.lo, bounds.hi, count));
                let ranges: Vec<String> = ranges.collect();
                vec![format!("losing({label}, {})", ranges.join(", "))]
            }
            (None, None) if game.shape.is_row() => vec![
                format!("losing({label}, 0..5, 0..5)"),
                format!("losing({label}, 0..3, 0..3, 0..3)"),
            ],
            (None, None) => Vec::new(),
        };
        let mut found = Vec::new();
        for query in queries {
            let answer = self.eval_text("report", &query);
            found.push((query, part(answer)?.map(|answer| (answer.value, answer.by))));
        }
        Ok(found)
    }
}

/// Whether a graph can be taken in at a glance.
fn is_small(drawing: &Drawing) -> bool {
    /// The most positions.
    const MOST: usize = 50;
    matches!(&drawing.content, Content::Graph { nodes, .. } if nodes.len() <= MOST)
}

/// A part, or in words why it is missing; an interruption ends the whole.
fn part<T>(result: Result<T, Report>) -> Result<Part<T>, Report> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(report) => {
            let is_interrupt = |cause| cause == Cause::Interrupted;
            if report
                .diagnostics
                .iter()
                .any(|error| is_interrupt(error.cause))
            {
                return Err(report);
            }
            let why = report.diagnostics.first();
            Ok(Err(
                why.map_or_else(String::new, |error| error.message.clone())
            ))
        }
    }
}
