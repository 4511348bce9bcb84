//! A canvas of characters, with what plots have in common: axes and legends.

use anstyle::Style;

use super::super::drawing::Drawing;
use super::{MARK_COLOR, PLAIN, Screen};

/// Characters in their places, each in its style.
pub struct Canvas {
    pub screen: Screen,
    lines: Vec<Vec<(char, Style)>>,
}

/// An entry of a legend.
pub struct Entry {
    /// The sign in its pieces.
    pub sign: Vec<(String, Style)>,
    pub meaning: String,
}

impl Entry {
    pub fn new(style: Style, sign: &str, meaning: &str) -> Entry {
        Entry {
            sign: vec![(sign.to_owned(), style)],
            meaning: meaning.to_owned(),
        }
    }
}

/// What stands around a plot.
pub struct Axes {
    /// What is written left of each line, the top line first.
    pub left: Vec<String>,
    /// The width of the plot in characters.
    pub columns: usize,
    /// What is written below which columns, from left to right.
    pub below: Vec<(usize, String)>,
    /// A column of the axis that is marked.
    pub marked: Option<usize>,
    /// The name of the axis below.
    pub name: String,
}

/// A place on the canvas: the line, and the column.
pub type Place = (usize, usize);

impl Canvas {
    /// A canvas with the title and what stands below it.
    pub fn new(drawing: &Drawing, screen: Screen) -> Canvas {
        let lines = Vec::new();
        let mut canvas = Canvas { screen, lines };
        for (line, style) in [
            (&drawing.title, PLAIN.bold()),
            (&drawing.subtitle, PLAIN.dimmed()),
        ] {
            if !line.is_empty() {
                canvas.line(line, style);
            }
        }
        canvas
    }

    pub fn columns(&self) -> usize {
        self.screen.columns()
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Writes a text from a place on; returns the column behind it.
    pub fn put(&mut self, (line, column): Place, text: &str, style: Style) -> usize {
        let end = column + text.chars().count();
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let cells = &mut self.lines[line];
        if cells.len() < end {
            cells.resize(end, (' ', PLAIN));
        }
        for (cell, c) in cells.iter_mut().skip(column).zip(text.chars()) {
            *cell = (c, style);
        }
        end
    }

    /// Writes a line below the others, so far as there is room.
    pub fn line(&mut self, text: &str, style: Style) {
        let text = clipped(text, self.columns());
        self.put((self.height(), 0), &text, style);
    }

    /// Sets one of the eight dots of a character (Unicode's block of braille patterns); counted from the top left of the plot
    /// that begins at a place.
    pub fn dot(&mut self, plot: Place, (x, y): (usize, usize), style: Style) {
        /// The bit of each dot by its row and column.
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (line, column) = (plot.0 + y / 4, plot.1 + x / 2);
        let cell = self.lines.get(line).and_then(|cells| cells.get(column));
        let known = cell.map_or(0, |(c, _)| u32::from(*c).saturating_sub(0x2800));
        if let Some(sign) = char::from_u32(0x2800 + (known | BITS[y % 4][x % 2])) {
            self.put((line, column), sign.encode_utf8(&mut [0; 4]), style);
        }
    }

    /// Draws what stands around a plot, and returns where the plot begins.
    pub fn axes(&mut self, axes: &Axes) -> Place {
        let widths = axes.left.iter().map(|label| label.chars().count());
        let margin = widths.max().unwrap_or(0);
        let (top, left) = (self.height(), margin + 2);
        for (line, label) in axes.left.iter().enumerate() {
            self.put((top + line, 0), &format!("{label:>margin$} "), PLAIN);
            let edge = if label.is_empty() { "│" } else { "┤" };
            self.put((top + line, margin + 1), edge, PLAIN);
        }
        let foot = top + axes.left.len();
        let line = format!("└{}", "─".repeat(axes.columns));
        self.put((foot, margin + 1), &line, PLAIN);
        let mut end = 0;
        for (column, label) in &axes.below {
            self.put((foot, left + column), "┬", PLAIN);
            let length = label.chars().count();
            let first = (left + column).saturating_sub(length / 2);
            // A label that would leave the plot is moved inside, one that would touch the one before is left out.
            let first = first.min((left + axes.columns).saturating_sub(length));
            if end == 0 || first >= end + 2 {
                end = self.put((foot + 1, first), label, PLAIN);
            }
        }
        if let Some(column) = axes.marked {
            self.put((foot, left + column), "▲", MARK_COLOR);
        }
        let name = clipped(&axes.name, self.columns().saturating_sub(left));
        let indent = left + axes.columns.saturating_sub(name.chars().count()) / 2;
        self.put((foot + 2, indent), &name, PLAIN);
        (top, left)
    }

    /// The entries one after the other below all else, in as many lines as they need.
    pub fn legend(&mut self, entries: &[Entry]) {
        let columns = self.columns();
        let (mut line, mut column) = (self.height(), 0);
        self.put((line, 0), "", PLAIN);
        for Entry { sign, meaning } in entries {
            let length: usize = sign.iter().map(|(piece, _)| piece.chars().count()).sum();
            let meaning = clipped(meaning, columns.saturating_sub(length + 1));
            if column > 0 && column + 3 + length + 1 + meaning.chars().count() > columns {
                (line, column) = (line + 1, 0);
            } else if column > 0 {
                column += 3;
            }
            for (piece, style) in sign {
                column = self.put((line, column), piece, *style);
            }
            column = self.put((line, column + 1), &meaning, PLAIN);
        }
    }

    /// The lines, each with a line break at its end.
    pub fn text(&self) -> String {
        let color = self.screen.color;
        let is_seen =
            |&(c, style): &(char, Style)| c != ' ' || (color && style.get_bg_color().is_some());
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(is_seen).map_or(0, |last| last + 1);
            let cells = line.iter().take(end).copied().collect::<Vec<_>>();
            for run in cells.chunk_by(|(_, a), (_, b)| a == b) {
                let piece: String = run.iter().map(|(c, _)| c).collect();
                match run.first() {
                    Some((_, style)) if color && *style != PLAIN => {
                        text += &format!("{style}{piece}{style:#}");
                    }
                    _ => text += &piece,
                }
            }
            text.push('\n');
        }
        text
    }
}

/// At most so many characters of one line, without what would do something to a terminal.
pub fn clipped(text: &str, room: usize) -> String {
    let harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown: Vec<char> = text
        .chars()
        .map(|c| if harmful(c) { '\u{fffd}' } else { c })
        .collect();
    if shown.len() > room {
        shown.truncate(room.saturating_sub(1));
        shown.push('…');
    }
    shown.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::drawing::{Content, Graph};
    use super::*;

    #[test]
    fn dots_are_where_they_were_set() {
        let drawing = Drawing {
            title: String::new(),
            subtitle: String::new(),
            content: Content::Graph(Graph {
                nodes: Vec::new(),
                options: Vec::new(),
            }),
        };
        let mut canvas = Canvas::new(&drawing, Screen::default());
        for dot in [(0, 0), (1, 3), (5, 7), (2, 4)] {
            canvas.dot((0, 0), dot, MARK_COLOR);
        }
        assert_eq!(canvas.text(), "⢁\n ⠁⢀\n");
    }

    #[test]
    fn lines_are_clipped_and_harmless() {
        assert_eq!(clipped("abc", 3), "abc");
        assert_eq!(clipped("abcd", 3), "ab…");
        assert_eq!(clipped("a\u{1b}[2J\n", 9), "a\u{fffd}[2J\u{fffd}");
    }
}
