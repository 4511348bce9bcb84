//! nimrule: write down the rules of a Nim-like game and get what the mathematics knows about it.

#[cfg(feature = "program")]
pub mod bundled;
pub mod certificate;
#[cfg(feature = "program")]
pub mod cli;
pub mod conjecture;
#[cfg(feature = "program")]
pub mod disk;
#[cfg(feature = "program")]
pub mod exit;
pub mod export;
pub mod expr;
#[cfg(feature = "program")]
pub mod interrupt;
pub mod kernel;
#[cfg(feature = "program")]
pub mod output;
pub mod picture;
#[cfg(feature = "program")]
pub mod play;
#[cfg(feature = "program")]
pub mod progress;
pub mod query;
#[cfg(feature = "program")]
pub mod repl;
pub mod report;
pub mod rules;
pub mod solve;
pub mod syntax;
pub mod text;
pub mod transition;
pub mod work;

pub use expr::position::Position;
pub use expr::value::{Outcome, Value};
pub use query::{Session, Settings};
pub use rules::Rulebook;
pub use solve::Solver;
pub use text::diagnostic::{Diagnostic, Report};
