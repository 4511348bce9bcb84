//! Positions as small numbers: their nodes, and the options of each.

mod cycle;
pub mod nodes;
pub mod options;
pub mod turns;
