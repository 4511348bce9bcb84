//! What piles and whole positions are worth without a theory: by the engines for single numbers, by boxes of tuples, by boards,
//! by the definition, and by searches. Which engine is for a pile is said here, once.

use hashbrown::HashMap;

use super::boards::{self, BoardWay, Boards, has_row};
use super::definition::{Definition, Step};
use super::heap::{Heap, Refusals};
use super::policy::{Policy, engine_declines};
use super::positions::Positions;
use super::positions::nodes::{Id, Node};
use super::search::{Allowance, Root, Searches};
use super::tuple::Tuples;
use super::tuple::winners::WinnersBy;
use crate::expr::position::{Game, GameId, Position};
use crate::expr::shape::{Bounds, Coord, CoordKind, Form, Shape};
use crate::moves::taking::{Family, Taking};
use crate::work::{Declined, Failure};

/// The engines for tuples of numbers, all together.
/// So far above the least one a pile is small.
const SMALL: i64 = 4;

const TUPLES: &str = "steps, rays, box";

/// The kinds of piles that have engines of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tuple,
    Row,
    /// Or what no engine is for.
    Number,
}

impl Kind {
    pub(super) fn of(shape: &Shape) -> Kind {
        let is_number = |coord: &Coord| matches!(coord.kind, CoordKind::Int(_));
        match shape.form {
            Form::Single if shape.coords.iter().all(is_number) => Kind::Number,
            _ if has_row(shape) => Kind::Row,
            _ if shape.coords.iter().all(is_number) => Kind::Tuple,
            _ => Kind::Number,
        }
    }
}

