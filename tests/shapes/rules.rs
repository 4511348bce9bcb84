//! Random rules of the shapes that the engines know, and of their neighbours.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::BoxedStrategy;

/// A game `g` and the piles it is asked about.
#[derive(Debug, Clone)]
pub struct Case {
    pub text: String,
    pub from: i64,
    pub to: i64,
    /// A pile whose value is asked for alone.
    pub single: i64,
}

/// What stands before the moves, with the least and the greatest pile.
#[derive(Debug, Clone)]
struct Frame {
    pile: String,
    from: i64,
    last: Option<i64>,
}

/// Piles of any size; now and then they have ends, or the game has.
fn frame() -> impl Strategy<Value = Frame> {
    let any = Frame {
        pile: String::new(),
        from: 0,
        last: None,
    };
    let from_one = Frame {
        pile: "pile n in 1..".to_string(),
        from: 1,
        last: None,
    };
    let ending = of(&[
        "n == 5",
        "n <= 1",
        "n < 4 or n == 9",
        "n % 7 == 3",
        "n in [2, 3]",
        "n >= 20",
    ])
    .prop_map(|when| Frame {
        pile: format!("end when {when}"),
        from: 0,
        last: None,
    });
    let beginning = (2..9i64).prop_map(|least| Frame {
        pile: format!("pile n in {least}.."),
        from: least,
        last: None,
    });
    prop_oneof![
        28 => Just(any),
        3 => Just(from_one),
        3 => ending,
        2 => beginning,
        6 => (1..70i64).prop_map(|last| Frame {
            pile: format!("pile n in 0..{last}"),
            from: 0,
            last: Some(last),
        }),
    ]
}

/// Games of several statements, asked up to `to` and about one pile of at most `single`.
fn games<S: Strategy<Value = String> + 'static>(
    statement: S,
    most: usize,
    to: i64,
    single: i64,
) -> BoxedStrategy<Case> {
    (vec(statement, 1..=most), frame(), to / 2..=single)
        .prop_map(move |(statements, frame, single)| Case {
            text: format!("game g {{\n{}\n{}\n}}", frame.pile, statements.join("\n")),
            from: frame.from,
            to: frame.last.unwrap_or(to).min(to),
            single: frame.last.map_or(single, |last| last.min(single)),
        })
        .boxed()
}

fn of(list: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    select(list).prop_map(str::to_string)
}

fn words(list: &[i64]) -> String {
    let words: Vec<String> = list.iter().map(i64::to_string).collect();
    words.join(", ")
}

/// Amounts around the widths of the windows of bits.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => 1..12i64,
        3 => 1..70i64,
        2 => select(vec![31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 258]),
        1 => 250..500i64,
    ]
}

pub fn subtraction() -> BoxedStrategy<Case> {
    let leaving = of(&[
        "",
        "",
        "",
        " leaving 0 piles",
        " leaving 1 pile",
        " leaving 0..1 piles",
    ]);
    let take = (vec(amount(), 1..6), leaving)
        .prop_map(|(list, leaving)| format!("take {}{leaving}", words(&list)));
    let octal = "[0-3]{0,7}[1-3]".prop_map(|digits| format!("octal 0.{digits}"));
    let step = (1..9i64, 1..40i64).prop_map(|(step, last)| {
        format!("move n -> n - {step}*k for k in 1..{last} where n - {step}*k >= 1")
    });
    let outside = of(&[
        "move n -> [] where n == 0",
        "move n -> [] where n == 7",
        "move n -> [] for k in 0..3 where n == 2*k",
        "take 65_536",
        "take 65_537",
        "take any leaving 0 piles",
        "take 2.. leaving 0 piles",
        "take 3.. leaving 1 pile",
        "take 1 leaving 2 piles",
        "take 3 where n != 9",
        "take 1..4 where n > 20",
        "take [-3, 0, 4]",
        "take [0, 0]",
    ]);
    let statement = prop_oneof![8 => take, 3 => octal, 2 => step, 2 => outside];
    games(statement, 3, 700, 1500)
}

