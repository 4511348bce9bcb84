//! What binders choose, for each value of the entries that they ask for.

use super::{CellReader, Held, Regs};
use crate::expr::tree::{Clause, Place, Target};
use crate::expr::value::Value;
use crate::solve::boards::choices::MOST_VALUES;
use crate::solve::boards::guard::{Guard, Places};
use crate::solve::boards::reading::unreadable;
use crate::work::Halt;

/// What is done with each choice, and the guard under which it can be made.
pub(in crate::solve::boards) type Body<'b, 'm> =
    &'b mut dyn FnMut(&mut CellReader<'m>, &mut Regs, Guard) -> Result<(), Halt>;

impl<'m> CellReader<'m> {
    /// Runs through clauses: for each choice of values, with the guard under which it can be made.
    pub(in crate::solve::boards) fn each(
        &mut self,
        clauses: &[Clause],
        at: &mut Regs,
        guard: Guard,
        body: Body<'_, 'm>,
    ) -> Result<(), Halt> {
        let Some((clause, rest)) = clauses.split_first() else {
            return body(self, at, guard);
        };
        self.machine.budget.step()?;
        match clause {
            Clause::Test(condition) => {
                for more in self.condition(condition, at)?.0 {
                    if let Some(guard) = guard.and(&more) {
                        self.under(guard, &mut |reader| reader.each(rest, at, guard, body))?;
                    }
                }
                Ok(())
            }
            Clause::Value { target, value } => match self.held(value, at, &[])? {
                Some(held) => match self.bind(target, held, at) {
                    None => self.each(rest, at, guard, body),
                    Some(entry) => self.split(Places::one(entry), guard, &mut |reader, guard| {
                        reader.each(clauses, at, guard, body)
                    }),
                },
                None => {
                    let asked = self.asked(&[value], at)?;
                    self.split(asked, guard, &mut |reader, guard| {
                        reader.each(clauses, at, guard, body)
                    })
                }
            },
            Clause::Each { target, list } => {
                if let Some(Held::Run(from, to)) = self.held(list, at, &[])? {
                    for entry in from..to {
                        let held = self.resolved(&Held::Cell(entry));
                        match (&held, target) {
                            (Held::Cell(_), Target::Parts(_)) => {
                                self.of_each_value(entry, guard, &mut |reader, held, guard| {
                                    reader.bind(target, held, at);
                                    reader.each(rest, at, guard, body)
                                })?;
                            }
                            _ => {
                                self.bind(target, held, at);
                                self.each(rest, at, guard, body)?;
                            }
                        }
                    }
                    return Ok(());
                }
                let asked = self.asked(&[list], at)?;
                if !asked.is_empty() {
                    return self.split(asked, guard, &mut |reader, guard| {
                        reader.each(clauses, at, guard, body)
                    });
                }
                let list = self.known(list, at)?;
                for item in list.items() {
                    self.bind(target, Held::Known(item.clone()), at);
                    self.each(rest, at, guard, body)?;
                }
                Ok(())
            }
            Clause::Range { .. } => self.range(clauses, at, guard, body),
            Clause::Partitions { .. } | Clause::While(_) => {
                unreadable("parts of a number are chosen")
            }
        }
    }

