//! Perfect play against every reply, on small positions of games whose rules and outcomes are worked out here once more.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::expr::position::Position;
use crate::expr::value::Value;
use crate::{Rulebook, Settings};

/// The sizes of the piles, as the rules of a case want them.
type State = Vec<i64>;

/// What a move may leave.
type Options = dyn Fn(&State) -> Vec<State>;

/// A game in the language, and the same game once more.
struct Case {
    rules: String,
    misere: bool,
    starts: Vec<State>,
    options: Box<Options>,
    write: fn(&State) -> String,
    read: fn(&Position) -> State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Win,
    Loss,
    Draw,
}

/// Who wins each state that can be reached: what is neither won nor lost in any number of moves is drawn.
fn fates(case: &Case) -> BTreeMap<State, Fate> {
    let mut options: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut open = case.starts.clone();
    while let Some(state) = open.pop() {
        if options.contains_key(&state) {
            continue;
        }
        let next = (case.options)(&state);
        open.extend(next.iter().cloned());
        options.insert(state, next);
    }
    let mut fates: BTreeMap<State, Fate> = BTreeMap::new();
    loop {
        let before = fates.len();
        for (state, next) in &options {
            if fates.contains_key(state) {
                continue;
            }
            let fate = |next: &State| fates.get(next).copied();
            let found = if next.is_empty() {
                Some(if case.misere { Fate::Win } else { Fate::Loss })
            } else if next.iter().any(|next| fate(next) == Some(Fate::Loss)) {
                Some(Fate::Win)
            } else if next.iter().all(|next| fate(next) == Some(Fate::Win)) {
                Some(Fate::Loss)
            } else {
                None
            };
            if let Some(found) = found {
                fates.insert(state.clone(), found);
            }
        }
        if fates.len() == before {
            break;
        }
    }
    for state in options.into_keys() {
        fates.entry(state).or_insert(Fate::Draw);
    }
    fates
}

/// Checks all states of a case; returns how many were won by a move, and how many drawn.
fn check(case: &Case) -> (usize, usize) {
    let book = Rulebook::parse(&case.rules).unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let mut chance = Chance::new(Some(1));
    let fates = fates(case);
    let mut chosen: BTreeMap<&State, State> = BTreeMap::new();
    for (state, fate) in &fates {
        let text = (case.write)(state);
        let position = session.position(None, std::slice::from_ref(&text)).unwrap();
        let turns = session.turns(&position).unwrap();
        let options = (case.options)(state);
        assert_eq!(turns.is_over(), options.is_empty(), "{text}");
        let found = choose(&mut session, &turns, Level::Perfect, &mut chance).unwrap();
        let Some(found) = found else {
            assert!(options.is_empty(), "{text}");
            continue;
        };
        assert!(!found.is_guess, "{text}");
        let to = (case.read)(&found.play.to);
        let told = format!("{text}: {} leaves {}", found.play.words, found.play.to);
        assert!(options.contains(&to), "{told}");
        let after = fates[&to];
        match fate {
            Fate::Win => assert_eq!(after, Fate::Loss, "{told}"),
            Fate::Draw => assert_eq!(after, Fate::Draw, "{told}"),
            Fate::Loss => assert_eq!(after, Fate::Win, "{told}"),
        }
        let advice = best(&mut session, &turns).unwrap().unwrap();
        let winner = match fate {
            Fate::Win => Outcome::First,
            Fate::Loss => Outcome::Second,
            Fate::Draw => Outcome::Draw,
        };
        assert_eq!(advice.winner, winner, "{text}");
        if *fate == Fate::Win {
            chosen.insert(state, to);
        }
    }
    // Won plays end, whatever the replies are: no circle of the program's moves and replies.
    let mut ended: BTreeSet<&State> = BTreeSet::new();
    loop {
        let before = ended.len();
        for (state, to) in &chosen {
            let replies = (case.options)(to);
            let is_end = |reply: &State| (case.options)(reply).is_empty();
            if replies
                .iter()
                .all(|reply| ended.contains(reply) || is_end(reply))
            {
                ended.insert(state);
            }
        }
        if ended.len() == before {
            break;
        }
    }
    assert_eq!(ended.len(), chosen.len(), "{}", case.rules);
    let drawn = fates.values().filter(|fate| **fate == Fate::Draw);
    (chosen.len(), drawn.count())
}

