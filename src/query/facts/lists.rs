//! Lists of P-positions and draws.

use super::{List, part};
use crate::expr::position::Header;
use crate::expr::shape::{Bounds, CoordKind, Entry};
use crate::query::session::Session;
use crate::text::diagnostic::Report;

impl Session {
    /// The P-positions of a game of these piles that is called `label`, and its draws.
    pub(super) fn lists_of(&mut self, game: &Header, label: &str) -> Result<Vec<List>, Report> {
        let mut questions: Vec<(String, bool)> = losing(game, label)
            .into_iter()
            .map(|query| (query, false))
            .collect();
        if game.loopy {
            questions.extend(draws(game, label).map(|query| (query, true)));
        }
        let mut lists = Vec::new();
        for (query, draws) in questions {
            let answer = self.eval_text("report", &query);
            if let Err(report) = &answer
                && report.limit().is_none()
                && game.shape.is_row()
            {
                // Rows of other lengths or entries may be no positions for the rules.
                part(answer)?.ok();
                continue;
            }
            let answer = part(answer)?;
            lists.push(List {
                query,
                draws,
                found: answer.map(|answer| (answer.value, answer.by)),
            });
        }
        Ok(lists)
    }
}

/// `count` numbers and one more from where a range begins, at 0 at least.
fn range(lo: i64, hi: Option<i64>, count: i64) -> String {
    let lo = lo.max(0);
    let last = lo.saturating_add(count).min(hi.unwrap_or(i64::MAX));
    format!("{lo}..{last}")
}

/// The questions for P-positions.
fn losing(game: &Header, label: &str) -> Vec<String> {
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

/// The range of the entries where a pile is one row of integers.
fn entries(game: &Header) -> Option<Bounds> {
    match game.shape.coords.as_slice() {
        [coord] if game.shape.is_row() => match coord.kind {
            CoordKind::Row {
                entry: Entry::Int(bounds),
                ..
            } => Some(bounds),
            _ => None,
        },
        _ => None,
    }
}

/// The question for draws.
fn draws(game: &Header, label: &str) -> Option<String> {
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
