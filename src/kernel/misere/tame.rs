//! Tame heaps: misère play by the rule for Nim.
//!
//! The tame images are the fickle 0 and 1 (genus 0^1 and 1^0) and the firm n (genus n^n). In a sum the values are added
//! without carry, and the sum is firm if some part is; it is a P-position if it is the fickle 1 or the firm 0. Write g⁺ for
//! the value of an image, and g⁻ for the value of a firm one and 1 - value of a fickle one. The image of a heap is found from
//! those of its options: with a = mex g⁺ and b = mex g⁻ over the options it is fickle a where (a, b) is (0, 1) or (1, 0),
//! firm a where a = b, and wild otherwise. A heap without options is the fickle 0.
//!
//! **Theorem.** A sum of heaps all of whose options, hereditarily, have tame images is a P-position of misère play if and
//! only if its image is one.
//!
//! Proof by induction over the options, as for quotients. *P-check*: where x e for an image x and an option image e of a heap
//! h is lost as x h is, look at x. If x is firm, losing means that the values are equal, so g⁺(e) = g⁺(h), which is not so as
//! g⁺(h) is a mex. If x is fickle with value v: x h is lost where h is fickle 1 - v or firm v, that is g⁻(h) = v; as well for
//! e; and g⁻(h) is a mex of the g⁻(e). *N-check*: let a sum of heaps, not all without options, be no P-image; an option must
//! be one.
//! - Some heap is firm and the xor s is not 0. Some heap h of value v has v xor s < v. If the rest is firm, an option of h
//!   with g⁺ = v xor s will do, for g⁺(h) = v is the mex. If the rest is fickle, h is the only firm heap, and the rest has
//!   value z = v xor s <= 1; an option with g⁻ = z will do: it is there since z < v = g⁻(h).
//! - All heaps are fickle and their xor is 0. Then an option e of h will do if g⁻(e) is the value of h. If some heap with
//!   options has value 0, its g⁻ is 1, so it has an option with g⁻ = 0. Otherwise some heap h has value 1: g⁻(h) = 0, so it
//!   has no option with g⁻ = 0, and since g⁺(h) = 1 it has one with g⁺ = 0; of images with g⁺ = 0 only the fickle 0 has g⁻ ≠
//!   0, and its g⁻ is 1. ∎
//!
//! The other way, g⁺ and g⁻ of tame sums are their Grundy values in normal and misère play, so a heap with another pair (a,
//! b) has that genus and is wild.

use std::fmt::{self, Display, Formatter};

use crate::kernel::Seen;
use crate::kernel::period::{Period, Recurrence};
use crate::work::Limit;
use crate::work::budget::Budget;

/// The image of a tame sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tame {
    /// The Grundy value in normal play.
    pub value: u64,
    /// Whether it counts as a firm part; the value of a fickle one is 0 or 1.
    pub is_firm: bool,
}

impl Tame {
    /// The image of nothing.
    pub const NOTHING: Tame = Tame::new(0, false);

    pub(super) const fn new(value: u64, is_firm: bool) -> Tame {
        Tame { value, is_firm }
    }

    pub fn nim(size: u64) -> Tame {
        Tame::new(size, size > 1)
    }

    /// The Grundy value in misère play.
    pub fn misere_value(self) -> u64 {
        self.value ^ u64::from(!self.is_firm)
    }

    pub fn plus(self, other: Tame) -> Tame {
        Tame::new(self.value ^ other.value, self.is_firm | other.is_firm)
    }

    /// Whether it is a P-position in misère play.
    pub fn is_lost(self) -> bool {
        self.value == u64::from(!self.is_firm)
    }
}

/// The genus: `0^1`, `1^0` or `n^n`.
impl Display for Tame {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}^{}", self.value, self.misere_value())
    }
}

/// A heap that is not tame though all its options are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wild {
    /// The first such heap.
    pub heap: u64,
    /// The Grundy value in normal play.
    pub normal: u64,
    /// Its Grundy value in misère play.
    pub misere: u64,
}

