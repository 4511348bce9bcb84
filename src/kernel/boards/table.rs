//! Values of components by name, in as much memory as there is.
//!
//! Buckets of four slots. The table doubles as long as the budget has room; then the newest value of a bucket replaces the one that
//! stood there longest. What is not in the table is worked out again, so that replacement never changes an answer.

use super::names::Name;
use crate::work::budget::{Budget, Kept};

/// Slots of a bucket.
const WAYS: usize = 4;

/// As many steps a look-up counts, since a large table is seldom in the caches.
pub(super) const LOOK_UP: u64 = 2;

/// Buckets at the beginning.
const FIRST: usize = 1 << 8;

#[derive(Debug, Clone, Copy)]
struct Slot {
    name: Name,
    /// One more than the value; 0: the slot is empty.
    value: u16,
}

const EMPTY: Slot = Slot {
    name: Name(0, 0),
    value: 0,
};

#[derive(Debug)]
pub(super) struct Table {
    /// The slots; the newest of a bucket comes first.
    slots: Vec<Slot>,
    filled: usize,
    /// How many values were put in, also in the place of others, since it has this size.
    put: usize,
    /// The bytes in use.
    kept: Kept,
    /// Whether there was no room for a larger one.
    is_full: bool,
}

impl Table {
    pub(super) fn new(budget: &Budget) -> Table {
        let slots = vec![EMPTY; FIRST * WAYS];
        Table {
            kept: budget.keep(bytes(slots.len())),
            slots,
            filled: 0,
            put: 0,
            is_full: false,
        }
    }

    pub(super) fn memory(&self) -> u64 {
        bytes(self.slots.len())
    }

    pub(super) fn len(&self) -> usize {
        self.filled
    }

    #[inline]
    fn bucket(&self, name: Name) -> usize {
        let buckets = (self.slots.len() / WAYS) as u64;
        (name.spread() & (buckets - 1)) as usize * WAYS
    }

    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<u32> {
        let bucket = self.bucket(name);
        let slots = &self.slots[bucket..bucket + WAYS];
        let found = slots.iter().find(|slot| slot.name == name)?;
        found.value.checked_sub(1).map(u32::from)
    }

    /// Remembers a value that is not there.
    pub(super) fn put(&mut self, name: Name, value: u32, budget: &Budget) {
        if self.put * 4 >= self.slots.len() * 3 && !self.is_full {
            self.grow(budget);
        }
        let value = value as u16 + 1;
        self.insert(Slot { name, value });
    }

    fn insert(&mut self, slot: Slot) {
        let bucket = self.bucket(slot.name);
        let slots = &mut self.slots[bucket..bucket + WAYS];
        self.filled += usize::from(slots[WAYS - 1].value == 0);
        self.put += 1;
        slots.copy_within(..WAYS - 1, 1);
        slots[0] = slot;
    }

    /// Doubles the table, where that and the table before take no more than half of the memory that is left.
    fn grow(&mut self, budget: &Budget) {
        let len = self.slots.len() * 2;
        if bytes(len) > (budget.memory() + self.memory()) / 2 || budget.need(bytes(len)).is_err() {
            self.is_full = true;
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; len]);
        self.kept.set(bytes(len));
        (self.filled, self.put) = (0, 0);
        for slot in old.into_iter().rev().filter(|slot| slot.value > 0) {
            self.insert(slot);
        }
    }
}

fn bytes(slots: usize) -> u64 {
    (slots * size_of::<Slot>()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    /// Names that are sets of places are few bits with a pattern. Five in six stay, as buckets overflow.
    #[test]
    fn a_table_that_may_grow_forgets_little() {
        let budget = Budget::start(&Limits::default());
        for width in [1, 5, 20, 45, 64, 97] {
            let mut table = Table::new(&budget);
            let name = |n: u128| Name::of(n << width ^ n);
            for n in 1..=50_000 {
                table.put(name(n), 1, &budget);
            }
            let kept = (1..=50_000).filter(|n| table.get(name(*n)).is_some());
            assert!(kept.count() > 41_000, "{width}");
            assert!(table.slots.len() <= 1 << 18);
        }
    }

    #[test]
    fn a_full_table_forgets_and_never_lies() {
        for memory in [64 << 10, 64 << 20] {
            let budget = Budget::start(&Limits::default().with_memory(memory));
            let mut table = Table::new(&budget);
            let name = |n: u64| Name(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), n);
            for n in 0..100_000 {
                assert_eq!(table.get(name(n)), None);
                table.put(name(n), (n % 500) as u32, &budget);
                assert_eq!(table.get(name(n)), Some((n % 500) as u32));
            }
            let held = (0..100_000).filter(|n| match table.get(name(*n)) {
                Some(value) => {
                    assert_eq!(u64::from(value), n % 500);
                    true
                }
                None => false,
            });
            assert_eq!(held.count(), table.len());
            assert_eq!(table.is_full, memory == 64 << 10);
            assert!(budget.held() <= memory);
            drop(table);
            assert_eq!(budget.held(), 0);
        }
    }
}
