//! A condition on one number of a range, asked about many numbers at once.

use super::clauses::{Part, Step};
use super::column::{Column, Mask, Miss};
use super::lanes::Lanes;
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
pub(crate) enum ConditionPart<'e> {
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
        asked: &[ConditionPart<'_>],
        registers: u32,
        spans: &[(u32, (i64, i64))],
    ) -> Option<Condition> {
        let mut terms = Terms::new(registers);
        terms.vary(number);
        let mut list = Vec::new();
        for asked in asked {
            match asked {
                ConditionPart::AtMost(register, most) => {
                    list.push(Step::Test(terms.at_most(*register, most)?));
                }
                ConditionPart::Holds(condition) => list.push(Step::Test(terms.term(condition)?)),
                ConditionPart::Clause(clause) => {
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
        self.steps.iter().any(|step| step.term().mentions(register))
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
    let mirrored = |register: u32| match register {
        it if it == a => b,
        it if it == b => a,
        it => it,
    };
    written(term, &|register| register) == written(term, &mirrored)
}

/// A term as text, the same where only operands that commute stand in another order.
fn written(term: &Term, name: &dyn Fn(u32) -> u32) -> String {
    use ArithOp::{Add, Mul, Sub};
    use Builtin::{Abs, Gcd, Lcm, Max, Min, Xor};
    use CompareOp::{Eq, Ne};
    let (op, commutes) = match &term.op {
        // Only the sign of a difference may change.
        TermOp::Call(Abs, inner) if matches!(inner.op, TermOp::Arith(Sub, ..)) => {
            return of_parts("distance", &inner.op, true, name);
        }
        TermOp::Const(n) => (n.to_string(), false),
        TermOp::Reg(register) => (format!("register {}", name(*register)), false),
        TermOp::Not(_) => ("not".to_owned(), false),
        TermOp::Arith(op, ..) => (format!("{op:?}"), matches!(op, Add | Mul)),
        TermOp::Compare(op, ..) => (format!("{op:?}"), matches!(op, Eq | Ne)),
        TermOp::Member(members, _) => (format!("in {members:p}"), false),
        TermOp::Table(table, _) => (format!("of {table:p}"), false),
        TermOp::And(_) => ("and".to_owned(), true),
        TermOp::Or(_) => ("or".to_owned(), true),
        TermOp::If(..) => ("if".to_owned(), false),
        TermOp::Call(f, _) => (format!("{f:?}"), false),
        TermOp::Call2(f, ..) => (format!("{f:?}"), matches!(f, Gcd | Lcm | Max | Min | Xor)),
        TermOp::Let(values, _) => {
            let registers = values.iter().map(|(register, _)| *register);
            (format!("let {:?}", registers.collect::<Vec<u32>>()), false)
        }
    };
    of_parts(&op, &term.op, commutes, name)
}

fn of_parts(what: &str, op: &TermOp, commutes: bool, name: &dyn Fn(u32) -> u32) -> String {
    let parts = Term::parts(op).into_iter();
    let mut parts: Vec<String> = parts.map(|part| written(part, name)).collect();
    if commutes {
        parts.sort_unstable();
    }
    format!("{what}({})", parts.join(", "))
}
