//! A condition on one number of a range, asked about many numbers at once.

use super::column::{Column, Mask};
use super::lanes::{Lanes, Miss};
use super::program::{Part, Step};
use super::symmetry::is_symmetric;
use super::term::Terms;
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
        for clause in clauses {
            let Part::Steps(steps) = Part::of(clause, &mut terms, &mut 0)? else {
                return None;
            };
            steps.iter().for_each(|step| step.vary(&mut terms));
            list.extend(steps.into_iter().filter(|step| !step.always_holds()));
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
        lanes.reserve(self.registers);
        lanes.count = count;
        for (register, value) in given {
            lanes.put(*register, *value);
        }
        lanes.set(self.number, numbers.clone());
        lanes.pass(&self.steps).unwrap_or_else(|_: Miss| {
            let mut verdict = Vec::with_capacity(count);
            for lane in 0..count {
                lanes.put(self.number, numbers.at(lane));
                verdict.push(u8::from(lanes.passes(&self.steps) == Ok(true)));
            }
            Mask::all(count).and(verdict)
        })
    }
}
