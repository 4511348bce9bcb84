//! In which order positions are looked at: by turns the nearest and the smallest of those that are known and not yet opened.
//!
//! Either order alone can be led astray: the nearest positions of a huge pile are all huge, and among the smallest ones there
//! may be endlessly many that do not matter. Both are fair to every position, since only finitely many are smaller or nearer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::solve::positions::nodes::{Id, Node, Nodes};

/// Positions that are known and not opened, by their places.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    nearest: VecDeque<u32>,
    smallest: BinaryHeap<Reverse<(u64, u32)>>,
    turn: bool,
}

impl Frontier {
    /// Adds a position of a size.
    pub(super) fn push(&mut self, place: u32, size: u64) {
        self.nearest.push_back(place);
        self.smallest.push(Reverse((size, place)));
    }

    /// The next position that `is_closed`.
    pub(super) fn pop(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<u32> {
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

    /// The smallest position that `is_closed`.
    pub(super) fn smallest(&mut self, is_closed: impl Fn(u32) -> bool) -> Option<u32> {
        while let Some(Reverse((_, place))) = self.smallest.peek() {
            if is_closed(*place) {
                return Some(*place);
            }
            self.smallest.pop();
        }
        None
    }

    /// Bytes in use.
    pub(super) fn memory(&self) -> u64 {
        (self.nearest.capacity() * size_of::<u32>()
            + self.smallest.capacity() * size_of::<(u64, u32)>()) as u64
    }
}

/// The size of a position: its numbers, and one for each, so that only finitely many positions are smaller.
pub(super) fn size(nodes: &Nodes, id: Id) -> u64 {
    match nodes.node(id) {
        Node::Pile(_, cells) => cells.iter().fold(1, |sum, cell| {
            sum.saturating_add(1).saturating_add(cell.unsigned_abs())
        }),
        Node::Compound(_, parts) | Node::Sum(parts) => parts
            .iter()
            .fold(0, |sum, part| sum.saturating_add(size(nodes, *part))),
    }
}
