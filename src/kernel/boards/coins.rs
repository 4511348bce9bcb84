//! Coins that are turned over.
//!
//! Each place is a coin, which is there or not. A move flips over the places of a set A, whatever they are, but for one: its last
//! place (or its first one, in all moves alike) has to be heads, which is there or missing as the moves of this place ask.
//! Then a position is worth the nim-sum of its heads, each as if it were alone, and a head alone is worth the mex over its moves of
//! the nim-sum of the other places that they flip over (H. W. Lenstra; Berlekamp, Conway and Guy, Winning Ways, chapter 14): two
//! heads on one place are like two equal piles of Nim, or like none.
//!
//! A move is given one by one for each way in which the other places may be, or as a [`Flip`].

use hashbrown::{HashMap, HashSet};

use super::bits::{Bits, subsets};
use super::given::{Flip, Given, Step};
use crate::kernel::Seen;
use crate::work::Limit;
use crate::work::budget::Budget;

/// A position is a sum of coins.
#[derive(Debug)]
pub struct Coins {
    /// The places that have moves, and those of them that are heads where they are there.
    heads: Bits<8>,
    up: Bits<8>,
    /// For each place what it is worth alone where it is heads.
    values: Vec<u32>,
    moves: usize,
}

/// Which of the places that a move flips over has to be heads.
type Edge = fn(&Bits<8>) -> Option<usize>;

impl Coins {
    /// The coins of a game. Nothing: its moves are other ones.
    pub fn new(given: &Given<8>, budget: &mut Budget) -> Result<Option<Coins>, Limit> {
        let [mode] = given.modes.as_slice() else {
            return Ok(None);
        };
        let turns_over = |step: &Step<8>| {
            step.to == 0 && step.clears == step.requires && step.sets == step.forbids
        };
        if !mode.over.is_empty() || !mode.steps.iter().all(turns_over) {
            return Ok(None);
        }
        for edge in [Bits::last, Bits::first] as [Edge; 2] {
            if let Some(flips) = flips(given, edge, budget)? {
                return Coins::of(given.places, &flips, edge, budget).map(Some);
            }
        }
        Ok(None)
    }

    fn of(
        places: usize,
        flips: &[Flip<8>],
        edge: Edge,
        budget: &mut Budget,
    ) -> Result<Coins, Limit> {
        let mut coins = Coins {
            heads: Bits::NONE,
            up: Bits::NONE,
            values: vec![0; places],
            moves: flips.len(),
        };
        let mut by_head: Vec<Vec<Bits<8>>> = vec![Vec::new(); places];
        for flip in flips {
            coins.heads.insert(flip.head);
            if flip.is_there {
                coins.up.insert(flip.head);
            }
            by_head[flip.head].push(flip.turned - Bits::one(flip.head));
        }
        // All others of a move lie on the same side of its head.
        let is_rising = edge(&Bits::below(2)) == Some(1);
        for step in 0..places {
            let head = if is_rising { step } else { places - 1 - step };
            let mut seen = Seen::default();
            for others in &by_head[head] {
                budget.steps(1 + others.len() as u64)?;
                let values = others.iter().map(|place| coins.values[place]);
                seen.insert(values.fold(0, |xor, value| xor ^ value));
            }
            coins.values[head] = seen.mex();
        }
        Ok(coins)
    }

    /// The Grundy value of a position.
    pub fn value(&self, at: &Bits<8>) -> u32 {
        let heads = (*at & self.up) | (self.heads - self.up - *at);
        let values = heads.iter().map(|place| self.values[place]);
        values.fold(0, |xor, value| xor ^ value)
    }

    /// How many places have moves, and how many sets of places may be turned over.
    pub fn size(&self) -> (usize, usize) {
        (self.heads.len(), self.moves)
    }
}

/// The moves of a game, each for all ways in which the other places may be. Nothing: some way is missing, or the heads are not
/// always the edge, or heads in one move and tails in another.
fn flips(given: &Given<8>, edge: Edge, budget: &mut Budget) -> Result<Option<Vec<Flip<8>>>, Limit> {
    let steps = given.modes.iter().flat_map(|mode| &mode.steps);
    let mut ways: HashMap<Bits<8>, HashSet<Bits<8>>> = HashMap::new();
    for step in steps {
        budget.step()?;
        ways.entry(step.clears | step.sets)
            .or_default()
            .insert(step.requires);
    }
    let mut found = given.flips.clone();
    for (turned, ways) in ways {
        let (Some(head), Some(way)) = (edge(&turned), ways.iter().next()) else {
            return Ok(None);
        };
        let is_there = way.contains(head);
        let all = subsets(turned.len() - 1);
        if all != Some(ways.len()) || ways.iter().any(|way| way.contains(head) != is_there) {
            return Ok(None);
        }
        found.push(Flip {
            turned,
            head,
            is_there,
        });
    }
    let mut sides: HashMap<usize, bool> = HashMap::new();
    let fits = |flip: &Flip<8>| {
        edge(&flip.turned) == Some(flip.head)
            && *sides.entry(flip.head).or_insert(flip.is_there) == flip.is_there
    };
    Ok(found.iter().all(fits).then_some(found))
}
