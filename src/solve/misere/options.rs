//! The options of piles that are single numbers, as heaps: from the kinds of their moves where these are taking and breaking, which
//! is quick, else from the rules.

use smallvec::SmallVec;

use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::moves::taking::{Family, Taking, of_any_pile, recognise};
use crate::rules::game::GameRules;
use crate::solve::positions::Positions;
use crate::work::{Failure, Halt, Limit};

/// Amounts are listed up to this size first.
const FIRST_LISTED: usize = 1 << 10;

/// The options of the piles of one game.
#[derive(Debug)]
pub(super) struct HeapOptions {
    game: GameId,
    /// The kinds of its moves, where they are taking and breaking.
    families: Option<Vec<Family>>,
    /// Where the amounts are the same for all piles, and only the rule tells them: up to which size they are listed.
    listed: Option<usize>,
}

impl HeapOptions {
    pub(super) fn of(game: &GameRules) -> HeapOptions {
        let families = recognise(game).ok();
        let bounds = game.header.shape.as_heap();
        let is_endless = bounds.is_some_and(|bounds| bounds.hi.is_none());
        let is_listed = is_endless && families.as_deref().is_some_and(of_any_pile);
        HeapOptions {
            game: game.header.id,
            families,
            listed: is_listed.then_some(0),
        }
    }

    pub(super) fn families(&self) -> Option<&[Family]> {
        self.families.as_deref()
    }

    /// Shows the options of a pile as the sizes of what is left, 0 left out; or why they are no such thing.
    pub(super) fn each(
        &mut self,
        size: usize,
        positions: &mut Positions,
        mut visit: impl FnMut(&[u32]),
    ) -> Result<(), Halt> {
        let bounds = positions.header(self.game)?.shape.as_heap();
        if bounds.is_none_or(|bounds| !bounds.contains(size as i64)) {
            // There is no such pile; as a heap it is nothing.
            return Ok(());
        }
        self.list_amounts(size, positions)?;
        let Some(takings) = self.takings(size as u64, positions)? else {
            return self.by_rules(size, positions, visit);
        };
        let budget = &mut positions.machine.budget;
        let mut parts: SmallVec<[u32; 8]> = SmallVec::new();
        for taking in &takings {
            // The sizes of parts are numbers of heaps.
            taking.each(|rest| {
                budget.step()?;
                match *rest {
                    [] | [0] => visit(&[]),
                    [one] | [0, one] => visit(&[one as u32]),
                    [one, other] => visit(&[one as u32, other as u32]),
                    ref more => {
                        parts.clear();
                        parts.extend(more.iter().map(|part| *part as u32));
                        visit(&parts);
                    }
                }
                Ok::<(), Limit>(())
            })?;
        }
        Ok(())
    }

    /// Lists the amounts up to a size, where they are the same for all piles.
    fn list_amounts(&mut self, size: usize, positions: &mut Positions) -> Result<(), Failure> {
        if self.listed.is_none_or(|listed| size <= listed) {
            return Ok(());
        }
        let most = (2 * size).max(FIRST_LISTED);
        let mut amounts: Vec<i64> = Vec::new();
        let listed = self.by_rules(most, positions, |left| {
            amounts.push(most as i64 - left.iter().map(|part| i64::from(*part)).sum::<i64>());
        });
        (self.families, self.listed) = match listed {
            Ok(()) => (Some(vec![Family::taking(amounts)]), Some(most)),
            // The rule may fail at a pile that nobody asked for.
            Err(Halt::Declined(_) | Halt::Failure(Failure::Fault(_))) => (None, None),
            Err(Halt::Failure(failure)) => return Err(failure),
        };
        Ok(())
    }

    /// The moves in a pile, each kind by itself; `None`: only the rules tell them.
    fn takings(
        &self,
        size: u64,
        positions: &mut Positions,
    ) -> Result<Option<Vec<Taking>>, Failure> {
        let families = self.families().unwrap_or_default().iter();
        let takings = families.map(|family| positions.taking(self.game, family, size));
        let takings = takings.collect::<Result<Option<Vec<Taking>>, Failure>>()?;
        Ok(takings.filter(|takings| !takings.is_empty()))
    }

    fn by_rules(
        &self,
        size: usize,
        positions: &mut Positions,
        mut visit: impl FnMut(&[u32]),
    ) -> Result<(), Halt> {
        let game = self.game;
        let mut parts: SmallVec<[u32; 8]> = SmallVec::new();
        let mut is_refused = false;
        positions.each_option(game, &[size as i64], |_, options| {
            parts.clear();
            for (pile, cells) in options.piles(options.len() - 1) {
                match cells {
                    [part] if pile.game == game && (0..size as i64).contains(part) => {
                        // Below the size, which is a number of heaps.
                        parts.extend((*part > 0).then_some(*part as u32));
                    }
                    _ => {
                        is_refused = true;
                        return (Then::Stop, 0);
                    }
                }
            }
            options.drop_last();
            visit(&parts);
            (Then::GoOn, 0)
        })?;
        match is_refused {
            true => Err(Halt::declined(format!(
                "an option of {size} is no smaller pile of the game"
            ))),
            false => Ok(()),
        }
    }
}
