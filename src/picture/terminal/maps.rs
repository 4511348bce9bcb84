//! Boards of two coordinates in a terminal: values as half blocks of colour or as numbers, and where the P-positions are.

use anstyle::Style;

use super::super::axis::grouped;
use super::super::drawing::{LARGEST_TABLE, Map, Side};
use super::super::maps::{LOSING_ON_HEAT, Square, Squares, shade};
use super::super::tone::Rgb;
use super::{
    Axes, Canvas, DRAWN_COLOR, Entry, LOSING, LOSING_COLOR, PLAIN, Screen, clipped, cube_color,
    entry, foreground,
};
use crate::work::Limit;
use crate::work::budget::Budget;

/// What values are shown with where there is no colour, from small to large.
const SHADES: [&str; 4] = ["░", "▒", "▓", "█"];

/// How a board is put on the characters of a screen.
struct Layout {
    /// Blocks of positions.
    squares: Squares,
    /// Characters for a block to the right.
    wide: usize,
    /// Blocks in a character to the right and upwards.
    dots: [usize; 2],
}

impl Layout {
    /// What fits on a screen: single positions two characters wide where they do, else blocks, `dots` of them in
    /// `wide` characters.
    fn of(
        map: &Map,
        screen: Screen,
        (dots, wide): ([usize; 2], usize),
        budget: &mut Budget,
    ) -> Result<Layout, Limit> {
        let end = map.up.from.saturating_add(map.up.count as u64);
        let margin = grouped(end).chars().count() + 2;
        let columns = screen.columns().saturating_sub(margin).max(8);
        let lines = screen.lines().saturating_sub(6).max(4);
        let (across, up) = (map.across.count, map.up.count);
        let (block, dots, wide) = match across * 2 <= columns && up <= lines {
            true => (1, [1, 1], 2),
            false => {
                let fitting = across.div_ceil((columns / wide) * dots[0]);
                (fitting.max(up.div_ceil(lines * dots[1])), dots, wide)
            }
        };
        Ok(Layout {
            squares: Squares::gather(map, [block; 2], budget)?,
            wide,
            dots,
        })
    }

    fn columns(&self) -> usize {
        self.squares.columns.div_ceil(self.dots[0]) * self.wide
    }

    fn lines(&self) -> usize {
        self.squares.rows.div_ceil(self.dots[1])
    }

    fn axes(&self, map: &Map) -> Axes {
        let (columns, lines) = (self.columns(), self.lines());
        let character = |side: &Side, number: u64, direction: usize| {
            (number - side.from) as usize / self.squares.block[direction] / self.dots[direction]
        };
        let up = map.up.axis().ticks((lines as u64).div_ceil(3).clamp(1, 8));
        let across = map.across.axis().ticks((columns as u64 / 8).max(1));
        Axes {
            left: up.labels(|number| lines - 1 - character(&map.up, number, 1)),
            lines,
            columns,
            below: across.labels(|number| character(&map.across, number, 0) * self.wide),
            marked: None,
            name: format!(
                "{} to the right, {} upwards",
                across.name(&map.across.name),
                up.name(&map.up.name)
            ),
        }
    }

    /// What a dot shows, counted from the left and from the top: nothing where there is no block.
    fn square(&self, across: usize, row: usize) -> Option<&Square> {
        // How many rows of the screen's dots stand empty above the blocks.
        let above = self.lines() * self.dots[1] - self.squares.rows;
        let at = row.checked_sub(above)? * self.squares.columns + across;
        self.squares.squares.get(at)
    }

    fn per_block(&self, shows: &str) -> Option<Entry> {
        let block = self.squares.block[0];
        let sign = format!("{block} × {block}");
        let meaning = format!("positions in each: {shows}");
        (block > 1).then(|| entry(PLAIN, &sign, &meaning))
    }
}

