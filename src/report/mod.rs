//! From answers and complaints to something to look at.

#[cfg(feature = "diagnostics")]
pub mod diagnostics;
#[cfg(feature = "diagnostics")]
mod excerpt;
mod explanation;
#[cfg(feature = "json")]
pub mod json;
pub mod look;
#[cfg(feature = "page")]
pub mod page;
pub mod text;
#[cfg(feature = "diagnostics")]
pub mod told;

pub use look::Look;
pub use text::refuted;
