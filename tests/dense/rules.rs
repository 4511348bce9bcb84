//! Random expressions and conditions as text. They may fault.

use proptest::prelude::*;
use proptest::sample::select;

/// A number over these names.
pub fn number(names: &'static [&'static str]) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        3 => (0i64..9).prop_map(|n| n.to_string()),
        6 => select(names).prop_map(str::to_string),
        1 => select(vec!["3_000_000_000", "9_223_372_036_854_775_000", "100_000"])
            .prop_map(str::to_string),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            6 => (select(vec!['+', '-', '*']), pair.clone())
                .prop_map(|(op, (a, b))| format!("({a} {op} {b})")),
            4 => (select(vec!['/', '%']), pair.clone())
                .prop_map(|(op, (a, b))| format!("({a} {op} {b})")),
            4 => (select(vec!["min", "max", "gcd", "gcd", "lcm", "xor"]), pair.clone())
                .prop_map(|(name, (a, b))| format!("{name}({a}, {b})")),
            1 => (select(vec!["gcd", "max", "min", "lcm"]), pair.clone(), inner.clone())
                .prop_map(|(name, (a, b), c)| format!("{name}({a}, {b}, {c})")),
            2 => (select(vec!["isqrt", "popcount", "abs", "ilog2"]), inner.clone())
                .prop_map(|(name, a)| format!("{name}({a})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => inner.clone().prop_map(|a| format!("t[{a}]")),
            1 => inner.clone().prop_map(|a| format!("t[abs({a}) % 7]")),
            1 => pair.clone().prop_map(|(a, b)| format!("twice({a}, {b})")),
            2 => (condition_of(inner.clone()), pair)
                .prop_map(|(c, (a, b))| format!("(if {c} then {a} else {b})")),
        ]
    })
    .boxed()
}

fn condition_of(number: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<String> {
    let op = select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let predicate = select(vec![
        "even",
        "odd",
        "prime",
        "square",
        "triangular",
        "power_of_two",
        "fibonacci",
        "small",
    ]);
    let pair = (number.clone(), number.clone());
    prop_oneof![
        6 => (op.clone(), pair.clone()).prop_map(|(op, (a, b))| format!("{a} {op} {b}")),
        2 => (op.clone(), op, pair.clone(), number.clone())
            .prop_map(|(o, p, (a, b), c)| format!("{a} {o} {b} {p} {c}")),
        2 => (predicate, number.clone()).prop_map(|(what, n)| format!("{what}({n})")),
        1 => (any::<bool>(), number.clone()).prop_map(|(yes, n)| {
            format!("{n} {} t", if yes { "in" } else { "not in" })
        }),
        1 => (any::<bool>(), number, pair).prop_map(|(yes, n, (a, b))| {
            format!("{n} {} {a}..{b}", if yes { "in" } else { "not in" })
        }),
    ]
    .boxed()
}

/// A condition over these names.
pub fn condition(names: &'static [&'static str]) -> BoxedStrategy<String> {
    condition_of(number(names))
        .prop_recursive(2, 4, 2, |inner| {
            let pair = (inner.clone(), inner.clone());
            prop_oneof![
                pair.clone().prop_map(|(a, b)| format!("(({a}) and ({b}))")),
                pair.prop_map(|(a, b)| format!("(({a}) or ({b}))")),
                inner.prop_map(|a| format!("(not ({a}))")),
            ]
        })
        .boxed()
}

/// Conditions as people write them: the later part is safe because of the earlier one.
pub fn guarded(n: &'static str, k: &'static str) -> BoxedStrategy<String> {
    select(vec![
        "K != 0 and N % K == 0",
        "K == 0 or N % K != 0",
        "K > 0 and N / K > 2",
        "gcd(K, N) == 1",
        "gcd(K, N - K) == 1",
        "gcd(N, K + 3) > 1",
        "N % K == 0",
        "N % K != 0",
        "1 < K < N and N % K == 0",
        "K in t",
        "K < len(t) and t[K] > 2",
        "K < len(t) and t[K] % 2 == 1 or prime(K)",
        "prime(K)",
        "prime(N - K) and K != 3",
        "not square(K)",
        "K * K <= N",
        "2 * K > N",
        "K % 3 != N % 3",
        "xor(K, N) > K",
        "(N - K) % 5 in 1..3",
        "even(K) or fibonacci(N)",
        "K != N / 2 and (N - 2 * K) % 7 < 5 and N % (N - 2 * K) != 1",
    ])
    .prop_map(move |text| text.replace('N', n).replace('K', k))
    .boxed()
}

/// The definitions that the expressions use.
pub const DEFINITIONS: &str = "let t = [3, 1, 4, 1, 5, 9, 2]
let small(a) = a % 7 < 3 or a == 20
let twice(a, b) = a * 2 - b / 3
";
