//! The choice between the ways of search.

use super::deep::{DeepGoal, Keyed, narrowest};
use super::kinds::{Kind, Kinds, Room};
use super::sweep::Board;
use super::{NOT_COVERED, Rules, TOO_LARGE, Work};
use crate::work::store::Store;
use crate::work::{Failure, Halt, Limit};

/// Boards with more positions are tried from the root downwards first.
const LARGE: u64 = 1 << 24;

/// What is found about positions that come of a root, kept from one question to the next.
#[derive(Debug)]
pub struct Search {
    kinds: Kinds,
    rules: Rules,
    room: Room,
    /// For each kind the most piles there may be.
    bounds: Vec<u64>,
    longest: u64,
    board: Option<Board>,
    /// A bit for each position of the board.
    wins: Vec<u64>,
    lengths: Option<Store>,
    grundy: Option<Store>,
    /// What was found by key, once that was needed.
    outcomes: Option<Box<dyn Keyed>>,
    deep_lengths: Option<Box<dyn Keyed>>,
}

impl Search {
    /// A search over the positions that come of a root.
    pub fn new(kinds: Kinds, rules: Rules, root: &[Kind]) -> Search {
        let room = Room::new(&kinds);
        Search {
            bounds: room.bounds(&kinds, root),
            longest: kinds.longest(root),
            board: Board::new(&kinds, &rules, root),
            kinds,
            rules,
            room,
            wins: Vec::new(),
            lengths: None,
            grundy: None,
            outcomes: None,
            deep_lengths: None,
        }
    }

    /// How many positions the board has, where there is one.
    pub fn board_len(&self) -> Option<u64> {
        self.board.as_ref().map(|board| board.lattice.len())
    }

    /// Whether a position is among those this search is for.
    pub fn covers(&self, piles: &[Kind]) -> bool {
        // What stands below the root on the board need not come of it, and may have more room than the root.
        self.board
            .as_ref()
            .is_none_or(|board| board.lattice.find(piles).is_some())
            && self.kinds.longest(piles) <= self.longest
            && self
                .room
                .bounds(&self.kinds, piles)
                .iter()
                .zip(&self.bounds)
                .all(|(own, bound)| own <= bound)
    }

    /// The place of a position on the board, where there is one; declined where the position is not covered.
    fn place(&self, piles: &[Kind]) -> Result<Option<u64>, Halt> {
        if !self.covers(piles) {
            return Err(Halt::declined(NOT_COVERED));
        }
        Ok(self.board.as_ref().and_then(|it| it.lattice.find(piles)))
    }

    /// How many positions were worked out.
    pub fn positions(&self) -> u64 {
        let board = self.board_len().unwrap_or(0);
        let tables = [
            !self.wins.is_empty(),
            self.lengths.is_some(),
            self.grundy.is_some(),
        ];
        let swept = tables.iter().filter(|table| **table).count() as u64;
        let keyed = [&self.outcomes, &self.deep_lengths];
        let keyed = keyed.into_iter().flatten().map(|deep| deep.count());
        swept * board + keyed.sum::<u64>()
    }

    pub fn memory(&self) -> u64 {
        let board = self.board.as_ref().map_or(0, Board::memory);
        let values: u64 = [&self.lengths, &self.grundy]
            .into_iter()
            .flatten()
            .map(Store::memory)
            .sum();
        self.kinds.memory()
            + self.room.memory()
            + board
            + values
            + self.wins.capacity() as u64 * 8
            + memory(&self.outcomes)
            + memory(&self.deep_lengths)
    }

