//! From transition functions to values: Grundy values, outcomes and remoteness.
//!
//! Each level owns the one below it. `positions` numbers positions and lists their options. On it stand the ways to what `piles`
//! are worth: engines for single numbers (`heap`), tuples (`tuple`) and rows (`boards`), the `definition`, and searches over whole positions
//! (`search`). `values` adds what theorems about whole positions found, and misère play (`misere`). `loopy` solves games whose plays
//! may go on for ever, and [`Solver`] has it all. `method` chooses what decides a position and each of its turns.

pub(crate) mod boards;
mod definition;
pub mod heap;
pub(crate) mod loopy;
mod marks;
pub(crate) mod method;
pub(crate) mod misere;
mod piles;
pub mod policy;
pub(crate) mod positions;
mod search;
mod solver;
mod sums;
pub(crate) mod tuple;
mod values;

pub(crate) use piles::{OutcomeBy, Source};
pub(crate) use search::Allowance;
pub use solver::Solver;
pub(crate) use sums::Worth;
