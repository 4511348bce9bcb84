//! Statements about piles that are single numbers.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::data::Data;
use super::play::{M, PileOption};
use super::words::{Cond, Env, Num, allows, clause, cond, guard, num};

/// The largest pile that tables know.
pub const LARGEST: i64 = 12;

/// A move statement on `pile n`.
#[derive(Clone, Debug)]
pub enum Heap {
    Take {
        amounts: Amounts,
        leaving: Leaving,
        guard: Option<Cond>,
    },
    Split {
        parts: Leaving,
        sizes: &'static str,
        guard: Option<Cond>,
    },
    Code {
        base: u32,
        whole: u32,
        digits: Vec<u32>,
        tail: Vec<u32>,
    },
    Move {
        binders: Vec<Binder>,
        to: To,
        guard: Option<Cond>,
    },
}

/// `3`, `2..5`, `8..`
#[derive(Clone, Debug)]
pub enum Item {
    One(i64),
    Range(i64, i64),
    From(i64),
}

/// How much may be taken.
#[derive(Clone, Debug)]
pub enum Amounts {
    Any,
    Items(Vec<Item>),
    UpToM,
    /// `take k where …`
    Fresh,
    /// `take k*k for k in 1..`: a rising number and where `k` begins.
    Rising(Num, i64),
    /// `take n / 2`
    Computed(Num),
    /// `take n / 3..n / 2`
    Between(Num, Num),
    /// `take S`
    Listed(Vec<i64>),
    /// `take low[n]..high[n]`
    Tables(Vec<i64>, Vec<i64>),
    /// `take [x for x in 1..n where …]`
    Comprehension(Cond),
}

/// What a take must leave, or a split make.
#[derive(Clone, Debug)]
pub enum Leaving {
    /// No `leaving`.
    Rest,
    Counts(Vec<Item>),
    Computed(Num),
    /// So many names.
    Named(usize),
}

