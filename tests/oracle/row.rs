//! Statements about rows, bags and tuples with a row. The row is called `p`, a number beside it `n`.

use proptest::prelude::*;
use proptest::sample::select;

use crate::data::Data;
use crate::heap::{Amounts, amounts};
use crate::play::{M, PileOption};
use crate::words::{Cond, Env, allows, clause, cond, guard};

/// A move statement on the row of a pile.
#[derive(Clone, Debug)]
pub enum Row {
    Take(Amounts, Option<Cond>),
    /// `move p[i] -> v for i, v in 0..p[i] - 1`
    Lower(Option<Cond>),
    /// `move p[i], p[j] -> p[i] - a * k, p[j] - b * k for k in 1..`
    TwoDown(i64, i64, bool),
    /// `move p[i], p[i + 1] -> p[i + 1], p[i] where p[i] > p[i + 1]`, the guard in its safe form.
    Swap,
    /// `move p[i], p[i + d] -> p[i] - k, p[i + d] + k for k in 1..`
    Pass(i64),
    /// `move p -> p[1..] ++ [p[0] - k] for k in 1.. where len(p) > 0`
    Rotate,
    /// `move p -> remove(p, i) for i in indices(p)`
    Remove(Option<Cond>),
    /// `move p -> remove(p, i, j) for i, j where i < j and …`
    RemoveTwo(Option<Cond>),
    /// `move p -> [x - k for x in p] for k in 1.. where len(p) > 0`
    AllDown,
    /// `move p -> p[i..] for i in 1..len(p)`
    Suffix,
    /// `move p -> p[..i - 1] for i in indices(p)`
    Prefix,
    /// `move p -> [p[..i - 1], p[i + 1..]] for i in indices(p)`
    Break(Option<Cond>),
    /// `move p -> [] where …`, where the row has entries.
    Clear(Cond),
    /// `move p -> sort(p) where p != sort(p)`
    Sort,
    /// `move p -> [x for x in p where x % c != r] …`, where it has others.
    Sieve(i64, i64),
    /// `move n, p -> n - k, p ++ [k] for k in 1..n where k not in p`, or with the row first.
    Append(bool),
    /// `take … from n`
    TakeN(Amounts, Option<Cond>),
    /// `move p -> remove(p, i)` for a row of tuples.
    RemoveTuple,
    /// `move p[i] -> (p[i][0] - k, p[i][1] + d) for k in 1..`
    LowerTuple(i64),
    /// `move p -> [(r, c) for (r, c) in p where c != v] for v in 0..5 where …`
    SieveTuples,
}

/// What a condition may ask of a row.
pub fn facts(row: &Data) -> Env {
    let mut facts = vec![("len(p)", row.items().len() as i64)];
    if row.items().iter().all(|item| matches!(item, Data::Int(_))) {
        let numbers = row.numbers();
        facts.push(("sum(p)", numbers.iter().sum()));
        facts.push(("xor(p)", numbers.iter().fold(0, |a, b| a ^ b)));
    }
    facts
}

