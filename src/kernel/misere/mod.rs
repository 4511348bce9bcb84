//! Misère play of sums of heaps, where the options of each heap are sums of smaller ones: the last move loses.
//!
//! Heaps are numbered 1, 2, 3, … so that options have smaller numbers; they may be sizes, or the piles of any game in the
//! order of a walk. Heap 0 is nothing.
//! - [`tame`]: Nim's rule, where it applies;
//! - [`growth`]: the misère [`quotient`], heap by heap, with proof;
//! - [`theory`]: outcomes and winning moves from either;
//! - [`presentation`]: quotients by generators and relations;
//! - [`genus`]: the symbols of the older theory.

mod belief;
mod bits;
pub mod genus;
pub mod growth;
mod guess;
mod guessing;
mod learn;
pub mod monoid;
pub mod presentation;
pub mod quotient;
mod search;
mod stage;
pub mod tame;
pub mod theory;
mod verify;
pub mod word;
