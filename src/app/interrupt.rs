//! Ctrl-C and the wish to end the process (SIGTERM): what they end, and how soon.
//!
//! There is one of each for the whole process, so their state is the process's, too.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::app::exit::Exit;

/// Work that asks its budget ends sooner than this; other work is ended with the process.
const GRACE: Duration = Duration::from_millis(250);

/// What is said has so long.
const TICK: Duration = Duration::from_millis(20);

/// What is said then, as a report says it.
const SAID: &str = "nimrule::interrupted\n\n  × interrupted\n\n";

/// The exit code after a second Ctrl-C, or one while nothing is done.
const ENDED: i32 = 130;

/// Whether input is awaited, so that nothing is lost with the process.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Whether a prompt keeps what was entered, so that only its work ends.
static IS_KEPT: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C set a flag, which ends the work soon; work that does not see it is ended with the process, but for a prompt's.
/// The second Ctrl-C ends the process at once, and so does one while input is awaited.
pub fn on_interrupt(flag: &Arc<AtomicBool>) {
    let flag = Arc::clone(flag);
    // Where no handler can be set, Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) || WAITS.load(Ordering::Relaxed) {
            terminal::restore();
            std::process::exit(ENDED);
        }
        if !IS_KEPT.load(Ordering::Relaxed) {
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                // The work may hold standard error, or nobody read it: that must not keep the process.
                std::thread::spawn(|| io::stderr().write_all(SAID.as_bytes()));
                std::thread::sleep(TICK);
                std::process::exit(Exit::Limit.code().into());
            });
        }
    });
}

/// From here on an interruption ends the work alone: there is a session to keep.
pub fn keep_session() {
    terminal::remember();
    IS_KEPT.store(true, Ordering::Relaxed);
}

/// Says whether input is awaited.
pub fn waits(waits: bool) {
    WAITS.store(waits, Ordering::Relaxed);
}

/// Awaits input.
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
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    static BEFORE: OnceLock<Termios> = OnceLock::new();

    pub fn remember() {
        if let Ok(before) = tcgetattr(stdin()) {
            BEFORE.get_or_init(|| before);
        }
    }

    pub fn restore() {
        if let Some(before) = BEFORE.get() {
            // The process ends in any case.
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
        }
    }
}

/// Elsewhere the system restores it.
#[cfg(not(unix))]
mod terminal {
    pub fn remember() {}
    pub fn restore() {}
}
