//! Games whose plays may go on for ever, which is a draw.
//!
//! The positions that can be reached may be very many, or without end. They are looked at from the one that is asked about
//! outwards ([`frontier`]), and what follows for certain is kept: who wins whole positions by retrograde analysis
//! ([`region`]), and the values of components by the theory of loopy sums ([`values`]). A pile that moves by fixed steps in a
//! box is looked at with all the others of the box ([`boxes`]). [`outcome`] puts all this together.

mod boxes;
mod frontier;
mod outcome;
mod region;
#[cfg(test)]
pub(crate) mod tests;
mod values;

use self::boxes::Boxes;
pub(crate) use self::boxes::NAME;
pub(crate) use self::outcome::{ASIDE, FOR_MANY, FoundBy, IN_EARNEST, effort_for};
use self::region::Region;
pub use self::values::LoopyValue;
use self::values::LoopyValues;

/// What is known of positions whose plays may go on for ever.
pub(crate) struct Loopy {
    /// Whole positions where the last move wins, and where it loses.
    regions: [Region; 2],
    /// Components where the last move wins.
    values: LoopyValues,
    boxes: Boxes,
}

impl Default for Loopy {
    fn default() -> Loopy {
        Loopy {
            regions: [false, true].map(Region::new),
            values: LoopyValues::default(),
            boxes: Boxes::default(),
        }
    }
}

impl Loopy {
    fn region(&mut self, misere: bool) -> &mut Region {
        &mut self.regions[usize::from(misere)]
    }
}
