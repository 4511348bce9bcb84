//! Games by their definition, for comparison: mex over the options, xor over the parts.

use std::collections::HashMap;
use std::hash::Hash;

pub fn mex(values: &[u64]) -> u64 {
    let mut seen = vec![false; values.len() + 1];
    for value in values {
        if let Some(slot) = seen.get_mut(*value as usize) {
            *slot = true;
        }
    }
    seen.iter().position(|seen| !seen).unwrap_or(values.len()) as u64
}

/// Values of piles 0..=to; the closure gives the values of the options of a pile.
pub fn heap(to: usize, options: impl Fn(usize, &[u64], &mut Vec<u64>)) -> Vec<u64> {
    let mut values = Vec::new();
    for n in 0..=to {
        let mut found = Vec::new();
        options(n, &values, &mut found);
        values.push(mex(&found));
    }
    values
}

/// Values of piles 0..=to of a taking-and-breaking code by its digits, that for taking nothing first: bits 1, 2, 4 and 8 allow
/// to leave nothing, one pile, two piles and three.
pub fn code(to: usize, digits: &[u32]) -> Vec<u64> {
    heap(to, |n, g, out| {
        for (taken, digit) in digits.iter().enumerate() {
            if taken > n {
                break;
            }
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                out.push(0);
            }
            if digit & 2 != 0 && rest > 0 {
                out.push(g[rest]);
            }
            if digit & 4 != 0 {
                out.extend((1..=rest / 2).map(|a| g[a] ^ g[rest - a]));
            }
            if digit & 8 != 0 {
                for a in 1..rest {
                    out.extend(
                        (a..rest - a)
                            .filter(|b| rest - a - b >= *b)
                            .map(|b| g[a] ^ g[b] ^ g[rest - a - b]),
                    );
                }
            }
        }
    })
}

/// A game of whole positions: each option is a list of positions.
pub struct Game<K, F> {
    memo: HashMap<K, u64>,
    moves: F,
}

impl<K: Hash + Eq + Clone, F: Fn(&K) -> Vec<Vec<K>>> Game<K, F> {
    pub fn new(moves: F) -> Self {
        Game {
            memo: HashMap::new(),
            moves,
        }
    }

    pub fn value(&mut self, position: &K) -> u64 {
        if let Some(value) = self.memo.get(position) {
            return *value;
        }
        let options = (self.moves)(position);
        let values: Vec<u64> = options
            .iter()
            .map(|parts| parts.iter().fold(0, |sum, part| sum ^ self.value(part)))
            .collect();
        let value = mex(&values);
        self.memo.insert(position.clone(), value);
        value
    }

    /// 0 for a P-position under misère play, where the parts are always one position.
    pub fn misere(&mut self, position: &K) -> u64 {
        if let Some(value) = self.memo.get(position) {
            return *value;
        }
        let options = (self.moves)(position);
        let wins = options.is_empty() || options.iter().any(|to| self.misere(&to[0]) == 0);
        self.memo.insert(position.clone(), u64::from(wins));
        u64::from(wins)
    }
}
