//! What piles with a row are worth, by moves on [boards](crate::kernel::boards).
//!
//! A row whose entries are games of their own is the sum of them ([entries]). Else the rules are read for all that can become of a row at once, which gives [ground] moves: on its entries, where every move leaves
//! a part of them ([read]); else on the values that its entries have ([cells]). A pile that can be reached is a set of places, and
//! a mode where numbers stand beside the row ([layout]). On the row, and on what random play leaves of it, the options are compared
//! with those of the rule; where they differ, the definition decides.

mod ask;
mod cells;
mod choices;
mod engine;
mod entries;
mod ground;
mod guard;
mod layout;
mod members;
mod new_row;
mod read;
mod reading;
mod steps;
#[cfg(test)]
mod tests;

use hashbrown::{HashMap, HashSet};

use self::entries::Entries;
use super::positions::Positions;
use crate::expr::position::GameId;
use crate::kernel::boards::{Formula, Given, Mode};
use crate::rules::game::GameRules;
use crate::work::budget::Kept;
use crate::work::chance::Chance;
use crate::work::{Declined, Failure, Halt};
use engine::Engine;
pub(crate) use engine::{BoardFacts, BoardWay, Naming};
use ground::Ground;
use guard::Places;
pub(crate) use layout::has_row;
use layout::{Layout, Stands};
use steps::spelled_out;

/// The engine's name.
pub const NAME: &str = "boards";

/// How many boards of one game are kept.
const MOST_KEPT: usize = 4;

/// How many rows of one game are read, and declined, before no other is tried that is not more than twice as large as all of them: small
/// rows may have too few positions.
const MOST_DECLINED: usize = 8;

/// How many boards of one game are made that are searched as a whole: of many rows the definition knows what they share.
const MOST_WHOLE: usize = 32;

/// How many positions of random play are compared, and how many options, or few more.
const COMPARED: usize = 100;
const OPTIONS_COMPARED: usize = 20_000;

#[derive(Default)]
pub(crate) struct Boards {
    games: HashMap<GameId, KnownRows>,
}

/// What is known of the rows of a game.
#[derive(Default)]
struct KnownRows {
    /// The boards, the one that was asked last at the end.
    boards: Vec<RowBoard>,
    /// Why the row that was tried last is no board.
    declined: Option<Declined>,
    /// How many rows are no boards, and how large the largest of them is.
    count: usize,
    largest: u64,
    /// How many boards were made that are searched as a whole.
    whole: usize,
    /// The entries of which they are worth the sum, so that no boards are needed.
    entries: Option<Entries>,
}

/// A row that was read, with its search.
struct RowBoard {
    layout: Layout,
    engine: Engine,
    _kept: Kept,
}

impl RowBoard {
    /// The board of a row; nothing where it is so short that it need not be read.
    fn new(
        cells: &[i64],
        game: &GameRules,
        positions: &mut Positions,
    ) -> Result<Option<RowBoard>, Halt> {
        let ground = ground::ground(game, cells, &mut positions.machine)?;
        let Some(Ground { layout, mut given }) = ground else {
            return Ok(None);
        };
        let formula = match game.header.misere {
            true => None,
            false => Formula::of(&given, &mut positions.machine.budget)?,
        };
        if formula.is_none() {
            given = spelled_out(given)?;
        }
        compare(&layout, &given, cells, game, positions)?;
        let budget = &positions.machine.budget;
        let (grid, by_entries) = match &layout.stands {
            Stands::Entries(entries) | Stands::Members { entries, .. } => (grid(entries), true),
            Stands::Values(_) => (None, false),
        };
        let engine = Engine::new(&given, grid.as_deref(), formula, budget)?;
        let is_simple = |mode: &Mode<8>| {
            mode.over.is_empty() && mode.steps.iter().all(|step| step.sets.is_empty())
        };
        let is_simple = layout.modes.len() == 1 && given.modes.iter().all(is_simple);
        if by_entries && is_simple && engine.way() == BoardWay::Whole {
            return Err(Halt::declined("some move may leave the row as it is"));
        }
        // Each set of places takes as many words as the board needs.
        let step = 8 * (1 + 4 * (given.places / 64 + 1));
        let moves: usize = given.modes.iter().map(|mode| mode.steps.len()).sum();
        let kept = budget.keep((moves * step) as u64);
        Ok(Some(RowBoard {
            layout,
            engine,
            _kept: kept,
        }))
    }

