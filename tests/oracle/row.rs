//! Statements about rows, bags and tuples with a row. The row is called `p`, a number beside it `n`.

use proptest::prelude::*;
use proptest::sample::select;

use super::data::Data;
use super::heap::{Amounts, amounts};
use super::play::{M, PileOption};
use super::words::{Cond, Env, allows, clause, cond, guard};

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
    /// `move p[i] -> (p[i][0] - k, p[i][1] + d) for k in 1..`, perhaps where no such tuple is in the row.
    LowerTuple(i64, bool),
    /// `move p[i], p[i + 1] -> p[i + 1], (p[i][0] - k, p[i][1]) for k in 1.. where p[i][1] > p[i + 1][1]`, the guard in its safe
    /// form.
    PassTuple,
    /// `move p -> [(r, c) for (r, c) in p where c != v] for v in 0..5 where …`
    SieveTuples,
}

const SQUARES: &str = "sum([x * x for x in p])";
const ODD: &str = "len([x for x in p where x % 2 == 1])";
const LEAST: &str = "min([x + 1 for x in p ++ [8]])";
const BITS: &str = "bitor([x for x in p])";

/// What a condition may ask of a row.
pub fn facts(row: &Data) -> Env {
    let mut facts = vec![("len(p)", row.items().len() as i64)];
    if row.items().iter().all(|item| matches!(item, Data::Int(_))) {
        let numbers = row.numbers();
        facts.push(("sum(p)", numbers.iter().sum()));
        facts.push(("xor(p)", numbers.iter().fold(0, |a, b| a ^ b)));
        // Lists that are made for a function alone.
        facts.push((SQUARES, numbers.iter().map(|x| x * x).sum()));
        facts.push((ODD, numbers.iter().filter(|x| **x % 2 == 1).count() as i64));
        facts.push((LEAST, numbers.iter().fold(9, |least, x| least.min(x + 1))));
        facts.push((BITS, numbers.iter().fold(0, |bits, x| bits | x)));
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
            _ => self.text_of_tuples(),
        }
    }

    fn text_of_tuples(&self) -> String {
        match self {
            Row::RemoveTuple => "move p -> remove(p, i) for i in indices(p)".to_string(),
            Row::LowerTuple(d, free) => {
                let second = if *d < 0 {
                    format!("p[i][1] - {}", -d)
                } else {
                    format!("p[i][1] + {d}")
                };
                let new = format!("(p[i][0] - k, {second})");
                let guard = if *free {
                    format!(" where {new} not in p")
                } else {
                    String::new()
                };
                format!("move p[i] -> {new} for k in 1..{guard}")
            }
            Row::PassTuple => {
                "move p[i], p[i + 1] -> p[i + 1], (p[i][0] - k, p[i][1]) for k in 1.. \
                 where i + 1 < len(p) and p[i][1] > p[i + 1][1]"
                    .to_string()
            }
            Row::SieveTuples => "move p -> [(r, c) for (r, c) in p where c != v] for v in 0..5 \
                 where len([q for q in p where q[1] == v]) > 0"
                .to_string(),
            other => panic!("{other:?} is about numbers"),
        }
    }

    pub fn options(&self, pile: &Data, m: i64) -> Vec<PileOption> {
        let seen = Seen::of(pile, m);
        let Seen { row, env, .. } = &seen;
        let (len, highest) = (row.len(), seen.highest());
        let number = |i: usize| seen.number(i);
        let removed = |i: usize| seen.to(&[i as i64], seen.without(&[i]));
        match self {
            Row::Take(amounts, guard) => seen.take(amounts, guard),
            Row::Lower(guard) => seen.lower(guard),
            Row::TwoDown(a, b, ordered) => seen.two_down(*a, *b, *ordered),
            Row::Swap => (1..len)
                .filter(|i| number(i - 1) > number(*i))
                .map(|i| (i, [(i - 1, number(i)), (i, number(i - 1))]))
                .map(|(i, changes)| seen.to(&[i as i64], seen.changed(&changes)))
                .collect(),
            Row::Pass(d) => seen.pass(*d),
            Row::Rotate => (1..=highest)
                .map(|k| [&row[1..], &[Data::Int(number(0) - k)]].concat())
                .zip(1..)
                .map(|(rest, k)| seen.to(&[k], rest))
                .collect(),
            Row::Remove(guard) => (0..len)
                .filter(|i| allows(guard, &seen.entry(*i)))
                .map(removed)
                .collect(),
            Row::RemoveTwo(guard) => seen.remove_two(guard),
            Row::AllDown => (1..=highest)
                .map(|k| (0..len).map(|i| Data::Int(number(i) - k)).collect())
                .zip(1..)
                .map(|(lower, k)| seen.to(&[k], lower))
                .collect(),
            Row::Suffix => (1..=len)
                .map(|i| seen.to(&[i as i64], row[i..].to_vec()))
                .collect(),
            Row::Prefix => (0..len)
                .map(|i| seen.to(&[i as i64], row[..i].to_vec()))
                .collect(),
            Row::Break(guard) => seen.broken(guard),
            Row::Clear(cond) => Some(cond)
                .filter(|cond| len > 0 && cond.holds(env))
                .map(|_| seen.to(&[], Vec::new()))
                .into_iter()
                .collect(),
            Row::Sort => {
                let mut sorted = row.clone();
                sorted.sort();
                let sorted = Some(sorted).filter(|sorted| sorted != row);
                sorted.map(|row| seen.to(&[], row)).into_iter().collect()
            }
            Row::Sieve(c, r) => {
                let out: Vec<usize> = (0..len).filter(|i| number(*i) % c == *r).collect();
                let left = Some(seen.without(&out)).filter(|_| !out.is_empty());
                left.map(|row| seen.to(&[], row)).into_iter().collect()
            }
            Row::Append(_) => seen.append(),
            Row::TakeN(amounts, guard) => seen.take_n(amounts, guard),
            Row::RemoveTuple => (0..len).map(removed).collect(),
            Row::LowerTuple(d, free) => seen.lower_tuple(*d, *free),
            Row::PassTuple => seen.pass_tuple(),
            Row::SieveTuples => seen.sieve_tuples(),
        }
    }
}

