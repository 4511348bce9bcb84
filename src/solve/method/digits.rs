//! Winning turns of Moore's Nim, read off the binary digits.
//!
//! Digit by digit from the highest: a pile that was moved in at a higher digit is free below it, the others are as they are. Where
//! the 1s of the others are c modulo k + 1, c above 0, either k + 1 - c free piles take a 1, or, where there are fewer, c of
//! the others are moved in; then at most k are free. So every choice that makes the digits so far right can be completed.

use hashbrown::HashSet;

use crate::work::Limit;
use crate::work::budget::Budget;

/// Steps of the search for winning turns.
const MOST_STEPS: u64 = 200_000;

/// With more piles a turn than this only some winning turns are looked for: the search calls itself for each pile that is moved.
const MOST_PILES: usize = 24;

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
    if k > MOST_PILES {
        return Ok((some(values, k, limit, budget)?, false));
    }
    let top = values.iter().copied().max().unwrap_or(0);
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|place| values.get(*place).copied());
    let mut reader = Reader {
        values,
        k,
        limit,
        steps: 0,
        order,
        free: Vec::new(),
        found: Vec::new(),
        seen: HashSet::new(),
        is_complete: true,
        budget,
    };
    reader.digit(64 - top.leading_zeros())?;
    Ok((reader.found, reader.is_complete))
}

struct Reader<'a> {
    values: &'a [u64],
    k: usize,
    limit: usize,
    steps: u64,
    /// The piles by value.
    order: Vec<usize>,
    /// The piles that are moved in, with their new values as far as they are fixed.
    free: Targets,
    found: Vec<Targets>,
    seen: HashSet<[Vec<u64>; 2]>,
    is_complete: bool,
    budget: &'a mut Budget,
}

/// A way to make a digit right.
struct Way<'a> {
    digit: u32,
    /// So many piles were free before, some of which take a 1.
    free: usize,
    /// So many of the piles with a 1 are moved in besides.
    more: usize,
    ones: &'a [usize],
}

impl Reader<'_> {
    fn value(&self, place: usize) -> u64 {
        self.values[place]
    }

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
            self.keep();
            return Ok(());
        };
        self.steps += self.values.len() as u64 / 16;
        let ones: Vec<usize> = self
            .order
            .iter()
            .copied()
            .filter(|place| self.value(*place) >> digit & 1 == 1)
            .filter(|place| self.free.iter().all(|(moved, _)| moved != place))
            .collect();
        let free = self.free.len();
        for more in 0..=(self.k - free).min(ones.len()) {
            for up in 0..=free {
                if (ones.len() - more + up).is_multiple_of(self.k + 1) {
                    let way = Way {
                        digit,
                        free,
                        more,
                        ones: &ones,
                    };
                    self.raise(&way, up, 0)?;
                }
            }
        }
        Ok(())
    }

    /// Lets `up` more of the piles that were free before, from the one at `from` on, take a 1.
    fn raise(&mut self, way: &Way<'_>, up: usize, from: usize) -> Result<(), Limit> {
        if self.is_over()? {
            return Ok(());
        }
        if up == 0 {
            return self.begin(way, way.more, 0);
        }
        for index in from..=way.free - up {
            let Some(&(_, value)) = self.free.get(index) else {
                break;
            };
            // Free piles that are equal so far are as good as each other.
            let earlier = self.free.get(from..index).unwrap_or(&[]);
            if earlier.iter().any(|(_, other)| *other == value) {
                continue;
            }
            self.set(index, value | 1 << way.digit);
            self.raise(way, up - 1, index + 1)?;
            self.set(index, value);
        }
        Ok(())
    }

    fn set(&mut self, index: usize, value: u64) {
        if let Some((_, slot)) = self.free.get_mut(index) {
            *slot = value;
        }
    }

    /// Moves in `more` more of the piles with a 1, from the one at `from` on, and goes on below the digit.
    fn begin(&mut self, way: &Way<'_>, more: usize, from: usize) -> Result<(), Limit> {
        let Way { digit, ones, .. } = *way;
        if self.is_over()? {
            return Ok(());
        }
        if more == 0 {
            return self.digit(digit);
        }
        let mut last = None;
        for index in from..=ones.len() - more {
            let Some(place) = ones.get(index).copied() else {
                break;
            };
            let value = self.value(place);
            // Equal piles stand side by side, and are as good as each other.
            if last.replace(value) == Some(value) {
                continue;
            }
            self.free.push((place, value >> digit >> 1 << 1 << digit));
            self.begin(way, more - 1, index + 1)?;
            self.free.pop();
        }
        Ok(())
    }

    /// Keeps a turn whose result is new.
    fn keep(&mut self) {
        if self.free.is_empty() {
            return;
        }
        let mut before: Vec<u64> = self
            .free
            .iter()
            .map(|(place, _)| self.value(*place))
            .collect();
        let mut after: Vec<u64> = self.free.iter().map(|(_, value)| *value).collect();
        before.sort_unstable();
        after.sort_unstable();
        // What is on both sides did not change.
        let mut gone = Vec::new();
        for value in before {
            match after.iter().position(|other| *other == value) {
                Some(place) => {
                    after.remove(place);
                }
                None => gone.push(value),
            }
        }
        if self.seen.insert([gone, after]) {
            let mut targets = self.free.clone();
            targets.sort_unstable();
            self.found.push(targets);
        }
    }
}

/// Some winning turns, one for each pile that may come first.
fn some(
    values: &[u64],
    k: usize,
    limit: usize,
    budget: &mut Budget,
) -> Result<Vec<Targets>, Limit> {
    let top = values.iter().copied().max().unwrap_or(0);
    let mut found: Vec<Targets> = Vec::new();
    for first in 0..values.len().min(limit.min(64)) {
        let mut targets: Vec<Option<u64>> = vec![None; values.len()];
        let mut free: Vec<usize> = Vec::new();
        for digit in (0..64 - top.leading_zeros()).rev() {
            budget.step()?;
            let places = (first..values.len()).chain(0..first);
            let ones: Vec<usize> = places
                .filter(|place| targets.get(*place) == Some(&None))
                .filter(|place| values.get(*place).is_some_and(|v| v >> digit & 1 == 1))
                .collect();
            let over = ones.len() % (k + 1);
            let missing = if over == 0 { 0 } else { k + 1 - over };
            if missing <= free.len() {
                for place in free.iter().take(missing) {
                    if let Some(Some(target)) = targets.get_mut(*place) {
                        *target |= 1 << digit;
                    }
                }
            } else {
                for place in ones.into_iter().take(over) {
                    let value = values[place];
                    if let Some(target) = targets.get_mut(place) {
                        *target = Some(value >> digit >> 1 << 1 << digit);
                    }
                    free.push(place);
                }
            }
        }
        let moved: Targets = targets
            .into_iter()
            .enumerate()
            .filter_map(|(place, target)| target.map(|target| (place, target)))
            .collect();
        if !moved.is_empty() && !found.contains(&moved) {
            found.push(moved);
        }
    }
    Ok(found)
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
