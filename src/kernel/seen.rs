//! A set of small values that is asked for the least one absent.

use smallvec::SmallVec;

/// A growing set of small values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    words: SmallVec<[u64; 2]>,
    /// So many words at the front are full.
    full: usize,
}

impl Seen {
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if let Some(slot) = self.words.get_mut(word) {
            *slot |= 1 << (value % 64);
        }
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, value: u32) -> bool {
        let word = self.words.get((value / 64) as usize);
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The least value that is absent.
    pub(crate) fn mex(&self) -> u32 {
        let rest = self.words.get(self.full);
        self.full as u32 * 64 + rest.map_or(0, |word| word.trailing_ones())
    }
}
