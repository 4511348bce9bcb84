//! The words of a command: which of them are the rules, and what is asked of these.

use std::path::Path;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::app::bundled;
use crate::app::command::classics::FIRST_GAME;
use crate::app::command::codes::{code, is_base};
use crate::app::command::near::{is_prose, is_told, number_alone, refused};
use crate::app::command::said::{count_of_piles, joined, number_apart, says_last_stone, start_of};
use crate::app::command::spoken::is_pile;
use crate::app::command::usage::wrong;
use crate::app::disk::{self, ENDING};
use crate::query::{Session, Settings};
use crate::rules::Rulebook;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{LONGEST_SENTENCE, NAMELESS, Role, Word, parse_entries};
use crate::text::diagnostic::{Diagnostic, Fix, Mistake, Report};
use crate::text::source::{SourceId, Sources, Span};
use crate::text::words::{is_among, noun};
use crate::work::budget::{Budget, Limits};
use crate::work::distinct;
use crate::work::world::World;

/// The rules that a question is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules {
    /// Those of a file, of `-` or of a bundled game.
    File(String),
    /// Those that are written there, with a name for complaints.
    Text { name: String, text: String },
    /// None were named: those of the prompt, and the bundled games by their names.
    Here,
}

/// Takes the rules off the words of a command, where an option did not give them. The first word is a file, else a bundled game,
/// else a code, else a part of the question.
pub fn rules(words: &mut Vec<String>, given: Option<&str>) -> Result<Rules, Diagnostic> {
    if let Some(text) = given {
        let is_in =
            |word: &String| tokens(text).any(|token| token.text(text).trim_matches('"') == word);
        if let Some(first) = words.first()
            && !is_in(first)
            && (bundled::text(first).is_some() || Path::new(first).is_file())
        {
            let message = format!("`{first}` and `-e` are both rules");
            return Err(wrong(message, "leave one of them out"));
        }
        let name = WRITTEN.to_owned();
        return Ok(Rules::Text {
            name,
            text: whole(text),
        });
    }
    let Some(first) = words.first().cloned() else {
        return Ok(Rules::Here);
    };
    if first.trim().is_empty() {
        let help = "name a file or a game, or leave the word out";
        return Err(wrong("the first word is empty", help));
    }
    let exists = std::fs::symlink_metadata(&first).is_ok();
    let bundled = bundled::text(&first);
    if let Some(text) = bundled
        && !exists
        && let Some(second) = words.get(1)
        && bundled::text(second).is_some()
        && !names(text).any(|name| name == second)
    {
        // Bundled games side by side, none of which is the file of the others.
        return Ok(Rules::Here);
    }
    if first == "-" || exists || bundled.is_some() {
        words.remove(0);
        return Ok(Rules::File(first));
    }
    if let Some((file, game)) = first.split_once(':')
        && Path::new(file).is_file()
    {
        let help = format!("a game stands behind its file, a blank between them: `{file} {game}`");
        return Err(wrong(format!("`{first}` is not a file"), help));
    }
    // The shell cuts `octal 0.77` in two.
    let pair = words.get(1).map(|second| format!("{first} {second}"));
    let pair = pair.filter(|_| is_base(&first));
    for (count, text) in [(1, Some(first.clone())), (2, pair)] {
        if let Some(code) = text.as_deref().and_then(code) {
            words.drain(..count);
            let name = code.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            let text = format!("game {name} {{ {code} }}");
            return Ok(Rules::Text { name: code, text });
        }
    }
    let word = tokens(&first).next().and_then(|token| token.keyword());
    let next = tokens(&first).nth(1).map(|token| token.text(&first));
    // `misere(nim)[5]` and `octal 0.77[5]` are positions.
    let is_rule = |word: Word| match word {
        Word::Misere => next != Some("("),
        Word::Octal | Word::Hex => false,
        word => word.is(Role::Statement),
    };
    // Where no braces stand around it, an arrow is that of a move.
    let is_move = first.contains("->") && !first.contains('{');
    let is_text = is_move || defines_game(&first) || is_said(&first);
    if next.is_some() && (word.is_some_and(is_rule) || is_text) {
        words.remove(0);
        return Ok(Rules::Text {
            name: "rules".to_owned(),
            text: whole(&first),
        });
    }
    match is_name_of_a_file(&first) {
        true if next.is_none() && word.is_some_and(is_rule) => {
            let written = words.join(" ");
            let help = format!("rules stand in quotes behind `-e`: `-e '{written}'`");
            Err(wrong(format!("`{first}` begins a rule"), help))
        }
        true => Err(disk::missing(&first)),
        false => Ok(Rules::Here),
    }
}

