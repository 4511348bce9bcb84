//! What is wrong with rules, at the places where an editor shows it.

use nimrule::report::look::harmless;
use nimrule::{Diagnostic, Fix, Report, Session};
use serde_json::{Value as Json, json};

use crate::{Playground, RULES};

/// So many complaints are shown.
const MOST: usize = 100;

/// Complaints about the rules and their claims, and the names of the games.
pub fn check(playground: &mut Playground, rules: &str) -> Json {
    // What was remembered has no warnings.
    playground.last = None;
    let (session, warnings) = match playground.session(rules) {
        Ok(found) => found,
        Err(report) => return json!({ "problems": problems(&report, rules) }),
    };
    let mut found = warnings
        .map(|report| problems(&report, rules))
        .unwrap_or_default();
    let book = session.book();
    // Where a game has parameters, an example of it.
    let games = book.game_names().into_iter().map(|name| {
        let example = book.examples_of(&name).into_iter().next();
        example.map_or(name, |game| game.label.clone())
    });
    let games: Vec<String> = games.collect();
    let claims = session.book().expects();
    let mut held = 0;
    for claim in &claims {
        match tested(session, claim) {
            Ok(None) => held += 1,
            Ok(Some(report)) => found.extend(problems(&report, rules)),
            Err(report) => {
                let is_limit = report.is_limit();
                found.extend(problems(&report, rules));
                // Nobody asked for what takes long.
                if is_limit {
                    break;
                }
            }
        }
    }
    found.truncate(MOST);
    json!({ "problems": found, "games": games, "claims": claims.len(), "held": held })
}

/// What a claim that fails is told as.
fn tested(
    session: &mut Session,
    claim: &nimrule::syntax::ast::ExpectItem,
) -> Result<Option<Report>, Report> {
    let tested = session.test(claim)?;
    Ok((!tested.ok).then(|| {
        session
            .book()
            .report(vec![nimrule::report::refuted(&tested)])
    }))
}

fn problems(report: &Report, rules: &str) -> Vec<Json> {
    report
        .diagnostics
        .iter()
        .take(MOST)
        .map(|it| problem(report, it, rules))
        .collect()
}

fn problem(report: &Report, diagnostic: &Diagnostic, rules: &str) -> Json {
    let own = diagnostic.labels.iter().find(|label| {
        report
            .sources
            .get(label.span.source)
            .is_some_and(|source| source.name == RULES)
    });
    let mut message = diagnostic.message.clone();
    let remarks = own
        .map(|label| &label.text)
        .into_iter()
        .chain(&diagnostic.help);
    for remark in remarks.filter(|it| !it.is_empty()) {
        message = format!("{message}\n{remark}");
    }
    let severity = match diagnostic.is_error() {
        true if diagnostic.cause.is_limit() => "info",
        true => "error",
        false => "warning",
    };
    let place = |byte: u32| units(rules, byte as usize);
    let fix = |fix: &Fix| json!({ "from": place(fix.span.start), "to": place(fix.span.end), "text": fix.text });
    json!({
        "from": own.map_or(0, |label| place(label.span.start)),
        "to": own.map_or(0, |label| place(label.span.end)),
        "severity": severity,
        "message": harmless(&message),
        "fix": diagnostic.fix.as_deref().or(diagnostic.guess.as_deref()).filter(|_| own.is_some()).map(fix),
    })
}

/// A place in a text as scripts count it, in units of UTF-16.
fn units(text: &str, byte: usize) -> usize {
    text.char_indices()
        .take_while(|(at, _)| *at < byte)
        .map(|(_, c)| c.len_utf16())
        .sum()
}
