//! Whole positions that were reached, with the turns between them.

use std::sync::Arc;

use hashbrown::HashMap;

use super::frontier::Growing;
use super::retrograde::Verdicts;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::values::Values;
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

    /// Works out the verdicts, where something was opened since.
    pub(super) fn judge(&mut self, positions: &mut Positions, misere: bool) -> Result<(), Failure> {
        if self.judged == self.done {
            return Ok(());
        }
        self.verdicts = Verdicts::of(self, positions, misere)?;
        self.judged = self.done;
        Ok(())
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

impl Growing for Region {
    fn ids(&self) -> &[Id] {
        &self.nodes
    }

    fn is_closed(&self, place: u32) -> bool {
        self.opened[place as usize] == Opened::Not
    }

    fn next(&self, place: u32) -> &[u32] {
        self.options(place)
    }

    fn open(&mut self, place: u32, memory: &mut Values) -> Result<(), Failure> {
        let opened = match options(self.nodes[place as usize], &mut memory.piles.positions) {
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

    fn opened(&self) -> u64 {
        self.done
    }

    fn is_full(&self) -> bool {
        self.options.len() > ROOM
    }

    fn hold(&self, positions: &Positions) {
        let account = match self.misere {
            true => Account::LoopyMisere,
            false => Account::Loopy,
        };
        let budget = &positions.machine.budget;
        budget.hold(account, self.memory());
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
