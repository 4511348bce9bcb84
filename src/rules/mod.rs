//! From tree to rules: names resolved, kinds checked, ranges given an end, sugar taken away.
//!
//! A [`game::GameRules`] cannot be ill-formed: its moves are typed clauses and effects on the registers of a pile.

mod book;
mod bounds;
mod check;
mod data;
pub mod errors;
pub mod game;
mod games;
mod instance;
mod lets;
mod lint;
mod loading;
mod lower;
mod nameless;
mod number_facts;
mod owner;
pub mod query;
mod question;
mod recursion;
mod rulebook;
mod silence;
mod spent;
mod whole;

pub use question::Question;
pub use rulebook::Rulebook;
