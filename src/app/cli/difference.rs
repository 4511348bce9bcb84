//! The difference of two texts that differ in blanks alone.

use std::fmt::Write;

use similar::algorithms::{Capture, DiffHook, NoFinishHook, Replace, myers};
use similar::udiff::UnifiedHunkHeader;
use similar::{ChangeTag, group_diff_ops};

use crate::text::signs;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many lines that stay are shown around those that change.
const AROUND: usize = 3;

/// A piece has no fewer lines, where there are more, so that what moved by a few lines is seen.
const PIECE: usize = 32;

/// Of more lines than these that stand for one, all change.
const LONG: usize = 2000;

/// The lines of a text with how much of it is not blank up to the end of each.
struct Lines<'t> {
    lines: Vec<&'t str>,
    inked: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        let mut inked = 0;
        let plain = signs::read(text);
        let count = plain.split_inclusive('\n').map(|line| {
            inked += line.chars().filter(|sign| !sign.is_whitespace()).count();
            inked
        });
        Lines {
            inked: count.collect(),
            lines: text.split_inclusive('\n').collect(),
        }
    }

    /// Where the first piece from `at` on ends that has `inked` in all; behind the blank lines that follow.
    fn end(&self, at: usize, inked: usize) -> usize {
        at + self
            .inked
            .iter()
            .skip(at)
            .take_while(|&&it| it <= inked)
            .count()
    }
}

/// The lines that change as a unified difference, where the texts differ in blanks alone. O(length of the texts): lines are
/// compared between places that have the same in front of them, where these are not many.
pub fn difference(name: &str, old: &str, new: &str, budget: &mut Budget) -> Result<String, Limit> {
    let (from, to) = (Lines::of(old), Lines::of(new));
    let mut hook = Replace::new(Capture::new());
    let (mut at, mut there) = (0, 0);
    while at < from.lines.len() || there < to.lines.len() {
        budget.look()?;
        let (end, upto) = piece(&from, &to, at, there);
        let mut part = NoFinishHook::new(&mut hook);
        let Ok(()) = match (end - at).max(upto - there) > LONG {
            true => part.replace(at, end - at, there, upto - there),
            false => myers::diff(&mut part, &from.lines, at..end, &to.lines, there..upto),
        };
        (at, there) = (end, upto);
    }
    let Ok(()) = hook.finish();
    let mut written = format!("--- {name}\n+++ in the one style\n");
    for hunk in group_diff_ops(hook.into_inner().into_ops(), AROUND) {
        let _ = writeln!(written, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk
            .iter()
            .flat_map(|op| op.iter_changes(&from.lines, &to.lines))
        {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value();
            let missing = match line.ends_with('\n') {
                true => "",
                false => "\n\\ No newline at end of file\n",
            };
            written.extend([sign.to_string().as_str(), line, missing]);
        }
    }
    Ok(written)
}

/// Where the next piece of both ends: at lines with the same in front of them.
fn piece(from: &Lines<'_>, to: &Lines<'_>, at: usize, there: usize) -> (usize, usize) {
    let mut ends = from.inked.iter().skip(at + PIECE);
    let shared = ends.find(|inked| {
        to.inked
            .get(there..)
            .is_some_and(|it| it.binary_search(inked).is_ok())
    });
    match shared {
        Some(&inked) => (from.end(at, inked), to.end(there, inked)),
        None => (from.lines.len(), to.lines.len()),
    }
}

#[cfg(test)]
mod tests {
    use similar::TextDiff;

    use super::*;
    use crate::work::budget::Limits;

    /// As few lines change as the library finds in the whole texts, and both texts can be read off them.
    #[test]
    fn texts_are_told_by_their_difference() {
        let game =
            "game a {\n  take   1..2\n\n\n\n   misere\n}\nexpect winner(a[3])==first   # x\n";
        let styled =
            "game a {\n    take 1..2\n\n    misere\n}\nexpect winner(a[3]) == first  # x\n";
        let mut budget = Budget::start(&Limits::default());
        for times in [1, 2, 3, 50] {
            let end = "let y = 1\n";
            let (old, new) = (game.repeat(times) + end, styled.repeat(times) + end);
            let found = difference("a", &old, &new, &mut budget).expect("no limit");
            let lines: Vec<&str> = found.split_inclusive('\n').skip(3).collect();
            let with = |sign: char| {
                let lines = lines
                    .iter()
                    .filter(move |line| line.starts_with([' ', sign]));
                lines.map(|line| &line[1..]).collect::<String>()
            };
            assert!(
                (with('-'), with('+')) == (old.clone(), new.clone()),
                "{times}"
            );
            let whole = TextDiff::from_lines(&old, &new).unified_diff().to_string();
            assert_eq!(lines.len() + 1, whole.lines().count(), "{times}");
        }
    }

    #[test]
    fn a_long_text_is_compared_in_short_pieces() {
        let (old, new) = ("take  1\n\n\n".repeat(5000), "    take 1\n\n".repeat(5000));
        let (from, to) = (Lines::of(&old), Lines::of(&new));
        let (mut at, mut there) = (0, 0);
        while at < from.lines.len() {
            let (end, upto) = piece(&from, &to, at, there);
            assert!(end - at < 2 * PIECE && upto - there < 2 * PIECE);
            (at, there) = (end, upto);
        }
        assert_eq!((at, there), (from.lines.len(), to.lines.len()));
    }
}
