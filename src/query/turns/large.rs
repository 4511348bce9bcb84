//! Piles with so many options that they are not listed: what is legal is told by the amounts and what they leave.

use smallvec::SmallVec;

use super::Wish;
use crate::expr::value::Value;
use crate::query::plays::Choice;
use crate::transition::taking::{Amounts, Family, Leaves};

/// So many runs of amounts are told apart where they have gaps.
const MOST_RUNS: usize = 64;

/// A large pile of stones.
#[derive(Debug, Clone)]
pub(super) struct Large {
    size: u64,
    families: Vec<Family>,
}

impl Large {
    /// A pile with its moves, if there are more than `most` and what they are can be told without a list.
    pub(super) fn new(size: u64, families: &[Family], most: f64) -> Option<Large> {
        let is_simple = !families.is_empty()
            && families.iter().all(|family| {
                let amounts = matches!(
                    family.amounts,
                    Amounts::Finite(_) | Amounts::Every { .. } | Amounts::Constrained(_)
                );
                amounts && !matches!(family.leaves, Leaves::Parts { .. })
            });
        let large = Large {
            size,
            families: families.to_vec(),
        };
        (is_simple && large.count() as f64 > most).then_some(large)
    }

    /// About how many options there are.
    fn count(&self) -> u64 {
        let counts = self.families.iter().map(|family| {
            let amounts = match &family.amounts {
                Amounts::Finite(list) => list.len() as u64,
                Amounts::Every { step, .. } => self.size / step.unsigned_abs().max(1),
                _ => self.size,
            };
            match family.leaves {
                Leaves::Nothing => 1,
                Leaves::One { .. } => amounts,
                Leaves::Two { .. } | Leaves::Parts { .. } => amounts.saturating_mul(self.size / 2),
            }
        });
        counts.fold(0, u64::saturating_add)
    }

    /// Whether a move of this kind may take so many.
    fn takes(&self, family: &Family, taken: u64) -> bool {
        if taken > self.size {
            return false;
        }
        match (&family.amounts, i64::try_from(taken)) {
            (Amounts::Finite(list), Ok(taken)) => list.binary_search(&taken).is_ok(),
            (
                Amounts::Every {
                    first,
                    step,
                    except,
                },
                Ok(taken),
            ) => {
                let beyond = i128::from(taken) - i128::from(*first);
                beyond >= 0
                    && beyond % i128::from((*step).max(1)) == 0
                    && except.binary_search(&taken).is_err()
            }
            (Amounts::Constrained(barred), _) => taken > 0 && !barred.contains(&(self.size, taken)),
            _ => false,
        }
    }

