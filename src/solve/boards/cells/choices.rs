//! What binders choose, for each value of the entries that they ask for, and conditions on what these are.

use super::{CellReader, Held, Regs};
use crate::expr::tree::{Clause, Expr, Op, Target};
use crate::expr::value::Value;
use crate::rules::game::Change;
use crate::solve::boards::guard::{Condition, Guard, Places};
use crate::solve::boards::reading::{Body, Reading, number, unreadable};
use crate::solve::boards::steps::Steps;
use crate::work::Halt;

impl Reading for CellReader<'_> {
    type Seen = Held;

    fn constant(value: Value) -> Held {
        Held::Known(value)
    }

    fn whole_number(&mut self, expr: &Expr, at: &mut Regs) -> Result<i64, Halt> {
        self.known(expr, at).and_then(number)
    }

    fn condition(&mut self, expr: &Expr, at: &mut Regs) -> Result<Condition, Halt> {
        let asked = self.asked(&[expr], at)?;
        if self.cases(asked) <= FEW_CASES {
            return Ok(Condition(self.tried(expr, at, asked)?));
        }
        if let Some(condition) = self.joined(expr, at)? {
            return Ok(condition);
        }
        if let Op::Function(function, args) = &expr.op
            && function.own.is_none()
            && let Some(mut inner) = self.call(function, args, at, &[])?
        {
            return self.condition(&function.body, &mut inner);
        }
        self.of_few(expr, at, asked)
    }

    fn each(
        &mut self,
        clauses: &[Clause],
        at: &mut Regs,
        guard: Guard,
        body: Body<'_, Self>,
    ) -> Result<(), Halt> {
        let Some((clause, rest)) = clauses.split_first() else {
            return body(self, at, guard);
        };
        self.machine.budget.step()?;
        let asked = match clause {
            Clause::Test(condition) => {
                for more in self.condition(condition, at)?.0 {
                    if let Some(guard) = guard.and(&more) {
                        self.under(guard, &mut |reader| reader.each(rest, at, guard, body))?;
                    }
                }
                return Ok(());
            }
            Clause::Value { target, value } => match self.held(value, at, &[])? {
                Some(held) => match self.bind(target, held, at) {
                    None => return self.each(rest, at, guard, body),
                    Some(entry) => Places::one(entry),
                },
                None => self.asked(&[value], at)?,
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
                if asked.is_empty() {
                    for item in self.known(list, at)?.items() {
                        self.bind(target, Held::Known(item.clone()), at);
                        self.each(rest, at, guard, body)?;
                    }
                    return Ok(());
                }
                asked
            }
            Clause::Range(range) => {
                let mut asked = self.asked(&range.ends().collect::<Vec<_>>(), at)?;
                if asked.is_empty() && range.hi.is_none() {
                    let first = self.whole_number(&range.lo, at)?;
                    at.set(range.place(), Held::Known(Value::Int(first)));
                    asked = self.asked(&range.stops.iter().collect::<Vec<_>>(), at)?;
                }
                if asked.is_empty() {
                    return self.range(range, at, &mut |reader, at, _| {
                        reader.each(rest, at, guard, body)
                    });
                }
                asked
            }
            Clause::Partitions(_) | Clause::While(_) => {
                return unreadable("parts of a number are chosen");
            }
        };
        // What is asked for is known in each of its cases.
        self.split(asked, guard, &mut |reader, guard| {
            reader.each(clauses, at, guard, body)
        })
    }

    fn changed(
        &mut self,
        changes: &[Change],
        at: &mut Regs,
        guard: Guard,
        steps: &mut Steps<'_>,
    ) -> Result<(), Halt> {
        self.changes(changes, at, guard, &mut |reader, guard, changed| {
            let Some(to) = steps.mode_after(&changed.beside, None)? else {
                return Ok(());
            };
            if let Some(flip) = changed.flip {
                return steps.add_flip(flip, to);
            }
            match reader.step(guard, &changed, to)? {
                Some(step) => steps.add(step),
                None => Ok(()),
            }
        })
    }
}

impl CellReader<'_> {
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
            if let Some(guard) = guard.and(&self.is_among(entry, &[number])) {
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
            let may_be = |number: &usize| guard.and(&self.is_among(entry, &[*number])).is_some();
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

/// A condition is worked out for all values of its entries where there are so few ways to choose them,
pub(super) const FEW_CASES: usize = 64;

/// and for so many at most where it has no parts.
pub(super) const MOST_CASES: usize = 4096;

impl CellReader<'_> {
    /// In how many ways the values of entries can be chosen.
    pub(in crate::solve::boards) fn cases(&self, entries: Places) -> usize {
        let counts = entries.iter().map(|entry| self.values.count(entry));
        counts.fold(1, usize::saturating_mul)
    }

    pub(super) fn of_few(
        &mut self,
        expr: &Expr,
        at: &Regs,
        asked: Places,
    ) -> Result<Condition, Halt> {
        match self.cases(asked) {
            0..=MOST_CASES => Ok(Condition(self.tried(expr, at, asked)?)),
            cases => unreadable(&format!(
                "a condition asks for {} entries at once, which can be chosen in {cases} ways, more than {MOST_CASES}",
                asked.len()
            )),
        }
    }

    /// The guards under which a condition holds, by all values of these entries: values of an entry for which it depends on the
    /// others in the same way go together.
    pub(super) fn tried(
        &mut self,
        expr: &Expr,
        at: &Regs,
        mut asked: Places,
    ) -> Result<Vec<Guard>, Halt> {
        let Some(entry) = asked.first() else {
            let holds = self.known(expr, at)? == Value::Bool(true);
            return Ok(Condition::always(holds).0);
        };
        asked.remove(entry);
        let mut alike: Vec<(Vec<usize>, Vec<Guard>)> = Vec::new();
        for number in 0..self.values.count(entry) {
            self.pinned[entry] = Some(number);
            let guards = self.tried(expr, at, asked);
            self.pinned[entry] = None;
            let guards = guards?;
            match alike.iter_mut().find(|(_, same)| *same == guards) {
                Some((numbers, _)) => numbers.push(number),
                None => alike.push((vec![number], guards)),
            }
        }
        let mut all = Vec::new();
        for (numbers, guards) in alike {
            let here = self.is_among(entry, &numbers);
            all.extend(guards.iter().filter_map(|guard| here.and(guard)));
        }
        Ok(all)
    }
}
