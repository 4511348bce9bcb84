//! What is wrong with an entry, or what it is read as where it can mean one thing alone.

use std::ops::Range;
use std::sync::Arc;

use super::commands::{COMMANDS, is_command, no_command, topics};
use super::in_words::begins_a_row;
use super::reference;
use super::shell::{Current, Out, Shell, Told};
use crate::app::command::near::{is_prose, is_told, number_alone, refused};
use crate::app::command::said::{joined, start_of};
use crate::app::command::spoken::{is_pile, number, words as words_of};
use crate::app::command::words::{bundled_game, last_stays, mended};
use crate::app::process::Exit;
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::ast::{Entry, Expr, Item};
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{Role, Word, is_unfinished, parse_entries, whole_text};
use crate::text::diagnostic::{Cause, Diagnostic, Fix, Mistake, Report, nearest};
use crate::text::signs;
use crate::text::source::Span;

/// Nor of a line of a longer text.
const LONGEST: usize = 1 << 16;

/// No slips of a longer line are mended.
const LONGEST_LINE: usize = 500;

/// The words of the longest name of a bundled game, with `game` behind it.
const LONGEST_NAME: usize = 4;

/// No more lines are read as one text about a game.
const MOST_LINES: usize = 8;

/// Where something is wrong in a text: the line, or the lines, of the mistake.
struct WrongLine<'t> {
    before: &'t str,
    /// Where it begins.
    start: usize,
    entry: &'t str,
    /// The line and all that is behind it.
    rest: &'t str,
    /// What mends it.
    fix: Option<&'t Fix>,
    /// Whether something else may be read in its place.
    may_be_mended: bool,
}

impl<'t> WrongLine<'t> {
    fn of(text: &'t str, report: &'t Report) -> WrongLine<'t> {
        let first = report.diagnostics.first();
        let start = first.and_then(Diagnostic::place);
        let start = start.map_or(0, |place| place.start as usize);
        let fix = first.and_then(|it| it.fix.as_deref());
        let before = text.get(..start).unwrap_or("");
        let (before, _) = before.split_at(before.rfind('\n').map_or(0, |at| at + 1));
        let behind = text.get(before.len()..).unwrap_or("");
        // Rules that stand alone may have several lines.
        let to = fix.map_or(start, |fix| fix.span.end as usize);
        let last = behind.get(to.saturating_sub(before.len())..);
        let rest = last.map_or(0, |last| {
            last.len() - last.find(['\r', '\n']).unwrap_or(last.len())
        });
        let entry = behind.get(..behind.len() - rest).unwrap_or("");
        let is_whole = fix.is_some_and(|fix| to - fix.span.start as usize >= entry.trim().len());
        let may_be_mended = report.cause() == Cause::Input
            && text.len() <= LONGEST
            && entry.len() <= LONGEST_LINE
            && !is_unfinished(before)
            && (is_whole || !is_unfinished(entry));
        WrongLine {
            before,
            start: before.len(),
            entry,
            rest: behind,
            fix,
            may_be_mended,
        }
    }

    /// The halves of a sentence as one, where it has some.
    fn halves(&self) -> Option<String> {
        let joined = self.entry.replace(';', ",");
        let is_number = |half: &str| half.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let has_number = self.entry.split(';').skip(1).any(is_number);
        (self.may_be_mended && joined != self.entry && !has_number).then_some(joined)
    }
}

impl Shell {
    /// Says what is wrong with the entry at a place, or what it is read as.
    pub(super) fn complain_of(&mut self, entry: Span, report: &Report, out: &mut Out<'_>) {
        let sources = self.book().sources();
        match sources.get(entry.source) {
            Some(source) if !sources.slice(entry).contains('\n') => {
                self.complain(&source.text, report, out);
            }
            _ => self.report(report, out),
        }
    }

