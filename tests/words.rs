//! Words of the language against what they are to mean: own names before built-in ones, orders, and runs that end.

use std::sync::Arc;

use nimrule::expr::builtin::Builtin;
use nimrule::rules::query::Query;
use nimrule::{Limits, Nowhere, Rulebook, Session, Settings, Value};

/// A session on rules, with the best engines or this one.
fn session(text: &str, engine: Option<&str>) -> Session {
    let book = Rulebook::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let settings = Settings::default().with_engine(engine);
    Session::new(book, settings).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The value of a question.
fn ask(session: &mut Session, question: &str) -> Value {
    let answer = session.eval_text("question", question);
    answer
        .unwrap_or_else(|why| panic!("{question}: {why}"))
        .value
}

/// The codes of the mistakes and warnings of a text.
fn codes(text: &str) -> Vec<&'static str> {
    let mut book = Rulebook::new(Arc::new(Nowhere), Limits::default());
    let (Ok(found) | Err(found)) = book.add("rules", text);
    found.diagnostics.iter().map(|it| it.code).collect()
}

/// What takes arguments hides what the language calls so, so that no file means something else when it gets another word.
#[test]
fn names_of_ones_own_come_first() {
    let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
    let queries = Query::ALL.iter().map(|query| query.name());
    // `any` and `all` are reserved, and so are no names of anybody's own.
    let names = builtins
        .chain(queries)
        .filter(|name| !["any", "all"].contains(name));
    for name in names.chain(["column", "rows"]) {
        let own = [
            (format!("let {name}(x) = x + 7"), format!("{name}(1) == 8")),
            (
                format!("game g {{ let {name}(x) = x + 1  take {name}(1) }}"),
                "moves(g[2]) == [g[0]]".to_string(),
            ),
            (
                format!("game {name}(k) {{ take k }}"),
                format!("{name}(2)[5] + {name}(1)[3] == {name}(1)[3] + {name}(2)[5]"),
            ),
            // Without arguments it is meant elsewhere than before `(`.
            (format!("let {name} = 3"), format!("{name} + 1 == 4")),
            (
                format!("let {name}(x, y) = if x > 0 then y else 0"),
                format!("{name}(1, 2) == 2"),
            ),
        ];
        for (text, claim) in own {
            let found = codes(&format!("{text}\nexpect {claim}"));
            // The query that a claim asks may be the one that is hidden.
            if name == "moves" && claim.contains("moves(g") {
                continue;
            }
            assert!(found.is_empty(), "{text}: {found:?}");
            assert_eq!(
                ask(&mut session(&text, None), &claim),
                Value::Bool(true),
                "{text}"
            );
        }
    }
}

#[test]
fn lists_and_tuples_have_an_order() {
    let lists = ["[]", "[0]", "[0, 0]", "[0, 1]", "[1]", "[1, 0]", "[2]"];
    let tuples = ["(0, [3])", "(1, [])", "(1, [0])", "(1, [0, 2])", "(2, [])"];
    for ascending in [lists.as_slice(), tuples.as_slice()] {
        let list = ascending.join(", ");
        let text = format!("let sorted = [{list}]\ngame nim {{ take any }}");
        let mut session = session(&text, None);
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                let holds = [("<", i < j), ("<=", i <= j), (">", i > j), (">=", i >= j)];
                for (op, holds) in holds {
                    // Worked out beforehand, and while the question is answered.
                    for question in [
                        format!("{a} {op} {b}"),
                        format!("[sorted[i + grundy(nim[0])] {op} sorted[{j}] for i in [{i}]][0]"),
                    ] {
                        assert_eq!(
                            ask(&mut session, &question),
                            Value::Bool(holds),
                            "{question}"
                        );
                    }
                }
            }
        }
        assert_eq!(
            ask(&mut session, "sort(reverse(sorted)) == sorted"),
            Value::Bool(true)
        );
    }
    assert_eq!(codes("expect [1] < (1, 2)"), ["wrong_kind"]);
    assert_eq!(codes("expect [first] < [second]"), ["wrong_kind"]);
}