/// Whether a bundled game is what rules that an option gives say, as in `Nim with piles 3, 5 and 7`, or words about misère play, as in
/// `kayles 5 4 misere`. Then the words name it.
pub fn name_bundled(words: &mut Vec<String>, given: Option<&str>) -> bool {
    let is_misere = |word: &String| word.to_lowercase().replace('è', "e") == Word::Misere.text();
    let (said, replaced) = match given {
        Some(text) => (text.to_owned(), 0),
        None if words.iter().any(is_misere) => (words.join(" "), words.len()),
        None => return false,
    };
    match bundled_position(&said) {
        Some(named) => {
            words.splice(..replaced, named);
            true
        }
        None => false,
    }
}

/// Whether a word of a command is the text of a file with a game in it: `game g { take 1..3 }`.
fn defines_game(word: &str) -> bool {
    let mut found = tokens(word).peekable();
    let is_item = |token: &Token| token.keyword().is_some_and(|word| word.is(Role::Item));
    found.peek().is_some_and(is_item)
        && word.contains('{')
        && std::iter::from_fn(|| Some((found.next()?, *found.peek()?))).any(|(token, next)| {
            token.keyword() == Some(Word::Game) && next.kind == TokenKind::Name
        })
}

/// Whether a word of a command is a sentence about moves that is read as a game, as in `remove 1 or 2`.
fn is_said(word: &str) -> bool {
    let is_game = |said: &str| sentence(said).is_some_and(|text| text.starts_with(&before()));
    let is_long = word.len() > LONGEST_TEXT || !word.contains(' ');
    !is_long && (is_game(word) || start_of(word).is_some_and(|(_, rest)| is_game(&rest)))
}

/// What is said where no rules are named and some are needed.
pub fn needed() -> Diagnostic {
    wrong(
        "which rules? a FILE is needed",
        "name a file, a bundled game such as kayles (`nimrule games` lists them) or a code such as 0.77, or write \
         `-e 'take 1..3'`; `survey --octal 2` has games of its own",
    )
}

/// A word that is a file but could be a bundled game, a code or a pile.
pub fn has_two_meanings(word: &str) -> bool {
    let is_pile = word.parse::<i64>().is_ok();
    (bundled::text(word).is_some() || code(word).is_some() || is_pile) && Path::new(word).is_file()
}

/// Whether a word can only be meant as a file or a bundled game: it is neither piles nor an expression.
fn is_name_of_a_file(word: &str) -> bool {
    if Word::of(word).is_some_and(|word| word.is(Role::Value)) {
        return false;
    }
    let begins = |c: char| c.is_alphabetic() || matches!(c, '_' | '.' | '/' | '~');
    let goes_on = |c: char| c.is_alphanumeric() || "_.-/\\~".contains(c);
    let ends = Path::new(word).extension().is_some_and(|it| it == ENDING);
    ends || word.starts_with(begins) && word.chars().all(goes_on)
}

/// The text of rules that may be the inside of a game alone.
fn whole(text: &str) -> String {
    let mut depth = 0_usize;
    let found: Vec<Token> = tokens(text).collect();
    let defines = found.iter().enumerate().any(|(at, token)| {
        depth = token.depth_behind(depth);
        // `Grundy's game: …` is none, nor is `two players play a game with n stones`.
        let is_name = |at: usize| found.get(at).map(|token| token.kind == TokenKind::Name);
        let begins = |at: usize| found.get(at).is_some_and(|token| token.text(text) == "{");
        let is_named = || {
            let is_said = at > 0 && is_name(at - 1) == Some(true) && !begins(at + 2);
            let is_misnamed = at == 0 && begins(at + 2);
            is_misnamed || is_name(at + 1) != Some(false) && !is_said
        };
        match token.keyword() {
            Some(Word::Game) => depth == 0 && is_named(),
            Some(Word::Use | Word::Expect) => depth == 0,
            _ => false,
        }
    });
    match defines || is_of_values(&found) {
        true => text.to_owned(),
        // A comment ends with its line.
        false if text.contains('#') => format!("{}{text}\n}}", before()),
        false => format!("{}{text} }}", before()),
    }
}

