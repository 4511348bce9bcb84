//! Who wins tuples by theorems, and the moves that win.

use nimrule::answer::How;
use nimrule::{Limits, Rulebook, Session, Settings, Value};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::{ask, check, session};

/// Compares winners and winning moves of a few hundred piles with the definition, and tells whether this theorem answers.
fn compare(text: &str, engine: &str) -> Result<bool, TestCaseError> {
    let plain = session(text, Some("plain"));
    let mut plain = plain.map_err(TestCaseError::fail)?;
    let mut auto = session(text, None).map_err(TestCaseError::fail)?;
    for query in [
        "[[winner(g[(a, b)]) for a in 4..14] for b in 4..12]",
        "[[len(winning(g[(a, b)])) for a in 4..14] for b in 4..12]",
        "[len([p for p in moves(g[(14, b)]) where p in winning(g[(14, b)])]) for b in 4..17]",
        "losing(g, 4..13, [11, 4, 6])",
    ] {
        let known = ask(&mut plain, query).map_err(TestCaseError::fail)?;
        let found = ask(&mut auto, query).map_err(TestCaseError::fail)?;
        prop_assert_eq!(found, known, "{}: {}", text, query);
    }
    let far = "winner(g[(1_000_000_000_000_000, 333_333_333_333_333)])";
    let limits = Limits::default().with_effort(1 << 10);
    let book = Rulebook::parse(text).map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
    let short = Session::new(book, Settings::default().with_limits(limits));
    let mut short = short.map_err(|why| TestCaseError::fail(format!("{why:?}")))?;
    let is_told = short
        .eval_text("question", far)
        .is_ok_and(|far| far.by.engine == engine && far.by.how == How::Theorem);
    if is_told {
        consistent(text)?;
    }
    Ok(is_told)
}

/// Compares many of these games with the definition; the theorem has to answer some of them.
fn agree(seed: u64, games: impl Strategy<Value = String>, engine: &str) {
    let mut told = 0;
    check(120, seed, games, |text| {
        if session(&text, None).is_err() {
            return Err(TestCaseError::reject("no game"));
        }
        told += usize::from(compare(&text, engine)?);
        Ok(())
    });
    assert!(told > 15, "{told:?}");
}

/// Winning moves of large piles lead to lost ones, and those of lost piles are none.
fn consistent(text: &str) -> Result<(), TestCaseError> {
    let mut auto = session(text, None).map_err(TestCaseError::fail)?;
    for (a, b) in [
        (1_000_000_007_i64, 618_033_993_i64),
        (987_654_321_000_000, 123_456_789_012_345),
    ] {
        for query in [
            format!("len([p for p in winning(g[({a}, {b})]) where winner(p) == first]) == 0"),
            format!("(winner(g[({a}, {b})]) == first) == (len(winning(g[({a}, {b})])) > 0)"),
        ] {
            let holds = ask(&mut auto, &query).map_err(TestCaseError::fail)?;
            prop_assert_eq!(holds, Value::Bool(true), "{}: {}", text, query);
        }
    }
    Ok(())
}

/// The lost piles of a box are those that the definition finds one by one.
#[test]
fn lost_piles_of_large_boxes() {
    for rules in [
        "pile (a, b)  take any from b  move a, b -> a - k, b - 2 * k for k in 1..  move a, b -> a - 2 * k, b - k for k in 1..",
        "pile {a, b}  take any from a  take any from b  move a, b -> a - 3 * k, b - k for k in 1..",
        "pile (a in 2.., b in -3..150)  take any from a  take any from b  move a, b -> a - 1, b - 2",
        "pile (a, b)  take any from a  take any from b  end when (7 * a + 3 * b) % 11 == 4",
        "pile (a, b)  misere  take any from a  take any from b  move a, b -> a - 2 * k, b - 3 * k for k in 1..",
        "pile (a, b, c)  take any from a  take any from b  take 2 from c  move a, b, c -> a - k, b - k, c - k for k in 1..",
    ] {
        let text = format!("game g {{ {rules} }}");
        let lost = match rules.contains("c)") {
            true => "losing(g, 0..26, 2..26, 0..25)",
            false => "losing(g, 2..130, 0..129)",
        };
        let found = session(&text, None)
            .unwrap()
            .eval_text("question", lost)
            .unwrap();
        assert!(
            found.by.detail.contains("the lost piles of a box"),
            "{rules}: {:?}",
            found.by
        );
        let known = ask(&mut session(&text, Some("plain")).unwrap(), lost).unwrap();
        assert_eq!(found.value, known, "{rules}");
        assert!(known.items().len() > 20, "{rules}");
    }
}

