//! Grundy values of components and sums.

use std::sync::Arc;

use super::method::{self, Applied};
use super::positions::nodes::{Id, Node};
use super::values::Values;
use crate::expr::position::{Position, Term};
use crate::work::Failure;

impl Values {
    /// The Grundy value of a component, by an engine or a theory where there is one.
    pub(crate) fn component_value(&mut self, component: Id) -> Result<u64, Failure> {
        let known = match self.piles.positions.nodes.node(component) {
            Node::Pile(game, cells) => self.piles.engine_value(game, &cells)?,
            // 0 for each lost one.
            Node::Compound(..) if self.piles.known_grundy(component).is_none() => {
                let theory = self.compound_theory(component)?;
                theory.and_then(|(_, theory)| theory.grundy())
            }
            Node::Compound(..) | Node::Sum(_) => None,
        };
        match known {
            Some(value) => Ok(value),
            None => Ok(u64::from(self.piles.grundy(component)?)),
        }
    }

    /// The Grundy value of a sum of components.
    pub(crate) fn sum_value(&mut self, components: &[Id]) -> Result<u64, Failure> {
        let mut components = components.iter();
        components.try_fold(0, |xor, component| {
            Ok(xor ^ self.component_value(*component)?)
        })
    }

    /// The theory of the piles of a game in which a turn moves in several, where one decides them.
    pub(super) fn compound_theory(&mut self, component: Id) -> Result<Option<Applied>, Failure> {
        let positions = &mut self.piles.positions;
        let Node::Compound(game, piles) = positions.nodes.node(component) else {
            return Ok(None);
        };
        let game = positions.header(game)?;
        let piles = piles
            .iter()
            .filter_map(|pile| match positions.nodes.node(*pile) {
                Node::Pile(_, cells) => Some(game.shape.value(&cells)),
                Node::Compound(..) | Node::Sum(_) => None,
            });
        let term = Term {
            piles: piles.collect(),
            game: Arc::clone(&game),
        };
        self.term_theory(&term)
    }

    /// The theory of a term alone, of a game in which a turn moves in several piles, where one decides it.
    pub(crate) fn term_theory(&mut self, term: &Term) -> Result<Option<Applied>, Failure> {
        if term.game.misere {
            return Ok(None);
        }
        let alone = Position {
            terms: vec![term.clone()],
        };
        Ok(method::ask(&alone, self)?.theory)
    }
}
