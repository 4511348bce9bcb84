//! Outcomes of positions that no theory covers, against a hand-written search for the same game, in the same run.
//!
//! The search by hand is for one game, without limits; both must find the same outcome. The lengths of perfect play are
//! measured beside it.
//!
//! `cargo bench --bench search`. Without `--bench`, as in `cargo test --benches`, small positions are checked only.

#[path = "by_hand/piles.rs"]
mod piles;

use std::time::{Duration, Instant};

use nimrule::{Outcome, Rulebook, Session, Settings, Value};

const RULES: &str = "game bounded { take 1..3  each turn 1..2 piles }";

/// At most so many runs of a side, in this time.
const RUNS: usize = 5;
const ENOUGH: Duration = Duration::from_secs(4);

fn text(piles: &[u8]) -> String {
    let piles: Vec<String> = piles.iter().map(u8::to_string).collect();
    format!("bounded[{}]", piles.join(", "))
}

fn outcome(piles: &[u8]) -> bool {
    let book = Rulebook::parse(RULES).expect("the rules are right");
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    let answer = session.eval_text("winner", &format!("winner({})", text(piles)));
    answer.expect("an outcome").value == Value::Outcome(Outcome::First)
}

/// The whole answer: outcome, winning moves, the best one.
fn solution(piles: &[u8]) -> bool {
    let book = Rulebook::parse(RULES).expect("the rules are right");
    let position = book.position(&text(piles)).expect("a position");
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    let solution = session.solve(&position, 20).expect("a solution");
    solution.winner == Outcome::First
}

/// The fastest run and what it gave.
fn fastest<T>(run: impl Fn() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let found = run();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, found));
        }
        if begun.elapsed() > ENOUGH {
            break;
        }
    }
    best.expect("at least one run")
}

fn main() {
    let measures = std::env::args().any(|arg| arg == "--bench");
    let positions: Vec<Vec<u8>> = if measures {
        vec![
            (1..=8).collect(),
            (1..=10).collect(),
            (1..=12).collect(),
            vec![12; 12],
        ]
    } else {
        vec![(1..=5).collect(), vec![4; 4]]
    };
    println!(
        "position | nimrule | by hand | by hand / nimrule | options a second by hand | whole answer"
    );
    for piles in positions {
        let (time, found) = fastest(|| outcome(&piles));
        let (by_hand, (expected, options)) = fastest(|| {
            let mut search = piles::Search::default();
            (search.wins(&piles), search.options)
        });
        assert_eq!(found, expected, "{piles:?}");
        let (whole, again) = fastest(|| solution(&piles));
        assert_eq!(again, expected, "{piles:?}");
        println!(
            "{} | {:.3} s | {:.3} s | {:.1} | {:.1} M | {:.3} s",
            text(&piles),
            time.as_secs_f64(),
            by_hand.as_secs_f64(),
            by_hand.as_secs_f64() / time.as_secs_f64(),
            options as f64 / by_hand.as_secs_f64() / 1e6,
            whole.as_secs_f64(),
        );
    }
}
