//! Which terms have a value whatever their registers hold, and between which numbers it lies.

use super::term::{Term, TermOp};
use crate::expr::builtin::Builtin;
use crate::expr::interval::{ALL, Interval, TRUTH};
use crate::expr::tree::ArithOp;

/// Bounds for the values of a term whose registers lie in these intervals; `None` where it may fault.
pub(super) fn bounds(term: &Term, registers: &mut [Option<Interval>]) -> Option<Interval> {
    Some(match &term.op {
        TermOp::Const(n) => Interval::one(*n),
        TermOp::Reg(register) => (*registers.get(*register as usize)?)?,
        TermOp::Not(a) | TermOp::Member(_, a) => {
            bounds(a, registers)?;
            TRUTH
        }
        TermOp::Arith(op, a, b) => arith(*op, bounds(a, registers)?, bounds(b, registers)?)?,
        TermOp::Compare(_, a, b) => {
            bounds(a, registers)?;
            bounds(b, registers)?;
            TRUTH
        }
        TermOp::And(parts) | TermOp::Or(parts) => {
            for part in parts {
                bounds(part, registers)?;
            }
            TRUTH
        }
        TermOp::If(branches, last) => {
            let mut all = vec![bounds(last, registers)?];
            for (condition, value) in branches {
                bounds(condition, registers)?;
                all.push(bounds(value, registers)?);
            }
            Interval::hull(all)?
        }
        TermOp::Call(builtin, a) => call(*builtin, &[bounds(a, registers)?])?,
        TermOp::Call2(builtin, a, b) => {
            call(*builtin, &[bounds(a, registers)?, bounds(b, registers)?])?
        }
        TermOp::Table(table, index) => {
            let index = bounds(index, registers)?;
            if index.lo < 0 || index.hi >= table.len() as i128 {
                return None;
            }
            Interval::hull(table.iter().map(|n| Interval::one(*n)))?
        }
        TermOp::Let(values, body) => {
            for (register, value) in values {
                let value = bounds(value, registers)?;
                *registers.get_mut(*register as usize)? = Some(value);
            }
            bounds(body, registers)?
        }
    })
}

/// Whether terms have a value for all values of a binder between two.
pub(super) fn are_total<'t>(
    terms: impl IntoIterator<Item = &'t Term>,
    (binder, ends): (u32, (i64, i64)),
    registers: &[i64],
) -> bool {
    let mut spans: Vec<_> = registers.iter().map(|n| Some(Interval::one(*n))).collect();
    spans[binder as usize] = Some(Interval::from(ends));
    let mut terms = terms.into_iter();
    terms.all(|term| bounds(term, &mut spans).is_some())
}

/// What an operation makes of numbers, where none of them faults.
pub(super) fn arith(op: ArithOp, a: Interval, b: Interval) -> Option<Interval> {
    let divides = matches!(op, ArithOp::Div | ArithOp::Rem);
    if divides && b.meets(Interval::one(0)) {
        return None;
    }
    fitting(a.arith(op, b))
}

/// What a function makes of numbers, where none of them faults.
pub(super) fn call(builtin: Builtin, args: &[Interval]) -> Option<Interval> {
    use Builtin::*;
    let least = args.iter().map(|arg| arg.lo).min()?;
    let faults = match builtin {
        Isqrt | Popcount | Xor => least < 0,
        Ilog2 => least < 1,
        Min | Max | Abs | Gcd => false,
        Prime | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo => false,
        _ => true,
    };
    match faults {
        true => None,
        false => fitting(Interval::of_call(builtin, args)),
    }
}

/// Numbers that are all integers here.
fn fitting(found: Interval) -> Option<Interval> {
    (found.and(ALL) == found).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(lo: i64, hi: i64) -> Interval {
        Interval::from((lo, hi))
    }

    #[test]
    fn a_nim_sum_may_have_all_digits_in_use() {
        const MOST: i64 = i64::MAX;
        for (b, d, most) in [(5, 3, 7), (8, 0, 15), (0, 0, 0), (1, 1, 1), (MOST, 1, MOST)] {
            let sum = call(Builtin::Xor, &[from(0, b), from(0, d)]);
            assert_eq!(sum, Some(from(0, most)));
        }
    }

    #[test]
    fn what_may_fault_has_no_bounds() {
        for (op, a, b, found) in [
            (ArithOp::Div, from(1, 5), from(-1, 2), None),
            (ArithOp::Rem, from(1, 5), from(0, 2), None),
            (ArithOp::Mul, from(0, 1 << 32), from(0, 1 << 32), None),
            (ArithOp::Rem, from(-7, 5), from(1, 4), Some(from(0, 3))),
            (ArithOp::Rem, from(-7, 5), from(-4, -2), Some(from(-3, 0))),
        ] {
            assert_eq!(arith(op, a, b), found);
        }
        assert_eq!(call(Builtin::Isqrt, &[from(-1, 4)]), None);
    }
}
