//! Single numbers that rise to an end.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::{ask, check, session};
use crate::common::same;

fn moves() -> impl Strategy<Value = String> {
    let amount = select(vec![
        "k",
        "2 * k",
        "k * k",
        "c",
        "c + k",
        "c % 4 + 1",
        "k + c / 3",
        "min(c, 9)",
        "gcd(c, k)",
        "(h - c) / 2",
        "k - 1",
        "-k",
    ]);
    let range = select(vec![
        "1..3",
        "1..",
        "1..c",
        "1..40",
        "2..7 step 2",
        "[1, 4, 9]",
    ]);
    let guard = select(vec![
        "",
        "",
        "where c % 3 != 1",
        "where k < 4 or c > 20",
        "where c + k != 30",
        "where h - c >= k",
    ]);
    prop_oneof![
        6 => (amount, range, guard).prop_map(|(amount, range, guard)| format!("move c -> c + {amount} for k in {range} {guard}")),
        2 => (1..30, 1..30).prop_map(|(a, b)| format!("move c -> c + {a} where c != {b}")),
        1 => Just("move c -> h for k in 1..1 where c < h".to_string()),
        1 => Just("take 1".to_string()),
    ]
}

fn frame() -> impl Strategy<Value = String> {
    let first = select(vec![0, 0, 0, 1, 5]);
    let end = select(vec![
        "",
        "",
        "end when c % 7 == 5",
        "end when c > 33",
        "end when 50 <= c",
    ]);
    (first, any::<bool>(), end).prop_map(|(first, is_open, end)| match is_open {
        true => format!("pile c in {first}..\nend when c >= h\n{end}"),
        false => format!("pile c in {first}..h\n{end}"),
    })
}

/// Values, those far from the end or near it alone, and winning moves, by what piles lack to the end.
#[test]
fn random_races() {
    let mut cases = 0;
    let games = (vec(moves(), 1..4), frame(), 40i64..400);
    check(600, 85, games, |(moves, frame, end)| {
        let text = format!("let h = {end}\ngame g {{ {frame}\n{} }}", moves.join("\n"));
        let Ok(mut plain) = session(&text, Some("plain")) else {
            return Err(TestCaseError::reject("no game"));
        };
        let mut auto = session(&text, None).map_err(TestCaseError::fail)?;
        for query in [
            format!("grundy(g[{}])", end - 3),
            "grundy(g[7])".to_string(),
            "len(winning(g[6]))".to_string(),
            format!("values(g, 5..{end})"),
            format!("winning(g[{}])", end / 2),
        ] {
            let [found, known] = [&mut auto, &mut plain]
                .map(|session| ask(session, &query).map(|answer| answer.to_string()));
            if !same(&found, &known, &format!("{text}: {query}"))? {
                return Ok(());
            }
        }
        let answer = auto.eval_text("question", "grundy(g[8])");
        let is_named = answer.is_ok_and(|answer| answer.by.engine == "upwards");
        cases += usize::from(is_named);
        Ok(())
    });
    assert!(cases > 150, "{cases:?}");
}

/// What fails at piles below the least one is not asked for.
#[test]
fn rules_that_fail_below_the_least_pile() {
    let text = "game g { pile c in 0..3000  move c -> c + isqrt(c) + 1  move c -> c + 2 }";
    let mut plain = session(text, Some("plain")).expect("a game");
    let mut auto = session(text, None).expect("a game");
    for query in ["grundy(g[0])", "values(g, 0..40)", "grundy(g[2999])"] {
        assert_eq!(ask(&mut auto, query), ask(&mut plain, query), "{query}");
    }
    let answer = auto.eval_text("question", "grundy(g[1])").expect("a value");
    assert_eq!(answer.by.engine, "upwards");
}

/// Races of any length, by values that come again.
#[test]
fn long_races() {
    let rules = [
        (
            "pile c in 0..1_000_000_000_000_000_000  move c -> c + k for k in 1..10",
            "(1_000_000_000_000_000_000 - n) % 11",
        ),
        (
            "pile c in 5..  end when c >= 1_000_000_000_000_000  move c -> c + k for k in 1..4",
            "(1_000_000_000_000_000 - n) % 5",
        ),
        (
            "pile c in 1..1_000_000_000_000  move c -> c + k for k in 1..",
            "1_000_000_000_000 - n",
        ),
    ];
    for (rule, known) in rules {
        let mut session = session(&format!("game g {{ {rule} }}"), None).expect("a game");
        for n in ["5", "123456", "1_000_000_000_000 - 7"] {
            let value = known.replace('n', &format!("({n})"));
            let held = ask(&mut session, &format!("grundy(g[{n}]) == {value}"));
            assert_eq!(
                held.map(|held| held.to_string()),
                Ok("true".to_string()),
                "{rule} at {n}"
            );
        }
    }
}
