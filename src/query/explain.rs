//! Why: the mex of a pile, the binary table of a nim-sum, the table of a theory.

use super::how::{Way, pile_by};
use super::perfect::Study;
use super::plays::Plays;
use super::read::read_off;
use super::{loopy, wide};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Value;
use crate::solve::theory::Theory;
use crate::solve::theory::table::Table;
use crate::solve::{Solver, Trouble};

/// How many options are listed at most.
const MOST_LISTED: usize = 24;

/// The explanation of a position.
pub(super) fn explain(solver: &mut Solver, position: &Position) -> Result<String, Trouble> {
    if position.is_loopy() {
        return loopy::explain(solver, position);
    }
    let way = Way::of(solver, position)?;
    if wide::is_wide(solver, position, way)? {
        return values_only(solver, position);
    }
    let piles: usize = position.terms.iter().map(|term| term.piles.len()).sum();
    let simple = position
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && !position.is_misere();
    if simple && piles == 1 {
        return one_pile(solver, position);
    }
    if simple {
        return nim_sum(solver, position);
    }
    if way == Way::Theory
        && let Some((_, theory)) = solver.theory(position)?.theory
    {
        return by_theory(solver, position, theory.as_ref());
    }
    searched(solver, position, way)
}

/// The values of piles that have too many options to list.
fn values_only(solver: &mut Solver, position: &Position) -> Result<String, Trouble> {
    let (mut text, xor) = binary_table(solver, position)?;
    if xor != 0 {
        let solution = wide::solve(solver, position, 1)?;
        if let Some(play) = solution.winning.first() {
            text.push_str(&format!(
                "  A winning move: {}, and leave {}.\n",
                play.words, play.to
            ));
        }
    }
    for term in &position.terms {
        let largest = term
            .piles
            .iter()
            .filter_map(Value::as_int)
            .max()
            .unwrap_or(0);
        if let Some(by) = pile_by(solver, &term.game, largest)? {
            text.push_str(&format!(
                "  Values of {}: {}.\n",
                term.game.label, by.detail
            ));
        }
    }
    Ok(text)
}

