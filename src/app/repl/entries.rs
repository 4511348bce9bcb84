//! Definitions, claims and questions that are entered, and the last answer, which `it` stands for.

use std::time::Instant;

use super::commands::is_command;
use super::reference;
use super::shell::{Current, Last, Out, Shell};
use super::show;
use crate::app::command::words::mended;
use crate::app::process::Exit;
use crate::expr::value::Value;
use crate::query::answer::How;
use crate::syntax::ast::{Entry, ExpectItem, Expr, Item};
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{
    Word, is_unfinished, parse_entries, parse_entries_within, plain_signs, whole_text,
};
use crate::text::diagnostic::{Cause, Diagnostic, Mistake, Report};
use crate::text::source::{SourceId, Span};
use crate::text::units::about_time;
use crate::work::Limit;

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
        let report = self.book().report(vec![error]);
        self.report(&report, out);
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
        let read = parse_entries_within(source, &text, &mut |bytes| {
            budget.look()?;
            budget.need(bytes)
        });
        let (entries, complaints) = match read {
            Ok(read) => read,
            Err(limit) => {
                let report = self.book().report(vec![Limit::into(limit)]);
                self.report(&report, out);
                return None;
            }
        };
        let mut batch = Vec::new();
        // The line that was read as something else: of what else is wrong with it nothing is said.
        let mut mended = None;
        let events = in_order(&text, entries, complaints);
        let mut starts: Vec<usize> = events.iter().map(|(start, _)| *start as usize).collect();
        starts.push(text.len());
        for ((_, event), next) in events.into_iter().zip(starts.into_iter().skip(1)) {
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
            match event {
                Event::Run(Entry::Item(Item::Expect(claim))) => self.claim(claim, out),
                Event::Run(Entry::Item(item)) => batch.push(item),
                Event::Run(Entry::Expr(expr)) => self.ask(&expr, out),
                Event::Complain(diagnostic) => {
                    let end = end_of_line(&text, &diagnostic, source);
                    let report = self.book().report(vec![diagnostic]);
                    let line = report.line();
                    let is_said = line.is_some() && line == mended;
                    if !is_said && self.complain(&text, report, out) {
                        mended = line;
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
        let places: Vec<Span> = items.iter().map(show::span_of).collect();
        let games = items.iter().filter_map(|item| match item {
            Item::Game(game) => Some(game.name.name.clone()),
            Item::Let(_) | Item::Use(_) | Item::Expect(_) => None,
        });
        let replaced: Vec<String> = games
            .filter(|name| self.book().definition_text(name).is_some())
            .collect();
        for done in self.add_items(items) {
            match done {
                Ok((item, warnings)) => {
                    if !warnings.diagnostics.is_empty() {
                        self.report(&warnings, out);
                    }
                    if let Item::Game(game) = &item
                        && game.params.is_empty()
                    {
                        self.current = Current::Game(game.name.name.clone());
                    }
                    if self.is_quiet {
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
                    let labels = report.diagnostics.iter().find_map(|it| it.labels.first());
                    let is_there =
                        |place: &&Span| labels.is_some_and(|label| place.holds(label.span));
                    match places.iter().find(is_there) {
                        Some(place) => self.complain_of(*place, report, out),
                        None => self.report(&report, out),
                    }
                }
            }
        }
    }

    fn claim(&mut self, claim: ExpectItem, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.with_classics(|shell| shell.session.test(&claim)) {
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
                out.refute(show::report(&report, self.look()));
            }
            Err(report) => self.complain_of(claim.span, report, out),
        }
        self.tell_time(started, out);
    }

    fn ask(&mut self, expr: &Expr, out: &mut Out<'_>) {
        let started = Instant::now();
        match self.with_classics(|shell| shell.answer(expr)) {
            Ok((text, by)) => {
                self.note_topic();
                out.answer(text);
                if self.by || by.how == How::Conjecture {
                    out.answer(format!("  {}", show::by(&by)));
                }
                self.last_by = Some(by);
            }
            Err(report) => self.complain_of(expr.span, report, out),
        }
        self.tell_time(started, out);
    }

    fn tell_time(&self, started: Instant, out: &mut Out<'_>) {
        if self.timing && !out.interrupted {
            out.answer(format!("  {}", about_time(started.elapsed())));
        }
    }
}

/// So often lines are read again that a wrong one before them swallowed.
const MOST_RESTARTS: usize = 100;

/// Questions about the game of the last answer: `$` is a position of it, and `@` its name.
const QUESTIONS: [(&str, &str); 43] = [
    ("winner $", ":solve $"),
    ("winner of $", ":solve $"),
    ("who wins $", ":solve $"),
    ("who wins with $", ":solve $"),
    ("who wins from $", ":solve $"),
    ("who wins if we start with $", ":solve $"),
    ("does the first player win with $", ":solve $"),
    ("what should i play from $", ":solve $"),
    ("what should i take from $", ":solve $"),
    ("how many should i take from $", ":solve $"),
    ("is $ losing", ":solve $"),
    ("is $ winning", ":solve $"),
    ("is $ a losing position", ":solve $"),
    ("is $ a winning position", ":solve $"),
    ("misere $", ":solve misere @ $"),
    ("best $", "best(@[$])"),
    ("best move $", "best(@[$])"),
    ("best move from $", ":solve $"),
    ("what is the best move from $", ":solve $"),
    ("winning move from $", ":solve $"),
    ("winning moves $", ":solve $"),
    ("winning moves from $", ":solve $"),
    ("moves $", "moves(@[$])"),
    ("moves from $", "moves(@[$])"),
    ("grundy $", "grundy(@[$])"),
    ("grundy value of $", "grundy(@[$])"),
    ("grundy number of $", "grundy(@[$])"),
    ("first $ values", ":values --to $-1"),
    ("first $ grundy values", ":values --to $-1"),
    ("values $", ":values --to $"),
    ("values to $", ":values --to $"),
    ("values up to $", ":values --to $"),
    ("what are the first $ values", ":values --to $-1"),
    ("losing positions up to $", "losing(@, 0..$)"),
    ("losing", "losing(@)"),
    ("losing positions", "losing(@)"),
    ("is it periodic", ":period"),
    ("what is the period", ":period"),
    ("what is the rule", ":describe"),
    ("what are the rules", ":describe"),
    ("what are the values", ":values"),
    ("list", ":games"),
    ("list games", ":games"),
];

/// No slips of a longer line are mended.
const LONGEST_LINE: usize = 500;

impl Shell {
    /// Says what is wrong with the entry at a place, or what it is read as.
    fn complain_of(&mut self, entry: Span, report: Report, out: &mut Out<'_>) {
        let sources = self.book().sources();
        match sources.get(entry.source) {
            Some(source) if !sources.slice(entry).contains('\n') => {
                let _ = self.complain(&source.text, report, out);
            }
            _ => self.report(&report, out),
        }
    }

    /// Says what is wrong in a text; or, where that is on a line of its own and can only mean one thing, does it, says so, and is true.
    fn complain(&mut self, text: &str, report: Report, out: &mut Out<'_>) -> bool {
        // Places are those of plain signs.
        let text = &*plain_signs(text);
        let first = report.diagnostics.first();
        let start = first.and_then(|it| it.labels.first());
        let start = start.map_or(0, |label| label.span.start as usize);
        let fix = first.and_then(|it| it.fix.clone());
        let before = text.get(..start).unwrap_or("");
        let (before, _) = before.split_at(before.rfind('\n').map_or(0, |at| at + 1));
        let behind = text.get(before.len()..).unwrap_or("");
        // Rules that stand alone may have several lines.
        let to = fix.as_ref().map_or(start, |fix| fix.span.end as usize);
        let last = behind.get(to.saturating_sub(before.len())..);
        let rest = last.map_or(0, |last| {
            last.len() - last.find(['\r', '\n']).unwrap_or(last.len())
        });
        let entry = behind.get(..behind.len() - rest).unwrap_or("");
        let is_whole = fix
            .as_ref()
            .is_some_and(|fix| to - fix.span.start as usize >= entry.trim().len());
        let may_be_mended = report.cause() == Cause::Input
            && text.len() <= LONGEST
            && entry.len() <= LONGEST_LINE
            && !is_unfinished(before)
            && (is_whole || !is_unfinished(entry));
        let mended = fix.filter(|_| may_be_mended).and_then(|fix| {
            let entry = fix.within(entry, before.len())?;
            self.mended(entry)
        });
        // A sentence of two halves is one rule.
        let halves = Some(entry.replace(';', ","));
        let is_number = |half: &str| half.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let halves = halves.filter(|joined| {
            may_be_mended && joined != entry && !entry.split(';').skip(1).any(is_number)
        });
        let mended = mended
            .filter(|(meant, is_read)| *is_read || halves.is_none() && meant != entry)
            .or_else(|| self.mended(halves.clone()?).filter(|(_, is_read)| *is_read));
        let command = || Some((self.as_command(entry).filter(|_| may_be_mended)?, true));
        let (read, unread) = match mended {
            Some((text, true)) => (Some((text, true)), None),
            unread => (None, unread),
        };
        let was_in_halves = halves.is_some();
        let is_text = read.is_none() && is_text_about_a_game(entry);
        let unread = unread.filter(|_| !is_text);
        let Some((meant, is_read)) = read.or_else(command).or(unread) else {
            let joined = halves.filter(|joined| !self.complain_of_both(joined, out));
            let is_told = was_in_halves && joined.is_none();
            self.note_unread(entry);
            if is_told {
                return true;
            }
            let written = reference::phrase(entry);
            // Without its second half a sentence is another game.
            let fix = report.diagnostics.first().and_then(|it| it.fix.as_ref());
            let is_half =
                joined.is_some() && fix.is_some_and(|fix| fix.text.starts_with(Word::Game.text()));
            let is_text = is_text || is_half;
            let label = report.diagnostics.first().and_then(|it| it.labels.first());
            let label = label.filter(|_| is_text || written.is_some());
            let Some(label) = label else {
                self.report(&report, out);
                return false;
            };
            let place = Span::new(label.span.source, before.len(), before.len() + entry.len());
            let error = whole_text(place);
            let error = match written {
                Some(written) => error.help(format!("the phrase book has it: `{written}`")),
                None => error,
            };
            self.report(&self.book().report(vec![error]), out);
            return true;
        };
        if is_read {
            let read_as = format!("read as {}", meant.trim());
            out.complain(self.look().faint(read_as).to_string(), Exit::Fine);
        }
        let number = before.lines().count();
        self.between(|shell| shell.run(&meant, number, out));
        true
    }

    /// Complains of a sentence of two halves that says more than can be read, and is true; `false`: something else is wrong.
    fn complain_of_both(&mut self, joined: &str, out: &mut Out<'_>) -> bool {
        let asked = self.book().ask_about(self.source_name, joined);
        let (_, complaints) = parse_entries(asked.id(), joined);
        let is_unclear = |it: &Diagnostic| it.mistake == Some(Mistake::Unclear);
        if let Some(unclear) = complaints.into_iter().find(is_unclear) {
            let report = self.book().report(vec![unclear]);
            self.report(&report, out);
            return true;
        }
        false
    }

    /// An entry with the fixes of what is wrong with it, and whether it can be read so. `None`: there is more than slips.
    fn mended(&mut self, text: String) -> Option<(String, bool)> {
        mended(text, |text| {
            let asked = self.book().ask_about(self.source_name, text);
            let (entries, complaints) = parse_entries(asked.id(), text);
            let is_read = match (complaints.into_iter().next(), entries.as_slice()) {
                (Some(complaint), _) => Err(vec![complaint]),
                (None, [Entry::Expr(expr)]) => {
                    let asked = self.with_classics(|shell| shell.session.question_of(expr));
                    asked.map(|_| ()).map_err(|report| report.diagnostics)
                }
                (None, [Entry::Item(item)]) => {
                    self.check(item).map_err(|report| report.diagnostics)
                }
                (None, _) => return Err(None),
            };
            let Err(wrong) = is_read else {
                return Ok(true);
            };
            let wrong = wrong.into_iter().next().ok_or(None)?;
            // What is wrong with rules is told as it is within a game, and with names where they stand.
            let is_one = matches!(
                entries.as_slice(),
                [Entry::Item(Item::Game(_)) | Entry::Expr(_)]
            );
            match wrong.fix {
                None if is_one => Ok(false),
                fix => Err(fix),
            }
        })
    }

    /// A line as a row of the questions says, where it asks that.
    fn asked(&self, line: &str, (asked, written): &(&str, &str)) -> Option<String> {
        let line = line.trim_end_matches(['?', '.', ' ']).to_ascii_lowercase();
        let named = |text: &str| match text.contains('@') {
            true => Some(text.replace('@', &self.usual_game().ok()?)),
            false => Some(text.to_owned()),
        };
        let Some((head, tail)) = asked.split_once('$') else {
            return (line == *asked).then_some(named(written)?);
        };
        let piles = line.strip_prefix(head)?.strip_suffix(tail)?;
        let piles = ["stones", "stone"]
            .iter()
            .find_map(|it| piles.strip_suffix(it))
            .unwrap_or(piles);
        let piles = piles.replace([','], " ").replace(" and ", " ");
        let piles: Vec<&str> = piles.split_whitespace().collect();
        let is_number = |pile: &&str| pile.bytes().all(|byte| byte.is_ascii_digit());
        let is_one = written.contains("--to") || written.contains("..");
        if piles.is_empty() || !piles.iter().all(is_number) || is_one && piles.len() > 1 {
            return None;
        }
        let written = match (written.strip_suffix("$-1"), piles.as_slice()) {
            (Some(head), [count]) => {
                format!("{head}{}", count.parse::<u64>().ok()?.checked_sub(1)?)
            }
            _ if written.contains(['[', '(']) => written.replace('$', &piles.join(", ")),
            _ => written.replace('$', &piles.join(" ")),
        };
        named(&written)
    }

    /// `solve nim 5 9`, `quit()`: a line that begins with a command.
    fn as_command(&self, line: &str) -> Option<String> {
        let line = line.trim();
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
        let rest = line.get(word.len()..)?;
        let is_command = is_command(word) && self.book().definition_text(word).is_none();
        if let Some(asks) = QUESTIONS.iter().find_map(|row| self.asked(line, row)) {
            return Some(asks);
        }
        match rest {
            "()" | "" if is_command => Some(format!(":{word}")),
            rest if is_command && rest.starts_with(' ') => Some(format!(":{line}")),
            _ => None,
        }
    }
}

/// Whether a line is rather a text about a game than a rule or a question.
fn is_text_about_a_game(line: &str) -> bool {
    let is_plain = !line.contains(['{', '(', '[', '=', '"', '#']);
    is_plain && line.split_whitespace().count() >= FEW_WORDS
}

/// So many words without brackets are a text.
const FEW_WORDS: usize = 18;

enum Event {
    Run(Entry),
    Complain(Diagnostic),
}

/// Entries and complaints in the order of the text, without the entries that have mistakes, also right before or behind them.
fn in_order(text: &str, entries: Vec<Entry>, complaints: Vec<Diagnostic>) -> Vec<(u32, Event)> {
    let is_joined = |from: u32, to: u32| {
        let between = text.get(from as usize..to as usize);
        from >= to || between.is_some_and(|between| !between.contains(['\n', ';']))
    };
    let mut events: Vec<(u32, Event)> = Vec::new();
    for entry in entries {
        let span = span_of(&entry);
        let is_broken = complaints.iter().any(|complaint| {
            complaint.is_error()
                && complaint.labels.first().is_some_and(|label| {
                    is_joined(span.end, label.span.start) && is_joined(label.span.end, span.start)
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

fn span_of(entry: &Entry) -> Span {
    match entry {
        Entry::Expr(expr) => expr.span,
        Entry::Item(item) => show::span_of(item),
    }
}

/// The word that stands for the last answer.
const IT: &str = "it";

/// An answer that is longer than this stands for its question, which is remembered anyway.
const LONG_ANSWER: usize = 500;

/// A question that is longer than this is not kept.
const LONGEST: usize = 1 << 16;

impl Shell {
    /// Keeps the answer to a question for `it`.
    pub(super) fn keep_answer(&mut self, question: &str, value: &Value) {
        let written = value.to_string();
        let is_plain = matches!(value, Value::Int(0..) | Value::Bool(_));
        let is_literal = !matches!(value, Value::Str(_) | Value::Outcome(_) | Value::Nothing)
            && written.len() <= LONG_ANSWER.max(question.len())
            && (is_plain || self.is_expression(&written));
        let text = if is_literal { &written } else { question };
        self.last = (text.len() <= LONGEST).then(|| Last {
            text: in_brackets(text),
            is_question: !is_literal,
        });
    }

    /// Forgets a question whose answer may have changed with a definition.
    pub(super) fn forget_question(&mut self) {
        self.last.take_if(|last| last.is_question);
    }

    /// The text of an entry with the last answer in the place of `it`, unless there is none. `None`: it does not speak of it.
    fn with_it(&self, text: &str) -> Result<Option<String>, Diagnostic> {
        let known: Vec<Token> = tokens(text).collect();
        let mut places = known
            .iter()
            .filter(|token| token.text(text) == IT)
            .peekable();
        if places.peek().is_none()
            || is_bound(&known, text)
            || self.book().definition_text(IT).is_some()
        {
            return Ok(None);
        }
        let Some(last) = &self.last else {
            return Err(Diagnostic::error(
                "no_answer",
                "`it` is the last answer, and there is none",
            )
            .help("ask something first, or name an answer: `let a = grundy(nim[5])`"));
        };
        let mut written = String::new();
        let mut end = 0;
        for token in places {
            written.push_str(text.get(end..token.start).unwrap_or(""));
            written.push_str(&last.text);
            end = token.end;
        }
        written.push_str(text.get(end..).unwrap_or(""));
        Ok(Some(written))
    }

    fn is_expression(&self, text: &str) -> bool {
        self.book().question("<last answer>", text).is_ok()
    }
}

/// Whether a text gives the word a meaning of its own, as in `for it in 1..3`, or defines a game, where a pile may have
/// that name.
fn is_bound(known: &[Token], text: &str) -> bool {
    let mut before = None;
    let mut depth = 0_usize;
    // The clauses with `for` that are open: how deep they stand, and whether names come next rather than what they run through.
    let mut clauses: Vec<(usize, bool)> = Vec::new();
    for token in known {
        let word = token.text(text);
        let names_follow = clauses.last().is_some_and(|(_, names)| *names);
        let keyword = token.keyword();
        let is_named = names_follow || before == Some(Word::Let);
        if keyword == Some(Word::Game) || word == IT && is_named {
            return true;
        }
        match (token.kind, word) {
            (TokenKind::Open, _) => depth += 1,
            (TokenKind::Close, _) => {
                depth = depth.saturating_sub(1);
                clauses.retain(|(place, _)| *place <= depth);
            }
            (TokenKind::Keyword(Word::For), _) => clauses.push((depth, true)),
            (TokenKind::Keyword(Word::In | Word::Where), _) | (_, "=") => {
                if let Some((_, names)) = clauses.last_mut() {
                    *names = false;
                }
            }
            (_, ",") => {
                if let Some((_, names)) = clauses.last_mut().filter(|(place, _)| *place == depth) {
                    *names = true;
                }
            }
            _ => {}
        }
        before = keyword;
    }
    false
}

/// The text of an expression, in parentheses where an operator stands outside brackets.
fn in_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Operator | TokenKind::Keyword(_) if depth == 0 => {
                return format!("({text})");
            }
            _ => {}
        }
    }
    text.to_string()
}
