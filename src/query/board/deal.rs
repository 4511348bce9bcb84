//! What a board may begin with.

use std::sync::Arc;

use super::MOST_PILES;
use crate::expr::position::{Header, Position};
use crate::expr::shape::{CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::query::tables::position_of;

/// Lists of piles that new positions may be made of, the most wanted first.
pub(super) fn piles(game: &Header) -> Vec<Vec<Value>> {
    if let Some(bounds) = game.shape.as_heap() {
        let least = bounds.lo.max(0);
        let sizes = |most: i64| {
            let most = least
                .saturating_add(most)
                .min(bounds.hi.unwrap_or(i64::MAX));
            (least..=most).map(Value::Int).collect::<Vec<_>>()
        };
        return [20, 12, 7, 4].map(sizes).to_vec();
    }
    [12, 8, 5, 3]
        .into_iter()
        .filter_map(|most| all_piles(game, most))
        .collect()
}

/// All tuples and rows with small numbers.
fn all_piles(game: &Header, most: i64) -> Option<Vec<Value>> {
    let mut piles: Vec<Vec<Value>> = vec![Vec::new()];
    for coord in &game.shape.coords {
        let choices: Vec<Value> = match &coord.kind {
            CoordKind::Int(bounds) => {
                let least = bounds.lo.max(0);
                let most = least
                    .saturating_add(most)
                    .min(bounds.hi.unwrap_or(i64::MAX));
                (least..=most).map(Value::Int).collect()
            }
            CoordKind::Row {
                entry: Entry::Int(bounds),
                ..
            } => {
                let entries: Vec<i64> = (0..=most.min(4)).filter(|n| bounds.contains(*n)).collect();
                let rows = entries.iter().flat_map(|a| {
                    let entries = &entries;
                    entries
                        .iter()
                        .flat_map(move |b| entries.iter().map(move |c| Value::ints([*a, *b, *c])))
                });
                rows.collect()
            }
            CoordKind::Row { .. } => return None,
        };
        if piles.len().saturating_mul(choices.len()) > MOST_PILES.0 {
            return None;
        }
        piles = piles
            .iter()
            .flat_map(|pile| {
                choices.iter().map(move |choice| {
                    let mut longer = pile.clone();
                    longer.push(choice.clone());
                    longer
                })
            })
            .collect();
    }
    let whole = |mut parts: Vec<Value>| match game.shape.form {
        Form::Single => parts.pop(),
        Form::Tuple | Form::Unordered => Some(Value::tuple(parts)),
    };
    Some(piles.into_iter().filter_map(whole).collect())
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
