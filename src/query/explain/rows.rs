//! Lists of turns, as all explanations show them.

use crate::query::answer::MoveTo;

/// How many options are listed at most.
pub(in crate::query) const MOST_LISTED: usize = 24;

/// What is said where no move is left in normal play.
pub(in crate::query) const NO_MOVE: &str = "  No move is left: the player to move loses.\n";

/// What is said where no move is left in misère play.
pub(in crate::query) const NO_MOVE_MISERE: &str =
    "  No move is left, and the last move loses: the player to move wins.\n";

/// Rows with their columns aligned.
pub(in crate::query) fn aligned(rows: &[[String; 3]]) -> String {
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

/// What stands below rows that are not all the options there are.
pub(in crate::query) fn more_options(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("  … and {more} more options\n"),
    }
}

/// Turns with what they leave, some of `count`.
pub(in crate::query) fn listed(moves: &[MoveTo], count: u64) -> String {
    let widths = moves.iter().map(|play| play.words.chars().count());
    let width = widths.max().unwrap_or(0);
    let mut text: String = moves
        .iter()
        .map(|play| format!("  {:width$}   leaves {}\n", play.words, play.to))
        .collect();
    match count.saturating_sub(moves.len() as u64) {
        0 => {}
        more => text.push_str(&format!("  … and {more} more\n")),
    }
    text
}
