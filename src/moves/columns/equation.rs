//! Conditions that hold for few values of a binder, which are found without trying all: `n % k == 1`, `n - k == 3`.

use super::factors::prime_factors;
use super::scalar;
use super::term::{Term, TermOp};
use crate::expr::tree::{ArithOp, CompareOp};
use crate::work::budget::Budget;
use crate::work::{Limit, distinct};

/// A remainder may be one of so many.
const MOST_RESTS: i64 = 8;

/// An equation for a binder, of which all else is the same for all its values.
#[derive(Debug)]
pub(super) enum Equation {
    /// The dividend by a term that goes up with the binder, by 1, leaves one of the rests. Where that is the binder itself, the dividend
    /// may be some of it more or less.
    Rest {
        dividend: Term,
        divisor: Line,
        rests: Vec<Term>,
    },
    /// A term that goes up or down with the binder has a value.
    Line(Line, Term),
}

/// A term that goes up or down by the same number with each step of the binder.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) term: Term,
    /// By how much; never 0.
    pub(super) slope: i64,
}

impl Equation {
    /// The equation for the values for which a condition holds, or for those for which it does not.
    pub(super) fn of(test: &Term, binder: u32, holds: bool) -> Option<Equation> {
        use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let (op, a, b) = match &test.op {
            TermOp::Not(other) if !holds => return Equation::of(other, binder, true),
            TermOp::Compare(op, a, b) => (op, a, b),
            _ => return None,
        };
        match (op, holds, &b.op) {
            (Eq, true, _) | (Ne, false, _) => Equation::between(a, b, binder),
            (Lt, true, TermOp::Const(n)) | (Ge, false, TermOp::Const(n)) => {
                Equation::rests_below(*n, a, binder)
            }
            (Le, true, TermOp::Const(n)) | (Gt, false, TermOp::Const(n)) => {
                Equation::rests_below(n.checked_add(1)?, a, binder)
            }
            _ => None,
        }
    }

    /// That a remainder is less than a number: no divisor is negative where one is looked for, and so no remainder is.
    fn rests_below(end: i64, remainder: &Term, binder: u32) -> Option<Equation> {
        let mut found = Equation::between(remainder, &Term::constant(0), binder)?;
        let Equation::Rest { rests, .. } = &mut found else {
            return None;
        };
        if !(1..=MOST_RESTS).contains(&end) {
            return None;
        }
        *rests = (0..end).map(Term::constant).collect();
        Some(found)
    }

    /// What is read of the binder, of which some values might make it fault.
    pub(super) fn sides(&self) -> Vec<&Term> {
        match self {
            // A positive divisor makes none.
            Equation::Rest {
                dividend, divisor, ..
            } => vec![dividend, &divisor.term],
            Equation::Line(line, _) => vec![&line.term],
        }
    }

    fn between(a: &Term, b: &Term, binder: u32) -> Option<Equation> {
        [(a, b), (b, a)].into_iter().find_map(|(side, value)| {
            if value.mentions(binder) {
                return None;
            }
            if let TermOp::Arith(ArithOp::Rem, dividend, divisor) = &side.op {
                let divisor = Line::of(divisor, binder).filter(|line| line.slope == 1)?;
                let is_binder = matches!(divisor.term.op, TermOp::Reg(_));
                let is_same =
                    !dividend.mentions(binder) || is_binder && Line::of(dividend, binder).is_some();
                return is_same.then(|| Equation::Rest {
                    dividend: dividend.as_ref().clone(),
                    divisor,
                    rests: vec![value.clone()],
                });
            }
            Line::of(side, binder).map(|line| Equation::Line(line, value.clone()))
        })
    }

