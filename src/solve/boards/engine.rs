//! The search on a board, with as many words as its places need.

use super::guard::Places;
use super::steps::is_searchable;
use crate::kernel::boards::{Board, Formula, Given, Search, Whole, WholeGoal};
use crate::work::budget::Budget;
use crate::work::{Failure, Halt};

/// How a board is searched.
enum BoardSearch<const N: usize> {
    /// By components.
    Parts(Search<N>),
    /// Not at all.
    Formula(Formula),
    Whole(Whole<N>),
}

/// How the values of positions are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoardWay {
    /// A row is the sum of its entries.
    Entries,
    /// A row is worth every second of its entries.
    Stairs,
    Parts,
    Coins,
    /// Welter's game.
    Welter,
    /// Coins that may not jump over others.
    Gaps,
    Whole,
}

/// A search with as many words as the board needs.
pub(super) struct Engine(ByWords);

enum ByWords {
    One(BoardSearch<1>),
    Two(BoardSearch<2>),
    Four(BoardSearch<4>),
    Eight(BoardSearch<8>),
}

/// Does the same with the search of each size.
macro_rules! each_size {
    ($engine:expr, $way:ident => $body:expr) => {
        match $engine {
            Engine(ByWords::One($way)) => $body,
            Engine(ByWords::Two($way)) => $body,
            Engine(ByWords::Four($way)) => $body,
            Engine(ByWords::Eight($way)) => $body,
        }
    };
}

/// How positions are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// Components, by these names and so many images of each.
    Parts(&'static str, usize),
    /// By a formula, of this kind.
    Formula(BoardWay),
    Whole,
    /// As a whole where they do not fall into components.
    Apart,
}

#[derive(Debug)]
pub(crate) struct BoardFacts {
    pub(crate) places: usize,
    pub(crate) moves: usize,
    /// How many values that which counts beside the set of places takes, and what it is.
    pub(crate) modes: (usize, &'static str),
    pub(crate) names: Naming,
}

impl<const N: usize> BoardSearch<N> {
    fn new(
        given: &Given<8>,
        grid: Option<&[(i64, i64)]>,
        formula: Option<Formula>,
        budget: &Budget,
    ) -> Result<BoardSearch<N>, Halt> {
        Ok(match (Board::new(given), formula) {
            (Some(board), _) => BoardSearch::Parts(Search::new(board, grid, budget)),
            (None, Some(formula)) => BoardSearch::Formula(formula),
            (None, None) => {
                is_searchable(given)?;
                BoardSearch::Whole(Whole::new(given))
            }
        })
    }
}

impl Engine {
    /// A search, unless a formula tells the values; `grid` has row and column of each place, if any.
    pub(super) fn new(
        given: &Given<8>,
        grid: Option<&[(i64, i64)]>,
        formula: Option<Formula>,
        budget: &Budget,
    ) -> Result<Engine, Halt> {
        // One place less than there are bits: values are sets of as many.
        Ok(Engine(match given.places {
            0..=63 => ByWords::One(BoardSearch::new(given, grid, formula, budget)?),
            64..=127 => ByWords::Two(BoardSearch::new(given, grid, formula, budget)?),
            128..=255 => ByWords::Four(BoardSearch::new(given, grid, formula, budget)?),
            _ => ByWords::Eight(BoardSearch::new(given, grid, formula, budget)?),
        }))
    }

    pub(super) fn way(&self) -> BoardWay {
        each_size!(self, way => match way {
            BoardSearch::Parts(_) => BoardWay::Parts,
            BoardSearch::Formula(Formula::Coins(_)) => BoardWay::Coins,
            BoardSearch::Formula(Formula::Strip(strip)) if strip.jumps => BoardWay::Welter,
            BoardSearch::Formula(Formula::Strip(_)) => BoardWay::Gaps,
            BoardSearch::Whole(_) => BoardWay::Whole,
        })
    }

    pub(super) fn has(&self, places: Places) -> bool {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => search.board().has(&places.resized()),
            BoardSearch::Formula(_) => true,
            BoardSearch::Whole(whole) => whole.has(&places.resized()),
        })
    }

    pub(super) fn value(
        &mut self,
        (mode, at): (u32, Places),
        budget: &mut Budget,
    ) -> Result<u32, Halt> {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => Ok(search.value(at.resized(), budget)?),
            BoardSearch::Formula(formula) => Ok(formula.value(&at)),
            BoardSearch::Whole(whole) => whole.find(mode, at.resized(), WholeGoal::Value, budget),
        })
    }

    pub(super) fn is_worth(
        &mut self,
        (mode, at): (u32, Places),
        value: u32,
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => Ok(search.is_worth(at.resized(), value, budget)?),
            BoardSearch::Formula(formula) => Ok(formula.value(&at) == value),
            BoardSearch::Whole(whole) => {
                let asked = if value == 0 { WholeGoal::Wins } else { WholeGoal::Value };
                Ok(whole.find(mode, at.resized(), asked, budget)? == value)
            }
        })
    }

    /// Whether the player to move wins where the last move loses.
    pub(super) fn wins_misere(
        &mut self,
        (mode, at): (u32, Places),
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => Ok(search.wins_misere(at.resized(), budget)?),
            BoardSearch::Formula(_) => Err(Failure::Bug("formulas are for normal play").into()),
            BoardSearch::Whole(whole) => Ok(whole.find(mode, at.resized(), WholeGoal::WinsMisere, budget)? == 1),
        })
    }

    /// Whether more positions than this can be reached; not of those that are searched as a whole, which is not looked at.
    pub(super) fn reaches_more(
        &self,
        (_, at): (u32, Places),
        most: usize,
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => {
                let board = search.board();
                Ok(board.reaches_more(board.seen(at.resized()), most, budget)?)
            }
            BoardSearch::Formula(_) | BoardSearch::Whole(_) => Ok(false),
        })
    }

    /// The components in which there are moves, each with its value; nothing where positions are searched as a whole.
    pub(super) fn parts(
        &mut self,
        (_, at): (u32, Places),
        budget: &mut Budget,
    ) -> Result<Vec<(Places, u32)>, Halt> {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => {
                let parts = search.parts(at.resized(), budget)?.into_iter();
                Ok(parts.map(|(part, value)| (part.resized(), value)).collect())
            }
            BoardSearch::Formula(_) | BoardSearch::Whole(_) => Ok(Vec::new()),
        })
    }

    pub(super) fn told(&self, modes: (usize, &'static str)) -> BoardFacts {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => {
                let (names, images) = search.way();
                BoardFacts {
                    places: search.board().active().len(),
                    moves: search.board().moves().len(),
                    modes,
                    names: Naming::Parts(names, images),
                }
            }
            BoardSearch::Formula(formula) => {
                let (places, moves) = formula.size();
                BoardFacts { places, moves, modes, names: Naming::Formula(self.way()) }
            }
            BoardSearch::Whole(whole) => {
                let (places, moves) = whole.size();
                let names = match whole.may_fall_apart() {
                    true => Naming::Apart,
                    false => Naming::Whole,
                };
                BoardFacts { places, moves, modes, names }
            }
        })
    }

    /// How far the search came, in words.
    pub(super) fn so_far(&self) -> String {
        each_size!(self, way => match way {
            BoardSearch::Parts(search) => format!("after {} components of the board", search.known()),
            BoardSearch::Formula(_) => "before the first position".to_owned(),
            BoardSearch::Whole(whole) => format!("after {} positions of the board", whole.known()),
        })
    }
}
