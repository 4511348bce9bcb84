//! Definitions, claims and questions that are entered.

use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::shell::{Current, Out, Shell, Told};
use super::show;
use crate::app::process::Exit;
use crate::query::answer::How;
use crate::syntax::ast::{Entry, ExpectItem, Expr, Item, Node};
use crate::syntax::{is_unfinished, parse_entries, parse_entries_within};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};
use crate::text::units::about_time;

impl Shell {
    /// Runs the entries of a text in order.
    pub(super) fn entries(&mut self, text: &str, line: usize, out: &mut Out<'_>) {
        let (mut text, mut line) = (text.to_owned(), line);
        for _ in 0..MOST_RESTARTS {
            match self.some_entries(&text, line, out) {
                Some(end) => {
                    line += text.get(..end).unwrap_or("").matches('\n').count();
                    text = text.get(end..).unwrap_or("").to_owned();
                }
                None => return,
            }
        }
        // Reading on from line to line may take long: the rest is not passed over in silence.
        let error = Diagnostic::error("too_many", "more wrong lines than are read on from")
            .help("mend the first ones; what stands behind them was not read");
        self.refuse(error, out);
    }

    /// Runs entries; returns where lines begin that were read as a part of a wrong one and have to be read again.
    fn some_entries(&mut self, text: &str, line: usize, out: &mut Out<'_>) -> Option<usize> {
        if text.trim().is_empty() {
            return None;
        }
        self.forget_texts();
        let given = text.len();
        let (source, text) = self.add_text(text, line);
        // The lines before are blank in it.
        let before = text.len() - given;
        let mut budget = self.session.budget();
        let read = parse_entries_within(source, &text, &mut |bytes| budget.go_on(bytes));
        let read = read.map_err(|limit| self.refuse(limit.into(), out));
        let (entries, complaints) = read.ok()?;
        let mut batch = Vec::new();
        // The line that was read as something else: of what else is wrong with it nothing is said.
        let mut mended = None;
        let mut events = in_order(&text, entries, complaints).into_iter();
        // The end of a line whose questions are known to be sound, or which of them is not.
        let (mut wrong, mut known) = (None, 0);
        while let Some((start, event)) = events.next() {
            let behind = events.as_slice();
            let next = behind
                .first()
                .map_or(text.len(), |(start, _)| *start as usize);
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
                return None;
            }
            if let Event::Run(_) = &event {
                self.texts.told = Told::default();
            }
            match event {
                Event::Run(Entry::Item(Item::Expect(claim))) => self.claim(claim, out),
                Event::Run(Entry::Item(item)) => batch.push(item),
                Event::Run(Entry::Expr(expr)) => {
                    if start as usize >= known {
                        (wrong, known) = self.on_line(&text, (start, &expr), behind);
                    }
                    if wrong.is_none_or(|wrong| wrong == start) {
                        self.ask(&expr, out);
                    }
                }
                Event::Complain(diagnostic) => {
                    let end = end_of_line(&text, &diagnostic, source);
                    let report = self.book().report(vec![diagnostic]);
                    let line = report.line();
                    let is_said = line.is_some() && line == mended;
                    if !is_said && let Some(done) = self.complain(&text, &report, out) {
                        mended = line;
                        if end.is_none_or(|end| end < done) {
                            return (!self.is_stopped(out)).then_some(done - before);
                        }
                    }
                    let is_lost = |end: &usize| {
                        let rest = text.get(*end..next);
                        rest.is_some_and(|rest| !rest.trim().is_empty())
                            && !is_unfinished(text.get(..*end).unwrap_or(""))
                    };
                    if let Some(end) = end.filter(is_lost) {
                        return (!self.is_stopped(out)).then_some(end - before);
                    }
                }
            }
            if self.is_stopped(out) {
                return None;
            }
        }
        self.define(batch, out);
        None
    }

    /// Of the questions that follow each other on a line the first one with a mistake, for which none of them is answered, and
    /// where the line ends. Of a line with one question this is known when it is asked.
    fn on_line(
        &mut self,
        text: &str,
        first: (u32, &Expr),
        behind: &[(u32, Event)],
    ) -> (Option<u32>, usize) {
        let start = first.0 as usize;
        let line = text.get(start..).and_then(|rest| rest.find('\n'));
        let end = line.map_or(text.len(), |line| start + line);
        let asked = behind.iter().map_while(|(start, event)| match event {
            Event::Run(Entry::Expr(expr)) if (*start as usize) < end => Some((*start, expr)),
            _ => None,
        });
        let asked: Vec<(u32, &Expr)> = asked.collect();
        if asked.is_empty() {
            return (None, end);
        }
        let wrong = iter::once(first).chain(asked).find(|(_, expr)| {
            // What the last answer will be is not known yet.
            let speaks_of_it = !matches!(self.with_it(&self.book().text_at(expr.span)), Ok(None));
            let is_asked = |shell: &mut Shell| shell.session.question_of(expr);
            !speaks_of_it && self.with_classics(is_asked).is_err()
        });
        (wrong.map(|(start, _)| start), end)
    }

    /// An entry with the last answer in the place of `it`.
    fn settled(&mut self, entry: Entry) -> Event {
        let span = entry.span();
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
        let places: Vec<(Span, bool)> = items
            .iter()
            .map(|item| (item.span(), matches!(item, Item::Game(_))))
            .collect();
        let known = self.book().plain_game_names();
        let games = items.iter().filter_map(|item| match item {
            Item::Game(game) => Some(game.name.name.clone()),
            Item::Let(_) | Item::Use(_) | Item::Expect(_) => None,
        });
        let replaced: Vec<String> = games.filter(|name| self.book().defines(name)).collect();
        for done in self.add_items(items) {
            match done {
                Ok((item, warnings)) => {
                    self.warn(&warnings, out);
                    if let Some(game) = self.brought(&item, &known) {
                        self.speak_of(game);
                    }
                    if self.remarks.is_quiet {
                        continue;
                    }
                    match item {
                        Item::Game(game) => {
                            let name = &game.name.name;
                            if replaced.contains(name) {
                                let remark = format!("`{name}` of before is gone: it is now");
                                out.answer(self.look().faint(remark).to_string());
                            }
                            out.answer(show::announcement(&mut self.session, name));
                        }
                        Item::Use(file) => {
                            out.answer(format!("{} is in use", file.path.text));
                        }
                        Item::Let(_) | Item::Expect(_) => {}
                    }
                }
                Err(report) => {
                    let wrong = report.diagnostics.iter().find_map(Diagnostic::place);
                    let is_there =
                        |(place, _): &&(Span, bool)| wrong.is_some_and(|wrong| place.holds(wrong));
                    match places.iter().find(is_there) {
                        Some((place, is_game)) => {
                            if *is_game {
                                self.current = Current::Unread;
                            }
                            self.complain_of(*place, &report, out);
                        }
                        None => self.report(&report, out),
                    }
                }
            }
        }
    }

    /// The game that an item brings into use, where that is one without parameters; `known` are those of before.
    fn brought(&self, item: &Item, known: &[String]) -> Option<String> {
        match item {
            Item::Game(game) => game.params.is_empty().then(|| game.name.name.clone()),
            Item::Let(given) => {
                let is_game = matches!(given.value.node, Node::Game(_)) && given.params.is_none();
                is_game.then(|| given.name.name.clone())
            }
            Item::Use(file) => {
                let name = Path::new(&*file.path.text).file_stem()?;
                let mut games = self.book().plain_game_names();
                if let Some(named) = games.iter().find(|game| name == game.as_str()) {
                    return Some(named.clone());
                }
                games.retain(|game| !known.contains(game));
                (games.len() == 1).then(|| games.pop()).flatten()
            }
            Item::Expect(_) => None,
        }
    }

    fn claim(&mut self, claim: Arc<ExpectItem>, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.with_classics(|shell| shell.session.test_claim(&claim)) {
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
                out.answer(show::report(&report, self.look()));
                out.outcome = out.outcome.max(Exit::Failed);
            }
            Err(report) => self.complain_of(claim.span, &report, out),
        }
        self.tell_time(started, out);
    }

    fn ask(&mut self, expr: &Expr, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.with_classics(|shell| shell.answer(expr)) {
            Ok((text, by)) => {
                self.note_topic();
                out.answer(text);
                if self.remarks.by || by.how == How::Conjecture {
                    out.answer(format!("  {}", show::by(&by)));
                }
                self.last_by = Some(by);
            }
            Err(report) => self.complain_of(expr.span, &report, out),
        }
        self.tell_time(started, out);
    }

    fn tell_time(&self, started: Instant, out: &mut Out<'_>) {
        if self.remarks.timing && !out.interrupted {
            out.answer(format!("  {}", about_time(started.elapsed())));
        }
    }
}

