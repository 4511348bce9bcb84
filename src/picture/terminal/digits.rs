//! A small table of Grundy values in a terminal.

use anstyle::{Ansi256Color, Color, Style};

use super::super::board::Board;
use super::super::digits::LARGEST_TABLE;
use super::super::maps::{LOSING_ON_HEAT, shade};
use super::{LOSING_COLOR, Screen, clipped, cube};

/// Draws a table with its numbers, as many columns as fit; see [`digits`](super::super::digits).
pub fn digits(
    board: &Board<'_>,
    value: &dyn Fn(usize, usize) -> Option<u64>,
    screen: Screen,
) -> String {
    let mut text = screen.head(board.title, board.subtitle);
    if board.is_empty() {
        text.push_str("no positions\n");
        return text;
    }
    let (columns, lines) = (
        board.across.count.min(LARGEST_TABLE),
        board.up.count.min(LARGEST_TABLE),
    );
    let numbers =
        |from: u64, count: usize| (0..count as u64).map(move |offset| from.saturating_add(offset));
    let cells: Vec<Option<u64>> = (0..lines)
        .flat_map(|b| (0..columns).map(move |a| (a, b)))
        .map(|(a, b)| value(a, b))
        .collect();
    let largest = cells.iter().flatten().copied().max().unwrap_or(0);
    let longest = |numbers: &mut dyn Iterator<Item = u64>| {
        numbers
            .map(|number| number.to_string().len())
            .max()
            .unwrap_or(1)
    };
    let wished = longest(
        &mut cells
            .iter()
            .flatten()
            .copied()
            .chain(numbers(board.across.from, columns)),
    ) + 2;
    // Numbers that are too long for the screen are clipped.
    let margin = longest(&mut numbers(board.up.from, lines)).min(screen.columns() / 2 - 4);
    let room = screen.columns() - margin - 2;
    let width = wished.min(room);
    let shown = (room / width).clamp(1, columns);
    for (b, heading) in numbers(board.up.from, lines)
        .enumerate()
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let mut line = format!("{:>margin$} │", clipped(&heading.to_string(), margin));
        for cell in cells[b * columns..].iter().take(shown) {
            match cell {
                None => line.push_str(&" ".repeat(width)),
                Some(value) => line.push_str(&number(screen, *value, largest, width)),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(&format!("{:margin$} └{}\n", "", "─".repeat(shown * width)));
    let headings: String = numbers(board.across.from, shown)
        .map(|heading| in_column(heading, width))
        .collect();
    text.push_str(&format!("{:margin$}  {}\n", "", headings.trim_end()));
    let name = format!(
        "{} to the right, {} upwards",
        board.across.name, board.up.name
    );
    text.push_str(&format!("{:margin$}  {}\n", "", clipped(&name, room)));
    if shown < board.across.count || lines < board.up.count {
        let note = format!(
            "the first {shown} × {lines} of {} × {}",
            board.across.count, board.up.count
        );
        text.push_str(&clipped(&note, screen.columns()));
        text.push('\n');
    }
    text
}

/// A number at the right of its column.
fn in_column(number: u64, width: usize) -> String {
    format!(
        "{:>1$} ",
        clipped(&number.to_string(), width - 2),
        width - 1
    )
}

/// A number on the colour of its value.
fn number(screen: Screen, value: u64, largest: u64, width: usize) -> String {
    let text = in_column(value, width);
    let ground = if value == 0 {
        LOSING_ON_HEAT
    } else {
        shade(value, largest)
    };
    let style = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(cube(ground)))));
    let ink = match (value, ground.is_bright()) {
        (0, _) => LOSING_COLOR,
        (_, true) => 16,
        (_, false) => 231,
    };
    let style = style.fg_color(Some(Color::Ansi256(Ansi256Color(ink))));
    screen.paint(if value == 0 { style.bold() } else { style }, &text)
}
