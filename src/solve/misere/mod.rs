//! Misère play of games that move in one pile a turn: the piles as heaps of the theory.
//!
//! The theory (`kernel::misere`) wants numbered heaps whose options have smaller numbers. Single numbers that lead to smaller ones
//! are their own numbers ([`sizes`]), so that what is known of them can go on by periods; the piles of all other games
//! are numbered as a walk finds them ([`closure`]). What the options of the former are, [`options`] tells.

pub(crate) mod closure;
mod options;
pub(crate) mod sizes;

use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::piles::Piles;
use super::positions::Positions;
use super::positions::nodes::Id;
use crate::expr::position::GameId;
use crate::kernel::misere::monoid::Presentation;
use crate::kernel::misere::quotient::Quotient;
use crate::kernel::misere::tame::Tame;
use crate::work::{Declined, Failure, Halt, Limit};
use closure::Closure;
use sizes::Sizes;

/// A quotient as it was when it was asked for, shared by all answers until it grows.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) quotient: Quotient,
    presentation: OnceLock<Presentation>,
}

impl Snapshot {
    pub(crate) fn presentation(&self) -> &Presentation {
        self.presentation
            .get_or_init(|| Presentation::of(self.quotient.monoid()))
    }
}

/// The snapshot of a quotient: the last one, if it has not grown since.
fn snapshot(last: &mut Option<Arc<Snapshot>>, quotient: &Quotient) -> Arc<Snapshot> {
    if let Some(last) = last {
        let same = last.quotient.largest() == quotient.largest()
            && last.quotient.period() == quotient.period();
        if same {
            return Arc::clone(last);
        }
    }
    let fresh = Arc::new(Snapshot {
        quotient: quotient.clone(),
        presentation: OnceLock::new(),
    });
    *last = Some(Arc::clone(&fresh));
    fresh
}

/// What is known of misère play, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Misere {
    /// For each game on single numbers its heaps.
    sizes: HashMap<GameId, Sizes>,
    /// The piles of other games.
    pub(super) closure: Closure,
}

impl Misere {
    /// The heaps of a game, or why the sizes of its piles are none.
    pub(crate) fn sizes(
        &mut self,
        game: GameId,
        positions: &mut Positions,
    ) -> Result<&mut Sizes, Halt> {
        let sizes = match self.sizes.entry(game) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(Sizes::of(game, positions)?),
        };
        match sizes.refused() {
            Some(why) => Err(why.clone().into()),
            None => Ok(sizes),
        }
    }

    /// Whether the sizes of a game that was worked on are heaps, as far as was seen.
    pub(super) fn are_heaps(&self, game: GameId) -> bool {
        let sizes = self.sizes.get(&game);
        sizes.is_some_and(|sizes| sizes.refused().is_none())
    }

    /// The tame image of a pile, or why it has none.
    pub(super) fn tame_image(&mut self, pile: Id, piles: &mut Piles) -> Result<Tame, Halt> {
        if let Some(size) = piles.nim_size(pile)? {
            return Ok(Tame::nim(size));
        }
        let positions = &mut piles.positions;
        if let Some((game, size)) = positions.heap(pile)
            && !self.is_far_and_short(pile, positions)?
        {
            let sizes = self.sizes(game, positions);
            match sizes.and_then(|sizes| sizes.tame_image(size, positions)) {
                Err(Halt::Declined(_)) if !self.are_heaps(game) => {}
                // The rule fails at a smaller pile, which need not be one that can be reached.
                Err(Halt::Failure(Failure::Fault(_))) => {}
                image => return image,
            }
        }
        self.closure.is_narrow(pile, piles)?;
        self.closure.tame_image(pile, &mut piles.positions)
    }

    /// Whether a pile is far beyond the heaps that are known, and few others can be reached from it.
    pub(super) fn is_far_and_short(
        &mut self,
        pile: Id,
        positions: &mut Positions,
    ) -> Result<bool, Failure> {
        let Some((game, size)) = positions.heap(pile) else {
            return Ok(false);
        };
        match self.sizes(game, positions) {
            Ok(sizes) if sizes.is_far(size) => {
                let is_short = self.closure.is_short(pile, positions)?;
                if let Some(sizes) = self.sizes.get_mut(&game).filter(|_| !is_short) {
                    sizes.looked_in_vain += 1;
                }
                Ok(is_short)
            }
            // The rule fails at a smaller pile, which need not be one that can be reached.
            Ok(_) | Err(Halt::Declined(_) | Halt::Failure(Failure::Fault(_))) => Ok(false),
            Err(Halt::Failure(failure)) => Err(failure),
        }
    }
}

/// On the way to an answer so many steps are spent for a quotient, which take about 150 ms; then the next rung of the ladder is
/// tried.
const PATIENCE: u64 = 400_000;

/// Why no quotient of some piles was found; only the limits of the question itself are limits.
fn without_quotient(
    halt: Halt,
    piles: &str,
    positions: &mut Positions,
) -> Result<Declined, Failure> {
    let why = match halt {
        Halt::Declined(why) => format!("the misère quotient of {piles} {why}"),
        Halt::Failure(Failure::Limit(Limit::Effort, _))
            if positions.machine.budget.spend(0).is_ok() =>
        {
            format!("the misère quotient of {piles} takes long to find")
        }
        Halt::Failure(failure) => {
            return Err(failure.at(|| format!("at the misère quotient of {piles}")));
        }
    };
    Ok(why.into())
}
