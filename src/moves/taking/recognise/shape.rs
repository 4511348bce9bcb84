//! The shape of a move: variables, comparisons between them, and the amounts that they leave.

use std::cmp::Reverse;

use super::{Domain, Last, Variable};
use crate::expr::tree::{CompareOp, PartSizes, Place};
use crate::moves::taking::linear::Linear;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::work::{Declined, distinct};

/// The parts of a number in all ways.
pub(super) struct Partition {
    pub(super) list: Place,
    pub(super) total: Linear,
    pub(super) least: i64,
    pub(super) most: Option<i64>,
    pub(super) sizes: PartSizes,
}

/// More amounts than this are no finite set worth a window, and a longer step has too many residue classes.
const MOST: i64 = 1 << 16;

const BY_PILE: &str = "the amounts depend on the pile";

/// Values as they are written.
enum Spread {
    List(Vec<i64>),
    /// `first, first + step, …` without end.
    Every {
        first: i64,
        step: i64,
    },
}

/// The binders and conditions of a move.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) pile: Place,
    pub(super) variables: Vec<Variable>,
    pub(super) tests: Vec<(Linear, CompareOp)>,
    /// Forms with the values that they must not have.
    pub(super) exclusions: Vec<(Linear, Vec<i64>)>,
}

impl Shape {
    pub(super) fn family(&self, results: &[Linear]) -> Result<Family, Declined> {
        let found = self.as_written(results);
        let (Err(_), Some(equation)) = (&found, self.equation(results)) else {
            return found;
        };
        let solved = self.without(equation, results);
        solved
            .and_then(|(shape, results)| shape.family(&results).ok())
            .map_or(found, Ok)
    }

    fn as_written(&self, results: &[Linear]) -> Result<Family, Declined> {
        let mut total = Linear::default();
        for result in results {
            total = total.plus(1, result).ok_or(TOO_LARGE)?;
        }
        match results {
            [] => self.nothing(),
            [_] => self.one(&total),
            parts => self.broken(parts, &total),
        }
    }

    /// A condition that tells one of the binders from the others, and which, of those that no range depends on: in `a + b == n`, best one
    /// that is no result.
    fn equation(&self, results: &[Linear]) -> Option<(usize, usize)> {
        let others = |place: Place| self.variables.iter().any(|it| it.domain.mentions(place));
        let told = self.variables.iter().enumerate().filter(|(_, variable)| {
            !results.is_empty()
                && !others(variable.place)
                && matches!(
                    variable.domain,
                    Domain::Range(_, None | Some(Last::Linear(_)), 1)
                )
        });
        let is_in = |form: &Linear, place: Place| form.clone().take(place);
        let pairs = told.flat_map(|(number, variable)| {
            let tests = self.tests.iter().enumerate();
            let tells = move |(_, (form, op)): &(usize, &(Linear, CompareOp))| {
                *op == CompareOp::Eq && is_in(form, variable.place).abs() == 1
            };
            let is_result = results
                .iter()
                .any(|result| is_in(result, variable.place) != 0);
            let found = tests.filter(tells);
            found.map(move |(test, _)| (is_result, (test, number)))
        });
        pairs
            .min_by_key(|(is_result, (_, number))| (*is_result, Reverse(*number)))
            .map(|(_, found)| found)
    }

    /// The same moves without a binder that a condition tells.
    fn without(
        &self,
        (test, variable): (usize, usize),
        results: &[Linear],
    ) -> Option<(Shape, Vec<Linear>)> {
        let mut shape = self.clone();
        let Variable { place, domain } = shape.variables.remove(variable);
        let (mut rest, _) = shape.tests.remove(test);
        let factor = rest.take(place);
        let value = Linear::default().plus(-factor, &rest)?;
        if let Domain::Range(lo, last, _) = domain {
            shape
                .tests
                .push((Linear::place(place).minus(&lo)?, CompareOp::Ge));
            if let Some(Last::Linear(hi)) = last {
                shape
                    .tests
                    .push((hi.minus(&Linear::place(place))?, CompareOp::Ge));
            }
        }
        let forms = shape.tests.iter_mut().map(|(form, _)| form);
        for form in forms.chain(shape.exclusions.iter_mut().map(|(form, _)| form)) {
            *form = form.with(place, &value)?;
        }
        let always = |form: &Linear| self.least(form) >= Some(0);
        shape
            .tests
            .retain(|(form, op)| *op != CompareOp::Ge || !always(form));
        let results = results.iter().map(|result| result.with(place, &value));
        Some((shape, results.collect::<Option<_>>()?))
    }

