//! What is said about wrong files: each fixture is read, and every word about it is kept as a snapshot.

use std::path::Path;
use std::sync::Arc;

use nimrule::app::disk::{self, Disk};
use nimrule::report::{Look, diagnostics::render};
use nimrule::work::budget::Limits;
use nimrule::{Diagnostic, Report, Rulebook, Session, Settings};

use crate::common::rule_files;

/// The rulebook of a fixture, and what is said about it.
fn read(path: &Path) -> (Rulebook, Report) {
    let mut book = Rulebook::new(Arc::new(Disk::default()), Limits::default());
    // Names relative to the package, so that snapshots are the same everywhere.
    let name = path
        .strip_prefix(env!("CARGO_MANIFEST_DIR"))
        .expect("fixtures lie in the package");
    let text = std::fs::read(path)
        .map_err(|error| disk::in_words(&error))
        .and_then(nimrule::text::source::decode);
    let report = match text {
        Ok(text) => match book.add(&name.to_string_lossy(), &text) {
            Ok(warnings) => warnings,
            Err(report) => report,
        },
        Err(why) => book.report(vec![Diagnostic::error("unreadable_file", why)]),
    };
    (book, report)
}

#[test]
fn mistakes_in_files() {
    insta::glob!("fixtures/*.nimrule", |path| {
        let (_, report) = read(path);
        assert!(
            !report.diagnostics.is_empty(),
            "nothing is said about {}",
            path.display()
        );
        insta::assert_snapshot!(render(&report, Look::default()));
    });
}

/// Mistakes that only show when an expectation is worked out.
#[test]
fn mistakes_in_questions() {
    insta::glob!("fixtures/asked/*.nimrule", |path| {
        let (book, report) = read(path);
        assert!(
            report.diagnostics.is_empty(),
            "{}",
            render(&report, Look::default())
        );
        let mut session = Session::new(book, Settings::default()).expect("the default engine");
        let expects = session.book().expects();
        let complaints: Vec<String> = expects
            .iter()
            .filter_map(|expect| session.test(expect).err())
            .map(|report| render(&report, Look::default()))
            .collect();
        assert!(
            !complaints.is_empty(),
            "nothing is said about {}",
            path.display()
        );
        insta::assert_snapshot!(complaints.join("\n"));
    });
}

/// Every complaint points at a source, and no span leaves its text.
#[test]
fn spans_lie_in_their_sources() {
    for path in rule_files("tests/fixtures") {
        let (_, report) = read(&path);
        for diagnostic in &report.diagnostics {
            for label in &diagnostic.labels {
                let source = report.sources.get(label.span.source).expect("a source");
                let range = label.span.start as usize..label.span.end as usize;
                assert!(
                    range.start <= range.end && range.end <= source.text.len().max(1),
                    "{} {diagnostic:?}",
                    path.display()
                );
            }
        }
    }
}
