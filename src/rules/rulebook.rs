//! A rulebook: the definitions of one or more files, and the games made from them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;
#[cfg(feature = "program")]
use hashbrown::HashSet;

use super::book::{Book, Claims, Definition, Loaded};
use super::errors;
use super::game::GameRules;
use super::games::MOST_ASKED;
use super::instance::needed;
use super::owner::kind_in_words;
use crate::expr::position::{Game, GameId, Position, Stamp};
use crate::expr::value::Value;
#[cfg(feature = "program")]
use crate::syntax::tokens;
use crate::syntax::{self, ast};
use crate::text::diagnostic::{Cause, Diagnostic, Report, guarded, nearest};
use crate::text::source::{AskedText, Sources, Span};
#[cfg(feature = "program")]
use crate::text::words::comment;
use crate::work::budget::{Budget, Limits};
use crate::work::stack::with_room;
use crate::work::world::{Nowhere, World};

/// At most so many games are named where none of them is the one that was asked for.
const MOST_NAMED: usize = 10;

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
        let is_claim = |item: &ast::Item| matches!(item, ast::Item::Expect(_));
        if items.iter().all(is_claim) {
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
            book.games.stamp = book.id;
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
                claims.push(claim);
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
        count > MOST_ASKED && count > MOST_ASKED + self.lock().games.count_kept()
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

    /// Refuses a claim of another rulebook.
    pub(crate) fn check_own_claim(&self, claim: &ast::ExpectItem) -> Result<(), Diagnostic> {
        match self.claims.iter().any(|own| std::ptr::eq(&**own, claim)) {
            true => Ok(()),
            false => Err(
                Diagnostic::error("foreign_claim", "this is a claim of another rulebook")
                    .help("test it in a session of its rulebook")
                    .cause(Cause::Foreign),
            ),
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
    pub fn ask_about(&self, name: &str, text: &str) -> AskedText {
        self.lock().texts.sources.ask(name, text)
    }

    /// The names of the games, in the order of their definition.
    pub fn game_names(&self) -> Vec<String> {
        self.names(|definition| matches!(definition, Definition::Game(_)))
    }

    /// The names of the games that need no arguments, in the order of their definition.
    pub fn plain_game_names(&self) -> Vec<String> {
        self.names(|it| matches!(it, Definition::Game(game) if needed(game) == 0))
    }

    /// The names of the games that do not come from bundled files that were only used, in the order of their definition.
    pub(crate) fn own_game_names(&self) -> Vec<String> {
        let bundled = self.lock().bundled();
        let is_bundled = |span: Span| {
            let mut used = bundled.iter().filter(|(_, file)| !file.own);
            used.any(|(_, file)| span.source == file.source)
        };
        self.names(|it| matches!(it, Definition::Game(game) if !is_bundled(game.span)))
    }

    /// The games that the source of this name defines, in order, each with what the comment above it says, or else the one with
    /// which the source begins, where that stands apart.
    #[cfg(feature = "program")]
    pub(crate) fn games_of(&self, source: &str) -> Vec<(String, String)> {
        let book = self.lock();
        let games = book.definitions.iter().filter_map(|definition| {
            let Definition::Game(game) = definition else {
                return None;
            };
            let span = definition.span();
            let found = book.texts.sources.get(span.source)?;
            let before = found.plain().get(..span.start as usize)?;
            let is_comment = |line: &&str| line.trim_start().starts_with('#');
            let mut above: Vec<&str> = before.lines().rev().take_while(is_comment).collect();
            above.reverse();
            let first = found.text.lines().find(|line| !is_comment(line));
            // One that stands right above the first game is of that game alone.
            let is_of_all = first.is_none_or(|line| line.trim().is_empty());
            let said = match above.is_empty() {
                true if is_of_all => comment(found.text.lines()),
                true => String::new(),
                false => comment(above.into_iter()),
            };
            (found.name == source).then(|| (game.name.name.clone(), said))
        });
        games.collect()
    }

    /// Where the definitions stand that these names need, and what those need; where they name nothing, all games.
    #[cfg(feature = "program")]
    pub(crate) fn needed(&self, names: &HashSet<&str>) -> Vec<Span> {
        let book = self.lock();
        let named = names
            .iter()
            .filter_map(|name| book.definitions.number(name));
        let mut open: Vec<u32> = named.collect();
        if open.is_empty() {
            let games = book.definitions.numbered();
            let games = games.filter(|(_, it)| matches!(it, Definition::Game(_)));
            open.extend(games.map(|(number, _)| number));
        }
        let mut found: HashMap<u32, Span> = HashMap::new();
        // Each definition once.
        while let Some(number) = open.pop() {
            let definition = book.definitions.get(number);
            if let Some(span) = definition.map(Definition::span)
                && found.insert(number, span).is_none()
            {
                let text = book.text(span);
                let words = tokens(text).map(|token| token.text(text));
                open.extend(words.filter_map(|word| book.definitions.number(word)));
            }
        }
        found.into_values().collect()
    }

    /// Whether a file was read whose path this is.
    #[cfg(feature = "program")]
    pub(crate) fn has_read(&self, path: &str) -> bool {
        let texts = &self.lock().texts;
        let resolved = texts.world.resolve("", path);
        resolved.is_ok_and(|path| texts.loaded.contains_key(&path))
    }

    /// The names of the bundled games.
    pub(crate) fn bundled(&self) -> Vec<String> {
        let world = Arc::clone(&self.lock().texts.world);
        world.bundled()
    }

    /// Whether a bundled game is called so.
    pub(crate) fn is_bundled(&self, name: &str) -> bool {
        self.bundled().iter().any(|it| it == name)
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
        let (_, Definition::Game(game)) = book.definition(name)? else {
            return None;
        };
        let params = game.params.iter().map(|param| match &param.default {
            Some(default) => {
                let default = book.text(default.span);
                format!("{} = {default}", param.name.name)
            }
            None => param.name.name.clone(),
        });
        Some(params.collect())
    }

    /// Whether a game or let is called so.
    #[cfg(feature = "program")]
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.lock().definition(name).is_some()
    }

    /// The text of a definition and its title (games only). `None`: nothing is called so.
    pub fn definition_text(&self, name: &str) -> Option<(String, Option<String>)> {
        let book = self.lock();
        let (_, definition) = book.definition(name)?;
        let title = match &definition {
            Definition::Game(game) => game.title.as_ref().map(|title| title.text.clone()),
            Definition::Let(_) => None,
        };
        let text = book.text(definition.span());
        Some((text.to_string(), title))
    }

    /// The texts of all definitions and expectations in order; bundled files that were only used are named.
    pub fn to_text(&self) -> String {
        self.text_naming(|file| !file.own)
    }

    /// The same for saving a session: all bundled files are named.
    #[cfg(feature = "program")]
    pub(crate) fn to_save(&self) -> String {
        self.text_naming(|_| true)
    }

    fn text_naming(&self, is_named: impl Fn(&Loaded) -> bool) -> String {
        let book = self.lock();
        let mut spans: Vec<Span> = book.definitions.iter().map(Definition::span).collect();
        let mut text = String::new();
        for (name, file) in book.bundled().iter().filter(|(_, file)| is_named(file)) {
            // Where one of its games was defined anew, it cannot be used as a whole.
            if book.is_as_read(file.source) {
                text.push_str(&format!("use \"{name}\"\n"));
                spans.retain(|span| span.source != file.source);
            }
        }
        // What is used comes without its claims.
        spans.extend(self.claims.iter().map(|claim| claim.span));
        spans.sort();
        for span in spans {
            text.push_str(book.text(span));
            text.push('\n');
        }
        text
    }

    /// The expectations of the files that were added themselves (not of those they use), in order.
    pub fn expects(&self) -> Vec<Arc<ast::ExpectItem>> {
        self.claims.as_ref().clone()
    }

    /// The expectations that may be about a game: those of the rulebook, or where its file was only used those of that.
    pub(crate) fn expects_beside(&self, game: Span) -> Vec<Arc<ast::ExpectItem>> {
        let book = self.lock();
        if book.is_own(game) || self.claims.iter().any(|it| it.span.source == game.source) {
            return self.expects();
        }
        let text = book
            .texts
            .sources
            .get(game.source)
            .map(|source| &source.text);
        let file = text.map(|text| syntax::parse_file(game.source, text).0);
        let items = file.into_iter().flat_map(|file| file.items);
        let claims = items.filter_map(|item| match item {
            ast::Item::Expect(claim) => Some(claim),
            _ => None,
        });
        claims.collect()
    }

    /// A copy of the source texts.
    #[doc(hidden)]
    pub fn sources(&self) -> Sources {
        self.lock().texts.sources.clone()
    }

    /// The text at a place.
    #[doc(hidden)]
    pub fn text_at(&self, span: Span) -> String {
        self.lock().text(span).to_string()
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

    /// A game without arguments, or with defaults for all, by its name alone: `misere(nim)` and codes are expressions, for
    /// [`Session::game`](crate::Session::game).
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
    /// There is no such game, or the arguments do not fit, or are nothing that a text could write, such as a list of several kinds.
    pub fn game_with(&self, name: &str, args: &[Value]) -> Result<Arc<Game>, Report> {
        with_room(|| self.check_arguments(name, args)).map_err(|error| self.report(vec![error]))?;
        let mut book = self.lock();
        book.start();
        let made = match book.definition(name) {
            Some((number, Definition::Game(item))) => {
                let span = item.name.span;
                with_room(|| book.instance(number, false, args, span))
            }
            _ => {
                let games = book.definitions.iter();
                let games = games.filter(|it| matches!(it, Definition::Game(_)));
                let names: Vec<&str> = games.map(|it| it.name().name.as_str()).collect();
                let message = format!("no game is called `{name}`");
                let all = match names.get(..MOST_NAMED.min(names.len())) {
                    Some([]) | None => "the rulebook has no games".to_owned(),
                    Some(named) => format!("its games are {}", named.join(", ")),
                };
                let near = nearest(name, names);
                Err(Diagnostic::error("unknown_game", message).help_near(near, &all))
            }
        };
        let made = made.and_then(|game| book.finished(game.id).map(|_| game));
        made.map_err(|diagnostic| {
            let mut diagnostics = book.take_complaints();
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
            book.report(diagnostics)
        })
    }

    /// Whether arguments could stand in a text of this rulebook.
    fn check_arguments(&self, name: &str, args: &[Value]) -> Result<(), Diagnostic> {
        let mut budget = {
            let mut book = self.lock();
            book.start();
            book.left()
        };
        for (place, arg) in args.iter().enumerate() {
            // What is shared in them is met again and again below.
            arg.walk(&mut budget)?;
            arg.games()
                .iter()
                .try_for_each(|game| self.check_own(game))?;
            if kind_in_words(arg).is_none() {
                return Err(errors::argument_without_words(name, place));
            }
        }
        Ok(())
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
        let used = (needed > 0).then(|| self.first_made(name)).flatten();
        let guesses = guesses.iter();
        let guesses = guesses.filter_map(|args| self.game_with(name, args).ok());
        used.into_iter().chain(guesses).collect()
    }

    /// The first game that was made of a definition and has no mistakes, where the last move wins.
    fn first_made(&self, name: &str) -> Option<Arc<Game>> {
        let book = self.lock();
        let number = book.definitions.number(name)?;
        let mut slots = book.games.iter();
        let used = slots.find(|slot| {
            slot.key.definition == number && !slot.header.misere && slot.game.is_some()
        });
        used.map(|slot| Arc::clone(&slot.header))
    }

    /// The games that were made so far and have no mistakes.
    pub(crate) fn games_made(&self) -> Vec<Arc<GameRules>> {
        let book = self.lock();
        let slots = book.games.iter();
        slots.filter_map(|slot| slot.game.clone()).collect()
    }

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