    /// The amounts where `rest` is the pile minus a constant or one variable, beside those to skip.
    pub(super) fn amounts(
        &self,
        rest: &Linear,
        skip: &[Place],
    ) -> Result<(Amounts, Linear), Declined> {
        let taken = Linear::place(self.pile).minus(rest).ok_or(TOO_LARGE)?;
        let spread = self.spread(&taken, skip)?;
        let smallest = match &spread {
            Spread::Every { step, .. } if *step > MOST => {
                return Err("the amounts are too far apart".into());
            }
            Spread::Every { first, .. } => *first,
            Spread::List(list) => list.iter().copied().min().unwrap_or(0),
        };
        let takes = self.tests.iter().any(|test| is_positive(&taken, test));
        // A negative amount is a pile that grows.
        if smallest < 0 && !takes {
            return Err("it may add to the pile".into());
        }
        let least = i64::from(takes);
        let mut excluded = self.excluded(&taken)?;
        let amounts = match spread {
            Spread::List(mut list) => {
                list.retain(|amount| *amount >= least && excluded.binary_search(amount).is_err());
                Amounts::Finite(distinct(list))
            }
            Spread::Every { first, step } => {
                let gap = i128::from(first) - i128::from(least);
                let first = match gap < 0 {
                    true => least + gap.rem_euclid(step.into()) as i64,
                    false => first,
                };
                excluded.retain(|amount| *amount >= first && (amount - first) % step == 0);
                Amounts::Every {
                    first,
                    step,
                    except: excluded,
                }
            }
        };
        Ok((amounts, taken))
    }

    /// The values of a form of one variable or none, which is to be the only one.
    fn spread(&self, form: &Linear, skip: &[Place]) -> Result<Spread, Declined> {
        let variables = self.variables.iter();
        let variables = variables.filter(|variable| !skip.contains(&variable.place));
        let variables: Vec<&Variable> = variables.collect();
        let (factor, domain) = match (form.terms.as_slice(), variables.as_slice()) {
            ([], []) => return Ok(Spread::List(vec![form.constant])),
            ([(place, factor)], [variable]) if variable.place == *place && *factor >= 1 => {
                (*factor, &variable.domain)
            }
            _ => return Err("the amount is not a number or one binder".into()),
        };
        let value = |n: i64| n.checked_mul(factor)?.checked_add(form.constant);
        let list = |numbers: &mut dyn Iterator<Item = i64>| {
            let values = numbers.map(value).collect::<Option<_>>();
            values.map(Spread::List)
        };
        let every = |lo: i64, step: i64| {
            let (first, step) = (value(lo)?, step.checked_mul(factor)?);
            Some(Spread::Every { first, step })
        };
        let found = match domain {
            Domain::List(numbers) => list(&mut numbers.iter().copied()),
            Domain::Range(lo, last, step) => match (lo.number(), last) {
                (Some(lo), None) => every(lo, *step),
                (Some(lo), Some(Last::Linear(hi))) => match hi.number() {
                    Some(hi) if hi.saturating_sub(lo) / step > MOST => {
                        return Err("the set of amounts is too large".into());
                    }
                    Some(hi) => list(&mut (lo..=hi).step_by(step.unsigned_abs() as usize)),
                    // All up to the pile itself.
                    None if *hi == Linear::place(self.pile)
                        && (factor, *step, form.constant) == (1, 1, 0) =>
                    {
                        every(lo, 1)
                    }
                    None => return Err(BY_PILE.into()),
                },
                _ => return Err(BY_PILE.into()),
            },
            Domain::Half(_) => return Err(BY_PILE.into()),
        };
        found.ok_or_else(|| TOO_LARGE.into())
    }

