//! `nimrule lsp`: what editors ask about rule files, by the Language Server Protocol over standard input and output.
//!
//! One thread reads, one works, and this one keeps the documents and answers. A change of a document ends the work on it and on those
//! that read it; what stands above claims and games waits until all else is done.

mod check;
mod document;
mod files;
mod hover;
mod lens;
mod names;
mod outline;
mod places;
mod project;
mod reading;
mod requests;
mod text;
mod typing;
mod wire;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::notification::{LogMessage, Notification as _, PublishDiagnostics};
use lsp_types::{self as lsp};
use serde::Serialize;

use self::check::Snapshot;
use self::document::Document;
use self::files::{Files, Open};
use self::wire::Incoming;
use self::worker::{Event, Job, Stop, What};
use crate::app::disk::Disk;
use crate::app::process::{Exit, mutter, standard};
use crate::query::Settings;
use crate::work::budget::Limits;

/// How long nothing is typed before a text is checked.
const PAUSE: Duration = Duration::from_millis(100);

/// Expressions are nested less deep than this needs.
const STACK_BYTES: usize = 64 << 20;

/// The limits for each question, where the user sets no others.
pub fn limits() -> Limits {
    Limits::default()
        .with_memory(256 << 20)
        .with_time(Duration::from_secs(1))
}

/// Why a request has no answer.
#[derive(Debug)]
struct Refusal {
    code: ErrorCode,
    why: String,
}

impl Refusal {
    fn new(code: ErrorCode, why: impl Into<String>) -> Refusal {
        Refusal {
            code,
            why: why.into(),
        }
    }

    fn to(self, id: RequestId) -> Response {
        Response::new_err(id, self.code as i32, self.why)
    }
}

/// Where a conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing was agreed yet.
    Before,
    Open,
    /// The client wants to end it.
    Closing,
}

/// The conversation with a client.
struct Server {
    phase: Phase,
    documents: BTreeMap<String, Document>,
    /// The folders below which rule files may read besides their own.
    allowed: Vec<PathBuf>,
    jobs: Sender<Job>,
    /// The work that was asked for and has not ended.
    running: Vec<Running>,
    /// Whether the client fills in the places of snippets.
    has_snippets: bool,
    /// The commands that the client does itself.
    commands: BTreeSet<String>,
    /// The folders of the client.
    folders: Vec<PathBuf>,
    /// How many jobs there were.
    count: u64,
    /// How often something changed.
    moment: u64,
    /// The documents that were not checked since something changed.
    stale: BTreeSet<String>,
    /// When they are.
    due: Option<Instant>,
}

struct Running {
    number: u64,
    /// The document that it is about.
    key: String,
    /// The request that waits for it.
    request: Option<RequestId>,
    /// Whether the client wants no answer any more.
    is_cancelled: bool,
    /// Whether all else goes first.
    can_wait: bool,
    stop: Stop,
}

/// Talks to the client on standard input and output until it ends that.
pub fn run(settings: Settings, allowed: Vec<PathBuf>) -> Exit {
    // What comes in waits until the last message was looked at.
    let (events, happened) = sync_channel(1);
    let (jobs, asked) = channel();
    let begin = |name: &str| Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
    let reads = events.clone();
    let threads = [
        begin("reading").spawn(move || read(&reads)),
        begin("working").spawn(move || worker::work(&settings, &asked, &events)),
    ];
    if let Some(error) = threads.into_iter().find_map(Result::err) {
        mutter(format_args!("nimrule: no thread could be started: {error}"));
        return Exit::Limit;
    }
    let server = Server {
        phase: Phase::Before,
        documents: BTreeMap::new(),
        allowed,
        jobs,
        running: Vec::new(),
        has_snippets: false,
        commands: BTreeSet::new(),
        folders: Vec::new(),
        count: 0,
        moment: 0,
        stale: BTreeSet::new(),
        due: None,
    };
    // A client that reads nothing any more has gone.
    server.serve(&happened).unwrap_or(Exit::Failed)
}

fn read(events: &SyncSender<Event>) {
    let mut input = BufReader::new(io::stdin());
    loop {
        match wire::read(&mut input) {
            Ok(Some(incoming)) => {
                if events.send(Event::Read(incoming)).is_err() {
                    return;
                }
            }
            Ok(None) => break,
            Err(why) => {
                mutter(format_args!("nimrule: standard input is no message: {why}"));
                break;
            }
        }
    }
    let _ = events.send(Event::Gone);
}

