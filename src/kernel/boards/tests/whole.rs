//! Searches over whole positions, and boards whose places are turned over, against the bare definition.

use hashbrown::HashMap;

use super::super::{Bits, Board, Given, Mode, Over, Search, Step, Whole, WholeGoal};
use super::some;
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;

/// What the definition says of a position: its value, and whether the player to move wins in both ways of play; nothing where a
/// play may come back to it.
fn by_definition(
    (mode, at): (u32, Bits<1>),
    given: &Given<1>,
    known: &mut HashMap<(u32, Bits<1>), Option<[u32; 3]>>,
) -> Option<[u32; 3]> {
    if let Some(found) = known.get(&(mode, at)) {
        return *found;
    }
    // What comes up again while it is worked out has no value.
    known.insert((mode, at), None);
    let moves = &given.modes[mode as usize];
    let is_over = |(there, missing): &Over<1>| there.is_within(&at) && !missing.meets(&at);
    let mut options = Vec::new();
    if !moves.over.iter().any(is_over) {
        for step in moves.steps.iter().filter(|step| step.is_possible(&at)) {
            options.push(by_definition((step.to, step.leaves(&at)), given, known)?);
        }
    }
    let value = (0..).find(|value| options.iter().all(|option| option[0] != *value));
    let wins = options.iter().any(|option| option[1] == 0);
    let misere = options.is_empty() || options.iter().any(|option| option[2] == 0);
    let found = Some([value.unwrap(), u32::from(wins), u32::from(misere)]);
    known.insert((mode, at), found);
    found
}

/// A game with modes, ends, and places that are set; in some games each place is only ever set, or only ever cleared.
fn any_game(chance: &mut Chance) -> Given<1> {
    let places = 3 + chance.index(5);
    let modes = match chance.once_in(3) {
        true => 2 + chance.index(2),
        false => 1,
    };
    let is_monotone = chance.once_in(2);
    let start = some(places, places, chance);
    let ends = chance.once_in(3);
    let mut mode = |number: usize| {
        let steps = (0..chance.index(3 * places)).map(|_| {
            let (mut clears, mut sets) = (some(places, 2, chance), some(places, 2, chance));
            let (mut requires, mut forbids) = (some(places, 2, chance), some(places, 1, chance));
            if is_monotone {
                clears = clears & start;
                sets = sets - start;
                // It takes what it needs, or sets what bars it.
                match chance.once_in(2) {
                    true => requires = requires | clears,
                    false => forbids = forbids | sets,
                }
            }
            Step {
                to: chance
                    .index(modes)
                    .max(if is_monotone { number } else { 0 }) as u32,
                requires,
                forbids,
                clears,
                sets,
            }
        });
        let steps = steps.collect();
        let over = match ends {
            true => vec![(some(places, 2, chance), some(places, 2, chance))],
            false => Vec::new(),
        };
        Mode { steps, over }
    };
    let modes = (0..modes).map(&mut mode).collect();
    Given {
        places,
        start,
        modes,
        flips: Vec::new(),
    }
}

#[test]
fn games_with_all_there_is_are_as_defined() {
    let mut chance = Chance::new(Some(23));
    let mut budget = Budget::start(&Limits::default());
    let (mut turned, mut back, mut over) = (0, 0, 0);
    for _ in 0..3000 {
        let given = any_game(&mut chance);
        let mut whole = Whole::<1>::new(&given);
        let mut wide = Whole::<4>::new(&given);
        let mut parts = Board::<1>::new(&given).map(|board| Search::new(board, None, &budget));
        turned += usize::from(parts.is_some() && given.start != Bits::below(given.places));
        let mut at = (0, given.start);
        // Along a random play.
        for _ in 0..6 {
            assert!(whole.has(&at.1));
            let wanted = by_definition(at, &given, &mut HashMap::new());
            for (place, asked) in [WholeGoal::Value, WholeGoal::Wins, WholeGoal::WinsMisere]
                .into_iter()
                .enumerate()
            {
                let found = whole.find(at.0, at.1, asked, &mut budget);
                match wanted {
                    Some(wanted) => {
                        assert_eq!(found, Ok(wanted[place]), "{given:?} {at:?}");
                        let same = wide.find(at.0, at.1.resized(), asked, &mut budget);
                        assert_eq!(same, found);
                    }
                    // A search may end before it meets what comes back.
                    None => back += usize::from(found.is_err()),
                }
            }
            if let Some(search) = &mut parts {
                let wanted = wanted.expect("no play of a board comes back");
                assert!(search.board().has(&at.1));
                let found = search.value(at.1, &mut budget);
                assert_eq!(found, Ok(wanted[0]), "{given:?} {at:?}");
                assert_eq!(search.is_worth(at.1, 0, &mut budget), Ok(wanted[1] == 0));
                assert_eq!(search.wins_misere(at.1, &mut budget), Ok(wanted[2] == 1));
            }
            let moves = &given.modes[at.0 as usize];
            over += usize::from(!moves.over.is_empty());
            let possible = moves.steps.iter().filter(|step| step.is_possible(&at.1));
            let options: Vec<(u32, Bits<1>)> =
                possible.map(|step| (step.to, step.leaves(&at.1))).collect();
            match options.get(chance.index(options.len().max(1))) {
                Some(option) => at = *option,
                None => break,
            }
        }
    }
    assert!(
        turned > 300 && back > 300 && over > 300,
        "{turned} {back} {over}"
    );
}

