//! Values of piles that are rows, bags or sets of which every move leaves a part: [boards](crate::kernel::boards).
//!
//! The rules are [read](read) for all that can be left of a row at once, which gives [ground] moves on its entries. An entry is a
//! place of its own, also where several are equal. A pile that is a part of a row that was read is a set of its places. On the row,
//! and on what random play leaves of it, the options are compared with those of the rule; where they differ, the definition
//! decides.

mod ask;
mod choices;
mod condition;
mod ground;
mod guard;
mod read;
mod rows;
#[cfg(test)]
mod tests;

use hashbrown::{HashMap, HashSet};

use super::positions::Positions;
use crate::expr::position::GameId;
use crate::expr::value::Value;
use crate::kernel::boards::{Board, Search};
use crate::rules::game::GameRules;
use crate::work::budget::Budget;
use crate::work::chance::Chance;
use crate::work::{Declined, Failure, Halt, Limit};
use guard::Places;
use read::Reader;

/// The engine's name.
pub const NAME: &str = "boards";

/// So many boards of one game are kept.
const MOST_KEPT: usize = 4;

/// So many rows of one game are read, and declined, before no other is tried.
const MOST_DECLINED: usize = 8;

/// So many positions of random play are compared, and so many options, or few more.
const COMPARED: usize = 100;
const OPTIONS_COMPARED: usize = 20_000;

/// The boards of the games.
#[derive(Default)]
pub(crate) struct Boards {
    games: HashMap<GameId, Known>,
}

/// What is known of the rows of a game.
#[derive(Default)]
struct Known {
    /// The boards, the one that was asked last at the end.
    boards: Vec<RowBoard>,
    /// Why the row that was tried last is no board.
    declined: Option<Declined>,
    /// How many rows are no boards.
    count: usize,
}

/// A row that was read, with its search.
struct RowBoard {
    /// The cells of each entry.
    entries: Vec<Vec<i64>>,
    sized: Sized,
}

/// A search with as many words as the row needs.
enum Sized {
    One(Search<1>),
    Two(Search<2>),
    Four(Search<4>),
    Eight(Search<8>),
}

/// Does the same with the search of each size.
macro_rules! each_size {
    ($sized:expr, $search:ident => $body:expr) => {
        match $sized {
            Sized::One($search) => $body,
            Sized::Two($search) => $body,
            Sized::Four($search) => $body,
            Sized::Eight($search) => $body,
        }
    };
}

/// What there is to tell of a board.
pub(crate) struct Told {
    pub(crate) places: usize,
    pub(crate) moves: usize,
    /// How components are named, and how many images of each have one name.
    pub(crate) names: (&'static str, usize),
}

impl RowBoard {
    fn new(cells: &[i64], game: &GameRules, positions: &mut Positions) -> Result<RowBoard, Halt> {
        let entries: Vec<Vec<i64>> = chunks(cells).map(<[i64]>::to_vec).collect();
        let row = game.header.shape.parts(cells).next();
        let row = row.as_ref().map_or(&[][..], Value::items);
        let mut reader = Reader::new(row, &mut positions.machine);
        let moves = ground::ground(game, &mut reader)?;
        let grid = grid(&entries);
        let places = entries.len();
        let never = || Halt::declined("some move may leave the row as it is");
        macro_rules! search {
            () => {{
                let board = Board::new(places, &moves).ok_or_else(never)?;
                Search::new(board, grid.as_deref(), &positions.machine.budget)
            }};
        }
        // One place less than there are bits: values are sets of as many.
        let sized = match places {
            0..=63 => Sized::One(search!()),
            64..=127 => Sized::Two(search!()),
            128..=255 => Sized::Four(search!()),
            _ => Sized::Eight(search!()),
        };
        let board = RowBoard { entries, sized };
        board.compare(game, positions)?;
        Ok(board)
    }

    /// The places of a row that is a part of this one, and can be left of it.
    fn places(&self, cells: &[i64]) -> Option<Places> {
        let mut places = Places::NONE;
        let mut next = 0;
        for entry in chunks(cells) {
            let found = self
                .entries
                .get(next..)?
                .iter()
                .position(|it| it == entry)?;
            places.insert(next + found);
            next += found + 1;
        }
        let has = each_size!(&self.sized, search => search.board().has(&places.resized()));
        has.then_some(places)
    }

