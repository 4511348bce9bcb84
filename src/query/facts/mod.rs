//! Everything known about a game at once.

mod lists;
mod misere;
mod pictures;

use std::sync::Arc;

use super::answer::{By, Periodicity, Values};
use super::board::Board;
use super::session::Session;
use crate::expr::position::{Header, Position};
use crate::expr::value::Value;
use crate::text::diagnostic::{Cause, Report};
use crate::work::budget::STEPS_PER_SECOND;

pub use misere::Misere;
pub use pictures::Picture;

/// How much work each part may take that the rest can do without.
const PATIENCE: u64 = 6 * STEPS_PER_SECOND;

/// Something that was worked out, or why not.
pub type Part<T> = Result<T, String>;

/// Positions with a common answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct List {
    /// The question as it is written.
    pub query: String,
    /// Whether these are the draws, else the P-positions.
    pub draws: bool,
    /// What was found, and how it is known.
    pub found: Part<(Value, By)>,
}

/// Everything known about a game.
#[derive(Debug, Clone)]
#[non_exhaustive]
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
    /// Whether plays may go on for ever.
    pub loopy: bool,
    /// The Grundy values of single numbers; `None` where there are none.
    pub values: Option<Part<Values>>,
    /// Their period; `None` where there are no values, or plays may go on for ever.
    pub period: Option<Part<Periodicity>>,
    /// What is conjectured, as the question `conjecture` answers it; `None` where nothing is asked or found.
    pub conjecture: Option<Part<(String, By)>>,
    /// Pictures, those that can be drawn, each with how it is known.
    pub pictures: Vec<Picture>,
    /// P-positions and draws.
    pub lists: Vec<List>,
    /// What is known where the last move loses.
    pub last_loses: Misere,
    /// Which engine answers and why it may.
    pub plan: String,
    /// The game as data that can be played.
    pub board: Part<Board>,
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
        self.within(PATIENCE, |session| session.all_facts(game, asked))
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
        let to = asked.to.unwrap_or(100);
        let (values, period) = self.values_of(game, to)?;
        Ok(Facts {
            game: game.label.clone(),
            title,
            rules,
            file,
            pile: game.shape.in_words(),
            misere: game.misere,
            loopy: game.loopy,
            values,
            period,
            conjecture: self.conjecture_of(game)?,
            pictures: self.pictures_of(game)?,
            lists: self.lists_of(game, &game.label)?,
            last_loses: self.misere_of(game)?,
            plan: self.plan(game)?,
            board: self.board_of(game, asked.start.as_ref())?,
        })
    }

    #[allow(clippy::type_complexity)]
    fn values_of(
        &mut self,
        game: &Arc<Header>,
        to: i64,
    ) -> Result<(Option<Part<Values>>, Option<Part<Periodicity>>), Report> {
        let Some(bounds) = game.shape.as_heap().filter(|_| !game.misere) else {
            return Ok((None, None));
        };
        let first = bounds.lo.max(0);
        let last = to.max(first).min(bounds.hi.unwrap_or(i64::MAX));
        let values = part(self.values(game, first, last))?;
        let period = match game.loopy {
            true => None,
            // As far as is done at once.
            false => {
                let to = u64::try_from(to).unwrap_or(0).max(20_000);
                Some(match self.period(game, Some(to)) {
                    // What was found by then is not lost.
                    Err(report) if report.limit().is_some() => part(self.period_so_far(game))?,
                    found => part(found)?,
                })
            }
        };
        Ok((Some(values), period))
    }

    fn conjecture_of(&mut self, game: &Arc<Header>) -> Result<Option<Part<(String, By)>>, Report> {
        let asked = self.eval_text("report", &format!("conjecture({})", game.label));
        match asked {
            Ok(answer) => {
                let text = match &answer.value {
                    Value::Str(text) => text.to_string(),
                    other => other.to_string(),
                };
                Ok(Some(Ok((text, answer.by))))
            }
            // Not every game has piles that formulas are about.
            Err(report) if report.limit().is_none() => part::<()>(Err(report)).map(|_| None),
            Err(report) => Ok(Some(part(Err(report))?)),
        }
    }

    fn board_of(
        &mut self,
        game: &Arc<Header>,
        start: Option<&Position>,
    ) -> Result<Part<Board>, Report> {
        let found = part(self.board(game, start))?;
        Ok(found.and_then(|board| {
            board.ok_or_else(|| match start {
                Some(start) => format!("more can be reached from {start} than a page holds"),
                None => {
                    "more can be reached from the usual positions than a page holds".to_string()
                }
            })
        }))
    }
}

/// A part, or in words why it is missing; an interruption or a mistake in nimrule ends the whole.
fn part<T>(result: Result<T, Report>) -> Result<Part<T>, Report> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(report) => {
            let ends = |cause| matches!(cause, Cause::Cancelled | Cause::Internal);
            if report.diagnostics.iter().any(|error| ends(error.cause)) {
                return Err(report);
            }
            let why = report.diagnostics.first();
            Ok(Err(
                why.map_or_else(String::new, |error| error.message.clone())
            ))
        }
    }
}
