//! Rules that say nothing, or something else than was meant, are warned of; no warning is wrong.

use crate::common::{check, report, session};
use nimrule::{Report, Session};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// What is said about the rules of a game: each code with the text that it is about.
fn said(rules: &str) -> Vec<(&'static str, String)> {
    let report = report(&format!(
        "let t = [2, 3, 5]  game g {{ {rules} }}  let _t = t"
    ));
    let about = |report: &Report| {
        let complaints = report.diagnostics.iter();
        let complaints = complaints.map(|it| (it.code, report.sources.slice(it.labels[0].span)));
        complaints
            .map(|(code, text)| (code, text.to_string()))
            .collect()
    };
    about(&report)
}

/// Rules, and what is said of them: the code and the place.
const WARNED: &[(&str, &str, &str)] = &[
    ("take 1-3", "never", "1-3"),
    ("take 2 - 2", "never", "2 - 2"),
    ("take 4, 1-3", "never", "1-3"),
    ("take [0, -1]", "never", "[0, -1]"),
    ("take 3..1", "empty_range", "3..1"),
    ("take 5, 3..1", "empty_range", "3..1"),
    ("take n..n - 1", "empty_range", "n..n - 1"),
    ("take k for k in 1..5 where k > 9", "never", "k > 9"),
    ("take k where k > 9 and k < 3", "never", "k < 3"),
    ("take k where k > 0 or k == 0", "always", "k > 0 or k == 0"),
    ("take k where prime(k) and n + k > n", "always", "n + k > n"),
    ("take any where n < 0", "never", "n < 0"),
    ("take any where n % 3 == 3", "never", "n % 3 == 3"),
    ("take any where not n >= 0", "never", "not n >= 0"),
    ("take any where 1 == 1", "always", "1 == 1"),
    ("take any for k in 1..n where odd(k)", "unused", "k"),
    (
        "take any where n > 3 and (n > 4 and 2 < 3)",
        "always",
        "2 < 3",
    ),
    (
        "take any where t[n] in [1, 7]  end when n > 2",
        "never",
        "t[n] in [1, 7]",
    ),
    ("take 1  end when n < 0", "never", "n < 0"),
    ("take k where gcd(k, 4) < 1", "never", "gcd(k, 4) < 1"),
    // Such a range is no open one where the condition never holds.
    (
        "take k * k for k in n / 3.. where 0 * n > 7",
        "never",
        "0 * n > 7",
    ),
    (
        "take k * k for k in n / 3.. where n % 4 > 5",
        "never",
        "n % 4 > 5",
    ),
    ("take 1  end when n >= 0", "always", "n >= 0"),
    (
        "take k leaving 0..2 piles where n < k - n - k",
        "never",
        "n < k - n - k",
    ),
    (
        "move n -> [n - 1..n - 3] where n > 3",
        "empty_range",
        "n - 1..n - 3",
    ),
    (
        "move n -> [n - 1..n - k] for k in 1..3 where n > 3",
        "empty_range",
        "n - 1..n - k",
    ),
    ("move n -> n - k for k in 5..2", "empty_range", "5..2"),
    ("pile n in 0..3  take 1  take 5", "never", "take 5"),
    (
        "pile n in 0..3  take 1  move n -> [n, 7]",
        "never",
        "move n -> [n, 7]",
    ),
    (
        "pile n in 3..  take 1  take 2 leaving 0 piles",
        "never",
        "take 2 leaving 0 piles",
    ),
    (
        "pile p[] in 0..1  move p[i] -> 2  move p[i] -> 0 where p[i] == 1",
        "never",
        "move p[i] -> 2",
    ),
    (
        "pile p[] in 0..1  move p[i] -> 0 where p[i] > 1",
        "never",
        "p[i] > 1",
    ),
    (
        "pile (a in 1.., b)  move b -> b - k * a for k in 1.. where a > 0",
        "always",
        "a > 0",
    ),
    ("take n + 1", "never", "take n + 1"),
    ("take k where k > n", "never", "take k where k > n"),
    (
        "take k for k in n + 1..n + 3",
        "never",
        "take k for k in n + 1..n + 3",
    ),
    ("split into a, b where a + b > n", "never", "a + b > n"),
    ("split into a, b where a < n", "always", "a < n"),
    ("take k for k in 1..n where k <= n", "always", "k <= n"),
    ("take any where n < 3 and 2 * n > 6", "never", "2 * n > 6"),
    (
        "take k where k == 3 or k != 3",
        "always",
        "k == 3 or k != 3",
    ),
    (
        "take k where k == n or k != n",
        "always",
        "k == n or k != n",
    ),
    ("take k where even(k) and odd(k)", "never", "odd(k)"),
    (
        "take k where k % 6 == 1 and k % 4 == 2",
        "never",
        "k % 4 == 2",
    ),
    (
        "take k where prime(k) and k in [4, 6, 8]",
        "never",
        "k in [4, 6, 8]",
    ),
    (
        "take k where k in [4, 6] and not even(k)",
        "never",
        "not even(k)",
    ),
    (
        "take k where even(k) or odd(k)",
        "always",
        "even(k) or odd(k)",
    ),
    (
        "take any end when n > 3 and n < 2",
        "never",
        "n > 3 and n < 2",
    ),
    (
        "take any  end when n % 2 == 0 or odd(n)",
        "always",
        "n % 2 == 0 or odd(n)",
    ),
    ("take any  each turn 2..1 piles", "empty_range", "2..1"),
    (
        "pile p[] move p[i] -> p[i] - k for k in 1.. where k > p[i]",
        "never",
        "move p[i] -> p[i] - k for k in 1.. where k > p[i]",
    ),
    (
        "take 1  move n -> m for m in []",
        "never",
        "move n -> m for m in []",
    ),
];

