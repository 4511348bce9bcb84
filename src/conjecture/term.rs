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

    fn op(self, op: Op, other: Expr) -> Expr {
        Expr::binary(op, self, other)
    }

    fn call<const N: usize>(function: Function, args: [Expr; N]) -> Expr {
        Expr::Call(function, args.into())
    }

    fn affine(self, a: i64, b: i64) -> Expr {
        Expr::affine(a, self, b)
    }

    fn negated(self) -> Expr {
        Expr::negated(self)
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
