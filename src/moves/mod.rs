//! From rules to transition functions: for a pile, its options.
//!
//! `compile` turns the moves of a game into code for the machine; [`options`] collects what it emits. `columns`
//! runs moves on integers in blocks.

pub(crate) mod columns;
mod compile;
pub mod options;
mod pinned;
pub(crate) mod reach;
pub mod taking;
pub(crate) mod upwards;

pub(crate) use compile::NamedMove;
pub use compile::{Listing, Transitions};
