//! Who wins a sum whose plays may go on for ever.

use std::sync::Arc;

use super::retrograde::Length;
use super::values::{LoopyValue, Values};
use super::{Loopy, complaint};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::solver::Solver;
use crate::work::Failure;

/// So many positions are opened at most for a question.
pub(crate) const IN_EARNEST: u64 = 1 << 20;
/// And so many components for a question about values.
pub(crate) const FOR_VALUES: u64 = 1 << 17;
/// And so many for what is not asked for in the first place.
pub(crate) const ASIDE: u64 = 1 << 13;
/// So many are opened before the first conclusions are drawn.
const FIRST: u64 = 1 << 11;
/// A pile with greater numbers has too many options for a search through whole positions.
const WIDE: u64 = 1 << 17;

/// How an outcome was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// Everything that can be reached was looked at.
    Complete,
    /// The positions that were not looked at cannot change it.
    Bounded,
    /// By the values of the components.
    Values,
}

impl Solver {
    /// Who wins a sum of components, and how that was found; `None`: it is not known after a look at as many positions as
    /// `effort` allows. What is used of it is taken off.
    pub(crate) fn loopy_outcome(
        &mut self,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
    ) -> Result<Option<(Outcome, Found)>, Failure> {
        let mut loopy = std::mem::take(&mut self.loopy);
        let result = loopy.outcome(self, components, misere, effort);
        self.loopy = loopy;
        result
    }

    /// Looks at whole positions that a sum of components can reach until it is certain how long its plays last, or `effort`
    /// is spent. What is used of it is taken off.
    pub(crate) fn loopy_search(
        &mut self,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
    ) -> Result<(), Failure> {
        let mut loopy = std::mem::take(&mut self.loopy);
        let result = loopy.search(self, components, misere, effort);
        self.loopy = loopy;
        result
    }

    /// The value of a sum of components where the last move wins.
    pub(crate) fn loopy_value(
        &mut self,
        components: &[Id],
        effort: &mut u64,
    ) -> Result<LoopyValue, Failure> {
        let mut loopy = std::mem::take(&mut self.loopy);
        let result = loopy.known(self, components, effort, |values, places| {
            let value = values.sum(places);
            (value != LoopyValue::Unknown).then_some(value)
        });
        self.loopy = loopy;
        Ok(result?.unwrap_or(LoopyValue::Unknown))
    }

    /// The values of components, each as far as it is known after a look at what all of them may become.
    pub(crate) fn loopy_values(
        &mut self,
        components: &[Id],
        mut effort: u64,
    ) -> Result<Vec<LoopyValue>, Failure> {
        let mut loopy = std::mem::take(&mut self.loopy);
        let all = |values: &Values, places: &[u32]| -> Vec<LoopyValue> {
            places.iter().map(|place| values.value(*place)).collect()
        };
        let result = loopy
            .known(self, components, &mut effort, |values, places| {
                let found = all(values, places);
                (!found.contains(&LoopyValue::Unknown)).then_some(found)
            })
            .and_then(|found| match found {
                Some(found) => Ok(found),
                None => {
                    let places = loopy.values.places(self, components)?;
                    Ok(all(&loopy.values, &places))
                }
            });
        self.loopy = loopy;
        result
    }

    /// How many moves perfect play lasts from a sum of components, where a search through whole positions found it.
    pub(crate) fn loopy_length(
        &mut self,
        components: &[Id],
        misere: bool,
    ) -> Result<Option<Length>, Failure> {
        let whole = self.loopy_whole(components)?;
        let region = self.loopy.region(misere);
        Ok(region
            .known(whole)
            .and_then(|place| region.verdicts.decided_length(place)))
    }

