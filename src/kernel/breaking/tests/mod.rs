//! Values against the definition, the ways against each other, and proofs of periods against brute force.

mod states;

use super::*;
use crate::kernel::tests::{budget, by_definition, interrupted, widths};
use crate::work::Limit;
use crate::work::budget::Limits;
use crate::work::chance::Chance;
use crate::work::store::Slice;

type Moves = (Vec<(usize, One)>, Vec<Split>);

/// The moves of an octal code: the digits of the places 0, 1, 2, …
fn octal(digits: &[u8]) -> Moves {
    let mut singles = Vec::new();
    let mut splits = Vec::new();
    for (place, &digit) in digits.iter().enumerate() {
        match digit & 3 {
            1 => singles.push((place, One::Whole)),
            2 => singles.push((place, One::NonEmpty)),
            3 => singles.push((place, One::Any)),
            _ => {}
        }
        if digit & 4 != 0 {
            splits.push(plain(place));
        }
    }
    (singles, splits)
}

/// The digits of a random code with up to so many places.
fn any_digits(chance: &mut Chance, places: usize) -> Vec<u8> {
    let places = 1 + chance.index(places);
    let first = 4 * chance.index(2) as u8;
    let others = (0..places).map(|_| chance.index(8) as u8);
    std::iter::once(first).chain(others).collect()
}

fn digits(code: &str) -> Vec<u8> {
    let digits = code.chars().filter_map(|digit| digit.to_digit(8));
    digits.map(|digit| digit as u8).collect()
}

fn code(text: &str) -> Moves {
    octal(&digits(text))
}

/// The definition: mex over the options.
fn naive((singles, splits): Moves, len: usize) -> Vec<u16> {
    let mut rules = Rules { singles, splits };
    let values = by_definition(len, |pile, values, show| {
        rules.left(pile).for_each(|left| show(values[left]));
        for split in &mut rules.splits {
            let Some(rest) = pile.checked_sub(split.amount) else {
                continue;
            };
            for part in 1..rest {
                let mut allowed = [!(split.unequal && part * 2 == rest)];
                if let Some(guard) = &mut split.guard
                    && allowed[0]
                {
                    guard.allowed(rest, &[part as u32], &mut allowed);
                }
                if allowed[0] {
                    show(values[part] ^ values[rest - part]);
                }
            }
        }
    });
    values.into_iter().map(|value| value as u16).collect()
}

/// All splits of what is left after taking an amount.
pub(super) fn plain(amount: usize) -> Split {
    Split {
        amount,
        unequal: false,
        guard: None,
    }
}

fn on((singles, splits): Moves, strategy: Strategy, width: Width) -> Breaking {
    Breaking::new(singles, splits, strategy, width)
}

fn by(moves: Moves, strategy: Strategy) -> Breaking {
    on(moves, strategy, Width::default())
}

fn run(moves: Moves, strategy: Strategy, len: usize) -> Breaking {
    let mut breaking = by(moves, strategy);
    breaking.extend(len, &mut budget()).unwrap();
    breaking
}

/// The moves, where the parts of a split have to differ.
fn differing((singles, mut splits): Moves, differ: impl Fn(usize) -> bool) -> Moves {
    for split in &mut splits {
        split.unequal = differ(split.amount);
    }
    (singles, splits)
}

const STRATEGIES: [Strategy; 3] = [Strategy::Auto, Strategy::Sparse, Strategy::Dense];

#[test]
fn work_and_choices_are_the_same_on_every_machine() {
    for text in ["0.77", "0.16", "0.007", "0.06", "4.7", "0.354"] {
        let runs = widths().into_iter().map(|width| {
            let mut breaking = on(code(text), Strategy::Auto, width);
            let mut budget = budget();
            breaking.extend(5000, &mut budget).unwrap();
            let way = match &breaking.way {
                BreakingMethod::Sparse(space) => Some((
                    space.mask,
                    space.witnesses.marks.len(),
                    space.witnesses.most,
                    space.counts.searches,
                )),
                BreakingMethod::Dense(_) | BreakingMethod::Guarded(_) => None,
            };
            (budget.done(), breaking.rare_heaps(), way)
        });
        let runs: Vec<_> = runs.collect();
        assert!(runs.iter().all(|run| *run == runs[0]), "{text}: {runs:?}");
    }
}

#[test]
fn random_games_agree_with_the_definition() {
    let mut chance = Chance::new(Some(1));
    for round in 0..60 {
        let digits = any_digits(&mut chance, 6);
        let forms: Vec<bool> = digits
            .iter()
            .map(|_| round % 3 == 0 && chance.index(2) == 0)
            .collect();
        let game = || differing(octal(&digits), |amount| forms[amount]);
        let right = naive(game(), 900);
        for width in widths() {
            for strategy in STRATEGIES {
                let mut breaking = on(game(), strategy, width);
                let mut len = 0;
                while len < right.len() {
                    len = (len + 1 + chance.index(300)).min(right.len());
                    breaking.extend(len, &mut budget()).unwrap();
                    assert_eq!(breaking.values().len(), len);
                }
                assert_eq!(
                    breaking.values(),
                    right,
                    "{digits:?} {forms:?} {width:?} {strategy:?}"
                );
            }
        }
    }
}

