//! Where a command writes its answer, and why it stops: a face of the program, the command line or the prompt.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

use indicatif::ProgressBar;
use serde::Serialize;

use super::words::{Loaded, Rules};
use crate::app::process::Exit;
use crate::app::progress::Progress;
use crate::picture::terminal::Screen;
use crate::query::answer::Evidence;
use crate::query::{Session, Settings};
use crate::report::json;
use crate::report::look::{Look, Shown, fitted};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::Limits;
use crate::work::world::World;

/// Writes something somewhere.
pub type Writer<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// What a command needs of the face that it was given at.
pub trait Face {
    fn look(&self) -> Look;
    /// Whether answers are JSON.
    fn is_json(&self) -> bool;
    /// Whether nothing is said that was not asked for.
    fn is_quiet(&self) -> bool;
    /// The room for a picture.
    fn screen(&self) -> Screen;
    /// Keeps how an answer is known, for later questions.
    fn known_by(&self, _by: &Evidence) {}
    fn write(&self, write: Writer<'_>) -> Result<(), End>;
    /// Says something beside the answers.
    fn remark(&self, text: &str);
    /// Says what is wrong, and what that leads to; without warnings where nothing is said that was not asked for.
    fn complain(&self, report: &Report) -> Exit;
    /// Writes a file anew; says whether that was told.
    fn write_file(&self, path: &str, write: Writer<'_>) -> Result<bool, End>;
    /// A sign of life while the work that these words name goes on; the prompt itself shows that it works.
    fn progress(&self, _words: &str) -> Progress {
        Progress::default()
    }
    /// What shows how many of so many games are done.
    fn bar(&self, _games: u64) -> ProgressBar {
        ProgressBar::hidden()
    }
}

impl dyn Face + '_ {
    /// Does the work that these words name.
    pub fn work<T>(&self, words: &str, run: impl FnOnce() -> T) -> T {
        let _progress = self.progress(words);
        run()
    }

    /// Does the work of reading rules.
    pub fn reading<T>(&self, rules: &Rules, read: impl FnOnce() -> T) -> T {
        match rules {
            // Somebody may be typing what is read.
            Rules::File(file) if file != "-" => self.work(&format!("reading {file}"), read),
            Rules::File(_) | Rules::Text { .. } | Rules::Here => read(),
        }
    }

    /// Reads rules, those that are typed as they can only be meant, and says as what.
    pub fn load(
        &self,
        rules: &Rules,
        world: Arc<dyn World>,
        limits: &Limits,
    ) -> Result<Loaded, Report> {
        let loaded = self.reading(rules, || rules.load_as_meant(world, limits))?;
        if let Some(text) = &loaded.read_as {
            self.remark(&format!("read as {text}"));
        }
        Ok(loaded)
    }

    /// A session with rules for these questions, and the piles that the rules begin with, where they say so. Warnings are shown.
    pub fn open<'w>(
        &self,
        rules: &Rules,
        asked: impl IntoIterator<Item = &'w String>,
        world: Arc<dyn World>,
        settings: &Settings,
    ) -> Result<(Session, Vec<String>), Report> {
        let mut loaded = self.load(rules, world, &settings.limits)?;
        loaded.warn_of(asked);
        self.warn(&loaded.warnings);
        Ok((Session::new(loaded.book, settings.clone())?, loaded.start))
    }

    pub fn warn(&self, report: &Report) {
        if !report.diagnostics.is_empty() {
            self.complain(report);
        }
    }

    /// Writes an answer, and ends its last line.
    pub fn print(&self, text: &str) -> Result<(), End> {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        self.print_long(&format_args!("{text}{end}"))
    }

    /// Writes words, wrapped for a terminal.
    pub fn print_words(&self, text: &str) -> Result<(), End> {
        self.print(&fitted(text, self.look()))
    }

    /// Writes an answer that may be too long for a text of its own. It ends its last line itself.
    pub fn print_long(&self, text: &impl Display) -> Result<(), End> {
        let look = self.look();
        self.write(&mut |out| write!(out, "{}", Shown { text, look }))
    }

    /// Writes an answer as a JSON object on a line of its own.
    pub fn print_json(&self, answer: &impl Serialize) -> Result<(), End> {
        self.write(&mut |out| {
            json::write(out, answer)?;
            out.write_all(b"\n")
        })
    }

    /// Writes an answer for programs or for people.
    pub fn show(
        &self,
        answer: &impl Serialize,
        words: impl FnOnce(Look) -> String,
    ) -> Result<Exit, End> {
        match self.is_json() {
            true => self.print_json(answer)?,
            false => self.print_words(&words(self.look()))?,
        }
        Ok(Exit::Fine)
    }

    /// Writes what was found before work stopped, if it did, and why it did: as JSON that is said first.
    pub fn show_found(
        &self,
        stopped: Option<Report>,
        show: impl FnOnce() -> Result<Exit, End>,
    ) -> Result<Exit, End> {
        match stopped {
            None => show(),
            Some(report) if self.is_json() => {
                let exit = self.complain(&report);
                show()?;
                Ok(exit)
            }
            Some(report) => {
                show()?;
                Err(report.into())
            }
        }
    }
}

/// What is said of a file that cannot be written.
pub fn unwritable(path: &str, why: &str) -> Diagnostic {
    Diagnostic::error("output", format!("cannot write `{path}`: {why}"))
}

/// Why a command stopped before its end.
#[derive(Debug)]
pub enum End {
    /// Something is wrong with what it was given.
    Report(Report),
    /// Nobody reads the output any more.
    Closed,
    /// The output cannot be written.
    Output(io::Error),
}

impl From<Report> for End {
    fn from(report: Report) -> End {
        End::Report(report)
    }
}

impl From<Diagnostic> for End {
    fn from(diagnostic: Diagnostic) -> End {
        End::Report(diagnostic.into())
    }
}
