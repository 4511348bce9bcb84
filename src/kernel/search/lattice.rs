//! Numbers for multisets: every position below a given one has its place in a table, without keys.
//!
//! A multiset of at most m kinds is the sequence a₀ ≤ … ≤ aₘ₋₁, filled up with 0, and is bounded by the sequence of the root,
//! place by place: a move that leaves at most one pile lowers a term, and a sequence that is lowered somewhere and sorted again
//! is nowhere above the old one. Sequences are numbered in the order of their last terms first, which is the order of
//! multisets, so that turns lead to lower numbers. With w(i, v) the number of sequences a₀ ≤ … ≤ aᵢ < v within the bounds, the
//! number of a sequence is Σ w(i, aᵢ).

use super::kinds::Kind;

/// Added once for each term above its bound: sums of these never meet the number of a sequence within the bounds.
pub(super) const BEYOND: u64 = 1 << 48;

/// So many sequences at most.
const MOST: u64 = 1 << 47;

/// So many terms at most, so that sums with all terms beyond their bounds do not overflow.
const MOST_TERMS: usize = 1 << 10;

/// So many weights at most.
const MOST_WEIGHTS: usize = 1 << 22;

/// The sequences below a root.
#[derive(Debug, Clone)]
pub struct Lattice {
    bounds: Vec<Kind>,
    /// w(i, v) at `i * kinds + v`.
    weights: Vec<u64>,
    /// w(i, v) at `v * terms + i`.
    by_kind: Vec<u64>,
    kinds: usize,
    len: u64,
}

impl Lattice {
    /// The sequences below the root's kinds, of `kinds` kinds with 0; `None` where there are too many.
    pub fn new(root: &[Kind], kinds: usize) -> Option<Lattice> {
        let mut bounds: Vec<Kind> = root.iter().copied().filter(|kind| *kind > 0).collect();
        bounds.sort_unstable();
        let size = bounds.len().checked_mul(kinds)?;
        if bounds.len() > MOST_TERMS
            || size > MOST_WEIGHTS
            || bounds.last().is_some_and(|high| *high as usize >= kinds)
        {
            return None;
        }
        let mut weights = vec![BEYOND; size];
        // How many sequences of the terms so far end in v.
        let mut ending: Vec<u64> = vec![1];
        let mut len = 1u64;
        for (bound, row) in bounds.iter().zip(weights.chunks_mut(kinds.max(1))) {
            let mut next = Vec::with_capacity(*bound as usize + 1);
            // Sequences of the terms before that end in at most v.
            let mut below = 0u64;
            let mut sum = 0u64;
            for (v, weight) in row.iter_mut().enumerate().take(*bound as usize + 1) {
                below += ending.get(v).copied().unwrap_or(0);
                *weight = sum;
                next.push(below);
                sum += below;
                if sum > MOST {
                    return None;
                }
            }
            ending = next;
            len = sum;
        }
        let terms = bounds.len();
        let mut by_kind = vec![BEYOND; size];
        for (place, row) in weights.chunks(kinds.max(1)).enumerate() {
            for (kind, weight) in row.iter().enumerate() {
                // Both are the same table.
                by_kind[kind * terms + place] = *weight;
            }
        }
        Some(Lattice {
            bounds,
            weights,
            by_kind,
            kinds,
            len,
        })
    }

    /// How many sequences there are; at least one, that of no piles.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none, which never is.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many kinds there are, with 0.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    pub fn terms(&self) -> usize {
        self.bounds.len()
    }

    pub fn memory(&self) -> u64 {
        ((self.weights.capacity() + self.by_kind.capacity()) * 8 + self.bounds.capacity() * 4)
            as u64
    }

    /// w(place, kind), or so much that the number is beyond the length.
    #[inline]
    pub(super) fn weight(&self, place: usize, kind: Kind) -> u64 {
        self.weights
            .get(place * self.kinds + kind as usize)
            .copied()
            .unwrap_or(BEYOND)
    }

    /// The weights of a kind at each place.
    #[inline]
    pub(super) fn weights_of(&self, kind: Kind) -> &[u64] {
        let start = kind as usize * self.terms();
        &self.by_kind[start..start + self.terms()]
    }

    /// The number of a sequence of all terms in order; at least [`Lattice::len`] where it is not below the root.
    pub fn number(&self, sequence: &[Kind]) -> u64 {
        sequence
            .iter()
            .enumerate()
            .map(|(place, kind)| self.weight(place, *kind))
            .sum()
    }

    /// The number of a multiset; `None` where it is not below the root.
    pub fn find(&self, piles: &[Kind]) -> Option<u64> {
        let mut sequence: Vec<Kind> = piles.iter().copied().filter(|kind| *kind > 0).collect();
        let missing = self.terms().checked_sub(sequence.len())?;
        if sequence.iter().any(|kind| *kind as usize >= self.kinds) {
            return None;
        }
        sequence.resize(self.terms(), 0);
        sequence.sort_unstable();
        debug_assert!(sequence.iter().take(missing).all(|kind| *kind == 0));
        Some(self.number(&sequence)).filter(|number| *number < self.len)
    }

    /// Writes the sequence of a number below the length.
    pub fn sequence(&self, number: u64, sequence: &mut [Kind]) {
        let mut rest = number;
        let mut bound = Kind::MAX;
        for (place, (kind, own)) in sequence.iter_mut().zip(&self.bounds).enumerate().rev() {
            bound = bound.min(*own);
            let start = place * self.kinds;
            let row = &self.weights[start..=start + bound as usize];
            // The first weight is 0.
            let found = row.partition_point(|weight| *weight <= rest).max(1) - 1;
            rest -= row[found];
            bound = found as Kind;
            *kind = bound;
        }
    }

    /// Goes on to the next sequence; whether there is one.
    pub fn next(&self, sequence: &mut [Kind]) -> bool {
        let terms = sequence.len();
        for place in 0..terms {
            let above = sequence.get(place + 1).copied().unwrap_or(Kind::MAX);
            if sequence[place] < above.min(self.bounds[place]) {
                sequence[place] += 1;
                sequence[..place].fill(0);
                return true;
            }
        }
        false
    }
}