/// Parts without a common factor.
#[derive(Debug)]
struct Coprime;

impl Guard for Coprime {
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) {
        for (&part, allowed) in parts.iter().zip(allowed) {
            let (mut left, mut right) = (rest, part as usize);
            while right > 0 {
                (left, right) = (right, left % right);
            }
            *allowed = left == 1;
        }
    }
}

/// Parts whose difference is not a multiple of a number.
#[derive(Debug)]
struct Apart(usize);

impl Guard for Apart {
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) {
        for (&part, allowed) in parts.iter().zip(allowed) {
            *allowed = !rest.abs_diff(2 * part as usize).is_multiple_of(self.0);
        }
    }
}

#[test]
fn guarded_games_agree_with_the_definition() {
    let games: [fn() -> Moves; 3] = [
        || {
            let mut split = plain(0);
            split.guard = Some(Box::new(Coprime));
            (vec![], vec![split])
        },
        || {
            let (singles, mut splits) = code("0.77");
            splits[1].guard = Some(Box::new(Apart(3)));
            splits[0].unequal = true;
            (singles, splits)
        },
        || {
            let (singles, mut splits) = code("0.16");
            splits[0].guard = Some(Box::new(Apart(5)));
            (singles, splits)
        },
    ];
    for game in games {
        let right = naive(game(), 700);
        for strategy in STRATEGIES {
            let mut breaking = by(game(), strategy);
            for len in [5, 300, 301, 650, right.len()] {
                breaking.extend(len, &mut budget()).unwrap();
            }
            assert_eq!(breaking.values(), right, "{strategy:?}");
            assert_eq!(breaking.proof(), None);
        }
    }
}

#[test]
fn the_ways_agree_far_out() {
    for (text, unequal, len) in [
        ("0.16", false, 20_000),
        ("0.37", false, 8_000),
        ("0.007", false, 6_000),
        ("0.76", false, 5_000),
        ("4.0", true, 10_000),
        ("0.054", false, 10_000),
        (
            "0.0000000000000000000000000000000000000000000000000000000000000000000000000000017",
            false,
            6_000,
        ),
        ("0.6004000000000000000000000000000005", false, 6_000),
    ] {
        let game = |strategy, width| {
            let mut breaking = on(differing(code(text), |_| unequal), strategy, width);
            breaking.extend(len, &mut budget()).unwrap();
            breaking
        };
        let right = game(Strategy::Dense, Width::default());
        for width in widths() {
            for strategy in [Strategy::Auto, Strategy::Sparse] {
                let other = game(strategy, width);
                assert!(
                    other.values() == right.values(),
                    "{text} {strategy:?} {width:?}"
                );
            }
        }
    }
}

#[test]
fn values_that_do_not_fit_are_not_computed() {
    // Nim: g(n) = n, as long as it fits.
    let singles = (1..=1 << 16).map(|amount| (amount, One::Any)).collect();
    let mut rules = Rules {
        singles,
        splits: vec![],
    };
    let values: Vec<u16> = (0..=u16::MAX).collect();
    let mut dense = Dense::new(&values);
    assert_eq!(dense.value(&values[..1 << 15], &rules), Some(1 << 15));
    assert_eq!(dense.value(&values, &rules), None);
    let mut guarded = RarePiles::new(None, &values);
    let value = guarded.value(&values, &mut rules, &mut budget());
    assert_eq!(value, Ok(1 << 16));
    let mask = Mask::new(1, None);
    let mut guarded = RarePiles::new(Some(mask), &values);
    let value = guarded.value(&values, &mut rules, &mut budget());
    assert_eq!(value, Ok(1 << 16));
    let mut values = whole(&values);
    let mut space = Space::new(Width::default(), mask, &values, &rules);
    let ended = space.block(&mut values, &rules, 1 << 17, &mut budget());
    assert_eq!(ended, Ok(Ended::Full));
    assert_eq!(values.len(), 1 << 16);
}

#[test]
fn many_values_need_both_bytes() {
    // Nim with a split beside: values up to the pile itself, with two bytes from the start.
    let game = || {
        let singles = (1..1000).map(|amount| (amount, One::Any));
        (singles.collect(), vec![plain(700)])
    };
    let right = naive(game(), 1500);
    for width in widths() {
        let mut breaking = on(game(), Strategy::Sparse, width);
        breaking.extend(right.len(), &mut budget()).unwrap();
        assert!(breaking.is_sparse());
        assert_eq!(breaking.values(), right);
    }
}

