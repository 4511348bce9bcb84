//! Each family of games against a hand-written loop for the same game, in the same run.
//!
//! nimrule reads the rules at every run and answers through the public library. The loops by hand (`by_hand/`) are for one game
//! each, without limits, checks of widths or anything else a game must have; both must give the same values. First a table of
//! ratios is printed, as the README here has it, then criterion measures what is fast enough for its samples.
//!
//! `cargo bench --bench families`; `--table` behind `--` ends after the table. Without `--bench`, as in `cargo test --benches`,
//! small sizes are checked only.

mod by_hand;
#[path = "by_hand/families.rs"]
mod families;

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};

use self::families::{Family, Output};

/// A side is run again until this is spent on it.
const ENOUGH: Duration = Duration::from_millis(700);

/// At most so many runs of a side.
const RUNS: usize = 7;

/// Slower sides are left to the table.
const SLOW: Duration = Duration::from_millis(60);

/// The fastest run of each side, in turns, and whether both gave the same.
fn compare(family: &Family, size: usize) -> [Duration; 2] {
    let input = family.input(size);
    let mut best = [Duration::MAX; 2];
    let mut spent = [Duration::ZERO; 2];
    let mut outputs: [Option<Output>; 2] = [None, None];
    for _ in 0..RUNS {
        for side in 0..2 {
            if spent[side] >= ENOUGH {
                continue;
            }
            let start = Instant::now();
            let output = match side {
                0 => family.nimrule(size, &input),
                _ => family.by_hand(size, &input),
            };
            let time = start.elapsed();
            spent[side] += time;
            best[side] = best[side].min(time);
            outputs[side] = Some(output);
        }
    }
    let [Some(left), Some(right)] = &outputs else {
        unreachable!("both sides ran at least once");
    };
    assert!(left.same(right), "{} to {size}", family.name);
    best
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 0.01 => format!("{:.0} ms", seconds * 1e3),
        seconds if seconds >= 0.001 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{:.0} µs", seconds * 1e6),
    }
}

fn ratio(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 10.0 => format!("{ratio:.0}"),
        ratio if ratio >= 0.1 => format!("{ratio:.2}"),
        ratio => format!("{ratio:.4}"),
    }
}

fn main() {
    let has = |word: &str| std::env::args().any(|arg| arg == word);
    if !has("--bench") {
        for family in families::all() {
            compare(&family, family.small);
        }
        return;
    }
    println!("| family | size | nimrule | by hand | nimrule / by hand |");
    println!("|---|---|---|---|---|");
    let mut measured = Vec::new();
    for family in families::all() {
        let [ours, hand] = compare(&family, family.size);
        println!(
            "| {} | {} | {} | {} | {} |",
            family.name,
            family.extent(),
            time(ours),
            time(hand),
            ratio(ours.as_secs_f64() / hand.as_secs_f64())
        );
        measured.push((family, ours, hand));
    }
    if has("--table") {
        return;
    }
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(600))
        .without_plots()
        .configure_from_args();
    for (family, ours, hand) in &measured {
        let input = family.input(family.size);
        let mut group = criterion.benchmark_group(family.name);
        if *ours < SLOW {
            group.bench_function(BenchmarkId::new("nimrule", family.extent()), |bench| {
                bench.iter(|| family.nimrule(family.size, &input));
            });
        }
        if *hand < SLOW {
            group.bench_function(BenchmarkId::new("by hand", family.extent()), |bench| {
                bench.iter(|| family.by_hand(family.size, &input));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
