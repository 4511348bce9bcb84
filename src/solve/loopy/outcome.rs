//! Who wins a sum whose plays may go on for ever.

use super::Loopy;
use super::frontier::Growing;
use super::region::{Length, whole};
use super::values::{BYTES_OF_A_COMPONENT, LoopyValue, LoopyValues, is_loopy};
use crate::expr::position::{Game, Position};
use crate::expr::value::Outcome;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::values::KnownValues;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::Failure;

/// At most this many positions are opened for a question.
pub(crate) const IN_EARNEST: u64 = 1 << 20;
/// And so many for the options of a position, or components for values.
pub(crate) const FOR_MANY: u64 = 1 << 17;
/// And so many for what is not asked for in the first place.
pub(crate) const ASIDE: u64 = 1 << 13;
/// How many are opened before the first conclusions are drawn.
const FIRST: u64 = 1 << 11;
/// A box that costs no more than a look at so many positions is worked out at once.
const MOST_AT_ONCE: u64 = 64;
/// A pile with greater numbers has too many options for a search through whole positions.
const WIDE: u64 = 1 << 17;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// Everything that can be reached was looked at.
    Complete,
    /// The positions that were not looked at cannot change it.
    Bounded,
    /// By the values of the components.
    Values,
}

impl Loopy {
    /// The value of a sum of components where the last move wins. What is used of `effort` is taken off.
    pub(crate) fn value(
        &mut self,
        components: &[Id],
        effort: &mut u64,
        memory: &mut KnownValues,
    ) -> Result<LoopyValue, Failure> {
        let found = self.known(components, effort, memory, |values, places| {
            let value = values.sum(places);
            (value != LoopyValue::Unknown).then_some(value)
        });
        Ok(found?.unwrap_or(LoopyValue::Unknown))
    }

    /// The values of components, each as far as it is known after a look at what all of them may become.
    pub(crate) fn values(
        &mut self,
        components: &[Id],
        mut effort: u64,
        memory: &mut KnownValues,
    ) -> Result<Vec<LoopyValue>, Failure> {
        let all = |values: &LoopyValues, places: &[u32]| -> Vec<LoopyValue> {
            places.iter().map(|place| values.value(*place)).collect()
        };
        let found = self.known(components, &mut effort, memory, |values, places| {
            let found = all(values, places);
            (!found.contains(&LoopyValue::Unknown)).then_some(found)
        })?;
        match found {
            Some(found) => Ok(found),
            None => {
                let places = self.values.places(components, memory)?;
                let positions = &mut memory.piles.positions;
                self.values.complete_some(&places, positions)?;
                Ok(all(&self.values, &places))
            }
        }
    }

    /// How many moves perfect play lasts from a sum of components, where a search through whole positions found it.
    pub(crate) fn length(
        &mut self,
        components: &[Id],
        misere: bool,
        positions: &mut Positions,
    ) -> Result<Option<Length>, Failure> {
        if let [component] = components
            && let Some(length) = self.boxes.length(*component, misere, positions)
        {
            return Ok(Some(length));
        }
        let whole = whole(components, positions)?;
        let region = self.region(misere);
        Ok(region
            .known(whole)
            .and_then(|place| region.verdicts.decided_length(place)))
    }

    /// How soon the components of a sum were given their numbers, the latest first. Whoever wins by their values wins in the
    /// end if he always leaves the sum that comes first in this order.
    pub(crate) fn times(
        &mut self,
        components: &[Id],
        memory: &mut KnownValues,
    ) -> Result<Vec<u32>, Failure> {
        let places = self.values.places(components, memory)?;
        let times = places.iter().map(|place| self.values.time(*place));
        let mut times: Vec<u32> = times.filter(|time| *time > 0).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        Ok(times)
    }

    /// Who wins a position, or the complaint that it is not known.
    pub(crate) fn winner(
        &mut self,
        position: &Position,
        memory: &mut KnownValues,
    ) -> Result<(Outcome, FoundBy), Failure> {
        let components = memory.piles.positions.components(position)?;
        let misere = position.is_misere();
        match self.outcome(&components, misere, &mut IN_EARNEST.clone(), memory)? {
            Some(found) => Ok(found),
            None => {
                let positions = &mut memory.piles.positions;
                let whole = whole(&components, positions)?;
                let fault = self.values.fault.clone();
                let region = self.region(misere);
                let place = region.place(whole);
                let question = format!("who wins {position}");
                let fault = region.fault.clone().or(fault);
                Err(unknown(region, &[place], &question, fault, positions)?)
            }
        }
    }

