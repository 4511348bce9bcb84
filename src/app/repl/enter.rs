//! What was entered: texts of any number of lines, with definitions, questions and commands.

use std::sync::atomic::Ordering;

use super::commands;
use super::out::{End, Out, Reply, Said};
use super::shell::Shell;
use crate::syntax::is_unfinished;
use crate::text::diagnostic::guarded;
use crate::text::words::noun;

impl Shell {
    /// Does what a text says: entries and commands, of any number of lines.
    pub fn enter(&mut self, input: &str) -> Reply {
        let mut said = Vec::new();
        let end = self.enter_with(input, &mut |part| said.push(part));
        Reply {
            said,
            outcome: end.outcome,
            quit: end.quit,
        }
    }

    /// Like [`Shell::enter`], with each part said as soon as it is known.
    pub fn enter_with(&mut self, input: &str, say: &mut dyn FnMut(Said)) -> End {
        self.interrupt().store(false, Ordering::Relaxed);
        let mut out = Out::new(say, self.lines, self.look());
        if let Err(internal) = guarded(|| self.run(input, 0, &mut out)) {
            self.session.forget();
            let report = self.book().report(vec![internal]);
            self.report(&report, &mut out);
        }
        keep(self, &mut out);
        End {
            outcome: out.outcome,
            quit: out.quit,
        }
    }

    /// Does what a text says that begins at a line (counted from 0) of what was entered.
    pub(super) fn run(&mut self, input: &str, first: usize, out: &mut Out<'_>) {
        // No entry has a line that begins with a colon, so such a line is a command even where a bracket is missing.
        let mut chunk = String::new();
        let mut chunk_line = first;
        for (line, number) in input.split_inclusive('\n').zip(first..) {
            let trimmed = line.trim_end();
            if self.play_line(line, out) {
                chunk_line = number + 1;
            } else if trimmed.trim_start().starts_with(':') {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                if !out.interrupted {
                    commands::run(self, trimmed, number, out);
                }
                chunk_line = number + 1;
            } else if let Some(command) = bare_command(trimmed.trim_start())
                && !is_unfinished(&chunk)
            {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                chunk_line = number + 1;
                let has_meaning = self.book().definition_text(trimmed.trim_start()).is_some();
                match out.interrupted {
                    true => {}
                    false if has_meaning => self.entries(trimmed, number, out),
                    false => commands::run(self, command, number, out),
                }
            } else {
                chunk.push_str(line);
            }
            if out.quit || out.interrupted {
                return;
            }
        }
        self.entries(&chunk, chunk_line, out);
    }
}

/// Keeps what did not fit for `:more`, and says how much that is.
fn keep(shell: &mut Shell, out: &mut Out<'_>) {
    shell.held = std::mem::take(&mut out.held);
    let count = shell.held.lines().count();
    if count > 0 {
        out.room = None;
        let lines = noun(count, "line", "lines");
        out.answer(format!(
            "… {count} more {lines}: Enter shows the next page, `:more all` everything"
        ));
    }
}

/// Words that people type at any prompt.
fn bare_command(text: &str) -> Option<&'static str> {
    match text {
        "help" | "?" => Some(":help"),
        "quit" | "exit" => Some(":quit"),
        "why" => Some(":why"),
        _ => None,
    }
}
