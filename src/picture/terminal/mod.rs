//! Pictures in a terminal: braille dots, half blocks, numbers and lists, all on one canvas of characters.

mod graph;
mod maps;
mod values;

use anstyle::{Ansi256Color, Color, Style};

use super::drawing::{self, Content, Drawing};
use crate::text::words::{is_harmful, widest};
use crate::work::Limit;
use crate::work::budget::Budget;

/// The room there is and whether colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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

impl Screen {
    fn columns(self) -> usize {
        self.columns.clamp(24, 400)
    }

    fn lines(self) -> usize {
        self.lines.clamp(10, 200)
    }
}

/// What P-positions are marked with.
const LOSING: &str = "◆";

/// Colours of the 256 of a terminal that are seen on black and on white: close to those of the other formats.
const SERIES_COLOR: Style = foreground(32);
const LOSING_COLOR: Style = foreground(166);
const MARK_COLOR: Style = foreground(35);
const DRAWN_COLOR: Style = foreground(67);
const PLAIN: Style = Style::new();

const fn foreground(color: u8) -> Style {
    Style::new().fg_color(cube_color(color))
}

const fn cube_color(color: u8) -> Option<Color> {
    Some(Color::Ansi256(Ansi256Color(color)))
}

/// The picture for a terminal, with a line break at its end.
pub(super) fn text(
    drawing: &Drawing,
    screen: Screen,
    budget: &mut Budget,
) -> Result<String, Limit> {
    let mut canvas = Canvas::new(drawing, screen);
    match &drawing.content {
        Content::Values(plot) => values::values(plot, &mut canvas, budget)?,
        Content::Map(map) if map.cells.is_empty() => canvas.line("no positions", PLAIN),
        Content::Map(map) => match map.style {
            drawing::Style::Heat => maps::heat_map(map, &mut canvas, budget)?,
            drawing::Style::Losing => maps::losing_map(map, &mut canvas, budget)?,
            drawing::Style::Digits => maps::digits(map, &mut canvas),
        },
        Content::Graph(plot) => graph::graph(plot, &mut canvas),
    }
    Ok(canvas.text())
}

/// Characters in their places, each in its style.
struct Canvas {
    screen: Screen,
    lines: Vec<Vec<(char, Style)>>,
}

/// An entry of a legend: the sign in its pieces, and what it means.
type Entry = (Vec<(String, Style)>, String);

fn entry(style: Style, sign: &str, meaning: &str) -> Entry {
    (vec![(sign.to_owned(), style)], meaning.to_owned())
}

/// What stands around a plot.
struct Axes {
    /// What is written left of which lines, counted from the top.
    left: Vec<(usize, String)>,
    /// The size of the plot in characters.
    lines: usize,
    columns: usize,
    /// What is written below which columns, from left to right.
    below: Vec<(usize, String)>,
    /// A column of the axis that is marked.
    marked: Option<usize>,
    /// The name of the axis below.
    name: String,
}

/// The room for what is written to the left of a plot.
fn margin(left: &[(usize, String)]) -> usize {
    widest(left.iter().map(|(_, label)| label.as_str()))
}

/// A place on the canvas: the line, and the column.
type Place = (usize, usize);

impl Canvas {
    /// A canvas with the title and what stands below it.
    fn new(drawing: &Drawing, screen: Screen) -> Canvas {
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

    fn columns(&self) -> usize {
        self.screen.columns()
    }

    fn height(&self) -> usize {
        self.lines.len()
    }

    /// Writes a text from a place on; returns the column behind it.
    fn put(&mut self, (line, column): Place, text: &str, style: Style) -> usize {
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
    fn line(&mut self, text: &str, style: Style) {
        let text = clipped(text, self.columns());
        self.put((self.height(), 0), &text, style);
    }

    /// Sets one of the eight dots of a character (Unicode's block of braille patterns); counted from the top left of the plot
    /// that begins at a place.
    fn dot(&mut self, plot: Place, (x, y): (usize, usize), style: Style) {
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
    fn axes(&mut self, axes: &Axes) -> Place {
        let margin = margin(&axes.left);
        let (top, left) = (self.height(), margin + 2);
        let foot = top + axes.lines;
        (top..foot).for_each(|line| _ = self.put((line, margin + 1), "│", PLAIN));
        for (line, label) in &axes.left {
            let label = format!("{label:>margin$} ┤");
            self.put((top + line, 0), &label, PLAIN);
        }
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
    fn legend(&mut self, entries: &[Entry]) {
        let columns = self.columns();
        let (mut line, mut column) = (self.height(), 0);
        self.put((line, 0), "", PLAIN);
        for (sign, meaning) in entries {
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
    fn text(&self) -> String {
        let color = self.screen.color;
        let is_seen =
            |&(c, style): &(char, Style)| c != ' ' || (color && style.get_bg_color().is_some());
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(is_seen).map_or(0, |last| last + 1);
            for run in line[..end].chunk_by(|(_, a), (_, b)| a == b) {
                // Plain text has no sequences around it.
                let style = if color { run[0].1 } else { PLAIN };
                let piece: String = run.iter().map(|(c, _)| c).collect();
                text += &format!("{style}{piece}{style:#}");
            }
            text.push('\n');
        }
        text
    }
}

/// At most this many characters of one line, without what would do something to a terminal.
fn clipped(text: &str, room: usize) -> String {
    let shown = |c: char| match c.is_control() || is_harmful(c) {
        true => '\u{fffd}',
        false => c,
    };
    let mut shown: Vec<char> = text.chars().map(shown).collect();
    if shown.len() > room {
        // On a terminal without this sign it is three dots.
        shown.truncate(room.saturating_sub(3));
        shown.push('…');
    }
    shown.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_where_they_were_set() {
        let (screen, lines) = (Screen::default(), Vec::new());
        let mut canvas = Canvas { screen, lines };
        for dot in [(0, 0), (1, 3), (5, 7), (2, 4)] {
            canvas.dot((0, 0), dot, MARK_COLOR);
        }
        assert_eq!(canvas.text(), "⢁\n ⠁⢀\n");
    }

    #[test]
    fn lines_are_clipped_and_harmless() {
        assert_eq!(clipped("abcde", 5), "abcde");
        assert_eq!(clipped("abcdef", 5), "ab…");
        assert_eq!(clipped("a\u{1b}[2J\n", 9), "a\u{fffd}[2J\u{fffd}");
    }
}
