//! Theories: theorems that decide whole positions where the xor of Grundy values does not, without a search.
//!
//! [`choice`] lists them and asks them in order. Each is a [`Theory`] in a file of its own: its maker checks the premise for a
//! position and returns the theory with what it knows of that position, or says why it declines. What holds of the piles that
//! can be reached is found by [`calm`] (they are piles of Nim in disguise) and [`measure`] (remoteness, suspense, outcomes).

mod calm;
pub(crate) mod choice;
mod digits;
mod exact;
mod extreme;
pub(crate) mod measure;
mod misere;
mod moore;
mod product;
mod quotient;
mod selective;
mod sums;
pub(crate) mod table;
mod tame;
pub(crate) mod winning;

use super::solver::Solver;
use crate::work::Failure;
use table::Table;
use winning::Turns;

/// What a theorem says of one position whose premise was checked.
pub(crate) trait Theory {
    /// Whether the player to move wins.
    fn first_wins(&self) -> bool;

    /// The theorem, and why it may be used here: part of a sentence.
    fn premise(&self) -> String;

    /// Why, as a table.
    fn table(&self) -> Table;

    /// Winning turns, at most about `limit`, read off without a look at all turns; `None`: they have to be looked at.
    fn winning(&self, solver: &mut Solver, limit: usize) -> Result<Option<Turns>, Failure> {
        let _ = (solver, limit);
        Ok(None)
    }

    /// How many turns perfect play lasts, where the theorem says so.
    fn length(&self) -> Option<u32> {
        None
    }

    /// The Grundy value of the position, where the theorem gives it.
    fn grundy(&self) -> Option<u64> {
        None
    }
}
