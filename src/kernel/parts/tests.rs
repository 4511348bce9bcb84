//! Values against the definition.

use super::*;
use crate::kernel::tests::{assert_values, budget, by_definition, interrupted};
use crate::work::chance::Chance;

fn family(amounts: Vec<u64>, least: usize, most: usize, sizes: Sizes) -> Family {
    Family {
        amounts,
        every: None,
        least,
        most: Some(most),
        sizes,
    }
}

/// The number of parts and the xor of all splits of `rest` into parts from `least` on, after `parts` with the xor `all`.
fn splits(
    values: &[u32],
    family: &Family,
    (rest, least): (usize, usize),
    (parts, all): (usize, u32),
    found: &mut Vec<(usize, u32)>,
) {
    if rest == 0 {
        found.push((parts, all));
        return;
    }
    if family.most.is_some_and(|most| parts >= most) {
        return;
    }
    for part in least..=rest.min(values.len().saturating_sub(1)) {
        if family.sizes == Sizes::Equal && parts > 0 && part > least {
            break;
        }
        let next = part + usize::from(family.sizes == Sizes::Unequal);
        let so_far = (parts + 1, all ^ values[part]);
        splits(values, family, (rest - part, next), so_far, found);
    }
}

fn check(families: &[Family], len: usize, cut: usize) {
    let expected = by_definition(len, |n, values, show| {
        for family in families {
            let every = family.every.into_iter();
            let onward = every.flat_map(|(first, step)| (first..=n as u64).step_by(step as usize));
            let amounts = family.amounts.iter().copied().chain(onward);
            for amount in amounts.filter(|&amount| amount <= n as u64) {
                let mut found = Vec::new();
                let rest = n - amount as usize;
                splits(values, family, (rest, 1), (0, 0), &mut found);
                for (parts, value) in found {
                    let may = family.least <= parts
                        && family.most.is_none_or(|most| parts <= most)
                        && (amount > 0 || parts >= 2);
                    if may {
                        show(value);
                    }
                }
            }
        }
    });
    let mut engine = Parts::new(families.to_vec());
    engine.extend(cut, &mut budget()).unwrap();
    if cut < len {
        assert!(engine.extend(len, &mut interrupted()).is_err());
    }
    engine.extend(len, &mut budget()).unwrap();
    assert_values(
        engine.values(),
        &expected,
        format_args!("{families:?} {cut}"),
    );
}

#[test]
fn sums_of_unequal_parts_that_are_begun_anew_ask_the_budget() {
    let mut engine = Parts::new(vec![family(vec![0], 4, 4, Sizes::Unequal)]);
    let mut budget = budget();
    engine.extend(200, &mut budget).unwrap();
    let mut few = budget.within(1000);
    let before = budget.done();
    assert_eq!(engine.extend(20_000, &mut few), Err(Limit::Effort));
    let done = budget.done() - before;
    assert!(done < 1 << 14, "{done}");
    engine.extend(300, &mut budget).unwrap();
    let mut other = Parts::new(engine.families.clone());
    other.extend(300, &mut budget).unwrap();
    assert_eq!(engine.values(), other.values());
}

#[test]
fn random_families() {
    let mut chance = Chance::new(Some(6));
    for round in 0..400 {
        let count = if round == 0 { 0 } else { 1 + chance.index(2) };
        let families: Vec<Family> = (0..count)
            .map(|_| Family {
                amounts: (0..chance.index(5))
                    .map(|_| chance.index(8) as u64)
                    .collect(),
                every: (chance.index(3) == 0)
                    .then(|| (chance.index(4) as u64, 1 + chance.index(4) as u64)),
                least: chance.index(4),
                most: [None, Some(chance.index(6)), Some(2), Some(60)][chance.index(4)],
                sizes: [Sizes::Any, Sizes::Equal, Sizes::Unequal][chance.index(3)],
            })
            .collect();
        let len = 5 + chance.index(20);
        check(&families, len, chance.index(len + 1));
    }
}

#[test]
fn splits_of_the_pile_itself() {
    let split = |least, most| family(vec![0], least, most, Sizes::Any);
    let two_left = family(vec![1, 2], 0, 3, Sizes::Any);
    check(&[split(3, 3)], 170, 60);
    check(&[split(2, 3)], 120, 1);
    check(&[split(2, 4), split(4, 4)], 60, 7);
    check(&[split(5, 5), split(2, 3)], 40, 30);
    check(&[split(3, 3), two_left], 60, 10);
}

#[test]
fn values_beyond_a_word() {
    // Any amount, so that values are large.
    for (least, most, sizes) in [
        (0, 1, Sizes::Any),
        (0, 2, Sizes::Any),
        (1, 2, Sizes::Unequal),
        (0, 3, Sizes::Equal),
    ] {
        check(&[family((0..200).collect(), least, most, sizes)], 140, 70);
    }
    check(&[family(vec![1, 2], 3, 3, Sizes::Unequal)], 90, 10);
}
