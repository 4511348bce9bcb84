//! Whole positions that were reached, with the turns between them; and who wins them, from the ends of the plays backwards.
//!
//! A position is lost where every option is won, and won where some option is lost; what neither rule reaches is a draw, once
//! everything that can be reached is known. Where positions are unknown, the rules are used three times: as they are, for
//! what is won and lost in any case; and with all the unknown positions as losses of the one player and of the other, for
//! what neither can lose. A position where both can avoid to lose, whatever the unknown ones are, is a draw.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashMap;

use super::frontier::Growing;
use crate::expr::value::Outcome;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::values::KnownValues;
use crate::work::budget::Account;
use crate::work::{Failure, distinct};

/// At most this many options have numbers.
const ROOM: usize = 1 << 31;

/// Where the options of a position are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opened {
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
    opened: Vec<Opened>,
    counts: Vec<u32>,
    /// The options of the opened positions, as places.
    options: Vec<u32>,
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

    pub(super) fn known(&self, id: Id) -> Option<u32> {
        self.places.get(&id).copied()
    }

    fn options(&self, place: u32) -> &[u32] {
        match self.opened[place as usize] {
            Opened::At(first) => {
                let count = self.counts[place as usize];
                &self.options[first as usize..(first + count) as usize]
            }
            Opened::Not | Opened::Fault => &[],
        }
    }

    /// Works out the verdicts, where something was opened since.
    pub(super) fn judge(&mut self, positions: &mut Positions) -> Result<(), Failure> {
        if self.judged == self.done {
            return Ok(());
        }
        self.verdicts = Verdicts::of(self, positions)?;
        self.judged = self.done;
        Ok(())
    }

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

    fn open(&mut self, place: u32, memory: &mut KnownValues) -> Result<(), Failure> {
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
    let budget = &mut positions.machine.budget;
    budget.steps(components.len() as u64)?;
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
    Ok(distinct(found))
}

/// What is certain of each position of a region, by place.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    outcomes: Vec<Option<Outcome>>,
    /// How many moves perfect play lasts, as far as the region goes: the winner hurries, the loser delays.
    lengths: Vec<u32>,
    /// How many moves it takes at least to leave the region.
    ways_out: Vec<u32>,
}

/// How many moves a decided play lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Length {
    /// The most moves.
    pub(crate) moves: u32,
    /// Whether there are exactly as many.
    pub(crate) is_exact: bool,
}

