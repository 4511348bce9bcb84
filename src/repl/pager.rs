//! Long answers, shown a page at a time.

use super::commands::Call;
use super::shell::{Out, Shell};
use crate::text::diagnostic::Diagnostic;
use crate::text::words::noun;

/// The first lines of a text, at most so many, and the rest.
pub(super) fn cut(text: &str, lines: usize) -> (&str, &str) {
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

impl Shell {
    /// Whether `:more` has something to show.
    pub fn has_more(&self) -> bool {
        !self.held.is_empty()
    }
}

/// Keeps what did not fit for `:more`, and says how much that is.
pub(super) fn keep(shell: &mut Shell, out: &mut Out<'_>) {
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

/// `:more`: the next page of the last answer, or all of it.
pub(super) fn more(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "all" => out.room = None,
        "" => {}
        _ => {
            let error = Diagnostic::error("command", "`:more` takes `all` or nothing");
            return call.refuse(shell, out, error, true);
        }
    }
    if shell.held.is_empty() {
        return out.answer("there is no more");
    }
    let held = std::mem::take(&mut shell.held);
    out.answer(held);
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
