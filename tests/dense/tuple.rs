//! Tuples of numbers.

use nimrule::{Session, Settings, Value};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::TestCaseError;

use super::rules::{DEFINITIONS, condition, guarded, number};
use super::{ask, check, session};
use crate::common::{opened, same};

/// The name of the engine that answered.
fn engine(text: &str, query: &str) -> Result<(String, Value), String> {
    let mut session = session(text, None)?;
    let answer = session
        .eval_text("question", query)
        .map_err(|why| format!("{query}: {why:?}"))?;
    Ok((answer.by.engine, answer.value))
}

/// Compares a whole table and a few single piles; gives the engine of the table.
fn compare(text: &str, table: &str, piles: &[&str]) -> Result<String, TestCaseError> {
    let Ok(mut plain) = session(text, Some("plain")) else {
        return Err(TestCaseError::reject("no game"));
    };
    let found = engine(text, table);
    let name = found.as_ref().map_or("fault", |(name, _)| name).to_owned();
    let found = found.map(|(_, found)| found);
    if !same(&found, &ask(&mut plain, table), text)? {
        return Ok(name);
    }
    for pile in piles {
        let query = format!("grundy(g[{pile}])");
        let found = engine(text, &query).map(|(_, found)| found);
        let known = ask(&mut plain, &query);
        if !same(&found, &known, &format!("{text}: {pile}"))? {
            continue;
        }
        // In a session of its own, which knows no value yet.
        let wins = engine(text, &format!("winner(g[{pile}]) == first"));
        let known = ask(&mut plain, &format!("grundy(g[{pile}]) != 0"));
        prop_assert_eq!(wins.map(|(_, wins)| wins), known, "{}: {}", text, pile);
    }
    Ok(name)
}

const VECTORS: [&str; 12] = [
    "(0, -1)", "(-1, 0)", "(-1, -1)", "(-1, -2)", "(-2, -1)", "(0, -2)", "(-3, 0)", "(-1, 1)",
    "(-2, 1)", "(0, -3)", "(-2, -2)", "(1, -2)",
];

fn linear() -> impl Strategy<Value = String> {
    let vectors = || vec(select(VECTORS.to_vec()), 1..4);
    let list = |vectors: Vec<&str>| vectors.join(", ");
    prop_oneof![
        3 => select(vec!["take any from x", "take any from y", "take 1..3 from x", "take 2, 5 from y"])
            .prop_map(str::to_string),
        3 => vectors().prop_map(move |vectors| {
            format!("move (x, y) -> (x + dx, y + dy) for (dx, dy) in [{}, (-1, 0)]", list(vectors))
        }),
        3 => vectors().prop_map(move |vectors| {
            format!(
                "move (x, y) -> (x + k * dx, y + k * dy) for (dx, dy) in [{}, (-1, 0)], k in 1..4",
                list(vectors)
            )
        }),
        3 => select(vec!["x - k, y - k", "x - 2 * k, y - k", "x - k, y - 3 * k", "x - k, y + k"])
            .prop_map(|to| format!("move x, y -> {to} for k in 1..")),
        2 => select(vec!["x - k, y", "x, y - 2 * k"])
            .prop_map(|to| format!("move (x, y) -> ({to}) for k in 1..6")),
        1 => Just("move x -> x - k for k in 1..x".to_string()),
        // What a condition says of a number makes a step of it.
        1 => select(vec![
            "move y -> 0 where y == 3",
            "move x, y -> x - 1, 4 where y == 2 and x > 3",
            "move x, y -> y - 1, y where x == y",
            "move x -> y where x == y + 1",
            "move (x, y) -> (2 * y, x - 1) where x == 2 * y + 1",
            "move (x, y) -> (k, y - k) for k in 1..2 where x == k + 1",
        ])
        .prop_map(str::to_string),
    ]
}

fn other() -> impl Strategy<Value = String> {
    let guard = || {
        prop_oneof![
            2 => Just(String::new()),
            3 => guarded("x", "k").prop_map(|text| format!(" where {text}")),
            3 => condition(&["x", "y", "k"]).prop_map(|text| format!(" where {text}")),
        ]
    };
    let range = || select(vec!["1..", "1..x", "0..y", "1..40", "t"]);
    let to = || number(&["x", "y", "k"]);
    prop_oneof![
        4 => (range(), guard()).prop_map(|(range, guard)| {
            format!("move x, y -> x - k, y - k for k in {range}{guard}")
        }),
        3 => (guard(), range()).prop_map(|(guard, range)| format!("move y -> y - k for k in {range}{guard}")),
        3 => (guard(), to()).prop_map(|(guard, to)| {
            format!("move (x, y) -> (x - k, min(abs({to}), 11)) for k in 1..{guard}")
        }),
        2 => (guard(), to(), to()).prop_map(|(guard, a, b)| {
            format!("move (x, y) -> [(k, y), (x - k - 1, min({a}, y)), ({b}, y)] for k in 0..x-1{guard}")
        }),
        1 => guarded("x", "y").prop_map(|guard| format!("move y -> y - k * x for k in 1.. where x > 0 and ({guard})")),
        1 => Just("move x, y -> x - k, y - l for k, l where abs(k - l) < 2".to_string()),
        1 => Just("move (x, y) -> (y, x - 1)".to_string()),
        1 => Just("move (x, y) -> (x + 1, y - 1)".to_string()),
    ]
}

