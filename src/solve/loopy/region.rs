//! Whole positions that were reached, with the turns between them; and who wins them, from the ends of the plays backwards.
//!
//! A position is lost where every option is won, and won where some option is lost; what neither rule reaches is a draw, once
//! everything that can be reached is known. Where positions are unknown, the rules are used three times: as they are, for
//! what is won and lost in any case; and with all the unknown positions as losses of the one player and of the other, for
//! what neither can lose. A position where both can avoid to lose, whatever the unknown ones are, is a draw.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;
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
    /// The positions of which not everything that can be reached was known when they were judged, and those that were not.
    open: Vec<u32>,
    /// Where a position stands among those that were judged together last; of others anything.
    numbers: Vec<u32>,
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
            self.open.push(place);
            self.numbers.push(0);
            self.verdicts.push(None, 0, 0);
        }
        place
    }

    pub(super) fn known(&self, id: Id) -> Option<u32> {
        self.places.get(&id).copied()
    }

    /// Where the options of a position stand.
    fn options_of(&self, place: u32) -> Range<usize> {
        match self.opened[place as usize] {
            Opened::At(first) => {
                let first = first as usize;
                first..first + self.counts[place as usize] as usize
            }
            Opened::Not | Opened::Fault => 0..0,
        }
    }

    fn options(&self, place: u32) -> &[u32] {
        &self.options[self.options_of(place)]
    }

    /// Works out the verdicts, where something was opened since.
    pub(super) fn judge(&mut self, positions: &mut Positions) -> Result<(), Failure> {
        if self.judged == self.done {
            return Ok(());
        }
        let part = Part::of(self, positions)?;
        let found = part.judged(self, positions)?;
        for (number, place) in part.places[..part.open].iter().enumerate() {
            self.verdicts.copy(*place, &found, number);
        }
        let verdicts = &self.verdicts;
        self.open.retain(|place| !verdicts.is_complete(*place));
        self.judged = self.done;
        Ok(())
    }

    fn memory(&self) -> u64 {
        let lists = [&self.counts, &self.options, &self.open, &self.numbers];
        let numbers: usize = lists.iter().map(|list| list.capacity()).sum();
        let numbers = numbers + self.nodes.capacity();
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
        // What can be reached from a complete position is complete.
        match self.verdicts.is_complete(place) {
            true => &[],
            false => self.options(place),
        }
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

/// Positions that are judged together, which have numbers here: all that are not complete, and behind them the complete ones
/// that are options of those.
struct Part {
    places: Vec<u32>,
    /// How many are not complete.
    open: usize,
    /// Where the options of each begin, and where they end.
    starts: Vec<u32>,
    options: Vec<u32>,
    /// For each those that have it as an option, in the same way.
    origin_starts: Vec<u32>,
    origins: Vec<u32>,
}

impl Part {
    fn of(region: &mut Region, positions: &mut Positions) -> Result<Part, Failure> {
        region.hold(positions);
        let open = region.open.len();
        let options = region
            .open
            .iter()
            .map(|place| region.counts[*place as usize]);
        let options: usize = options.map(|count| count as usize).sum();
        positions.check_memory((open * 52 + options * 12) as u64)?;
        let mut part = Part {
            places: region.open.clone(),
            open,
            starts: Vec::with_capacity(open + 1),
            options: Vec::with_capacity(options),
            origin_starts: Vec::new(),
            origins: vec![0; options],
        };
        for (number, place) in (0..).zip(&region.open) {
            region.numbers[*place as usize] = number;
        }
        for number in 0..open {
            part.starts.push(part.options.len() as u32);
            for place in region.options_of(part.places[number]) {
                let place = region.options[place];
                let known = &mut region.numbers[place as usize];
                if part.places.get(*known as usize) != Some(&place) {
                    *known = part.places.len() as u32;
                    part.places.push(place);
                }
                part.options.push(*known);
            }
        }
        part.starts.push(part.options.len() as u32);
        part.turn_round();
        Ok(part)
    }

    /// Finds the origins.
    fn turn_round(&mut self) {
        let mut starts = vec![0u32; self.places.len() + 1];
        for option in &self.options {
            starts[*option as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        for number in 0..self.open {
            for at in self.starts[number]..self.starts[number + 1] {
                let slot = &mut next[self.options[at as usize] as usize];
                self.origins[*slot as usize] = number as u32;
                *slot += 1;
            }
        }
        self.origin_starts = starts;
    }

    fn origins(&self, number: u32) -> &[u32] {
        let at = number as usize;
        let (start, end) = (self.origin_starts[at], self.origin_starts[at + 1]);
        &self.origins[start as usize..end as usize]
    }

    /// How many options each has that is not complete.
    fn counts(&self) -> Vec<u32> {
        self.starts
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect()
    }

    /// The verdicts by number.
    fn judged(&self, region: &Region, positions: &mut Positions) -> Result<Verdicts, Failure> {
        let mut found = Verdicts::default();
        let is_opened = |place: u32| matches!(region.opened[place as usize], Opened::At(_));
        for (number, place) in self.places.iter().enumerate() {
            match number < self.open {
                true => found.push(None, 0, if is_opened(*place) { u32::MAX } else { 0 }),
                false => {
                    let known = &region.verdicts;
                    let length = known.lengths[*place as usize];
                    found.push(known.outcome(*place), length, u32::MAX);
                }
            }
        }
        found.decide(self, region.misere, positions)?;
        found.draws(self, positions)?;
        found.measure(self, positions)?;
        Ok(found)
    }
}

/// Counts one down; whether nothing is left.
fn last_one(counts: &mut [u32], number: u32) -> bool {
    let count = &mut counts[number as usize];
    *count -= 1;
    *count == 0
}

/// Sets a mark; whether it is new.
fn mark(marks: &mut [bool], number: u32) -> bool {
    !std::mem::replace(&mut marks[number as usize], true)
}

impl Verdicts {
    fn push(&mut self, outcome: Option<Outcome>, length: u32, way_out: u32) {
        self.outcomes.push(outcome);
        self.lengths.push(length);
        self.ways_out.push(way_out);
    }

    /// Takes over the verdict on another number of others.
    fn copy(&mut self, place: u32, from: &Verdicts, number: usize) {
        let place = place as usize;
        self.outcomes[place] = from.outcomes[number];
        self.lengths[place] = from.lengths[number];
        self.ways_out[place] = from.ways_out[number];
    }

    /// Wins and losses in order of their lengths.
    fn decide(
        &mut self,
        part: &Part,
        misere: bool,
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let mut left = part.counts();
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (number, count) in (0..).zip(&left) {
            if *count == 0 && self.way_out(number) > 0 {
                self.set(number, Outcome::decided(misere), 0);
                queue.push_back(number);
            }
        }
        let is_decided = |number: &u32| self.outcome(*number).is_some_and(|it| it != Outcome::Draw);
        let complete = part.open as u32..part.places.len() as u32;
        let mut complete: Vec<u32> = complete.filter(is_decided).collect();
        complete.sort_unstable_by_key(|number| Reverse(self.lengths[*number as usize]));
        loop {
            let length = |number: &u32| self.lengths[*number as usize];
            // The shorter play comes first.
            let from_queue = match (queue.front(), complete.last()) {
                (Some(queued), Some(known)) => length(queued) <= length(known),
                (queued, _) => queued.is_some(),
            };
            let next = match from_queue {
                true => queue.pop_front(),
                false => complete.pop(),
            };
            let Some(number) = next else { break };
            positions.machine.budget.step()?;
            let is_lost = self.outcome(number) == Some(Outcome::Second);
            let length = self.lengths[number as usize].saturating_add(1);
            for origin in part.origins(number) {
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
    fn draws(&mut self, part: &Part, positions: &mut Positions) -> Result<(), Failure> {
        let count = part.places.len();
        let mut left = part.counts();
        // Where a player may lose who is to move there, and one who is not.
        let (mut mover, mut other) = (vec![false; count], vec![false; count]);
        let mut queue: VecDeque<(u32, bool)> = VecDeque::new();
        for number in 0..count as u32 {
            let (moving, waiting) = match self.outcome(number) {
                Some(Outcome::First) => (false, true),
                Some(Outcome::Second) => (true, false),
                Some(Outcome::Draw) => (false, false),
                None if self.way_out(number) > 0 => continue,
                None => (true, true),
            };
            if moving && mark(&mut mover, number) {
                queue.push_back((number, true));
            }
            if waiting && mark(&mut other, number) {
                queue.push_back((number, false));
            }
        }
        while let Some((number, moving)) = queue.pop_front() {
            positions.machine.budget.step()?;
            for origin in part.origins(number) {
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
        for (number, (mover, other)) in (0..).zip(mover.into_iter().zip(other)) {
            if !mover && !other && self.outcome(number).is_none() {
                self.set(number, Outcome::Draw, 0);
            }
        }
        Ok(())
    }

    /// How far the unknown positions are.
    fn measure(&mut self, part: &Part, positions: &mut Positions) -> Result<(), Failure> {
        let numbers = 0..part.open as u32;
        let mut queue: VecDeque<u32> = numbers.filter(|it| self.way_out(*it) == 0).collect();
        while let Some(number) = queue.pop_front() {
            positions.machine.budget.step()?;
            let next = self.way_out(number).saturating_add(1);
            for origin in part.origins(number) {
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
