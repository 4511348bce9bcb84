//! Single numbers.

use nimrule::expr::machine::Machine;
use nimrule::expr::value::Value;
use nimrule::solve::heap::ENGINES;
use nimrule::solve::heap::engine::{Sequence, Subject};
use nimrule::solve::policy::Policy;
use nimrule::work::budget::{Budget, Limits};
use nimrule::work::{Failure, Halt, Limit};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::rules::{DEFINITIONS, condition, guarded, number};
use super::{ask, check, session};
use crate::common::{budget, transitions};

fn machine() -> Machine {
    Machine::new(budget())
}

/// The engine for `g`.
fn line(text: &str) -> Result<Box<dyn Sequence>, String> {
    let session = session(text, None)?;
    let subject = Subject {
        book: session.book(),
        transitions: &transitions(&session)?,
        policy: &Policy::default(),
        misere: false,
        families: Err("only options are looked at".into()),
    };
    let (_, make) = ENGINES.iter().find(|(name, _)| *name == "line").unwrap();
    let made = make(&subject).map_err(|why| why.0);
    made.map(|engine| engine.sequence)
}

/// Compares the values below `len` with the definition, and some that are found by what they reach alone; gives how many there are.
fn compare(text: &str, len: usize) -> Result<usize, TestCaseError> {
    let Ok(mut plain) = session(text, Some("plain")) else {
        return Err(TestCaseError::reject("no game"));
    };
    let mut line = line(text).map_err(TestCaseError::fail)?;
    let first = line.values().len();
    let result = line.extend(len, &mut machine());
    let found: Vec<i64> = (first..line.values().len())
        .map(|n| line.values().get(n).unwrap().into())
        .collect();
    if let Some(last) = found.len().checked_sub(1) {
        let known = ask(&mut plain, &format!("values(g, {first}..{})", first + last));
        let known = known.map_err(|why| TestCaseError::fail(format!("{text}\n{why}")))?;
        prop_assert_eq!(known, Value::ints(found), "{}", text);
    }
    match result {
        Ok(()) => {}
        Err(Halt::Failure(failure)) => prop_assert!(false, "{text}: {failure:?}"),
        Err(Halt::Declined(why)) => {
            if let Some(n) = why.0.strip_prefix("the rule faults at the pile ") {
                let known = ask(&mut plain, &format!("grundy(g[{n}])"));
                prop_assert!(known.is_err(), "{} does not fault at {}", text, n);
            }
        }
    }
    let len = line.values().len();
    let mut alone = self::line(text).map_err(TestCaseError::fail)?;
    for n in [41, 60, len * 2 / 3, len.saturating_sub(1)] {
        let far = alone.compute_far(n as u64, 1 << 20, &mut machine());
        let far = far.map_err(|why| TestCaseError::fail(format!("{text}\n{why:?}")))?;
        let known = ask(&mut plain, &format!("grundy(g[{n}])"));
        if let (Some(far), Ok(known)) = (far, known) {
            prop_assert_eq!(known.as_int(), i64::try_from(far).ok(), "{} at {}", text, n);
            prop_assert!(n < first || alone.far(n as u64) == Some(far));
        }
    }
    Ok(len)
}

fn binder() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("1..".to_string()),
        3 => Just("1..n".to_string()),
        2 => Just("0..n".to_string()),
        2 => Just("1..n-1".to_string()),
        1 => Just("-3..n".to_string()),
        1 => Just("t".to_string()),
        1 => Just("[1, n / 2, n - 1]".to_string()),
        1 => number(&["n"]).prop_map(|hi| format!("1..min({hi}, 90)")),
        1 => number(&["n"]).prop_map(|lo| format!("max({lo}, 0)..n")),
    ]
}

fn guard() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        4 => guarded("n", "k").prop_map(|text| format!(" where {text}")),
        4 => condition(&["n", "k"]).prop_map(|text| format!(" where {text}")),
    ]
}

