//! An oracle for the whole of nimrule: random rules of every kind of statement, played out by brute force.
//!
//! A rule is drawn at random, written down in the language and, beside that, given its meaning here, straight from the
//! words of the reference. The graph of all positions follows from the meaning alone; the Grundy values, winners and
//! lengths on it are the definitions. What nimrule says about the text has to agree.

mod compare;
mod data;
mod heap;
mod large;
mod play;
mod row;
mod tuple;
mod words;

use compare::{Nimrule, compare};
use data::{Bounds, Data, Kind, Position, Shape};
use heap::{Heap, LARGEST, To};
use nimrule::Value;
use play::{Game, M, MOST_PILES, Rule, Turn, World};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use row::Row;
use words::{Num, cond, guard, num};

use crate::common;

/// Checks many random cases, the same ones every time; at least a half of them have to be fit for a comparison.
fn check<S: Strategy>(
    cases: u32,
    seed: u64,
    strategy: S,
    test: impl Fn(&S::Value) -> Result<bool, TestCaseError>,
) {
    let mut compared = 0;
    common::check(cases, seed, strategy, |value| {
        compared += u32::from(test(&value)?);
        Ok(())
    });
    assert!(
        compared * 2 >= cases,
        "only {compared} of {cases} cases were compared"
    );
}

fn heap_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        3 => Just(Bounds::default()),
        1 => (0i64..3).prop_map(|lo| Bounds { lo, hi: Some(LARGEST) }),
    ]
    .prop_map(|bounds| Shape::one("n", Kind::Int(bounds)))
}

/// A game with single numbers as piles, made of these statements.
fn heap_game(rules: BoxedStrategy<Heap>, most: usize) -> impl Strategy<Value = Game> {
    let end = prop::option::weighted(0.15, cond(&["n", "n", M]));
    (
        heap_shape(),
        vec(rules, 1..=most),
        end,
        1i64..5,
        any::<bool>(),
    )
        .prop_map(|(shape, rules, end, m, is_parameter)| Game {
            end,
            m: (m, is_parameter),
            ..Game::new(shape, rules.into_iter().map(Rule::Heap).collect())
        })
}

fn heaps(world: &World, game: usize, piles: &[i64]) -> Position {
    let shape = &world.0[game].shape;
    let piles: Vec<Data> = piles.iter().copied().map(Data::Int).collect();
    let piles = piles.into_iter().filter(|pile| shape.fits(pile)).collect();
    world.canonical(vec![(game, piles)])
}

/// Single piles of one game, then a few positions.
fn compare_heaps(game: &Game, to: i64, several: &[&[i64]]) -> Result<bool, TestCaseError> {
    let world = World(vec![game.clone()]);
    let least = (0..=to)
        .find(|n| game.shape.fits(&Data::Int(*n)))
        .unwrap_or(0);
    let singles: Vec<Position> = (least..=to).map(|n| heaps(&world, 0, &[n])).collect();
    let mut positions: Vec<Position> = several
        .iter()
        .map(|piles| heaps(&world, 0, piles))
        .collect();
    positions.extend(singles.last().cloned());
    positions.extend(singles.get(singles.len() / 2).cloned());
    if !compare(&world, &positions)? {
        return Ok(false);
    }
    compare_tables(&world, &singles, least)
}

/// `values` and `losing` over single piles from `least` on.
fn compare_tables(world: &World, singles: &[Position], least: i64) -> Result<bool, TestCaseError> {
    let Ok(graph) = play::Graph::of(world, singles, 20_000) else {
        return Ok(true);
    };
    let mut nimrule = Nimrule::new(world, None)?;
    let label = world.0[0].label(0);
    let to = least + singles.len() as i64 - 1;
    let numbers: Vec<usize> = singles
        .iter()
        .filter_map(|single| graph.number(single))
        .collect();
    let values: Vec<i64> = numbers.iter().map(|number| graph.grundy[*number]).collect();
    nimrule.expect(
        &format!("values({label}, {least}..{to})"),
        format!("{values:?}"),
    )?;
    for (misere, game) in [label.clone(), format!("misere({label})")]
        .iter()
        .enumerate()
    {
        let lost = |place: &i64| !graph.outcome[misere][numbers[(place - least) as usize]].0;
        let lost: Vec<i64> = (least..=to).filter(lost).collect();
        nimrule.expect(
            &format!("losing({game}, {least}..{to})"),
            format!("{lost:?}"),
        )?;
    }
    Ok(true)
}