#[test]
fn what_never_or_always_holds_is_warned_of() {
    for (rules, code, place) in WARNED {
        assert_eq!(said(rules), [(*code, (*place).to_string())], "{rules}");
    }
}

/// Rules of which nothing is said.
const QUIET: &[&str] = &[
    "take 1..3",
    "take 1..n",
    "take n / 2..n / 3",
    "take k where 1 < k < n",
    "take 1..2 leaving 0..2 piles where n > 1",
    "take t[n] end when n > 2",
    "move n -> [a..n - 1] for a in 1..n",
    "move n -> n + 1 where n < 30  take 1  end when n > 40",
    "move n -> n + 1  take 2  loopy",
    "pile n in 0..9  move n -> n + 1",
    "pile (a, b)  move a, b -> a + 1, b - 1",
    "pile (a, b)  move a, b -> a + 1, b - b",
    "move n -> n + 1 - n % 2 where n > 0  end when n > 8",
    "pile {a, b}  move a, b -> a - k, b - k for k in 1..",
    "pile p[] in 0..1  move p[i] -> 0 where p[i] == 1",
    "take k where fibonacci(k) and k in t",
    "take k where prime(k) and k in [4, 5]",
    "take k where prime(k) and fibonacci(k)",
    "take k where prime(k) and k % 4 == 0 or k == 9",
    "take k where prime(k) and square(k)",
    "take k where k % 6 == 1 and k % 4 == 3",
    "take k where k != n",
    "take k where even(k) or k < 100",
    "split into a, b where a + b != 7",
    "take 1..2  split into 2",
    "take any split into 2",
    "take 1..2 split into 2 unequal",
    "pile (a, b)  move a -> a + 1 where a < b",
    "pile (a, b)  move a, b -> a + 1, b - 1 where b > 0",
    "pile (a, b)  move a -> a + 1 where b > 0  loopy",
    "pile p[]  move p -> p ++ [1] where len(p) < 5",
    "pile p[]  move p[i] -> p[i] - 1",
    "pile p[] in 0..9  move p[i] -> p[i] + 1",
    "pile p[]  move p[i] -> p[i] + 1 where p[i] < 4",
    "pile p[]  move p[i], p[j] -> p[i] - 1, p[j] + 1 for i in 0..len(p)-1, j in i+1..len(p)-1",
    "move n -> [n - 1, n - 1]",
    "move n -> [n, n] where n < 0 or n > 90  take 1  loopy",
    "pile n in 0..9  take 1  move n -> [n, 10 - n] where n == 5  loopy",
];

