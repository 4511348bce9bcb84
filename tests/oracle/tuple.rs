//! Statements about tuples of numbers.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::data::Data;
use super::heap::{Amounts, Binder, amounts, binder};
use super::play::{M, PileOption};
use super::words::{Cond, Env, Num, allows, clause, cond, guard, num};

/// The names of the coordinates.
pub const NAMES: [&str; 3] = ["x", "y", "z"];

/// How far an open range is looked along.
const FAR: i64 = 30;

/// A move statement on a tuple.
#[derive(Clone, Debug)]
pub enum Tuple {
    /// `take any from x`
    Take {
        coord: usize,
        amounts: Amounts,
        guard: Option<Cond>,
    },
    /// `move (x, y) -> (x - 2, y + 1)`
    Step(Vec<i64>, Option<Cond>),
    /// `move (x, y) -> (x + dx, y + dy) for (dx, dy) in steps`
    Steps(Vec<Vec<i64>>, Option<Cond>),
    /// `move x, y -> x - k, y + k for k in 1..`
    Ray(Vec<i64>, Option<Cond>),
    /// `move y, x -> …`: new values for some coordinates.
    Some {
        coords: Vec<usize>,
        values: Vec<Num>,
        binders: Vec<Binder>,
        guard: Option<Cond>,
    },
    /// `move (x, y) -> [(…, …), (…, …)]`
    Piles {
        piles: Vec<Vec<Num>>,
        binders: Vec<Binder>,
        guard: Option<Cond>,
    },
    /// `move y -> y - k * x for k in 1.. where x > 0`
    Multiple(usize, usize),
    /// `move x, y -> x - k, y - l for k, l where abs(k - l) < r`
    Band(i64, Option<Cond>),
}

fn shifted(name: &str, delta: i64, factor: &str) -> String {
    match delta {
        0 => name.to_string(),
        _ if delta < 0 => format!("{name} - {}{factor}", -delta),
        _ => format!("{name} + {delta}{factor}"),
    }
}

fn binders_text(binders: &[Binder]) -> String {
    let texts: Vec<String> = binders.iter().map(Binder::text).collect();
    if texts.is_empty() {
        String::new()
    } else {
        format!(" for {}", texts.join(", "))
    }
}

fn bound(env: &Env, binders: &[Binder]) -> Vec<Env> {
    let mut envs = vec![env.clone()];
    for binder in binders {
        envs = envs.iter().flat_map(|env| binder.bind(env)).collect();
    }
    envs
}

