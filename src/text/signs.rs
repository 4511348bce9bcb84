//! Signs that editors and phones put in the place of plain ones, read as those: “ ” ≤ ≥ ≠ → − × · … and full-width signs, and – or — between
//! two numbers as a range.
//!
//! The text that is read has the bytes of the other one at the same places: a shorter sign has blanks beside it.

use std::borrow::Cow;
use std::ops::Range;

/// The plain sign for one that means the same.
fn plain(sign: char) -> Option<&'static str> {
    Some(match sign {
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '→' => "->",
        '−' => "-",
        '×' | '·' => "*",
        '…' => "...",
        _ => return None,
    })
}

/// The plain character for a full-width one.
fn narrow(sign: char) -> Option<char> {
    match sign {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(sign as u32 - 0xfee0),
        _ => None,
    }
}

fn is_quote(sign: char) -> bool {
    matches!(sign, '“' | '”' | '„' | '«' | '»' | '＂')
}

/// Words of the language as they are spelt elsewhere.
const SPELLINGS: [(&str, &str); 2] = [("misère", "misere"), ("mise\u{300}re", "misere")];

/// The text with plain signs outside comments and quotes.
pub(crate) fn read(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let PlainText { plain, .. } = PlainText::of(text);
    match plain == text {
        true => Cow::Borrowed(text),
        false => Cow::Owned(plain),
    }
}

/// A text with plain signs outside comments and quotes, and where they stand for others.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlainText {
    pub plain: String,
    places: Vec<Place>,
}

/// Some bytes of the plain text, and those that were read as they: `(where they begin, how many)`.
#[derive(Debug, Clone, Copy)]
struct Place {
    plain: (usize, usize),
    read: (usize, usize),
}

impl PlainText {
    pub fn of(text: &str) -> PlainText {
        let mut signs = PlainText {
            plain: String::with_capacity(text.len()),
            places: Vec::new(),
        };
        let mut rest = text;
        // Most characters are as they are.
        let is_common = |byte: &u8| byte.is_ascii() && !matches!(byte, b'#' | b'"' | b'm');
        loop {
            let common = rest.bytes().take_while(is_common).count();
            let (before, behind) = rest.split_at(common);
            signs.plain.push_str(before);
            rest = behind;
            let Some(first) = rest.chars().next() else {
                break;
            };
            let taken = signs.piece(rest, first);
            rest = rest.get(taken..).unwrap_or("");
        }
        signs
    }

    /// What was read as some bytes of the plain text, whole characters.
    pub fn around(&self, bytes: Range<usize>) -> Range<usize> {
        let place = |byte: usize| {
            let next = self.places.partition_point(|it| it.plain.0 <= byte);
            let last = self.places.get(next.checked_sub(1)?)?;
            (byte < last.plain.0 + last.plain.1).then_some(last.read)
        };
        let start = place(bytes.start).map_or(bytes.start, |(first, _)| first);
        let last = bytes.end.checked_sub(1).and_then(place);
        let end = last.map_or(bytes.end, |(first, length)| first + length);
        start..end.max(start)
    }

    /// Puts `word` in the place of `length` bytes, behind so many blanks.
    fn put(&mut self, word: &str, blanks: usize, length: usize) {
        let start = self.plain.len();
        self.places.push(Place {
            plain: (start + blanks, word.len()),
            read: (start, length),
        });
        let (before, behind) = (blanks, length - word.len() - blanks);
        self.plain.extend(std::iter::repeat_n(' ', before));
        self.plain.push_str(word);
        self.plain.extend(std::iter::repeat_n(' ', behind));
    }

    /// Reads a piece at the beginning of `rest`; how many bytes it has.
    fn piece(&mut self, rest: &str, first: char) -> usize {
        let behind = rest.get(first.len_utf8()..).unwrap_or("");
        // What may be far away is looked for only behind a sign that what is between belongs to.
        let until =
            |is_end: &dyn Fn(char) -> bool| behind.find(|c| matches!(c, '\n' | '\r') || is_end(c));
        let as_it_is = match first {
            '#' => Some(until(&|_| false)),
            '"' => Some(until(&|c| c == '"')),
            _ => None,
        };
        if let Some(end) = as_it_is {
            let closes =
                end.is_some_and(|end| behind.get(end..).is_some_and(|it| it.starts_with('"')));
            let length = 1 + end.unwrap_or(behind.len()) + usize::from(closes);
            self.plain.push_str(rest.get(..length).unwrap_or(""));
            return length;
        }
        let before = self.plain.chars().next_back();
        let is_inside = before.is_some_and(is_of_word);
        if is_quote(first)
            && let Some(end) = until(&is_quote)
            && let Some(inside) = behind.get(..end)
            && let Some(last) = behind.get(end..).and_then(|last| last.chars().next())
            && is_quote(last)
            && !inside.contains('"')
        {
            self.put("\"", first.len_utf8() - 1, first.len_utf8());
            self.plain.push_str(inside);
            self.put("\"", 0, last.len_utf8());
            return first.len_utf8() + end + last.len_utf8();
        }
        if let Some((spelt, word)) = SPELLINGS.iter().find(|(spelt, _)| rest.starts_with(spelt))
            && !is_inside
        {
            // The blank stands before it, since `misere(GAME)` has none.
            self.put(word, spelt.len() - word.len(), spelt.len());
            return spelt.len();
        }
        let goes_on = behind.starts_with(|c: char| c.is_ascii_digit());
        if matches!(first, '–' | '—') && goes_on && before.is_some_and(|c| c.is_ascii_digit()) {
            self.put("..", 0, first.len_utf8());
            return first.len_utf8();
        }
        if let Some(sign) = plain(first) {
            self.put(sign, 0, first.len_utf8());
            return first.len_utf8();
        }
        match narrow(first) {
            Some(_) => self.wide(rest, is_inside),
            None => {
                self.plain.push(first);
                first.len_utf8()
            }
        }
    }

