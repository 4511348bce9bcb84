//! Certificates of periods: a proof as a small file, and its check.
//!
//! [`Certificate`] is what is written down; [`crate::Session::verify`] checks it with code of its own: for each pile of the stated range it is
//! shown from the options that the claimed value is their mex, and the range is the one that the theorem asks for. Nothing of
//! the engines that find periods is used, only the shape of the moves as [`crate::moves::taking`] recognises it.

#[cfg(feature = "json")]
mod file;
mod moves;
mod options;
mod partition;
mod verify;

use std::fmt;

use crate::expr::position::Game;

#[cfg(feature = "json")]
#[doc(hidden)]
pub use file::Unread;
#[doc(hidden)]
pub use moves::premise;
#[doc(hidden)]
pub use verify::{Rejected, verify};

/// What the first field of a certificate says.
#[doc(hidden)]
pub const FORMAT: &str = "nimrule period certificate, version 2";

/// What the theorems suppose of a game beside its moves: [`premise`] asks for it, and a certificate says it.
#[doc(hidden)]
pub fn conditions(game: &Game) -> String {
    let least = game.shape.as_heap().map_or(0, |bounds| bounds.lo);
    format!(
        "normal play; a turn moves in one pile; every play ends, where no move is left; a pile is any integer from {least} on"
    )
}

/// A proof that the Grundy values of a game repeat.
///
/// The claim: under [`conditions`] g(n + period) = g(n) + saltus for all n from `preperiod` on, no smaller period and preperiod
/// do, and the first values are `values`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
#[non_exhaustive]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The game with its arguments.
    pub game: String,
    /// [`conditions`] of the game.
    pub conditions: String,
    /// The least period.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
    /// How much the values rise in a period.
    pub saltus: u64,
    /// The theorem that makes a finite check enough.
    pub theorem: Premise,
    /// The value of every pile up to this one has to be shown to be the mex over its options: [`Premise::range`].
    pub checked_to: u64,
    /// A set of binary digits that makes most piles common, which saves work; any is right. A pile is common where its value has
    /// an odd number of 1s among these digits.
    pub mask: u32,
    /// The values of the piles 0, 1, … up to the end of the first period.
    pub values: Vec<u32>,
}

/// A theorem with what it needs to know of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum Premise {
    /// Finitely many amounts, at most one pile left: a repeated window of values repeats for ever.
    Pigeonhole { largest_amount: u64 },
    /// Guy and Smith (1956): finitely many amounts, at most this many piles of any sizes left.
    GuySmith {
        largest_amount: u64,
        /// The greatest number of piles left.
        piles: u64,
    },
    /// All amounts of a residue class from some amount on, one pile left: what all smaller piles offer grows in step with the
    /// values.
    Cofinite {
        /// From here on every `step`-th amount may be taken.
        regular_from: u64,
        /// The distance of the amounts.
        step: u64,
        /// From this pile on, what all smaller piles offer is in step with the values.
        in_step_from: u64,
    },
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Premise::GuySmith { .. } => "the theorem of Guy and Smith",
            Premise::Pigeonhole { .. } | Premise::Cofinite { .. } => "the pigeonhole principle",
        })
    }
}

impl Premise {
    /// The last pile whose value has to be shown to be the mex over its options, so that a period holds for ever; `None`: no
    /// number.
    ///
    /// For finitely many amounts up to k: every value behind n is a function of the k before it where n > k, so that the
    /// equation has to hold up to one window behind the exceptions. For Guy and Smith: g(n + p) = g(n) for
    /// n0 <= n < t n0 + (t - 1) p + k, n0 at least 1. For regular amounts: each residue class has to be met once.
    pub fn range(&self, period: u64, preperiod: u64) -> Option<u64> {
        let start = preperiod.max(1);
        match self {
            Premise::Pigeonhole { largest_amount } => start
                .checked_add(period)?
                .checked_add(largest_amount.checked_mul(2)?),
            Premise::GuySmith {
                largest_amount,
                piles,
            } => piles
                .checked_mul(start.checked_add(period)?)?
                .checked_add(*largest_amount)?
                .checked_sub(1),
            Premise::Cofinite {
                step, in_step_from, ..
            } => in_step_from
                .checked_add(common(period, *step)?)?
                .checked_add(*step),
        }
    }

    /// The same theorem, where what smaller piles offer is in step from this pile on.
    pub fn in_step_from(self, pile: u64) -> Premise {
        match self {
            Premise::Cofinite {
                regular_from, step, ..
            } => Premise::Cofinite {
                regular_from,
                step,
                in_step_from: pile.saturating_add(regular_from),
            },
            it @ (Premise::Pigeonhole { .. } | Premise::GuySmith { .. }) => it,
        }
    }
}

/// The least common multiple.
fn common(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.checked_div(x)?.checked_mul(b)
}

impl Certificate {
    /// The certificate of a claim: so many values, the last ones the period. `None` where a number is too large.
    pub fn new(
        game: &Game,
        theorem: Premise,
        period: u64,
        saltus: u64,
        values: Vec<u32>,
    ) -> Option<Certificate> {
        let preperiod = (values.len() as u64).checked_sub(period)?;
        Some(Certificate {
            format: FORMAT.to_string(),
            game: game.label.clone(),
            conditions: conditions(game),
            period,
            preperiod,
            saltus,
            checked_to: theorem.range(period, preperiod)?,
            mask: match theorem {
                Premise::GuySmith { .. } => partition::mask(&values),
                Premise::Pigeonhole { .. } | Premise::Cofinite { .. } => 0,
            },
            theorem,
            values,
        })
    }
}
