//! Search over positions of bounded Nim in several piles, as one would write it for a contest: sorted piles in the four-bit
//! digits of a number, a hash table, recursion that stops at the first lost option.

use std::collections::HashMap;

/// What is known, and how many options were made and looked up.
#[derive(Default)]
pub struct Search {
    known: HashMap<u64, bool>,
    /// How many options were made.
    pub options: u64,
}

impl Search {
    /// Whether the player to move wins, where each turn takes 1 to 3 from one or two piles of at most 15.
    pub fn wins(&mut self, piles: &[u8]) -> bool {
        let mut sorted = piles.to_vec();
        sorted.retain(|pile| *pile > 0);
        sorted.sort_unstable();
        let key = sorted
            .iter()
            .fold(0, |key, pile| key << 4 | u64::from(*pile));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let wins = self.any_lost(&sorted);
        self.known.insert(key, wins);
        wins
    }

    fn any_lost(&mut self, piles: &[u8]) -> bool {
        let mut left = piles.to_vec();
        for first in 0..piles.len() {
            for amount in 1..=piles[first].min(3) {
                left[first] = piles[first] - amount;
                self.options += 1;
                if !self.wins(&left) {
                    return true;
                }
                for second in first + 1..piles.len() {
                    for amount in 1..=piles[second].min(3) {
                        left[second] = piles[second] - amount;
                        self.options += 1;
                        if !self.wins(&left) {
                            return true;
                        }
                    }
                    left[second] = piles[second];
                }
            }
            left[first] = piles[first];
        }
        false
    }
}
