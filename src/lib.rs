//! nimrule: write down the rules of a Nim-like game and get what the mathematics knows about it.

pub mod bundled;
pub mod certificate;
pub mod cli;
pub mod conjecture;
pub mod disk;
pub mod exit;
pub mod export;
pub mod expr;
pub mod interrupt;
pub mod kernel;
pub mod output;
pub mod picture;
pub mod play;
pub mod progress;
pub mod query;
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
