//! Winning turns of Moore's Nim, read off the binary digits.
//!
//! Digit by digit from the highest: a pile that was moved in at a higher digit is free below it, the others are as they are. Where
//! the 1s of the others are c modulo k + 1, c above 0, either k + 1 - c free piles take a 1, or, where there are fewer, c of
//! the others are moved in; then at most k are free. So every choice that makes the digits so far right can be completed.

use std::collections::BTreeMap;

use hashbrown::HashSet;

use crate::work::Limit;
use crate::work::budget::Budget;

/// Steps of the search for winning turns.
const MOST_STEPS: u64 = 200_000;

/// The piles that are moved in, each with its new value.
type Targets = Vec<(usize, u64)>;

/// Different winning turns for piles of these values, with at most `k` piles a turn, at least 1 and at most as many as there are
/// piles; and whether these are all of them.
pub(super) fn winning(
    values: &[u64],
    k: usize,
    misere: bool,
    limit: usize,
    budget: &mut Budget,
) -> Result<(Vec<Targets>, bool), Limit> {
    let big = values.iter().filter(|value| **value > 1).count();
    if misere && big <= k {
        return Ok((to_single_stones(values, k), true));
    }
    let top = values.iter().copied().max().unwrap_or(0);
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|place| values.get(*place).copied());
    let mut reader = DigitSearch {
        values,
        k,
        limit,
        steps: 0,
        order,
        free: Vec::new(),
        is_free: vec![false; values.len()],
        found: Vec::new(),
        seen: HashSet::new(),
        is_complete: true,
        budget,
    };
    reader.digit(64 - top.leading_zeros())?;
    Ok((reader.found, reader.is_complete))
}

struct DigitSearch<'a> {
    values: &'a [u64],
    k: usize,
    limit: usize,
    steps: u64,
    /// The piles by value.
    order: Vec<usize>,
    /// The piles that are moved in, with their new values as far as they are fixed.
    free: Targets,
    /// For each pile whether it is one of these.
    is_free: Vec<bool>,
    found: Vec<Targets>,
    /// How the piles changed by what was found: by how many there are more or fewer of each value.
    seen: HashSet<BTreeMap<u64, i64>>,
    is_complete: bool,
    budget: &'a mut Budget,
}

impl DigitSearch<'_> {
    fn is_over(&mut self) -> Result<bool, Limit> {
        self.steps += 1;
        self.budget.step()?;
        if self.found.len() >= self.limit || self.steps > MOST_STEPS {
            self.is_complete = false;
            return Ok(true);
        }
        Ok(false)
    }

    /// Goes on below the digits that are right already; `digits` are left.
    fn digit(&mut self, digits: u32) -> Result<(), Limit> {
        let Some(digit) = digits.checked_sub(1) else {
            return self.keep();
        };
        self.steps += self.values.len() as u64 / 16;
        let ones = self.order.iter().copied().filter(|place| {
            let has_one = self.values[*place] >> digit & 1 == 1;
            has_one && !self.is_free[*place]
        });
        let ones: Vec<usize> = ones.collect();
        let values: Vec<u64> = ones.iter().map(|place| self.values[*place]).collect();
        let before = self.free.clone();
        let free: Vec<u64> = before.iter().map(|(_, value)| *value).collect();
        let modulo = self.k + 1;
        for more in 0..=(self.k - free.len()).min(ones.len()) {
            let up = (more + modulo - ones.len() % modulo) % modulo;
            for raised in choices(&free, up) {
                for moved in choices(&values, more) {
                    if self.is_over()? {
                        return Ok(());
                    }
                    for index in &raised {
                        self.free[*index].1 |= 1 << digit;
                    }
                    for index in &moved {
                        let left = values[*index] >> digit >> 1 << 1 << digit;
                        self.free.push((ones[*index], left));
                        self.is_free[ones[*index]] = true;
                    }
                    self.digit(digit)?;
                    for index in &moved {
                        self.is_free[ones[*index]] = false;
                    }
                    self.free.clone_from(&before);
                }
            }
        }
        Ok(())
    }

    /// Keeps a turn whose result is new.
    fn keep(&mut self) -> Result<(), Limit> {
        let mut change = BTreeMap::new();
        for (place, value) in &self.free {
            *change.entry(self.values[*place]).or_default() -= 1;
            *change.entry(*value).or_default() += 1;
        }
        change.retain(|_, count| *count != 0);
        if !self.free.is_empty() && self.seen.insert(change) {
            let mut targets = self.free.clone();
            targets.sort_unstable();
            self.found.push(targets);
            // About as many move in as many piles.
            let each = self.free.len() * 6 * size_of::<(usize, u64)>();
            self.budget.need((self.found.len() * each) as u64)?;
        }
        Ok(())
    }
}