    /// Says what is wrong in a text; or, where that can only mean one thing, does it, says so, and returns where that ends.
    pub(super) fn complain(
        &mut self,
        text: &str,
        report: &Report,
        out: &mut Out<'_>,
    ) -> Option<usize> {
        // Places are those of plain signs.
        let text = &*signs::read(text);
        let line = WrongLine::of(text, report);
        let WrongLine { entry, start, .. } = line;
        let end = start + entry.len();
        let is_open = std::mem::take(&mut self.texts.told.is_open);
        if is_open && let Some(end) = self.tell(&line, out) {
            return Some(end);
        }
        // A sentence of two halves is one rule.
        let halves = line.halves();
        let (read, unread) = match self.fixed(&line, halves.clone()) {
            Some((text, true)) => (Some((text, true)), None),
            unread => (None, unread),
        };
        let typo = self.command_meant(entry);
        let is_unknown = typo.is_some() || self.begins_with_nothing(entry);
        let unread = unread.filter(|_| !is_unknown && !is_text_about_a_game(entry));
        let command = || Some((self.as_command(entry).filter(|_| line.may_be_mended)?, true));
        let read = read.or_else(command);
        let read = match line.may_be_mended && read.is_none() {
            true => self.with_start(entry).map(|text| (text, true)),
            false => read,
        };
        let Some((meant, is_read)) = read.or(unread) else {
            if let Some((typed, meant)) = typo {
                let start = start + entry.len() - entry.trim_start().len();
                let place = start..start + typed.len();
                self.complain_of_command(meant, place, (&typed, report), out);
                return Some(end);
            }
            if !is_open && let Some(end) = self.tell(&line, out) {
                return Some(end);
            }
            if is_unfinished(line.before) {
                self.current = Current::Unread;
            }
            self.note_unread(entry);
            if let Some(joined) = &halves
                && self.complain_of_both(joined, out)
            {
                return Some(end);
            }
            let is_said = self.complain_of_whole(&line, halves.is_some(), report, out);
            return is_said.then_some(end);
        };
        self.do_instead(&line, entry, (&meant, is_read), out);
        if is_read && meant.starts_with(Word::Game.text()) {
            self.texts.told.text = format!("{}\n", entry.trim());
        }
        Some(end)
    }

    /// Does what is meant by a part of a text, and says what that is.
    fn do_instead(
        &mut self,
        line: &WrongLine<'_>,
        said: &str,
        (meant, is_read): (&str, bool),
        out: &mut Out<'_>,
    ) {
        if let Some(unclear) = self.last_stays(said, meant) {
            self.note_unread(said);
            self.refuse(unclear, out);
            return;
        }
        match is_read {
            true => {
                let read_as = format!("read as {}", meant.trim());
                out.complain(self.look().faint(read_as).to_string(), Exit::Fine);
            }
            false => self.note_unread(said),
        }
        let number = line.before.lines().count();
        self.between(|shell| shell.run(meant, number, out));
    }

    /// The line with its fix, or the halves of a sentence as one, and whether that can be read.
    fn fixed(&mut self, line: &WrongLine<'_>, halves: Option<String>) -> Option<(String, bool)> {
        let fix = line.fix.filter(|_| line.may_be_mended);
        let mended = fix.and_then(|fix| self.mended(fix.within(line.entry, line.start)?));
        let mended = mended.filter(|(meant, _)| !self.gives_anew(meant));
        mended
            .filter(|(meant, is_read)| *is_read || halves.is_none() && meant != line.entry)
            .or_else(|| self.mended(halves?).filter(|(_, is_read)| *is_read))
    }

