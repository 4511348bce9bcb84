//! How the process ends: its exit code, Ctrl-C and the wish to end it (SIGTERM), and standard output that is closed.
//!
//! There is one of each for the whole process, so their state is the process's, too.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use memory_stats::memory_stats;

pub use self::terminal::end_session;
use crate::text::diagnostic::{Cause, Report};
use crate::work::budget::Limits;
use crate::work::{Limit, clock};

/// How a command or an entry ends, what counts most last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    Fine,
    Failed,
    /// A limit was reached, or the work was interrupted.
    Limit,
    /// The command line or the input cannot be used.
    Input,
    /// nimrule itself is wrong.
    Internal,
}

impl Exit {
    /// The number that the operating system is given.
    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::Input => 2,
            Exit::Limit => 3,
            Exit::Internal => 4,
        }
    }

    /// What the errors of a report lead to.
    pub fn of(report: &Report) -> Exit {
        report
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| match diagnostic.cause {
                Cause::Input | Cause::Foreign => Exit::Input,
                Cause::Time | Cause::Memory | Cause::Effort | Cause::Cancelled => Exit::Limit,
                Cause::Internal => Exit::Internal,
            })
            .max()
            .unwrap_or(Exit::Fine)
    }
}

/// Work that asks its budget ends sooner than this; other work is ended with the process.
const GRACE: Duration = Duration::from_millis(250);

/// How long a file may take at least to be written.
pub const TO_WRITE: Duration = Duration::from_secs(1);

/// Between two looks at the work.
const TICK: Duration = Duration::from_millis(5);

/// What is said last has at most so long.
const TO_SAY: Duration = Duration::from_millis(20);

/// The exit code after a second Ctrl-C, or one while nothing is done.
const ENDED: i32 = 130;

/// Whether input is awaited, so that nothing is lost with the process.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Whether a prompt keeps what was entered, so that only its work ends.
static IS_KEPT: AtomicBool = AtomicBool::new(false);

/// When standard output was written to last, in milliseconds of the clock, and the last moment there is while it is written to: its
/// reader has as much time as they like.
static WRITTEN_AT: AtomicU64 = AtomicU64::new(0);

/// Lets Ctrl-C set a flag, which ends the work soon. The second Ctrl-C ends the process at once, and so does one while input is
/// awaited.
pub fn on_interrupt(flag: &Arc<AtomicBool>) {
    let flag = Arc::clone(flag);
    // Where no handler can be set, Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) || WAITS.load(Ordering::Relaxed) {
            end_session();
            std::process::exit(ENDED);
        }
    });
}

/// Lets a write beyond the greatest size of a file fail, where the system would end the process.
pub fn outlive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Where that cannot be set, the process ends as it always does.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}

/// Ends the process where its work does not hear of a limit or of Ctrl-C, until this is dropped; never a prompt, which keeps
/// what was entered.
#[derive(Debug)]
pub struct Watch(Arc<AtomicBool>);

