//! A script instead of a terminal: everything on standard input, in order, to its end.

use std::io::{ErrorKind, Read, Write};

use super::shell::{Said, Shell};
use crate::disk;
use crate::exit::Exit;
use crate::interrupt::awaiting;
use crate::output;
use crate::text::source::decode;

/// Runs the entries on standard input; returns the exit code.
pub fn run(shell: &mut Shell, files: &[String]) -> u8 {
    let mut bytes = Vec::new();
    let read = awaiting(|| std::io::stdin().lock().read_to_end(&mut bytes));
    let text = read
        .map_err(|error| error.to_string())
        .and_then(|_| decode(bytes));
    let (mut out, mut err) = (output::standard(), std::io::stderr().lock());
    match text {
        Ok(text) => run_text(shell, files, &text, &mut out, &mut err),
        Err(why) => {
            // Nothing can be done where even standard error is closed.
            let _ = writeln!(err, "nimrule: standard input cannot be read: {why}");
            Exit::Input.code()
        }
    }
}

/// Loads files and runs the entries of a text, even behind one that failed; returns the exit code.
pub fn run_text(
    shell: &mut Shell,
    files: &[String],
    text: &str,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
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
    outcome.code()
}
