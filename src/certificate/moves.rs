//! The games that a theorem covers, and their moves.

use super::Premise;
use crate::expr::position::Turn;
use crate::expr::tree::PartSizes;
use crate::moves::taking::{Amounts, Family, Leaves, by_value, recognise};
use crate::rules::game::GameRules;
use crate::work::Declined;

/// The moves of a game that a theorem covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Moves {
    /// Finitely many amounts.
    Finite(Vec<Taking>),
    /// The amounts `first, first + step, …` without end but for some, which leave one pile or none.
    Regular {
        first: u64,
        step: u64,
        /// In ascending order.
        except: Vec<u64>,
    },
}

/// An amount that may be taken, and how many piles may be left of the rest, of any sizes but 0; or one that is empty, which is
/// another thing than none where a pile of 0 has a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taking {
    pub(super) amount: u64,
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) or_empty: bool,
}

/// The theorem that covers a game.
pub fn premise(game: &GameRules) -> Result<Premise, Declined> {
    moves(game).map(|moves| theorem(&moves))
}

/// The moves of a game that a theorem covers.
pub(super) fn moves(game: &GameRules) -> Result<Moves, Declined> {
    let header = &game.header;
    if header.misere {
        return Err("the last move loses, and the theorems are about normal play".into());
    }
    if header.loopy {
        return Err("a play may go on for ever, and no theorem is stated for such games".into());
    }
    if header.turn != Turn::One || header.alike {
        return Err(format!(
            "a turn moves in {}, and the theorems are about turns in one pile",
            header.turn.in_words()
        )
        .into());
    }
    if let Some(last) = header.shape.as_heap().and_then(|bounds| bounds.hi) {
        return Err(format!(
            "the pile ends at {last}, and the theorems are about all larger ones, which do not exist"
        ).into());
    }
    if !game.ends.is_empty() {
        return Err("`end when` stops some piles".into());
    }
    // Refuses other kinds of piles.
    of(&by_value(recognise(game)?))
}

fn of(families: &[Family]) -> Result<Moves, Declined> {
    let number = |n: &i64| u64::try_from(*n).map_err(|_| "an amount is negative");
    let mut takings = Vec::new();
    for family in families {
        match &family.amounts {
            Amounts::Finite(list) => {
                let (least, most) = parts(family.leaves)?;
                for amount in list {
                    takings.push(Taking {
                        amount: number(amount)?,
                        least,
                        most,
                        or_empty: family.leaves == (Leaves::One { or_empty: true }),
                    });
                }
            }
            Amounts::Every {
                first,
                step,
                except,
            } => {
                let [_] = families else {
                    return Err("no theorem covers amounts without end among others".into());
                };
                if family.leaves != (Leaves::One { or_empty: true }) {
                    return Err("no theorem covers amounts without end that split".into());
                }
                return Ok(Moves::Regular {
                    first: number(first)?,
                    step: number(step)?,
                    except: except.iter().map(number).collect::<Result<_, _>>()?,
                });
            }
            Amounts::Listed => {
                return Err("certificates are about amounts in lists and in ranges".into());
            }
            Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
                return Err("no theorem covers the amounts of this game".into());
            }
        }
    }
    Ok(Moves::Finite(takings))
}

/// How many piles are left, where a theorem covers it: that of Guy and Smith is wrong where equal parts are excluded or required.
fn parts(leaves: Leaves) -> Result<(u64, u64), Declined> {
    let count = |n: i64| u64::try_from(n).map_err(|_| "a number of parts is negative");
    match leaves {
        Leaves::Nothing => Ok((0, 0)),
        Leaves::One { .. } => Ok((1, 1)),
        Leaves::Two { unequal: false } => Ok((2, 2)),
        Leaves::Parts {
            least,
            most: Some(most),
            sizes: PartSizes::Any,
        } => Ok((count(least)?, count(most)?)),
        Leaves::Two { unequal: true } | Leaves::Pair { .. } | Leaves::Parts { .. } => {
            Err("no theorem covers these splits".into())
        }
    }
}

pub(super) fn theorem(moves: &Moves) -> Premise {
    match moves {
        Moves::Finite(takings) => {
            let largest_amount = takings.iter().map(|taking| taking.amount).fold(1, u64::max);
            match takings.iter().map(|taking| taking.most).fold(1, u64::max) {
                1 => Premise::Pigeonhole { largest_amount },
                piles => Premise::GuySmith {
                    largest_amount,
                    piles,
                },
            }
        }
        Moves::Regular {
            first,
            step,
            except,
        } => {
            let regular_from = except.last().map_or(*first, |last| last + step);
            Premise::Cofinite {
                regular_from,
                step: *step,
                in_step_from: regular_from,
            }
        }
    }
}
