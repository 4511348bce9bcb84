//! Options a second of the solver by definition, against a hand-written program for the same game.
//!
//! Throughput counts options made and looked up. The hand-written loops fill a table; the solver knows nothing of the shape of
//! the game.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nimrule::{Rulebook, Session, Settings};

/// A game over two coordinates: 1 to 5 from one of them, or the same from both.
const TUPLE: &str = "game small_wythoff {
    pile (a, b)
    move a -> a - k for k in 1..5
    move b -> b - k for k in 1..5
    move a, b -> a - k, b - k for k in 1..5
}";

fn grundy(text: &str, position: &str) -> u64 {
    let book = Rulebook::parse(text).expect("the game is right");
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    let answer = session
        .eval_text("bench", &format!("grundy({position})"))
        .expect("a value");
    answer.value.as_int().expect("an integer") as u64
}

/// The same by hand: the value of (n, n) and the number of options.
fn by_hand(n: usize) -> (u64, u64) {
    let width = n + 1;
    let mut table = vec![0u8; width * width];
    let mut options = 0;
    for a in 0..=n {
        for b in 0..=n {
            let mut seen = 0u64;
            for k in 1..=5 {
                if k <= a {
                    seen |= 1 << table[(a - k) * width + b];
                    options += 1;
                }
                if k <= b {
                    seen |= 1 << table[a * width + b - k];
                    options += 1;
                }
                if k <= a && k <= b {
                    seen |= 1 << table[(a - k) * width + b - k];
                    options += 1;
                }
            }
            table[a * width + b] = seen.trailing_ones() as u8;
        }
    }
    (u64::from(table[width * width - 1]), options)
}

fn tuple(c: &mut Criterion) {
    let n = 300;
    let (value, options) = by_hand(n);
    let position = format!("small_wythoff[({n}, {n})]");
    assert_eq!(grundy(TUPLE, &position), value);
    let mut group = c.benchmark_group("pile (a, b)");
    group.throughput(Throughput::Elements(options));
    group.sample_size(10);
    group.bench_function(BenchmarkId::new("nimrule", n), |bench| {
        bench.iter(|| grundy(TUPLE, black_box(&position)));
    });
    group.bench_function(BenchmarkId::new("by hand", n), |bench| {
        bench.iter(|| by_hand(black_box(n)));
    });
    group.finish();
}

criterion_group!(benches, tuple);
criterion_main!(benches);
