//! The state of a game: where it began, the moves made, and whose turn it is.

use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::answer::MoveTo;

/// A player, by who began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::First => Outcome::First.word(),
            Side::Second => Outcome::Second.word(),
        }
    }
}

/// After so many moves a draw may be agreed on.
const LONG: usize = 500;

#[derive(Debug, Clone)]
pub struct Referee {
    start: Position,
    moves: Vec<MoveTo>,
}

impl Referee {
    pub fn new(start: Position) -> Referee {
        Referee {
            start,
            moves: Vec::new(),
        }
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn moves(&self) -> &[MoveTo] {
        &self.moves
    }

    pub fn now(&self) -> &Position {
        self.moves.last().map_or(&self.start, |play| &play.to)
    }

    pub fn to_move(&self) -> Side {
        match self.moves.len().is_multiple_of(2) {
            true => Side::First,
            false => Side::Second,
        }
    }

    /// Records a move, which must be legal.
    pub fn record(&mut self, play: MoveTo) {
        self.moves.push(play);
    }

    pub fn take_back(&mut self, count: usize) {
        let rest = self.moves.len().saturating_sub(count);
        self.moves.truncate(rest);
    }

    /// Who has won where no move is left: whoever made the last move, in misère play the other.
    pub fn winner(&self) -> Side {
        match self.now().is_misere() {
            true => self.to_move(),
            false => self.to_move().other(),
        }
    }

    /// Whether the position stood before with the same player to move.
    pub fn repeats(&self) -> bool {
        let before = self.moves.len().saturating_sub(1);
        let earlier = std::iter::once(&self.start).chain(self.moves.iter().map(|play| &play.to));
        let parity = self.moves.len() % 2;
        let mut earlier = earlier.take(before).enumerate();
        earlier.any(|(number, position)| number % 2 == parity && position == self.now())
    }

    /// Whether the game goes in circles or on for so long that a draw may be agreed on.
    pub fn may_draw(&self) -> bool {
        self.moves.len() >= LONG || self.repeats()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rulebook, Session, Settings};

    #[test]
    fn a_position_that_stood_before_lets_players_agree_on_a_draw() {
        let book = Rulebook::parse("game nim { take any }").unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let mut at = |text: &str| session.position(None, &[text.to_string()]).unwrap();
        let mut referee = Referee::new(at("nim[1, 2]"));
        for (to, repeats) in [
            // The same piles in another order, but the other player's turn.
            ("nim[2, 1]", false),
            ("nim[1, 1]", false),
            ("nim[1, 2]", true),
            ("nim[2, 2]", false),
        ] {
            referee.record(MoveTo {
                words: String::new(),
                to: at(to),
            });
            assert_eq!(referee.repeats(), repeats, "{to}");
            assert_eq!(referee.may_draw(), repeats);
        }
        assert_eq!(referee.to_move(), Side::First);
        referee.take_back(2);
        assert_eq!(referee.now(), &at("nim[1, 1]"));
        referee.take_back(9);
        assert_eq!(referee.now(), referee.start());
        assert_eq!(referee.to_move(), Side::First);
    }
}
