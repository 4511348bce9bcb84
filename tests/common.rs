//! What several tests of engines need: random cases, sessions with an engine, and questions.

use nimrule::{Limits, Rulebook, Session, Settings, Value};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};

/// So many random cases, the same ones every time.
pub fn cases(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    }
}

/// Checks many random cases, the same ones every time.
pub fn check<S: Strategy>(
    number: u32,
    seed: u64,
    strategy: S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let config = ProptestConfig {
        max_global_rejects: 1_000_000,
        ..cases(number, seed)
    };
    if let Err(error) = TestRunner::new(config).run(&strategy, test) {
        panic!("{error}");
    }
}

/// A session on rules that uses only this engine, or the best one.
pub fn session(text: &str, engine: Option<&str>) -> Result<Session, String> {
    let book = Rulebook::parse(text).map_err(|why| format!("{text}\n{why:?}"))?;
    // Piles from which plays go on without end are given up early.
    let limits = Limits::default().with_memory(128 << 20);
    let settings = Settings::default().with_engine(engine).with_limits(limits);
    Session::new(book, settings).map_err(|why| format!("{why:?}"))
}

/// The value of a question.
pub fn ask(session: &mut Session, query: &str) -> Result<Value, String> {
    session
        .eval_text("question", query)
        .map(|answer| answer.value)
        .map_err(|why| format!("{query}: {why:?}"))
}
