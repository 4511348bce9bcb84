//! Why a theorem decides a position, as a table.

/// A table with a line for each pile and the totals below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// What is looked at, as it follows the position: "count the 1s of each column modulo 3".
    pub(crate) heading: String,
    /// For each pile its number where that is not its name, and its cells.
    pub(crate) rows: Vec<(Option<String>, Vec<String>)>,
    /// Lines below, each with its name.
    pub(crate) totals: Vec<(String, Vec<String>)>,
    /// What follows from the last total: "not all 0: the player to move wins".
    pub(crate) verdict: String,
    /// What is true of the position a winning turn leaves: "where every count is 0 modulo 3".
    pub(crate) after: String,
    /// Why no turn wins.
    pub(crate) lost: String,
    /// The sentence that says why the theorem applies.
    pub(crate) applies: String,
}
