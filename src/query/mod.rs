//! From questions to answers.

pub mod answer;
mod explain;
mod how;
mod perfect;
mod plan;
mod plays;
mod session;
mod tables;

pub use session::{Session, Settings};
