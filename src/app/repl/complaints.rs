//! What is wrong with an entry, or what it is read as where it can mean one thing alone.

use std::ops::Range;

use super::commands::is_command;
use super::reference;
use super::shell::{Out, Shell};
use crate::app::command::words::mended;
use crate::app::process::Exit;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::{Word, is_unfinished, parse_entries, plain_signs, whole_text};
use crate::text::diagnostic::{Cause, Diagnostic, Mistake, Report};
use crate::text::source::Span;

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

/// Nor of a line of a longer text.
const LONGEST: usize = 1 << 16;

/// No slips of a longer line are mended.
const LONGEST_LINE: usize = 500;

impl Shell {
    /// Says what is wrong with the entry at a place, or what it is read as.
    pub(super) fn complain_of(&mut self, entry: Span, report: Report, out: &mut Out<'_>) {
        let sources = self.book().sources();
        match sources.get(entry.source) {
            Some(source) if !sources.slice(entry).contains('\n') => {
                let _ = self.complain(&source.text, report, out);
            }
            _ => self.report(&report, out),
        }
    }

    /// Says what is wrong in a text; or, where that is on a line of its own and can only mean one thing, does it, says so, and is true.
    pub(super) fn complain(&mut self, text: &str, report: Report, out: &mut Out<'_>) -> bool {
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
        let unread = unread.filter(|_| !is_text_about_a_game(entry));
        let Some((meant, is_read)) = read.or_else(command).or(unread) else {
            self.note_unread(entry);
            if let Some(joined) = &halves
                && self.complain_of_both(joined, out)
            {
                return true;
            }
            let place = before.len()..before.len() + entry.len();
            return self.complain_of_whole((entry, place), halves.is_some(), report, out);
        };
        if is_read {
            let read_as = format!("read as {}", meant.trim());
            out.complain(self.look().faint(read_as).to_string(), Exit::Fine);
        }
        let number = before.lines().count();
        self.between(|shell| shell.run(&meant, number, out));
        true
    }

    /// Complains of a line as a whole where that says more than what is wrong at a place of it, and is true; else of that place.
    fn complain_of_whole(
        &mut self,
        (entry, place): (&str, Range<usize>),
        has_halves: bool,
        report: Report,
        out: &mut Out<'_>,
    ) -> bool {
        let written = reference::phrase(entry);
        let first = report.diagnostics.first();
        // Without its second half a sentence is another game.
        let is_game = |it: &Diagnostic| {
            let fix = it.fix.as_ref();
            fix.is_some_and(|fix| fix.text.starts_with(Word::Game.text()))
        };
        let is_half = has_halves && first.is_some_and(is_game);
        let is_whole = is_half || written.is_some() || is_text_about_a_game(entry);
        let label = first.and_then(|it| it.labels.first());
        let Some(label) = label.filter(|_| is_whole) else {
            self.report(&report, out);
            return false;
        };
        let error = whole_text(Span::new(label.span.source, place.start, place.end));
        let error = match written {
            Some(written) => error.help(format!("the phrase book has it: `{written}`")),
            None => error,
        };
        self.report(&self.book().report(vec![error]), out);
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
    let words = line.split_whitespace();
    let words = words.filter(|word| word.starts_with(char::is_alphabetic));
    is_plain && words.count() >= FEW_WORDS
}

/// So many words without brackets, numbers aside, are a text.
const FEW_WORDS: usize = 16;
