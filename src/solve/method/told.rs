//! What a theorem tells beside who wins: why, as a table, and winning turns without a look at all turns.

#[cfg(feature = "json")]
use serde::Serialize;

use crate::expr::position::{Position, Turn};
use crate::solve::piles::Piles;
use crate::solve::positions::options::PileLeft;
use crate::work::Failure;

/// A turn in one term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TermTurn {
    pub(crate) term: usize,
    /// The piles that are moved in, by their places in the term, and what they become.
    pub(crate) moves: Vec<(usize, PileLeft)>,
}

/// Winning turns.
#[derive(Debug, Clone)]
pub(crate) struct ReadOff {
    pub(crate) list: Vec<TermTurn>,
    /// Whether there are no others, but for turns with the same results.
    pub(crate) is_complete: bool,
}

impl ReadOff {
    pub(crate) const NONE: ReadOff = ReadOff {
        list: Vec::new(),
        is_complete: true,
    };
}

/// What is told of the winning turns.
pub(crate) enum Named {
    /// Some of them, or all.
    Turns(ReadOff),
    /// They are those that reach one of these goals.
    Goals(Vec<Goal>),
}

/// What a turn leaves of a component.
pub(crate) struct Goal {
    pub(crate) term: usize,
    /// The place of the pile; `None`: the component is all piles of a game in which a turn moves in several.
    pub(crate) place: Option<usize>,
    /// The Grundy value it has then.
    pub(crate) value: u64,
}

/// About how many turns a position has, at least where there are many.
pub(crate) fn turn_count(position: &Position, piles: &mut Piles) -> Result<f64, Failure> {
    let mut total = 0.0;
    for term in &position.terms {
        let mut counts = Vec::with_capacity(term.piles.len());
        for node in piles.positions.pile_nodes(term)? {
            let count = match piles.nim_size(node)? {
                Some(size) => size as f64,
                None => match piles.positions.large_size(node) {
                    // As many as there are smaller ones, about.
                    Some(size) => size as f64,
                    None => piles.positions.pile_options(node)?.len() as f64,
                },
            };
            if count > 0.0 {
                counts.push(count);
            }
        }
        total += match &term.game.turn {
            Turn::One => counts.iter().sum(),
            Turn::All | Turn::AllOrNone if counts.is_empty() => 0.0,
            Turn::All | Turn::AllOrNone => counts.iter().product(),
            Turn::Counts(_) => {
                // How many choices there are by the number of piles; more than a few piles are many in any case.
                let mut ways = vec![1.0f64];
                for count in &counts {
                    if ways.len() < 65 {
                        ways.push(0.0);
                    }
                    for moved in (1..ways.len()).rev() {
                        // `moved` is at least 1 and below the length.
                        ways[moved] += ways[moved - 1] * count;
                    }
                }
                let allowed = |moved: &usize| *moved >= 64 || term.game.turn.allows(*moved as u64);
                let counts = (1..ways.len()).filter(allowed);
                counts.map(|moved| ways[moved]).sum()
            }
        };
    }
    Ok(total)
}

/// A table with a line for each pile and the totals below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(Serialize))]
#[non_exhaustive]
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
