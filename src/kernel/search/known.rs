//! What is known of positions by key: open addressing, the value in the free bits of the key.

use super::key::Key;

/// A table from keys to small numbers; 0 is unknown.
#[derive(Debug, Clone)]
pub struct Known<const N: usize> {
    slots: Vec<Key<N>>,
    len: usize,
    /// How many bits the values have.
    bits: u32,
}

impl<const N: usize> Known<N> {
    /// An empty table for values of so many bits, from 1 to 63.
    pub fn new(bits: u32) -> Known<N> {
        Known {
            slots: vec![[0; N]; 1 << 10],
            len: 0,
            bits,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
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

/// Whether a slot holds a key.
#[inline]
fn is_same<const N: usize>(found: &Key<N>, key: &Key<N>, shift: u32) -> bool {
    let mut differ = (found[N - 1] ^ key[N - 1]) & ((1 << shift) - 1);
    for (a, b) in found.iter().zip(key).take(N - 1) {
        differ |= a ^ b;
    }
    differ == 0
}