impl Row {
    pub fn text(&self) -> String {
        match self {
            Row::Take(amounts, guard) => {
                let (_, amounts, binder) = amounts.text(0);
                format!("take {amounts} from p[i]{binder}{}", clause(guard))
            }
            Row::Lower(guard) => {
                format!("move p[i] -> v for i, v in 0..p[i] - 1{}", clause(guard))
            }
            Row::TwoDown(a, b, ordered) => {
                let guard = if *ordered { " where i < j" } else { "" };
                format!("move p[i], p[j] -> p[i] - {a} * k, p[j] - k * {b} for k in 1..{guard}")
            }
            Row::Swap => {
                "move p[i], p[i + 1] -> p[i + 1], p[i] where i + 1 < len(p) and p[i] > p[i + 1]"
                    .to_string()
            }
            Row::Pass(d) => {
                let other = if *d < 0 {
                    format!("p[i - {}]", -d)
                } else {
                    format!("p[i + {d}]")
                };
                format!("move p[i], {other} -> p[i] - k, {other} + k for k in 1..")
            }
            Row::Rotate => {
                "move p -> p[1..] ++ [p[0] - k] for k in 1.. where len(p) > 0".to_string()
            }
            Row::Remove(guard) => {
                format!(
                    "move p -> remove(p, i) for i in indices(p){}",
                    clause(guard)
                )
            }
            Row::RemoveTwo(guard) => {
                let more = guard.as_ref().map(Cond::joined).unwrap_or_default();
                format!("move p -> remove(p, i, j) for i, j where i < j{more}")
            }
            Row::AllDown => {
                "move p -> [x - k for x in p] for k in 1.. where len(p) > 0".to_string()
            }
            Row::Suffix => "move p -> p[i..] for i in 1..len(p)".to_string(),
            Row::Prefix => "move p -> p[..i - 1] for i in indices(p)".to_string(),
            Row::Break(guard) => format!(
                "move p -> [p[..i - 1], p[i + 1..]] for i in indices(p){}",
                clause(guard)
            ),
            Row::Clear(cond) => {
                format!("move p -> [] where len(p) > 0{}", cond.joined())
            }
            Row::Sort => "move p -> sort(p) where p != sort(p)".to_string(),
            Row::Sieve(c, r) => format!(
                "move p -> [x for x in p where x % {c} != {r}] where any([x % {c} == {r} for x in p])"
            ),
            Row::Append(n_first) => {
                let (names, values) = if *n_first {
                    ("n, p", "n - k, p ++ [k]")
                } else {
                    ("p, n", "p ++ [k], n - k")
                };
                format!("move {names} -> {values} for k in 1..n where k not in p")
            }
            Row::TakeN(amounts, guard) => {
                let (_, amounts, binder) = amounts.text(0);
                format!("take {amounts} from n{binder}{}", clause(guard))
            }
            Row::RemoveTuple => "move p -> remove(p, i) for i in indices(p)".to_string(),
            Row::LowerTuple(d) => {
                let second = if *d < 0 {
                    format!("p[i][1] - {}", -d)
                } else {
                    format!("p[i][1] + {d}")
                };
                format!("move p[i] -> (p[i][0] - k, {second}) for k in 1..")
            }
            Row::SieveTuples => "move p -> [(r, c) for (r, c) in p where c != v] for v in 0..5 \
                 where len([q for q in p where q[1] == v]) > 0"
                .to_string(),
        }
    }