pub fn breaking() -> BoxedStrategy<Case> {
    let octal = ("[04]", "[0-7]{0,5}[1-7]").prop_map(|(d, tail)| format!("octal {d}.{tail}"));
    let leaving = of(&[
        "2 piles",
        "0..2 piles",
        "1..2 piles",
        "0, 2 piles",
        "a, b where a != b",
        "a, b where a < b",
        "a, b where a <= b",
        "a, b where b <= a",
    ]);
    let take = (vec(prop_oneof![5 => 1..9i64, 1 => 1..90i64], 1..4), leaving)
        .prop_map(|(list, leaving)| format!("take {} leaving {leaving}", words(&list)));
    let split = of(&[
        "split into 2",
        "split into 2 unequal",
        "split into a, b where a != b",
        "split into a, b where a <= b",
        "split into a, b where a > b",
        "move n -> [a, n - 3 - a] for a in 1..n - 4",
        "move n -> [a, n - 2 - a] for a in 1..(n - 2)/2",
    ]);
    let outside = of(&[
        "octal 0.1(4)",
        "octal 0.(61)",
        "split into 2 equal",
        "split into a, b where a > 1",
        "split into a, b where a < b - 1",
        "split into a, b where a <= b and b <= a",
        "take 1 leaving a, b where a + 2 < b",
        "take 2 leaving a, b where a != 3",
        "move n -> [] where n == 0",
        "move n -> [a, n - 3 - a] for a in 0..n - 3",
        "split into 3",
        "take any leaving 0 piles",
        "take 2 where odd(n)",
    ]);
    let single = vec(amount(), 1..3).prop_map(|list| format!("take {}", words(&list)));
    let statement = prop_oneof![5 => octal, 5 => take, 2 => split, 2 => single, 2 => outside];
    games(statement, 3, 130, 260)
}

fn endless_amount() -> impl Strategy<Value = String> {
    let list = || vec(1..80i64, 0..5);
    prop_oneof![
        3 => list().prop_map(|list| format!("take k where k not in [{}]", words(&list))),
        2 => (1..30i64, 1..30i64).prop_map(|(a, b)| format!("take k where k != {a} and {b} != k")),
        2 => (1..90i64).prop_map(|first| format!("take {first}..")),
        3 => (1..71i64, -80..80i64)
            .prop_map(|(step, more)| format!("take {step} * k + {more} for k in 1..")),
        3 => (1..6i64, 0..6i64, list()).prop_map(|(step, less, list)| format!(
            "take a for k in 1.., a = {step} * k - {less} where a not in [{}]",
            words(&list)
        )),
        1 => list().prop_map(|list| format!(
            "move n -> n - k for k in 1.. where k not in [{}]",
            words(&list)
        )),
        1 => (1..71i64, 1..4i64)
            .prop_map(|(step, first)| format!("move n -> n - {step} * k for k in {first}..")),
        1 => (1..20i64, 1..20i64).prop_map(|(first, no)| format!(
            "move n -> n - k for k in {first}..n where n - k >= 0 and k != {no}"
        )),
    ]
}

pub fn endless() -> BoxedStrategy<Case> {
    let outside = of(&[
        "take 1..2",
        "take 2, 5..",
        "take 3.. leaving 1 pile",
        "take 3.. leaving 0 piles",
        "take 3.. leaving 0..1 piles",
        "take 4.. where n != 7",
        "take 4.. where n > 15",
        "take any",
        "move n -> [] where n == 0",
        "move n -> n - k for k in 2.. where n - k != 3",
        "take k where k != 9_223_372_036_854_775_807",
        "take k where k != 2_000_000",
        "take 2_000_000..",
        "take k * 65_537 for k in 1..",
    ]);
    let statement = prop_oneof![7 => endless_amount(), 1 => outside];
    prop_oneof![
        3 => games(endless_amount(), 1, 260, 900),
        1 => games(statement, 2, 260, 900),
    ]
    .boxed()
}

