//! What several tests need: random cases, sessions with an engine, questions, rule files, and files that exist in a test only.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use nimrule::moves::Transitions;
use nimrule::work::budget::Budget;
use nimrule::work::world::{Unread, World};
use nimrule::{Limits, Nowhere, Report, Rulebook, Session, Settings, Value};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};

/// Checks many random cases, the same ones every time.
pub fn check<S: Strategy>(
    cases: u32,
    seed: u64,
    strategy: S,
    test: impl FnMut(S::Value) -> Result<(), TestCaseError>,
) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 400,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::default()
    };
    let test = RefCell::new(test);
    let run = TestRunner::new(config).run(&strategy, |case| (test.borrow_mut())(case));
    if let Err(error) = run {
        panic!("{error}");
    }
}

/// The two answers are equal, or both are faults; whether there are answers.
pub fn same<T: PartialEq + Debug>(
    found: &Result<T, String>,
    known: &Result<T, String>,
    what: &str,
) -> Result<bool, TestCaseError> {
    match (found, known) {
        (Err(_), Err(_)) => Ok(false),
        (Ok(found), Ok(known)) if found == known => Ok(true),
        _ => Err(TestCaseError::fail(format!(
            "{what}: {found:?}, not {known:?}"
        ))),
    }
}

/// A session on rules that uses only this engine, or the best one.
pub fn session(text: &str, engine: Option<&str>) -> Result<Session, String> {
    // Piles from which plays go on without end are given up early.
    let limits = Limits::default().with_memory(128 << 20);
    let settings = Settings::default().with_engine(engine).with_limits(limits);
    let session = Rulebook::parse(text).and_then(|book| Session::new(book, settings));
    session.map_err(|why| format!("{text}\n{why:?}"))
}

pub fn budget() -> Budget {
    Budget::start(&Limits::default())
}

/// The moves of the game `g`, as the engines see them.
pub fn transitions(session: &Session) -> Result<Arc<Transitions>, String> {
    let game = session.book().game("g");
    let rules = game.and_then(|game| session.game_rules(&game));
    let rules = rules.map_err(|why| format!("{why:?}"))?;
    Ok(Arc::new(Transitions::new(rules)))
}

/// What is said about a text that can use no other files.
pub fn report(text: &str) -> Report {
    let mut book = Rulebook::new(Arc::new(Nowhere), Limits::default());
    book.add("rules", text).unwrap_or_else(|report| report)
}

/// A session on rules without mistakes.
pub fn opened(text: &str, settings: Settings) -> Session {
    let session = Rulebook::parse(text).and_then(|book| Session::new(book, settings));
    session.unwrap_or_else(|report| panic!("{text}\n{report}"))
}

/// The value of a question that has one.
pub fn value(session: &mut Session, question: &str) -> Value {
    let answer = session.eval_text("question", question);
    let answer = answer.unwrap_or_else(|report| panic!("{question}\n{report}"));
    answer.value
}

/// The value of a question.
pub fn ask(session: &mut Session, query: &str) -> Result<Value, String> {
    session
        .eval_text("question", query)
        .map(|answer| answer.value)
        .map_err(|why| format!("{query}: {why:?}"))
}

/// The rule files in a folder of the repository and in those below it, sorted.
pub fn rule_files(folder: &str) -> Vec<PathBuf> {
    files(folder, "nimrule")
}

/// The files in a folder of the repository and in those below it whose names end so, sorted.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Files that exist in a test only; those without a dot in their names are bundled rules.
#[derive(Default)]
pub struct Shelf(Mutex<BTreeMap<String, String>>);

impl Shelf {
    pub fn put(&self, name: &str, text: &str) {
        self.0.lock().unwrap().insert(name.into(), text.into());
    }

    pub fn get(&self, name: &str) -> String {
        let found = self.0.lock().unwrap().get(name).cloned();
        found.unwrap_or_else(|| panic!("there is no file {name}"))
    }
}

impl World for Shelf {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
        Ok(path.to_string())
    }

    fn read(&self, name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        let found = self.0.lock().unwrap().get(name).cloned();
        Ok(found.ok_or("there is no such file")?.into_bytes())
    }

    fn bundled(&self) -> Vec<String> {
        let shelf = self.0.lock().unwrap();
        let names = shelf.keys().filter(|name| !name.contains('.')).cloned();
        ["kayles".to_string()].into_iter().chain(names).collect()
    }

    fn exists(&self, path: &str) -> bool {
        self.0.lock().unwrap().contains_key(path)
    }

    fn write(&self, path: &str, content: &[u8], _: &mut Budget) -> Result<(), Unread> {
        self.put(path, &String::from_utf8_lossy(content));
        Ok(())
    }
}
