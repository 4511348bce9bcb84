//! The questions that the command line and the prompt take with the same words and options, and their answers.

pub mod about;
mod answers;
pub mod args;
mod checkpoint;
pub mod classics;
mod codes;
pub mod complete;
pub mod face;
pub mod files;
pub mod near;
pub mod said;
pub mod survey;
pub mod usage;
pub mod words;

pub use self::answers::Desk;
