//! Words of the language against what they are to mean: own names before built-in ones, orders, and runs that end.

use nimrule::expr::builtin::Builtin;
use nimrule::rules::query::Query;
use nimrule::{Rulebook, Session, Settings, Value};

use crate::common::{opened, report, value};

/// A claim holds.
fn hold(session: &mut Session, claim: &str) {
    assert_eq!(value(session, claim), Value::Bool(true), "{claim}");
}

/// Claims hold by the best engines and by the definition.
fn all_hold(rules: &str, claims: &[&str]) {
    for engine in [None, Some("plain")] {
        let mut session = opened(rules, Settings::default().with_engine(engine));
        for claim in claims {
            let found = value(&mut session, claim);
            assert_eq!(found, Value::Bool(true), "{rules} {engine:?}: {claim}");
        }
    }
}

/// The codes of the mistakes and warnings of a text.
fn codes(text: &str) -> Vec<&'static str> {
    report(text).diagnostics.iter().map(|it| it.code).collect()
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
            hold(&mut opened(&text, Settings::default()), &claim);
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
        let mut session = opened(&text, Settings::default());
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
                            value(&mut session, &question),
                            Value::Bool(holds),
                            "{question}"
                        );
                    }
                }
            }
        }
        hold(&mut session, "sort(reverse(sorted)) == sorted");
    }
    assert_eq!(codes("expect [1] < (1, 2)"), ["wrong_kind"]);
    assert_eq!(codes("expect [first] < [second]"), ["wrong_kind"]);
}