    /// Does what a text about a game says that has several lines: those before, this one, and as many of those behind as are read with it;
    /// returns where it ends.
    fn tell(&mut self, line: &WrongLine<'_>, out: &mut Out<'_>) -> Option<usize> {
        let told = std::mem::take(&mut self.texts.told.text);
        if !line.may_be_mended || !is_plain(line.entry) {
            return None;
        }
        let mut end = line.entry.len();
        let mut ends = vec![end];
        let behind = line.rest.get(end..).unwrap_or("").split_inclusive('\n');
        for line in behind.take(MOST_LINES).take_while(|line| is_plain(line)) {
            end += line.len();
            ends.push(end);
        }
        let found = ends.into_iter().rev().find_map(|end| {
            let text = format!("{told}{}", line.rest.get(..end)?);
            let text = text.trim();
            let has_lines = text.len() <= LONGEST_LINE && text.contains('\n');
            let meant = self.with_start(text).filter(|_| has_lines)?;
            // Of two lines that are rules each may be a game.
            let is_rule = |line: &&str| self.is_rule(line);
            let is_one = text.lines().filter(is_rule).count() <= 1;
            let next = line.rest.get(end..)?.trim_start_matches(['\r', '\n', ' ']);
            let is_all = is_one && !self.goes_on(next.lines().next().unwrap_or(""));
            is_all.then(|| (text.to_owned(), meant, end))
        });
        let Some((text, meant, end)) = found else {
            // What follows may go on with it.
            let told = format!("{told}{}\n", line.entry.trim());
            let is_open = told.len() <= LONGEST_LINE;
            self.texts.told = Told {
                text: if is_open { told } else { String::new() },
                is_open,
            };
            return None;
        };
        self.do_instead(line, &text, (&meant, true), out);
        self.texts.told.text = text + "\n";
        Some(line.start + end)
    }

    /// Complains of a line as a whole where that says more than what is wrong at a place of it, and is true; else of that place.
    fn complain_of_whole(
        &mut self,
        line: &WrongLine<'_>,
        has_halves: bool,
        report: &Report,
        out: &mut Out<'_>,
    ) -> bool {
        let WrongLine { entry, start, .. } = *line;
        let written = reference::phrase(entry);
        let first = report.diagnostics.first();
        // Without its second half a sentence is another game.
        let is_game = |it: &Diagnostic| {
            let fix = it.fix.as_ref();
            fix.is_some_and(|fix| fix.text.starts_with(Word::Game.text()))
        };
        let is_half = has_halves && first.is_some_and(is_game);
        let is_slip = first.is_some_and(|it| it.fix.is_some());
        let asks = unread_question(entry).filter(|_| !is_slip || self.begins_with_nothing(entry));
        let is_whole = is_half
            || number_alone(entry).is_some()
            || self.begins_with_nothing(entry)
            || written.is_some()
            || asks.is_some()
            || is_text_about_a_game(entry)
            || is_prose(entry) && !first.is_some_and(is_told)
            || is_sentence(entry) && !tokens(entry).any(is_of_the_language);
        let wrong = first.and_then(Diagnostic::place).filter(|_| is_whole);
        let Some(Span { source, .. }) = wrong else {
            self.report(report, out);
            return false;
        };
        let whole = || whole_text(Span::new(source, start, start + entry.len()));
        let error = match (written, asks) {
            (Some(written), _) => whole().help(format!("the phrase book has it: `{written}`")),
            (None, Some(asks)) => whole().help(asks),
            (None, None) => refused(entry, source, start, ":describe"),
        };
        self.refuse(error, out);
        true
    }

    /// Asks a mistyped command back.
    fn complain_of_command(
        &mut self,
        meant: &str,
        place: Range<usize>,
        (entry, report): (&str, &Report),
        out: &mut Out<'_>,
    ) {
        let wrong = report.diagnostics.first().and_then(Diagnostic::place);
        let mut error = no_command(entry, Some(meant));
        if let Some(Span { source, .. }) = wrong {
            error = error.label(Span::new(source, place.start, place.end), "");
        }
        self.refuse(error, out);
    }

    /// The first word, and the command that it is a slip of, where numbers and games stand behind it.
    fn command_meant(&self, entry: &str) -> Option<(String, &'static str)> {
        let words = words_of(entry)?;
        let (first, rest) = words.split_first()?;
        let is_said = |word: &&str| {
            let book = self.book();
            number(word).is_some() || book.defines(word) || book.is_bundled(word)
        };
        let is_new = !self.begins_here(first) && Query::by_name(first).is_none();
        let games = self.book().game_names();
        let is_game = nearest(first, games.iter().map(String::as_str)).is_some();
        let meant = nearest(
            first,
            COMMANDS.iter().map(|it| it.name.trim_start_matches(':')),
        )?;
        let is_query = Query::ALL.iter().map(|query| query.name());
        let is_query = nearest(first, is_query).is_some();
        (is_new && !is_game && !is_query && rest.iter().all(is_said))
            .then(|| ((*first).to_owned(), meant))
    }

