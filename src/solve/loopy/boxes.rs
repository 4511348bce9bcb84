//! Single piles that are tuples of numbers and move by fixed steps within a box: all cells of the box at once.

use hashbrown::HashMap;

use super::region::Length;
use crate::expr::position::{GameId, Turn};
use crate::expr::value::Outcome;
use crate::kernel::retrograde::{Retrograde, Verdict};
use crate::kernel::steps::MOST_STEPS;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::tuple::linear;
use crate::solve::tuple::{Extents, raises, rises_without_end, steps};
use crate::solve::values::KnownValues;
use crate::work::budget::Account;
use crate::work::{Failure, Halt, Limit};

/// The engine's name.
pub(crate) const NAME: &str = "retrograde";

/// A box costs as much as a look at so many times fewer positions.
const CHEAPER: u64 = 1 << 8;
/// The first box of a game may always cost as much as a look at so many positions.
const AT_ONCE: u64 = 1 << 11;

/// The boxes that were worked out, by game and by whether the last move loses; nothing where the game has none.
#[derive(Default)]
pub(super) struct Boxes {
    known: HashMap<(GameId, bool), Option<KnownBox>>,
}

type KnownBox = (Extents, Retrograde);

impl Boxes {
    /// Who wins a component, where its box costs no more than a look at `looked` positions, or is known.
    pub(super) fn outcome(
        &mut self,
        component: Id,
        misere: bool,
        looked: u64,
        memory: &mut KnownValues,
    ) -> Result<Option<Outcome>, Failure> {
        let allowed = memory.piles.policy().allows(NAME);
        let positions = &mut memory.piles.positions;
        let Node::Pile(game, cells) = positions.nodes.node(component) else {
            return Ok(None);
        };
        if !allowed || !positions.header(game)?.loopy {
            return Ok(None);
        }
        if let Some((outcome, _)) = self.known(component, misere, positions) {
            return Ok(Some(outcome));
        }
        let key = (game, misere);
        let looked = match self.known.get(&key) {
            None => looked.max(AT_ONCE),
            // It was too small for this pile.
            Some(Some(_)) => looked,
            Some(None) => return Ok(None),
        };
        let found = match work_out(key, &cells, looked, positions) {
            Ok(Some(found)) => Some(found),
            Ok(None) | Err(Halt::Failure(Failure::Limit(Limit::Memory { .. }, _))) => {
                return Ok(None);
            }
            Err(halt) => halt.reason().map(|_| None)?,
        };
        self.known.insert(key, found);
        let boxes = self.known.values().flatten();
        let memory = boxes.map(|(_, found)| found.memory());
        let budget = &positions.machine.budget;
        budget.hold(Account::LoopyBoxes, memory.sum());
        let found = self.known(component, misere, positions);
        Ok(found.map(|(outcome, _)| outcome))
    }

    /// Who wins a component whose box is known, and how many moves perfect play lasts.
    fn known(&self, component: Id, misere: bool, positions: &Positions) -> Option<(Outcome, u32)> {
        let Node::Pile(game, cells) = positions.nodes.node(component) else {
            return None;
        };
        let (extents, found) = self.known.get(&(game, misere))?.as_ref()?;
        let cell = cells.iter().zip(&extents.lows).map(|(at, low)| at - low);
        let (verdict, length) = found.get(&cell.collect::<Vec<i64>>())?;
        let outcome = match verdict {
            Verdict::Won => Outcome::First,
            Verdict::Lost => Outcome::Second,
            Verdict::Draw => Outcome::Draw,
            Verdict::Outside => return None,
        };
        Some((outcome, length))
    }

    /// How many moves perfect play lasts from a component whose box is known.
    pub(super) fn length(
        &self,
        component: Id,
        misere: bool,
        positions: &Positions,
    ) -> Option<Length> {
        match self.known(component, misere, positions)? {
            (Outcome::Draw, _) => None,
            (_, moves) => Some(Length {
                moves,
                is_exact: true,
            }),
        }
    }
}

/// The box around a pile that no move leaves, worked out where it costs no more than a look at `looked` positions; declined where
/// the game has none, nothing where it is too large.
fn work_out(
    (game, misere): (GameId, bool),
    cells: &[i64],
    looked: u64,
    positions: &mut Positions,
) -> Result<Option<KnownBox>, Halt> {
    let transitions = positions.transitions(game)?;
    let rules = &transitions.game;
    let header = &rules.header;
    let Some(bounds) = header.shape.as_int_tuple() else {
        return Err(Halt::declined("a pile is not a tuple of numbers"));
    };
    if header.turn != Turn::One {
        return Err(Halt::declined("a turn moves in several piles"));
    }
    let moves = linear::recognise(rules)?;
    let is_open = rises_without_end(&moves, &bounds);
    if is_open || !moves.rays.is_empty() || moves.all_steps().count() > MOST_STEPS {
        return Err(Halt::declined("not all moves are steps within a box"));
    }
    let rises = raises(&moves, bounds.len());
    let extents = Extents::of(&header.shape, &bounds, cells, &rises);
    let Some(extents) = extents.filter(|extents| extents.cells / CHEAPER <= looked) else {
        return Ok(None);
    };
    let budget = &mut positions.machine.budget;
    let found = steps::conditional(rules, &moves, &extents, budget)?;
    let (lens, steps, masks) = (&extents.lens, &found.steps, &found.masks);
    let end = match misere {
        true => Verdict::Won,
        false => Verdict::Lost,
    };
    let found = Retrograde::new(lens, steps, masks, end, budget)?;
    Ok(found.map(|found| (extents, found)))
}
