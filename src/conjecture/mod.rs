//! Conjectures: closed forms that fit values of a game.
//!
//! The search is an inference by description length. A bank of short expressions is compared with the values; one
//! column, two columns, periods and distinctions of cases are fitted, exceptions may stand at
//! the beginning. The shortest form that is right on all data is given if the data hold several times as much information as
//! the form. What is found is never proven: it fits, that is all.

mod bank;
mod columns;
mod data;
mod fit;
mod form;
mod op;
mod outcome;
mod search;
mod split;
mod task;
mod tree;

#[doc(hidden)]
pub use data::About;
pub use data::Data;
pub(crate) use form::boxed;
pub use form::{DEPTH, Form};
#[doc(hidden)]
pub use form::{Meaning, Repeats};
#[doc(hidden)]
pub use op::Op;
pub(crate) use op::gcd;
#[doc(hidden)]
pub use tree::Expr;
