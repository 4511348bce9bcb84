//! Sums whose plays may go on for ever, which is a draw: see [`crate::solve::loopy`].
//!
//! Whether values decide (Smith 1966) or retrograde analysis of whole positions does is found for each sum.

use super::whole::ByParts;
use super::{After, Judge, Judged, Memory, Moved, Pace, Reason};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::solve::loopy::FoundBy;
use crate::solve::positions::nodes::Id;
use crate::solve::search::Allowance;
use crate::work::Failure;

/// With more turns than this how long a play lasts is not looked for.
const MOST_MEASURED: usize = 1 << 13;

/// Who wins the position, and how that was found.
pub(super) struct Loops {
    winner: Outcome,
    found: FoundBy,
}

impl Loops {
    pub(super) fn of(position: &Position, memory: &mut Memory) -> Result<Loops, Failure> {
        let Memory { loopy, values } = memory;
        values.piles.refuse_engine(position)?;
        let (winner, found) = loopy.winner(position, values)?;
        Ok(Loops { winner, found })
    }
}

impl ByParts for Loops {}

impl Judge for Judged<Loops> {
    fn winner(&self, _: &mut Memory) -> Result<Outcome, Failure> {
        Ok(self.method.winner)
    }

    fn after(&self, moved: &Moved, effort: &mut u64, memory: &mut Memory) -> After {
        let sum = Judged::after(self, moved, &mut memory.values)?;
        let Memory { loopy, values } = memory;
        let found = loopy.outcome(&sum, self.is_misere, effort, values)?;
        Ok(found.map(|(outcome, _)| outcome))
    }

    fn reason(&self) -> Reason {
        Reason::Loopy(self.method.found)
    }

    fn measure(&self, turns: usize, effort: &mut u64, memory: &mut Memory) -> Result<(), Failure> {
        if self.method.winner == Outcome::Draw || turns > MOST_MEASURED {
            return Ok(());
        }
        let Memory { loopy, values } = memory;
        loopy.search(&self.sum, self.is_misere, effort, values)
    }

    fn pace(
        &self,
        left: &[Id],
        misere: bool,
        _: &mut Allowance,
        memory: &mut Memory,
    ) -> Result<Pace, Failure> {
        let Memory { loopy, values } = memory;
        let positions = &mut values.piles.positions;
        Ok(match loopy.length(left, misere, positions)? {
            Some(length) => Pace::Moves(length.moves),
            None => Pace::Unknown(loopy.times(left, values)?),
        })
    }

    fn lasts(&self, moves: u32, memory: &mut Memory) -> Result<bool, Failure> {
        let Memory { loopy, values } = memory;
        let positions = &mut values.piles.positions;
        let length = loopy.length(&self.sum, self.is_misere, positions)?;
        Ok(length.is_some_and(|length| length.is_exact && length.moves == moves))
    }
}
