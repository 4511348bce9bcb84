//! Turns in all piles or none, the conjunctive sum: the game is over as soon as one pile cannot move.
//!
//! Whoever wins a pile hurries in it: the remoteness of a position is the least of its piles' remotenesses. An even number is
//! lost for the player to move where the last move wins, an odd one where it loses. (Smith 1966; Conway, On Numbers and Games,
//! chapter 14.)
//!
//! By induction this stays true where a pile becomes several, which then are piles of the same sum. A pile may not vanish: it
//! would end no game, while a position without piles is over.

use super::extreme::{Extreme, Kind, Which};
use super::measure::Measure;
use crate::expr::position::{Header, Turn};

/// The theorem for a game.
pub(super) type Remoteness = Extreme<Conjunctive>;

pub(super) struct Conjunctive;

/// Whether a turn moves in all piles or none.
pub(super) fn covers(game: &Header) -> bool {
    !game.alike && game.turn == Turn::AllOrNone
}

impl Which for Conjunctive {
    const KIND: Kind = Kind {
        measure: |misere| Measure::Remoteness { misere },
        is_beside: |value, target| value > target,
        is_length: true,
        name: "remoteness",
        extreme: "least",
        premise: "the theorem of conjunctive sums (the least remoteness decides); no reachable pile vanishes or leads to another game",
        heading: "all piles a turn or none: the remoteness of each pile",
        applies: "The theorem of conjunctive sums applies: no reachable pile vanishes or leads to another game. The game is over with the\n  first pile that cannot move, so whoever wins a pile hurries in it.",
        no_move: "Some pile cannot move, so there is no turn.",
    };
}
