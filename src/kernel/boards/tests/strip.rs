//! Coins on a strip against the definition.

use hashbrown::HashMap;

use super::super::Bits;
use super::super::given::{Given, Step};
use super::super::strip::Strip;
use super::coins::{game, plain, positions};
use crate::work::chance::Chance;

/// Coins on squares that are numbered in any order; on the places that are missing where `is_inverse`.
fn steps(upwards: &[usize], (jumps, is_inverse): (bool, bool)) -> Vec<Step<8>> {
    let ends = (0..upwards.len()).flat_map(|from| (0..from).map(move |to| (from, to)));
    let step = |(from, to): (usize, usize)| {
        let between = if jumps { to..to + 1 } else { to..from };
        let between: Bits<8> = upwards[between].iter().copied().collect();
        let (from, to) = (Bits::one(upwards[from]), Bits::one(upwards[to]));
        let (requires, forbids, clears, sets) = match is_inverse {
            false => (from, between, from, to),
            true => (between, from, to, from),
        };
        Step {
            to: 0,
            requires,
            forbids,
            clears,
            sets,
        }
    };
    ends.map(step).collect()
}

#[test]
fn coins_on_a_strip_are_worth_what_the_definition_says() {
    let mut chance = Chance::new(Some(83));
    for number in 0..40 {
        let (places, jumps, is_inverse) = (1 + number / 4, number % 2 == 0, number & 2 == 2);
        let mut upwards: Vec<usize> = (0..places).collect();
        for last in (1..places).rev() {
            upwards.swap(last, chance.index(last + 1));
        }
        let steps = steps(&upwards, (jumps, is_inverse));
        let strip = Strip::new(&game(places, steps.clone(), Vec::new())).unwrap();
        assert_eq!(strip.size(), (places, steps.len()));
        let mut known = HashMap::new();
        for at in positions(places) {
            assert_eq!(
                strip.value(&at),
                plain(at, &steps, &mut known),
                "{upwards:?} {at:?} {jumps} {is_inverse}"
            );
        }
    }
}

/// Without one move, with one more or with another condition they are other games.
#[test]
fn other_moves_are_of_no_strip() {
    let is_strip = |given: Given<8>| Strip::new(&given).is_some();
    for jumps in [false, true] {
        let steps = || steps(&[0, 1, 2, 3], (jumps, false));
        let changed = |change: fn(&mut Step<8>)| {
            let mut steps = steps();
            change(steps.last_mut().unwrap());
            is_strip(game(4, steps, Vec::new()))
        };
        assert!(changed(|_| ()));
        assert!(!is_strip(game(4, steps()[1..].to_vec(), Vec::new())));
        assert!(!is_strip(game(5, steps(), Vec::new())));
        assert!(!changed(|step| step.forbids.insert(0)));
        assert!(!changed(|step| step.forbids = Bits::NONE));
        assert!(!changed(|step| step.requires.insert(1)));
        assert!(!changed(|step| step.clears = Bits::NONE));
        assert!(!changed(|step| step.sets.insert(1)));
        assert!(!changed(|step| step.to = 1));
        let mut ending = game(4, steps(), Vec::new());
        ending.modes[0].over.push((Bits::one(0), Bits::NONE));
        assert!(!is_strip(ending));
    }
}
