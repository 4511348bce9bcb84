//! What replacing one term of a sequence makes of its number.
//!
//! A term that is replaced moves the terms between its old and new places by one. With prefix sums of w(i, aᵢ) and of
//! w(i ± 1, aᵢ), the number that results is a number that depends on the old term alone plus one that depends on the new term
//! alone: a turn in a further pile costs an addition.

use super::kinds::Kind;
use super::lattice::{BEYOND, Lattice};

/// A sequence whose terms are raised, or lowered.
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
    pub fn start(&mut self, lattice: &Lattice, sequence: &[Kind], raises: bool, kept: Kind) {
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
