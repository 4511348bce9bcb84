//! Texts: those that people write, with the places in them, and what is said to people about them.

pub(crate) mod certain;
pub mod diagnostic;
#[cfg(feature = "program")]
pub(crate) mod fingerprint;
pub(crate) mod signs;
pub mod source;
pub mod units;
pub(crate) mod words;
