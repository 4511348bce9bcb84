//! Games on single numbers as taking and breaking: which amounts are taken, and what is left.
//!
//! Recognition looks at the checked moves, not at the text: `take 1..2 leaving 0..2 piles`, `octal 0.77` and the same in
//! `move` statements come out alike.

mod amounts;
mod between;
mod factors;
mod guarded;
pub(crate) mod linear;
mod options;
mod recognise;
pub(in crate::moves) mod remainders;
mod rising;

use crate::expr::tree::{ArithOp, Expr, PartSizes, Place};
use crate::rules::game::{Change, Move};
use crate::work::distinct;
pub use between::Between;
pub use factors::{CommonFactors, by_factors};
pub use guarded::{GuardedSplit, Question};
pub use options::{Rest, Taking};
pub use recognise::{by_value, recognise};
pub use remainders::{Above, Regular, Remainders, starts};

/// So far from the first one at most amounts are spelled out one by one.
const MOST_SPELLED: i64 = 1 << 12;

/// Moves of one kind.
#[derive(Debug, Clone)]
pub struct Family {
    /// What is taken; 0 only where the pile is split.
    pub amounts: Amounts,
    pub leaves: Leaves,
}

impl Family {
    /// Moves that take one of these amounts and leave one pile or none.
    pub fn taking(amounts: Vec<i64>) -> Family {
        Family {
            amounts: Amounts::Finite(distinct(amounts)),
            leaves: Leaves::One { or_empty: true },
        }
    }

    /// The same moves without amounts that are left out of a list without end: the first ones one by one, and all behind them.
    pub fn spelled_out(&self) -> Vec<Family> {
        let Amounts::Every {
            first,
            step,
            except,
        } = &self.amounts
        else {
            return vec![self.clone()];
        };
        let last = except.last().filter(|last| *last - first <= MOST_SPELLED);
        let behind = last.and_then(|last| last.checked_add(*step));
        let (Some(last), Some(next)) = (last, behind) else {
            return vec![self.clone()];
        };
        let taken = (*first..*last).step_by(*step as usize);
        let taken = taken.filter(|amount| except.binary_search(amount).is_err());
        let behind = Amounts::Every {
            first: next,
            step: *step,
            except: Vec::new(),
        };
        let of = |amounts| Family {
            amounts,
            leaves: self.leaves,
        };
        vec![of(Amounts::Finite(taken.collect())), of(behind)]
    }
}

/// Whether the amounts are the same for all piles and may each be the whole pile, and only the rule tells some of them: then those of a
/// pile are those of a larger one that it is large enough for.
pub fn of_any_pile(families: &[Family]) -> bool {
    let is_same = |family: &Family| {
        let is_same = matches!(
            family.amounts,
            Amounts::Finite(_) | Amounts::Every { .. } | Amounts::Listed
        );
        is_same && family.leaves == Leaves::One { or_empty: true }
    };
    let is_listed = |family: &Family| matches!(family.amounts, Amounts::Listed);
    families.iter().all(is_same) && families.iter().any(is_listed)
}

/// Whether the moves of both take the same amounts from piles of any size, each where the pile is large enough, and leave the rest.
pub fn take_the_same(families: &[Family], others: &[Family]) -> bool {
    let amounts = |families: &[Family]| match families {
        [
            Family {
                amounts,
                leaves: Leaves::One { or_empty: true },
            },
        ] => match amounts {
            Amounts::Finite(list) => Some((list.clone(), None)),
            Amounts::Every {
                first,
                step,
                except,
            } => Some((except.clone(), Some((*first, *step)))),
            _ => None,
        },
        _ => None,
    };
    amounts(families).is_some_and(|own| amounts(others) == Some(own))
}

/// The amounts a move takes.
#[derive(Debug, Clone)]
pub enum Amounts {
    /// These, in ascending order.
    Finite(Vec<i64>),
    /// `first, first + step, …` without end.
    Every {
        first: i64,
        /// The distance to the next.
        step: i64,
        /// Amounts among them that are not taken, in ascending order.
        except: Vec<i64>,
    },
    /// The same for all piles, as far as they are large enough: what they are, the move itself tells.
    Listed,
    /// All from one number to another, which depend on the pile.
    Between(Between),
    /// All but those of these pairs of a pile and an amount.
    Constrained(Vec<(u64, u64)>),
    /// Finitely many, after which conditions say how the rest may be split; it leaves two piles.
    Guarded(GuardedSplit),
}

impl Amounts {
    /// The least one, where they are regular.
    pub fn first(&self) -> Option<i64> {
        match self {
            Amounts::Finite(list) => list.first().copied(),
            Amounts::Every { first, .. } => Some(*first),
            Amounts::Listed
            | Amounts::Between(_)
            | Amounts::Constrained(_)
            | Amounts::Guarded(_) => None,
        }
    }
}

/// What is left of the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaves {
    /// Nothing: the amount is the whole pile.
    Nothing,
    /// One pile, which may be empty where `or_empty`.
    One {
        /// Whether the pile may be taken whole.
        or_empty: bool,
    },
    /// Two non-empty piles; of different sizes where `unequal`.
    Two {
        /// Whether equal sizes are excluded.
        unequal: bool,
    },
    /// Two piles of which one may be empty; of different sizes where `unequal`.
    Pair {
        all_empty: bool,
        /// Whether equal sizes are excluded.
        unequal: bool,
    },
    /// How many non-empty piles, in any order.
    Parts {
        /// The least number of piles, at least 2.
        least: i64,
        /// The greatest number; `None`: any.
        most: Option<i64>,
        sizes: PartSizes,
    },
}

/// What becomes of the pile by a move that leaves one.
fn rest(rule: &Move) -> Option<&Expr> {
    match rule.effect.changes()? {
        [Change::Coord { value, .. }] => Some(value),
        _ => None,
    }
}

/// `X` of `pile - X`.
fn taken(rest: &Expr, pile: Place) -> Option<&Expr> {
    match rest.operation()? {
        (whole, ArithOp::Sub, taken) if is_local(whole, pile) => Some(taken),
        _ => None,
    }
}

fn is_local(expr: &Expr, place: Place) -> bool {
    expr.as_local() == Some(place)
}
