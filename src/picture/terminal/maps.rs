//! Maps of two coordinates in a terminal.

use anstyle::{Ansi256Color, Color, Style};

use super::super::board::{Board, Square};
use super::super::maps::{LOSING_ON_HEAT, marks_losing, shade};
use super::super::standing::Standing;
use super::super::tone::Rgb;
use super::braille::Sheet;
use super::layout::{Blocks, Layout};
use super::{DRAWN_COLOR, Entry, LOSING, LOSING_COLOR, Screen, cube};
use crate::work::Limit;
use crate::work::budget::Budget;

/// What values are shown with where there is no colour, from small to large.
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];

/// What a block shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Nothing,
    Losing,
    Mean(u64),
}

fn shown(square: Option<Square>, marked: bool) -> Shown {
    match square {
        None | Some(Square { known: 0, .. }) => Shown::Nothing,
        Some(Square { losing: 1.., .. }) if marked => Shown::Losing,
        Some(square) => Shown::Mean(square.mean()),
    }
}

/// Draws a table of values in half blocks of colour, or without colour in shades; see
/// [`heat_map`](super::super::heat_map).
///
/// # Errors
/// A limit.
pub fn heat_map(
    board: &Board<'_>,
    value: &dyn Fn(usize, usize) -> Option<u64>,
    screen: Screen,
    budget: &mut Budget,
) -> Result<String, Limit> {
    let mut text = screen.head(board.title, board.subtitle);
    if board.is_empty() {
        text.push_str("no positions\n");
        return Ok(text);
    }
    let (dots, wide) = if screen.color {
        ([1, 2], 1)
    } else {
        ([1, 1], 2)
    };
    let layout = Layout::of(board, screen, dots, wide);
    let blocks = Blocks::gather(board, &layout, value, budget)?;
    let squares = &blocks.squares;
    let (largest, marked) = (
        squares.largest,
        marks_losing(layout.block, squares.losing, squares.known),
    );
    let at = |across: usize, row: usize| shown(blocks.at(across, row), marked);
    let mut rows = Vec::new();
    for line in 0..layout.lines() {
        let mut row = String::new();
        if screen.color {
            // The same twice where there is one row in a line.
            let (upper, lower) = (line * layout.dots[1], (line + 1) * layout.dots[1] - 1);
            let colors = |across| [upper, lower].map(|row| ground(at(across, row), largest));
            let columns: Vec<_> = (0..layout.blocks[0]).map(colors).collect();
            for run in columns.chunk_by(PartialEq::eq) {
                // No run is empty.
                let [upper, lower] = run[0];
                row.push_str(&half_blocks(screen, upper, lower, run.len() * layout.wide));
            }
        } else {
            for across in 0..layout.blocks[0] {
                let sign = match at(across, line) {
                    Shown::Nothing => ' ',
                    Shown::Losing => LOSING,
                    Shown::Mean(value) => shade_sign(value, largest),
                };
                row.extend([sign, if sign == LOSING { ' ' } else { sign }]);
            }
        }
        rows.push(row);
    }
    text.push_str(
        &layout
            .axes(board)
            .around(screen, layout.columns(), rows.into_iter()),
    );
    let mut entries = scale(screen, largest, marked);
    entries.extend(per_block(&layout, "the mean value"));
    text.push_str(&super::legend(screen, &entries));
    Ok(text)
}

fn ground(shown: Shown, largest: u64) -> Option<Rgb> {
    match shown {
        Shown::Nothing => None,
        Shown::Losing => Some(LOSING_ON_HEAT),
        Shown::Mean(value) => Some(shade(value, largest)),
    }
}

fn shade_sign(value: u64, largest: u64) -> char {
    let step =
        u128::from(value.saturating_sub(1)) * SHADES.len() as u128 / u128::from(largest.max(1));
    let step = usize::try_from(step)
        .unwrap_or(usize::MAX)
        .min(SHADES.len() - 1);
    SHADES[step]
}

fn half_blocks(screen: Screen, upper: Option<Rgb>, lower: Option<Rgb>, wide: usize) -> String {
    let color = |rgb: Rgb| Some(Color::Ansi256(Ansi256Color(cube(rgb))));
    let style = Style::new();
    let (style, sign) = match (upper, lower) {
        (None, None) => return " ".repeat(wide),
        (Some(upper), None) => (style.fg_color(color(upper)), "▀"),
        (None, Some(lower)) => (style.fg_color(color(lower)), "▄"),
        (Some(upper), Some(lower)) if upper == lower => (style.fg_color(color(upper)), "█"),
        (Some(upper), Some(lower)) => (style.fg_color(color(upper)).bg_color(color(lower)), "▀"),
    };
    screen.paint(style, &sign.repeat(wide))
}