/// What works out the values of piles.
pub(crate) enum Source<'p> {
    /// An engine for single numbers.
    Numbers(&'p Heap),
    Tuples(&'p Tuples),
    /// Moves on boards.
    Boards(BoardWay),
    /// The definition, and why the engines do not apply.
    Definition(Refusals),
}

/// A game, and whether its engine tells who wins where the last move loses.
pub(super) type Played = (GameId, bool);

/// Positions, and what is known of them by the ways that may be used.
pub(crate) struct Piles {
    pub(crate) positions: Positions,
    pub(super) policy: Policy,
    /// For each game on single numbers its engine, or which declined and why.
    pub(super) heaps: HashMap<Played, Result<Heap, Refusals>>,
    /// About how many bytes they take with their values, and their lists of amounts alone.
    pub(super) heap_bytes: u64,
    pub(super) amount_bytes: u64,
    /// Whether the piles of a game are piles of Nim by the rules.
    pub(super) is_nim: HashMap<GameId, bool>,
    /// For each game on tuples its boxes, or why it has none.
    pub(super) boxes: HashMap<Played, Result<Tuples, Declined>>,
    pub(super) boards: Boards,
    pub(super) definition: Definition,
    pub(super) searches: Searches,
}

/// How an outcome is known without a value.
pub(crate) enum OutcomeBy {
    Search,
    Engine(WinnersBy),
}

impl Piles {
    pub(super) fn new(positions: Positions, policy: Policy) -> Piles {
        Piles {
            positions,
            policy,
            heaps: HashMap::new(),
            heap_bytes: 0,
            amount_bytes: 0,
            is_nim: HashMap::new(),
            boxes: HashMap::new(),
            boards: Boards::default(),
            definition: Definition::default(),
            searches: Searches::default(),
        }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Uses other ways from now on; what was found by those that may not be used any more is forgotten.
    pub(crate) fn set_policy(&mut self, policy: Policy) {
        if policy != self.policy {
            self.policy = policy;
            self.drop_heaps();
            self.is_nim.clear();
            self.boxes.clear();
            self.hold_boxes();
            self.boards.forget();
            self.searches.forget(&self.positions);
        }
    }

    /// Lets the engine of a game work out a small pile, so that one says so that does not apply.
    pub(crate) fn try_engine(&mut self, game: &Game) -> Result<(), Failure> {
        let small = |bounds: &Bounds| {
            let size = bounds.lo.max(0).saturating_add(SMALL);
            bounds.hi.map_or(size, |hi| size.min(hi))
        };
        let coords = game.shape.coords.iter();
        let cells: Option<Vec<i64>> = coords
            .map(|coord| match &coord.kind {
                CoordKind::Int(bounds) => Some(small(bounds)),
                CoordKind::Row { .. } => None,
            })
            .collect();
        match cells.map_or(Ok(None), |cells| self.engine_value(game.id, &cells)) {
            // What is wrong with a rule is said where a pile is asked about.
            Err(Failure::Fault(_) | Failure::Complaint(_)) => Ok(()),
            value => value.map(|_| ()),
        }
    }

    /// The engine for the piles of a game in which a turn moves in one, as far as the rules tell.
    pub(crate) fn source_by_rules(&mut self, game: &Game) -> Result<Source<'_>, Failure> {
        let only = self.policy.only.clone();
        let definition = |declined: Refusals| match &only {
            Some(only) => Err(engine_declines(only, game, &declined).into()),
            None => Ok(Source::Definition(declined)),
        };
        match Kind::of(&game.shape) {
            Kind::Tuple => match self.tuples(game.id)? {
                Err(why) => definition(vec![(TUPLES, why.clone())]),
                Ok(tuples) => match tuples.why_declined() {
                    Some(why) => definition(vec![(tuples.way().name(), why.clone())]),
                    None => Ok(Source::Tuples(tuples)),
                },
            },
            Kind::Row => match self.why_no_boards(game.id)? {
                Some(why) => definition(vec![(boards::NAME, why)]),
                None => {
                    let way = self.entries_way(game.id)?;
                    Ok(Source::Boards(way.unwrap_or(BoardWay::Parts)))
                }
            },
            Kind::Number => match self.heap(game.id)? {
                Err(declined) => definition(declined.clone()),
                Ok(heap) => Ok(Source::Numbers(heap)),
            },
        }
    }

    /// What the value of a pile comes from, where it was worked out: the definition, where the engine of its game left it out.
    pub(crate) fn source(&mut self, game: &Game, cells: &[i64]) -> Result<Source<'_>, Failure> {
        let left = Source::Definition(Vec::new());
        if Kind::of(&game.shape) == Kind::Row {
            let way = self.on_board(game.id, cells)?;
            return Ok(way.map_or(left, Source::Boards));
        }
        let node = self.positions.nodes.pile(game.id, cells);
        let is_defined = self.definition.known(node).is_some();
        let is_known = self.known().1(game.id, cells).is_some();
        Ok(match self.source_by_rules(game)? {
            Source::Numbers(_) if is_defined && !is_known => left,
            Source::Tuples(_) if !is_known => left,
            source => source,
        })
    }

    /// How the outcome of a pile is known, where that is all that is known of it.
    pub(crate) fn outcome_alone(
        &mut self,
        game: &Game,
        cells: &[i64],
    ) -> Result<Option<OutcomeBy>, Failure> {
        let node = self.positions.nodes.pile(game.id, cells);
        if Kind::of(&game.shape) == Kind::Row
            || self.definition.known(node).is_some()
            || self.known().1(game.id, cells).is_some()
        {
            return Ok(None);
        }
        if self.searches.knows(node) {
            return Ok(Some(OutcomeBy::Search));
        }
        let Some(Ok(tuples)) = self.boxes.get(&(game.id, false)) else {
            return Ok(None);
        };
        let by = tuples.winner_by(cells, &mut self.positions.machine)?;
        Ok(by.map(OutcomeBy::Engine))
    }

    /// The value of a pile of a game that moves in one pile a turn by its engine.
    pub(super) fn engine_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        let header = self.positions.header(game)?;
        let value = match (Kind::of(&header.shape), cells) {
            (Kind::Tuple, _) => self.tuple_value((game, false), cells)?,
            (Kind::Row, _) => self.board_value(game, cells)?,
            (Kind::Number, [size]) if *size >= 0 => self.heap_value(game, size.unsigned_abs())?,
            (Kind::Number, _) => None,
        };
        if value.is_none() && self.policy.only.is_some() {
            // A complaint, where another engine was asked for.
            self.source_by_rules(&header)?;
        }
        Ok(value)
    }

    /// The positions, and what the engines know of the values of piles without more work.
    pub(super) fn known(&mut self) -> (&mut Positions, impl Fn(GameId, &[i64]) -> Option<u64>) {
        let Piles {
            positions,
            heaps,
            boxes,
            ..
        } = self;
        let known = |game, cells: &[i64]| match cells {
            [size] => {
                let heap = heaps.get(&(game, false))?.as_ref().ok()?;
                heap.known(u64::try_from(*size).ok()?)
            }
            _ => {
                let tuples = boxes.get(&(game, false))?.as_ref().ok()?;
                tuples.known_value(cells)
            }
        };
        (positions, known)
    }

    /// The Grundy value of a component by the definition, of a game that moves in several piles by a search.
    pub(crate) fn grundy(&mut self, component: Id) -> Result<u32, Failure> {
        if let Some(value) = self.definition.known(component) {
            return Ok(value);
        }
        let positions = &mut self.positions;
        if !self.policy.plain
            && matches!(positions.nodes.node(component), Node::Compound(..))
            && let Some(value) = self.searches.grundy(component, positions)?
        {
            return Ok(value);
        }
        let value = self.defined(component);
        self.definition.end(&self.positions);
        value
    }

    /// The Grundy value of a component by the definition, and by the engines of other games for their piles.
    fn defined(&mut self, component: Id) -> Result<u32, Failure> {
        let asks = !self.policy.plain && self.policy.only.is_none();
        self.definition.open(component, &mut self.positions)?;
        loop {
            let positions = &mut self.positions;
            positions.machine.budget.step()?;
            let (pile, game, size) = match self.definition.go_on(component, asks, positions)? {
                Step::Value(value) => return Ok(value),
                Step::Needs { pile, game, size } => (pile, game, size),
            };
            let value = self.heap_value(game, size)?;
            match value.and_then(|value| u32::try_from(value).ok()) {
                Some(value) => self.definition.settle(pile, value),
                None => self.definition.leave_alone(game),
            }
        }
    }

    /// Refuses an engine that was asked for by name, where plays may go on for ever: none applies.
    pub(crate) fn refuse_engine(&mut self, position: &Position) -> Result<(), Failure> {
        for term in position.terms.iter().filter(|term| term.game.loopy) {
            // Every engine declines.
            let _ = self.heap(term.game.id)?;
        }
        Ok(())
    }

    /// Whether the player to move wins a whole position.
    pub(crate) fn wins(&mut self, root: Id, misere: bool) -> Result<bool, Failure> {
        if misere && let Node::Pile(game, cells) = self.positions.nodes.node(root) {
            let on_board = self.wins_misere_on_board(game, &cells)?;
            let wins = match on_board {
                None => self.wins_misere_in_box(game, &cells)?,
                wins => wins,
            };
            let wins = match wins {
                None => self.wins_misere_in_line(game, &cells)?,
                wins => wins,
            };
            if let Some(wins) = wins {
                return Ok(wins);
            }
        }
        let root = self.root(root, misere);
        self.searches.wins(root, &mut self.positions)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn length(
        &mut self,
        root: Id,
        misere: bool,
        allowance: &mut Allowance,
    ) -> Result<(bool, u32), Failure> {
        let root = self.root(root, misere);
        self.searches.length(root, allowance, &mut self.positions)
    }

    pub(super) fn root(&self, node: Id, misere: bool) -> Root {
        Root {
            node,
            misere,
            plain: self.policy.plain,
        }
    }
}

impl Positions {
    /// The moves of one kind in a pile. `None`: only the rule itself tells them.
    pub(crate) fn taking(
        &mut self,
        game: GameId,
        family: &Family,
        size: u64,
    ) -> Result<Option<Taking>, Failure> {
        match family.at(size, &mut self.machine) {
            Ok(taking) => Ok(taking),
            Err(fault) => {
                let cells = [i64::try_from(size).unwrap_or(i64::MAX)];
                Err(self.transitions(game)?.fault_at(&cells, fault))
            }
        }
    }
}