/// A statement that takes from x, or from both, what does not depend on it.
fn free() -> impl Strategy<Value = String> {
    let guard = |names: &'static [&'static str]| {
        prop_oneof![
            3 => Just(String::new()),
            2 => condition(names).prop_map(|text| format!(" where {text}")),
            2 => guarded(names[0], names[1]).prop_map(|text| format!(" where {text}")),
        ]
    };
    let range = || {
        select(vec![
            "1..",
            "1..x",
            "0..y",
            "1..5",
            "y..",
            "t",
            "1..min(x, y)",
        ])
    };
    let amount = || {
        select(vec![
            "k",
            "k",
            "2 * k",
            "k - 1 + y",
            "k * k",
            "(k % 3 + 1)",
            "k / 2",
        ])
    };
    let to = || {
        prop_oneof![
            3 => select(vec!["k", "y", "min(k, 9)", "k % 4", "y + 1", "y - 1", "(y + k) % 5"])
                .prop_map(str::to_string),
            1 => number(&["y", "k"]).prop_map(|to| format!("min(abs({to}), 11)")),
        ]
    };
    prop_oneof![
        5 => (amount(), to(), range(), guard(&["y", "k"])).prop_map(|(amount, to, range, guard)| {
            format!("move x, y -> x - {amount}, {to} for k in {range}{guard}")
        }),
        3 => (select(vec!["l", "k + l", "2 * l - 1"]), guard(&["k", "l"])).prop_map(|(to, guard)| {
            format!("move x, y -> x - k, y - {to} for k in 1.., l in k..2 * k + 1{guard}")
        }),
        2 => guard(&["y", "k"]).prop_map(|guard| format!("move y -> y - k for k in 1..{guard}")),
        1 => Just("take any from x".to_string()),
        1 => Just("move x, y -> x - k, y - l for k, l where abs(k - l) < 2".to_string()),
    ]
}

fn frame() -> impl Strategy<Value = (&'static str, &'static str)> {
    select(vec![
        ("pile (x, y)", ""),
        ("pile (x, y)", ""),
        ("pile {x, y}", ""),
        ("pile (x in 0..15, y in 0..15)", ""),
        ("pile (x in 0..15, y)", ""),
        ("pile {x in 1.., y in 1..}", ""),
        ("pile (x in 1..15, y in 0..)", ""),
        ("pile (x, y)", "end when x == 3 and y > 2"),
    ])
}

#[test]
fn random_games() {
    let ways = ["steps", "rays", "invariant", "box", "other"];
    let mut counts = ways.map(|_| 0);
    let statement = prop_oneof![linear().boxed(), other().boxed()];
    let games = prop_oneof![
        vec(linear(), 1..4).boxed(),
        vec(free(), 1..3).boxed(),
        vec(statement, 1..3).boxed()
    ];
    check(750, 82, (games, frame()), |(moves, (pile, end))| {
        let text = format!(
            "{DEFINITIONS}game g {{ {pile}\n{}\n{end} }}",
            moves.join("\n")
        );
        let name = compare(
            &text,
            "table(g, 1..15, 1..13)",
            &["(9, 14)", "(15, 2)", "(3, 3)"],
        )?;
        let way = ways.iter().position(|way| *way == name);
        counts[way.unwrap_or(ways.len() - 1)] += 1;
        Ok(())
    });
    let least = [50, 80, 80, 80, 25];
    assert!(
        counts
            .iter()
            .zip(least)
            .all(|(count, least)| *count > least),
        "{ways:?}: {counts:?}"
    );
}

/// Moves that raise a number, so that only the sum falls.
fn raising() -> impl Strategy<Value = String> {
    let moves = select(vec![
        "x - k, y + j for k in 1.., j in 0..k - 1",
        "x - k, y + k / 2 for k in 1..",
        "x - k, y + 1 for k in 2..5",
        "x + k, y - 2 * k for k in 1..",
        "x + y / 2 - 1, 0 for k in 1..1",
        "[(x - k, k - 1), (0, y)] for k in 1..x",
        "x - 1, y",
        "x, y - k for k in 1..3",
    ]);
    let guard = select(vec![
        "",
        "",
        " where x != 5",
        " where (x + y) % 3 > 0",
        " where x + y > 2",
    ]);
    (moves, guard).prop_map(|(moves, guard)| format!("move x, y -> {moves}{guard}"))
}

#[test]
fn random_games_in_which_sums_fall() {
    let mut boxes = 0;
    check(
        150,
        93,
        (vec(raising(), 1..4), frame()),
        |(moves, (pile, end))| {
            let moves = moves.join("\n");
            let text = format!("{DEFINITIONS}game g {{ {pile}\n{moves}\n{end} }}");
            let name = compare(&text, "table(g, 1..15, 1..13)", &["(9, 14)", "(15, 2)"])?;
            boxes += u32::from(name == "box");
            Ok(())
        },
    );
    assert!(boxes > 60, "{boxes} boxes");
}

