//! Remoteness, suspense and outcomes of single piles, for turns that move in several.
//!
//! Each is found from the options: an option that leaves several piles counts by the theorem of the sum itself, of which these
//! piles then are summands. See `conjunctive` and `selective` for the theorems.

use hashbrown::HashMap;
use smallvec::smallvec;

use crate::solve::piles::Piles;
use crate::solve::positions::nodes::{Id, NodeTable, OPEN, UNKNOWN, cell};
use crate::solve::positions::options::{PileLeft, PileOption, PileOptions};
use crate::solve::positions::{Descent, Positions, Progress};
use crate::text::certain::Certain;
use crate::work::budget::Account;
use crate::work::failure::found;
use crate::work::{Declined, Failure, Halt};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    /// How many turns pass until the pile cannot move, where whoever wins hurries. `misere`: whoever moves last loses.
    Remoteness { misere: bool },
    /// The same, where whoever wins delays.
    Suspense { misere: bool },
    /// The outcomes, as [`LIVE`], [`NORMAL`] and [`MISERE`]; of piles that may become several, or of such alone that may not.
    Outcomes { may_split: bool },
}

/// The pile can move.
pub(crate) const LIVE: u32 = 4;
/// The player to move wins where the last move wins.
pub(crate) const NORMAL: u32 = 1;
/// The player to move wins where the last move loses.
pub(crate) const MISERE: u32 = 2;

/// What is known of piles.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    tables: HashMap<Measure, NodeTable>,
    /// Piles that were asked for and have no measure, with the reason.
    refused: HashMap<(Measure, Id), Declined>,
}

impl Measures {
    fn memory(&self) -> u64 {
        let tables: u64 = self.tables.values().map(NodeTable::memory).sum();
        tables + self.refused.len() as u64 * 128
    }

    fn table(&mut self, measure: Measure) -> &mut NodeTable {
        self.tables.entry(measure).or_default()
    }
}

impl Measure {
    pub(crate) fn nothing(self) -> u32 {
        match self {
            Measure::Remoteness { .. } | Measure::Suspense { .. } => 0,
            // No move is left.
            Measure::Outcomes { .. } => MISERE,
        }
    }

    /// The measure of piles together, from their own.
    pub(crate) fn plus(self, one: u32, other: u32) -> u32 {
        match self {
            Measure::Remoteness { .. } => one.min(other),
            Measure::Suspense { .. } => one.max(other),
            Measure::Outcomes { .. } if one & LIVE == 0 => other,
            Measure::Outcomes { .. } if other & LIVE == 0 => one,
            // With two piles that can move the outcome is the same whether the last move wins or loses.
            Measure::Outcomes { .. } if (one | other) & NORMAL == 0 => LIVE,
            Measure::Outcomes { .. } => LIVE | NORMAL | MISERE,
        }
    }

    /// The measure of piles together.
    pub(crate) fn of_sum(self, parts: impl Iterator<Item = u32>) -> u32 {
        let sum = parts.reduce(|one, other| self.plus(one, other));
        sum.unwrap_or_else(|| self.nothing())
    }

    /// The measure of a pile, from those of its options.
    pub(crate) fn of_options(self, options: impl Iterator<Item = u32> + Clone) -> u32 {
        let (Some(shortest), Some(longest)) = (options.clone().min(), options.clone().max()) else {
            return self.nothing();
        };
        let parity = |misere: bool| u32::from(misere);
        match self {
            // To a lost position as soon as may be, else to the one that lasts longest.
            Measure::Remoteness { misere } => {
                let lost = options.clone().filter(|value| value & 1 == parity(misere));
                lost.min().unwrap_or(longest).saturating_add(1)
            }
            Measure::Suspense { misere } => {
                let lost = options.clone().filter(|value| value & 1 == parity(misere));
                lost.max().unwrap_or(shortest).saturating_add(1)
            }
            Measure::Outcomes { .. } => {
                options.fold(LIVE, |value, option| value | (!option & (NORMAL | MISERE)))
            }
        }
    }

    fn of_nim(self, size: u64) -> u32 {
        match (self, size) {
            (Measure::Outcomes { .. }, 0) => MISERE,
            (Measure::Outcomes { .. }, 1) => LIVE | NORMAL,
            (Measure::Outcomes { .. }, _) => LIVE | NORMAL | MISERE,
            (_, 0) => 0,
            // To no stones at once; where that loses, to one stone, which must be taken.
            (Measure::Remoteness { misere: true } | Measure::Suspense { misere: true }, 2..) => 2,
            (Measure::Remoteness { .. } | Measure::Suspense { .. }, _) => 1,
        }
    }
}

/// A measure that is being found of piles.
struct Measuring<'m> {
    measure: Measure,
    table: &'m mut NodeTable,
    /// Bytes of the other tables.
    beside: u64,
}

