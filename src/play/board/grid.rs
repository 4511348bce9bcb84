//! What a position is drawn with: boards whose cells are pairs of numbers, rows of stones or of numbers, bags of cells.

use super::MOST;
use crate::expr::position::Header;
use crate::expr::shape::{Bounds, CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::report::Look;

/// The longest side of a board.
const WIDEST: i64 = 26;

/// A board whose cells are pairs of numbers.
pub(super) struct Board {
    top: i64,
    left: i64,
    height: i64,
    width: i64,
}

impl Board {
    /// The board of these ranges, as large as the pieces on it need where a range has no end; `None`: too large.
    pub(super) fn new<'a>(
        down: Bounds,
        right: Bounds,
        is_square: bool,
        pieces: impl Iterator<Item = &'a Value>,
    ) -> Option<Board> {
        let mut ends = (down.hi.unwrap_or(down.lo), right.hi.unwrap_or(right.lo));
        for piece in pieces {
            let (row, column) = pair(piece)?;
            if !down.contains(row) || !right.contains(column) {
                return None;
            }
            ends = (ends.0.max(row), ends.1.max(column));
        }
        if is_square {
            ends = (ends.0.max(ends.1), ends.0.max(ends.1));
        }
        let board = Board {
            top: down.lo,
            left: right.lo,
            height: ends.0.checked_sub(down.lo)?.checked_add(1)?,
            width: ends.1.checked_sub(right.lo)?.checked_add(1)?,
        };
        (1..=WIDEST).contains(&board.height).then_some(())?;
        (1..=WIDEST).contains(&board.width).then_some(board)
    }

    /// Whether so many characters are enough for a line of it behind an indent, with names of one letter in the cells.
    pub(super) fn fits(&self, room: usize, indent: usize) -> bool {
        let longest = |first: i64, count: i64| {
            let last = first.saturating_add(count - 1);
            first.to_string().len().max(last.to_string().len())
        };
        let cells = self.width as usize * (longest(self.left, self.width) + 1);
        indent + longest(self.top, self.height) + 1 + cells <= room
    }

    /// Rows of cells with nothing in them.
    pub(super) fn empty(&self) -> Vec<Vec<String>> {
        vec![vec!["·".to_string(); self.width as usize]; self.height as usize]
    }

    /// Puts a piece down; where one stands already, there is a `*`.
    pub(super) fn put(&self, grid: &mut [Vec<String>], piece: &Value, name: &str) {
        let cell = pair(piece).and_then(|(row, column)| {
            let row = grid.get_mut(usize::try_from(row - self.top).ok()?)?;
            row.get_mut(usize::try_from(column - self.left).ok()?)
        });
        if let Some(cell) = cell {
            *cell = match cell.as_str() {
                "·" => name.to_string(),
                _ => "*".to_string(),
            };
        }
    }

    /// The rows with their numbers, below those of the columns.
    pub(super) fn lines(&self, grid: &[Vec<String>], look: Look) -> String {
        let numbers = |first: i64, count: i64| -> Vec<String> {
            let numbers = (first..).take(count as usize);
            numbers.map(|number| number.to_string()).collect()
        };
        let columns = numbers(self.left, self.width);
        let rows = numbers(self.top, self.height);
        let cells = grid.iter().flatten().map(|cell| cell.chars().count());
        let wide = columns.iter().map(String::len).chain(cells).max();
        let wide = wide.unwrap_or(1);
        let side = rows.iter().map(String::len).max().unwrap_or(1);
        let line = |cells: &[String]| -> String {
            let cells = cells.iter();
            cells.map(|cell| format!(" {cell:>wide$}")).collect()
        };
        let mut text = format!("{:side$} {}\n", "", look.faint(line(&columns)));
        for (row, cells) in rows.iter().zip(grid) {
            let row = look.faint(format!("{row:>side$}"));
            text += &format!("{row} {}\n", line(cells));
        }
        text
    }
}

fn pair(piece: &Value) -> Option<(i64, i64)> {
    match piece.items() {
        [row, column] => Some((row.as_int()?, column.as_int()?)),
        _ => None,
    }
}

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
