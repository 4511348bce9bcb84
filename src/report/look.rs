//! What the output may use: colour, signs beyond ASCII, and how much room there is.

use std::borrow::Cow;
use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::text::words::begun;
pub(super) use crate::text::words::is_harmful;

/// The width of what is written to no terminal.
pub const PLAIN_WIDTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether escape sequences for colour may be used.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
    /// What the terminal can show that is written to; `None`: no terminal, but a file or a pipe.
    pub terminal: Option<Signs>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    Unicode,
    /// ASCII alone.
    Ascii,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            color: false,
            width: PLAIN_WIDTH,
            terminal: None,
        }
    }
}

impl Look {
    /// Whether only ASCII is understood.
    pub fn is_ascii(self) -> bool {
        self.terminal == Some(Signs::Ascii)
    }

    /// What the answer itself is set in.
    pub fn strong<T: fmt::Display>(self, shown: T) -> Painted<T> {
        self.paint(Style::new().bold(), shown)
    }

    pub fn good<T: fmt::Display>(self, shown: T) -> Painted<T> {
        self.paint(AnsiColor::Green.on_default(), shown)
    }

    pub fn bad<T: fmt::Display>(self, shown: T) -> Painted<T> {
        self.paint(AnsiColor::Red.on_default(), shown)
    }

    /// What is only said in passing.
    pub fn faint<T: fmt::Display>(self, shown: T) -> Painted<T> {
        self.paint(Style::new().dimmed(), shown)
    }

    fn paint<T: fmt::Display>(self, style: Style, shown: T) -> Painted<T> {
        let style = if self.color { style } else { Style::new() };
        Painted { style, shown }
    }
}

/// Something with a colour around it.
#[derive(Debug, Clone, Copy)]
pub struct Painted<T> {
    style: Style,
    shown: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.style.render())?;
        self.shown.fmt(f)?;
        write!(f, "{}", self.style.render_reset())
    }
}

/// Text that cannot move the cursor or turn the writing round, whatever stood in a file.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let look = Look::default();
    Cow::Owned(Shown { text, look }.to_string())
}

/// A text on its way to a terminal: of what does something there rather than show, only colours are left, where they are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a, T: ?Sized> {
    pub text: &'a T,
    pub look: Look,
}

impl<T: fmt::Display + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = self.look.color;
        if self.look.is_ascii() {
            let mut plain = Plain::new(f);
            let out: &mut dyn Write = &mut plain;
            return write!(Filter { out, color }, "{}", self.text);
        }
        write!(Filter { out: f, color }, "{}", self.text)
    }
}

/// Takes what is harmful out of what is written. An escape sequence has to be written in one piece.
struct Filter<'a> {
    out: &'a mut dyn Write,
    color: bool,
}

impl Write for Filter<'_> {
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        if is_plain(text) {
            return self.out.write_str(text);
        }
        while let Some((place, harmful)) = text.char_indices().find(|(_, c)| is_harmful(*c)) {
            let (before, rest) = text.split_at(place);
            self.out.write_str(before)?;
            let colour = colour(rest).filter(|_| self.color);
            self.out.write_str(colour.unwrap_or("\u{fffd}"))?;
            let length = colour.map_or(harmful.len_utf8(), str::len);
            text = rest.get(length..).unwrap_or("");
        }
        self.out.write_str(text)
    }
}

/// The escape sequence for a colour that a text begins with.
fn colour(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\x1b[")?;
    let length = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers.get(length..)?.strip_prefix('m')?;
    text.get(..2 + length + 1)
}

/// Whether a text is of letters, digits and signs that need no closer look.
fn is_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// At most `limit` characters of `text`, and `…` where some are left out.
pub fn clipped(text: &str, limit: usize) -> Cow<'_, str> {
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some((end, _)) => {
            let mut short = text.get(..end).unwrap_or(text).to_owned();
            short.push('…');
            Cow::Owned(short)
        }
    }
}

/// At most `limit` characters of what is written, and `…` where some are left out: no more of it is made.
pub fn beginning(of: &impl fmt::Display, limit: usize) -> String {
    let (text, is_all) = begun(of, limit);
    text + if is_all { "" } else { "…" }
}

/// `text` with line breaks so that no line has more than `width` columns, words permitting.
#[cfg(feature = "diagnostics")]
pub fn wrapped(text: &str, width: usize) -> String {
    textwrap::fill(text, as_words(width))
}

