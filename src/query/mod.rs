//! From questions to answers.

pub mod answer;
mod session;

pub use session::{Session, Settings};
