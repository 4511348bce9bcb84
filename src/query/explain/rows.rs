//! Lists of turns, as all explanations show them.

use crate::query::answer::MoveTo;
use crate::text::words::aligned;

/// How many options are listed at most.
pub(super) const MOST_LISTED: usize = 24;

/// What is said where no move is left in normal play.
pub(super) const NO_MOVE: &str = "  No move is left: the player to move loses.\n";

/// What is said where no move is left in misère play.
pub(super) const NO_MOVE_MISERE: &str =
    "  No move is left, and the last move loses: the player to move wins.\n";

/// What stands below rows that are not all the options there are.
pub(super) fn more_options(all: usize, shown: usize) -> String {
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
