//! The prompt without a terminal: text in, text out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::loaded::{Library, Loaded, Typed};
use super::{commands, show, suggest};
use crate::diagnostic::{Cause, Diagnostic, Report};
use crate::expr::value::Value;
use crate::picture::terminal::Screen;
use crate::query::Session;
use crate::query::answer::{By, How};
use crate::report::{Look, text};
use crate::rules::Rulebook;
use crate::syntax::ast::{Entry, ExpectItem, Expr, Item, Node};
use crate::syntax::parse_entries;

/// How an entry went, from good to bad as far as exit codes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// An expectation failed.
    Refuted,
    /// A limit was reached, or the user interrupted the work.
    Limit,
    /// Something is wrong with the input.
    Bad,
}

impl Outcome {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Outcome::Fine => 0,
            Outcome::Refuted => 1,
            Outcome::Limit => 3,
            Outcome::Bad => 2,
        }
    }

    /// What the errors of a report amount to.
    pub fn of(report: &Report) -> Outcome {
        let errors = report.diagnostics.iter().filter(|error| error.is_error());
        errors
            .map(|error| match error.cause {
                Cause::Input => Outcome::Bad,
                Cause::Limit | Cause::Interrupted => Outcome::Limit,
            })
            .max()
            .unwrap_or(Outcome::Fine)
    }
}

/// Something to print; its last line has no line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// For standard output.
    Answer(String),
    /// For standard error where the two differ.
    Complaint(String),
}

impl Said {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Said::Answer(text) | Said::Complaint(text) => text,
        }
    }
}

/// What came of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What to print, in order.
    pub said: Vec<Said>,
    /// The worst that happened.
    pub outcome: Outcome,
    /// Whether the user wants to leave.
    pub quit: bool,
}

impl Reply {
    /// All that is to be printed, with a line break after each part.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for said in &self.said {
            text.push_str(said.text());
            text.push('\n');
        }
        text
    }

    /// Whether something went wrong.
    pub fn failed(&self) -> bool {
        self.outcome != Outcome::Fine
    }
}

/// How a text that was entered ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The worst that happened.
    pub outcome: Outcome,
    /// Whether the user wants to leave.
    pub quit: bool,
}

/// Where an entry's output goes.
pub(super) struct Out<'a> {
    say: &'a mut dyn FnMut(Said),
    outcome: Outcome,
    pub(super) quit: bool,
    pub(super) interrupted: bool,
}

impl Out<'_> {
    pub(super) fn answer(&mut self, text: impl Into<String>) {
        (self.say)(Said::Answer(text.into()));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>, outcome: Outcome) {
        (self.say)(Said::Complaint(text.into()));
        self.outcome = self.outcome.max(outcome);
    }

    pub(super) fn refute(&mut self, text: impl Into<String>) {
        self.answer(text);
        self.outcome = self.outcome.max(Outcome::Refuted);
    }
}

/// The prompt: takes entries and says what came of them.
pub struct Shell {
    pub(super) session: Session,
    pub(super) library: Arc<dyn Library>,
    pub(super) loaded: Vec<Loaded>,
    pub(super) typed: Vec<Typed>,
    pub(super) timing: bool,
    pub(super) by: bool,
    pub(super) last_by: Option<By>,
    pub(super) saved: Option<String>,
    pub(super) color: bool,
    width: Option<usize>,
    announce: bool,
    source_name: &'static str,
    padding_left: usize,
}

/// What is said when Ctrl-C stopped the work.
pub(super) const INTERRUPTED: &str = "interrupted";

/// How many empty lines are put before texts in all, so that complaints name the line of a script.
const MOST_PADDING: usize = 8 << 20;

