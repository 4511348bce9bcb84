//! Typed expressions: kinds, values, built-in functions, and the machine that runs them.
//!
//! [`tree`] holds checked expressions, [`compile`] turns them into [`code`], [`machine`] runs it.

pub mod builtin;
pub mod code;
pub mod compile;
pub mod fault;
pub(crate) mod interval;
pub mod kind;
pub mod list;
pub mod machine;
pub(crate) mod numbers;
pub mod position;
pub mod shape;
pub mod tree;
pub mod value;