    /// Whether a move may take so many and leave these piles, the smaller first; no pile and an empty one are the same.
    fn is_legal(&self, taken: u64, left: &[u64]) -> bool {
        if taken == 0 && left.len() < 2 {
            return false;
        }
        self.families.iter().any(|family| {
            self.takes(family, taken)
                && match (family.leaves, left) {
                    (Leaves::Nothing, [] | [0]) => true,
                    (Leaves::One { or_empty }, [] | [0]) => or_empty,
                    (Leaves::One { .. }, [_]) => true,
                    (Leaves::Two { unequal }, [a, b]) => *a > 0 && !(unequal && a == b),
                    _ => false,
                }
        })
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
            let sizes: Option<SmallVec<[u64; 2]>> =
                sizes.map(|size| u64::try_from(size?).ok()).collect();
            let Some(mut sizes) = sizes else {
                return Vec::new();
            };
            sizes.sort_unstable();
            let rest = sizes
                .iter()
                .try_fold(0_u64, |sum, part| sum.checked_add(*part));
            let Some(amount) = rest.and_then(|rest| self.size.checked_sub(rest)) else {
                return Vec::new();
            };
            let fits = taken.is_none_or(|taken| taken == amount) && self.is_legal(amount, &sizes);
            return fits.then(|| self.choice(&sizes)).into_iter().collect();
        }
        let amounts: Vec<u64> = match taken {
            Some(taken) => vec![taken],
            None => self.first_amounts(limit),
        };
        let mut found = Vec::new();
        for amount in amounts {
            let Some(rest) = self.size.checked_sub(amount) else {
                continue;
            };
            if self.is_legal(amount, &[rest]) {
                found.push(self.choice(&[rest]));
            }
            let most = limit.saturating_sub(found.len()) as u64;
            let splits = (1..=rest / 2)
                .take(usize::try_from(most.saturating_add(1)).unwrap_or(usize::MAX))
                .map(|part| [part, rest - part])
                .filter(|parts| self.is_legal(amount, parts));
            found.extend(
                splits
                    .take(limit.saturating_sub(found.len()))
                    .map(|parts| self.choice(&parts)),
            );
            if found.len() >= limit {
                break;
            }
        }
        found
    }

    fn choice(&self, left: &[u64]) -> Choice {
        let keeps_empty = self
            .families
            .iter()
            .any(|family| matches!(family.leaves, Leaves::One { or_empty: true }));
        match left {
            [] | [0] if keeps_empty => Choice::Leave(0),
            [] | [0] => Choice::Parts(SmallVec::new()),
            [size] => Choice::Leave(*size),
            parts => Choice::Parts(SmallVec::from_slice(parts)),
        }
    }

    /// The first few amounts that may be taken.
    fn first_amounts(&self, limit: usize) -> Vec<u64> {
        let mut amounts = Vec::new();
        for (first, last) in self.runs() {
            let room = limit.saturating_add(1).saturating_sub(amounts.len());
            amounts.extend(
                (first..=last)
                    .take(room)
                    .filter_map(|it| u64::try_from(it).ok()),
            );
        }
        amounts
    }

    /// Whether there is a move.
    pub(super) fn can_move(&self) -> bool {
        let any = Wish {
            pile: 0,
            taken: None,
            left: None,
        };
        !self.fitting(&any, 1).is_empty()
    }

    /// The amounts that may be taken, as runs from one number to another, ascending; with many gaps only the first ones.
    pub(super) fn amounts(&self) -> Vec<(i64, i64)> {
        let runs = self.runs().into_iter();
        let runs = runs.map(|(first, last)| (first.max(1), last));
        runs.filter(|(first, last)| first <= last).collect()
    }

    /// The same with 0, where the pile may be split.
    fn runs(&self) -> Vec<(i64, i64)> {
        let size = i64::try_from(self.size).unwrap_or(i64::MAX);
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for family in &self.families {
            match &family.amounts {
                Amounts::Finite(list) => {
                    let fit = list.iter().filter(|amount| (0..=size).contains(*amount));
                    runs.extend(fit.map(|amount| (*amount, *amount)));
                }
                Amounts::Every {
                    first,
                    step,
                    except,
                } => {
                    let mut from = *first;
                    if *step == 1 {
                        for gap in except.iter().filter(|gap| (*first..=size).contains(*gap)) {
                            runs.push((from, gap - 1));
                            from = gap + 1;
                        }
                        runs.push((from, size));
                    } else {
                        let all = (0..).map_while(|number: i64| {
                            number.checked_mul(*step)?.checked_add(*first)
                        });
                        let all = all.take_while(|amount| *amount <= size).take(MOST_RUNS);
                        runs.extend(all.filter(|it| !except.contains(it)).map(|it| (it, it)));
                    }
                }
                _ => runs.push((1, size)),
            }
        }
        runs.retain(|(first, last)| first <= last);
        super::joined(runs)
    }

    /// A move by chance; `below` gives a number below another.
    pub(super) fn any(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<Choice> {
        let runs = self.runs();
        for _ in 0..64 {
            let (first, last) = *runs.get(below(runs.len() as u64) as usize)?;
            let count = last.abs_diff(first).saturating_add(1);
            let taken = first.unsigned_abs().saturating_add(below(count));
            let Some(rest) = self.size.checked_sub(taken) else {
                continue;
            };
            let part = below(rest / 2 + 1);
            let left: &[u64] = match part {
                0 => &[rest],
                part => &[part, rest - part],
            };
            if self.is_legal(taken, left) {
                return Some(self.choice(left));
            }
            if self.is_legal(taken, &[rest]) {
                return Some(self.choice(&[rest]));
            }
        }
        let wish = Wish {
            pile: 0,
            taken: None,
            left: None,
        };
        self.fitting(&wish, 1).into_iter().next()
    }
}
