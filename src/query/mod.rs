//! From questions to answers.

pub mod answer;
mod best;
pub mod board;
mod conjecture;
pub mod describe;
mod evidence;
pub mod explain;
pub mod facts;
mod further;
mod line;
pub mod misere;
mod named;
mod page_start;
mod periods;
pub mod pictures;
pub mod pile_look;
mod pile_plays;
pub mod plan;
mod plays;
mod probe;
mod programs;
mod queries;
mod reach;
mod row_change;
pub mod samples;
mod session;
mod settings;
mod study;
mod tables;
pub mod turns;

#[cfg(feature = "program")]
pub(crate) use session::which_game;
pub use session::{Session, Topic};
pub use settings::Settings;