    /// The value of a position, or the complaint that it is not known.
    pub(crate) fn position_value(
        &mut self,
        position: &Position,
        memory: &mut KnownValues,
    ) -> Result<LoopyValue, Failure> {
        let components = memory.piles.positions.components(position)?;
        let mut effort = effort_for(position.terms.iter().map(|term| &*term.game));
        match self.value(&components, &mut effort, memory)? {
            LoopyValue::Unknown => {
                let places = self.values.places(&components, memory)?;
                let question = format!("the value of {position}");
                let (values, positions) = (&self.values, &mut memory.piles.positions);
                Err(unknown(
                    values,
                    &places,
                    &question,
                    values.fault.clone(),
                    positions,
                )?)
            }
            value => Ok(value),
        }
    }

    /// Who wins a sum of components, and how that was found; `None`: it is not known after a look at as many positions as
    /// `effort` allows. What is used of it is taken off.
    pub(crate) fn outcome(
        &mut self,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
        memory: &mut KnownValues,
    ) -> Result<Option<(Outcome, FoundBy)>, Failure> {
        // One component alone is decided as soon by retrograde analysis.
        let by_values = !memory.piles.policy().plain && !misere && components.len() > 1;
        let some_wide = some_wide(components, &mut memory.piles.positions)?;
        let places = if by_values {
            self.values.places(components, memory)?
        } else {
            Vec::new()
        };
        let whole = whole(components, &mut memory.piles.positions)?;
        let place = self.region(misere).place(whole);
        let mut more_values = by_values;
        let mut more_positions = !some_wide;
        let mut count = 0;
        loop {
            if by_values && let Some(outcome) = self.values.outcome(&places) {
                return Ok(Some((outcome, FoundBy::Values)));
            }
            let region = self.region(misere);
            region.judge(&mut memory.piles.positions)?;
            if let Some(outcome) = region.verdicts.outcome(place) {
                let found = match region.verdicts.is_complete(place) {
                    true => FoundBy::Complete,
                    false => FoundBy::Bounded,
                };
                return Ok(Some((outcome, found)));
            }
            let done = region.done;
            if let [component] = components {
                let looked = done.max(MOST_AT_ONCE);
                if let Some(outcome) = self.boxes.outcome(*component, misere, looked, memory)? {
                    return Ok(Some((outcome, FoundBy::Complete)));
                }
            }
            if *effort == 0 || !(more_values || more_positions) {
                return Ok(None);
            }
            count = round(effort, count * 4, done);
            if more_values {
                self.values.settle(&mut memory.piles.positions)?;
                more_values = self.values.explore(&places, count, memory)?;
                if let Some(outcome) = self.values.outcome(&places) {
                    return Ok(Some((outcome, FoundBy::Values)));
                }
            }
            if more_positions {
                more_positions = self.region(misere).explore(&[place], count, memory)?;
            }
        }
    }

    /// Looks at whole positions that a sum of components can reach until it is certain how long its plays last, or `effort`
    /// is spent. What is used of it is taken off.
    pub(crate) fn search(
        &mut self,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
        memory: &mut KnownValues,
    ) -> Result<(), Failure> {
        if some_wide(components, &mut memory.piles.positions)? {
            return Ok(());
        }
        let whole = whole(components, &mut memory.piles.positions)?;
        let place = self.region(misere).place(whole);
        let mut more = true;
        loop {
            self.region(misere).judge(&mut memory.piles.positions)?;
            let length = self.length(components, misere, &mut memory.piles.positions)?;
            if *effort == 0 || !more || length.is_some_and(|length| length.is_exact) {
                return Ok(());
            }
            let region = self.region(misere);
            let count = round(effort, FIRST, region.done);
            more = region.explore(&[place], count, memory)?;
        }
    }

    /// Looks at what components may become until `told` has an answer.
    fn known<T>(
        &mut self,
        components: &[Id],
        effort: &mut u64,
        memory: &mut KnownValues,
        told: impl Fn(&LoopyValues, &[u32]) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let places = self.values.places(components, memory)?;
        let mut count = FIRST;
        loop {
            let answer = told(&self.values, &places);
            if answer.is_some() || *effort == 0 {
                return Ok(answer);
            }
            count = round(effort, count, self.values.opened());
            self.values.settle(&mut memory.piles.positions)?;
            if !self.values.explore(&places, count, memory)? {
                return Ok(told(&self.values, &places));
            }
        }
    }
}