/// Where intervals of amounts begin.
const LOWS: &[&str] = &[
    "1",
    "2",
    "-3",
    "n / 2",
    "n / 3",
    "(n + 1) / 2",
    "isqrt(n)",
    "n - 5",
    "n / 2 - 2",
    "(n + 3) / 4",
    "low[n]",
    "n % 5",
];

/// Where they end.
const HIGHS: &[&str] = &[
    "n",
    "n",
    "n / 2",
    "n / 3 + 1",
    "(n + 1) / 2",
    "isqrt(n)",
    "isqrt(n) + 3",
    "n - 1",
    "n + 4",
    "5",
    "high[n]",
    "n % 7",
    "2 * n - 9",
];

/// Conditions; most have none.
const WHERES: &[&str] = &[
    "",
    "",
    "",
    "",
    " where n % 3 == 0",
    " where odd(n)",
    " where n > 7",
    " where n != 4",
    " where n < 30 and n % 4 != 1",
];

/// Far piles whose options are few, and near.
fn far_interval(to: i64) -> BoxedStrategy<Case> {
    let far_low = of(&[
        "isqrt(n) - 9",
        "isqrt(isqrt(n - 1)) + 1",
        "n / (isqrt(n) + 1)",
        "n % 60 - 2",
    ]);
    let far_high = of(&["isqrt(n)", "isqrt(n) + 7", "n / isqrt(n)", "n % 90"]);
    let far = (
        far_low,
        far_high,
        of(&["", " where m >= 3", " where m > n % 7"]),
    )
        .prop_map(|(a, b, cond)| format!("move n -> m for m in {a}..min({b}, n - 1){cond}"));
    (games(far, 1, to, to), 1_000..100_000i64)
        .prop_map(|(case, single)| Case {
            single: match case.text.contains("pile n in 0..") {
                true => case.single,
                false => single,
            },
            ..case
        })
        .boxed()
}

pub fn interval() -> BoxedStrategy<Case> {
    const LAST: usize = 120;
    let take =
        (of(LOWS), of(HIGHS), of(WHERES)).prop_map(|(a, b, cond)| format!("take {a}..{b}{cond}"));
    let guarded = (of(LOWS), of(HIGHS), of(&["k >= 1", "k > 0", "k >= 2"]))
        .prop_map(|(a, b, cond)| format!("move n -> n - k for k in {a}..{b} where {cond}"));
    let unguarded = (of(LOWS), of(HIGHS), of(WHERES))
        .prop_map(|(a, b, cond)| format!("move n -> n - k for k in {a}..min({b}, n){cond}"));
    let rest_low = of(&[
        "0",
        "n / 2",
        "n / 3",
        "n - 4",
        "isqrt(n) - 1",
        "(n - 1) / 2",
        "-2",
    ]);
    let rest_high = of(&[
        "n - 1",
        "n - 1",
        "n - 2",
        "(n - 1) / 2",
        "n / 2 - 1",
        "n / 2",
        "n % 9 - 1",
    ]);
    let rest = (rest_low, rest_high, of(WHERES))
        .prop_map(|(a, b, cond)| format!("move n -> m for m in {a}..{b}{cond}"));
    let below = of(&["n", "n - 1", "n / 2", "2 * n + 3", "n - 9", "17", "high[n]"]);
    let squared = (
        1..4i64,
        of(&["<", "<="]),
        below,
        of(WHERES),
        of(&["where", "while"]),
    );
    let squared = squared.prop_map(|(first, less, most, cond, word)| {
        format!(
            "take k for k in {first}.. {word} k * k {less} {most}{}",
            match word.as_str() {
                "where" => cond.replace("where", "and"),
                _ => cond.to_string(),
            }
        )
    });
    let with_let = (1..5i64, of(WHERES))
        .prop_map(|(d, cond)| format!("take k for h = n / {d}, k in 1..h + 1{cond}"));
    let other = of(&[
        "take 1..3",
        "take 2",
        "take 5..",
        "take any where n % 6 == 5",
    ]);
    let statement =
        prop_oneof![6 => take, 2 => guarded, 2 => unguarded, 3 => rest, 2 => squared, 1 => with_let, 1 => other]
            .boxed();
    let tables = (vec(-3..130i64, LAST + 1), vec(-3..130i64, LAST + 1));
    let cases = prop_oneof![
        4 => games(statement.clone(), 1, LAST as i64, LAST as i64),
        2 => games(statement, 3, LAST as i64, LAST as i64),
    ];
    let cases = prop_oneof![6 => cases, 1 => far_interval(LAST as i64)];
    (cases, tables)
        .prop_map(|(case, (low, high))| Case {
            text: format!(
                "let low = [{}]\nlet high = [{}]\n{}",
                words(&low),
                words(&high),
                case.text
            ),
            ..case
        })
        .boxed()
}

