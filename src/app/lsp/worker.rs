//! What is worked out beside the conversation with the client, one thing at a time.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender};

use lsp_server::RequestId;
use lsp_types::{CodeLens, Command};
use serde_json::Value;

use super::check::Snapshot;
use super::document::Found;
use super::hover::Hover;
use super::lens::{Lens, page_of, title};
use super::wire::Incoming;
use crate::query::{Session, Settings};
use crate::text::diagnostic::{Report, guarded};
use crate::work::budget::Limits;

/// What is to be worked out.
pub struct Job {
    pub number: u64,
    /// Set when nobody wants to know any more.
    pub stop: Arc<AtomicBool>,
    pub about: Snapshot,
    pub what: What,
}

/// What is wanted of a document.
pub enum What {
    /// What is wrong with it.
    Check,
    /// What is said of a place, for the request of this number.
    Hover(RequestId, Hover),
    /// What is said of a claim or a game, for the line that the client sent.
    Lens(RequestId, Lens, CodeLens),
    /// The page about a game.
    Page(RequestId, String),
}

/// What happens.
pub enum Event {
    /// The client says something.
    Read(Incoming),
    /// The client says nothing more.
    Gone,
    /// What was found wrong with a document so far.
    Found {
        key: String,
        moment: u64,
        found: Vec<Found>,
        reads: BTreeSet<PathBuf>,
    },
    /// What a request is answered with; an interruption where the work ended before.
    Answered(RequestId, Result<Value, Report>),
    /// There is nothing more to say of a job.
    Ended(u64),
}

/// Works until nobody listens any more.
pub fn work(settings: &Settings, jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let mut desk = Desk { kept: None };
    for job in jobs {
        let limits = Limits {
            interrupt: Arc::clone(&job.stop),
            ..settings.limits.clone()
        };
        let settings = settings.clone().with_limits(limits);
        match job.what {
            What::Check => {
                let done = guarded(|| desk.check(&settings, &job.about, events));
                if let Err(internal) = done {
                    tell(&job.about, &internal.into(), &[], events);
                }
            }
            What::Hover(id, hover) => {
                answer(events, id, || {
                    hover.answer(&mut |ask| desk.ask(&settings, &job.about, ask))
                });
            }
            What::Lens(id, lens, line) => {
                answer(events, id, || {
                    let said = desk.ask(&settings, &job.about, &mut |session| lens.says(session));
                    let command = Some(Command::new(title(said)?, String::new(), None));
                    Ok(serde_json::to_value(CodeLens { command, ..line }).unwrap_or_default())
                });
            }
            What::Page(id, game) => {
                let mut page = |session: &mut Session| page_of(session, &game);
                answer(events, id, || {
                    Ok(desk.ask(&settings, &job.about, &mut page)?.into())
                });
            }
        }
        if events.send(Event::Ended(job.number)).is_err() {
            return;
        }
    }
}

fn answer(events: &SyncSender<Event>, id: RequestId, work: impl FnOnce() -> Result<Value, Report>) {
    let done = guarded(work).unwrap_or_else(|internal| Err(internal.into()));
    // Where nobody listens, the work ends soon.
    let _ = events.send(Event::Answered(id, done));
}

/// The session that was asked last.
struct Desk {
    kept: Option<(String, u64, Session)>,
}

impl Desk {
    /// Tells what is wrong with a document: its mistakes at once, and what shows only in small piles behind them.
    fn check(&mut self, settings: &Settings, about: &Snapshot, events: &SyncSender<Event>) {
        self.kept = None;
        let (mut session, warnings) = match about.session(settings) {
            Ok(read) => read,
            Err(report) => return tell(about, &report, &[], events),
        };
        tell(about, &warnings, &[], events);
        let probed = match session.probe_beside(&warnings) {
            Ok(found) if found.is_empty() => None,
            Ok(found) => Some(session.book().report(found)),
            Err(report) => Some(report),
        };
        if let Some(probed) = probed {
            tell(about, &warnings, &about.shown(&probed), events);
        }
        self.kept = Some((about.key.clone(), about.moment, session));
    }

    /// Asks a session about a document, the last one where that was about the same.
    fn ask<T>(
        &mut self,
        settings: &Settings,
        about: &Snapshot,
        ask: &mut dyn FnMut(&mut Session) -> Result<T, Report>,
    ) -> Result<T, Report> {
        let kept = self.kept.take();
        let kept = kept.filter(|(key, moment, _)| (key, *moment) == (&about.key, about.moment));
        let (mut session, is_new) = match kept {
            Some((.., session)) => (session, false),
            None => (about.session(settings)?.0, true),
        };
        session.settings_mut().limits = settings.limits.clone();
        session.book().set_limits(settings.limits.clone());
        let mut done = ask(&mut session);
        // What was asked before may take the room.
        if !is_new && done.as_ref().is_err_and(Report::is_limit) {
            session = about.session(settings)?.0;
            done = ask(&mut session);
        }
        self.kept = Some((about.key.clone(), about.moment, session));
        done
    }
}

fn tell(about: &Snapshot, report: &Report, more: &[Found], events: &SyncSender<Event>) {
    if report.is_interrupt() {
        return;
    }
    let mut found = about.shown(report);
    found.extend_from_slice(more);
    // Where nobody listens, the work ends soon.
    let _ = events.send(Event::Found {
        key: about.key.clone(),
        moment: about.moment,
        found,
        reads: about.files.met(),
    });
}
