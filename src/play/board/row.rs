//! Piles that are rows of stones or of numbers, or bags of cells.

use super::MOST;
use super::grid::Board;
use crate::expr::position::Header;
use crate::expr::shape::{CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::report::Look;

/// A row or a bag; none where that would not fit behind an indent.
pub(super) fn row(
    game: &Header,
    pile: &Value,
    begun: &[&Value],
    look: Look,
    indent: usize,
) -> Option<String> {
    let (Form::Single, [coord]) = (game.shape.form, game.shape.coords.as_slice()) else {
        return None;
    };
    let (CoordKind::Row { entry, .. }, items) = (&coord.kind, pile.items()) else {
        return None;
    };
    if items.len() > MOST {
        return None;
    }
    if items.is_empty() {
        return Some(look.faint("empty").to_string());
    }
    match entry {
        Entry::Int(bounds) if bounds.lo >= 0 && bounds.hi == Some(1) => {
            let marks = items.iter().map(|item| match item.as_int() {
                Some(1) => "●",
                _ => "·",
            });
            Some(marks.collect::<Vec<&str>>().join(" "))
        }
        Entry::Int(bounds) if bounds.lo >= 0 => {
            let width = (items.len() - 1).to_string().len();
            let rows = items.iter().enumerate();
            let rows = rows.map(|(index, item)| Some((format!("{index:>width$}"), item.as_int()?)));
            Some(stones(&rows.collect::<Option<Vec<_>>>()?, look))
        }
        Entry::Tuple(parts) => {
            let [(_, down), (_, right)] = parts.as_slice() else {
                return None;
            };
            let cells = begun.iter().flat_map(|pile| pile.items()).chain(items);
            let board = Board::new(*down, *right, false, cells)?;
            let mut grid = board.empty();
            for item in items {
                board.put(&mut grid, item, "●");
            }
            let fits = board.fits(look.width, indent);
            fits.then(|| board.lines(&grid, look))
        }
        Entry::Int(_) => None,
    }
}

/// The longest row of stones.
const LONGEST: usize = 40;
/// What stands beside a row of stones takes no more than this.
const BESIDE: usize = 30;

/// Rows of stones, each with what stands before it and the count behind it. A pile with too many stones for a row is a number.
pub(super) fn stones(rows: &[(String, i64)], look: Look) -> String {
    let room = look.width.saturating_sub(BESIDE).clamp(10, LONGEST);
    let drawn = |size: i64| {
        let count = usize::try_from(size).ok();
        count.filter(|count| *count <= room)
    };
    let longest = rows.iter().filter_map(|(_, size)| drawn(*size)).max();
    let longest = longest.unwrap_or(0);
    let digits = rows.iter().map(|(_, size)| size.to_string().len()).max();
    let digits = digits.unwrap_or(1);
    let lines = rows.iter().map(|(head, size)| {
        let (row, count) = match drawn(*size) {
            Some(count) => ("●".repeat(count), look.faint(size).to_string()),
            None => (String::new(), size.to_string()),
        };
        let gap = " ".repeat(digits.saturating_sub(size.to_string().len()));
        match longest {
            0 => format!("{head}  {gap}{count}\n"),
            _ => format!("{head}  {row:longest$}  {gap}{count}\n"),
        }
    });
    lines.collect()
}
