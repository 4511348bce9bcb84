//! When the solver asks for boxes of tuples, and when it leaves a pile to the definition.

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::{Tuples, Way};
use crate::expr::position::GameId;
use crate::solve::solver::{NEVER_ENDS, Solver, engine_declines};
use crate::transition::options::Options;
use crate::work::{Declined, Failure};

/// Boxes of so many cells are worked out at once: rays cost little more than a look at what can be reached.
const SMALL_FOR_RAYS: u64 = 1 << 17;
/// The same, option by option.
const SMALL: u64 = 1 << 10;
/// So many options are looked at at least before a box is preferred to the definition; an eighth where rays make it cheap.
const FEW_OPTIONS: u64 = 100_000;

impl Solver {
    /// The engine for a game on tuples, or why there is none.
    pub(crate) fn tuples(
        &mut self,
        game: GameId,
    ) -> Result<&mut Result<Tuples, Declined>, Failure> {
        if !self.tuples.contains_key(&game) {
            let transitions = self.positions.transitions(game)?;
            let found = if transitions.game.header.loopy {
                Err(NEVER_ENDS.into())
            } else if self.plain {
                Err("only the definition is used".into())
            } else {
                Tuples::new(&transitions, &self.positions.book, &self.allowed)
            };
            if let (Err(why), Some(only)) = (&found, &self.allowed.only) {
                let declined = vec![("rays or box", why.clone())];
                let header = &transitions.game.header;
                return Err(engine_declines(only, header, &declined).into());
            }
            self.tuples.insert(game, found);
        }
        Ok(self.tuples.get_mut(&game).expect("it was put there"))
    }

    /// The value of a pile of a game on tuples, where its box is worked out.
    pub(crate) fn tuple_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        if self.plain || cells.len() < 2 {
            return Ok(None);
        }
        let Ok(tuples) = self.tuples(game)? else {
            return Ok(None);
        };
        if let Some(value) = tuples.get(cells) {
            return Ok(Some(u64::from(value)));
        }
        if let Some(why) = tuples.why_declined() {
            let declined = vec![(tuples.way().name(), why.clone())];
            return match &self.allowed.only {
                None => Ok(None),
                Some(only) => {
                    let only = only.clone();
                    let header = self.positions.header(game)?;
                    Err(engine_declines(&only, &header, &declined).into())
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
        // What is known by the definition need not be worked out again.
        let node = self.positions.nodes.pile(game, cells);
        if let Some(value) = self.grundy.get(node) {
            return Ok(Some(u64::from(value)));
        }
        let spent = match self.tuples(game)? {
            Ok(tuples) => tuples.spent,
            Err(_) => 0,
        };
        if self.allowed.only.is_none() && box_cells > small.max(spent.saturating_mul(4)) {
            let (few, looked) = self.reaches_few(game, cells, few)?;
            if let Ok(tuples) = self.tuples(game)? {
                tuples.spent = tuples.spent.saturating_add(looked);
            }
            if few {
                return Ok(None);
            }
        }
        self.fill_tuples(game, cells)?;
        Ok(match self.tuples(game)? {
            Ok(tuples) => tuples.get(cells).map(u64::from),
            Err(_) => None,
        })
    }

    /// Works out the box up to a pile; false where the definition decides.
    pub(crate) fn fill_tuples(&mut self, game: GameId, corner: &[i64]) -> Result<bool, Failure> {
        self.tuples(game)?;
        let filled = match self.tuples.get_mut(&game) {
            Some(Ok(tuples)) => tuples.fill(corner, &mut self.positions.machine)?,
            _ => false,
        };
        self.hold_boxes();
        Ok(filled)
    }

    /// Whether no more than `few` options are met on all ways from a pile, and how many were looked at. A pile whose options cannot be listed
    /// counts as one: the definition says what is wrong.
    pub(crate) fn reaches_few(
        &mut self,
        game: GameId,
        from: &[i64],
        few: u64,
    ) -> Result<(bool, u64), Failure> {
        let transitions = self.positions.transitions(game)?;
        let mut seen: HashSet<SmallVec<[i64; 4]>> = HashSet::new();
        let mut open: Vec<SmallVec<[i64; 4]>> = vec![SmallVec::from_slice(from)];
        let mut options = Options::default();
        let mut looked = 0;
        while let Some(pile) = open.pop() {
            self.positions.machine.budget.step()?;
            let listed = transitions.options(
                &pile,
                &self.positions.book,
                &mut self.positions.machine,
                &mut options,
                false,
            );
            if let Err(fault) = listed {
                return fault.kind.end().map_or(Ok((true, looked)), Err);
            }
            looked += 1 + options.len() as u64;
            let bytes = (seen.capacity() + open.capacity()) * 64;
            if looked > few || self.positions.machine.budget.need(bytes as u64).is_err() {
                return Ok((false, looked));
            }
            for option in 0..options.len() {
                for (end, cells) in options.piles(option) {
                    if end.game != game {
                        return Ok((true, looked));
                    }
                    let cells: SmallVec<[i64; 4]> = SmallVec::from_slice(cells);
                    if !seen.contains(&cells) {
                        open.push(cells.clone());
                        seen.insert(cells);
                    }
                }
            }
        }
        Ok((true, looked))
    }
}
