//! The position that a page about a game begins with.

use std::cmp::Reverse;
use std::sync::Arc;

use super::board::Board;
use super::facts::Part;
use super::samples::typical;
use super::session::Session;
use crate::expr::position::{Game, Position};
use crate::text::diagnostic::Report;

impl Session {
    /// The board, and the position that it and the lists of P-positions begin with, where these do not hold usual piles. Of rows that
    /// is the largest one that the file asks about and that a page holds, since not every row need come up in the game.
    pub(super) fn board_and_start(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
    ) -> Result<(Part<Board>, Option<Position>), Report> {
        if let Some(start) = start {
            return Ok((self.board_of(game, Some(start))?, Some(start.clone())));
        }
        let has_rows = game.shape.has_rows();
        if has_rows && let Some((board, start)) = self.claimed_board(game)? {
            return Ok((Ok(board), Some(start)));
        }
        let usual = self.board_of(game, None)?;
        if usual.is_err() {
            let found = match has_rows {
                true => {
                    self.first_board(game, [Position::of_piles(game, vec![typical(&game.shape)])])?
                }
                false => self.claimed_board(game)?,
            };
            if let Some((board, start)) = found {
                return Ok((Ok(board), Some(start)));
            }
        }
        let first = match &usual {
            Ok(board) if has_rows => board.first().into_iter().map(|pile| pile.name.as_str()),
            Ok(_) | Err(_) => return Ok((usual, None)),
        };
        let first: Vec<&str> = first.collect();
        let text = format!("{}[{}]", game.label, first.join(", "));
        let start = self.position(None, &[text])?;
        Ok((usual, Some(start)))
    }

    /// A board of a position that the file asks about.
    fn claimed_board(&mut self, game: &Arc<Game>) -> Result<Option<(Board, Position)>, Report> {
        let asked = self.claimed_by_size(game)?;
        self.first_board(game, asked.into_iter().take(MOST_STARTS))
    }

    /// The positions that the file asks about: those of few piles come first, and of these the larger ones.
    pub(super) fn claimed_by_size(&mut self, game: &Arc<Game>) -> Result<Vec<Position>, Report> {
        let mut asked = self.claimed(game)?;
        asked.sort_by_key(size);
        Ok(asked)
    }

    fn first_board(
        &mut self,
        game: &Arc<Game>,
        starts: impl IntoIterator<Item = Position>,
    ) -> Result<Option<(Board, Position)>, Report> {
        for start in starts {
            if let Ok(board) = self.board_of(game, Some(&start))? {
                return Ok(Some((board, start)));
            }
        }
        Ok(None)
    }
}

/// Fewer piles come first, and then the larger ones.
fn size(position: &Position) -> (usize, Reverse<u64>) {
    let cells = position.piles().map(|(game, pile)| game.shape.cells(pile));
    let numbers = cells.flatten().flatten();
    let numbers = numbers.map(|number| number.unsigned_abs().saturating_add(1));
    let sum = numbers.fold(0, u64::saturating_add);
    (position.count(), Reverse(sum))
}

/// How many positions are tried for a board.
const MOST_STARTS: usize = 5;