/// Who wins where the last move loses, and how many moves win; also of large piles, which boxes tell.
#[test]
fn random_misere_games() {
    let ways = ["steps", "rays", "invariant", "box"];
    let mut counts = ways.map(|_| 0);
    let games = prop_oneof![
        3 => vec(linear(), 1..4),
        2 => vec(free(), 1..3),
        2 => vec(other(), 1..3),
        2 => vec(step(), 1..4),
        1 => vec(raising(), 1..3),
    ];
    let frames = prop_oneof![
        3 => frame(),
        1 => Just(("pile (x, y)", "end when (x, y) in [(3, 4), (2, 6), (7, 1)]")),
        1 => Just(("pile {x, y}", "end when (x, y) == (3, 4) end when x % 5 == y / 2")),
    ];
    // What is wrong is met or not: a search looks at some positions alone.
    let fails = |plain: &mut Session| {
        let all = "[[grundy(normal[(x, y)]) for x in 2..16] for y in 2..16]";
        ask(plain, all).is_err()
    };
    check(150, 88, (games, frames), |(moves, (pile, end))| {
        let moves = moves.join("\n");
        let normal = format!("game normal {{ {pile}\n{moves}\n{end} }}");
        let text = format!("{DEFINITIONS}{normal}\ngame g {{ {pile}\n{moves}\n{end} misere }}");
        let Ok(mut plain) = session(&text, Some("plain")) else {
            return Err(TestCaseError::reject("no game"));
        };
        let mut auto = session(&text, None).map_err(TestCaseError::fail)?;
        for query in [
            "[[winner(g[(x, y)]) for x in 1..15] for y in 1..13]",
            "[[len(winning(g[(x, y)])) for x in 5..9] for y in 6..13]",
            "winner(g[(4, 5), (5, 3)])",
        ] {
            let (found, known) = (ask(&mut auto, query), ask(&mut plain, query));
            match (&found, &known) {
                (Ok(found), Ok(known)) => prop_assert_eq!(found, known, "{}: {}", text, query),
                (Err(_), Err(_)) => {}
                (Err(_), Ok(_)) | (Ok(_), Err(_)) if fails(&mut plain) => {}
                _ => prop_assert!(false, "{text}: {query}: {found:?} {known:?}"),
            }
        }
        for pile in ["(15, 14)", "(3, 15)", "(15, 2)"] {
            // In a session of its own, which knows no box yet, and where no theorem tells small piles.
            let query = format!("winner(g[{pile}])");
            let known = ask(&mut plain, &query);
            let settings = Settings::default().without(["tame", "quotient"]);
            let mut boxes = opened(&text, settings);
            let found = boxes.eval_text("question", &query);
            match (found.map(|answer| (answer.by.engine, answer.value)), known) {
                (Ok((name, found)), Ok(known)) => {
                    prop_assert_eq!(found, known, "{}: {}", text, pile);
                    let way = ways.iter().position(|way| *way == name);
                    way.iter().for_each(|way| counts[*way] += 1);
                }
                (Err(_), Err(_)) => {}
                (Err(_), Ok(_)) | (Ok(_), Err(_)) if fails(&mut plain) => {}
                (found, known) => prop_assert!(false, "{text}: {query}: {found:?} {known:?}"),
            }
        }
        Ok(())
    });
    assert!(
        counts.iter().all(|count| *count > 5),
        "{ways:?}: {counts:?}"
    );
}

/// Winners of large piles where the last move loses: each move takes 1, so that the parity of what is left tells them.
#[test]
fn misere_winners_repeat_along_a_large_number() {
    let text = "game g { pile (n, m in 0..3)  take 1 from n  take 1 from m  misere }";
    for (n, m) in [
        (1_000_000_000_000_i64, 0),
        (1_000_000_000_001, 2),
        (1_000_000_000_001, 3),
    ] {
        let (name, found) = engine(text, &format!("winner(g[({n}, {m})])")).expect("an answer");
        let winner = if (n + m) % 2 == 0 { "first" } else { "second" };
        assert_eq!(
            (name.as_str(), found.to_string().as_str()),
            ("window", winner)
        );
    }
}

/// Moves along rays that end at a constant, too many to be steps.
#[test]
fn rays_with_an_end() {
    let moves = [
        "take 1..K from x",
        "take 1..K from y",
        "take any from y",
        "take 2, 5 from y",
        "move x, y -> x - k, y - k for k in 1..K",
        "move x, y -> x - 2 * k, y - k for k in 1..min(K, 30)",
        "move x, y -> x - k, y - 2 * k for k in 1..min(x, K)",
        "move x, y -> x - k, y + k for k in 1..K",
    ];
    let frame = select(vec!["(x, y)", "{x, y}", "(x in 2..70, y in 0..70)"]);
    let games = (subsequence(moves.to_vec(), 2..5), 24i64..60, frame);
    let mut named = 0;
    check(40, 84, games, |(moves, most, pile)| {
        let moves = moves.join("\n").replace('K', &most.to_string());
        let text = format!("game g {{ pile {pile}\n{moves} }}");
        let name = compare(&text, "table(g, 40..48, 50..62)", &["(61, 70)", "(70, 25)"])?;
        named += usize::from(name == "rays");
        Ok(())
    });
    assert!(named > 15, "{named:?}");
    // Twice the step is beyond 64 bits.
    let text = "game g { pile (x, y)  take 1..60 from y  move x -> x - k * 5_000_000_000_000_000_000 for k in 1..70 }";
    compare(text, "table(g, 4..6, 60..70)", &["(3, 65)"]).expect("the same answers");
}

/// A statement of fixed steps, often under a condition that may fault.
fn step() -> impl Strategy<Value = String> {
    let guard = || {
        prop_oneof![
            2 => Just(String::new()),
            2 => guarded("x", "y").prop_map(|text| format!(" where {text}")),
            2 => select(vec!["x > y", "(x + y) % 3 != 0", "x != y", "y in 2..5", "x < 0"])
                .prop_map(|text| format!(" where {text}")),
            2 => condition(&["x", "y"]).prop_map(|text| format!(" where {text}")),
        ]
    };
    let of_k = || {
        prop_oneof![
            guarded("x", "k").prop_map(|text| format!(" where {text}")),
            condition(&["x", "y", "k"]).prop_map(|text| format!(" where {text}")),
        ]
    };
    let vectors = || vec(select(VECTORS.to_vec()), 1..5).prop_map(|list| list.join(", "));
    prop_oneof![
        4 => (vectors(), guard()).prop_map(|(vectors, guard)| {
            format!("move (x, y) -> (x + dx, y + dy) for (dx, dy) in [{vectors}]{guard}")
        }),
        2 => guard().prop_map(|guard| format!("take 1..3 from x{guard}")),
        2 => guard().prop_map(|guard| format!("take 2, 2, 5 from y{guard}")),
        2 => of_k().prop_map(|guard| format!("move y -> y - k for k in 1..3{guard}")),
        1 => of_k().prop_map(|guard| format!("move x, y -> x - 1, y - k for k in [2, 0, 3, 3]{guard}")),
        2 => number(&["x", "y"]).prop_map(|most| format!("move x -> x - k for k in 1..min(3, {most})")),
    ]
}

