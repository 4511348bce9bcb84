//! The shape of a move: variables, comparisons between them, and the amounts that they leave.

use super::{Domain, Last, Variable};
use crate::expr::tree::{CompareOp, PartSizes, Place};
use crate::moves::taking::linear::Linear;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::Declined;

/// The parts of a number in all ways.
pub(super) struct Partition {
    pub(super) list: Place,
    pub(super) total: Linear,
    pub(super) least: i64,
    pub(super) most: Option<i64>,
    pub(super) sizes: PartSizes,
}

/// The binders and conditions of a move.
pub(super) struct Shape {
    pub(super) pile: Place,
    pub(super) variables: Vec<Variable>,
    pub(super) tests: Vec<(Linear, CompareOp)>,
    /// Forms with the values that they must not have.
    pub(super) exclusions: Vec<(Linear, Vec<i64>)>,
}

impl Shape {
    pub(super) fn family(&self, results: &[Linear]) -> Result<Family, Declined> {
        let mut total = Linear::default();
        for result in results {
            total = total.plus(1, result).ok_or("numbers are too large")?;
        }
        match results {
            [] => self.nothing(),
            [_] => self.one(&total),
            [first, second] => self.two(first, second, &total),
            _ => Err("it makes more than two piles".into()),
        }
    }