pub fn listed() -> BoxedStrategy<Case> {
    let amounts = of(&[
        "take k * k for k in 1..",
        "take k * k leaving 1 pile for k in 1..",
        "take k * k + 1 for k in 0..",
        "take k * (k + 1) / 2 for k in 1..",
        "take k * k * k for k in 1..",
        "take k * k - 6 for k in 1..12",
        "take k where prime(k)",
        "take k where prime(k) or k == 1",
        "take k where k % 3 == 1",
        "take k where k % 4 != 0 and k != 5",
        "take a * b for a in 1..3, b in [1, 4, 9, 30]",
        "take [0, 2, 5, -1]",
        "take [8, 1, 1, 50]",
        "take xs",
        "take x + 1 for x in xs where odd(x)",
        "move n -> n - k * k for k in 1..",
        "move n -> n - k * k for k in 0.. where k >= 1",
        "move n -> n - p for p in 2..n where prime(p)",
        "move n -> n - k * k for k in 1.. where n - k * k >= 1",
    ]);
    let outside = of(&[
        "take 1..3",
        "take 7..",
        "take n / 2..n",
        "take k * k for k in 1..n / 3",
        "take k where gcd(k, n) == 1",
        "take k where n % k == 0",
        "take k where n % k == 2",
        "take k where prime(k) and (n - 1) % k == n / 7",
        "move n -> n / k for k in 2..n",
        "take k * k for k in 1.. where n != 12",
        "take k where k not in [3, 4]",
        "move n -> n - k * k for k in 1.. where n - k * k != 2",
    ]);
    let statement = prop_oneof![4 => amounts, 1 => outside];
    (games(statement, 2, 140, 300), vec(-5..90i64, 1..9))
        .prop_map(|(case, list)| Case {
            text: format!("let xs = [{}]\n{}", words(&list), case.text),
            ..case
        })
        .boxed()
}

pub fn recurrence() -> BoxedStrategy<Case> {
    let code = ("[04]", "[0-7]{0,3}", "[0-7]{0,2}[1-7]")
        .prop_map(|(d, front, tail)| format!("octal {d}.{front}({tail})"));
    let take = (
        prop_oneof![
            Just("any".to_string()),
            (1..20i64).prop_map(|first| format!("{first}..")),
            (1..9i64, 10..20i64).prop_map(|(one, first)| format!("{one}, {first}..")),
            vec(1..30i64, 1..4).prop_map(|list| words(&list)),
        ],
        of(&[
            "",
            " leaving 0 piles",
            " leaving 1 pile",
            " leaving 0..2 piles",
            " leaving 1..2 piles",
            " leaving 2 piles",
            " leaving a, b where a != b",
            " leaving 0, 2 piles",
        ]),
    )
        .prop_map(|(amounts, leaving)| format!("take {amounts}{leaving}"));
    let step = (1..9i64, -9..5i64).prop_map(|(step, more)| {
        format!("move n -> [a, n - {step}*k - {more} - a] for k in 3.., a in 1..(n - {step}*k - {more})/2 where {step}*k + {more} >= 1")
    });
    let outside = of(&[
        "split into 2",
        "split into 2 unequal",
        "move n -> [] where n == 0",
        "move n -> [] where n > 3",
        "take any leaving a, b where a > 2",
        "take any leaving 0..3 piles",
        "take any leaving 0..2 piles where n % 2 == 0",
    ]);
    let statement = prop_oneof![4 => code, 5 => take, 1 => step, 1 => outside];
    games(statement, 2, 60, 90)
}

