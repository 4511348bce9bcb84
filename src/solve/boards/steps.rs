//! The moves of a game on a board while they are read, mode by mode.

use hashbrown::HashSet;

use super::layout::Modes;
use crate::expr::shape::{CoordKind, Shape};
use crate::kernel::boards::{Bits, Flip, Given, Step};
use crate::work::Halt;
use crate::work::budget::{Budget, Kept};

/// At most this many ground moves; fewer in tests, where this many take long.
const MOST_MOVES: usize = if cfg!(test) { 10_000 } else { 1_000_000 };

/// At most this many moves of one mode for each pair of places, but for a few: of a rule with more the definition soon knows all
/// positions.
const MOST_FOR_A_PAIR: usize = 64;
const FEW_MOVES: usize = 1_000;

/// More moves of one mode for each place take longer to try than the options of a position to list, where nothing falls apart.
const MOST_FOR_A_PLACE: usize = 160;

/// A move that changes entries in more ways, by what they are, is tried in vain all but once on each position: the options of a
/// position are sooner listed.
pub(super) const MOST_WAYS: usize = 64;

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
    /// Moves of the first mode that turn over coins.
    pub(super) flips: Vec<Flip<8>>,
    /// How many there are in the modes before.
    before: usize,
    places: usize,
    /// Whether some condition ends the game apart from the conditions of moves.
    pub(super) has_ends: bool,
    change: PlacesChanged,
    budget: Budget,
    kept: Kept,
}

/// What moves do with places.
struct PlacesChanged {
    set: Bits<8>,
    cleared: Bits<8>,
    /// Whether each move of this mode only turns over what it asks for.
    only_flips: bool,
}

/// Bytes of a set with room for so many moves: of eight slots seven may be taken, and some bytes stand beside them.
fn table(room: usize) -> u64 {
    (room / 7 * 8 * (size_of::<Step<8>>() + 1) + 32) as u64
}

/// Bytes of a list of so many moves.
fn list(moves: usize) -> u64 {
    (moves * size_of::<Step<8>>()) as u64
}

/// Bytes of a list of so many flips.
fn flips(count: usize) -> u64 {
    (count * size_of::<Flip<8>>()) as u64
}

impl<'g> Steps<'g> {
    /// Those of a game whose first mode has these numbers, on a board with so many places.
    pub(super) fn new(
        shape: &'g Shape,
        row: usize,
        beside: &[i64],
        places: usize,
        budget: &Budget,
    ) -> Steps<'g> {
        let mut modes = Modes::default();
        modes.number(beside.to_vec());
        Steps {
            shape,
            row,
            modes,
            beside: beside.to_vec(),
            found: HashSet::new(),
            flips: Vec::new(),
            before: 0,
            places,
            has_ends: false,
            change: PlacesChanged {
                set: Bits::NONE,
                cleared: Bits::NONE,
                only_flips: true,
            },
            kept: budget.keep(0),
            budget: budget.clone(),
        }
    }

    /// The mode after a move that changes these numbers beside the row, and the last entry where that is given; nothing where a
    /// number leaves its range.
    pub(super) fn mode_after(
        &mut self,
        changed: &[(usize, i64)],
        last: Option<&[i64]>,
    ) -> Result<Option<u32>, Halt> {
        let mut after = self.beside.clone();
        if let Some(last) = last {
            after.truncate(self.shape.coords.len() - 1);
            after.extend(last);
        }
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
        if self.found.len() == self.found.capacity() {
            self.grow()?;
        }
        let PlacesChanged {
            set,
            cleared,
            only_flips,
        } = &mut self.change;
        *only_flips &= step.clears == step.requires && step.sets == step.forbids;
        *set = *set | step.sets;
        *cleared = *cleared | step.clears;
        self.found.insert(step);
        let (count, all) = (self.found.len(), self.before + self.found.len());
        // Coins need not be tried.
        if self.is_whole() && !self.change.only_flips {
            can_be_tried(count, self.places)?;
        }
        let most = (MOST_FOR_A_PAIR * self.places * self.places).clamp(FEW_MOVES, MOST_MOVES);
        match (count > most, all > MOST_MOVES) {
            (false, false) => Ok(()),
            (true, _) => too_many(most),
            (_, true) => too_many(MOST_MOVES),
        }
    }

    /// Adds a move that flips over coins.
    pub(super) fn add_flip(&mut self, flip: Flip<8>, to: u32) -> Result<(), Halt> {
        if to != 0 || self.has_ends || self.modes.len() > 1 {
            let ways = flip.steps(MOST_WAYS).ok_or_else(too_many_ways)?;
            for step in ways {
                self.add(Step { to, ..step })?;
            }
            return Ok(());
        }
        if self.flips.len() == self.flips.capacity() {
            let more = self.flips.len().max(64);
            // They are copied twice.
            if self.budget.need(4 * flips(more)).is_err() {
                return self.no_room(self.flips.len());
            }
            self.flips.reserve_exact(more);
            self.keep();
        }
        self.flips.push(flip);
        match self.flips.len() > MOST_MOVES {
            true => too_many(MOST_MOVES),
            false => Ok(()),
        }
    }

    /// Whether positions do not fall into components, as far as that is seen.
    fn is_whole(&self) -> bool {
        self.has_ends || self.modes.len() > 1 || self.change.set.meets(&self.change.cleared)
    }

    /// Makes room for twice as many moves, where there is memory for them and for their lists.
    fn grow(&mut self) -> Result<(), Halt> {
        let room = (2 * self.found.len()).max(28);
        let lists = list(2 * room + self.before);
        if self.budget.need(table(room) + lists).is_err() {
            return self.no_room(self.before + self.found.len());
        }
        self.found.reserve(room - self.found.len());
        self.keep();
        Ok(())
    }

    fn no_room(&self, moves: usize) -> Result<(), Halt> {
        Err(Halt::declined(format!(
            "more than {moves} moves on the row take more memory than there is"
        )))
    }

    /// Counts the bytes in use.
    fn keep(&mut self) {
        self.kept
            .set(table(self.found.capacity()) + list(self.before) + flips(self.flips.capacity()));
    }

    /// The moves of this mode in their order.
    pub(super) fn take(&mut self) -> Vec<Step<8>> {
        let mut moves: Vec<Step<8>> = self.found.drain().collect();
        moves.sort_unstable();
        self.before += moves.len();
        self.change.only_flips = true;
        self.keep();
        moves
    }
}

