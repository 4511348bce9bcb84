//! A sign of life during long work.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::report::look::harmless;
use crate::work::progress::{self, Counted, WorkDone};

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the numbers on the terminal change.
const TICK: Duration = Duration::from_millis(120);

/// What is shown where the work can tell how much there is of it.
const WITH_BAR: &str = "{spinner} {msg} [{bar:16}] {elapsed}";

/// What is shown where it cannot.
const WITHOUT_BAR: &str = "{spinner} {msg} {elapsed}";

/// A spinner on the terminal while it lives; a bar where piles are counted.
#[derive(Debug, Default)]
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows these words after a second, with what the work tells of itself, where standard error is a terminal and the
    /// user did not ask for quiet.
    pub(in crate::app) fn start(
        quiet: bool,
        words: &str,
        told: &Arc<progress::Progress>,
    ) -> Progress {
        told.tell(WorkDone::default());
        if quiet || !std::io::stderr().is_terminal() {
            return Progress::default();
        }
        // The name of a file may be in them.
        let words = format!("{} (Ctrl-C stops)", harmless(words));
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
            set_style(&bar, WITHOUT_BAR);
            bar.enable_steady_tick(TICK);
            let mut has_goal = false;
            // The sender says nothing: it goes away when the work is done.
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let told = told.told();
                if told.what == Counted::Nothing {
                    continue;
                }
                if has_goal != (told.goal > 0) {
                    has_goal = !has_goal;
                    let template = if has_goal { WITH_BAR } else { WITHOUT_BAR };
                    set_style(&bar, template);
                }
                if has_goal {
                    bar.set_length(told.goal);
                    bar.set_position(told.done);
                }
                bar.set_message(counted(&words, told, begun.elapsed()));
            }
            bar.finish_and_clear();
        });
        Progress {
            running: Some((stop, thread)),
        }
    }
}

/// The templates are constants; one that is wrong leaves the style as it is.
pub fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        // Signs that every terminal has.
        bar.set_style(style.progress_chars("=> "));
    }
}

/// The words with what is counted and how fast.
fn counted(words: &str, told: WorkDone, time: Duration) -> String {
    let done = HumanCount(told.done);
    let of = match told.goal {
        0 => String::new(),
        goal => format!(" of {}", HumanCount(goal)),
    };
    let speed = (told.done as f64 / time.as_secs_f64().max(0.001)) as u64;
    let speed = HumanCount(speed);
    let rare = match told.rare {
        0 => String::new(),
        rare => format!(", {} rare heaps", HumanCount(rare)),
    };
    match told.what {
        Counted::Nothing => words.to_string(),
        Counted::Piles => format!("{words}: {done}{of} piles, {speed} values/s{rare}"),
        Counted::Positions => format!("{words}: {done}{of} positions, {speed}/s"),
        Counted::Quotient => format!("{words}: the quotient of {done} piles"),
    }
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