/// Rows are compared in rules, too.
#[test]
fn rows_are_ordered_in_rules() {
    let text = "game g { pile p[]  move p -> q for q in [[0], [1, 0], [1]] where q < p }";
    let claim = "moves(g[[1, 0]]) == [g[[0]], g[[1]]] and moves(g[[0]]) == [] and winner(g[[1, 0]]) == first";
    all_hold(text, &[claim]);
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
            "[p[i] for p in [[3, 4, 0, 5]], i in 0..3 while p[i] > 0]",
            "[3, 4]",
        ),
        ("[i for p in [[3, 4, 0, 5]], i while p[i] > 0]", "[0, 1]"),
        // Nothing is worked out behind the first number for which the condition fails, also in short ranges.
        ("[k for k in 0..60 while pow(10, k) <= 21]", "[0, 1]"),
        ("[k for k in 0.. while pow(10, k) <= 21]", "[0, 1]"),
        ("moves(g[10])", "[g[9], g[7], g[1]]"),
    ];
    let rules =
        "game nim { take any }  game g { take pow(3, k) for k in 0..60 while pow(3, k) <= n }";
    for (question, expected) in cases {
        let mut session = opened(rules, Settings::default());
        let claim = format!("{question} == {expected}");
        hold(&mut session, &claim);
        // The same where it cannot be worked out beforehand.
        let claim = format!("[{question} for _z in [grundy(nim[0])]] == [{expected}]");
        hold(&mut session, &claim);
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
            let claim = "values(a, 0..70) == values(b, 0..70) and [len(moves(a[n])) for n in 0..20] == [len(moves(b[n])) for n in 0..20]";
            all_hold(&text, &[claim]);
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
        let mut session = opened(text, settings);
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
    let mut session = opened("", Settings::default());
    for (question, expected) in cases {
        let claim = format!("{question} == {expected}");
        hold(&mut session, &claim);
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

/// Functions that call themselves, and what they give.
#[test]
fn functions_may_call_themselves() {
    let rules = "
let fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2)
let down(n) = if n == 0 then [] else [n] ++ down(n - 1)
let is_even(n) = if n == 0 then true else is_odd(n - 1)
let is_odd(n) = if n == 0 then false else is_even(n - 1)
let ackermann(m, n) = if m == 0 then n + 1 else if n == 0 then ackermann(m - 1, 1) else ackermann(m - 1, ackermann(m, n - 1))
let total(xs) = if xs == [] then 0 else xs[0] + total(xs[1..])
let pairs(n) = if n == 0 then [] else [(n, [n])] ++ pairs(n - 1)
let powers(xs) = if xs == [] then [[]] else powers(xs[1..]) ++ [[xs[0]] ++ s for s in powers(xs[1..])]
let value(n) = mex([value(n - k) for k in 1.. while k * k <= n])
let first_above(n, k) = if k > n then k else first_above(n, 2 * k)
let outer(n) = if n == 0 then 1 else sum(inner(n, k) for k in 1..n)
let inner(n, k) = if k == 1 then outer(n - 1) else inner(n, k - 1)
let gcd_of(a, b) = if b == 0 then a else gcd_of(b, a % b)
let bounded(n) = if n == 0 then 0 else len([k for k in 1.. where k <= bounded(n - 1) + 1])
game lengths { take 1..fib(n % 5) }
game same { let most(n) = if n <= 1 then n else most(n - 1) + most(n - 2)  take 1..most(n % 5) }
game table { take [1, 1, 1, 2, 3][n % 5], 1..[0, 1, 1, 2, 3][n % 5] where n % 5 > 0 }
";
    let claims = [
        "[fib(n) for n in 0..10] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55] and fib(90) == 2880067194370816120",
        "down(5) == [5, 4, 3, 2, 1] and len(down(3000)) == 3000 and down(0) == []",
        "is_even(1000) and not is_odd(1000) and is_odd(7) and [is_even(n) for n in 0..3] == [true, false, true, false]",
        "ackermann(2, 3) == 9 and ackermann(3, 5) == 253",
        "total([3, 4, 5]) == 12 and total([1..2000]) == 2001000 and total([]) == 0",
        "pairs(2) == [(2, [2]), (1, [1])]",
        "powers([1, 2, 3]) == [[], [3], [2], [2, 3], [1], [1, 3], [1, 2], [1, 2, 3]]",
        "[value(n) for n in 0..12] == [mex([value(n - k) for k in 1..n where k * k <= n]) for n in 0..12]",
        "first_above(1_000_000, 1) == 1_048_576 and [outer(n) for n in 0..5] == [1, 1, 2, 6, 24, 120]",
        "inner(4, 2) == 6 and gcd_of(5040, 198) == gcd(5040, 198)",
        "[bounded(n) for n in 0..6] == [0..6] and bounded(60) == 60",
        "values(lengths, 0..40) == values(same, 0..40) and values(lengths, 0..40) == values(table, 0..40)",
        "[fib(n + grundy(lengths[0])) for n in [30, 31]] == [832040, 1346269]",
    ];
    all_hold(rules, &claims);
    // Whatever is asked for first.
    for claim in claims {
        hold(&mut opened(rules, Settings::default()), claim);
    }
}

/// The code of what is wrong with a question, and all that is said of it.
fn refused(rules: &str, question: &str) -> (&'static str, String) {
    let book = match Rulebook::parse(rules) {
        Ok(book) => book,
        Err(why) => return (why.diagnostics[0].code, why.to_string()),
    };
    let mut settings = Settings::default();
    settings.limits.memory = 400 << 20;
    let mut session = Session::new(book, settings).unwrap();
    match session.eval_text("question", question) {
        Ok(answer) => ("", answer.value.to_string()),
        Err(why) => (why.diagnostics[0].code, why.to_string()),
    }
}

/// Rules, a question, the code of what is wrong, and what is said of the chain.
const ENDLESS: &[(&str, &str, &str, &str)] = &[
    (
        "let f(n) = if n == 0 then 0 else f(n + 1)",
        "f(1)",
        "nested_calls",
        "f(1) → f(2) → f(3) → … → f(99999) → f(100000) → f(100001)",
    ),
    (
        "let f(n) = if n == 0 then 0 else f(n % 3 + 1) + 1",
        "f(7)",
        "endless_call",
        "f(2) → f(3) → f(1) → f(2)",
    ),
    (
        "let f(n) = if n > 9 then 0 else g(n) + 1\nlet g(n) = f(n)",
        "f(7)",
        "endless_call",
        "f(7) → g(7) → f(7)",
    ),
    (
        "let f(n) = if n > 0 then g(n) else 0\nlet g(n) = h([n])\nlet h(xs) = f(xs[0])",
        "f(7)",
        "endless_call",
        "f(7) → g(7) → h([7]) → f(7)",
    ),
    (
        "let f(xs) = if xs == [1] then 0 else f(xs ++ [2])",
        "f([3])",
        "memory_limit",
        "",
    ),
    // In a range that is cut short.
    (
        "let f(n) = if n == 0 then 0 else len([k for k in 1.. where k <= f(n + 1)])",
        "f(1)",
        "nested_calls",
        "f(1) → f(2)",
    ),
    ("let f(n) = f(n - 1)", "f(3)", "endless_call", "f → f"),
    (
        "let f(n) = g(n)\nlet g(n) = f(n)",
        "g(3)",
        "endless_call",
        "f → g → f",
    ),
    // No value has all these kinds.
    (
        "let f(n) = if n == 0 then [] else [f(n - 1)]",
        "f(3)",
        "wrong_kind",
        "",
    ),
    (
        "let f(n) = if n == 0 then 1 else [f(n - 1)]",
        "f(3)",
        "wrong_kind",
        "",
    ),
    ("let f(x) = f([x])", "f(3)", "too_deep", ""),
    (
        "let c = f(3)\nlet f(n) = if n == 0 then c else f(n - 1)",
        "c",
        "let_cycle",
        "",
    ),
    ("let c = d\nlet d = c", "c", "let_cycle", ""),
    (
        "let f(n) = if n == 0 then 0 else f(n - 1) + 1",
        "f(1_000_000)",
        "nested_calls",
        "",
    ),
    ("let f(n) = closure([n], f)", "f(3)", "let_cycle", ""),
    ("let f(n) = [n + 1]", "closure([1], f)", "memory_limit", ""),
    ("let f(n) = n", "closure([1], f)", "wrong_kind", ""),
    ("let f(n) = [n]", "closure(1, f)", "wrong_kind", ""),
    ("let f = [1]", "closure([1], f)", "wrong_arguments", ""),
    ("let f(a, b) = [a]", "closure([1], f)", "wrong_arity", ""),
    ("", "closure([1], f)", "wrong_arguments", ""),
    ("", "closure([1])", "wrong_arguments", ""),
    ("let f(x) = [[x]]", "closure([1], f)", "wrong_kind", ""),
    (
        "game nim { take any }\nlet f(p) = moves(p)\ngame g { take len(closure([n], f)) }",
        "values(g, 0..3)",
        "wrong_arguments",
        "",
    ),
];

#[test]
fn calls_without_end_are_told() {
    for (rules, question, code, chain) in ENDLESS {
        let (found, text) = refused(rules, question);
        assert_eq!(found, *code, "{rules}: {text}");
        assert!(text.contains(chain), "{rules}: {text}");
    }
}

/// Deep calls, wide ones and ones with large arguments stay within the limits.
#[test]
fn deep_calls_stay_within_the_limits() {
    let cases = [
        (
            "let f(n) = if n == 0 then 0 else f(n - 1) + 1",
            "f(99_000) == 99000",
        ),
        (
            "let f(n) = if n == 0 then 0 else max(g(n), 0)\nlet g(n) = if n == 0 then 0 else f(n - 1) + 1",
            "f(99_000) == 99000",
        ),
        (
            "let f(xs) = if len(xs) < 2 then len(xs) else f(xs[1..])",
            "f([1..2000]) == 1",
        ),
        (
            "let f(a, b) = if a == 0 or b == 0 then 1 else f(a - 1, b) + f(a, b - 1)",
            "f(16, 16) == 601080390",
        ),
        (
            "let f(n) = if n < 1 then 0 else 1 + len([k for k in 1.. where k <= f(n - 1)])",
            "f(300) == 300",
        ),
    ];
    for (rules, claim) in cases {
        assert_eq!(refused(rules, claim), ("", "true".to_string()), "{rules}");
    }
    // What is never kept is worked out again and again, until a limit.
    let mut settings = Settings::default();
    settings.limits.effort = Some(2_000_000);
    let mut session = opened(
        "let f(xs) = if len(xs) < 1 then 0 else f(xs[1..]) + f(xs[1..])",
        settings,
    );
    let why = session.eval_text("question", "f([1..200])").unwrap_err();
    assert_eq!(why.diagnostics[0].code, "effort_limit", "{why}");
}

#[test]
fn closures_hold_what_is_added() {
    let rules = "
let halves(n) = [n / 2, n / 3]
let next(p) = moves(p)
let steps(c, size) = [(c[0] + d[0], c[1] + d[1]) for d in [(0, 1), (1, 0), (0, -1), (-1, 0)] where 0 <= c[0] + d[0] < size and 0 <= c[1] + d[1] < size]
let touching(c, all_cells) = [d for d in all_cells where abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1]
let tails(xs) = if xs == [] then [] else [xs[1..]]
let nothing(x) = []
let not_it(b) = [not b]
let board = cells(\"##./..#/.##\", \"#\")
game nim { take any }
game walk { pile c[(r, s)]  move c -> closure([c[i]], touching, c) for i where len(closure([c[i]], touching, c)) < len(c) }
";
    let claims = [
        "closure([10], halves) == [10, 5, 3, 2, 1, 0] and closure([], halves) == [] and closure([0, 0, 7, 0], halves) == [0, 7, 3, 2, 1]",
        "len(closure([(0, 0)], steps, 20)) == 400 and closure([(0, 0)], steps, 2) == [(0, 0), (0, 1), (1, 0), (1, 1)]",
        "closure([[1, 2, 3]], tails) == [[1, 2, 3], [2, 3], [3], []] and closure([3, 1, 3], nothing) == [3, 1]",
        "closure([true], not_it) == [true, false]",
        "closure([board[0]], touching, board) == [(0, 0), (0, 1)] and len(closure([board[4]], touching, board)) == 3",
        "closure([nim[1, 1]], next) == [nim[1, 1], nim[0, 1], nim[0, 0]] and len(closure([nim[3]], next)) == 4",
        "moves(walk[board]) == [walk[[(0, 0), (0, 1)]], walk[[(0, 1), (0, 0)]], walk[[(1, 2), (2, 2), (2, 1)]], walk[[(2, 1), (2, 2), (1, 2)]], walk[[(2, 2), (1, 2), (2, 1)]]]",
        "[len(closure([n], halves)) for n in 0..5] == [1, 2, 3, 3, 4, 4]",
    ];
    all_hold(rules, &claims);
}

/// Games with drawn piles beside the same where those move to themselves.
const DRAWN: &[(&str, &str)] = &[
    (
        "take 1..2  draw when n == 4  loopy",
        "take 1..2 where n != 4  move n -> n where n == 4  loopy",
    ),
    (
        "take any  move n -> n + 2 where n < 9  draw when n > 8 or n == 5  end when n == 3  loopy",
        "take any where not (n > 8 or n == 5)  move n -> n + 2 where n < 9 and n != 5  move n -> n where n > 8 or n == 5  end when n == 3  loopy",
    ),
    (
        "take 1, 3  draw when n % 7 == 6  end when n % 7 >= 5  loopy  misere",
        "take 1, 3 where n % 7 != 6  move n -> n where n % 7 == 6  end when n % 7 == 5  loopy  misere",
    ),
    (
        "take any leaving 1..2 piles  draw when square(n)  draw when n == 7  loopy",
        "take any leaving 1..2 piles where not square(n) and n != 7  move n -> n where square(n) or n == 7  loopy",
    ),
    (
        "take 1..3  draw when n == 2 or n == 5  loopy  each turn 1..2 piles",
        "take 1..3 where n != 2 and n != 5  move n -> n where n == 2 or n == 5  loopy  each turn 1..2 piles",
    ),
    (
        "take k for k in 1.. while k * k <= n  draw when any(n == j * j + 1 for j in 2..4)  loopy",
        "take k for k in 1.. while k * k <= n where n not in [5, 10, 17]  move n -> n where n in [5, 10, 17]  loopy",
    ),
];

#[test]
fn drawn_piles_move_to_themselves() {
    for (drawn, plain) in DRAWN {
        let text = format!("game a {{ {drawn} }}\ngame b {{ {plain} }}\ngame nim {{ take any }}");
        let mut claims = vec![
            "[len(moves(a[n])) for n in 0..12] == [len(moves(b[n])) for n in 0..12]",
            "[winner(a[n]) for n in 0..12] == [winner(b[n]) for n in 0..12]",
            "[winner(a[n, m]) for n in 0..6, m in 0..6] == [winner(b[n, m]) for n in 0..6, m in 0..6]",
            "losing(a, 0..9) == losing(b, 0..9)",
        ];
        if !drawn.contains("misere") {
            claims.push("[winner(a[n] + nim[m]) for n in 0..6, m in 0..3] == [winner(b[n] + nim[m]) for n in 0..6, m in 0..3]");
        }
        all_hold(&text, &claims);
    }
}

/// A condition speaks of an unordered pile under any naming, and of rows.
#[test]
fn drawn_piles_of_several_numbers() {
    let text = "
game pair { pile {a, b}  move a -> a - 1  draw when a == 2  loopy }
game row { pile p[]  move p[i] -> p[i] - 1  draw when sum(p) == 2  loopy }
game tuple { pile (a, b)  move a -> a - 1  move b -> b - 1  draw when a == 1 and b == 1  end when a == 1  loopy }
";
    let claims = [
        "moves(pair[(2, 5)]) == [pair[(2, 5)]] and moves(pair[(5, 2)]) == [pair[(2, 5)]] and moves(pair[(1, 1)]) == [pair[(0, 1)]]",
        "[winner(pair[(a, 1)]) for a in 0..4] == [first, second, draw, draw, draw]",
        "moves(row[[1, 1]]) == [row[[1, 1]]] and winner(row[[1, 2]]) == draw and winner(row[[1, 0]]) == first",
        "moves(tuple[(1, 1)]) == [tuple[(1, 1)]] and moves(tuple[(1, 2)]) == [] and winner(tuple[(2, 1)]) == draw and winner(tuple[(2, 0)]) == first",
    ];
    all_hold(text, &claims);
    let mut session = opened(text, Settings::default());
    for (game, told) in [
        (
            "pair",
            "A pile where `a == 2` is drawn: its only move is to itself.",
        ),
        (
            "row",
            "A pile where `sum(p) == 2` is drawn: its only move is to itself.",
        ),
        (
            "tuple",
            "A pile where `a == 1` has no moves. A pile where `a == 1 and b == 1` is drawn: its only move is to itself.",
        ),
    ] {
        let text = value(&mut session, &format!("describe({game})")).to_string();
        assert!(text.contains(told) && !text.contains("not ("), "{text}");
    }
    assert_eq!(
        codes(
            "game g { take 1  draw when n > 3  draw when n < 0  loopy }\nexpect winner(g[1]) == first"
        ),
        ["never"]
    );
    assert_eq!(
        codes("game g { take 1  draw when n >= 0  loopy }\nexpect winner(g[1]) == draw"),
        ["always"]
    );
    assert_eq!(
        codes(
            "let draw = 3\ngame g { take draw  draw when n == draw  loopy }\nexpect winner(g[draw]) != first"
        ),
        [""; 0]
    );
    assert_eq!(
        codes("game g { take 3..  draw when n == 4  loopy }\nexpect winner(g[4]) == draw"),
        [""; 0]
    );
}

/// The lengths of perfect plays, by their definition.
#[test]
fn remoteness_is_the_length_of_perfect_play() {
    let text = "
game g { take 1, 3, 4 }
game broken { take 1..2 leaving 0..2 piles }
game last { take 1..3  misere }
game short { take 1..3  take 5  each turn all piles or none }
game short_misere { take 1, 4  each turn all piles or none  misere }
game long { take 1..3  take 5  each turn all piles }
game row { pile p[]  move p[i] -> p[i] - k for i, k in 1..2 }
let length(p) = if moves(p) == [] then 0 else if winner(p) == first then 1 + min(length(q) for q in moves(p) where winner(q) == second) else 1 + max(length(q) for q in moves(p))
";
    let positions = [
        "g[7]",
        "g[5, 3]",
        "g[3] + broken[2]",
        "broken[6]",
        "broken[3, 3]",
        "last[5]",
        "last[3, 2]",
        "short[3, 5]",
        "short[2, 3, 4]",
        "short[0, 3]",
        "short_misere[4, 5]",
        "short_misere[2, 5]",
        "long[2, 4]",
        "row[[2, 1, 3]]",
        "row[[1], [2]]",
        "g[]",
    ];
    let claims = positions.map(|it| format!("remoteness({it}) == length({it})"));
    all_hold(text, &claims.each_ref().map(String::as_str));
    // The theorem of the pile that ends first needs no search.
    let mut session = opened(text, Settings::default());
    let piles = "[100, 120, 130, 141, 150, 160]";
    let claim = format!("remoteness(short{piles}) == min(remoteness(short[n]) for n in {piles})");
    assert_eq!(
        session.eval_text("claim", &claim).unwrap().value,
        Value::Bool(true)
    );
    assert_eq!(
        refused("game stay { move n -> n  loopy }", "remoteness(stay[1])").0,
        "infinite_value"
    );
}

/// The genus of positions: the values of normal play, and of misère play beside piles of two.
#[test]
fn genera_of_positions() {
    let text = "
game kayles { take 1..2 leaving 0..2 piles }
game nim { take any }
game row { pile p[]  move p[i] -> p[i] - k for i, k in 1.. }
game pair { pile (a, b)  move a -> a - k for k in 1..  move b -> b - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
let misere_value(p) = if moves(p) == [] then 1 else mex([misere_value(q) for q in moves(p)])
let digits_of(p) = [misere_value(p), misere_value(p + nim[2]), misere_value(p + nim[2, 2])]
";
    let mut session = opened(text, Settings::default());
    let claims = [
        "[genus(kayles[n]) for n in 0..9] == genus(kayles, 0..9)",
        "genus(nim[]) == \"0^1\" and genus(nim[1]) == \"1^0\" and genus(nim[1, 2]) == \"3^3\" and genus(nim[3] + kayles[1]) == \"2^2\"",
        "genus(row[[1, 2, 3]]) == genus(nim[1, 2, 3]) and genus(row[[1], [4]]) == genus(nim[1, 4])",
        "genus(pair[(0, 4)]) == \"4^4\" and genus(pair[(1, 1)]) == genus(nim[2])",
        // Wild: the first digits of the sequence are the misère values beside piles of two.
        "digits_of(kayles[5]) == [1, 4, 6] and genus(kayles[5]) == \"4^{146}\"",
        "digits_of(kayles[5, 1])[0] == 0 and genus(kayles[5, 1]) == \"5^{057}\"",
    ];
    for claim in claims {
        hold(&mut session, claim);
    }
    let answer = session
        .eval_text("question", "genus(kayles[5, 2] + nim[3])")
        .unwrap();
    let by = answer.by.detail;
    assert!(
        by.contains("kayles[5] is wild: it has the genus 4^{146}, and its options have"),
        "{by}"
    );
    assert_eq!(
        refused("game stay { move n -> n  loopy }", "genus(stay[1])").0,
        "infinite_value"
    );
}

/// Where a range runs, and an equation that a number of it solves.
const EQUATIONS: &[(&str, &str)] = &[
    ("a in 1..90", "3 * a == 51"),
    ("a in 1..90", "3 * a == 52"),
    ("a in -9..90", "a * 2 - 7 == -11"),
    ("a in -9..90", "40 - a == 2"),
    // Several solve it.
    ("a in -9..90", "a / 8 == 5"),
    ("a in 0..90", "min(a, 30) == 30"),
    ("a in 0..90", "isqrt(a) == 6"),
    ("a in -90..90", "abs(a) == 6"),
    ("k in 2..40, a in 1..90", "k * a + k * (k - 1) / 2 == 60"),
    ("a in 0..70, b in a..90", "a + 2 * b == 99 and a % 2 == 1"),
    ("a in 0..70, b in 0..90", "a * b == 36 and a != 4"),
    (
        "a in 4_000_000_000_000_000_000..4_000_000_000_000_000_099",
        "a + a == 8_000_000_000_000_000_050",
    ),
];

#[test]
fn ranges_run_where_equations_hold() {
    let rules = "game g { take any }";
    for (ranges, equation) in EQUATIONS {
        let (left, right) = equation.split_once(" == ").expect("an equation");
        let (right, more) = right.split_once(" and ").unwrap_or((right, "true"));
        let all = format!("[{left} for {ranges} where {equation}]");
        // What ends no range.
        let slow = format!("[{left} for {ranges} where {left} - ({right}) in [0, 0] and {more}]");
        all_hold(rules, &[&format!("{all} == {slow}")]);
    }
    let written = |equation: &str| {
        format!("move n -> [a..a + k - 1] for k in 2.., a in 1.. where {equation}")
    };
    let fast = written("k * a + k * (k - 1) / 2 == n");
    let slow = written("k * a + k * (k - 1) / 2 in [n, n]");
    let rules = format!("game g {{ {fast} }}\ngame h {{ {slow} }}");
    all_hold(&rules, &["values(g, 0..150) == values(h, 0..150)"]);
}
