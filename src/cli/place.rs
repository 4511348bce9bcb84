//! `solve`, `explain` and `line`: what is asked of one position.

use std::sync::Arc;

use super::Run;
use super::args::Place;
use super::end::End;
use crate::exit::Exit;
use crate::expr::position::{Header, Position};
use crate::query::Session;
use crate::report::{json, text};
use crate::text::diagnostic::Diagnostic;

/// How many winning moves are listed without `--all`.
const LISTED: usize = 20;

impl Run {
    pub(super) fn solve(&self, place: &Place, all: bool, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let progress = self.progress("solving");
        let limit = if all { usize::MAX } else { LISTED };
        let solution = session.solve(&position, limit);
        drop(progress);
        let solution = solution?;
        if self.console.json {
            self.console.print_json(&solution)?;
        } else {
            let text = text::solution(&solution, self.console.output);
            self.console.print(&text)?;
        }
        let exit = self.plans(plan, &mut session, &position)?;
        match solution.stopped {
            Some(limit) => Err(Diagnostic::from(limit).into()),
            None => Ok(exit),
        }
    }

    pub(super) fn explain(&self, place: &Place, depth: i64, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let progress = self.progress("working it out");
        let text = session.follow(&position, depth);
        drop(progress);
        let text = text?;
        if self.console.json {
            let position = position.to_string();
            self.console.print_json(&json::Explain { position, text })?;
        } else {
            self.console.print(&text)?;
        }
        self.plans(plan, &mut session, &position)
    }

    pub(super) fn line(&self, place: &Place, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let progress = self.progress("playing it out");
        let line = session.line(&position);
        drop(progress);
        let line = line?;
        if self.console.json {
            self.console.print_json(&line)?;
        } else {
            let text = text::line(&line, self.console.output);
            self.console.print(&text)?;
        }
        self.plans(plan, &mut session, &position)
    }

    fn position(&self, place: &Place) -> Result<(Session, Position), End> {
        let mut session = self.session(&place.file)?;
        let progress = self.progress("reading the position");
        let position = session.position(place.game.as_deref(), &place.position);
        drop(progress);
        let position = position?;
        Ok((session, position))
    }

    /// The plan of every game of a position, where that is asked for.
    fn plans(&self, wanted: bool, session: &mut Session, position: &Position) -> Result<Exit, End> {
        let mut shown: Vec<&Arc<Header>> = Vec::new();
        for term in position.terms.iter().filter(|_| wanted) {
            if !shown.contains(&&term.game) {
                shown.push(&term.game);
                self.show_plan(session, &term.game, true)?;
            }
        }
        Ok(Exit::Fine)
    }
}
