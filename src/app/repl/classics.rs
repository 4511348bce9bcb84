//! The bundled games at the prompt, and what is meant by an entry that names no game.

use std::sync::Arc;

use super::shell::{Current, Shell};
use crate::app::command::classics::{FIRST_GAME, use_all, with_classics};
use crate::expr::position::{Game, Position};
use crate::query::Topic;
use crate::text::diagnostic::{Diagnostic, Report};

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
    ///
    /// # Errors
    /// Its rules could not be read.
    pub(super) fn usual_game(&self) -> Result<String, Report> {
        let own = self.book().own_game_names();
        match (&self.current, own.as_slice()) {
            (Current::Game(game), _) => Ok(game.clone()),
            (Current::First, [only]) => Ok(only.clone()),
            (Current::First, _) => Ok(FIRST_GAME.to_string()),
            (Current::Unread, _) => {
                let error = Diagnostic::error("no_game", "the last game could not be read");
                Err(error
                    .help("mend it, or name the game that is meant, as in `nim[7]`")
                    .into())
            }
        }
    }

    /// The same, where words name no game themselves.
    pub(super) fn usual_of(&self, words: &[String]) -> Result<Option<String>, Report> {
        let is_named = words
            .iter()
            .any(|word| word.starts_with(char::is_alphabetic));
        match self.usual_game() {
            Err(_) if is_named => Ok(None),
            usual => usual.map(Some),
        }
    }

    /// With other rules those that were not read are of no interest.
    pub(super) fn forget_unread(&mut self) {
        if matches!(self.current, Current::Unread) {
            self.current = Current::First;
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
            self.current = Current::Game(game.label.clone());
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
