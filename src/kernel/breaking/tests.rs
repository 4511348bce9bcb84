//! Values against the definition, the ways against each other, and proofs of periods against brute force.

use std::borrow::Cow;

use super::*;
use crate::kernel::simd;
use crate::kernel::store::Slice;
use crate::kernel::tests::{budget, by_definition, engines, interrupted};
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
                    guard.allowed(rest, &[part as u32], &mut allowed).unwrap();
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

fn on((singles, splits): Moves, choice: Choice, engine: Engine) -> Breaking {
    Breaking::new(singles, splits, choice, engine)
}

fn by(moves: Moves, choice: Choice) -> Breaking {
    on(moves, choice, Engine::default())
}

/// The values of so many piles.
fn run(moves: Moves, choice: Choice, len: usize) -> Breaking {
    let mut breaking = by(moves, choice);
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

const CHOICES: [Choice; 3] = [Choice::Auto, Choice::Sparse, Choice::Dense];

#[test]
fn work_and_choices_are_the_same_on_every_machine() {
    for text in ["0.77", "0.16", "0.007", "0.06", "4.7", "0.354"] {
        let runs = engines().into_iter().map(|engine| {
            let mut breaking = on(code(text), Choice::Auto, engine);
            let mut budget = budget();
            breaking.extend(5000, &mut budget).unwrap();
            let way = match &breaking.way {
                Way::Sparse(space) => Some((
                    space.mask,
                    space.witnesses.marks.len(),
                    space.witnesses.most,
                    space.counts.searches,
                )),
                Way::Dense(_) | Way::Guarded(_) => None,
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
        for engine in engines() {
            for choice in CHOICES {
                let mut breaking = on(game(), choice, engine);
                let mut len = 0;
                while len < right.len() {
                    len = (len + 1 + chance.index(300)).min(right.len());
                    breaking.extend(len, &mut budget()).unwrap();
                    assert_eq!(breaking.values().len(), len);
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
#[derive(Debug)]
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
#[derive(Debug)]
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
        for choice in CHOICES {
            let mut breaking = by(game(), choice);
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
            let mut breaking = on(differing(code(text), |_| unequal), choice, engine);
            breaking.extend(len, &mut budget()).unwrap();
            breaking
        };
        let right = game(Choice::Dense, Engine::default());
        for engine in engines() {
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
    let mut values = whole(&values);
    let mut space = Space::new(Engine::default(), mask, &values, &rules);
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
    for engine in engines() {
        let mut breaking = on(game(), Choice::Sparse, engine);
        breaking.extend(right.len(), &mut budget()).unwrap();
        assert!(breaking.is_sparse());
        assert_eq!(breaking.values(), right);
    }
}

#[test]
fn limits_leave_the_values_valid() {
    let mut breaking = run(code("0.16"), Choice::Auto, 1000);
    let stopped = breaking.extend(9000, &mut interrupted());
    assert_eq!(stopped, Err(Limit::Interrupted));
    assert!(breaking.values().len() >= 1000);
    let tight = Limits::default().with_memory(4096);
    let refused = breaking.extend(1 << 24, &mut Budget::start(&tight));
    assert!(matches!(refused, Err(Limit::Memory { .. })));
    breaking.extend(9000, &mut budget()).unwrap();
    let other = run(code("0.16"), Choice::Dense, 9000);
    assert_eq!(breaking.values(), other.values());
}

fn whole(values: &[u16]) -> Known {
    Known::new(values.to_vec(), Gone::default()).unwrap()
}

/// A state as it comes from elsewhere.
fn kept(breaking: &Breaking) -> State<'static> {
    let state = breaking.state().unwrap();
    State {
        moves: state.moves,
        values: Cow::Owned(state.values.into_owned()),
        mask: state.mask,
        reach: Cow::Owned(state.reach.into_owned()),
    }
}

#[test]
fn a_run_that_goes_on_from_a_state_finds_the_same() {
    let mut chance = Chance::new(Some(14));
    for round in 0..40 {
        let digits = any_digits(&mut chance, 5);
        let game = || differing(octal(&digits), |_| round % 5 == 0);
        let right = naive(game(), 1200);
        for (before, after) in [(0, 0), (0, 2), (1, 1), (1, 2), (2, 0)] {
            let old = run(game(), CHOICES[before], chance.index(1000));
            let mut new = by(game(), CHOICES[after]);
            assert_eq!(
                new.resume(kept(&old), &mut budget()),
                Ok(None),
                "{digits:?}"
            );
            assert_eq!(new.values(), old.values());
            new.extend(right.len(), &mut budget()).unwrap();
            assert_eq!(new.values(), right, "{digits:?}");
            if let Some(period) = new.proof() {
                let far = 3 * period.preperiod + 4 * period.period + 2400;
                let plain = run(game(), Choice::Dense, far);
                holds(plain.values(), period, new.most);
            }
        }
    }
}

#[test]
fn a_wrong_state_is_found_out() {
    let mut chance = Chance::new(Some(15));
    let old = run(code("0.16"), Choice::Auto, 6000);
    // The first thousand piles and the last ones are all computed again.
    for pile in [0, 5, 700, 1023, 5960, 5999] {
        let mut wrong = kept(&old);
        let mut values = old.values().to_vec();
        values[pile] ^= 1 + chance.index(300) as u16;
        wrong.values = Cow::Owned(whole(&values));
        let mut new = by(code("0.16"), Choice::Auto);
        let found = new.resume(wrong, &mut budget()).unwrap();
        assert!(
            found.is_some_and(|found| found >= pile.min(5935)),
            "{pile}: {found:?}"
        );
    }
    // Whatever stands in it.
    for _ in 0..100 {
        let count = chance.index(3000);
        let most = 1 + chance.index(1 << 16);
        let mut values: Vec<u16> = (0..count).map(|_| chance.index(most) as u16).collect();
        let true_to = chance.index(count + 1);
        values[..true_to].copy_from_slice(&old.values()[..true_to]);
        let wrong = State {
            moves: String::new(),
            values: Cow::Owned(whole(&values)),
            mask: Some(Mask::new(chance.index(1 << 16) as u16, None)),
            reach: (0..chance.index(5)).map(|part| part as u32).collect(),
        };
        let mut new = by(code("0.16"), Choice::Auto);
        let _ = new.resume(wrong, &mut budget()).unwrap();
    }
    // Values that are said to have gone.
    let mut resumed = 0;
    for _ in 0..200 {
        let count = chance.index(3000);
        let first = chance.index(count + 1);
        let most = [3, 3000, usize::MAX - 6000][chance.index(3)];
        let piles = 1 + chance.index(most);
        let counts = vec![0, piles as u64];
        let largest = first + chance.index(2);
        let gone = Gone {
            piles,
            first,
            counts,
            largest,
        };
        let values = old.values()[..count].to_vec();
        let Some(values) = Known::new(values, gone) else {
            continue;
        };
        let wrong = State {
            values: Cow::Owned(values),
            ..kept(&old)
        };
        let mut new = by(code("0.16"), Choice::Auto);
        new.window = Some(NARROW).filter(|_| chance.index(2) == 0);
        let _ = new.resume(wrong, &mut budget()).unwrap();
        resumed += 1;
    }
    assert!(resumed > 50, "{resumed}");
    let stopped = by(code("0.16"), Choice::Auto).resume(kept(&old), &mut interrupted());
    assert_eq!(stopped, Err(Limit::Interrupted));
}

/// A small window, and one that is too small for most games.
const SMALL: Window = Window {
    first: 2500,
    last: 5000,
    most: 7000,
};
const NARROW: Window = Window {
    first: 100,
    last: 1500,
    most: 2500,
};

/// What is known of some values is what is known of all.
fn agrees(part: &Breaking, all: &[u16], what: &str) {
    let part = part.known();
    let all = &all[..part.len()];
    for (pile, value) in part.piles() {
        assert_eq!(all[pile], value, "{what}: {pile}");
    }
    assert_eq!(part.piles().count(), part.kept(), "{what}");
    for pile in [0, part.gone().first, part.start(), part.len()] {
        let is_kept = pile < part.first().len() || pile >= part.start();
        let value = all.get(pile).copied();
        assert_eq!(part.get(pile), value.filter(|_| is_kept), "{what}");
    }
    let largest = Slice::U16(all).largest();
    let found = part.largest().map(|(pile, value)| (pile, value.into()));
    assert_eq!(found, largest, "{what}");
    assert_eq!(part.fewest_rare(), fewest_rare(Slice::U16(all)), "{what}");
}

/// Forgets all that marks do not need, so that hardly a search for a witness finds one.
fn forget_much(part: &mut Breaking, window: Window) {
    if let Way::Sparse(space) = &mut part.way {
        space.set_witnesses(space::Witnesses::default(), &part.values);
        let last = space.span() + part.most + 4 * simd::LANES;
        part.values.forget(2, last);
        part.reach.forget(part.values.start());
        part.window = Some(window);
    }
}

#[test]
fn values_that_were_forgotten_are_not_missed() {
    const FAR: usize = 20_000;
    let mut chance = Chance::new(Some(21));
    let known = ["0.77", "0.16", "0.054", "0.356", "0.644", "4.14", "0.15"];
    let random = (0..20).map(|_| any_digits(&mut chance, 4));
    let games: Vec<Vec<u8>> = known.map(digits).into_iter().chain(random).collect();
    let (mut forgot, mut began_again, mut proven) = (0, 0, 0);
    for (game, window) in games
        .iter()
        .flat_map(|game| [(game, SMALL), (game, NARROW)])
    {
        let what = format!("{game:?} {window:?}");
        let all = run(octal(game), Choice::Auto, FAR);
        let mut part = by(octal(game), Choice::Auto);
        part.may_forget(window);
        let mut period = None;
        for len in (2000..FAR).step_by(1000) {
            part.extend(len, &mut budget()).unwrap();
            if len == 4000 && window.first == NARROW.first {
                forget_much(&mut part, window);
            }
            assert_eq!(part.known().len(), len, "{what}");
            agrees(&part, all.values(), &what);
            let is_parted = !part.known().is_whole();
            forgot += usize::from(is_parted);
            period = period.or_else(|| part.proof().filter(|_| is_parted));
        }
        began_again += usize::from(part.needs_all);
        if let Some(period) = period {
            let later = |n: usize| all.values()[n] == all.values()[n + period.period];
            assert!((period.preperiod..FAR - period.period).all(later), "{what}");
            assert!(!later(period.preperiod - 1), "{what}");
            proven += 1;
        }
        // What goes on from it finds the same.
        let mut next = by(octal(game), Choice::Auto);
        next.window = part.window;
        let resumed = next.resume(kept(&part), &mut budget());
        assert_eq!(resumed, Ok(None), "{what}");
        next.extend(FAR, &mut budget()).unwrap();
        agrees(&next, all.values(), &what);
        // All values are there for who asks for them.
        part.keep_all();
        part.extend(5000, &mut budget()).unwrap();
        assert_eq!(part.values()[..5000], all.values()[..5000], "{what}");
    }
    assert!(forgot > 200 && began_again > 5 && proven > 0);
}

#[test]
fn more_memory_keeps_more() {
    // The least window is one for 100 MB; that of 1 GiB is wide enough for the period of 0.454 (Flammenkamp).
    for (memory, longest) in [(100_000_000, 14_680_064), (1 << 30, 60_620_715)] {
        let window = Window::within(memory);
        assert!(window.most as u64 * 2 < memory && window.last < window.most);
        assert!(window.longest_period() >= longest);
    }
    assert_eq!(Window::within(0).longest_period(), 14_680_064);
    let whole = by(code("0.16"), Choice::Auto);
    assert_eq!(whole.longest_period(), None);
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
        let mut breaking = by(octal(&digits), Choice::Sparse);
        let mut len = 200;
        while len < 3000 {
            breaking.extend(len, &mut budget()).unwrap();
            let Way::Sparse(space) = &breaking.way else {
                panic!("not sparse");
            };
            let most = breaking.most;
            let found =
                proof::by_window(&breaking.values, space.last_rare(), &breaking.reach, most);
            if let Some(period) = found {
                let far = 3 * period.preperiod + 4 * period.period + 2 * len;
                let plain = run(octal(&digits), Choice::Dense, far);
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
        for engine in engines() {
            let mut breaking = on(code(text), Choice::Auto, engine);
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
    let breaking = run((vec![], vec![split]), Choice::Auto, 5000);
    assert_eq!(breaking.proof(), None);
    assert_eq!(
        breaking.values()[..12],
        [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]
    );
}

/// Kayles by Winning Ways: the values 0, 3, 5 and 6 are rare, at 0, 3, 6, 11, 18, 22, 28, 34, 39 and 70.
#[test]
fn rare_heaps_are_counted_as_in_tables() {
    let kayles = run(code("0.77"), Choice::Auto, 500);
    let values = kayles.values();
    let rare: Vec<usize> = (0..values.len())
        .filter(|pile| [0, 3, 5, 6].contains(&values[*pile]))
        .collect();
    assert_eq!(rare, [0, 3, 6, 11, 18, 22, 28, 34, 39, 70]);
    assert_eq!(fewest_rare(Slice::U16(values)), Some(10));
    assert_eq!(fewest_rare(Slice::U32(&[0, 1, 70_000])), None);
    assert_eq!(fewest_rare(Slice::U8(&[0, 0])), Some(2));
}