/// A pile as a statement on its row sees it.
struct Seen {
    /// The row, which may stand beside a number, or whatever else the pile has.
    parts: Vec<Data>,
    is_tuple: bool,
    row_at: usize,
    n_at: Option<usize>,
    row: Vec<Data>,
    env: Env,
}

impl Seen {
    fn of(pile: &Data, m: i64) -> Seen {
        let parts = match pile {
            Data::Tuple(parts) => parts.clone(),
            row => vec![row.clone()],
        };
        let is_row = |part: &Data| matches!(part, Data::List(_));
        let row_at = parts.iter().position(is_row).unwrap_or(0);
        let n_at = parts.iter().position(|part| matches!(part, Data::Int(_)));
        let mut env: Env = vec![(M, m)];
        env.extend(facts(&parts[row_at]));
        env.extend(n_at.map(|at| ("n", parts[at].int())));
        Seen {
            is_tuple: matches!(pile, Data::Tuple(_)),
            row: parts[row_at].items().to_vec(),
            parts,
            row_at,
            n_at,
            env,
        }
    }

    fn number(&self, i: usize) -> i64 {
        self.row[i].int()
    }

    /// The number beside the row.
    fn n(&self) -> i64 {
        self.n_at.map_or(0, |at| self.parts[at].int())
    }

    /// The greatest entry; of tuples the first part counts.
    fn highest(&self) -> i64 {
        let numbers = self.row.iter().map(|item| match item {
            Data::Int(n) => *n,
            other => other.items()[0].int(),
        });
        numbers.max().unwrap_or(0)
    }