/// An answer for a terminal: lines that are too long for it are wrapped, words with their indentation, and the last of a few columns
/// below its beginning. Tables stay as they are. Elsewhere nothing changes.
#[cfg(feature = "diagnostics")]
pub fn fitted(text: &str, look: Look) -> Cow<'_, str> {
    if look.terminal.is_none() {
        return Cow::Borrowed(text);
    }
    let width = look.width;
    // Signs that a terminal does not have take more room.
    let text = match look.is_ascii() {
        true => Cow::Owned(Shown { text, look }.to_string()),
        false => Cow::Borrowed(text),
    };
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line
            .strip_suffix('\n')
            .map_or((line, ""), |line| (line, "\n"));
        out.push_str(&set(line, width));
        out.push_str(end);
    }
    Cow::Owned(out)
}

/// What has more columns is a table.
#[cfg(feature = "diagnostics")]
const MOST_COLUMNS: usize = 3;

/// The least width that a column is wrapped to.
#[cfg(feature = "diagnostics")]
pub const LEAST_COLUMN: usize = 16;

/// A line for so many columns. More than one blank between words ends a column.
#[cfg(feature = "diagnostics")]
fn set(line: &str, width: usize) -> Cow<'_, str> {
    use textwrap::core::display_width;

    let words = line.trim();
    let columns = words.split("  ").filter(|column| !column.is_empty());
    if display_width(line) <= width || columns.count() > MOST_COLUMNS {
        return Cow::Borrowed(line);
    }
    let indent = line.len() - line.trim_start().len();
    let last = words.rsplit_once("  ").map_or(words, |(_, last)| last);
    let before = line.trim_end().len() - last.len();
    let (before, last) = line.split_at_checked(before).unwrap_or(("", line));
    let fill = |before: &str, column: usize| {
        let below = " ".repeat(column);
        let options = as_words(width)
            .initial_indent(before)
            .subsequent_indent(&below);
        textwrap::fill(last.trim_end(), options)
    };
    let column = display_width(before);
    if before.trim().is_empty() || column + LEAST_COLUMN <= width {
        return Cow::Owned(fill(before, column));
    }
    let below = indent + 4;
    let above = set(before.trim_end(), width);
    Cow::Owned(format!("{above}\n{}", fill(&" ".repeat(below), below)))
}

/// Words stay whole, also where they are long.
#[cfg(feature = "diagnostics")]
fn as_words<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
}

// ---- Texts for terminals that show ASCII alone: each other sign as what comes nearest to it

/// Writes in ASCII.
pub(super) struct Plain<'a> {
    out: &'a mut dyn Write,
    /// Whether the sign before stood raised, as an exponent does.
    is_raised: bool,
}

impl Plain<'_> {
    pub(super) fn new(out: &mut dyn Write) -> Plain<'_> {
        Plain {
            out,
            is_raised: false,
        }
    }
}

impl Write for Plain<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for sign in text.chars() {
            let raised = raised(sign);
            if raised.is_some() && !self.is_raised {
                self.out.write_char('^')?;
            }
            self.is_raised = raised.is_some();
            match raised {
                Some(plain) => self.out.write_char(plain)?,
                None if sign.is_ascii() => self.out.write_char(sign)?,
                None => self.out.write_str(nearest(sign))?,
            }
        }
        Ok(())
    }
}

/// The sign of an exponent on the line.
fn raised(sign: char) -> Option<char> {
    Some(match sign {
        '²' => '2',
        '³' => '3',
        '¹' => '1',
        '⁺' => '+',
        '⁻' => '-',
        '⁰' | '⁴'..='⁹' => char::from_digit(sign as u32 - '⁰' as u32, 10)?,
        _ => return None,
    })
}

