//! A book: the definitions of one or more files, and what was made of them so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::errors::{Checked, Complaints, Reported};
use super::games::{BYTES_OF_A_GAME, Games};
use super::nameless::Nameless;
use super::recursion::{FunctionAt, Recursion, Version};
use super::silence;
use super::spent::Spent;
use crate::expr::kind::Kind;
use crate::expr::position::Stamp;
use crate::expr::tree::{Expr, Function};
use crate::expr::value::Value;
use crate::syntax::ast;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{Role, Word};
use crate::text::diagnostic::{Diagnostic, Mistake, Report};
use crate::text::source::{SourceId, Sources, Span};
use crate::work::Limit;
use crate::work::budget::{Budget, Limits};
use crate::work::world::World;

/// What a name of the file level stands for.
#[derive(Debug, Clone)]
pub(super) enum Definition {
    Game(Arc<ast::GameItem>),
    /// A constant, table or function.
    Let(Arc<ast::LetItem>),
}

impl Definition {
    pub(super) fn name(&self) -> &ast::Ident {
        match self {
            Definition::Game(game) => &game.name,
            Definition::Let(item) => &item.name,
        }
    }

    pub(super) fn span(&self) -> Span {
        match self {
            Definition::Game(game) => game.span,
            Definition::Let(item) => item.span,
        }
    }
}

/// A `let` that was worked out.
#[derive(Debug, Clone)]
pub(super) enum LetState {
    /// It is being worked out now: meeting it again is a cycle.
    Busy,
    /// It could not be worked out; that was reported.
    Failed,
    Constant(Value, Kind),
    /// It holds positions or queries: worked out when asked for.
    Late(Arc<Expr>, crate::expr::tree::Frame),
}

/// What the definitions say, and what was made of them so far.
#[derive(Clone)]
pub(crate) struct Book {
    /// Which rulebook makes the games from here on.
    pub(super) id: Stamp,
    pub(super) texts: Texts,
    pub(super) definitions: Definitions,
    pub(super) nameless: Nameless,
    /// The values of the file's lets, by number of the definition.
    pub(super) known: HashMap<u32, LetState>,
    pub(super) functions: Functions,
    pub(super) games: Games,
    pub(super) complaints: Complaints,
    /// Every error of the current round in the order in which it was found, also where it was said before.
    pub(super) met: Vec<Arc<Diagnostic>>,
    /// Definitions that something uses.
    pub(super) used: HashSet<u32>,
    /// How deep the making of games and functions is nested.
    pub(super) depth: u32,
    pub(super) spent: Spent,
}

/// The games and lets of the rules in the order in which they were defined, and their numbers by name.
#[derive(Clone, Default)]
pub(super) struct Definitions {
    list: Vec<Definition>,
    numbers: HashMap<String, u32>,
}

impl Definitions {
    pub(super) fn get(&self, number: u32) -> Option<&Definition> {
        self.list.get(number as usize)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Definition> {
        self.list.iter()
    }

    pub(super) fn numbered(&self) -> impl Iterator<Item = (u32, &Definition)> {
        (0..).zip(&self.list)
    }

    /// The game that was defined last, among those whose piles are numbers and which take no arguments.
    pub(super) fn last_of_numbers(&self) -> Option<&ast::GameItem> {
        let games = self.list.iter().filter_map(|definition| match definition {
            Definition::Game(game) => Some(&**game),
            Definition::Let(_) => None,
        });
        let of_numbers = games.filter(|game| {
            let is_number =
                |shape: &ast::Shape| matches!(shape, ast::Shape::One(coord) if coord.row.is_none());
            game.params.is_empty() && game.shape().is_none_or(is_number)
        });
        of_numbers.max_by_key(|game| game.span)
    }

    /// Adds one of a new name, or puts it in the place of that which has its name.
    pub(super) fn set(&mut self, definition: Definition) {
        let name = &definition.name().name;
        let old = self.number(name);
        match old.and_then(|number| self.list.get_mut(number as usize)) {
            Some(old) => *old = definition,
            None => {
                self.numbers.insert(name.clone(), self.list.len() as u32);
                self.list.push(definition);
            }
        }
    }
}

/// The texts of the rules, and the files that they come from.
#[derive(Clone)]
pub(super) struct Texts {
    pub(super) sources: Sources,
    pub(super) world: Arc<dyn World>,
    /// Data files, by their names.
    pub(super) files: HashMap<String, Arc<Vec<u8>>>,
    pub(super) loading: Vec<String>,
    pub(super) loaded: BTreeMap<String, Loaded>,
    /// Names of items that could not be read: nothing more is said of them.
    pub(super) unread: HashSet<String>,
}

/// About how many bytes a complaint takes.
const BYTES_OF_A_COMPLAINT: u64 = 4 * Expr::BYTES;

/// A file that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loaded {
    pub(super) source: SourceId,
    /// Whether it was added itself, with its claims, and not only used by another one.
    pub(super) own: bool,
}

