//! A theory: its table, and a winning turn read off it.

use super::board::Board;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::method::Chosen;
use crate::solve::method::table::Table;
use crate::text::words::widest;
use crate::work::Failure;

/// The table of a theory, and a winning turn read off it.
pub(super) fn by_theory(
    solver: &mut Solver,
    chosen: &Chosen,
    table: &Table,
) -> Result<String, Failure> {
    let mut text = drawn(chosen.position, table);
    text.push_str("\n\n");
    if chosen.judge.winner(solver.memory())? == Outcome::First {
        let study = Study::of(solver, chosen, 1)?;
        if let Some(play) = study.winning_moves(solver, 1)?.0.first() {
            text.push_str(&format!(
                "  A winning move: {}.\n  It leaves {}, {}.\n\n",
                play.words, play.to, table.after
            ));
        }
    } else {
        text.push_str(&format!("  {}\n\n", table.lost));
    }
    text.push_str(&format!("  {}\n", table.applies));
    if Board::is_for(chosen.position) {
        let study = Study::listed(solver, chosen)?;
        if let Some(drawn) = Board::of_outcomes(solver, &study)? {
            text.push('\n');
            text.push_str(&drawn);
        }
    }
    Ok(text)
}

/// The table of a theory up to its verdict.
fn drawn(position: &Position, table: &Table) -> String {
    let piles = position.terms.iter().flat_map(|term| &term.piles);
    let rows: Vec<(String, &Option<String>, &Vec<String>)> = piles
        .zip(&table.rows)
        .map(|(pile, (value, cells))| (pile.to_string(), value, cells))
        .collect();
    // Where the piles are their own values, they need not be written twice.
    let plain = rows
        .iter()
        .all(|(label, value, _)| value.as_ref().is_none_or(|value| label == value));
    let named: Vec<(String, &Vec<String>)> = rows
        .into_iter()
        .map(|(label, value, cells)| match value {
            Some(value) if !plain => (format!("{label}   value {value}"), cells),
            _ => (label, cells),
        })
        .collect();
    let totals = table
        .totals
        .iter()
        .map(|(name, cells)| (name.clone(), cells));
    let lines: Vec<(String, &Vec<String>)> = named.iter().cloned().chain(totals).collect();
    let names = widest(lines.iter().map(|(name, _)| name.as_str()));
    let cells = lines.iter().flat_map(|(_, cells)| cells.iter());
    let cell = widest(cells.map(String::as_str));
    let width = lines
        .iter()
        .map(|(_, cells)| cells.len())
        .max()
        .unwrap_or(1);
    let mut text = format!("{position}   {}\n\n", table.heading);
    for (number, (name, cells)) in lines.iter().enumerate() {
        if number == named.len() {
            let dashes = (width * (cell + 1)).saturating_sub(1);
            text.push_str(&format!("  {:names$}   {}\n", "", "-".repeat(dashes)));
        }
        let cells: Vec<String> = cells.iter().map(|text| format!("{text:>cell$}")).collect();
        text.push_str(&format!("  {name:>names$}   {}", cells.join(" ")));
        if number + 1 < lines.len() {
            text.push('\n');
        }
    }
    text.push_str(&format!("   {}", table.verdict));
    text
}
