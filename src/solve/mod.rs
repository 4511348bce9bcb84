//! From transition functions to values: Grundy values, outcomes and remoteness.
//!
//! Positions are made of *components*: a pile of a game that moves in one pile a turn, or all the piles together of a game
//! that moves in several. Components and whole positions are *nodes*, interned as packed keys ([`positions::nodes`]).
//! [`definition`] computes Grundy values by the definition and `search` outcomes and remoteness, each with an explicit stack;
//! `loopy` solves games whose plays may go on for ever;
//! [`positions::turns`] makes the turns of games that move in several piles, and `theory` has the theorems that decide whole positions
//! without a search.

pub mod definition;
pub mod heap;
pub(crate) mod loopy;
pub(crate) mod marks;
pub(crate) mod misere;
pub mod positions;
pub(crate) mod search;
mod solver;
pub(crate) mod theory;
pub mod tuple;
mod worth;

pub use solver::Solver;
pub(crate) use worth::Worth;
