//! The moves of a game on a board while they are read, mode by mode.

use hashbrown::HashSet;

use super::layout::Modes;
use crate::expr::shape::{CoordKind, Shape};
use crate::kernel::boards::Step;
use crate::work::Halt;
use crate::work::budget::Budget;

/// At most this many ground moves; fewer in tests, where this many take long.
const MOST_MOVES: usize = if cfg!(test) { 10_000 } else { 1_000_000 };

/// At most this many modes.
const MOST_MODES: usize = 1 << 12;

/// The moves of one mode, each once.
pub(super) struct Steps<'g> {
    shape: &'g Shape,
    /// Which coordinate is the row.
    pub(super) row: usize,
    pub(super) modes: Modes,
    /// The numbers beside the row in this mode.
    pub(super) beside: Vec<i64>,
    found: HashSet<Step<8>>,
    /// How many there are in the modes before.
    before: usize,
    budget: Budget,
}

impl<'g> Steps<'g> {
    /// Those of a game whose first mode has these numbers.
    pub(super) fn new(shape: &'g Shape, row: usize, beside: &[i64], budget: &Budget) -> Steps<'g> {
        let mut modes = Modes::default();
        modes.number(beside.to_vec());
        Steps {
            shape,
            row,
            modes,
            beside: beside.to_vec(),
            found: HashSet::new(),
            before: 0,
            budget: budget.clone(),
        }
    }

    /// The mode after a move that changes these numbers beside the row; nothing where one leaves its range.
    pub(super) fn mode_after(&mut self, changed: &[(usize, i64)]) -> Result<Option<u32>, Halt> {
        let mut after = self.beside.clone();
        for (coord, number) in changed {
            let in_range = match &self.shape.coords[*coord].kind {
                CoordKind::Int(bounds) => bounds.contains(*number),
                CoordKind::Row { .. } => false,
            };
            if !in_range {
                return Ok(None);
            }
            after[coord - usize::from(*coord > self.row)] = *number;
        }
        let number = self.modes.number(after);
        match self.modes.len() {
            0..=MOST_MODES => Ok(Some(number)),
            _ => Err(Halt::declined(format!(
                "the numbers beside the row take more than {MOST_MODES} values together"
            ))),
        }
    }

    pub(super) fn add(&mut self, step: Step<8>) -> Result<(), Halt> {
        self.found.insert(step);
        let count = self.before + self.found.len();
        if count > MOST_MOVES {
            return Err(Halt::declined(format!(
                "there are more than {MOST_MOVES} moves on the row"
            )));
        }
        // What is made next takes about as much again.
        let bytes = (4 * count * size_of::<Step<8>>()) as u64;
        if count.is_power_of_two() && self.budget.need(bytes).is_err() {
            return Err(Halt::declined(format!(
                "more than {count} moves on the row take more memory than there is"
            )));
        }
        Ok(())
    }

    /// The moves of this mode in their order.
    pub(super) fn take(&mut self) -> Vec<Step<8>> {
        let mut moves: Vec<Step<8>> = self.found.drain().collect();
        moves.sort_unstable();
        self.before += moves.len();
        moves
    }
}
