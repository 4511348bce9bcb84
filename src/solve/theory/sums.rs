//! Sums of compounds: their Grundy values, as far as theories tell them.

use std::sync::Arc;

use super::choice::{Chosen, Entry};
use crate::expr::position::{Position, Term, Turn};
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::solver::Solver;
use crate::work::Failure;

impl Solver {
    /// The theory of a term alone, where one decides it.
    pub(crate) fn term_theory(&mut self, term: &Term) -> Result<Option<Chosen>, Failure> {
        if self.plain || term.game.turn == Turn::One || term.game.misere {
            return Ok(None);
        }
        let alone = Position {
            terms: vec![term.clone()],
        };
        Ok(self.theory(&alone)?.theory)
    }

    /// The Grundy value of a compound, where a theory gives it: 0 for each lost one.
    pub(crate) fn compound_value(&mut self, component: Id) -> Result<Option<u64>, Failure> {
        let Node::Compound(game, piles) = self.positions.nodes.node(component) else {
            return Ok(None);
        };
        if self.plain || self.grundy.get(component).is_some() {
            return Ok(None);
        }
        let game = self.positions.header(game)?;
        let piles = piles
            .into_iter()
            .filter_map(|pile| match self.positions.nodes.node(pile) {
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

    /// The only term whose Grundy value no theory tells, where it is won and the others add up to 0; with the theory that says
    /// so. Then the sum is won, whatever this value is.
    pub(crate) fn won_term(
        &mut self,
        position: &Position,
    ) -> Result<Option<(String, &'static Entry)>, Failure> {
        if self.plain || position.terms.len() < 2 || position.is_misere() {
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
        let rest = self.position_grundy(&Position { terms: others })?;
        Ok((rest == 0).then(|| (term.game.label.clone(), entry)))
    }
}
