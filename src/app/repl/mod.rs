//! The prompt: definitions and questions, one entry at a time.
//!
//! `shell` is the prompt without a terminal; `editor` puts a line editor before it, and here is the piped text.

mod ask;
mod commands;
mod complaints;
mod complete;
mod definitions;
mod editor;
mod entries;
mod in_words;
mod play;
mod questions;
mod reference;
mod shell;
mod show;
mod tour;

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::Arc;

pub use self::commands::topic as help;
pub use self::editor::{NO_TEXT, is_no_text};
pub use self::shell::{Elsewhere, EntryEnd, Said, Shell};
use crate::app::process::{Exit, awaiting};
use crate::app::{disk, process};
use crate::query::{Session, Settings};
use crate::report::Look;
use crate::rules::Rulebook;
use crate::text::source::{decode, without_mark};
use crate::work::budget::{Budget, Limits};
use crate::work::world::{Unread, World};

/// What the command line says about the prompt.
pub struct PromptOptions {
    pub files: Vec<String>,
    /// Where files come from.
    pub world: Arc<dyn World>,
    pub settings: Settings,
    pub look: Look,
    /// Whether to leave the banner out.
    pub quiet: bool,
    /// What the prompt does not do itself.
    pub elsewhere: Elsewhere,
}

/// The first line on a terminal.
pub const BANNER: &str = concat!(
    "nimrule ",
    env!("CARGO_PKG_VERSION"),
    ".  Define a game or ask about one; :help shows how, :tour walks you through."
);

/// Runs the prompt, or the script on standard input where that is no terminal; returns how that ended.
pub fn run(options: PromptOptions) -> Exit {
    let book = Rulebook::new(Arc::clone(&options.world), options.settings.limits.clone());
    let session = match Session::new(book, options.settings) {
        Ok(session) => session,
        Err(report) => {
            process::mutter(show::report(&report, options.look));
            return Exit::of(&report);
        }
    };
    let mut shell = Shell::new(session, options.world);
    shell.terminal.look = options.look;
    shell.elsewhere = Some(options.elsewhere);
    shell.remarks.without_warnings = options.quiet;
    if std::io::stdin().is_terminal() {
        editor::run(&mut shell, &options.files, options.quiet)
    } else {
        run_script(&mut shell, &options.files)
    }
}

/// Runs the entries on standard input.
fn run_script(shell: &mut Shell, files: &[String]) -> Exit {
    // Whoever types it has all the time there is.
    let limits = Limits {
        time: None,
        ..shell.session.settings_mut().limits.clone()
    };
    let mut budget = Budget::start(&limits);
    let read = awaiting(|| disk::take_within(std::io::stdin().lock(), 0, &mut budget));
    let text = read.and_then(|bytes| {
        // The text, the entry that is read and the copy that complaints point into.
        budget.need(3 * bytes.len() as u64)?;
        Ok(decode(bytes)?)
    });
    let (mut out, mut err) = (process::standard(), std::io::stderr().lock());
    match text {
        Ok(text) => run_text(shell, files, &text, &mut out, &mut err),
        Err(unread) => {
            let why = format_args!("nimrule: standard input cannot be read: {unread}");
            process::mutter(why);
            match unread {
                Unread::Why(_) | Unread::Outside { .. } => Exit::Input,
                Unread::Stop(_) => Exit::Limit,
            }
        }
    }
}

/// Loads files and runs the entries of a text, even behind one that failed.
pub fn run_text(
    shell: &mut Shell,
    files: &[String],
    text: &str,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    // Nothing is said that was not asked for, and complaints name standard input.
    (shell.remarks.is_quiet, shell.texts.name) = (true, "<stdin>");
    let mut broken = None;
    let mut say = |said: Said| match said {
        Said::Answer(text) => match writeln!(out, "{text}").and_then(|()| out.flush()) {
            // Who closed the output wants no more of it; the exit code still tells how the rest went.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => broken = Some(error),
            _ => {}
        },
        Said::Complaint(text) => {
            // Nothing can be done where even standard error is closed.
            let _ = writeln!(err, "{text}").and_then(|()| err.flush());
        }
    };
    let mut outcome = Exit::Fine;
    for file in files {
        outcome = outcome.max(shell.enter_with(&format!(":load {file}"), &mut say).outcome);
    }
    let text = without_mark(text);
    outcome = outcome.max(shell.enter_with(text, &mut say).outcome);
    if let Some(error) = broken {
        let why = disk::in_words(&error);
        let _ = writeln!(err, "nimrule: the answers cannot be written: {why}");
        outcome = outcome.max(Exit::Input);
    }
    outcome
}