#[test]
fn random_steps() {
    let (mut steps, mut others) = (0, 0);
    let frames = select(vec![
        ("pile (x, y)", ""),
        ("pile {x, y}", ""),
        ("pile (x in 0..15, y in 0..15)", ""),
        ("pile (x in 0..15, y)", ""),
        ("pile (x, y in -2..15)", ""),
        ("pile {x in 1..20, y in 1..20}", ""),
        ("pile (x, y, z in 0..2)", ""),
        ("pile (x, y, z in 0..2)", "move z -> z - 1 where x != z"),
        ("pile (x, y in 0..15)", "end when x == 3 and y > 2"),
        ("pile {x in 0..15, y in 0..15}", "end when x % 4 == 2"),
    ]);
    check(
        1500,
        83,
        (vec(step(), 1..5), frames),
        |(moves, (pile, more))| {
            let text = format!(
                "{DEFINITIONS}game g {{ {pile}\n{}\n{more} }}",
                moves.join("\n")
            );
            let (table, piles) = match pile.contains("z") {
                true => (
                    "[[grundy(g[(x, y, 2)]) for y in 1..9] for x in 1..15]",
                    vec!["(9, 11, 1)", "(15, 2, 2)"],
                ),
                false => (
                    "table(g, 1..15, 1..13)",
                    vec!["(9, 14)", "(15, 2)", "(3, 3)"],
                ),
            };
            let name = compare(&text, table, &piles)?;
            *if name == "steps" {
                &mut steps
            } else {
                &mut others
            } += 1;
            Ok(())
        },
    );
    assert!(
        steps > 400 && others > 100,
        "{steps} by steps, {others} otherwise"
    );
}

/// Plays that may go on for ever, in a box and with moves in all directions.
#[test]
fn random_steps_for_ever() {
    let vectors = || {
        let part = -2i64..3;
        let vector = (part.clone(), part).prop_filter("it moves", |it| *it != (0, 0));
        vec(vector, 1..4).prop_map(|list| {
            let list: Vec<String> = list.iter().map(|(x, y)| format!("({x}, {y})")).collect();
            list.join(", ")
        })
    };
    let guard = || {
        prop_oneof![
            3 => Just(String::new()),
            1 => guarded("x", "y").prop_map(|text| format!(" where {text}")),
            1 => select(vec!["x > y", "(x + y) % 3 != 0", "x != y"])
                .prop_map(|text| format!(" where {text}")),
        ]
    };
    let frames = select(vec![
        ("pile (x in 0..6, y in 0..5)", ""),
        ("pile {x in 1..6, y in 1..6}", ""),
        ("pile (x in 0..6, y in -2..3)", "misere"),
        ("pile (x in 0..6, y in 0..5)", "end when x == 3 and y > 2"),
    ]);
    let moves = (vectors(), guard(), vectors(), guard());
    let (mut boxes, mut faults) = (0, 0);
    check(
        600,
        84,
        (moves, frames),
        |((one, when, other, then), (pile, more))| {
            let text = format!(
                "{DEFINITIONS}game g {{ {pile}
            move (x, y) -> (x + dx, y + dy) for (dx, dy) in [{one}]{when}
            move (x, y) -> (x + dx, y + dy) for (dx, dy) in [{other}]{then}
            {more} loopy }}"
            );
            let game = "[[VALUE(g[(x, y)]) for y in 1..3] for x in 1..6]";
            for value in ["winner", "line"] {
                let query = match value {
                    "line" => "[[len(line(g[(x, y)])) for y in 1..3] for x in 1..6]".to_string(),
                    value => game.replace("VALUE", value),
                };
                let mut auto = session(&text, None).map_err(TestCaseError::fail)?;
                let mut plain = session(&text, Some("plain")).map_err(TestCaseError::fail)?;
                let (found, known) = (ask(&mut auto, &query), ask(&mut plain, &query));
                faults += u32::from(!same(&found, &known, &format!("{text}: {query}"))?);
            }
            boxes += 1;
            Ok(())
        },
    );
    assert!(faults < boxes / 2, "{} of {}", faults, boxes);
}

/// Blocks and lines longer than a block.
#[test]
fn wide_boxes() {
    for (rule, box_of, pile) in [
        (
            "pile (x, y) take any from x take any from y",
            "0..3, 0..1300",
            "(3, 1300)",
        ),
        (
            "pile {x, y} take any from x move x, y -> x - k, y - k for k in 1..",
            "0..60, 0..70",
            "(70, 60)",
        ),
        (
            "pile (x, y) take k from y where gcd(k, y) == 1 take 1 from x",
            "0..2, 0..1200",
            "(2, 1200)",
        ),
        (
            "pile (x, y) take k from y where y % k == x take 1..2 from x",
            "0..3, 0..1200",
            "(3, 1200)",
        ),
        (
            "pile (x, y) move y -> y - k * x for k in 1.. where x > 0 take any from x",
            "0..4, 0..1100",
            "(4, 1100)",
        ),
        (
            "pile (x, y, z) take any from x take any from z move x, y, z -> x - k, y - k, z - k for k in 1..",
            "0..8, 0..9, 0..10",
            "(8, 9, 10)",
        ),
        (
            "pile {x, y, z} take any from x where x % 3 != 1",
            "0..6, 0..7, 0..8",
            "(6, 7, 8)",
        ),
    ] {
        let text = format!("game g {{ {rule} }}");
        compare(&text, &format!("table(g, {box_of})"), &[pile])
            .unwrap_or_else(|why| panic!("{why:?}"));
    }
}