/// The claims of the files that were added themselves.
pub(super) type Claims = Vec<Arc<ast::ExpectItem>>;

/// What was made of the functions.
#[derive(Debug, Clone, Default)]
pub(super) struct Functions {
    /// Of the file (no game) or of a game, by place, and then by the kinds of the arguments.
    made: HashMap<FunctionAt, HashMap<Vec<Kind>, Made>>,
    /// Of how many kinds the arguments are for which functions were worked out.
    pub(super) kinds: usize,
    pub(super) recursion: Recursion,
    /// Those that were found to be right, and dropped.
    dropped: HashSet<FunctionAt>,
}

impl Functions {
    /// What was made of a function for arguments of these kinds.
    pub(super) fn made_of(&self, (at, kinds): &Version) -> Option<&Made> {
        self.made.get(at)?.get(kinds)
    }

    pub(super) fn set(&mut self, (at, kinds): &Version, made: Made) {
        self.made
            .entry(*at)
            .or_default()
            .insert(kinds.clone(), made);
    }

    /// What was made of a function is forgotten.
    pub(super) fn forget(&mut self, (at, kinds): &Version) {
        if let Some(made) = self.made.get_mut(at) {
            made.remove(kinds);
        }
    }

    /// Drops what was made of a function; about how many bytes it took.
    pub(super) fn drop_made(&mut self, at: &FunctionAt) -> u64 {
        if self.is_done(at) {
            self.dropped.insert(*at);
        }
        let made = self.made.remove(at).unwrap_or_default();
        made.into_values().map(|made| made.bytes()).sum()
    }

    /// Whether a function can be used for some arguments.
    pub(super) fn is_done(&self, at: &FunctionAt) -> bool {
        let mut made = self.made.get(at).into_iter().flat_map(HashMap::values);
        self.dropped.contains(at) || made.any(|made| matches!(made, Made::Done(_)))
    }
}

/// What was made of a function for some arguments.
#[derive(Debug, Clone)]
pub(super) enum Made {
    /// It is being worked out now: a call of it is its own.
    Busy(usize),
    /// It cannot be used, and why.
    Failed(Vec<Arc<Diagnostic>>),
    Done(Arc<Function>),
}

impl Made {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Made::Busy(_) | Made::Failed(_) => 0,
            Made::Done(function) => function.extent.1 as u64 * Expr::BYTES,
        }
    }
}

impl Book {
    pub(super) fn new(world: Arc<dyn World>, limits: Limits) -> Book {
        let id = Stamp::fresh();
        Book {
            id,
            texts: Texts {
                sources: Sources::default(),
                world,
                files: HashMap::new(),
                loading: Vec::new(),
                loaded: BTreeMap::new(),
                unread: HashSet::new(),
            },
            definitions: Definitions::default(),
            nameless: Nameless::default(),
            known: HashMap::new(),
            functions: Functions::default(),
            games: Games::new(id),
            complaints: Complaints::default(),
            met: Vec::new(),
            used: HashSet::new(),
            depth: 0,
            spent: Spent::new(limits),
        }
    }

