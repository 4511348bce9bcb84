//! What looks at rule files as a whole, and `test --watch`, which does so again whenever a file changes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::Run;
use crate::app::command::args::{Inspection, TestArgs};
use crate::app::command::face::End;
use crate::app::command::inspection::{Inspector, files};
use crate::app::disk::Disk;
use crate::app::process::{Exit, awaiting};
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::{Budget, Limits};

/// How often files are looked at whether they changed.
const GLANCE: Duration = Duration::from_millis(200);

impl Run {
    pub(super) fn inspect(&mut self, asked: &Inspection) -> Result<Exit, End> {
        self.console.json |= asked.is_json();
        if let Inspection::Check { files, .. } | Inspection::Test(TestArgs { files, .. }) = asked {
            self.listen_unless_typed(files);
        }
        match asked {
            Inspection::Test(wanted) if wanted.watch => self.watch(asked, &wanted.files),
            _ => self.inspect_once(asked, &Arc::new(Disk::new(&self.allowed))),
        }
    }

    fn inspect_once(&self, asked: &Inspection, disk: &Arc<Disk>) -> Result<Exit, End> {
        asked.answer(Inspector {
            face: self,
            world: Arc::clone(disk) as _,
            settings: self.settings.clone(),
            here: None,
        })
    }

    fn watch(&self, asked: &Inspection, names: &[String]) -> Result<Exit, End> {
        if names.iter().any(|name| name == "-") {
            return Err(Diagnostic::error("usage", "standard input cannot be watched").into());
        }
        let mut read = Vec::new();
        loop {
            let mut before = state(names, &read);
            let disk = Arc::new(Disk::new(&self.allowed));
            let exit = self.inspect_once(asked, &disk)?;
            if self.settings.limits.interrupt.load(Ordering::Relaxed) {
                return Ok(exit);
            }
            read = disk.met();
            before.extend(state(&[], &read));
            // Ctrl-C ends the process while nothing is done.
            awaiting(|| {
                while is_as(&before, names, &read) {
                    sleep(GLANCE);
                }
                // A file that is being written may be empty for a moment.
                let is_settled = || {
                    let now = state(names, &read);
                    sleep(GLANCE);
                    is_as(&now, names, &read)
                };
                while !is_settled() {}
            });
            if !self.console.json {
                self.face().print("")?;
            }
        }
    }
}

/// What tells whether a file changed: when it was written, and how long it is.
type State = Option<(SystemTime, u64)>;

/// The files that are named, also by their folders, and those that were read for them.
fn state(names: &[String], read: &[PathBuf]) -> Vec<(PathBuf, State)> {
    // A glance at the names, not a question.
    let mut budget = Budget::start(&Limits::default());
    let named = files(names, &mut budget).into_iter().flatten();
    let named = named.map(PathBuf::from);
    let look = |path: PathBuf| {
        let known = path.metadata().ok();
        let state = known.and_then(|known| Some((known.modified().ok()?, known.len())));
        (path, state)
    };
    named.chain(read.iter().cloned()).map(look).collect()
}

/// Whether all files are as they were when each was first looked at, and no other is named.
fn is_as(before: &[(PathBuf, State)], names: &[String], read: &[PathBuf]) -> bool {
    let is_same = |(path, now): &(PathBuf, State)| {
        let first = before.iter().find(|(known, _)| known == path);
        first.is_some_and(|(_, state)| state == now)
    };
    state(names, read).iter().all(is_same)
}
