//! What is worked out beside the conversation with the client, one thing at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use lsp_server::RequestId;
use lsp_types::{CodeLens, Command};
use serde_json::Value;

use super::check::Snapshot;
use super::document::ClientComplaint;
use super::hover::Hover;
use super::lens::{Lens, page_of, title};
use super::reading::Reading;
use super::wire::Incoming;
use crate::query::Settings;
use crate::text::diagnostic::{Cause, Report, guarded};
use crate::work::budget::Limits;

/// What is to be worked out.
pub struct Job {
    pub number: u64,
    pub stop: Stop,
    pub about: Snapshot,
    pub what: What,
}

/// How the work on a job is stopped.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    is_set: Arc<AtomicBool>,
    /// Whether nobody wants to know any more.
    is_over: Arc<AtomicBool>,
}

impl Stop {
    pub fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.pause();
    }

    /// Lets another job be done first.
    pub fn pause(&self) {
        self.is_set.store(true, Ordering::SeqCst);
    }

    /// Takes a pause back, and not an end.
    fn go_on(&self) {
        self.is_set.store(false, Ordering::SeqCst);
        if self.is_over() {
            self.pause();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }
}

pub enum What {
    /// What is wrong with it.
    Check,
    /// The answer to the request of this number.
    Request(RequestId, Inquiry),
}

impl What {
    /// Whether all else goes first.
    pub fn can_wait(&self) -> bool {
        matches!(self, What::Request(_, Inquiry::Lens(..)))
    }
}

pub enum Inquiry {
    Hover(Hover),
    /// What is said of a claim or a game, for the line that the client sent.
    Lens(Lens, Box<CodeLens>),
    Page(String),
}

pub enum Event {
    /// The client says something.
    Read(Incoming),
    /// The client says nothing more.
    Gone,
    /// What was found wrong with a document so far.
    Found {
        key: String,
        moment: u64,
        found: Vec<ClientComplaint>,
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
    let mut waiting: BTreeMap<(bool, u64), Job> = BTreeMap::new();
    let turn = |job: &Job| (job.what.can_wait(), job.number);
    loop {
        match waiting.first_key_value() {
            // Who asks for more from here on pauses it again.
            Some((_, Job { stop, .. })) => stop.go_on(),
            None => match jobs.recv() {
                Ok(job) => drop(waiting.insert(turn(&job), job)),
                Err(_) => return,
            },
        }
        waiting.extend(jobs.try_iter().map(|job| (turn(&job), job)));
        let Some((_, job)) = waiting.pop_first() else {
            continue;
        };
        let limits = Limits {
            interrupt: Arc::clone(&job.stop.is_set),
            ..settings.limits.clone()
        };
        let settings = settings.clone().with_limits(limits);
        match &job.what {
            What::Check => {
                let done = guarded(|| desk.check(&settings, &job.about, events));
                if let Err(internal) = done {
                    tell(&job.about, &internal.into(), &[], events);
                }
            }
            What::Request(id, asked) => {
                let done = guarded(|| desk.answer(&settings, &job.about, asked));
                let done = done.unwrap_or_else(|internal| Err(internal.into()));
                if done.as_ref().is_err_and(Report::is_interrupt) && !job.stop.is_over() {
                    waiting.insert(turn(&job), job);
                    continue;
                }
                // Where nobody listens, the work ends soon.
                let _ = events.send(Event::Answered(id.clone(), done));
            }
        }
        if events.send(Event::Ended(job.number)).is_err() {
            return;
        }
    }
}

/// The document that was asked about last.
struct Desk {
    kept: Option<(String, u64, Reading)>,
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
        let reading = Reading::whole(session);
        self.kept = Some((about.key.clone(), about.moment, reading));
    }

    fn answer(
        &mut self,
        settings: &Settings,
        about: &Snapshot,
        asked: &Inquiry,
    ) -> Result<Value, Report> {
        match asked {
            Inquiry::Hover(hover) => {
                let hover = hover.clone();
                hover.answer(&mut |ask| self.ask(settings, about, ask))
            }
            Inquiry::Lens(lens, line) => {
                let said = self.ask(settings, about, &mut |reading| lens.says(reading));
                let command = Some(Command::new(title(said)?, String::new(), None));
                let line = CodeLens::clone(line);
                Ok(serde_json::to_value(CodeLens { command, ..line }).unwrap_or_default())
            }
            Inquiry::Page(game) => {
                let page = self.ask(settings, about, &mut |reading| page_of(reading, game))?;
                Ok(page.into())
            }
        }
    }

    /// Asks about what could be read of a document, which is kept.
    fn ask<T>(
        &mut self,
        settings: &Settings,
        about: &Snapshot,
        ask: &mut dyn FnMut(&mut Reading) -> Result<T, Report>,
    ) -> Result<T, Report> {
        let kept = self.kept.take();
        let kept = kept.filter(|(key, moment, _)| (key, *moment) == (&about.key, about.moment));
        let (mut reading, is_new) = match kept {
            Some((.., reading)) => (reading, false),
            None => (about.reading(settings)?, true),
        };
        let session = &mut reading.session;
        session.settings_mut().limits = settings.limits.clone();
        session.book().set_limits(settings.limits.clone());
        let mut done = ask(&mut reading);
        // What was asked before may take the room.
        let is_full = |report: &Report| {
            let mut errors = report.diagnostics.iter();
            errors.any(|it| it.cause == Cause::Memory)
        };
        if !is_new && done.as_ref().is_err_and(is_full) {
            reading = about.reading(settings)?;
            done = ask(&mut reading);
        }
        self.kept = Some((about.key.clone(), about.moment, reading));
        done
    }
}

fn tell(about: &Snapshot, report: &Report, more: &[ClientComplaint], events: &SyncSender<Event>) {
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
