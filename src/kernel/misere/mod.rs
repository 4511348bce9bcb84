//! Misère play of sums of heaps, where the options of each heap are sums of smaller ones: the last move loses.
//!
//! Heaps are numbered 1, 2, 3, … so that options have smaller numbers; they may be sizes, or the piles of any game in the
//! order of a walk. Heap 0 is nothing.
//! - [`tame`]: Nim's rule, where it applies;
//! - [`growth`]: the misère [`quotient`], heap by heap, with proof;
//! - [`Theory`]: outcomes and winning moves from either;
//! - [`monoid`]: what quotients are, and how the literature gives them;
//! - [`genus`]: the symbols of the older theory.

mod found;
pub mod genus;
pub mod growth;
mod guess;
mod guessing;
pub mod monoid;
pub mod quotient;
mod stage;
pub mod tame;
mod verify;
pub mod word;

/// Images of heaps in a commutative monoid such that the image of a sum tells its outcome.
pub trait Theory {
    /// An element of the monoid.
    type Image: Copy;

    /// The identity: the image of nothing.
    fn nothing(&self) -> Self::Image;

    /// The image of a heap; `None` for a heap the theory does not know.
    fn image(&self, heap: u64) -> Option<Self::Image>;

    fn product(&self, left: Self::Image, right: Self::Image) -> Self::Image;

    /// Whether sums with this image are P-positions: lost for whoever is to move.
    fn is_lost(&self, image: Self::Image) -> bool;
}
