//! Write down the rules of a Nim-like game and get what the mathematics knows about it: who wins, by which move, why, the Grundy
//! values and their period with its proof, misère play, pictures, programs, an opponent.
//!
//! # From rules to answers
//!
//! A [`Rulebook`] is made from text in the language of `grammar/LANGUAGE.md`, and does not change. A [`Session`] answers questions
//! about it and keeps what it computed for the next one.
//!
//! ```
//! use nimrule::{Outcome, Rulebook, Session, Settings};
//!
//! let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }")?;
//! let mut session = Session::new(book, Settings::default())?;
//!
//! let position = session.book().position("kayles[5, 8]")?;
//! let solution = session.solve(&position, 10)?;
//! assert_eq!((solution.winner, solution.grundy), (Outcome::First, Some(5)));
//! assert_eq!(solution.winning[0].to.to_string(), "kayles[4, 8]");
//! // How it is known stands beside every answer.
//! assert_eq!(solution.by.engine, "sparse");
//!
//! // Anything that can be asked at the prompt can be asked here.
//! let answer = session.eval_text("question", "period(kayles)")?;
//! assert_eq!(answer.value.to_string(), "(12, 71)");
//! # Ok::<(), nimrule::Report>(())
//! ```
//!
//! # Rules that somebody else wrote
//!
//! [`Limits`] bound memory, time and work, and hold a flag that stops it from another thread: for reading the rules
//! ([`Rulebook::parse_with_limits`]) and for each question ([`Settings::limits`]).
//!
//! ```
//! use std::time::Duration;
//!
//! use nimrule::{Cause, Limits, Rulebook, Session, Settings};
//!
//! let limits = Limits {
//!     memory: 50_000_000,
//!     time: Some(Duration::from_secs(10)),
//!     // Steps end at the same place on every machine.
//!     effort: Some(1_000_000),
//!     ..Limits::default()
//! };
//! let rules = "game hard { take any leaving 0..4 piles  misere }";
//! let book = Rulebook::parse_with_limits(rules, &limits)?;
//! let settings = Settings {
//!     limits,
//!     ..Settings::default()
//! };
//! let mut session = Session::new(book, settings)?;
//! let report = session.eval_text("question", "winner(hard[99, 98, 97, 96, 95])").unwrap_err();
//! assert_eq!(report.cause(), Cause::Effort);
//! # Ok::<(), nimrule::Report>(())
//! ```
//!
//! # What belongs together
//!
//! Positions and games belong to the rulebook that made them: another session refuses them. A complaint is a [`Report`] of
//! [`Diagnostic`]s, an error of the standard library, with the places it is about.
//!
//! # Features
//!
//! `program` (the default) is the command line and the prompt. Without it the library needs no terminal, file or thread, and also
//! runs as WebAssembly. `diagnostics` adds complaints with the lines they are about, `json` answers as JSON, `pictures` SVG and
//! PNG, `page` the report on a game.

// What cannot happen says so in an `expect`, which a session reports as an internal error. Tests may unwrap.
#![warn(clippy::unwrap_used, clippy::panic)]

pub mod certificate;
pub mod conjecture;
pub mod export;
pub mod picture;
#[cfg(feature = "program")]
pub mod play;
pub mod report;
pub mod syntax;

// The other rooms are public for the program, the tests and the benches alone.
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
pub mod expr;
#[doc(hidden)]
pub mod kernel;
#[doc(hidden)]
pub mod moves;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod work;

pub use expr::position::{AnyPile, Header, Position};
pub use expr::value::{Outcome, Value};
pub use query::{Session, Settings, Subject, engine_names};
pub use rules::game::Game;
pub use rules::{Question, Rulebook};
pub use text::diagnostic::{Cause, Diagnostic, Enough, Report, Severity};
pub use work::budget::{Budget, Limits};
pub use work::world::{Nowhere, World};

/// What a session answers with.
pub mod answer {
    pub use crate::query::answer::*;
    pub use crate::query::board::*;
    pub use crate::query::explain::*;
    pub use crate::query::facts::*;
    pub use crate::query::heaps::*;
    pub use crate::query::pictures::*;
    pub use crate::query::turns::*;
    pub use crate::solve::loopy::LoopyValue;
    pub use crate::solve::method::table::Table;
}
