//! Which piles a move may break the rest into: what its binders and conditions say of the parts.
//!
//! Only the order of the parts counts: which of them are empty, which are equal, which are smaller. The moves are regular where
//! every order either has all its piles made, by the parts in some places, or none of them.

use std::collections::BTreeMap;

use super::shape::{Shape, TOO_LARGE, amounts_with_zero};
use super::{Domain, Last, Variable};
use crate::expr::tree::{CompareOp, PartSizes, Place};
use crate::moves::taking::linear::Linear;
use crate::moves::taking::{Family, Leaves};
use crate::work::Declined;

/// More parts have too many orders.
const MOST_PARTS: usize = 5;

const NOT_FREE: &str = "the parts are not chosen freely";
const EXCLUDED: &str = "some parts are excluded";

/// The rest of a pile and its parts, all but one of which are the values of binders.
struct Parts<'a> {
    shape: &'a Shape,
    rest: &'a Linear,
    /// The binders' registers; `None`: the part that is left beside the others.
    places: Vec<Option<Place>>,
}

/// A comparison of a linear form of the parts with 0.
struct Condition {
    /// How many times each part counts.
    factors: Vec<i64>,
    /// The least value of all else, where it has one.
    least: Option<i64>,
    /// Whether that is its only value.
    is_number: bool,
    op: CompareOp,
}

impl Shape {
    /// Moves that leave the parts of a rest.
    pub(super) fn broken(&self, parts: &[Linear], rest: &Linear) -> Result<Family, Declined> {
        if parts.len() > MOST_PARTS {
            return Err(format!("it makes more than {MOST_PARTS} piles").into());
        }
        let found = Parts::new(self, parts, rest).ok_or(NOT_FREE)?;
        let binders: Vec<Place> = found.places.iter().flatten().copied().collect();
        let (amounts, taken) = self.amounts(rest, &binders)?;
        let mut conditions = found.ranges().ok_or(TOO_LARGE)?;
        for (form, op) in self.beside(&taken) {
            conditions.push(found.condition(form, *op).ok_or(TOO_LARGE)?);
        }
        let leaves = leaves(parts.len(), &conditions)?;
        if matches!(leaves, Leaves::Pair { .. }) && amounts_with_zero(&amounts) {
            return Err("it may take nothing".into());
        }
        Ok(Family { amounts, leaves })
    }
}

impl<'a> Parts<'a> {
    fn new(shape: &'a Shape, parts: &[Linear], rest: &'a Linear) -> Option<Parts<'a>> {
        let mut places: Vec<Option<Place>> = Vec::new();
        for part in parts {
            let binder = shape.variables.iter().find(|variable| {
                *part == Linear::place(variable.place)
                    && !rest.mentions(variable.place)
                    && matches!(variable.domain, Domain::Half(_) | Domain::Range(_, _, 1))
            });
            places.push(binder.map(|variable| variable.place));
        }
        // Where all are binders' values, the last of them is what is left.
        let beside = places.iter().position(Option::is_none)?;
        let others = places.iter().flatten();
        let left = others.clone().try_fold(rest.clone(), |left, place| {
            left.minus(&Linear::place(*place))
        })?;
        (others.count() + 1 == parts.len() && left == parts[beside]).then_some(Parts {
            shape,
            rest,
            places,
        })
    }

    /// What the ranges of the binders say.
    fn ranges(&self) -> Option<Vec<Condition>> {
        let mut forms = Vec::new();
        let is_part = |variable: &&Variable| self.places.contains(&Some(variable.place));
        for variable in self.shape.variables.iter().filter(is_part) {
            let part = Linear::place(variable.place);
            let twice = Linear::default().plus(2, &part)?;
            match &variable.domain {
                Domain::Half(double) => {
                    forms.push(double.clone().minus(&twice)?);
                    forms.push(twice.minus(double)?.less(-1)?);
                }
                Domain::Range(lo, hi, _) => {
                    forms.push(part.clone().minus(lo)?);
                    match hi {
                        Some(Last::Linear(hi)) => forms.push(hi.clone().minus(&part)?),
                        Some(Last::Half(double)) => forms.push(double.clone().minus(&twice)?),
                        None => {}
                    }
                }
                Domain::List(_) => {}
            }
        }
        let at_least_0 = |form| self.condition(form, CompareOp::Ge);
        forms.iter().map(at_least_0).collect()
    }

    /// A comparison of a form with 0 as one of parts.
    fn condition(&self, form: &Linear, op: CompareOp) -> Option<Condition> {
        let all = form.clone().take(self.shape.pile);
        let mut other = form.clone().plus(all.checked_neg()?, self.rest)?;
        let mut factor = |place: &Option<Place>| {
            let own = place.map_or(0, |place| other.take(place));
            all.checked_add(own)
        };
        Some(Condition {
            factors: self.places.iter().map(&mut factor).collect::<Option<_>>()?,
            least: self.shape.least(&other),
            is_number: other.terms.is_empty(),
            op,
        })
    }
}