    /// Puts plain characters together in the place of full-width ones at the beginning of `rest`; how many bytes those have.
    fn wide(&mut self, rest: &str, is_inside: bool) -> usize {
        let length = |wide: usize| '\u{3000}'.len_utf8() * wide;
        let wide = length(rest.chars().map_while(narrow).count());
        let behind = rest.get(wide..).unwrap_or("");
        let mut plain = rest.chars().map_while(narrow);
        let is_inside = is_inside && plain.next().is_some_and(is_of_word);
        let last = plain.last().or_else(|| narrow(rest.chars().next()?));
        let goes_on = last.is_some_and(is_of_word) && behind.starts_with(is_of_word);
        // No blank may part a word. One that goes on at both ends takes what belongs to it along.
        let taken = match is_inside && goes_on {
            true => {
                let is_part = |c: &char| is_of_word(*c) || narrow(*c).is_some();
                let part = rest.chars().take_while(is_part);
                part.map(char::len_utf8).sum()
            }
            false => wide,
        };
        let start = self.plain.len();
        let written = rest.get(..taken).unwrap_or("");
        let blanks = taken - written.chars().count();
        let before = if goes_on && !is_inside { blanks } else { 0 };
        self.plain.extend(std::iter::repeat_n(' ', before));
        for (at, c) in written.char_indices() {
            self.places.push(Place {
                plain: (self.plain.len(), 1),
                read: (start + at, c.len_utf8()),
            });
            self.plain.push(narrow(c).unwrap_or(c));
        }
        self.plain.extend(std::iter::repeat_n(' ', blanks - before));
        taken
    }
}

/// Whether a character stands in names or numbers, or directly behind them.
fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '(' | '[')
}

#[cfg(test)]
mod tests {
    use super::{PlainText, read};

    #[test]
    fn signs_are_read_at_their_places() {
        for (text, plain) in [
            ("take k where k ≤ 3", "take k where k <=  3"),
            ("n → n − 1", "n ->  n -   1"),
            ("a×b·c≠d≥e", "a* b* c!= d>= e"),
            ("game g “Tac – Tix ≤” {", "game g   \"Tac – Tix ≤\"   {"),
            ("take １２ # ≤ １", "take 12     # ≤ １"),
            ("take １0", "take   10"),
            ("take 2–4 – n", "take 2.. 4 – n"),
            ("（ａ，ｂ）", "(a,b)          "),
            ("octal ０.７７", "octal   0.77    "),
            ("fｏo(1) 0．77", "foo(1  ) 0.77  "),
            ("ｆ(1)", "  f(1)"),
            ("１..5", "  1..5"),
            ("misère(nim)", " misere(nim)"),
            ("use \"≤.csv\" ≤ “x", "use \"≤.csv\" <=  “x"),
            ("“a\nb”", "“a\nb”"),
            ("é ⊕", "é ⊕"),
        ] {
            assert_eq!(read(text), plain, "{text}");
            assert_eq!(read(text).len(), text.len(), "{text}");
        }
    }

    #[test]
    fn what_was_read_is_found_again() {
        for (text, word, whole) in [
            ("let ａｂ = 1", "ab", "ａｂ"),
            ("（ａ，ｂ）", "b", "ｂ"),
            ("expect １2 == ３", "12", "１2"),
            ("expect １2 == ３", "3", "３"),
            ("n ≤ m", "<=", "≤"),
            ("n ≤ m", "m", "m"),
            ("misère(nim)", "misere(nim)", "misère(nim)"),
            ("use “é”", "\"é\"", "“é”"),
            ("take 2–4", "2.. 4", "2–4"),
            ("é x", "x", "x"),
        ] {
            let signs = PlainText::of(text);
            let start = signs.plain.find(word).unwrap_or(usize::MAX);
            let around = signs.around(start..start + word.len());
            assert_eq!(text.get(around), Some(whole), "{text}");
        }
    }
}