    /// What is known beside an entry.
    fn entry(&self, i: usize) -> Env {
        let mut env = self.env.clone();
        env.push(("i", i as i64));
        env.push(("p[i]", self.number(i)));
        env
    }

    fn without(&self, out: &[usize]) -> Vec<Data> {
        let kept = self.row.iter().enumerate();
        let kept = kept.filter(|(place, _)| !out.contains(place));
        kept.map(|(_, item)| item.clone()).collect()
    }

    fn changed(&self, changes: &[(usize, i64)]) -> Vec<Data> {
        let mut row = self.row.clone();
        for (place, value) in changes {
            row[*place] = Data::Int(*value);
        }
        row
    }

    /// The option that leaves this row, and the number beside it as it was.
    fn to(&self, choice: &[i64], row: Vec<Data>) -> PileOption {
        self.to_both(choice, row, self.n())
    }

    /// The option that leaves this row and this number beside it.
    fn to_both(&self, choice: &[i64], row: Vec<Data>, n: i64) -> PileOption {
        let pile = if self.is_tuple {
            let mut parts = self.parts.clone();
            parts[self.row_at] = Data::List(row);
            if let Some(at) = self.n_at {
                parts[at] = Data::Int(n);
            }
            Data::Tuple(parts)
        } else {
            Data::List(row)
        };
        PileOption::piles(choice.to_vec(), vec![pile])
    }

    fn take(&self, amounts: &Amounts, guard: &Option<Cond>) -> Vec<PileOption> {
        let mut found = Vec::new();
        for i in 0..self.row.len() {
            let (n, env) = (self.number(i), self.entry(i));
            for (amount, k) in amounts.all(n, &env) {
                let mut env = env.clone();
                env.extend(k.map(|k| ("k", k)));
                if allows(guard, &env) {
                    let choice = [i as i64, amount, k.unwrap_or(0)];
                    found.push(self.to(&choice, self.changed(&[(i, n - amount)])));
                }
            }
        }
        found
    }

    fn lower(&self, guard: &Option<Cond>) -> Vec<PileOption> {
        let mut found = Vec::new();
        for i in 0..self.row.len() {
            for v in 0..self.number(i) {
                let mut env = self.entry(i);
                env.push(("v", v));
                if allows(guard, &env) {
                    found.push(self.to(&[i as i64, v], self.changed(&[(i, v)])));
                }
            }
        }
        found
    }

    fn two_down(&self, a: i64, b: i64, ordered: bool) -> Vec<PileOption> {
        let len = self.row.len();
        let mut found = Vec::new();
        for (i, j) in (0..len).flat_map(|i| (0..len).map(move |j| (i, j))) {
            if i == j || (ordered && i > j) {
                continue;
            }
            for k in 1..=self.highest() {
                let changes = [(i, self.number(i) - a * k), (j, self.number(j) - b * k)];
                found.push(self.to(&[i as i64, j as i64, k], self.changed(&changes)));
            }
        }
        found
    }

    fn pass(&self, d: i64) -> Vec<PileOption> {
        let mut found = Vec::new();
        for i in 0..self.row.len() {
            let Some(j) = i.checked_add_signed(d as isize) else {
                continue;
            };
            if j >= self.row.len() {
                continue;
            }
            for k in 1..=self.number(i) {
                let changes = [(i, self.number(i) - k), (j, self.number(j) + k)];
                found.push(self.to(&[i as i64, k], self.changed(&changes)));
            }
        }
        found
    }

    fn remove_two(&self, guard: &Option<Cond>) -> Vec<PileOption> {
        let len = self.row.len();
        let mut found = Vec::new();
        for (i, j) in (0..len).flat_map(|i| (i + 1..len).map(move |j| (i, j))) {
            let mut env = self.entry(i);
            env.push(("p[j]", self.number(j)));
            if allows(guard, &env) {
                found.push(self.to(&[i as i64, j as i64], self.without(&[i, j])));
            }
        }
        found
    }

