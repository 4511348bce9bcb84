//! Pictures in a terminal: braille dots, half blocks, numbers and lists.

mod axes;
mod braille;
mod digits;
mod graph;
mod layout;
mod maps;
mod values;

use std::fmt::Write;

use anstyle::{Ansi256Color, Color, Style};

pub use digits::digits;
pub use graph::graph;
pub use maps::{heat_map, losing_map};
pub use values::values;

use super::tone::Rgb;

/// The room there is and whether colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Columns, taken as 24 at least and 400 at most.
    pub columns: usize,
    /// Lines that a plot may take, taken as 10 at least and 200 at most; tables and lists take what they need.
    pub lines: usize,
    /// Whether escape sequences for colour may be used.
    pub color: bool,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            columns: 80,
            lines: 24,
            color: false,
        }
    }
}

/// What P-positions are marked with.
const LOSING: char = '◆';

/// Colours of the 256 of a terminal that are seen on black and on white: close to those of the other formats.
const SERIES_COLOR: u8 = 32;
const LOSING_COLOR: u8 = 166;
const MARK_COLOR: u8 = 35;
const DRAWN_COLOR: u8 = 67;

impl Screen {
    fn columns(self) -> usize {
        self.columns.clamp(24, 400)
    }

    fn lines(self) -> usize {
        self.lines.clamp(10, 200)
    }

    fn paint(self, style: Style, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        format!("{style}{text}{style:#}")
    }

    fn color(self, color: u8, text: &str) -> String {
        self.paint(foreground(color), text)
    }

    /// The title and what stands below it.
    fn head(self, title: &str, subtitle: &str) -> String {
        let mut text = String::new();
        for (line, style) in [
            (title, Style::new().bold()),
            (subtitle, Style::new().dimmed()),
        ] {
            let line = clipped(line, self.columns());
            if !line.is_empty() {
                // Writing to a string never fails.
                let _ = writeln!(text, "{}", self.paint(style, &line));
            }
        }
        text
    }
}

/// An entry of a legend.
struct Entry {
    /// The sign as it is written, and how many columns it takes.
    sign: (String, usize),
    meaning: String,
}

impl Entry {
    fn new(screen: Screen, color: u8, sign: &str, meaning: &str) -> Entry {
        let sign = (screen.color(color, sign), sign.chars().count());
        Entry {
            sign,
            meaning: meaning.to_owned(),
        }
    }
}

/// The entries one after the other, in as many lines as they need.
fn legend(screen: Screen, entries: &[Entry]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for Entry {
        sign: (sign, length),
        meaning,
    } in entries
    {
        let meaning = clipped(meaning, screen.columns().saturating_sub(length + 1));
        let length = length + 1 + meaning.chars().count();
        if column > 0 {
            let fits = column + 3 + length <= screen.columns();
            text.push_str(if fits { "   " } else { "\n" });
            column = if fits { column + 3 } else { 0 };
        }
        text.push_str(sign);
        text.push(' ');
        text.push_str(&meaning);
        column += length;
    }
    text.push('\n');
    text
}

fn foreground(color: u8) -> Style {
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(color))))
}

/// At most so many characters of one line, without what would do something to a terminal.
fn clipped(text: &str, room: usize) -> String {
    let harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown: String = text
        .chars()
        .map(|c| if harmful(c) { '\u{fffd}' } else { c })
        .collect();
    if let Some((end, _)) = shown.char_indices().nth(room) {
        let keep = shown
            .char_indices()
            .nth(room.saturating_sub(1))
            .map_or(end, |(place, _)| place);
        shown.truncate(keep);
        shown.push('…');
    }
    shown
}

/// The nearest of the 216 colours of a terminal's cube.
fn cube(color: Rgb) -> u8 {
    // The cube's steps are 0, 95, 135, 175, 215 and 255.
    let step = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    };
    16 + 36 * step(color.0) + 6 * step(color.1) + step(color.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_cube() {
        assert_eq!(cube(Rgb(0, 0, 0)), 16);
        assert_eq!(cube(Rgb(255, 255, 255)), 231);
        assert_eq!(cube(Rgb(215, 95, 0)), 166);
    }

    #[test]
    fn lines_are_clipped_and_harmless() {
        assert_eq!(clipped("abc", 3), "abc");
        assert_eq!(clipped("abcd", 3), "ab…");
        assert_eq!(clipped("a\u{1b}[2J\n", 9), "a\u{fffd}[2J\u{fffd}");
    }
}