    /// The amounts where `rest` is the pile minus a constant or one variable.
    pub(super) fn amounts(
        &self,
        rest: &Linear,
        skip: Option<Place>,
    ) -> Result<(Amounts, Linear), Declined> {
        // More amounts than this are no finite set worth a window, and a longer step has too many residue classes.
        const MOST: i64 = 1 << 16;
        let taken = Linear::place(self.pile)
            .minus(rest)
            .ok_or("numbers are too large")?;
        let variables: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|variable| Some(variable.place) != skip)
            .collect();
        let amounts = match (taken.terms.as_slice(), variables.as_slice()) {
            ([], []) => Amounts::Finite(vec![taken.constant]),
            ([(place, factor)], [variable]) if variable.place == *place && *factor >= 1 => {
                match &variable.domain {
                    Domain::List(list) => Amounts::Finite(
                        list.iter()
                            .map(|n| n.checked_mul(*factor)?.checked_add(taken.constant))
                            .collect::<Option<_>>()
                            .ok_or("numbers are too large")?,
                    ),
                    Domain::Range(lo, None, step) if lo.terms.is_empty() => Amounts::Every {
                        except: Vec::new(),
                        first: lo
                            .constant
                            .checked_mul(*factor)
                            .and_then(|n| n.checked_add(taken.constant))
                            .ok_or("numbers are too large")?,
                        step: step.checked_mul(*factor).ok_or("numbers are too large")?,
                    },
                    Domain::Range(lo, Some(Last::Linear(hi)), step)
                        if lo.terms.is_empty() && hi.terms.is_empty() =>
                    {
                        if hi.constant.saturating_sub(lo.constant) / step > MOST {
                            return Err("the set of amounts is too large".into());
                        }
                        let mut list = Vec::new();
                        let mut next = Some(lo.constant).filter(|n| *n <= hi.constant);
                        while let Some(n) = next {
                            let amount = n
                                .checked_mul(*factor)
                                .and_then(|n| n.checked_add(taken.constant));
                            list.push(amount.ok_or("numbers are too large")?);
                            next = n.checked_add(*step).filter(|n| *n <= hi.constant);
                        }
                        Amounts::Finite(list)
                    }
                    // All up to the pile itself.
                    Domain::Range(lo, Some(Last::Linear(hi)), 1)
                        if lo.terms.is_empty()
                            && *hi == Linear::place(self.pile)
                            && *factor == 1
                            && taken.constant == 0 =>
                    {
                        Amounts::Every {
                            first: lo.constant,
                            step: 1,
                            except: Vec::new(),
                        }
                    }
                    _ => return Err("the amounts depend on the pile".into()),
                }
            }
            _ => return Err("the amount is not a number or one binder".into()),
        };
        if matches!(amounts, Amounts::Every { step, .. } if step > MOST) {
            return Err("the amounts are too far apart".into());
        }
        let amounts = if self.tests.iter().any(|test| takes(&taken, test)) {
            at_least(1, amounts)?
        } else {
            // A negative amount is a pile that grows.
            amounts_from_zero(amounts)?
        };
        let amounts = without(amounts, &self.excluded(&taken)?)?;
        Ok((amounts, taken))
    }

    /// A number that a form is not below, where its variables tell.
    fn least(&self, form: &Linear) -> Option<i64> {
        let mut least = form.constant;
        for (place, factor) in &form.terms {
            if *factor < 0 {
                return None;
            }
            let variable = self.variables.iter().find(|it| it.place == *place)?;
            let first = match &variable.domain {
                Domain::Range(lo, _, _) if lo.terms.is_empty() => lo.constant,
                Domain::List(list) => *list.iter().min()?,
                _ => return None,
            };
            least = least.checked_add(first.checked_mul(*factor)?)?;
        }
        Some(least)
    }

    /// By how much the end of a range is beyond the rest, at least.
    fn beyond(&self, hi: Option<&Last>, rest: &Linear) -> Result<i64, Declined> {
        let Some(Last::Linear(hi) | Last::Half(hi)) = hi else {
            return Ok(1);
        };
        let beyond = hi.clone().minus(rest).ok_or("numbers are too large")?;
        if beyond.terms.is_empty() {
            return Ok(beyond.constant);
        }
        match self.least(&beyond) {
            // Where it is 0 and where it is more, the same holds.
            Some(0..) => Ok(1),
            _ => Err(EXCLUDED.into()),
        }
    }

    /// The amounts that some condition excludes.
    pub(super) fn excluded(&self, taken: &Linear) -> Result<Vec<i64>, Declined> {
        let mut excluded: Vec<i64> = self
            .tests
            .iter()
            .filter_map(|test| excludes(taken, test))
            .collect();
        for (form, values) in &self.exclusions {
            let ahead = form
                .clone()
                .minus(taken)
                .filter(|difference| difference.terms.is_empty())
                .ok_or("a condition restricts the amounts")?;
            for value in values {
                excluded.extend(value.checked_sub(ahead.constant));
            }
        }
        excluded.sort_unstable();
        excluded.dedup();
        Ok(excluded)
    }

    /// Checks that every condition is one of `allowed` or says that something is taken.
    pub(super) fn only(
        &self,
        taken: &Linear,
        mut allowed: impl FnMut(&Linear, CompareOp) -> bool,
    ) -> Result<(), Declined> {
        for test in &self.tests {
            let (difference, op) = test;
            let is_known = takes(taken, test) || excludes(taken, test).is_some();
            if !is_known && !allowed(difference, *op) {
                return Err("a condition restricts the amounts".into());
            }
        }
        Ok(())
    }

    /// No pile is left: the amount is the whole pile.
    pub(super) fn nothing(&self) -> Result<Family, Declined> {
        let equality = self.tests.iter().find(|(difference, op)| {
            *op == CompareOp::Eq && difference.terms.iter().any(|(p, _)| *p == self.pile)
        });
        let Some((difference, _)) = equality else {
            return Err("it removes piles of any size".into());
        };
        let factor = difference
            .terms
            .iter()
            .find(|(place, _)| *place == self.pile)
            .map_or(0, |(_, n)| *n);
        let rest = match factor {
            1 => difference.clone(),
            -1 => Linear::default()
                .minus(difference)
                .ok_or("numbers are too large")?,
            _ => return Err("it removes piles of some sizes".into()),
        };
        let (amounts, taken) = self.amounts(&rest, None)?;
        self.only(&taken, |other, op| {
            op == CompareOp::Eq && (*other == rest || other == difference)
        })?;
        Ok(Family {
            amounts,
            leaves: Leaves::Nothing,
        })
    }

    pub(super) fn one(&self, rest: &Linear) -> Result<Family, Declined> {
        let (amounts, taken) = self.amounts(rest, None)?;
        let positive_rest = rest.clone().minus(&Linear::constant(1));
        let mut or_empty = true;
        self.only(&taken, |difference, op| match op {
            CompareOp::Ge if Some(difference) == positive_rest.as_ref() => {
                or_empty = false;
                true
            }
            CompareOp::Gt if difference == rest => {
                or_empty = false;
                true
            }
            CompareOp::Ge => difference == rest,
            _ => false,
        })?;
        if amounts_with_zero(&amounts) {
            return Err("it may take nothing".into());
        }
        Ok(Family {
            amounts,
            leaves: Leaves::One { or_empty },
        })
    }

    pub(super) fn halves(
        &self,
        double: &Linear,
        part: Place,
        rest: &Linear,
    ) -> Result<Family, Declined> {
        let (amounts, taken) = self.amounts(rest, Some(part))?;
        let part = Linear::place(part);
        let is_positive = part.clone().minus(&Linear::constant(1));
        let is_even = Linear::default()
            .plus(2, &part)
            .and_then(|twice| twice.minus(rest));
        let mut is_exact = false;
        self.only(&taken, |difference, op| match op {
            CompareOp::Ge => Some(difference) == is_positive.as_ref(),
            CompareOp::Eq if Some(difference) == is_even.as_ref() => {
                is_exact = true;
                true
            }
            _ => false,
        })?;
        if !is_exact || double != rest {
            return Err("the parts are not chosen freely".into());
        }
        Ok(Family {
            amounts,
            leaves: Leaves::Parts {
                least: 2,
                most: Some(2),
                sizes: PartSizes::Equal,
            },
        })
    }

    /// Parts in all ways.
    pub(super) fn parts(&self, partition: &Partition) -> Result<Family, Declined> {
        let (amounts, taken) = self.amounts(&partition.total, None)?;
        let least_rest = partition
            .total
            .clone()
            .minus(&Linear::constant(partition.least));
        self.only(&taken, |difference, op| {
            op == CompareOp::Ge && Some(difference) == least_rest.as_ref()
        })?;
        if partition.least < 2 {
            return Err("the parts may be less than two piles".into());
        }
        Ok(Family {
            amounts,
            leaves: Leaves::Parts {
                least: partition.least,
                most: partition.most,
                sizes: partition.sizes,
            },
        })
    }

    pub(super) fn two(
        &self,
        first: &Linear,
        second: &Linear,
        rest: &Linear,
    ) -> Result<Family, Declined> {
        // One part is a binder of its own.
        let part = self
            .variables
            .iter()
            .rev()
            .find(|variable| {
                let place = Linear::place(variable.place);
                (*first == place || *second == place)
                    && !rest.terms.iter().any(|(known, _)| *known == variable.place)
            })
            .ok_or("the parts are not chosen freely")?;
        if let Domain::Half(double) = &part.domain {
            return self.halves(double, part.place, rest);
        }
        let Domain::Range(lo, hi, 1) = &part.domain else {
            return Err("the parts are not chosen freely".into());
        };
        let (amounts, taken) = self.amounts(rest, Some(part.place))?;
        let beyond = self.beyond(hi.as_ref(), rest)?;
        let to_half = matches!(hi, Some(Last::Half(_)));
        let mut pair = Pair::new(part.place, lo, to_half, beyond, rest)?;
        self.only(&taken, |difference, op| pair.takes(difference, op))?;
        let leaves = pair.leaves()?;
        if matches!(leaves, Leaves::Pair { .. }) && amounts_with_zero(&amounts) {
            return Err("it may take nothing".into());
        }
        Ok(Family { amounts, leaves })
    }
}

