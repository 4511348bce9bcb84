//! From rules to transition functions: for a pile, its options.
//!
//! `compile` turns the moves of a game into code for the machine; [`options`] collects what it emits.

mod compile;
pub mod options;
pub mod taking;

pub use compile::Transitions;
