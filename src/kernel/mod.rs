//! The loops that compute values: from amounts and numbers of parts, without any notion of a game or a rule.
//!
//! Each file is one way to compute; [`store`] holds what comes out, [`period`] looks for repetition in it.

pub mod all_but;
pub mod amounts;
pub mod breaking;
pub mod constrained;
pub mod interval;
pub mod levels;
pub mod misere;
pub mod parts;
pub mod period;
pub mod queen;
pub mod search;
pub(crate) mod seen;
pub mod simd;
pub mod store;
pub mod subtraction;