#[test]
fn other_rules_are_not_warned_of() {
    for rules in QUIET {
        assert_eq!(said(rules), [], "{rules}");
    }
    // What depends on an argument may be so for this one alone.
    for text in [
        "game g(k = 0) { take 1..k }",
        "game g(k = 3) { take any where k > 2 }",
        "game g(k = 3) { let m = k  take any where m > 2 }",
        "game g(k = 1) { move n -> n + 1 - k * n  take 1 }",
        "game g(k = 2) { pile n in 0..k  take 1  take 5 }",
        "game g(k) { move n -> n + k where n > 3 }",
    ] {
        assert_eq!(report(text).diagnostics, [], "{text}");
    }
    let free = report("game g(k = 3) { take 1..k  take any where n < 0 }");
    assert_eq!(free.diagnostics.len(), 1, "{free}");
}

#[test]
fn a_difference_in_the_place_of_a_range_is_told() {
    let help = |rules: &str| {
        let report = report(&format!("game g {{ {rules} }}"));
        report.diagnostics[0].help.clone().unwrap()
    };
    assert!(help("take 1-3").ends_with("did you mean `1..3`?"));
    let mended = "take 1..3";
    assert_eq!(said(mended), []);
    assert!(!help("take 3 - 3").contains("did you mean"));
    for (rules, meant) in [
        ("take 1-3 where k > 0", "did you mean `1..3`?"),
        (
            "take 3..1 where k > 0",
            "the smaller end comes first: `1..3`",
        ),
    ] {
        let report = report(&format!("game g(k) {{ {rules} }}"));
        let help = report.diagnostics[0].help.as_deref().unwrap_or("");
        assert!(help.ends_with(meant), "{rules}: {report}");
    }
}

#[test]
fn a_split_behind_a_take_is_another_move() {
    let report = report("game g { take 1..2 split into 2 }");
    let [warning] = report.diagnostics.as_slice() else {
        panic!("{report}");
    };
    assert_eq!(warning.code, "two_kinds");
    let help = warning.help.as_deref().unwrap_or("");
    assert!(help.contains("`take 1..2 leaving 0..2 piles`"), "{help}");
}

#[test]
fn a_move_that_only_grows_is_a_mistake() {
    for (rules, chain) in [
        ("move n -> n + 1", "1, then 2, then 3, then 4, …"),
        (
            "move n -> n + k for k in 2..3",
            "1, then 3, then 5, then 7, …",
        ),
        ("move n -> 2 * n  take 1", "1, then 2, then 4, then 8, …"),
        (
            "let f(x) = x + 2  move n -> f(n)",
            "1, then 3, then 5, then 7, …",
        ),
        (
            "pile n in 5..  move n -> n + 3",
            "5, then 8, then 11, then 14, …",
        ),
        (
            "pile (a, b)  move b -> b + a",
            "(1, 1), then (1, 2), then (1, 3), then (1, 4), …",
        ),
        (
            "pile (a, b)  move a -> a + 1 where b > 0",
            "(1, 1), then (2, 1), then (3, 1), then (4, 1), …",
        ),
        (
            "pile (a, b)  move a -> a + 2 where b > 5",
            "(7, 7), then (9, 7), then (11, 7), then (13, 7), …",
        ),
        (
            "pile p[]  move p -> p ++ [1]",
            "every pile can make this move, and it makes none smaller",
        ),
        (
            "pile p[]  move p[i] -> p[i] + 1",
            "[1], then [2], then [3], then [4], …",
        ),
        (
            "pile {p[]}  move p[i] -> 2 * p[i]",
            "[1], then [2], then [4], then [8], …",
        ),
        (
            "move n -> [n, n]",
            "[1], then [1, 1], then [1, 1, 1], then [1, 1, 1, 1], …",
        ),
        (
            "move n -> [n - 1, n]",
            "[1], then [0, 1], then [0, 0, 1], then [0, 0, 0, 1], …",
        ),
        (
            "move n -> [n - 3, n + 1]",
            "[3], then [0, 4], then [0, 1, 5], then [0, 1, 2, 6], …",
        ),
        (
            "move n -> n + n where n >= 0",
            "1, then 2, then 4, then 8, …",
        ),
        ("move n -> next(n)", "1, then 2, then 3, then 4, …"),
        ("move n -> twice(n) + 1", "1, then 4, then 7, then 10, …"),
        (
            "move n -> next(twice(2 * n))",
            "1, then 5, then 13, then 29, …",
        ),
    ] {
        let lets = "let next(n) = n + 1  let twice(n) = next(next(n))";
        let used = "expect next(0) == 1 and twice(0) == 2";
        let report = report(&format!("{lets} {used} game g {{ {rules} }}"));
        let errors = report.diagnostics.iter().filter(|it| it.is_error());
        let errors: Vec<_> = errors.collect();
        assert_eq!(errors.len(), 1, "{rules}: {report}");
        assert_eq!(errors[0].code, "loop", "{rules}");
        assert_eq!(errors[0].message, "a play of `g` need never end", "{rules}");
        assert_eq!(errors[0].labels[0].text, chain, "{rules}");
    }
}