#[test]
fn what_is_asked_of_whom() {
    let wythoff = "game g { pile {a, b} take any from a move a, b -> a - k, b - k for k in 1.. }";
    let guarded = "game g { pile (a, b) take k from a where k != b take k from b where k != a }";
    let halves =
        "game g { pile (a, b) move a -> a / 2 where a > 0 move a, b -> a / 2, b / 3 where b > 0 }";
    let knights = "game g { pile (x in 0..14, y in 0..14)
        move (x, y) -> (x + dx, y + dy) for (dx, dy) in [(-2, 1), (-2, -1), (1, -2), (-1, -2)] }";
    let king = "game g { pile (x, y) move x -> x - 1 where x != y move (x, y) -> (x - 1, y - 1) }";
    let late = "game g { pile (a, b) take any from a where 100 / (a - 31) < 50 take any from b }";
    let last = "game g { pile (a, b) move a, b -> a - k, k for k in 1..4 where k != b }";
    let pass = "game g { pile (n, q in 0..1) take 1..3 from n move q -> 1 where q == 0 and n > 0 }";
    for (text, query, by) in [
        (pass, "grundy(g[(90_000, 0)])", "window"),
        (wythoff, "grundy(g[(300, 200)])", "rays"),
        (wythoff, "grundy(g[(200, 300), (3, 7)])", "rays"),
        (wythoff, "table(g, 0..20, 0..30)", "rays"),
        (guarded, "grundy(g[(90, 99)])", "box"),
        (guarded, "table(g, 0..20, 0..30)", "box"),
        // Its options leave the box up to it.
        (last, "grundy(g[(4_090, 0)])", "invariant"),
        (last, "grundy(g[(9_000, 0)])", "window"),
        // Few piles in a box of 10^12 cells, or of 10^7.
        (halves, "grundy(g[(1_000_000, 1_000_000)])", "definition"),
        (halves, "grundy(g[(3_000, 3_000)])", "definition"),
        // Neither row by row nor column by column, but by x + y.
        (knights, "grundy(g[(14, 14)])", "steps"),
        (king, "grundy(g[(20, 30)])", "steps"),
        // A pile of the box faults that is no option of the one asked for.
        (late, "grundy(g[(30, 5)])", "invariant"),
    ] {
        let (name, found) = engine(text, query).expect("an answer");
        assert_eq!(name, by, "{text}: {query}");
        if text != halves {
            let mut plain = session(text, Some("plain")).expect("a session");
            assert_eq!(ask(&mut plain, query), Ok(found), "{text}: {query}");
        }
    }
    let mut asked = session(wythoff, Some("plain")).expect("a session");
    let plan = ask(&mut asked, "plan(g)").expect("a plan").to_string();
    assert!(plan.contains("plain"), "{plan}");
    let mut asked = session(guarded, None).expect("a session");
    let plan = ask(&mut asked, "plan(g)").expect("a plan").to_string();
    assert!(
        plan.contains("box") && plan.contains("not steps, rays: a move has a condition"),
        "{plan}"
    );
}

/// Rules that are nearly rays, or nearly worked out row by row.
#[test]
fn what_is_nearly_a_shape_is_worth_what_the_definition_says() {
    for (rule, table) in [
        // Not every amount, but 2, 6, 12, …
        (
            "pile (a, b)  move a -> a - (k + 1) * k for k in 1..  take any from b",
            "0..14, 0..3",
        ),
        // A ray begins at its pile, and not one further.
        (
            "pile (a, b)  move a, b -> a - k - 1, b - k - 1 for k in 1..  take 1 from a",
            "0..6, 0..6",
        ),
        (
            "pile (a, b)  move a, b -> a - k, b - k - 1 for k in 1..  take 1 from a",
            "0..6, 0..6",
        ),
        // A line of options that begins before its pile and ends behind it.
        (
            "pile (a in 0..20, b)  move a, b -> k, b - 1 for k in 0..20 where (k + b) % 3 != 0",
            "0..20, 0..4",
        ),
        // Options beyond the box.
        (
            "pile (a, b)  move a, b -> a - 1, b + k for k in 1..a + 9 where b < 30",
            "0..5, 0..20",
        ),
    ] {
        let text = format!("game g {{ {rule} }}");
        let query = format!("table(g, {table})");
        let mut plain = session(&text, Some("plain")).expect("a session");
        let mut auto = session(&text, None).expect("a session");
        let known = ask(&mut plain, &query).expect("values");
        assert_eq!(ask(&mut auto, &query), Ok(known), "{text}");
    }
}