/// So often lines are read again that a wrong one before them swallowed.
const MOST_RESTARTS: usize = 50;

enum Event {
    Run(Entry),
    Complain(Diagnostic),
}

/// Entries and complaints in the order of the text, without the entries on a line that has a mistake.
fn in_order(text: &str, entries: Vec<Entry>, complaints: Vec<Diagnostic>) -> Vec<(u32, Event)> {
    let is_joined = |from: u32, to: u32| {
        let between = text.get(from as usize..to as usize);
        from >= to || between.is_some_and(|between| !between.contains('\n'))
    };
    let mut events: Vec<(u32, Event)> = Vec::new();
    for entry in entries {
        let span = entry.span();
        let is_broken = complaints.iter().any(|complaint| {
            complaint.is_error()
                && complaint.place().is_some_and(|place| {
                    is_joined(span.end, place.start) && is_joined(place.end, span.start)
                })
        });
        if !is_broken {
            events.push((span.start, Event::Run(entry)));
        }
    }
    for complaint in complaints {
        let start = complaint.place().map_or(0, |place| place.start);
        events.push((start, Event::Complain(complaint)));
    }
    events.sort_by_key(|(start, _)| *start);
    events
}

/// Where the last line ends that a complaint about a text is about.
fn end_of_line(text: &str, complaint: &Diagnostic, source: SourceId) -> Option<usize> {
    let labels = complaint.labels.iter().map(|label| label.span);
    let spans = labels.chain(complaint.fix.iter().map(|fix| fix.span));
    let ends = spans.filter(|span| span.source == source);
    let end = ends.map(|span| span.end as usize).max()?;
    let line = text.get(end..)?.find('\n')?;
    Some(end + line + 1)
}
