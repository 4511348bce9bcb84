//! Whole positions, played out by brute force.

use std::collections::{BTreeSet, HashMap};

use super::rules::Table;
use nimrule::expr::position::Position;

/// In how many piles a turn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At least and at most so many.
    Counts(usize, usize),
    All,
    AllOrNone,
}

/// A sum of terms: each the number of its game and its piles, sorted.
pub type Sum = Vec<(usize, Vec<usize>)>;

/// Games and what is known of their sums.
pub struct World {
    games: Vec<(Table, Turn)>,
    misere: bool,
    /// Whether a turn takes the same from each of its piles.
    pub alike: bool,
    /// Whether the player to move wins, and how many turns perfect play lasts: the winner hurries, the loser delays.
    known: HashMap<Sum, (bool, u32)>,
}

impl World {
    pub fn new(games: Vec<(Table, Turn)>, misere: bool) -> World {
        World {
            games,
            misere,
            alike: false,
            known: HashMap::new(),
        }
    }

    /// A position of the answer as a sum of as many terms as there are games.
    pub fn read(&self, position: &Position) -> Sum {
        let names = ["a", "b", "nim"];
        let mut sum: Sum = (0..self.games.len())
            .map(|game| (game, Vec::new()))
            .collect();
        for term in &position.terms {
            let game = match self.games.len() {
                1 => 0,
                _ => names
                    .iter()
                    .position(|name| *name == term.game.label)
                    .expect("a game"),
            };
            let piles = term.piles.iter();
            sum[game]
                .1
                .extend(piles.map(|pile| pile.as_int().expect("a number") as usize));
            sum[game].1.sort_unstable();
        }
        sum
    }

    /// The piles that a turn in one term can leave.
    fn turns(&self, game: usize, piles: &[usize]) -> BTreeSet<Vec<usize>> {
        let (table, turn) = &self.games[game];
        let movable = piles
            .iter()
            .filter(|pile| !table[**pile].is_empty())
            .count();
        let (least, most) = match *turn {
            Turn::Counts(least, most) => (least, most),
            Turn::All => (movable.max(1), movable),
            Turn::AllOrNone => (piles.len().max(1), piles.len()),
        };
        // What is taken from each pile, where it must be the same.
        let amounts: Vec<Option<usize>> = match self.alike {
            true => (1..table.len()).map(Some).collect(),
            false => vec![None],
        };
        let mut found = BTreeSet::new();
        for amount in amounts {
            // The piles so far, and how many were moved in.
            let mut partial: BTreeSet<(Vec<usize>, usize)> = BTreeSet::from([(Vec::new(), 0)]);
            for pile in piles {
                let mut next = BTreeSet::new();
                for (left, moved) in &partial {
                    next.insert(([left.as_slice(), &[*pile]].concat(), *moved));
                    for parts in &table[*pile] {
                        let taken = pile - parts.iter().sum::<usize>();
                        if amount.is_none_or(|amount| amount == taken) {
                            next.insert(([left.as_slice(), parts].concat(), moved + 1));
                        }
                    }
                }
                partial = next;
            }
            for (mut left, moved) in partial {
                if moved >= least && moved <= most {
                    left.sort_unstable();
                    found.insert(left);
                }
            }
        }
        found
    }

    /// The sums that a turn can lead to.
    pub fn moves(&self, sum: &Sum) -> BTreeSet<Sum> {
        let mut found = BTreeSet::new();
        for (place, (game, piles)) in sum.iter().enumerate() {
            for left in self.turns(*game, piles) {
                let mut to = sum.clone();
                to[place].1 = left;
                found.insert(to);
            }
        }
        found
    }

    fn solve(&mut self, sum: &Sum) -> (bool, u32) {
        if let Some(known) = self.known.get(sum) {
            return *known;
        }
        let moves = self.moves(sum);
        let results: Vec<(bool, u32)> = moves.iter().map(|to| self.solve(to)).collect();
        let lost = results
            .iter()
            .filter(|(wins, _)| !wins)
            .map(|(_, length)| length + 1);
        let won = results
            .iter()
            .filter(|(wins, _)| *wins)
            .map(|(_, length)| length + 1);
        let found = match (results.is_empty(), lost.min()) {
            (true, _) => (self.misere, 0),
            (false, Some(shortest)) => (true, shortest),
            (false, None) => (false, won.max().unwrap_or(0)),
        };
        self.known.insert(sum.clone(), found);
        found
    }

    pub fn first_wins(&mut self, sum: &Sum) -> bool {
        self.solve(sum).0
    }

    pub fn length(&mut self, sum: &Sum) -> u32 {
        self.solve(sum).1
    }

    pub fn winning(&mut self, sum: &Sum) -> Vec<Sum> {
        let moves = self.moves(sum);
        moves
            .into_iter()
            .filter(|to| !self.first_wins(to))
            .collect()
    }
}
