//! What the two ways share in which rules are read for all rows at once.

use crate::expr::machine::Machine;
use crate::expr::tree::{Clause, Expr, Frame, Op, Place};
use crate::expr::value::Value;
use crate::work::Halt;

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

pub(super) fn unreadable<T>(what: &str) -> Result<T, Halt> {
    Err(Halt::declined(format!(
        "the moves cannot be read for all rows at once: {what}"
    )))
}

/// The registers that an expression reads and does not fill itself.
pub(super) fn free(expr: &Expr) -> Vec<Place> {
    fn collect(expr: &Expr, reads: &mut Vec<Place>, bound: &mut Vec<Place>) {
        match &expr.op {
            Op::Local(place) => reads.push(*place),
            Op::Comprehension(inner) => {
                bound.extend(inner.clauses.iter().flat_map(Clause::places));
            }
            _ => {}
        }
        for part in expr.children() {
            collect(part, reads, bound);
        }
    }
    let (mut reads, mut bound) = (Vec::new(), Vec::new());
    collect(expr, &mut reads, &mut bound);
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
