//! The program: the command line, the prompt, what editors ask, and what these need of the world outside.

pub mod bundled;
pub mod cli;
pub mod command;
pub mod disk;
pub mod lsp;
pub mod process;
pub mod progress;
pub mod repl;
