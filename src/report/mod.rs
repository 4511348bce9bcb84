//! From answers and complaints to something to look at.

pub mod csv;
pub mod diagnostics;
mod excerpt;
pub mod json;
pub mod look;
pub mod misere;
pub mod page;
pub mod text;

pub use look::Look;
