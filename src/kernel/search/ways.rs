//! The choice between the ways of search.

use super::deep::{Asked, Deep};
use super::kinds::{Kind, Kinds};
use super::room::Room;
use super::sweep::{Board, Values};
use super::turn::Rules;
use super::work::{NOT_COVERED, TOO_LARGE, Work};
use crate::work::{Failure, Halt, Limit};

/// Boards with more positions are tried from the root downwards first.
const LARGE: u64 = 1 << 24;

/// What is found about positions that come of a root, kept from one question to the next.
#[derive(Debug, Clone)]
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
    lengths: Option<Values>,
    grundy: Option<Values>,
    outcomes: Keyed,
    deep_lengths: Keyed,
}

/// A search by key in the narrowest width.
#[derive(Debug, Clone)]
enum Keyed {
    Unused,
    One(Deep<1>),
    Two(Deep<2>),
    Four(Deep<4>),
    Eight(Deep<8>),
}

impl Keyed {
    fn new(bounds: &[u64], longest: u64, asked: Asked) -> Keyed {
        if let Some(deep) = Deep::new(bounds, longest, asked) {
            return Keyed::One(deep);
        }
        if let Some(deep) = Deep::new(bounds, longest, asked) {
            return Keyed::Two(deep);
        }
        if let Some(deep) = Deep::new(bounds, longest, asked) {
            return Keyed::Four(deep);
        }
        Deep::new(bounds, longest, asked).map_or(Keyed::Unused, Keyed::Eight)
    }

    fn value(
        &mut self,
        kinds: &Kinds,
        rules: &Rules,
        piles: &[Kind],
        work: &mut Work,
    ) -> Result<(bool, u64), Halt> {
        let found = match self {
            Keyed::Unused => None,
            Keyed::One(deep) => deep.value(kinds, rules, piles, work)?,
            Keyed::Two(deep) => deep.value(kinds, rules, piles, work)?,
            Keyed::Four(deep) => deep.value(kinds, rules, piles, work)?,
            Keyed::Eight(deep) => deep.value(kinds, rules, piles, work)?,
        };
        found.ok_or_else(|| Halt::declined(TOO_LARGE))
    }

    fn len(&self) -> u64 {
        match self {
            Keyed::Unused => 0,
            Keyed::One(deep) => deep.len() as u64,
            Keyed::Two(deep) => deep.len() as u64,
            Keyed::Four(deep) => deep.len() as u64,
            Keyed::Eight(deep) => deep.len() as u64,
        }
    }

    fn memory(&self) -> u64 {
        match self {
            Keyed::Unused => 0,
            Keyed::One(deep) => deep.memory(),
            Keyed::Two(deep) => deep.memory(),
            Keyed::Four(deep) => deep.memory(),
            Keyed::Eight(deep) => deep.memory(),
        }
    }
}

impl Search {
    /// A search over the positions that come of a root.
    pub fn new(kinds: Kinds, rules: Rules, root: &[Kind]) -> Search {
        let room = Room::new(&kinds);
        Search {
            bounds: room.bounds(root),
            longest: room.longest(root),
            board: Board::new(&kinds, &rules, root),
            kinds,
            rules,
            room,
            wins: Vec::new(),
            lengths: None,
            grundy: None,
            outcomes: Keyed::Unused,
            deep_lengths: Keyed::Unused,
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
            && self.room.longest(piles) <= self.longest
            && self
                .room
                .bounds(piles)
                .iter()
                .zip(&self.bounds)
                .all(|(own, bound)| own <= bound)
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
        swept * board + self.outcomes.len() + self.deep_lengths.len()
    }

    pub fn memory(&self) -> u64 {
        let board = self.board.as_ref().map_or(0, Board::memory);
        let values: u64 = [&self.lengths, &self.grundy]
            .into_iter()
            .flatten()
            .map(Values::memory)
            .sum();
        self.kinds.memory()
            + self.room.memory()
            + board
            + values
            + self.wins.capacity() as u64 * 8
            + self.outcomes.memory()
            + self.deep_lengths.memory()
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// A limit was reached, or the position is not covered or too large for a key.
    pub fn wins(&mut self, piles: &[Kind], work: &mut Work) -> Result<bool, Halt> {
        if !self.covers(piles) {
            return Err(Halt::declined(NOT_COVERED));
        }
        let Some(board) = &self.board else {
            return self.wins_deep(piles, work);
        };
        let place = board
            .lattice
            .find(piles)
            .ok_or_else(|| Halt::declined(NOT_COVERED))?;
        if self.wins.is_empty() {
            let len = board.lattice.len();
            let fits = work.need(self.memory() + len / 8).is_ok();
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
                        self.outcomes = Keyed::Unused;
                    }
                    found => return found,
                }
            }
            if let Some(board) = &self.board {
                self.wins = work.with(self.memory(), |work| board.outcomes(work))?;
            }
        }
        Ok(self.wins[(place / 64) as usize] >> (place % 64) & 1 == 1)
    }

    fn wins_deep(&mut self, piles: &[Kind], work: &mut Work) -> Result<bool, Halt> {
        if matches!(self.outcomes, Keyed::Unused) {
            self.outcomes = Keyed::new(&self.bounds, self.longest, Asked::Outcome);
        }
        // The search counts its own table.
        let others = self.memory() - self.outcomes.memory();
        let found = work.with(others, |work| {
            self.outcomes.value(&self.kinds, &self.rules, piles, work)
        })?;
        Ok(found.0)
    }

    /// Whether the player to move wins, and how many moves perfect play lasts: the winner hurries, the loser delays.
    ///
    /// # Errors
    /// A limit was reached, or the position is not covered or too large for a key.
    pub fn length(&mut self, piles: &[Kind], work: &mut Work) -> Result<(bool, u64), Halt> {
        if !self.covers(piles) {
            return Err(Halt::declined(NOT_COVERED));
        }
        if let Some(board) = &self.board {
            if self.lengths.is_none() {
                let others = self.memory();
                match work.with(others, |work| board.lengths(self.longest, work)) {
                    Ok(lengths) => self.lengths = Some(lengths),
                    Err(Halt::Declined(_)) => {}
                    Err(halt) => return Err(halt),
                }
            }
            let place = board
                .lattice
                .find(piles)
                .ok_or_else(|| Halt::declined(NOT_COVERED))?;
            if let Some(length) = self.lengths.as_ref().and_then(|all| all.get(place)) {
                let length = u64::from(length.saturating_sub(1));
                // Plays of a winner end in an odd number of moves, or in an even one in misère play.
                return Ok((length % 2 == u64::from(!self.rules.misere), length));
            }
        }
        if matches!(self.deep_lengths, Keyed::Unused) {
            self.deep_lengths = Keyed::new(&self.bounds, self.longest, Asked::Length);
        }
        let others = self.memory() - self.deep_lengths.memory();
        work.with(others, |work| {
            self.deep_lengths
                .value(&self.kinds, &self.rules, piles, work)
        })
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// A limit was reached, or there is no board with the position.
    pub fn grundy(&mut self, piles: &[Kind], work: &mut Work) -> Result<u32, Halt> {
        let Some(board) = &self.board else {
            return Err(Halt::declined(NOT_COVERED));
        };
        let place = board
            .lattice
            .find(piles)
            .ok_or_else(|| Halt::declined(NOT_COVERED))?;
        if self.grundy.is_none() {
            let others = self.memory();
            self.grundy = Some(work.with(others, |work| board.grundy(self.longest, work))?);
        }
        self.grundy
            .as_ref()
            .and_then(|values| values.get(place))
            .ok_or_else(|| Halt::declined(NOT_COVERED))
    }
}
