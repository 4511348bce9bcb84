//! Search over positions of several piles.
pub mod deep;
pub mod edges;
pub mod key;
pub mod kinds;
pub mod known;
pub mod lattice;
pub mod room;
pub mod scan;
pub mod search;
pub mod shifts;
pub mod sweep;
#[cfg(test)]
mod tests;
pub mod turn;
pub mod work;
