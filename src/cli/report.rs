//! `report`: everything known about a game in one page.

use super::Run;
use super::args::Report;
use super::end::End;
use crate::exit::Exit;
use crate::query::Session;
use crate::query::facts::Asked;
use crate::report::{json, page};

impl Run {
    pub(super) fn report(&self, report: &Report) -> Result<Exit, End> {
        let mut session = self.session(&report.file)?;
        let start = match &report.start {
            Some(text) => {
                let words = std::slice::from_ref(text);
                Some(session.position(report.game.as_deref(), words)?)
            }
            None => None,
        };
        // A position names its game.
        let own = start.as_ref().and_then(|start| start.terms.first());
        let game = match (own, &report.game) {
            (Some(term), None) => std::sync::Arc::clone(&term.game),
            (_, game) => session.game(game.as_deref())?,
        };
        let asked = Asked {
            to: report.to,
            start,
        };
        let progress = self.progress("working it out");
        let facts = session.facts(&game, &asked);
        drop(progress);
        let facts = facts?;
        let page = page::page(&facts);
        if report.output == "-" {
            self.console.print(&page)?;
            return Ok(self.complain_of_time(&session));
        }
        self.write_file(&report.output, |out| out.write_all(page.as_bytes()))?;
        if self.console.json {
            self.console.print_json(&json::Page {
                game: &facts.game,
                file: &report.output,
            })?;
        }
        Ok(self.complain_of_time(&session))
    }

    /// The page has what was found in time, and says why there is no more; so does the exit code.
    fn complain_of_time(&self, session: &Session) -> Exit {
        match session.in_time() {
            Ok(()) => Exit::Fine,
            Err(report) => self.console.complain(&report),
        }
    }
}
