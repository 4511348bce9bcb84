//! Any amount may be taken, but for finitely many pairs of a pile and an amount ("constrained Nim").
//!
//! The values of the piles below n are always 0, 1, … up to some V − 1: a value is at most the mex of all before it. A pile without
//! barred amounts leads to all of them and has the value V, so V grows by one from pile to pile. A pile with barred amounts has
//! the least value all of whose piles are barred, if there is one, and V otherwise. So only the piles with barred amounts need
//! work, and between them the values rise by one: runs, whatever their length.
//!
//! P pairs take O(P log P); a value is found in O(log P).

use crate::work::distinct;
use hashbrown::HashMap;

/// The values, by what is known of the piles with barred amounts.
#[derive(Debug, Clone, Default)]
pub struct Constrained {
    /// The piles with barred amounts in ascending order, each with its value and with how many piles up to it brought no new
    /// value.
    piles: Vec<(u64, u64, u64)>,
    /// Piles whose value another pile before them has too, by value.
    again: HashMap<u64, Vec<u64>>,
}

impl Constrained {
    /// The game with these barred pairs of a pile and an amount. Amounts of 0 or more than the pile bar nothing.
    pub fn new(mut barred: Vec<(u64, u64)>) -> Constrained {
        barred.retain(|(pile, amount)| (1..=*pile).contains(amount));
        let mut found = Constrained::default();
        for pairs in distinct(barred).chunk_by(|a, b| a.0 == b.0) {
            let (pile, _) = pairs[0];
            let value = found.barred_value(pile, pairs);
            let old = found.old_before(pile);
            let is_old = value < pile - old;
            if is_old {
                found.again.entry(value).or_default().push(pile);
            }
            found.piles.push((pile, value, old + u64::from(is_old)));
        }
        found
    }

    /// The value of a pile with these barred pairs, where all smaller ones are known.
    fn barred_value(&self, pile: u64, pairs: &[(u64, u64)]) -> u64 {
        let mut met: HashMap<u64, u64> = HashMap::new();
        for (_, amount) in pairs {
            *met.entry(self.value(pile - amount)).or_default() += 1;
        }
        // All piles of the value before this one are barred.
        let gone = met.into_iter().filter(|(value, count)| {
            let more = self.again.get(value).map_or(0, Vec::len) as u64;
            *count == 1 + more
        });
        let new = pile - self.old_before(pile);
        gone.map(|(value, _)| value).min().unwrap_or(new).min(new)
    }

    /// How many piles below this one brought no new value.
    fn old_before(&self, pile: u64) -> u64 {
        let before = self.piles.partition_point(|(known, ..)| *known < pile);
        let last = before.checked_sub(1).and_then(|last| self.piles.get(last));
        last.map_or(0, |(_, _, old)| *old)
    }

    pub fn value(&self, pile: u64) -> u64 {
        match self.piles.binary_search_by_key(&pile, |(known, ..)| *known) {
            Ok(place) => self.piles[place].1,
            Err(_) => pile - self.old_before(pile),
        }
    }

    /// The piles that have a value, the first one first.
    pub fn piles_of(&self, value: u64) -> Vec<u64> {
        // The first pile of value v is v plus the number of piles before it that brought nothing new.
        let mut first = value;
        loop {
            let next = value.saturating_add(self.old_before(first));
            if next == first {
                break;
            }
            first = next;
        }
        // It may itself be one that brought nothing new: then the next one that does is meant.
        while self.value(first) != value {
            first = match first.checked_add(1) {
                Some(next) => next,
                None => return Vec::new(),
            };
        }
        let more = self.again.get(&value).into_iter().flatten().copied();
        std::iter::once(first).chain(more).collect()
    }

    /// The least pile from which on every value is one more than the one before.
    pub fn rises_from(&self) -> u64 {
        for (pile, value, _) in self.piles.iter().rev() {
            if pile
                .checked_add(1)
                .is_some_and(|next| self.value(next) != value + 1)
            {
                return pile + 1;
            }
            if pile
                .checked_sub(1)
                .is_some_and(|before| self.value(before) + 1 != *value)
            {
                return *pile;
            }
        }
        0
    }

    pub fn memory(&self) -> u64 {
        (self.piles.capacity() * 24 + self.again.capacity() * 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::by_definition;

    #[test]
    fn the_same_as_by_definition() {
        let mut chance = crate::work::chance::Chance::new(Some(1));
        let mut random = |below: u64| chance.below(below);
        for _ in 0..400 {
            let size = 1 + random(40);
            let mut barred: Vec<(u64, u64)> = Vec::new();
            for _ in 0..random(60) {
                barred.push((random(size + 1), random(size + 2)));
            }
            // Piles with most amounts barred, so that values come again.
            for _ in 0..random(4) {
                let pile = 1 + random(size);
                barred.extend(
                    (1..=pile)
                        .filter(|_| random(4) > 0)
                        .map(|amount| (pile, amount)),
                );
            }
            let expected = by_definition(60, |pile, values, show| {
                for amount in 1..=pile {
                    if !barred.contains(&(pile as u64, amount as u64)) {
                        show(values[pile - amount]);
                    }
                }
            });
            let found = Constrained::new(barred.clone());
            let values: Vec<u32> = (0..60).map(|pile| found.value(pile) as u32).collect();
            assert_eq!(values, expected, "{barred:?}");
            for value in 0..20 {
                let piles: Vec<u64> = (0..60).filter(|n| expected[*n as usize] == value).collect();
                let mut said = found.piles_of(value.into());
                said.retain(|pile| *pile < 60);
                said.sort_unstable();
                assert_eq!(said, piles, "{value} in {barred:?}");
            }
            let from = found.rises_from() as usize;
            assert!((from..59).all(|n| expected[n + 1] == expected[n] + 1));
            assert!(from == 0 || expected[from] != expected[from - 1] + 1);
        }
    }

    #[test]
    fn piles_of_any_size() {
        let huge = 1_000_000_000_000_000_000;
        let all: Vec<(u64, u64)> = (1..=5).map(|amount| (5, amount)).collect();
        let found = Constrained::new([all, vec![(huge, huge), (huge, 7)]].concat());
        assert_eq!(found.value(5), 0);
        assert_eq!(found.value(6), 5);
        // From the huge pile 5 can be reached, which has the value 0 as well.
        assert_eq!(found.value(huge), huge - 8);
        assert_eq!(found.value(huge + 1), huge - 1);
    }
}
