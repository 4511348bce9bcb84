//! `period --certificate` and `verify`: proofs as files.

use std::path::Path;
use std::sync::Arc;

use super::Run;
use super::args::Verify;
use super::console::End;
use crate::app::disk;
use crate::app::exit::Exit;
use crate::certificate::{Certificate, FORMAT, Unread};
use crate::expr::position::Header;
use crate::query::Session;
use crate::query::answer::Verdict;
use crate::report::{json, text};
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Budget;

const AGAIN: &str = "make it again: `nimrule period FILE --certificate OUT`";

impl Run {
    /// Writes the certificate of a period that was found.
    pub(super) fn write_certificate(
        &self,
        session: &mut Session,
        game: &Arc<Header>,
        to: Option<u64>,
        path: &str,
    ) -> Result<Exit, End> {
        let _progress = self.progress("writing the certificate");
        let certificate = session.certificate(game, to)?;
        self.write_file(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok(Exit::Fine)
    }

    pub(super) fn verify(&self, asked: &Verify) -> Result<Exit, End> {
        let mut session = self.session(&asked.file)?;
        let claim = read(&asked.certificate, self.budget())?;
        // A certificate names its game; the file may have others.
        let game = session.game(Some(asked.game.as_deref().unwrap_or(&claim.game)))?;
        let verdict = self.work("verifying", || session.verify(&game, &claim))?;
        let answer = json::verified(&claim, &verdict);
        self.show(&answer, |look| text::verified(&claim, &verdict, look))?;
        Ok(match verdict {
            Verdict::Right(_) => Exit::Fine,
            Verdict::Wrong(_) => Exit::Failed,
        })
    }
}

fn read(path: &str, mut budget: Budget) -> Result<Certificate, End> {
    let cannot =
        |why: &str| Diagnostic::error("unreadable", format!("cannot read `{path}`: {why}"));
    let bytes = disk::read_within(Path::new(path), &mut budget)
        .map_err(|unread| unread.complaint(cannot))?;
    let _kept = budget.keep(bytes.len() as u64);
    let read = Certificate::read(&bytes, &mut budget);
    read.map_err(|why| {
        let bad = |message: String| Diagnostic::error("bad_certificate", message);
        let error = match why {
            Unread::Stopped(stop) => stop.into(),
            Unread::Outdated(format) => bad(format!(
                "`{path}` is a \"{format}\", and this is \"{FORMAT}\""
            ))
            .help(AGAIN),
            Unread::Wrong(_) if bytes.is_empty() => bad(format!("`{path}` is empty")).help(AGAIN),
            Unread::Wrong(error) if error.is_eof() => {
                bad(format!("`{path}` ends in the middle of a certificate")).help(AGAIN)
            }
            Unread::Wrong(error) => bad(format!("`{path}` is no certificate: {error}"))
                .help("`nimrule period FILE --certificate OUT` writes one"),
        };
        error.into()
    })
}