    fn cells(&self, places: Places) -> Vec<i64> {
        let entries = places.iter().filter_map(|place| self.entries.get(place));
        std::iter::once(places.len() as i64)
            .chain(entries.flatten().copied())
            .collect()
    }

    fn value(&mut self, at: Places, budget: &mut Budget) -> Result<u32, Limit> {
        each_size!(&mut self.sized, search => search.value(at.resized(), budget))
    }

    fn is_worth(&mut self, at: Places, value: u32, budget: &mut Budget) -> Result<bool, Limit> {
        each_size!(&mut self.sized, search => search.is_worth(at.resized(), value, budget))
    }

    fn told(&self) -> Told {
        each_size!(&self.sized, search => Told {
            places: search.board().active().len(),
            moves: search.board().moves().len(),
            names: search.way(),
        })
    }

    /// The limit, with how far the search came.
    fn so_far(&self, limit: Limit) -> Failure {
        let known = each_size!(&self.sized, search => search.known());
        Failure::Limit(limit, format!("after {known} components of the board"))
    }

    /// What moves leave of a position.
    fn options(&self, at: Places) -> Vec<Places> {
        each_size!(&self.sized, search => {
            let at = at.resized();
            let moves = search.board().moves().iter().filter(|m| m.is_possible(&at));
            moves.map(|m| (at - m.clears).resized()).collect()
        })
    }

    /// Compares the options on the row, and on what random play leaves of it, with those of the rule.
    fn compare(&self, game: &GameRules, positions: &mut Positions) -> Result<(), Halt> {
        let mut chance = Chance::new(Some(1));
        let all = Places::below(self.entries.len());
        let (mut at, mut looked) = (all, 0);
        for _ in 0..COMPARED {
            let options = self.options(at);
            if let Err(failure) = positions.list(game.header.id, &self.cells(at), false) {
                return Err(match failure {
                    Failure::Limit(..) | Failure::Bug(_) => failure.into(),
                    Failure::Fault(_) | Failure::Complaint(_) => {
                        Halt::declined("the rule fails at some row")
                    }
                });
            }
            let listed = &positions.listed;
            let by_rule: HashSet<Vec<i64>> = (0..listed.len())
                .flat_map(|option| listed.piles(option).map(|(_, cells)| cells.to_vec()))
                .collect();
            let by_masks: HashSet<Vec<i64>> = options.iter().map(|at| self.cells(*at)).collect();
            if by_rule != by_masks {
                return Err(Halt::declined(
                    "its moves on the row are not those of the rule",
                ));
            }
            looked += options.len() + listed.len();
            if looked > OPTIONS_COMPARED || by_rule.is_empty() && at == all {
                break;
            }
            at = options
                .get(chance.index(options.len()))
                .copied()
                .unwrap_or(all);
        }
        Ok(())
    }
}

/// The cells of each entry of a row.
fn chunks(cells: &[i64]) -> impl Iterator<Item = &[i64]> {
    let (len, rest) = cells
        .split_first()
        .map_or((0, cells), |(len, rest)| (*len as usize, rest));
    rest.chunks(rest.len().checked_div(len).unwrap_or(1).max(1))
}

/// Row and column of each entry, where they are pairs of numbers, or numbers in one row.
fn grid(entries: &[Vec<i64>]) -> Option<Vec<(i64, i64)>> {
    let place = |entry: &Vec<i64>| match entry.as_slice() {
        [column] => Some((0, *column)),
        [row, column] => Some((*row, *column)),
        _ => None,
    };
    entries.iter().map(place).collect()
}

impl Boards {
    pub(super) fn forget(&mut self) {
        self.games.clear();
    }
}

impl Known {
    fn of(game: &GameRules) -> Known {
        let declined = ground::covers(game).err();
        Known {
            count: if declined.is_some() { MOST_DECLINED } else { 0 },
            declined,
            boards: Vec::new(),
        }
    }
}
