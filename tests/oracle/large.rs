//! Large piles of taking-and-breaking games: the recurrence for single piles, written down directly.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// What may be taken, and how many piles may be left.
#[derive(Clone, Debug)]
pub struct Taking {
    /// `octal 0.77`, `take 1, 3`: the statement.
    pub text: String,
    /// For each amount, 0 first, whether nothing, one pile, two piles, two different piles may be left.
    digits: Vec<[bool; 4]>,
    /// The digits that repeat for ever behind the others.
    tail: Vec<[bool; 4]>,
}

/// The values of piles up to `to`: the mex over what the moves leave.
pub fn values(takings: &[Taking], to: usize) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for size in 0..=to {
        let mut found = HashSet::new();
        for taking in takings {
            for amount in 0..=size {
                let [nothing, one, two, different] = taking.digit(amount);
                let rest = size - amount;
                if nothing && rest == 0 {
                    found.insert(0);
                }
                if one && rest > 0 {
                    found.insert(values[rest]);
                }
                if two || different {
                    for part in 1..=rest / 2 {
                        if two || part != rest - part {
                            found.insert(values[part] ^ values[rest - part]);
                        }
                    }
                }
            }
        }
        values.push((0..).find(|value| !found.contains(value)).unwrap_or(0));
    }
    values
}

impl Taking {
    fn digit(&self, amount: usize) -> [bool; 4] {
        match amount.checked_sub(self.digits.len()) {
            None => self.digits[amount],
            Some(_) if self.tail.is_empty() => [false; 4],
            Some(behind) => self.tail[behind % self.tail.len()],
        }
    }
}

fn bits(digit: u32) -> [bool; 4] {
    [digit & 1 == 1, digit & 2 == 2, digit & 4 == 4, false]
}

/// `octal 0.3731`, rarely with digits that repeat.
fn code() -> impl Strategy<Value = Taking> {
    let tail = prop_oneof![3 => Just(Vec::new()), 1 => vec(0u32..4, 1..4)];
    (select(vec![0u32, 0, 4]), vec(0u32..8, 1..7), tail).prop_map(|(whole, digits, tail)| {
        let text = |digits: &[u32]| digits.iter().map(u32::to_string).collect::<String>();
        let repeating = match tail.is_empty() {
            true => String::new(),
            false => format!("({})", text(&tail)),
        };
        Taking {
            text: format!("octal {whole}.{}{repeating}", text(&digits)),
            digits: [whole].iter().chain(&digits).map(|d| bits(*d)).collect(),
            tail: tail.into_iter().map(bits).collect(),
        }
    })
}

/// `take 2, 5 leaving 1 pile`
fn take() -> impl Strategy<Value = Taking> {
    let leaving = select(vec![
        ("", [true, true, false, false]),
        ("leaving 0 piles", [true, false, false, false]),
        ("leaving 1 pile", [false, true, false, false]),
        ("leaving 2 piles", [false, false, true, false]),
        ("leaving 1..2 piles", [false, true, true, false]),
        ("leaving a, b", [false, false, true, false]),
        ("leaving a, b where a != b", [false, false, false, true]),
        ("leaving a, b where a < b", [false, false, false, true]),
    ]);
    (vec(1usize..9, 1..5), leaving).prop_map(|(amounts, (leaving, digit))| {
        let texts: Vec<String> = amounts.iter().map(usize::to_string).collect();
        let most = amounts.iter().copied().max().unwrap_or(0);
        let digits = (0..=most).map(|amount| match amounts.contains(&amount) {
            true => digit,
            false => [false; 4],
        });
        Taking {
            text: format!("take {} {leaving}", texts.join(", ")),
            digits: digits.collect(),
            tail: Vec::new(),
        }
    })
}

pub fn takings() -> impl Strategy<Value = Vec<Taking>> {
    vec(prop_oneof![1 => code(), 2 => take()], 1..3)
}
