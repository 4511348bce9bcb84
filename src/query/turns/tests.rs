//! Moves that are listed and moves that are put together, against the definition.

use std::collections::BTreeSet;

use super::*;
use crate::work::chance::Chance;
use crate::{Rulebook, Settings};

const RULES: &str = "
    game nim { take any }
    game gaps { take 1, 3, 4 }
    game steps { take 2, 4.. }
    game odd { take 1 + 2 * k for k in 0.. }
    game kayles { take 1..2 leaving 0..2 piles }
    game cut { split into 2 unequal }
    game lasker { take any  split into 2 }
    game moore { take any  each turn 1..2 piles }
    game exact { take 1..3  each turn 2 piles }
    game every { take 1..2  each turn all piles }
    game whole { take 1..2  each turn all piles or none }
    game twins { take any  each turn 2 piles alike }";

fn session() -> Session {
    Session::new(Rulebook::parse(RULES).unwrap(), Settings::default()).unwrap()
}

fn at(session: &mut Session, text: &str) -> Position {
    session.position(None, &[text.to_string()]).unwrap()
}

fn listed(session: &mut Session, position: &Position) -> Turns {
    Turns::of(&mut session.solver, position, f64::INFINITY).unwrap()
}

/// Nothing is listed that need not be.
fn unlisted(session: &mut Session, position: &Position) -> Turns {
    Turns::of(&mut session.solver, position, -1.0).unwrap()
}

/// What moves leave, the empty piles left out, in ascending order.
fn told(moves: &[MoveTo]) -> BTreeSet<String> {
    let of = |play: &MoveTo| {
        let mut terms = Vec::new();
        for term in &play.to.terms {
            let mut sizes: Vec<i64> = term.piles.iter().filter_map(Value::as_int).collect();
            sizes.retain(|size| *size > 0);
            sizes.sort_unstable();
            if !sizes.is_empty() {
                terms.push(format!("{}{sizes:?}", term.game.label));
            }
        }
        terms.join(" + ")
    };
    moves.iter().map(of).collect()
}

fn all(session: &mut Session, turns: &Turns) -> Vec<MoveTo> {
    let count = turns.count().unwrap();
    let moves = (0..count).map(|number| session.turn(turns, number).unwrap().unwrap());
    moves.collect()
}

const POSITIONS: &[&str] = &[
    "nim[3, 0, 2]",
    "nim[]",
    "gaps[6, 2]",
    "steps[7, 1]",
    "odd[6]",
    "kayles[5, 2]",
    "cut[7, 2, 3]",
    "lasker[4, 1]",
    "moore[2, 3, 1]",
    "moore[2]",
    "exact[3, 0, 4]",
    "exact[3]",
    "every[2, 0, 3]",
    "whole[2, 3]",
    "whole[2, 0]",
    "nim[2] + kayles[3]",
    "moore[1, 2] + gaps[4]",
];

#[test]
fn moves_that_are_not_listed_are_the_same() {
    let mut session = session();
    for text in POSITIONS {
        let position = at(&mut session, text);
        let (list, loose) = (
            listed(&mut session, &position),
            unlisted(&mut session, &position),
        );
        assert_eq!(loose.count().is_some(), *text == "nim[]", "{text}");
        assert_eq!(list.is_over(), loose.is_over(), "{text}");
        let moves = all(&mut session, &list);
        let expected = told(&moves);
        // Each is found by the position that it leaves.
        for play in &moves {
            for turns in [&list, &loose] {
                let found = session.turn_to(turns, &play.to).unwrap();
                assert_eq!(found.map(|play| play.to), Some(play.to.clone()), "{text}");
            }
        }
        // Chance finds them all, and no others.
        let mut chance = Chance::new(Some(7));
        let mut below = |bound: u64| chance.below(bound);
        let mut drawn = Vec::new();
        for _ in 0..600 {
            drawn.extend(session.any_turn(&loose, &mut below).unwrap());
        }
        assert_eq!(told(&drawn), expected, "{text}");
        // Whatever is said of one or two piles means the same.
        let amounts: Vec<Option<i64>> = std::iter::once(None).chain((-1..=8).map(Some)).collect();
        let piles = loose.piles().count();
        for one in 0..piles {
            for two in one..piles {
                for (first, second) in amounts
                    .iter()
                    .flat_map(|a| amounts.iter().map(move |b| (a, b)))
                {
                    let wish = |pile, taken| Wish {
                        pile,
                        taken,
                        left: None,
                    };
                    let mut wishes = vec![wish(one, *first)];
                    if two != one {
                        wishes.push(wish(two, *second));
                    }
                    let said = |session: &mut Session, turns| {
                        told(&session.meant(turns, &wishes, 100).unwrap())
                    };
                    let found = said(&mut session, &list);
                    assert_eq!(found, said(&mut session, &loose), "{text}: {wishes:?}");
                    assert!(found.is_subset(&expected), "{text}: {wishes:?}");
                }
            }
        }
    }
}