/// Conditions on the amount alone, regular or not, beside splits.
pub fn conditioned() -> BoxedStrategy<Case> {
    let condition = (
        of(&[
            "k % C == 0",
            "k % C != 1",
            "k <= C",
            "k > C",
            "k != C",
            "C < k <= 3 * C",
            "odd(k)",
            "even(k) or k < C",
            "k % 2 == 1 and k % 3 != C",
            "k in [1, 2, C]",
            "k not in [1, 2, C]",
            "gcd(k, C) == 1",
            "k * k % 5 == 4",
            "(k + C) % 4 < 2 and k != 3",
            // Irregular ones, and such that may fail.
            "prime(k)",
            "square(k)",
            "10 / (k - C) >= 0",
            "[1, 0, 1][k % 3] == 1",
            "k % C == 0 and n % 2 == 0",
        ]),
        1..6i64,
    )
        .prop_map(|(condition, number)| condition.replace('C', &number.to_string()));
    let leaving = of(&[
        "2 piles",
        "0..2 piles",
        "1..2 piles",
        "0, 2 piles",
        "a, b where a != b and",
        "a, b where a < b and",
        "a, b where a == b and",
        "a, b where a <= b and b <= a and",
        "a, b where a > 1 and",
        "3 piles",
    ]);
    let take =
        (leaving, condition).prop_map(|(leaving, condition)| match leaving.contains("where") {
            true => format!("take k leaving {leaving} ({condition})"),
            false => format!("take k leaving {leaving} where {condition}"),
        });
    let step = (1..4i64, 1..9i64).prop_map(|(step, first)| {
        format!(
            "move n -> [a, n - k - a] for k in {first}.. , a in 1..n - k - 1 where k % {step} == 0"
        )
    });
    let other = of(&["take 1", "octal 0.07", "take 2, 5", "split into 2"]);
    let statement = prop_oneof![8 => take, 1 => step, 1 => other];
    games(statement, 2, 40, 60)
}

pub fn parts() -> BoxedStrategy<Case> {
    let hex = ("[048C]", "[0-9A-F]{0,3}", "[1-9A-F]")
        .prop_map(|(d, front, last)| format!("hex {d}.{front}{last}"));
    let splits = of(&["2", "3", "4", "2..3", "2..", "3..", "2..4", "5.."]);
    let sizes = of(&["", "", " equal", " unequal"]);
    let split = (splits, sizes).prop_map(|(count, sizes)| format!("split into {count}{sizes}"));
    let counts = of(&[
        "0..", "1..", "2..", "0..2", "0..3", "2..3", "1..3", "3", "3..", "0, 3", "2, 4", "1", "0",
    ]);
    let amounts = of(&["1", "2", "1..2", "3", "2, 5", "1, 9"]);
    let take = (amounts, counts)
        .prop_map(|(amounts, counts)| format!("take {amounts} leaving {counts} piles"));
    let outside = of(&[
        "take any leaving 3 piles",
        "split into a, b where gcd(a, b) == 1",
        "move n -> [] where n == 0",
        "move n -> [n / 2; 2] where even(n) and n > 0",
        "take 2 leaving 0..3 piles where n % 3 == 0",
        "take 1 leaving a, b, c where a < b and b < c",
    ]);
    let statement = prop_oneof![4 => hex, 4 => split, 6 => take, 1 => outside];
    games(statement, 2, 22, 27)
}

