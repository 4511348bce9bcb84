//! Values against the definition, and the ways against each other.

mod periods;

use super::*;
use crate::kernel::simd::Level;
use crate::work::Limit;
use crate::work::budget::Limits;
use crate::work::chance::Chance;

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
            splits.push(Split::plain(place));
        }
    }
    (singles, splits)
}

fn code(text: &str) -> Moves {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|digit| digit.to_digit(8))
        .map(|digit| digit as u8)
        .collect();
    octal(&digits)
}

/// The definition: mex over the options.
fn naive(rules: &mut Rules, len: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for pile in 0..len {
        let mut options: Vec<u16> = rules.left(pile).map(|left| values[left]).collect();
        for split in &mut rules.splits {
            let Some(rest) = pile.checked_sub(split.amount) else {
                continue;
            };
            for part in 1..rest {
                let mut allowed = [!(split.unequal && part * 2 == rest)];
                if let Some(guard) = &mut split.guard
                    && allowed[0]
                {
                    guard.allowed(rest, &[part as u32], &mut allowed).unwrap();
                }
                if allowed[0] {
                    options.push(values[part] ^ values[rest - part]);
                }
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn budget() -> Budget {
    Budget::start(&Limits::default())
}

fn levels() -> Vec<Engine> {
    [Level::Portable, Level::Avx2, Level::Avx512]
        .into_iter()
        .filter(|level| level.is_available())
        .map(Engine::new)
        .collect()
}

const CHOICES: [Choice; 3] = [Choice::Auto, Choice::Sparse, Choice::Dense];

#[test]
fn work_and_choices_are_the_same_on_every_machine() {
    for text in ["0.77", "0.16", "0.007", "0.06", "4.7", "0.354"] {
        let runs = levels().into_iter().map(|engine| {
            let (singles, splits) = code(text);
            let mut breaking = Breaking::with(singles, splits, Choice::Auto, engine);
            let mut budget = budget();
            breaking.extend(5000, &mut budget).unwrap();
            let way = (breaking.is_sparse(), breaking.mask(), breaking.report());
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
        let places = 1 + chance.index(6);
        let digits: Vec<u8> = (0..=places)
            .map(|place| {
                if place == 0 {
                    4 * chance.index(2) as u8
                } else {
                    chance.index(8) as u8
                }
            })
            .collect();
        let forms: Vec<bool> = digits
            .iter()
            .map(|_| round % 3 == 0 && chance.index(2) == 0)
            .collect();
        let game = || {
            let (singles, mut splits) = octal(&digits);
            for split in &mut splits {
                split.unequal = forms[split.amount];
            }
            (singles, splits)
        };
        let (singles, splits) = game();
        let right = naive(&mut Rules { singles, splits }, 900);
        for engine in levels() {
            for choice in CHOICES {
                let (singles, splits) = game();
                let mut breaking = Breaking::with(singles, splits, choice, engine);
                let mut len = 0;
                while len < right.len() {
                    len = (len + 1 + chance.index(300)).min(right.len());
                    breaking.extend(len, &mut budget()).unwrap();
                    assert_eq!(breaking.len(), len);
                }
                assert_eq!(
                    breaking.values(),
                    right,
                    "{digits:?} {forms:?} {engine:?} {choice:?}"
                );
            }
        }
    }
}

/// Parts without a common factor.
struct Coprime;

impl Guard for Coprime {
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) -> Result<(), Limit> {
        for (&part, allowed) in parts.iter().zip(allowed) {
            let (mut left, mut right) = (rest, part as usize);
            while right > 0 {
                (left, right) = (right, left % right);
            }
            *allowed = left == 1;
        }
        Ok(())
    }
}

/// Parts whose difference is not a multiple of a number.
struct Apart(usize);

impl Guard for Apart {
    fn allowed(&mut self, rest: usize, parts: &[u32], allowed: &mut [bool]) -> Result<(), Limit> {
        for (&part, allowed) in parts.iter().zip(allowed) {
            *allowed = !rest.abs_diff(2 * part as usize).is_multiple_of(self.0);
        }
        Ok(())
    }
}

#[test]
fn guarded_games_agree_with_the_definition() {
    let games: [fn() -> Moves; 3] = [
        || {
            let guard: Option<Box<dyn Guard>> = Some(Box::new(Coprime));
            (
                vec![],
                vec![Split {
                    amount: 0,
                    unequal: false,
                    guard,
                }],
            )
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
        let (singles, splits) = game();
        let right = naive(&mut Rules { singles, splits }, 700);
        for choice in CHOICES {
            let (singles, splits) = game();
            let mut breaking = Breaking::with(singles, splits, choice, Engine::default());
            for len in [5, 300, 301, 650, right.len()] {
                breaking.extend(len, &mut budget()).unwrap();
            }
            assert_eq!(breaking.values(), right, "{choice:?}");
            assert_eq!(breaking.proof(), None);
        }
    }
}

#[test]
fn the_ways_agree_far_out() {
    for (text, unequal, len) in [
        ("0.16", false, 40_000),
        ("0.37", false, 8_000),
        ("0.007", false, 6_000),
        ("0.76", false, 5_000),
        ("4.0", true, 20_000),
        ("0.054", false, 20_000),
        (
            "0.0000000000000000000000000000000000000000000000000000000000000000000000000000017",
            false,
            6_000,
        ),
        ("0.6004000000000000000000000000000005", false, 6_000),
    ] {
        let game = |choice, engine| {
            let (singles, mut splits) = code(text);
            for split in &mut splits {
                split.unequal = unequal;
            }
            let mut breaking = Breaking::with(singles, splits, choice, engine);
            breaking.extend(len, &mut budget()).unwrap();
            breaking
        };
        let right = game(Choice::Dense, Engine::default());
        for engine in levels() {
            for choice in [Choice::Auto, Choice::Sparse] {
                let other = game(choice, engine);
                assert!(
                    other.values() == right.values(),
                    "{text} {choice:?} {engine:?}"
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
    let mut guarded = Guarded::new(None, &values);
    let value = guarded.value(&values, &mut rules, &mut budget());
    assert_eq!(value, Ok(1 << 16));
    let mask = Mask::new(1, None);
    let mut guarded = Guarded::new(Some(mask), &values);
    let value = guarded.value(&values, &mut rules, &mut budget());
    assert_eq!(value, Ok(1 << 16));
    let mut space = Space::new(Engine::default(), mask, &values, &rules);
    let mut values = values;
    let ended = space.block(&mut values, &rules, 1 << 17, &mut budget());
    assert_eq!(ended, Ok(Ended::Full));
    assert_eq!(values.len(), 1 << 16);
}

#[test]
fn many_values_need_both_bytes() {
    // Nim with a split beside: values up to the pile itself, with two bytes from the start.
    let singles = || -> Vec<(usize, One)> { (1..1000).map(|amount| (amount, One::Any)).collect() };
    let mut rules = Rules {
        singles: singles(),
        splits: vec![Split::plain(700)],
    };
    let right = naive(&mut rules, 1500);
    for engine in levels() {
        let splits = vec![Split::plain(700)];
        let mut breaking = Breaking::with(singles(), splits, Choice::Sparse, engine);
        breaking.extend(right.len(), &mut budget()).unwrap();
        assert!(breaking.is_sparse());
        assert_eq!(breaking.values(), right);
    }
}

#[test]
fn limits_leave_the_values_valid() {
    let interrupted = Limits::default();
    let (singles, splits) = code("0.16");
    let mut breaking = Breaking::new(singles, splits);
    breaking.extend(1000, &mut budget()).unwrap();
    interrupted
        .interrupt
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let mut stopped = Budget::start(&interrupted);
    assert_eq!(breaking.extend(9000, &mut stopped), Err(Limit::Interrupted));
    assert!(breaking.len() >= 1000);
    let tight = Limits {
        memory: 4096,
        ..Limits::default()
    };
    let refused = breaking.extend(1 << 24, &mut Budget::start(&tight));
    assert!(matches!(refused, Err(Limit::Memory { .. })));
    breaking.extend(9000, &mut budget()).unwrap();
    let (singles, splits) = code("0.16");
    let mut other = Breaking::with(singles, splits, Choice::Dense, Engine::default());
    other.extend(9000, &mut budget()).unwrap();
    assert_eq!(breaking.values(), other.values());
}