#[test]
fn limits_leave_the_values_valid() {
    let mut breaking = run(code("0.16"), Strategy::Auto, 1000);
    let stopped = breaking.extend(9000, &mut interrupted());
    assert_eq!(stopped, Err(Limit::Interrupted));
    assert!(breaking.values().len() >= 1000);
    let tight = Limits::default().with_memory(4096);
    let refused = breaking.extend(1 << 24, &mut Budget::start(&tight));
    assert!(matches!(refused, Err(Limit::Memory { .. })));
    breaking.extend(9000, &mut budget()).unwrap();
    let other = run(code("0.16"), Strategy::Dense, 9000);
    assert_eq!(breaking.values(), other.values());
}

fn whole(values: &[u16]) -> Known {
    Known::new(values.to_vec(), Gone::default()).unwrap()
}

/// Guy and Smith's range for a given period, by brute force.
fn holds(values: &[u16], period: Period, most: usize) {
    let start = period.preperiod.max(1);
    let end = 2 * start + period.period + most;
    assert!(values.len() >= end + period.period, "not far enough");
    let agrees = |n: usize| values[n] == values[n + period.period];
    assert!((period.preperiod..values.len() - period.period).all(agrees));
    assert!(period.preperiod == 0 || !agrees(period.preperiod - 1));
    // The least period: no proper divisor is one.
    for shorter in 1..period.period {
        if period.period.is_multiple_of(shorter) {
            let tail = period.preperiod..values.len() - shorter;
            assert!(!tail.clone().all(|n| values[n] == values[n + shorter]));
        }
    }
}

#[test]
fn periods_proven_by_windows_hold_far_out() {
    let mut chance = Chance::new(Some(77));
    let mut proven = 0;
    for _ in 0..400 {
        let digits = any_digits(&mut chance, 4);
        if octal(&digits).1.is_empty() {
            continue;
        }
        let mut breaking = by(octal(&digits), Strategy::Sparse);
        let mut len = 200;
        while len < 3000 {
            breaking.extend(len, &mut budget()).unwrap();
            let BreakingMethod::Sparse(space) = &breaking.way else {
                panic!("not sparse");
            };
            let most = breaking.most;
            let found =
                proof::by_window(&breaking.values, space.last_rare(), &breaking.reach, most);
            if let Some(period) = found {
                let far = 3 * period.preperiod + 4 * period.period + 2 * len;
                let plain = run(octal(&digits), Strategy::Dense, far);
                holds(plain.values(), period, most);
                let right = by_guy_smith(plain.values(), most, 2).unwrap();
                assert_eq!(
                    (period.period, period.preperiod),
                    (right.period, right.preperiod),
                    "{digits:?}"
                );
                proven += 1;
                break;
            }
            len += 1 + len / 10;
        }
    }
    assert!(proven > 80, "{proven}");
}

#[test]
fn known_periods_are_proven() {
    for (text, period, preperiod) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.45", 20, 498),
        ("0.156", 349, 3479),
        ("0.55", 1, 1),
    ] {
        for width in widths() {
            let mut breaking = on(code(text), Strategy::Auto, width);
            let mut len = 128;
            let found = loop {
                breaking.extend(len, &mut budget()).unwrap();
                if let Some(found) = breaking.proof() {
                    break found;
                }
                len += len / 8;
                assert!(len < 20_000, "{text}");
            };
            assert_eq!((found.period, found.preperiod), (period, preperiod));
        }
    }
}

#[test]
fn grundys_game_gets_no_proof() {
    // The parts of a pile have to differ, which the theorems do not cover.
    let split = Split {
        unequal: true,
        ..plain(0)
    };
    let breaking = run((vec![], vec![split]), Strategy::Auto, 5000);
    assert_eq!(breaking.proof(), None);
    assert_eq!(
        breaking.values()[..12],
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]
    );
}

/// Kayles by Winning Ways: the values 0, 3, 5 and 6 are rare, at 0, 3, 6, 11, 18, 22, 28, 34, 39 and 70.
#[test]
fn rare_heaps_are_counted_as_in_tables() {
    let kayles = run(code("0.77"), Strategy::Auto, 500);
    let values = kayles.values();
    let rare: Vec<usize> = (0..values.len())
        .filter(|pile| [0, 3, 5, 6].contains(&values[*pile]))
        .collect();
    assert_eq!(rare, [0, 3, 6, 11, 18, 22, 28, 34, 39, 70]);
    assert_eq!(fewest_rare(Slice::U16(values)), Some(10));
    assert_eq!(fewest_rare(Slice::U32(&[0, 1, 70_000])), None);
    assert_eq!(fewest_rare(Slice::U8(&[0, 0])), Some(2));
}
