//! Piles that are rows of stones or of numbers, or bags of cells.

use std::fmt::Write;

use super::MOST;
use super::grid::Board;
use crate::expr::position::Header;
use crate::expr::shape::{Coord, CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::report::Look;

// Writing to a string never fails, so the results of `write!` are dropped.

/// Draws a row or a bag; false where that would not fit.
pub(super) fn row(
    game: &Header,
    pile: &Value,
    begun: &[&Value],
    head: &str,
    look: Look,
    text: &mut String,
) -> bool {
    let (
        Form::Single,
        [
            Coord {
                kind: CoordKind::Row { entry, .. },
                ..
            },
        ],
    ) = (game.shape.form, game.shape.coords.as_slice())
    else {
        return false;
    };
    let items = pile.items();
    if items.len() > MOST {
        return false;
    }
    if items.is_empty() {
        let _ = writeln!(text, "{head}{}", look.faint("empty"));
        return true;
    }
    let margin = " ".repeat(head.chars().count());
    match entry {
        Entry::Int(bounds) if bounds.lo >= 0 && bounds.hi == Some(1) => {
            let marks: Vec<&str> = items
                .iter()
                .map(|item| {
                    if item.as_int() == Some(1) {
                        "●"
                    } else {
                        "·"
                    }
                })
                .collect();
            let _ = writeln!(text, "{head}{}", marks.join(" "));
            true
        }
        Entry::Int(bounds) if bounds.lo >= 0 => {
            let width = (items.len() - 1).to_string().len();
            let rows: Vec<(String, i64)> = items
                .iter()
                .enumerate()
                .map(|(index, item)| (format!("{index:>width$}"), item.as_int().expect("a number")))
                .collect();
            let mut drawn = String::new();
            stones(&rows, &margin, look, &mut drawn);
            // The pile's letter stands before its first entry.
            text.push_str(head);
            text.push_str(drawn.get(margin.len()..).unwrap_or(&drawn));
            true
        }
        Entry::Tuple(parts) => {
            let [(_, down), (_, right)] = parts.as_slice() else {
                return false;
            };
            let cells = begun.iter().flat_map(|pile| pile.items()).chain(items);
            let Some(board) = Board::new(*down, *right, false, cells) else {
                return false;
            };
            if !board.fits(look.width, margin.len()) {
                return false;
            }
            let mut grid = board.empty();
            for item in items {
                board.put(&mut grid, item, "●");
            }
            let mut drawn = String::new();
            board.write(&grid, &margin, look, &mut drawn);
            text.push_str(head);
            text.push_str(drawn.get(margin.len()..).unwrap_or(&drawn));
            true
        }
        Entry::Int(_) => false,
    }
}

/// The longest row of stones.
const LONGEST: usize = 40;
/// What stands beside a row of stones takes no more than this.
const BESIDE: usize = 30;

/// Rows of stones, each with what stands before it and the count behind it. A pile with too many stones for a row is a number.
pub(super) fn stones(rows: &[(String, i64)], indent: &str, look: Look, text: &mut String) {
    let room = look.width.saturating_sub(BESIDE).clamp(10, LONGEST);
    let drawn = |size: i64| {
        let count = usize::try_from(size).ok();
        count.filter(|count| *count <= room)
    };
    let longest = rows.iter().filter_map(|(_, size)| drawn(*size)).max();
    let longest = longest.unwrap_or(0);
    let digits = rows.iter().map(|(_, size)| size.to_string().len()).max();
    let digits = digits.unwrap_or(1);
    for (head, size) in rows {
        let (row, count) = match drawn(*size) {
            Some(count) => ("●".repeat(count), look.faint(size).to_string()),
            None => (String::new(), size.to_string()),
        };
        let gap = " ".repeat(digits.saturating_sub(size.to_string().len()));
        // Writing to a string never fails.
        let _ = match longest {
            0 => writeln!(text, "{indent}{head}  {gap}{count}"),
            _ => writeln!(text, "{indent}{head}  {row:longest$}  {gap}{count}"),
        };
    }
}