/// Whether a text begins with `let` and has no statement, but may be games that stand for themselves: `let k = octal 0.77`.
fn is_of_values(found: &[Token]) -> bool {
    let is_let = |token: &Token| token.keyword() == Some(Word::Let);
    let (mut depth, mut before) = (0_usize, None);
    let states = |token: &Token| {
        let is_inside = depth > 0;
        depth = token.depth_behind(depth);
        let is_operand = matches!(before.replace(token.kind), Some(TokenKind::Operator));
        !is_inside
            && !is_operand
            && !is_let(token)
            && token.keyword().is_some_and(|word| word.is(Role::Statement))
    };
    found.first().is_some_and(is_let) && !found.iter().any(states)
}

/// What is put before rules that have no game around them.
fn before() -> String {
    format!("game {NAMELESS} {{ ")
}

/// What was typed in the game that was put around it; `None`: none was.
fn inside(text: &str) -> Option<&str> {
    text.strip_prefix(&before())?.strip_suffix(" }")
}

/// Complaints about rules of the command line, without the game that was put around them.
pub fn as_typed(report: &mut Report) {
    let before = before();
    let labels = report.diagnostics.iter().flat_map(|it| &it.labels);
    let is_wrapped = |id: &SourceId| {
        let source = report.sources.get(*id);
        source.is_some_and(|it| it.name == WRITTEN && it.text.starts_with(&before))
    };
    let wrapped = labels.map(|label| label.span.source).filter(is_wrapped);
    for id in distinct(wrapped.collect()) {
        let length = report.sources.get(id).map_or(0, |it| it.text.len());
        let inside = before.len()..length.saturating_sub(" }".len()).max(before.len());
        report.sources.cut(id, inside.clone());
        let moved = |at: u32| (at as usize).clamp(inside.start, inside.end) - inside.start;
        let spans = report.diagnostics.iter_mut();
        let spans = spans.flat_map(Diagnostic::spans_mut);
        for span in spans.filter(|span| span.source == id) {
            *span = Span::new(id, moved(span.start), moved(span.end));
        }
    }
}

/// The name of rules that an option gives.
const WRITTEN: &str = "-e";

pub struct Loaded {
    pub book: Rulebook,
    /// What is not wrong but probably not meant.
    pub warnings: Report,
    /// Typed rules with slips, as they can only be meant.
    pub read_as: Option<String>,
    /// The piles that typed rules begin with, where they say that.
    pub start: Vec<String>,
    /// How many piles typed rules speak of, where they say only that.
    pub count: Option<usize>,
}

/// No longer text is one about a game in several sentences.
const LONGEST_TEXT: usize = 4 * LONGEST_SENTENCE;

/// How many slips of one text are mended.
const MOST_FIXES: usize = 10;

impl Loaded {
    /// Leaves only the warnings about what a question needs that names these words; one that names nothing is about all games.
    pub fn warn_of<'w>(&mut self, asked: impl IntoIterator<Item = &'w String>) {
        let asked: Vec<&String> = asked.into_iter().collect();
        let piles = asked.iter().filter(|word| word.parse::<u64>().is_ok());
        let piles = piles.count();
        let other_piles = self.count.filter(|count| piles > 0 && *count != piles);
        let asked: HashSet<&str> = asked.into_iter().flat_map(|text| names(text)).collect();
        let needed = self.book.needed(&asked);
        let sources = &self.warnings.sources;
        self.warnings.diagnostics.retain(|warning| {
            warning.place().is_none_or(|place| {
                // The question uses what it names.
                let is_used = warning.mistake == Some(Mistake::Unused)
                    && asked.contains(sources.slice(place));
                !is_used && needed.iter().any(|span| span.holds(place))
            })
        });
        if let Some(count) = other_piles {
            let said = noun(count, "pile", "piles");
            let message = format!("the rules speak of {count} {said}, and the question of {piles}");
            let told = Diagnostic::warning("other_piles", message);
            self.warnings.diagnostics.push(told);
        }
    }
}

/// The names in a question.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let names = tokens(text).filter(|token| token.kind == TokenKind::Name);
    names.map(|name| name.text(text))
}

