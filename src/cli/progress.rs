//! A sign of life during long work, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::console::Console;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A spinner on the terminal while it lives.
#[derive(Debug, Default)]
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows a spinner with these words after a second, where standard error is a terminal.
    pub fn start(console: &Console, words: &str) -> Progress {
        if console.quiet || !std::io::stderr().is_terminal() {
            return Progress::default();
        }
        let words = format!("{words} (Ctrl-C stops)");
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner().with_message(words);
            // The template is a constant; without it the default one does.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
            // The sender says nothing: it goes away when the work is done.
            let _ = stopped.recv();
            bar.finish_and_clear();
        });
        Progress {
            running: Some((stop, thread)),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

/// Lets Ctrl-C set a flag; the second one ends the process at once.
pub fn on_interrupt(flag: &Arc<AtomicBool>) {
    let flag = Arc::clone(flag);
    // Where no handler can be set, Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