#[test]
fn a_comment_silences_a_warning() {
    let warned = "game g {\n    take 1\n    take 3..1\n}";
    assert_eq!(report(warned).diagnostics.len(), 1);
    for text in [
        "game g {\n    take 1\n    take 3..1  # nimrule: allow empty_range\n}",
        "game g {\n    take 1\n    # for the show # nimrule: allow never, empty_range\n    take 3..1\n}",
        "# nimrule: allow unused\nlet three = 3\ngame g { take 1 }",
    ] {
        assert_eq!(report(text).diagnostics, [], "{text}");
    }
    for text in [
        "# nimrule: allow empty_range\ngame g {\n    take 1\n    take 3..1\n}",
        "game g {\n    take 1\n    take 3..1  # nimrule: allow never\n}",
        // Only warnings can be silenced.
        "game g { take 1 }\ngame g { take 2 }  # nimrule: allow never",
    ] {
        assert_eq!(report(text).diagnostics.len(), 1, "{text}");
    }
}

#[test]
fn a_name_of_no_warning_is_told() {
    for (names, wrong, help) in [
        ("emty_range", "emty_range", "did you mean `empty_range`?"),
        ("never, unusd", "unusd", "did you mean `unused`?"),
        ("NEVER", "NEVER", "they are called `always`, "),
    ] {
        let text = format!("# nimrule: allow {names}\ngame g {{ take 1 }}");
        let report = report(&text);
        let complaints = &report.diagnostics;
        assert_eq!(complaints.len(), 1, "{names}: {report}");
        assert_eq!(complaints[0].code, "unknown_warning");
        let place = complaints[0].labels[0].span;
        assert_eq!(report.sources.slice(place), wrong);
        assert!(complaints[0].help.as_ref().unwrap().starts_with(help));
    }
    for names in ["never because it shows how", "loop", "unused,never"] {
        let text = format!("# nimrule: allow {names}\ngame g {{ take 1 }}");
        assert_eq!(report(&text).diagnostics, [], "{names}");
    }
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => Just("n".to_string()),
        4 => Just("k".to_string()),
        4 => (-3..7_i64).prop_map(|n| n.to_string()),
        1 => (0..3_usize).prop_map(|n| format!("[1, 4, 2][{n}]")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        let op = proptest::sample::select(vec!["+", "-", "*", "/", "%"]);
        let call = proptest::sample::select(vec!["min", "max", "gcd", "xor"]);
        prop_oneof![
            4 => (pair.clone(), op).prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            2 => (pair.clone(), call).prop_map(|((a, b), f)| format!("{f}({a}, {b})")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => inner.clone().prop_map(|a| format!("abs({a})")),
            1 => inner.prop_map(|a| format!("isqrt(abs({a}))")),
            1 => pair.prop_map(|(a, b)| format!("(if n > 3 then {a} else {b})")),
        ]
    })
}

fn kind() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["even", "odd", "prime", "square"])
}

