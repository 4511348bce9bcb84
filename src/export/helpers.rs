//! The functions that programs bring along: those of the language that C++, Python or Rust do not have, or have otherwise.
//!
//! They stand in a file for each language, each behind a line `//= NAME USED…` that names it and those it calls.

use std::collections::BTreeSet;

/// The file for a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Library {
    Cpp,
    Python,
    Rust,
}

impl Library {
    fn text(self) -> (&'static str, &'static str) {
        match self {
            Library::Cpp => (include_str!("helpers/helpers.cpp"), "//= "),
            Library::Python => (include_str!("helpers/helpers.py"), "#= "),
            Library::Rust => (include_str!("helpers/helpers.rs"), "//= "),
        }
    }

    /// Each function: its name, those it calls, and its text.
    fn functions(
        self,
    ) -> impl Iterator<
        Item = (
            &'static str,
            std::str::SplitWhitespace<'static>,
            &'static str,
        ),
    > {
        let (text, mark) = self.text();
        text.split(mark).skip(1).map(|function| {
            let (head, text) = function.split_once('\n').unwrap_or((function, ""));
            let mut words = head.split_whitespace();
            (words.next().unwrap_or(""), words, text.trim_end())
        })
    }
}

/// The names of all functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    Library::Cpp.functions().map(|(name, ..)| name)
}

/// The texts of these functions and of those they call, in an order in which each stands behind those it calls.
pub(super) fn texts(library: Library, wanted: &BTreeSet<&'static str>) -> Vec<&'static str> {
    let mut needed: BTreeSet<&str> = wanted.iter().copied().collect();
    let all: Vec<_> = library.functions().collect();
    // In the files each stands behind those it calls.
    for (name, used, _) in all.iter().rev() {
        if needed.contains(name) {
            needed.extend(used.clone());
        }
    }
    let texts = all
        .iter()
        .filter(|(name, _, text)| needed.contains(name) && !text.is_empty());
    texts.map(|(.., text)| *text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_the_same_functions() {
        let all: Vec<&str> = names().collect();
        assert!(all.len() > 30);
        for library in [Library::Cpp, Library::Python, Library::Rust] {
            let own: Vec<&str> = library.functions().map(|(name, ..)| name).collect();
            assert_eq!(own, all, "{library:?}");
            for (place, (name, used, _)) in library.functions().enumerate() {
                for other in used {
                    let before = all.iter().position(|name| *name == other);
                    assert!(before < Some(place), "{library:?}: {name} calls {other}");
                }
            }
        }
    }
}