#[derive(Clone, Debug)]
pub enum Binder {
    In(&'static str, Num, Num),
    Each(&'static str, Vec<i64>),
    Is(&'static str, Num),
}

/// The right side of a `move`.
#[derive(Clone, Debug)]
pub enum To {
    Value(Num),
    Piles(Vec<Part>),
    /// `n - 2 * k + 1 for k in 1..`
    Falling(i64, i64),
    /// `[a, n - a - k] for a, k in 1..`
    FallingPair,
    /// `[a, n - a] for a in 1..n / 2 where a >= n - a`: what is taken, the ends of the range, and conditions.
    Pair {
        taken: i64,
        lo: i64,
        hi: Num,
        tests: Vec<(&'static str, bool)>,
    },
    /// `n - k for k in -1..3 where k >= 1`
    Down(i64, i64, bool),
    /// `[x / 2 for x in i..n - 1 where …]`
    Comprehension(Num, Num, Num, Option<Cond>),
    /// `g1[…] + g2[…]`
    Other(Vec<(usize, Vec<Num>)>),
}

#[derive(Clone, Debug)]
pub enum Part {
    One(Num),
    Repeat(Num, i64),
    Range(Num, Num),
}

const PARTS: [&str; 3] = ["a", "b", "c"];

fn items_text(items: &[Item]) -> String {
    let texts: Vec<String> = items
        .iter()
        .map(|item| match item {
            Item::One(n) => n.to_string(),
            Item::Range(lo, hi) => format!("{lo}..{hi}"),
            Item::From(lo) => format!("{lo}.."),
        })
        .collect();
    texts.join(", ")
}

fn items_hold(items: &[Item], n: i64) -> bool {
    items.iter().any(|item| match item {
        Item::One(only) => n == *only,
        Item::Range(lo, hi) => (*lo..=*hi).contains(&n),
        Item::From(lo) => n >= *lo,
    })
}

/// All ways to write `total` as a sum of positive numbers, each at least the one before.
fn partitions(total: i64, least: i64) -> Vec<Vec<i64>> {
    if total == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in least..=total {
        for mut rest in partitions(total - first, first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// All ordered ways to write `total` as a sum of `count` positive numbers.
fn ordered(total: i64, count: usize) -> Vec<Vec<i64>> {
    if count == 0 {
        return if total == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    }
    let mut all = Vec::new();
    for first in 1..=total {
        for mut rest in ordered(total - first, count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

fn with(env: &Env, more: &[(&'static str, i64)]) -> Env {
    env.iter().chain(more).copied().collect()
}

impl Amounts {
    /// The text; where it needs one, the table it names; and its `for`.
    pub fn text(&self, number: usize) -> (String, String, String) {
        let mut lets = String::new();
        let mut binder = String::new();
        let text = match self {
            Amounts::Any => "any".to_string(),
            Amounts::Items(items) => items_text(items),
            Amounts::UpToM => format!("1..{M}"),
            Amounts::Fresh => "k".to_string(),
            Amounts::Rising(amount, from) => {
                binder = format!(" for k in {from}..");
                amount.text()
            }
            Amounts::Computed(amount) => amount.text(),
            Amounts::Between(lo, hi) => range_text(lo, hi),
            Amounts::Listed(list) => {
                lets = format!("let sizes{number} = {list:?}");
                format!("sizes{number}")
            }
            Amounts::Tables(low, high) => {
                lets = format!("let low{number} = {low:?} let high{number} = {high:?}");
                format!("low{number}[n]..high{number}[n]")
            }
            Amounts::Comprehension(cond) => format!("[x for x in 1..n where {}]", cond.text()),
        };
        (lets, text, binder)
    }

    /// The amounts up to `n`, each with the value of `k` where the statement has one.
    pub fn all(&self, n: i64, env: &Env) -> Vec<(i64, Option<i64>)> {
        let plain = |holds: &dyn Fn(i64) -> bool| {
            let amounts = (1..=n).filter(|amount| holds(*amount));
            amounts.map(|amount| (amount, None)).collect()
        };
        match self {
            Amounts::Any => plain(&|_| true),
            Amounts::Items(items) => plain(&|amount| items_hold(items, amount)),
            Amounts::UpToM => plain(&|amount| amount <= Num::Atom(M).eval(env)),
            Amounts::Fresh => (1..=n).map(|amount| (amount, Some(amount))).collect(),
            Amounts::Rising(number, from) => (*from..*from + 40)
                .map(|k| (number.eval(&with(env, &[("k", k)])), Some(k)))
                .filter(|(amount, _)| (1..=n).contains(amount))
                .collect(),
            Amounts::Computed(number) => {
                let amount = number.eval(env);
                plain(&|other| other == amount)
            }
            Amounts::Between(lo, hi) => {
                let range = lo.eval(env)..=hi.eval(env);
                plain(&|amount| range.contains(&amount))
            }
            Amounts::Listed(list) => plain(&|amount| list.contains(&amount)),
            Amounts::Tables(low, high) => {
                let range = low[n as usize]..=high[n as usize];
                plain(&|amount| range.contains(&amount))
            }
            Amounts::Comprehension(cond) => {
                plain(&|amount| cond.holds(&with(env, &[("x", amount)])))
            }
        }
    }

    fn has_k(&self) -> bool {
        matches!(self, Amounts::Fresh | Amounts::Rising(..))
    }
}

impl Leaving {
    fn text(&self) -> String {
        match self {
            Leaving::Rest => String::new(),
            Leaving::Counts(items) => format!("{} piles", items_text(items)),
            Leaving::Computed(count) => format!("{} piles", count.operand()),
            Leaving::Named(count) => PARTS[..*count].join(", "),
        }
    }

    /// The parts that `total` may become. Names are bound while the guard is asked.
    fn all(&self, total: i64, env: &Env, guard: &Option<Cond>) -> Vec<Vec<i64>> {
        if let Leaving::Named(count) = self {
            let mut all = ordered(total, *count);
            all.retain(|parts| {
                let names: Vec<(&'static str, i64)> =
                    PARTS.iter().copied().zip(parts.iter().copied()).collect();
                allows(guard, &with(env, &names))
            });
            return all;
        }
        if !allows(guard, env) {
            return Vec::new();
        }
        let mut all = partitions(total, 1);
        match self {
            Leaving::Rest | Leaving::Named(_) => return vec![vec![total]],
            Leaving::Counts(items) => all.retain(|parts| items_hold(items, parts.len() as i64)),
            Leaving::Computed(count) => {
                let count = count.eval(env);
                all.retain(|parts| parts.len() as i64 == count);
            }
        }
        all
    }
}

impl Heap {
    pub fn text(&self, number: usize) -> (String, String) {
        match self {
            Heap::Take {
                amounts,
                leaving,
                guard,
            } => {
                let (lets, amounts, binder) = amounts.text(number);
                let leaving = match leaving {
                    Leaving::Rest => String::new(),
                    other => format!(" leaving {}", other.text()),
                };
                let guard = clause(guard);
                (lets, format!("take {amounts}{leaving}{binder}{guard}"))
            }
            Heap::Split {
                parts,
                sizes,
                guard,
            } => {
                let guard = clause(guard);
                let text = format!("split into {}{sizes}{guard}", parts.text());
                (String::new(), text)
            }
            Heap::Code {
                base,
                whole,
                digits,
                tail,
            } => {
                let word = if *base == 8 { "octal" } else { "hex" };
                let digit = |n: &u32| char::from_digit(*n, 16).unwrap_or('?').to_ascii_uppercase();
                let mut text = format!("{word} {}.", digit(whole));
                text.extend(digits.iter().map(digit));
                if !tail.is_empty() {
                    text.push('(');
                    text.extend(tail.iter().map(digit));
                    text.push(')');
                }
                (String::new(), text)
            }
            Heap::Move { binders, to, guard } => {
                let mut binders: Vec<String> = binders.iter().map(Binder::text).collect();
                let (to, test) = to.text(&mut binders);
                let binders = match binders.join(", ") {
                    none if none.is_empty() => none,
                    some => format!(" for {some}"),
                };
                let guard = match (test.is_empty(), guard) {
                    (true, guard) => clause(guard),
                    (false, None) => format!(" where {test}"),
                    (false, Some(guard)) => format!(" where {test}{}", guard.joined()),
                };
                (String::new(), format!("move n -> {to}{binders}{guard}"))
            }
        }
    }

    pub fn options(&self, n: i64, m: i64) -> Vec<PileOption> {
        let env: Env = vec![("n", n), (M, m)];
        let mut found = Vec::new();
        match self {
            Heap::Take {
                amounts,
                leaving,
                guard,
            } => {
                for (amount, k) in amounts.all(n, &env) {
                    let mut env = env.clone();
                    env.extend(k.map(|k| ("k", k)));
                    for parts in leaving.all(n - amount, &env, guard) {
                        found.push(option(&[amount, k.unwrap_or(0)], &parts));
                    }
                }
            }
            Heap::Split {
                parts,
                sizes,
                guard,
            } => {
                for parts in parts.all(n, &env, guard) {
                    let alike = parts.iter().all(|part| *part == parts[0]);
                    let mut different = parts.clone();
                    different.sort();
                    different.dedup();
                    let fits = match sizes.trim() {
                        "equal" => alike,
                        "unequal" => different.len() == parts.len(),
                        _ => true,
                    };
                    if parts.len() >= 2 && fits {
                        found.push(option(&[], &parts));
                    }
                }
            }
            Heap::Code {
                whole,
                digits,
                tail,
                ..
            } => {
                for taken in 0..=n {
                    let place = (taken - 1) as usize;
                    let digit = match taken {
                        0 => *whole,
                        _ if place < digits.len() => digits[place],
                        _ if tail.is_empty() => 0,
                        _ => tail[(place - digits.len()) % tail.len()],
                    };
                    for parts in partitions(n - taken, 1) {
                        if parts.len() < 4 && digit >> parts.len() & 1 == 1 {
                            found.push(option(&[taken], &parts));
                        }
                    }
                }
            }
            Heap::Move { binders, to, guard } => {
                let mut envs = vec![env];
                for binder in binders {
                    envs = envs.iter().flat_map(|env| binder.bind(env)).collect();
                }
                for env in to.extended(envs, n) {
                    if allows(guard, &env) {
                        // Behind `n` and `m` stand the binders.
                        let choice = env.iter().skip(2).map(|(_, value)| *value).collect();
                        found.push(to.option(choice, &env));
                    }
                }
            }
        }
        found
    }
}

fn option(choice: &[i64], parts: &[i64]) -> PileOption {
    let piles = parts.iter().copied().map(Data::Int).collect();
    PileOption::piles(choice.to_vec(), piles)
}

fn range_text(lo: &Num, hi: &Num) -> String {
    format!("{}..{}", lo.operand(), hi.operand())
}

impl Binder {
    pub fn text(&self) -> String {
        match self {
            Binder::In(name, lo, hi) => format!("{name} in {}", range_text(lo, hi)),
            Binder::Each(name, list) => format!("{name} in {list:?}"),
            Binder::Is(name, value) => format!("{name} = {}", value.text()),
        }
    }

    pub fn bind(&self, env: &Env) -> Vec<Env> {
        let (name, values) = match self {
            Binder::In(name, lo, hi) => (name, (lo.eval(env)..=hi.eval(env)).collect()),
            Binder::Each(name, list) => (name, list.clone()),
            Binder::Is(name, value) => (name, vec![value.eval(env)]),
        };
        values
            .into_iter()
            .map(|value: i64| with(env, &[(name, value)]))
            .collect()
    }
}

impl To {
    /// The text and a condition; binders of its own are added.
    fn text(&self, binders: &mut Vec<String>) -> (String, String) {
        let mut condition = String::new();
        let text = match self {
            To::Pair {
                taken,
                lo,
                hi,
                tests,
            } => {
                binders.push(format!("a in {}", range_text(&Num::Lit(*lo), hi)));
                let other = match taken {
                    0 => "n - a".to_string(),
                    _ => format!("n - a - {taken}"),
                };
                let tests: Vec<String> = tests
                    .iter()
                    .map(|(op, flipped)| {
                        if *flipped {
                            format!("{other} {op} a")
                        } else {
                            format!("a {op} {other}")
                        }
                    })
                    .collect();
                condition = tests.join(" and ");
                format!("[a, {other}]")
            }
            To::Down(lo, hi, takes) => {
                binders.push(format!("k in {lo}..{hi}"));
                if *takes {
                    condition = "k >= 1".to_string();
                }
                "n - k".to_string()
            }
            To::Value(value) => value.text(),
            To::Piles(parts) => {
                let parts: Vec<String> = parts.iter().map(Part::text).collect();
                // A list that repeats stands alone in its brackets.
                parts.join(" ++ ")
            }
            To::Falling(scale, shift) => {
                binders.push("k in 1..".to_string());
                format!("n - {scale} * k + {shift}")
            }
            To::FallingPair => {
                binders.push("a, k in 1..".to_string());
                "[a, n - a - k]".to_string()
            }
            To::Comprehension(value, lo, hi, guard) => {
                let range = range_text(lo, hi);
                format!("[{} for x in {range}{}]", value.text(), clause(guard))
            }
            To::Other(terms) => {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|(game, piles)| {
                        let piles: Vec<String> = piles.iter().map(Num::text).collect();
                        format!("g{game}[{}]", piles.join(", "))
                    })
                    .collect();
                terms.join(" + ")
            }
        };
        (text, condition)
    }

    fn extended(&self, envs: Vec<Env>, n: i64) -> Vec<Env> {
        let far = n + 10;
        match self {
            To::Falling(..) => envs
                .iter()
                .flat_map(|env| (1..far).map(|k| with(env, &[("k", k)])))
                .collect(),
            To::FallingPair => envs
                .iter()
                .flat_map(|env| {
                    let pairs = (1..far).flat_map(|a| (1..far).map(move |k| (a, k)));
                    pairs.map(|(a, k)| with(env, &[("a", a), ("k", k)]))
                })
                .collect(),
            To::Pair {
                taken,
                lo,
                hi,
                tests,
            } => {
                let mut found = Vec::new();
                for env in envs {
                    for a in *lo..=hi.eval(&env) {
                        let other = n - a - taken;
                        let holds = |(op, flipped): &(&'static str, bool)| {
                            let (left, right) = if *flipped { (other, a) } else { (a, other) };
                            let right = vec![(*op, Num::Lit(right))];
                            Cond::Compare(Num::Lit(left), right).holds(&env)
                        };
                        if tests.iter().all(holds) {
                            found.push(with(&env, &[("a", a)]));
                        }
                    }
                }
                found
            }
            To::Down(lo, hi, takes) => envs
                .iter()
                .flat_map(|env| (*lo..=*hi).map(|k| with(env, &[("k", k)])))
                .filter(|env| !takes || Num::Atom("k").eval(env) >= 1)
                .collect(),
            _ => envs,
        }
    }

    fn option(&self, choice: Vec<i64>, env: &Env) -> PileOption {
        let value = |name| Num::Atom(name).eval(env);
        let piles = match self {
            To::Value(number) => vec![number.eval(env)],
            To::Piles(parts) => parts.iter().flat_map(|part| part.piles(env)).collect(),
            To::Falling(scale, shift) => vec![value("n") - scale * value("k") + shift],
            To::FallingPair => vec![value("a"), value("n") - value("a") - value("k")],
            To::Pair { taken, .. } => vec![value("a"), value("n") - value("a") - taken],
            To::Down(..) => vec![value("n") - value("k")],
            To::Comprehension(number, lo, hi, guard) => (lo.eval(env)..=hi.eval(env))
                .map(|x| with(env, &[("x", x)]))
                .filter(|env| allows(guard, env))
                .map(|env| number.eval(&env))
                .collect(),
            To::Other(terms) => {
                let term = |(game, piles): &(usize, Vec<Num>)| {
                    let piles = piles.iter().map(|pile| Data::Int(pile.eval(env)));
                    (*game, piles.collect())
                };
                return PileOption {
                    choice,
                    piles: Vec::new(),
                    others: terms.iter().map(term).collect(),
                };
            }
        };
        option(&choice, &piles)
    }
}

impl Part {
    fn text(&self) -> String {
        match self {
            Part::One(value) => format!("[{}]", value.text()),
            Part::Repeat(value, count) => format!("[{}; {count}]", value.text()),
            Part::Range(lo, hi) => format!("[{}]", range_text(lo, hi)),
        }
    }

    fn piles(&self, env: &Env) -> Vec<i64> {
        match self {
            Part::One(value) => vec![value.eval(env)],
            Part::Repeat(value, count) => vec![value.eval(env); *count as usize],
            Part::Range(lo, hi) => (lo.eval(env)..=hi.eval(env)).collect(),
        }
    }
}

/// An amount of at least 1: a written 0 is refused.
fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        3 => (1i64..6).prop_map(Item::One),
        2 => (1i64..5, 0i64..6).prop_map(|(lo, hi)| Item::Range(lo, hi)),
        1 => (1i64..6).prop_map(Item::From),
    ]
}

/// A number that depends on the pile: a constant may be refused.
fn varying(number: Num) -> Num {
    if number.mentions("n") {
        number
    } else {
        Num::bin('%', Num::Atom("n"), Num::Lit(4))
    }
}

fn sizes() -> impl Strategy<Value = Vec<i64>> {
    vec(-1i64..9, 0..5)
}

/// Amounts; `bare` for coordinates that are not called `n`.
pub fn amounts(bare: bool) -> BoxedStrategy<Amounts> {
    let k = || Num::Atom("k");
    let rising = select(vec![
        (Num::bin('*', k(), k()), 1),
        (Num::bin('*', Num::Lit(2), k()), 1),
        (
            Num::bin('+', Num::bin('*', k(), Num::Lit(3)), Num::Lit(-1)),
            0,
        ),
        (Num::Call("pow", vec![Num::Lit(2), k()]), 0),
        (
            Num::bin(
                '/',
                Num::bin('*', k(), Num::bin('+', k(), Num::Lit(1))),
                Num::Lit(2),
            ),
            1,
        ),
    ]);
    let simple = prop_oneof![
        2 => Just(Amounts::Any),
        4 => vec(item(), 1..4).prop_map(Amounts::Items),
        1 => Just(Amounts::UpToM),
        3 => Just(Amounts::Fresh),
        2 => rising.prop_map(|(amount, from)| Amounts::Rising(amount, from)),
        1 => sizes().prop_map(|list| Amounts::Listed(if list.is_empty() { vec![2] } else { list })),
    ];
    if bare {
        return simple.boxed();
    }
    let table = |range| vec(range, LARGEST as usize + 1);
    prop_oneof![
        6 => simple,
        1 => num(&["n", M]).prop_map(|amount| Amounts::Computed(varying(amount))),
        1 => (num(&["n", M]), num(&["n", M])).prop_map(|(lo, hi)| match lo {
                Num::Lit(lo) => Amounts::Between(Num::Lit(lo.max(1)), hi),
                _ => Amounts::Between(lo, hi),
            }),
        1 => (table(-1i64..4), table(0i64..8)).prop_map(|(low, high)| Amounts::Tables(low, high)),
        1 => cond(&["n", "x", M]).prop_map(Amounts::Comprehension),
    ]
    .boxed()
}

fn leaving() -> impl Strategy<Value = Leaving> {
    let counts = select(vec![
        vec![Item::One(0)],
        vec![Item::One(1)],
        vec![Item::One(2)],
        vec![Item::Range(0, 1)],
        vec![Item::Range(0, 2)],
        vec![Item::From(0)],
        vec![Item::From(2)],
        vec![Item::One(3)],
        vec![Item::Range(1, 3)],
        vec![Item::Range(2, 4)],
        vec![Item::One(0), Item::One(2)],
        vec![Item::One(1), Item::From(3)],
    ]);
    prop_oneof![
        4 => Just(Leaving::Rest),
        3 => counts.prop_map(Leaving::Counts),
        1 => num(&["n", M]).prop_map(|count| Leaving::Computed(varying(count))),
        2 => (2usize..=3).prop_map(Leaving::Named),
    ]
}

/// A guard that knows the names of the parts and the amount.
fn parts_guard(parts: &Leaving, k: bool) -> BoxedStrategy<Option<Cond>> {
    match (parts, k) {
        (Leaving::Named(2), true) => guard(&["n", "k", "a", "b"]),
        (Leaving::Named(2), false) => guard(&["n", "a", "b", "a", "b"]),
        (Leaving::Named(_), true) => guard(&["n", "k", "a", "b", "c"]),
        (Leaving::Named(_), false) => guard(&["n", "a", "b", "c"]),
        (_, true) => guard(&["n", "k", "k", M]),
        (_, false) => guard(&["n", "n", M]),
    }
}

pub fn take() -> BoxedStrategy<Heap> {
    (amounts(false), leaving())
        .prop_flat_map(|(amounts, leaving)| {
            let fresh = matches!(amounts, Amounts::Fresh);
            let guard = parts_guard(&leaving, amounts.has_k());
            guard.prop_map(move |guard| {
                let some = || Cond::Compare(Num::Atom("k"), vec![(">", Num::Lit(0))]);
                Heap::Take {
                    amounts: amounts.clone(),
                    leaving: leaving.clone(),
                    guard: if fresh {
                        Some(guard.unwrap_or_else(some).mentioning("k"))
                    } else {
                        guard
                    },
                }
            })
        })
        .boxed()
}

pub fn split() -> BoxedStrategy<Heap> {
    let counts = select(vec![
        vec![Item::One(2)],
        vec![Item::One(3)],
        vec![Item::Range(2, 3)],
        vec![Item::From(2)],
        vec![Item::From(3)],
        vec![Item::One(2), Item::One(4)],
        vec![Item::Range(3, 5)],
    ]);
    let parts = prop_oneof![
        3 => counts.prop_map(Leaving::Counts),
        1 => num(&["n", M]).prop_map(|count| Leaving::Computed(varying(count))),
        2 => (2usize..=3).prop_map(Leaving::Named),
    ];
    (parts, select(vec!["", " equal", " unequal"]))
        .prop_flat_map(|(parts, sizes)| {
            let guard = parts_guard(&parts, false);
            guard.prop_map(move |guard| Heap::Split {
                parts: parts.clone(),
                sizes,
                guard,
            })
        })
        .boxed()
}

pub fn code() -> BoxedStrategy<Heap> {
    let octal = (
        select(vec![0u32, 0, 4]),
        vec(0u32..8, 1..5),
        vec(0u32..8, 0..3),
    )
        .prop_map(|parts| (8, parts));
    let hex = (
        select(vec![0u32, 0, 4, 8, 12]),
        vec(0u32..16, 1..5),
        vec(0u32..16, 0..3),
    )
        .prop_map(|parts| (16, parts));
    prop_oneof![octal, hex]
        .prop_map(|(base, (whole, digits, tail))| Heap::Code {
            base,
            whole,
            digits,
            tail,
        })
        .boxed()
}

pub fn binder(name: &'static str, atoms: &'static [&'static str]) -> impl Strategy<Value = Binder> {
    prop_oneof![
        3 => (0i64..2, num(atoms)).prop_map(move |(lo, hi)| {
            // Ranges stay short.
            let hi = Num::Call("min", vec![hi, Num::Lit(9)]);
            Binder::In(name, Num::Lit(lo), hi)
        }),
        1 => sizes().prop_filter("not empty", |list| !list.is_empty())
            .prop_map(move |list| Binder::Each(name, list)),
        1 => num(atoms).prop_map(move |value| Binder::Is(name, value)),
    ]
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let one = || num(&["n", "n", "i", "j", M]);
    // Ranges of piles end below the pile.
    let below = Num::bin('-', Num::Atom("n"), Num::Lit(1));
    let part = prop_oneof![
        4 => one().prop_map(Part::One),
        1 => (one(), 0i64..3).prop_map(|(value, count)| Part::Repeat(value, count)),
        1 => select(vec!["i", "j"]).prop_map(move |lo| Part::Range(Num::Atom(lo), below.clone())),
    ];
    vec(part, 1..3)
}

/// Moves in words that a recurrence may know: linear, with the binder that they have.
pub fn linear_rule() -> BoxedStrategy<Heap> {
    let n = || Num::Atom("n");
    let hi = select(vec![
        n(),
        Num::bin('-', n(), Num::Lit(1)),
        Num::bin('-', n(), Num::Lit(2)),
        Num::bin('/', n(), Num::Lit(2)),
        Num::bin('/', Num::bin('-', n(), Num::Lit(1)), Num::Lit(2)),
    ]);
    let op = select(vec!["<", "<=", ">", ">=", "!=", "=="]);
    let pair = (0i64..4, 0i64..3, hi, vec((op, any::<bool>()), 0..3)).prop_map(
        |(taken, lo, hi, tests)| To::Pair {
            taken,
            lo,
            hi,
            tests,
        },
    );
    let to = prop_oneof![
        3 => pair,
        2 => (-1i64..3, 0i64..5, any::<bool>()).prop_map(|(lo, hi, takes)| To::Down(lo, hi, takes)),
        1 => (-2i64..4).prop_map(|n| To::Value(Num::bin('-', Num::Atom("n"), Num::Lit(n)))),
        1 => (1i64..4, -1i64..3).prop_map(|(scale, shift)| To::Falling(scale, shift)),
        1 => Just(To::Piles(vec![Part::Range(Num::Lit(1), Num::Lit(0))])),
    ];
    let guard = prop::option::weighted(0.3, cond(&["n"]));
    (to, guard)
        .prop_map(|(to, guard)| Heap::Move {
            binders: Vec::new(),
            to,
            guard,
        })
        .boxed()
}

/// Moves that may also lead up; the games bound their piles.
pub fn rule() -> BoxedStrategy<Heap> {
    let to = prop_oneof![
        3 => num(&["n", "n", "i", "j", M]).prop_map(To::Value),
        2 => parts().prop_map(To::Piles),
        1 => Just(To::Piles(Vec::new())),
        1 => (1i64..4, 0i64..1).prop_map(|(scale, shift)| To::Falling(scale, shift)),
        1 => Just(To::FallingPair),
        1 => (num(&["x", "n", "i"]), guard(&["x", "n", "j"])).prop_map(|(value, guard)| {
            let hi = Num::Call("min", vec![Num::Atom("n"), Num::Lit(3)]);
            let lo = Num::Call("max", vec![Num::Atom("i"), Num::Lit(0)]);
            To::Comprehension(value, lo, hi, guard)
        }),
    ];
    (
        binder("i", &["n", M]),
        binder("j", &["n", "i", M]),
        to,
        guard(&["n", "i", "j"]),
        0..4,
    )
        .prop_map(|(i, j, to, guard, falling)| {
            let guard = match &to {
                // Mostly the results are smaller, so that the game ends.
                To::Value(value) if falling > 0 => {
                    let n = || Num::Atom("n");
                    let below = Cond::Compare(value.clone(), vec![("<", n())]);
                    Some(match guard {
                        Some(guard) => Cond::And(Box::new(guard), Box::new(below)),
                        None => below,
                    })
                }
                _ => guard,
            };
            let to = match to {
                To::Piles(parts) if parts.is_empty() => {
                    To::Piles(vec![Part::Range(Num::Lit(1), Num::Lit(0))])
                }
                other => other,
            };
            Heap::Move {
                binders: vec![i, j],
                to,
                guard,
            }
        })
        .boxed()
}
