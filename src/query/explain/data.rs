//! What an explanation says.

#[cfg(feature = "json")]
use serde::Serialize;

use super::MarkedBoard;
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::answer::{Best, Evidence, MoveTo};
use crate::solve::loopy::LoopyValue;
use crate::solve::method::told::Table;

/// Why a position is won or lost. It is written as the text of `explain`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Explanation {
    /// The position.
    pub position: Position,
    /// Who wins.
    pub winner: Outcome,
    /// What the position is worth, where that is said.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "is_unknown"))]
    pub value: LoopyValue,
    /// The reason.
    pub why: Why,
    /// Where the options of a pile of two integers are.
    #[cfg_attr(feature = "json", serde(skip))]
    #[doc(hidden)]
    pub board: Option<MarkedBoard>,
    /// What follows with best play, as far as was asked for.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub then: Vec<Then>,
}

/// A move of best play, and why of the position it leaves.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Then {
    /// The move.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub best: Best,
    /// Why, for the position after it.
    pub explanation: Explanation,
}

/// A reason.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize), serde(rename_all = "snake_case"))]
pub enum Why {
    /// The values of a pile's options, and the least one missing.
    Mex(Mex),
    /// The values of the parts of a sum, and their xor.
    Sum(NimSum),
    /// A theorem's table, and a winning move read off it.
    Theorem {
        /// The table.
        table: Table,
        /// A winning move.
        #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
        winning: Option<MoveTo>,
        /// The few turns of a lost pile, each with its answer.
        #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
        turns: Option<Box<Tried>>,
    },
    /// Who wins after each turn.
    Turns(Tried),
}

/// The values of a pile's options, and the least one missing.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Mex {
    /// The first options.
    pub options: Vec<OptionValue>,
    /// How many options there are.
    pub count: usize,
    /// The numbers that options are worth, ascending, each once.
    pub taken: Vec<u64>,
    /// The least number that no option is worth.
    pub missing: u64,
    /// The theorem that tells the value, or who wins, without the options, where there is one.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub theorem: Option<Evidence>,
    /// Whether an option is worth no number, since plays may go on for ever.
    #[cfg_attr(feature = "json", serde(skip))]
    pub is_infinite: bool,
    /// An option of an infinite value from which no move leads to the missing number.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub free: Option<Position>,
}

/// An option of a pile, with its value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct OptionValue {
    /// The move.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub play: MoveTo,
    /// What it leaves is worth this.
    pub value: LoopyValue,
    /// The values of the piles that it leaves, where these are several.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub parts: Vec<u64>,
}

/// The values of the parts of a sum, and their xor.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct NimSum {
    /// The piles; where plays may go on for ever, those that can move.
    pub parts: Vec<PartValue>,
    /// What they are parts of.
    #[cfg_attr(feature = "json", serde(skip))]
    pub of: SumOf,
    /// Whether none of them can be moved in, where that is seen.
    #[cfg_attr(feature = "json", serde(skip))]
    pub is_over: bool,
    /// The xor of those that are numbers.
    pub xor: u64,
    /// A winning move.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub winning: Option<MoveTo>,
    /// The place of the part in which the winning move is, where that is one with a 1 in the column of the leading 1 of the
    /// xor.
    #[cfg_attr(feature = "json", serde(skip))]
    pub carrier: Option<usize>,
    /// How many different positions win, where all were found.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub winning_count: Option<u64>,
    /// How the values of single numbers are known, where the piles are large.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub values_by: Vec<ValuesBy>,
}

/// What the parts of a sum make up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SumOf {
    /// Piles.
    #[default]
    Piles,
    /// One board, where no move reaches from one of them to another.
    Board,
    /// A staircase, of which every second entry counts.
    Stairs,
}

/// A part of a sum, with its value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct PartValue {
    /// How it is written.
    pub part: String,
    /// What it is worth.
    pub value: LoopyValue,
}

/// How the values of a game are known.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct ValuesBy {
    /// The game.
    pub game: String,
    /// How they are known.
    pub by: Evidence,
}

/// Who wins after each turn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Tried {
    /// How the winner is known.
    pub by: Evidence,
    /// The theorems that do not hold here, and why.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub declined: Vec<(String, String)>,
    /// How many turns there are.
    pub turns: usize,
    /// How many win: what they leave is lost for the opponent.
    pub winning: usize,
    /// How many keep a draw.
    pub drawing: usize,
    /// How many lose.
    pub losing: usize,
    /// How many are not decided.
    pub undecided: usize,
    /// The first turns that win or else keep the draw, each different position once.
    pub moves: Vec<MoveTo>,
    /// To how many different positions such turns lead.
    pub count: u64,
    /// Of a lost position with few turns, each turn with an answer that wins.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub answers: Vec<Answered>,
}

/// A turn of a lost position, with an answer that wins.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Answered {
    /// The turn.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub play: MoveTo,
    /// What the opponent does then; `None`: no move is left, and the last one lost.
    pub answer: Option<MoveTo>,
}

#[cfg(feature = "json")]
fn is_unknown(value: &LoopyValue) -> bool {
    *value == LoopyValue::Unknown
}

impl Explanation {
    pub(super) fn new(
        position: &Position,
        winner: Outcome,
        why: Why,
        board: Option<MarkedBoard>,
    ) -> Explanation {
        Explanation {
            position: position.clone(),
            winner,
            value: LoopyValue::Unknown,
            why,
            board,
            then: Vec::new(),
        }
    }

    /// With what the position is worth.
    pub(super) fn worth(self, value: LoopyValue) -> Explanation {
        Explanation { value, ..self }
    }

    /// About how many bytes it takes, those that follow apart.
    pub(super) fn bytes(&self) -> u64 {
        /// Of a move, or of a row with its name and cells.
        const ROW: usize = 400;
        let rows = match &self.why {
            Why::Mex(mex) => mex.options.len() + mex.taken.len() / 16,
            Why::Sum(sum) => sum.parts.len(),
            Why::Theorem { table, .. } => table.rows.len(),
            Why::Turns(tried) => tried.moves.len(),
        };
        ((rows + self.position.count() + 8) * ROW) as u64
    }
}
