//! Which terms have a value whatever their registers hold, and between which numbers it lies.

use super::term::{Term, TermOp};
use crate::expr::builtin::Builtin;
use crate::expr::tree::ArithOp;

/// The least and the greatest value.
pub(super) type Span = (i64, i64);

/// Truth values.
const TRUTH: Span = (0, 1);

/// Bounds for the values of a term whose registers lie in these spans; `None` where it may fault.
pub(super) fn span(term: &Term, registers: &mut [Option<Span>]) -> Option<Span> {
    Some(match &term.op {
        TermOp::Const(n) => (*n, *n),
        TermOp::Reg(register) => (*registers.get(*register as usize)?)?,
        TermOp::Neg(a) => {
            let (lo, hi) = span(a, registers)?;
            (hi.checked_neg()?, lo.checked_neg()?)
        }
        TermOp::Not(a) | TermOp::Member(_, a) => {
            span(a, registers)?;
            TRUTH
        }
        TermOp::Arith(op, a, b) => arith(*op, span(a, registers)?, span(b, registers)?)?,
        TermOp::Compare(_, a, b) => {
            span(a, registers)?;
            span(b, registers)?;
            TRUTH
        }
        TermOp::And(parts) | TermOp::Or(parts) => {
            for part in parts {
                span(part, registers)?;
            }
            TRUTH
        }
        TermOp::If(branches, last) => {
            let mut all = span(last, registers)?;
            for (condition, value) in branches {
                span(condition, registers)?;
                let (lo, hi) = span(value, registers)?;
                all = (all.0.min(lo), all.1.max(hi));
            }
            all
        }
        TermOp::Call(builtin, a) => call(*builtin, span(a, registers)?)?,
        TermOp::Call2(builtin, a, b) => call2(*builtin, span(a, registers)?, span(b, registers)?)?,
        TermOp::Table(table, index) => {
            let (lo, hi) = span(index, registers)?;
            let last = i64::try_from(table.len()).ok()? - 1;
            if lo < 0 || hi > last {
                return None;
            }
            (*table.iter().min()?, *table.iter().max()?)
        }
        TermOp::Let(values, body) => {
            for (register, value) in values {
                let value = span(value, registers)?;
                *registers.get_mut(*register as usize)? = Some(value);
            }
            span(body, registers)?
        }
    })
}

pub(super) fn arith(op: ArithOp, (a, b): Span, (c, d): Span) -> Option<Span> {
    Some(match op {
        ArithOp::Add => (a.checked_add(c)?, b.checked_add(d)?),
        ArithOp::Sub => (a.checked_sub(d)?, b.checked_sub(c)?),
        ArithOp::Mul => {
            let corners = [
                a.checked_mul(c)?,
                a.checked_mul(d)?,
                b.checked_mul(c)?,
                b.checked_mul(d)?,
            ];
            (*corners.iter().min()?, *corners.iter().max()?)
        }
        ArithOp::Div | ArithOp::Rem if c <= 0 && d >= 0 => return None,
        ArithOp::Div => {
            let most = a.checked_abs()?.max(b.checked_abs()?);
            if a >= 0 && c > 0 {
                (0, b)
            } else {
                (-most, most)
            }
        }
        // A remainder has the sign of the divisor.
        ArithOp::Rem if c > 0 => (0, d - 1),
        ArithOp::Rem => (c.checked_add(1)?, 0),
    })
}

fn call(builtin: Builtin, (lo, hi): Span) -> Option<Span> {
    use Builtin::{
        Abs, Even, Fibonacci, Ilog2, Isqrt, Odd, Popcount, PowerOfTwo, Prime, Square, Triangular,
    };
    match builtin {
        Abs => {
            let most = lo.checked_abs()?.max(hi.checked_abs()?);
            Some((0, most))
        }
        Isqrt if lo >= 0 => Some((0, hi)),
        Ilog2 if lo >= 1 => Some((0, 63)),
        Popcount if lo >= 0 => Some((0, 63)),
        Prime | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo => Some(TRUTH),
        _ => None,
    }
}

pub(super) fn call2(builtin: Builtin, (a, b): Span, (c, d): Span) -> Option<Span> {
    match builtin {
        Builtin::Min => Some((a.min(c), b.min(d))),
        Builtin::Max => Some((a.max(c), b.max(d))),
        Builtin::Gcd => {
            let of = |n: i64| n.checked_abs();
            Some((0, of(a)?.max(of(b)?).max(of(c)?).max(of(d)?)))
        }
        // No digit of a nim-sum stands above the highest of both.
        Builtin::Xor if a >= 0 && c >= 0 => {
            let top = (b | d).checked_ilog2();
            Some((0, top.map_or(0, |top| i64::MAX >> (62 - top))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_span_of_a_nim_sum_has_all_digits_in_use() {
        for (b, d, most) in [(5, 3, 7), (8, 0, 15), (0, 0, 0), (1, 1, 1)] {
            assert_eq!(call2(Builtin::Xor, (0, b), (0, d)), Some((0, most)));
        }
        assert_eq!(
            call2(Builtin::Xor, (0, i64::MAX), (0, 1)),
            Some((0, i64::MAX))
        );
    }

    #[test]
    fn what_may_fault_has_no_span() {
        assert_eq!(arith(ArithOp::Div, (1, 5), (-1, 2)), None);
        assert_eq!(arith(ArithOp::Rem, (1, 5), (0, 2)), None);
        assert_eq!(arith(ArithOp::Mul, (0, 1 << 32), (0, 1 << 32)), None);
        assert_eq!(arith(ArithOp::Rem, (-7, 5), (1, 4)), Some((0, 3)));
        assert_eq!(arith(ArithOp::Rem, (-7, 5), (-4, -2)), Some((-3, 0)));
        assert_eq!(call(Builtin::Isqrt, (-1, 4)), None);
    }
}