/// Draws a board of values in half blocks of colour, or without colour in shades; see
/// [`heat_map`](super::super::maps::heat_map).
pub fn heat_map(map: &Map, canvas: &mut Canvas, budget: &mut Budget) -> Result<(), Limit> {
    let color = canvas.screen.color;
    let blocks = match color {
        true => ([1, 2], 1),
        false => ([1, 1], 2),
    };
    let layout = Layout::of(map, canvas.screen, blocks, budget)?;
    let largest = layout.squares.largest;
    let marked = layout.squares.marks_losing();
    let is_marked = |square: &Square| marked && square.losing > 0;
    let ground = |square: &Square| match is_marked(square) {
        true => LOSING_ON_HEAT,
        false => shade(square.mean(), largest),
    };
    let (top, left) = canvas.axes(&layout.axes(map));
    for line in 0..layout.lines() {
        for across in 0..layout.squares.columns {
            let place = (top + line, left + across * layout.wide);
            let square = |row: usize| layout.square(across, row);
            let (signs, style) = match square(line) {
                _ if color => {
                    // The same twice where there is one row in a line.
                    let rows = [line * layout.dots[1], (line + 1) * layout.dots[1] - 1];
                    let [upper, lower] = rows.map(|row| square(row).map(ground));
                    let (sign, style) = half_block(upper, lower);
                    (sign.repeat(layout.wide), style)
                }
                None => continue,
                Some(square) if is_marked(square) => (LOSING.to_owned(), PLAIN),
                Some(square) => (shade_sign(square.mean(), largest).repeat(2), PLAIN),
            };
            canvas.put(place, &signs, style);
        }
    }
    let mut entries = scale(&layout.squares, color);
    entries.extend(layout.per_block("the mean value"));
    canvas.legend(&entries);
    Ok(())
}

fn shade_sign(value: u64, largest: u64) -> &'static str {
    let steps = SHADES.len() as u128;
    let step = u128::from(value.saturating_sub(1)) * steps / u128::from(largest.max(1));
    SHADES[step.min(steps - 1) as usize]
}

