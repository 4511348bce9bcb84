//! A sign of life during long work, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::expr::budget;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the numbers on the terminal change.
const TICK: Duration = Duration::from_millis(120);

/// A spinner on the terminal while it lives; a bar where piles are counted.
#[derive(Debug, Default)]
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows these words after a second, with what the work tells of itself, where standard error is a terminal and the
    /// user did not ask for quiet.
    pub fn start(quiet: bool, words: &str, told: &Arc<budget::Progress>) -> Progress {
        told.tell(0, 0, 0);
        if quiet || !std::io::stderr().is_terminal() {
            return Progress::default();
        }
        let words = format!("{words} (Ctrl-C stops)");
        let told = Arc::clone(told);
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner()
                .with_message(words.clone())
                .with_elapsed(begun.elapsed());
            set_style(&bar, "{spinner} {msg} {elapsed}");
            bar.enable_steady_tick(TICK);
            let mut counts = false;
            // The sender says nothing: it goes away when the work is done.
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let (done, goal, rare) = told.told();
                if goal == 0 {
                    continue;
                }
                if !counts {
                    counts = true;
                    set_style(&bar, "{spinner} {msg} [{bar:16}] {elapsed}");
                }
                bar.set_length(goal);
                bar.set_position(done);
                bar.set_message(counted(&words, done, goal, rare, begun.elapsed()));
            }
            bar.finish_and_clear();
        });
        Progress {
            running: Some((stop, thread)),
        }
    }
}

/// The templates are constants; one that is wrong leaves the style as it is.
fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

/// The words with the numbers of piles, values a second and rare heaps.
fn counted(words: &str, done: u64, goal: u64, rare: u64, time: Duration) -> String {
    let speed = (done as f64 / time.as_secs_f64().max(0.001)) as u64;
    let rare = match rare {
        0 => String::new(),
        rare => format!(", {} rare heaps", HumanCount(rare)),
    };
    format!(
        "{words}: {} of {} piles, {} values/s{rare}",
        HumanCount(done),
        HumanCount(goal),
        HumanCount(speed)
    )
}

impl Progress {
    /// Takes it off the terminal.
    pub fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop();
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
