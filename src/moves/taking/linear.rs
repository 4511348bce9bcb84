//! Linear forms of registers.

use hashbrown::HashMap;

use crate::expr::tree::{ArithOp, Expr, Op, Place};
use crate::expr::value::Value;

/// With a greater constant or a register counted more often, numbers may be too large where the form is worked out, though what is left
/// of it in the end is not.
const MOST: u64 = 1 << 61;
const MOST_TIMES: u64 = 1 << 20;

/// A linear form: a constant plus multiples of registers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) terms: Vec<(Place, i64)>,
}

impl Linear {
    /// The form that an expression of registers is.
    pub(crate) fn of(expr: &Expr) -> Option<Linear> {
        LinearForms::default().linear(expr)
    }

    pub(crate) fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            terms: Vec::new(),
        }
    }

    pub(crate) fn place(place: Place) -> Linear {
        Linear {
            constant: 0,
            terms: vec![(place, 1)],
        }
    }

    /// `self + factor * other`; `None` where numbers are too large.
    pub(crate) fn plus(mut self, factor: i64, other: &Linear) -> Option<Linear> {
        self.constant = self
            .constant
            .checked_add(factor.checked_mul(other.constant)?)?;
        for (place, count) in &other.terms {
            let more = factor.checked_mul(*count)?;
            match self.terms.iter_mut().find(|(known, _)| known == place) {
                Some((_, known)) => *known = known.checked_add(more)?,
                None => self.terms.push((*place, more)),
            }
        }
        self.terms.retain(|(_, count)| *count != 0);
        self.terms.sort_unstable_by_key(|(place, _)| match place {
            Place::Int(reg) => (0, *reg),
            Place::Obj(reg) => (1, *reg),
        });
        Some(self)
    }

    pub(crate) fn minus(self, other: &Linear) -> Option<Linear> {
        self.plus(-1, other)
    }

    /// `self - n`
    pub(crate) fn less(&self, n: i64) -> Option<Linear> {
        self.clone().minus(&Linear::constant(n))
    }

    pub(crate) fn mentions(&self, place: Place) -> bool {
        self.terms.iter().any(|(known, _)| *known == place)
    }

    /// The number that it is where it has no registers.
    pub(crate) fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// By how much it is more than another form, where that is a number.
    pub(crate) fn ahead_of(&self, other: &Linear) -> Option<i64> {
        self.clone().minus(other)?.number()
    }

    /// The form with another one in the place of a register.
    pub(crate) fn with(&self, place: Place, form: &Linear) -> Option<Linear> {
        let mut rest = self.clone();
        let count = rest.take(place);
        rest.plus(count, form)
    }

    /// Takes a register out; how many times it was there.
    pub(crate) fn take(&mut self, place: Place) -> i64 {
        let found = self.terms.iter().position(|(known, _)| *known == place);
        found.map_or(0, |found| self.terms.remove(found).1)
    }
}

/// What registers stand for, as linear forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct LinearForms {
    pub(crate) values: HashMap<Place, Linear>,
    /// Whether they stand for the numbers of one pile, and what is worked out with these is checked otherwise.
    pub(crate) is_of_one_pile: bool,
}

impl LinearForms {
    /// Whether no number on the way to a form is too large, whatever piles there can be.
    fn is_small(&self, form: &Linear) -> bool {
        let is_few = |(_, count): &(Place, i64)| count.unsigned_abs() <= MOST_TIMES;
        let is_small = form.constant.unsigned_abs() <= MOST && form.terms.iter().all(is_few);
        self.is_of_one_pile || is_small || form.terms.is_empty()
    }

    /// The form that an expression is; `None` where it is none, or where its numbers may be too large on the way.
    pub(crate) fn linear(&self, expr: &Expr) -> Option<Linear> {
        match &expr.op {
            Op::Const(Value::Int(n)) => Some(Linear::constant(*n)),
            Op::Local(place) => Some(
                self.values
                    .get(place)
                    .cloned()
                    .unwrap_or_else(|| Linear::place(*place)),
            ),
            Op::Neg(inner) => Linear::default().minus(&self.linear(inner)?),
            Op::Arith(first, rest) => {
                let mut sum = self.linear(first)?;
                for (op, operand) in rest {
                    let other = self.linear(operand)?;
                    sum = match op {
                        ArithOp::Add => sum.plus(1, &other)?,
                        ArithOp::Sub => sum.minus(&other)?,
                        ArithOp::Mul if other.terms.is_empty() => {
                            Linear::default().plus(other.constant, &sum)?
                        }
                        ArithOp::Mul if sum.terms.is_empty() => {
                            Linear::default().plus(sum.constant, &other)?
                        }
                        _ => return None,
                    };
                    if !self.is_small(&sum) {
                        return None;
                    }
                }
                Some(sum)
            }
            _ => None,
        }
    }
}