    /// How soon the components of a sum were given their numbers, the latest first. Whoever wins by their values wins in the
    /// end if he always leaves the sum that comes first in this order.
    pub(crate) fn loopy_times(&mut self, components: &[Id]) -> Result<Vec<u32>, Failure> {
        let mut loopy = std::mem::take(&mut self.loopy);
        let places = loopy.values.places(self, components);
        let mut times: Vec<u32> = places
            .iter()
            .flatten()
            .map(|place| loopy.values.time(*place))
            .collect();
        self.loopy = loopy;
        places?;
        times.retain(|time| *time > 0);
        times.sort_unstable_by(|a, b| b.cmp(a));
        Ok(times)
    }

    /// The complaint that a question has no answer within the limits: the fault of a rule, or how far the look went.
    pub(crate) fn loopy_unknown(
        &mut self,
        question: &str,
        components: &[Id],
        misere: bool,
    ) -> Failure {
        let mut loopy = std::mem::take(&mut self.loopy);
        let failure = loopy.unknown(self, question, components, misere);
        self.loopy = loopy;
        failure.unwrap_or_else(|failure| failure)
    }

    /// Who wins a position, or the complaint that it is not known.
    pub(crate) fn loopy_winner(
        &mut self,
        position: &Position,
    ) -> Result<(Outcome, Found), Failure> {
        let components = self.positions.components(position)?;
        let misere = position.is_misere();
        match self.loopy_outcome(&components, misere, &mut IN_EARNEST.clone())? {
            Some(found) => Ok(found),
            None => Err(self.loopy_unknown(&format!("who wins {position}"), &components, misere)),
        }
    }

    /// The value of a position, or the complaint that it is not known.
    pub(crate) fn loopy_position_value(
        &mut self,
        position: &Position,
    ) -> Result<LoopyValue, Failure> {
        let components = self.positions.components(position)?;
        match self.loopy_value(&components, &mut FOR_VALUES.clone())? {
            LoopyValue::Unknown => {
                let question = format!("the value of {position}");
                Err(self.loopy_unknown(&question, &components, false))
            }
            value => Ok(value),
        }
    }

    /// The node of a whole position. Components that cannot move are no part of it, so that a position has one node whichever
    /// way it is come by.
    fn loopy_whole(&mut self, components: &[Id]) -> Result<Id, Failure> {
        let mut movable = Vec::with_capacity(components.len());
        for component in components {
            match self.positions.is_terminal(*component) {
                Ok(true) => {}
                Ok(false) => movable.push(*component),
                // What becomes of it is never known, but that of other positions may be.
                Err(Failure::Fault(_)) => movable.push(*component),
                Err(failure) => return Err(failure),
            }
        }
        Ok(self.positions.nodes.whole(&mut movable))
    }

