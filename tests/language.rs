//! The language itself: what is always empty, functions, and how deep things may be nested.

use nimrule::work::budget::Limits;
use nimrule::{Rulebook, Session, Settings, Value};

use crate::common::{Shelf, session};

/// The value of a question, or the code of what is wrong with it.
fn ask(session: &mut Session, question: &str) -> Result<Value, String> {
    let answer = session.eval_text("question", question);
    answer.map(|answer| answer.value).map_err(|why| {
        let first = why.diagnostics.first();
        format!("{}: {why}", first.map_or("", |first| first.code))
    })
}

/// Rules with something that is always empty: what stands before the game, its statements, and the same without the empty
/// part. The piles are numbers, tuples of two or rows.
#[rustfmt::skip]
const EMPTY: &[(&str, &str, &str)] = &[
    // What a move runs through.
    ("", "move n -> x for x in []", ""),
    ("", "move n -> n - x for x in []  take 2", "take 2"),
    ("", "take 1  take n / k for k in -2..n where 2 <= k < 1", "take 1"),
    ("", "take 1  move n -> n / k - 1 for j in 0..n, k = 4 * j - 1 where 2 <= k < 1", "take 1"),
    ("", "take 1  move n -> x[0] + x[1] for x in []", "take 1"),
    ("", "take 1  move n -> a * b for (a, b) in []", "take 1"),
    ("", "take 1  move n -> len(a) - min(b) for (a, b) in []", "take 1"),
    ("", "take 1  move n -> y for x in [], y in x", "take 1"),
    ("", "take 1  move n -> y for x in [], y in x[1..]", "take 1"),
    ("", "take 1  move n -> x - k for x in [], k in 1..", "take 1"),
    ("", "take 1  move n -> n - k for x in [], k in 1.. where k <= x", "take 1"),
    ("", "take 1  move n -> n - k for x in [], k in 1.. where x >= k", "take 1"),
    ("", "take 1  move n -> n - 1 for x in [] where not x", "take 1"),
    ("", "take 1  move n -> n - 1 for x in [] where x[0] in 1..3 or x in 2.. or 3 in x", "take 1"),
    ("", "take 1  move n -> n - 1 for x in [] where x == [1] or x == (1, 2) or x == 1", "take 1"),
    ("", "take 1  move n -> n - 1 for x in [] where x < x or -x < 3 or x + x == 2 or x * x > x", "take 1"),
    ("", "take 1  move n -> (if x then 1 else 2) for x in []", "take 1"),
    ("", "take 1  move n -> [x, n - x] for x in []", "take 1"),
    ("", "take 1  move n -> x ++ [1] for x in []", "take 1"),
    ("", "take 1  move n -> sum(x) + mex(x) + gcd(x) + abs(x) for x in []", "take 1"),
    ("", "take 1  move n -> n - 1 for x in [] where any(x) and all(x) and prime(x)", "take 1"),
    ("", "take 1  move n -> sort(unique(reverse(remove(x, 0))))[0] for x in []", "take 1"),
    ("", "take 1  take k for k in []", "take 1"),
    ("", "take 1  take x[0] for x in []", "take 1"),
    ("", "take 1  take x for x in [] where x > 1", "take 1"),
    ("", "take 1  take x leaving x piles for x in []", "take 1"),
    ("", "take 1  take []", "take 1"),
    ("", "take 1  split into x for x in []", "take 1"),
    // Tables of the file.
    ("let s = [[], []]", "take 1  take k for k in s[n % 2]", "take 1"),
    ("let s = [[], [1]]", "take k for k in s[n % 2]", "take k for k in [1] where n % 2 == 1"),
    ("let s = [[], [], []]", "take 2  move n -> y for x in s, y in x", "take 2"),
    ("let s = [[], [], []]", "take 2  move n -> x + 1 for x in s[n % 3]", "take 2"),
    ("let s = [[], []]", "take 2  take s[n % 2]", "take 2"),
    ("let s = []", "take 2  move n -> n - s[0] where len(s) > 0", "take 2"),
    ("let s = []", "take 2  move n -> n - s[0][1] where len(s) > 0 and s[0] != s[1]", "take 2"),
    ("let s = [(1, []), (2, [])]", "take a for (a, b) in s  move n -> x for (a, b) in s, x in b", "take 1, 2"),
    ("let s = [[] for k in 1..4]", "take 3  take x for row in s, x in row", "take 3"),
    // Arguments.
    ("let on = 1", "take on  move n -> n - x[0] for x in []  move n -> n - 2 for i in 1..1 where [1] in []", "take 1"),
    // Functions.
    ("let f(x) = x + 1", "take 1  move n -> f(x) for x in []", "take 1"),
    ("let f(x) = x[0] + len(x)", "take 1  take f(x) for x in []", "take 1"),
    ("let f(s) = sum(x + 1 for x in s)", "take 1 + f([])", "take 1"),
    ("let f(s) = if len(s) > 0 then s[0] + 1 else 2", "take f([])", "take 2"),
    ("let f(s) = if len(s) > 0 then s[0][0] else 2", "take f([])", "take 2"),
    ("let f(s) = [x - 1 for x in s]", "take 1 + len(f([]) ++ f(f([])))", "take 1"),
    ("let f(s, t) = [(x, y) for x in s, y in t]", "take 1  take a + b for (a, b) in f([], [1]) ++ f([2], [])", "take 1"),
    // Comprehensions.
    ("", "take 1 + sum(x + 1 for x in [])", "take 1"),
    ("", "take 1 + sum(x * y for (x, y) in [])", "take 1"),
    ("", "take 1 + sum(sum(x) for x in [])", "take 1"),
    ("", "take 1 + len([[x, 1] for x in []] ++ [[y] for y in []])", "take 1"),
    ("", "take 1 + len([x for x in [] where x > 2 and prime(x)])", "take 1"),
    ("", "take 1 + sum([x for x in [] ++ []])", "take 1"),
    ("", "take 1 + sum([x for x in [], y in [x]])", "take 1"),
    ("", "take 1 + sum([] ++ [2, 3][5..])", "take 1"),
    ("", "take 1 + sum(unique(sort(reverse([])))) + mex([]) + xor([]) + gcd([])", "take 1"),
    ("", "take 1 where all(x > n for x in []) and not any(x for x in [])", "take 1"),
    ("", "take 1 where n not in [] and [n] not in []", "take 1"),
    ("", "take 1 where [] == [] and [[]] != [] and [[], [1]][1] != []", "take 1"),
    // Endings.
    ("", "take 1, 2  end when any(x == n for x in [])", "take 1, 2"),
    // Tuples and rows.
    ("", "pile (a, b)  move a -> a - 1  move a, b -> x for x in []", "pile (a, b)  move a -> a - 1"),
    ("", "pile (a, b)  move a -> a - 1  move a, b -> x, y for (x, y) in []", "pile (a, b)  move a -> a - 1"),
    ("", "pile (a, b)  move a -> a - 1  move a, b -> [(x, x)] for x in []", "pile (a, b)  move a -> a - 1"),
    ("", "pile p[]  move p[i] -> p[i] - 1  move p[x] -> 0 for x in []", "pile p[]  move p[i] -> p[i] - 1"),
    ("", "pile p[]  move p[i] -> p[i] - 1  move p -> x for x in []", "pile p[]  move p[i] -> p[i] - 1"),
    ("", "pile p[]  move p[i] -> p[i] - 1  move p -> [x, 1] for x in []", "pile p[]  move p[i] -> p[i] - 1"),
    ("", "pile p[]  move p[i] -> p[i] - 1  move p[i] -> x for x in []", "pile p[]  move p[i] -> p[i] - 1"),
    ("", "pile p[]  take 1 from p[i]  take x from p[i] for x in []", "pile p[]  take 1 from p[i]"),
    ("let e = []", "pile p[]  take 1 from p[i]  move p[i] -> 0 for x in e where x[0] in p and p in x", "pile p[]  take 1 from p[i]"),
];