    fn range(
        &mut self,
        clauses: &[Clause],
        at: &mut Regs,
        guard: Guard,
        body: Body<'_, 'm>,
    ) -> Result<(), Halt> {
        let Some((
            Clause::Range {
                var,
                lo,
                hi,
                step,
                stops,
            },
            rest,
        )) = clauses.split_first()
        else {
            return unreadable("what is no range is run through");
        };
        let asked = self.asked(&[lo], at)? | self.asked(&hi.iter().collect::<Vec<_>>(), at)?;
        if !asked.is_empty() {
            return self.split(asked, guard, &mut |reader, guard| {
                reader.each(clauses, at, guard, body)
            });
        }
        let int = |value: Value| value.as_int().ok_or_else(|| Halt::declined("no number"));
        let mut next = int(self.known(lo, at)?)?;
        let last = match hi {
            Some(hi) => int(self.known(hi, at)?)?,
            None => i64::MAX,
        };
        let var = Place::Int(*var);
        at.set(var, Held::Known(Value::Int(next)));
        let asked = self.asked(&stops.iter().collect::<Vec<_>>(), at)?;
        if next <= last && !asked.is_empty() && hi.is_none() {
            return self.split(asked, guard, &mut |reader, guard| {
                reader.each(clauses, at, guard, body)
            });
        }
        let mut count = 0;
        while next <= last {
            at.set(var, Held::Known(Value::Int(next)));
            for stop in stops {
                match self.condition(stop, at)?.constant() {
                    Some(true) => {}
                    Some(false) => return Ok(()),
                    None if hi.is_some() => {}
                    None => return unreadable("a range ends where the row says so"),
                }
            }
            count += 1;
            if count > MOST_VALUES {
                return unreadable(&format!("a range has more than {MOST_VALUES} numbers"));
            }
            self.each(rest, at, guard, body)?;
            next = match next.checked_add(*step) {
                Some(next) => next,
                None => break,
            };
        }
        Ok(())
    }

    /// Gives a value to a target; where that is taken apart and an entry that is not pinned, the entry.
    fn bind(&self, target: &Target, held: Held, at: &mut Regs) -> Option<usize> {
        match (target, held) {
            (Target::One(place), held) => at.set(*place, held),
            (Target::Parts(places), Held::Known(value)) => {
                for (place, part) in places.iter().zip(value.items()) {
                    at.set(*place, Held::Known(part.clone()));
                }
            }
            (Target::Parts(_), Held::Cell(entry)) => return Some(entry),
            (Target::Parts(places), Held::Run(from, _)) => {
                for (entry, place) in (from..).zip(places) {
                    at.set(*place, self.resolved(&Held::Cell(entry)));
                }
            }
        }
        None
    }

    /// Goes on with each value of the first of some entries.
    fn split(
        &mut self,
        entries: Places,
        guard: Guard,
        go_on: &mut dyn FnMut(&mut Self, Guard) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match entries.first() {
            Some(entry) => {
                self.of_each_value(entry, guard, &mut |reader, _, guard| go_on(reader, guard))
            }
            None => unreadable("a value depends on the row"),
        }
    }

    /// Goes on with each value of an entry that a guard allows; it is pinned.
    pub(super) fn of_each_value(
        &mut self,
        entry: usize,
        guard: Guard,
        go_on: &mut dyn FnMut(&mut Self, Held, Guard) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        for number in 0..self.values.count(entry) {
            if let Some(guard) = guard.and(&self.is(entry, number)) {
                self.pinned[entry] = Some(number);
                let held = self.resolved(&Held::Cell(entry));
                let done = go_on(self, held, guard);
                self.pinned[entry] = None;
                done?;
            }
        }
        Ok(())
    }

    /// Goes on with the entries pinned that have one value under a guard; not at all where it allows some entry none.
    fn under(
        &mut self,
        guard: Guard,
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let touched: Places = (guard.present | guard.absent)
            .iter()
            .map(|place| self.values.at(place).0)
            .collect();
        let mut pins = Vec::new();
        for entry in touched.iter().filter(|it| self.pinned[*it].is_none()) {
            let is_there = |number: &usize| {
                let place = self.values.place(entry, *number);
                place.is_some_and(|place| guard.present.contains(place))
            };
            let may_be = |number: &usize| guard.and(&self.is(entry, *number)).is_some();
            let numbers = 0..self.values.count(entry);
            let there: Vec<usize> = numbers.clone().filter(is_there).collect();
            let allowed: Vec<usize> = match there.as_slice() {
                [] => numbers.filter(may_be).collect(),
                _ => there,
            };
            match allowed.as_slice() {
                [only] => pins.push((entry, *only)),
                [_, _, ..] if guard.present.iter().all(|it| self.values.at(it).0 != entry) => {}
                // It would have two values at once, or none.
                _ => return Ok(()),
            }
        }
        pins.iter()
            .for_each(|(entry, number)| self.pinned[*entry] = Some(*number));
        let done = go_on(self);
        pins.iter()
            .for_each(|(entry, _)| self.pinned[*entry] = None);
        done
    }
}