    pub fn options(&self, pile: &Data, m: i64) -> Vec<PileOption> {
        // The row may stand beside a number.
        let parts = match pile {
            Data::Tuple(parts) => parts.clone(),
            row => vec![row.clone()],
        };
        let row_at = parts
            .iter()
            .position(|part| matches!(part, Data::List(_)))
            .unwrap_or(0);
        let row = parts[row_at].items().to_vec();
        let mut env: Env = vec![(M, m)];
        env.extend(facts(&parts[row_at]));
        let n_at = parts.iter().position(|part| matches!(part, Data::Int(_)));
        env.extend(n_at.map(|at| ("n", parts[at].int())));
        let whole = |row: Vec<Data>, n: Option<i64>| match pile {
            Data::Tuple(_) => {
                let mut parts = parts.clone();
                parts[row_at] = Data::List(row);
                if let (Some(at), Some(n)) = (n_at, n) {
                    parts[at] = Data::Int(n);
                }
                Data::Tuple(parts)
            }
            _ => Data::List(row),
        };
        let mut found = Vec::new();
        let mut add = |choice: &[i64], row: Vec<Data>| {
            let piles = vec![whole(row, None)];
            found.push(PileOption::piles(choice.to_vec(), piles));
        };
        let len = row.len();
        let number = |i: usize| row[i].int();
        // A row of tuples has no numbers.
        let highest = row.iter().map(|item| match item {
            Data::Int(n) => *n,
            other => other.items()[0].int(),
        });
        let highest = highest.max().unwrap_or(0);
        let with_entry = |env: &Env, i: usize| -> Env {
            let mut env = env.clone();
            env.push(("i", i as i64));
            env.push(("p[i]", number(i)));
            env
        };
        let without = |out: &[usize]| -> Vec<Data> {
            let kept = row.iter().enumerate();
            let kept = kept.filter(|(place, _)| !out.contains(place));
            kept.map(|(_, item)| item.clone()).collect()
        };
        let changed = |changes: &[(usize, i64)]| -> Vec<Data> {
            let mut row = row.clone();
            for (place, value) in changes {
                row[*place] = Data::Int(*value);
            }
            row
        };
        let at = |place: usize| place as i64;
        match self {
            Row::Take(amounts, guard) => {
                for i in 0..len {
                    let env = with_entry(&env, i);
                    for (amount, k) in amounts.all(number(i), &env) {
                        let mut env = env.clone();
                        env.extend(k.map(|k| ("k", k)));
                        if allows(guard, &env) {
                            let choice = [at(i), amount, k.unwrap_or(0)];
                            add(&choice, changed(&[(i, number(i) - amount)]));
                        }
                    }
                }
            }
            Row::Lower(guard) => {
                for i in 0..len {
                    for v in 0..number(i) {
                        let mut env = with_entry(&env, i);
                        env.push(("v", v));
                        if allows(guard, &env) {
                            add(&[at(i), v], changed(&[(i, v)]));
                        }
                    }
                }
            }
            Row::TwoDown(a, b, ordered) => {
                for (i, j) in (0..len).flat_map(|i| (0..len).map(move |j| (i, j))) {
                    if i == j || (*ordered && i > j) {
                        continue;
                    }
                    for k in 1..=highest {
                        let changes = [(i, number(i) - a * k), (j, number(j) - b * k)];
                        add(&[at(i), at(j), k], changed(&changes));
                    }
                }
            }
            Row::Swap => {
                for i in 1..len {
                    if number(i - 1) > number(i) {
                        add(&[at(i)], changed(&[(i - 1, number(i)), (i, number(i - 1))]));
                    }
                }
            }
            Row::Pass(d) => {
                for i in 0..len {
                    let j = at(i) + d;
                    if !(0..at(len)).contains(&j) {
                        continue;
                    }
                    let j = j as usize;
                    for k in 1..=number(i) {
                        let changes = [(i, number(i) - k), (j, number(j) + k)];
                        add(&[at(i), k], changed(&changes));
                    }
                }
            }
            Row::Rotate => {
                for k in 1..=highest {
                    let mut rest = row[1..].to_vec();
                    rest.push(Data::Int(number(0) - k));
                    add(&[k], rest);
                }
            }
            Row::Remove(guard) => {
                for i in 0..len {
                    if allows(guard, &with_entry(&env, i)) {
                        add(&[at(i)], without(&[i]));
                    }
                }
            }
            Row::RemoveTwo(guard) => {
                for (i, j) in (0..len).flat_map(|i| (i + 1..len).map(move |j| (i, j))) {
                    let mut env = with_entry(&env, i);
                    env.push(("p[j]", number(j)));
                    if allows(guard, &env) {
                        add(&[at(i), at(j)], without(&[i, j]));
                    }
                }
            }
            Row::AllDown => {
                if len > 0 {
                    for k in 1..=highest {
                        add(&[k], (0..len).map(|i| Data::Int(number(i) - k)).collect());
                    }
                }
            }
            Row::Suffix => {
                for i in 1..=len {
                    add(&[at(i)], row[i..].to_vec());
                }
            }
            Row::Prefix => {
                for i in 0..len {
                    add(&[at(i)], row[..i].to_vec());
                }
            }
            Row::Break(guard) => {
                for i in 0..len {
                    if allows(guard, &with_entry(&env, i)) {
                        let halves = [&row[..i], &row[i + 1..]];
                        let piles = halves.map(|half| Data::List(half.to_vec())).to_vec();
                        found.push(PileOption::piles(vec![at(i)], piles));
                    }
                }
            }
            Row::Clear(cond) => {
                if len > 0 && cond.holds(&env) {
                    add(&[], Vec::new());
                }
            }
            Row::Sort => {
                let mut sorted = row.clone();
                sorted.sort();
                if sorted != row {
                    add(&[], sorted);
                }
            }
            Row::Sieve(c, r) => {
                let out: Vec<usize> = (0..len).filter(|i| number(*i) % c == *r).collect();
                if !out.is_empty() {
                    add(&[], without(&out));
                }
            }
            Row::Append(_) => {
                let n = n_at.map_or(0, |at| parts[at].int());
                for k in 1..=n {
                    if !row.contains(&Data::Int(k)) {
                        let mut longer = row.clone();
                        longer.push(Data::Int(k));
                        let pile = whole(longer, Some(n - k));
                        found.push(PileOption::piles(vec![k], vec![pile]));
                    }
                }
            }
            Row::TakeN(amounts, guard) => {
                let n = n_at.map_or(0, |at| parts[at].int());
                for (amount, k) in amounts.all(n, &env) {
                    let mut env = env.clone();
                    env.extend(k.map(|k| ("k", k)));
                    if allows(guard, &env) {
                        let pile = whole(row.clone(), Some(n - amount));
                        let choice = vec![amount, k.unwrap_or(0)];
                        found.push(PileOption::piles(choice, vec![pile]));
                    }
                }
            }
            Row::RemoveTuple => {
                for i in 0..len {
                    add(&[at(i)], without(&[i]));
                }
            }
            Row::LowerTuple(d) => {
                for (i, k) in (0..len).flat_map(|i| (1..=highest).map(move |k| (i, k))) {
                    let entry = row[i].numbers();
                    let mut row = row.clone();
                    row[i] = Data::pair(entry[0] - k, entry[1] + d);
                    add(&[at(i), k], row);
                }
            }
            Row::SieveTuples => {
                for v in 0..=5 {
                    let out = |i: &usize| row[*i].numbers()[1] == v;
                    let out: Vec<usize> = (0..len).filter(out).collect();
                    if !out.is_empty() {
                        add(&[v], without(&out));
                    }
                }
            }
        }
        found
    }
}