#[test]
fn takes_from_single_numbers() {
    check(360, 1, heap_game(heap::take(), 2), |game| {
        if game.shape.fits(&Data::Int(0)) {
            compare_box(game, 4, |a, b| vec![Data::Int(a), Data::Int(b)])?;
        }
        compare_heaps(game, 9, &[&[], &[3, 4], &[2, 2, 5], &[6, 1, 0]])
    });
}

#[test]
fn splits_of_single_numbers() {
    let rules = prop_oneof![2 => heap::split(), 1 => heap::take()];
    check(240, 2, heap_game(rules.boxed(), 2), |game| {
        compare_heaps(game, 9, &[&[3, 4], &[2, 2, 5], &[7, 1]])
    });
}

#[test]
fn taking_and_breaking_codes() {
    check(240, 3, heap_game(heap::code(), 1), |game| {
        compare_heaps(game, 9, &[&[3, 4], &[1, 2, 5], &[7, 2]])
    });
}

#[test]
fn moves_of_single_numbers() {
    check(480, 4, heap_game(heap::rule(), 2), |game| {
        let mut game = game.clone();
        // Some moves lead up.
        for (_, kind) in &mut game.shape.coords {
            *kind = Kind::Int(Bounds::to(8));
        }
        compare_heaps(&game, 6, &[&[3, 4], &[2, 2, 3], &[5, 1]])
    });
}

/// Rules that are nearly taking and breaking, with larger piles than a few.
#[test]
fn linear_moves_of_single_numbers() {
    let rules = prop_oneof![3 => heap::linear_rule(), 1 => heap::take()];
    check(400, 16, heap_game(rules.boxed(), 2), |game| {
        let mut game = game.clone();
        game.end = None;
        for (_, kind) in &mut game.shape.coords {
            *kind = Kind::Int(Bounds::to(10));
        }
        compare_heaps(&game, 9, &[&[3, 4], &[2, 2, 3], &[5, 1]])
    });
}

/// Sums of two games, one of them perhaps of turns in several piles.
#[test]
fn sums_of_games() {
    let rules = || prop_oneof![heap::take(), heap::code(), heap::split()].boxed();
    let games = (heap_game(rules(), 1), heap_game(rules(), 1), turns(), 0..3);
    check(150, 5, games, |(a, b, turn, compound)| {
        let b = if *compound == 0 {
            with_turn(b, turn)
        } else {
            b.clone()
        };
        let world = World(vec![a.clone(), b]);
        let positions = [
            (vec![4], vec![3]),
            (vec![1, 3], vec![5]),
            (vec![5], vec![2, 3]),
        ];
        let positions: Vec<Position> = positions
            .iter()
            .map(|(a, b)| {
                let mut terms = heaps(&world, 0, a).0;
                terms.extend(heaps(&world, 1, b).0);
                world.canonical(terms)
            })
            .collect();
        compare(&world, &positions)
    });
}

/// The game with this turn, `1..m piles` filled in.
fn with_turn(game: &Game, (turn, alike): &(Turn, bool)) -> Game {
    let mut game = game.clone();
    game.turn = match turn {
        Turn::Counts(text, counts) if counts.is_empty() => {
            Turn::Counts(text, (1..=game.m.0 as usize).collect())
        }
        other => other.clone(),
    };
    game.alike = *alike;
    game
}

fn turns() -> impl Strategy<Value = (Turn, bool)> {
    let turn = select(vec![
        Turn::Counts("1..2 piles", vec![1, 2]),
        Turn::Counts("1..m piles", Vec::new()),
        Turn::Counts("1 pile", vec![1]),
        Turn::Counts("2 piles", vec![2]),
        Turn::Counts("1, 3 piles", vec![1, 3]),
        Turn::Counts("1.. piles", (1..=MOST_PILES).collect()),
        Turn::Counts("2.. piles", (2..=MOST_PILES).collect()),
        Turn::All,
        Turn::AllOrNone,
    ]);
    (turn, prop::bool::weighted(0.4))
}

