//! The boxes of each game on tuples: when they are asked for, and when a pile is left to the definition.

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::{Tuples, Way};
use crate::expr::position::GameId;
use crate::solve::definition::Definition;
use crate::solve::policy::{NEVER_ENDS, Policy, engine_declines};
use crate::solve::positions::{Positions, Walk};
use crate::work::budget::Account;
use crate::work::{Declined, Failure};

/// Boxes of so many cells are worked out at once: rays cost little more than a look at what can be reached.
const SMALL_FOR_RAYS: u64 = 1 << 17;
/// The same, option by option.
const SMALL: u64 = 1 << 10;
/// So many options are looked at at least before a box is preferred to the definition; an eighth where rays make it cheap.
const FEW_OPTIONS: u64 = 100_000;

/// The games with their boxes.
#[derive(Default)]
pub(crate) struct Boxes {
    /// For each game its boxes, or why it has none.
    games: HashMap<GameId, Result<Tuples, Declined>>,
}

impl Boxes {
    /// The engine for a game on tuples, or why there is none.
    pub(crate) fn of(
        &mut self,
        game: GameId,
        policy: &Policy,
        positions: &mut Positions,
    ) -> Result<&mut Result<Tuples, Declined>, Failure> {
        if !self.games.contains_key(&game) {
            let transitions = positions.transitions(game)?;
            let found = if transitions.game.header.loopy {
                Err(NEVER_ENDS.into())
            } else if policy.plain {
                Err("only the definition is used".into())
            } else {
                Tuples::new(&transitions, &positions.book, policy)
            };
            if let (Err(why), Some(only)) = (&found, &policy.only) {
                let declined = vec![("rays or box", why.clone())];
                let header = &transitions.game.header;
                return Err(engine_declines(only, header, &declined).into());
            }
            self.games.insert(game, found);
        }
        Ok(self.games.get_mut(&game).expect("it was put there"))
    }

    /// The value of a pile of a game on tuples, where its box is worked out. What is known by the definition need not be worked
    /// out again.
    pub(crate) fn value(
        &mut self,
        game: GameId,
        cells: &[i64],
        policy: &Policy,
        definition: &Definition,
        positions: &mut Positions,
    ) -> Result<Option<u64>, Failure> {
        if policy.plain || cells.len() < 2 {
            return Ok(None);
        }
        let Ok(tuples) = self.of(game, policy, positions)? else {
            return Ok(None);
        };
        if let Some(value) = tuples.get(cells) {
            return Ok(Some(u64::from(value)));
        }
        if let Some(why) = tuples.why_declined() {
            let declined = vec![(tuples.way().name(), why.clone())];
            return match &policy.only {
                None => Ok(None),
                Some(only) => {
                    let header = positions.header(game)?;
                    Err(engine_declines(only, &header, &declined).into())
                }
            };
        }
        let Some(box_cells) = tuples.box_cells(cells) else {
            return Ok(None);
        };
        // The greater the box, the longer a look at what can be reached may take.
        let (small, few) = match tuples.way() {
            Way::Rays => (SMALL_FOR_RAYS, (FEW_OPTIONS / 8).max(box_cells / 256)),
            Way::Box => (SMALL, FEW_OPTIONS.max(box_cells / 16)),
        };
        let node = positions.nodes.pile(game, cells);
        if let Some(value) = definition.known(node) {
            return Ok(Some(u64::from(value)));
        }
        if policy.only.is_none() && box_cells > small.max(tuples.spent.saturating_mul(4)) {
            let (few, looked) = positions.reaches_few(game, cells, few)?;
            tuples.spent = tuples.spent.saturating_add(looked);
            if few {
                return Ok(None);
            }
        }
        let filled = tuples.fill(cells, &mut positions.machine);
        let value = tuples.get(cells).map(u64::from);
        self.hold(positions);
        filled?;
        Ok(value)
    }

    /// The value of a pile, where it is in a box that is worked out.
    pub(crate) fn known_value(&self, game: GameId, cells: &[i64]) -> Option<u64> {
        let tuples = self.games.get(&game)?.as_ref().ok()?;
        tuples.get(cells).map(u64::from)
    }

    /// Works out the box up to a pile; false where the definition decides.
    pub(crate) fn fill(
        &mut self,
        game: GameId,
        corner: &[i64],
        policy: &Policy,
        positions: &mut Positions,
    ) -> Result<bool, Failure> {
        let filled = match self.of(game, policy, positions)? {
            Ok(tuples) => tuples.fill(corner, &mut positions.machine),
            Err(_) => Ok(false),
        };
        self.hold(positions);
        filled
    }

    /// Forgets all boxes.
    pub(crate) fn forget(&mut self, positions: &Positions) {
        self.games.clear();
        self.hold(positions);
    }

    /// Says how many bytes the boxes take.
    fn hold(&self, positions: &Positions) {
        let boxes = self.games.values().flatten().map(Tuples::memory);
        let budget = &positions.machine.budget;
        budget.hold(Account::Boxes, boxes.sum());
    }
}

impl Positions {
    /// Whether no more than `few` options are met on all ways from a pile, and how many were looked at. A pile whose options
    /// cannot be listed counts as one: the definition says what is wrong. The piles are no nodes: they may be very many.
    pub(in crate::solve) fn reaches_few(
        &mut self,
        game: GameId,
        from: &[i64],
        few: u64,
    ) -> Result<(bool, u64), Failure> {
        type Cells = SmallVec<[i64; 4]>;
        let mut seen = HashSet::new();
        let mut walk = Walk::from([Cells::from_slice(from)], &mut seen);
        let mut looked = 0;
        while let Some(pile) = walk.next() {
            self.machine.budget.step()?;
            match self.list(game, &pile, false) {
                Ok(()) => {}
                Err(Failure::Fault(_) | Failure::Complaint(_)) => return Ok((true, looked)),
                Err(failure) => return Err(failure),
            }
            looked += 1 + self.listed.len() as u64;
            if looked > few || self.machine.budget.need(walk.memory()).is_err() {
                return Ok((false, looked));
            }
            for option in 0..self.listed.len() {
                for (end, cells) in self.listed.piles(option) {
                    if end.game != game {
                        return Ok((true, looked));
                    }
                    walk.add(Cells::from_slice(cells));
                }
            }
        }
        Ok((true, looked))
    }
}
