//! Values against the definition, at all widths, in pieces and after stops.

use super::*;
use crate::kernel::tests::{assert_values, budget, by_definition, interrupted, widths};
use crate::work::budget::Limits;
use crate::work::chance::Chance;

fn plain(amounts: &[usize], len: usize) -> Vec<u32> {
    by_definition(len, |n, values, show| {
        for amount in amounts.iter().take_while(|&&amount| amount <= n) {
            show(values[n - amount]);
        }
    })
}

fn check(amounts: &[usize], len: usize, steps: &[usize]) {
    let expected = plain(amounts, len);
    for width in widths() {
        let mut engine = Levels {
            width,
            ..Levels::default()
        };
        for &step in steps.iter().chain([&len]) {
            // The list is known only as far as it is asked for.
            let step = step.min(len);
            let known = amounts.partition_point(|&amount| amount < step);
            engine
                .extend(&amounts[..known], step, &mut budget())
                .unwrap();
        }
        let about = format_args!("{width:?} {amounts:?} {steps:?}");
        assert_values(engine.values(), &expected, about);
    }
}

#[test]
fn known_lists() {
    let squares: Vec<usize> = (1..200).map(|i| i * i).collect();
    check(&squares, 30_000, &[]);
    check(&squares, 9_000, &[1, 2, 63, 64, 65, 1983, 1984, 1985, 4001]);
    let all: Vec<usize> = (1..5_000).collect();
    check(&all, 5_000, &[17, 1_999]);
    let odd: Vec<usize> = (0..3_000).map(|i| 2 * i + 1).collect();
    check(&odd, 6_000, &[3_000]);
    check(&[], 5_000, &[7]);
    check(&[1], 5_000, &[7]);
    check(&[4_999], 5_001, &[7]);
    let primes: Vec<usize> = (2..12_000)
        .filter(|&n| (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0))
        .collect();
    check(&primes, 12_000, &[2_000]);
}

#[test]
fn many_blocks_at_once() {
    let squares: Vec<usize> = (1..1_000).map(|i| i * i).collect();
    check(&squares, 250_000, &[100_001, 199_999]);
    let sparse: Vec<usize> = (0..18).map(|i| 3usize.pow(i) + 1).collect();
    check(&sparse, 250_000, &[70_000]);
    let mut engine = Levels::default();
    let mut whole = Levels::default();
    whole.extend(&squares, 250_000, &mut budget()).unwrap();
    for len in [150_000, 200_000, 250_000] {
        let stopped = engine.extend(&squares, len, &mut interrupted());
        assert_eq!(stopped, Err(Limit::Interrupted));
        engine.extend(&squares, len, &mut budget()).unwrap();
    }
    assert!(engine.values().iter().eq(whole.values().iter()));
}

#[test]
fn random_lists() {
    let mut chance = Chance::new(Some(5));
    for round in 0..60 {
        let len = 1 + chance.below(9_000) as usize;
        let gap = 1 + chance.below([3, 40, 900, 4_000][round % 4]);
        let mut amounts = Vec::new();
        let mut next = 1 + chance.below(gap);
        while next < len as u64 {
            amounts.push(next as usize);
            next += 1 + chance.below(gap);
        }
        let cut = chance.below(len as u64) as usize;
        check(&amounts, len, &[cut, cut + 1]);
    }
}

#[test]
fn work_goes_on_after_a_stop() {
    let squares: Vec<usize> = (1..200).map(|i| i * i).collect();
    let expected = plain(&squares, 20_000);
    let mut engine = Levels::default();
    for _ in 0..30 {
        assert_eq!(
            engine.extend(&squares, 20_000, &mut interrupted()),
            Err(Limit::Interrupted)
        );
    }
    assert!(engine.values().is_empty());
    for len in [3_000, 20_000] {
        engine.extend(&squares, len, &mut budget()).unwrap();
        let stopped = engine.extend(&squares, len + 9_000, &mut interrupted());
        assert!(stopped.is_err());
    }
    assert!(engine.values().iter().eq(expected));
    let small = Limits::default().with_memory(1_000);
    assert!(matches!(
        Levels::default().extend(&squares, 20_000, &mut Budget::start(&small)),
        Err(Limit::Memory { .. })
    ));
}