/// The options of a pile with their values, and the mex.
fn one_pile(solver: &mut Solver, position: &Position) -> Result<String, Trouble> {
    let value = solver.position_grundy(position)?;
    let plays = Plays::of(solver, position)?;
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut values = Vec::new();
    for play in &plays.list {
        let mut xor = 0;
        for component in &play.becomes {
            xor ^= solver.component_value(*component)?;
        }
        values.push(xor);
        if rows.len() < MOST_LISTED {
            let told = plays.tell(solver, play)?;
            // In the order in which the piles are written, equal ones side by side.
            let parts = solver.components(&told.to)?;
            let mut order = parts.clone();
            order.sort_by_key(|part| parts.iter().position(|other| other == part));
            let mut words = Vec::new();
            for component in order {
                words.push(solver.component_value(component)?.to_string());
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
    if plays.list.len() > rows.len() {
        text.push_str(&format!(
            "  … and {} more options\n",
            plays.list.len() - rows.len()
        ));
    }
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
    let taken = if values.len() == 1 {
        "the value"
    } else {
        "the values"
    };
    let verb = if values.len() == 1 { "is" } else { "are" };
    text.push_str(&format!(
        "  {taken} {0} {verb} taken; the least one missing is {value}:  mex{{{0}}} = {value}\n",
        shown.join(", ")
    ));
    Ok(text)
}

/// Rows with their columns aligned.
pub(super) fn aligned(rows: &[[String; 3]]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    rows.iter()
        .map(|[a, b, c]| format!("  {a:first$}   {b:second$}   {c}\n"))
        .collect()
}

/// The values of the piles, each with how it is written.
fn pile_values(solver: &mut Solver, position: &Position) -> Result<Vec<(String, u64)>, Trouble> {
    let mut rows: Vec<(String, u64)> = Vec::new();
    for term in &position.terms {
        for pile in &term.piles {
            let cells = term.game.shape.cells(pile).unwrap_or_default();
            let node = solver.nodes.pile(term.game.id, &cells);
            let label = if position.terms.len() > 1 {
                format!("{}[{pile}]", term.game.label)
            } else {
                pile.to_string()
            };
            rows.push((label, solver.component_value(node)?));
        }
    }
    Ok(rows)
}

/// The values of the piles as a binary table with the xor below, and that xor.
fn binary_table(solver: &mut Solver, position: &Position) -> Result<(String, u64), Trouble> {
    let rows = pile_values(solver, position)?;
    let xor = rows.iter().fold(0, |xor, (_, value)| xor ^ value);
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
    let names = rows
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or(0)
        .max(3);
    let digits = rows
        .iter()
        .map(|(_, value)| value.to_string().len())
        .max()
        .unwrap_or(0);
    let mut text = format!("{position}   Grundy value {xor}\n\n");
    if !plain {
        text.push_str("  The value of each pile, in binary:\n\n");
    }
    for (label, value) in &rows {
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
    Ok((text, xor))
}

/// The binary table, and the move read off it.
fn nim_sum(solver: &mut Solver, position: &Position) -> Result<String, Trouble> {
    let (mut text, xor) = binary_table(solver, position)?;
    let rows = pile_values(solver, position)?;
    if xor == 0 {
        text.push_str(
            "  Every column has an even number of 1s. Any move changes one value, so some column becomes odd,\n  and the opponent can make all columns even again.\n",
        );
        return Ok(text);
    }
    let leading = 63 - xor.leading_zeros();
    let study = Study::of(solver, position, Way::Xor)?;
    let (moves, count) = study.winning_moves(solver, 1)?;
    let carrier = rows.iter().find(|(_, value)| value >> leading & 1 == 1);
    if let (Some((label, value)), Some(play)) = (carrier, moves.first()) {
        text.push_str(&format!(
            "  The leading 1 of the xor is in the column of {}. Among the piles with a 1 there is {label}:\n  {value} xor {xor} = {}, less than {value}, so some move in it leads to the value {}.\n",
            1u64 << leading,
            value ^ xor,
            value ^ xor,
        ));
        text.push_str(&format!(
            "  One such move: {}, and leave {}, where every column adds up to an even number.\n",
            play.words, play.to
        ));
        if count > 1 {
            text.push_str(&format!("  In all, {count} different positions win.\n"));
        }
    }
    Ok(text)
}

/// The table of a theory, and a winning turn read off it.
fn by_theory(
    solver: &mut Solver,
    position: &Position,
    theory: &dyn Theory,
) -> Result<String, Trouble> {
    let table = theory.table();
    let mut text = drawn(position, &table);
    text.push_str("\n\n");
    if theory.first_wins() {
        let play = match read_off(solver, position, Way::Theory, 1)? {
            Some(read) => read.winning.into_iter().next(),
            None => {
                let study = Study::of(solver, position, Way::Theory)?;
                study.winning_moves(solver, 1)?.0.into_iter().next()
            }
        };
        if let Some(play) = play {
            text.push_str(&format!(
                "  A winning move: {}.\n  It leaves {}, {}.\n\n",
                play.words, play.to, table.after
            ));
        }
    } else {
        text.push_str(&format!("  {}\n\n", table.lost));
    }
    text.push_str(&format!("  {}\n", table.applies));
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
    let names = lines.iter().map(|(name, _)| name.chars().count()).max();
    let names = names.unwrap_or(0);
    let cells = lines.iter().flat_map(|(_, cells)| cells.iter());
    let cell = cells.map(|cell| cell.chars().count()).max().unwrap_or(1);
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

/// A position that only a search decides: its turns and who wins after each.
fn searched(solver: &mut Solver, position: &Position, way: Way) -> Result<String, Trouble> {
    let study = Study::of(solver, position, way)?;
    let by = way.by(solver, position)?;
    let (who, kind) = if study.first_wins {
        ("the first player wins", "an N-position")
    } else {
        ("the second player wins", "a P-position")
    };
    let mut text = format!("{position}   {who} ({kind})\n\n");
    text.push_str(&format!("  Known by {}.\n", by.detail));
    if way == Way::Search {
        for (entry, why) in solver.theory(position)?.declined {
            text.push_str(&format!("  Not by {}: {why}.\n", entry.words));
        }
    }
    if position.is_misere()
        && position
            .terms
            .iter()
            .all(|term| term.game.turn == Turn::One)
    {
        text.push_str("  The player who makes the last move loses.\n");
    }
    text.push('\n');
    let total = study.plays.list.len();
    if total == 0 {
        text.push_str(if position.is_misere() {
            "  No move is left, and the last move loses: the player to move wins.\n"
        } else {
            "  No move is left: the player to move loses.\n"
        });
        return Ok(text);
    }
    let (moves, count) = study.winning_moves(solver, MOST_LISTED)?;
    if count == 0 {
        let turns = if total == 1 {
            "The only turn leaves".to_string()
        } else {
            format!("All {total} turns leave")
        };
        text.push_str(&format!("  {turns} a position that the opponent wins.\n"));
        return Ok(text);
    }
    let (verb, noun) = if count == 1 {
        ("leaves", "a position")
    } else {
        ("leave", "positions")
    };
    text.push_str(&format!(
        "  Of {total} turns {count} {verb} {noun} that the opponent loses:\n\n"
    ));
    let width = moves
        .iter()
        .map(|play| play.words.chars().count())
        .max()
        .unwrap_or(0);
    for play in &moves {
        text.push_str(&format!("  {:width$}   leaves {}\n", play.words, play.to));
    }
    if count > moves.len() as u64 {
        text.push_str(&format!("  … and {} more\n", count - moves.len() as u64));
    }
    Ok(text)
}