fn statement() -> impl Strategy<Value = String> {
    let tail =
        || (binder(), guard()).prop_map(|(binder, guard)| format!("for k in {binder}{guard}"));
    let to = prop_oneof![
        4 => Just("n - k".to_string()),
        2 => Just("k".to_string()),
        1 => Just("n / 2 - k".to_string()),
        2 => number(&["n", "k"]).prop_map(|text| format!("min({text}, n - 1)")),
        1 => number(&["n", "k"]),
    ];
    let piles = prop_oneof![
        2 => Just("[k, n - k]".to_string()),
        1 => Just("[k, n - k - 1, 3]".to_string()),
        1 => Just("[]".to_string()),
        1 => (number(&["n", "k"]), number(&["n", "k"]))
            .prop_map(|(a, b)| format!("[min({a}, n - 1), min({b}, n - 2)]")),
    ];
    prop_oneof![
        3 => (to, tail()).prop_map(|(to, tail)| format!("move n -> {to} {tail}")),
        3 => tail().prop_map(|tail| format!("take k {tail}")),
        2 => (piles, tail()).prop_map(|(piles, tail)| format!("move n -> {piles} {tail}")),
        2 => guarded("a", "b").prop_map(|guard| format!("split into a, b where {guard}")),
        1 => (binder(), guarded("n", "j")).prop_map(|(binder, guard)| {
            format!("move n -> [k, n - k - j] for k in {binder}, j in 1..4 where {guard}")
        }),
        1 => Just("move n -> g[n - k] + g[k - 1] for k in 1..n".to_string()),
        1 => Just("split into 3".to_string()),
        1 => Just("take 1..2 leaving 0..2 piles".to_string()),
        1 => (guarded("n", "dx"), select(vec!["n - dx", "dy", "n - dx * dy"]))
            .prop_map(|(guard, to)| {
                format!("move n -> {to} for (dx, dy) in [(1, 2), (3, 3), (5, 1)] where {guard}")
            }),
    ]
}

fn frame() -> impl Strategy<Value = (&'static str, &'static str)> {
    select(vec![
        ("", ""),
        ("", ""),
        ("pile n", "end when n == 5"),
        ("pile n in 1..", ""),
        ("pile n in 3..", ""),
        ("pile n in 0..30", ""),
        ("pile n in 0..", "end when n % (n - 7) == 3"),
    ])
}

#[test]
fn random_rules() {
    let (mut values, mut cases) = (0, 0);
    check(
        2500,
        81,
        (vec(statement(), 1..3), frame()),
        |(moves, (pile, end))| {
            let text = format!(
                "{DEFINITIONS}game g {{ {pile}\n{}\n{end} }}",
                moves.join("\n")
            );
            let Ok(len) = compare(&text, 64) else {
                return compare(&text, 64).map(|_| ());
            };
            values += len;
            cases += usize::from(len > 20);
            Ok(())
        },
    );
    assert!(cases > 1200, "{} cases, {} values", cases, values);
}

/// A move to all smaller piles but few, which equations tell.
fn nearly_all() -> impl Strategy<Value = String> {
    let rest = (
        select(&["n", "n + 1", "2 * n", "n - 3", "n / 2", "12", "n * n"]),
        select(&["!= 0", "!= 1", "> 0", ">= 1", "!= n / 9", "> 1", "!= -1"]),
    )
        .prop_map(|(dividend, rest)| format!("({dividend}) % k {rest}"));
    let line = (
        select(&[
            "k",
            "n - k",
            "k + 3",
            "5 - k",
            "n / 2 + k",
            "2 * k",
            "k - n",
        ]),
        select(&["4", "n / 2", "n / 3 - 1", "n", "n % 5", "-2"]),
    )
        .prop_map(|(line, value)| format!("{line} != {value}"));
    let other = select(&[
        "not n % k == 0",
        "not k == 3",
        "not (k == 4 and n > 9)",
        "k > 1",
        "n - k >= 4",
        "n > k + 40",
        "k >= n / 9",
    ]);
    let test = prop_oneof![3 => rest, 3 => line, 2 => other.prop_map(str::to_owned)];
    let moves = select(&[
        "take k where TESTS",
        "take k in 1..n - 1 where TESTS",
        "take k in 3.. where TESTS",
        "move n -> n - k for k in 2..n where TESTS",
        "move n -> k for k in 1..n - 1 where TESTS",
        "move n -> n - 1 - k for k in 1.. where TESTS",
        "move n -> n - k for k in -1..n where TESTS and k != 0 and k != -1",
    ]);
    (moves, vec(test, 1..3)).prop_map(|(moves, tests)| moves.replace("TESTS", &tests.join(" and ")))
}