    /// Whether the player to move wins.
    /// Declined where the position is not covered or too large for a key.
    pub fn wins(&mut self, piles: &[Kind], work: &mut Work) -> Result<bool, Halt> {
        let (Some(place), Some(len)) = (self.place(piles)?, self.board_len()) else {
            return self.wins_deep(piles, work);
        };
        if self.wins.is_empty() {
            let fits = work.budget.need(self.memory() + len / 8).is_ok();
            if len > LARGE || !fits {
                // A position may be won at once. That costs less than a fifth of the whole board.
                let most = work.most;
                if fits {
                    work.most = most.min(work.options.saturating_add(len));
                }
                let found = self.wins_deep(piles, work);
                work.most = most;
                match found {
                    Err(
                        Halt::Declined(_) | Halt::Failure(Failure::Limit(Limit::Options(_), _)),
                    ) if fits && work.options <= most => {
                        self.outcomes = None;
                    }
                    found => return found,
                }
            }
            if let Some(board) = &self.board {
                let _others = work.budget.keep(self.memory());
                self.wins = board.outcomes(work)?;
            }
        }
        Ok(self.wins[(place / 64) as usize] >> (place % 64) & 1 == 1)
    }

    fn wins_deep(&mut self, piles: &[Kind], work: &mut Work) -> Result<bool, Halt> {
        Ok(self.by_key(DeepGoal::Outcome, piles, work)?.0)
    }

    fn by_key(
        &mut self,
        asked: DeepGoal,
        piles: &[Kind],
        work: &mut Work,
    ) -> Result<(bool, u64), Halt> {
        let all = self.memory();
        let keyed = match asked {
            DeepGoal::Outcome => &mut self.outcomes,
            DeepGoal::Length => &mut self.deep_lengths,
        };
        // The search counts its own table.
        let others = all - memory(keyed);
        if keyed.is_none() {
            *keyed = narrowest(&self.bounds, self.longest, asked);
        }
        let Some(deep) = keyed else {
            return Err(Halt::declined(TOO_LARGE));
        };
        let (kinds, rules) = (&self.kinds, &self.rules);
        let _others = work.budget.keep(others);
        let found = deep.value(kinds, rules, piles, work)?;
        found.ok_or_else(|| Halt::declined(TOO_LARGE))
    }

    /// Whether the player to move wins, and how many moves perfect play lasts: the winner hurries, the loser delays.
    /// Declined where the position is not covered or too large for a key.
    pub fn length(&mut self, piles: &[Kind], work: &mut Work) -> Result<(bool, u64), Halt> {
        if let (Some(place), Some(board)) = (self.place(piles)?, &self.board) {
            if self.lengths.is_none() {
                let _others = work.budget.keep(self.memory());
                match board.lengths(self.longest, work) {
                    Ok(lengths) => self.lengths = Some(lengths),
                    Err(Halt::Declined(_)) => {}
                    Err(halt) => return Err(halt),
                }
            }
            let lengths = self.lengths.as_ref();
            if let Some(length) = lengths.and_then(|all| all.get(place as usize)) {
                let length = u64::from(length.saturating_sub(1));
                // Plays of a winner end in an odd number of moves, or in an even one in misère play.
                return Ok((length % 2 == u64::from(!self.rules.misere), length));
            }
        }
        self.by_key(DeepGoal::Length, piles, work)
    }

    /// The Grundy value.
    /// Declined where there is no board with the position.
    pub fn grundy(&mut self, piles: &[Kind], work: &mut Work) -> Result<u32, Halt> {
        let Some(board) = &self.board else {
            return Err(Halt::declined(NOT_COVERED));
        };
        let place = board
            .lattice
            .find(piles)
            .ok_or_else(|| Halt::declined(NOT_COVERED))?;
        if self.grundy.is_none() {
            let _others = work.budget.keep(self.memory());
            self.grundy = Some(board.grundy(self.longest, work)?);
        }
        self.grundy
            .as_ref()
            .and_then(|values| values.get(place as usize))
            .ok_or_else(|| Halt::declined(NOT_COVERED))
    }
}

fn memory(deep: &Option<Box<dyn Keyed>>) -> u64 {
    deep.as_ref().map_or(0, |deep| deep.memory())
}