/// What keeps a heap from being tame.
impl Display for Wild {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(
            f,
            "is wild, its genus begins with {}^{}",
            self.normal, self.misere
        )
    }
}

/// The tame images of heaps, heap by heap: about 16 bytes a heap.
///
/// The options of the next heap are told one by one, then [`finish`](Tameness::finish) adds it.
#[derive(Debug, Clone)]
pub struct Tameness {
    images: Vec<Option<Tame>>,
    wild: Option<Wild>,
    period: Option<Period>,
    normal: Seen,
    misere: Seen,
    is_empty: bool,
    is_wild: bool,
}

/// No heaps but heap 0, which is nothing.
impl Default for Tameness {
    fn default() -> Tameness {
        Tameness {
            images: vec![Some(Tame::NOTHING)],
            wild: None,
            period: None,
            normal: Seen::default(),
            misere: Seen::default(),
            is_empty: true,
            is_wild: false,
        }
    }
}

impl Tameness {
    /// Tells an option of the next heap: smaller heaps. Takes O(1) time a part.
    #[inline]
    pub fn option(&mut self, option: &[u32]) {
        self.is_empty = false;
        match self.sum(option) {
            Some(image) => {
                // Values are at most twice the number of heaps.
                self.normal.insert(image.value as u32);
                self.misere.insert(image.misere_value() as u32);
            }
            None => self.is_wild = true,
        }
    }

    /// The image of a sum of heaps that were added.
    #[inline]
    pub(super) fn sum(&self, heaps: &[u32]) -> Option<Tame> {
        heaps.iter().try_fold(Tame::NOTHING, |sum, &heap| {
            Some(sum.plus(self.images.get(heap as usize).copied().flatten()?))
        })
    }

    /// Forgets the options that were told for the next heap.
    pub fn forget(&mut self) {
        self.normal.clear();
        self.misere.clear();
        self.is_empty = true;
        self.is_wild = false;
    }

    /// How many bytes the images take, which may double, and two bits a heap and set.
    pub(super) fn memory(&self) -> u64 {
        2 * (self.images.len() * (size_of::<Option<Tame>>() + 1)) as u64
    }

    /// Adds the heap whose options were told. Where memory is short it is as if none had been told.
    pub fn finish(&mut self, budget: &Budget) -> Result<(), Limit> {
        if let Err(stop) = budget.need(self.memory()) {
            self.forget();
            return Err(stop);
        }
        let normal = u64::from(self.normal.mex());
        let misere = u64::from(self.misere.mex());
        let image = match (normal, misere) {
            _ if self.is_wild => None,
            _ if self.is_empty => Some(Tame::NOTHING),
            (0, 1) | (1, 0) => Some(Tame::new(normal, false)),
            _ if normal == misere => Some(Tame::new(normal, true)),
            _ => {
                self.wild.get_or_insert(Wild {
                    heap: self.images.len() as u64,
                    normal,
                    misere,
                });
                None
            }
        };
        self.images.push(image);
        self.forget();
        Ok(())
    }

    /// The images of the heaps 0, 1, 2, … so far; `None` where a heap or what can be reached from it is wild.
    pub fn images(&self) -> &[Option<Tame>] {
        &self.images
    }

    /// The first heap that is wild itself. Without one all heaps so far are tame.
    pub fn wild(&self) -> Option<Wild> {
        self.wild
    }

    /// The period of the images, as for [quotients](super::quotient::Quotient): then all heaps are tame.
    ///
    /// Takes about as long as adding the heaps; to be called now and then.
    pub fn find_period(&mut self, recurrence: Recurrence) -> Option<Period> {
        if self.wild.is_none() && self.period.is_none() {
            self.period = recurrence.prove(&self.images);
        }
        self.period
    }

    /// The image of a heap; `None` where it or what can be reached from it is wild, or it was not reached.
    pub fn image(&self, heap: u64) -> Option<Tame> {
        let heap = match self.period {
            Some(period) => period.representative(heap),
            None => usize::try_from(heap).ok()?,
        };
        self.images.get(heap).copied().flatten()
    }
}
