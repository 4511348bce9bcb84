//! Terms: what a form of columns is written in, once, and read both as an expression and as its value at a position.

use super::function::Function;
use super::tree::{Expr, Op};

/// An expression, or the value of one, `None` where it has none.
pub(super) trait Term: Sized {
    /// A number.
    fn int(n: i64) -> Self;
    /// An operation on two terms.
    fn op(self, op: Op, other: Self) -> Self;
    /// A function.
    fn call<const N: usize>(function: Function, args: [Self; N]) -> Self;
    /// `a * x + b`.
    fn affine(self, a: i64, b: i64) -> Self;
    /// The opposite of a truth value.
    fn negated(self) -> Self;
    /// An entry of a list.
    fn entry(self, list: &[i64]) -> Self;
    /// An entry of a table.
    fn entry_of(self, column: Self, rows: &[Vec<i64>]) -> Self;
    /// Whether it is in a list.
    fn among(self, list: &[i64]) -> Self;

    /// An operation on a term and a number.
    #[inline]
    fn by(self, op: Op, n: i64) -> Self {
        self.op(op, Self::int(n))
    }

    /// Whether it is no less than a number, which is written the other way round.
    #[inline]
    fn at_least(self, n: i64) -> Self {
        Self::int(n).op(Op::AtMost, self)
    }
}

impl Term for Expr {
    fn int(n: i64) -> Expr {
        Expr::Int(n)
    }

    /// Sums with 0 and products with 1 are left out.
    fn op(self, op: Op, other: Expr) -> Expr {
        let (a, b) = (self, other);
        match (op, &a, &b) {
            (Op::Add | Op::Sub, _, Expr::Int(0)) | (Op::Mul | Op::Div, _, Expr::Int(1)) => a,
            (Op::Add, Expr::Int(0), _) | (Op::Mul, Expr::Int(1), _) => b,
            (Op::Add, Expr::Int(n), Expr::Int(m)) => Expr::Int(n + m),
            (Op::Sub, Expr::Int(n), Expr::Int(m)) => Expr::Int(n - m),
            (Op::Mul, Expr::Int(n), Expr::Int(m)) => Expr::Int(n * m),
            // (x + 1) - 3 is x - 2.
            (Op::Add | Op::Sub, Expr::Binary(inner @ (Op::Add | Op::Sub), x, c), Expr::Int(n))
                if matches!(**c, Expr::Int(_)) =>
            {
                let Expr::Int(c) = **c else {
                    return Expr::Binary(op, Box::new(a), Box::new(b));
                };
                let sign = |op: Op| if op == Op::Add { 1 } else { -1 };
                let shift = sign(*inner) * c + sign(op) * n;
                (**x).clone().by(Op::Add, shift)
            }
            (Op::Add, _, Expr::Int(n)) if *n < 0 => a.by(Op::Sub, -n),
            (Op::Sub, _, Expr::Int(n)) if *n < 0 => a.by(Op::Add, -n),
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    fn call<const N: usize>(function: Function, args: [Expr; N]) -> Expr {
        Expr::Call(function, args.into())
    }

    fn affine(self, a: i64, b: i64) -> Expr {
        // a (x + c) + b is a x + (a c + b).
        if let Expr::Binary(op @ (Op::Add | Op::Sub), inner, shift) = &self
            && let Expr::Int(c) = **shift
        {
            let c = if *op == Op::Add { c } else { -c };
            return (**inner).clone().affine(a, a * c + b);
        }
        match a {
            0 => Expr::Int(b),
            1.. => Expr::Int(a).op(Op::Mul, self).by(Op::Add, b),
            _ => {
                let multiple = Expr::Int(-a).op(Op::Mul, self);
                Expr::Binary(Op::Sub, Box::new(Expr::Int(b)), Box::new(multiple))
            }
        }
    }

    fn negated(self) -> Expr {
        match self {
            Expr::Int(n) => Expr::Int(1 - n),
            Expr::Not(inner) => *inner,
            Expr::Call(Function::Even, args) => Expr::Call(Function::Odd, args),
            Expr::Call(Function::Odd, args) => Expr::Call(Function::Even, args),
            Expr::Binary(Op::Less, a, b) => Expr::Binary(Op::AtMost, b, a),
            Expr::Binary(Op::AtMost, a, b) => Expr::Binary(Op::Less, b, a),
            other => Expr::Not(Box::new(other)),
        }
    }

    fn entry(self, list: &[i64]) -> Expr {
        Expr::At(list.to_vec(), Box::new(self))
    }

    fn entry_of(self, column: Expr, rows: &[Vec<i64>]) -> Expr {
        Expr::At2(rows.to_vec(), Box::new(self), Box::new(column))
    }

    fn among(self, list: &[i64]) -> Expr {
        Expr::In(Box::new(self), list.to_vec())
    }
}

impl Term for Option<i64> {
    #[inline]
    fn int(n: i64) -> Option<i64> {
        Some(n)
    }

    #[inline]
    fn op(self, op: Op, other: Option<i64>) -> Option<i64> {
        match (op, self?) {
            (Op::And, 0) => Some(0),
            (Op::Or, 1) => Some(1),
            (_, value) => op.eval(value, other?),
        }
    }

    #[inline]
    fn call<const N: usize>(function: Function, args: [Option<i64>; N]) -> Option<i64> {
        let mut values = [0; N];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = arg?;
        }
        function.eval(&values)
    }

    #[inline]
    fn affine(self, a: i64, b: i64) -> Option<i64> {
        // Small multiples of values fit.
        Some(a.wrapping_mul(self?).wrapping_add(b))
    }

    #[inline]
    fn negated(self) -> Option<i64> {
        Some(1 - self?)
    }

    #[inline]
    fn entry(self, list: &[i64]) -> Option<i64> {
        list.get(usize::try_from(self?).ok()?).copied()
    }

    #[inline]
    fn entry_of(self, column: Option<i64>, rows: &[Vec<i64>]) -> Option<i64> {
        column.entry(rows.get(usize::try_from(self?).ok()?)?)
    }

    #[inline]
    fn among(self, list: &[i64]) -> Option<i64> {
        Some(i64::from(list.contains(&self?)))
    }
}
