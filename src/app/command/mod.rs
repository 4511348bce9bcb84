//! What the command line and the prompt take with the same words and options, and what comes of it.

mod answers;
pub mod args;
mod checkpoint;
pub mod classics;
mod codes;
pub mod complete;
pub mod face;
pub mod files;
pub mod inspection;
pub mod near;
pub mod plain;
pub mod race;
pub mod said;
pub mod spoken;
pub mod survey;
mod test;
mod tested;
pub mod usage;
pub mod words;

pub use self::answers::Desk;
