//! A rulebook: the definitions of one or more files, and the games made from them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::{HashMap, HashSet};

use super::data::Wrong;
use super::errors::{self, Checked, Complaints, Reported};
use super::game::GameRules;
use super::games::{BYTES_OF_A_GAME, Games, MOST_ASKED};
use super::spent::Spent;
use crate::expr::kind::Kind;
use crate::expr::position::{Game, GameId, Position, Stamp};
use crate::expr::tree::{Expr, Function};
use crate::expr::value::Value;
use crate::syntax::{self, ast};
use crate::text::diagnostic::{Diagnostic, Mistake, Report, guarded};
use crate::text::source::{Asked, Source, SourceId, Sources, Span, decode};
use crate::work::Limit;
use crate::work::budget::{Budget, Limits};
use crate::work::stack::with_room;
use crate::work::world::{Nowhere, Unread, World};

/// What a name of the file level stands for.
#[derive(Debug, Clone)]
pub(super) enum Definition {
    /// A game.
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

    fn span(&self) -> Span {
        match self {
            Definition::Game(game) => game.span,
            Definition::Let(item) => item.span,
        }
    }
}

/// A `let` that was worked out.
#[derive(Debug, Clone)]
pub(super) enum Known {
    /// It is being worked out now: meeting it again is a cycle.
    Busy,
    /// It could not be worked out; that was reported.
    Failed,
    /// Its value and kind.
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
    pub(super) definitions: Vec<Definition>,
    pub(super) names: HashMap<String, u32>,
    /// The values of the file's lets, by number of the definition.
    pub(super) known: HashMap<u32, Known>,
    pub(super) functions: Functions,
    /// The games made so far.
    pub(super) games: Games,
    pub(super) complaints: Complaints,
    /// Every error of the current round in the order in which it was met, also where it was said before.
    pub(super) met: Vec<Arc<Diagnostic>>,
    /// Definitions that something uses.
    pub(super) used: HashSet<u32>,
    /// How deep the making of games and functions is nested.
    pub(super) depth: u32,
    pub(super) spent: Spent,
}

/// The texts of the rules, and the files that they come from.
#[derive(Clone)]
pub(super) struct Texts {
    pub(super) sources: Sources,
    world: Arc<dyn World>,
    /// Data files, by their names.
    files: HashMap<String, Arc<Vec<u8>>>,
    loading: Vec<String>,
    loaded: BTreeMap<String, Loaded>,
}

/// About how many bytes a complaint takes.
const BYTES_OF_A_COMPLAINT: u64 = 4 * Expr::BYTES;

/// Through how many files one may use another.
const MAX_USES: usize = 1000;

/// A file that was read.
#[derive(Debug, Clone, Copy)]
struct Loaded {
    source: SourceId,
    /// Whether it was added itself, with its claims, and not only used by another one.
    own: bool,
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
}

/// The game of a function, where it is not of the file, and its place.
type FunctionAt = (Option<GameId>, Span);

impl Functions {
    /// What was made of a function for arguments of these kinds.
    pub(super) fn made_of(&self, at: &FunctionAt, kinds: &[Kind]) -> Option<&Made> {
        self.made.get(at)?.get(kinds)
    }

    pub(super) fn set(&mut self, at: FunctionAt, kinds: Vec<Kind>, made: Made) {
        self.made.entry(at).or_default().insert(kinds, made);
    }

    /// Whether a function can be used for some arguments.
    pub(super) fn is_done(&self, at: &FunctionAt) -> bool {
        let mut made = self.made.get(at).into_iter().flat_map(HashMap::values);
        made.any(|made| matches!(made, Made::Done(_)))
    }
}

/// What was made of a function for some arguments.
#[derive(Debug, Clone)]
pub(super) enum Made {
    /// It is being worked out now: meeting it again is a cycle.
    Busy,
    /// It cannot be used, and why.
    Failed(Vec<Arc<Diagnostic>>),
    Done(Arc<Function>),
}

/// A game that is asked for: its definition, the arguments, how the end counts, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) definition: u32,
    pub(crate) args: &'a [Value],
    pub(crate) misere: bool,
    pub(crate) span: Span,
}

/// Games in use, which keep their numbers.
pub(super) type InUse = Arc<Mutex<HashMap<GameId, Arc<Game>>>>;