/// Splits into two to four parts between which comparisons stand, and binders that begin and end where others do.
pub fn ordered() -> BoxedStrategy<Case> {
    let more = || of(&["", "", "", "", " - 1", " + 1", " - 2"]);
    let comparison = (
        0..4usize,
        of(&["<", "<=", "!=", "==", ">"]),
        0..4usize,
        more(),
    );
    let comparisons = vec(comparison, 0..=3);
    let outside = of(&[
        "",
        "",
        "",
        "",
        "a >= 1",
        "a + b > 0",
        "2 * a <= n",
        "a > 1",
        "n > 5",
    ]);
    let forms = of(&[
        "split into PARTS",
        "take 1..2 leaving PARTS",
        "take k leaving PARTS where k < 4",
    ]);
    let first = || of(&["0", "1", "1", "1", "a", "a + 1"]);
    let last = || of(&["", "", "", " - 1", " + 1"]);
    let bounds = (first(), last(), first(), last(), 0..3i64);
    let split = (2..=4usize, forms, comparisons, outside, bounds, 0..4u8);
    let statement = split.prop_map(|(count, form, comparisons, outside, bounds, style)| {
        let names = ["a", "b", "c", "d"];
        // Parts with names, those that are left of the others, or what an equation says of them.
        let (is_move, is_equation) = (style > 1, style == 3);
        let count = if is_move { count.min(3) } else { count };
        let compared = comparisons.iter().map(|(x, op, y, more)| {
            let (x, y) = (names[x % count], names[y % count]);
            format!("{x} {op} {y}{more}")
        });
        let mut conditions: Vec<String> = compared.collect();
        conditions.extend((!outside.is_empty()).then_some(outside));
        if is_equation {
            let sum = names[..count].join(" + ");
            conditions.insert(0, format!("{sum} == n - {}", bounds.4));
        }
        let all = conditions.join(" and ");
        if !is_move {
            let form = form.replace("PARTS", &names[..count].join(", "));
            return match (all.is_empty(), form.contains("where")) {
                (true, _) => form,
                (false, true) => format!("{form} and {all}"),
                (false, false) => format!("{form} where {all}"),
            };
        }
        let condition = match all.is_empty() {
            true => String::new(),
            false => format!(" where {all}"),
        };
        let (lo, hi, second, end, taken) = bounds;
        let lo = lo.replace("a + 1", "1").replace('a', "0");
        match count {
            2 if is_equation => format!(
                "move n -> [a, b] for a in {lo}..(n - {taken}){hi}, b in {}..n{end}{condition}",
                second.replace("a + 1", "2").replace('a', "1")
            ),
            3 if is_equation => format!(
                "move n -> [c, a, b] for a in {lo}..n - {taken}{hi}, b in {second}.., c in 0..n{condition}"
            ),
            2 => format!(
                "move n -> [a, n - {taken} - a] for a in {lo}..(n - {taken}){hi}, b = n - {taken} - a{condition}"
            ),
            _ => format!(
                "move n -> [a, b, n - {taken} - a - b] for a in {lo}..n - {taken}{hi}, b in {second}..n - {taken} - a{end}, \
                 c = n - {taken} - a - b{condition}"
            ),
        }
    });
    games(statement, 2, 22, 27)
}

