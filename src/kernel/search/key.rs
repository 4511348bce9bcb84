//! Positions as numbers, and what is known of them: for each kind a field that counts its piles.
//!
//! The fields of higher kinds are higher, so that turns lead to lower keys. A turn adds a number that depends on the moves alone.
//! The highest bits of the last word are left free for what is known of the position.

use super::kinds::Kind;

/// A position, or what a turn adds to it, word by word without carries.
pub type Key<const N: usize> = [u64; N];

/// Where the fields of the kinds are.
#[derive(Debug, Clone)]
pub struct Packing<const N: usize> {
    /// For each kind its word and its place in it.
    fields: Vec<(u8, u8)>,
    /// For each kind the most piles its field can count.
    most: Vec<u64>,
}

impl<const N: usize> Packing<N> {
    /// Fields for counts up to these, with so many bits left free; `None` where they do not fit.
    pub fn new(most: &[u64], free: u32) -> Option<Packing<N>> {
        let mut fields = Vec::with_capacity(most.len());
        let (mut word, mut place) = (0usize, 0u32);
        for count in most {
            let width = u64::BITS - count.leading_zeros();
            let room = |word: usize| if word + 1 == N { 64 - free } else { 64 };
            if place + width > room(word) {
                word += 1;
                place = 0;
            }
            if word >= N || width > room(word) {
                return None;
            }
            // There are fewer than 64 places in a word and few words.
            fields.push((word as u8, place.min(63) as u8));
            place += width;
        }
        Some(Packing {
            fields,
            most: most
                .iter()
                .map(|count| u64::MAX.checked_shr(count.leading_zeros()).unwrap_or(0))
                .collect(),
        })
    }

    #[inline]
    pub fn add(&self, key: &mut Key<N>, kind: Kind, count: u64) {
        let (word, place) = self.fields[kind as usize];
        let word = &mut key[usize::from(word)];
        *word = word.wrapping_add(count << place);
    }

    #[inline]
    pub fn take(&self, key: &mut Key<N>, kind: Kind) {
        self.add(key, kind, u64::MAX);
    }

    /// The key of a position; `None` where a field is too narrow.
    pub fn key(&self, piles: &[Kind]) -> Option<Key<N>> {
        let mut key = [0; N];
        let mut counts: Vec<u64> = vec![0; self.most.len()];
        for kind in piles.iter().filter(|kind| **kind > 0) {
            let count = counts.get_mut(*kind as usize)?;
            *count += 1;
            if *count > *self.most.get(*kind as usize)? {
                return None;
            }
            self.add(&mut key, *kind, 1);
        }
        Some(key)
    }

    /// Writes the kinds of a position with their counts, the lowest first.
    pub fn piles(&self, key: &Key<N>, piles: &mut Vec<(Kind, u64)>) {
        piles.clear();
        for (kind, (&(word, place), most)) in self.fields.iter().zip(&self.most).enumerate() {
            let count = key[usize::from(word)] >> place & most;
            if count > 0 {
                piles.push((kind as Kind, count));
            }
        }
    }
}

// Word by word here and below, without `zip`: `Cargo.toml` says why at the profile of releases.
#[inline]
pub fn plus<const N: usize>(a: &Key<N>, b: &Key<N>) -> Key<N> {
    let mut sum = *a;
    let mut at = 0;
    while at < N {
        sum[at] = sum[at].wrapping_add(b[at]);
        at += 1;
    }
    sum
}

/// Whether one position comes before another in the order of multisets.
#[inline]
pub fn order<const N: usize>(a: &Key<N>, b: &Key<N>) -> std::cmp::Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// A table from keys to small numbers, 0 is unknown: open addressing, the value in the free bits of the key.
#[derive(Debug, Clone)]
pub struct KeyTable<const N: usize> {
    slots: Vec<Key<N>>,
    len: usize,
    bits: u32,
}

impl<const N: usize> KeyTable<N> {
    /// An empty table for values of so many bits, from 1 to 63.
    pub fn new(bits: u32) -> KeyTable<N> {
        KeyTable {
            slots: vec![[0; N]; 1 << 10],
            len: 0,
            bits,
        }
    }

    pub fn count(&self) -> usize {
        self.len
    }

    pub fn memory(&self) -> u64 {
        (self.slots.capacity() * size_of::<Key<N>>()) as u64
    }

    /// Bytes that will be needed while the next position is put in.
    pub fn needed(&self) -> u64 {
        if self.is_full() {
            self.memory() * 3
        } else {
            self.memory()
        }
    }

    fn is_full(&self) -> bool {
        self.len >= self.slots.len() / 4 * 3
    }

    #[inline]
    fn start(&self, key: &Key<N>) -> usize {
        let mut hash = 0u64;
        for word in key {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            hash = (product >> 64) as u64 ^ product as u64;
        }
        // The length is a power of two.
        hash as usize & (self.slots.len() - 1)
    }

    /// The slot of a key, or the empty one where it belongs.
    #[inline]
    fn slot(&self, key: &Key<N>) -> usize {
        let shift = u64::BITS - self.bits;
        let mut slot = self.start(key);
        loop {
            let found = &self.slots[slot];
            let value = found[N - 1] >> shift;
            if value == 0 || is_same(found, key, shift) {
                return slot;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// What is known of a position, or 0.
    #[inline]
    pub fn get(&self, key: &Key<N>) -> u64 {
        self.slots[self.slot(key)][N - 1] >> (u64::BITS - self.bits)
    }

    /// Keeps a value above 0.
    pub fn set(&mut self, key: &Key<N>, value: u64) {
        if self.is_full() {
            self.grow();
        }
        let shift = u64::BITS - self.bits;
        let slot = self.slot(key);
        if self.slots[slot][N - 1] >> shift == 0 {
            self.len += 1;
        }
        self.slots[slot] = *key;
        self.slots[slot][N - 1] |= value << shift;
    }

    fn grow(&mut self) {
        let bigger = vec![[0; N]; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, bigger);
        let shift = u64::BITS - self.bits;
        for found in old {
            if found[N - 1] >> shift != 0 {
                let mut key = found;
                key[N - 1] &= u64::MAX >> self.bits;
                let slot = self.slot(&key);
                self.slots[slot] = found;
            }
        }
    }
}

#[inline]
fn is_same<const N: usize>(found: &Key<N>, key: &Key<N>, shift: u32) -> bool {
    let mut differ = (found[N - 1] ^ key[N - 1]) & ((1 << shift) - 1);
    let mut at = 0;
    while at + 1 < N {
        differ |= found[at] ^ key[at];
        at += 1;
    }
    differ == 0
}
