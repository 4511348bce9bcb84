//! How an expression moves as a binder grows.

use crate::expr::tree::Expr;
use crate::expr::value::Value;

/// How a number changes as the binder grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Trend {
    /// Not at all.
    Const,
    /// Never falls and passes every bound.
    Up,
    /// Never rises and passes every bound.
    Down,
    /// Never falls.
    Rises,
    /// Never rises.
    Falls,
    /// Anything else.
    Unknown,
}

impl Trend {
    pub(super) fn flip(self) -> Trend {
        match self {
            Trend::Up => Trend::Down,
            Trend::Down => Trend::Up,
            Trend::Rises => Trend::Falls,
            Trend::Falls => Trend::Rises,
            other => other,
        }
    }

    pub(super) fn never_falls(self) -> bool {
        matches!(self, Trend::Const | Trend::Up | Trend::Rises)
    }

    pub(super) fn never_rises(self) -> bool {
        matches!(self, Trend::Const | Trend::Down | Trend::Falls)
    }

    pub(super) fn plus(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Const, trend) | (trend, Trend::Const) => trend,
            (a, b) if a.never_falls() && b.never_falls() => {
                if a == Trend::Up || b == Trend::Up {
                    Trend::Up
                } else {
                    Trend::Rises
                }
            }
            (a, b) if a.never_rises() && b.never_rises() => {
                if a == Trend::Down || b == Trend::Down {
                    Trend::Down
                } else {
                    Trend::Falls
                }
            }
            _ => Trend::Unknown,
        }
    }
}

pub(super) fn product(
    a: Trend,
    a_least: Option<i64>,
    b: Trend,
    b_least: Option<i64>,
    b_expr: &Expr,
) -> Trend {
    let at_least = |least: Option<i64>, n: i64| least.is_some_and(|least| least >= n);
    if a == Trend::Const && b == Trend::Const {
        return Trend::Const;
    }
    if let Some(Value::Int(n)) = b_expr.constant()
        && *n < 0
    {
        return a.flip();
    }
    if b == Trend::Const && at_least(b_least, 1) {
        return a;
    }
    if a == Trend::Const && at_least(a_least, 1) {
        return b;
    }
    let grow = |trend: Trend| trend.never_falls();
    if grow(a) && grow(b) && at_least(a_least, 0) && at_least(b_least, 0) {
        let unbounded = (a == Trend::Up && (b == Trend::Up || at_least(b_least, 1)))
            || (b == Trend::Up && at_least(a_least, 1));
        return if unbounded { Trend::Up } else { Trend::Rises };
    }
    Trend::Unknown
}