/// The amount that a condition `amount != n` excludes.
fn excludes(taken: &Linear, (difference, op): &(Linear, CompareOp)) -> Option<i64> {
    if *op != CompareOp::Ne {
        return None;
    }
    let opposite = Linear::default().minus(difference)?;
    [difference.clone(), opposite].into_iter().find_map(|form| {
        let ahead = form.minus(taken)?;
        ahead
            .terms
            .is_empty()
            .then(|| ahead.constant.checked_neg())?
    })
}

/// Why amounts are not looked through that no list and no step gives.
const UNEVEN: &str = "the amounts are neither listed nor evenly spaced";

/// The amounts but for some.
fn without(amounts: Amounts, excluded: &[i64]) -> Result<Amounts, Declined> {
    Ok(match amounts {
        Amounts::Finite(mut list) => {
            list.retain(|amount| excluded.binary_search(amount).is_err());
            Amounts::Finite(list)
        }
        Amounts::Every { first, step, .. } => Amounts::Every {
            first,
            step,
            except: excluded
                .iter()
                .copied()
                .filter(|amount| *amount >= first && (amount - first) % step == 0)
                .collect(),
        },
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            return Err(UNEVEN.into());
        }
    })
}

/// Whether a condition says that something is taken.
fn takes(taken: &Linear, (difference, op): &(Linear, CompareOp)) -> bool {
    match op {
        CompareOp::Ge => taken.clone().minus(&Linear::constant(1)).as_ref() == Some(difference),
        CompareOp::Gt => difference == taken,
        _ => false,
    }
}

/// The amounts that are not smaller than `least`, sorted.
fn at_least(least: i64, amounts: Amounts) -> Result<Amounts, Declined> {
    Ok(match amounts {
        Amounts::Finite(mut list) => {
            list.retain(|n| *n >= least);
            list.sort_unstable();
            list.dedup();
            Amounts::Finite(list)
        }
        Amounts::Every {
            first,
            step,
            except,
        } => {
            let gap = i128::from(first) - i128::from(least);
            let first = match first < least {
                true => least + gap.rem_euclid(step.into()) as i64,
                false => first,
            };
            Amounts::Every {
                first,
                step,
                except,
            }
        }
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            return Err(UNEVEN.into());
        }
    })
}

/// The amounts, sorted, where none is negative.
fn amounts_from_zero(amounts: Amounts) -> Result<Amounts, Declined> {
    let least = match &amounts {
        Amounts::Finite(list) => list.iter().copied().min().unwrap_or(0),
        Amounts::Every { first, .. } => *first,
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            return Err(UNEVEN.into());
        }
    };
    if least < 0 {
        return Err("it may add to the pile".into());
    }
    at_least(0, amounts)
}