    /// Whether a word is a name or a word of the language.
    fn begins_here(&self, word: &str) -> bool {
        self.book().defines(word) || Word::of(word).is_some() || is_command(word)
    }

    /// Whether plain words begin with one that nothing is called, nor is anything like it: they are no call.
    fn begins_with_nothing(&self, entry: &str) -> bool {
        let words = words_of(entry).unwrap_or_default();
        let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
        let [first, second, ..] = words.as_slice() else {
            return false;
        };
        let topics = topics();
        let games = self.book().game_names();
        let known = || {
            let topics = topics.iter().map(|topic| topic.trim_start_matches(':'));
            topics.chain(games.iter().map(String::as_str))
        };
        // `foo 5` is a position of what is not defined.
        is_word(first)
            && (is_word(second) || *first == "next")
            && !self.book().defines(first)
            && !known().any(|name| name == *first)
            && nearest(first, known()).is_none()
    }

    /// Complains of a sentence of two halves that says more than can be read, and is true; `false`: something else is wrong.
    fn complain_of_both(&mut self, joined: &str, out: &mut Out<'_>) -> bool {
        let asked = self.book().ask_about(self.texts.name, joined);
        let (_, complaints) = parse_entries(asked.id(), joined);
        let is_unclear = |it: &Diagnostic| it.mistake == Some(Mistake::Unclear);
        if let Some(unclear) = complaints.into_iter().find(is_unclear) {
            self.refuse(unclear, out);
            return true;
        }
        false
    }

    /// Whether a line that says how play ends belongs to the text about a game before it.
    pub(super) fn ends_a_text(&mut self, text: &str, line: &str) -> bool {
        let told = &self.texts.told.text;
        // Behind a game of one line it is a question about that.
        let is_told = text.trim().is_empty() && told.lines().count() > 1;
        let text = format!("{}{line}", if is_told { told } else { text });
        let text = text.trim();
        let may_be = text.len() <= LONGEST_LINE && text.contains('\n') && is_plain(text);
        let meant = may_be.then(|| self.with_start(text)).flatten();
        meant.is_some_and(|meant| meant.starts_with(Word::Game.text()))
    }

    /// Whether a line may say more of the game that is told before it.
    fn goes_on(&mut self, line: &str) -> bool {
        let is_text = words_of(line).is_some_and(|words| words.len() >= FEW_WORDS);
        is_text && !is_question(line) && !self.is_rule(line)
    }

    /// Whether a line is a game where it stands alone.
    fn is_rule(&mut self, line: &str) -> bool {
        let line = line.trim();
        let read = self.mended(line.to_owned());
        let read = read.filter(|(_, is_read)| *is_read).map(|(text, _)| text);
        let read = read.or_else(|| self.with_start(line));
        read.is_some_and(|text| text.starts_with(Word::Game.text()))
    }

    /// What to say of a text that speaks of the last stone where that may stay.
    fn last_stays(&mut self, entry: &str, meant: &str) -> Option<Diagnostic> {
        let limits = self.session.settings_mut().limits.clone();
        let mut book = Rulebook::new(Arc::clone(&self.world), limits.clone());
        let game = meant.lines().next()?;
        if !game.starts_with(Word::Game.text()) || book.add(self.texts.name, game).is_err() {
            return None;
        }
        last_stays(entry, &book, &limits)
    }

    /// A text about a game that says which piles it begins with: the game, and the question about these piles.
    fn with_start(&mut self, entry: &str) -> Option<String> {
        let (piles, rest) = start_of(entry).unwrap_or_else(|| (Vec::new(), entry.to_owned()));
        let sizes = piles
            .iter()
            .map(u64::to_string)
            .collect::<Vec<String>>()
            .join(" ");
        if let Some(named) = bundled_game(&rest).filter(|_| !piles.is_empty()) {
            return Some(format!(":solve {named} {sizes}"));
        }
        let mut texts = vec![joined(&rest), rest];
        texts.retain(|text| text != entry);
        let is_game = |text: &String| text.starts_with(Word::Game.text());
        let mut read = texts.into_iter().filter_map(|text| self.mended(text));
        let (game, _) = read.find(|(text, is_read)| *is_read && is_game(text))?;
        if piles.is_empty() {
            return Some(game);
        }
        Some(format!("{}\n:solve {sizes}", game.trim()))
    }