/// The values with names more.
fn with(env: &Env, more: &[(&'static str, i64)]) -> Env {
    env.iter().chain(more).copied().collect()
}

fn data(pile: Vec<i64>) -> Data {
    Data::Tuple(pile.into_iter().map(Data::Int).collect())
}

/// The pile after `k` steps.
fn moved(pile: &[i64], delta: &[i64], k: i64) -> Vec<i64> {
    pile.iter().zip(delta).map(|(at, d)| at + k * d).collect()
}

/// The pile with new values for some coordinates.
fn replaced(pile: &[i64], coords: &[usize], values: &[Num], env: &Env) -> Vec<i64> {
    let mut pile = pile.to_vec();
    for (coord, value) in coords.iter().zip(values) {
        pile[*coord] = value.eval(env);
    }
    pile
}

/// The pile with some coordinates lowered.
fn lowered(pile: &[i64], by: &[(usize, i64)]) -> Vec<i64> {
    let mut pile = pile.to_vec();
    for (coord, amount) in by {
        pile[*coord] -= amount;
    }
    pile
}

fn tuple_text(values: &[String]) -> String {
    format!("({})", values.join(", "))
}

fn steps_text(steps: &[Vec<i64>]) -> String {
    let count = steps[0].len();
    let names = NAMES[..count].join(", ");
    let deltas = ["dx", "dy", "dz"];
    let values: Vec<String> = NAMES[..count]
        .iter()
        .zip(deltas)
        .map(|(name, delta)| format!("{name} + {delta}"))
        .collect();
    let tuples: Vec<String> = steps
        .iter()
        .map(|step| tuple_text(&step.iter().map(i64::to_string).collect::<Vec<_>>()))
        .collect();
    format!(
        "move ({names}) -> {} for ({}) in [{}]",
        tuple_text(&values),
        deltas[..count].join(", "),
        tuples.join(", ")
    )
}

fn ray_text(delta: &[i64]) -> String {
    let moved = || NAMES.iter().zip(delta).filter(|(_, delta)| **delta != 0);
    let names: Vec<&str> = moved().map(|(name, _)| *name).collect();
    let values: Vec<String> = moved()
        .map(|(name, delta)| match delta.abs() {
            1 => shifted(name, *delta, "*k").replace("1*k", "k"),
            _ => shifted(name, *delta, " * k"),
        })
        .collect();
    format!(
        "move {} -> {} for k in 1..",
        names.join(", "),
        values.join(", ")
    )
}

impl Tuple {
    pub fn text(&self, number: usize) -> (String, String) {
        let mut lets = String::new();
        let text = match self {
            Tuple::Take {
                coord,
                amounts,
                guard,
            } => {
                let (table, amounts, binder) = amounts.text(number);
                lets = table;
                let name = NAMES[*coord];
                format!("take {amounts} from {name}{binder}{}", clause(guard))
            }
            Tuple::Step(delta, guard) => {
                let names = NAMES[..delta.len()].join(", ");
                let values: Vec<String> = NAMES
                    .iter()
                    .zip(delta)
                    .map(|(name, delta)| shifted(name, *delta, ""))
                    .collect();
                let to = tuple_text(&values);
                format!("move ({names}) -> {to}{}", clause(guard))
            }
            Tuple::Steps(steps, guard) => steps_text(steps) + &clause(guard),
            Tuple::Ray(delta, guard) => ray_text(delta) + &clause(guard),
            Tuple::Some {
                coords,
                values,
                binders,
                guard,
            } => {
                let names: Vec<&str> = coords.iter().map(|coord| NAMES[*coord]).collect();
                let values: Vec<String> = values.iter().map(Num::text).collect();
                format!(
                    "move {} -> {}{}{}",
                    names.join(", "),
                    values.join(", "),
                    binders_text(binders),
                    clause(guard)
                )
            }
            Tuple::Piles {
                piles,
                binders,
                guard,
            } => {
                let tuples: Vec<String> = piles
                    .iter()
                    .map(|pile| tuple_text(&pile.iter().map(Num::text).collect::<Vec<_>>()))
                    .collect();
                let names = NAMES[..piles[0].len()].join(", ");
                format!(
                    "move ({names}) -> [{}]{}{}",
                    tuples.join(", "),
                    binders_text(binders),
                    clause(guard)
                )
            }
            Tuple::Multiple(to, by) => {
                let (to, by) = (NAMES[*to], NAMES[*by]);
                format!("move {to} -> {to} - k * {by} for k in 1.. where {by} > 0")
            }
            Tuple::Band(r, guard) => {
                let more = guard.as_ref().map(Cond::joined).unwrap_or_default();
                format!("move x, y -> x - k, y - l for k, l where abs(k - l) < {r}{more}")
            }
        };
        (lets, text)
    }

    pub fn options(&self, pile: &[i64], m: i64) -> Vec<PileOption> {
        let mut env: Env = NAMES.iter().copied().zip(pile.iter().copied()).collect();
        env.push((M, m));
        let known = env.len();
        let mut found = Vec::new();
        let mut add = |guard: &Option<Cond>, env: &Env, choice: Vec<i64>, piles: Vec<Vec<i64>>| {
            if !allows(guard, env) {
                return;
            }
            let piles = piles.into_iter().map(data).collect();
            found.push(PileOption::piles(choice, piles));
        };
        let moved = |delta: &[i64], k: i64| moved(pile, delta, k);
        let choice = |env: &Env| -> Vec<i64> { env[known..].iter().map(|(_, n)| *n).collect() };
        match self {
            Tuple::Take {
                coord,
                amounts,
                guard,
            } => {
                for (amount, k) in amounts.all(pile[*coord], &env) {
                    let named: Vec<(&'static str, i64)> = k.map(|k| ("k", k)).into_iter().collect();
                    let to = lowered(pile, &[(*coord, amount)]);
                    let choice = vec![amount, k.unwrap_or(0)];
                    add(guard, &with(&env, &named), choice, vec![to]);
                }
            }
            Tuple::Step(delta, guard) => add(guard, &env, Vec::new(), vec![moved(delta, 1)]),
            Tuple::Steps(steps, guard) => {
                for step in steps {
                    add(guard, &env, step.clone(), vec![moved(step, 1)]);
                }
            }
            Tuple::Ray(delta, guard) => {
                for k in 1..FAR {
                    let env = with(&env, &[("k", k)]);
                    add(guard, &env, vec![k], vec![moved(delta, k)]);
                }
            }
            Tuple::Some {
                coords,
                values,
                binders,
                guard,
            } => {
                for env in bound(&env, binders) {
                    let to = replaced(pile, coords, values, &env);
                    add(guard, &env, choice(&env), vec![to]);
                }
            }
            Tuple::Piles {
                piles,
                binders,
                guard,
            } => {
                for env in bound(&env, binders) {
                    let value = |pile: &Vec<Num>| pile.iter().map(|n| n.eval(&env)).collect();
                    add(guard, &env, choice(&env), piles.iter().map(value).collect());
                }
            }
            Tuple::Multiple(to, by) => {
                for k in (1..FAR).filter(|_| pile[*by] > 0) {
                    let after = lowered(pile, &[(*to, k * pile[*by])]);
                    add(&None, &env, vec![k], vec![after]);
                }
            }
            Tuple::Band(r, guard) => {
                let pairs = (1..FAR).flat_map(|k| (1..FAR).map(move |l| (k, l)));
                for (k, l) in pairs.filter(|(k, l)| (k - l).abs() < *r) {
                    let to = lowered(pile, &[(0, k), (1, l)]);
                    let env = with(&env, &[("k", k), ("l", l)]);
                    add(guard, &env, vec![k, l], vec![to]);
                }
            }
        }
        found
    }
}

/// A guard over two coordinates, or one that also knows a third.
fn coords_guard(count: usize) -> BoxedStrategy<Option<Cond>> {
    if count == 2 {
        guard(&["x", "y", M])
    } else {
        guard(&["x", "y", "z"])
    }
}

/// A value of a coordinate, in which `i` may stand.
fn value(count: usize) -> BoxedStrategy<Num> {
    match count {
        2 => num(&["x", "y", "i", M]),
        _ => num(&["x", "y", "z", "i"]),
    }
}

/// New values for some coordinates.
fn some(count: usize) -> impl Strategy<Value = Tuple> {
    let some_coords = Just((0..count).collect::<Vec<usize>>())
        .prop_shuffle()
        .prop_flat_map(move |coords| (Just(coords), 1..=count));
    (
        some_coords,
        vec(value(count), count),
        binder("i", &NAMES[..count]),
        coords_guard(count),
        0..5,
    )
        .prop_map(|((coords, many), values, i, guard, falls)| {
            let coords = coords[..many].to_vec();
            let values = values[..many].to_vec();
            // Mostly the first of them falls and the others do not rise, so that the game ends.
            let mut tests: Vec<Cond> = guard.into_iter().collect();
            if falls > 0 {
                for (place, (coord, value)) in coords.iter().zip(&values).enumerate() {
                    let op = if place == 0 { "<" } else { "<=" };
                    let name = Num::Atom(NAMES[*coord]);
                    tests.push(Cond::Compare(value.clone(), vec![(op, name)]));
                }
            }
            let guard = tests
                .into_iter()
                .reduce(|a, b| Cond::And(Box::new(a), Box::new(b)));
            Tuple::Some {
                coords,
                values,
                binders: vec![i],
                guard,
            }
        })
}

/// Several piles instead of one.
fn piles(count: usize) -> impl Strategy<Value = Tuple> {
    let smaller = (0..count, select(vec![1i64, 2])).prop_map(move |(coord, less)| -> Vec<Num> {
        let atoms = NAMES[..count].iter().map(|name| Num::Atom(name));
        let mut pile: Vec<Num> = atoms.collect();
        pile[coord] = Num::bin('-', pile[coord].clone(), Num::Lit(less));
        pile
    });
    let cut = (0..count).prop_map(move |coord| -> Vec<Num> {
        let atoms = NAMES[..count].iter().map(|name| Num::Atom(name));
        let mut pile: Vec<Num> = atoms.collect();
        let rest = Num::bin('-', pile[coord].clone(), Num::Atom("i"));
        pile[coord] = Num::bin('-', rest, Num::Lit(1));
        pile
    });
    let any_pile = vec(value(count), count);
    let pile = prop_oneof![3 => smaller, 3 => cut, 1 => any_pile];
    let upto = Binder::In("i", Num::Lit(0), Num::Atom("x"));
    (vec(pile, 1..3), coords_guard(count)).prop_map(move |(piles, guard)| Tuple::Piles {
        piles,
        binders: vec![upto.clone()],
        guard,
    })
}

/// A statement on tuples of so many coordinates; where they are bounded, open ranges may also rise.
pub fn rule(count: usize, bounded: bool) -> BoxedStrategy<Tuple> {
    let two = count == 2;
    let delta = move || vec(-2i64..=2, count);
    let falling = |delta: &Vec<i64>| delta.iter().sum::<i64>() < 0;
    let step = move || delta().prop_filter("falls", falling);
    let take = (0..count, amounts(true)).prop_flat_map(move |(coord, amounts)| {
        let fresh = matches!(amounts, Amounts::Fresh);
        let guard = match (fresh, two) {
            (true, true) => cond(&["x", "y", "k", "k"])
                .prop_map(|cond| Some(cond.mentioning("k")))
                .boxed(),
            (true, false) => cond(&["x", "y", "z", "k", "k"])
                .prop_map(|cond| Some(cond.mentioning("k")))
                .boxed(),
            _ => coords_guard(count),
        };
        guard.prop_map(move |guard| Tuple::Take {
            coord,
            amounts: amounts.clone(),
            guard,
        })
    });
    let ray = delta().prop_filter("ends", move |delta| {
        delta.iter().any(|d| *d < 0) || (bounded && delta.iter().any(|d| *d != 0))
    });
    let multiple =
        (0..count, 1..count).prop_map(move |(to, by)| Tuple::Multiple(to, (to + by) % count));
    prop_oneof![
        4 => take,
        2 => (step(), coords_guard(count)).prop_map(|(step, guard)| Tuple::Step(step, guard)),
        2 => (vec(step(), 1..5), coords_guard(count))
            .prop_map(|(steps, guard)| Tuple::Steps(steps, guard)),
        1 => (delta(), coords_guard(count)).prop_map(|(step, guard)| Tuple::Step(step, guard)),
        3 => (ray, coords_guard(count)).prop_map(|(delta, guard)| Tuple::Ray(delta, guard)),
        3 => some(count),
        2 => piles(count),
        1 => multiple,
        1 => (1i64..4, guard(&["x", "y", "k", "l"])).prop_map(|(r, guard)| Tuple::Band(r, guard)),
    ]
    .boxed()
}
