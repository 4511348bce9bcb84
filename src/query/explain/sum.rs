//! A sum: the binary table of the values with their xor, and the move read off it.

use crate::expr::position::Position;
use crate::expr::value::Value;
use crate::query::evidence::pile_by;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::method::Chosen;
use crate::text::words::widest;
use crate::work::Failure;

/// The values of the piles, each with how it is written.
fn pile_values(solver: &mut Solver, position: &Position) -> Result<Vec<(String, u64)>, Failure> {
    let mut rows: Vec<(String, u64)> = Vec::new();
    for term in &position.terms {
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            let node = solver.positions().nodes.pile(term.game.id, &cells);
            let label = if position.terms.len() > 1 {
                format!("{}[{pile}]", term.game.label)
            } else {
                pile.to_string()
            };
            rows.push((label, solver.values().component_value(node)?));
        }
    }
    Ok(rows)
}

/// The values of the piles as a binary table with their xor below.
fn binary_table(position: &Position, rows: &[(String, u64)], xor: u64) -> String {
    // Where the piles are their own values, they need not be written twice.
    let plain = rows
        .iter()
        .all(|(label, value)| *label == value.to_string());
    let width = rows
        .iter()
        .map(|(_, value)| 64 - value.leading_zeros())
        .max()
        .unwrap_or(0)
        .max(1) as usize;
    let names = widest(rows.iter().map(|(label, _)| label.as_str())).max(3);
    let digits = rows
        .iter()
        .map(|(_, value)| value.to_string().len())
        .max()
        .unwrap_or(0);
    let mut text = format!("{position}   Grundy value {xor}\n\n");
    if !plain {
        text.push_str("  The value of each pile, in binary:\n\n");
    }
    for (label, value) in rows {
        let middle = if plain {
            String::new()
        } else {
            format!("{value:>digits$}   ")
        };
        text.push_str(&format!("  {label:>names$}   {middle}{value:0width$b}\n"));
    }
    let gap = if plain { 3 } else { 6 + digits };
    text.push_str(&format!("  {}\n", "-".repeat(names + gap + width)));
    let verdict = if xor == 0 {
        "= 0: the player to move loses".to_string()
    } else {
        format!("= {xor}, not 0: the player to move wins")
    };
    let middle = if plain {
        String::new()
    } else {
        " ".repeat(digits + 3)
    };
    text.push_str(&format!(
        "  {:>names$}   {middle}{xor:0width$b}   {verdict}\n\n",
        "xor"
    ));
    text
}

/// The binary table, the move read off it, and how the values of single numbers are known.
pub(super) fn large_sum(solver: &mut Solver, chosen: &Chosen) -> Result<String, Failure> {
    let mut text = nim_sum(solver, chosen)?;
    for term in &chosen.position.terms {
        let sizes = term.piles.iter().filter_map(Value::as_int);
        let largest = sizes.max().unwrap_or(0);
        if let Some(by) = pile_by(solver, &term.game, largest)? {
            text.push_str(&format!(
                "  Values of {}: {}.\n",
                term.game.label, by.detail
            ));
        }
    }
    Ok(text)
}

/// The binary table, and the move read off it.
pub(super) fn nim_sum(solver: &mut Solver, chosen: &Chosen) -> Result<String, Failure> {
    let position = chosen.position;
    let rows = pile_values(solver, position)?;
    let xor = rows.iter().fold(0, |xor, (_, value)| xor ^ value);
    let mut text = binary_table(position, &rows, xor);
    if xor == 0 {
        text.push_str(
            "  Every column has an even number of 1s. Any move changes one value, so some column becomes odd,\n  and the opponent can make all columns even again.\n",
        );
        return Ok(text);
    }
    let leading = 63 - xor.leading_zeros();
    let study = Study::of(solver, chosen, 1)?;
    let count = study.winning_moves(solver, 0)?.1;
    let mut carriers = rows.iter().enumerate();
    let carrier = carriers.find(|(_, (_, value))| value >> leading & 1 == 1);
    let (number, (label, value)) = carrier.expect("a 1 of the xor is one of some row");
    if let Some(play) = study.winning_move_in(solver, number)? {
        let goal = value ^ xor;
        text.push_str(&format!(
            "  The leading 1 of the xor is in the column of {}. Among the piles with a 1 there is {label}:\n  {value} xor {xor} = {goal}, less than {value}, so some move in it leads to the value {goal}.\n",
            1u64 << leading,
        ));
        text.push_str(&format!(
            "  One such move: {}, and leave {}, where every column adds up to an even number.\n",
            play.words, play.to
        ));
    } else if let Some(play) = study.winning_moves(solver, 1)?.0.first() {
        text.push_str(&format!(
            "  A winning move: {}, and leave {}, where every column adds up to an even number.\n",
            play.words, play.to
        ));
    }
    if study.is_complete && count > 1 {
        text.push_str(&format!("  In all, {count} different positions win.\n"));
    }
    Ok(text)
}
