//! A script instead of a terminal: everything on standard input, in order, to its end.

use std::io::{ErrorKind, Write};

use super::out::Said;
use super::shell::Shell;
use crate::app::disk;
use crate::app::exit::Exit;
use crate::app::interrupt::awaiting;
use crate::app::output;
use crate::text::source::decode;
use crate::work::budget::{Budget, Limits};
use crate::work::world::Unread;

/// Runs the entries on standard input.
pub fn run(shell: &mut Shell, files: &[String]) -> Exit {
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
    let (mut out, mut err) = (output::standard(), std::io::stderr().lock());
    match text {
        Ok(text) => run_text(shell, files, &text, &mut out, &mut err),
        Err(unread) => {
            // Nothing can be done where even standard error is closed.
            let _ = writeln!(err, "nimrule: standard input cannot be read: {unread}");
            match unread {
                Unread::Why(_) => Exit::Input,
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
    shell.set_script();
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
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    outcome = outcome.max(shell.enter_with(text, &mut say).outcome);
    if let Some(error) = broken {
        let why = disk::in_words(&error);
        let _ = writeln!(err, "nimrule: the answers cannot be written: {why}");
        outcome = outcome.max(Exit::Input);
    }
    outcome
}