/// The definitions of one or more rule files, checked.
///
/// A rulebook is cheap to clone; the clones share the games that were made from it. An addition makes new rules: clones, and
/// the sessions and solvers made from the rulebook before, keep the old ones.
///
/// ```
/// use nimrule::Rulebook;
///
/// let book = Rulebook::parse("game nim { take any }")?;
/// assert_eq!(book.game_names(), ["nim"]);
/// # Ok::<(), nimrule::Report>(())
/// ```
#[derive(Clone)]
pub struct Rulebook {
    /// The definitions, which never change, and the games, which are made when they are asked for.
    book: Arc<Mutex<Book>>,
    claims: Arc<Claims>,
    /// The games that a solver met.
    in_use: Option<InUse>,
}

impl std::fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rulebook")
            .field("games", &self.game_names())
            .finish()
    }
}

impl Rulebook {
    /// An empty rulebook that reads other files through `world`.
    pub fn new(world: Arc<dyn World>, limits: Limits) -> Rulebook {
        Rulebook {
            book: Arc::new(Mutex::new(Book::new(world, limits))),
            claims: Arc::default(),
            in_use: None,
        }
    }

    /// Reads the definitions of one text, which can use no other files, within [`Limits::untrusted`].
    ///
    /// # Errors
    /// All mistakes of the text together, or the limit that was reached.
    pub fn parse(text: &str) -> Result<Rulebook, Report> {
        Rulebook::parse_with_limits(text, &Limits::untrusted())
    }

    /// Reads the definitions of one text, which can use no other files. Setting the limits' `interrupt` ends it.
    ///
    /// ```
    /// use nimrule::{Limits, Rulebook};
    ///
    /// let limits = Limits::default().with_memory(1_000_000);
    /// let report = Rulebook::parse_with_limits("let ones = [1; 1_000_000]", &limits).unwrap_err();
    /// assert_eq!(report.diagnostics[0].code, "memory_limit");
    /// ```
    ///
    /// # Errors
    /// All mistakes of the text together, or the limit that was reached.
    pub fn parse_with_limits(text: &str, limits: &Limits) -> Result<Rulebook, Report> {
        let mut book = Rulebook::new(Arc::new(Nowhere), limits.clone());
        book.add("rules", text)?;
        Ok(book)
    }

    /// Adds the definitions of a text with a name; returns the warnings.
    ///
    /// # Errors
    /// All mistakes together, or there is a text of this name already. The rulebook is then as before.
    pub fn add(&mut self, name: &str, text: &str) -> Result<Report, Report> {
        self.extend(|book, claims| {
            book.load(name, text, claims);
            false
        })
    }

    /// Adds items that were parsed elsewhere, such as at a prompt; a definition replaces an earlier one of its name.
    ///
    /// Returns the warnings.
    ///
    /// # Errors
    /// The mistakes of the items. The rulebook is then as before.
    #[doc(hidden)]
    pub fn add_items(&mut self, items: Vec<ast::Item>) -> Result<Report, Report> {
        if items
            .iter()
            .all(|item| matches!(item, ast::Item::Expect(_)))
        {
            return self.add_claims(items);
        }
        self.extend(|book, claims| {
            let mut replaced = false;
            for item in items {
                replaced |= book.add_item(item, true, claims);
            }
            replaced
        })
    }

    /// Makes the rules anew with an addition, which says whether games made before are void.
    fn extend(
        &mut self,
        add: impl FnOnce(&mut Book, &mut Claims) -> bool,
    ) -> Result<Report, Report> {
        let mut book = self.lock().clone();
        let mut claims = self.claims.as_ref().clone();
        let done = guarded(|| {
            // The games made from here on belong to the new rules alone; those made before belong to both.
            book.id = Stamp::fresh();
            book.games.go_on_as(book.id);
            book.start();
            if add(&mut book, &mut claims) {
                book.forget_games();
            }
            with_room(|| book.check_all(&claims));
            // A data file may have changed when it is asked for again.
            book.texts.files.clear();
            book.own_what_was_made();
            book.verdict()
        });
        let warnings = done.unwrap_or_else(|internal| Err(self.report(vec![internal])))?;
        self.book = Arc::new(Mutex::new(book));
        self.claims = Arc::new(claims);
        Ok(warnings)
    }

