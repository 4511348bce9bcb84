//! The questions that are asked of any game: its P-positions and draws among usual piles.

use super::tables::entries;
use crate::expr::position::Game;

/// `count` numbers and one more from where a range begins, at 0 at least.
fn range(lo: i64, hi: Option<i64>, count: i64) -> String {
    let lo = lo.max(0);
    let last = lo.saturating_add(count).min(hi.unwrap_or(i64::MAX));
    format!("{lo}..{last}")
}

/// The questions for P-positions.
pub(super) fn losing(game: &Game, label: &str) -> Vec<String> {
    match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(bounds), _) => {
            let [one, two] = [40, 9].map(|count| range(bounds.lo, bounds.hi, count));
            vec![
                format!("losing({label}, {one})"),
                format!("losing({label}, {two}, {two})"),
            ]
        }
        (_, Some(bounds)) => {
            let count = if bounds.len() < 3 { 20 } else { 5 };
            let ranges = bounds
                .iter()
                .map(|bounds| range(bounds.lo, bounds.hi, count));
            let ranges: Vec<String> = ranges.collect();
            vec![format!("losing({label}, {})", ranges.join(", "))]
        }
        (None, None) => match entries(game) {
            Some(bounds) => {
                let [two, three] = [5, 3].map(|count| range(bounds.lo, bounds.hi, count));
                vec![
                    format!("losing({label}, {two}, {two})"),
                    format!("losing({label}, {three}, {three}, {three})"),
                ]
            }
            None => Vec::new(),
        },
    }
}

/// The question for draws.
pub(super) fn draws(game: &Game, label: &str) -> Option<String> {
    if let Some(bounds) = game.shape.as_heap() {
        let sizes = range(bounds.lo, bounds.hi, 40);
        return Some(format!(
            "[n for n in {sizes} where winner({label}[n]) == draw]"
        ));
    }
    let [a, b] = *game.shape.as_int_tuple()?.as_slice() else {
        return None;
    };
    let [a, b] = [a, b].map(|bounds| range(bounds.lo, bounds.hi, 10));
    Some(format!(
        "[(a, b) for a in {a}, b in {b} where winner({label}[(a, b)]) == draw]"
    ))
}
