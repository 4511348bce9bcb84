//! Misère quotients of heaps.

use super::monoid::{Element, Monoid};
use crate::kernel::period::{Period, Recurrence};

/// The misère quotient of some heaps: a monoid, and the image of each heap in it.
#[derive(Debug, Clone)]
pub struct Quotient {
    monoid: Monoid,
    pub(super) images: Vec<Element>,
    pub(super) period: Option<Period>,
}

impl Quotient {
    pub(super) fn new(monoid: Monoid, images: Vec<Element>) -> Quotient {
        Quotient {
            monoid,
            images,
            period: None,
        }
    }

    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The image of a word of heaps that have one.
    pub(super) fn of(&self, word: &[u32]) -> Element {
        self.monoid.image(word, &self.images)
    }

    /// The largest heap that was computed.
    pub fn largest(&self) -> u32 {
        self.images.len().saturating_sub(1) as u32
    }

    /// The images of the heaps 0, 1, 2, … that were computed.
    pub fn images(&self) -> &[Element] {
        &self.images
    }

    /// The proven period of the images; with one the quotient is that of all heaps.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Where a heap is split and the images are periodic, the largest size of all parts but one that needs to be tried for a
    /// winning move.
    ///
    /// A part n0 + p or larger can give multiples of p to another part of at least n0 without a change of the images.
    pub fn enough(&self) -> Option<u64> {
        let period = self.period?;
        Some((period.preperiod as u64).max(1) + period.period as u64)
    }

    /// The period of the images by the misère form of Guy and Smith's theorem, or by a window of them that comes again: there n and
    /// n + p have the same image and the same set of images of options, too.
    ///
    /// Theorem (Plambeck 2005, Plambeck and Siegel 2008 for octal codes): let Q be the quotient of the heaps up to M = t n0 +
    /// t p + k - 1, for a code with digits up to place k whose moves leave at most t heaps. If Φ(n + p) = Φ(n) for n0 <= n <
    /// t n0 + (t - 1) p + k, with n0 >= 1, then Q is the quotient of all heaps and Φ(n + p) = Φ(n) for all n >= n0.
    ///
    /// Proof: continue Φ with period p. For n >= t n0 + (t - 1) p + k an option of n + p with taking d <= k leaves heaps that
    /// add up to at least t n0 + t p, so the largest is at least n0 + p; less p it is a heap of at least 1 with the same
    /// image, which makes an option of n. As well the largest heap of an option of n is at least n0 and can be made larger by
    /// p. So n and n + p have the same image and the same set of images of options, and the checks look at nothing else: with
    /// the heaps up to M they hold for all heaps. Q stays reduced.
    pub(super) fn find_period(&mut self, recurrence: Recurrence) -> Option<Period> {
        if self.period.is_none() {
            self.period = recurrence.prove(&self.images);
        }
        self.period
    }

    /// The image of a heap; `None` for a heap that was not reached.
    pub fn image(&self, heap: u64) -> Option<Element> {
        let heap = match self.period {
            Some(period) => period.representative(heap),
            None => usize::try_from(heap).ok()?,
        };
        self.images.get(heap).copied()
    }
}