impl Condition {
    /// Whether it holds for all parts of these ranks, those of rank 0 empty; `None` where it holds for some of them.
    fn holds(&self, ranks: &[u8]) -> Option<bool> {
        let mut least = self.least.map(i128::from);
        let mut most = least.filter(|_| self.is_number);
        // From one rank to the next a part is larger by any number from 1 on.
        for rank in 1..=ranks.iter().copied().max().unwrap_or(0) {
            let above = self
                .factors
                .iter()
                .zip(ranks)
                .filter(|(_, of)| **of >= rank);
            let factor: i128 = above.map(|(factor, _)| i128::from(*factor)).sum();
            least = least.filter(|_| factor >= 0).map(|least| least + factor);
            most = most.filter(|_| factor <= 0).map(|most| most + factor);
        }
        let above = |n: i128| match (least, most) {
            (Some(least), _) if least >= n => Some(true),
            (_, Some(most)) if most < n => Some(false),
            _ => None,
        };
        let (at_least_0, at_least_1) = (above(0), above(1));
        let is_zero = match (at_least_0, at_least_1) {
            (Some(true), Some(false)) => Some(true),
            (Some(false), _) | (_, Some(true)) => Some(false),
            _ => None,
        };
        match self.op {
            CompareOp::Ge => at_least_0,
            CompareOp::Gt => at_least_1,
            CompareOp::Eq => is_zero,
            CompareOp::Ne => is_zero.map(|is_zero| !is_zero),
            CompareOp::Lt | CompareOp::Le | CompareOp::In | CompareOp::NotIn => None,
        }
    }
}

/// What so many parts may be where these hold.
fn leaves(count: usize, conditions: &[Condition]) -> Result<Leaves, Declined> {
    // The parts in ascending order of rank: whether all piles in this order are made, and whether some are.
    let mut orders: BTreeMap<Vec<u8>, (bool, bool)> = BTreeMap::new();
    let base = count + 1;
    for number in 0..base.pow(count as u32) {
        let digit = |place: usize| (number / base.pow(place as u32) % base) as u8;
        let ranks: Vec<u8> = (0..count).map(digit).collect();
        let mut order = ranks.clone();
        order.sort_unstable();
        let is_gapless = order.windows(2).all(|pair| pair[1] - pair[0] <= 1);
        if order[0] > 1 || !is_gapless {
            continue;
        }
        let verdicts: Vec<Option<bool>> = conditions.iter().map(|it| it.holds(&ranks)).collect();
        let (all, some) = orders.entry(order).or_default();
        *all |= verdicts.iter().all(|it| *it == Some(true));
        *some |= verdicts.iter().all(|it| *it != Some(false));
    }
    if orders.values().any(|(all, some)| all != some) {
        return Err(EXCLUDED.into());
    }
    orders.retain(|_, (all, _)| *all);
    let made: Vec<&[u8]> = orders.keys().map(Vec::as_slice).collect();
    let sizes = match made[..] {
        [[0, 0], [0, 1], [1, 1], [1, 2]] | [[0, 1], [1, 1], [1, 2]] | [[0, 1], [1, 2]] => {
            return Ok(Leaves::Pair {
                all_empty: made[0] == [0, 0],
                unequal: made.len() == 2,
            });
        }
        [first, ..] if first[0] == 0 => return Err(EXCLUDED.into()),
        [equal] if equal[count - 1] == 1 => PartSizes::Equal,
        [unequal] if unequal[count - 1] as usize == count => PartSizes::Unequal,
        _ if made.len() == 1 << (count - 1) => PartSizes::Any,
        _ => return Err(EXCLUDED.into()),
    };
    let unequal = sizes == PartSizes::Unequal;
    Ok(match count == 2 && sizes != PartSizes::Equal {
        true => Leaves::Two { unequal },
        false => Leaves::Parts {
            least: count as i64,
            most: Some(count as i64),
            sizes,
        },
    })
}