#[test]
fn turns_in_several_piles() {
    let rules =
        prop_oneof![3 => heap::take(), 1 => heap::code(), 1 => heap::split(), 1 => heap::rule()];
    let game = (heap_game(rules.boxed(), 2), turns(), any::<bool>());
    check(360, 6, game, |(game, turn, misere)| {
        let mut game = with_turn(game, turn);
        game.misere = *misere;
        for (_, kind) in &mut game.shape.coords {
            *kind = Kind::Int(Bounds::to(6));
        }
        let world = World(vec![game]);
        let several: [&[i64]; 5] = [&[], &[4], &[2, 3], &[3, 3], &[1, 2, 3]];
        let positions: Vec<Position> = several.map(|piles| heaps(&world, 0, piles)).to_vec();
        compare(&world, &positions)
    });
}

/// Moves into piles of other games, some of them of turns in several piles.
#[test]
fn moves_into_other_games() {
    let pile = |lower: i64| {
        num(&["n", "i"]).prop_map(move |number| {
            let below = Num::bin('-', Num::Atom("n"), Num::Lit(lower));
            Num::Call(
                "min",
                vec![Num::Call("max", vec![number, Num::Lit(0)]), below],
            )
        })
    };
    let other = (1usize..3, vec(pile(1), 0..3));
    let binders = heap::binder("i", &["n", M]);
    let jump = (vec(other, 1..3), binders, guard(&["n", "i"]));
    let rules = || prop_oneof![heap::take(), heap::code()].boxed();
    let games = (
        heap_game(rules(), 1),
        heap_game(rules(), 1),
        heap_game(rules(), 1),
        turns(),
    );
    check(
        180,
        7,
        (jump, games),
        |((to, binder, guard), (a, b, c, turn))| {
            let (mut a, mut b, mut c) = (a.clone(), b.clone(), with_turn(c, turn));
            for game in [&mut a, &mut b, &mut c] {
                // It is named without arguments.
                game.m.1 = false;
            }
            a.rules.push(Rule::Heap(Heap::Move {
                binders: vec![binder.clone()],
                to: To::Other(to.clone()),
                guard: guard.clone(),
            }));
            let world = World(vec![a, b, c]);
            let several: [&[i64]; 3] = [&[4], &[2, 3], &[5]];
            let positions: Vec<Position> = several.map(|piles| heaps(&world, 0, piles)).to_vec();
            compare(&world, &positions)
        },
    );
}

/// The lost ones among the positions of a box of two numbers each, as `losing` lists them.
fn compare_box(
    game: &Game,
    to: i64,
    position: impl Fn(i64, i64) -> Vec<Data>,
) -> Result<bool, TestCaseError> {
    let world = World(vec![game.clone()]);
    let label = game.label(0);
    let pairs: Vec<(i64, i64)> = (0..=to)
        .flat_map(|a| (0..=to).map(move |b| (a, b)))
        .collect();
    let positions: Vec<Position> = pairs
        .iter()
        .map(|(a, b)| world.canonical(vec![(0, position(*a, *b))]))
        .collect();
    let Ok(graph) = play::Graph::of(&world, &positions, 20_000) else {
        return Ok(true);
    };
    let mut nimrule = Nimrule::new(&world, None)?;
    let numbers: Vec<usize> = positions.iter().filter_map(|p| graph.number(p)).collect();
    for (misere, name) in [label.clone(), format!("misere({label})")]
        .iter()
        .enumerate()
    {
        let lost = |place: &usize| !graph.outcome[misere][numbers[*place]].0;
        let lost: Vec<[i64; 2]> = (0..pairs.len())
            .filter(lost)
            .map(|place| [pairs[place].0, pairs[place].1])
            .collect();
        nimrule.expect(
            &format!("losing({name}, 0..{to}, 0..{to})"),
            format!("{lost:?}"),
        )?;
    }
    if game.shape.tuple {
        let values: Vec<Vec<i64>> = numbers
            .chunks(to as usize + 1)
            .map(|row| row.iter().map(|number| graph.grundy[*number]).collect())
            .collect();
        nimrule.expect(
            &format!("table({label}, 0..{to}, 0..{to})"),
            format!("{values:?}"),
        )?;
    }
    Ok(true)
}

