//! Turns that a theory reads off.

use smallvec::SmallVec;

use super::misere::MANY;
use crate::expr::machine::Then;
use crate::expr::position::{GameId, Position, Turn};
use crate::solve::Solver;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::options::PileOption;
use crate::transition::options::Options;
use crate::work::Failure;

/// What a pile becomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Left {
    /// A pile of Nim of this size.
    Size(u64),
    /// One of its options.
    Option(PileOption),
    /// Piles of these sizes, of a pile too large for a list of its options.
    Parts(SmallVec<[u64; 2]>),
}

/// A turn in one term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) term: usize,
    /// The piles that are moved in, by their places in the term, and what they become.
    pub(crate) moves: Vec<(usize, Left)>,
}

/// Winning turns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns {
    pub(crate) list: Vec<Read>,
    /// Whether there are no others, but for turns with the same results.
    pub(crate) is_complete: bool,
}

impl Solver {
    /// The node of each pile of a term.
    pub(crate) fn pile_nodes(
        &mut self,
        position: &Position,
        term: usize,
    ) -> Result<Vec<Id>, Failure> {
        let term = &position.terms[term];
        let mut nodes = Vec::with_capacity(term.piles.len());
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            nodes.push(self.nodes.pile(term.game.id, &cells));
        }
        Ok(nodes)
    }

    /// About how many turns a position has, at least where there are many.
    pub(crate) fn turn_count(&mut self, position: &Position) -> Result<f64, Failure> {
        let mut total = 0.0;
        for (number, term) in position.terms.iter().enumerate() {
            let mut counts = Vec::with_capacity(term.piles.len());
            for node in self.pile_nodes(position, number)? {
                let count = match self.nim_size(node)? {
                    Some(size) => size as f64,
                    None => match self.large_size(node) {
                        // As many as there are smaller ones, about.
                        Some(size) => size as f64,
                        None => self.pile_options(node)?.len() as f64,
                    },
                };
                if count > 0.0 {
                    counts.push(count);
                }
            }
            total += match &term.game.turn {
                Turn::One => counts.iter().sum(),
                Turn::All | Turn::AllOrNone if counts.is_empty() => 0.0,
                Turn::All | Turn::AllOrNone => counts.iter().product(),
                Turn::Counts(_) => {
                    // How many choices there are by the number of piles; more than a few piles are many in any case.
                    let mut ways = vec![1.0f64];
                    for count in &counts {
                        if ways.len() < 65 {
                            ways.push(0.0);
                        }
                        for moved in (1..ways.len()).rev() {
                            // `moved` is at least 1 and below the length.
                            ways[moved] += ways[moved - 1] * count;
                        }
                    }
                    let allowed =
                        |moved: &usize| *moved >= 64 || term.game.turn.allows(*moved as u64);
                    let counts = (1..ways.len()).filter(allowed);
                    counts.map(|moved| ways[moved]).sum()
                }
            };
        }
        Ok(total)
    }

    /// An option of a pile with very many.
    fn one_option(&mut self, pile: Id) -> Result<Option<Left>, Failure> {
        let Node::Pile(game, cells) = self.nodes.node(pile) else {
            return Ok(None);
        };
        let transitions = self.transitions(game)?;
        let mut raw = std::mem::take(&mut self.scratch);
        let first = &mut |_: &mut Options| Then::Stop;
        let result = transitions.each_option(
            &cells,
            &self.book,
            &mut self.machine,
            &mut raw,
            false,
            first,
        );
        let option = (result.is_ok() && !raw.is_empty()).then(|| {
            // Piles of the same game are told by their sizes.
            let size = |pile: GameId, cells: &[i64]| match cells {
                [size] if pile == game => u64::try_from(*size).ok(),
                _ => None,
            };
            let parts = raw.piles(0).map(|(pile, cells)| size(pile.game, cells));
            match parts.collect() {
                Some(sizes) => Left::Parts(sizes),
                None => Left::Option(self.option_nodes(game, &raw, 0)),
            }
        });
        self.scratch = raw;
        match result {
            Ok(()) => Ok(option),
            Err(fault) => Err(transitions.fault_at(&cells, fault)),
        }
    }

    /// The size of a pile that is a single number and so large that its options are not listed.
    pub(crate) fn large_size(&self, pile: Id) -> Option<u64> {
        match self.nodes.node(pile) {
            Node::Pile(_, cells) => match cells.as_slice() {
                [size] => u64::try_from(*size).ok().filter(|size| *size > MANY),
                _ => None,
            },
            _ => None,
        }
    }

    /// Some turn of a position, if there is one: in as few piles as possible, so that a line of such turns has an end in sight.
    pub(crate) fn some_turn(&mut self, position: &Position) -> Result<Option<Read>, Failure> {
        for (number, term) in position.terms.iter().enumerate() {
            let mut moves = Vec::new();
            let nodes = self.pile_nodes(position, number)?;
            let piles = nodes.len();
            for (place, node) in nodes.into_iter().enumerate() {
                let left = match self.nim_size(node)? {
                    Some(size) => (size > 0).then_some(Left::Size(size / 2)),
                    None if self.large_size(node).is_some() => self.one_option(node)?,
                    None => {
                        let options = self.pile_options(node)?;
                        options.first().cloned().map(Left::Option)
                    }
                };
                moves.extend(left.map(|left| (place, left)));
            }
            let least = match &term.game.turn {
                Turn::All => moves.len(),
                Turn::AllOrNone if moves.len() < piles => 0,
                Turn::AllOrNone => piles,
                turn => (1..=moves.len())
                    .find(|count| turn.allows(*count as u64))
                    .unwrap_or(0),
            };
            moves.truncate(least);
            if !moves.is_empty() {
                return Ok(Some(Read {
                    term: number,
                    moves,
                }));
            }
        }
        Ok(None)
    }
}