/// Games with a size and a limit for what is taken.
fn take_away() -> impl Strategy<Value = String> {
    let pile = select(vec![
        "(n, l)",
        "(n, l)",
        "(n in 2.., l)",
        "(n, l in 1..)",
        "(n, l in 4..)",
    ]);
    let last = select(vec![
        "l",
        "2 * l",
        "l - 1",
        "3 * l - 2",
        "min(l, n)",
        "min(n, 2 * l + 1)",
        "min(l, n - 2)",
        "l + n",
    ]);
    let next = select(vec![
        "k",
        "2 * k",
        "2 * k - 1",
        "k + 1",
        "3 * k",
        "k + 4",
        "5",
        "n",
        "2 * k - 3",
    ]);
    let end = select(vec![
        "",
        " where k <= 2 * l",
        " where n >= k",
        " where 2 * k < 3 * l",
        " where k < l",
    ]);
    let statement = select(vec![
        "move (n, l) -> (n - k, NEXT) for k in 1..LASTEND",
        "move n, l -> n - k, NEXT for k in 1..LASTEND",
        "move l, n -> NEXT, n - k for k in 1..LASTEND",
        "move n, l -> n - k, NEXT for k in 2..LASTEND",
    ]);
    (pile, last, next, end, statement).prop_map(|(pile, last, next, end, statement)| {
        let rule = statement
            .replace("NEXT", next)
            .replace("LAST", last)
            .replace("END", end);
        format!("game g {{ pile {pile}  {rule} }}")
    })
}

#[test]
fn take_away_games() {
    agree(91, take_away(), "dynamic");
}

/// Games on two piles with moves in one and in both.
fn two_piles() -> impl Strategy<Value = String> {
    let pile = select(vec![
        "(a, b)",
        "{a, b}",
        "(a in 2.., b)",
        "{a in 1.., b in 1..}",
        "(a in 0..20000000000000000, b)",
    ]);
    let alone = select(vec![
        "take any from a  take any from b",
        "take any from a  take any from b",
        "take any from a",
        "take any from b  move a -> a - k for k in 1..3",
        "",
    ]);
    let both = select(vec![
        "move a, b -> a - k, b - k for k in 1..",
        "move a, b -> a - k, b - l for k, l where abs(k - l) < 1",
        "move a, b -> a - k, b - l for k, l where abs(k - l) < 2",
        "move a, b -> a - l, b - k for k, l where abs(k - l) <= 2",
        "move a, b -> a - k, b - 2 * k for k in 1..",
        "move a, b -> a - k, b - l for k, l where abs(k - 2 * l) < 3",
        "move a, b -> a - k, b - l for k, l where abs(k - l) < 2 and k != 3",
        "",
    ]);
    let more = select(vec![
        "",
        "",
        "",
        "end when a == 5",
        "move a, b -> a - 2, b - 1",
    ]);
    (pile, alone, both, more).prop_map(|(pile, alone, both, more)| {
        format!("game g {{ pile {pile}  {alone}  {both}  {more} }}")
    })
}

#[test]
fn wythoff_games() {
    agree(92, two_piles(), "wythoff");
}

/// Games that take multiples of one number from the other, and others that are nearly so.
fn multiples() -> impl Strategy<Value = String> {
    let pile = select(vec![
        "(a, b)",
        "{a, b}",
        "(a in 1.., b in 1..)",
        "{a in 1.., b in 1..}",
        "(a in 0.., b in 1..)",
        "(a in 0..20000000000000000, b)",
    ]);
    let amounts = ["k in 1..", "k in 1..b / a", "k in 2..", "k in 1..3"];
    let tests = [
        "a > 0",
        "a >= 1",
        "a != 0",
        "a > 1",
        "a > 0 and k != 2",
        "a > 0 and a < b",
    ];
    let lowered = ["k * a", "a * k", "(k * a + 1)", "2 * k * a", "k"];
    let one = (
        prop_oneof![4 => Just(amounts[0]), 3 => Just(amounts[1]), 1 => select(amounts.to_vec())],
        prop_oneof![4 => Just(tests[0]), 1 => select(tests.to_vec())],
        prop_oneof![4 => Just(lowered[0]), 2 => Just(lowered[1]), 1 => select(lowered.to_vec())],
    );
    let one = one
        .prop_map(|(amounts, test, by)| format!("move b -> b - {by} for {amounts} where {test}"));
    let swapped = |rule: &str| {
        let signs = rule.chars().map(|sign| match sign {
            'a' => 'b',
            'b' => 'a',
            other => other,
        });
        // The word in front has neither letter.
        signs.collect::<String>().replace("bnd", "and")
    };
    let end = prop_oneof![6 => Just(""), 1 => Just("end when a == 3")];
    (pile, one.clone(), one, 0..5, end).prop_map(move |(pile, first, second, both, end)| {
        let other = match both {
            0 => String::new(),
            1 => swapped(&second),
            _ => swapped(&first),
        };
        format!("game g {{ pile {pile}  {first}  {other}  {end} }}")
    })
}