    /// The mode and the places of a pile that can be reached.
    fn places(&self, cells: &[i64]) -> Option<(u32, Places)> {
        let (mode, places) = self.layout.places(cells)?;
        self.engine.has(places).then_some((mode, places))
    }

    fn told(&self) -> BoardFacts {
        self.engine.told(self.layout.modes_told())
    }

    /// The same, where a limit was reached with how far the search came.
    fn so_far(&self, halt: Halt) -> Halt {
        match halt {
            Halt::Failure(failure) => failure.at(|| self.engine.so_far()).into(),
            declined @ Halt::Declined(_) => declined,
        }
    }
}

/// Compares the options on a row, and on what random play leaves of it, with those of the rule.
fn compare(
    layout: &Layout,
    given: &Given<8>,
    cells: &[i64],
    game: &GameRules,
    positions: &mut Positions,
) -> Result<(), Halt> {
    let differ = || Halt::declined("its moves on the row are not those of the rule");
    let options = |(mode, at): (u32, Places)| -> Vec<(u32, Places)> {
        let mode = &given.modes[mode as usize];
        let is_over =
            |(there, missing): &(Places, Places)| there.is_within(&at) && !missing.meets(&at);
        let steps = mode.steps.iter().filter(|step| step.is_possible(&at));
        let steps = steps.map(|step| (step.to, step.leaves(&at)));
        let flips = given.flips.iter().filter(|flip| flip.is_possible(&at));
        let flips = flips.map(|flip| (0, flip.leaves(&at)));
        match mode.over.iter().any(is_over) {
            true => Vec::new(),
            false => steps.chain(flips).collect(),
        }
    };
    let mut chance = Chance::new(Some(1));
    let start = layout.places(cells).ok_or_else(differ)?;
    let (mut at, mut looked) = (start, 0);
    for _ in 0..COMPARED {
        let options = options(at);
        if let Err(failure) = positions.list(game.header.id, &layout.cells(at), false) {
            return Err(match failure {
                Failure::Limit(..) | Failure::Bug(_) => failure.into(),
                Failure::Fault(_) | Failure::Complaint(_) => {
                    Halt::declined("the rule fails at some row")
                }
            });
        }
        let listed = &positions.listed;
        // The order of entries that are read as a set says nothing.
        let normal = |cells: &[i64]| Some(layout.cells(layout.places(cells)?));
        let by_rule: Option<HashSet<Vec<i64>>> = (0..listed.len())
            .flat_map(|option| listed.piles(option).map(|(_, cells)| normal(cells)))
            .collect();
        let by_rule = by_rule.ok_or_else(differ)?;
        let on_board: HashSet<Vec<i64>> = options.iter().map(|at| layout.cells(*at)).collect();
        if by_rule != on_board {
            return Err(differ());
        }
        let tried = given.modes[at.0 as usize].steps.len() + given.flips.len();
        looked += options.len() + listed.len() + tried / 100;
        if looked > OPTIONS_COMPARED || by_rule.is_empty() && at == start {
            break;
        }
        let next = chance.index(options.len().max(1));
        at = options.get(next).copied().unwrap_or(start);
    }
    Ok(())
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

impl KnownRows {
    fn of(game: &GameRules) -> KnownRows {
        let declined = ground::covers(game).err();
        KnownRows {
            count: declined.as_ref().map_or(0, |_| MOST_DECLINED),
            largest: declined.as_ref().map_or(0, |_| u64::MAX),
            declined,
            entries: Entries::of(game),
            ..KnownRows::default()
        }
    }

    /// Whether a row of this size may be a board.
    fn may_have(&self, size: u64) -> bool {
        let is_new = self.count < MOST_DECLINED || size / 2 > self.largest;
        is_new && self.whole < MOST_WHOLE
    }

    /// A row of this size is no board.
    fn decline(&mut self, why: Declined, size: u64) {
        self.declined = Some(why);
        self.count += 1;
        self.largest = self.largest.max(size);
    }
}
