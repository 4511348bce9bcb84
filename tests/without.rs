//! The expectations of all examples hold whichever engine answers: with each one switched off, with all of them switched off,
//! and with the bare definition.

use std::path::Path;
use std::sync::Arc;

use nimrule::app::disk::Disk;
use nimrule::work::budget::Limits;
use nimrule::{Report, Rulebook, Session, Settings};

use crate::common::rule_files;

/// How much work an expectation may take; it is skipped where it takes more.
const EFFORT: u64 = 1 << 19;

/// What became of expectations.
#[derive(Debug, Default)]
struct Tally {
    hold: u32,
    skipped: u32,
}

fn is_limit(report: &Report) -> bool {
    let mut errors = report.diagnostics.iter().filter(|found| found.is_error());
    errors.all(|found| found.cause.is_limit())
}

fn test(path: &Path, settings: Settings, tally: &mut Tally) {
    let text = std::fs::read_to_string(path).expect("an example can be read");
    let name = path.display().to_string();
    let mut book = Rulebook::new(Arc::new(Disk::default()), Limits::default());
    book.add(&name, &text)
        .unwrap_or_else(|report| panic!("{name}: {report}"));
    let what = format!(
        "{name}, engine {:?}, without {:?}",
        settings.engine, settings.without
    );
    let mut session = Session::new(book.clone(), settings).expect("the engines exist");
    for expect in book.expects() {
        match session.test(&expect) {
            Ok(tested) => {
                let right = tested.right.map(|(value, _)| value.to_string());
                assert!(
                    tested.ok,
                    "{what}: {}: {} against {right:?}",
                    tested.text, tested.left
                );
                tally.hold += 1;
            }
            Err(report) => {
                assert!(is_limit(&report), "{what}: {report}");
                tally.skipped += 1;
            }
        }
    }
}

fn settings(engine: Option<&str>, without: &[&str]) -> Settings {
    let mut settings = Settings::default()
        .with_engine(engine)
        .without(without.iter().copied());
    settings.limits.effort = Some(EFFORT);
    settings
}

fn test_all(settings: &Settings) -> Tally {
    let mut tally = Tally::default();
    let files = rule_files("examples");
    assert!(files.len() >= 75, "{} examples", files.len());
    for path in files {
        test(&path, settings.clone(), &mut tally);
    }
    tally
}

/// All engines but the definition.
fn names() -> Vec<&'static str> {
    let mut names = Settings::engine_names();
    names.retain(|name| !["auto", "plain"].contains(name));
    assert!(names.contains(&"rays") && names.contains(&"sparse"));
    names
}

fn spare(name: &str) {
    let tally = test_all(&settings(None, &[name]));
    println!("without {name}: {tally:?}");
    // Some proofs and piles of other engines are out of reach.
    assert!(tally.skipped * 20 < tally.hold, "without {name}: {tally:?}");
}

#[test]
fn each_engine_can_be_spared() {
    let names = names();
    // It is the longest of all tests, and the last to begin.
    let (some, others) = names.split_at(names.len() / 2);
    std::thread::scope(|scope| {
        for part in [some, others] {
            scope.spawn(move || part.iter().for_each(|name| spare(name)));
        }
    });
}

#[test]
fn all_engines_can_be_spared() {
    let tally = test_all(&settings(None, &names()));
    println!("without all: {tally:?}");
    assert!(tally.skipped * 8 < tally.hold, "{tally:?}");
}

#[test]
fn the_definition_says_the_same() {
    let tally = test_all(&settings(Some("plain"), &[]));
    println!("plain: {tally:?}");
    assert!(tally.skipped * 8 < tally.hold, "{tally:?}");
}
