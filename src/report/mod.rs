//! From answers and complaints to something to look at.

pub mod csv;
pub mod diagnostics;
mod excerpt;
pub mod json;
pub mod look;
pub mod misere;
pub mod page;
mod refuted;
pub mod text;

pub use look::Look;
pub use refuted::refuted;
