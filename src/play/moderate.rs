//! Piles of moderate size, by chance.

use super::chance::Chance;
use crate::expr::position::Header;
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, each_choice};
use crate::expr::value::Value;

/// The largest usual pile of numbers, coordinate on a board, and entry of a row, counted from the least.
const PILE: i64 = 12;
const COORDINATE: i64 = 7;
const ENTRY: i64 = 5;
/// How many entries a usual row has, and one of zeros and ones.
const ENTRIES: (i64, i64) = (3, 5);
const BITS: (i64, i64) = (6, 9);
/// The sides of the board that cells are on.
const SIDE: i64 = 3;

/// A pile of moderate size.
pub(super) fn moderate(game: &Header, chance: &mut Chance) -> Value {
    let within = |bounds: Bounds, most: i64, chance: &mut Chance| {
        chance.between(bounds.lo, *bounds.least(most).end())
    };
    let is_alone = game.shape.form == Form::Single;
    let part = |coord: &Coord, chance: &mut Chance| match &coord.kind {
        CoordKind::Int(bounds) => {
            let most = if is_alone { PILE } else { COORDINATE };
            Value::Int(within(*bounds, most, chance))
        }
        // A row beside other numbers usually remembers what was done, and nothing was.
        CoordKind::Row { .. } if !is_alone => Value::list(Vec::new()),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => {
            let (few, many) = match bounds.hi {
                Some(hi) if hi.saturating_sub(bounds.lo) <= 1 => BITS,
                _ => ENTRIES,
            };
            let count = chance.between(few, many);
            let mut entries: Vec<i64> =
                (0..count).map(|_| within(*bounds, ENTRY, chance)).collect();
            // Rows that must have an order usually fall, as in Chomp; to the others it is all the same.
            if (few, many) == ENTRIES {
                entries.sort_unstable_by(|a, b| b.cmp(a));
            }
            Value::ints(entries)
        }
        CoordKind::Row {
            entry: Entry::Tuple(parts),
            ..
        } => {
            let sides = parts.iter().take(3);
            let sides = sides.map(|(_, bounds)| bounds.least(SIDE - 1).map(Value::Int).collect());
            let sides: Vec<Vec<Value>> = sides.collect();
            Value::list(each_choice(&sides).map(Value::tuple).collect())
        }
    };
    let parts = game.shape.coords.iter().map(|coord| part(coord, chance));
    game.shape.whole(parts.collect())
}
