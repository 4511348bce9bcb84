//! From transition functions to values: Grundy values, outcomes and remoteness.
//!
//! Each level owns the one below it. `positions` numbers positions and lists their options. On it stand the ways to what `piles`
//! are worth: engines for single numbers (`heap`) and for tuples (`tuple`), the `definition`, and searches over whole positions
//! (`search`). `values` adds what theories found: theorems that decide whole positions without a search (`theory`), misère play
//! (`misere`), and the xor of `sums`. `loopy` solves games whose plays may go on for ever, and [`Solver`] has it all.

mod definition;
pub mod heap;
pub(crate) mod loopy;
mod marks;
pub(crate) mod misere;
mod piles;
pub mod policy;
pub(crate) mod positions;
mod search;
mod solver;
mod sums;
pub(crate) mod theory;
pub(crate) mod tuple;
mod values;
mod worth;

pub use solver::Solver;
pub(crate) use solver::needs_search;
pub(crate) use worth::Worth;