/// In Fibonacci Nim the least part of the pile as a sum of Fibonacci numbers, no two of them neighbours, has to be allowed
/// (Whinihan 1963). The value of such a pile takes the definition minutes.
#[test]
fn winners_need_no_box() {
    let text = "game g { pile (n, limit)  move n, limit -> n - k, 2 * k for k in 1..limit }";
    let fibonacci = |most| {
        let numbers = std::iter::successors(Some((1, 2)), |(a, b)| Some((*b, a + b)));
        numbers
            .map(|(a, _)| a)
            .take_while(move |number| *number <= most)
    };
    let least_part = |mut left: i64| {
        while let Some(part) = fibonacci(left).last().filter(|part| *part < left) {
            left -= part;
        }
        left
    };
    for n in [144, 1000, 1500, 2000] {
        let least = least_part(n);
        for (limit, winner) in [
            (least - 1, "second"),
            (least, "first"),
            (n - 1, if least == n { "second" } else { "first" }),
        ] {
            let (name, found) =
                engine(text, &format!("winner(g[({n}, {limit})])")).expect("an answer");
            assert_eq!(
                (name.as_str(), found.to_string().as_str()),
                ("dynamic", winner),
                "{n}, {limit}"
            );
        }
    }
}

/// Rules whose last coordinate limits the amount, and for most a limit that grows: their boxes have no end of their own.
fn limited() -> impl Strategy<Value = String> {
    let last = || {
        select(vec![
            "l",
            "min(l, n - 1)",
            "l / 2 + 1",
            "2 * l + n % 3",
            "max(l, 2)",
        ])
    };
    let new = || {
        select(vec![
            "2 * k",
            "k + 3",
            "3 * k - 1",
            "k * k",
            "2 * k + n % 2",
            "9 - k",
        ])
    };
    let condition = || {
        select(vec![
            "",
            " where k % 3 != n % 2",
            " where l > 1",
            " where k != 2",
        ])
    };
    let first = || 1..4;
    let one = (first(), last(), new(), condition()).prop_map(|(first, last, new, condition)| {
        format!("move n, l -> n - k, {new} for k in {first}..{last}{condition}")
    });
    let end = (new(), last())
        .prop_map(|(new, last)| format!("move n, l -> n - k, {new} for k in 1.. where k < {last}"));
    let two = (last(), new(), new()).prop_map(|(last, one, other)| {
        format!(
            "move n, l -> n - 2 * k, {one} for k in 1..{last}  move n, l -> n - k - 1, {other} for k in 0..l step 2"
        )
    });
    prop_oneof![4 => one, 2 => end, 2 => two]
}

#[test]
fn random_limits() {
    let mut named = 0;
    check(300, 89, limited(), |rule| {
        let text = format!("game g {{ pile (n, l)  {rule} }}");
        let query = "[[winner(g[(n, l)]) for l in 0..16] for n in 0..22]";
        let Ok(mut plain) = session(&text, Some("plain")) else {
            return Err(TestCaseError::reject("no game"));
        };
        let Ok(known) = ask(&mut plain, query) else {
            return Err(TestCaseError::reject("a fault"));
        };
        let mut auto = session(&text, None).map_err(TestCaseError::fail)?;
        let found = ask(&mut auto, query);
        prop_assert_eq!(found.as_ref(), Ok(&known), "{}", text);
        let far = engine(&text, "winner(g[(900, 800)])");
        let is_named = far.is_ok_and(|(name, _)| name == "dynamic");
        named += usize::from(is_named);
        Ok(())
    });
    assert!(named > 240, "{named:?}");
}

/// The lost piles of Wythoff's game by the golden ratio, in boxes whose values are not worked out.
#[test]
fn lost_piles_along_rays() {
    let text = "game g { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }";
    let settings = Settings::default().without(["wythoff"]);
    let mut auto = opened(text, settings);
    // The parts of the pair number n are the whole parts of n times the golden ratio and its square (Wythoff 1907).
    let golden = |n: u128| (n + (5 * n * n).isqrt()) / 2;
    for n in [2500, 4000, 7777] {
        let (a, b) = (golden(n), golden(n) + n);
        for (a, b, winner) in [
            (a, b, "second"),
            (b, a, "second"),
            (a, b + 1, "first"),
            (a + 1, b, "first"),
        ] {
            let answer = auto.eval_text("question", &format!("winner(g[({a}, {b})])"));
            let answer = answer.expect("an answer");
            assert_eq!(
                (answer.value.to_string().as_str(), answer.by.engine.as_str()),
                (winner, "rays"),
                "{a}, {b}"
            );
        }
    }
}

/// What the definition never reaches may fault, loop or overflow.
#[test]
fn piles_that_are_not_reached() {
    for rule in [
        "take 2 from x take any from y where x % 2 == 0 or 1 / (y - y) == 0",
        "take 2 from x move x -> x where x % 2 == 1 take 1 from y",
        "take 2 from x move x -> x * 5_000_000_000_000_000_000 where x % 2 == 1 take any from y",
        "take 2 from x move y -> t[y] where x == 5 take any from y",
    ] {
        let text = format!("{DEFINITIONS}game g {{ pile (x, y) {rule} }}");
        let mut plain = session(&text, Some("plain")).expect("a session");
        let mut auto = session(&text, None).expect("a session");
        for query in [
            "grundy(g[(40, 40)])",
            "grundy(g[(6, 40)])",
            "table(g, 2..4, 3..5)",
        ] {
            let known = ask(&mut plain, query);
            let found = ask(&mut auto, query);
            assert_eq!(known, found, "{text}: {query}");
        }
    }
}

#[test]
fn piles_at_the_end_of_the_numbers() {
    for (rule, pile) in [
        (
            "pile (x in 9_223_372_036_854_775_800.., y) take any from x take any from y",
            "(9_223_372_036_854_775_807, 3)",
        ),
        (
            "pile (x, y) take k from x where x - k > 9_223_372_036_854_775_800",
            "(9_223_372_036_854_775_807, 3)",
        ),
        (
            "pile (x in -3.., y) take any from x move y -> xor(y, 9_223_372_036_854_775_807) - k for k in 1.. where y > 5",
            "(4, 3)",
        ),
    ] {
        let text = format!("game g {{ {rule} }}");
        let query = format!("grundy(g[{pile}])");
        let mut plain = session(&text, Some("plain")).expect("a session");
        let mut auto = session(&text, None).expect("a session");
        assert_eq!(ask(&mut plain, &query), ask(&mut auto, &query), "{text}");
    }
}

