//! Coins against the definition.

use hashbrown::HashMap;

use super::super::coins::Coins;
use super::super::given::{Flip, Given, Mode, Step};
use super::super::{Bits, Board};
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;

/// The moves that turn over these places, one for each way in which all but the head may be.
fn ways(flip: &Flip<8>) -> Vec<Step<8>> {
    assert!(flip.steps(0).is_none());
    flip.steps(64).unwrap().collect()
}

/// Some sets of coins, each with its last one or each with its first one as the head.
fn flips(places: usize, chance: &mut Chance) -> Vec<Flip<8>> {
    let is_last = chance.index(2) == 0;
    let sides: Vec<bool> = (0..places).map(|_| chance.index(2) == 0).collect();
    let mut found: Vec<Flip<8>> = Vec::new();
    for _ in 0..1 + chance.index(3 * places) {
        let turned: Bits<8> = (0..places).filter(|_| chance.index(3) > 0).collect();
        let head = if is_last {
            turned.last()
        } else {
            turned.first()
        };
        if let Some(head) = head
            && found.iter().all(|flip| flip.turned != turned)
        {
            found.push(Flip {
                turned,
                head,
                is_there: sides[head],
            });
        }
    }
    found
}

pub(super) fn game(places: usize, steps: Vec<Step<8>>, flips: Vec<Flip<8>>) -> Given<8> {
    Given {
        places,
        start: Bits::below(places),
        modes: vec![Mode {
            steps,
            over: Vec::new(),
        }],
        flips,
    }
}

/// The mex over the options.
pub(super) fn plain(at: Bits<8>, steps: &[Step<8>], known: &mut HashMap<Bits<8>, u32>) -> u32 {
    if let Some(value) = known.get(&at) {
        return *value;
    }
    let options = steps.iter().filter(|step| step.is_possible(&at));
    let values: Vec<u32> = options
        .map(|step| plain(step.leaves(&at), steps, known))
        .collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(at, value);
    value
}

/// All sets of so many places.
pub(super) fn positions(places: usize) -> impl Iterator<Item = Bits<8>> {
    let is_there = |number: usize, place: &usize| number >> place & 1 == 1;
    (0..1 << places).map(move |number| (0..places).filter(|it| is_there(number, it)).collect())
}

#[test]
fn coins_are_worth_what_the_definition_says() {
    let mut chance = Chance::new(Some(71));
    let mut budget = Budget::start(&Limits::default());
    for _ in 0..400 {
        let places = 1 + chance.index(6);
        let all = flips(places, &mut chance);
        let steps: Vec<Step<8>> = all.iter().flat_map(ways).collect();
        // Some are given way by way, and the others as they are.
        let (told, kept): (Vec<Flip<8>>, Vec<Flip<8>>) =
            all.iter().partition(|_| chance.index(2) == 0);
        let given = game(places, told.iter().flat_map(ways).collect(), kept);
        let coins = Coins::new(&given, &mut budget).unwrap().unwrap();
        assert_eq!(coins.size().1, all.len());
        assert!(given.flips.is_empty() || Board::<1>::new(&given).is_none());
        let mut known = HashMap::new();
        for at in positions(places) {
            assert_eq!(
                coins.value(&at),
                plain(at, &steps, &mut known),
                "{given:?} {at:?}"
            );
            for flip in &all {
                let possible: Vec<Step<8>> = ways(flip);
                let mut possible = possible.iter().filter(|step| step.is_possible(&at));
                let leaves = possible.next().map(|step| step.leaves(&at));
                let told = flip.is_possible(&at).then(|| flip.leaves(&at));
                assert_eq!(leaves, told);
            }
        }
    }
}

/// Without one way, with one more, or with heads in the middle they are other games.
#[test]
fn other_moves_are_no_coins() {
    let mut budget = Budget::start(&Limits::default());
    let mut is_one = |steps: Vec<Step<8>>, flips: Vec<Flip<8>>| {
        Coins::new(&game(5, steps, flips), &mut budget)
            .unwrap()
            .is_some()
    };
    let flip = |turned: &[usize], head: usize, is_there: bool| Flip {
        turned: turned.iter().copied().collect(),
        head,
        is_there,
    };
    let right = [flip(&[0, 1, 3], 3, true), flip(&[2], 2, false)];
    let steps = || right.iter().flat_map(ways).collect::<Vec<_>>();
    assert!(is_one(steps(), Vec::new()));
    assert!(is_one(Vec::new(), right.to_vec()));
    assert!(!is_one(steps()[1..].to_vec(), Vec::new()));
    let mut guarded = steps();
    guarded[0].forbids.insert(4);
    assert!(!is_one(guarded, Vec::new()));
    let mut to_nothing = steps();
    to_nothing[0].clears = Bits::NONE;
    assert!(!is_one(to_nothing, Vec::new()));
    for wrong in [
        flip(&[0, 1, 3], 1, true),
        // It is heads in one move and tails in another.
        flip(&[1, 3], 3, false),
        flip(&[3], 3, false),
        // The first one of all others is the last one here.
        flip(&[2, 4], 2, true),
    ] {
        assert!(!is_one(steps(), vec![wrong]), "{wrong:?}");
        assert!(!is_one(
            steps().into_iter().chain(ways(&wrong)).collect(),
            Vec::new()
        ));
    }
    let mut ending = game(5, steps(), Vec::new());
    ending.modes[0].over.push((Bits::one(0), Bits::NONE));
    assert!(Coins::new(&ending, &mut budget).unwrap().is_none());
}
