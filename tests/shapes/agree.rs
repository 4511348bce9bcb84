//! The comparison of all engines with the definition.

use std::collections::BTreeMap;

use nimrule::solve::heap::ENGINES;
use nimrule::{Report, Rulebook, Session, Settings, Value};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::rules::Case;

/// What was compared.
#[derive(Debug, Default)]
pub struct Tally {
    /// Games for which the definition gives values.
    pub compared: u32,
    /// How often each engine answered, asked for by name.
    named: BTreeMap<&'static str, u32>,
    /// How often each engine answered because it was chosen, at first or after others were forbidden.
    chosen: BTreeMap<String, u32>,
}

impl Tally {
    /// How often an engine answered in both ways, whichever is less.
    pub fn answers(&self, engine: &str) -> u32 {
        let named = self.named.get(engine).copied().unwrap_or(0);
        named.min(self.chosen.get(engine).copied().unwrap_or(0))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|(name, _)| *name)
}

/// An answer as numbers, and the engine it comes from.
fn ask(book: &Rulebook, settings: Settings, query: &str) -> Result<(Vec<i64>, String), Report> {
    let mut session = Session::new(book.clone(), settings).expect("the engines exist");
    let answer = session.eval_text("question", query)?;
    let numbers = match &answer.value {
        Value::Int(n) => vec![*n],
        list => list.items().iter().filter_map(Value::as_int).collect(),
    };
    Ok((numbers, answer.by.engine))
}

fn only(engine: &str) -> Settings {
    Settings::default().with_engine(engine)
}

fn without(engines: &[String]) -> Settings {
    Settings::default().without(engines)
}

fn code(report: &Report) -> &'static str {
    report.diagnostics.first().map_or("", |first| first.code)
}

/// Compares every engine with the definition.
pub fn agree(case: &Case, tally: &mut Tally) -> Result<(), TestCaseError> {
    let book = Rulebook::parse(&case.text)
        .map_err(|why| TestCaseError::fail(format!("{}\n{why:?}", case.text)))?;
    let values = format!("values(g, {}..{})", case.from, case.to);
    let Ok((plain, _)) = ask(&book, only("plain"), &values) else {
        for settings in [Settings::default(), without(&["nim".to_string()])] {
            let found = ask(&book, settings, &values);
            prop_assert!(found.is_err(), "only plain fails: {}", case.text);
        }
        return Ok(());
    };
    tally.compared += 1;
    prop_assert_eq!(plain.len() as i64, case.to - case.from + 1);

    for name in names() {
        match ask(&book, only(name), &values) {
            Ok((found, engine)) => {
                prop_assert_eq!(&found, &plain, "{}: {}", name, &case.text);
                prop_assert_eq!(&engine, name);
                *tally.named.entry(name).or_default() += 1;
            }
            Err(report) => {
                let declines = code(&report) == "engine_declines";
                prop_assert!(declines, "{name}: {}\n{report:?}", case.text);
            }
        }
    }
    let mut forbidden = Vec::new();
    loop {
        let found = ask(&book, without(&forbidden), &values);
        let (found, engine) = found
            .map_err(|why| TestCaseError::fail(format!("{forbidden:?}: {}\n{why:?}", case.text)))?;
        prop_assert_eq!(&found, &plain, "without {:?}: {}", forbidden, &case.text);
        if names().all(|name| name != engine) {
            break;
        }
        prop_assert!(!forbidden.contains(&engine), "{}", engine);
        *tally.chosen.entry(engine.clone()).or_default() += 1;
        forbidden.push(engine);
    }

    // A single pile is found in ways of its own.
    let single = format!("grundy(g[{}])", case.single);
    let (plain, _) = ask(&book, only("plain"), &single)
        .map_err(|why| TestCaseError::fail(format!("{}\n{why:?}", case.text)))?;
    for settings in std::iter::once(Settings::default())
        .chain((0..forbidden.len()).map(|count| without(&forbidden[..=count])))
        .chain(forbidden.iter().map(|engine| only(engine)))
    {
        let is_named = settings.engine.is_some();
        let asked = format!("{:?} {:?}", settings.engine, settings.without);
        match ask(&book, settings, &single) {
            Ok((found, _)) => {
                prop_assert_eq!(&found, &plain, "{} {}: {}", single, asked, &case.text);
            }
            Err(report) => {
                // A larger pile may not be of the engine's shape.
                let declines = is_named && code(&report) == "engine_declines";
                prop_assert!(declines, "{single} {asked}: {}\n{report:?}", case.text);
            }
        }
    }
    Ok(())
}