impl Descent for Measuring<'_> {
    fn progress(&self, pile: Id) -> Progress {
        match self.table.raw(pile) {
            UNKNOWN => Progress::Unknown,
            OPEN => Progress::Open,
            _ => Progress::Done,
        }
    }

    fn begin(&mut self, pile: Id, positions: &mut Positions) -> Result<Vec<Id>, Halt> {
        let options = positions.pile_options(pile)?;
        if let Some(why) = leaves_the_sum(self.measure, &options, positions)? {
            let pile = positions.short(pile);
            return Err(Halt::declined(format!("the pile {pile} {why}")));
        }
        self.table.set(pile, OPEN);
        let budget = &positions.machine.budget;
        budget.hold(Account::Measures, self.beside + self.table.memory());
        let parts = options.iter().flat_map(|option| &option.stay);
        Ok(parts.copied().collect())
    }

    fn finish(&mut self, pile: Id, positions: &mut Positions) -> Result<(), Halt> {
        let known = |part: &Id| self.table.get(*part).certain("the parts come first");
        let options = positions.pile_options(pile)?;
        let sums = options.iter().map(|option| option.stay.iter().map(known));
        let values: Vec<u32> = sums.map(|parts| self.measure.of_sum(parts)).collect();
        let value = self.measure.of_options(values.iter().copied());
        self.table.set(pile, value.min(OPEN - 1));
        Ok(())
    }

    fn abandon(&mut self, pile: Id) {
        self.table.set(pile, UNKNOWN);
    }
}

impl Measures {
    /// The measure of a pile, or why there is none.
    pub(in crate::solve) fn of(
        &mut self,
        measure: Measure,
        root: Id,
        piles: &mut Piles,
    ) -> Result<u32, Halt> {
        if let Some(known) = self.table(measure).get(root) {
            return Ok(known);
        }
        if let Some(why) = self.refused.get(&(measure, root)) {
            return Err(why.clone().into());
        }
        if let Some(size) = piles.nim_size(root)?
            && may_use_formula(measure, root, &mut piles.positions)?
        {
            return Ok(measure.of_nim(size));
        }
        let all = self.memory();
        let table = self.table(measure);
        let mut measuring = Measuring {
            measure,
            beside: all - table.memory(),
            table,
        };
        let result = piles.positions.descend(root, &mut measuring);
        if let Err(Halt::Declined(why)) = &result {
            self.refused.insert((measure, root), why.clone());
        }
        result?;
        let value = self.table(measure).get(root);
        Ok(value.ok_or(Failure::Bug("a pile has no measure"))?)
    }

    /// The measure of a pile that can be reached from one that has a measure.
    pub(super) fn known(
        &mut self,
        measure: Measure,
        pile: Id,
        piles: &mut Piles,
    ) -> Result<u32, Failure> {
        let known = found(self.of(measure, pile, piles))?;
        known.ok_or(Failure::Bug("an option has no measure"))
    }

    /// The options of a pile that has a measure, and whether these are all: of a pile of Nim only those may be left that leave
    /// `few` sizes.
    pub(super) fn options(
        &mut self,
        measure: Measure,
        pile: Id,
        few: fn(u64) -> Option<Vec<u64>>,
        piles: &mut Piles,
    ) -> Result<(Vec<Measured>, bool), Failure> {
        let mut made = Vec::new();
        let is_live = |value: u32| usize::from(value & LIVE != 0);
        if let Some(few) = piles.nim_size(pile)?.and_then(few) {
            for left in few {
                let smaller = piles.positions.like(pile, cell(left)?);
                let value = self.known(measure, smaller, piles)?;
                made.push(Measured {
                    value,
                    live: is_live(value),
                    left: PileLeft::Sizes(smallvec![left]),
                });
            }
            return Ok((made, false));
        }
        for option in piles.positions.pile_options(pile)?.iter() {
            let mut parts = Vec::with_capacity(option.stay.len());
            for part in &option.stay {
                parts.push(self.known(measure, *part, piles)?);
            }
            made.push(Measured {
                live: parts.iter().copied().map(is_live).sum(),
                value: measure.of_sum(parts.into_iter()),
                left: PileLeft::Option(option.clone()),
            });
        }
        Ok((made, true))
    }
}

pub(super) struct Measured {
    pub(super) value: u32,
    /// How many piles of it can move, where outcomes are measured.
    pub(super) live: usize,
    pub(super) left: PileLeft,
}

/// What a pile does whose options are none within the sum, if they are not.
fn leaves_the_sum(
    measure: Measure,
    options: &PileOptions,
    positions: &mut Positions,
) -> Result<Option<&'static str>, Failure> {
    let all_or_none = matches!(measure, Measure::Remoteness { .. });
    let may_split = measure != (Measure::Outcomes { may_split: false });
    for PileOption { stay, others, .. } in options.iter() {
        if !may_split && positions.movable(stay)?.len() > 1 {
            return Ok(Some("can be split"));
        }
        for other in others {
            if !positions.is_terminal(*other)? {
                return Ok(Some("leads to another game"));
            }
        }
        if all_or_none && stay.is_empty() {
            return Ok(Some("can vanish, and the game goes on without it"));
        }
    }
    Ok(None)
}

/// Whether a pile of Nim may be measured by its size: an empty pile has to stay where it ends the game.
fn may_use_formula(measure: Measure, pile: Id, positions: &mut Positions) -> Result<bool, Failure> {
    if !matches!(measure, Measure::Remoteness { .. }) {
        return Ok(true);
    }
    let Some((game, _)) = positions.heap(pile) else {
        return Ok(false);
    };
    if positions.transitions(game)?.game.moves.len() != 1 {
        return Ok(false);
    }
    // One statement empties all piles in the same way.
    let one = positions.nodes.pile(game, &[1]);
    let options = positions.pile_options(one)?;
    Ok(options.iter().all(|option| !option.stay.is_empty()))
}
