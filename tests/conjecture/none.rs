//! Data without a closed form: nothing may be claimed.

use super::definition::{code, heap};
use nimrule::conjecture::{About, Data, Expr, Form};
use nimrule::work::chance::Chance;

use crate::common::budget;

fn forms_of(values: &[u64], about: About) -> Vec<Form> {
    let mut budget = budget();
    let values: Vec<Option<u64>> = values.iter().copied().map(Some).collect();
    let data = Data::sequence("n", 0, &values, &budget).unwrap();
    let data = match about {
        About::Values => data,
        About::Losing => data.losing(),
    };
    data.forms(&mut budget).unwrap()
}

fn random(seed: u64, count: usize, below: u64) -> Vec<u64> {
    let mut chance = Chance::new(Some(seed));
    (0..count).map(|_| chance.below(below)).collect()
}

#[test]
fn nothing_is_claimed_without_structure() {
    let grundy = heap(2000, |n, g, out| {
        out.extend((1..n.div_ceil(2)).map(|a| g[a] ^ g[n - a]))
    });
    let squares = heap(3000, |n, g, out| {
        out.extend((1..=n.isqrt()).map(|k| g[n - k * k]))
    });
    let fibonacci = heap(3000, |n, g, out| {
        let (mut a, mut b) = (1, 2);
        while a <= n {
            out.push(g[n - a]);
            (a, b) = (b, a + b);
        }
    });
    let mut all = vec![
        ("Grundy's game", grundy),
        ("take a square", squares),
        ("take a Fibonacci number", fibonacci),
        ("0.16", code(500, &[0, 1, 6])),
        ("0.6", code(1500, &[0, 6])),
        ("0.06", code(1500, &[0, 0, 6])),
        ("0.104", code(1000, &[0, 1, 0, 4])),
    ];
    for (i, below) in [2, 3, 4, 8, 50, 1000].into_iter().enumerate() {
        all.push(("random", random(i as u64 + 1, 3000, below)));
        all.push(("random, few", random(i as u64 + 11, 30, below)));
        all.push(("random, fewer", random(i as u64 + 21, 14, below)));
    }
    for (name, values) in &all {
        for about in [About::Values, About::Losing] {
            let forms = forms_of(values, about);
            // That no larger pile is lost is right as far as was looked.
            let claim = forms.iter().find(|form| form.expr != Expr::Int(0));
            assert!(
                claim.is_none(),
                "{name}: {}",
                claim.map_or(String::new(), Form::text)
            );
        }
    }
}

#[test]
fn no_claims_for_random_tables() {
    for (i, side) in [8i64, 16, 40].into_iter().enumerate() {
        for below in [2, 5, 100] {
            let list = random(
                i as u64 * 7 + below,
                ((side + 1) * (side + 1)) as usize,
                below,
            );
            let mut budget = budget();
            let names = ["a".to_string(), "b".to_string()];
            let value = |at: &[i64]| list.get((at[0] * (side + 1) + at[1]) as usize).copied();
            let data =
                Data::table(About::Values, &names, &[0..=side, 0..=side], value, &budget).unwrap();
            for data in [data.losing(), data] {
                let forms = data.forms(&mut budget).unwrap();
                for form in &forms {
                    assert_eq!(form.expr, Expr::Int(0));
                }
            }
        }
    }
}

/// What is said of P-positions behind an irregular start is a condition.
#[test]
fn p_positions_that_repeat_meet_a_condition() {
    type Lost = fn(u64) -> bool;
    let tails: [(Lost, &str); 3] = [
        (|_| false, "no position is a P-position for n >= "),
        (
            |n| n % 3 == 1,
            "n is a P-position exactly when n % 3 == 1 for n >= ",
        ),
        (
            |n| matches!(n % 7, 1 | 3 | 4),
            "n is a P-position exactly when n % 7 in [1, 3, 4] for n >= ",
        ),
    ];
    for (is_lost, said) in tails {
        let tail = (40..700).map(|n| u64::from(!is_lost(n)));
        let values: Vec<u64> = random(5, 40, 2).into_iter().chain(tail).collect();
        let forms = forms_of(&values, About::Losing);
        let claims: Vec<String> = forms.iter().map(Form::claim).collect();
        assert!(
            claims.iter().any(|claim| claim.starts_with(said)),
            "{claims:?}"
        );
    }
}
