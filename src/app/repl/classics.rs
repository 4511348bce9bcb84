//! The bundled games at the prompt: each is there as soon as it is named and nothing else is called so; and what is meant by an
//! entry that names no game.

use std::sync::Arc;

use super::shell::Shell;
use crate::expr::position::{Game, Position};
use crate::query::{Session, Topic};
use crate::rules::Rulebook;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::parse_entries;
use crate::text::diagnostic::{Diagnostic, Mistake, Report};

/// The game of piles before any other was asked about.
const FIRST_GAME: &str = "nim";

/// Does something, and again where it named bundled games that were not in use.
pub(super) fn with_classics<S, T>(
    host: &mut S,
    session: fn(&mut S) -> &mut Session,
    mut work: impl FnMut(&mut S) -> Result<T, Report>,
) -> Result<T, Report> {
    let mut done = work(host);
    while let Err(report) = &done {
        let named = unknown(report, session(host).book());
        if named.is_empty() || use_all(session(host), &named).is_err() {
            break;
        }
        done = work(host);
    }
    done
}

/// The bundled games that a report knows nothing of.
fn unknown(report: &Report, book: &Rulebook) -> Vec<String> {
    let bundled = book.bundled();
    let nameless =
        |error: &&Diagnostic| matches!(error.mistake, Some(Mistake::Name | Mistake::Undefined));
    let errors = report.diagnostics.iter().filter(nameless);
    let mut named: Vec<String> = errors
        .filter_map(|error| error.labels.first())
        .map(|label| report.sources.slice(label.span).to_string())
        .filter(|name| bundled.contains(name) && book.definition_text(name).is_none())
        .collect();
    named.sort();
    named.dedup();
    named
}

fn use_all(session: &mut Session, names: &[String]) -> Result<(), Report> {
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

impl Shell {
    pub(super) fn with_classics<T>(
        &mut self,
        work: impl FnMut(&mut Shell) -> Result<T, Report>,
    ) -> Result<T, Report> {
        with_classics(self, |shell| &mut shell.session, work)
    }

    /// Puts a bundled game to use where nothing else is called so.
    pub(super) fn use_classic(&mut self, name: &str) {
        let book = self.book();
        if book.definition_text(name).is_none() && book.bundled().iter().any(|it| it == name) {
            // Where it cannot be had, the name stays unknown.
            let _ = use_all(&mut self.session, &[name.to_string()]);
        }
    }

    /// The game that piles without one belong to: that of the last entry that had one, else the only one.
    pub(super) fn usual_game(&self) -> String {
        let own = self.book().own_game_names();
        match (&self.current, own.as_slice()) {
            (Some(game), _) => game.clone(),
            (None, [only]) => only.clone(),
            (None, _) => FIRST_GAME.to_string(),
        }
    }

    /// Remembers which game the last answer was about.
    pub(super) fn note_topic(&mut self) {
        let game = match self.session.last_topic() {
            Some(Topic::Position(position)) => only_game(position),
            Some(Topic::Game(game, _)) => Some(game),
            None => None,
        };
        if let Some(game) = game {
            self.current = Some(game.label.clone());
        }
    }
}

fn only_game(position: &Position) -> Option<&Arc<Game>> {
    let (first, rest) = position.terms.split_first()?;
    let is_same = |game: &Arc<Game>| game.id == first.game.id;
    rest.iter()
        .all(|term| is_same(&term.game))
        .then_some(&first.game)
}
