//! In which order positions are looked at: by turns the nearest and the smallest of those that are known and not yet opened.
//!
//! Either order alone can be led astray: the nearest positions of a huge pile are all huge, and among the smallest ones there
//! may be endlessly many that do not matter. Both are fair to every position, since only finitely many are smaller or nearer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node, Nodes};
use crate::solve::values::KnownValues;
use crate::work::Failure;

/// How many steps it takes to look at a place, beside those of its rules.
const STEPS_TO_OPEN: u64 = 8;

/// What is looked at from some places outwards: whole positions, or components.
pub(super) trait Growing {
    /// What is known, by place.
    fn ids(&self) -> &[Id];

    /// Whether the options at a place were not looked at.
    fn is_closed(&self, place: u32) -> bool;

    /// What the options at a place lead to, as far as that is not all known.
    fn next(&self, place: u32) -> &[u32];

    /// Looks at the options at a place.
    fn open(&mut self, place: u32, memory: &mut KnownValues) -> Result<(), Failure>;

    fn opened(&self) -> u64;

    /// Whether there is no room for more.
    fn is_full(&self) -> bool;

    /// Says how many bytes it takes.
    fn hold(&self, positions: &Positions);

    /// Everything that can be reached was looked at: these places.
    fn complete(&mut self, _reached: &[u32]) {}

    /// What can be reached from some places, and which of that was not opened.
    fn reach(
        &self,
        roots: &[u32],
        positions: &mut Positions,
    ) -> Result<(Vec<u32>, Frontier), Failure> {
        let mut frontier = Frontier::default();
        let mut seen = vec![false; self.ids().len()];
        let mut reached: Vec<u32> = Vec::new();
        let mut add = |place: u32, reached: &mut Vec<u32>| {
            if !std::mem::replace(&mut seen[place as usize], true) {
                reached.push(place);
            }
        };
        roots.iter().for_each(|root| add(*root, &mut reached));
        let mut next = 0;
        while let Some(place) = reached.get(next).copied() {
            next += 1;
            let options = self.next(place);
            positions.machine.budget.steps(1 + options.len() as u64)?;
            self.push(&mut frontier, place, positions);
            for option in options {
                add(*option, &mut reached);
            }
        }
        Ok((reached, frontier))
    }

    /// Adds a place to the frontier, if it is closed.
    fn push(&self, frontier: &mut Frontier, place: u32, positions: &Positions) {
        if self.is_closed(place) {
            let size = size(&positions.nodes, self.ids()[place as usize]);
            frontier.push(place, size);
        }
    }

    /// Opens at most this many places that can be reached from some; whether there may be more.
    fn explore(
        &mut self,
        roots: &[u32],
        count: u64,
        memory: &mut KnownValues,
    ) -> Result<bool, Failure> {
        let most = self.opened() + count;
        loop {
            let (reached, mut frontier) = self.reach(roots, &mut memory.piles.positions)?;
            let before = self.opened();
            while self.opened() < most {
                if self.is_full() {
                    return Ok(true);
                }
                let Some(place) = frontier.pop(|place| self.is_closed(place)) else {
                    break;
                };
                let known = self.ids().len();
                self.open(place, memory)?;
                let positions = &mut memory.piles.positions;
                for place in known..self.ids().len() {
                    self.push(&mut frontier, place as u32, positions);
                }
                positions.machine.budget.steps(STEPS_TO_OPEN)?;
                if self.opened().is_multiple_of(256) {
                    self.hold(positions);
                    positions.check_memory(frontier.memory())?;
                }
            }
            if self.opened() == most {
                return Ok(true);
            }
            // Else there may be more behind what was opened for an earlier question.
            if self.opened() == before {
                self.complete(&reached);
                return Ok(false);
            }
        }
    }
}

/// Positions that are known and not opened, by their places.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    nearest: VecDeque<u32>,
    smallest: BinaryHeap<Reverse<(u64, u32)>>,
    turn: bool,
}

impl Frontier {
    fn push(&mut self, place: u32, size: u64) {
        self.nearest.push_back(place);
        self.smallest.push(Reverse((size, place)));
    }

    fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            self.turn = !self.turn;
            let next = if self.turn {
                self.nearest.pop_front()
            } else {
                self.smallest.pop().map(|Reverse((_, place))| place)
            };
            // Every position stands in both, so where one is empty the other holds only opened ones.
            let place = next?;
            if is_closed(place) {
                return Some(place);
            }
        }
    }

    pub(super) fn smallest(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<u32> {
        while let Some(Reverse((_, place))) = self.smallest.peek() {
            if is_closed(*place) {
                return Some(*place);
            }
            self.smallest.pop();
        }
        None
    }

    fn memory(&self) -> u64 {
        (self.nearest.capacity() * size_of::<u32>()
            + self.smallest.capacity() * size_of::<(u64, u32)>()) as u64
    }
}

/// The size of a position: its numbers, and one for each, so that only finitely many positions are smaller.
fn size(nodes: &Nodes, id: Id) -> u64 {
    match nodes.node(id) {
        Node::Pile(_, cells) => cells.iter().fold(1, |sum, cell| {
            sum.saturating_add(1).saturating_add(cell.unsigned_abs())
        }),
        Node::Compound(_, parts) | Node::Sum(parts) => parts
            .iter()
            .fold(0, |sum, part| sum.saturating_add(size(nodes, *part))),
    }
}
