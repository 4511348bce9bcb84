//! How C++17, Python 3 and Rust write things: what programs are put together from, as texts for each.
//!
//! The texts of a language stand in two files. In them `$name` stands for what [`fill`] puts there. One has how types, terms
//! and steps are written, and the frame of whole programs: each text behind a line `//= NAME…` with all names that it goes by.
//! The other has functions of the rules' language that this one does not have, or has otherwise: each behind a line
//! `//= NAME USED…` that names it and those it calls.

use std::collections::BTreeSet;
use std::iter::once;

use hashbrown::HashMap;

use super::program::Binary;

/// How a language writes things.
pub(super) struct Words {
    texts: &'static str,
    helpers: &'static str,
    pub(super) comment: &'static str,
    /// What stands behind a function or the tables.
    pub(super) gap: &'static str,
    /// Before what is not used.
    pub(super) maybe_unused: &'static str,
    /// Signs that are not those of [`Binary::sign`], and functions of the library that are operations here.
    pub(super) signs: &'static [(Binary, &'static str)],
    pub(super) operations: &'static [(&'static str, Binary)],
    /// How tightly `not` binds.
    pub(super) not: u8,
}

pub(super) static CPP: Words = Words {
    texts: include_str!("helpers/words.cpp"),
    helpers: include_str!("helpers/helpers.cpp"),
    comment: "//",
    gap: "\n",
    maybe_unused: "[[maybe_unused]] ",
    signs: &[],
    operations: &[],
    not: 8,
};

pub(super) static PYTHON: Words = Words {
    texts: include_str!("helpers/words.py"),
    helpers: include_str!("helpers/helpers.py"),
    comment: "#",
    gap: "\n\n",
    maybe_unused: "",
    signs: &[
        (Binary::Div, "//"),
        (Binary::And, "and"),
        (Binary::Or, "or"),
    ],
    operations: &[("floor_div", Binary::Div), ("floor_mod", Binary::Rem)],
    not: 3,
};

pub(super) static RUST: Words = Words {
    texts: include_str!("helpers/words.rs"),
    helpers: include_str!("helpers/helpers.rs"),
    maybe_unused: "",
    ..CPP
};

impl Words {
    /// The texts of a file: the first name in the line before each, the others there, and what it is.
    fn pieces(
        &self,
        file: &'static str,
    ) -> impl DoubleEndedIterator<Item = (&'static str, Vec<&'static str>, &'static str)> {
        let mark = format!("{}= ", self.comment);
        let pieces: Vec<&str> = file.split(&mark).skip(1).collect();
        pieces.into_iter().map(|piece| {
            let (head, text) = piece.split_once('\n').unwrap_or((piece, ""));
            let mut head = head.split_whitespace();
            (head.next().unwrap_or(""), head.collect(), text.trim_end())
        })
    }

    /// How types, terms and steps are written, and the frame of programs, by name.
    pub(super) fn texts(&self) -> HashMap<&'static str, &'static str> {
        let pieces = self.pieces(self.texts);
        pieces
            .flat_map(|(name, more, text)| once(name).chain(more).map(move |it| (it, text)))
            .collect()
    }

    /// These functions and those they call, in an order in which each stands behind those it calls.
    pub(super) fn helpers(&self, wanted: &BTreeSet<&'static str>) -> Vec<&'static str> {
        let mut needed: BTreeSet<&str> = wanted.clone();
        let mut texts = Vec::new();
        // In the files each stands behind those it calls.
        for (name, used, text) in self.pieces(self.helpers).rev() {
            if needed.contains(name) {
                needed.extend(used);
                texts.extend(Some(text).filter(|text| !text.is_empty()));
            }
        }
        texts.reverse();
        texts
    }
}

/// The names of all functions that programs bring along.
pub(super) fn helper_names() -> impl Iterator<Item = &'static str> {
    CPP.pieces(CPP.helpers).map(|(name, ..)| name)
}

/// A text with what stands for its slots. A line that is a slot takes several lines with its indentation, and none where there is
/// nothing; a line behind `$name?` stands only where there is something for that name.
pub(super) fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let value = |name: &str| {
        let slot = slots.iter().find(|(own, _)| *own == name);
        slot.map(|(_, value)| *value)
    };
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let written = line.trim_start();
        let (indentation, _) = line.split_at(line.len() - written.len());
        let slot = written.strip_prefix('$').map(split_name);
        let written = match slot {
            Some((name, "")) => {
                let inside = value(name).unwrap_or(written);
                lines.extend(inside.lines().map(|line| match line {
                    "" => String::new(),
                    line => format!("{indentation}{line}"),
                }));
                continue;
            }
            Some((name, rest)) if rest.starts_with('?') => match value(name) {
                Some("") => continue,
                _ => rest.trim_start_matches('?'),
            },
            _ => written,
        };
        let mut pieces = written.split('$');
        let mut filled = format!("{indentation}{}", pieces.next().unwrap_or(""));
        for piece in pieces {
            let (name, rest) = split_name(piece);
            match value(name) {
                Some(value) => filled.push_str(value),
                // A slot that nobody knows is left for all to see; tests look for none.
                None => filled.extend(["$", name]),
            }
            filled.push_str(rest);
        }
        lines.push(filled.trim_end().to_owned());
    }
    lines.join("\n")
}

/// A name at the beginning of a text, perhaps in braces, and the rest.
fn split_name(text: &str) -> (&str, &str) {
    if let Some(braced) = text.strip_prefix('{') {
        return braced.split_once('}').unwrap_or((braced, ""));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all texts but the functions, in the order of the alphabet.
    fn text_names(words: &Words) -> Vec<&'static str> {
        let pieces = words.pieces(words.texts);
        let names = pieces.flat_map(|(name, more, _)| once(name).chain(more));
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn all_languages_have_the_same_texts() {
        let names: Vec<&str> = helper_names().collect();
        assert!(names.len() > 30);
        let texts = text_names(&CPP);
        for words in [&CPP, &PYTHON, &RUST] {
            let own = words.pieces(words.helpers).map(|(name, ..)| name);
            assert_eq!(own.collect::<Vec<_>>(), names);
            for (place, (name, used, _)) in words.pieces(words.helpers).enumerate() {
                for other in used {
                    let before = names.iter().position(|name| *name == other);
                    assert!(before < Some(place), "{name} calls {other}");
                }
            }
            assert_eq!(text_names(words), texts);
            assert_eq!(words.texts().len(), texts.len());
        }
    }
}