/// Rows are compared in rules, too.
#[test]
fn rows_are_ordered_in_rules() {
    let text = "game g { pile p[]  move p -> q for q in [[0], [1, 0], [1]] where q < p }";
    for engine in [None, Some("plain")] {
        let mut session = session(text, engine);
        let claim = "moves(g[[1, 0]]) == [g[[0]], g[[1]]] and moves(g[[0]]) == [] and winner(g[[1, 0]]) == first";
        assert_eq!(ask(&mut session, claim), Value::Bool(true), "{engine:?}");
    }
}

/// A run with `while`, and what it runs through.
#[test]
fn runs_end_at_the_first_failure() {
    let cases = [
        ("[k for k in 1.. while k * k <= 30]", "[1..5]"),
        ("[k for k in 1..9 while k % 4 != 0]", "[1, 2, 3]"),
        ("[k for k in 1.. while k % 4 != 0 and k < 3]", "[1, 2]"),
        ("[k for k in 1.. while 2 > k or k == 3]", "[1]"),
        ("[k for k in 5..9 while k > 5]", "[]"),
        ("[k for k while k < 4]", "[1, 2, 3]"),
        ("[x for x in [2, 4, 5, 6] while even(x)]", "[2, 4]"),
        ("[x for x in [2, 4, 5, 6, 8][1..] while even(x)]", "[4]"),
        (
            "[a + b for (a, b) in [(1, 2), (2, 2), (3, 0)] while a != 3]",
            "[3, 4]",
        ),
        // What `where` leaves out does not end the run; what ends the run needs not pass `where`.
        (
            "[k for k in 1.. while k % 5 != 0 where k % 2 == 0]",
            "[2, 4]",
        ),
        (
            "[k for k in 1..9 while k < 5 where 7 / (5 - k) > 0]",
            "[1..4]",
        ),
        (
            "[10 * j + k for j in 1..3 while j != 3, k in j.. while k % 3 != 0]",
            "[11, 12, 22]",
        ),
        ("[k for j in 1..2, k in [j, 7, 2] while k < 7]", "[1, 2]"),
        ("sum(k for k in 1.. while k * k * k < 100)", "10"),
        // The last number there is ends every range.
        (
            "len([k for k in 9223372036854775806.. while k > 0 or odd(k)])",
            "2",
        ),
        (
            "[k for k in 1.. while k * k <= 9000000000000000000 where k % 1000000000 == 7]",
            "[7, 1000000007, 2000000007]",
        ),
        (
            "[p[i] for p in [[3, 4, 0, 5]], i in 0..3 while p[i] > 0]",
            "[3, 4]",
        ),
        ("[i for p in [[3, 4, 0, 5]], i while p[i] > 0]", "[0, 1]"),
    ];
    for (question, expected) in cases {
        let mut session = session("game nim { take any }", None);
        let claim = format!("{question} == {expected}");
        assert_eq!(ask(&mut session, &claim), Value::Bool(true), "{claim}");
        // The same where it cannot be worked out beforehand.
        let claim = format!("[{question} for _z in [grundy(nim[0])]] == [{expected}]");
        assert_eq!(ask(&mut session, &claim), Value::Bool(true), "{claim}");
    }
    assert_eq!(
        codes("expect [k for k in 1.. while 1 < 2] == []"),
        ["endless_range"]
    );
    assert_eq!(codes("expect [k for k = 3 while k < 2] == []").len(), 1);
}

