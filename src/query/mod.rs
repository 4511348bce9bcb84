//! From questions to answers.

pub mod answer;
mod explain;
mod how;
mod perfect;
mod plan;
mod plays;
mod probe;
mod session;
mod tables;
mod wide;

pub use session::{Session, Settings};