#[test]
fn random_exceptions() {
    agree(500, 82, nearly_all);
}

/// Rules with such a move, and sometimes with another, are worth what the definition says.
fn agree<S: Strategy<Value = String>>(count: u32, seed: u64, moves: fn() -> S) {
    let mut cases = 0;
    let other = prop_oneof![moves(), statement()];
    check(
        count,
        seed,
        (moves(), proptest::option::of(other), frame()),
        |(first, other, (pile, end))| {
            let other = other.unwrap_or_default();
            let text = format!("{DEFINITIONS}game g {{ {pile}\n{first}\n{other}\n{end} }}");
            let len = compare(&text, 180)?;
            cases += u32::from(len > 150);
            Ok(())
        },
    );
    assert!(cases > count * 2 / 5, "{} cases", cases);
}

/// A move whose conditions leave few values of the binder: some speak of it alone, some are equations, in any order.
fn few() -> impl Strategy<Value = String> {
    let own = select(&[
        "square(k)",
        "prime(k)",
        "fibonacci(k)",
        "power_of_two(k)",
        "k % 7 == 3",
        "k in [1, 5, 9, 30]",
        "k > 2",
        "odd(k)",
        "100 / (k - 4) > 20",
        "square(n - k)",
        "fibonacci(n - k)",
        "(n - k) % 7 == 3",
        "100 / (n - k - 4) > 20",
    ]);
    let other = select(&[
        "k < n",
        "even(n)",
        "2 * k == n",
        "3 * k + 1 == n",
        "n - 2 * k == 5",
        "n % k == 0",
        "n % (k + 1) == 0",
        "n % k < 3",
        "(n - k) % k == 0",
        "(n + 2 * k) % k < 2",
        "(n + 1) % (k - 2) == 1",
        "bitand(n, k) == k",
        "gcd(n, k) == 1",
        "n / (k - 3) > 1",
        "n != 40",
    ]);
    let any = prop_oneof![own, other].prop_map(str::to_owned).boxed();
    let both = vec(any.clone(), 1..4).prop_map(|parts| parts.join(" and "));
    let either = vec(both.clone(), 2..4).prop_map(|parts| format!("({})", parts.join(" or ")));
    let tests = vec(prop_oneof![any, both, either], 1..3);
    let moves = select(&[
        "take k where TESTS",
        "take k in 1..n - 1 where TESTS",
        "take k in n / 3..n where TESTS",
        "take k in 2, 5..n where TESTS",
        "move n -> n - k for k in -1..n where k > 0 and TESTS",
        "move n -> n - k * k for k in 1..n where k * k <= n and TESTS",
        "move n -> n - 1 - k for k in 1.. where TESTS",
        "move n -> n - k - j for k in 1..n, j in 0..2 where TESTS",
        "move n -> [k, n - k - j] for k in 1..n - 1, j in 1..n where n % j == 0 and TESTS",
        "move n -> [n / k; k] for k in 2..n where TESTS",
        "move n -> [k; n % 4] for k in 1..n - 1 where TESTS",
        "move n -> [n - k - 1; k - 3] for k in 2..n where TESTS",
    ]);
    (moves, tests).prop_map(|(moves, tests)| moves.replace("TESTS", &tests.join(" and ")))
}

#[test]
fn random_few_values() {
    agree(800, 83, few);
}

