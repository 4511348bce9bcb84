//! What is worked out beside the conversation with the client, one thing at a time.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender};

use lsp_server::RequestId;
use serde_json::Value;

use super::check::Snapshot;
use super::document::Found;
use super::hover::Hover;
use super::wire::Incoming;
use crate::query::Settings;
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
    for job in jobs {
        let limits = Limits {
            interrupt: Arc::clone(&job.stop),
            ..settings.limits.clone()
        };
        let settings = settings.clone().with_limits(limits);
        match job.what {
            What::Check => {
                let done = guarded(|| check(&settings, &job.about, events));
                if let Err(internal) = done {
                    tell(&job.about, &internal.into(), &[], events);
                }
            }
            What::Hover(id, hover) => {
                let done = guarded(|| hover.answer(&job.about, &settings));
                let done = done.unwrap_or_else(|internal| Err(internal.into()));
                // Where nobody listens, the work ends soon.
                let _ = events.send(Event::Answered(id, done));
            }
        }
        if events.send(Event::Ended(job.number)).is_err() {
            return;
        }
    }
}

/// Tells what is wrong with a document: its mistakes at once, and what shows only in small piles behind them.
fn check(settings: &Settings, about: &Snapshot, events: &SyncSender<Event>) {
    let (mut session, warnings) = match about.session(settings) {
        Ok(read) => read,
        Err(report) => return tell(about, &report, &[], events),
    };
    tell(about, &warnings, &[], events);
    let probed = match session.probe_beside(&warnings) {
        Ok(found) if found.is_empty() => return,
        Ok(found) => session.book().report(found),
        Err(report) => report,
    };
    tell(about, &warnings, &about.shown(&probed), events);
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