/// All choices of so many among values, as places in ascending order; equal values are as good as each other.
fn choices(values: &[u64], count: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (count <= values.len()).then(|| (0..count).collect());
    std::iter::successors(first, move |places: &Vec<usize>| {
        (0..count).rev().find_map(|level| {
            let from = level.checked_sub(1).map_or(0, |before| places[before] + 1);
            let is_new = |place: &usize| !values[from..*place].contains(&values[*place]);
            let last = values.len() - (count - level);
            let place = (places[level] + 1..=last).find(is_new)?;
            let mut next = places[..level].to_vec();
            next.extend(place..place + count - level);
            Some(next)
        })
    })
}

/// The turns that leave only single stones, 1 modulo k + 1 of them, where at most `k` piles have more: one for each number of
/// stones left.
fn to_single_stones(values: &[u64], k: usize) -> Vec<Targets> {
    let places = |wanted: fn(&u64) -> bool| -> Vec<usize> {
        let all = values.iter().enumerate();
        all.filter(|(_, value)| wanted(value))
            .map(|(place, _)| place)
            .collect()
    };
    let big = places(|value| *value > 1);
    let single = places(|value| *value == 1);
    let mut found: Vec<Targets> = Vec::new();
    let mut seen = HashSet::new();
    for taken in 0..=single.len().min(k.saturating_sub(big.len())) {
        for left in 0..=big.len() {
            let stones = left + single.len() - taken;
            if big.len() + taken == 0 || stones % (k + 1) != 1 || !seen.insert(stones) {
                continue;
            }
            let big = big.iter().enumerate();
            let big = big.map(|(number, place)| (*place, u64::from(number < left)));
            let single = single.iter().take(taken).map(|place| (*place, 0));
            let mut targets: Targets = big.chain(single).collect();
            targets.sort_unstable();
            found.push(targets);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    #[test]
    fn every_turn_that_is_read_off_leaves_a_lost_position() {
        for (piles, k) in [(8, 3), (40, 30), (400, 27), (300, 300)] {
            let values: Vec<u64> = (1..=piles).map(|n| n * 7919 % 997).collect();
            let mut budget = Budget::start(&Limits::default());
            let (found, is_complete) = winning(&values, k, false, 20, &mut budget).unwrap();
            // In any number of piles there is one: all are emptied.
            let only = (1, true);
            let expected = if piles == 300 { only } else { (20, false) };
            assert_eq!((found.len(), is_complete), expected, "{piles} {k}");
            let mut results = HashSet::new();
            for turn in found {
                assert!((1..=k).contains(&turn.len()), "{piles} {k}");
                let mut left = values.clone();
                for (place, target) in turn {
                    assert!(target < values[place], "{piles} {k}");
                    left[place] = target;
                }
                for digit in 0..10 {
                    let ones = left.iter().filter(|value| *value >> digit & 1 == 1);
                    assert_eq!(ones.count() % (k + 1), 0, "{piles} {k}");
                }
                left.sort_unstable();
                assert!(results.insert(left), "{piles} {k}");
            }
        }
    }
}
