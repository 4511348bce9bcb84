//! The values of piles 0, 1, 2, … by their recurrence.

use crate::expr::budget::Budget;
use crate::expr::fault::Stop;
use crate::transition::heap::{Amounts, Leaves, Taking};

/// Values in order of size.
#[derive(Debug)]
pub struct Sequence {
    takings: Vec<Taking>,
    values: Vec<u32>,
    /// For each value the last size that marked it, plus one.
    marks: Vec<usize>,
    /// For takings without end: what can be reached in each residue class.
    reached: Vec<Vec<Reached>>,
}

/// A growing set of values.
#[derive(Debug, Clone, Default)]
struct Reached {
    words: Vec<u64>,
    /// So many words at the front are full.
    full: usize,
}

impl Reached {
    fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if let Some(slot) = self.words.get_mut(word) {
            *slot |= 1 << (value % 64);
        }
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    fn contains(&self, value: u32) -> bool {
        self.words
            .get((value / 64) as usize)
            .is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

impl Sequence {
    /// No values yet.
    pub fn new(takings: Vec<Taking>) -> Sequence {
        let reached = takings
            .iter()
            .map(|taking| match taking.amounts {
                Amounts::Every { step, .. } => vec![Reached::default(); step as usize],
                Amounts::Finite(_) => Vec::new(),
            })
            .collect();
        Sequence {
            takings,
            values: Vec::new(),
            marks: Vec::new(),
            reached,
        }
    }

    /// The moves.
    pub fn takings(&self) -> &[Taking] {
        &self.takings
    }

    /// How many values are known.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The value of a pile, where it is known.
    #[inline]
    pub fn get(&self, size: usize) -> Option<u32> {
        self.values.get(size).copied()
    }

    /// Computes values until there are `len`.
    pub fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Stop> {
        while self.values.len() < len {
            budget.step()?;
            self.next(budget)?;
        }
        Ok(())
    }

    fn next(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let size = self.values.len();
        let stamp = size + 1;
        // Classes of endless takings that this size can reach: their full front needs no look.
        let mut classes: Vec<(usize, usize)> = Vec::new();
        let mut front = 0;
        for (number, taking) in self.takings.iter().enumerate() {
            match &taking.amounts {
                Amounts::Finite(amounts) => {
                    for amount in amounts {
                        let Some(rest) = size.checked_sub(*amount as usize) else {
                            break;
                        };
                        if let Leaves::Two { .. } = taking.leaves {
                            // A look at the clock now and then: one size can take long.
                            if rest > 1 << 16 {
                                budget.look()?;
                            }
                        }
                        mark(&mut self.marks, &self.values, taking.leaves, rest, stamp);
                    }
                }
                Amounts::Every { first, step } => {
                    let Some(rest) = size.checked_sub(*first as usize) else {
                        continue;
                    };
                    let class = rest % *step as usize;
                    if let Some(reached) = self
                        .reached
                        .get_mut(number)
                        .and_then(|list| list.get_mut(class))
                    {
                        add(reached, &self.values, taking.leaves, rest);
                        front = front.max(reached.full);
                        classes.push((number, class));
                    }
                }
            }
        }
        let mut value = front as u32 * 64;
        loop {
            let marked = self.marks.get(value as usize) == Some(&stamp)
                || classes.iter().any(|(number, class)| {
                    self.reached
                        .get(*number)
                        .and_then(|list| list.get(*class))
                        .is_some_and(|reached| reached.contains(value))
                });
            if !marked {
                break;
            }
            value += 1;
        }
        self.values.push(value);
        Ok(())
    }
}

/// Marks the values of what is left of `rest`.
fn mark(marks: &mut Vec<usize>, values: &[u32], leaves: Leaves, rest: usize, stamp: usize) {
    let mut set = |value: u32| {
        let place = value as usize;
        if marks.len() <= place {
            marks.resize(place + 1, 0);
        }
        if let Some(slot) = marks.get_mut(place) {
            *slot = stamp;
        }
    };
    match leaves {
        Leaves::Nothing if rest == 0 => set(0),
        Leaves::Nothing => {}
        Leaves::One { or_empty } => {
            if (rest > 0 || or_empty)
                && let Some(value) = values.get(rest)
            {
                set(*value);
            }
        }
        Leaves::Two { unequal } => {
            // Parts 1 + (rest - 1), 2 + (rest - 2), … up to the middle.
            let pairs = if unequal {
                rest.saturating_sub(1) / 2
            } else {
                rest / 2
            };
            let front = values.get(1..=pairs).unwrap_or(&[]);
            let back = values.get(rest - pairs..rest).unwrap_or(&[]);
            for (a, b) in front.iter().zip(back.iter().rev()) {
                set(a ^ b);
            }
        }
    }
}

/// Adds the values of what is left of `rest` to a set.
fn add(reached: &mut Reached, values: &[u32], leaves: Leaves, rest: usize) {
    match leaves {
        // Once a pile of this class was taken whole, all larger ones can be.
        Leaves::Nothing if rest == 0 => reached.insert(0),
        Leaves::Nothing => {}
        Leaves::One { or_empty } => {
            if (rest > 0 || or_empty)
                && let Some(value) = values.get(rest)
            {
                reached.insert(*value);
            }
        }
        Leaves::Two { unequal } => {
            let pairs = if unequal {
                rest.saturating_sub(1) / 2
            } else {
                rest / 2
            };
            let front = values.get(1..=pairs).unwrap_or(&[]);
            let back = values.get(rest - pairs..rest).unwrap_or(&[]);
            for (a, b) in front.iter().zip(back.iter().rev()) {
                reached.insert(a ^ b);
            }
        }
    }
}
