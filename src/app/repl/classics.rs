//! The bundled games at the prompt, and what is meant by an entry that names no game.

use std::sync::Arc;

use super::shell::Shell;
use crate::app::command::classics::{FIRST_GAME, use_all, with_classics};
use crate::expr::position::{Game, Position};
use crate::query::Topic;
use crate::text::diagnostic::Report;

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
