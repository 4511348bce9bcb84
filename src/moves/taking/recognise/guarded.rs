//! Splits of which conditions choose some, read off their rules.

use std::sync::Arc;

use super::shape::is_positive;
use super::{Domain, Last, Reading, Shape, Step, results};
use crate::expr::tree::{CompareOp, Expr, Place};
use crate::moves::columns::{Condition, ConditionPart};
use crate::moves::taking::guarded::{Binder, Equation, GuardedSplit, LARGEST, SplitChoice};
use crate::moves::taking::linear::Linear;
use crate::moves::taking::{Amounts, Family, Leaves};
use crate::rules::game::Move;

/// That a number is at most an end, where there is one, and the steps without the tests that hold where all of these are at
/// least 1.
fn asked<'a>(
    end: Option<(u32, &'a Expr)>,
    steps: &[Step<'a>],
    positive: &[&Linear],
) -> Vec<ConditionPart<'a>> {
    let holds = |test: &(Linear, CompareOp)| positive.iter().any(|form| is_positive(form, test));
    let needed = steps
        .iter()
        .filter(|(_, said)| said.is_empty() || !said.iter().all(holds));
    let end = end.map(|(number, end)| ConditionPart::AtMost(number, end));
    let needed = needed.map(|(clause, _)| ConditionPart::Clause(clause));
    end.into_iter().chain(needed).collect()
}

/// The move as one that takes an amount and splits the rest where a condition allows it.
pub(super) fn guarded(rule: &Move, pile: Place) -> Option<Family> {
    let register = pile.int()?;
    let Reading {
        known,
        mut variables,
        tests,
        ends,
        steps,
        partition: None,
        is_whole: true,
        ..
    } = Reading::of(&rule.clauses)
    else {
        return None;
    };
    // Half of a number is a value as any other here.
    variables.retain(|variable| !matches!(variable.domain, Domain::Half(_)));
    let [first, second] = <[Linear; 2]>::try_from(results(&known, &rule.effect).ok()?).ok()?;
    let rest = first.clone().plus(1, &second)?;
    let part = variables.iter().rev().find(|variable| {
        let place = Linear::place(variable.place);
        first == place || second == place
    })?;
    let (Place::Int(number), Domain::Range(lo, hi, 1)) = (part.place, &part.domain) else {
        return None;
    };
    if rest.mentions(part.place) || lo.number() != Some(1) {
        return None;
    }
    let place = part.place;
    let other = rest.clone().minus(&Linear::place(place))?;
    if !below(hi.as_ref(), &rest) && !tests.iter().any(|test| is_positive(&other, test)) {
        return None;
    }
    let is_whole = reaches(hi.as_ref(), &rest);
    let shape = Shape {
        pile,
        variables,
        tests,
        exclusions: Vec::new(),
    };
    let (Amounts::Finite(amounts), taken) = shape.amounts(&rest, &[place]).ok()? else {
        return None;
    };
    let binder = Binder::of(&taken)?;
    // What holds for all parts that are asked about needs no test.
    let less = rest.less(1)?;
    let always = [&other, &Linear::place(place), &less];
    let mut spans = vec![(register, (0, LARGEST)), (number, (1, LARGEST))];
    let partner = known.values.iter().find_map(|(place, linear)| match place {
        Place::Int(register) if *linear == other => Some(*register),
        _ => None,
    });
    spans.extend(partner.map(|partner| (partner, (1, LARGEST))));
    if let (Some(binder), Some(least), Some(most)) = (binder, amounts.first(), amounts.last()) {
        spans.push((binder.register, (binder.at(*least), binder.at(*most))));
    }
    let end = ends.iter().find(|(known, _)| *known == place)?.1;
    let end = end.filter(|_| !is_whole).map(|end| (number, end));
    let asked = asked(end, &steps, &always);
    let condition = Condition::new(number, &asked, rule.frame.ints, &spans)?;
    let is_symmetric = partner.is_some_and(|partner| condition.is_symmetric(number, partner));
    let equation = shape.tests.iter().find_map(|(form, op)| {
        let equation = equation(form, place, pile, binder)?;
        (*op == CompareOp::Eq).then_some(equation)
    });
    Some(Family {
        amounts: Amounts::Guarded(GuardedSplit {
            amounts,
            choice: Arc::new(SplitChoice {
                condition,
                pile: register,
                binder,
                equation,
                is_symmetric,
            }),
        }),
        leaves: Leaves::Two { unequal: false },
    })
}

/// Whether a range that ends so excludes no part of the rest.
fn reaches(hi: Option<&Last>, rest: &Linear) -> bool {
    match hi {
        Some(Last::Linear(linear)) => rest.ahead_of(linear).is_some_and(|gap| gap <= 1),
        Some(Last::Half(_)) => false,
        None => true,
    }
}

/// Whether the end of a range is below the rest, so that something is left beside the part.
fn below(hi: Option<&Last>, rest: &Linear) -> bool {
    match hi {
        Some(Last::Linear(linear)) => rest.ahead_of(linear).is_some_and(|gap| gap >= 1),
        // Half of a number is below it, where anything of at least 1 is.
        Some(Last::Half(double)) => rest.ahead_of(double).is_some_and(|gap| gap >= 0),
        None => false,
    }
}

fn equation(form: &Linear, part: Place, pile: Place, binder: Option<Binder>) -> Option<Equation> {
    let mut found = Equation {
        part: 0,
        pile: 0,
        binder: 0,
        constant: form.constant,
    };
    for (place, factor) in &form.terms {
        let of_binder = binder.is_some_and(|binder| Place::Int(binder.register) == *place);
        match *place {
            place if place == part => found.part = *factor,
            place if place == pile => found.pile = *factor,
            _ if of_binder => found.binder = *factor,
            _ => return None,
        }
    }
    (found.part != 0).then_some(found)
}
