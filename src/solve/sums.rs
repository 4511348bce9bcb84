//! Sums by the xor of their components' Grundy values.

use std::sync::Arc;

use super::positions::nodes::{Id, Node};
use super::theory::{self, Chosen, Entry};
use super::values::Values;
use crate::expr::position::{GameId, Position, Term, Turn};
use crate::work::Failure;

impl Values {
    /// The Grundy value of a component, by an engine or a theory where there is one.
    pub(crate) fn component_value(&mut self, component: Id) -> Result<u64, Failure> {
        match self.piles.positions.nodes.node(component) {
            Node::Pile(game, cells) => {
                if let Some(value) = self.piles.engine_value(game, &cells)? {
                    return Ok(value);
                }
            }
            Node::Compound(game, piles) => {
                if let Some(value) = self.compound_value(component, game, &piles)? {
                    return Ok(value);
                }
            }
            Node::Sum(_) => {}
        }
        Ok(u64::from(self.piles.grundy(component)?))
    }

    /// The Grundy value of a pile of a game that moves in one pile a turn.
    pub(crate) fn pile_value(&mut self, game: GameId, cells: &[i64]) -> Result<u64, Failure> {
        if let [_] = cells
            && let Some(value) = self.piles.engine_value(game, cells)?
        {
            // No node is made of it.
            return Ok(value);
        }
        let node = self.piles.positions.nodes.pile(game, cells);
        self.component_value(node)
    }

    /// The Grundy value of a sum of components.
    pub(crate) fn sum_value(&mut self, components: &[Id]) -> Result<u64, Failure> {
        let mut components = components.iter();
        components.try_fold(0, |xor, component| {
            Ok(xor ^ self.component_value(*component)?)
        })
    }

    /// The Grundy value of a compound, where a theory gives it: 0 for each lost one.
    fn compound_value(
        &mut self,
        component: Id,
        game: GameId,
        piles: &[Id],
    ) -> Result<Option<u64>, Failure> {
        if self.piles.policy().plain || self.piles.known_grundy(component).is_some() {
            return Ok(None);
        }
        let positions = &mut self.piles.positions;
        let game = positions.header(game)?;
        let piles = piles
            .iter()
            .filter_map(|pile| match positions.nodes.node(*pile) {
                Node::Pile(_, cells) => Some(game.shape.value(&cells)),
                _ => None,
            });
        let term = Term {
            piles: piles.collect(),
            game: Arc::clone(&game),
        };
        let theory = self.term_theory(&term)?;
        Ok(theory.and_then(|(_, theory)| theory.grundy()))
    }

    /// The theory of a term alone, where one decides it.
    pub(crate) fn term_theory(&mut self, term: &Term) -> Result<Option<Chosen>, Failure> {
        if term.game.turn == Turn::One || term.game.misere {
            return Ok(None);
        }
        let alone = Position {
            terms: vec![term.clone()],
        };
        Ok(theory::choose(&alone, self)?.theory)
    }

    /// The only term whose Grundy value no theory tells, where it is won and the others add up to 0; with the theory that says
    /// so. Then the sum is won, whatever this value is.
    pub(crate) fn won_term(
        &mut self,
        position: &Position,
    ) -> Result<Option<(String, &'static Entry)>, Failure> {
        if self.piles.policy().plain || position.terms.len() < 2 || position.is_misere() {
            return Ok(None);
        }
        let mut won = None;
        let mut others = Vec::new();
        for term in &position.terms {
            match self.term_theory(term)? {
                Some((entry, theory)) if theory.grundy().is_none() => {
                    if won.replace((term, entry)).is_some() {
                        return Ok(None);
                    }
                }
                _ => others.push(term.clone()),
            }
        }
        let Some((term, entry)) = won else {
            return Ok(None);
        };
        let components = self
            .piles
            .positions
            .components(&Position { terms: others })?;
        let rest = self.sum_value(&components)?;
        Ok((rest == 0).then(|| (term.game.label.clone(), entry)))
    }
}
