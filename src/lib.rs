//! Write down the rules of a Nim-like game and get what the mathematics knows about it: who wins, by which move, why, the Grundy
//! values and their period with its proof, misère play, pictures, programs, an opponent.
//!
//! # From rules to answers
//!
//! A [`Rulebook`] is made from text in the language of `grammar/LANGUAGE.md`, does not change, and is shared by threads. A
//! [`Session`] answers questions about it and keeps what it computed for the next one.
//!
//! ```
//! use nimrule::{Outcome, Rulebook, Session, Settings};
//!
//! let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }")?;
//! let mut session = Session::new(book, Settings::default())?;
//!
//! let kayles = session.book().game("kayles")?;
//! let solution = session.solve(&kayles.position([5, 8])?, 10)?;
//! assert_eq!((solution.winner, solution.grundy), (Outcome::First, Some(5)));
//! assert_eq!(solution.winning[0].to.to_string(), "kayles[4, 8]");
//! // How it is known stands beside every answer.
//! assert_eq!(solution.by.engine, "sparse");
//! print!("{solution}");
//!
//! // Anything that can be asked at the prompt can be asked here.
//! let answer = session.eval_text("question", "period(kayles)")?;
//! assert_eq!(answer.value.to_string(), "(12, 71)");
//! # Ok::<(), nimrule::Report>(())
//! ```
//!
//! Games have arguments ([`Rulebook::game_with`]), and positions are made of numbers ([`Game::position`]) or of text
//! ([`Rulebook::position`]).
//!
//! # Rules that somebody else wrote
//!
//! [`Limits`] bound memory, time and work, and hold a flag that stops it from another thread: for reading the rules and for each
//! question. Rules are read within [`Limits::untrusted`] where nothing else is said ([`Rulebook::parse_with_limits`]); a session
//! has the limits that it is given.
//!
//! ```
//! use nimrule::{Cause, Limits, Rulebook, Session, Settings};
//!
//! let book = Rulebook::parse("game hard { octal 0.07  misere }")?;
//! // Steps end at the same place on every machine; `with_time` looks at a clock.
//! let limits = Limits::default().with_memory(50_000_000).with_effort(1_000_000);
//! let mut session = Session::new(book, Settings::default().with_limits(limits))?;
//! let report = session.eval_text("question", "winner(hard[35, 34, 33, 32])").unwrap_err();
//! assert!(report.cause().is_limit());
//! # Ok::<(), nimrule::Report>(())
//! ```
//!
//! # What goes wrong
//!
//! A complaint is a [`Report`] of [`Diagnostic`]s, an error of the standard library. It has a [`Cause`] to match, the places
//! that it is about, and what to do about it.
//!
//! ```
//! use nimrule::{Cause, Rulebook};
//!
//! let report = Rulebook::parse("game nim {\n  take evrything\n}").unwrap_err();
//! assert_eq!((report.cause(), report.line(), report.column()), (Cause::Input, Some(2), Some(8)));
//! ```
//!
//! # What belongs together
//!
//! Positions, games, questions and listed moves belong to the rulebook or session that made them: another one refuses them
//! ([`Cause::Foreign`]). What a question needs is not kept for ever: its text goes with it, and games that only questions asked
//! for are dropped when there are many and nobody holds them.
//!
//! # Features
//!
//! `program` (the default) is the command line and the prompt. Without it the library needs no terminal, file or thread, and also
//! runs as WebAssembly. `diagnostics` adds complaints with the lines they are about, `json` answers as JSON, `pictures` SVG and
//! PNG, `page` the report on a game.

// What cannot be missing is `Certain`, and a session reports an internal error without it. Tests may unwrap.
#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

pub mod certificate;
pub mod conjecture;
pub mod export;
pub mod picture;
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
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod work;

pub use expr::position::{AnyPile, Game, Position};
pub use expr::value::{Outcome, Value};
pub use query::{Session, Settings};
pub use rules::{Question, Rulebook};
#[doc(hidden)]
pub use text::diagnostic::Enough;
pub use text::diagnostic::{Cause, Diagnostic, Fix, Report, Severity};
pub use work::budget::{Budget, Limits};
pub use work::world::{Nowhere, Unread, World};

/// What a session answers with.
pub mod answer {
    pub use crate::query::answer::{
        Answer, Best, Evidence, How, Line, MoveTo, Numbers, Periodicity, Proven, Solution, Tested,
        Values, Verdict,
    };
    pub use crate::query::describe::Description;
    pub use crate::query::explain::{
        Explanation, Mex, NimSum, OptionValue, PartValue, Then, Tried, ValuesBy, Why,
    };
    pub use crate::query::facts::Facts;
    pub use crate::query::misere::{Genera, MisereQuotient};
    pub use crate::query::pictures::{Range, Show};
    pub use crate::query::turns::Turns;
    pub use crate::solve::loopy::LoopyValue;
    pub use crate::solve::method::told::Table;
}

/// Answers and complaints in other forms than text, which is their `Display`. With the feature `json` they are `Serialize`.
pub mod written {
    #[cfg(feature = "diagnostics")]
    pub use crate::report::diagnostics::render;
    #[cfg(feature = "page")]
    pub use crate::report::page::page;
    pub use crate::report::text::Csv;
}