impl Rules {
    /// The game that is meant where none is named: that of a code is called by it.
    pub fn usual(&self) -> Option<&str> {
        match self {
            Rules::Here => Some(FIRST_GAME),
            Rules::Text { name, .. } if code(name).is_some() => Some(name),
            Rules::File(_) | Rules::Text { .. } => None,
        }
    }

    /// Reads and checks them into a rulebook of their own.
    pub fn load(&self, world: Arc<dyn World>, limits: &Limits) -> Result<Loaded, Report> {
        let mut book = Rulebook::new(Arc::clone(&world), limits.clone());
        let warnings = match self {
            Rules::File(file) => {
                let text = world.open(file, &mut Budget::start(limits))?;
                let name = if file == "-" { "<stdin>" } else { file };
                book.add(name, &text)?
            }
            Rules::Text { name, text } => typed(&mut book, name, text)?,
            Rules::Here => book.report(Vec::new()),
        };
        Ok(Loaded {
            book,
            warnings,
            read_as: None,
            start: Vec::new(),
            count: None,
        })
    }

    /// The same, but that typed rules are read as they can only be meant.
    pub fn load_as_meant(&self, world: Arc<dyn World>, limits: &Limits) -> Result<Loaded, Report> {
        let loaded = self.load(Arc::clone(&world), limits);
        match (self, loaded) {
            (Rules::Text { text, .. }, Err(wrong)) => {
                let new = || Rulebook::new(Arc::clone(&world), limits.clone());
                if let Some(unclear) = several_texts(text, new) {
                    return Err(new().report(vec![unclear]));
                }
                let loaded = as_meant(text, &wrong, new).ok_or_else(|| refusal(text, wrong))?;
                match last_stays(text, &loaded.book, limits) {
                    Some(unclear) => Err(loaded.book.report(vec![unclear])),
                    None => Ok(loaded),
                }
            }
            (_, loaded) => loaded,
        }
    }
}

/// What to say of a text that speaks of the last stone where a pile has no move though there are stones.
pub fn last_stays(text: &str, book: &Rulebook, limits: &Limits) -> Option<Diagnostic> {
    if !says_last_stone(text) {
        return None;
    }
    let settings = Settings::default().with_limits(limits.clone());
    let mut session = Session::new(book.clone(), settings).ok()?;
    let stuck = format!("[n for n in 1..{FEW} where len(moves({NAMELESS}[n])) == 0]");
    // Of other piles than numbers nobody says how many stones are left.
    let answer = session.eval_text("<last stone>", &stuck).ok()?;
    let first = answer.value.each().next()?;
    let message = format!("a pile of {first} has no move, so that its last stone is never taken");
    let error = Diagnostic::error("unclear", message).mistake(Mistake::Unclear);
    Some(error.help(
        "say how play ends, as in `whoever cannot move loses`; where that wins it is `misere`",
    ))
}

/// Piles of so many stones tell whether some have no move.
const FEW: u64 = 12;

/// Typed rules as they can only be meant, where that is all that is wrong with them.
fn as_meant(text: &str, wrong: &Report, new: impl Fn() -> Rulebook) -> Option<Loaded> {
    let said = inside(text).filter(|said| said.len() <= LONGEST_TEXT);
    let first = fix(wrong).filter(|_| said.and_then(number_apart).is_none());
    let first = first.and_then(|fix| fix.within(text, 0));
    let whole = said.and_then(sentence);
    let start = said.and_then(start_of);
    let behind = start.as_ref().and_then(|(_, rest)| sentence(rest));
    let texts = [(first, false), (whole, false), (behind, true)];
    texts.into_iter().find_map(|(text, is_behind)| {
        let (text, (book, warnings)) = mended(text?, |text| {
            let mut book = new();
            let read = typed(&mut book, WRITTEN, text);
            read.map(|warnings| (book, warnings))
                .map_err(|wrong| fix(&wrong))
        })?;
        let start = start.iter().filter(|_| is_behind);
        let piles = start.flat_map(|(piles, _)| piles.iter().map(u64::to_string));
        Some(Loaded {
            book,
            warnings,
            read_as: Some(text),
            start: piles.collect(),
            count: said.and_then(count_of_piles),
        })
    })
}