    /// An entry with the fixes of what is wrong with it, and whether it can be read so. `None`: there is more than slips.
    fn mended(&mut self, text: String) -> Option<(String, bool)> {
        mended(text, |text| {
            let asked = self.book().ask_about(self.texts.name, text);
            let (entries, complaints) = parse_entries(asked.id(), text);
            let is_read = match (complaints.into_iter().next(), entries.as_slice()) {
                (Some(complaint), _) => Err(vec![complaint]),
                (None, [Entry::Item(item)]) => {
                    self.check(item).map_err(|report| report.diagnostics)
                }
                (None, asked) => {
                    let asked = asked.iter().map(|entry| match entry {
                        Entry::Expr(expr) => Some(expr),
                        Entry::Item(_) => None,
                    });
                    let asked: Option<Vec<&Expr>> = asked.collect();
                    let asked = asked.filter(|asked| !asked.is_empty()).ok_or(None)?;
                    let mut asked = asked.into_iter();
                    let ask = |shell: &mut Shell, expr| shell.session.question_of(expr).map(|_| ());
                    asked
                        .try_for_each(|expr| self.with_classics(|shell| ask(shell, expr)))
                        .map_err(|report| report.diagnostics)
                }
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

    /// Whether a text gives a value to a name that has one: `a = 3` may compare them.
    fn gives_anew(&self, text: &str) -> bool {
        let given = text.strip_prefix(Word::Let.text());
        let name = given.and_then(|rest| rest.split_once(" = "));
        name.is_some_and(|(name, _)| self.book().defines(name.trim()))
    }

    /// `solve nim 5 9`, `quit()`: a line that begins with a command.
    fn as_command(&self, line: &str) -> Option<String> {
        let line = line.trim();
        if let Some(topic) = line.strip_prefix('?') {
            return Some(format!(":help {}", topic.trim()));
        }
        let line = line.strip_prefix("nimrule ").unwrap_or(line).trim_start();
        if let Some(asked) = self.of_classic(line) {
            return Some(asked);
        }
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
        let rest = line.get(word.len()..)?;
        let is_command = is_command(word) && !self.book().defines(word);
        match rest {
            "()" | "" if is_command => Some(format!(":{word}")),
            rest if is_command && rest.starts_with(' ') => {
                let rest = rest.trim_start();
                let of = ["of ", "for "].iter().find_map(|of| rest.strip_prefix(of));
                let rest = of.unwrap_or(rest).replace(" up to ", " --to ");
                Some(format!(":{word} {rest}"))
            }
            _ => None,
        }
    }

    /// `Euclid's game 13 8`, `silver dollar`: a line that begins with what people call a bundled game.
    fn of_classic(&self, line: &str) -> Option<String> {
        let words = words_of(line)?;
        (1..=words.len().min(LONGEST_NAME)).rev().find_map(|count| {
            let (called, rest) = words.split_at_checked(count)?;
            let name = bundled_game(&called.join(" "))?;
            let is_number = |word: &&str| number(word).is_some();
            let is_meant = rest.iter().all(is_number) && count + rest.len() > 1;
            is_meant.then(|| match rest {
                [] => format!(":describe {name}"),
                sizes => format!(":solve {name} {}", sizes.join(" ")),
            })
        })
    }

    /// Of rules that were not read nothing is asked, and of another game they are not meant: a text is one about rules that asks nothing
    /// and is no expression.
    fn note_unread(&mut self, entry: &str) {
        let first = tokens(entry).next();
        let first = first.map_or("", |token| token.text(entry));
        let word = Word::of(&first.to_ascii_lowercase());
        let is_game = word == Some(Word::Game)
            || entry.contains('{') && word != Some(Word::Let) && Query::by_name(first).is_none();
        let begins_rule = word.is_some_and(|word| word.is(Role::Statement));
        let words = || {
            let words = entry.split(|c: char| !c.is_alphanumeric());
            words.filter(|word| word.starts_with(char::is_alphabetic))
        };
        let count = words().count();
        let has_number = tokens(entry).any(|token| token.kind == TokenKind::Number);
        let is_plain = !entry.contains(['(', '[', '=', '+', '*', '/', '<', '>']);
        let games = [self.book().game_names(), self.book().bundled().to_vec()].concat();
        let names_game = |word: &str| nearest(word, games.iter().map(String::as_str)).is_some();
        let is_sentence = match count {
            0 => false,
            _ if count >= WORDS_OF_A_RULE => true,
            _ if count >= FEW_WORDS => is_plain,
            // Not `kayls 5`.
            _ => is_plain && has_number && !words().next().is_some_and(names_game),
        };
        // Of another script nothing is read.
        let is_foreign = words().any(|word| !word.is_ascii());
        let is_rule = begins_rule || is_sentence || is_foreign;
        if is_game || entry.contains("->") || is_rule && !is_question(entry) {
            self.current = Current::Unread;
        }
    }
}

/// Whether a text has no signs of rules.
fn is_plain(text: &str) -> bool {
    !text.contains(['{', '[', '"', '#']) && !text.contains("->")
}

/// Whether a line asks something, or is meant to.
fn is_question(line: &str) -> bool {
    // `all winning moves from nim 1 2 4`
    let is_all = |word: &&str| word.eq_ignore_ascii_case(Word::All.text());
    let mut words = line.split_whitespace().skip_while(is_all);
    let first = words.next().unwrap_or("");
    let first = first.trim_end_matches(['?', ',']).to_ascii_lowercase();
    let second = words.next().unwrap_or("");
    // `first player takes 1` and `draw 1 to 3 cards` are about rules.
    let of_rules = first.len() == 1 && first != "i"
        || second.starts_with("player")
        || first == "what" && Word::of(second) == Some(Word::If)
        || Word::of(&first) == Some(Word::Draw) && number(second).is_some();
    if of_rules {
        return false;
    }
    ASKING.split(' ').any(|word| word == first)
        || Query::by_name(&first).is_some()
        || is_command(&first)
        || begins_a_row(&first)
}

/// A question in words that is none of the rows.
fn unread_question(line: &str) -> Option<&'static str> {
    let words = words_of(line).unwrap_or_default();
    if let [.., count, piles] = words.as_slice()
        && is_question(line)
        && number(count).is_some()
        && is_pile(&piles.to_ascii_lowercase())
    {
        return Some("how large are the piles? Say their sizes, as in `who wins 3 4 5`");
    }
    let is_plain = words_of(line).is_some_and(|words| words.len() > 1);
    (is_plain && is_question(line)).then_some(
        "questions that are read: `who wins 21`, `best move from 21`, `why`, `losing positions up to 50`, `values up to 40`, \
         `is it periodic`, `is there a pattern`, `plot`, `export to python`; `:help queries` has more",
    )
}

/// Whether there are words beside a number, and nothing else.
fn is_sentence(line: &str) -> bool {
    let is_number = |word: &&str| number(word).is_some();
    words_of(line).is_some_and(|words| words.len() >= FEW_WORDS && words.iter().any(is_number))
}

/// Whether a word begins something in rules.
fn is_of_the_language(token: Token) -> bool {
    let begins = |word: Word| word.is(Role::Statement) || word.is(Role::Item);
    token.keyword().is_some_and(begins)
}

/// Whether a line is rather a text about a game than a rule or a question.
fn is_text_about_a_game(line: &str) -> bool {
    let is_plain = !line.contains(['{', '(', '[', '=', '"', '#']);
    let words = line.split_whitespace();
    let words = words.filter(|word| word.starts_with(char::is_alphabetic));
    is_plain && words.count() >= WORDS_OF_A_TEXT
}

/// How many words without brackets, numbers aside, are a text.
const WORDS_OF_A_TEXT: usize = 16;

/// What else questions begin with, beside the queries.
const ASKING: &str = "who what which how why when where is are does do can could should would will show list help first next tell give compare i let please";

/// So many words are about a rule, whatever signs stand between them.
const WORDS_OF_A_RULE: usize = 5;

/// The fewest words of a sentence.
const FEW_WORDS: usize = 3;
