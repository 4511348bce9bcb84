//! Conditions on the amount alone, beside what is left: `take k leaving 2 piles where odd(k)`.

use std::collections::BTreeSet;
use std::iter::successors;

use super::{Reading, family_of, results};
use crate::expr::tree::{Clause, CompareOp, Expr, Place};
use crate::moves::taking::linear::Linear;
use crate::moves::taking::{Amounts, Family, Leaves, Regular, Remainders};
use crate::rules::game::Move;

/// The move as families that take what its conditions on the amount alone let through, where that is regular.
pub(super) fn conditioned(rule: &Move, pile: Place) -> Option<Vec<Family>> {
    let reading = Reading::of(&rule.clauses);
    let amount = amount(&reading, rule, pile)?;
    let places = rule.clauses.iter().flat_map(Clause::places);
    let others: Vec<Place> = places.chain([pile]).filter(|it| *it != amount).collect();
    let mut conditions: Vec<Expr> = Vec::new();
    let mut shape: Vec<&Clause> = Vec::new();
    for clause in &rule.clauses {
        match clause {
            Clause::Test(test) if test.mentions(&[amount]) && !test.mentions(&others) => {
                conditions.push(test.clone());
            }
            _ => shape.push(clause),
        }
    }
    if conditions.is_empty() {
        return None;
    }
    let Family { amounts, leaves } = family_of(Reading::of(shape), rule, pile).ok()?;
    let Amounts::Every {
        first,
        step,
        except,
    } = amounts
    else {
        return None;
    };
    let amounts = Remainders::where_all_hold(amount, (first, step), conditions)?;
    let amounts = amounts.regular()?;
    except.is_empty().then(|| families(&amounts, leaves))
}

/// The binder that is the amount itself.
fn amount(reading: &Reading<'_>, rule: &Move, pile: Place) -> Option<Place> {
    let is_whole = |(form, op): &&(Linear, CompareOp)| *op == CompareOp::Eq && form.mentions(pile);
    let left = match &reading.partition {
        Some(partition) => partition.total.clone(),
        None => {
            let results = results(&reading.known, &rule.effect).ok()?;
            let total = |total: Linear, result| total.plus(1, result);
            match results.is_empty() {
                true => reading.tests.iter().find(is_whole)?.0.clone(),
                false => results.iter().try_fold(Linear::default(), total)?,
            }
        }
    };
    let pile = Linear::place(pile);
    // Where nothing is left, either side may be taken from the other.
    let taken = [pile.clone().minus(&left)?, pile.plus(1, &left)?];
    taken.iter().find_map(|taken| match taken.terms[..] {
        [(amount, 1)] if taken.constant == 0 => Some(amount),
        _ => None,
    })
}

/// Regular amounts that leave the same, those of a remainder from the least one on that has all larger ones behind it.
fn families(amounts: &Regular, leaves: Leaves) -> Vec<Family> {
    let mut small: BTreeSet<i64> = amounts.small.iter().map(|amount| *amount as i64).collect();
    let (above, step) = (amounts.most as i64 + 1, amounts.step as i64);
    let mut found = Vec::new();
    for remainder in &amounts.remainders {
        let first = above + (*remainder as i64 - above).rem_euclid(step);
        let before = |first: &i64| small.remove(&(first - step)).then_some(first - step);
        let first = successors(Some(first), before).last().unwrap_or(first);
        found.push(Amounts::Every {
            first,
            step,
            except: Vec::new(),
        });
    }
    if !small.is_empty() || found.is_empty() {
        found.push(Amounts::Finite(small.into_iter().collect()));
    }
    let family = |amounts| Family { amounts, leaves };
    found.into_iter().map(family).collect()
}