/// What to say of several sentences, each on a line of its own and with a full stop or a blank line behind it, of which more than one
/// is a rule.
fn several_texts(text: &str, new: impl Fn() -> Rulebook + Copy) -> Option<Diagnostic> {
    let said = inside(text)?.replace("\r\n", "\n").replace(".\n", "\n\n");
    let is_rule = |part: &str| {
        let text = whole(part);
        match typed(&mut new(), WRITTEN, &text) {
            Ok(_) => true,
            Err(wrong) => as_meant(&text, &wrong, new).is_some(),
        }
    };
    let parts: Vec<&str> = said
        .split("\n\n")
        .filter(|part| !part.trim().is_empty())
        .collect();
    let is_short = said.len() <= LONGEST_SENTENCE && (2..=MOST_FIXES).contains(&parts.len());
    let count = parts
        .into_iter()
        .filter(|part| is_short && is_rule(part))
        .count();
    (count > 1).then(|| {
        let message = "is this one game, or are there several?";
        Diagnostic::ambiguous(message).help(
            "of one game write the moves on one line, as in `take 1..2  split into 2`; of several ask one by one",
        )
    })
}

/// The bundled game that words name and its piles, as in `Nim with piles 3, 5 and 7` and `kayles 5 4 misere`, or a code.
fn bundled_position(said: &str) -> Option<Vec<String>> {
    let said = said.trim_end_matches(['?', '.']);
    if let Some((said, ending)) = said.split_once(". ") {
        // A sentence behind the name says how the last move counts, or else it is another rule.
        let read = sentence(&format!("take any. {ending}"))?;
        let rest = inside(&read)?.trim().strip_prefix("take any")?.trim();
        let said = match Word::of(rest) {
            Some(Word::Misere) => format!("{said} {}", Word::Misere),
            None if rest.is_empty() => said.to_owned(),
            _ => return None,
        };
        return bundled_position(&said);
    }
    if code(said).is_some() {
        return Some(vec![said.to_owned()]);
    }
    let is_sign = |c: char| !c.is_alphanumeric() && !matches!(c, ' ' | ',' | '\'');
    let (piles, rest) = match start_of(said) {
        Some((piles, rest)) => (piles.iter().map(u64::to_string).collect(), rest),
        None if said.contains(is_sign) => return None,
        None => {
            let lower = said.to_lowercase();
            let words: Vec<&str> = lower.split([' ', ',']).collect();
            let is_number = |word: &str| word.parse::<u64>().is_ok();
            // `nim with 3 heaps` says only how many there are, and `kayles and nim` are two games.
            let is_unclear = |pair: &[&str]| {
                let [first, second] = pair else { return false };
                is_number(first) && is_pile(second)
                    || !is_number(first) && !first.is_empty() && *second == Word::And.text()
            };
            if words.windows(2).any(is_unclear) {
                return None;
            }
            let words = words.into_iter();
            let words = words.filter(|word| !is_among(word, AROUND_PILES));
            let (piles, rest): (Vec<&str>, Vec<&str>) = words.partition(|word| is_number(word));
            let piles: Vec<String> = piles.into_iter().map(str::to_owned).collect();
            (piles, rest.join(" "))
        }
    };
    Some(std::iter::once(bundled_game(&rest)?).chain(piles).collect())
}

/// Words that name neither a game nor its piles.
const AROUND_PILES: &str = "and heap heaps in of pile piles rows who wins with";

/// The bundled game that words name, maybe in misère play, as in `misère nim` and `Fibonacci nim`.
pub fn bundled_game(said: &str) -> Option<String> {
    let said = said.to_lowercase().replace('è', "e");
    // `Dawson's chess` is `dawsons_chess`, and `Grundy's game` is `grundy`.
    [said.replace('\'', ""), said.replace("'s", "")]
        .iter()
        .find_map(|said| bundled_as_written(said))
}

fn bundled_as_written(said: &str) -> Option<String> {
    let words = said.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "the") && *word != Word::Game.text());
    let is_misere = |word: &&str| *word == Word::Misere.text();
    let (misere, rest): (Vec<&str>, Vec<&str>) = words.partition(is_misere);
    let rest = rest.join("_");
    let short = rest.strip_suffix("_nim").unwrap_or(&rest);
    let name = bundled::names().find(|name| *name == rest || *name == short)?;
    Some(match misere.is_empty() {
        true => name.to_owned(),
        false => format!("{}({name})", Word::Misere),
    })
}

