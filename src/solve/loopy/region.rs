//! Whole positions that were reached, with the turns between them.

use std::sync::Arc;

use hashbrown::HashMap;

use super::frontier::{Frontier, size};
use super::retrograde::Verdicts;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::work::Failure;
use crate::work::budget::Account;

/// So many options have numbers.
const ROOM: usize = 1 << 31;

/// Where the options of a position are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opened {
    /// It was not opened.
    Not,
    /// Its rules have a fault there: what becomes of it is never known.
    Fault,
    /// Its options begin here.
    At(u32),
}

/// Positions, numbered by their places, and who wins them.
#[derive(Default)]
pub(super) struct Region {
    places: HashMap<Id, u32>,
    pub(super) nodes: Vec<Id>,
    pub(super) opened: Vec<Opened>,
    pub(super) counts: Vec<u32>,
    /// The options of the opened positions, as places.
    pub(super) options: Vec<u32>,
    pub(super) verdicts: Verdicts,
    /// How many positions were opened.
    pub(super) done: u64,
    /// How many of them were opened when the verdicts were worked out.
    judged: u64,
    /// Whether the last move loses.
    misere: bool,
    /// The first fault of a rule.
    pub(super) fault: Option<Failure>,
}

impl Region {
    /// Nothing was reached yet.
    pub(super) fn new(misere: bool) -> Region {
        Region {
            misere,
            ..Region::default()
        }
    }

    /// The place of a position; it is known from now on.
    pub(super) fn place(&mut self, id: Id) -> u32 {
        let next = self.nodes.len() as u32;
        let place = *self.places.entry(id).or_insert(next);
        if place == next {
            self.nodes.push(id);
            self.opened.push(Opened::Not);
            self.counts.push(0);
        }
        place
    }

    /// The place of a position that is known.
    pub(super) fn known(&self, id: Id) -> Option<u32> {
        self.places.get(&id).copied()
    }

    pub(super) fn is_closed(&self, place: u32) -> bool {
        self.opened[place as usize] == Opened::Not
    }

    /// The options of a position.
    pub(super) fn options(&self, place: u32) -> &[u32] {
        match self.opened[place as usize] {
            Opened::At(first) => {
                let count = self.counts[place as usize];
                &self.options[first as usize..(first + count) as usize]
            }
            Opened::Not | Opened::Fault => &[],
        }
    }

    /// The positions that can be reached from one and were not opened, and how many were.
    pub(super) fn frontier(
        &self,
        positions: &mut Positions,
        root: u32,
    ) -> Result<(Frontier, u64), Failure> {
        let mut frontier = Frontier::default();
        let mut opened = 0;
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = std::collections::VecDeque::from([root]);
        seen[root as usize] = true;
        while let Some(place) = queue.pop_front() {
            positions.machine.budget.step()?;
            if self.is_closed(place) {
                self.push(positions, &mut frontier, place);
            } else {
                opened += 1;
            }
            for option in self.options(place) {
                if !std::mem::replace(&mut seen[*option as usize], true) {
                    queue.push_back(*option);
                }
            }
        }
        Ok((frontier, opened))
    }

    fn push(&self, positions: &Positions, frontier: &mut Frontier, place: u32) {
        frontier.push(place, size(&positions.nodes, self.nodes[place as usize]));
    }

    /// Opens at most so many positions that can be reached from one; tells how many. Where they are fewer, everything is known.
    pub(super) fn explore_from(
        &mut self,
        positions: &mut Positions,
        root: u32,
        count: u64,
    ) -> Result<u64, Failure> {
        let mut opened = 0;
        while opened < count {
            let (mut frontier, _) = self.frontier(positions, root)?;
            match self.explore(positions, &mut frontier, count - opened)? {
                0 => break,
                more => opened += more,
            }
        }
        Ok(opened)
    }

