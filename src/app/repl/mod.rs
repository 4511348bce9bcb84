//! The prompt: definitions and questions, one entry at a time.
//!
//! [`shell`] is the prompt without a terminal, [`editor`] puts a line editor before it and [`script`] a piped text.

mod ask;
mod call;
pub mod colour;
mod commands;
pub mod complete;
mod definitions;
pub mod editor;
mod enter;
mod entries;
mod help;
pub mod hint;
mod kept;
mod last;
mod loaded;
mod out;
mod play;
mod plot;
mod position;
pub mod script;
mod settings;
pub mod shell;
mod show;
mod suggest;
mod tour;

use std::io::{IsTerminal, Write};
use std::sync::Arc;

pub use self::out::{Reply, Said};
pub use self::shell::Shell;
use crate::app::exit::Exit;
use crate::query::{Session, Settings};
use crate::rules::Rulebook;
use crate::work::world::World;

/// What the command line says about the prompt.
pub struct Options {
    /// Files to load first.
    pub files: Vec<String>,
    /// Where files come from.
    pub world: Arc<dyn World>,
    /// Limits and engine.
    pub settings: Settings,
    /// Whether to use colours.
    pub color: bool,
    /// Whether to leave the banner out.
    pub quiet: bool,
}

/// The first line on a terminal.
pub const BANNER: &str = concat!(
    "nimrule ",
    env!("CARGO_PKG_VERSION"),
    ".  Define a game or ask about one; :help shows how, :tour walks you through."
);

/// Runs the prompt, or the script on standard input where that is no terminal; returns how that ended.
pub fn run(options: Options) -> Exit {
    let book = Rulebook::new(Arc::clone(&options.world), options.settings.limits.clone());
    let session = match Session::new(book, options.settings) {
        Ok(session) => session,
        Err(report) => {
            // Nothing can be done where even standard error is closed.
            let _ = writeln!(
                std::io::stderr(),
                "{}",
                show::report(&report, options.color)
            );
            return Exit::of(&report);
        }
    };
    let mut shell = Shell::new(session, options.world);
    shell.set_color(options.color);
    if std::io::stdin().is_terminal() {
        editor::run(&mut shell, &options.files, options.quiet)
    } else {
        script::run(&mut shell, &options.files)
    }
}