/// What is wrong with typed rules; where they are a sentence, that is one complaint.
fn refusal(text: &str, mut wrong: Report) -> Report {
    // `a game of two piles` has nothing put around it.
    let (start, said) = match inside(text) {
        Some(said) => (before().len(), said),
        None => (0, text),
    };
    let has_number = || number_alone(said).is_some();
    let is_sentence =
        said.len() <= LONGEST_SENTENCE && (is_prose(said) || has_number()) && !is_rule(text, said);
    let first = wrong.diagnostics.first().filter(|_| is_sentence);
    let place = first.and_then(Diagnostic::place);
    if let (Some(first), Some(place)) = (first, place) {
        let told = match is_told(first) && !has_number() {
            true => first.clone(),
            false => refused(said, place.source, start, "nimrule describe"),
        };
        wrong.diagnostics = vec![told];
    } else if is_asked_of_a_game(said)
        && let Some(first) = wrong.diagnostics.first_mut()
    {
        let lower = said.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        let named = words.find(|word| bundled::text(word).is_some());
        let named = named.map(|game| {
            format!("`{game}` is a bundled game: name it with its piles, as in `nimrule solve {game} 3 4 5`")
        });
        first.help = named
            .or_else(|| bundled::meant_by(said))
            .or_else(|| first.help.take());
    }
    wrong
}

/// Whether words have no sign of a rule and begin with none: they may ask about a game.
fn is_asked_of_a_game(said: &str) -> bool {
    let first = tokens(said).next().and_then(|token| token.keyword());
    !said.contains(['{', '(', '[', '-', '.', '=', '<', '>'])
        && !first.is_some_and(|word| word.is(Role::Statement))
}

/// Whether typed rules are of the language, whatever is wrong with what they say; words without a sign may be a sentence all the same.
fn is_rule(text: &str, said: &str) -> bool {
    let (_, wrong) = parse_entries(SourceId(0), text);
    let is_sign = |token: Token| {
        matches!(
            token.kind,
            TokenKind::Number | TokenKind::Operator | TokenKind::Open
        )
    };
    wrong.is_empty() && tokens(said).any(is_sign)
}

/// Adds typed rules. Those that have no game around them have to say something.
fn typed(book: &mut Rulebook, name: &str, text: &str) -> Result<Report, Report> {
    let warnings = book.add(name, text)?;
    match text.starts_with(&before()) {
        true => warnings.in_earnest(),
        false => Ok(warnings),
    }
}

/// A text with the fixes of what is wrong with it, and what is read then. `None`: there is more than slips.
pub fn mended<T>(
    mut text: String,
    mut read: impl FnMut(&str) -> Result<T, Option<Box<Fix>>>,
) -> Option<(String, T)> {
    for _ in 0..MOST_FIXES {
        match read(&text) {
            Ok(read) => return Some((text, read)),
            Err(_) if number_apart(&text).is_some() => return None,
            Err(fix) => text = fix?.within(&text, 0)?,
        }
    }
    None
}

/// What is written in the place of the first mistake in typed rules, where it can only be meant.
fn fix(wrong: &Report) -> Option<Box<Fix>> {
    let fix = wrong.diagnostics.first()?.fix.clone()?;
    let source = wrong.sources.get(fix.span.source)?;
    (source.name == WRITTEN).then_some(fix)
}

/// A sentence of a rule book as a game.
fn sentence(said: &str) -> Option<String> {
    let said = joined(said);
    let id = Sources::default().add(WRITTEN, &said);
    let (_, complaints) = parse_entries(id, &said);
    complaints.first()?.fix.as_ref()?.within(&said, 0)
}

