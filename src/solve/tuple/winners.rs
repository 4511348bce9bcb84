//! Who wins piles of tuples, where that is found without their values.

use super::dynamic::Dynamic;
use super::euclid::{EUCLID, Euclid};
use super::lost::Lost;
use super::stops::Stops;
use super::take_away::TakeAway;
use super::wythoff::{WYTHOFF, Wythoff};
use super::{BoxMethod, Cells, Tuples, Ways};
use crate::expr::machine::Machine;
use crate::expr::shape::Bounds;
use crate::rules::game::GameRules;
use crate::solve::policy::Policy;
use crate::work::{Failure, Halt, Limit, failure};

/// What tells the winners of a game.
#[derive(Debug)]
pub(super) enum Winners {
    TakeAway(TakeAway),
    Wythoff(Wythoff),
    Euclid(Euclid),
    Dynamic(Dynamic),
    /// The lost piles of a box.
    Lost(Lost),
    /// None yet, but lost piles of a box can be found.
    Unasked,
}

/// How winners are found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WinnersBy {
    /// The name of the engine.
    pub(crate) engine: &'static str,
    pub(crate) way: &'static str,
    /// Whether a theorem tells them.
    pub(crate) by_theorem: bool,
}

/// What a theorem looks at to tell who wins a pile.
#[derive(Debug)]
pub(crate) enum Told {
    /// The numbers of a sequence whose sum the size is, the greatest first; the first numbers of the sequence; and how much may be
    /// taken.
    Sum {
        parts: Vec<i64>,
        sequence: Vec<i64>,
        allowed: i64,
    },
    /// The n-th lost pile where it fits 64 bits; the numbers of the pile differ by n times r and less than r more.
    Pair {
        n: u64,
        r: u64,
        lost: Option<[u64; 2]>,
    },
    /// The ratio of two numbers tells whether the pile is lost.
    Ratio { loses: bool },
}

/// The engine of games one of whose coordinates is a limit.
pub(crate) const DYNAMIC: &str = "dynamic";

/// Up to so many cells the values of a box of rays are found at once, and say more than its winners.
pub(super) const VALUES_ARE_CHEAP: u64 = 1 << 14;

impl Winners {
    pub(super) fn of(
        game: &GameRules,
        bounds: &[Bounds],
        ways: &Ways,
        policy: &Policy,
    ) -> Option<Winners> {
        // The theorems are about normal play.
        if game.header.misere {
            return (ways.best() == BoxMethod::Rays).then_some(Winners::Unasked);
        }
        let dynamic = policy.allows(DYNAMIC);
        if let Some(found) = TakeAway::of(game, bounds).filter(|_| dynamic) {
            return Some(Winners::TakeAway(found));
        }
        if let Some(found) = Wythoff::of(game, bounds).filter(|_| policy.allows(WYTHOFF)) {
            return Some(Winners::Wythoff(found));
        }
        if let Some(found) = Euclid::of(game, bounds).filter(|_| policy.allows(EUCLID)) {
            return Some(Winners::Euclid(found));
        }
        if ways.best() == BoxMethod::Rays {
            return Some(Winners::Unasked);
        }
        let found = dynamic.then(|| Dynamic::of(game, bounds)).flatten();
        found.map(Winners::Dynamic)
    }

    /// How winners are found.
    fn by(&self) -> WinnersBy {
        let (engine, way, by_theorem) = match self {
            Winners::TakeAway(_) => (
                DYNAMIC,
                "the sum of numbers of a sequence that a size is, of which the least may be taken where the pile is won (Schwenk 1970)",
                true,
            ),
            Winners::Wythoff(_) => (
                WYTHOFF,
                "the lost piles are pairs of complementary Beatty sequences (Wythoff 1907, Fraenkel 1982)",
                true,
            ),
            Winners::Euclid(_) => (
                EUCLID,
                "the golden ratio φ: two different numbers are lost where the larger is less than φ times the smaller (Cole and Davie 1969)",
                true,
            ),
            Winners::Dynamic(_) => (
                DYNAMIC,
                "the least amount that wins, for each choice of the coordinates beside one that only limits it (Schwenk 1970)",
                false,
            ),
            Winners::Lost(_) | Winners::Unasked => (
                BoxMethod::Rays.name(),
                "the lost piles of a box, each of which wins all piles on the rays to it",
                false,
            ),
        };
        WinnersBy {
            engine,
            way,
            by_theorem,
        }
    }

    pub(super) fn memory(&self) -> u64 {
        match self {
            Winners::TakeAway(game) => game.memory(),
            Winners::Dynamic(dynamic) => dynamic.memory(),
            Winners::Lost(lost) => lost.memory(),
            Winners::Wythoff(_) | Winners::Euclid(_) | Winners::Unasked => 0,
        }
    }
}

