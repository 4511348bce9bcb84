//! Positions as numbers: for each kind a field that counts its piles.
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
    /// How many bits of the last word are free.
    free: u32,
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
            free,
        })
    }

    /// How many bits of the last word are free.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// Adds `count` piles of a kind.
    #[inline]
    pub fn add(&self, key: &mut Key<N>, kind: Kind, count: u64) {
        let (word, place) = self.fields[kind as usize];
        let word = &mut key[usize::from(word)];
        *word = word.wrapping_add(count << place);
    }

    /// Takes away a pile of a kind.
    #[inline]
    pub fn take(&self, key: &mut Key<N>, kind: Kind) {
        self.add(key, kind, u64::MAX);
    }

    /// The key of a position; `None` where a field is too narrow.
    pub fn key(&self, piles: &[Kind]) -> Option<Key<N>> {
        let mut key = [0; N];
        let mut counts: Vec<u64> = vec![0; self.most.len()];
        for kind in piles {
            let count = counts.get_mut(*kind as usize)?;
            *count += 1;
            if *kind > 0 && *count > *self.most.get(*kind as usize)? {
                return None;
            }
            if *kind > 0 {
                self.add(&mut key, *kind, 1);
            }
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

/// The sum of two keys.
#[inline]
pub fn plus<const N: usize>(a: &Key<N>, b: &Key<N>) -> Key<N> {
    let mut sum = *a;
    for (word, more) in sum.iter_mut().zip(b) {
        *word = word.wrapping_add(*more);
    }
    sum
}

/// Whether one position comes before another in the order of multisets.
#[inline]
pub fn order<const N: usize>(a: &Key<N>, b: &Key<N>) -> std::cmp::Ordering {
    a.iter().rev().cmp(b.iter().rev())
}