/// Two piles of Moore's Nim: which amounts are a turn can be said in a line.
#[test]
fn a_turn_in_several_piles_is_legal_where_the_definition_says_so() {
    let mut session = session();
    for (text, is_legal) in [
        (
            "moore[2, 3]",
            (|a, b| (a, b) != (0, 0) && (0..=2).contains(&a) && (0..=3).contains(&b))
                as fn(i64, i64) -> bool,
        ),
        ("exact[2, 3]", |a, b| {
            (1..=2).contains(&a) && (1..=3).contains(&b)
        }),
        ("every[2, 3]", |a, b| {
            (1..=2).contains(&a) && (1..=2).contains(&b)
        }),
        ("twins[2, 3]", |a, b| a == b && (1..=2).contains(&a)),
        ("nim[2, 3]", |a, b| {
            (a == 0 && (1..=3).contains(&b)) || (b == 0 && (1..=2).contains(&a))
        }),
    ] {
        let position = at(&mut session, text);
        for turns in [
            listed(&mut session, &position),
            unlisted(&mut session, &position),
        ] {
            for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
                let wishes: Vec<Wish> = [(0, a), (1, b)]
                    .into_iter()
                    .filter(|(_, taken)| *taken > 0)
                    .map(|(pile, taken)| Wish {
                        pile,
                        taken: Some(taken),
                        left: None,
                    })
                    .collect();
                let found = session.meant(&turns, &wishes, 10).unwrap();
                assert_eq!(!found.is_empty(), is_legal(a, b), "{text}: {a} {b}");
            }
        }
    }
}

#[test]
fn large_piles_are_played_without_a_list() {
    let mut session = session();
    for (text, taken, leaves) in [
        ("nim[1000000000000, 5]", 999_999_999_995, Some("nim[5, 5]")),
        (
            "nim[1000000000000, 5]",
            1_000_000_000_000,
            Some("nim[0, 5]"),
        ),
        ("nim[1000000000000, 5]", 1_000_000_000_001, None),
        ("nim[1000000000000, 5]", 0, None),
        ("steps[1000000000000]", 3, None),
        ("steps[1000000000000]", 999_999_999_999, Some("steps[1]")),
        ("odd[1000000000000]", 999_999_999_999, Some("odd[1]")),
        ("odd[1000000000000]", 2, None),
        (
            "moore[5000, 6000, 7000]",
            5000,
            Some("moore[0, 6000, 7000]"),
        ),
    ] {
        let position = at(&mut session, text);
        let turns = session.turns(&position).unwrap();
        assert_eq!(turns.count(), None);
        let wish = Wish {
            pile: 0,
            taken: Some(taken),
            left: None,
        };
        let found = session.meant(&turns, &[wish], 3).unwrap();
        let found: Vec<String> = found.iter().map(|play| play.to.to_string()).collect();
        assert_eq!(
            found,
            leaves.into_iter().collect::<Vec<_>>(),
            "{text}: {taken}"
        );
    }
    let position = at(&mut session, "steps[1000000000000]");
    let turns = session.turns(&position).unwrap();
    assert_eq!(turns.amounts(0), [(2, 2), (4, 1_000_000_000_000)]);
    let position = at(&mut session, "kayles[1000000]");
    let turns = session.turns(&position).unwrap();
    let to = at(&mut session, "kayles[499999, 499999]");
    let found = session.turn_to(&turns, &to).unwrap().unwrap();
    assert_eq!(
        found.words,
        "take 2 from the pile of 1000000, leaving 499999 and 499999"
    );
}

#[test]
fn listed_moves_are_counted_as_long_as_they_are_kept() {
    let book = Rulebook::parse("game g { take any  each turn all piles alike }").unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let position = session.position(None, &["g[2000]".to_string()]).unwrap();
    let turns = session.turns(&position).unwrap();
    let while_kept = session.budget().memory();
    drop(turns);
    let of_moves = session.budget().memory() - while_kept;
    assert!(of_moves > 2000 * 100, "{of_moves}");
}
