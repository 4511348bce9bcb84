//! Single piles that are tuples of numbers and move by fixed steps within a box: all cells of the box at once.

use hashbrown::HashMap;

use super::region::Length;
use crate::expr::position::{GameId, Turn};
use crate::expr::value::Outcome;
use crate::kernel::retrograde::{Retrograde, Verdict};
use crate::kernel::steps::MOST_STEPS;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::tuple::linear::{self, Linear};
use crate::solve::tuple::{Extents, raises, steps};
use crate::solve::values::KnownValues;
use crate::work::budget::Account;
use crate::work::{Failure, Halt, Limit};

/// The engine's name.
pub(crate) const NAME: &str = "retrograde";

/// A box costs as much as a look at so many times fewer positions.
const CHEAPER: u64 = 1 << 8;

/// The boxes that were worked out, by game and by whether the last move loses.
#[derive(Default)]
pub(super) struct Boxes {
    known: HashMap<(GameId, bool), Known>,
}

/// What is known of a game.
enum Known {
    Declined,
    Box(Extents, Retrograde),
}

/// How a game's boxes look.
struct Shape {
    moves: Linear,
    extents: Extents,
}

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
        let Some((game, cells)) = pile(component, positions) else {
            return Ok(None);
        };
        if !allowed || !positions.header(game)?.loopy {
            return Ok(None);
        }
        if let Some((outcome, _)) = self.known(component, misere, positions) {
            return Ok(Some(outcome));
        }
        let key = (game, misere);
        if let Some(Known::Declined) = self.known.get(&key) {
            return Ok(None);
        }
        let found = match shape(game, &cells, positions) {
            Ok(Some(shape)) if shape.extents.cells / CHEAPER > looked => return Ok(None),
            Ok(Some(shape)) => work_out(game, &shape, misere, positions)
                .map(|found| found.map(|found| Known::Box(shape.extents, found))),
            Ok(None) => return Ok(None),
            Err(halt) => Err(halt),
        };
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) | Err(Halt::Failure(Failure::Limit(Limit::Memory { .. }, _))) => {
                return Ok(None);
            }
            Err(halt) => halt.reason().map(|_| Known::Declined)?,
        };
        self.known.insert(key, found);
        let memory = self.known.values().map(|known| match known {
            Known::Box(_, found) => found.memory(),
            Known::Declined => 0,
        });
        positions
            .machine
            .budget
            .hold(Account::LoopyBoxes, memory.sum());
        Ok(self
            .known(component, misere, positions)
            .map(|(outcome, _)| outcome))
    }

    /// Who wins a component whose box is known, and how many moves perfect play lasts.
    fn known(&self, component: Id, misere: bool, positions: &Positions) -> Option<(Outcome, u32)> {
        let (game, cells) = pile(component, positions)?;
        let Some(Known::Box(extents, found)) = self.known.get(&(game, misere)) else {
            return None;
        };
        let cell: Vec<i64> = cells
            .iter()
            .zip(&extents.lows)
            .map(|(at, low)| at - low)
            .collect();
        let (verdict, length) = found.get(&cell)?;
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

fn pile(component: Id, positions: &Positions) -> Option<(GameId, Vec<i64>)> {
    match positions.nodes.node(component) {
        Node::Pile(game, cells) => Some((game, cells.to_vec())),
        Node::Compound(..) | Node::Sum(_) => None,
    }
}

/// The box around a pile that no move leaves; declined where the game has none, nothing where it is too large.
fn shape(game: GameId, cells: &[i64], positions: &mut Positions) -> Result<Option<Shape>, Halt> {
    let rules = &positions.transitions(game)?.game;
    let header = &rules.header;
    let Some(bounds) = header.shape.as_int_tuple() else {
        return Err(Halt::declined("a pile is not a tuple of numbers"));
    };
    if header.turn != Turn::One {
        return Err(Halt::declined("a turn moves in several piles"));
    }
    let moves = linear::recognise(rules)?;
    let rises = raises(&moves, bounds.len());
    let is_open = bounds
        .iter()
        .zip(&rises)
        .any(|(bounds, rises)| *rises && bounds.hi.is_none());
    if is_open || !moves.rays.is_empty() || moves.all_steps().count() > MOST_STEPS {
        return Err(Halt::declined("not all moves are steps within a box"));
    }
    let extents = Extents::of(&header.shape, &bounds, cells, &rises);
    Ok(extents.map(|extents| Shape { moves, extents }))
}

fn work_out(
    game: GameId,
    shape: &Shape,
    misere: bool,
    positions: &mut Positions,
) -> Result<Option<Retrograde>, Halt> {
    let transitions = positions.transitions(game)?;
    let budget = &mut positions.machine.budget;
    let found = steps::conditional(&transitions.game, &shape.moves, &shape.extents, budget)?;
    let lens = &shape.extents.lens;
    Ok(Retrograde::new(
        lens,
        &found.steps,
        &found.masks,
        misere,
        budget,
    )?)
}
