//! Commands and their arguments, as those who run them see them.

use super::out::Out;
use super::shell::Shell;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// What stands behind a command, for completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    File,
    Definition,
    Expression,
    /// One of these words.
    Words(&'static [&'static str]),
    Topic,
}

/// A command.
pub(super) struct Command {
    pub(super) name: &'static str,
    /// Other names for it.
    pub(super) aliases: &'static [&'static str],
    /// Its arguments, as help shows them.
    pub(super) args: &'static str,
    pub(super) about: &'static str,
    pub(super) takes: Takes,
    pub(super) run: fn(&mut Shell, &Call<'_>, &mut Out<'_>),
}

/// A command that was entered.
pub(super) struct Call<'a> {
    /// The whole line.
    pub(super) line: &'a str,
    /// The number of the line in what was entered, from 0.
    pub(super) number: usize,
    /// Where the word with the colon stands.
    pub(super) word: (usize, usize),
    /// What follows it, trimmed, and where that begins.
    pub(super) rest: &'a str,
    pub(super) rest_start: usize,
}

impl Command {
    /// The command with this name, or for which the name stands.
    pub(super) fn named<'c>(commands: &'c [Command], word: &str) -> Option<&'c Command> {
        let word = word
            .strip_suffix('!')
            .filter(|word| *word == ":save")
            .unwrap_or(word);
        commands
            .iter()
            .find(|command| command.name == word || command.aliases.contains(&word))
    }
}

impl Call<'_> {
    /// Complains about the argument, or about the command where there is none.
    pub(super) fn refuse(
        &self,
        shell: &mut Shell,
        out: &mut Out<'_>,
        error: Diagnostic,
        argument: bool,
    ) {
        let (start, end) = if argument && !self.rest.is_empty() {
            (self.rest_start, self.rest_start + self.rest.len())
        } else {
            self.word
        };
        let (source, text) = shell.add_text(self.line, self.number);
        let padding = text.len() - self.line.len();
        let span = Span::new(source, padding + start, padding + end);
        let report = shell.book().report(vec![error.label(span, "")]);
        shell.report(&report, out);
    }

    /// Complains where the argument is missing.
    pub(super) fn needs_argument(&self, shell: &mut Shell, out: &mut Out<'_>, help: &str) -> bool {
        if self.rest.is_empty() {
            let word = self.line.get(self.word.0..self.word.1).unwrap_or("");
            let error = Diagnostic::error("command", format!("`{word}` needs an argument"));
            self.refuse(shell, out, error.help(help), false);
        }
        self.rest.is_empty()
    }

    /// The argument as a file name: quotes around it may be written.
    pub(super) fn file(&self) -> &str {
        let inside = self
            .rest
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        inside.unwrap_or(self.rest)
    }
}
