//! The bundled games where no file was named: each is there as soon as it is named and nothing else is called so.

use crate::app::bundled;
use crate::query::Session;
use crate::rules::Rulebook;
use crate::rules::errors::{did_you_mean, in_other_case};
use crate::rules::query::Query;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::parse_entries;
use crate::text::diagnostic::{Cause, Diagnostic, Mistake, Report, nearest};
use crate::text::source::Span;
use crate::work::distinct;

/// The game of piles where none was asked about.
pub const FIRST_GAME: &str = "nim";

/// Does something, and again where it named bundled games that were not in use.
pub fn with_classics<S, T>(
    host: &mut S,
    session: fn(&mut S) -> &mut Session,
    mut work: impl FnMut(&mut S) -> Result<T, Report>,
) -> Result<T, Report> {
    let before = session(host).book().clone();
    let mut done = work(host);
    while let Err(report) = &done {
        let named = unknown(report, session(host).book());
        if named.is_empty() || use_all(session(host), &named).is_err() {
            break;
        }
        done = work(host);
    }
    done.map_err(|report| {
        if report.cause() == Cause::Input {
            // What has mistakes puts nothing to use.
            session(host).turn_to_book(before);
        }
        with_near(report, session(host).book())
    })
}

/// A report that names the bundled games which are called nearly like names that nothing has.
fn with_near(mut report: Report, book: &Rulebook) -> Report {
    let bundled = book.bundled();
    for error in &mut report.diagnostics {
        let is_meant = |help: &String| help.starts_with("did you mean");
        if error.mistake != Some(Mistake::Undefined) || error.help.as_ref().is_some_and(is_meant) {
            continue;
        }
        let Some(place) = error.place() else {
            continue;
        };
        let name = report.sources.slice(place);
        let known = || bundled.iter().map(String::as_str);
        if let Some(meant) = in_other_case(name, known()) {
            *error = did_you_mean(error.clone(), meant, place);
        } else if let Some(near) = nearest(name, known()) {
            error.help = Some(format!("did you mean `{near}`?"));
        } else if let Some(meant) = bundled::meant_by(name)
            && report
                .sources
                .get(place.source)
                .is_some_and(|it| is_of_a_game(&it.text, place))
        {
            error.help = Some(meant);
        }
    }
    report
}

/// Whether a name stands where one of a game does: at the start of a line, or as the first argument of a query.
fn is_of_a_game(text: &str, place: Span) -> bool {
    let before = text.get(..place.start as usize).unwrap_or_default();
    let before = before.rsplit('\n').next().unwrap_or_default().trim_end();
    let called = before.strip_suffix('(').map(|before| {
        let is_inside = |c: char| c.is_alphanumeric() || c == '_';
        before.rsplit(|c| !is_inside(c)).next().unwrap_or_default()
    });
    before.is_empty() || called.is_some_and(|query| Query::by_name(query).is_some())
}

/// The bundled games that a report knows nothing of.
fn unknown(report: &Report, book: &Rulebook) -> Vec<String> {
    let nameless =
        |error: &&Diagnostic| matches!(error.mistake, Some(Mistake::Name | Mistake::Undefined));
    let errors = report.diagnostics.iter().filter(nameless);
    let named = errors
        .filter_map(Diagnostic::place)
        .map(|place| report.sources.slice(place).to_string())
        .filter(|name| book.is_bundled(name) && !book.defines(name));
    distinct(named.collect())
}

/// Puts bundled games to use.
pub fn use_all(session: &mut Session, names: &[String]) -> Result<(), Report> {
    let text: String = names.iter().map(|it| format!("use \"{it}\"\n")).collect();
    let asked = session.book().ask_about("<bundled>", &text);
    // A line that names a file has no mistakes.
    let (entries, _) = parse_entries(asked.id(), &text);
    let items = entries.into_iter().filter_map(|entry| match entry {
        Entry::Item(item @ Item::Use(_)) => Some(item),
        _ => None,
    });
    let mut book = session.book().clone();
    book.add_items(items.collect())?;
    session.turn_to_book(book);
    Ok(())
}
