//! The options of a pile with two coordinates, drawn on the board.

use std::collections::BTreeMap;

use crate::expr::position::{GameId, Position};
use crate::expr::value::{Outcome, Value};
use crate::query::study::Study;
use crate::solve::Solver;
use crate::work::Failure;

/// The most rows and columns that are drawn.
const MOST: (i64, i64) = (24, 24);

/// The widest mark.
const WIDEST: usize = 5;
/// On a larger board than this one cell of so many at least has a mark.
const SMALL: usize = 64;
const SPARSE: usize = 12;

/// The most options that are marked: more than a board has places for.
pub(super) const MOST_MARKS: usize = 1000;

/// A board with one pile of two integers on it, and marks where its options are.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedBoard {
    heading: &'static str,
    game: GameId,
    names: [String; 2],
    corner: [i64; 2],
    pile: [i64; 2],
    marks: BTreeMap<[i64; 2], String>,
}

impl MarkedBoard {
    /// The board of a position of one pile with two coordinates and so many options. `None`: it is no such position, or there
    /// are too many.
    pub(super) fn of(
        position: &Position,
        options: usize,
        heading: &'static str,
    ) -> Option<MarkedBoard> {
        if options > MOST_MARKS {
            return None;
        }
        let term = position.only_term()?;
        let shape = &term.game.shape;
        let bounds = shape.as_int_tuple()?;
        let ([first, second], [a, b]) = (bounds.as_slice(), shape.coords.as_slice()) else {
            return None;
        };
        Some(MarkedBoard {
            heading,
            game: term.game.id,
            names: [a.name.clone(), b.name.clone()],
            corner: [first.lo, second.lo],
            pile: lone(position)?,
            marks: BTreeMap::new(),
        })
    }

    /// Whether a position is one pile of two integers.
    pub(super) fn is_for(position: &Position) -> bool {
        MarkedBoard::of(position, 0, "").is_some()
    }

    /// The board of a position with the outcomes of its options, where it has one.
    pub(super) fn of_outcomes(
        solver: &mut Solver,
        study: &Study,
    ) -> Result<Option<MarkedBoard>, Failure> {
        let heading = "The options: P where the player to move loses, N where they win";
        let options = study.plays.list.len();
        let Some(mut board) = MarkedBoard::of(study.chosen.position, options, heading) else {
            return Ok(None);
        };
        for (play, after) in study.turns() {
            let is_lost = after == Some(Outcome::Second);
            let mark = if is_lost { "P" } else { "N" };
            board.mark(&study.plays.result(solver, play)?, mark.to_string());
        }
        Ok(Some(board))
    }

    /// Marks an option; one that is no single pile of the game stands nowhere on the board.
    pub(super) fn mark(&mut self, option: &Position, mark: String) {
        let is_of_game = option.terms.iter().all(|term| term.game.id == self.game);
        if let Some(place) = lone(option).filter(|_| is_of_game) {
            self.marks.insert(place, mark);
        }
    }

    /// The drawing, where there are marks and it is not too large.
    pub(crate) fn drawn(&self) -> Option<String> {
        let places = || self.marks.keys().chain([&self.pile]);
        // One more row and column towards the corner, where there is one: a drawing that is cut off looks cut off.
        let [corner_row, corner_column] = self.corner;
        let first_row = places().map(|place| place[0]).min()?;
        let first_column = places().map(|place| place[1]).min()?;
        let top = first_row.saturating_sub(1).max(corner_row);
        let left = first_column.saturating_sub(1).max(corner_column);
        let bottom = places().map(|place| place[0]).max()?;
        let right = places().map(|place| place[1]).max()?;
        let (rows, columns) = (bottom.checked_sub(top)?, right.checked_sub(left)?);
        let widest = self.marks.values().map(|mark| mark.chars().count()).max()?;
        if rows >= MOST.0 || columns >= MOST.1 || widest > WIDEST {
            return None;
        }
        let cells = ((rows + 1) * (columns + 1)) as usize;
        if cells > SMALL && self.marks.len() * SPARSE < cells {
            return None;
        }
        let length = |n: i64| n.to_string().len();
        let cell = widest.max(length(left)).max(length(right)) + 1;
        let names = length(top).max(length(bottom));
        let [down, across] = &self.names;
        let heading = self.heading;
        let mut text = format!("  {heading} ({down} down, {across} across; * is the pile):\n\n");
        text.push_str(&format!("  {:names$}  ", ""));
        for column in left..=right {
            text.push_str(&format!("{column:>cell$}"));
        }
        text.push('\n');
        for row in top..=bottom {
            text.push_str(&format!("  {row:>names$}  "));
            for column in left..=right {
                let place = [row, column];
                let mark = match self.marks.get(&place) {
                    _ if place == self.pile => "*",
                    Some(mark) => mark,
                    None => "·",
                };
                text.push_str(&format!("{mark:>cell$}"));
            }
            text.push('\n');
        }
        Some(text)
    }
}

/// The coordinates of the only pile, where it is a pair of integers.
fn lone(position: &Position) -> Option<[i64; 2]> {
    match position.only_pile()? {
        (_, Value::Tuple(parts)) => match parts.as_slice() {
            [Value::Int(a), Value::Int(b)] => Some([*a, *b]),
            _ => None,
        },
        _ => None,
    }
}