/// What stands for a sign. Where signs stand in columns, it is as wide as they are.
fn nearest(sign: char) -> &'static str {
    match sign {
        '│' | '┆' | '┊' | '╎' => "|",
        '─' | '╴' | '╶' | '‐'..='―' | '−' => "-",
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => {
            "+"
        }
        '█' | '▓' | '▀' | '▄' => "#",
        '▒' => "+",
        '░' | '·' => ".",
        '●' => "@",
        '○' => "o",
        '▲' => "^",
        '◆' | '∗' | '•' => "*",
        // Dots in a cell, of which the first sign has none.
        '\u{2800}' => " ",
        '\u{2801}'..='\u{28ff}' => "*",
        '…' => "...",
        '∞' => "oo",
        '×' => "x",
        '⚠' => "!",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '→' => "->",
        '⇒' => "=>",
        '⊕' => "xor",
        '±' => "+-",
        '÷' => "/",
        '∈' => "in",
        '∅' => "{}",
        '⟨' => "<",
        '⟩' => ">",
        'Φ' => "Phi",
        'χ' => "chi",
        'δ' => "delta",
        'Σ' => "sum",
        'µ' => "u",
        'ᵢ' => "_i",
        'ⱼ' => "_j",
        'ₘ' => "_m",
        '₊' => "+",
        '₋' => "-",
        '₀'..='₉' => SUBSCRIPTS.get(sign as usize - '₀' as usize).unwrap_or(&"?"),
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' => "'",
        'à'..='å' => "a",
        'ç' => "c",
        'è'..='ë' => "e",
        'ì'..='ï' => "i",
        'ñ' => "n",
        'ò'..='ö' => "o",
        'ù'..='ü' => "u",
        'À'..='Å' => "A",
        'È'..='Ë' => "E",
        'Ò'..='Ö' => "O",
        'Ù'..='Ü' => "U",
        'ß' => "ss",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        _ => "?",
    }
}

const SUBSCRIPTS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(harmless("tab\tand\nbreak"), "tab\tand\nbreak");
        assert_eq!(harmless("\u{202e}evil"), "\u{fffd}evil");
    }

    #[test]
    fn only_colours_pass_and_only_where_wanted() {
        let shown = |text: &str, color| {
            let look = Look {
                color,
                ..Look::default()
            };
            Shown { text, look }.to_string()
        };
        let text = "a\u{1b}[31;1mb\u{1b}[2Jc\u{9b}d\u{202e}é\u{1b}[m\u{1b}";
        assert_eq!(
            shown(text, true),
            "a\u{1b}[31;1mb\u{fffd}[2Jc\u{fffd}d\u{fffd}é\u{1b}[m\u{fffd}"
        );
        assert_eq!(
            shown(text, false),
            "a\u{fffd}[31;1mb\u{fffd}[2Jc\u{fffd}d\u{fffd}é\u{fffd}[m\u{fffd}"
        );
    }

    #[test]
    fn long_texts_are_clipped_and_wrapped() {
        assert_eq!(clipped("abc", 3), "abc");
        assert_eq!(clipped("äbcd", 3), "äbc…");
        assert_eq!(beginning(&format_args!("ä{}", "bc"), 3), "äbc");
        assert_eq!(beginning(&format_args!("ä{}{}", "bc", 1), 3), "äbc…");
        assert_eq!(wrapped("one two three", 8), "one two\nthree");
        assert_eq!(wrapped("unbreakable", 4), "unbreakable");
    }

    #[test]
    fn prose_fits_a_terminal_and_tables_stay() {
        let text = "  one two three four\n  a   b   c   d   e   f\nend\n";
        let narrow = Look {
            width: 12,
            terminal: Some(Signs::Unicode),
            ..Look::default()
        };
        let wanted = "  one two\n  three four\n  a   b   c   d   e   f\nend\n";
        let columns =
            "\x1b[1mgame[5, 8]\x1b[0m   the first player wins\n  name  one two three four\n";
        let wide = Look {
            width: 24,
            ..narrow
        };
        let set = "\x1b[1mgame[5, 8]\x1b[0m\n    the first player\n    wins\n  name  one two three\n        four\n";
        assert_eq!(fitted(columns, wide), set);
        assert_eq!(fitted(text, narrow), wanted);
        assert_eq!(
            fitted(
                text,
                Look {
                    terminal: None,
                    ..narrow
                }
            ),
            text
        );
    }

    #[test]
    fn colour_only_where_wanted() {
        let plain = Look::default();
        let colored = Look {
            color: true,
            ..plain
        };
        assert_eq!(plain.bad("x").to_string(), "x");
        assert_eq!(colored.bad("x").to_string(), "\u{1b}[31mx\u{1b}[0m");
    }

    #[test]
    fn signs_become_what_comes_nearest() {
        for (text, wanted) in [
            ("g(n + 12) ≥ 3, misère", "g(n + 12) >= 3, misere"),
            ("10⁻⁶ and x²", "10^-6 and x^2"),
            ("╭─[<prompt>:1:1]", "+-[<prompt>:1:1]"),
            ("a₁₀ 盤 ⠁⠀…", "a10 ? * ..."),
            ("\x1b[1m●\x1b[0m", "\x1b[1m@\x1b[0m"),
        ] {
            let mut out = String::new();
            Plain::new(&mut out).write_str(text).unwrap();
            assert_eq!(out, wanted);
        }
    }
}