impl Tuples {
    /// Whether a pile is lost, where that is found without values; `None`: by values, or not here.
    pub(super) fn loses(
        &mut self,
        cells: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<bool>, Failure> {
        if let Some(known) = self.is_known_lost(cells, machine)? {
            return Ok(Some(known));
        }
        let values = self.box_cells(cells);
        // Steps take less for a value than for a winner.
        let has_steps = self.way() == BoxMethod::Steps && values.is_some();
        if let Some(Winners::TakeAway(game)) = &mut self.winners {
            let loses = game.loses(cells, &mut machine.budget)?;
            if loses.is_some() {
                return Ok(loses);
            }
            self.winners = Dynamic::of(&self.transitions.game, &self.bounds).map(Winners::Dynamic);
        }
        let corner = match &mut self.winners {
            Some(Winners::Dynamic(dynamic)) if !has_steps => {
                let loses = dynamic.loses(cells, machine);
                // Others may take less memory.
                if let Err(
                    Halt::Declined(_) | Halt::Failure(Failure::Limit(Limit::Memory { .. }, _)),
                ) = loses
                {
                    self.winners = None;
                    return Ok(None);
                }
                return known(loses);
            }
            None
            | Some(
                Winners::Dynamic(_)
                | Winners::TakeAway(_)
                | Winners::Wythoff(_)
                | Winners::Euclid(_),
            ) => return Ok(None),
            Some(Winners::Lost(lost)) => lost.extents.grown(&self.bounds, cells),
            Some(Winners::Unasked) => cells.to_vec(),
        };
        let extents = match values.is_some_and(|cells| cells <= VALUES_ARE_CHEAP) {
            true => None,
            false => self.wide_extents(&corner),
        };
        let (game, budget) = (&self.transitions.game, &mut machine.budget);
        let lost = extents.map(|extents| {
            let stops = Stops::of(game, &self.linear, &extents)?;
            Ok(Lost::of(&self.linear, extents, stops, budget)?)
        });
        let lost = match lost.transpose() {
            Ok(Some(Some(lost))) => lost,
            Ok(None | Some(None))
            | Err(Halt::Declined(_) | Halt::Failure(Failure::Limit(Limit::Memory { .. }, _))) => {
                return Ok(None);
            }
            Err(Halt::Failure(failure)) => return Err(failure),
        };
        let loses = lost.known(cells);
        self.winners = Some(Winners::Lost(lost));
        Ok(loses)
    }

    /// The same, as far as it was found.
    pub(super) fn is_known_lost(
        &self,
        cells: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<bool>, Failure> {
        match &self.winners {
            None | Some(Winners::Unasked) => Ok(None),
            Some(Winners::TakeAway(game)) => Ok(game.known(cells)),
            Some(Winners::Wythoff(game)) => Ok(game.loses(cells)),
            Some(Winners::Euclid(game)) => Ok(game.loses(cells)),
            Some(Winners::Lost(lost)) => Ok(lost.known(cells)),
            Some(Winners::Dynamic(dynamic)) => known(dynamic.known(cells, machine)),
        }
    }

    /// The lost piles to which moves from a pile lead, where a theorem tells them.
    pub(super) fn lost_options(&self, cells: &[i64]) -> Option<Vec<Cells>> {
        match self.winners.as_ref()? {
            Winners::TakeAway(game) => game.lost_options(cells),
            Winners::Wythoff(game) => game.lost_options(cells),
            Winners::Euclid(game) => game.lost_options(cells),
            Winners::Dynamic(_) | Winners::Lost(_) | Winners::Unasked => None,
        }
    }

    /// What a theorem looks at to tell who wins a pile.
    pub(super) fn told(&self, cells: &[i64]) -> Option<Told> {
        match self.winners.as_ref()? {
            Winners::TakeAway(game) => {
                let (parts, allowed) = game.told(cells)?;
                let sequence = game.sequence();
                Some(Told::Sum {
                    parts,
                    sequence,
                    allowed,
                })
            }
            Winners::Wythoff(game) => {
                let (lost, n, r) = game.told(cells)?;
                Some(Told::Pair { n, r, lost })
            }
            Winners::Euclid(game) => game.loses(cells).map(|loses| Told::Ratio { loses }),
            Winners::Dynamic(_) | Winners::Lost(_) | Winners::Unasked => None,
        }
    }

    /// How winners are found without values, where they are.
    pub(crate) fn winners_by(&self) -> Option<WinnersBy> {
        self.winners.as_ref().map(Winners::by)
    }

    /// The same of a pile whose winner was found.
    pub(crate) fn winner_by(
        &self,
        cells: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<WinnersBy>, Failure> {
        let is_known = self.is_known_lost(cells, machine)?.is_some();
        Ok(self.winners_by().filter(|_| is_known))
    }
}

/// What was found; nothing where a rule fails at some pile: the definition says what it meets.
fn known(found: Result<Option<bool>, Halt>) -> Result<Option<bool>, Failure> {
    failure::found(found).map(Option::flatten)
}