/// Splits of which conditions choose some: symmetric ones and others, equations, ranges of parts, binders of amounts.
pub fn guarded() -> BoxedStrategy<Case> {
    let number = 1..5i64;
    let condition = (
        of(&[
            "gcd(a, b) == 1",
            "gcd(a, b) > C",
            "a % (C + 1) == 0",
            "a % (C + 1) != b % (C + 1)",
            "a * b % (C + 2) != 1",
            "abs(a - b) >= C",
            "abs(a - b) == C",
            "a + C == b",
            "2 * a == b + C",
            "3 * a - n == C",
            "a == 2 * b",
            "a <= C * b",
            "a > C",
            "b > C and a > C",
            "a >= n / (C + 1)",
            "xor(a, b) != C",
            "xor(a, b) % 3 == C",
            "prime(a) or b % 4 == C",
            "square(a) and not prime(b)",
            "(if even(n) then a > C else b > C)",
            "a in [1, 2, 5, 8, 13, 21]",
            "max(a, b) <= C * min(a, b) + 5",
            "isqrt(a) != popcount(b)",
            "[1, 0, 1][a % 3] == 1",
            // These may fault, or make numbers too large: the engine must not be taken in.
            "100 / (a - b) != C",
            "[0, 1, 2][a] == C",
            "a * 10_000_000_000_000_000_00 > 3",
        ]),
        number.clone(),
    )
        .prop_map(|(text, number)| text.replace('C', &number.to_string()));
    let conditions = vec(condition, 1..=2).prop_map(|list| list.join(" and "));
    let form = of(&[
        "split into a, b where WHERE",
        "split into a, b where WHERE",
        "take 1 leaving a, b where WHERE",
        "take 1..2 leaving a, b where WHERE",
        "take k leaving a, b for k in [1, 3, 4] where WHERE and a % k == 0",
        "take 2 * k + 1 leaving a, b for k in 0..2 where WHERE and a + k != b",
        "move n -> [a, n - a] for a in 1..n - 1 for_b where WHERE",
        "move n -> [a, n - a] for a in 1..n / 2 for_b where WHERE",
        "move n -> [n - a - 1, a] for a in 1..n - 3 for_c where WHERE",
    ]);
    let guarded = (form, conditions).prop_map(|(form, conditions)| {
        let form = form.replace("WHERE", &conditions);
        form.replace(" for_b", ", b = n - a")
            .replace(" for_c", ", b = n - a - 1")
    });
    let other = of(&[
        "take 1",
        "take 2, 3",
        "split into 2 unequal",
        "take 1 leaving 2 piles",
        "take any",
        "split into 3",
        "take any leaving a, b where a % 2 == b % 3",
    ]);
    let statement = prop_oneof![5 => guarded, 2 => other];
    // Long enough for rare piles to be told from common ones.
    games(statement, 2, 150, 190)
}

/// Any amount but for some pairs of a pile and an amount, many of them for the same piles.
pub fn constrained() -> BoxedStrategy<Case> {
    let pair = prop_oneof![
        3 => (0..12i64, 0..13i64),
        1 => (0..70i64, -1..71i64),
        1 => (Just(9i64), 1..=9i64),
    ];
    let statement = (vec(pair, 1..30), 0..12u8).prop_map(|(pairs, form)| {
        let list: Vec<String> = pairs.iter().map(|(n, k)| format!("({n}, {k})")).collect();
        let turned: Vec<String> = pairs.iter().map(|(n, k)| format!("({k}, {n})")).collect();
        let (list, turned) = (list.join(", "), turned.join(", "));
        match form {
            0 | 1 => format!("take k where (k, n) not in [{turned}]"),
            2 => format!("move n -> n - k for k in 1..n where (n, k) not in [{list}]"),
            3 => format!("take k where (n, k) not in [{list}] and (k, n) not in [(3, 7), (1, 4)]"),
            4 => format!("take k where (n, k) in [{list}]"),
            5 => format!("take k where (n, k) not in [{list}] and k > 1"),
            _ => format!("take k where (n, k) not in [{list}]"),
        }
    });
    games(statement, 1, 60, 90)
}

