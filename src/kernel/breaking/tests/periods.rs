//! Proofs of periods against brute force.

use super::*;
use crate::kernel::period::by_guy_smith;

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
        let places = 1 + chance.index(4);
        let digits: Vec<u8> = (0..=places)
            .map(|place| {
                if place == 0 {
                    4 * chance.index(2) as u8
                } else {
                    chance.index(8) as u8
                }
            })
            .collect();
        let (singles, splits) = octal(&digits);
        if splits.is_empty() {
            continue;
        }
        let mut breaking = Breaking::with(singles, splits, Choice::Sparse, Engine::default());
        let mut len = 200;
        while len < 3000 {
            breaking.extend(len, &mut budget()).unwrap();
            let Way::Sparse(space) = &breaking.way else {
                panic!("not sparse");
            };
            let last = space.rare.last().map_or(0, |&pile| pile as usize);
            let most = breaking.most;
            let found = proof::by_window(&breaking.values, last, &breaking.reach, most);
            if let Some(period) = found {
                let (singles, splits) = octal(&digits);
                let mut plain = Breaking::with(singles, splits, Choice::Dense, Engine::default());
                let far = 3 * period.preperiod + 4 * period.period + 2 * len;
                plain.extend(far, &mut budget()).unwrap();
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
        for engine in levels() {
            let (singles, splits) = code(text);
            let mut breaking = Breaking::with(singles, splits, Choice::Auto, engine);
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
    let splits = || {
        vec![Split {
            amount: 0,
            unequal: true,
            guard: None,
        }]
    };
    let mut breaking = Breaking::new(vec![], splits());
    breaking.extend(5000, &mut budget()).unwrap();
    assert_eq!(breaking.proof(), None);
    assert_eq!(
        breaking.values()[..12],
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]
    );
}
