//! Search over positions of several piles: who wins, how long perfect play lasts, Grundy values, for turns in one pile or
//! several and for both ways to end.
//!
//! Piles come as tables of moves, without any notion of a game or a rule ([`kinds`]); positions are multisets of kinds. Where
//! no move splits a pile, all positions below a root are numbered without gaps ([`lattice`]) and swept from the end of play on
//! ([`sweep`]); else a position is a key of counts ([`key`]) and is searched downwards ([`deep`]). [`ways`] chooses.

pub mod deep;
pub mod edges;
pub mod key;
pub mod kinds;
pub mod known;
pub mod lattice;
pub mod room;
pub mod scan;
pub mod shifts;
pub mod sweep;
#[cfg(test)]
mod tests;
pub mod turn;
pub mod ways;
pub mod work;
