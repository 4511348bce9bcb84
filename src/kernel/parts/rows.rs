//! Sets of values as rows of bits, by sum.

/// Rows of bits by sum.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub(super) bits: Vec<u64>,
}

impl Table {
    pub(super) fn zeros(words: usize) -> Table {
        Table {
            bits: vec![0; words],
        }
    }

    /// An empty last row; after a stop there may be one already.
    pub(super) fn begin(&mut self, sum: usize, words: usize) -> &mut [u64] {
        self.bits.truncate(sum * words);
        self.bits.resize((sum + 1) * words, 0);
        self.row_mut(sum, words)
    }

    #[inline]
    pub(super) fn row(&self, sum: usize, words: usize) -> &[u64] {
        &self.bits[sum * words..(sum + 1) * words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, sum: usize, words: usize) -> &mut [u64] {
        &mut self.bits[sum * words..(sum + 1) * words]
    }
}

#[inline]
pub(super) fn set(row: &mut [u64], value: u32) {
    row[value as usize / 64] |= 1 << (value % 64);
}

#[inline]
pub(super) fn or(row: &mut [u64], more: &[u64]) {
    for (word, more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}

/// The set of a word's values, each xored with the low 6 bits of `value`.
#[inline]
pub(super) fn xored(mut word: u64, value: u32) -> u64 {
    // Masks of the lower of two neighbouring blocks of 1, 2, 4, ... bits.
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (i, lower) in LOWER.iter().enumerate() {
        if value >> i & 1 == 1 {
            let by = 1 << i;
            word = (word & lower) << by | (word >> by) & lower;
        }
    }
    word
}

/// Puts all values of `more`, each xored with `value`, into a row.
#[inline]
pub(super) fn or_xored(row: &mut [u64], more: &[u64], value: u32) {
    let high = value as usize / 64;
    for (w, &word) in more.iter().enumerate() {
        if word != 0 {
            row[w ^ high] |= xored(word, value);
        }
    }
}

/// Puts into `row` the union over the least parts a < `parts.len()` (their values are `parts`) of the row of `pile` − a of
/// `fewer`, xored with the value of a. `united` is all zeros before and after.
pub(super) fn unite(
    row: &mut [u64],
    fewer: &Table,
    parts: &[u32],
    pile: usize,
    united: &mut [u64],
) {
    let words = row.len();
    let mut most = None;
    for (part, &value) in parts.iter().enumerate().skip(1) {
        let at = value as usize * words;
        or(&mut united[at..at + words], fewer.row(pile - part, words));
        most = most.max(Some(value));
    }
    for value in 0..most.map_or(0, |most| most + 1) {
        let at = value as usize * words;
        or_xored(row, &united[at..at + words], value);
        united[at..at + words].fill(0);
    }
}
