//! Runs that go on from a state, and values that are forgotten.

use std::borrow::Cow;

use super::*;
use crate::kernel::breaking::space;
use crate::kernel::simd;

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
            let old = run(game(), STRATEGIES[before], chance.index(1000));
            let mut new = by(game(), STRATEGIES[after]);
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
                let plain = run(game(), Strategy::Dense, far);
                holds(plain.values(), period, new.most);
            }
        }
    }
}

#[test]
fn a_wrong_state_is_found_out() {
    let mut chance = Chance::new(Some(15));
    let old = run(code("0.16"), Strategy::Auto, 6000);
    // The first thousand piles and the last ones are all computed again.
    for pile in [0, 5, 700, 1023, 5960, 5999] {
        let mut wrong = kept(&old);
        let mut values = old.values().to_vec();
        values[pile] ^= 1 + chance.index(300) as u16;
        wrong.values = Cow::Owned(whole(&values));
        let mut new = by(code("0.16"), Strategy::Auto);
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
        let mut new = by(code("0.16"), Strategy::Auto);
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
        let mut new = by(code("0.16"), Strategy::Auto);
        new.forgetting.window = Some(NARROW).filter(|_| chance.index(2) == 0);
        let _ = new.resume(wrong, &mut budget()).unwrap();
        resumed += 1;
    }
    assert!(resumed > 50, "{resumed}");
    let stopped = by(code("0.16"), Strategy::Auto).resume(kept(&old), &mut interrupted());
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
    if let BreakingMethod::Sparse(space) = &mut part.way {
        space.set_witnesses(space::Witnesses::default(), &part.values);
        let last = space.span() + part.most + 4 * simd::LANES;
        part.values.forget(2, last);
        part.reach.forget(part.values.start());
        part.forgetting.window = Some(window);
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
        let all = run(octal(game), Strategy::Auto, FAR);
        let mut part = by(octal(game), Strategy::Auto);
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
        began_again += usize::from(part.forgetting.needs_all);
        if let Some(period) = period {
            let later = |n: usize| all.values()[n] == all.values()[n + period.period];
            assert!((period.preperiod..FAR - period.period).all(later), "{what}");
            assert!(!later(period.preperiod - 1), "{what}");
            proven += 1;
        }
        // What goes on from it finds the same.
        let mut next = by(octal(game), Strategy::Auto);
        next.forgetting.window = part.forgetting.window;
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
    let whole = by(code("0.16"), Strategy::Auto);
    assert_eq!(whole.longest_period(), None);
}