impl Server {
    fn serve(mut self, happened: &Receiver<Event>) -> io::Result<Exit> {
        loop {
            let now = Instant::now();
            if self.due.is_some_and(|due| due <= now) {
                self.check();
            }
            let event = match self.due {
                Some(due) => happened.recv_timeout(due - now),
                None => happened.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let event = match event {
                Err(RecvTimeoutError::Timeout) => continue,
                event => event.ok(),
            };
            match event {
                Some(Event::Read(Incoming::Message(Message::Notification(it))))
                    if it.method == "exit" =>
                {
                    self.refuse_waiting()?;
                    return Ok(match self.phase {
                        Phase::Closing => Exit::Fine,
                        Phase::Before | Phase::Open => Exit::Failed,
                    });
                }
                Some(event) => self.take(event)?,
                None => return Ok(Exit::Failed),
            }
        }
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Read(Incoming::Message(Message::Request(request))) => self.request(request),
            Event::Read(Incoming::Message(Message::Notification(note))) => self.note(note),
            // Nothing is asked of the client that has an answer.
            Event::Read(Incoming::Message(Message::Response(_))) => Ok(()),
            Event::Read(Incoming::Wrong(code, why, id)) => {
                wire::refuse(&mut standard(), code, &why, &id)
            }
            Event::Gone => Err(io::ErrorKind::UnexpectedEof.into()),
            Event::Found {
                key,
                moment,
                found,
                reads,
            } => self.publish(&key, moment, found, reads),
            Event::Answered(id, answer) => {
                let mut running = self.running.iter_mut();
                let job = running.find(|job| job.request.as_ref() == Some(&id));
                let is_cancelled = job.is_some_and(|job| {
                    job.request = None;
                    job.is_cancelled
                });
                let report = match answer {
                    Ok(value) => return respond(Response::new_ok(id, value)),
                    Err(report) => report,
                };
                let code = match is_cancelled {
                    _ if !report.is_interrupt() => ErrorCode::RequestFailed,
                    true => ErrorCode::RequestCanceled,
                    false => ErrorCode::ContentModified,
                };
                respond(Refusal::new(code, report.to_string()).to(id))
            }
            Event::Ended(number) => {
                self.running.retain(|it| it.number != number);
                Ok(())
            }
        }
    }
}

impl Server {
    /// Answers the requests whose work has not ended, before the conversation does.
    fn refuse_waiting(&mut self) -> io::Result<()> {
        for id in self.running.drain(..).filter_map(|job| job.request) {
            respond(Refusal::new(ErrorCode::RequestCanceled, "the server ends").to(id))?;
        }
        Ok(())
    }

    /// What is known of these documents is out of date, and they are checked soon.
    fn changed(&mut self, stale: impl IntoIterator<Item = String>) {
        self.moment += 1;
        // Of those that were not checked nobody knows what they read.
        self.stale.extend(stale);
        for key in &self.stale {
            if let Some(document) = self.documents.get_mut(key) {
                document.moment = self.moment;
                document.found = None;
            }
            for job in self.running.iter().filter(|job| job.key == *key) {
                job.stop.end();
            }
        }
        self.due = Some(Instant::now() + PAUSE);
    }

    /// A document changed, and with it those that read it.
    fn changed_document(&mut self, key: &str, path: Option<&PathBuf>) {
        let readers = self.documents.iter().filter(|(other, document)| {
            *other == key || path.is_some_and(|path| document.reads.contains(path))
        });
        let readers: Vec<String> = readers.map(|(key, _)| key.clone()).collect();
        // It may be closed.
        self.changed(readers.into_iter().chain([key.to_owned()]));
    }

    /// The files as they are now.
    fn files(&self) -> Files {
        let open: Open = self
            .documents
            .values()
            .filter_map(|it| Some((it.path.clone()?, (it.uri.clone(), Arc::clone(&it.text)))))
            .collect();
        Files::new(Disk::new(&self.allowed), open)
    }

    /// Lets all documents be checked that were not since something changed.
    fn check(&mut self) {
        self.due = None;
        for key in self.stale.clone() {
            self.ask(&key, What::Check);
        }
    }

    fn cancel(&mut self, id: &RequestId) {
        let jobs = self.running.iter_mut();
        for job in jobs.filter(|job| job.request.as_ref() == Some(id)) {
            job.is_cancelled = true;
            job.stop.end();
        }
    }

    /// Lets something be worked out about a document.
    fn ask(&mut self, key: &str, what: What) {
        let Some(document) = self.documents.get(key) else {
            return;
        };
        let about = Snapshot {
            key: key.to_owned(),
            name: document.name.clone(),
            moment: document.moment,
            text: Arc::clone(&document.text),
            files: Arc::new(self.files()),
        };
        self.count += 1;
        let running = Running {
            number: self.count,
            key: key.to_owned(),
            request: match &what {
                What::Check => None,
                What::Request(id, _) => Some(id.clone()),
            },
            is_cancelled: false,
            can_wait: what.can_wait(),
            stop: Stop::default(),
        };
        // The worker goes only when this does.
        let _ = self.jobs.send(Job {
            number: self.count,
            stop: running.stop.clone(),
            about,
            what,
        });
        if !running.can_wait {
            let others = self.running.iter().filter(|job| job.can_wait);
            others.for_each(|job| job.stop.pause());
        }
        self.running.push(running);
    }

    /// Tells the client what is wrong with a document, unless something has changed since.
    fn publish(
        &mut self,
        key: &str,
        moment: u64,
        found: Vec<document::ClientComplaint>,
        reads: BTreeSet<PathBuf>,
    ) -> io::Result<()> {
        let Some(document) = self.documents.get_mut(key).filter(|it| it.moment == moment) else {
            return Ok(());
        };
        document.reads = reads;
        let shown = found.iter().map(|it| it.shown.clone()).collect();
        let version = Some(document.version);
        let told = lsp::PublishDiagnosticsParams::new(document.uri.clone(), shown, version);
        document.found = Some(found);
        self.stale.remove(key);
        notify(PublishDiagnostics::METHOD, &told)
    }
}

/// Tells the client something.
fn notify(method: &str, params: &impl Serialize) -> io::Result<()> {
    let params = serde_json::to_value(params)?;
    let note = Notification {
        method: method.to_owned(),
        params,
    };
    Message::Notification(note).write(&mut standard())
}

/// Tells the client what can only be written down.
fn log(message: String) -> io::Result<()> {
    let typ = lsp::MessageType::WARNING;
    notify(LogMessage::METHOD, &lsp::LogMessageParams { typ, message })
}

fn respond(response: Response) -> io::Result<()> {
    Message::Response(response).write(&mut standard())
}
