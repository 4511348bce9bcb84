//! What a board may begin with.

use std::sync::Arc;

use super::MOST_PILES;
use crate::expr::position::{Header, Position};
use crate::expr::shape::{Bounds, CoordKind, Entry, each_choice};
use crate::expr::value::Value;
use crate::query::tables::position_of;

/// Lists of piles that new positions may be made of, the most wanted first.
pub(super) fn piles(game: &Header) -> Vec<Vec<Value>> {
    let most = match game.shape.as_heap() {
        Some(_) => [20, 12, 7, 4],
        None => [12, 8, 5, 3],
    };
    let piles = most.into_iter().filter_map(|most| all_piles(game, most));
    piles.collect()
}

/// All piles with small numbers.
fn all_piles(game: &Header, most: i64) -> Option<Vec<Value>> {
    let small = |bounds: Bounds, most: i64| -> Vec<Value> {
        let natural = Bounds {
            lo: bounds.lo.max(0),
            ..bounds
        };
        natural.least(most).map(Value::Int).collect()
    };
    let choices = game.shape.coords.iter().map(|coord| match &coord.kind {
        CoordKind::Int(bounds) => Some(small(*bounds, most)),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => {
            let entries = (0..=most.min(4)).filter(|n| bounds.contains(*n));
            let entries: Vec<Value> = entries.map(Value::Int).collect();
            let entries = vec![entries; 3];
            Some(each_choice(&entries).map(Value::list).collect())
        }
        CoordKind::Row { .. } => None,
    });
    let choices: Vec<Vec<Value>> = choices.collect::<Option<_>>()?;
    let count = choices.iter().map(Vec::len).fold(1, usize::saturating_mul);
    let piles = || each_choice(&choices).map(|parts| game.shape.whole(parts));
    (count <= MOST_PILES.0).then(|| piles().collect())
}

/// Positions to begin with, the most wanted first.
pub(super) fn positions(game: &Arc<Header>) -> Vec<Position> {
    if let Some(bounds) = game.shape.as_heap() {
        let sizes: [&[i64]; 7] = [
            &[7, 5, 3],
            &[5, 4, 3],
            &[4, 3, 2],
            &[3, 2, 1],
            &[8],
            &[3, 2],
            &[3],
        ];
        return sizes
            .iter()
            .filter(|sizes| sizes.iter().all(|size| bounds.contains(*size)))
            .map(|sizes| position_of(game, sizes.iter().copied().map(Value::Int).collect()))
            .collect();
    }
    // The last of the small piles has the greatest numbers.
    [6, 5, 4, 3, 2, 1]
        .into_iter()
        .filter_map(|most| all_piles(game, most)?.pop())
        .map(|pile| position_of(game, vec![pile]))
        .collect()
}