    fn add_claims(&mut self, items: Vec<ast::Item>) -> Result<Report, Report> {
        let mut claims = self.claims.as_ref().clone();
        let mut book = self.lock();
        book.start();
        for item in items {
            if let ast::Item::Expect(claim) = item {
                book.texts.sources.keep(claim.span.source);
                book.check_expect(&claim);
                claims.push(Arc::new(claim));
            }
        }
        let warnings = book.verdict()?;
        drop(book);
        self.claims = Arc::new(claims);
        Ok(warnings)
    }

    /// Bytes that the rules take.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().spent.bytes()
    }

    /// The same rulebook for a solver, whose games keep their numbers as long as it lives.
    pub(crate) fn for_solver(&self) -> Rulebook {
        Rulebook {
            in_use: Some(InUse::default()),
            ..self.clone()
        }
    }

    /// A game keeps its number as long as the solver lives.
    pub(crate) fn use_game(&self, game: &Arc<Game>) {
        if let Some(in_use) = &self.in_use {
            let mut in_use = in_use.lock().unwrap_or_else(PoisonError::into_inner);
            in_use.entry(game.id).or_insert_with(|| Arc::clone(game));
        }
    }

    /// Whether the solver met so many games that were made for questions that it had better begin anew.
    pub(crate) fn uses_too_many(&self) -> bool {
        let Some(in_use) = &self.in_use else {
            return false;
        };
        let count = in_use.lock().unwrap_or_else(PoisonError::into_inner).len();
        count > MOST_ASKED && count > MOST_ASKED + self.lock().games.count_own()
    }

    /// How many numbers of games are taken.
    #[cfg(test)]
    pub(crate) fn games_kept(&self) -> usize {
        self.lock().games.numbers()
    }

    /// Whether both have the same rules, and share the games made from them.
    pub(crate) fn has_rules_of(&self, other: &Rulebook) -> bool {
        Arc::ptr_eq(&self.book, &other.book)
    }

    /// Refuses a game of another rulebook.
    pub(crate) fn check_own(&self, game: &Game) -> Result<(), Diagnostic> {
        match self.lock().games.slot(game.id) {
            Some(_) => Ok(()),
            None => Err(errors::foreign_game(&game.label)),
        }
    }

    /// Refuses a position of a game of another rulebook.
    pub(crate) fn check_own_position(&self, position: &Position) -> Result<(), Diagnostic> {
        let mut terms = position.terms.iter();
        terms.try_for_each(|term| self.check_own(&term.game))
    }

    /// Adds a text without reading it, for places that point into it. It is there as long as what is returned, and longer where
    /// one of its items is added.
    #[doc(hidden)]
    pub fn ask_about(&self, name: &str, text: &str) -> Asked {
        self.lock().texts.sources.ask(name, text)
    }

    /// The names of the games, in the order of their definition.
    pub fn game_names(&self) -> Vec<String> {
        self.names(|definition| matches!(definition, Definition::Game(_)))
    }

    /// The names of the games without parameters, in the order of their definition.
    pub fn plain_game_names(&self) -> Vec<String> {
        self.names(|definition| match definition {
            Definition::Game(game) => game.params.is_empty(),
            Definition::Let(_) => false,
        })
    }

    /// The names of the lets, in the order of their definition.
    pub fn let_names(&self) -> Vec<String> {
        self.names(|definition| matches!(definition, Definition::Let(_)))
    }

    fn names(&self, wanted: impl Fn(&Definition) -> bool) -> Vec<String> {
        let book = self.lock();
        let wanted = book.definitions.iter().filter(|it| wanted(it));
        wanted.map(|it| it.name().name.clone()).collect()
    }

    /// The parameters of a game as written: `k`, `S = [1, 3, 4]`. `None`: there is no such game.
    pub fn game_params(&self, name: &str) -> Option<Vec<String>> {
        let book = self.lock();
        match book.definition(name)? {
            (_, Definition::Game(game)) => Some(
                game.params
                    .iter()
                    .map(|param| match &param.default {
                        Some(default) => {
                            format!(
                                "{} = {}",
                                param.name.name,
                                book.texts.sources.slice(default.span)
                            )
                        }
                        None => param.name.name.clone(),
                    })
                    .collect(),
            ),
            (_, Definition::Let(_)) => None,
        }
    }

    /// The text of a definition and its title (games only). `None`: nothing is called so.
    pub fn definition_text(&self, name: &str) -> Option<(String, Option<String>)> {
        let book = self.lock();
        let (_, definition) = book.definition(name)?;
        let title = match &definition {
            Definition::Game(game) => game.title.as_ref().map(|title| title.text.clone()),
            Definition::Let(_) => None,
        };
        Some((
            book.texts.sources.slice(definition.span()).to_string(),
            title,
        ))
    }

    /// The texts of all definitions and expectations in order, for saving a session.
    pub fn to_text(&self) -> String {
        let book = self.lock();
        let spans = book.definitions.iter().map(Definition::span);
        let mut spans: Vec<Span> = spans
            .chain(self.claims.iter().map(|claim| claim.span))
            .collect();
        spans.sort();
        let mut text = String::new();
        for span in spans {
            text.push_str(book.texts.sources.slice(span));
            text.push('\n');
        }
        text
    }

    /// The expectations of the files that were added themselves (not of those they use), in order.
    pub fn expects(&self) -> Vec<Arc<ast::ExpectItem>> {
        self.claims.as_ref().clone()
    }

    /// A copy of the source texts.
    #[doc(hidden)]
    pub fn sources(&self) -> Sources {
        self.lock().texts.sources.clone()
    }

    /// The text at a place.
    #[doc(hidden)]
    pub fn text_at(&self, span: Span) -> String {
        self.lock().texts.sources.slice(span).to_string()
    }

    /// The line of a place, counted from 1.
    #[doc(hidden)]
    pub fn line_of(&self, span: Span) -> usize {
        self.lock().texts.sources.line(span)
    }

    /// A report with these complaints.
    #[doc(hidden)]
    pub fn report(&self, diagnostics: Vec<Diagnostic>) -> Report {
        self.lock().report(diagnostics)
    }

    /// Sets the limits for constants and tables.
    #[doc(hidden)]
    pub fn set_limits(&self, limits: Limits) {
        self.lock().spent.limits = limits;
    }

    /// A game without arguments, or with defaults for all.
    ///
    /// # Errors
    /// There is no such game, or it needs arguments.
    pub fn game(&self, name: &str) -> Result<Arc<Game>, Report> {
        self.game_with(name, &[])
    }

    /// A game with arguments.
    ///
    /// ```
    /// use nimrule::{Rulebook, Value};
    ///
    /// let book = Rulebook::parse("game bounded(k) { take 1..k }")?;
    /// let game = book.game_with("bounded", &[Value::Int(3)])?;
    /// assert_eq!(game.label, "bounded(3)");
    /// # Ok::<(), nimrule::Report>(())
    /// ```
    ///
    /// # Errors
    /// There is no such game, or the arguments do not fit.
    pub fn game_with(&self, name: &str, args: &[Value]) -> Result<Arc<Game>, Report> {
        for game in args.iter().flat_map(Value::games) {
            self.check_own(&game)
                .map_err(|error| self.report(vec![error]))?;
        }
        let mut book = self.lock();
        book.start();
        let made = match book.definition(name) {
            Some((number, Definition::Game(item))) => {
                let span = item.name.span;
                with_room(|| book.instance(number, false, args, span))
            }
            _ => Err(Diagnostic::error(
                "unknown_game",
                format!("no game is called `{name}`"),
            )),
        };
        made.and_then(|game| book.finished(game.id).map(|_| game))
            .map_err(|diagnostic| {
                let mut diagnostics = book.take_complaints();
                if !diagnostics.contains(&diagnostic) {
                    diagnostics.push(diagnostic);
                }
                book.report(diagnostics)
            })
    }

    /// Games of a definition, to show what it is like: with the defaults of all parameters, else with arguments that were used,
    /// then with guesses.
    pub fn examples_of(&self, name: &str) -> Vec<Arc<Game>> {
        let params = self.game_params(name).unwrap_or_default();
        let needed = params.iter().filter(|param| !param.contains('=')).count();
        let guesses = match needed {
            0 => vec![Vec::new()],
            _ => vec![
                vec![Value::Int(3); needed],
                vec![Value::ints([1, 3, 4]); needed],
            ],
        };
        let is_used =
            |game: &Arc<GameRules>| needed > 0 && game.name == name && !game.header.misere;
        let used = self.games_made().into_iter().find(is_used);
        let used = used.map(|game| Arc::clone(&game.header));
        let guesses = guesses.iter();
        let guesses = guesses.filter_map(|args| self.game_with(name, args).ok());
        used.into_iter().chain(guesses).collect()
    }

    /// The games that were made so far and have no mistakes.
    pub(crate) fn games_made(&self) -> Vec<Arc<GameRules>> {
        let book = self.lock();
        let slots = book.games.iter();
        slots.filter_map(|slot| slot.game.clone()).collect()
    }

    /// The game with this number.
    pub(crate) fn game_by_id(
        &self,
        id: GameId,
        budget: &Budget,
    ) -> Result<Arc<GameRules>, Diagnostic> {
        let mut book = self.lock();
        book.start_within(budget);
        book.finished(id)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Book> {
        // A panic elsewhere leaves no half-made state that matters: games are added whole.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn new(world: Arc<dyn World>, limits: Limits) -> Book {
        let id = Stamp::fresh();
        Book {
            id,
            texts: Texts {
                sources: Sources::default(),
                world,
                files: HashMap::new(),
                loading: Vec::new(),
                loaded: BTreeMap::new(),
            },
            definitions: Vec::new(),
            names: HashMap::new(),
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
        let number = *self.names.get(name)?;
        Some((number, self.definitions.get(number as usize)?.clone()))
    }

    /// A report with the texts that it is about.
    /// What is silenced by a comment is left out.
    pub(super) fn report(&self, mut diagnostics: Vec<Diagnostic>) -> Report {
        diagnostics.retain(|it| it.is_error() || !allows(&self.texts.sources, it));
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

    fn verdict(&mut self) -> Result<Report, Report> {
        let mut diagnostics = self.take_complaints();
        self.drop_echoes(&mut diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
        let failed = diagnostics.iter().any(Diagnostic::is_error);
        let report = self.report(diagnostics);
        if failed { Err(report) } else { Ok(report) }
    }

    /// Drops complaints about the kind of what stands before a foreign operator: that is half an expression.
    fn drop_echoes(&self, diagnostics: &mut Vec<Diagnostic>) {
        let first = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        let cuts: Vec<Span> = diagnostics
            .iter()
            .filter(|cut| cut.mistake == Some(Mistake::Operator))
            .filter_map(first)
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
                        && self.texts.sources.slice(between).trim().is_empty()
                })
            };
            diagnostic.mistake != Some(Mistake::Kind) || !first(diagnostic).is_some_and(is_echo)
        });
    }

    /// Reads a text and the files it uses.
    fn load(&mut self, name: &str, text: &str, claims: &mut Claims) {
        // Nothing is refused that the user names.
        let resolved = self.texts.world.resolve("", name);
        let resolved = resolved.unwrap_or_else(|_| name.to_owned());
        let known = self.texts.loaded.get(&resolved).copied();
        // The definitions of a file that another one uses are there; its claims are not.
        if let Some(Loaded { source, own: false }) = known
            && self.texts.sources.is_text(source, text)
        {
            let Ok((file, _)) = self.parse(source) else {
                return;
            };
            for item in file.items {
                if let ast::Item::Expect(_) = item {
                    self.add_item(item, false, claims);
                }
            }
            self.texts
                .loaded
                .insert(resolved, Loaded { source, own: true });
        } else if known.is_some() {
            self.complain(errors::loaded_already(name));
        } else {
            // Who adds a text keeps it meanwhile.
            if let Err(stop) = self.left().need(2 * text.len() as u64) {
                let _: Checked<()> = self.stop(stop);
                return;
            }
            let source = self.texts.sources.add(name, text);
            self.load_source(source, resolved, None, claims);
        }
    }

    /// Reads a source that was added itself, or that another one uses.
    fn load_source(
        &mut self,
        source: SourceId,
        resolved: String,
        used: Option<&ast::UseItem>,
        claims: &mut Claims,
    ) {
        let own = used.is_none();
        self.texts
            .loaded
            .insert(resolved.clone(), Loaded { source, own });
        let is_rule_file = has_ending(&resolved, "nimrule");
        self.texts.loading.push(resolved);
        // Where a limit is reached, that was complained about.
        let _: Checked<()> = self.read_source(source, used.filter(|_| !is_rule_file), own, claims);
        self.texts.loading.pop();
    }

    fn read_source(
        &mut self,
        source: SourceId,
        hidden: Option<&ast::UseItem>,
        own: bool,
        claims: &mut Claims,
    ) -> Checked<()> {
        let (file, complaints) = self.parse(source)?;
        if let (Some(item), Some(first)) = (hidden, complaints.first()) {
            let line = first.labels.first();
            let line = line.map_or(1, |label| self.texts.sources.line(label.span));
            self.complain(errors::no_rule_file(&item.path.text, line, item.path.span));
            return Ok(());
        }
        let is_broken = !complaints.is_empty();
        for complaint in complaints {
            self.complain(complaint);
        }
        if file.items.is_empty() && !is_broken && own {
            let length = self.texts.sources.get(source).map_or(0, |it| it.text.len());
            let end = Span::new(source, 0, length.min(1));
            self.complain(
                Diagnostic::warning("empty_file", "this file defines nothing")
                    .label(end, "")
                    .help("a file holds games: `game nim { take any }`"),
            );
        }
        for item in file.items {
            self.go_on()?;
            match item {
                ast::Item::Expect(_) if !own => {}
                item => {
                    self.add_item(item, false, claims);
                }
            }
        }
        Ok(())
    }

    fn source(&self, source: SourceId) -> &Source {
        self.texts
            .sources
            .get(source)
            .expect("what is read is kept")
    }

    /// The items of a source, and what is wrong with it.
    fn parse(&mut self, source: SourceId) -> Checked<(ast::File, Vec<Diagnostic>)> {
        let Source { name, text, .. } = self.source(source).clone();
        let length = text.len() as u64;
        if let Some(most) = self.spent.limits.text.filter(|most| length > *most) {
            self.end_with(errors::long_text(&name, length, most));
            return Err(Reported);
        }
        self.hold(length)?;
        let mut budget = self.left();
        let parsed = syntax::parse_file_within(source, &text, &mut |bytes| {
            budget.look()?;
            budget.need(bytes)
        });
        match parsed {
            Ok((file, complaints, bytes)) => {
                self.hold(bytes)?;
                Ok((file, complaints))
            }
            Err(stop) => self.stop(stop),
        }
    }

    /// Whether a place lies in a file that was added itself, not through `use`.
    pub(super) fn is_own(&self, span: Span) -> bool {
        // Others are read for what some of their definitions give.
        self.texts
            .loaded
            .values()
            .any(|file| file.own && file.source == span.source)
    }

    /// Adds an item; true where it replaced one.
    fn add_item(&mut self, item: ast::Item, replace: bool, claims: &mut Claims) -> bool {
        let definition = match item {
            ast::Item::Expect(claim) => {
                self.texts.sources.keep(claim.span.source);
                claims.push(Arc::new(claim));
                return false;
            }
            ast::Item::Use(item) => {
                self.use_file(&item, claims);
                return false;
            }
            ast::Item::Game(game) => Definition::Game(Arc::new(game)),
            ast::Item::Let(item) => Definition::Let(Arc::new(item)),
        };
        let name = definition.name().clone();
        self.texts.sources.keep(name.span.source);
        match self.names.get(&name.name).copied() {
            Some(number) if replace => {
                if let Some(slot) = self.definitions.get_mut(number as usize) {
                    *slot = definition;
                }
                true
            }
            Some(number) => {
                let first = self
                    .definitions
                    .get(number as usize)
                    .map(|known| known.name().span);
                self.complain(errors::duplicate(
                    &name.name,
                    first.unwrap_or(name.span),
                    name.span,
                ));
                false
            }
            None => {
                self.names
                    .insert(name.name.clone(), self.definitions.len() as u32);
                self.definitions.push(definition);
                false
            }
        }
    }

    fn use_file(&mut self, item: &ast::UseItem, claims: &mut Claims) {
        let from = self.source(item.span.source).name.clone();
        let resolved = match self.texts.world.resolve(&from, &item.path.text) {
            Ok(resolved) => resolved,
            Err(unread) => {
                let _: Checked<()> = self.not_read(&item.path.text, &unread, item.path.span);
                return;
            }
        };
        if let Some(place) = self.texts.loading.iter().position(|name| *name == resolved) {
            let mut cycle: Vec<String> = self.texts.loading[place..].to_vec();
            cycle.push(resolved);
            self.complain(
                Diagnostic::error("use_cycle", "these files use each other")
                    .label(item.path.span, cycle.join(" uses "))
                    .help("move what both need into a third file"),
            );
            return;
        }
        if self.texts.loaded.contains_key(&resolved) {
            return;
        }
        if self.texts.loading.len() >= MAX_USES {
            self.complain(
                Diagnostic::error("too_deep", "these files use each other in too many steps")
                    .label(
                        item.path.span,
                        format!("more than {MAX_USES} files are open here"),
                    )
                    .help("use the file that is needed itself"),
            );
            return;
        }
        let bytes = self.texts.world.read(&resolved, &mut self.left());
        match bytes.and_then(|bytes| Ok(decode(bytes)?)) {
            Ok(text) => {
                let source = self.texts.sources.add(resolved.clone(), &text);
                drop(text);
                with_room(|| self.load_source(source, resolved, Some(item), claims));
            }
            Err(unread) => {
                let _: Checked<()> = self.not_read(&item.path.text, &unread, item.path.span);
            }
        }
    }

    /// Complains about a file that is not read.
    pub(super) fn not_read<T>(&mut self, path: &str, unread: &Unread, span: Span) -> Checked<T> {
        let error = errors::unread(path, unread, span);
        match unread {
            Unread::Stop(_) => self.end_with(error),
            Unread::Why(_) | Unread::Outside { .. } => self.complain(error),
        }
        Err(Reported)
    }

    /// What is made of a data file that is named in the source in which `span` lies.
    pub(super) fn table<T>(
        &mut self,
        path: &str,
        span: Span,
        make: impl FnOnce(&[u8], &mut Budget) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let from = self.source(span.source).name.clone();
        let resolved = self.texts.world.resolve(&from, path)?;
        let bytes = match self.texts.files.get(&resolved) {
            Some(bytes) => Arc::clone(bytes),
            None => Arc::new(self.texts.world.read(&resolved, &mut self.left())?),
        };
        self.texts.files.insert(resolved, Arc::clone(&bytes));
        make(&bytes, &mut self.left())
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
    fn hold(&mut self, bytes: u64) -> Checked<()> {
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
    fn stop<T>(&mut self, limit: Limit) -> Checked<T> {
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
    fn own_what_was_made(&mut self) {
        self.spent.own_what_was_made();
        self.games.own_fresh();
    }

    /// Drops the games that were made for questions.
    fn drop_games(&mut self) {
        let games = self.games.drop_asked() as u64;
        self.spent.keep_of_questions(games * BYTES_OF_A_GAME);
        self.functions = Functions::default();
    }

    /// Drops everything that was made from the definitions.
    fn forget_games(&mut self) {
        self.known.clear();
        self.functions = Functions::default();
        self.games = Games::new(self.id);
        self.spent.forget_what_was_made();
        self.used.clear();
        let _ = self.complaints.take();
    }

    /// Whether something worse than a warning was found in the current round.
    pub(super) fn has_errors(&self) -> bool {
        self.complaints.errors() > 0
    }
}

/// Whether a file's name says that it holds a table, which may be shown where it is wrong.
pub(super) fn is_table(name: &str) -> bool {
    has_ending(name, "csv")
}

/// Whether a comment such as `# nimrule: allow unused`, on the line that a complaint is about or the one above, silences it.
fn allows(sources: &Sources, complaint: &Diagnostic) -> bool {
    let Some(span) = complaint.labels.first().map(|label| label.span) else {
        return false;
    };
    let Some(source) = sources.get(span.source) else {
        return false;
    };
    let line = source.line_of(span.start as usize);
    let lines = source.text.lines().skip(line.saturating_sub(1));
    let lines = lines.take(if line > 0 { 2 } else { 1 });
    let codes =
        lines.filter_map(|line| line.split_once("# nimrule: allow ").map(|(_, codes)| codes));
    let mut codes = codes.flat_map(|codes| codes.split([',', ' ']));
    codes.any(|code| code.trim() == complaint.code)
}

fn has_ending(name: &str, ending: &str) -> bool {
    let found = Path::new(name).extension();
    found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