    fn broken(&self, guard: &Option<Cond>) -> Vec<PileOption> {
        let mut found = Vec::new();
        for i in 0..self.row.len() {
            if allows(guard, &self.entry(i)) {
                let halves = [&self.row[..i], &self.row[i + 1..]];
                let piles = halves.map(|half| Data::List(half.to_vec())).to_vec();
                found.push(PileOption::piles(vec![i as i64], piles));
            }
        }
        found
    }

    fn append(&self) -> Vec<PileOption> {
        let new = (1..=self.n()).filter(|k| !self.row.contains(&Data::Int(*k)));
        new.map(|k| {
            let longer = [&self.row[..], &[Data::Int(k)]].concat();
            self.to_both(&[k], longer, self.n() - k)
        })
        .collect()
    }

    fn take_n(&self, amounts: &Amounts, guard: &Option<Cond>) -> Vec<PileOption> {
        let mut found = Vec::new();
        for (amount, k) in amounts.all(self.n(), &self.env) {
            let mut env = self.env.clone();
            env.extend(k.map(|k| ("k", k)));
            if allows(guard, &env) {
                let choice = [amount, k.unwrap_or(0)];
                found.push(self.to_both(&choice, self.row.clone(), self.n() - amount));
            }
        }
        found
    }

    fn lower_tuple(&self, d: i64, free: bool) -> Vec<PileOption> {
        let highest = self.highest();
        let mut found = Vec::new();
        for (i, k) in (0..self.row.len()).flat_map(|i| (1..=highest).map(move |k| (i, k))) {
            let entry = self.row[i].numbers();
            let new = Data::pair(entry[0] - k, entry[1] + d);
            if free && self.row.contains(&new) {
                continue;
            }
            let mut row = self.row.clone();
            row[i] = new;
            found.push(self.to(&[i as i64, k], row));
        }
        found
    }

    fn pass_tuple(&self) -> Vec<PileOption> {
        let mut found = Vec::new();
        for i in 1..self.row.len() {
            let (one, other) = (self.row[i - 1].numbers(), &self.row[i]);
            if one[1] <= other.numbers()[1] {
                continue;
            }
            for k in 1..=one[0] {
                let mut row = self.row.clone();
                row[i - 1] = other.clone();
                row[i] = Data::pair(one[0] - k, one[1]);
                found.push(self.to(&[i as i64, k], row));
            }
        }
        found
    }

    fn sieve_tuples(&self) -> Vec<PileOption> {
        let mut found = Vec::new();
        for v in 0..=5 {
            let out = |i: &usize| self.row[*i].numbers()[1] == v;
            let out: Vec<usize> = (0..self.row.len()).filter(out).collect();
            if !out.is_empty() {
                found.push(self.to(&[v], self.without(&out)));
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
        4 => entry_take(&["p[i]", "len(p)", "sum(p)", ODD, "k", M]),
        2 => guard(&["p[i]", "v", "len(p)", "xor(p)", LEAST, BITS]).prop_map(Row::Lower),
        2 => (1i64..3, 1i64..3, any::<bool>()).prop_map(|(a, b, ordered)| Row::TwoDown(a, b, ordered && a == b)),
        1 => guard(&["p[i]", "len(p)", SQUARES]).prop_map(Row::Remove),
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

/// Statements on a row or bag of tuples.
pub fn tuples_rule(bag: bool) -> BoxedStrategy<Row> {
    prop_oneof![
        2 => Just(Row::RemoveTuple),
        3 => (-1i64..=1, any::<bool>()).prop_map(|(d, free)| Row::LowerTuple(d, free)),
        u32::from(!bag) => Just(Row::PassTuple),
        1 => Just(Row::SieveTuples),
    ]
    .boxed()
}