    pub(super) fn definition(&self, name: &str) -> Option<(u32, Definition)> {
        let number = self.definitions.number(name)?;
        Some((number, self.definitions.get(number)?.clone()))
    }

    /// A report with the texts that it is about.
    /// What is silenced by a comment is left out.
    pub(super) fn report(&self, mut diagnostics: Vec<Diagnostic>) -> Report {
        diagnostics.retain(|it| it.is_error() || !silence::allows(&self.texts.sources, it));
        for complaint in &mut diagnostics {
            name_divisor(&self.texts.sources, complaint);
            name_amount(&self.texts.sources, complaint);
        }
        let labels = || diagnostics.iter().flat_map(|it| &it.labels);
        let wanted = |id| labels().any(|label| label.span.source == id);
        let sources = self.texts.sources.only(wanted);
        Report {
            diagnostics,
            sources,
        }
    }

    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if self.spent.stopped {
            return;
        }
        // Nobody counted what it took to find the words, such as a name that is near.
        if let Err(stop) = self.spent.budget.look() {
            let _: Checked<()> = self.stop(stop);
            return;
        }
        self.note(diagnostic);
    }

    pub(super) fn complain_of(&mut self, all: impl IntoIterator<Item = Diagnostic>) {
        all.into_iter()
            .for_each(|complaint| self.complain(complaint));
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.complain(diagnostic);
        Err(Reported)
    }

    fn note(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.spent.checking += BYTES_OF_A_COMPLAINT;
            self.met.push(Arc::new(diagnostic.clone()));
        }
        self.complaints.add(diagnostic);
    }

    pub(super) fn take_complaints(&mut self) -> Vec<Diagnostic> {
        self.met.clear();
        let mut complaints = self.complaints.take();
        // It may have been taken back with what was tried.
        if let Some(limit) = self.spent.ended.take()
            && !complaints.contains(&limit)
        {
            complaints.push(limit);
        }
        complaints
    }

    pub(super) fn verdict(&mut self) -> Result<Report, Report> {
        let mut diagnostics = self.take_complaints();
        self.drop_echoes(&mut diagnostics);
        diagnostics.sort_by_key(Diagnostic::place);
        let failed = diagnostics.iter().any(Diagnostic::is_error);
        let report = self.report(diagnostics);
        if failed { Err(report) } else { Ok(report) }
    }

    /// Drops complaints about what stands before a foreign operator: that is half an expression, and its names may be bound behind it.
    fn drop_echoes(&self, diagnostics: &mut Vec<Diagnostic>) {
        let cuts: Vec<Span> = diagnostics
            .iter()
            .filter(|cut| cut.mistake == Some(Mistake::Operator))
            .filter_map(Diagnostic::place)
            .collect();
        diagnostics.retain(|diagnostic| {
            let is_echo = |span: Span| {
                cuts.iter().any(|cut| {
                    let between = Span {
                        start: span.end,
                        end: cut.start,
                        ..span
                    };
                    span.source == cut.source
                        && span.end <= cut.start
                        && self.text(between).trim().is_empty()
                })
            };
            use Mistake::{Kind, Name, Undefined};
            let may_be_echo = matches!(diagnostic.mistake, Some(Kind | Name | Undefined));
            !(may_be_echo && diagnostic.place().is_some_and(is_echo))
        });
    }

    pub(super) fn left(&self) -> Budget {
        let files: usize = self.texts.files.values().map(|bytes| bytes.len()).sum();
        self.spent.left(files as u64)
    }

    /// Starts the clock for an addition.
    pub(super) fn start(&mut self) {
        self.start_within(&self.spent.new_budget());
    }

    /// Begins with a part of some work.
    pub(super) fn start_within(&mut self, budget: &Budget) {
        self.spent.budget = budget.clone();
        if self.spent.stopped {
            self.forget_unfinished();
        }
        if self.games.are_too_many() {
            self.drop_games();
        }
        self.games.start();
        let _ = self.nameless.of_question();
        self.spent.start();
        let _ = self.take_complaints();
    }

    /// Looks at the clock and the memory. After the first complaint about a limit there is none.
    pub(super) fn go_on(&mut self) -> Checked<()> {
        if self.spent.stopped {
            return Err(Reported);
        }
        match self.spent.budget.step() {
            Ok(()) => Ok(()),
            Err(stop) => self.stop(stop),
        }
    }

    /// Counts bytes of texts and trees.
    pub(super) fn hold(&mut self, bytes: u64) -> Checked<()> {
        self.spent.held += bytes;
        self.fits()
    }

    /// Counts an expression that is being checked.
    pub(super) fn check_one(&mut self) -> Checked<()> {
        self.spent.checking += Expr::BYTES;
        match self.spent.checking.is_multiple_of(Expr::BYTES << 10) {
            true => self.fits(),
            false => self.go_on(),
        }
    }

    /// Counts bytes of what is made from the definitions.
    pub(super) fn make_room(&mut self, bytes: u64) -> Checked<()> {
        self.spent.made += bytes;
        self.fits()
    }

    /// Counts bytes of a constant in a tree, which takes the place of its parts.
    pub(super) fn fold(&mut self, bytes: u64, parts: u64) {
        self.spent.folded = (self.spent.folded + bytes).saturating_sub(parts);
        // Where it is too much, that is found before the next expression.
        let _: Checked<()> = self.fits();
    }

    fn fits(&mut self) -> Checked<()> {
        match self.left().need(0) {
            Ok(()) => self.go_on(),
            Err(stop) => self.stop(stop),
        }
    }

    /// Ends the work with the complaint about a limit.
    pub(super) fn end_with(&mut self, error: Diagnostic) {
        if !self.spent.stopped {
            // What was found until then may be an effect of it.
            let _ = self.take_complaints();
            self.spent.ended = Some(error.clone());
            self.note(error);
            self.spent.stopped = true;
        }
    }

    /// Ends the work at a limit, which is complained about once.
    pub(super) fn stop<T>(&mut self, limit: Limit) -> Checked<T> {
        self.end_with(limit.into());
        Err(Reported)
    }

    /// Drops what was made in the work that a limit ended: it lacks what was not looked at any more. The games keep their
    /// numbers.
    fn forget_unfinished(&mut self) {
        let games = self.games.drop_fresh() as u64;
        self.spent.made = self.spent.before + games * BYTES_OF_A_GAME;
        self.functions = Functions::default();
    }

    /// The games that were made until now are those of the rules.
    pub(super) fn own_what_was_made(&mut self) {
        self.spent.own_what_was_made();
        self.games.own_fresh();
        self.nameless.own_all();
    }

    /// Drops the games that were made for questions.
    fn drop_games(&mut self) {
        let games = self.games.drop_asked() as u64;
        let used: HashSet<u32> = self.games.iter().map(|it| it.key.definition).collect();
        self.nameless.drop_asked(|number| used.contains(&number));
        self.spent.keep_of_questions(games * BYTES_OF_A_GAME);
        self.functions = Functions::default();
    }

    /// Drops everything that was made from the definitions.
    pub(super) fn forget_games(&mut self) {
        self.known.clear();
        self.functions = Functions::default();
        self.games = Games::new(self.id);
        self.spent.forget_what_was_made();
        self.used.clear();
        let _ = self.complaints.take();
    }

    /// What is written at a place.
    pub(super) fn text(&self, span: Span) -> &str {
        self.texts.sources.slice(span)
    }

    /// Whether something worse than a warning was found in the current round.
    pub(super) fn has_errors(&self) -> bool {
        self.complaints.errors() > 0
    }
}