    /// The whole positions that a turn can lead to, each once.
    pub(super) fn whole_options(&mut self, whole: Id) -> Result<Vec<Id>, Failure> {
        let components = match self.positions.nodes.node(whole) {
            Node::Sum(components) => components,
            Node::Pile(..) | Node::Compound(..) => vec![whole],
        };
        let mut found = Vec::new();
        for (place, component) in components.iter().enumerate() {
            // Equal components stand side by side.
            if place > 0 && components.get(place - 1) == Some(component) {
                continue;
            }
            self.positions.machine.budget.step()?;
            let options = match components.len() {
                1 => Arc::new(self.positions.fresh_options(*component)?),
                _ => self.positions.component_options(*component)?,
            };
            let mut rest = components.clone();
            rest.remove(place);
            for option in options.iter() {
                let mut left = rest.clone();
                left.extend(option);
                found.push(self.loopy_whole(&left)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Whether a component has too many options for a search through whole positions.
    fn is_wide_component(&mut self, component: Id) -> Result<bool, Failure> {
        let cells = match self.positions.nodes.node(component) {
            Node::Pile(_, cells) if !self.is_loopy_component(component)? => cells,
            _ => return Ok(false),
        };
        Ok(cells.iter().any(|cell| cell.unsigned_abs() > WIDE))
    }
}

impl Loopy {
    fn outcome(
        &mut self,
        solver: &mut Solver,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
    ) -> Result<Option<(Outcome, Found)>, Failure> {
        // One component alone is decided as soon by retrograde analysis.
        let by_values = !solver.plain && !misere && components.len() > 1;
        let mut is_wide = false;
        for component in components {
            is_wide |= solver.is_wide_component(*component)?;
        }
        let places = if by_values {
            self.values.places(solver, components)?
        } else {
            Vec::new()
        };
        let whole = solver.loopy_whole(components)?;
        let place = self.region(misere).place(whole);
        let mut more_values = by_values;
        let mut more_positions = !is_wide;
        let mut count = 0;
        loop {
            if by_values && let Some(outcome) = self.values.outcome(&places) {
                return Ok(Some((outcome, Found::Values)));
            }
            let region = self.region(misere);
            region.judge(solver, misere)?;
            if let Some(outcome) = region.verdicts.outcome(place) {
                let found = match region.verdicts.is_complete(place) {
                    true => Found::Complete,
                    false => Found::Bounded,
                };
                return Ok(Some((outcome, found)));
            }
            if *effort == 0 || !(more_values || more_positions) {
                return Ok(None);
            }
            // Each round about doubles what is known, so that all verdicts together cost little more than the last ones.
            count = (count * 4).max(FIRST).max(region.done / 2).min(*effort);
            *effort -= count;
            if more_values {
                more_values = self.values.explore(solver, &places, count)? == count;
                if let Some(outcome) = self.values.outcome(&places) {
                    return Ok(Some((outcome, Found::Values)));
                }
            }
            if more_positions {
                let region = self.region(misere);
                more_positions = region.explore_from(solver, place, count)? == count;
            }
        }
    }

    fn search(
        &mut self,
        solver: &mut Solver,
        components: &[Id],
        misere: bool,
        effort: &mut u64,
    ) -> Result<(), Failure> {
        for component in components {
            if solver.is_wide_component(*component)? {
                return Ok(());
            }
        }
        let whole = solver.loopy_whole(components)?;
        let place = self.region(misere).place(whole);
        let mut more = true;
        loop {
            let region = self.region(misere);
            region.judge(solver, misere)?;
            let length = region.verdicts.decided_length(place);
            if *effort == 0 || !more || length.is_some_and(|length| length.is_exact) {
                return Ok(());
            }
            // Each round about doubles what is known.
            let count = FIRST.max(region.done / 2).min(*effort);
            *effort -= count;
            more = region.explore_from(solver, place, count)? == count;
        }
    }

    /// Looks at what components may become until `told` has an answer.
    fn known<T>(
        &mut self,
        solver: &mut Solver,
        components: &[Id],
        effort: &mut u64,
        told: impl Fn(&Values, &[u32]) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let places = self.values.places(solver, components)?;
        let mut count = FIRST;
        loop {
            let answer = told(&self.values, &places);
            if answer.is_some() || *effort == 0 {
                return Ok(answer);
            }
            // Each round about doubles what is known.
            count = count.max(self.values.opened() / 2).min(*effort);
            *effort -= count;
            if self.values.explore(solver, &places, count)? < count {
                return Ok(told(&self.values, &places));
            }
        }
    }

    fn unknown(
        &mut self,
        solver: &mut Solver,
        question: &str,
        components: &[Id],
        misere: bool,
    ) -> Result<Failure, Failure> {
        let whole = solver.loopy_whole(components)?;
        let region = self.region(misere);
        let place = region.place(whole);
        let (mut frontier, opened) = region.frontier(solver, place)?;
        let smallest = frontier
            .smallest(|place| region.is_closed(place))
            .map(|place| region.nodes[place as usize]);
        let fault = region.fault.clone().or_else(|| self.values.fault.clone());
        match (smallest, fault) {
            (None, Some(fault)) => Ok(fault),
            (smallest, _) => Ok(complaint::not_known(solver, question, opened, smallest)),
        }
    }
}

impl Values {
    pub(super) fn places(
        &mut self,
        solver: &mut Solver,
        components: &[Id],
    ) -> Result<Vec<u32>, Failure> {
        components
            .iter()
            .map(|component| self.place(solver, *component))
            .collect()
    }

    /// The value of a sum of components.
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
