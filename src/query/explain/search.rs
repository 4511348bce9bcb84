//! A position that only a search decides: its turns, and who wins after each.

use super::board::Board;
use super::rows::{MOST_LISTED, heading, known, listed};
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::method::Chosen;
use crate::text::words::counted;
use crate::work::Failure;

/// A position that only a search decides: its turns and who wins after each.
pub(super) fn searched(solver: &mut Solver, chosen: &Chosen) -> Result<String, Failure> {
    let study = Study::listed(solver, chosen)?;
    let mut text = heading(chosen.position, study.winner) + "\n\n";
    text.push_str(&known(solver, &study)?);
    let total = study.plays.list.len();
    if total == 0 {
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
