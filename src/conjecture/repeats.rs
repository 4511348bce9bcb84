//! Formulas that repeat: a whole period that is right settles all numbers behind it.

use super::form::{Form, Meaning};
use super::numbers::gcd;
use super::op::Op;
use super::tree::{Expr, Term};

/// How a formula of one number repeats: f(n + period) = f(n) + rise for all n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// At least 1.
    pub period: i64,
    /// How much the values rise with each period.
    pub rise: i64,
}

impl Form {
    /// How the formula for Grundy values of single numbers repeats, and from which number on: behind the exceptions. `None`
    /// where its shape does not show that it does.
    pub fn repeats(&self) -> Option<(Repeats, i64)> {
        if self.meaning != Meaning::Value || self.names.len() != 1 {
            return None;
        }
        let listed = self.exceptions.iter().filter_map(|(at, _)| at.first());
        let behind = listed.map(|n| n + 1).chain(self.from).max();
        Some((
            self.expr.repeats()?,
            behind.unwrap_or(self.ranges.first()?.0),
        ))
    }
}

/// Longer periods are of no use: nobody checks so many values.
const LONGEST: i64 = 1 << 32;

impl Repeats {
    const CONSTANT: Repeats = Repeats { period: 1, rise: 0 };

    /// The same with a period that is this many times as long.
    fn times(self, count: i64) -> Option<Repeats> {
        Some(Repeats {
            period: self.period.checked_mul(count).filter(|p| *p <= LONGEST)?,
            rise: self.rise.checked_mul(count)?,
        })
    }

    /// Both with their common period.
    fn together(self, other: Repeats) -> Option<(Repeats, Repeats)> {
        let gcd = gcd(self.period, other.period);
        Some((
            self.times(other.period / gcd)?,
            other.times(self.period / gcd)?,
        ))
    }

    /// With a rise that is a multiple of a number.
    fn rising_by(self, multiple: i64) -> Option<Repeats> {
        let multiple = multiple.checked_abs().filter(|m| *m > 0)?;
        self.times(multiple / gcd(self.rise, multiple))
    }
}

impl Expr {
    fn repeats(&self) -> Option<Repeats> {
        match self {
            Expr::Var(_) => Some(Repeats { period: 1, rise: 1 }),
            Expr::Int(_) => Some(Repeats::CONSTANT),
            Expr::Call(op, args) => match (op, args.as_slice()) {
                (Op::Even | Op::Odd, [only]) => still([&only.clone().by(Op::Rem, 2)]),
                (Op::If, [condition, yes, no]) => {
                    let condition = still([condition])?;
                    let (yes, no) = yes.repeats()?.together(no.repeats()?)?;
                    (yes.rise == no.rise).then_some(yes.together(condition)?.0)
                }
                (_, [a, b]) => pair(*op, a, b),
                _ => still(args),
            },
            Expr::At(_, index) | Expr::In(index, _) => still([&**index]),
            Expr::At2(_, row, column) => still([&**row, column]),
            Expr::Again(_) => None,
        }
    }
}

/// The common period of parts that do not rise.
fn still<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> Option<Repeats> {
    parts
        .into_iter()
        .try_fold(Repeats::CONSTANT, |common, part| {
            let part = part.repeats().filter(|part| part.rise == 0)?;
            Some(common.together(part)?.0)
        })
}

fn pair(op: Op, a: &Expr, b: &Expr) -> Option<Repeats> {
    match (op, a, b) {
        (Op::Add | Op::Sub, ..) => {
            let (a, b) = a.repeats()?.together(b.repeats()?)?;
            let rise = if op == Op::Add {
                a.rise.checked_add(b.rise)?
            } else {
                a.rise.checked_sub(b.rise)?
            };
            Some(Repeats { rise, ..a })
        }
        (Op::Mul, Expr::Int(factor), other) | (Op::Mul, other, Expr::Int(factor)) => {
            let other = other.repeats()?;
            Some(Repeats {
                rise: other.rise.checked_mul(*factor)?,
                ..other
            })
        }
        (Op::Div, a, Expr::Int(divisor)) => {
            let a = a.repeats()?.rising_by(*divisor)?;
            Some(Repeats {
                rise: a.rise.checked_div(*divisor)?,
                ..a
            })
        }
        (Op::Rem, a, Expr::Int(divisor)) => {
            let a = a.repeats()?.rising_by(*divisor)?;
            Some(Repeats { rise: 0, ..a })
        }
        (Op::Equal | Op::Less | Op::AtMost, ..) => {
            let (a, b) = a.repeats()?.together(b.repeats()?)?;
            (a.rise == b.rise).then_some(Repeats { rise: 0, ..a })
        }
        _ => still([a, b]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::Var(0)
    }

    fn with(op: Op, a: Expr, b: i64) -> Expr {
        Expr::Call(op, vec![a, Expr::Int(b)])
    }

    /// The equation holds for the values.
    fn check(expr: &Expr, period: i64, rise: i64) {
        assert_eq!(expr.repeats(), Some(Repeats { period, rise }));
        let value = |n: i64| expr.eval(&[n], &mut |_| None).unwrap();
        for n in 0..3 * period + 7 {
            assert_eq!(value(n + period), value(n) + rise, "{n}");
        }
    }

    #[test]
    fn repeating_formulas_do_repeat() {
        check(&n(), 1, 1);
        check(&with(Op::Rem, n(), 4), 4, 0);
        check(&with(Op::Div, with(Op::Mul, n(), 6), 4), 2, 3);
        check(&with(Op::Div, with(Op::Rem, n(), 10), 4), 10, 0);
        check(
            &Expr::choice(Expr::Call(Op::Even, vec![n()]), n(), with(Op::Sub, n(), 3)),
            2,
            2,
        );
        check(
            &Expr::At(vec![5, 1, 2], Box::new(with(Op::Rem, n(), 3))),
            3,
            0,
        );
        check(&with(Op::Equal, with(Op::Rem, n(), 6), 2), 6, 0);
        let both = Expr::Call(Op::Add, vec![with(Op::Rem, n(), 4), with(Op::Rem, n(), 6)]);
        check(&both, 12, 0);
    }

    #[test]
    fn other_formulas_are_not_said_to() {
        for expr in [
            Expr::Call(Op::TrailingZeros, vec![n()]),
            Expr::Call(Op::Xor, vec![n(), Expr::Int(1)]),
            with(Op::Less, n(), 40),
            Expr::Call(Op::Min, vec![n(), Expr::Int(40)]),
            Expr::Call(Op::Mul, vec![n(), n()]),
            Expr::Call(Op::Rem, vec![Expr::Int(7), n()]),
            Expr::choice(with(Op::Equal, n(), 3), n(), Expr::Int(0)),
            Expr::Again(vec![with(Op::Div, n(), 2)]),
        ] {
            assert_eq!(expr.repeats(), None, "{expr:?}");
        }
    }
}
