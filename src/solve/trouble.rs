//! What may go wrong while a game is solved.

use crate::expr::fault::{Fault, FaultKind};
use crate::rules::errors;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::text::source::Span;
use crate::work::stop::Stop;

/// Why there is no answer.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// A fault in a rule, with the pile that caused it.
    Fault {
        /// The fault.
        fault: Box<Fault>,
        /// The pile as it is written, with its game.
        pile: String,
    },
    /// A play that need never end.
    Loop {
        /// The game.
        game: String,
        /// The piles or positions of the cycle; the first one is also the last.
        cycle: Vec<String>,
        /// The statement that leads from the first to the second.
        span: Option<Span>,
    },
    /// A limit was reached.
    Limit {
        /// Which.
        stop: Stop,
        /// How far the work came, in words.
        progress: String,
    },
    /// A search that was allowed so many options needs more.
    TooWide(u64),
    /// A complaint that is already complete.
    Diagnosed(Box<Diagnostic>),
}

impl From<Diagnostic> for Trouble {
    fn from(diagnostic: Diagnostic) -> Trouble {
        Trouble::Diagnosed(Box::new(diagnostic))
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Limit {
            stop,
            progress: String::new(),
        }
    }
}

impl Trouble {
    /// The limit that was reached, if it is one.
    pub(crate) fn limit(&self) -> Option<&Stop> {
        let stop = match self {
            Trouble::Limit { stop, .. } => stop,
            Trouble::Fault { fault, .. } => match &fault.kind {
                FaultKind::Limit(stop) => stop,
                _ => return None,
            },
            _ => return None,
        };
        (*stop != Stop::Interrupted).then_some(stop)
    }

    /// The complaint for people.
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            Trouble::Diagnosed(diagnostic) => *diagnostic,
            Trouble::TooWide(limit) => Diagnostic::error(
                "search_limit",
                format!("how long the game lasts here takes a look at more than {limit} options"),
            )
            .help("who wins and the winning moves may still be found; ask `solve`, or a smaller position")
            .cause(Cause::Limit),
            Trouble::Fault { fault, pile } => match fault.kind {
                FaultKind::Limit(stop) => Trouble::from(stop).into_diagnostic(),
                FaultKind::Diagnosed(diagnostic) => *diagnostic,
                _ => {
                    let mut diagnostic = errors::fault(*fault);
                    diagnostic.message = format!("{}, at the pile {pile}", diagnostic.message);
                    diagnostic
                }
            },
            Trouble::Loop { game, cycle, span } => {
                let error = Diagnostic::error("loop", format!("a play of `{game}` need never end"));
                let error = match span {
                    Some(span) => error.label(span, cycle.join(" -> ")),
                    None => Diagnostic {
                        message: format!("{}: {}", error.message, cycle.join(" -> ")),
                        ..error
                    },
                };
                error.help("make every move lower something, for example by `where a > b`; or, where a play without end is a draw, write `loopy` in the game")
            }
            Trouble::Limit { stop, progress } => {
                let mut error = errors::limit(&stop);
                if !progress.is_empty() {
                    error.message = format!("{} ({progress})", error.message);
                }
                error
            }
        }
    }
}
