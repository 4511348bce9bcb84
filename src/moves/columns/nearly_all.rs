//! Moves to all piles between two but few, which are told at once: `take k where n % k != 0`, `take k where k != n / 2`.

use super::cells::Cell;
use super::clauses::{Loop, Range, Step};
use super::equation::{Equation, Line};
use super::scalar;
use super::term::{Term, TermOp};
use super::total::are_total;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The piles that a move leads to.
#[derive(Debug)]
pub(crate) struct AllBut {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
    /// Those between them that it does not lead to.
    pub(crate) not: Vec<i64>,
}

/// What is known of a move whose conditions fail for few values of its innermost range.
#[derive(Debug)]
pub(super) struct NearlyAll {
    binder: u32,
    tests: Vec<Term>,
    /// Where tests fail.
    fail: Vec<Equation>,
    /// Tests that hold for all values up to one, or from one on.
    ends: Vec<Term>,
    /// The pile that is left.
    left: Line,
}

impl NearlyAll {
    pub(super) fn of(inner: &Loop, after: &[Step], cells: &[Cell]) -> Option<NearlyAll> {
        let (Loop::Range(Range { var, step: 1, .. }), [left]) = (inner, cells) else {
            return None;
        };
        let mut tests = Vec::new();
        for step in after {
            match step {
                Step::Test(test) => tests.extend(test.conjuncts().iter().cloned()),
                Step::Value(..) => return None,
            }
        }
        let (mut fail, mut ends) = (Vec::new(), Vec::new());
        for test in &tests {
            match Equation::of(test, *var, false) {
                Some(equation) => fail.push(equation),
                None if is_end(test, *var) => ends.push(test.clone()),
                None => return None,
            }
        }
        let left = Line::of(&left.value, *var).filter(Line::leaves_none_out)?;
        (!fail.is_empty()).then_some(NearlyAll {
            binder: *var,
            tests,
            fail,
            ends,
            left,
        })
    }

    /// The piles that the move leads to; `None`: the values of the range must be tried.
    pub(super) fn piles(
        &self,
        cell: &Cell,
        ends: (i64, i64),
        registers: &mut [i64],
        budget: &mut Budget,
    ) -> Result<Option<AllBut>, Limit> {
        // Nothing that is not tried must fault.
        let terms = self.tests.iter().chain([&self.left.term]);
        if !are_total(terms, (self.binder, ends), registers) {
            return Ok(None);
        }
        let Some(ends) = self.narrowed(ends, registers) else {
            return Ok(None);
        };
        let mut tried = Vec::new();
        for equation in &self.fail {
            match equation.solutions(self.binder, ends, registers, budget)? {
                Some(found) => tried.extend(found),
                None => return Ok(None),
            }
        }
        let mut value = |term: &Term, binder: i64| {
            registers[self.binder as usize] = binder;
            scalar::value(term, registers).ok()
        };
        tried.retain(|at| self.tests.iter().any(|test| value(test, *at) != Some(1)));
        let mut left = |at: i64| value(&self.left.term, at).filter(|pile| cell.holds(*pile));
        let (Some(a), Some(b)) = (left(ends.0), left(ends.1)) else {
            return Ok(None);
        };
        let not: Option<Vec<i64>> = tried.into_iter().map(left).collect();
        Ok(not.map(|not| AllBut {
            least: a.min(b),
            greatest: a.max(b),
            not,
        }))
    }

    /// The ends between which the tests that hold up to a value or from one on hold, where these are near.
    fn narrowed(&self, (first, last): (i64, i64), registers: &mut [i64]) -> Option<(i64, i64)> {
        let mut holds = |at: &i64| {
            registers[self.binder as usize] = *at;
            let mut tests = self.ends.iter();
            tests.all(|test| scalar::value(test, registers) == Ok(1))
        };
        let near = (first..=last).take(MOST_NARROWED).find(|at| holds(at))?;
        let far = (near..=last).rev().take(MOST_NARROWED).find(holds)?;
        Some((near, far))
    }
}

/// A range is narrowed at its ends by at most so many values.
const MOST_NARROWED: usize = 32;

/// Whether a test compares a line with what is the same for all values.
fn is_end(test: &Term, binder: u32) -> bool {
    let compares = |line, value: &Term| !value.mentions(binder) && Line::of(line, binder).is_some();
    match &test.op {
        TermOp::Compare(op, a, b) if op.is_order() => compares(a, b) || compares(b, a),
        _ => false,
    }
}
