//! What the machine asks of its surroundings.

use std::sync::Arc;

use crate::expr::fault::FaultKind;
use crate::expr::position::Game;
use crate::expr::value::Value;
use crate::text::source::Span;
use crate::work::budget::Budget;

/// What the machine needs of its surroundings. Most code asks nothing of them: the checker sees to that.
pub trait Host {
    fn ask(&mut self, _query: u32, _args: &[Value], _span: Span) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument("a rule can ask no queries".to_string()))
    }

    fn instantiate(&mut self, _: Wanted<'_>, _: &Budget) -> Result<Arc<Game>, FaultKind> {
        Err(FaultKind::Argument(
            "the arguments of a game must be constants here".to_string(),
        ))
    }

    /// The value of a `let` of the file.
    fn global(&mut self, _number: u32) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument(
            "a rule can use no positions or queries".to_string(),
        ))
    }

    /// Takes cells of an option.
    fn put(&mut self, _cells: Cells<'_>) {}

    /// Takes a part of an option, or refuses it.
    fn emit(&mut self, _part: Part<'_>) -> Result<Then, FaultKind> {
        Ok(Then::GoOn)
    }
}

/// A game that is asked for: its definition, the arguments, how the end counts, and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub definition: u32,
    pub args: &'a [Value],
    pub misere: bool,
    pub span: Span,
}

/// How the code goes on after a part of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// With the next part.
    GoOn,
    /// With the next option: this one is no move.
    Skip,
    /// Not at all: the host has seen enough.
    Stop,
}

pub enum Cells<'a> {
    /// The next cell of a pile.
    One(i64),
    /// A row begins.
    Row,
    /// Entries of the open row.
    Entries(&'a [Value]),
    /// A run of entries of the open row, both ends included.
    Range(i64, i64),
    /// An index and another value for that cell of the open row.
    At(i64, i64),
    /// Entries that are numbers, none of them made less than the first limit or greater than the second.
    Limited(&'a [Value], i64, i64),
}

pub enum Part<'a> {
    /// A row, as the coordinate with this number.
    Row(&'a Value, u32),
    /// The open row is complete, as the coordinate with this number.
    CloseRow(u32),
    /// The pile is complete.
    EndPile,
    /// A list of whole piles.
    Piles(&'a Value),
    /// A position of any games.
    Position(&'a Value),
    /// The option is complete; and its last pile with it, or before. The registers of the frame, for the choices that led here.
    EndOption(bool, &'a [i64], &'a [Value]),
}

/// A host for code that asks nothing: constants and tables.
pub struct NoHost;

impl Host for NoHost {}