    /// Opens at most so many positions of a frontier; tells how many. Where the frontier is empty earlier, there may be another
    /// one behind positions that were opened for an earlier question.
    fn explore(
        &mut self,
        positions: &mut Positions,
        frontier: &mut Frontier,
        count: u64,
    ) -> Result<u64, Failure> {
        for opened in 0..count {
            if self.options.len() > ROOM {
                return Ok(opened);
            }
            let Some(place) = frontier.pop(|place| self.is_closed(place)) else {
                return Ok(opened);
            };
            let before = self.nodes.len();
            self.open(positions, place)?;
            for place in before..self.nodes.len() {
                self.push(positions, frontier, place as u32);
            }
            positions.machine.budget.step()?;
            if self.done.is_multiple_of(256) {
                self.hold(positions);
                positions.check_memory(frontier.memory())?;
            }
        }
        Ok(count)
    }

    fn open(&mut self, positions: &mut Positions, place: u32) -> Result<(), Failure> {
        let opened = match options(self.nodes[place as usize], positions) {
            Ok(options) => {
                let first = self.options.len() as u32;
                for option in &options {
                    let option = self.place(*option);
                    self.options.push(option);
                }
                self.counts[place as usize] = options.len() as u32;
                Opened::At(first)
            }
            Err(failure @ Failure::Fault(_)) => {
                self.fault.get_or_insert(failure);
                Opened::Fault
            }
            Err(failure) => return Err(failure),
        };
        self.opened[place as usize] = opened;
        self.done += 1;
        Ok(())
    }

    /// Works out the verdicts, where something was opened since.
    pub(super) fn judge(&mut self, positions: &mut Positions, misere: bool) -> Result<(), Failure> {
        if self.judged == self.done {
            return Ok(());
        }
        self.verdicts = Verdicts::of(self, positions, misere)?;
        self.judged = self.done;
        Ok(())
    }

    /// Says how many bytes it takes.
    pub(super) fn hold(&self, positions: &Positions) {
        let account = match self.misere {
            true => Account::LoopyMisere,
            false => Account::Loopy,
        };
        let budget = &positions.machine.budget;
        budget.hold(account, self.memory());
    }

    /// Bytes in use.
    fn memory(&self) -> u64 {
        let numbers = self.nodes.capacity() + self.counts.capacity() + self.options.capacity();
        (self.places.allocation_size()
            + numbers * size_of::<u32>()
            + self.opened.capacity() * size_of::<Opened>()) as u64
            + self.verdicts.memory()
    }
}

/// The node of a whole position. Components that cannot move are no part of it, so that a position has one node whichever way
/// it is come by.
pub(super) fn whole(components: &[Id], positions: &mut Positions) -> Result<Id, Failure> {
    let mut movable = Vec::with_capacity(components.len());
    for component in components {
        match positions.is_terminal(*component) {
            Ok(true) => {}
            Ok(false) => movable.push(*component),
            // What becomes of it is never known, but that of other positions may be.
            Err(Failure::Fault(_)) => movable.push(*component),
            Err(failure) => return Err(failure),
        }
    }
    Ok(positions.nodes.whole(&mut movable))
}

/// The whole positions that a turn can lead to, each once.
fn options(whole: Id, positions: &mut Positions) -> Result<Vec<Id>, Failure> {
    let components = match positions.nodes.node(whole) {
        Node::Sum(components) => components,
        Node::Pile(..) | Node::Compound(..) => vec![whole],
    };
    let mut found = Vec::new();
    for (place, component) in components.iter().enumerate() {
        // Equal components stand side by side.
        if place > 0 && components.get(place - 1) == Some(component) {
            continue;
        }
        positions.machine.budget.step()?;
        let options = match components.len() {
            1 => Arc::new(positions.fresh_options(*component)?),
            _ => positions.component_options(*component)?,
        };
        let mut rest = components.clone();
        rest.remove(place);
        for option in options.iter() {
            let mut left = rest.clone();
            left.extend(option);
            found.push(self::whole(&left, positions)?);
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
