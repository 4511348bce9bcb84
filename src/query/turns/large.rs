//! Piles with so many options that they are not listed: what is legal is told by the kinds of moves.

use super::Wish;
use crate::expr::position::GameId;
use crate::expr::value::Value;
use crate::moves::taking::{Family, Leaves, Rest, Taking};
use crate::query::plays::Choice;
use crate::solve::Solver;
use crate::work::Failure;

/// So many amounts are told apart where they have gaps.
const MOST_AMOUNTS: usize = 64;

/// A large pile of stones.
#[derive(Debug, Clone)]
pub(super) struct Large {
    size: u64,
    takings: Vec<Taking>,
}

impl Large {
    /// A pile with its moves, if there are more than `most` and what they are can be told without a list.
    ///
    /// # Errors
    /// A fault in the ends of an interval of amounts, or a limit.
    pub(super) fn new(
        solver: &mut Solver,
        game: GameId,
        size: u64,
        families: &[Family],
        most: f64,
    ) -> Result<Option<Large>, Failure> {
        let mut takings = Vec::new();
        let mut count: u64 = 0;
        for family in families {
            let taking = match family.leaves {
                Leaves::Parts { .. } => None,
                Leaves::Nothing | Leaves::One { .. } | Leaves::Two { .. } | Leaves::Pair { .. } => {
                    solver.positions().taking(game, family, size)?
                }
            };
            let Some(taking) = taking else {
                return Ok(None);
            };
            count = count.saturating_add(taking.count());
            takings.push(taking);
        }
        let is_large = !takings.is_empty() && count as f64 > most;
        Ok(is_large.then_some(Large { size, takings }))
    }

    /// The move that takes so many and leaves these piles, in ascending order; no pile and an empty one are the same.
    fn legal(&self, amount: u64, left: &[u64]) -> Option<Choice> {
        let same: &[&[u64]] = match left {
            [] | [0] => &[&[0], &[]],
            _ => &[left],
        };
        let mut legal = same.iter().filter(|left| {
            let mut takings = self.takings.iter();
            takings.any(|taking| taking.allows(amount, left))
        });
        legal
            .next()
            .map(|left| Choice::Leave(Rest::from_slice(left)))
    }

    /// The choices that fit what is said, at most `limit`.
    pub(super) fn fitting(&self, wish: &Wish, limit: usize) -> Vec<Choice> {
        let taken = wish.taken.map(u64::try_from);
        // A split takes nothing, and is no move that takes 0.
        let (Ok(taken), false) = (taken.transpose(), wish.taken == Some(0)) else {
            return Vec::new();
        };
        if let Some(left) = &wish.left {
            let sizes = left.iter().map(Value::as_int);
            let sizes: Option<Rest> = sizes.map(|size| u64::try_from(size?).ok()).collect();
            let Some(mut sizes) = sizes else {
                return Vec::new();
            };
            sizes.sort_unstable();
            let rest = sizes
                .iter()
                .try_fold(0_u64, |sum, part| sum.checked_add(*part));
            let amount = rest.and_then(|rest| self.size.checked_sub(rest));
            let amount = amount.filter(|amount| taken.is_none_or(|taken| taken == *amount));
            let found = amount.and_then(|amount| self.legal(amount, &sizes));
            return found.into_iter().collect();
        }
        let mut found = Vec::new();
        for taking in &self.takings {
            let one = taken.map(|taken| taking.after(taken));
            let all = taken.is_none().then(|| taking.options());
            let all = all.into_iter().flatten().map(|(_, rest)| rest);
            for rest in one.into_iter().flatten().chain(all) {
                if found.len() >= limit {
                    return found;
                }
                let choice = Choice::Leave(rest);
                if !found.contains(&choice) {
                    found.push(choice);
                }
            }
        }
        found
    }

    fn movable(&self) -> impl Iterator<Item = &Taking> {
        let takings = self.takings.iter();
        takings.filter(|taking| !taking.amounts().is_empty())
    }

    /// Whether there is a move.
    pub(super) fn can_move(&self) -> bool {
        self.movable().next().is_some()
    }

    /// The amounts that may be taken, as runs from one number to another, ascending; with many gaps only the first ones.
    pub(super) fn amounts(&self) -> Vec<(i64, i64)> {
        let size = |amount: u64| i64::try_from(amount).unwrap_or(i64::MAX);
        let mut amounts = Vec::new();
        for run in self.movable().flat_map(Taking::amounts) {
            match run.step {
                1 => amounts.push((size(run.first.max(1)), size(run.last))),
                _ => amounts.extend(
                    run.amounts()
                        .take(MOST_AMOUNTS)
                        .map(|amount| (size(amount), size(amount))),
                ),
            }
        }
        amounts.retain(|(first, last)| 0 < *first && first <= last);
        super::joined(amounts)
    }

    /// A move by chance; `below` gives a number below another.
    pub(super) fn any(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<Choice> {
        let movable: Vec<&Taking> = self.movable().collect();
        let taking = movable.get(below(movable.len() as u64) as usize)?;
        let (_, rest) = taking.any(below)?;
        Some(Choice::Leave(rest))
    }
}