/// The words of a line as a shell would cut it, but that brackets hold together what stands between them, and that commas behind
/// words are no part of these.
pub fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_open = false;
    for c in line.chars() {
        let ends = depth == 0 && quote.is_none() && (c.is_whitespace() || c == ',');
        if ends {
            is_open = false;
            continue;
        }
        if !is_open {
            words.push(String::new());
            is_open = true;
        }
        match (c, quote) {
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth = depth.saturating_sub(1),
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    let unquoted = |word: String| {
        let inside = ['"', '\''].iter().find_map(|quote| {
            let inside = word.strip_prefix(*quote)?.strip_suffix(*quote)?;
            (!inside.contains(*quote)).then(|| inside.to_owned())
        });
        inside.unwrap_or(word)
    };
    words.into_iter().map(unquoted).collect()
}

/// A game as an expression, where a bare code may stand for it.
pub fn game_of(word: &str) -> String {
    code(word).unwrap_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_outside_brackets_and_quotes() {
        for (line, words) in [
            ("kayles 5 8 --all", vec!["kayles", "5", "8", "--all"]),
            (
                "nim[5, 9, 11] --depth 3",
                vec!["nim[5, 9, 11]", "--depth", "3"],
            ),
            ("lim(4)[8] + lim(3)[7]", vec!["lim(4)[8]", "+", "lim(3)[7]"]),
            (
                "'bounded(3)', 0..20 -o \"a b.svg\"",
                vec!["bounded(3)", "0..20", "-o", "a b.svg"],
            ),
            ("g[cells(\"# .\", \"#\")]", vec!["g[cells(\"# .\", \"#\")]"]),
            ("f(\"(\") 5", vec!["f(\"(\")", "5"]),
            ("nim[5, 9", vec!["nim[5, 9"]),
            ("  ", vec![]),
        ] {
            assert_eq!(split(line), words, "{line}");
        }
    }

    #[test]
    fn the_first_word_has_one_meaning() {
        let text = |name: &str, text: &str| Rules::Text {
            name: name.to_owned(),
            text: text.to_owned(),
        };
        let file = |name: &str| Rules::File(name.to_owned());
        for (words, wanted, left) in [
            (vec!["kayles", "5", "8"], file("kayles"), vec!["5", "8"]),
            (vec!["-", "5"], file("-"), vec!["5"]),
            (vec!["Cargo.toml", "5"], file("Cargo.toml"), vec!["5"]),
            (
                vec!["0.77", "5"],
                text("octal 0.77", "game octal_0_77 { octal 0.77 }"),
                vec!["5"],
            ),
            (
                vec!["octal 0.07"],
                text("octal 0.07", "game octal_0_07 { octal 0.07 }"),
                vec![],
            ),
            (
                vec!["octal", "4.007", "9"],
                text("octal 4.007", "game octal_4_007 { octal 4.007 }"),
                vec!["9"],
            ),
            (
                vec!["0.8F"],
                text("hex 0.8F", "game hex_0_8F { hex 0.8F }"),
                vec![],
            ),
            (vec!["kayles[5, 8]"], Rules::Here, vec!["kayles[5, 8]"]),
            (
                vec!["bounded(3)", "8"],
                Rules::Here,
                vec!["bounded(3)", "8"],
            ),
            (vec!["xor(3, 5)"], Rules::Here, vec!["xor(3, 5)"]),
            (vec!["-1 + 2"], Rules::Here, vec!["-1 + 2"]),
            (vec!["5", "8"], Rules::Here, vec!["5", "8"]),
            (vec![], Rules::Here, vec![]),
        ] {
            let mut rest: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(rules(&mut rest, None), Ok(wanted), "{words:?}");
            assert_eq!(rest, left, "{words:?}");
        }
        for word in [
            "nym",
            "nowhere.nimrule",
            "no/such/file",
            "./kayles",
            "a.bad",
            ".cafe",
        ] {
            assert!(rules(&mut vec![word.to_owned()], None).is_err(), "{word}");
        }
        let both = |text: &str| rules(&mut vec!["kayles".to_owned()], Some(text));
        assert!(both("take 1..3").is_err() && both("game kayles { take 1 }").is_ok());
        let given = |rules_text: &str| rules(&mut vec!["5".to_owned()], Some(rules_text)).unwrap();
        assert_eq!(given("take 1..3"), text("-e", "game rule { take 1..3 }"));
        let bounded = "let k = 3 take 1..k";
        assert_eq!(
            given(bounded),
            text("-e", &format!("game rule {{ {bounded} }}"))
        );
        for whole in [
            "let k = octal 0.77",
            "let nim = game { take any }",
            "game 21 { take 1 }",
        ] {
            assert_eq!(given(whole), text("-e", whole));
        }
        assert_eq!(given("game g { take 1 }"), text("-e", "game g { take 1 }"));
    }
}
