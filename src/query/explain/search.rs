//! A position that only a search decides: its turns, and who wins after each.

use super::board::Board;
use super::rows::{MOST_LISTED, NO_MOVE, NO_MOVE_MISERE, listed};
use crate::expr::position::Turn;
use crate::expr::value::Outcome;
use crate::query::evidence::winner_by;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::theory::Chosen;
use crate::text::words::counted;
use crate::work::Failure;

/// A position that only a search decides: its turns and who wins after each.
pub(super) fn searched(solver: &mut Solver, chosen: &Chosen) -> Result<String, Failure> {
    let position = chosen.position;
    let study = Study::listed(solver, chosen)?;
    let by = winner_by(solver, chosen)?;
    let (who, kind) = if study.winner == Outcome::First {
        ("the first player wins", "an N-position")
    } else {
        ("the second player wins", "a P-position")
    };
    let mut text = format!("{position}   {who} ({kind})\n\n");
    text.push_str(&format!("  Known by {}.\n", by.detail));
    for (entry, why) in &chosen.declined {
        text.push_str(&format!("  Not by {}: {why}.\n", entry.words));
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
        let is_misere = position.is_misere();
        text.push_str(if is_misere { NO_MOVE_MISERE } else { NO_MOVE });
        return Ok(text);
    }
    let (moves, count) = study.winning_moves(solver, MOST_LISTED)?;
    if count == 0 {
        let turns = match total {
            1 => "The only turn leaves".to_string(),
            _ => format!("All {total} turns leave"),
        };
        text.push_str(&format!("  {turns} a position that the opponent wins.\n"));
    } else {
        let leave = counted(count, "leaves a position", "leave positions");
        text.push_str(&format!(
            "  Of {total} turns {leave} that the opponent loses:\n\n"
        ));
        text.push_str(&listed(&moves, count));
    }
    if let Some(drawn) = Board::of_outcomes(solver, &study)? {
        text.push('\n');
        text.push_str(&drawn);
    }
    Ok(text)
}