/// Asked one after the other, the piles of a box have the values of its table.
#[test]
fn piles_one_by_one() {
    for rule in [
        "pile (x, y) take any from x take any from y move x, y -> x - k, y - 2 * k for k in 1..",
        "pile (x, y) take k from x where gcd(k, y) == 1 take any from y",
    ] {
        let text = format!("game g {{ {rule} }}");
        let mut auto = session(&text, None).expect("a session");
        let mut plain = session(&text, Some("plain")).expect("a session");
        let table = ask(&mut plain, "table(g, 0..34, 0..34)").expect("a table");
        for (x, row) in table.items().iter().enumerate() {
            for (y, value) in row.items().iter().enumerate() {
                let found = ask(&mut auto, &format!("grundy(g[({x}, {y})])"));
                assert_eq!(found.as_ref(), Ok(value), "{text}: {x}, {y}");
            }
        }
        let losing = "losing(g, 0..34, 0..34)";
        assert_eq!(ask(&mut auto, losing), ask(&mut plain, losing));
    }
}

/// Moves of a pile and a state that reach a bounded way down along the pile.
fn with_state() -> impl Strategy<Value = String> {
    let condition = || {
        let left = select(vec![
            "n % 2",
            "n % 3",
            "(n + s) % 3",
            "k",
            "s",
            "n",
            "n - s",
        ]);
        let right = select(vec!["0", "1", "2", "4", "s", "k", "n % 2"]);
        let op = select(vec!["<", ">=", "==", "!="]);
        (left, op, right).prop_map(|(a, op, b)| format!("{a} {op} {b}"))
    };
    let new = || {
        select(vec![
            "k",
            "s",
            "0",
            "2",
            "(s + 1) % 3",
            "max(s - 1, 0)",
            "(k + n) % 4",
            "if n % 5 < 2 then 0 else k",
        ])
    };
    let one = (0..6u32, 1..4i64, 0..3i64, condition(), new()).prop_map(
        |(form, a, more, condition, new)| {
            let b = a + more;
            match form {
                0 => format!("move n, s -> n - k, {new} for k in {a}..{b} where {condition}"),
                1 => format!(
                    "move n, s -> max(n - k, 0), {new} for k in [{b}] where n > 0 and {condition}"
                ),
                2 => format!("move s -> s - k for k in [1] where {condition}"),
                3 => format!("move n, s -> n - {a}, 1 where s == 2"),
                4 => format!("move s -> {more} where s == 0 and n > {a}"),
                _ => format!("move n -> n - k for k in [{a}, {b}, 5] where k != s and {condition}"),
            }
        },
    );
    let end = prop_oneof![
        5 => Just(String::new()),
        1 => condition().prop_map(|all| format!("  end when {}", all.replace('k', "1"))),
    ];
    let state = select(vec!["s", "s in 0..4"]);
    (state, vec(one, 1..4), end).prop_map(|(state, moves, end)| {
        format!("game g {{ pile (n, {state})  {}{end} }}", moves.join("  "))
    })
}

/// Far out along a pile values are read off a period, and are those of the definition.
#[test]
fn values_repeat_along_a_large_number() {
    let mut read_off = 0;
    check(25, 41, (with_state(), 4100..4200i64), |(text, n)| {
        let query = format!("[grundy(g[(n, s)]) for n in {n}..{}, s in 0..2]", n + 7);
        let Ok(mut plain) = session(&text, Some("plain")) else {
            return Ok(());
        };
        let found = engine(&text, &query);
        let is_read_off = found.as_ref().is_ok_and(|(engine, _)| engine == "window");
        read_off += u32::from(is_read_off);
        let found = found.map(|(_, found)| found);
        same(&found, &ask(&mut plain, &query), &text)?;
        Ok(())
    });
    assert!(read_off > 15, "{}", read_off);
    // Codeforces 1312 F, castles of 10^18 soldiers: the period of a program of ten lines.
    let text = "game g { pile (n, last in 1..3)  move n, last -> max(n - 3, 0), 1 where n > 0
        move n, last -> max(n - 5, 0), 2 where n > 0 and last != 2
        move n, last -> max(n - 2, 0), 3 where n > 0 and last != 3 }";
    let mut values: Vec<[i64; 3]> = Vec::new();
    for n in 0..200_usize {
        let value = |last: usize| {
            let moves = [3, 5, 2].into_iter().enumerate();
            let moves = moves.filter(|(kind, _)| n > 0 && (*kind == 0 || kind + 1 != last));
            let met: Vec<i64> = moves
                .map(|(kind, by)| values[n.saturating_sub(by)][kind])
                .collect();
            (0..).find(|value| !met.contains(value)).unwrap_or(0)
        };
        values.push([1, 2, 3].map(value));
    }
    let period = (1..60)
        .find(|p| (100..140).all(|n| values[n] == values[n + p]))
        .expect("one");
    for far in [1_000_000_000_000_000_000_i64, 999_999_999_999_999_989] {
        let near = 100 + (far as usize - 100) % period;
        let query = format!("[grundy(g[({far}, last)]) for last in 1..3]");
        let wanted = Value::list(values[near].map(Value::Int).to_vec());
        assert_eq!(
            engine(text, &query),
            Ok(("window".to_owned(), wanted)),
            "{far}"
        );
    }
}