/// Pieces on a line whose moves change what lies near alone, on the way down or up or both: positions fall apart.
#[test]
fn positions_that_fall_apart_are_as_defined() {
    let mut chance = Chance::new(Some(29));
    let mut budget = Budget::start(&Limits::default());
    let (mut checked, mut searched, mut positions) = (0, 0, 0);
    for _ in 0..2000 {
        let places = 8 + chance.index(5);
        let (cleared, start) = (
            some(places, places, &mut chance),
            some(places, places, &mut chance),
        );
        let steps = (0..2 * places).map(|_| {
            let first = chance.index(places - 3);
            let mut near = |most| {
                some(4, most, &mut chance)
                    .iter()
                    .map(|place| first + place)
                    .collect()
            };
            let [requires, forbids, clears, sets]: [Bits<1>; 4] =
                [near(2), near(1), near(2), near(1)];
            let taken = Bits::one(first) | (clears & cleared);
            Step {
                to: 0,
                requires: requires | taken,
                forbids: forbids - taken,
                clears: clears | taken,
                sets: sets - taken - cleared,
            }
        });
        let mode = Mode {
            steps: steps.collect(),
            over: Vec::new(),
        };
        let given = Given {
            places,
            start,
            modes: vec![mode],
            flips: Vec::new(),
        };
        let mut whole = Whole::<1>::new(&given);
        let mut known = HashMap::new();
        let Some(wanted) = by_definition((0, start), &given, &mut known) else {
            continue;
        };
        checked += 1;
        let found = whole.find(0, start, WholeGoal::Value, &mut budget);
        assert_eq!(found, Ok(wanted[0]), "{given:?}");
        searched += whole.searched();
        positions += known.len() as u64;
        for (asked, wanted) in [
            (WholeGoal::Wins, wanted[1]),
            (WholeGoal::WinsMisere, wanted[2]),
        ] {
            let mut whole = Whole::<1>::new(&given);
            let found = whole.find(0, start, asked, &mut budget);
            assert_eq!(found, Ok(wanted), "{given:?}");
        }
    }
    // Fewer than half of the positions are searched.
    assert!(
        checked > 500 && 2 * searched < positions,
        "{checked} {searched} {positions}"
    );
}

/// Two markers that run from one end of a line to the other and back: a play comes back, and one that only goes on does not.
#[test]
fn plays_that_come_back_are_declined() {
    let step = |from: usize, to: usize| Step {
        to: 0,
        requires: Bits::<1>::one(from),
        forbids: Bits::one(to),
        clears: Bits::one(from),
        sets: Bits::one(to),
    };
    let game = |steps: Vec<Step<1>>| Given {
        places: 6,
        start: Bits::below(2),
        modes: vec![Mode {
            steps,
            over: Vec::new(),
        }],
        flips: Vec::new(),
    };
    let ahead: Vec<Step<1>> = (0..5).map(|from| step(from, from + 1)).collect();
    let back = (1..6).map(|from| step(from, from - 1));
    let both = ahead.iter().copied().chain(back).collect();
    let mut budget = Budget::start(&Limits::default());
    let mut find = |given: &Given<1>| {
        assert!(Board::<1>::new(given).is_none());
        Whole::<1>::new(given).find(0, given.start, WholeGoal::Value, &mut budget)
    };
    // Eight moves to go, whatever is played.
    assert_eq!(find(&game(ahead)), Ok(0));
    assert!(find(&game(both)).is_err());
}
