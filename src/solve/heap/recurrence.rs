//! Taking and breaking in general: any amounts, at most two piles left, the values one after the other.
//!
//! A value costs a look at every option, but for amounts without end that leave one pile: what these can reach is kept as a
//! set for each residue class, which only grows.

use super::engine::{Engine, PeriodTheorem, REACH, Sequence, Subject};
use super::loops::one;
use crate::expr::machine::Machine;
use crate::expr::tree::PartSizes;
use crate::kernel::Seen;
use crate::kernel::subtraction::One;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store, Value, each_width};
use crate::work::{Declined, Halt, Limit};

/// How many splits are marked in about the time of a step of a budget.
const SPLITS_IN_A_STEP: u64 = 32;

/// The engine, for amounts that do not depend on the pile and at most two parts.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let families = subject.families()?;
    let spelled = families.iter().flat_map(Family::spelled_out);
    let takings: Vec<_> = spelled.map(|it| taking(&it)).collect::<Result<_, _>>()?;
    let theorem = PeriodTheorem::of(families);
    let is_two = |(_, left): &(Takes, SplitLeft)| matches!(left, SplitLeft::Two { .. });
    let premise = "the moves are taking and breaking: the values come in order of size";
    Ok(Engine {
        theorem,
        reach: theorem.map_or(20_000, |_| REACH),
        is_exhaustive: takings.iter().any(is_two),
        ..Engine::new(
            premise,
            Recurrence {
                takings,
                values: Store::default(),
                seen: Seen::default(),
            },
        )
    })
}

fn taking(family: &Family) -> Result<(Takes, SplitLeft), Declined> {
    let left = match (one(family), family.leaves) {
        (Some(one), _) => Ok(SplitLeft::One(one)),
        (None, Leaves::Two { unequal }) => Ok(SplitLeft::Two { unequal }),
        (
            None,
            Leaves::Parts {
                least: 2,
                most: Some(2),
                sizes: PartSizes::Equal,
            },
        ) => Ok(SplitLeft::Equal),
        _ => Err("the parts are not any two piles".into()),
    };
    match &family.amounts {
        Amounts::Finite(list) => {
            let amounts = list.iter().map(|amount| *amount as usize).collect();
            left.map(|left| (Takes::List(amounts), left))
        }
        Amounts::Every {
            first,
            step,
            except,
        } if except.is_empty() => left.map(|left| {
            let (first, reached) = (*first as usize, vec![Seen::default(); *step as usize]);
            (Takes::Every { first, reached }, left)
        }),
        Amounts::Every { .. } => Err("some amounts are excluded".into()),
        Amounts::Listed => Err("the amounts are no regular list".into()),
        Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            Err("the amounts depend on the pile".into())
        }
    }
}

#[derive(Debug)]
enum Takes {
    /// These, in ascending order.
    List(Vec<usize>),
    /// One, and all others in its residue class.
    Every {
        first: usize,
        /// What can be reached in each residue class.
        reached: Vec<Seen>,
    },
}

#[derive(Debug, Clone, Copy)]
enum SplitLeft {
    One(One),
    Two {
        unequal: bool,
    },
    /// Two equal piles, which are worth 0 together.
    Equal,
}

/// Values in order of size.
#[derive(Debug)]
struct Recurrence {
    takings: Vec<(Takes, SplitLeft)>,
    values: Store,
    /// What the size at hand can reach by takings that end.
    seen: Seen,
}

impl Sequence for Recurrence {
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
        self.values.need(len, 0)
    }
}

impl Recurrence {
    fn next(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let Recurrence { values, seen, .. } = self;
        let size = values.len();
        seen.clear();
        // What this size can reach by endless takings: what is below the least value absent there needs no look.
        let mut endless: Vec<&Seen> = Vec::new();
        for (takes, left) in &mut self.takings {
            match takes {
                Takes::List(amounts) => {
                    for amount in amounts {
                        let Some(rest) = size.checked_sub(*amount) else {
                            break;
                        };
                        ask(budget, *left, rest)?;
                        each_width!(&*values, values => {
                            each_left(values, *left, rest, |value| seen.insert(value));
                        });
                    }
                }
                Takes::Every { first, reached } => {
                    let Some(rest) = size.checked_sub(*first) else {
                        continue;
                    };
                    ask(budget, *left, rest)?;
                    let class = rest % reached.len();
                    let reached = &mut reached[class];
                    each_width!(&*values, values => {
                        // Once a pile of a class was taken whole, all larger ones can be.
                        each_left(values, *left, rest, |value| reached.insert(value));
                    });
                    endless.push(reached);
                }
            }
        }
        endless.push(seen);
        let mut value = endless.iter().map(|it| it.mex()).max().unwrap_or(0);
        while endless.iter().any(|it| it.contains(value)) {
            value += 1;
        }
        values.push(value);
        Ok(())
    }
}

/// Asks for the work of going through what is left of `rest`: of one size, splits take long.
fn ask(budget: &mut Budget, left: SplitLeft, rest: usize) -> Result<(), Limit> {
    match left {
        SplitLeft::Two { .. } => budget.steps(rest as u64 / SPLITS_IN_A_STEP),
        SplitLeft::One(_) | SplitLeft::Equal => Ok(()),
    }
}

/// Shows the values of what is left of `rest`.
fn each_left<T: Value>(values: &[T], left: SplitLeft, rest: usize, mut show: impl FnMut(u32)) {
    match left {
        SplitLeft::One(One::Whole) if rest == 0 => show(0),
        SplitLeft::One(One::NonEmpty) if rest == 0 => {}
        SplitLeft::One(One::Whole) => {}
        SplitLeft::One(One::Any | One::NonEmpty) => {
            if let Some(value) = values.get(rest) {
                show((*value).into());
            }
        }
        SplitLeft::Equal if rest > 0 && rest.is_multiple_of(2) => show(0),
        SplitLeft::Equal => {}
        SplitLeft::Two { unequal } => {
            // Parts 1 + (rest - 1), 2 + (rest - 2), … up to the middle.
            let pairs = rest.saturating_sub(usize::from(unequal)) / 2;
            let front = values.get(1..=pairs).unwrap_or(&[]);
            let back = values.get(rest - pairs..rest).unwrap_or(&[]);
            for (a, b) in front.iter().zip(back.iter().rev()) {
                show((*a).into() ^ (*b).into());
            }
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
            "take 2.. leaving 0..2 piles",
            "split into 2  take 1 leaving 2 piles  take any",
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