impl Watch {
    /// Watches the work within these limits, and says why it was ended.
    pub fn start(limits: Limits, say: impl FnOnce(Limit) + Send + 'static) -> Watch {
        let over = Arc::new(AtomicBool::new(false));
        let watch = Watch(Arc::clone(&over));
        // Where there is no thread for it, the work has to hear by itself.
        let _ = thread::Builder::new().spawn(move || {
            let mut heard = None;
            let limit = loop {
                thread::sleep(TICK);
                if over.load(Ordering::Relaxed) {
                    return;
                }
                if let Some(limit) = unheard(&limits, &mut heard)
                    && !IS_KEPT.load(Ordering::Relaxed)
                {
                    break limit;
                }
            };
            // The work may hold standard error, or nobody read it: that must not keep the process.
            let (said, is_said) = mpsc::channel();
            thread::spawn(move || {
                say(limit);
                // Where nobody waits any more the process is at its end.
                let _ = said.send(());
            });
            let _ = is_said.recv_timeout(TO_SAY);
            std::process::exit(Exit::Limit.code().into());
        });
        watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The limit that the work has not heard of; `since` is when Ctrl-C was first seen.
fn unheard(limits: &Limits, since: &mut Option<Duration>) -> Option<Limit> {
    let now = (limits.clock)();
    *since = match limits.interrupt.load(Ordering::Relaxed) {
        true => since.or(Some(now)),
        false => None,
    };
    if since.is_some_and(|since| now >= since + GRACE) {
        return Some(Limit::Interrupted);
    }
    // What was found in time may be written until then.
    let written = Duration::from_millis(WRITTEN_AT.load(Ordering::Relaxed));
    if let (Some(until), Some(time)) = (limits.until, limits.time)
        && now >= until.max(written).saturating_add(TO_WRITE + GRACE)
    {
        return Some(Limit::time(time));
    }
    let (needed, allowed) = (memory_stats()?.physical_mem as u64, limits.memory);
    (needed > allowed + allowed / 2 + BESIDE).then_some(Limit::Memory { needed, allowed })
}

/// How many bytes a process has beside those that are counted: the program itself, and what was freed but not given back.
const BESIDE: u64 = 64 << 20;

/// From here on an interruption ends the work alone: there is a session to keep.
pub fn keep_session() {
    terminal::keep_typed();
    keep_work();
}

/// The same where what the work leaves has to be written before the process ends.
pub fn keep_work() {
    IS_KEPT.store(true, Ordering::Relaxed);
}

/// Says whether input is awaited.
pub(in crate::app) fn waits(waits: bool) {
    WAITS.store(waits, Ordering::Relaxed);
}

pub fn awaiting<T>(read: impl FnOnce() -> T) -> T {
    waits(true);
    let result = read();
    waits(false);
    result
}

/// The terminal as it was before a line editor changed it.
#[cfg(unix)]
mod terminal {
    use std::sync::OnceLock;

    use rustix::stdio::stdin;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    static BEFORE: OnceLock<Termios> = OnceLock::new();

    /// Lets Ctrl-C drop nothing of what was typed ahead.
    pub fn keep_typed() {
        if let Ok(before) = tcgetattr(stdin()) {
            let mut keeps = before.clone();
            keeps.local_modes |= LocalModes::NOFLSH;
            BEFORE.get_or_init(|| before);
            // A terminal that cannot do this drops it.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &keeps);
        }
    }

    /// Leaves the terminal as it was before a session.
    pub fn end_session() {
        if let Some(before) = BEFORE.get() {
            // The process ends in any case, whatever becomes of it.
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
        }
    }
}

/// Elsewhere the system restores it.
#[cfg(not(unix))]
mod terminal {
    pub fn keep_typed() {}
    pub fn end_session() {}
}

/// Whether nothing can be written to standard output. The standard library hides that: it opens the null device in place of
/// what was closed when the process began, so that [`refuse`] has to be called before.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Says that standard output was closed when the process began.
pub fn refuse() {
    REFUSED.store(true, Ordering::Relaxed);
}

/// Standard output, where writing fails if it is closed.
pub fn standard() -> Standard {
    Standard(io::stdout().lock())
}

#[derive(Debug)]
pub struct Standard(StdoutLock<'static>);

fn open() -> io::Result<()> {
    match REFUSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(()),
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        open()?;
        WRITTEN_AT.store(u64::MAX, Ordering::Relaxed);
        let written = self.0.write(bytes);
        WRITTEN_AT.store(clock::system().as_millis() as u64, Ordering::Relaxed);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a line to standard error. Where that is not possible there is nobody to tell.
pub fn mutter(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::diagnostic::Diagnostic;
    use crate::text::source::Sources;

    #[test]
    fn bad_input_counts_before_limits_and_these_before_failures() {
        let worst = [Exit::Failed, Exit::Input, Exit::Limit, Exit::Fine]
            .into_iter()
            .max();
        assert_eq!(worst.map(Exit::code), Some(2));
        assert_eq!(Exit::Limit.max(Exit::Failed).code(), 3);
        let of = |diagnostic| {
            Exit::of(&Report {
                diagnostics: vec![diagnostic],
                sources: Sources::default(),
            })
        };
        let limit = Diagnostic::error("time_limit", "too long").cause(Cause::Time);
        assert_eq!(of(limit), Exit::Limit);
        assert_eq!(
            of(Diagnostic::internal("two values for one pile")).code(),
            4
        );
        assert!(Exit::Internal > Exit::Input);
    }
}
