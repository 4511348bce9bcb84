//! From questions to answers.

pub mod answer;
mod certify;
mod explain;
mod how;
mod perfect;
mod periods;
pub mod pictures;
mod plan;
mod plays;
mod probe;
mod reach;
mod session;
mod tables;
mod wide;

pub use session::{Session, Settings, engine_names};
