//! What an engine for single-number piles is.

use std::fmt;
use std::sync::Arc;

use super::theorem::PeriodTheorem;
use crate::expr::machine::Machine;
use crate::kernel::breaking::Breaking;
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::moves::Transitions;
use crate::moves::taking::Family;
use crate::rules::Rulebook;
use crate::rules::game::GameRules;
use crate::work::{Declined, Halt};

/// Computes the values of the piles 0, 1, 2, … of one game in this order.
pub trait Engine: fmt::Debug + Send {
    /// Why the engine may answer for its game.
    fn premise(&self) -> String;

    /// The values known so far.
    fn values(&self) -> Slice<'_>;

    /// Computes values until `len` are known; declined where the game turns out not to be of the engine's shape. May be called
    /// again to go on, after an error too.
    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt>;

    /// About how many bytes are taken when `len` values are known.
    fn bytes(&self, len: usize) -> u64;

    /// A period that the values known so far prove, with a jump of values for an arithmetic one.
    fn prove(&mut self) -> Option<Period> {
        self.theorem()?.prove(self.values())
    }

    /// The theorem that [`Engine::prove`] uses; `None`: there is none for this game.
    fn theorem(&self) -> Option<PeriodTheorem> {
        None
    }

    /// The value of a pile of any size, where a formula gives it.
    fn formula(&self, _size: u64) -> Option<u64> {
        None
    }

    fn formula_words(&self) -> &'static str {
        ""
    }

    /// The piles of a value, all of them, where a formula tells them.
    fn piles_of(&self, _value: u64) -> Option<Vec<u64>> {
        None
    }

    /// How many values are computed where nobody says how far to look.
    fn reach(&self) -> u64 {
        30_000_000
    }

    /// Whether each value takes a look at all options: then a single value may be found faster among the piles that can be
    /// reached from it.
    fn is_exhaustive(&self) -> bool {
        false
    }

    /// At least so many values should be computed at a time: going on may cost as much as beginning anew.
    fn piece(&self) -> usize {
        1
    }

    /// The loop whose state can be kept between runs, in engines that have it.
    fn breaking(&self) -> Option<&Breaking> {
        None
    }

    /// The same to go on from such a state.
    fn breaking_mut(&mut self) -> Option<&mut Breaking> {
        None
    }

    /// How many rare heaps there are, in engines that tell heaps apart in this way.
    fn rare_heaps(&self) -> Option<usize> {
        None
    }
}

/// A game as an engine sees it.
pub struct Subject<'a> {
    pub book: &'a Rulebook,
    pub transitions: &'a Arc<Transitions>,
    /// Its moves as taking and breaking, or why they are not that.
    pub families: Result<Vec<Family>, Declined>,
}

impl Subject<'_> {
    pub fn game(&self) -> &GameRules {
        &self.transitions.game
    }

    /// Its moves as taking and breaking.
    pub fn families(&self) -> Result<&[Family], Declined> {
        self.families.as_deref().map_err(Clone::clone)
    }
}