#[test]
fn games_of_euclid() {
    agree(94, multiples(), "euclid");
}

/// A pair is lost where its difference times the golden ratio rounds down to its smaller number, as told by squares alone.
#[test]
fn far_lost_pairs() {
    let text = "game g { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }";
    let mut auto = session(text, None).expect("a session");
    let rounds_down = |a: i128, n: i128| {
        let below = |a: i128| a * a - a * n - n * n < 0;
        below(a) && !below(a + 1)
    };
    let mut lost = 0;
    for n in [
        5_i64,
        144,
        10_i64.pow(9),
        10_i64.pow(15) + 7,
        10_i64.pow(18),
        10_i64.pow(18) * 3 + 1,
    ] {
        // The ratio of two Fibonacci numbers.
        let near = (i128::from(n) * 1_836_311_903 / 1_134_903_170) as i64;
        for a in (near - 40).max(0)..near + 40 {
            let found = ask(&mut auto, &format!("winner(g[({a}, {})]) == second", a + n));
            let is_lost = rounds_down(a.into(), n.into());
            assert_eq!(found, Ok(Value::Bool(is_lost)), "{a} {n}");
            if is_lost {
                lost += 1;
                let value = ask(&mut auto, &format!("grundy(g[({a}, {})])", a + n));
                assert_eq!(value, Ok(Value::Int(0)), "{a} {n}");
                let sum = format!("winner(g[({a}, {}), (3, 5)]) == second", a + n);
                assert_eq!(ask(&mut auto, &sum), Ok(Value::Bool(true)), "{a} {n}");
            }
        }
    }
    assert_eq!(lost, 6);
}

/// The winning turns of large piles are as many as those of the same game on tuples, whose rules are asked for each.
#[test]
fn far_turns_in_both_piles() {
    let text = "game g { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }
        game h { take any  each turn 1..2 piles alike }";
    let mut auto = session(text, None).expect("a session");
    for (a, b) in [
        (1_000_000_000_000_i64, 1_000_000_000_000_i64),
        (1_000_000_000_000, 618_033_988_749),
        (1_000_000_000_000, 618_033_988_751),
        (1_000_000_000_001, 1_000_000_000_000),
        (123_456_789_012_345, 99_999_999_999_999),
        (i64::MAX, i64::MAX),
        (i64::MAX, 1),
    ] {
        let same = format!("len(winning(g[({a}, {b})])) == len(winning(h[{a}, {b}]))");
        assert_eq!(ask(&mut auto, &same), Ok(Value::Bool(true)), "{a} {b}");
    }
}

/// Strange Nim (AtCoder Regular Contest 091 F): all winning moves of large piles, by its known values.
#[test]
fn winning_moves_of_numbers_apart() {
    let text = "game g { pile (n, k in 1..)  take 1..n / k from n }";
    let mut auto = session(text, None).expect("a session");
    // A multiple of k is worth its k-th part, and another number what is left by one more than may be taken.
    let value = |mut n: i64, k: i64| {
        while n % k != 0 {
            n -= n / k + 1;
        }
        n / k
    };
    for (piles, least) in [
        ([(1_000_000, 7), (999_999, 3)], 1),
        ([(700_000, 2), (350_000, 1)], 0),
        ([(1_234_567, 5), (400_000, 9)], 1),
        ([(600_000, 4), (150_003, 1)], 1),
    ] {
        let total = piles.iter().fold(0, |xor, (n, k)| xor ^ value(*n, *k));
        let mut known = Vec::new();
        for (place, (n, k)) in piles.into_iter().enumerate() {
            let wanted = total ^ value(n, k);
            for left in (n - n / k..n).filter(|left| value(*left, k) == wanted) {
                let mut after = piles;
                after[place].0 = left;
                let [(a, b), (c, d)] = after;
                known.push(format!("g[({a}, {b}), ({c}, {d})]"));
            }
        }
        let [(a, b), (c, d)] = piles;
        let found = ask(&mut auto, &format!("winning(g[({a}, {b}), ({c}, {d})])"));
        let found = found.expect("an answer");
        let mut found: Vec<String> = found.items().iter().map(Value::to_string).collect();
        found.sort_unstable();
        known.sort_unstable();
        assert_eq!(found, known, "{piles:?}");
        assert!(known.len() >= least, "{piles:?}");
    }
}