fn row_amounts() -> impl Strategy<Value = Amounts> {
    amounts(true).prop_map(|amounts| match amounts {
        // A table would need a `let` of its own.
        Amounts::Listed(_) => Amounts::Any,
        other => other,
    })
}

fn entry_take(atoms: &'static [&'static str]) -> impl Strategy<Value = Row> {
    (row_amounts(), cond(atoms), any::<bool>()).prop_map(|(amounts, cond, guarded)| {
        let cond = match amounts {
            Amounts::Fresh => Some(cond.mentioning("k")),
            // Only some amounts are called `k`.
            _ => Some(cond).filter(|cond| guarded && !cond.mentions("k")),
        };
        Row::Take(amounts, cond)
    })
}

/// Statements that do not ask for the order of the entries.
pub fn bag_rule() -> BoxedStrategy<Row> {
    let remains = (2i64..4, 0i64..2);
    prop_oneof![
        4 => entry_take(&["p[i]", "len(p)", "sum(p)", "k", M]),
        2 => guard(&["p[i]", "v", "len(p)", "xor(p)"]).prop_map(Row::Lower),
        2 => (1i64..3, 1i64..3, any::<bool>()).prop_map(|(a, b, ordered)| Row::TwoDown(a, b, ordered && a == b)),
        1 => guard(&["p[i]", "len(p)", "sum(p)"]).prop_map(Row::Remove),
        1 => Just(Row::AllDown),
        1 => remains.prop_map(|(c, r)| Row::Sieve(c, r)),
        1 => cond(&["len(p)", "sum(p)", M]).prop_map(Row::Clear),
    ]
    .boxed()
}

/// Statements that change a row and nothing beside it.
pub fn row_rule() -> BoxedStrategy<Row> {
    prop_oneof![
        5 => bag_rule(),
        2 => entry_take(&["i", "p[i]", "len(p)", "k"]),
        1 => Just(Row::Swap),
        2 => select(vec![-2i64, -1, 1, 2]).prop_map(Row::Pass),
        1 => Just(Row::Rotate),
        1 => guard(&["i", "p[i]", "sum(p)"]).prop_map(Row::Remove),
        1 => guard(&["i", "p[i]", "p[j]"]).prop_map(Row::RemoveTwo),
        1 => Just(Row::Suffix),
        1 => Just(Row::Prefix),
        1 => Just(Row::Sort),
    ]
    .boxed()
}

/// Statements on a pile that is one row.
pub fn lone_row_rule() -> BoxedStrategy<Row> {
    prop_oneof![
        5 => row_rule(),
        1 => guard(&["i", "p[i]", "len(p)"]).prop_map(Row::Break),
    ]
    .boxed()
}

/// Statements on a row or bag with a number `n` beside it; `alone` are those on the row or bag.
pub fn beside_rule(n_first: bool, alone: BoxedStrategy<Row>) -> BoxedStrategy<Row> {
    prop_oneof![
        3 => alone,
        2 => Just(Row::Append(n_first)),
        2 => (row_amounts(), cond(&["n", "len(p)", "sum(p)", "k"]), any::<bool>()).prop_map(
            |(amounts, cond, guarded)| {
                let cond = match amounts {
                    Amounts::Fresh => Some(cond.mentioning("k")),
                    _ => Some(cond).filter(|cond| guarded && !cond.mentions("k")),
                };
                Row::TakeN(amounts, cond)
            }
        ),
    ]
    .boxed()
}

/// Statements on a row of tuples.
pub fn tuples_rule() -> BoxedStrategy<Row> {
    prop_oneof![
        2 => Just(Row::RemoveTuple),
        2 => (-1i64..=1).prop_map(Row::LowerTuple),
        1 => Just(Row::SieveTuples),
    ]
    .boxed()
}
