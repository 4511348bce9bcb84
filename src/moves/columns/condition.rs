//! A condition on one number of a range, asked about many numbers at once.

use super::column::{Column, Mask};
use super::lanes::{Lanes, Miss};
use super::program::{Step, steps};
use super::scalar;
use super::symmetry::is_symmetric;
use super::term::{TermOp, Terms};
use super::total::{self, Span};
use crate::expr::tree::{Clause, Expr};

/// Values and tests that no number in the given spans makes fault.
#[derive(Debug)]
pub(crate) struct Condition {
    /// The register of the number.
    number: u32,
    steps: Vec<Step>,
    registers: u32,
}

/// What is kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Asking {
    lanes: Lanes,
}

impl Condition {
    /// The condition that the number is at most `hi`, where that is given, and that the tests among the clauses hold. `spans`
    /// says of registers what they may hold: of those set from outside, the number included, and of others where the values
    /// that they are given are known to lie in less than what their terms say.
    ///
    /// `None` where columns cannot run it, or where it may fault.
    pub(crate) fn new(
        number: u32,
        hi: Option<&Expr>,
        clauses: &[&Clause],
        registers: u32,
        spans: &[(u32, Span)],
    ) -> Option<Condition> {
        let mut terms = Terms::new(registers);
        terms.vary(number);
        let mut list = Vec::new();
        if let Some(hi) = hi {
            list.push(Step::Test(terms.at_most(number, hi)?));
        }
        let mut ranges = 0;
        for clause in clauses {
            for step in steps(clause, &mut terms, &mut ranges)? {
                if let Step::Test(term) = &step
                    && matches!(term.op, TermOp::Const(1))
                {
                    continue;
                }
                match &step {
                    Step::Value(register, value) if value.varies => terms.vary(*register),
                    Step::Value(..) | Step::Test(_) => {}
                    _ => return None,
                }
                list.push(step);
            }
        }
        let mut known: Vec<Option<Span>> = vec![None; terms.registers as usize];
        for (register, span) in spans {
            *known.get_mut(*register as usize)? = Some(*span);
        }
        for step in &list {
            match step {
                Step::Value(register, term) => {
                    let span = total::span(term, &mut known)?;
                    let slot = known.get_mut(*register as usize)?;
                    if slot.is_none() {
                        *slot = Some(span);
                    }
                }
                Step::Test(term) => {
                    total::span(term, &mut known)?;
                }
                _ => return None,
            }
        }
        Some(Condition {
            number,
            steps: list,
            registers: terms.registers,
        })
    }

    /// Whether the condition, where it names only these two registers and what does not depend on them, stays the same when
    /// they change places. False where that is not seen.
    pub(crate) fn is_symmetric(&self, a: u32, b: u32) -> bool {
        let mut is_second_known = false;
        self.steps.iter().all(|step| match step {
            Step::Test(term) => is_second_known && is_symmetric(term, a, b),
            Step::Value(register, _) if *register == b => {
                is_second_known = true;
                true
            }
            Step::Value(_, term) => !term.varies,
            _ => false,
        })
    }

    /// For which of `count` numbers it holds, where the other registers set from outside hold these values; all within the
    /// spans given at first.
    pub(crate) fn holds(
        &self,
        given: &[(u32, i64)],
        numbers: &Column,
        count: usize,
        asking: &mut Asking,
    ) -> Mask {
        let lanes = &mut asking.lanes;
        let registers = self.registers as usize;
        if lanes.registers.len() < registers {
            lanes.registers.resize(registers, 0);
            lanes.columns.resize(registers, None);
        }
        lanes.count = count;
        for (register, value) in given {
            put(lanes, *register, *value);
        }
        lanes.set(self.number, numbers.clone());
        match self.columns(lanes, count) {
            Ok(mask) => mask,
            Err(Miss::Wide | Miss::Fault) => {
                let verdict = (0..count)
                    .map(|lane| u8::from(self.lane(lanes, numbers.at(lane))))
                    .collect();
                Mask::all(count).and(verdict)
            }
        }
    }

    fn columns(&self, lanes: &mut Lanes, count: usize) -> Result<Mask, Miss> {
        let mut mask = Mask::all(count);
        for step in &self.steps {
            match step {
                Step::Test(condition) => mask = lanes.test(condition, mask)?,
                Step::Value(register, term) => lanes.define(*register, term, &mask)?,
                Step::Range(_) | Step::List(..) | Step::Terms(..) => {
                    unreachable!("no loop is let into a condition")
                }
            }
            if mask.is_empty() {
                break;
            }
        }
        Ok(mask)
    }

    fn lane(&self, lanes: &mut Lanes, number: i64) -> bool {
        put(lanes, self.number, number);
        for step in &self.steps {
            match step {
                Step::Test(condition) => {
                    if let Ok(0) | Err(_) = scalar::value(condition, &mut lanes.registers) {
                        return false;
                    }
                }
                Step::Value(register, term) => {
                    let value = scalar::value(term, &mut lanes.registers);
                    put(lanes, *register, value.expect("a value that cannot fault"));
                }
                Step::Range(_) | Step::List(..) | Step::Terms(..) => {
                    unreachable!("no loop is let into a condition")
                }
            }
        }
        true
    }
}

fn put(lanes: &mut Lanes, register: u32, value: i64) {
    if let Some(slot) = lanes.registers.get_mut(register as usize) {
        *slot = value;
    }
}
