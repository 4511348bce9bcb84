//! Each engine for single-number piles against the bare definition: on random rules of its shape and just outside it, asked
//! for by name, chosen, and as the next one where those before it may not be used.

mod agree;
mod rules;

use agree::{Tally, agree};
use nimrule::solve::heap::ENGINES;
use proptest::prelude::*;
use rules::Case;

use crate::common;

/// Compares many random cases, the same ones every time. Nearly all have to be fit for a comparison, and each named engine
/// has to answer so often.
fn check(
    cases: u32,
    seed: u64,
    strategy: impl Strategy<Value = Case>,
    engines: &[(&str, u32)],
) -> Tally {
    let mut tally = Tally::default();
    common::check(cases, seed, strategy, |case| agree(&case, &mut tally));
    assert!(tally.compared * 10 >= cases * 8, "{tally:?} of {cases}");
    for (engine, least) in engines {
        assert!(tally.answers(engine) >= *least, "{engine}: {tally:?}");
    }
    tally
}

#[test]
fn subtraction_sets() {
    let engines = [("subtraction", 150), ("sparse", 150), ("dense", 150)];
    check(220, 101, rules::subtraction(), &engines);
}

#[test]
fn taking_and_breaking() {
    let engines = [("sparse", 130), ("dense", 130), ("recurrence", 150)];
    check(220, 102, rules::breaking(), &engines);
}

#[test]
fn guarded_splits() {
    let engines = [("sparse", 60), ("dense", 60)];
    check(110, 111, rules::guarded(), &engines);
}

#[test]
fn endless_amounts() {
    check(250, 103, rules::endless(), &[("all-but", 150), ("nim", 1)]);
}

#[test]
fn intervals() {
    check(400, 104, rules::interval(), &[("interval", 200)]);
}

#[test]
fn listed_amounts() {
    check(250, 105, rules::listed(), &[("amounts", 100)]);
}

#[test]
fn recurrences() {
    check(250, 106, rules::recurrence(), &[("recurrence", 150)]);
}

#[test]
fn conditions_on_the_amount() {
    let engines = [("recurrence", 80), ("sparse", 15), ("parts", 80)];
    check(250, 112, rules::conditioned(), &engines);
}

#[test]
fn parts_in_an_order() {
    let engines = [("recurrence", 35), ("parts", 90), ("sparse", 70)];
    check(1000, 113, rules::ordered(), &engines);
}

#[test]
fn parts() {
    check(250, 107, rules::parts(), &[("parts", 200)]);
}

#[test]
fn any_amount() {
    check(150, 108, rules::any_amount(), &[("nim", 60)]);
}

#[test]
fn constrained_amounts() {
    check(150, 110, rules::constrained(), &[("constrained", 90)]);
}

#[test]
fn common_factors() {
    check(150, 114, rules::common_factors(), &[("factors", 40)]);
}

#[test]
fn other_rules() {
    check(200, 109, rules::other(), &[("line", 120)]);
}

/// Each engine is the subject of a test above, by the name it has.
#[test]
fn every_engine_is_compared() {
    let mut names: Vec<&str> = ENGINES.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let mut compared = [
        "constrained",
        "subtraction",
        "sparse",
        "dense",
        "all-but",
        "nim",
        "interval",
        "amounts",
        "recurrence",
        "parts",
        "line",
        "factors",
        // In `dense::upwards`.
        "upwards",
    ];
    compared.sort_unstable();
    assert_eq!(names, compared);
}