pub(super) fn amounts_with_zero(amounts: &Amounts) -> bool {
    match amounts {
        Amounts::Finite(list) => list.contains(&0),
        Amounts::Every { first, .. } => *first == 0,
        // Where amounts depend on the pile, something is taken.
        Amounts::Listed | Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
            false
        }
    }
}

// ---- Splits into two piles: which pairs a binder and conditions let through

const TOO_LARGE: &str = "numbers are too large";
const EXCLUDED: &str = "some parts are excluded";

/// The parts of a rest: a binder's value and what is left beside it.
struct Pair {
    part: Linear,
    other: Linear,
    rest: Linear,
    /// The binder's value is not the larger part, but in pairs that are there the other way round as well.
    rises: bool,
    /// The same of the other part.
    falls: bool,
    unequal: bool,
    /// Whether the binder's value may be 0, beside a part that is not.
    part_zero: bool,
    /// The same of the other part.
    other_zero: bool,
    both_zero: bool,
    /// The binder runs beyond half of the rest: of a small one the other part may be 0.
    is_loose: bool,
    /// A condition says that the rest is enough for two piles.
    is_enough: bool,
}

impl Pair {
    /// The pairs that a binder makes from a first value on; `beyond`: how far it runs beyond the rest, or twice as far as it
    /// does, at least.
    fn new(
        part: Place,
        first: &Linear,
        to_half: bool,
        beyond: i64,
        rest: &Linear,
    ) -> Result<Pair, Declined> {
        let from_zero = match (first.terms.as_slice(), first.constant) {
            ([], 0) => true,
            ([], 1) => false,
            _ => return Err(EXCLUDED.into()),
        };
        if beyond < -1 {
            return Err(EXCLUDED.into());
        }
        let part = Linear::place(part);
        Ok(Pair {
            other: rest.clone().minus(&part).ok_or(TOO_LARGE)?,
            part,
            rest: rest.clone(),
            rises: to_half,
            falls: false,
            unequal: to_half && beyond < 0,
            part_zero: from_zero,
            other_zero: !to_half && beyond >= 0,
            both_zero: from_zero && beyond >= 0,
            is_loose: to_half && beyond > 0,
            is_enough: false,
        })
    }

    /// Takes a condition on the parts into account, if it is one that is known.
    fn takes(&mut self, difference: &Linear, op: CompareOp) -> bool {
        self.taken(difference, op).is_some()
    }

    fn taken(&mut self, difference: &Linear, op: CompareOp) -> Option<()> {
        let gap = self.other.clone().minus(&self.part)?;
        let back = self.part.clone().minus(&self.other)?;
        // What is at least 0.
        let form = match op {
            CompareOp::Ge => difference.clone(),
            CompareOp::Gt => less(difference, 1)?,
            CompareOp::Ne if *difference == gap || *difference == back => {
                self.unequal = true;
                return Some(());
            }
            _ => return None,
        };
        if form == less(&self.part, 1)? {
            (self.part_zero, self.both_zero) = (false, false);
        } else if form == less(&self.other, 1)? {
            (self.other_zero, self.both_zero, self.is_loose) = (false, false, false);
        } else if form == less(&self.rest, 1)? {
            self.both_zero = false;
        } else if form == less(&self.rest, 2)? {
            self.is_enough = true;
        } else if form == gap || form == less(&gap, 1)? {
            self.rises = true;
            self.unequal |= form != gap;
        } else if form == back || form == less(&back, 1)? {
            self.falls = true;
            self.unequal |= form != back;
        } else if ![&self.part, &self.other, &self.rest].contains(&&form) {
            // Of these it goes without saying: no pile is negative.
            return None;
        }
        Some(())
    }

    fn leaves(&self) -> Result<Leaves, Declined> {
        if self.rises && self.falls {
            return Err("only equal parts are left, if any".into());
        }
        if self.is_loose && !self.part_zero {
            return Err(EXCLUDED.into());
        }
        // Where the rest is not 0, a part of 0 is the smaller one.
        let one_zero = (self.part_zero && !self.falls) || (self.other_zero && !self.rises);
        let all_empty = self.both_zero && !self.unequal;
        let unequal = self.unequal;
        match one_zero {
            false if !all_empty => Ok(Leaves::Two { unequal }),
            true if !self.is_enough => Ok(Leaves::Pair { all_empty, unequal }),
            _ => Err(EXCLUDED.into()),
        }
    }
}

fn less(form: &Linear, n: i64) -> Option<Linear> {
    form.clone().minus(&Linear::constant(n))
}
