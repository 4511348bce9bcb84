//! What explanations begin with, and lists of turns as all of them show them.

use super::board::Board;
use crate::expr::position::{Position, Turn};
use crate::expr::value::Outcome;
use crate::query::answer::MoveTo;
use crate::query::evidence::winner_by;
use crate::query::plays::{Play, Plays};
use crate::query::study::Study;
use crate::solve::Solver;
use crate::text::words::aligned;
use crate::work::Failure;

/// How many options are listed at most.
pub(super) const MOST_LISTED: usize = 24;

/// The position with who wins it.
pub(super) fn heading(position: &Position, winner: Outcome) -> String {
    let verdict = match winner {
        Outcome::First => "the first player wins (an N-position)",
        Outcome::Second => "the second player wins (a P-position)",
        Outcome::Draw => "a draw",
    };
    format!("{position}   {verdict}")
}

/// How the winner is known; and where no move is left, that.
pub(super) fn known(solver: &mut Solver, study: &Study) -> Result<String, Failure> {
    let by = winner_by(solver, study.chosen)?;
    let mut text = format!("  Known by {}.\n", by.detail);
    for (entry, why) in &study.chosen.declined {
        text.push_str(&format!("  Not by {}: {why}.\n", entry.words));
    }
    let position = study.chosen.position;
    let mut terms = position.terms.iter();
    if position.is_misere()
        && (position.is_loopy() || terms.all(|term| term.game.turn == Turn::One))
    {
        text.push_str("  The player who makes the last move loses.\n");
    }
    text.push('\n');
    match (study.plays.list.is_empty(), position.is_misere()) {
        (false, _) => {}
        (true, true) => {
            text.push_str("  No move is left, and the last move loses: the player to move wins.\n")
        }
        (true, false) => text.push_str("  No move is left: the player to move loses.\n"),
    }
    Ok(text)
}

/// The options of a pile with their values: a list, and a board where there is one.
pub(super) struct Options {
    rows: Vec<[String; 3]>,
    count: usize,
    board: Option<Board>,
}

impl Options {
    pub(super) fn of(position: &Position, count: usize) -> Options {
        Options {
            rows: Vec::new(),
            count,
            board: Board::of(position, count),
        }
    }

    /// Adds an option; its value in words is asked for where it is listed.
    pub(super) fn add(
        &mut self,
        solver: &mut Solver,
        (plays, play): (&Plays, &Play),
        value: String,
        words: impl FnOnce(&mut Solver, &Position) -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        if let Some(board) = &mut self.board {
            board.mark(&plays.result(solver, play)?, value);
        }
        if self.rows.len() < MOST_LISTED {
            let told = plays.tell(solver, play)?;
            let words = words(solver, &told.to)?;
            let leaves = format!("leaves {}", told.to);
            self.rows.push([told.words, leaves, words]);
        }
        Ok(())
    }

    pub(super) fn listed(&self) -> String {
        let more = more_options(self.count, self.rows.len());
        format!("{}{more}", aligned(&self.rows))
    }

    /// The board, below a line.
    pub(super) fn drawn(&self) -> String {
        let board = self.board.as_ref();
        let drawn = board.and_then(|board| board.drawn("The options with their values"));
        drawn.map_or_else(String::new, |drawn| format!("\n{drawn}"))
    }
}

/// What stands below rows that are not all the options there are.
fn more_options(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("  … and {more} more options\n"),
    }
}

/// Turns with what they leave, some of `count`.
pub(super) fn listed(moves: &[MoveTo], count: u64) -> String {
    let rows = moves.iter();
    let rows = rows.map(|play| [play.words.clone(), format!("leaves {}", play.to)]);
    let mut text = aligned(&rows.collect::<Vec<_>>());
    match count.saturating_sub(moves.len() as u64) {
        0 => {}
        more => text.push_str(&format!("  … and {more} more\n")),
    }
    text
}