impl Shell {
    /// A prompt on a session.
    pub fn new(session: Session, library: Arc<dyn Library>) -> Shell {
        Shell {
            session,
            library,
            loaded: Vec::new(),
            typed: Vec::new(),
            timing: false,
            by: false,
            last_by: None,
            saved: None,
            color: false,
            width: None,
            announce: true,
            source_name: "<prompt>",
            padding_left: MOST_PADDING,
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

    pub(super) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Makes this a script's shell: nothing is said that was not asked for, and complaints name standard input.
    pub fn set_script(&mut self) {
        self.announce = false;
        self.source_name = "<stdin>";
    }

    /// The definitions so far.
    pub fn book(&self) -> &Rulebook {
        self.session.book()
    }

    /// The names that `:load` knows besides files.
    pub fn bundled(&self) -> Vec<String> {
        self.library.bundled()
    }

    /// Does what a text says: entries and commands, of any number of lines.
    pub fn enter(&mut self, input: &str) -> Reply {
        let mut said = Vec::new();
        let end = self.enter_with(input, &mut |part| said.push(part));
        Reply {
            said,
            outcome: end.outcome,
            quit: end.quit,
        }
    }

    /// Like [`Shell::enter`], with each part said as soon as it is known.
    pub fn enter_with(&mut self, input: &str, say: &mut dyn FnMut(Said)) -> End {
        self.interrupt().store(false, Ordering::Relaxed);
        let mut out = Out {
            say,
            outcome: Outcome::Fine,
            quit: false,
            interrupted: false,
        };
        // No entry has a line that begins with a colon, so such a line is a command even where a bracket is missing.
        let mut chunk = String::new();
        let mut chunk_line = 0;
        for (number, line) in input.split_inclusive('\n').enumerate() {
            if line.trim_start().starts_with(':') {
                self.entries(&std::mem::take(&mut chunk), chunk_line, &mut out);
                if !out.interrupted {
                    commands::run(self, line.trim_end(), number, &mut out);
                }
                chunk_line = number + 1;
            } else {
                chunk.push_str(line);
            }
            if out.quit || out.interrupted {
                break;
            }
        }
        if !out.quit && !out.interrupted {
            self.entries(&chunk, chunk_line, &mut out);
        }
        End {
            outcome: out.outcome,
            quit: out.quit,
        }
    }

    /// Loads a file, as `:load` does.
    pub fn load(&mut self, file: &str) -> Reply {
        self.enter(&format!(":load {file}"))
    }

    /// Whether nothing is said that was not asked for.
    pub(super) fn is_quiet(&self) -> bool {
        !self.announce
    }

    pub(super) fn interrupt(&mut self) -> Arc<AtomicBool> {
        Arc::clone(&self.session.settings_mut().limits.interrupt)
    }

    /// Adds a source text that begins at a line (counted from 0) of what was entered; returns the text as added.
    pub(super) fn add_text(
        &mut self,
        text: &str,
        line: usize,
    ) -> (crate::source::SourceId, String) {
        let padding = if line <= self.padding_left { line } else { 0 };
        self.padding_left -= padding;
        let text = "\n".repeat(padding) + text;
        let name = if padding == line {
            self.source_name.to_string()
        } else {
            format!("{} after line {line}", self.source_name)
        };
        (self.book().add_source(&name, &text), text)
    }

    /// Runs the entries of a text in order.
    pub(super) fn entries(&mut self, text: &str, line: usize, out: &mut Out<'_>) {
        if text.trim().is_empty() {
            return;
        }
        if let Some(command) = bare_command(text.trim())
            && self.book().definition_text(text.trim()).is_none()
        {
            commands::run(self, command, line, out);
            return;
        }
        let (source, text) = self.add_text(text, line);
        let (entries, complaints) = parse_entries(source, &text);
        let mut batch = Vec::new();
        for event in in_order(entries, complaints) {
            let event = match event {
                Event::Run(Entry::Item(item @ (Item::Game(_) | Item::Let(_) | Item::Use(_)))) => {
                    batch.push(item);
                    continue;
                }
                event => event,
            };
            self.define(std::mem::take(&mut batch), out);
            if self.is_stopped(out) {
                return;
            }
            match event {
                Event::Run(Entry::Item(Item::Expect(claim))) => self.claim(claim, out),
                Event::Run(Entry::Item(item)) => batch.push(item),
                Event::Run(Entry::Expr(expr)) => self.ask(&expr, out),
                Event::Complain(diagnostic) => {
                    let report = self.book().report(vec![diagnostic]);
                    self.report(&report, out);
                }
            }
            if self.is_stopped(out) {
                return;
            }
        }
        self.define(batch, out);
    }

    /// Whether Ctrl-C ended the work on what was entered.
    fn is_stopped(&mut self, out: &mut Out<'_>) -> bool {
        if !out.interrupted && self.interrupt().load(Ordering::Relaxed) {
            self.interrupted(out);
        }
        out.interrupted
    }

    fn interrupted(&mut self, out: &mut Out<'_>) {
        out.interrupted = true;
        out.complain(INTERRUPTED, Outcome::Limit);
    }

    /// Says what a report complains about.
    pub(super) fn report(&mut self, report: &Report, out: &mut Out<'_>) {
        let is_interrupt = |error: &Diagnostic| error.cause == Cause::Interrupted;
        if report.diagnostics.iter().any(is_interrupt) {
            self.interrupted(out);
        } else {
            let mut report = report.clone();
            for help in report
                .diagnostics
                .iter_mut()
                .filter_map(|it| it.help.as_mut())
            {
                *help = help
                    .replace("--max-time", ":set max-time")
                    .replace("--max-memory", ":set max-memory");
            }
            out.complain(show::report(&report, self.color), Outcome::of(&report));
        }
    }

    /// Adds definitions that were entered together.
    fn define(&mut self, items: Vec<Item>, out: &mut Out<'_>) {
        for done in self.add_items(items) {
            match done {
                Ok((item, warnings)) => {
                    if !warnings.diagnostics.is_empty() {
                        self.report(&warnings, out);
                    }
                    if !self.announce {
                        continue;
                    }
                    match item {
                        Item::Game(game) => {
                            out.answer(suggest::announcement(self.book(), &game.name.name));
                        }
                        Item::Use(file) => {
                            out.answer(format!("{} is in use", file.path.text));
                        }
                        Item::Let(_) | Item::Expect(_) => {}
                    }
                }
                Err(report) => self.report(&report, out),
            }
        }
    }

    /// Tests a claim.
    fn claim(&mut self, claim: ExpectItem, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.session.test(&claim) {
            Ok(tested) if tested.ok => {
                out.answer("holds");
                // The claim was checked, so that it is refused only together with a definition made since.
                for done in self.add_items(vec![Item::Expect(claim)]) {
                    if let Err(report) = done {
                        self.report(&report, out);
                    }
                }
            }
            Ok(tested) => {
                let report = self.book().report(vec![show::refuted(&tested)]);
                out.refute(show::report(&report, self.color));
            }
            Err(report) => self.report(&report, out),
        }
        self.tell_time(started, out);
    }

    /// Answers a question.
    fn ask(&mut self, expr: &Expr, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.answer(expr) {
            Ok((text, by)) => {
                out.answer(text);
                if self.by || by.how == How::Conjecture {
                    out.answer(format!("  {}", show::by(&by)));
                }
                self.last_by = Some(by);
            }
            Err(report) => self.report(&report, out),
        }
        self.tell_time(started, out);
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

    fn tell_time(&self, started: Instant, out: &mut Out<'_>) {
        if self.timing && !out.interrupted {
            out.answer(format!("  {}", show::elapsed(started.elapsed())));
        }
    }

    /// The answer to an expression as text. `best` and `line` are told as a story where they are asked for by themselves, and
    /// `plot` is drawn to fit the terminal.
    fn answer(&mut self, expr: &Expr) -> Result<(String, By), Report> {
        let question = self.book().question(expr)?;
        if let Node::Call(name, args) = &expr.node
            && let ("best" | "line", [position]) = (name.name.as_str(), args.as_slice())
        {
            let position = self.book().question(position)?;
            if let Value::Position(position) = self.session.eval(&position)?.value {
                return if name.name == "best" {
                    let solution = self.session.solve(&position, 1)?;
                    Ok((show::best(&solution), solution.by))
                } else {
                    let line = self.session.line(&position)?;
                    let told = text::line(&line, self.look());
                    Ok((told.trim_end().to_string(), line.by))
                };
            }
        }
        let answer = self.session.eval(&question)?;
        if let Node::Call(name, _) = &expr.node
            && name.name == "plot"
            && matches!(answer.value, Value::Str(_))
            && let Some(drawing) = self.session.last_picture()
        {
            let text = drawing.text(self.screen());
            return Ok((text.trim_end().to_string(), answer.by));
        }
        Ok((show::value(&answer.value, self.width), answer.by))
    }
}

/// Words that people type at any prompt.
fn bare_command(text: &str) -> Option<&'static str> {
    match text {
        "help" | "?" => Some(":help"),
        "quit" | "exit" => Some(":quit"),
        _ => None,
    }
}

enum Event {
    Run(Entry),
    Complain(Diagnostic),
}

/// Entries and complaints in the order of the text, without the entries that have mistakes.
fn in_order(entries: Vec<Entry>, complaints: Vec<Diagnostic>) -> Vec<Event> {
    let mut events: Vec<(u32, Event)> = Vec::new();
    for entry in entries {
        let span = match &entry {
            Entry::Expr(expr) => expr.span,
            Entry::Item(Item::Game(item)) => item.span,
            Entry::Item(Item::Let(item)) => item.span,
            Entry::Item(Item::Expect(item)) => item.span,
            Entry::Item(Item::Use(item)) => item.span,
        };
        let is_broken = complaints.iter().any(|complaint| {
            complaint.is_error()
                && complaint.labels.first().is_some_and(|label| {
                    span.start <= label.span.start && label.span.start <= span.end
                })
        });
        if !is_broken {
            events.push((span.start, Event::Run(entry)));
        }
    }
    for complaint in complaints {
        let start = complaint.labels.first().map_or(0, |label| label.span.start);
        events.push((start, Event::Complain(complaint)));
    }
    events.sort_by_key(|(start, _)| *start);
    events.into_iter().map(|(_, event)| event).collect()
}