/// Moves with a run that ends, beside the same without: of each value all earlier ones and it pass.
#[test]
fn moves_run_to_the_first_failure() {
    let conditions = [
        "k * k <= n",
        "k % 3 != 0",
        "xor(k, n) != 2",
        "(n - k) % 4 != 1",
        "k < 4 or even(n)",
        "2 * k <= n + 1",
        "k <= n and gcd(k, n) != 3",
        "n >= k",
        "k != 2",
        "popcount(k) < 2",
        "isqrt(n) >= k",
        "not prime(k)",
    ];
    let frames: [(&str, &str); 5] = [
        (
            "take k for k in 1..n while COND",
            "take k for k in 1..n where all(COND for k in 1..k)",
        ),
        (
            "take k for k in 1.. while COND",
            "take k for k in 1..n where all(COND for k in 1..k)",
        ),
        (
            "move n -> n - k for k in 1..n while COND where odd(n) or k > 1",
            "move n -> n - k for k in 1..n where (odd(n) or k > 1) and all(COND for k in 1..k)",
        ),
        (
            "move n -> [k, n - k - 1] for k in 1..n - 1 while COND",
            "move n -> [k, n - k - 1] for k in 1..n - 1 where all(COND for k in 1..k)",
        ),
        (
            "move n -> n - k for k in [1..n] while COND, j in 1..2",
            "move n -> n - k for k in 1..n where all(COND for k in 1..k)",
        ),
    ];
    for condition in conditions {
        for (run, whole) in frames {
            // In an open range the pile ends the run, too.
            let run = run.replace("COND", condition);
            let whole = whole.replace("COND", condition);
            let text = format!("game a {{ {run} }}\ngame b {{ {whole} }}");
            for engine in [None, Some("plain")] {
                let mut session = session(&text, engine);
                let claim = "values(a, 0..70) == values(b, 0..70) and [len(moves(a[n])) for n in 0..20] == [len(moves(b[n])) for n in 0..20]";
                assert_eq!(
                    ask(&mut session, claim),
                    Value::Bool(true),
                    "{text} {engine:?}"
                );
            }
        }
    }
}

/// Time ends with the run: what follows it would take years.
#[test]
fn nothing_is_run_through_behind_the_end() {
    let questions = [
        "len([k for k in 1..1_000_000_000_000 while k % 1000 != 0])",
        "len([k for k in 1.. while k * k <= 10_000])",
        "sum(len([j for j in k..9_000_000_000_000_000 while gcd(j, 6) != 6]) for k in 1..100)",
        "grundy(g[1_000])",
        "len(moves(g[1_000_000_000_000]))",
    ];
    let text = "game g { take k for k in 1..n while k % 7 != 0 and k * k <= n or k == 1 }";
    for question in questions {
        let mut settings = Settings::default();
        settings.limits.effort = Some(5_000_000);
        let mut session = Session::new(Rulebook::parse(text).unwrap(), settings).unwrap();
        let answer = session.eval_text("question", question);
        assert!(answer.is_ok(), "{question}: {}", answer.err().unwrap());
    }
}

#[test]
fn boards_are_drawn() {
    let cases = [
        ("cells(\"##./.#.\", \"#\")", "[(0, 0), (0, 1), (1, 1)]"),
        ("cells(\"##./.#.\", \".\")", "[(0, 2), (1, 0), (1, 2)]"),
        ("cells(\"a//ba\", \"a\")", "[(0, 0), (2, 1)]"),
        ("cells(\"\", \"#\")", "[]"),
        ("cells(\"é#\", \"#\")", "[(0, 1)]"),
    ];
    let mut session = session("", None);
    for (question, expected) in cases {
        let claim = format!("{question} == {expected}");
        assert_eq!(ask(&mut session, &claim), Value::Bool(true), "{claim}");
    }
    for wrong in [
        "cells(\"#\", \"\")",
        "cells(\"#\", \"##\")",
        "cells(\"#/#\", \"/\")",
    ] {
        assert_eq!(
            codes(&format!("let c = {wrong}")),
            ["bad_argument"],
            "{wrong}"
        );
    }
    let text = "let free = cells(\".#./...\", \".\")\ngame g { pile c[(r, s)]  move c -> remove(c, i) for i where c[i] in free }\nexpect winner(g[free]) == first";
    assert!(codes(text).is_empty());
}
