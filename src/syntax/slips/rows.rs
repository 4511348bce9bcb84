//! Rows of the tables of what people say, which are found word by word, and what is written for them.
//!
//! `a|b` is one of several words, and one that ends with `?` may be missing. What words in capitals and signs stand for is up to the
//! kind of sentence.

use std::sync::LazyLock;

/// The rows of a table, which are read once.
pub(crate) type Table = LazyLock<Vec<Row>>;

/// What is said, and what is written for it.
pub(crate) struct Row {
    pub(crate) said: &'static str,
    pub(crate) written: &'static str,
    /// The words one of which it begins with; nothing: it may begin with others.
    pub(crate) heads: Vec<&'static str>,
}

impl Row {
    /// The lines of a table with `=>` between what is said and what is written. Others are remarks.
    pub(crate) fn all(table: &'static str) -> Vec<Row> {
        let rows = table.lines().filter_map(|row| row.split_once(" =>"));
        let rows = rows.map(|(said, written)| Row {
            said: said.trim(),
            written: written.trim(),
            heads: heads(said.trim()),
        });
        rows.collect()
    }
}

fn heads(said: &'static str) -> Vec<&'static str> {
    let mut words = said.split(' ');
    let first = words.find(|word| !word.starts_with(['^', '!']));
    let is_plain = |first: &&str| first.chars().all(|c| c.is_ascii_lowercase() || c == '|');
    let plain = first.filter(is_plain);
    plain.map_or(Vec::new(), |first| first.split('|').collect())
}

/// Something that rows are held against.
pub(crate) trait Sentence {
    /// Where that may end which a word of a row stands for and which begins at a place, and what is kept of it.
    fn ends(&self, choice: &str, at: usize) -> Vec<(usize, Option<String>)>;

    /// Whether a row may end before a place.
    fn may_end(&self, at: usize) -> bool;

    /// What is said from a place on, where that is such a row.
    fn row(&self, row: &str, first: usize) -> Option<FoundRow> {
        let mut found = FoundRow {
            end: first,
            names: Vec::new(),
        };
        goes_on(self, row, &mut found).then_some(found)
    }
}

/// What a row was found to be.
#[derive(Debug, Clone)]
pub(crate) struct FoundRow {
    pub(crate) end: usize,
    pub(crate) names: Vec<String>,
}

fn goes_on<S: Sentence + ?Sized>(sentence: &S, row: &str, found: &mut FoundRow) -> bool {
    let at = found.end;
    if row.is_empty() {
        return sentence.may_end(at);
    }
    let (word, rest) = row.split_once(' ').unwrap_or((row, ""));
    let (choices, optional) = match word.strip_suffix('?') {
        Some(choices) => (choices, true),
        None => (word, false),
    };
    let kept = found.names.len();
    for choice in choices.split('|') {
        for (end, name) in sentence.ends(choice, at) {
            found.names.extend(name);
            found.end = end;
            if goes_on(sentence, rest, found) {
                return true;
            }
            found.names.truncate(kept);
        }
    }
    found.end = at;
    optional && goes_on(sentence, rest, found)
}

impl FoundRow {
    /// What is written for it: `@` is what is spoken of, `$1`, `$2` what was kept, and `$1+1` the number behind it.
    pub(crate) fn fill(&self, written: &str, it: &str) -> String {
        let mut text = written.replace('@', it);
        for (number, name) in self.names.iter().enumerate() {
            let place = format!("${}", number + 1);
            for (sign, more) in [("+", 1), ("-", -1)] {
                let next = match name.parse::<i64>() {
                    Ok(number) => number.saturating_add(more).to_string(),
                    Err(_) => format!("{name} {sign} 1"),
                };
                text = text.replace(&format!("{place}{sign}1"), &next);
            }
            text = text.replace(&place, name);
        }
        text
    }
}
