//! The prompt.

use crate::query::Settings;
use crate::report::Look;

/// What the command line says about the prompt.
#[derive(Debug, Clone)]
pub struct Options {
    /// Files to read first, as the user named them.
    pub files: Vec<String>,
    /// Limits and engine.
    pub settings: Settings,
    /// Whether answers are JSON objects.
    pub json: bool,
    /// Whether warnings and progress are left out.
    pub quiet: bool,
    /// How standard output is to look.
    pub output: Look,
    /// How standard error is to look.
    pub errors: Look,
}

/// Answers what is typed or piped in until it ends; returns the exit code.
pub fn run(options: &Options) -> u8 {
    let _ = options;
    eprintln!("nimrule: the prompt is not built yet");
    2
}
