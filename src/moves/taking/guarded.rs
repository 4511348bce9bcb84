//! Splits of which conditions choose some: `split into a, b where gcd(a, b) == 1`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::linear::Linear;
use crate::expr::tree::Place;
use crate::moves::columns::{Column, Condition, Lanes};

/// Conditions are asked about piles up to here.
pub(super) const LARGEST: i64 = 1 << 31;

/// After some amounts the rest is split into two non-empty parts; conditions say into which.
#[derive(Debug, Clone)]
pub struct GuardedSplit {
    /// The amounts, 0 included, in ascending order.
    pub amounts: Vec<i64>,
    pub(super) choice: Arc<SplitChoice>,
}

#[derive(Debug)]
pub(super) struct SplitChoice {
    pub(super) condition: Condition,
    /// The registers of the pile and of the binder of the amount, if it has one.
    pub(super) pile: u32,
    pub(super) binder: Option<Binder>,
    pub(super) equation: Option<Equation>,
    /// Whether the parts may change places.
    pub(super) is_symmetric: bool,
}

/// The amount is `factor * binder + constant`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Binder {
    pub(super) register: u32,
    pub(super) factor: i64,
    pub(super) constant: i64,
}

impl Binder {
    /// The binder of an amount, if it has one; `None`: it has several, or one that is no number.
    pub(super) fn of(amount: &Linear) -> Option<Option<Binder>> {
        match amount.terms.as_slice() {
            [] => Some(None),
            [(Place::Int(register), factor)] => Some(Some(Binder {
                register: *register,
                factor: *factor,
                constant: amount.constant,
            })),
            _ => None,
        }
    }

    pub(super) fn at(self, amount: i64) -> i64 {
        (amount - self.constant) / self.factor
    }
}

/// For every split `part * p + pile * n + binder * k + constant` is 0, for p other than 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Equation {
    pub(super) part: i64,
    pub(super) pile: i64,
    pub(super) binder: i64,
    pub(super) constant: i64,
}

/// Which splits are allowed after one amount is taken.
#[derive(Debug)]
pub struct Question {
    pub(super) choice: Arc<SplitChoice>,
    amount: i64,
    lanes: Lanes,
}

impl GuardedSplit {
    pub fn question(&self, amount: i64) -> Question {
        Question {
            choice: Arc::clone(&self.choice),
            amount,
            lanes: Lanes::default(),
        }
    }
}

impl Question {
    /// For each of the parts of a rest, 1 <= part < rest, whether the rest may be split into it and what is then left. Rests
    /// are below 2^31.
    pub fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) {
        allowed.fill(false);
        // Either part may be the one that the rule names.
        self.ask(rest, |part| part, parts, allowed);
        if !self.choice.is_symmetric && !allowed.iter().all(|allowed| *allowed) {
            self.ask(rest, |part| rest as i64 - part, parts, allowed);
        }
    }

    fn ask(
        &mut self,
        rest: usize,
        named: impl Fn(i64) -> i64,
        parts: &[u32],
        allowed: &mut [bool],
    ) {
        let choice = &self.choice;
        // Both fit: the rest is below 2^31, and the amount one of a finite set of the same size.
        let mut given = vec![(choice.pile, rest as i64 + self.amount)];
        given.extend(
            choice
                .binder
                .map(|binder| (binder.register, binder.at(self.amount))),
        );
        let named = |part: u32| named(i64::from(part));
        let column = match (parts.first(), parts.last()) {
            (Some(first), Some(last)) if (last - first) as usize + 1 == parts.len() => {
                let start = named(*first);
                Column::line(start, named(*first + 1) - start)
            }
            _ => Column::lanes_of(parts.iter().map(|part| named(*part) as i32).collect()),
        };
        let mask = choice
            .condition
            .holds(&given, &column, allowed.len(), &mut self.lanes);
        match mask.bits() {
            Some(bits) => {
                for (allowed, bit) in allowed.iter_mut().zip(bits) {
                    *allowed |= *bit != 0;
                }
            }
            None => allowed.fill(true),
        }
    }

    /// The smaller parts of the splits of a rest that an equation among the conditions leaves.
    pub fn parts(&self, rest: usize) -> RangeInclusive<usize> {
        let Some(equation) = self.choice.equation else {
            return 1..=rest / 2;
        };
        let binder = self
            .choice
            .binder
            .map_or(0, |binder| binder.at(self.amount));
        // The sum of three products of 64-bit numbers.
        let sum = i128::from(equation.pile) * (rest as i128 + i128::from(self.amount))
            + i128::from(equation.binder) * i128::from(binder)
            + i128::from(equation.constant);
        let factor = i128::from(equation.part);
        match usize::try_from(-sum / factor) {
            Ok(part) if sum % factor == 0 && 1 <= part && part < rest => {
                let smaller = part.min(rest - part);
                smaller..=smaller
            }
            _ => rest + 1..=rest,
        }
    }

    /// Whether an equation leaves at most one split of each pile.
    pub fn is_solved(&self) -> bool {
        self.choice.equation.is_some()
    }
}
