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

/// At most this many sequences.
const MOST: u64 = 1 << 47;

/// At most this many terms, so that sums with all terms beyond their bounds do not overflow.
const MOST_TERMS: usize = 1 << 10;

/// At most this many weights.
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
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> u64 {
        self.len
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

/// A sequence whose terms are raised, or lowered: what replacing one of them makes of its number.
///
/// A term that is replaced moves the terms between its old and new places by one. With prefix sums of w(i, aᵢ) and of
/// w(i ± 1, aᵢ), the number that results is a number that depends on the old term alone plus one that depends on the new term
/// alone: a turn in a further pile costs an addition.
#[derive(Debug, Clone, Default)]
pub struct Shifts {
    sequence: Vec<Kind>,
    /// For each place what the number is beside a new term, where the term at that place goes.
    from: Vec<u64>,
    /// For each place what a new term adds there beside its weight.
    to: Vec<u64>,
    /// For each kind where a new term of it goes, where these are kept.
    places: Vec<u32>,
    raises: bool,
}

impl Shifts {
    /// Looks at a sequence of all terms, which will be raised or lowered. The places of the first `kept` kinds are kept, which
    /// pays where most kinds are asked for.
    pub(super) fn start(&mut self, lattice: &Lattice, sequence: &[Kind], raises: bool, kept: Kind) {
        self.raises = raises;
        self.sequence.clear();
        self.sequence.extend_from_slice(sequence);
        self.places.clear();
        let mut place = 0;
        let is_before = |other: Kind, kind: Kind| match raises {
            true => other <= kind,
            false => other < kind,
        };
        self.places.extend((0..kept).map(|kind| {
            while sequence
                .get(place)
                .is_some_and(|term| is_before(*term, kind))
            {
                place += 1;
            }
            // Raised terms leave their old place, which is before this one. Below the first term nothing is raised to.
            (place as u32).wrapping_sub(u32::from(raises))
        }));
        self.add_up(lattice);
    }

    /// Looks at the sequence in which the term at the place `old` of another one is replaced by `kind`, which goes to `new`.
    #[inline]
    pub fn replace(
        &mut self,
        lattice: &Lattice,
        before: &Shifts,
        (old, new): (usize, usize),
        kind: Kind,
    ) {
        self.raises = before.raises;
        let term = before.sequence[old];
        self.sequence.clear();
        self.sequence.extend_from_slice(&before.sequence);
        if self.raises {
            self.sequence[old..=new].rotate_left(1);
        } else {
            self.sequence[new..=old].rotate_right(1);
        }
        self.sequence[new] = kind;
        // Kinds between the old term and the new one have one term less before them, or one more.
        self.places.clear();
        let places = before.places.iter().zip(0..);
        if self.raises {
            let width = kind.wrapping_sub(term);
            self.places.extend(places.map(|(place, other): (_, Kind)| {
                place.wrapping_sub(u32::from(other.wrapping_sub(term) < width))
            }));
        } else {
            let width = term.wrapping_sub(kind);
            self.places.extend(places.map(|(place, other): (_, Kind)| {
                place.wrapping_add(u32::from(other.wrapping_sub(kind + 1) < width))
            }));
        }
        self.add_up(lattice);
    }

    #[inline]
    fn add_up(&mut self, lattice: &Lattice) {
        let terms = self.sequence.len();
        self.from.resize(terms, 0);
        self.to.resize(terms, 0);
        // Σ w(i, aᵢ) and Σ w(i ± 1, aᵢ) over the first terms.
        let (mut here, mut moved) = (0u64, 0u64);
        let slots = self.from.iter_mut().zip(&mut self.to);
        for (place, (kind, (from, to))) in self.sequence.iter().zip(slots).enumerate() {
            let row = lattice.weights_of(*kind);
            let own = row[place];
            if self.raises {
                // The first term is never moved down.
                let down = row.get(place.wrapping_sub(1)).copied().unwrap_or(0);
                moved = moved.wrapping_add(down);
                *from = here.wrapping_sub(moved);
                here = here.wrapping_add(own);
                *to = moved.wrapping_sub(here);
            } else {
                *to = here.wrapping_sub(moved);
                here = here.wrapping_add(own);
                *from = moved.wrapping_sub(here);
                // Nor the last one up.
                let up = row.get(place + 1).copied().unwrap_or(0);
                moved = moved.wrapping_add(up);
            }
        }
        for from in &mut self.from {
            *from = from.wrapping_add(here);
        }
    }

    pub fn sequence(&self) -> &[Kind] {
        &self.sequence
    }

    /// The part of the resulting number that depends on the term that is replaced, at any place where it stands.
    #[inline]
    pub fn from(&self, place: usize) -> u64 {
        self.from.get(place).copied().unwrap_or(BEYOND)
    }

    /// The part of the resulting number that depends on the term that comes, at the place it goes to.
    #[inline]
    pub fn to(&self, lattice: &Lattice, place: usize, kind: Kind) -> u64 {
        let gap = self.to.get(place).copied().unwrap_or(BEYOND);
        gap.wrapping_add(lattice.weight(place, kind))
    }

    /// Where a term goes: raised ones behind the last that is at most `kind`, lowered ones before the first that is at least
    /// `kind`.
    #[inline]
    pub fn place(&self, kind: Kind) -> usize {
        if let Some(place) = self.places.get(kind as usize) {
            return *place as usize;
        }
        if self.raises {
            let above = self.sequence.partition_point(|other| *other <= kind);
            above.wrapping_sub(1)
        } else {
            self.sequence.partition_point(|other| *other < kind)
        }
    }

    /// Writes [`Shifts::to`] for every kind whose place is kept.
    #[inline]
    pub fn all_to(&self, lattice: &Lattice, to: &mut Vec<u64>) {
        to.clear();
        to.extend(self.places.iter().zip(0..).map(|(place, kind)| {
            let place = *place as usize;
            let gap = self.to.get(place).copied().unwrap_or(BEYOND);
            let weight = lattice.weights_of(kind).get(place);
            gap.wrapping_add(weight.copied().unwrap_or(BEYOND))
        }));
    }
}
