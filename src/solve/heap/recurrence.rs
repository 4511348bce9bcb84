//! Taking and breaking in general: any amounts, at most two piles left, the values one after the other.
//!
//! A value costs a look at every option, but for amounts without end that leave one pile: what these can reach is kept as a
//! set for each residue class, which only grows.

use super::engine::{Engine, Subject};
use super::theorem::PeriodTheorem;
use crate::expr::machine::Machine;
use crate::kernel::store::{Seen, Slice, Store, Value, each_width};
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::budget::Budget;
use crate::work::{Declined, Halt, Limit};

/// So many splits are marked in about the time of a step of a budget.
const SPLITS_IN_A_STEP: u64 = 32;

/// The engine, for amounts that do not depend on the pile and at most two parts.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    let families = subject.families()?;
    for family in families {
        match &family.amounts {
            Amounts::Finite(_) => {}
            Amounts::Every { except, .. } if except.is_empty() => {}
            Amounts::Every { .. } => return Err("some amounts are excluded".into()),
            Amounts::Listed => return Err("the amounts are no regular list".into()),
            Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
                return Err("the amounts depend on the pile".into());
            }
        }
        if let Leaves::Pair { .. } | Leaves::Parts { .. } = family.leaves {
            return Err("the parts are not any two piles".into());
        }
    }
    Ok(Box::new(Recurrence::new(families)))
}

/// Values in order of size.
#[derive(Debug)]
struct Recurrence {
    takings: Vec<Family>,
    values: Store,
    /// For each value the last size that marked it, plus one.
    marks: Vec<usize>,
    /// For takings without end: what can be reached in each residue class.
    reached: Vec<Vec<Seen>>,
}

impl Engine for Recurrence {
    fn premise(&self) -> String {
        "the moves are taking and breaking: the values come in order of size".to_string()
    }

    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        while self.values.len() < len {
            machine.budget.step()?;
            self.next(&mut machine.budget)?;
        }
        Ok(())
    }

    fn bytes(&self, len: usize) -> u64 {
        self.values.need(len, 0) + self.marks.len() as u64 * 8
    }

    fn theorem(&self) -> Option<PeriodTheorem> {
        PeriodTheorem::of(&self.takings)
    }

    fn reach(&self) -> u64 {
        if self.theorem().is_some() {
            return 30_000_000;
        }
        20_000
    }

    fn is_exhaustive(&self) -> bool {
        self.takings
            .iter()
            .any(|taking| matches!(taking.leaves, Leaves::Two { .. }))
    }
}

impl Recurrence {
    fn new(takings: &[Family]) -> Recurrence {
        let reached = takings
            .iter()
            .map(|taking| match taking.amounts {
                Amounts::Every { step, .. } => vec![Seen::default(); step as usize],
                _ => Vec::new(),
            })
            .collect();
        Recurrence {
            takings: takings.to_vec(),
            values: Store::default(),
            marks: Vec::new(),
            reached,
        }
    }

    fn next(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let size = self.values.len();
        let stamp = size + 1;
        // Classes of endless takings that this size can reach: what is below their least absent value needs no look.
        let mut classes: Vec<(usize, usize)> = Vec::new();
        let mut front = 0;
        for (number, taking) in self.takings.iter().enumerate() {
            match &taking.amounts {
                Amounts::Finite(amounts) => {
                    for amount in amounts {
                        let Some(rest) = size.checked_sub(*amount as usize) else {
                            break;
                        };
                        let leaves = taking.leaves;
                        ask(budget, leaves, rest)?;
                        each_width!(&self.values, values => {
                            each_left(values, leaves, rest, |value| {
                                let place = value as usize;
                                if self.marks.len() <= place {
                                    self.marks.resize(place + 1, 0);
                                }
                                self.marks[place] = stamp;
                            });
                        });
                    }
                }
                Amounts::Every { first, step, .. } => {
                    let Some(rest) = size.checked_sub(*first as usize) else {
                        continue;
                    };
                    ask(budget, taking.leaves, rest)?;
                    let class = rest % *step as usize;
                    let reached = &mut self.reached[number][class];
                    each_width!(&self.values, values => {
                        // Once a pile of a class was taken whole, all larger ones can be.
                        each_left(values, taking.leaves, rest, |value| reached.insert(value));
                    });
                    front = front.max(reached.mex());
                    classes.push((number, class));
                }
                Amounts::Listed
                | Amounts::Between(_)
                | Amounts::Constrained(_)
                | Amounts::Guarded(_) => unreachable!("the engine declines these amounts"),
            }
        }
        let is_marked = |value: u32| {
            let reaches = |&(number, class): &(usize, usize)| {
                let reached: &Seen = &self.reached[number][class];
                reached.contains(value)
            };
            self.marks.get(value as usize) == Some(&stamp) || classes.iter().any(reaches)
        };
        let mut value = front;
        while is_marked(value) {
            value += 1;
        }
        self.values.push(value);
        Ok(())
    }
}

/// Asks for the work of going through what is left of `rest`: of one size, splits take long.
fn ask(budget: &mut Budget, leaves: Leaves, rest: usize) -> Result<(), Limit> {
    match leaves {
        Leaves::Two { .. } => budget.steps(rest as u64 / SPLITS_IN_A_STEP),
        _ => Ok(()),
    }
}

/// Shows the values of what is left of `rest`.
fn each_left<T: Value>(values: &[T], leaves: Leaves, rest: usize, mut show: impl FnMut(u32)) {
    match leaves {
        Leaves::Nothing if rest == 0 => show(0),
        Leaves::Nothing => {}
        Leaves::One { or_empty } => {
            if (rest > 0 || or_empty)
                && let Some(value) = values.get(rest)
            {
                show((*value).into());
            }
        }
        Leaves::Two { unequal } => {
            // Parts 1 + (rest - 1), 2 + (rest - 2), … up to the middle.
            let pairs = rest.saturating_sub(usize::from(unequal)) / 2;
            let front = values.get(1..=pairs).unwrap_or(&[]);
            let back = values.get(rest - pairs..rest).unwrap_or(&[]);
            for (a, b) in front.iter().zip(back.iter().rev()) {
                show((*a).into() ^ (*b).into());
            }
        }
        Leaves::Pair { .. } | Leaves::Parts { .. } => {
            unreachable!("the engine declines such parts")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Rulebook;
    use crate::solve::Solver;
    use crate::work::Limit;
    use crate::work::budget::Limits;

    /// Splits of each size are work, also where any amount may be taken.
    #[test]
    fn splits_are_counted() {
        for rule in [
            "take any leaving 0..2 piles",
            "take 1, 3 leaving 0..2 piles  take any",
        ] {
            let book = Rulebook::parse(&format!("game g {{ {rule} }}")).unwrap();
            let position = book.position("g[6000]").unwrap();
            let limits = Limits {
                effort: Some(1 << 17),
                ..Limits::default()
            };
            let stopped = Solver::with_limits(&book, &limits).position_grundy(&position);
            let limit = stopped.unwrap_err().limit();
            assert_eq!(limit, Some(Limit::Effort), "{rule}");
        }
    }
}