/// Divisors of the pile, what has no factor in common with it, and conditions that are nearly so.
pub fn common_factors() -> BoxedStrategy<Case> {
    let common = of(&[
        "n % k == 0",
        "n % k == 0",
        "gcd(n, k) == 1",
        "gcd(k, n) == 1",
        "gcd(k, n) == 2",
        "n % k == 1",
        "gcd(k, n + 1) == 1",
    ]);
    let part = of(&[
        "",
        "",
        "k < n and ",
        "k != n and ",
        "k <= n - 1 and ",
        "n - k > 0 and ",
        "k > 1 and ",
    ]);
    let statement = (common, part, 0..8u8).prop_map(|(common, part, form)| match form {
        0 => format!("move n -> n - k for k in 1..n where {part}{common}"),
        1 => format!("move n -> n - k for k in 1..n - 1 where {common}"),
        2 => format!("take k where {part}{common} and {common}"),
        3 => format!("take k where {common} and k % 2 == 1"),
        4 => format!("move n -> k for k in 1..n - 1 where {common}"),
        _ => format!("take k where {part}{common}"),
    });
    games(statement, 1, 60, 90)
}

pub fn any_amount() -> BoxedStrategy<Case> {
    let any = of(&[
        "take any",
        "octal 0.(3)",
        "octal 0.33(3)",
        "move n -> n - k for k in 1..n",
        "move n -> m for m in 0..n - 1",
        "take 1..n",
        "take any leaving 0..1 piles",
    ]);
    let more = of(&[
        "",
        "",
        "take 3, 8",
        "take 4..",
        "take 2.. leaving 1 pile",
        "take any leaving 0 piles",
        "take 1 leaving 0 piles",
        "move n -> [] where n == 0",
        "move n -> [] where n == 4",
        "take k * k for k in 1..",
        "take 1..n / 2",
        "take 1 leaving 2 piles",
        "split into 2",
        "take k where k != 3",
        "take [-4, 0]",
    ]);
    (any, games(more, 1, 50, 600))
        .prop_map(|(any, case)| Case {
            text: case.text.replacen("\n}", &format!("\n{any}\n}}"), 1),
            ..case
        })
        .boxed()
}

/// Rules of no particular shape: what an option leaves is worked out anew for each pile.
pub fn other() -> BoxedStrategy<Case> {
    let statement = of(&[
        "move n -> n / 2 where n > 0",
        "move n -> (n + 1) / 2 where n >= 2",
        "move n -> n / k for k in 2..4 where n > 0",
        "move n -> [n / 2; 2] where even(n) and n > 0",
        "move n -> [n / 3; k] for k in 1..3 where n % 3 == 0 and n > 0",
        "move n -> [a, b] for a in 0..n / 3, b in 0..n / 4 where n > 0",
        "move n -> [a, n / 2 - a, n / 4] for a in 0..n / 2 where n >= 4",
        "move n -> n - d for d in 1..n where n % d == 0",
        "move n -> n - (n % 7) where n % 7 > 0",
        "move n -> m for m in 1..n - 1 where gcd(m, n) == 1",
        "move n -> popcount(n) where n > 1",
        "take k where gcd(k, n) == 1",
        "take k where n % k == 0",
        "take k where n % k == 2",
        "take k where prime(k) and (n - 1) % k == n / 7",
        "move n -> n / k for k in 2..n",
        "take power for power in [1, 2, 4, 8] where n % 4 == 0",
        "take n % 5 + 1",
        "take 2 where n % 3 != 1",
        "take 1..3 leaving 0..1 piles where even(n)",
        "split into a, b where gcd(a, b) == 1",
        "split into a, b where a > 1 and b > 2",
        "split into a, b where a * b % 3 == 1",
        "take 1 leaving a, b where a + 2 < b",
        "take 2..3 leaving 2 piles where n > 6",
        "take any leaving a, b where a == 2 * b",
    ]);
    games(statement, 2, 60, 90)
}
