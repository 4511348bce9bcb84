//! The boards of each game: when they are asked, and when a row is left to the definition.

use std::sync::Arc;

use super::ground;
use super::guard::Places;
use super::{Known, MOST_DECLINED, MOST_KEPT, NAME, RowBoard, Told};
use crate::expr::position::GameId;
use crate::solve::piles::Piles;
use crate::solve::policy::engine_declines;
use crate::solve::positions::Positions;
use crate::work::{Declined, Failure, Halt};

impl Piles {
    /// The board on which a pile stands, and its places; nothing where there is none.
    fn board(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<(&mut RowBoard, Places, &mut Positions)>, Failure> {
        if !self.policy.allows(NAME) || !self.positions.header(game)?.shape.is_row() {
            return Ok(None);
        }
        let Piles {
            positions,
            boards,
            policy,
            ..
        } = self;
        let rules = Arc::clone(&positions.transitions(game)?.game);
        let known = boards
            .games
            .entry(game)
            .or_insert_with(|| Known::of(&rules));
        let place = known
            .boards
            .iter()
            .rposition(|board| board.places(cells).is_some());
        if place.is_none() && known.count < MOST_DECLINED {
            match RowBoard::new(cells, &rules, positions) {
                Ok(board) => known.boards.push(board),
                Err(halt) => {
                    known.declined = Some(halt.reason()?);
                    known.count += 1;
                }
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

    /// The value of a pile that stands on a board.
    pub(in crate::solve) fn board_value(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        let Some((board, places, positions)) = self.board(game, cells)? else {
            return Ok(None);
        };
        let value = board.value(places, &mut positions.machine.budget);
        Ok(Some(u64::from(value.map_err(|limit| board.so_far(limit))?)))
    }

    /// Whether a pile that stands on a board has this value.
    pub(in crate::solve) fn is_worth_on_board(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
    ) -> Result<Option<bool>, Failure> {
        let Some((board, places, positions)) = self.board(game, cells)? else {
            return Ok(None);
        };
        let Ok(value) = u32::try_from(value) else {
            return Ok(Some(false));
        };
        let is_worth = board.is_worth(places, value, &mut positions.machine.budget);
        Ok(Some(is_worth.map_err(|limit| board.so_far(limit))?))
    }

    /// Whether a pile stands on a board.
    pub(crate) fn is_on_board(&mut self, game: GameId, cells: &[i64]) -> Result<bool, Failure> {
        Ok(self.board(game, cells)?.is_some())
    }

    /// The board of a pile in words, or why it has none.
    pub(crate) fn tell_board(&mut self, game: GameId, cells: &[i64]) -> Result<Told, Halt> {
        if let Some((board, _, _)) = self.board(game, cells)? {
            return Ok(board.told());
        }
        let known = self.boards.games.get(&game);
        let declined = known.and_then(|known| known.declined.clone());
        Err(declined.unwrap_or_else(|| "it was left out".into()).into())
    }

    /// Why no row of a game is a board, as far as the rules tell.
    pub(crate) fn why_no_boards(&mut self, game: GameId) -> Result<Option<Declined>, Failure> {
        if !self.policy.allows(NAME) {
            return Ok(Some("it was left out".into()));
        }
        Ok(ground::covers(&self.positions.transitions(game)?.game).err())
    }
}
