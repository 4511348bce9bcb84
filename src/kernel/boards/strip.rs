//! Coins on different squares of a strip, each of which a move takes down to any lower free square.
//!
//! Where coins may jump over others this is Welter's game: a position is worth the nim-sum of its squares and of d xor (d - 1) for
//! each pair of them, where d is the nim-sum of the two (C. P. Welter, The theory of a class of games on a sequence of squares, in
//! terms of the advancing operation in a special group, 1954; Conway, On Numbers and Games, chapter 13).
//!
//! Where they may not, a position is worth the nim-sum of every second gap, that below the topmost coin first: each move makes one of
//! these smaller or larger, and its upper coin makes it smaller by any amount (Berlekamp, Conway and Guy, Winning Ways, chapter 15,
//! of the Silver Dollar game).

use super::bits::Bits;
use super::given::{Given, Step};

/// A position is worth what its squares say.
#[derive(Debug)]
pub struct Strip {
    /// For each place how many squares are below it.
    squares: Vec<u32>,
    /// Whether coins may jump over others.
    pub jumps: bool,
    /// Whether coins lie on the places that are missing.
    is_inverse: bool,
    moves: usize,
}

impl Strip {
    /// The strip of a game. Nothing: its moves are other ones.
    pub fn new(given: &Given<8>) -> Option<Strip> {
        let [mode] = given.modes.as_slice() else {
            return None;
        };
        if !mode.over.is_empty() || !given.flips.is_empty() {
            return None;
        }
        let inverse = |step: &Step<8>| Step {
            to: step.to,
            requires: step.forbids,
            forbids: step.requires,
            clears: step.sets,
            sets: step.clears,
        };
        Strip::of(given.places, &mode.steps).or_else(|| {
            let steps: Vec<Step<8>> = mode.steps.iter().map(inverse).collect();
            let strip = Strip::of(given.places, &steps)?;
            Some(Strip {
                is_inverse: true,
                ..strip
            })
        })
    }

    fn of(places: usize, steps: &[Step<8>]) -> Option<Strip> {
        let mut below = vec![Bits::NONE; places];
        for step in steps {
            let (from, to) = (step.requires.first()?, step.sets.first()?);
            let is_move = (Bits::one(from), Bits::one(to)) == (step.requires, step.sets);
            if !is_move || step.clears != step.requires || step.to != 0 {
                return None;
            }
            below[from].insert(to);
        }
        let mut upwards: Vec<usize> = (0..places).collect();
        upwards.sort_by_key(|place| below[*place].len());
        let mut lower = Bits::NONE;
        for place in upwards {
            if below[place] != lower {
                return None;
            }
            lower.insert(place);
        }
        let lies_below = |places: Bits<8>| places.first().map(|place| below[place]);
        let jumps = steps.iter().all(|step| step.forbids == step.sets);
        let slides = steps.iter().all(|step| {
            let ends = (lies_below(step.requires), lies_below(step.sets));
            matches!(ends, (Some(from), Some(to)) if step.forbids == from - to)
        });
        (jumps || slides).then(|| Strip {
            squares: below.iter().map(|below| below.len() as u32).collect(),
            jumps,
            is_inverse: false,
            moves: steps.len(),
        })
    }

    /// The Grundy value of a position.
    pub fn value(&self, at: &Bits<8>) -> u32 {
        let coins = match self.is_inverse {
            true => Bits::below(self.squares.len()) - *at,
            false => *at,
        };
        let mut squares: Vec<u32> = coins.iter().map(|place| self.squares[place]).collect();
        squares.sort_unstable();
        let mut value = 0;
        if self.jumps {
            for (place, square) in squares.iter().enumerate() {
                value ^= square;
                for lower in &squares[..place] {
                    let apart = lower ^ square;
                    value ^= apart ^ (apart - 1);
                }
            }
            return value;
        }
        for pair in squares.rchunks(2) {
            value ^= match pair {
                [lower, upper] => upper - lower - 1,
                single => single.iter().sum(),
            };
        }
        value
    }

    /// How many squares and moves there are.
    pub fn size(&self) -> (usize, usize) {
        (self.squares.len(), self.moves)
    }
}
