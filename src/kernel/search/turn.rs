//! What a turn is and who wins at the end.

/// In how many piles a turn moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// In a number of piles out of these ranges, both ends included; `None` is no upper end. A turn in 0 piles is none.
    Counts(Vec<(u64, Option<u64>)>),
    /// In every pile that can move.
    All,
    /// In every pile; where one of them cannot move, there is no turn.
    AllOrNone,
}

/// The rules of play over piles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// In how many piles a turn moves.
    pub turn: Turn,
    /// Whether the moves of a turn all have the same label.
    pub alike: bool,
    /// Whether the player who cannot move wins.
    pub misere: bool,
}

impl Rules {
    /// Whether a turn may move in so many piles of those that can move, for turns by count.
    pub fn allows(&self, count: u64) -> bool {
        match &self.turn {
            Turn::Counts(ranges) => {
                count > 0
                    && ranges
                        .iter()
                        .any(|&(low, high)| count >= low && high.is_none_or(|high| count <= high))
            }
            Turn::All | Turn::AllOrNone => true,
        }
    }

    /// The most piles that a turn may move in where there are `piles`, for turns by count; 0 where there is no turn.
    pub fn most(&self, piles: u64) -> u64 {
        match &self.turn {
            Turn::Counts(ranges) => ranges
                .iter()
                .filter(|(low, _)| (*low).max(1) <= piles)
                .map(|(_, high)| high.unwrap_or(u64::MAX).min(piles))
                .max()
                .unwrap_or(0),
            Turn::All | Turn::AllOrNone => piles,
        }
    }

    /// Whether piles that cannot move count.
    pub fn keeps_terminal(&self) -> bool {
        self.turn == Turn::AllOrNone
    }
}
