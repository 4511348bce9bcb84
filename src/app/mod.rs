//! The program: the command line, the prompt, and what both need of the world outside.

pub mod bundled;
pub mod cli;
pub mod command;
pub mod disk;
pub mod process;
pub mod progress;
pub mod repl;
