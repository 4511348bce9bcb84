//! A single pile: its options, their values, and the mex.

use super::rows::Options;
use crate::expr::position::Position;
use crate::query::plays::Plays;
use crate::solve::Solver;
use crate::text::words::noun;
use crate::work::Failure;

/// The options of a pile with their values, and the mex.
pub(super) fn one_pile(solver: &mut Solver, position: &Position) -> Result<String, Failure> {
    let value = solver.position_grundy(position)?;
    let plays = Plays::of(solver, position)?;
    let mut values = Vec::new();
    let mut options = Options::of(position, plays.list.len());
    for play in &plays.list {
        let xor = solver.values().sum_value(&play.becomes)?;
        values.push(xor);
        options.add(solver, (&plays, play), xor.to_string(), |solver, to| {
            // In the order in which the piles are written, equal ones side by side.
            let parts = solver.positions().components(to)?;
            let mut order = parts.clone();
            order.sort_by_key(|part| parts.iter().position(|other| other == part));
            let mut words = Vec::new();
            for component in order {
                words.push(solver.values().component_value(component)?.to_string());
            }
            Ok(match words.len() {
                0 | 1 => format!("value {xor}"),
                _ => format!("value {} = {xor}", words.join(" xor ")),
            })
        })?;
    }
    let mut text = format!("{position}   Grundy value {value}\n\n");
    if plays.list.is_empty() {
        text.push_str("  No move: the mex of no values is 0, and the player to move loses.\n");
        return Ok(text);
    }
    text.push_str(&options.listed());
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
    text.push_str(&options.drawn());
    Ok(text)
}