fn ints(state: &State) -> String {
    let numbers: Vec<String> = state.iter().map(i64::to_string).collect();
    numbers.join(", ")
}

/// Piles in ascending order, the empty ones left out.
fn sorted(mut state: State) -> State {
    state.retain(|size| *size > 0);
    state.sort_unstable();
    state
}

fn sizes(position: &Position) -> State {
    let piles = position.terms.iter().flat_map(|term| &term.piles);
    piles.filter_map(Value::as_int).collect()
}

/// All states of so many piles, none larger than `most`.
fn states(piles: usize, most: i64) -> Vec<State> {
    let mut all: Vec<State> = vec![Vec::new()];
    for _ in 0..piles {
        let longer = |state: &State| {
            let state = state.clone();
            (0..=most).map(move |size| [state.as_slice(), &[size]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// What is left of each pile by taking from 1 to `most` of it; the pile as it is comes first.
fn less(size: i64, most: i64) -> Vec<i64> {
    (0..=most.min(size)).map(|taken| size - taken).collect()
}

/// Turns that take from 1 to `most` each from as many different piles as are `allowed` of those that can move.
fn several(state: &State, most: i64, allowed: &dyn Fn(usize, usize) -> bool) -> Vec<State> {
    let mut all: Vec<(usize, State)> = vec![(0, Vec::new())];
    for size in state {
        let mut next = Vec::new();
        for (moved, left) in &all {
            for rest in less(*size, most) {
                let moved = moved + usize::from(rest != *size);
                next.push((moved, [left.as_slice(), &[rest]].concat()));
            }
        }
        all = next;
    }
    let movable = state.iter().filter(|size| **size > 0).count();
    all.retain(|(moved, _)| *moved > 0 && allowed(*moved, movable));
    all.into_iter().map(|(_, left)| left).collect()
}

fn takes(rules: &str, misere: bool, most: i64, allowed: fn(usize, usize) -> bool) -> Case {
    Case {
        rules: format!("game g {{ {rules} }}"),
        misere,
        starts: states(3, 3).into_iter().map(sorted).collect(),
        options: Box::new(move |state| {
            let all = several(state, most, &allowed);
            all.into_iter().map(sorted).collect()
        }),
        write: |state| format!("g[{}]", ints(state)),
        read: |position| sorted(sizes(position)),
    }
}

#[test]
fn piles_of_stones() {
    for case in [
        takes("take any", false, 9, |moved, _| moved == 1),
        takes("take any misere", true, 9, |moved, _| moved == 1),
        takes("take 1..2 misere", true, 2, |moved, _| moved == 1),
        takes("take any each turn 1..2 piles", false, 9, |moved, _| {
            moved <= 2
        }),
        takes(
            "take any each turn 1..2 piles misere",
            true,
            9,
            |moved, _| moved <= 2,
        ),
        takes("take any each turn 2 piles", false, 9, |moved, _| {
            moved == 2
        }),
        takes("take 1..2 each turn 2 piles misere", true, 2, |moved, _| {
            moved == 2
        }),
        takes("take any each turn 1.. piles", false, 9, |_, _| true),
        takes("take 1..2 each turn 1, 3 piles", false, 2, |moved, _| {
            moved != 2
        }),
        takes(
            "take 1..2 each turn all piles",
            false,
            2,
            |moved, movable| moved == movable,
        ),
        takes(
            "take 1..2 each turn all piles misere",
            true,
            2,
            |moved, movable| moved == movable,
        ),
    ] {
        check(&case);
    }
}

#[test]
fn all_piles_or_none() {
    check(&Case {
        rules: "game g { take 1..2 each turn all piles or none }".to_string(),
        misere: false,
        starts: states(3, 4),
        options: Box::new(|state| {
            if state.contains(&0) {
                return Vec::new();
            }
            several(state, 2, &|moved, movable| moved == movable)
        }),
        write: |state| format!("g[{}]", ints(state)),
        read: sizes,
    });
}

#[test]
fn piles_alike() {
    check(&Case {
        rules: "game g { take any each turn 1..2 piles alike }".to_string(),
        misere: false,
        starts: states(2, 6).into_iter().map(sorted).collect(),
        options: Box::new(|state| {
            let mut next = several(state, 9, &|_, _| true);
            next.retain(|next| {
                let taken: BTreeSet<i64> = state
                    .iter()
                    .zip(next)
                    .map(|(size, left)| size - left)
                    .filter(|taken| *taken > 0)
                    .collect();
                taken.len() == 1
            });
            next.into_iter().map(sorted).collect()
        }),
        write: |state| format!("g[{}]", ints(state)),
        read: |position| sorted(sizes(position)),
    });
}

/// Take one or two from a pile, which may leave two.
fn kayles(state: &State) -> Vec<State> {
    let mut next = Vec::new();
    for (place, size) in state.iter().enumerate() {
        for rest in (1..=2).filter_map(|taken| Some(size - taken).filter(|rest| *rest >= 0)) {
            for part in 0..=rest / 2 {
                let mut left = state.clone();
                left.remove(place);
                left.extend([part, rest - part]);
                next.push(sorted(left));
            }
        }
    }
    next
}

#[test]
fn kayles_in_both_conventions() {
    for misere in [false, true] {
        let rule = if misere { "misere" } else { "" };
        check(&Case {
            rules: format!("game g {{ take 1..2 leaving 0..2 piles {rule} }}"),
            misere,
            starts: states(2, 6).into_iter().map(sorted).collect(),
            options: Box::new(kayles),
            write: |state| format!("g[{}]", ints(state)),
            read: |position| sorted(sizes(position)),
        });
    }
}

#[test]
fn sums_of_games() {
    check(&Case {
        rules: "game two { take 1..2 } game three { take 1, 3 }".to_string(),
        misere: false,
        starts: states(2, 7),
        options: Box::new(|state| {
            let mut next = Vec::new();
            for (place, amounts) in [(0, [1, 2]), (1, [1, 3])] {
                for taken in amounts.into_iter().filter(|taken| *taken <= state[place]) {
                    let mut left = state.clone();
                    left[place] -= taken;
                    next.push(left);
                }
            }
            next
        }),
        write: |state| format!("two[{}] + three[{}]", state[0], state[1]),
        read: sizes,
    });
}

/// Tokens on graphs with circles: won plays end, drawn ones are kept.
#[test]
fn tokens_on_random_graphs() {
    const PLACES: usize = 6;
    let mut chance = Chance::new(Some(5));
    let mut seen = [(0, 0); 2];
    for number in 0..40 {
        let arrows: Vec<Vec<i64>> = (0..PLACES)
            .map(|_| {
                let all = 0..PLACES as i64;
                all.filter(|_| chance.once_in(5)).collect()
            })
            .collect();
        let tokens = 1 + number % 2;
        let misere = number % 3 == 0;
        let list: Vec<String> = arrows.iter().map(|to| format!("{to:?}")).collect();
        let (won, drawn) = check(&Case {
            rules: format!(
                "let arrows = [{}]
                game g {{
                    pile place in 0..{}
                    move place -> next for next in arrows[place]
                    loopy
                    {}
                }}",
                list.join(", "),
                PLACES - 1,
                if misere { "misere" } else { "" }
            ),
            misere,
            starts: states(tokens, PLACES as i64 - 1),
            options: Box::new(move |state| {
                let mut next = Vec::new();
                for (place, at) in state.iter().enumerate() {
                    for to in &arrows[*at as usize] {
                        let mut left = state.clone();
                        left[place] = *to;
                        next.push(left);
                    }
                }
                next
            }),
            write: |state| format!("g[{}]", ints(state)),
            read: sizes,
        });
        let seen = &mut seen[usize::from(misere)];
        *seen = (seen.0 + won, seen.1 + drawn);
    }
    assert!(
        seen.iter().all(|(won, drawn)| *won > 20 && *drawn > 20),
        "{seen:?}"
    );
}
