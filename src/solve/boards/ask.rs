//! The boards of each game: when they are asked, and when a row is left to the definition.

use std::sync::Arc;

use super::engine::Engine;
use super::entries::Entries;
use super::ground;
use super::guard::Places;
use super::layout::{Layout, Stands, row_of};
use super::{BoardFacts, BoardWay, Boards, KnownRows, MOST_DECLINED, MOST_KEPT, NAME, RowBoard};
use crate::expr::position::GameId;
use crate::expr::value::Value;
use crate::rules::game::GameRules;
use crate::solve::heap::Heap;
use crate::solve::piles::Piles;
use crate::solve::policy::{LEFT_OUT, engine_declines};
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::Id;
use crate::work::budget::Budget;
use crate::work::{Declined, Failure, Halt};

/// A mode and the places of a pile.
type At = (u32, Places);

type Standing<'b> = (&'b mut RowBoard, At, &'b mut Positions);

impl Boards {
    /// What is known of the rows of a game, and its rules.
    fn rows(
        &mut self,
        game: GameId,
        positions: &mut Positions,
    ) -> Result<(&mut KnownRows, Arc<GameRules>), Failure> {
        let rules = Arc::clone(&positions.transitions(game)?.game);
        let known = self.games.entry(game);
        let known = known.or_insert_with(|| KnownRows::of(&rules));
        Ok((known, rules))
    }
}

impl Piles {
    /// How rows of a game are worth the sum of their entries, or of every second one, where they are.
    pub(crate) fn entries_way(&mut self, game: GameId) -> Result<Option<BoardWay>, Failure> {
        Ok(self.entries(game)?.map(|(entries, _)| entries.way))
    }

    fn entries(&mut self, game: GameId) -> Result<Option<(&mut Entries, &mut Positions)>, Failure> {
        let may_be = self.policy.allows(NAME) && self.policy.only.is_none();
        if !may_be || row_of(&self.positions.header(game)?.shape).is_none() {
            return Ok(None);
        }
        let known = self.boards.rows(game, &mut self.positions)?.0;
        let entries = known.entries.as_mut();
        Ok(entries.map(|entries| (entries, &mut self.positions)))
    }

    /// The value of a row of which one number counts and nothing else is there, where rows are worth the sum of such entries.
    fn entry_value(&mut self, game: GameId, cells: &[i64]) -> Result<Option<u64>, Failure> {
        let policy = self.policy.clone();
        let Some((entries, positions)) = self.entries(game)? else {
            return Ok(None);
        };
        let (Some(size), Some((heap, transitions))) = (entries.alone(cells), entries.engine())
        else {
            return Ok(None);
        };
        let Positions { book, machine, .. } = positions;
        let make = |failed| Heap::new(book, transitions, &policy, failed).ok();
        let heap = heap.get_or_insert_with(|| make(Vec::new()));
        Heap::value_of_one(heap, make, size, machine)
    }

    /// The entries of a row that count, as rows of their own, where it is worth their sum; nothing of a row that is one of these.
    pub(crate) fn entries_apart(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<Vec<(Value, Id)>>, Failure> {
        let Some((entries, positions)) = self.entries(game)? else {
            return Ok(None);
        };
        let shape = &positions.header(game)?.shape;
        let row = shape.value(cells);
        if row.items().len() < 2 || entries.alone(cells).is_some() {
            return Ok(None);
        }
        let counted = row.items().iter().skip(entries.first);
        let alone = counted.step_by(entries.step()).map(|entry| {
            let mut row = vec![Value::Int(0); entries.first];
            row.push(entry.clone());
            let row = Value::list(row);
            let cells = shape.cells(&row).ok()?;
            Some((row, positions.nodes.pile(game, &cells)))
        });
        Ok(alone.collect())
    }

    /// The board on which a pile stands, its mode and places; nothing where there is none.
    fn board(&mut self, game: GameId, cells: &[i64]) -> Result<Option<Standing<'_>>, Failure> {
        if !self.policy.allows(NAME) || row_of(&self.positions.header(game)?.shape).is_none() {
            return Ok(None);
        }
        let Piles {
            positions,
            boards,
            policy,
            ..
        } = self;
        let (known, rules) = boards.rows(game, positions)?;
        if known.entries.is_some() && policy.only.is_none() {
            return Ok(None);
        }
        let place = known
            .boards
            .iter()
            .rposition(|board| board.places(cells).is_some());
        let numbers = cells.iter().map(|cell| cell.unsigned_abs());
        let size = numbers.fold(cells.len() as u64, u64::saturating_add);
        if place.is_none() && known.may_have(size) {
            match RowBoard::new(cells, &rules, positions) {
                Ok(None) => known.declined = Some(ground::FEW.into()),
                Ok(Some(board)) => {
                    known.whole += usize::from(board.engine.way() == BoardWay::Whole);
                    known.boards.push(board);
                }
                Err(halt) => known.decline(halt.reason()?, size),
            }
        } else if let Some(place) = place {
            let board = known.boards.remove(place);
            known.boards.push(board);
        }
        if known.boards.len() > MOST_KEPT {
            known.boards.remove(0);
        }
        let found = known.boards.last_mut();
        let found = found.and_then(|board| Some((board.places(cells)?, board)));
        match (found, &policy.only) {
            (Some((places, board)), _) => Ok(Some((board, places, positions))),
            (None, None) => Ok(None),
            (None, Some(only)) => {
                let why = known
                    .declined
                    .clone()
                    .unwrap_or_else(|| "it has no board".into());
                Err(engine_declines(only, &rules.header, &[(NAME, why)]).into())
            }
        }
    }

