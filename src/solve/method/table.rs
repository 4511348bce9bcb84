//! Why a theorem decides a position, as a table.

#[cfg(feature = "json")]
use serde::Serialize;

/// A table with a line for each pile and the totals below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Table {
    /// What is looked at, as it follows the position: "count the 1s of each column modulo 3".
    pub heading: String,
    /// For each pile its number where that is not its name, and its cells.
    pub rows: Vec<(Option<String>, Vec<String>)>,
    /// Lines below, each with its name.
    pub totals: Vec<(String, Vec<String>)>,
    /// What follows from the last total: "not all 0: the player to move wins".
    pub verdict: String,
    /// What is true of the position a winning turn leaves: "where every count is 0 modulo 3".
    pub after: String,
    /// Why no turn wins.
    pub lost: String,
    /// The sentence that says why the theorem applies.
    pub applies: String,
}
