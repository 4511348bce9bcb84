//! Misère play by its definition, without any theory.

use std::collections::{HashMap, HashSet};

use nimrule::work::chance::Chance;

/// The options of the heaps 0, 1, 2, …, each a list of smaller heaps.
pub type Rules = Vec<Vec<Vec<u32>>>;

/// The heaps 0..=most of a taking-and-breaking code such as `0.77` or `4.44`; digits above 7 leave up to three heaps.
pub fn code(text: &str, most: u32) -> Rules {
    let digits: Vec<u32> = text
        .chars()
        .filter(|digit| *digit != '.')
        .map(|digit| digit.to_digit(16).expect("a digit"))
        .collect();
    let heap = |size: u32| {
        let mut options = Vec::new();
        for (take, digit) in digits.iter().enumerate() {
            let Some(rest) = size.checked_sub(take as u32) else {
                continue;
            };
            if take > 0 && digit & 1 != 0 && rest == 0 {
                options.push(vec![]);
            }
            if take > 0 && digit & 2 != 0 && rest > 0 {
                options.push(vec![rest]);
            }
            if digit & 4 != 0 {
                options.extend(
                    (1..rest)
                        .filter(|one| 2 * one <= rest)
                        .map(|one| vec![one, rest - one]),
                );
            }
            if digit & 8 != 0 {
                for one in 1..rest {
                    for two in one..rest - one {
                        if rest - one - two >= two {
                            options.push(vec![one, two, rest - one - two]);
                        }
                    }
                }
            }
        }
        options
    };
    (0..=most)
        .map(|size| if size == 0 { vec![] } else { heap(size) })
        .collect()
}

/// Whole positions by their options.
pub struct Brute {
    rules: Rules,
    lost: HashMap<Vec<u32>, bool>,
    given_up: HashSet<Vec<u32>>,
    values: HashMap<(Vec<u32>, bool), u32>,
}

impl Brute {
    pub fn new(rules: Rules) -> Brute {
        Brute {
            rules,
            lost: HashMap::new(),
            given_up: HashSet::new(),
            values: HashMap::new(),
        }
    }

    pub fn options(&self, sum: &[u32]) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for (place, heap) in sum.iter().enumerate() {
            for option in &self.rules[*heap as usize] {
                let mut next: Vec<u32> = sum.to_vec();
                next.remove(place);
                next.extend(option);
                next.retain(|heap| *heap > 0);
                next.sort_unstable();
                all.push(next);
            }
        }
        all.sort();
        all.dedup();
        all
    }

    /// Whether whoever is to move loses, when the last move loses, if that is known before so many positions were looked at in
    /// all and without very long ones.
    pub fn is_lost_soon(&mut self, sum: &[u32], most: usize) -> Option<bool> {
        let mut sum = sum.to_vec();
        sum.retain(|heap| *heap > 0);
        sum.sort_unstable();
        if let Some(known) = self.lost.get(&sum) {
            return Some(*known);
        }
        if self.lost.len() >= most || sum.len() > 12 || self.given_up.contains(&sum) {
            return None;
        }
        let options = self.options(&sum);
        let mut lost = !options.is_empty();
        for option in &options {
            let Some(option) = self.is_lost_soon(option, most) else {
                self.given_up.insert(sum);
                return None;
            };
            lost &= !option;
        }
        self.lost.insert(sum, lost);
        Some(lost)
    }

    /// The Grundy value; in misère play that of a position without moves is 1.
    pub fn value(&mut self, sum: &[u32], misere: bool) -> u32 {
        let mut sum = sum.to_vec();
        sum.retain(|heap| *heap > 0);
        sum.sort_unstable();
        if let Some(known) = self.values.get(&(sum.clone(), misere)) {
            return *known;
        }
        let options = self.options(&sum);
        let values: Vec<u32> = options
            .iter()
            .map(|option| self.value(option, misere))
            .collect();
        let value = match values.is_empty() {
            true => u32::from(misere),
            false => (0..).find(|value| !values.contains(value)).expect("a mex"),
        };
        self.values.insert((sum, misere), value);
        value
    }
}

/// All multisets of the heaps 1..=most with up to `len` members.
pub fn sums(most: u32, len: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..len {
        let mut next = Vec::new();
        for sum in &last {
            for heap in sum.last().copied().unwrap_or(1)..=most {
                let mut longer = sum.clone();
                longer.push(heap);
                next.push(longer);
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    all
}

/// Rules for the heaps 0..=most with up to `options` options of up to `parts` parts.
pub fn random_rules(chance: &mut Chance, most: u64, options: u64, parts: u64) -> Rules {
    let mut rules = vec![vec![]];
    for heap in 1..=most {
        let count = chance.below(options + 1);
        let own = (0..count)
            .map(|_| {
                (0..1 + chance.below(parts))
                    .map(|_| chance.below(heap) as u32)
                    .filter(|&part| part > 0)
                    .collect()
            })
            .collect();
        rules.push(own);
    }
    rules
}

/// A code such as `4.0a7`, with digits of up to three or four bits.
pub fn random_code(chance: &mut Chance, hex: bool) -> String {
    let bound = if hex { 16 } else { 8 };
    let zero = ["0", "4"][chance.index(2)];
    let digits: String = (0..1 + chance.below(4))
        .map(|_| char::from_digit(chance.below(bound) as u32, 16).expect("a digit"))
        .collect();
    format!("{zero}.{digits}")
}
