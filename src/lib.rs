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
//! # Threads
//!
//! A rulebook is shared, and each thread has a session of its own. The flag of the limits stops a question from anywhere: from a
//! signal, a button or another thread. The games of a rulebook are made one at a time: where the rules of one are long to check, as
//! with a `let` that adds up a million numbers, others wait for it, as long as the limits of its question allow; a rulebook of its
//! own for each thread has no such wait.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::Ordering;
//! use std::thread;
//!
//! use nimrule::{Cause, Limits, Report, Rulebook, Session, Settings, Value};
//!
//! let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }")?;
//! let ask = |question: &str, limits: Limits| -> Result<Value, Report> {
//!     let mut session = Session::new(book.clone(), Settings::default().with_limits(limits))?;
//!     Ok(session.eval_text("question", question)?.value)
//! };
//! let values = thread::scope(|scope| {
//!     let threads: Vec<_> = (1..=3)
//!         .map(|n| scope.spawn(move || ask(&format!("grundy(kayles[{n}])"), Limits::default())))
//!         .collect();
//!     threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Result<Vec<_>, _>>()
//! })?;
//! assert_eq!(values, [1, 2, 3].map(Value::Int));
//!
//! let limits = Limits::default();
//! let button = Arc::clone(&limits.interrupt);
//! button.store(true, Ordering::Relaxed);
//! let report = ask("values(kayles, 0..1_000_000)", limits).unwrap_err();
//! assert_eq!(report.cause(), Cause::Cancelled);
//! # Ok::<(), Report>(())
//! ```
//!
//! # A front end of your own
//!
//! Rules come from files that a [`World`] reads, whatever files are there; [`Nowhere`] has none. A rulebook lists its games
//! ([`Rulebook::game_names`]) and claims ([`Rulebook::expects`]), a session says a rule back in words, so that a person sees what
//! was understood, and tests claims. Answers are values to look into; what is shown to people has a `Display`, with the feature
//! `json` what is worked out for one question is `serde::Serialize`, with the fields of the program's JSON, which adds texts that
//! people read, and [`Report::object`] is a complaint for programs.
//!
//! ```
//! use std::sync::Arc;
//!
//! use nimrule::{Budget, Limits, Rulebook, Session, Settings, Unread, World};
//!
//! /// One file, from wherever the front end keeps it.
//! struct Shelf;
//!
//! impl World for Shelf {
//!     fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
//!         Ok(path.to_owned())
//!     }
//!
//!     fn read(&self, name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
//!         match name {
//!             "nim.nimrule" => Ok(b"game nim { take any }".to_vec()),
//!             _ => Err("there is no such file".into()),
//!         }
//!     }
//! }
//!
//! let mut book = Rulebook::new(Arc::new(Shelf), Limits::untrusted());
//! let text = "use \"nim.nimrule\"\ngame few { take 1..2 }\nexpect winner(few[3] + nim[0]) == second";
//! let warnings = book.add("what was typed", text)?;
//! assert!(warnings.diagnostics.is_empty());
//! assert_eq!(book.game_names(), ["nim", "few"]);
//!
//! let mut session = Session::new(book, Settings::default())?;
//! let said = session.described("few")?.expect("there is such a game");
//! assert_eq!(
//!     said.to_string(),
//!     "few: a turn takes 1 or 2 from one pile. Whoever cannot move loses. From 5: 4, 3."
//! );
//! for claim in session.book().expects() {
//!     assert!(session.test(&claim)?.ok);
//! }
//! # Ok::<(), nimrule::Report>(())
//! ```
//!
//! `examples/service.rs` is a web service, `examples/window.rs` a window with a button that stops the work.
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
//! runs as WebAssembly. `diagnostics` adds `Report::with_lines`, complaints with the lines they are about, `json` answers as JSON,
//! `pictures` SVG and PNG, `page` `Facts::page`, the report on a game.

// What cannot be missing is `Certain`, and a session reports an internal error without it. Tests may unwrap.
#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

// Where enums are matched whole, a new variant has to be looked at in each `match`. The other rooms mostly look for one kind of statement,
// expression or token among all.
pub mod conjecture;
#[warn(clippy::wildcard_enum_match_arm)]
pub mod picture;

// The other rooms are public for the program, the tests and the benches alone.
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
#[warn(clippy::wildcard_enum_match_arm)]
pub mod certificate;
#[doc(hidden)]
pub mod export;
#[doc(hidden)]
pub mod expr;
#[doc(hidden)]
#[warn(clippy::wildcard_enum_match_arm)]
pub mod kernel;
#[doc(hidden)]
pub mod moves;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
#[warn(clippy::wildcard_enum_match_arm)]
pub mod report;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
#[warn(clippy::wildcard_enum_match_arm)]
pub mod text;
#[doc(hidden)]
#[warn(clippy::wildcard_enum_match_arm)]
pub mod work;

pub use export::Language;
pub use expr::position::{Game, Position};
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
    pub use crate::certificate::{Certificate, Premise};
    pub use crate::query::answer::{
        Advice, Answer, Best, Evidence, How, Line, MoveTo, Numbers, Periodicity, Proven, Solution,
        Tested, Values, Verdict,
    };
    pub use crate::query::describe::Description;
    pub use crate::query::explain::{
        Answered, Explanation, Mex, NimSum, OptionValue, PartValue, SumOf, Then, Tried, ValuesBy,
        Why,
    };
    pub use crate::query::facts::Facts;
    pub use crate::query::misere::{Genera, MisereQuotient};
    pub use crate::query::pictures::{Range, Show};
    pub use crate::query::plan::Plan;
    #[doc(hidden)]
    pub use crate::query::plan::{EnginePlan, GamePlan, NotUsed, RowPlan, Sums, TheoryPlan};
    pub use crate::query::turns::Turns;
    #[doc(hidden)]
    pub use crate::report::text::Csv;
    pub use crate::solve::loopy::LoopyValue;
    pub use crate::solve::method::told::Table;
}
