//! The program: the command line, the prompt, and what both need of the world outside.

pub mod bundled;
pub mod cli;
pub mod disk;
pub mod exit;
pub mod interrupt;
pub mod output;
pub mod progress;
pub mod repl;
