//! Pictures in a terminal: braille dots, half blocks, numbers and lists, all on one canvas of characters.

mod canvas;
mod graph;
mod maps;
mod values;

use anstyle::{Ansi256Color, Color, Style};

use self::canvas::Canvas;
use super::drawing::{self, Content, Drawing};
use crate::work::Limit;
use crate::work::budget::Budget;

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
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(color))))
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
        Content::Map(map) if map.across.count == 0 || map.up.count == 0 => {
            canvas.line("no positions", PLAIN);
        }
        Content::Map(map) => match map.style {
            drawing::Style::Heat => maps::heat_map(map, &mut canvas, budget)?,
            drawing::Style::Losing => maps::losing_map(map, &mut canvas, budget)?,
            drawing::Style::Digits => maps::digits(map, &mut canvas),
        },
        Content::Graph(plot) => graph::graph(plot, &mut canvas),
    }
    Ok(canvas.text())
}
