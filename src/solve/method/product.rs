//! Turns put together from choices for each pile.

use hashbrown::HashSet;

use super::told::{Read, ReadOff};
use crate::solve::positions::nodes::Id;
use crate::solve::positions::options::Left;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many choices are put together at most, over all piles.
const MOST_CHOICES: u64 = 1_000_000;

/// What a pile may become; `None`: it is not moved in.
pub(super) type Candidates = Vec<Option<Left>>;

/// Puts turns together.
pub(super) struct Product<'a> {
    nodes: &'a [Id],
    limit: usize,
    budget: &'a mut Budget,
    pub(super) turns: ReadOff,
    seen: HashSet<Vec<(Id, Left)>>,
    tried: u64,
}

impl<'a> Product<'a> {
    pub(super) fn new(nodes: &'a [Id], limit: usize, budget: &'a mut Budget) -> Product<'a> {
        Product {
            nodes,
            limit,
            budget,
            turns: ReadOff {
                list: Vec::new(),
                is_complete: true,
            },
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
        choices: &[Candidates],
        test: impl Fn(&[usize]) -> bool,
    ) -> Result<(), Limit> {
        if choices.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let mut places = vec![0usize; choices.len()];
        loop {
            self.budget.step()?;
            self.tried += 1;
            if self.is_over() {
                return Ok(());
            }
            if test(&places) {
                self.keep(choices, &places);
            }
            // The last pile changes fastest.
            let mut next = None;
            for (index, (place, list)) in places.iter_mut().zip(choices).enumerate().rev() {
                *place += 1;
                if *place < list.len() {
                    next = Some(index);
                    break;
                }
                *place = 0;
            }
            if next.is_none() {
                return Ok(());
            }
        }
    }

    /// Keeps a turn that is not the same as another on equal piles.
    fn keep(&mut self, choices: &[Candidates], places: &[usize]) {
        let chosen = choices
            .iter()
            .zip(places)
            .map(|(list, place)| list.get(*place).cloned().flatten());
        let moves: Vec<(usize, Left)> = chosen
            .enumerate()
            .filter_map(|(place, left)| Some((place, left?)))
            .collect();
        if moves.is_empty() {
            return;
        }
        let mut key: Vec<(Id, Left)> = moves
            .iter()
            .map(|(place, left)| {
                let node = self.nodes[*place];
                (node, left.clone())
            })
            .collect();
        key.sort_unstable();
        if self.seen.insert(key) {
            self.turns.list.push(Read { term: 0, moves });
        }
    }
}