fn condition() -> impl Strategy<Value = String> {
    let ops = vec!["<", "<=", ">", ">=", "==", "!="];
    let op = proptest::sample::select(ops);
    let compared = prop_oneof![
        4 => (number(), op, number()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        1 => (number(), number(), number()).prop_map(|(a, b, c)| format!("{a} in {b}..{c}")),
        1 => number().prop_map(|a| format!("{a} not in [0, 2, 5]")),
        1 => (kind(), number()).prop_map(|(kind, a)| format!("{kind}({a})")),
        1 => (kind(), proptest::sample::select(vec!["n", "k"])).prop_map(|(kind, a)| format!("{kind}({a})")),
        1 => (proptest::sample::select(vec!["n", "k"]), 2..6_i64, 0..6_i64).prop_map(|(a, m, r)| format!("{a} % {m} == {r}")),
        1 => (proptest::sample::select(vec!["n", "k"]), 0..9_i64).prop_map(|(a, b)| format!("{a} in [4, {b}, 9]")),
    ];
    prop_oneof![
        4 => compared.clone(),
        1 => (compared.clone(), compared.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
        2 => (compared.clone(), compared.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
        1 => compared.prop_map(|a| format!("not ({a})")),
    ]
}

/// Rules of one statement with one condition.
fn rules() -> impl Strategy<Value = (String, String)> {
    let ends = || (number(), number());
    let pile = prop_oneof![
        2 => Just(String::new()),
        1 => (0..4_i64, 0..9_i64).prop_map(|(lo, more)| format!("pile n in {lo}..{}", lo + more)),
    ];
    let outer = |text: String| text.replace('k', "1");
    let statement = prop_oneof![
        2 => Just("take k for k in 1..n".to_string()),
        2 => ends().prop_map(move |(a, b)| format!("take k for k in {}..{}", outer(a), outer(b))),
        2 => ends().prop_map(move |(a, b)| format!("move n -> n - k for k in {}..{}", outer(a), outer(b))),
        1 => number().prop_map(|a| format!("move n -> {a} for k in 1..3")),
        1 => Just("take k leaving 0..2 piles for k in 1..n".to_string()),
        1 => ends().prop_map(|(a, b)| format!("move n -> [{a}, {b}] for k in 0..2")),
        1 => ends().prop_map(|(a, b)| format!("move n -> [{a}..{b}] for k in 0..2")),
    ];
    (pile, statement, condition())
        .prop_map(|(pile, statement, condition)| (format!("{pile} {statement}"), condition))
}

/// The moves of the piles up to 14 that are without a fault.
fn moves(session: &mut Session) -> Vec<Option<String>> {
    let moves = (0..15).map(|n| crate::common::ask(session, &format!("moves(g[{n}])")).ok());
    moves
        .map(|moves| moves.map(|moves| moves.to_string()))
        .collect()
}

/// What is called never is never, for all piles; what is called always may be left out.
#[test]
fn no_warning_is_wrong() {
    let (mut never, mut always) = (0, 0);
    check(1500, 5, rules(), |(rules, condition)| {
        let with = format!("game g {{ {rules} where {condition} }}");
        let report = report(&with);
        if report.diagnostics.iter().any(|it| it.is_error()) {
            return Ok(());
        }
        for warning in &report.diagnostics {
            let place = report.sources.slice(warning.labels[0].span);
            let mut session = session(&with, None).map_err(TestCaseError::fail)?;
            let listed = rules.contains("[") && warning.message.contains("downwards");
            if warning.code == "always" && place == condition {
                always += 1;
                let Ok(mut without) =
                    crate::common::session(&format!("game g {{ {rules} }}"), None)
                else {
                    continue;
                };
                for (a, b) in moves(&mut session).iter().zip(moves(&mut without)) {
                    // Without the condition there may be a fault that it kept out.
                    if let (Some(a), Some(b)) = (a, b) {
                        prop_assert_eq!(a, &b, "{}", with);
                    }
                }
            } else if !listed && warning.code != "always" {
                never += 1;
                for moves in moves(&mut session).into_iter().flatten() {
                    prop_assert_eq!(moves, "[]", "{}: {}", with, warning);
                }
            }
        }
        Ok(())
    });
    assert!(never > 100 && always > 50, "{never:?} and {always:?}");
}
