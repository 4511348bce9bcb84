//! The prompt without a terminal: text in, text out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::last::Last;
use super::loaded::{Loaded, Typed};
pub(super) use super::out::Out;
pub use super::out::{End, Reply, Said};
use super::{commands, out, show, suggest};
use crate::app::exit::Exit;
use crate::picture::terminal::Screen;
use crate::play::Talk;
use crate::query::Session;
use crate::query::answer::{By, How};
use crate::report::Look;
use crate::rules::Rulebook;
use crate::syntax::ast::{Entry, ExpectItem, Expr, Item};
use crate::syntax::{is_unfinished, parse_entries, parse_entries_within};
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::text::source::Span;
use crate::work::Limit;
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
    lines: Option<usize>,
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
        let mut out = Out::new(say, self.lines, self.look());
        if let Err(internal) = guarded(|| self.run(input, 0, &mut out)) {
            self.session.forget();
            let report = self.book().report(vec![internal]);
            self.report(&report, &mut out);
        }
        out::keep(self, &mut out);
        End {
            outcome: out.outcome,
            quit: out.quit,
        }
    }

    /// Does what a text says that begins at a line (counted from 0) of what was entered.
    pub(super) fn run(&mut self, input: &str, first: usize, out: &mut Out<'_>) {
        // No entry has a line that begins with a colon, so such a line is a command even where a bracket is missing.
        let mut chunk = String::new();
        let mut chunk_line = first;
        for (line, number) in input.split_inclusive('\n').zip(first..) {
            let trimmed = line.trim_end();
            if self.play_line(line, out) {
                chunk_line = number + 1;
            } else if trimmed.trim_start().starts_with(':') {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                if !out.interrupted {
                    commands::run(self, trimmed, number, out);
                }
                chunk_line = number + 1;
            } else if let Some(command) = bare_command(trimmed.trim_start())
                && !is_unfinished(&chunk)
            {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                chunk_line = number + 1;
                let has_meaning = self.book().definition_text(trimmed.trim_start()).is_some();
                match out.interrupted {
                    true => {}
                    false if has_meaning => self.entries(trimmed, number, out),
                    false => commands::run(self, command, number, out),
                }
            } else {
                chunk.push_str(line);
            }
            if out.quit || out.interrupted {
                return;
            }
        }
        self.entries(&chunk, chunk_line, out);
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
    pub(super) fn add_text(
        &mut self,
        text: &str,
        line: usize,
    ) -> (crate::text::source::SourceId, String) {
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
        let (source, text) = self.add_text(text, line);
        let mut budget = self.session.budget();
        let read = parse_entries_within(source, &text, &mut |bytes| {
            budget.look()?;
            budget.need(bytes)
        });
        let (entries, complaints) = match read {
            Ok(read) => read,
            Err(limit) => {
                let report = self.book().report(vec![Limit::into(limit)]);
                return self.report(&report, out);
            }
        };
        let mut batch = Vec::new();
        for event in in_order(entries, complaints) {
            let event = match event {
                Event::Run(entry) => self.settled(entry),
                event => event,
            };
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

    /// An entry with the last answer in the place of `it`.
    fn settled(&mut self, entry: Entry) -> Event {
        let span = span_of(&entry);
        let text = match self.with_it(&self.book().text_at(span)) {
            Ok(None) => return Event::Run(entry),
            Ok(Some(text)) => text,
            Err(error) => return Event::Complain(error.label(span, "")),
        };
        let line = self.book().line_of(span);
        let (source, text) = self.add_text(&text, line.saturating_sub(1));
        let (entries, complaints) = parse_entries(source, &text);
        // The text of a value in the place of a name leaves one entry as it was.
        match (entries.into_iter().next(), complaints.into_iter().next()) {
            (_, Some(complaint)) => Event::Complain(complaint),
            (Some(settled), None) => Event::Run(settled),
            (None, None) => Event::Run(entry),
        }
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
            out.complain(show::report(&report, self.color), Exit::of(&report));
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
}

/// Words that people type at any prompt.
fn bare_command(text: &str) -> Option<&'static str> {
    match text {
        "help" | "?" => Some(":help"),
        "quit" | "exit" => Some(":quit"),
        "why" => Some(":why"),
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
        let span = span_of(&entry);
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

fn span_of(entry: &Entry) -> Span {
    match entry {
        Entry::Expr(expr) => expr.span,
        Entry::Item(Item::Game(item)) => item.span,
        Entry::Item(Item::Let(item)) => item.span,
        Entry::Item(Item::Expect(item)) => item.span,
        Entry::Item(Item::Use(item)) => item.span,
    }
}