/// Why a move is not read that may be made in so many ways.
pub(super) fn too_many_ways() -> Halt {
    Halt::declined(format!(
        "a move has more than {MOST_WAYS} ways to change the row, too many to try on each position"
    ))
}

/// Declines for moves that are too many to be tried on positions of so many places.
fn can_be_tried(moves: usize, places: usize) -> Result<(), Halt> {
    let most = MOST_FOR_A_PLACE * places;
    match moves > most {
        false => Ok(()),
        true => Err(Halt::declined(format!(
            "there are more than {most} moves on the row, too many to try on each position"
        ))),
    }
}

/// A game all of whose moves are given way by way.
pub(super) fn spelled_out(given: Given<8>) -> Result<Given<8>, Halt> {
    let Given {
        mut modes, flips, ..
    } = given;
    if let Some(mode) = modes.first_mut().filter(|_| !flips.is_empty()) {
        for flip in flips {
            let ways = flip.steps(MOST_WAYS).ok_or_else(too_many_ways)?;
            mode.steps.extend(ways);
        }
        mode.steps.sort_unstable();
        mode.steps.dedup();
    }
    Ok(Given {
        modes,
        flips: Vec::new(),
        ..given
    })
}

/// Declines a game whose positions cannot be searched as a whole.
pub(super) fn is_searchable(given: &Given<8>) -> Result<(), Halt> {
    let mut modes = given.modes.iter();
    modes.try_for_each(|mode| can_be_tried(mode.steps.len(), given.places))
}

fn too_many(most: usize) -> Result<(), Halt> {
    Err(Halt::declined(format!(
        "there are more than {most} moves on the row"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn moves_are_counted_before_they_take_memory() {
        let memory = 1_000_000;
        let budget = Budget::start(&Limits::default().with_memory(memory));
        let shape = Shape::heap();
        let mut steps = Steps::new(&shape, 0, &[], 100, &budget);
        let declined = (0..100_000usize).find_map(|number| {
            let step = Step {
                to: 0,
                requires: Bits::one(number % 500),
                forbids: Bits::one(number / 500),
                clears: Bits::NONE,
                sets: Bits::NONE,
            };
            let result = steps.add(step);
            let taken = steps.found.allocation_size() as u64;
            assert!(taken <= budget.held() && budget.held() <= memory);
            result.err()
        });
        assert!(declined.is_some());
        drop(steps);
        assert_eq!(budget.held(), 0);
    }
}
