//! Definitions, claims and questions that are entered.

use std::time::Instant;

use super::out::Out;
use super::shell::Shell;
use super::{show, suggest};
use crate::query::answer::How;
use crate::syntax::ast::{Entry, ExpectItem, Expr, Item};
use crate::syntax::{parse_entries, parse_entries_within};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::Limit;

impl Shell {
    /// Runs the entries of a text in order.
    pub(super) fn entries(&mut self, text: &str, line: usize, out: &mut Out<'_>) {
        if text.trim().is_empty() {
            return;
        }
        self.forget_texts();
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

    fn tell_time(&self, started: Instant, out: &mut Out<'_>) {
        if self.timing && !out.interrupted {
            out.answer(format!("  {}", show::elapsed(started.elapsed())));
        }
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
