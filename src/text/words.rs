//! Small words: counts with their nouns, lists, columns; and the characters that are never shown.

use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

/// The noun that goes with a count.
pub(crate) fn noun<'a>(count: impl PartialEq + From<u8>, one: &'a str, many: &'a str) -> &'a str {
    if count == 1.into() { one } else { many }
}

/// `1 game`, `2 games`.
pub(crate) fn counted(
    count: impl PartialEq + From<u8> + Display + Copy,
    one: &str,
    many: &str,
) -> String {
    format!("{count} {}", noun(count, one, many))
}

/// `no arguments`, `1 argument`, `2 arguments`.
pub(crate) fn none_or_more(count: usize, one: &str) -> String {
    let number = if count == 0 { "no" } else { &count.to_string() };
    format!("{number} {one}{}", noun(count, "", "s"))
}

/// `1, 2 and 3`: the phrases with a word before the last one; `None`: there are none.
pub(crate) fn joined(phrases: &[String], word: &str) -> Option<String> {
    let (last, others) = phrases.split_last()?;
    Some(match others {
        [] => last.clone(),
        _ => format!("{} {word} {last}", others.join(", ")),
    })
}

/// Numbers that follow each other, as they are written.
pub(crate) fn range(numbers: &RangeInclusive<i64>) -> String {
    format!("{}..{}", numbers.start(), numbers.end())
}

/// A text as part of a name: its letters and digits, with `_` where others stand between them.
pub(crate) fn as_name(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("_")
}

/// Whether a word stands in a list of words with blanks between them.
pub(crate) fn is_among(word: &str, list: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// At most `limit` characters of what is written, and whether that is all: no more of it is made.
pub(crate) fn begun(of: &dyn Display, limit: usize) -> (String, bool) {
    struct Begun {
        text: String,
        left: usize,
    }
    impl Write for Begun {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            let end = part.char_indices().nth(self.left);
            let end = end.map_or(part.len(), |(end, _)| end);
            self.text.push_str(&part[..end]);
            self.left -= part[..end].chars().count();
            match end == part.len() {
                true => Ok(()),
                false => Err(fmt::Error),
            }
        }
    }
    let (text, left) = (String::new(), limit);
    let mut begun = Begun { text, left };
    let is_all = write!(begun, "{of}").is_ok();
    (begun.text, is_all)
}

/// A text without the double quotes that may stand around it.
#[cfg(feature = "program")]
pub(crate) fn unquoted(text: &str) -> &str {
    let inside = text.strip_prefix('"');
    let inside = inside.and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(text)
}

/// A text on one line, with single blanks.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What comments say with which these lines begin.
#[cfg(feature = "program")]
pub(crate) fn comment<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let said = lines.map_while(|line| line.trim_start().strip_prefix('#'));
    let said: Vec<&str> = said.map(str::trim).collect();
    said.join(" ")
}

/// `1, 2, … and 7 more`: the first few words of many.
pub(crate) fn shortened(
    words: impl ExactSizeIterator<Item = impl ToString>,
    most: usize,
) -> String {
    let more = words.len().saturating_sub(most);
    let mut shown: Vec<String> = words.take(most).map(|word| word.to_string()).collect();
    if more > 0 {
        shown.push(format!("… and {more} more"));
    }
    shown.join(", ")
}

/// Whether a character does something to a terminal rather than show there.
pub(crate) fn is_harmful(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// No column is made wider for what stands in it: texts of more characters reach beyond.
const WIDEST: usize = 1000;

/// How many characters the longest text has, as far as a column is made wide enough for it.
pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.max().unwrap_or(0).min(WIDEST)
}

/// Rows with their columns aligned.
pub(crate) fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().clamp(*width, WIDEST);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(&format!(" {cell:width$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_words() {
        let words = |count: usize| -> Vec<String> { (1..=count).map(|n| n.to_string()).collect() };
        assert_eq!(joined(&[], "and"), None);
        assert_eq!(joined(&words(1), "and").as_deref(), Some("1"));
        assert_eq!(joined(&words(3), "or").as_deref(), Some("1, 2 or 3"));
        assert_eq!(shortened(words(3).iter(), 3), "1, 2, 3");
        assert_eq!(shortened(words(4).iter(), 2), "1, 2, … and 2 more");
        assert_eq!(none_or_more(0, "value"), "no values");
        assert_eq!(none_or_more(1, "value"), "1 value");
        assert_eq!(counted(2, "box", "boxes"), "2 boxes");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["a", "∞", "x"], ["bcd", "10", ""]].map(|row| row.map(str::to_string));
        assert_eq!(aligned(&rows), "  a     ∞    x\n  bcd   10\n");
    }
}