impl LoopyValues {
    pub(super) fn places(
        &mut self,
        components: &[Id],
        memory: &mut KnownValues,
    ) -> Result<Vec<u32>, Failure> {
        let new = components.iter().filter(|id| !self.is_known(**id)).count();
        let bytes = (new * BYTES_OF_A_COMPONENT) as u64;
        memory.piles.positions.machine.budget.need(bytes)?;
        let places = components.iter();
        places
            .map(|component| self.place(*component, memory))
            .collect()
    }

    fn sum(&self, places: &[u32]) -> LoopyValue {
        let mut xor = 0;
        let mut infinite: Vec<Vec<u64>> = Vec::new();
        let mut is_known = true;
        for place in places {
            match self.value(*place) {
                LoopyValue::Number(value) => xor ^= value,
                LoopyValue::Infinite(numbers) => infinite.push(numbers),
                LoopyValue::Unknown => is_known = false,
            }
        }
        match infinite.as_mut_slice() {
            [_, _, ..] => LoopyValue::Infinite(Vec::new()),
            _ if !is_known => LoopyValue::Unknown,
            [] => LoopyValue::Number(xor),
            [numbers] => {
                let mut numbers: Vec<u64> = numbers.iter().map(|number| number ^ xor).collect();
                numbers.sort_unstable();
                LoopyValue::Infinite(numbers)
            }
        }
    }

    /// Who wins a sum of components, where that is certain.
    fn outcome(&self, places: &[u32]) -> Option<Outcome> {
        match self.sum(places) {
            LoopyValue::Number(value) => Some(Outcome::decided(value != 0)),
            LoopyValue::Infinite(numbers) if numbers.contains(&0) => Some(Outcome::First),
            LoopyValue::Infinite(_) => Some(Outcome::Draw),
            LoopyValue::Unknown => {
                // One move to a number is enough, whatever the other options are worth.
                let mut xor = 0;
                let mut open = None;
                for place in places {
                    match (self.value(*place), open) {
                        (LoopyValue::Number(value), _) => xor ^= value,
                        (_, None) => open = Some(*place),
                        (_, Some(_)) => return None,
                    }
                }
                open.filter(|place| self.may_become(*place, xor))
                    .map(|_| Outcome::First)
            }
        }
    }
}

/// How many components are opened for values of some games: all piles, where these have a largest one and are not too many.
pub(crate) fn effort_for<'g>(games: impl Iterator<Item = &'g Game>) -> u64 {
    let cells = |game: &Game| {
        let bounds = game.shape.as_ints()?;
        let mut lens = bounds
            .iter()
            .map(|it| Some(it.hi?.abs_diff(it.lo).saturating_add(1)));
        lens.try_fold(1, |cells: u64, len| Some(cells.saturating_mul(len?)))
    };
    let all = games
        .map(cells)
        .try_fold(0, |sum: u64, cells| Some(sum.saturating_add(cells?)));
    all.map_or(FOR_MANY, |all| all.clamp(FOR_MANY, IN_EARNEST))
}

/// How many positions are opened in a round, of so many that may be: each round about doubles what is known, so that all
/// verdicts together cost little more than the last ones.
fn round(effort: &mut u64, least: u64, known: u64) -> u64 {
    let count = FIRST.max(least).max(known / 2).min(*effort);
    *effort -= count;
    count
}

/// Whether some component has too many options for a search through whole positions.
fn some_wide(components: &[Id], positions: &mut Positions) -> Result<bool, Failure> {
    for component in components {
        if let Node::Pile(_, cells) = positions.nodes.node(*component)
            && cells.iter().any(|cell| cell.unsigned_abs() > WIDE)
            && !is_loopy(*component, positions)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The complaint that a question has no answer after a look at what can be reached from some places.
fn unknown(
    growing: &impl Growing,
    roots: &[u32],
    question: &str,
    fault: Option<Failure>,
    positions: &mut Positions,
) -> Result<Failure, Failure> {
    let (reached, mut frontier) = growing.reach(roots, positions)?;
    let looked = reached.iter().filter(|place| !growing.is_closed(**place));
    let looked = looked.count();
    let smallest = frontier.smallest(|place| growing.is_closed(place));
    if let (None, Some(fault)) = (smallest, fault) {
        return Ok(fault);
    }
    let left_out = match smallest {
        Some(place) => {
            let id = growing.ids()[place as usize];
            format!("; the smallest one left out is {}", positions.describe(id))
        }
        None => String::new(),
    };
    let error = Diagnostic::error(
        "search_limit",
        format!("{question} is not known within {looked} positions{left_out}"),
    )
    .help("plays go on to ever more positions, and what lies there may decide");
    Ok(error.cause(Cause::Effort).into())
}