fn tuple_game(count: usize, bounds: Bounds, unordered: bool) -> impl Strategy<Value = Game> {
    let shape = Shape {
        coords: tuple::NAMES[..count]
            .iter()
            .map(|name| (*name, Kind::Int(bounds)))
            .collect(),
        tuple: true,
        unordered,
    };
    let end = prop::option::weighted(0.1, cond(&["x", "y", M]));
    (vec(tuple::rule(count, bounds.hi.is_some()), 1..3), end).prop_map(move |(rules, end)| Game {
        // A condition under one naming says nothing about the other.
        end: end.filter(|_| !unordered),
        ..Game::new(shape.clone(), rules.into_iter().map(Rule::Tuple).collect())
    })
}

fn compare_tuples(game: &Game, positions: &[&[&[i64]]]) -> Result<bool, TestCaseError> {
    let world = World(vec![game.clone()]);
    let tuple = |pile: &&[i64]| Data::Tuple(pile.iter().copied().map(Data::Int).collect());
    let positions: Vec<Position> = positions
        .iter()
        .map(|piles| world.canonical(vec![(0, piles.iter().map(tuple).collect())]))
        .collect();
    compare(&world, &positions)
}

#[test]
fn pairs() {
    let games = prop_oneof![
        tuple_game(2, Bounds::default(), false),
        tuple_game(2, Bounds::to(4), false),
    ];
    check(360, 8, games, |game| {
        Ok(
            compare_tuples(game, &[&[&[4, 3]], &[&[2, 3], &[1, 2]], &[&[0, 4]]])?
                && compare_box(game, 4, |a, b| vec![Data::pair(a, b)])?,
        )
    });
}

#[test]
fn triples() {
    let games = prop_oneof![
        tuple_game(3, Bounds::default(), false),
        tuple_game(3, Bounds::to(3), true),
    ];
    check(150, 9, games, |game| {
        compare_tuples(game, &[&[&[2, 3, 1]], &[&[0, 1, 2], &[1, 1, 0]]])
    });
}

#[test]
fn unordered_pairs() {
    let games = prop_oneof![
        tuple_game(2, Bounds::default(), true),
        tuple_game(2, Bounds::to(4), true),
    ];
    check(300, 10, games, |game| {
        Ok(
            compare_tuples(game, &[&[&[4, 3]], &[&[2, 3], &[1, 2]], &[&[0, 4]]])?
                && compare_box(game, 4, |a, b| vec![Data::pair(a, b)])?,
        )
    });
}

fn compare_rows(
    shape: &Shape,
    rules: &[Row],
    positions: Vec<Vec<Data>>,
) -> Result<bool, TestCaseError> {
    let rules = rules.iter().cloned().map(Rule::Row).collect();
    let game = Game::new(shape.clone(), rules);
    if let [(_, Kind::Row(_))] = shape.coords.as_slice() {
        compare_box(&game, 3, |a, b| vec![row([a, b])])?;
    }
    let world = World(vec![game]);
    let positions: Vec<Position> = positions
        .into_iter()
        .map(|piles| world.canonical(vec![(0, piles)]))
        .collect();
    compare(&world, &positions)
}

fn row<const N: usize>(numbers: [i64; N]) -> Data {
    Data::ints(numbers)
}

#[test]
fn rows() {
    let bounds = select(vec![Bounds::default(), Bounds::to(4)]);
    check(
        360,
        11,
        (bounds, vec(row::lone_row_rule(), 1..3)),
        |(bounds, rules)| {
            let shape = Shape::one("p", Kind::Row(*bounds));
            let positions = vec![
                vec![row([2, 3, 1])],
                vec![row([3, 0, 2, 1])],
                vec![row([])],
                vec![row([2, 1]), row([1, 2])],
            ];
            compare_rows(&shape, rules, positions)
        },
    );
}