    /// What is asked of the board on which a pile stands, where the last move loses or wins; nothing where it has none, the search
    /// there does not apply, or the game is of the other form.
    fn ask_board<T>(
        &mut self,
        (game, misere): (GameId, bool),
        cells: &[i64],
        ask: impl FnOnce(&mut Engine, At, &mut Budget) -> Result<T, Halt>,
    ) -> Result<Option<T>, Failure> {
        if self.positions.header(game)?.misere != misere {
            return Ok(None);
        }
        let Some((board, places, positions)) = self.board(game, cells)? else {
            return Ok(None);
        };
        let found = ask(&mut board.engine, places, &mut positions.machine.budget);
        match found.map_err(|halt| board.so_far(halt)) {
            Ok(found) => Ok(Some(found)),
            Err(halt) => {
                let why = halt.reason()?;
                if let Some(known) = self.boards.games.get_mut(&game) {
                    known.boards.pop();
                    // Where plays come back, they do in other rows of the game.
                    known.decline(why, u64::MAX);
                    known.count = MOST_DECLINED;
                }
                // A complaint, where no other way may be used.
                self.board(game, cells)?;
                Ok(None)
            }
        }
    }

    pub(in crate::solve) fn board_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        if let Some(value) = self.entry_value(game, cells)? {
            return Ok(Some(value));
        }
        let value = self.ask_board((game, false), cells, Engine::value)?;
        Ok(value.map(u64::from))
    }

    pub(in crate::solve) fn is_worth_on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
    ) -> Result<Option<bool>, Failure> {
        let value = u32::try_from(value);
        self.ask_board((game, false), cells, |engine, at, budget| {
            value.map_or(Ok(false), |value| engine.is_worth(at, value, budget))
        })
    }

    /// Whether the player to move wins a pile that stands on a board, of a game in which the last move loses.
    pub(in crate::solve) fn wins_misere_on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        self.ask_board((game, true), cells, Engine::wins_misere)
    }

    /// Whether more piles than this can be reached from a pile of a game in which the last move loses, where a board says so.
    pub(in crate::solve) fn reaches_more_on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
        most: usize,
    ) -> Result<bool, Failure> {
        let reaches = self.ask_board((game, true), cells, |engine, at, budget| {
            engine.reaches_more(at, most, budget)
        });
        Ok(reaches? == Some(true))
    }

    /// The parts of a row into which its board falls, as far as they have moves, each with its value; nothing where it has no
    /// board, or one whose places stand for more than its entries.
    pub(crate) fn parts_on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<Vec<(Value, u64)>>, Failure> {
        let Some(parts) = self.ask_board((game, false), cells, Engine::parts)? else {
            return Ok(None);
        };
        let Some((board, (mode, _), positions)) = self.board(game, cells)? else {
            return Ok(None);
        };
        let Layout { row, stands, .. } = &board.layout;
        if !matches!(stands, Stands::Entries(_)) {
            return Ok(None);
        }
        let header = positions.header(game)?;
        let rows = parts.into_iter().filter_map(|(part, value)| {
            let cells = board.layout.cells((mode, part));
            let row = header.shape.parts(&cells).nth(*row)?;
            Some((row, u64::from(value)))
        });
        Ok(Some(rows.collect()))
    }

    /// How the value of a pile is found that stands on a board.
    pub(crate) fn on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<BoardWay>, Failure> {
        if self.entries_apart(game, cells)?.is_some() {
            return self.entries_way(game);
        }
        let board = self.board(game, cells)?;
        Ok(board.map(|(board, _, _)| board.engine.way()))
    }

    /// The board of a pile in words, or why it has none.
    pub(crate) fn tell_board(&mut self, game: GameId, cells: &[i64]) -> Result<BoardFacts, Halt> {
        if let Some((board, _, _)) = self.board(game, cells)? {
            return Ok(board.told());
        }
        let known = self.boards.games.get(&game);
        let declined = known.and_then(|known| known.declined.clone());
        Err(declined.unwrap_or_else(|| LEFT_OUT.into()).into())
    }

    /// Why no row of a game is a board, as far as the rules tell.
    pub(crate) fn why_no_boards(&mut self, game: GameId) -> Result<Option<Declined>, Failure> {
        if !self.policy.allows(NAME) {
            return Ok(Some(LEFT_OUT.into()));
        }
        Ok(ground::covers(&self.positions.transitions(game)?.game).err())
    }
}