/// For each position those that have it as an option.
struct Origins {
    /// Where those of each position begin.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Origins {
    fn of(region: &Region) -> Origins {
        let mut starts = vec![0u32; region.nodes.len() + 1];
        for option in &region.options {
            starts[*option as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut places = vec![0u32; region.options.len()];
        for place in 0..region.nodes.len() as u32 {
            for option in region.options(place) {
                let slot = &mut next[*option as usize];
                places[*slot as usize] = place;
                *slot += 1;
            }
        }
        Origins { starts, places }
    }

    fn to(&self, place: u32) -> &[u32] {
        let (start, end) = (self.starts[place as usize], self.starts[place as usize + 1]);
        &self.places[start as usize..end as usize]
    }
}

/// Counts one down; whether nothing is left.
fn last_one(counts: &mut [u32], place: u32) -> bool {
    let count = &mut counts[place as usize];
    *count -= 1;
    *count == 0
}

/// Sets a mark; whether it is new.
fn mark(marks: &mut [bool], place: u32) -> bool {
    !std::mem::replace(&mut marks[place as usize], true)
}

impl Verdicts {
    fn of(region: &Region, positions: &mut Positions) -> Result<Verdicts, Failure> {
        let count = region.nodes.len();
        let bytes = count * 40 + region.options.len() * size_of::<u32>();
        region.hold(positions);
        positions.check_memory(bytes as u64)?;
        let origins = Origins::of(region);
        let mut verdicts = Verdicts {
            outcomes: vec![None; count],
            lengths: vec![0; count],
            ways_out: vec![u32::MAX; count],
        };
        verdicts.decide(region, &origins, positions)?;
        verdicts.draws(region, &origins, positions)?;
        verdicts.measure(region, &origins, positions)?;
        Ok(verdicts)
    }

    /// Wins and losses in order of their lengths.
    fn decide(
        &mut self,
        region: &Region,
        origins: &Origins,
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let mut left = region.counts.clone();
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (place, opened) in (0..).zip(&region.opened) {
            if matches!(opened, Opened::At(_)) && region.options(place).is_empty() {
                self.set(place, Outcome::decided(region.misere), 0);
                queue.push_back(place);
            }
        }
        while let Some(place) = queue.pop_front() {
            positions.machine.budget.step()?;
            let is_lost = self.outcome(place) == Some(Outcome::Second);
            let length = self.lengths[place as usize].saturating_add(1);
            for origin in origins.to(place) {
                if self.outcome(*origin).is_some() {
                    continue;
                }
                let outcome = match is_lost {
                    true => Outcome::First,
                    false if last_one(&mut left, *origin) => Outcome::Second,
                    false => continue,
                };
                self.set(*origin, outcome, length);
                queue.push_back(*origin);
            }
        }
        Ok(())
    }

    /// Draws: where neither the player to move nor the other one loses, even if every unknown position were lost for him.
    fn draws(
        &mut self,
        region: &Region,
        origins: &Origins,
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let count = region.nodes.len();
        let mut left = region.counts.clone();
        // Where a player may lose who is to move there, and one who is not.
        let (mut mover, mut other) = (vec![false; count], vec![false; count]);
        let mut queue: VecDeque<(u32, bool)> = VecDeque::new();
        for (place, opened) in (0..).zip(&region.opened) {
            let (moving, waiting) = match (self.outcome(place), opened) {
                (Some(Outcome::First), _) => (false, true),
                (Some(_), _) => (true, false),
                (None, Opened::At(_)) => continue,
                (None, _) => (true, true),
            };
            if moving && mark(&mut mover, place) {
                queue.push_back((place, true));
            }
            if waiting && mark(&mut other, place) {
                queue.push_back((place, false));
            }
        }
        while let Some((place, moving)) = queue.pop_front() {
            positions.machine.budget.step()?;
            for origin in origins.to(place) {
                if self.outcome(*origin).is_some() {
                    continue;
                }
                if moving {
                    // The opponent moves here and leaves the player in danger.
                    if mark(&mut other, *origin) {
                        queue.push_back((*origin, false));
                    }
                } else if last_one(&mut left, *origin) && mark(&mut mover, *origin) {
                    queue.push_back((*origin, true));
                }
            }
        }
        for (place, (mover, other)) in (0..).zip(mover.into_iter().zip(other)) {
            if !mover && !other && self.outcome(place).is_none() {
                self.set(place, Outcome::Draw, 0);
            }
        }
        Ok(())
    }

    /// How far the unknown positions are.
    fn measure(
        &mut self,
        region: &Region,
        origins: &Origins,
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (place, opened) in (0..).zip(&region.opened) {
            if !matches!(opened, Opened::At(_)) {
                self.ways_out[place as usize] = 0;
                queue.push_back(place);
            }
        }
        while let Some(place) = queue.pop_front() {
            positions.machine.budget.step()?;
            let next = self.way_out(place).saturating_add(1);
            for origin in origins.to(place) {
                let way_out = &mut self.ways_out[*origin as usize];
                if *way_out == u32::MAX {
                    *way_out = next;
                    queue.push_back(*origin);
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, place: u32, outcome: Outcome, length: u32) {
        self.outcomes[place as usize] = Some(outcome);
        self.lengths[place as usize] = length;
    }

    fn way_out(&self, place: u32) -> u32 {
        self.ways_out[place as usize]
    }

    /// Who wins a position, where that is certain. Positions may be younger than the verdicts.
    pub(super) fn outcome(&self, place: u32) -> Option<Outcome> {
        self.outcomes.get(place as usize).copied().flatten()
    }

    /// Whether everything that can be reached from a position is known.
    pub(super) fn is_complete(&self, place: u32) -> bool {
        self.way_out(place) == u32::MAX
    }

    /// How many moves perfect play lasts, where somebody wins.
    ///
    /// A faster win, or a longer resistance to it, would have to leave the region, which takes at least as many moves.
    pub(super) fn decided_length(&self, place: u32) -> Option<Length> {
        match self.outcome(place)? {
            Outcome::Draw => None,
            Outcome::First | Outcome::Second => {
                let moves = self.lengths[place as usize];
                Some(Length {
                    moves,
                    is_exact: moves <= self.way_out(place),
                })
            }
        }
    }

    fn memory(&self) -> u64 {
        (self.outcomes.capacity() * size_of::<Option<Outcome>>()
            + (self.lengths.capacity() + self.ways_out.capacity()) * size_of::<u32>())
            as u64
    }
}
