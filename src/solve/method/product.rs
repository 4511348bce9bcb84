//! Turns put together from choices for each pile.

use hashbrown::HashSet;

use super::told::{ReadOff, TermTurn};
use crate::solve::positions::nodes::Id;
use crate::solve::positions::options::PileLeft;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many choices are put together at most, over all piles.
const MOST_CHOICES: u64 = 1_000_000;

/// What a pile may become; `None`: it is not moved in.
pub(super) type Candidates = Vec<Option<PileLeft>>;

/// Puts turns together.
pub(super) struct Product<'a> {
    nodes: &'a [Id],
    limit: usize,
    budget: &'a mut Budget,
    pub(super) turns: ReadOff,
    seen: HashSet<Vec<(Id, PileLeft)>>,
    tried: u64,
}

impl<'a> Product<'a> {
    pub(super) fn new(nodes: &'a [Id], limit: usize, budget: &'a mut Budget) -> Product<'a> {
        Product {
            nodes,
            limit,
            budget,
            turns: ReadOff::NONE,
            seen: HashSet::new(),
            tried: 0,
        }
    }

    /// Whether enough turns were found or tried.
    pub(super) fn is_over(&mut self) -> bool {
        let piles = self.nodes.len() as u64 + 1;
        if self.turns.list.len() >= self.limit || self.tried * piles > MOST_CHOICES {
            self.turns.is_complete = false;
        }
        !self.turns.is_complete
    }

    /// Adds the turns of all choices, one for each pile, that pass the test.
    pub(super) fn add(
        &mut self,
        choices: &[&Candidates],
        test: impl Fn(&[usize]) -> bool,
    ) -> Result<(), Limit> {
        if choices.iter().any(|list| list.is_empty()) {
            return Ok(());
        }
        let mut places = vec![0usize; choices.len()];
        loop {
            self.budget.steps(self.nodes.len() as u64)?;
            self.tried += 1;
            if self.is_over() {
                return Ok(());
            }
            if test(&places) {
                self.keep(choices, &places);
            }
            // The last pile changes fastest.
            let mut slots = places.iter_mut().zip(choices).rev();
            let has_next = slots.any(|(place, list)| {
                *place = (*place + 1) % list.len();
                *place > 0
            });
            if !has_next {
                return Ok(());
            }
        }
    }

    /// Keeps a turn that is not the same as another on equal piles.
    fn keep(&mut self, choices: &[&Candidates], places: &[usize]) {
        let chosen = choices.iter().zip(places).enumerate();
        let moves = chosen.filter_map(|(pile, (list, place))| Some((pile, list[*place].clone()?)));
        let moves: Vec<(usize, PileLeft)> = moves.collect();
        let key = moves.iter();
        let key = key.map(|(pile, left)| (self.nodes[*pile], left.clone()));
        let mut key: Vec<(Id, PileLeft)> = key.collect();
        key.sort_unstable();
        if !moves.is_empty() && self.seen.insert(key) {
            self.turns.list.push(TermTurn { term: 0, moves });
        }
    }
}