/// What the colours or shades mean.
fn scale(screen: Screen, largest: u64, losing: bool) -> Vec<Entry> {
    let block = |color: Rgb| half_blocks(screen, Some(color), Some(color), 1);
    let mut entries = Vec::new();
    if losing {
        let sign = if screen.color {
            block(LOSING_ON_HEAT)
        } else {
            LOSING.to_string()
        };
        entries.push(Entry {
            sign: (sign, 1),
            meaning: "P-position".to_owned(),
        });
    }
    if largest > 0 {
        let (bar, length): (String, usize) = if screen.color {
            let steps = (0..8_u64).map(|step| u128::from(largest) * u128::from(step) / 7);
            // Not above `largest`.
            let colors = steps.map(|value| shade(u64::try_from(value).unwrap_or(largest), largest));
            (colors.map(block).collect(), 8)
        } else {
            (SHADES.iter().collect(), SHADES.len())
        };
        let least = u8::from(losing);
        entries.push(Entry {
            sign: (format!("{least} {bar}"), length + 2),
            meaning: largest.to_string(),
        });
    }
    entries
}

fn per_block(layout: &Layout, shows: &str) -> Option<Entry> {
    let sign = format!("{0} × {0}", layout.block);
    let length = sign.chars().count();
    let meaning = format!("positions in each: {shows}");
    (layout.block > 1).then_some(Entry {
        sign: (sign, length),
        meaning,
    })
}

/// Draws where the P-positions are, in signs where they fit and else in braille dots; see
/// [`losing_map`](super::super::losing_map).
///
/// # Errors
/// A limit.
pub fn losing_map(
    board: &Board<'_>,
    standing: &dyn Fn(usize, usize) -> Option<Standing>,
    screen: Screen,
    budget: &mut Budget,
) -> Result<String, Limit> {
    let mut text = screen.head(board.title, board.subtitle);
    if board.is_empty() {
        text.push_str("no positions\n");
        return Ok(text);
    }
    let layout = Layout::of(board, screen, [2, 4], 1);
    let mut gather = |wanted: Standing| {
        let value = |a, b| standing(a, b).map(|standing| u64::from(standing != wanted));
        Blocks::gather(board, &layout, &value, budget)
    };
    let (blocks, draws) = (gather(Standing::Lost)?, gather(Standing::Drawn)?);
    let has_draws = draws.squares.losing > 0;
    let at = |across: usize, row: usize| shown(blocks.at(across, row), true);
    let is_draw = |across: usize, row: usize| shown(draws.at(across, row), true) == Shown::Losing;
    let rows: Vec<String> = if layout.wide == 2 {
        let sign = |across: usize, row: usize| match at(across, row) {
            Shown::Losing => screen.color(LOSING_COLOR, "◆") + " ",
            Shown::Mean(_) if is_draw(across, row) => screen.color(DRAWN_COLOR, "=") + " ",
            Shown::Mean(_) => "· ".to_owned(),
            Shown::Nothing => "  ".to_owned(),
        };
        (0..layout.lines())
            .map(|row| {
                (0..layout.blocks[0])
                    .map(|across| sign(across, row))
                    .collect()
            })
            .collect()
    } else {
        let mut sheet = Sheet::new(layout.columns(), layout.lines());
        for row in 0..layout.lines() * layout.dots[1] {
            for across in 0..layout.blocks[0] {
                if at(across, row) == Shown::Losing {
                    sheet.set(across, row);
                }
            }
        }
        sheet
            .lines()
            .map(|line| screen.color(LOSING_COLOR, line.trim_end()))
            .collect()
    };
    text.push_str(
        &layout
            .axes(board)
            .around(screen, layout.columns(), rows.into_iter()),
    );
    let sign = if layout.wide == 2 { "◆" } else { "⠂" };
    let mut entries = vec![Entry::new(screen, LOSING_COLOR, sign, "P-position")];
    match layout.wide {
        2 if has_draws => entries.push(Entry::new(screen, DRAWN_COLOR, "=", "draw")),
        _ if has_draws => entries.push(Entry {
            sign: (String::new(), 0),
            meaning: "draws are not marked at this size".to_owned(),
        }),
        _ => {}
    }
    entries.extend(per_block(&layout, "set where one is a P-position"));
    text.push_str(&super::legend(screen, &entries));
    Ok(text)
}
