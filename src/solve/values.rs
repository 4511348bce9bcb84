//! What is known of piles, by the engines and by the theories of sums.

use super::method::calm::NimLike;
use super::method::measure::Measures;
use super::misere::Misere;
use super::misere::closure::Wild;
use super::misere::sizes::Sizes;
use super::piles::Piles;
use super::positions::Positions;
use super::positions::nodes::Id;
use crate::expr::position::GameId;
use crate::kernel::misere::genus::Genus;
use crate::work::Halt;

/// Piles with their values, and what theories found of them.
pub(crate) struct KnownValues {
    pub(crate) piles: Piles,
    pub(super) nim_like: NimLike,
    /// Remoteness and the like.
    pub(super) measures: Measures,
    pub(super) misere: Misere,
}

impl KnownValues {
    pub(super) fn new(piles: Piles) -> KnownValues {
        KnownValues {
            piles,
            nim_like: NimLike::default(),
            measures: Measures::default(),
            misere: Misere::default(),
        }
    }

    /// The genus of a sum of piles, and a pile that makes it wild.
    pub(crate) fn genus(&mut self, piles: &[Id]) -> Result<(Genus, Option<Wild>), Halt> {
        self.misere.closure.genus(piles, &mut self.piles.positions)
    }

    /// The piles of a game as heaps of the misère theory, and beside them the positions; or why they are none.
    pub(crate) fn sizes(&mut self, game: GameId) -> Result<(&mut Sizes, &mut Positions), Halt> {
        let positions = &mut self.piles.positions;
        Ok((self.misere.sizes(game, positions)?, positions))
    }
}
