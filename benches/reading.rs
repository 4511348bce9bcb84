//! Bytes a second that rules are read at, from their text to checked rules: a megabyte of each kind of item.
//!
//! The numbers of lists are also read by a hand-written program, which splits the text at commas and knows no language.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nimrule::{Limits, Rulebook};

const BYTES: usize = 1_000_000;

/// A megabyte of items, numbered.
fn text(item: impl Fn(&mut String, usize)) -> String {
    let mut text = "game nim { take any }\n".to_owned();
    let mut number = 0;
    while text.len() < BYTES {
        item(&mut text, number);
        number += 1;
    }
    text
}

fn games(text: &mut String, i: usize) {
    let (k, most) = (i % 7 + 2, i % 50 + 10);
    let rules = format!(
        "pile n in 0..{most}\n    take 1..{k} where n % {k} != 1\n    move n -> n - k for k in 3..n where even(k + {i})\n    split into a, b where a != b"
    );
    let _ = writeln!(text, "game g{i} \"Game {i}\" {{\n    {rules}\n}}");
}

fn lets(text: &mut String, i: usize) {
    let (k, least) = (i % 13, i % 17);
    let _ = writeln!(text, "let value_{i} = {i} + {k} * 3 - min({i}, {least})");
}

fn functions(text: &mut String, i: usize) {
    let list = "[a for a in 1..x where a % y == 1]";
    let _ = writeln!(
        text,
        "let f_{i}(x, y) = if x < y then x * {i} + y else {list}[0] + y"
    );
}

fn lists(text: &mut String, i: usize) {
    let numbers = (0..200).map(|k| (i * 200 + k) * 7919 % 1000);
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let _ = writeln!(text, "let list_{i} = [{}]", numbers.join(", "));
}

fn claims(text: &mut String, i: usize) {
    let (a, b) = (i % 100, i % 37);
    let _ = writeln!(text, "expect grundy(nim[{a}, {b}]) == xor({a}, {b})");
}

fn comments(text: &mut String, i: usize) {
    let _ = match i % 10 {
        0 => writeln!(text, "let a{i} = {i}"),
        _ => writeln!(text, "# {}", "lorem ipsum dolor sit amet ".repeat(40)),
    };
}

/// How many definitions and claims are read.
fn read(text: &str) -> usize {
    let book = Rulebook::parse_with_limits(text, &Limits::default()).expect("the rules are right");
    book.game_names().len() + book.let_names().len() + book.expects().len()
}

/// The lists by hand.
fn by_hand(text: &str) -> Vec<Vec<i64>> {
    let lists = text.lines().filter_map(|line| line.split_once('['));
    lists
        .map(|(_, numbers)| {
            let numbers = numbers.trim_end_matches(']').split(", ");
            numbers
                .map(|number| number.parse().expect("a number"))
                .collect()
        })
        .collect()
}

type Item = fn(&mut String, usize);

const KINDS: [(&str, Item); 6] = [
    ("games", games),
    ("lets", lets),
    ("functions", functions),
    ("lists", lists),
    ("claims", claims),
    ("comments", comments),
];

fn reading(c: &mut Criterion) {
    for (name, item) in KINDS {
        let text = text(item);
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.sample_size(10);
        group.bench_function(BenchmarkId::new("nimrule", text.len()), |bench| {
            bench.iter(|| read(black_box(&text)));
        });
        if name == "lists" {
            // A game stands before the lists.
            assert_eq!(read(&text), by_hand(&text).len() + 1);
            group.bench_function(BenchmarkId::new("by hand", text.len()), |bench| {
                bench.iter(|| by_hand(black_box(&text)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
