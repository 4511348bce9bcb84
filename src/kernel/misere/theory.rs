//! What tells the outcomes of sums of heaps: an image of each heap in a monoid with a P-portion.

use std::ops::ControlFlow;

use hashbrown::HashSet;
use smallvec::SmallVec;

/// Images of heaps in a commutative monoid such that the image of a sum tells its outcome.
pub trait Theory {
    /// An element of the monoid.
    type Image: Copy;

    /// The identity: the image of nothing.
    fn nothing(&self) -> Self::Image;

    /// The image of a heap; `None` for a heap the theory does not know.
    fn image(&self, heap: u64) -> Option<Self::Image>;

    /// The image of a sum.
    fn product(&self, left: Self::Image, right: Self::Image) -> Self::Image;

    /// Whether sums with this image are P-positions: lost for whoever is to move.
    fn is_lost(&self, image: Self::Image) -> bool;

    /// The image of a sum of heaps, if all of them are known.
    fn image_of(&self, heaps: &[u64]) -> Option<Self::Image> {
        heaps.iter().try_fold(self.nothing(), |image, &heap| {
            Some(self.product(image, self.image(heap)?))
        })
    }

    /// Whether a sum of heaps is a P-position, if all of them are known.
    fn is_lost_sum(&self, heaps: &[u64]) -> Option<bool> {
        Some(self.is_lost(self.image_of(heaps)?))
    }
}

/// A move in a sum: the heap at a place becomes other heaps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The first place of a heap of that size in the sum.
    pub place: usize,
    /// What it becomes, largest first.
    pub becomes: SmallVec<[u64; 3]>,
}

/// The options of a heap: called with a heap and with what is to be done with each option until it breaks.
pub type Options<'a> = dyn FnMut(u64, &mut dyn FnMut(&[u64]) -> ControlFlow<()>) + 'a;

/// Up to `limit` different moves of a sum that leave a P-position, in the order of the heaps and of their options; `None`
/// where a heap is not known.
pub fn winning_moves<T: Theory>(
    theory: &T,
    heaps: &[u64],
    limit: usize,
    options: &mut Options,
) -> Option<Vec<HeapMove>> {
    let mut found = Vec::new();
    let mut seen_heaps = HashSet::new();
    for (place, &heap) in heaps.iter().enumerate() {
        if !seen_heaps.insert(heap) {
            continue;
        }
        let mut rest = theory.nothing();
        for (other, &heap) in heaps.iter().enumerate() {
            if other != place {
                rest = theory.product(rest, theory.image(heap)?);
            }
        }
        let mut seen = HashSet::new();
        let mut is_known = true;
        options(heap, &mut |option| {
            let Some(image) = theory.image_of(option) else {
                is_known = false;
                return ControlFlow::Break(());
            };
            if theory.is_lost(theory.product(rest, image)) {
                if found.len() >= limit {
                    return ControlFlow::Break(());
                }
                let mut becomes: SmallVec<[u64; 3]> =
                    option.iter().copied().filter(|&heap| heap > 0).collect();
                becomes.sort_unstable_by(|one, other| other.cmp(one));
                if seen.insert(becomes.clone()) {
                    found.push(HeapMove { place, becomes });
                }
            }
            ControlFlow::Continue(())
        });
        if !is_known {
            return None;
        }
        if found.len() >= limit {
            break;
        }
    }
    Some(found)
}
