//! Values in order of size for rules without a theorem, against a hand-written loop for the same game.
//!
//! The loops do what the rule says with 32-bit numbers and Euclid's algorithm, and no more: each option is visited.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nimrule::expr::machine::Machine;
use nimrule::moves::Transitions;
use nimrule::solve::heap::ENGINES;
use nimrule::solve::heap::engine::Subject;
use nimrule::solve::policy::Policy;
use nimrule::work::budget::{Budget, Limits};
use nimrule::{Rulebook, Session, Settings};

fn by_engine(rule: &str, len: usize) -> Vec<u32> {
    let book = Rulebook::parse(&format!("game g {{ {rule} }}")).expect("the game is right");
    let game = book.game("g").expect("the game is there");
    let session = Session::new(book.clone(), Settings::default()).expect("a session");
    let rules = session.game_rules(&game).expect("its rules are right");
    let subject = Subject {
        book: &book,
        transitions: &Arc::new(Transitions::new(rules)),
        policy: &Policy::default(),
        misere: false,
        families: Err("only options are looked at".into()),
    };
    let line = ENGINES.iter().find(|(name, _)| *name == "line");
    let (_, make) = line.expect("there is such an engine");
    let mut line = make(&subject).expect("the engine applies").sequence;
    let mut machine = Machine::new(Budget::start(&Limits::default()));
    line.extend(len, &mut machine).expect("values");
    line.values().iter().collect()
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Hand-written programs: a binder with its ends, a guard and the value of an option.
macro_rules! loops {
    ($($name:ident, $k:ident in $first:expr, $last:expr, $n:ident, $values:ident, $guard:expr, $value:expr;)*) => {
        $(fn $name(len: usize) -> Vec<u32> {
            let mut values: Vec<u32> = Vec::with_capacity(len);
            let mut seen = vec![u32::MAX; 2 * len.next_power_of_two()];
            for $n in 0..len as u32 {
                for $k in $first..$last {
                    if $guard {
                        let $values = &values;
                        seen[$value as usize] = $n;
                    }
                }
                let mex = seen.iter().position(|stamp| *stamp != $n);
                values.push(mex.expect("there is room") as u32);
            }
            values
        })*
    };
}

loops! {
    totative, k in 1, n + 1, n, values, gcd(k, n) == 1, values[(n - k) as usize];
    divisors, k in 1, n + 1, n, values, n % k == 0, values[(n - k) as usize];
    proper_divisors, k in 2, n, n, values, n % k == 0, values[(n - k) as usize];
    aliquant, k in 1, n, n, values, n % k != 0, values[(n - k) as usize];
    to_totative, m in 1, n, n, values, gcd(m, n) == 1, values[m as usize];
    coprime_split, a in 1, n, n, values, gcd(a, n - a) == 1, values[a as usize] ^ values[(n - a) as usize];
}

type Loop = fn(usize) -> Vec<u32>;

const GAMES: [(&str, Loop); 6] = [
    ("take k where gcd(k, n) == 1", totative),
    ("take k where n % k == 0", divisors),
    ("take k where 1 < k < n and n % k == 0", proper_divisors),
    ("take k where k < n and n % k != 0", aliquant),
    (
        "move n -> m for m in 1..n-1 where gcd(m, n) == 1",
        to_totative,
    ),
    ("split into a, b where gcd(a, b) == 1", coprime_split),
];

fn line(c: &mut Criterion) {
    let len = 10_001;
    for (rule, hand) in GAMES {
        assert_eq!(by_engine(rule, len), hand(len), "{rule}");
        let mut group = c.benchmark_group(rule);
        group.throughput(Throughput::Elements(len as u64));
        group.sample_size(10);
        group.bench_function(BenchmarkId::new("nimrule", len), |bench| {
            bench.iter(|| by_engine(black_box(rule), len));
        });
        group.bench_function(BenchmarkId::new("by hand", len), |bench| {
            bench.iter(|| hand(black_box(len)));
        });
        group.finish();
    }
}

criterion_group!(benches, line);
criterion_main!(benches);
