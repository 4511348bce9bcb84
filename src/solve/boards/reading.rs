//! What the two ways share in which rules are read for all rows at once.

use super::guard::{Condition, Guard};
use super::steps::Steps;
use crate::expr::builtin::Builtin;
use crate::expr::machine::Machine;
use crate::expr::tree::{Clause, Expr, Frame, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::rules::game::Change;
use crate::work::Halt;

/// At most this many values of one binder.
const MOST_VALUES: usize = 1_000_000;

pub(super) trait Reading: Sized {
    /// What is known of a value.
    type Seen: Clone;

    /// The mode of a pile with these numbers beside the row, and these entries: what else than the numbers is a part of it.
    fn first_mode(&self, beside: &[i64], _entries: &[Vec<i64>]) -> Vec<i64> {
        beside.to_vec()
    }

    /// Turns to a mode.
    fn enter(&mut self, _mode: &[i64]) {}

    /// What is seen of a value that does not depend on the row.
    fn constant(value: Value) -> Self::Seen;

    /// The number that an expression gives which does not depend on the row.
    fn whole_number(&mut self, expr: &Expr, at: &mut Of<Self>) -> Result<i64, Halt>;

    /// When a condition holds.
    fn condition(&mut self, expr: &Expr, at: &mut Of<Self>) -> Result<Condition, Halt>;

    /// Runs through clauses: for each choice of values, with the guard under which it can be made.
    fn each(
        &mut self,
        clauses: &[Clause],
        at: &mut Of<Self>,
        guard: Guard,
        body: Body<'_, Self>,
    ) -> Result<(), Halt>;

    /// Adds what changes lead to.
    fn changed(
        &mut self,
        changes: &[Change],
        at: &mut Of<Self>,
        guard: Guard,
        steps: &mut Steps<'_>,
    ) -> Result<(), Halt>;

    /// When a condition of several parts holds; nothing for any other.
    fn joined(&mut self, expr: &Expr, at: &mut Of<Self>) -> Result<Option<Condition>, Halt> {
        let condition = match &expr.op {
            Op::And(parts) => Condition::joined(parts, true, |part| self.condition(part, at))?,
            Op::Or(parts) => Condition::joined(parts, false, |part| self.condition(part, at))?,
            Op::Not(part) => self.condition(part, at)?.not()?,
            Op::Call(builtin @ (Builtin::Any | Builtin::All), list) => {
                let Some(Op::Comprehension(list)) = list.first().map(|list| &list.op) else {
                    return Ok(None);
                };
                // All are true where none is false.
                let is_all = *builtin == Builtin::All;
                let mut any = Condition::always(false);
                let body: Body<'_, Self> = &mut |reader, at, guard| {
                    let holds = reader.condition(&list.element, at)?;
                    any.or_under(guard, &if is_all { holds.not()? } else { holds })
                };
                self.each(&list.clauses, at, Guard::ALWAYS, body)?;
                if is_all { any.not()? } else { any }
            }
            _ => return Ok(None),
        };
        Ok(Some(condition))
    }

    /// Goes on with each number of a range that does not depend on the row.
    fn range(
        &mut self,
        range: &RangeClause,
        at: &mut Of<Self>,
        go_on: Numbered<'_, Self>,
    ) -> Result<(), Halt> {
        let mut next = self.whole_number(&range.lo, at)?;
        let last = match &range.hi {
            Some(hi) => self.whole_number(hi, at)?,
            None => i64::MAX,
        };
        for count in 0.. {
            if next > last {
                break;
            }
            at.set(range.place(), Self::constant(Value::Int(next)));
            for stop in &range.stops {
                match self.condition(stop, at)?.constant() {
                    Some(true) => {}
                    Some(false) => return Ok(()),
                    // It follows from what stands behind the range.
                    None if range.hi.is_some() => {}
                    None => return unreadable("a range ends where the row says so"),
                }
            }
            if count == MOST_VALUES {
                return unreadable(&format!("a range has more than {MOST_VALUES} numbers"));
            }
            go_on(self, at, next)?;
            next = match next.checked_add(range.step) {
                Some(next) => next,
                None => break,
            };
        }
        Ok(())
    }
}

type Of<R> = Registers<<R as Reading>::Seen>;

type Numbered<'b, R> = &'b mut dyn FnMut(&mut R, &mut Of<R>, i64) -> Result<(), Halt>;

/// What is done with each choice, and the guard under which it can be made.
pub(super) type Body<'b, R> = &'b mut dyn FnMut(&mut R, &mut Of<R>, Guard) -> Result<(), Halt>;

/// The registers of a frame, and what is known of what they hold.
#[derive(Debug, Clone)]
pub(super) struct Registers<S> {
    pub(super) frame: Frame,
    ints: Vec<Option<S>>,
    objs: Vec<Option<S>>,
}

impl<S: Clone> Registers<S> {
    pub(super) fn new(frame: Frame) -> Registers<S> {
        Registers {
            frame,
            ints: vec![None; frame.ints as usize],
            objs: vec![None; frame.objs as usize],
        }
    }

    pub(super) fn get(&self, place: Place) -> Option<&S> {
        match place {
            Place::Int(reg) => self.ints.get(reg as usize)?.as_ref(),
            Place::Obj(obj) => self.objs.get(obj as usize)?.as_ref(),
        }
    }

    pub(super) fn set(&mut self, place: Place, seen: S) {
        let slot = match place {
            Place::Int(reg) => self.ints.get_mut(reg as usize),
            Place::Obj(obj) => self.objs.get_mut(obj as usize),
        };
        if let Some(slot) = slot {
            *slot = Some(seen);
        }
    }
}

pub(super) fn number(value: Value) -> Result<i64, Halt> {
    value.as_int().ok_or_else(|| Halt::declined("no number"))
}

pub(super) fn unreadable<T>(what: &str) -> Result<T, Halt> {
    Err(Halt::declined(format!(
        "the moves cannot be read for all rows at once: {what}"
    )))
}

/// The registers that an expression reads and does not fill itself.
pub(super) fn free(expr: &Expr) -> Vec<Place> {
    let (mut reads, mut bound) = (Vec::new(), Vec::new());
    for expr in expr.nodes() {
        match &expr.op {
            Op::Local(place) => reads.push(*place),
            Op::Comprehension(inner) => {
                bound.extend(inner.clauses.iter().flat_map(Clause::places));
            }
            _ => {}
        }
    }
    reads.retain(|place| !bound.contains(place));
    reads
}

/// Gives a register of the machine its value.
pub(super) fn put(machine: &mut Machine, place: Place, value: Value) -> Result<(), Halt> {
    match (place, value) {
        (Place::Int(reg), Value::Int(n)) => machine.set_int(reg, n),
        (Place::Int(reg), Value::Bool(b)) => machine.set_int(reg, i64::from(b)),
        (Place::Obj(reg), value) => machine.set_obj(reg, value),
        (Place::Int(_), _) => return unreadable("a number is none"),
    }
    Ok(())
}
