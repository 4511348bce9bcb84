//! What work may cost and how far it came: limits of time, memory and effort, interruption, room on the stack;
//! numbers in few bytes; and what is left to chance.

pub mod budget;
pub mod chance;
pub mod clock;
pub mod failure;
pub mod progress;
pub(crate) mod stack;
pub mod store;
pub mod world;
pub(crate) mod written;

pub use failure::{Declined, Failure, Halt, Limit};

/// These in ascending order, each once.
pub(crate) fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}
