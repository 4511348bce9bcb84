//! Misère play of sums of heaps, where the options of each heap are sums of smaller ones: the last move loses.
//!
//! Heaps are numbered 1, 2, 3, … so that options have smaller numbers; they may be sizes, or the piles of any game in the
//! order of a walk. Heap 0 is nothing. Both theories give each heap an image in a commutative monoid such that the image of a sum
//! tells its outcome.
//! - [`tame`]: Nim's rule, where it applies;
//! - [`growth`]: the misère [`quotient`], heap by heap, with proof;
//! - [`monoid`]: what quotients are, and how the literature gives them;
//! - [`genus`]: the symbols of the older theory.

mod found;
pub mod genus;
pub mod growth;
mod guess;
mod guessing;
pub mod monoid;
pub mod quotient;
mod settle;
mod stage;
pub mod tame;
mod verify;
pub mod word;
