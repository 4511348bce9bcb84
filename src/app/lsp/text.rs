//! The text of a document, and the places in it: bytes here, lines and UTF-16 units for the client.

use std::ops::Range;
use std::sync::Arc;

use lsp_types as lsp;

use crate::text::signs::PlainText;
use crate::text::source::{Span, without_mark};

/// How many bytes of a line lie between two marks at most, about.
const BETWEEN_MARKS: usize = 1 << 10;

/// A text in which places are found by halving.
#[derive(Debug, Clone)]
pub struct Text {
    text: Arc<str>,
    /// The rules as they are read, where they may have other signs.
    signs: Option<Arc<PlainText>>,
    /// The beginnings of lines, and places within long ones.
    marks: Vec<Mark>,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    byte: usize,
    line: u32,
    /// UTF-16 units before it on its line.
    unit: u32,
}

impl Text {
    pub fn new(text: &str) -> Text {
        let mut here = Mark {
            byte: 0,
            line: 0,
            unit: 0,
        };
        let mut marks = vec![here];
        let mut last = 0;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            here.byte += c.len_utf8();
            here.unit += c.len_utf16() as u32;
            // A line ends with `\n`, `\r\n` or `\r`.
            let is_end = c == '\n' || c == '\r' && chars.peek() != Some(&'\n');
            if is_end {
                (here.line, here.unit) = (here.line + 1, 0);
            }
            if is_end || here.byte - last >= BETWEEN_MARKS {
                marks.push(here);
                last = here.byte;
            }
        }
        let signs = || Arc::new(PlainText::of(without_mark(text)));
        Text {
            text: text.into(),
            signs: (!text.is_ascii()).then(signs),
            marks,
        }
    }

    /// The text without a byte order mark, from behind which places count elsewhere in the program.
    pub fn rules(&self) -> &str {
        without_mark(&self.text)
    }

    /// The rules as they are read, with plain signs, which is what places in them count in.
    pub fn plain(&self) -> &str {
        let signs = self.signs.as_ref();
        signs.map_or(self.rules(), |signs| &signs.plain)
    }

    /// The bytes of the rules that were read as these.
    pub fn around(&self, read: Range<usize>) -> Range<usize> {
        match &self.signs {
            Some(signs) => signs.around(read),
            None => read,
        }
    }

    fn behind_mark(&self) -> usize {
        self.text.len() - self.rules().len()
    }

    /// The place of a byte of the rules, or of the character that it is within.
    pub fn position(&self, byte: usize) -> lsp::Position {
        let byte = (byte + self.behind_mark()).min(self.text.len());
        let next = self.marks.partition_point(|mark| mark.byte <= byte);
        let mark = self.marks[next.saturating_sub(1)];
        let mut units = mark.unit;
        let mut at = mark.byte;
        for c in self.text[mark.byte..].chars() {
            at += c.len_utf8();
            if at > byte {
                break;
            }
            units += c.len_utf16() as u32;
        }
        lsp::Position::new(mark.line, units)
    }

    /// The line of a byte of the rules.
    pub fn line(&self, byte: usize) -> u32 {
        let byte = byte + self.behind_mark();
        let next = self.marks.partition_point(|mark| mark.byte <= byte);
        self.marks[next.saturating_sub(1)].line
    }

    /// Bytes of the rules as a range.
    pub fn range(&self, bytes: Range<usize>) -> lsp::Range {
        lsp::Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    pub fn of(&self, span: Span) -> lsp::Range {
        self.range(self.around(span.bytes()))
    }

    /// What stands in the rules where something was read.
    pub fn at(&self, span: Span) -> Option<&str> {
        self.rules().get(self.around(span.bytes()))
    }

    /// Whether what was read there holds a byte of the rules, or ends before it.
    pub fn touches(&self, span: Span, byte: usize) -> bool {
        let Range { start, end } = self.around(span.bytes());
        start <= byte && byte <= end
    }

    /// The byte of the rules at a place; behind the end of a line or the text that end.
    pub fn byte(&self, at: lsp::Position) -> usize {
        self.whole_byte(at).saturating_sub(self.behind_mark())
    }

    fn whole_byte(&self, at: lsp::Position) -> usize {
        let is_before = |mark: &Mark| (mark.line, mark.unit) <= (at.line, at.character);
        let next = self.marks.partition_point(is_before);
        let mark = self.marks[next.saturating_sub(1)];
        if mark.line != at.line {
            return self.text.len();
        }
        let mut byte = mark.byte;
        let mut unit = mark.unit;
        for c in self.text[mark.byte..].chars() {
            unit += c.len_utf16() as u32;
            if unit > at.character || matches!(c, '\n' | '\r') {
                break;
            }
            byte += c.len_utf8();
        }
        byte
    }

    /// The text with a part replaced; the ends of the part may be the wrong way round.
    pub fn replaced(&self, range: lsp::Range, new: &str) -> Text {
        let (a, b) = (self.whole_byte(range.start), self.whole_byte(range.end));
        let (start, end) = (a.min(b), a.max(b));
        Text::new(&[&self.text[..start], new, &self.text[end..]].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_in_utf16_units_and_bytes() {
        let long = format!("{}{}", "é😀".repeat(1000), "\nx");
        for text in [
            "",
            "a",
            "a\nb\r\nc\rd\n",
            "é😀x\n\n😀",
            "\u{feff}a\nb",
            &long,
        ] {
            let read = Text::new(text);
            let rules = read.rules();
            for (byte, _) in rules.char_indices().chain([(rules.len(), ' ')]) {
                let before = &text[..byte + text.len() - rules.len()];
                let breaks = before.replace("\r\n", "\n").replace('\r', "\n");
                // Between `\r` and `\n` is no place.
                if before.ends_with('\r') && rules[byte..].starts_with('\n') {
                    continue;
                }
                let (line, column) = breaks.rsplit_once('\n').unwrap_or(("", &breaks));
                let line = if breaks.contains('\n') {
                    line.matches('\n').count() + 1
                } else {
                    0
                };
                let wanted = lsp::Position::new(line as u32, column.encode_utf16().count() as u32);
                assert_eq!(read.position(byte), wanted, "{text:?} {byte}");
                assert_eq!(read.byte(wanted), byte, "{text:?} {byte}");
            }
        }
    }

    #[test]
    fn what_lies_outside_is_the_end() {
        let text = Text::new("é😀\nxy\r\nz");
        for (line, character, byte) in [(0, 2, 2), (0, 9, 6), (1, 9, 9), (2, 9, 12), (7, 0, 12)] {
            assert_eq!(text.byte(lsp::Position::new(line, character)), byte);
        }
        assert_eq!(text.position(99), lsp::Position::new(2, 1));
        assert_eq!(text.position(1), lsp::Position::new(0, 0));
        let range =
            |a, b, c, d| lsp::Range::new(lsp::Position::new(a, b), lsp::Position::new(c, d));
        assert_eq!(text.replaced(range(1, 1, 0, 3), "-").rules(), "é😀-y\r\nz");
        assert_eq!(
            text.replaced(range(9, 9, 9, 9), "-").rules(),
            "é😀\nxy\r\nz-"
        );
    }
}