/// In misère play as in normal play, a rule that fails at a pile fails for those alone that lead there.
#[test]
fn faults_of_piles_that_cannot_be_reached_are_no_faults() {
    for rule in [
        "move n -> n - 2 where 6 / n > 1",
        "move n -> n - 1 - n / k for k in n..n where n != 1",
    ] {
        for engine in [None, Some("plain")] {
            let text = format!("game g {{ {rule}  misere }}");
            let mut session = session(&text, engine).unwrap();
            let found = ask(&mut session, "[winner(g[3]), winner(g[1])]").unwrap();
            assert_eq!(found.to_string(), "[second, first]", "{rule} {engine:?}");
        }
    }
}

#[test]
fn a_part_that_is_always_empty_changes_nothing() {
    let mut wrong = Vec::new();
    for (before, with, without) in EMPTY {
        let (with, without) = (
            format!("{before}\ngame g {{ {with} }}"),
            format!("{before}\ngame g {{ {without} }}"),
        );
        let piles = if with.contains("(a, b)  move") {
            "(n / 4, n % 4)"
        } else if with.contains("p[]") {
            "[n / 9, n / 3 % 3, n % 3]"
        } else {
            "n"
        };
        for engine in [None, Some("plain")] {
            for query in ["moves(g[P])", "grundy(g[P])"] {
                let query = format!("[{query} for n in 0..15]").replace('P', piles);
                let [given, wanted] = [&with, &without].map(|text| {
                    let value = ask(&mut session(text, engine)?, &query)?;
                    Ok::<String, String>(value.to_string())
                });
                if given.is_err() || given != wanted {
                    wrong.push(format!("{with}\n{query} {engine:?}\n{given:?}\n{wanted:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Claims about what is always empty; `e` is an empty list, `of(s)` a game with a list as its argument.
#[rustfmt::skip]
const CLAIMS: &[&str] = &[
    "sum(x + 1 for x in e) == 0",
    "[x[0] for x in e] == []",
    "[x[0][1] + y for (x, y) in e] == []",
    "len([winner(x) for x in e]) == 0",
    "[grundy(x + nim[1]) + grundy(nim[2] + x) for x in e] == []",
    "[grundy(x + x) for x in e] == []",
    "[moves(x) ++ winning(x) ++ line(x) for x in e] == []",
    "[best(x) for x in e] == moves(nim[0])",
    "[values(x, 0..5) for x in e] == []",
    "[x[3] for x in e] == []",
    "[explain(x, y) for x in e, y in x] == []",
    "[grundy(of(x)[3]) for x in e] == []",
    "[winner(x) == first for x in moves(nim[0])] == []",
    "[x for x in e where winner(nim[x]) == first] == []",
    "nim[x for x in e] == nim[]",
    "moves(rowed(e)[[2, 1]]) == moves(rowed([])[[2, 1]])",
    "moves(rowed(e)[[2, 1]]) == [rowed(e)[[1, 1]], rowed(e)[[2, 0]]]",
    "moves(of([])[3]) == []",
    "moves(of(e)[3]) == []",
    "moves(of([x for x in e])[3]) == []",
    "values(of(e), 0..3) == [0, 0, 0, 0]",
    "values(of([[]]), 0..3) == [0, 0, 0, 0]",
    "[of(s)[2] for s in [[], [[1]], [[]]] where moves(of(s)[2]) != []] == [of([[1]])[2]]",
    "rows_of(e) == 0 and rows_of([[1]]) == 1",
];

/// Ranges without an end, which the results or the condition end: a rule, a pile, and the piles that its moves leave.
const OPEN_RANGES: [(&str, &str, &str); 24] = [
    (
        "move n -> n - (if n > 5 then 2 else 1) * k for k in 1..",
        "7",
        "[5, 3, 1]",
    ),
    (
        "move n -> n - (if n > 5 then 2 else 1) * k for k in 1..",
        "3",
        "[2, 1, 0]",
    ),
    ("move n -> n - (n / 3 + 1) * k for k in 1..", "7", "[4, 1]"),
    (
        "move n -> n - (n % 3 + 1) * k for k in 1..",
        "7",
        "[5, 3, 1]",
    ),
    (
        "move n -> n - k + n % 3 for k in 1.. where n - k + n % 3 < n",
        "4",
        "[3, 2, 1, 0]",
    ),
    ("move n -> min(n - k, 3) for k in 1..", "5", "[3, 2, 1, 0]"),
    (
        "move n -> max(n - k, n - 2 * k) for k in 1..",
        "3",
        "[2, 1, 0]",
    ),
    (
        "move n -> n / k for k in 1.. where k in [2, 5]",
        "17",
        "[8, 3]",
    ),
    // A name in a list is no constant.
    (
        "take k for x = 2 * k where k + 5 - sum([x for i in 0..0]) <= n",
        "3",
        "[1, 0]",
    ),
    ("move n -> n - 1 for k in 1.. where k < n", "3", "[2]"),
    ("move n -> n - 1 for k in 1.. where k * k < n", "1", "[]"),
    (
        "move n -> n - k for k in 1.. where n >= k + k",
        "5",
        "[4, 3]",
    ),
    ("move n -> n - 1 for k in 1.. where -k > -n", "3", "[2]"),
    (
        "move n -> n - 1 for k in 0.. where k * (k * k) < n",
        "9",
        "[8]",
    ),
    ("move n -> n - area(k) for k in 1..", "9", "[8, 5, 0]"),
    // A later name ends the range.
    (
        "move n -> n - m for k in 1.., m in [2, 4] where k < m",
        "9",
        "[7, 5]",
    ),
    // It holds behind numbers for which it does not.
    (
        "move n -> n - k - 4 for k in -3.. where pow(k, 2) <= 4",
        "7",
        "[5, 4, 3, 2, 1]",
    ),
    (
        "move n -> n - k * j for k in 1.., j in [1, 2, 5]",
        "5",
        "[4, 3, 2, 1, 0]",
    ),
    // Both end where the other one is least.
    (
        "move n -> [a, b] for a in 0.., b in 0.. where a + b == n - 1",
        "3",
        "[0, 2, 1, 1]",
    ),
    (
        "move n -> n - a * b for a in 1.., b in 2..",
        "5",
        "[3, 2, 1, 0]",
    ),
    ("move n -> n - a - b for a in 2.., b in a..", "5", "[1, 0]"),
    // One of several ends.
    ("take k where k == 2 or k * k == n", "9", "[7, 6]"),
    ("take k where k in [n - 1, 2]", "5", "[3, 1]"),
    ("take k where k in [n - 1, 1..n / 2]", "5", "[4, 3, 1]"),
];

#[test]
fn open_ranges_end_where_the_rules_say() {
    for (rule, pile, wanted) in OPEN_RANGES {
        let text = format!("let area(k) = k * k  game g {{ {rule} }}");
        let mut session = session(&text, None).expect(rule);
        let found = ask(&mut session, &format!("moves(g[{pile}])")).expect(rule);
        assert_eq!(
            found
                .to_string()
                .replace("g[", "")
                .replace("],", ",")
                .replace("]]", "]"),
            wanted,
            "{rule}"
        );
    }
    // From k = 11 on the condition holds, so that it ends nothing.
    let text = "game g { move n -> n - 1 for k in 1.. where (10 - k) * k < 5 - k }";
    let why = session(text, None).err().expect("an error");
    assert!(why.contains("nothing shows that `k` ever stops"), "{why}");
    // Where b is large, a may be so too.
    for text in [
        "game g { move n -> n - 1 for a in 1.., b in 1.. where a - b < n }",
        "game g { move n -> n - 1 for a in 1.., b in 1..n where a == b or a > n }",
        "game g { move n -> n - 1 for a in 1.. where a in [n, 2 * a] }",
    ] {
        let why = session(text, None).err().expect("an error");
        assert!(why.contains("nothing shows that `a` ever stops"), "{why}");
    }
    // Every entry of a list that is not empty falls.
    let row =
        "game g { pile p[]  move p -> [x - k for x in [3, 4]] for k in 1.. where len(p) == 1 }";
    let mut session = session(row, None).expect(row);
    let found = ask(&mut session, "moves(g[[9]])").expect(row);
    assert_eq!(found.to_string(), "[g[[2, 3]], g[[1, 2]], g[[0, 1]]]");
}

#[test]
fn claims_about_empty_lists() {
    let text = "let e = []
        game nim { take any }
        game of(s) { take x[0] for x in s where len(x) > 0 }
        game rowed(e) { pile left[]  take 1 from left[i]  move left -> [] for x in e where x[0] in left }
        let rows_of(s) = sum(len(x) for x in s)";
    let mut session = session(text, None).unwrap_or_else(|why| panic!("{why}"));
    let wrong: Vec<String> = CLAIMS
        .iter()
        .filter_map(|claim| match ask(&mut session, claim) {
            Ok(Value::Bool(true)) => None,
            other => Some(format!("{claim}: {other:?}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    for claim in [
        "e[0] == 1",
        "[][0] + 1 == 2",
        "grundy(e[0]) == 0",
        "max(e) == 1",
    ] {
        let why = ask(&mut session, claim).err().unwrap_or_default();
        assert!(
            why.contains("index_out_of_range") || why.contains("bad_argument"),
            "{claim}: {why}"
        );
    }
}

/// Does the work on a thread with so little stack.
fn on_a_small_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread.join().expect("no panic")
    })
}

/// A text with lines made by `line` of the numbers of all but the last step.
fn chain(steps: usize, line: impl Fn(usize, usize) -> String, last: &str) -> String {
    let mut text: String = (0..steps - 1).map(|step| line(step, step + 1)).collect();
    text.push_str(&last.replace('N', &(steps - 1).to_string()));
    text
}

/// Chains of definitions: a name, the text, a question and its answer.
fn chains() -> Vec<(&'static str, String, &'static str, &'static str)> {
    vec![
        (
            "functions",
            chain(
                5000,
                |a, b| format!("let f{a}(x) = f{b}(x) + 1\n"),
                "let fN(x) = x\n",
            ),
            "f0(1)",
            "5000",
        ),
        (
            "functions, the last first",
            (1..5000).fold("let f0(x) = x\n".to_string(), |text, step| {
                text + &format!("let f{step}(x) = f{}(x) + 1\n", step - 1)
            }),
            "f4999(1)",
            "5000",
        ),
        (
            "functions called twice",
            chain(
                42,
                |a, b| format!("let f{a}(x) = f{b}(x) + f{b}(x)\n"),
                "let fN(x) = x\n",
            ),
            "f30(1)",
            "2048",
        ),
        (
            "functions in a rule",
            chain(
                2000,
                |a, b| format!("let f{a}(x) = f{b}(x) + 1\n"),
                "let fN(x) = x - 2000\n",
            ) + "game g { take k where f0(k) <= 2 }",
            "values(g, 0..4)",
            "[0, 1, 2, 3, 0]",
        ),
        (
            "functions called twice in a rule",
            chain(
                42,
                |a, b| format!("let f{a}(x) = min(f{b}(x), f{b}(x))\n"),
                "let fN(x) = x\n",
            ) + "game g { take k for k in 1.. where f32(k) <= 3 }",
            "values(g, 0..4)",
            "[0, 1, 2, 3, 0]",
        ),
        (
            "constants",
            chain(
                5000,
                |a, b| format!("let c{a} = c{b} + 1\n"),
                "let cN = 1\n",
            ),
            "c0",
            "5000",
        ),
        (
            "lets of the file with positions",
            chain(
                3000,
                |a, b| format!("let p{a} = p{b}\n"),
                "let pN = nim[3]\n",
            ) + "game nim { take any }",
            "p0",
            "nim[3]",
        ),
        (
            "games",
            chain(
                1000,
                |a, b| format!("game g{a} {{ move n -> g{b}[n - 1] }}\n"),
                "game gN { take any }\n",
            ),
            "[grundy(g0[2]), grundy(g991[11])]",
            "[0, 1]",
        ),
    ]
}

/// The same for what is long or deep in one place.
fn nests() -> Vec<(&'static str, String, &'static str, &'static str)> {
    let deep = "(".repeat(95) + "n" + &")".repeat(95);
    let minus = "- ".repeat(96);
    let ifs = "if n > 0 then (".repeat(48) + "1" + &") else 2".repeat(48);
    let nested = "[".repeat(90) + &"]".repeat(90);
    vec![
        (
            "names that stand for each other",
            format!(
                "game g {{ take k for k in 1.., a0 = k, {}, b = a40 - a39 where b >= 0 and k <= 3 }}",
                (0..40)
                    .map(|step| format!("a{} = a{step} + 0", step + 1))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            "values(g, 0..4)",
            "[0, 1, 2, 3, 0]",
        ),
        (
            "lets of a game",
            format!(
                "game g {{ {} let c2999 = 2 take c0 }}",
                (0..2999)
                    .map(|step| format!("let c{step} = c{} ", step + 1))
                    .collect::<String>()
            ),
            "values(g, 0..4)",
            "[0, 0, 1, 1, 0]",
        ),
        (
            "brackets",
            format!(
                "game g {{ take k for k in 1.. where k <= {deep} and {minus}k > 0 }}\nlet f(n) = {ifs}"
            ),
            "[grundy(g[3]), f(3), f(0)]",
            "[3, 1, 2]",
        ),
        (
            "lists",
            format!("let s = {nested}"),
            "s == s and len(s) == 1",
            "true",
        ),
        (
            "conditions",
            format!(
                "game g {{ take 1, 2 where {} }}",
                (3..5000)
                    .map(|n| format!("n != {n}"))
                    .collect::<Vec<_>>()
                    .join(" and ")
            ),
            "values(g, 0..5)",
            "[0, 1, 2, 0, 0, 0]",
        ),
        (
            "loops",
            format!(
                "game g {{ take 1, 2 for {} }}",
                (0..600)
                    .map(|n| format!("a{n} in 1..1"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            "values(g, 0..5)",
            "[0, 1, 2, 0, 1, 2]",
        ),
        (
            "terms",
            format!(
                "game g {{ take 1 where n > {} }}",
                "1 + ".repeat(3000) + "0 - 3000"
            ),
            "values(g, 0..3)",
            "[0, 1, 0, 1]",
        ),
    ]
}

#[test]
fn deep_definitions_need_no_stack_of_their_caller() {
    let wrong: Vec<String> = chains()
        .into_iter()
        .chain(nests())
        .filter_map(|(name, text, question, answer)| {
            let given = on_a_small_stack(256 << 10, || {
                let value = ask(&mut session(&text, None)?, question)?;
                Ok::<String, String>(value.to_string())
            });
            let given = given.map_err(|why| why.chars().take(400).collect::<String>());
            (given.as_deref() != Ok(answer)).then(|| format!("{name}: {given:?}, not {answer}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is too deep, too many or wrong everywhere, and the code of the complaint.
#[test]
fn what_is_too_deep_is_said() {
    let many = |line: &str, count: usize| -> String {
        (0..count)
            .map(|step| {
                line.replace("NEXT", &(step + 1).to_string())
                    .replace('N', &step.to_string())
            })
            .collect()
    };
    let cases = [
        (
            "too_deep",
            many("let fN(x) = fNEXT([x])\n", 150) + "let f150(x) = 1\nexpect f0(1) == 1",
        ),
        (
            "too_deep",
            many("let fN(x) = fNEXT((x, x))\n", 30) + "let f30(x) = 1\nexpect f0(1) == 1",
        ),
        (
            "too_deep",
            many("let cNEXT = (cN, cN)\n", 60) + "let c0 = 1",
        ),
        (
            "too_many",
            many("let fN(x) = fNEXT((x, 1)) + fNEXT((1, x))\n", 40)
                + "let f40(x) = 1\nexpect f0(1) == 1",
        ),
        (
            "unknown_name",
            many("let fN(x) = fNEXT(x) + fNEXT(x)\n", 41) + "let f41(x) = x + y",
        ),
        (
            "wrong_kind",
            many("let fN(x) = fNEXT(x) + fNEXT(x)\n", 41)
                + "let f41(x) = x + true\nexpect f0(1) == 1",
        ),
        (
            "endless_call",
            many("let fN(x) = fNEXT(x) + fNEXT(x)\n", 41) + "let f41(x) = f0(x)",
        ),
        (
            "too_deep",
            many("let fN(x) = fNEXT(x) + 1\n", 12_000) + "let f12000(x) = x\nexpect f0(1) == 1",
        ),
        ("too_deep", "expect ".to_string() + &"(".repeat(5000)),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|(code, text)| {
            let limits = Limits::default();
            let read = || Rulebook::parse_with_limits(&text, &limits).err();
            let read = on_a_small_stack(256 << 10, read);
            let codes: Vec<&str> = read
                .iter()
                .flat_map(|report| &report.diagnostics)
                .filter(|diagnostic| diagnostic.is_error())
                .map(|diagnostic| diagnostic.code)
                .collect();
            (!codes.contains(&code)).then(|| {
                let begin: String = text.chars().take(60).collect();
                format!("{code}, not {codes:?}: {begin}")
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A call that takes for ever stops at its limit of time.
#[test]
fn calls_without_end_stop_at_their_limit() {
    let text = (0..41).fold(String::new(), |text, step| {
        text + &format!("let f{step}(x) = f{0}(x) + f{0}(x)\n", step + 1)
    }) + "let f41(x) = x\n";
    let book = Rulebook::parse(&text).expect("functions");
    let mut settings = Settings::default();
    settings.limits.time = Some(std::time::Duration::from_millis(50));
    let mut session = Session::new(book, settings).expect("a session");
    let why = session.eval_text("question", "f0(1)").expect_err("a limit");
    assert_eq!(why.diagnostics[0].code, "time_limit");
}

#[test]
fn files_use_each_other_in_a_long_chain() {
    let read = |count: usize| {
        on_a_small_stack(256 << 10, || {
            let files = Shelf::default();
            for number in 0..count {
                let next = number + 1;
                let text = format!("use \"{next}\"\nlet c{number} = c{next} + 1");
                files.put(&number.to_string(), &text);
            }
            files.put(&count.to_string(), &format!("let c{count} = 0"));
            let mut book = Rulebook::new(std::sync::Arc::new(files), Limits::default());
            book.add("rules", "use \"0\"\nexpect c0 == 500").map(drop)
        })
    };
    assert!(read(500).is_ok());
    let why = read(5000).expect_err("too many");
    assert!(
        why.diagnostics.iter().any(|why| why.code == "too_deep"),
        "{why}"
    );
}

/// Entries that are held to a limit as a whole row are what they are one by one.
#[test]
fn entries_with_a_limit() {
    for (limited, plain) in [
        (
            "[min(x, 2) for x in p]",
            "[if x < 2 then x else 2 for x in p]",
        ),
        (
            "[max(k, x) for x in p]",
            "[if x < k then k else x for x in p]",
        ),
        (
            "[min(k, x) for x in p[1..]]",
            "[if x < k then x else k for x in p[1..]]",
        ),
        (
            "[9] ++ [min(x, k) for x in p[1..k]] ++ p[..0]",
            "[9] ++ [if x < k then x else k for x in p[1..k]] ++ p[..0]",
        ),
        (
            "[max(x, 1) for x in p ++ [0, k]]",
            "[if x < 1 then 1 else x for x in p ++ [0, k]]",
        ),
        ("[min(x, x) for x in p]", "[x for x in p]"),
        (
            "[min(x, 1) for x in p where x != k]",
            "[if x < 1 then x else 1 for x in p where x != k]",
        ),
        ("[min(x, k + x) for x in p]", "[x for x in p]"),
        (
            "if k < len(p) then [k] ++ remove(p, k) else p",
            "if k < len(p) then [k] ++ p[..k - 1] ++ p[k + 1..] else p",
        ),
        (
            "[max(x, 3) for x in p[5..]] ++ [min(x, 1) for x in p]",
            "[if x < 1 then x else 1 for x in p]",
        ),
    ] {
        let answer = |list: &str| {
            let text =
                format!("game g {{ pile p[] in 0..9  move p -> {list} for k in 0..3  loopy }}");
            let mut session = session(&text, None).unwrap_or_else(|why| panic!("{text}: {why}"));
            let moves = "[moves(g[p]) for p in [[3, 1, 4, 1, 5], [], [2], [0, 9]]]";
            ask(&mut session, moves).map(|moves| moves.to_string())
        };
        let (limited, plain) = (answer(limited), answer(plain));
        assert!(plain.is_ok(), "{plain:?}");
        assert_eq!(limited, plain);
    }
}

/// Functions of a list that is made for them alone, without that list.
#[test]
fn functions_of_lists_that_are_made_for_them() {
    let text =
        "let some = [4, 0, 6]  game g { pile p[]  move p -> remove(p, 1) ++ [9] where p[0] > 0 }";
    let mut session = session(text, None).expect("a session");
    for (question, wanted) in [
        ("sum([x * x for x in some])", "52"),
        ("sum([x for x in 1..0])", "0"),
        ("len([[x, y] for x in some, y in 1..x where x != y])", "8"),
        (
            "[min([x + 1 for x in some]), max([-x for x in some])]",
            "[1, 0]",
        ),
        ("gcd([x for x in some]) + lcm([x + 1 for x in some])", "37"),
        (
            "[xor([x for x in some]), bitor([x for x in some]), bitand([x for x in some])]",
            "[2, 6, 0]",
        ),
        (
            "[bitand([x for x in 1..0]), lcm([x for x in 1..0])]",
            "[-1, 1]",
        ),
        (
            "[all([x >= 0 for x in some]), any([x > 6 for x in some])]",
            "[true, false]",
        ),
        (
            "[all([x > 0 for x in 1..0]), any([x > 0 for x in 1..0])]",
            "[true, false]",
        ),
        (
            "[max([sum([y for y in 1..x]) for x in some where x > a]) for a in 0..4]",
            "[21, 21, 21, 21, 21]",
        ),
        ("min([x for x in some where x > 6])", "bad_argument"),
        ("any([12 / x > 0 for x in some])", "division_by_zero"),
        ("len([12 / x for x in some])", "division_by_zero"),
        ("sum([9223372036854775807 for x in some])", "overflow"),
        ("xor([x - 1 for x in some])", "bad_argument"),
        ("moves(g[[1, 2]])", "[g[[1, 9]]]"),
        ("moves(g[[1]])", "index_out_of_range"),
    ] {
        let found = match ask(&mut session, question) {
            Ok(value) => value.to_string(),
            Err(why) => why,
        };
        assert!(found.starts_with(wanted), "{question}: {found}");
    }
}

/// Numbers of a range that have to be of a rare kind or in a list are found without a look at the others.
#[test]
fn ranges_go_on_where_their_conditions_hold() {
    let mut session = session("game g { take k where k in digits(n) }", None).unwrap();
    type Holds = fn(i64) -> bool;
    let conditions: [(&str, Holds); 8] = [
        ("square(k)", |n| (0..60).any(|root| root * root == n)),
        ("power_of_two(k) and k % 3 == 1", |n| {
            n > 0 && n.count_ones() == 1 && n % 3 == 1
        }),
        ("k != 6 and triangular(k)", |n| {
            n != 6 && (0..100).any(|root| root * (root + 1) / 2 == n)
        }),
        ("fibonacci(k)", |n| {
            [
                0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987,
            ]
            .contains(&n)
        }),
        ("k in [7, -3, 900, 7, 2]", |n| [7, -3, 900, 2].contains(&n)),
        ("k in digits(70_172) and odd(k)", |n| n == 1 || n == 7),
        ("k in sort([3 * j for j in -2..4])", |n| {
            n % 3 == 0 && (-6..13).contains(&n)
        }),
        ("square(k + 1)", |n| {
            (0..60).any(|root| root * root == n + 1)
        }),
    ];
    for (condition, holds) in conditions {
        for (first, last) in [
            (-9, 1000),
            (0, 0),
            (1, 5),
            (16, 16),
            (17, 20),
            (2, 1),
            (-5, -2),
            (5, 910),
        ] {
            let query = format!("[k for k in {first}..{last} where {condition}]");
            let known = (first..=last).filter(|k| holds(*k)).map(Value::Int);
            let found = ask(&mut session, &query).map(|found| found.items().to_vec());
            assert_eq!(found, Ok(known.collect()), "{query}");
        }
    }
    // A number that ends with 0 is lost: from others its last digit may be taken.
    for (query, count) in [
        (
            "len([k for k in 1..9_000_000_000_000_000_000 where fibonacci(k)])",
            91,
        ),
        (
            "len([k for k in 0..9_223_372_036_854_775_807 where power_of_two(k)])",
            63,
        ),
        (
            "len([k for k in 1..1_000_000_000_000 where k in [5, 10, 5]])",
            2,
        ),
        (
            "grundy(g[100_000]) + len([k for k in 1..10_000_000_000 where triangular(k)])",
            141_420,
        ),
    ] {
        let found = ask(&mut session, query).map(|found| found.to_string());
        assert_eq!(found, Ok(count.to_string()), "{query}");
    }
}

/// Also where the function is called nowhere.
#[test]
fn parameters_have_names_of_their_own() {
    let report = Rulebook::parse("let f(x, x) = x\ngame g { take 1 }").expect_err("two are `x`");
    let codes: Vec<&str> = report.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["duplicate_name"], "{report}");
}

/// A game that leads to itself with other arguments needs no end of them.
#[test]
fn games_lead_to_themselves_with_greater_arguments() {
    const LARGEST: usize = 100;
    // Who wins, by the number that may be taken and the pile, from the smallest piles on.
    let wins = |is_misere: bool| {
        let mut wins: Vec<Vec<bool>> = Vec::new();
        for n in 0..=LARGEST {
            let row = (0..=LARGEST + 1 - n).map(|a| {
                let mut taken = (1..=a.min(n)).map(|k| wins[n - k][a]);
                let ends = n == 0 && is_misere;
                ends || taken.any(|wins| !wins) || n > 0 && !wins[n - 1][a + 1]
            });
            wins.push(row.collect());
        }
        wins.iter().map(|row| row[1]).collect()
    };
    for to in ["g(a + 1)[n - 1]", "g(b)[n - 1] for b = a + 1"] {
        let text = format!("game g(a) {{ take 1..a  move n -> {to} }}");
        let mut session = session(&text, None).unwrap();
        for (game, is_misere) in [("g(1)", false), ("misere(g(1))", true)] {
            let wins: Vec<bool> = wins(is_misere);
            for (n, wins) in wins.into_iter().enumerate() {
                let found = ask(&mut session, &format!("winner({game}[{n}])")).unwrap();
                let winner = if wins { "first" } else { "second" };
                assert_eq!(found.to_string(), winner, "{text} {game} {n}");
            }
        }
    }
}