fn half_block(upper: Option<Rgb>, lower: Option<Rgb>) -> (&'static str, Style) {
    let color = |rgb: Rgb| cube_color(cube(rgb));
    match (upper, lower) {
        (None, None) => (" ", PLAIN),
        (Some(upper), None) => ("▀", PLAIN.fg_color(color(upper))),
        (None, Some(lower)) => ("▄", PLAIN.fg_color(color(lower))),
        (Some(upper), Some(lower)) if upper == lower => ("█", PLAIN.fg_color(color(upper))),
        (Some(upper), Some(lower)) => {
            let style = PLAIN.fg_color(color(upper));
            ("▀", style.bg_color(color(lower)))
        }
    }
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

/// What the colours or shades mean. Where P-positions have a colour or sign of their own, others begin behind 0.
fn scale(squares: &Squares, color: bool) -> Vec<Entry> {
    let (largest, marked) = (squares.largest, squares.marks_losing());
    let block = |rgb: Rgb| {
        let (sign, style) = half_block(Some(rgb), Some(rgb));
        (sign.to_owned(), style)
    };
    let mut entries = Vec::new();
    if marked {
        let sign = match color {
            true => block(LOSING_ON_HEAT),
            false => (LOSING.to_owned(), PLAIN),
        };
        entries.push((vec![sign], "P-position".to_owned()));
    }
    if largest > 0 {
        let mut sign = vec![(format!("{} ", u64::from(marked)), PLAIN)];
        if color {
            // Not above `largest`.
            let values = (0..8).map(|step| (u128::from(largest) * step / 7) as u64);
            sign.extend(values.map(|value| block(shade(value, largest))));
        } else {
            sign.push((SHADES.concat(), PLAIN));
        }
        entries.push((sign, largest.to_string()));
    }
    entries
}

/// Draws where the P-positions are, in signs where they fit and else in braille dots; see
/// [`losing_map`](super::super::maps::losing_map).
pub fn losing_map(map: &Map, canvas: &mut Canvas, budget: &mut Budget) -> Result<(), Limit> {
    let layout = Layout::of(map, canvas.screen, ([2, 4], 1), budget)?;
    let has_signs = layout.wide == 2;
    let (top, left) = canvas.axes(&layout.axes(map));
    for row in 0..layout.lines() * layout.dots[1] {
        for across in 0..layout.squares.columns {
            let (sign, style) = match layout.square(across, row) {
                None => continue,
                Some(Square { losing: 1.., .. }) => (LOSING, LOSING_COLOR),
                Some(Square { drawn: 1.., .. }) => ("=", DRAWN_COLOR),
                Some(_) => ("·", PLAIN),
            };
            if has_signs {
                canvas.put((top + row, left + across * layout.wide), sign, style);
            } else if sign == LOSING {
                canvas.dot((top, left), (across, row), style);
            }
        }
    }
    let sign = if has_signs { LOSING } else { "⠂" };
    let mut entries = vec![entry(LOSING_COLOR, sign, "P-position")];
    if layout.squares.drawn > 0 {
        entries.push(match has_signs {
            true => entry(DRAWN_COLOR, "=", "draw"),
            false => entry(PLAIN, "", "draws are not marked at this size"),
        });
    }
    entries.extend(layout.per_block("set where one is a P-position"));
    canvas.legend(&entries);
    Ok(())
}

/// Draws a table with its numbers, as many columns as fit; see [`digits`](super::super::maps::digits).
pub fn digits(map: &Map, canvas: &mut Canvas) {
    let columns = map.across.count.min(LARGEST_TABLE);
    let lines = map.up.count.min(LARGEST_TABLE);
    let cells = || (0..lines).flat_map(|b| (0..columns).filter_map(move |a| map.value(a, b)));
    let largest = cells().max().unwrap_or(0);
    let length = |number: u64| number.to_string().len();
    let across = || map.across.numbers(columns);
    let wished = cells().chain(across()).map(length).max().unwrap_or(1) + 2;
    // Numbers that are too long for the screen are clipped.
    let margin = map.up.numbers(lines).map(length).max().unwrap_or(1);
    let margin = margin.min(canvas.columns() / 2 - 4);
    let room = canvas.columns() - margin - 2;
    let width = wished.min(room);
    let shown = (room / width).clamp(1, columns);
    let in_column = |number: u64| {
        let number = clipped(&number.to_string(), width - 2);
        format!("{number:>0$} ", width - 1)
    };
    for b in (0..lines).rev() {
        let line = canvas.height();
        let heading = map.up.from + b as u64;
        let heading = clipped(&heading.to_string(), margin);
        canvas.put((line, 0), &format!("{heading:>margin$} │"), PLAIN);
        for a in 0..shown {
            if let Some(value) = map.value(a, b) {
                let place = (line, margin + 2 + a * width);
                canvas.put(place, &in_column(value), number_style(value, largest));
            }
        }
    }
    let foot = canvas.height();
    let line = format!("└{}", "─".repeat(shown * width));
    canvas.put((foot, margin + 1), &line, PLAIN);
    for (a, heading) in across().take(shown).enumerate() {
        let place = (foot + 1, margin + 2 + a * width);
        canvas.put(place, &in_column(heading), PLAIN);
    }
    let name = format!("{} to the right, {} upwards", map.across.name, map.up.name);
    canvas.put((foot + 2, margin + 2), &clipped(&name, room), PLAIN);
    if shown < map.across.count || lines < map.up.count {
        let (all, high) = (map.across.count, map.up.count);
        let note = format!("the first {shown} × {lines} of {all} × {high}");
        canvas.line(&note, PLAIN);
    }
}

/// How a number stands on the colour of its value.
fn number_style(value: u64, largest: u64) -> Style {
    let ground = match value {
        0 => LOSING_ON_HEAT,
        _ => shade(value, largest),
    };
    let style = match value {
        0 => LOSING_COLOR.bold(),
        _ => foreground(cube(ground.ink())),
    };
    style.bg_color(cube_color(cube(ground)))
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
}
