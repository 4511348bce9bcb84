//! nimrule as the playground's worker calls it: texts in, JSON out.

mod asked;
mod checked;
mod shelf;

use std::sync::Arc;
use std::time::Duration;

use nimrule::{Limits, Report, Rulebook, Session, Settings};
use serde_json::{Value as Json, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::shelf::Shelf;

/// What the rules are called in complaints.
const RULES: &str = "rules";

#[wasm_bindgen]
extern "C" {
    /// The clock of the worker, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

fn clock() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

/// Answers questions about one text of rules after another.
#[wasm_bindgen]
pub struct Playground {
    shelf: Arc<Shelf>,
    limits: Limits,
    /// The last text, and the session about it, which remembers what was computed.
    last: Option<(String, Session)>,
}

#[wasm_bindgen]
impl Playground {
    /// One with these files, an object of their texts by their names, which rules may `use`.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &str) -> Playground {
        Playground {
            shelf: Arc::new(Shelf::new(files)),
            limits: Limits::default(),
            last: None,
        }
    }

    /// The limits of the question that comes next.
    pub fn limit(&mut self, seconds: f64, mebibytes: u32) {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let mut limits = Limits::default()
            .with_time(time)
            .with_memory(u64::from(mebibytes) << 20);
        limits.text = Limits::untrusted().text;
        limits.clock = clock;
        // Reading rules and all their claims is one question, too.
        limits.until = clock().checked_add(time);
        self.limits = limits;
    }

    /// What is wrong with rules, claims that do not hold among it, and the names of their games.
    pub fn check(&mut self, rules: &str) -> String {
        checked::check(self, rules).to_string()
    }

    /// The answer to an entry at the prompt.
    pub fn ask(&mut self, rules: &str, entry: &str) -> String {
        let answer = self
            .session(rules)
            .map(|(session, _)| asked::ask(session, entry));
        answer
            .and_then(|answer| answer)
            .unwrap_or_else(|report| complaint(&report))
            .to_string()
    }

    /// The session about rules, and the warnings about them where they are new.
    fn session(&mut self, rules: &str) -> Result<(&mut Session, Option<Report>), Report> {
        let is_last = self.last.as_ref().is_some_and(|(text, _)| text == rules);
        let mut warnings = None;
        if !is_last {
            self.last = None;
            let mut book = Rulebook::new(self.shelf.clone(), self.limits.clone());
            warnings = Some(book.add(RULES, rules)?);
            let session = Session::new(book, Settings::default())?;
            self.last = Some((rules.to_owned(), session));
        }
        let limits = self.limits.clone();
        match &mut self.last {
            Some((_, session)) => {
                session.settings_mut().limits = limits;
                Ok((session, warnings))
            }
            None => Err(nimrule::Diagnostic::internal("no session").into()),
        }
    }
}

/// Complaints as the program shows them.
fn complaint(report: &Report) -> Json {
    json!({ "complaint": report.with_lines(), "limit": report.is_limit() })
}
