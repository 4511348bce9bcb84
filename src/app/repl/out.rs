//! What the prompt says, a page at a time, and how an entry went.

use crate::app::exit::Exit;
use crate::report::Look;
use crate::report::look::Shown;

/// Something to print; its last line has no line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// For standard output.
    Answer(String),
    /// For standard error where the two differ.
    Complaint(String),
}

impl Said {
    pub fn text(&self) -> &str {
        match self {
            Said::Answer(text) | Said::Complaint(text) => text,
        }
    }
}

/// What came of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What to print, in order.
    pub said: Vec<Said>,
    /// The worst that happened.
    pub outcome: Exit,
    /// Whether the user wants to leave.
    pub quit: bool,
}

impl Reply {
    /// All that is to be printed, with a line break after each part.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for said in &self.said {
            text.push_str(said.text());
            text.push('\n');
        }
        text
    }

    pub fn failed(&self) -> bool {
        self.outcome != Exit::Fine
    }
}

/// How a text that was entered ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The worst that happened.
    pub outcome: Exit,
    /// Whether the user wants to leave.
    pub quit: bool,
}

/// Where an entry's output goes.
pub(super) struct Out<'a> {
    say: &'a mut dyn FnMut(Said),
    look: Look,
    pub(super) outcome: Exit,
    pub(super) quit: bool,
    pub(super) interrupted: bool,
    /// How many more lines of answers fit on the page; `None`: any number.
    pub(super) room: Option<usize>,
    /// The lines that did not fit.
    pub(super) held: String,
}

impl<'a> Out<'a> {
    /// An output with room for so many lines.
    pub(super) fn new(say: &'a mut dyn FnMut(Said), room: Option<usize>, look: Look) -> Out<'a> {
        Out {
            say,
            look,
            outcome: Exit::Fine,
            quit: false,
            interrupted: false,
            room,
            held: String::new(),
        }
    }

    /// Says an answer, or as much of it as fits on the page.
    pub(super) fn answer(&mut self, text: impl Into<String>) {
        let text = self.shown(&text.into());
        let Some(room) = &mut self.room else {
            return (self.say)(Said::Answer(text));
        };
        let (shown, rest) = cut(&text, *room);
        *room -= shown.lines().count().min(*room);
        if !shown.is_empty() || rest.is_empty() {
            (self.say)(Said::Answer(shown.to_string()));
        }
        if !rest.is_empty() {
            *room = 0;
            if !self.held.is_empty() {
                self.held.push('\n');
            }
            self.held.push_str(rest);
        }
    }

    /// A text without what a terminal would obey.
    fn shown(&self, text: &str) -> String {
        let look = self.look;
        Shown { text, look }.to_string()
    }

    pub(super) fn complain(&mut self, text: impl Into<String>, outcome: Exit) {
        let text = self.shown(&text.into());
        (self.say)(Said::Complaint(text));
        self.outcome = self.outcome.max(outcome);
    }

    pub(super) fn refute(&mut self, text: impl Into<String>) {
        self.answer(text);
        self.outcome = self.outcome.max(Exit::Failed);
    }
}

/// The first lines of a text, at most so many, and the rest.
fn cut(text: &str, lines: usize) -> (&str, &str) {
    if lines == 0 {
        return ("", text);
    }
    match text.match_indices('\n').nth(lines - 1) {
        Some((at, _)) => {
            let (shown, rest) = text.split_at(at);
            (shown, rest.strip_prefix('\n').unwrap_or(rest))
        }
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_between_lines() {
        for (text, lines, shown, rest) in [
            ("a\nb\nc", 2, "a\nb", "c"),
            ("a\nb\nc", 3, "a\nb\nc", ""),
            ("a\nb\nc", 0, "", "a\nb\nc"),
            ("a\n\nc", 1, "a", "\nc"),
            ("", 1, "", ""),
        ] {
            assert_eq!(cut(text, lines), (shown, rest), "{text:?} at {lines}");
        }
    }
}
