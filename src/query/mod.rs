//! From questions to answers.

pub mod answer;
mod asker;
pub mod board;
mod certify;
mod conjecture;
mod explain;
pub mod facts;
pub mod heaps;
mod how;
mod loopy;
mod misere;
mod perfect;
mod periods;
pub mod pictures;
mod plan;
mod plays;
mod probe;
mod reach;
mod read;
mod session;
mod settings;
mod solution;
mod sums;
mod tables;
pub mod turns;

pub use session::{Session, Subject};
pub use settings::{Settings, engine_names};
