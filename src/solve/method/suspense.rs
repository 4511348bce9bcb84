//! Turns in all piles that can move, the continued conjunctive sum: the game is over when no pile can move.
//!
//! Whoever wins a pile delays in it: the suspense number of a position is the greatest of its piles'. An even number is lost for
//! the player to move where the last move wins, an odd one where it loses. (Smith 1966; Conway, On Numbers and Games, chapter
//! 14.)
//!
//! By induction this stays true where a pile becomes several, which then are piles of the same sum, or none.

use super::extreme::{Extreme, Kind, Which};
use super::measure::Measure;
use crate::expr::position::{Header, Turn};

/// The theorem for a game.
pub(super) type Suspense = Extreme<Continued>;

pub(super) struct Continued;

/// Whether a turn moves in all piles that can move.
pub(super) fn covers(game: &Header) -> bool {
    !game.alike && game.turn == Turn::All
}

impl Which for Continued {
    const KIND: Kind = Kind {
        measure: |misere| Measure::Suspense { misere },
        is_beside: |value, target| value < target,
        is_length: false,
        name: "suspense number",
        extreme: "greatest",
        premise: "the theorem of continued conjunctive sums (the greatest suspense number decides); no reachable pile leads to another game",
        heading: "all piles that can move in a turn: the suspense number of each pile",
        applies: "The theorem of continued conjunctive sums applies: no reachable pile leads to another game. The game is over with the\n  last pile that can move, so whoever wins a pile delays in it.",
        no_move: "No pile can move.",
    };
}