/// Whichever number is the large one; Codeforces 36 D, with the table of a program of ten lines.
#[test]
fn values_repeat_along_each_number() {
    let text =
        "game g { pile (x, y)  move x -> x - 1  move y -> y - 1  move x, y -> x - 2, y - 2 }";
    let mut values = vec![[0_i64; 200]; 12];
    for x in 0..12 {
        for y in 0..200 {
            let options = [(1, 0), (0, 1), (2, 2)].into_iter();
            let options = options.filter(|(a, b)| *a <= x && *b <= y);
            let met: Vec<i64> = options.map(|(a, b)| values[x - a][y - b]).collect();
            values[x][y] = (0..).find(|value| !met.contains(value)).unwrap_or(0);
        }
    }
    let repeats = |p: &usize| (0..12).all(|x| (100..140).all(|y| values[x][y] == values[x][y + p]));
    let period = (1..60).find(repeats).expect("one");
    for far in [1_000_000_000_000_000_000_i64, 999_999_999_999_999_999] {
        let near = 100 + (far as usize - 100) % period;
        for (own, query) in (0..12).flat_map(|own| {
            [format!("({own}, {far})"), format!("({far}, {own})")].map(|pile| (own, pile))
        }) {
            let wanted = Value::Int(values[own][near]);
            let found = engine(text, &format!("grundy(g[{query}])"));
            assert_eq!(found, Ok(("window".to_owned(), wanted)), "{query}");
        }
    }
}

/// Moves of one number, which ask nothing of the others but `k`, which stays.
fn of_one_number() -> impl Strategy<Value = String> {
    let form = select(vec![
        "take A..B from V",
        "take 1..V / 3 from V",
        "take j from V for j in A..B where j != k",
        "move V -> V - j for j in [A, B] where (V + j) % 3 != k",
        "move V -> V / 2 where V > 0",
        "move V -> max(V - B, 0) where V > k",
        "take A..B from V where k == 1",
        "take any from V where k != 0",
        "take B.. from V where k < 2",
        "take j from V for j in 1.. where j % 3 != k",
        "take A, B, 9 from V where k > 0",
    ]);
    (form, 1..4i64, 0..4i64).prop_map(|(form, a, more)| {
        let form = form.replace('A', &a.to_string());
        form.replace('B', &(a + more).to_string())
    })
}

/// Numbers that no move connects are piles of their own.
#[test]
fn numbers_apart_are_a_sum() {
    let mut apart = 0;
    let bounds = || select(vec!["", " in 1..", " in 2.."]);
    let strategy = (
        (of_one_number(), bounds()),
        (of_one_number(), bounds()),
        360..370i64,
        360..370i64,
        0..3i64,
    );
    check(
        24,
        42,
        strategy,
        |((first, from), (second, other), a, b, k)| {
            let moves = [first.replace('V', "a"), second.replace('V', "b")].join("  ");
            let text = format!("game g {{ pile (a{from}, b{other}, k in 0..2)  {moves} }}");
            let query = format!("[grundy(g[({a}, {b}, {k})]), grundy(g[({b}, {a}, 2)])]");
            let (by, found) = engine(&text, &query).map_err(TestCaseError::fail)?;
            apart += u32::from(by == "apart");
            let mut whole = session(&text, Some("box")).map_err(TestCaseError::fail)?;
            let known = ask(&mut whole, &query).map_err(TestCaseError::fail)?;
            prop_assert_eq!(found, known, "{}", text);
            Ok(())
        },
    );
    assert!(apart > 4, "{}", apart);
    // AtCoder Regular Contest 91 F: a pile that k divides is worth n / k, any other as much as one of n / k + 1 less.
    fn worth(n: i64, k: i64) -> i64 {
        if n % k == 0 {
            n / k
        } else {
            worth(n - n / k - 1, k)
        }
    }
    let far = 999_999_999_i64;
    for (rules, pile, value, by) in [
        (
            "pile (a, b) take 1..3 from a take 1..2 from b",
            format!("({far}, {far})"),
            (far % 4) ^ (far % 3),
            "apart",
        ),
        (
            "pile {a, b} take any from a",
            format!("({far}, 12)"),
            far ^ 12,
            "apart",
        ),
        (
            "pile (n, k in 1..) take 1..n / k from n",
            format!("({far}, 7)"),
            worth(far, 7),
            "interval",
        ),
    ] {
        let text = format!("game g {{ {rules} }}");
        let found = engine(&text, &format!("grundy(g[{pile}])"));
        assert_eq!(found, Ok((by.to_owned(), Value::Int(value))), "{rules}");
    }
    let text = "game g { pile (a, b) take 1..3 from a take 1..2 from b }";
    let mut session = session(text, Some("apart")).expect("a session");
    let found = ask(
        &mut session,
        "[grundy(g[(9_999, 9_999)]), grundy(g[(7, 5)])]",
    );
    assert_eq!(found.expect("values").to_string(), "[3, 1]");
    // What asks about the other number, changes both, or ends the game for both connects them.
    for rules in [
        "take 1..3 from a where even(b) take 1..2 from b",
        "take 1..2 from a move a, b -> a - 1, b - 1",
        "take 1..2 from a take 1 from b end when a + b < 3",
        "take 1..b from a take 1 from b",
    ] {
        let text = format!("game g {{ pile (a, b) {rules} }}");
        let (by, _) = engine(&text, "grundy(g[(540, 530)])").expect(rules);
        assert_ne!(by, "apart", "{rules}");
    }
}
