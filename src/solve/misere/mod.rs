//! Misère play of games that move in one pile a turn: the piles as heaps of the theory.
//!
//! The theory (`kernel::misere`) wants numbered heaps whose options have smaller numbers. Single numbers that lead to smaller ones
//! are their own numbers ([`sizes`]), so that what is known of them can go on by periods; the piles of all other games
//! are numbered as a walk finds them ([`closure`]).

pub(crate) mod closure;
pub(crate) mod sizes;

use hashbrown::HashMap;

use crate::expr::position::GameId;
use closure::Closure;
use sizes::Sizes;

/// What is known of misère play, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Misere {
    /// For each game on single numbers its heaps.
    pub(super) sizes: HashMap<GameId, Sizes>,
    /// The piles of other games.
    pub(super) closure: Closure,
}