/// Blocks end and begin again at sizes beyond a thousand.
#[test]
fn long_lines() {
    for rule in [
        "take k where gcd(k, n) == 1",
        "take k where n % k == 0",
        "take k where n % k == 1",
        "take k where prime(k) and n % k == 0",
        "take k where (n + 5) % k == n / 100 and k < n",
        "move n -> n / k for k in 2..n",
        "move n -> n - n / k for k in 2..n where n % 3 != 1 or odd(n / k)",
        "take k where k < n and n % k != 0",
        "take k where n % k != 0",
        "take k where n % k > 0 and k != n / 3 take 2",
        "take k where n % k > 1",
        "take k where n % k <= 2",
        "move n -> m for m in 1..n - 2 where n - m != 7 and (n + 1) % m != 5 move n -> n / 2 where n > 0",
        "split into a, b where gcd(a, b) == 1",
        "take k where prime(k) take 1",
        "take k where square(k) and k < n or 2 * k == n + 1",
        "take k where square(n - k)",
        "take k where square(k) and odd(k) and prime(n - k)",
        "take k where odd(k) and (prime(n - k) or n % k == 1)",
        "take k where n % 5 != 2 and power_of_two(k) and bitand(n, k) == k",
        "take k where (n - k) % 7 < 3 and k * k > n",
    ] {
        let text = format!("game g {{ {rule} }}");
        let mut line = line(&text).expect("the engine applies");
        line.extend(2200, &mut machine()).expect("values");
        let mut plain = session(&text, Some("plain")).expect("a session");
        let known = ask(&mut plain, "values(g, 0..2199)").expect("values");
        let known: Vec<Option<u32>> = known
            .items()
            .iter()
            .map(|value| value.as_int().map(|value| value as u32))
            .collect();
        let found: Vec<Option<u32>> = (0..2200).map(|n| line.values().get(n)).collect();
        assert!(known == found, "{rule}");
        let mut auto = session(&text, None).expect("a session");
        let lost = (0..2200).filter(|n| known[*n as usize] == Some(0));
        let found = ask(&mut auto, "losing(g, 0..2199)").expect("P-positions");
        assert_eq!(found, Value::ints(lost), "{rule}");
    }
}

#[test]
fn what_it_declines() {
    for (rule, len) in [
        // The pile before the one that is not smaller is the last one.
        ("move n -> n + 1 where n > 10", 11),
        ("move n -> n where n == 7", 7),
        ("move n -> [n; 2] where n == 7", 7),
        ("move n -> [n - 1; 6 - n]", 7),
        ("move n -> n - 1 where n % (n - 9) == 0 and n < 20", 9),
        ("take 1 move n -> h[n - 1] where n > 4", 5),
    ] {
        let text = format!("game h {{ take any }} game g {{ {rule} }}");
        let mut line = line(&text).expect("the engine applies at first");
        let stop = line.extend(64, &mut machine());
        assert!(matches!(stop, Err(Halt::Declined(_))), "{rule}: {stop:?}");
        assert_eq!(line.values().len(), len, "{rule}");
        // It stays so.
        assert_eq!(line.extend(64, &mut machine()), stop, "{rule}");
        assert_eq!(line.extend(len, &mut machine()), Ok(()), "{rule}");
    }
    for text in [
        "game g { pile (a, b) take 1 from a }",
        "game g { each turn 1..2 piles take 1 }",
        "game g { pile n in -3.. take 1 }",
        "game g { pile p: row take 1 from p[i] }",
    ] {
        assert!(line(text).is_err(), "{text}");
    }
}

#[test]
fn work_goes_on_after_a_limit() {
    let text = "game g { take k where gcd(k, n) == 1 }";
    let mut short = line(text).expect("the engine applies");
    let limits = Limits::default().with_memory(500);
    let stop = short.extend(5000, &mut Machine::new(Budget::start(&limits)));
    assert!(
        matches!(
            stop,
            Err(Halt::Failure(Failure::Limit(Limit::Memory { .. }, _)))
        ),
        "{stop:?}"
    );
    let limits = Limits::default().with_time(std::time::Duration::from_millis(1));
    let stop = short.extend(1 << 20, &mut Machine::new(Budget::start(&limits)));
    assert!(
        matches!(stop, Err(Halt::Failure(Failure::Limit(Limit::Time(_), _)))),
        "{stop:?}"
    );
    short.extend(400, &mut machine()).expect("values");
    let mut whole = line(text).expect("the engine applies");
    whole.extend(400, &mut machine()).expect("values");
    assert!((0..400).all(|n| short.values().get(n) == whole.values().get(n)));
}