    /// The values between two at which it holds, in ascending order, and maybe others; `None`: to find them takes as much as to try all.
    pub(super) fn solutions(
        &self,
        binder: u32,
        (first, last): (i64, i64),
        registers: &mut [i64],
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Limit> {
        let mut found: Vec<i64> = match self {
            Equation::Rest {
                dividend,
                divisor,
                rests,
            } => {
                registers[binder as usize] = 0;
                let mut value = |term| scalar::value(term, registers).ok();
                let (Some(dividend), Some(ahead)) = (value(dividend), value(&divisor.term)) else {
                    return Ok(None);
                };
                if first.checked_add(ahead) < Some(1) {
                    return Ok(None);
                }
                let mut found = Vec::new();
                for rest in rests {
                    let number = value(rest).and_then(|rest| dividend.checked_sub(rest));
                    // Everything divides 0.
                    let Some(number @ 1..) = number.map(i64::unsigned_abs) else {
                        return Ok(None);
                    };
                    let root = number.isqrt();
                    if 2 * root * rests.len() as u64 > last.abs_diff(first) / 4 {
                        return Ok(None);
                    }
                    let divisors = divisors_of(number, budget)?.into_iter();
                    found.extend(divisors.map(|divisor| divisor.wrapping_sub(ahead)));
                }
                match rests.len() {
                    1 => found,
                    _ => distinct(found),
                }
            }
            Equation::Line(line, value) => match line.solution(value, binder, registers) {
                Some(found) => found.into_iter().collect(),
                None => return Ok(None),
            },
        };
        found.retain(|value| (first..=last).contains(value));
        Ok(Some(found))
    }
}

impl Line {
    pub(super) fn of(term: &Term, binder: u32) -> Option<Line> {
        let slope_of = |part: &Term| Some(Line::of(part, binder)?.slope);
        let slope = match &term.op {
            TermOp::Reg(register) => (*register == binder).then_some(1)?,
            TermOp::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
                match (a.mentions(binder), b.mentions(binder)) {
                    (true, false) => slope_of(a)?,
                    (false, true) if *op == ArithOp::Add => slope_of(b)?,
                    (false, true) => slope_of(b)?.checked_neg()?,
                    _ => return None,
                }
            }
            TermOp::Arith(ArithOp::Mul, a, b) => match (&a.op, &b.op) {
                (TermOp::Const(factor @ 1..), _) => slope_of(b)?.checked_mul(*factor)?,
                (_, TermOp::Const(factor @ 1..)) => slope_of(a)?.checked_mul(*factor)?,
                _ => return None,
            },
            _ => return None,
        };
        let term = term.clone();
        Some(Line { term, slope })
    }

    /// Whether it takes all values between two of its own.
    pub(super) fn leaves_none_out(&self) -> bool {
        self.slope.abs() == 1
    }

    /// Where it has a value, if anywhere; `None` where that is beyond all numbers.
    fn solution(&self, value: &Term, binder: u32, registers: &mut [i64]) -> Option<Option<i64>> {
        registers[binder as usize] = 0;
        let start = scalar::value(&self.term, registers).ok()?;
        let value = scalar::value(value, registers).ok()?;
        let way = value.checked_sub(start)?;
        Some((way % self.slope == 0).then(|| way / self.slope))
    }
}

/// The divisors of a number that is not 0 in order, as far as they fit.
fn divisors_of(number: u64, budget: &mut Budget) -> Result<Vec<i64>, Limit> {
    let mut found = vec![1u64];
    let (mut last, mut fresh) = (0, 0);
    for prime in prime_factors(number, budget)? {
        // Of a prime that comes again only the divisors with the power before it give new ones.
        let first = if prime == last { fresh } else { 0 };
        (last, fresh) = (prime, found.len());
        for place in first..fresh {
            found.push(found[place] * prime);
        }
    }
    found.sort_unstable();
    let found = found.into_iter();
    Ok(found.map_while(|it| i64::try_from(it).ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    #[test]
    fn divisors_are_those_that_are_found_by_trying() {
        let mut budget = Budget::start(&Limits::default());
        for number in 1..400i64 {
            let divisors: Vec<i64> = (1..=number).filter(|by| number % by == 0).collect();
            assert_eq!(divisors_of(number as u64, &mut budget), Ok(divisors));
        }
    }
}
