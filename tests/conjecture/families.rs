//! One sequence or table of each family, and the formula a reader would write for it.

use nimrule::conjecture::{About, Data, Form, Meaning};
use nimrule::work::Limit;
use nimrule::work::budget::{Budget, Limits};

use crate::common::budget;

fn of(first: i64, last: i64, value: impl Fn(i64) -> i64) -> Vec<Form> {
    let values: Vec<Option<u64>> = (first..=last)
        .map(|n| u64::try_from(value(n)).ok())
        .collect();
    let mut budget = budget();
    let data = Data::sequence("n", first, &values, &budget).unwrap();
    data.forms(&mut budget).unwrap()
}

fn valuation(n: i64, p: i64) -> i64 {
    if n % p == 0 {
        1 + valuation(n / p, p)
    } else {
        0
    }
}

fn digit_sum(n: i64) -> i64 {
    if n < 10 {
        n
    } else {
        n % 10 + digit_sum(n / 10)
    }
}

fn divisors(n: i64) -> i64 {
    (1..=n).filter(|d| n % d == 0).count() as i64
}

#[test]
fn sequences_have_the_formula_one_would_write() {
    type Sequence = (&'static str, i64, fn(i64) -> i64);
    let cases: [Sequence; 33] = [
        ("7", 0, |_| 7),
        ("3 * n + 2", 0, |n| 3 * n + 2),
        ("n / 5", 0, |n| n / 5),
        ("(n + 2) / 3", 0, |n| (n + 2) / 3),
        ("(3 * n + 1) / 4", 0, |n| (3 * n + 1) / 4),
        ("n % 9", 0, |n| n % 9),
        ("(n + 2) % 6", 0, |n| (n + 2) % 6),
        ("n % 10 / 4", 0, |n| n % 10 / 4),
        ("n - 3 * (n % 2)", 4, |n| if n % 2 == 0 { n } else { n - 3 }),
        ("[5, 0, 2, 2, 1][n % 5]", 0, |n| {
            [5, 0, 2, 2, 1][n as usize % 5]
        }),
        ("min(n, 40)", 0, |n| n.min(40)),
        ("popcount(n)", 0, |n| i64::from(n.count_ones())),
        ("popcount(n) % 2", 0, |n| i64::from(n.count_ones() % 2)),
        ("trailing_zeros(n)", 1, |n| i64::from(n.trailing_zeros())),
        ("trailing_ones(n)", 0, |n| i64::from(n.trailing_ones())),
        ("min(trailing_zeros(n), 2)", 1, |n| {
            i64::from(n.trailing_zeros().min(2))
        }),
        ("times(n, 3)", 1, |n| valuation(n, 3)),
        ("times(n, 10)", 1, |n| valuation(n, 10)),
        ("power_of_two_in(n)", 1, |n| n & -n),
        ("odd_part(n)", 1, |n| n >> n.trailing_zeros()),
        ("ilog2(n)", 1, |n| i64::from(n.ilog2())),
        ("isqrt(n)", 0, |n| n.isqrt()),
        ("len(digits(n))", 0, |n| n.to_string().len() as i64),
        ("sum(digits(n))", 0, digit_sum),
        ("xor(n, n + 1)", 0, |n| n ^ (n + 1)),
        ("xor(n, n / 2)", 0, |n| n ^ (n / 2)),
        ("xor(n - 1, 1) + 1", 1, |n| ((n - 1) ^ 1) + 1),
        ("divisors(n)", 1, divisors),
        ("n / 2 * (n % 2)", 0, |n| if n % 2 == 1 { n / 2 } else { 0 }),
        ("if even(n) then n / 2 else n - 1", 0, |n| {
            if n % 2 == 0 { n / 2 } else { n - 1 }
        }),
        ("if prime(n) then n else 1", 0, |n| {
            if n > 1 && (2..n).all(|d| n % d != 0) {
                n
            } else {
                1
            }
        }),
        (
            "if n % 3 == 1 then 2 * n else if n % 3 == 0 then n / 3 else 5",
            0,
            |n| match n % 3 {
                0 => n / 3,
                1 => 2 * n,
                _ => 5,
            },
        ),
        ("n - pow(2, ilog2(n))", 1, |n| n - (1 << n.ilog2())),
    ];
    let mut wrong = Vec::new();
    for (formula, first, value) in cases {
        let forms = of(first, 600, value);
        let found = forms.first().map(Form::formula).unwrap_or_default();
        if found != formula {
            wrong.push(format!("{formula}: {found}"));
        }
        for form in &forms {
            assert!((first..600).all(
                |n| form.from.is_some_and(|from| n < from) || form.eval(&[n]) == Some(value(n))
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tables_have_the_formula_one_would_write() {
    type Table = (&'static str, usize, fn(&[i64]) -> i64);
    let cases: [Table; 16] = [
        ("xor(a, b)", 2, |p| p[0] ^ p[1]),
        ("a + b", 2, |p| p[0] + p[1]),
        ("abs(b - a)", 2, |p| (p[0] - p[1]).abs()),
        ("min(a, b)", 2, |p| p[0].min(p[1])),
        ("max(a, b)", 2, |p| p[0].max(p[1])),
        ("(a + b) % 5", 2, |p| (p[0] + p[1]) % 5),
        ("xor(a, b) / 2", 2, |p| (p[0] / 2) ^ (p[1] / 2)),
        ("xor(a, b) % 4", 2, |p| (p[0] % 4) ^ (p[1] % 4)),
        ("xor(a % 4, b % 6)", 2, |p| (p[0] % 4) ^ (p[1] % 6)),
        ("if a == b then 0 else xor(a + 1, b + 1) - 1", 2, |p| {
            ((p[0] + 1) ^ (p[1] + 1)) - 1 + i64::from(p[0] == p[1])
        }),
        ("a * b", 2, |p| p[0] * p[1]),
        ("b % (a + 1)", 2, |p| p[1] % (p[0] + 1)),
        ("xor(a, b, c)", 3, |p| p[0] ^ p[1] ^ p[2]),
        ("a + b + c", 3, |p| p[0] + p[1] + p[2]),
        ("max(a, b, c)", 3, |p| p[0].max(p[1]).max(p[2])),
        ("[[0, 2, 1], [2, 2, 0], [0, 1, 1]][a % 3][b % 3]", 2, |p| {
            [[0, 2, 1], [2, 2, 0], [0, 1, 1]][p[0] as usize % 3][p[1] as usize % 3]
        }),
    ];
    let mut wrong = Vec::new();
    for (formula, width, value) in cases {
        let names: Vec<String> = "abc"[..width].chars().map(String::from).collect();
        let side = if width == 2 { 30 } else { 10 };
        let mut budget = budget();
        let data = Data::table(
            About::Values,
            &names,
            &vec![0..=side; width],
            |p| u64::try_from(value(p)).ok(),
            &budget,
        )
        .unwrap();
        let forms = data.forms(&mut budget).unwrap();
        let found = forms.first().map(Form::formula).unwrap_or_default();
        if found != formula {
            wrong.push(format!("{formula}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_text_names_it_a_conjecture_and_says_the_range() {
    let forms = of(0, 99, |n| n % 4);
    assert_eq!(
        forms[0].text(),
        "g(n) = n % 4\na conjecture, checked on 0..99 (100 values), not proven"
    );
    let forms = of(1, 300, |n| i64::from(n.trailing_zeros()));
    assert_eq!(
        forms[0].text(),
        "g(n) = trailing_zeros(n)\na conjecture, checked on 1..300 (300 values), not proven\n\
         let trailing_zeros(n) = popcount(xor(n, n - 1)) - 1    # the zeros that end n in binary, n at least 1"
    );
}

#[test]
fn exceptions_at_the_beginning_are_named() {
    let forms = of(0, 200, |n| match n {
        2 => 9,
        5 => 0,
        _ => n,
    });
    assert_eq!(forms[0].formula(), "n");
    assert_eq!(forms[0].exceptions, [(vec![2], 9), (vec![5], 0)]);
    assert_eq!(forms[0].restriction(), "except g(2) = 9, g(5) = 0");
    assert_eq!(forms[0].eval(&[2]), Some(9));
    assert_eq!(forms[0].eval(&[1 << 40]), Some(1 << 40));
}

#[test]
fn few_or_strange_data_give_nothing_and_no_panic() {
    let mut all: Vec<(i64, Vec<Option<u64>>)> = vec![
        (0, vec![]),
        (0, vec![Some(0)]),
        (0, vec![Some(3), Some(1), Some(4), Some(1), Some(5)]),
        (-50, (0..100).map(Some).collect()),
        (0, vec![None; 100]),
        (0, vec![Some(u64::MAX); 100]),
        (0, (0..100).map(|n| Some(1 << (n % 63))).collect()),
        ((1 << 31) - 100, (0..100).map(|n| Some(n * n)).collect()),
        (
            0,
            (0..200u64).map(|n| (n % 3 != 1).then_some(n / 2)).collect(),
        ),
        (
            0,
            (0..60u64)
                .map(|n| Some((1 << 49) + n % 2 * (1 << 49)))
                .collect(),
        ),
    ];
    all.extend((0..40).map(|len| (0, (0..len).map(|n| Some(n % 3)).collect())));
    for (first, values) in all {
        let mut budget = budget();
        let data = Data::sequence("n", first, &values, &budget).unwrap();
        let forms = data.forms(&mut budget).unwrap();
        let lost = data.losing().forms(&mut budget).unwrap();
        for form in forms.iter().chain(&lost) {
            let _ = (
                form.text(),
                form.eval(&[i64::MAX]),
                form.eval(&[i64::MIN]),
                form.eval(&[]),
            );
        }
        if values.len() < 12 {
            assert!(forms.is_empty() && lost.is_empty());
        }
    }
    let names = |width: usize| vec!["x".to_string(); width];
    for width in 1..=4 {
        for high in [-1, 0, 1, 5] {
            let mut budget = budget();
            let ranges = vec![0..=high; width];
            let value = |p: &[i64]| (p.iter().sum::<i64>() % 3 != 2).then_some(7);
            let data = Data::table(About::Values, &names(width), &ranges, value, &budget).unwrap();
            data.forms(&mut budget).unwrap();
            data.losing().forms(&mut budget).unwrap();
        }
    }
}

#[test]
fn limits_are_kept() {
    let values: Vec<Option<u64>> = (0..5000u64).map(|n| Some(n * n % 4099 % 17)).collect();
    let small = Limits::default().with_memory(1 << 20);
    let budget = Budget::start(&small);
    let data = Data::sequence("n", 0, &values, &budget).unwrap();
    let stopped = data.forms(&mut Budget::start(&small));
    assert!(matches!(stopped, Err(Limit::Memory { .. })));
    let interrupted = Limits::default();
    interrupted
        .interrupt
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(
        data.forms(&mut Budget::start(&interrupted)),
        Err(Limit::Interrupted)
    ));
    let tiny = Budget::start(&small);
    assert!(
        Data::table(
            About::Values,
            &["n".to_string()],
            &[0..=i64::MAX],
            |_| None,
            &tiny
        )
        .is_err()
    );
}

#[test]
fn p_positions_alone() {
    type Losing = (&'static str, fn(i64) -> bool);
    let cases: [Losing; 6] = [
        ("n % 7 in [0, 2]", |n| [0, 2].contains(&(n % 7))),
        ("power_of_two(n)", |n| n > 0 && n & (n - 1) == 0),
        ("even(popcount(n))", |n| n.count_ones() % 2 == 0),
        ("square(n)", |n| n.isqrt().pow(2) == n),
        ("odd(n) and n % 3 == 0", |n| n % 6 == 3),
        ("k * k + k", |n| (0..30).any(|k| k * k + k == n)),
    ];
    for (formula, lost) in cases {
        let mut budget = budget();
        let value = |p: &[i64]| Some(u64::from(lost(p[0])));
        let data = Data::table(
            About::Losing,
            &["n".to_string()],
            &[0..=600],
            value,
            &budget,
        )
        .unwrap();
        let forms = data.forms(&mut budget).unwrap();
        let all: Vec<String> = forms.iter().map(Form::formula).collect();
        assert!(!all.is_empty(), "{formula}");
        assert!(forms[0].meaning != Meaning::Value);
    }
}
