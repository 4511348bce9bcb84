//! The prompt without a terminal: text in, text out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kept::{Last, Loaded, Typed};
use super::out::Out;
use super::show;
use crate::app::exit::Exit;
use crate::picture::terminal::Screen;
use crate::play::Talk;
use crate::query::Session;
use crate::query::answer::By;
use crate::report::Look;
use crate::report::diagnostics::with_options;
use crate::rules::Rulebook;
use crate::text::diagnostic::Report;
use crate::text::source::{Asked, SourceId};
use crate::work::progress::Progress;
use crate::work::world::World;

/// The prompt: takes entries and says what came of them.
pub struct Shell {
    pub(super) session: Session,
    pub(super) world: Arc<dyn World>,
    pub(super) loaded: Vec<Loaded>,
    pub(super) typed: Vec<Typed>,
    pub(super) timing: bool,
    pub(super) by: bool,
    pub(super) last_by: Option<By>,
    /// The last answer, for `it`.
    pub(super) last: Option<Last>,
    pub(super) saved: Option<String>,
    pub(super) color: bool,
    /// The step of the tour that was shown last.
    pub(super) tour: usize,
    /// The lines of the last answer that did not fit on the page.
    pub(super) held: String,
    /// The game that is under way.
    pub(super) playing: Option<Talk>,
    width: Option<usize>,
    pub(super) lines: Option<usize>,
    pub(super) announce: bool,
    source_name: &'static str,
    padding_left: usize,
    /// What is read now, until the next entry.
    texts: Vec<Asked>,
}

/// What is said when Ctrl-C stopped the work.
pub(super) const INTERRUPTED: &str = "interrupted";

/// How many empty lines are put before texts in all, so that complaints name the line of a script.
const MOST_PADDING: usize = 8 << 20;

impl Shell {
    /// A prompt on a session.
    pub fn new(session: Session, world: Arc<dyn World>) -> Shell {
        Shell {
            session,
            world,
            loaded: Vec::new(),
            typed: Vec::new(),
            timing: false,
            by: false,
            last_by: None,
            last: None,
            saved: None,
            color: false,
            tour: 0,
            held: String::new(),
            playing: None,
            width: None,
            lines: None,
            announce: true,
            source_name: "<prompt>",
            padding_left: MOST_PADDING,
            texts: Vec::new(),
        }
    }

    /// Whether complaints are coloured.
    pub fn set_color(&mut self, color: bool) {
        self.color = color;
    }

    /// The width to which long lists are broken; `None`: not at all.
    pub fn set_width(&mut self, width: Option<usize>) {
        self.width = width;
    }

    /// How many lines of an answer are shown at once; `None`: all.
    pub fn set_lines(&mut self, lines: Option<usize>) {
        self.lines = lines;
    }

    pub(super) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Makes this a script's shell: nothing is said that was not asked for, and complaints name standard input.
    pub fn set_script(&mut self) {
        self.announce = false;
        self.source_name = "<stdin>";
    }

    pub fn book(&self) -> &Rulebook {
        self.session.book()
    }

    /// The names that `:load` knows besides files.
    pub fn bundled(&self) -> Vec<String> {
        self.world.bundled()
    }

    /// Whether `:more` has something to show.
    pub fn has_more(&self) -> bool {
        !self.held.is_empty()
    }

    /// Whether nothing is said that was not asked for.
    pub(super) fn is_quiet(&self) -> bool {
        !self.announce
    }

    pub(super) fn interrupt(&mut self) -> Arc<AtomicBool> {
        Arc::clone(&self.session.settings_mut().limits.interrupt)
    }

    /// Where the work tells how far it came.
    pub fn told(&mut self) -> Arc<Progress> {
        Arc::clone(&self.session.settings_mut().limits.progress)
    }

    /// Adds a source text that begins at a line (counted from 0) of what was entered; returns the text as added.
    pub(super) fn add_text(&mut self, text: &str, line: usize) -> (SourceId, String) {
        let padding = if line <= self.padding_left { line } else { 0 };
        self.padding_left -= padding;
        let text = "\n".repeat(padding) + text;
        let name = if padding == line {
            self.source_name.to_string()
        } else {
            format!("{} after line {line}", self.source_name)
        };
        let asked = self.book().ask_about(&name, &text);
        let source = asked.id();
        self.texts.push(asked);
        (source, text)
    }

    /// Forgets what was entered before, but for its items.
    pub(super) fn forget_texts(&mut self) {
        self.texts.clear();
    }

    /// Whether Ctrl-C ended the work on what was entered.
    pub(super) fn is_stopped(&mut self, out: &mut Out<'_>) -> bool {
        if !out.interrupted && self.interrupt().load(Ordering::Relaxed) {
            self.interrupted(out);
        }
        out.interrupted
    }

    fn interrupted(&mut self, out: &mut Out<'_>) {
        out.interrupted = true;
        out.complain(INTERRUPTED, Exit::Limit);
    }

    /// Says what a report complains about.
    pub(super) fn report(&mut self, report: &Report, out: &mut Out<'_>) {
        if report.is_interrupt() {
            self.interrupted(out);
        } else {
            let report = with_options(report, ":set ");
            out.complain(show::report(&report, self.color), Exit::of(&report));
        }
    }

    /// How answers are to look.
    pub(super) fn look(&self) -> Look {
        Look {
            color: self.color,
            width: self.width.unwrap_or(Look::default().width),
        }
    }

    /// The room for a picture.
    pub(super) fn screen(&self) -> Screen {
        let usual = Screen::default();
        Screen {
            columns: self.width.unwrap_or(usual.columns),
            color: self.color,
            ..usual
        }
    }
}