#[test]
fn bags() {
    let bounds = select(vec![Bounds::default(), Bounds::to(4)]);
    check(
        240,
        12,
        (bounds, vec(row::bag_rule(), 1..3)),
        |(bounds, rules)| {
            let shape = Shape::one("p", Kind::Bag(*bounds));
            let positions = vec![
                vec![row([2, 3, 1])],
                vec![row([3, 0, 2, 2])],
                vec![row([2, 1]), row([1, 2])],
            ];
            compare_rows(&shape, rules, positions)
        },
    );
}

#[test]
fn rows_beside_a_number() {
    let rules = (any::<bool>(), any::<bool>()).prop_flat_map(|(n_first, bag)| {
        let alone = if bag {
            row::bag_rule()
        } else {
            row::row_rule()
        };
        (
            Just((n_first, bag)),
            vec(row::beside_rule(n_first, alone), 1..3),
        )
    });
    check(300, 13, rules, |((n_first, bag), rules)| {
        let row_kind = if *bag { Kind::Bag } else { Kind::Row };
        let mut coords = vec![
            ("n", Kind::Int(Bounds::default())),
            ("p", row_kind(Bounds::default())),
        ];
        let pile = |n: i64, row: Data| {
            let mut parts = vec![Data::Int(n), row];
            if !n_first {
                parts.reverse();
            }
            Data::Tuple(parts)
        };
        if !n_first {
            coords.reverse();
        }
        let shape = Shape::tuple(coords);
        let positions = vec![
            vec![pile(4, row([]))],
            vec![pile(2, row([2, 3]))],
            vec![pile(1, row([1, 2])), pile(3, row([]))],
        ];
        compare_rows(&shape, rules, positions)
    });
}

#[test]
fn rows_of_pairs() {
    let rules = any::<bool>().prop_flat_map(|bag| (Just(bag), vec(row::tuples_rule(bag), 1..3)));
    check(240, 14, rules, |(bag, rules)| {
        let cell = |name| (name, Bounds::to(5));
        let shape = Shape::one("p", Kind::Tuples(*bag, vec![cell("r"), cell("c")]));
        let list = |pairs: &[(i64, i64)]| {
            Data::List(pairs.iter().map(|(a, b)| Data::pair(*a, *b)).collect())
        };
        let positions = vec![
            vec![list(&[(1, 2), (3, 0)])],
            vec![list(&[(1, 2), (0, 2), (2, 1)])],
            vec![list(&[]), list(&[(2, 2)])],
        ];
        compare_rows(&shape, rules, positions)
    });
}

/// Two statements of different kinds, and a pile of the largest size.
#[test]
fn mixed_statements() {
    let rules = prop_oneof![heap::take(), heap::split(), heap::code(), heap::rule()];
    check(240, 15, heap_game(rules.boxed(), 4), |game| {
        let mut game = game.clone();
        for (_, kind) in &mut game.shape.coords {
            *kind = Kind::Int(Bounds::to(9));
        }
        compare_heaps(&game, 7, &[&[1, 4], &[0, 2, 3]])
    });
}

/// The largest pile is asked for first, so that periods are proven from few values and used for the others.
#[test]
fn large_single_numbers() {
    const TO: usize = 1100;
    check(60, 17, large::takings(), |takings| {
        let statements: Vec<&str> = takings.iter().map(|taking| taking.text.as_str()).collect();
        let text = format!("game g {{ {} }}", statements.join(" "));
        let mut wanted = large::values(takings, TO);
        wanted.reverse();
        let mut nimrule = compare::session(&text, None)?;
        let query = format!("[grundy(g[{TO} - n]) for n in 0..{TO}]");
        let found = nimrule.eval_text("query", &query);
        let found = found.map_err(|report| TestCaseError::fail(format!("{report}\n{text}")))?;
        let found: Vec<i64> = found
            .value
            .items()
            .iter()
            .filter_map(Value::as_int)
            .collect();
        let differs = (0..=TO)
            .rev()
            .find(|place| found.get(*place) != wanted.get(*place));
        match differs {
            None => Ok(true),
            Some(place) => Err(TestCaseError::fail(format!(
                "g[{}] is {:?}, but by definition {}\n{text}",
                TO - place,
                found.get(place),
                wanted[place]
            ))),
        }
    });
}
