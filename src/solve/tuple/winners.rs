//! Who wins piles of tuples, where that is found without their values.

use super::dynamic::Dynamic;
use super::lost::Lost;
use super::{BoxMethod, Tuples, Ways};
use crate::expr::machine::Machine;
use crate::expr::shape::Bounds;
use crate::rules::game::GameRules;
use crate::solve::policy::Policy;
use crate::work::{Failure, Halt, Limit};

/// What tells the winners of a game.
#[derive(Debug)]
pub(super) enum Winners {
    Dynamic(Dynamic),
    /// The lost piles of a box.
    Lost(Lost),
    /// None yet, but lost piles of a box can be found.
    Unasked,
}

/// The engine of games one of whose coordinates is a limit.
pub(crate) const DYNAMIC: &str = "dynamic";

/// Up to so many cells the values of a box of rays are found about as fast as its winners.
const VALUES_ARE_CHEAP: u64 = 1 << 24;

impl Winners {
    pub(super) fn of(
        game: &GameRules,
        bounds: &[Bounds],
        ways: &Ways,
        policy: &Policy,
    ) -> Option<Winners> {
        if ways.best() == BoxMethod::Rays {
            return Some(Winners::Unasked);
        }
        if !policy.allows(DYNAMIC) {
            return None;
        }
        Dynamic::of(game, bounds).map(Winners::Dynamic)
    }

    /// How winners are found: the name of the engine, and the way.
    pub(super) fn in_words(&self) -> (&'static str, &'static str) {
        match self {
            Winners::Dynamic(_) => (
                DYNAMIC,
                "the least amount that wins, for each choice of the coordinates beside one that only limits it (Schwenk 1970)",
            ),
            Winners::Lost(_) | Winners::Unasked => (
                BoxMethod::Rays.name(),
                "the lost piles of a box, each of which wins all piles on the rays to it",
            ),
        }
    }

    pub(super) fn memory(&self) -> u64 {
        match self {
            Winners::Dynamic(dynamic) => dynamic.memory(),
            Winners::Lost(lost) => lost.memory(),
            Winners::Unasked => 0,
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
            None | Some(Winners::Dynamic(_)) => return Ok(None),
            Some(Winners::Lost(lost)) => lost.extents.grown(&self.bounds, cells),
            Some(Winners::Unasked) => cells.to_vec(),
        };
        let extents = match values.is_some_and(|cells| cells <= VALUES_ARE_CHEAP) {
            true => None,
            false => self.wide_extents(&corner),
        };
        let lost = extents.map(|extents| Lost::of(&self.linear, extents, &mut machine.budget));
        let lost = match lost.transpose() {
            Ok(Some(Some(lost))) => lost,
            Ok(None | Some(None)) | Err(Limit::Memory { .. }) => return Ok(None),
            Err(limit) => return Err(limit.into()),
        };
        let loses = lost.known(cells);
        self.winners = Some(Winners::Lost(lost));
        Ok(loses)
    }

    /// The same, as far as it was found.
    fn is_known_lost(&self, cells: &[i64], machine: &mut Machine) -> Result<Option<bool>, Failure> {
        match &self.winners {
            None | Some(Winners::Unasked) => Ok(None),
            Some(Winners::Lost(lost)) => Ok(lost.known(cells)),
            Some(Winners::Dynamic(dynamic)) => known(dynamic.known(cells, machine)),
        }
    }

    /// How winners are found without values, where they are: the name of the engine, and the way.
    pub(crate) fn winners_in_words(&self) -> Option<(&'static str, &'static str)> {
        self.winners.as_ref().map(Winners::in_words)
    }

    /// The same of a pile whose winner was found.
    pub(crate) fn winner_by(
        &self,
        cells: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<(&'static str, &'static str)>, Failure> {
        let is_known = self.is_known_lost(cells, machine)?.is_some();
        Ok(self.winners_in_words().filter(|_| is_known))
    }
}

/// What was found; nothing where a rule fails at some pile: the definition says what it meets.
fn known(found: Result<Option<bool>, Halt>) -> Result<Option<bool>, Failure> {
    match found {
        Err(Halt::Declined(_)) => Ok(None),
        Err(Halt::Failure(failure)) => Err(failure),
        Ok(found) => Ok(found),
    }
}
