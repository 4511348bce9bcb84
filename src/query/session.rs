//! A session: a rulebook, a solver, and the limits of the user.

use std::sync::Arc;

use super::answer::{Answer, Line, Solution, Tested, Values};
use crate::diagnostic::Report;
use crate::expr::budget::Limits;
use crate::expr::position::{Header, Position};
use crate::rules::{Question, Rulebook};
use crate::syntax::ast;

/// What the user chose.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Memory, time and the interrupt flag.
    pub limits: Limits,
    /// The engine to use; `None`: the best one.
    pub engine: Option<String>,
}

/// Answers questions about the games of a rulebook and remembers what it computed.
pub struct Session {
    book: Rulebook,
    settings: Settings,
}

impl Session {
    /// A session.
    ///
    /// # Errors
    /// The engine of the settings does not exist.
    pub fn new(book: Rulebook, settings: Settings) -> Result<Session, Report> {
        Ok(Session { book, settings })
    }

    /// The rulebook.
    pub fn book(&self) -> &Rulebook {
        &self.book
    }

    /// The settings; limits may be changed between questions.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Forgets what was computed, after a definition was replaced.
    pub fn forget(&mut self) {
        todo!()
    }

    /// The value of an expression.
    pub fn eval(&mut self, _question: &Question) -> Result<Answer, Report> {
        todo!()
    }

    /// Parses, checks and evaluates an expression; `name` names its source in complaints.
    pub fn eval_text(&mut self, _name: &str, _text: &str) -> Result<Answer, Report> {
        todo!()
    }

    /// The game that `text` names (`nim`, `bounded(3)`, `misere(kayles)`), or the only game of the rulebook.
    pub fn game(&mut self, _text: Option<&str>) -> Result<Arc<Header>, Report> {
        todo!()
    }

    /// The position that the words of a command line mean: one position expression, or just piles of `game`.
    pub fn position(&mut self, _game: Option<&str>, _words: &[String]) -> Result<Position, Report> {
        todo!()
    }

    /// Who wins and by which moves; at most `limit` winning moves are listed.
    pub fn solve(&mut self, _position: &Position, _limit: usize) -> Result<Solution, Report> {
        todo!()
    }

    /// Why: the text of `explain`.
    pub fn explain(&mut self, _position: &Position) -> Result<String, Report> {
        todo!()
    }

    /// A line of perfect play.
    pub fn line(&mut self, _position: &Position) -> Result<Line, Report> {
        todo!()
    }

    /// Grundy values of single piles of sizes `from..=to`.
    pub fn values(&mut self, _game: &Arc<Header>, _from: i64, _to: i64) -> Result<Values, Report> {
        todo!()
    }

    /// Which engine answers and why it may.
    pub fn plan(&mut self, _game: &Arc<Header>) -> Result<String, Report> {
        todo!()
    }

    /// Tests a claim.
    pub fn test(&mut self, _claim: &ast::ExpectItem) -> Result<Tested, Report> {
        todo!()
    }
}
