//! A single pile: its options, their values, and the mex.

use super::board::Board;
use super::rows::{MOST_LISTED, more_options};
use crate::expr::position::Position;
use crate::query::plays::Plays;
use crate::solve::Solver;
use crate::text::words::{aligned, noun};
use crate::work::Failure;

/// The options of a pile with their values, and the mex.
pub(super) fn one_pile(solver: &mut Solver, position: &Position) -> Result<String, Failure> {
    let value = solver.position_grundy(position)?;
    let plays = Plays::of(solver, position)?;
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut values = Vec::new();
    let mut board = Board::of(position, plays.list.len());
    for play in &plays.list {
        let xor = solver.values().sum_value(&play.becomes)?;
        values.push(xor);
        if let Some(board) = &mut board {
            board.mark(&plays.result(solver, play)?, xor.to_string());
        }
        if rows.len() < MOST_LISTED {
            let told = plays.tell(solver, play)?;
            // In the order in which the piles are written, equal ones side by side.
            let parts = solver.positions().components(&told.to)?;
            let mut order = parts.clone();
            order.sort_by_key(|part| parts.iter().position(|other| other == part));
            let mut words = Vec::new();
            for component in order {
                words.push(solver.values().component_value(component)?.to_string());
            }
            let sum = if words.len() > 1 {
                format!("value {} = {xor}", words.join(" xor "))
            } else {
                format!("value {xor}")
            };
            rows.push([told.words, format!("leaves {}", told.to), sum]);
        }
    }
    let mut text = format!("{position}   Grundy value {value}\n\n");
    if plays.list.is_empty() {
        text.push_str("  No move: the mex of no values is 0, and the player to move loses.\n");
        return Ok(text);
    }
    text.push_str(&aligned(&rows));
    text.push_str(&more_options(plays.list.len(), rows.len()));
    values.sort_unstable();
    values.dedup();
    let shown: Vec<String> = if values.len() > 40 {
        let mut shown: Vec<String> = values.iter().take(20).map(u64::to_string).collect();
        shown.push("…".to_string());
        shown.extend(values.iter().skip(values.len() - 10).map(u64::to_string));
        shown
    } else {
        values.iter().map(u64::to_string).collect()
    };
    let count = values.len();
    let taken = noun(count, "the value", "the values");
    let verb = noun(count, "is", "are");
    text.push_str(&format!(
        "  {taken} {0} {verb} taken; the least one missing is {value}:  mex{{{0}}} = {value}\n",
        shown.join(", ")
    ));
    if let Some(drawn) = board.and_then(|board| board.drawn("The options with their values")) {
        text.push('\n');
        text.push_str(&drawn);
    }
    Ok(text)
}