/// Says which name a condition has to keep from being 0.
fn name_divisor(sources: &Sources, complaint: &mut Diagnostic) {
    let is_by_zero = complaint.mistake == Some(Mistake::Divisor);
    let Some(place) = complaint.place().filter(|_| is_by_zero) else {
        return;
    };
    let written = sources.slice(place);
    let divisor = written
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'));
    let divisor = divisor.unwrap_or(written).trim();
    let has_name = tokens(divisor).any(|token| token.kind == TokenKind::Name);
    if !has_name || divisor.len() > LONGEST_DIVISOR || divisor.contains(['\n', '#']) {
        return;
    }
    let before = sources.get(place.source);
    let before = before.and_then(|source| source.plain().get(..place.start as usize));
    let words = tokens(before.unwrap_or("")).filter_map(|token| token.keyword());
    let begins = |word: &Word| word.is(Role::Item) || word.is(Role::Statement);
    complaint.help = Some(match words.filter(begins).last() {
        Some(Word::Let) => format!("say what holds then: `if {divisor} == 0 then … else …`"),
        _ => format!("exclude it with a condition: `where {divisor} != 0`"),
    });
}

/// Says how the amount of a `take` gets the name that its condition asks for.
fn name_amount(sources: &Sources, complaint: &mut Diagnostic) {
    let is_unknown = complaint.mistake == Some(Mistake::Undefined);
    let Some(place) = complaint.place().filter(|_| is_unknown) else {
        return;
    };
    let before = sources.get(place.source);
    let before = before.and_then(|source| source.plain().get(..place.start as usize));
    // What stands on its line: a file may have many such names.
    let line = before.and_then(|before| before.rsplit('\n').next());
    let line = line.unwrap_or("");
    let words = tokens(line).filter_map(|token| Some((token.keyword()?, token)));
    let words: Vec<(Word, Token)> = words.collect();
    let begins = |(word, _): &(Word, _)| word.is(Role::Item) || word.is(Role::Statement);
    let begin = words.iter().rposition(begins).unwrap_or(words.len());
    let [(Word::Take, take), behind @ ..] = &words[begin..] else {
        return;
    };
    let after = sources.get(place.source);
    let after = after.and_then(|source| source.plain().get(place.end as usize..));
    let next = after.and_then(|after| tokens(after).find(|next| next.kind != TokenKind::Comment));
    let word = next.and_then(|next| next.keyword());
    let is_behind = matches!(word, Some(Word::Where | Word::From));
    // A longer name is more likely one that is not defined.
    let is_end = sources.slice(place).len() == 1
        && next.is_none_or(|next| {
            next.kind == TokenKind::Close || word.is_some_and(|word| word.is(Role::Statement))
        });
    if line[take.end..].trim().is_empty() && (is_behind || is_end) {
        let behind = word.filter(|_| is_behind).map(|word| format!(" {word} …"));
        let any = format!("{} {}{}", Word::Take, Word::Any, behind.unwrap_or_default());
        let any = format!("where any amount is meant, write `{any}`");
        complaint.help = complaint.help.take().map(|help| format!("{help}; {any}"));
        return;
    }
    let has = |wanted: Word| behind.iter().any(|(word, _)| *word == wanted);
    let condition = behind.iter().find(|(word, _)| *word == Word::Where);
    let Some((_, condition)) = condition.filter(|_| !has(Word::For) && !has(Word::Leaving)) else {
        return;
    };
    let name = sources.slice(place);
    let written = line[take.end..condition.start].trim();
    if written.contains(',') || written.len() > LONGEST_DIVISOR {
        return;
    }
    let from = format!(" {} ", Word::From.text());
    let (amounts, from) = match written.split_once(&from) {
        Some((amounts, place)) => (amounts, format!("{from}{place}")),
        None => (written, String::new()),
    };
    let range = match amounts.trim() {
        any if any == Word::Any.text() => String::new(),
        amounts => format!(" for {name} in {amounts}"),
    };
    complaint.help = Some(format!(
        "define it with `let {name} = …`; where it is the amount, write `take {name}{}{range} where …`",
        from.trim_end()
    ));
}

/// Longer divisors are not repeated.
const LONGEST_DIVISOR: usize = 40;
