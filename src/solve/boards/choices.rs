//! What binders choose: entries of the row and their indices, or values that do not depend on it.

use super::guard::{Guard, Places};
use super::read::{Reader, Regs, Seen};
use super::reading::unreadable;
use crate::expr::builtin::Builtin;
use crate::expr::tree::{Clause, Op, Place};
use crate::expr::value::Value;
use crate::work::Halt;

/// So many values of one binder at most.
pub(super) const MOST_VALUES: usize = 1_000_000;

/// A value of a binder; where it is an entry of the row or its index, with the entry.
pub(super) type Picked = (Option<usize>, Seen);

impl Reader<'_> {
    /// The values of a binder; where they are entries of the row or their indices, with the entry.
    pub(super) fn values(&mut self, binder: &Clause, at: &mut Regs) -> Result<Vec<Picked>, Halt> {
        let indices = |places: Places| -> Vec<Picked> {
            places
                .iter()
                .map(|place| (Some(place), Seen::Index(place, 0)))
                .collect()
        };
        match binder {
            Clause::Each { list, .. } => {
                if let Op::Call(Builtin::Indices, of) = &list.op
                    && let [of] = of.as_slice()
                    && self.depends(of, at)?
                {
                    return Ok(indices(self.whole(of, at)?));
                }
                let entries = match self.value(list, at)? {
                    Seen::Known(list) => {
                        let items = list.items().iter();
                        return Ok(items
                            .map(|item| (None, Seen::Known(item.clone())))
                            .collect());
                    }
                    Seen::Entries(entries) => entries,
                    Seen::Index(..) | Seen::Length(_) => return unreadable("a number is no list"),
                };
                let entry = |place: usize| (Some(place), Seen::Known(self.entries[place].clone()));
                Ok(entries.iter().map(entry).collect())
            }
            Clause::Range { lo, hi, step, .. } => {
                let open = self.depends(lo, at)?
                    || hi
                        .as_ref()
                        .is_some_and(|hi| self.depends(hi, at).unwrap_or(true));
                match hi {
                    Some(hi) if open && *step == 1 => {
                        if matches!(self.value(lo, at)?, Seen::Known(first) if first != Value::Int(0))
                        {
                            return unreadable("a range of indices begins at a number");
                        }
                        let first = self.bound(lo, 0, at)?;
                        let end = self.bound(hi, 1, at)?;
                        Ok(indices(Places::below(end) - Places::below(first)))
                    }
                    _ if open => unreadable("a range of indices has no end, or steps over some"),
                    _ => self.range(binder, at),
                }
            }
            _ => unreadable("parts of a number are chosen"),
        }
    }

    /// The numbers of a range that does not depend on the row.
    fn range(&mut self, binder: &Clause, at: &mut Regs) -> Result<Vec<Picked>, Halt> {
        let Clause::Range {
            lo,
            hi,
            step,
            stops,
            ..
        } = binder
        else {
            return unreadable("what is no range is run through");
        };
        let int = |value: Value| value.as_int().ok_or_else(|| Halt::declined("no number"));
        let mut next = int(self.known(lo, at)?)?;
        let last = match hi {
            Some(hi) => int(self.known(hi, at)?)?,
            None => i64::MAX,
        };
        let mut found = Vec::new();
        while next <= last {
            let seen = Seen::Known(Value::Int(next));
            self.bind(binder, seen.clone(), at)?;
            for stop in stops {
                match self.condition(stop, at)?.constant() {
                    Some(true) => {}
                    Some(false) => return Ok(found),
                    // It follows from what stands behind the range.
                    None if hi.is_some() => {}
                    None => return unreadable("a range ends where the row says so"),
                }
            }
            if found.len() == MOST_VALUES {
                return unreadable(&format!("a range has more than {MOST_VALUES} numbers"));
            }
            found.push((None, seen));
            next = match next.checked_add(*step) {
                Some(next) => next,
                None => break,
            };
        }
        Ok(found)
    }

    pub(super) fn bind(&mut self, binder: &Clause, seen: Seen, at: &mut Regs) -> Result<(), Halt> {
        match binder {
            Clause::Each { target, .. } => at.bind(target, seen),
            Clause::Range { var, .. } => {
                at.set(Place::Int(*var), seen);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Runs through clauses: for each choice of values, with the guard under which it can be made.
    pub(super) fn each(
        &mut self,
        clauses: &[Clause],
        at: &mut Regs,
        guard: Guard,
        body: &mut dyn FnMut(&mut Self, &mut Regs, Guard) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let Some((clause, rest)) = clauses.split_first() else {
            return body(self, at, guard);
        };
        self.machine.budget.step()?;
        match clause {
            Clause::Test(condition) => {
                let condition = self.condition(condition, at)?;
                for more in condition.0 {
                    if let Some(guard) = guard.and(&more) {
                        self.each(rest, at, guard, body)?;
                    }
                }
            }
            Clause::Value { target, value } => {
                let seen = self.value(value, at)?;
                at.bind(target, seen)?;
                self.each(rest, at, guard, body)?;
            }
            binder => {
                for (place, seen) in self.values(binder, at)? {
                    let there = place.map_or(Guard::ALWAYS, Guard::present);
                    if let Some(guard) = guard.and(&there) {
                        self.bind(binder, seen, at)?;
                        self.each(rest, at, guard, body)?;
                    }
                }
            }
        }
        Ok(())
    }
}
