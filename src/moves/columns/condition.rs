//! A condition on one number of a range, asked about many numbers at once.

use super::column::{Column, Mask, Miss};
use super::lanes::Lanes;
use super::program::{Part, Step};
use super::term::{Term, TermOp, Terms};
use super::total::bounds;
use crate::expr::builtin::Builtin;
use crate::expr::interval::Interval;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr};

/// Values and tests that no number in the given spans makes fault.
#[derive(Debug)]
pub(crate) struct Condition {
    /// The register of the number.
    number: u32,
    steps: Vec<Step>,
    registers: u32,
}

/// A part of a condition.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asked<'e> {
    /// A test, or a value that others need.
    Clause(&'e Clause),
    Holds(&'e Expr),
    /// The register is at most this.
    AtMost(u32, &'e Expr),
}

impl Condition {
    /// The condition that all these hold. `spans` says of registers what they may hold: of those set from outside, the number
    /// included, and of others where the values that they are given are known to lie in less than what their terms say.
    ///
    /// `None` where columns cannot run it, or where it may fault.
    pub(crate) fn new(
        number: u32,
        asked: &[Asked<'_>],
        registers: u32,
        spans: &[(u32, (i64, i64))],
    ) -> Option<Condition> {
        let mut terms = Terms::new(registers);
        terms.vary(number);
        let mut list = Vec::new();
        for asked in asked {
            match asked {
                Asked::AtMost(register, most) => {
                    list.push(Step::Test(terms.at_most(*register, most)?));
                }
                Asked::Holds(condition) => list.push(Step::Test(terms.term(condition)?)),
                Asked::Clause(clause) => {
                    let Part::Steps(steps) = Part::of(clause, &mut terms, &mut 0)? else {
                        return None;
                    };
                    steps.iter().for_each(|step| step.vary(&mut terms));
                    list.extend(steps);
                }
            }
        }
        let mut known: Vec<Option<Interval>> = vec![None; terms.registers as usize];
        for (register, span) in spans {
            *known.get_mut(*register as usize)? = Some(Interval::from(*span));
        }
        for step in &list {
            let found = bounds(step.term(), &mut known)?;
            if let Step::Value(register, _) = step {
                known.get_mut(*register as usize)?.get_or_insert(found);
            }
        }
        Some(Condition {
            number,
            steps: list,
            registers: terms.registers,
        })
    }

    /// Whether it depends on what a register is set to from outside.
    pub(crate) fn reads(&self, register: u32) -> bool {
        self.steps.iter().any(|step| step.term().reads(register))
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
    /// spans given at first. The lanes are kept from one question to the next.
    pub(crate) fn holds(
        &self,
        given: &[(u32, i64)],
        numbers: &Column,
        count: usize,
        lanes: &mut Lanes,
    ) -> Mask {
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

// ---- Terms that stay the same when two registers change places

/// Whether a term has the same value when the registers change places. False where that is not seen.
fn is_symmetric(term: &Term, a: u32, b: u32) -> bool {
    mirrors(term, term, a, b, DEEPEST)
}

/// Terms nested deeper are not looked at: each level may double the work.
const DEEPEST: u32 = 8;

/// Whether the right term is the left one with the two registers exchanged. Operands of commutative operations may change
/// places too.
fn mirrors(left: &Term, right: &Term, a: u32, b: u32, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let same = |x: &Term, y: &Term| mirrors(x, y, a, b, depth);
    let pairs = |w: &Term, x: &Term, y: &Term, z: &Term, commutes: bool| {
        (same(w, y) && same(x, z)) || (commutes && same(w, z) && same(x, y))
    };
    let lists =
        |x: &[Term], y: &[Term]| x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y));
    match (&left.op, &right.op) {
        (TermOp::Const(x), TermOp::Const(y)) => x == y,
        (TermOp::Reg(x), TermOp::Reg(y)) => {
            let mirrored = match *x {
                x if x == a => b,
                x if x == b => a,
                x => x,
            };
            mirrored == *y
        }
        (TermOp::Neg(x), TermOp::Neg(y)) | (TermOp::Not(x), TermOp::Not(y)) => same(x, y),
        (TermOp::Arith(op, w, x), TermOp::Arith(other, y, z)) => {
            op == other && pairs(w, x, y, z, matches!(op, ArithOp::Add | ArithOp::Mul))
        }
        (TermOp::Compare(op, w, x), TermOp::Compare(other, y, z)) => {
            op == other && pairs(w, x, y, z, matches!(op, CompareOp::Eq | CompareOp::Ne))
        }
        (TermOp::Call(Builtin::Abs, x), TermOp::Call(Builtin::Abs, y)) => {
            // Only the sign of a difference may change.
            let is_turned = || match (&x.op, &y.op) {
                (TermOp::Arith(ArithOp::Sub, w, x), TermOp::Arith(ArithOp::Sub, y, z)) => {
                    same(w, z) && same(x, y)
                }
                _ => false,
            };
            same(x, y) || is_turned()
        }
        (TermOp::Call(f, x), TermOp::Call(g, y)) => f == g && same(x, y),
        (TermOp::Call2(f, w, x), TermOp::Call2(g, y, z)) => {
            use Builtin::{Gcd, Lcm, Max, Min, Xor};
            f == g && pairs(w, x, y, z, matches!(f, Gcd | Lcm | Max | Min | Xor))
        }
        (TermOp::Member(x, s), TermOp::Member(y, t)) => std::sync::Arc::ptr_eq(x, y) && same(s, t),
        (TermOp::Table(x, s), TermOp::Table(y, t)) => std::sync::Arc::ptr_eq(x, y) && same(s, t),
        (TermOp::And(x), TermOp::And(y)) | (TermOp::Or(x), TermOp::Or(y)) => {
            let is_turned = || match (x.as_slice(), y.as_slice()) {
                ([w, x], [y, z]) => same(w, z) && same(x, y),
                _ => false,
            };
            lists(x, y) || is_turned()
        }
        _ => false,
    }
}
