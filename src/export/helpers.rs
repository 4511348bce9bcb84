//! The texts that programs are put together from: functions of the language that C++, Python or Rust do not have, or have
//! otherwise, and what stands around the moves.
//!
//! They stand in files for each language, each behind a line `//= NAME USED…` that names it and those it calls.

use std::collections::BTreeSet;

use super::words::{CPP, Words};

/// The pieces of a text: the name of each, those it calls, and what it is.
fn pieces(
    words: &Words,
    text: &'static str,
) -> Vec<(&'static str, Vec<&'static str>, &'static str)> {
    let pieces = text.split(words.mark).skip(1).map(|piece| {
        let (head, text) = piece.split_once('\n').unwrap_or((piece, ""));
        let mut head = head.split_whitespace();
        (head.next().unwrap_or(""), head.collect(), text.trim_end())
    });
    pieces.collect()
}

/// The names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    pieces(&CPP, CPP.helpers).into_iter().map(|(name, ..)| name)
}

/// The texts of these functions and of those they call, in an order in which each stands behind those it calls.
pub(super) fn texts(words: &Words, wanted: &BTreeSet<&'static str>) -> Vec<&'static str> {
    let mut needed: BTreeSet<&str> = wanted.iter().copied().collect();
    let all = pieces(words, words.helpers);
    // In the files each stands behind those it calls.
    for (name, used, _) in all.iter().rev() {
        if needed.contains(name) {
            needed.extend(used);
        }
    }
    let texts = all
        .iter()
        .filter(|(name, _, text)| needed.contains(name) && !text.is_empty());
    texts.map(|(.., text)| *text).collect()
}

/// The frame of a program: `size`, `period`, `ascending` or `search`.
pub(super) fn frame(words: &Words, name: &str) -> &'static str {
    let frames = pieces(words, words.frames);
    let found = frames.iter().find(|(own, ..)| *own == name);
    found.map_or("", |(.., text)| text)
}

#[cfg(test)]
mod tests {
    use super::super::words::{PYTHON, RUST};
    use super::*;

    #[test]
    fn all_languages_have_the_same_functions() {
        let all: Vec<&str> = names().collect();
        assert!(all.len() > 30);
        for words in [&CPP, &PYTHON, &RUST] {
            let own = pieces(words, words.helpers);
            let names: Vec<&str> = own.iter().map(|(name, ..)| *name).collect();
            assert_eq!(names, all);
            for (place, (name, used, _)) in own.iter().enumerate() {
                for other in used {
                    let before = all.iter().position(|name| name == other);
                    assert!(before < Some(place), "{name} calls {other}");
                }
            }
            let frames = pieces(words, words.frames);
            let names: Vec<&str> = frames.iter().map(|(name, ..)| *name).collect();
            assert_eq!(names, ["size", "period", "ascending", "search"]);
        }
    }
}