    /// A number that a form is not below, where its variables tell.
    pub(super) fn least(&self, form: &Linear) -> Option<i64> {
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

    /// The amounts that some condition excludes.
    fn excluded(&self, taken: &Linear) -> Result<Vec<i64>, Declined> {
        let mut excluded: Vec<i64> = self
            .tests
            .iter()
            .filter_map(|test| excludes(taken, test))
            .collect();
        for (form, values) in &self.exclusions {
            let ahead = form.ahead_of(taken).ok_or(RESTRICTED)?;
            excluded.extend(values.iter().filter_map(|value| value.checked_sub(ahead)));
        }
        Ok(distinct(excluded))
    }

    /// The conditions that do not say which amounts are taken.
    pub(super) fn beside(&self, taken: &Linear) -> impl Iterator<Item = &(Linear, CompareOp)> {
        let is_known = |test| is_positive(taken, test) || excludes(taken, test).is_some();
        self.tests.iter().filter(move |test| !is_known(test))
    }

    /// Checks that every condition is one of `allowed` or says that something is taken.
    fn only(
        &self,
        taken: &Linear,
        allowed: impl FnMut(&(Linear, CompareOp)) -> bool,
    ) -> Result<(), Declined> {
        match self.beside(taken).all(allowed) {
            true => Ok(()),
            false => Err(RESTRICTED.into()),
        }
    }

    /// No pile is left: the amount is the whole pile.
    fn nothing(&self) -> Result<Family, Declined> {
        let equalities = self.tests.iter().filter(|(_, op)| *op == CompareOp::Eq);
        let mut factors = equalities.map(|(form, _)| (form, form.clone().take(self.pile)));
        let (difference, rest) = match factors.find(|(_, factor)| *factor != 0) {
            None => return Err("it removes piles of any size".into()),
            Some((form, 1)) => (form, form.clone()),
            Some((form, -1)) => (form, Linear::default().minus(form).ok_or(TOO_LARGE)?),
            Some(_) => return Err("it removes piles of some sizes".into()),
        };
        let (amounts, taken) = self.amounts(&rest, &[])?;
        self.only(&taken, |(other, op)| {
            *op == CompareOp::Eq && (*other == rest || other == difference)
        })?;
        Ok(Family {
            amounts,
            leaves: Leaves::Nothing,
        })
    }

    fn one(&self, rest: &Linear) -> Result<Family, Declined> {
        let (shape, rest) = self.by_amount(rest).ok_or(TOO_LARGE)?;
        shape
            .open_ended(&rest)
            .ok_or(TOO_LARGE)?
            .one_by_amount(&rest)
    }

    /// The same moves by what they take, where a binder is what they leave: `n -> m for m in 0..n - 1` is `n -> n - k for k in 1..n`.
    fn by_amount(&self, rest: &Linear) -> Option<(Shape, Linear)> {
        let (mut shape, pile) = (self.clone(), Linear::place(self.pile));
        let is_left = |variable: &&mut Variable| rest.terms == [(variable.place, 1)];
        let Some(variable) = shape.variables.iter_mut().find(is_left) else {
            return Some((shape, rest.clone()));
        };
        let Domain::Range(lo, Some(Last::Linear(hi)), 1) = &variable.domain else {
            return Some((shape, rest.clone()));
        };
        let (first, last) = (pile.clone().minus(hi)?, pile.clone().minus(lo)?);
        variable.domain = Domain::Range(first, Some(Last::Linear(last)), 1);
        let place = variable.place;
        let left = pile.minus(&Linear::place(place))?;
        let forms = shape.tests.iter_mut().map(|(form, _)| form);
        for form in forms.chain(shape.exclusions.iter_mut().map(|(form, _)| form)) {
            *form = form.with(place, &left)?;
        }
        Some((shape, rest.with(place, &left)?))
    }

    /// A range that ends where nothing is left needs no end, and one that ends before a condition that something is.
    fn open_ended(mut self, rest: &Linear) -> Option<Shape> {
        for variable in &mut self.variables {
            let Domain::Range(_, last @ Some(_), 1) = &mut variable.domain else {
                continue;
            };
            let Some(Last::Linear(hi)) = last else {
                continue;
            };
            match rest.with(variable.place, hi)?.number() {
                Some(..=0) if !hi.terms.is_empty() => *last = None,
                Some(1) if !hi.terms.is_empty() => {
                    *last = None;
                    self.tests.push((rest.less(1)?, CompareOp::Ge));
                }
                _ => {}
            }
        }
        Some(self)
    }

    fn one_by_amount(&self, rest: &Linear) -> Result<Family, Declined> {
        let (amounts, taken) = self.amounts(rest, &[])?;
        let at_least_0 = (rest.clone(), CompareOp::Ge);
        self.only(&taken, |test| {
            *test == at_least_0 || is_positive(rest, test)
        })?;
        let or_empty = !self.tests.iter().any(|test| is_positive(rest, test));
        if amounts_with_zero(&amounts) {
            return Err("it may take nothing".into());
        }
        Ok(Family {
            amounts,
            leaves: Leaves::One { or_empty },
        })
    }

    /// Parts in all ways.
    pub(super) fn parts(&self, partition: &Partition) -> Result<Family, Declined> {
        let (amounts, taken) = self.amounts(&partition.total, &[])?;
        let least_rest = partition.total.less(partition.least);
        self.only(&taken, |(difference, op)| {
            *op == CompareOp::Ge && Some(difference) == least_rest.as_ref()
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
}

/// The amount that a condition `amount != n` excludes.
fn excludes(taken: &Linear, (difference, op): &(Linear, CompareOp)) -> Option<i64> {
    if *op != CompareOp::Ne {
        return None;
    }
    let opposite = Linear::default().minus(difference)?;
    let mut forms = [difference, &opposite].into_iter();
    forms.find_map(|form| form.ahead_of(taken)?.checked_neg())
}

/// Whether a test says that a form is at least 1.
pub(super) fn is_positive(form: &Linear, (difference, op): &(Linear, CompareOp)) -> bool {
    match op {
        CompareOp::Ge => form.less(1).as_ref() == Some(difference),
        CompareOp::Gt => difference == form,
        _ => false,
    }
}

pub(super) fn amounts_with_zero(amounts: &Amounts) -> bool {
    // Where amounts depend on the pile, something is taken.
    amounts.first() == Some(0)
}

const RESTRICTED: &str = "a condition restricts the amounts";
pub(super) const TOO_LARGE: &str = "numbers are too large";
