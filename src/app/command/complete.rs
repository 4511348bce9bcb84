//! What may stand where something is being typed, how words are used, the arguments of the call around it, and the colours of what
//! stands there.

use std::path::{Path, PathBuf};

use rustyline::completion::Pair;

use crate::app::bundled;
use crate::expr::builtin::Builtin;
use crate::report::look::harmless;
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{Role, Word};

/// The games and lets that are known where something is typed.
pub struct Names<'b> {
    /// Games with their parameters as written.
    pub games: Vec<(String, Vec<String>)>,
    /// Lets, functions with their arguments.
    pub lets: Vec<(String, Option<Vec<String>>)>,
    /// The rules, where they can be used.
    pub book: Option<&'b Rulebook>,
    /// Where the files are that are named.
    pub folder: PathBuf,
}

/// How many files of a folder are looked at.
const MOST_FILES: usize = 10_000;

impl Names<'_> {
    pub fn of(book: &Rulebook) -> Names<'_> {
        let games = book.game_names().into_iter();
        let lets = book.let_names().into_iter();
        Names {
            games: games
                .map(|name| {
                    let params = book.game_params(&name).unwrap_or_default();
                    (name, params)
                })
                .collect(),
            lets: lets
                .map(|name| {
                    let params = book.function_params(&name);
                    (name, params)
                })
                .collect(),
            book: Some(book),
            folder: PathBuf::from("."),
        }
    }

    fn game(&self, name: &str) -> Option<&Vec<String>> {
        let mut games = self.games.iter();
        games.find_map(|(known, params)| (known == name).then_some(params))
    }

    fn function(&self, name: &str) -> Option<&Vec<String>> {
        let mut lets = self.lets.iter();
        lets.find_map(|(known, params)| params.as_ref().filter(|_| known == name))
    }
}

/// Where the word begins that is being completed, and what may take its place.
pub type Completion = (usize, Vec<Pair>);

pub fn plain(text: impl Into<String>) -> Pair {
    let text = text.into();
    Pair {
        display: text.clone(),
        replacement: text,
    }
}

pub fn none(start: usize) -> Completion {
    (start, Vec::new())
}

/// Completes in an entry that begins at `start`.
pub fn entry(names: &Names, text: &str, before: &str, start: usize) -> Completion {
    let entry = before.get(start..).unwrap_or("");
    let known: Vec<Token> = tokens(entry).collect();
    let (word_start, word) = match known.last() {
        Some(token) if token.end == entry.len() => match token.kind {
            TokenKind::Name | TokenKind::Keyword(_) => (token.start, token.text(entry)),
            TokenKind::OpenText => return file(&names.folder, entry, &known, start),
            TokenKind::Comment
            | TokenKind::ForeignComment
            | TokenKind::Number
            | TokenKind::BadNumber
            | TokenKind::Code
            | TokenKind::Text
            | TokenKind::Bad => return none(before.len()),
            _ => (entry.len(), ""),
        },
        _ => (entry.len(), ""),
    };
    let open = brackets(entry, &known);
    let in_game = is_in_game(&open);
    let mut words: Vec<Pair> = Vec::new();
    if word.is_empty() {
        words.extend(fitting(&known, &open).map(|it| plain(it.text())));
        if in_game && is_first(&known, &open) {
            return (before.len(), words);
        }
    }
    let follows = text.get(before.len()..).unwrap_or("");
    let is_called = follows.trim_start().starts_with('(');
    let call = |name: &str| Pair {
        display: name.to_string(),
        replacement: if is_called {
            name.to_string()
        } else {
            format!("{name}(")
        },
    };
    let defined = |name: &str, params: &[String]| match params {
        [] => plain(name),
        params => Pair {
            display: format!("{name}({})", params.join(", ")),
            ..call(name)
        },
    };
    for (name, params) in &names.games {
        words.push(defined(name, params));
    }
    for (name, params) in &names.lets {
        words.push(defined(name, params.as_deref().unwrap_or_default()));
    }
    // What takes arguments hides what the language calls so.
    let hidden: Vec<String> = words
        .iter()
        .filter_map(|own| Some(own.display.split_once('(')?.0.to_string()))
        .collect();
    let is_seen = |name: &str| !hidden.iter().any(|own| own == name);
    if !in_game {
        let queries = Query::ALL.iter().map(|query| query.name());
        words.extend(queries.filter(|name| is_seen(name)).map(call));
    }
    if !word.is_empty() {
        let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
        words.extend(builtins.filter(|name| is_seen(name)).map(call));
        let reserved = Word::ALL.iter().copied();
        words.extend(reserved.filter_map(|word| {
            let is_in_games_only =
                word.is(Role::Inside) || word.is(Role::Statement) && !word.is(Role::Item);
            match in_game || !is_in_games_only {
                true => Some(plain(word.text())),
                false => word.is(Role::Called).then(|| call(word.text())),
            }
        }));
        // Parameters and coordinates that are being typed.
        let own = known
            .iter()
            .filter(|token| token.kind == TokenKind::Name && token.start != word_start);
        words.extend(own.map(|token| plain(token.text(entry))));
    }
    words.retain(|candidate| candidate.display.starts_with(word));
    (start + word_start, words)
}

/// Whether the rules of a game stand in the outermost bracket.
fn is_in_game(open: &[Open]) -> bool {
    open.first().is_some_and(|open| open.bracket == "{")
}

/// What can begin outside of all brackets but those of a game.
fn beginning(open: &[Open]) -> Option<Role> {
    match open {
        [] => Some(Role::Item),
        [_] if is_in_game(open) => Some(Role::Statement),
        _ => None,
    }
}

fn last(known: &[Token]) -> Option<TokenKind> {
    let mut kinds = known.iter().map(|token| token.kind);
    kinds.rfind(|kind| *kind != TokenKind::Comment)
}

/// Whether nothing stands before the first item or statement.
fn is_first(known: &[Token], open: &[Open]) -> bool {
    beginning(open).is_some() && matches!(last(known), None | Some(TokenKind::Open))
}

/// The words that may stand behind these tokens, where these brackets are open.
fn fitting(known: &[Token], open: &[Open]) -> impl Iterator<Item = Word> {
    let (beginning, is_first, in_game) = (beginning(open), is_first(known, open), is_in_game(open));
    let has_ended = match last(known) {
        Some(TokenKind::Keyword(word)) => word.is(Role::Ends) || word.is(Role::Value),
        Some(
            TokenKind::Name
            | TokenKind::Number
            | TokenKind::Code
            | TokenKind::Text
            | TokenKind::Close,
        ) => true,
        _ => false,
    };
    Word::ALL.iter().copied().filter(move |word| {
        let begins = beginning.is_some_and(|role| word.is(role));
        let is_behind = word.is(Role::Joins) || word.is(Role::Behind);
        let is_inside = word.is(Role::Inside);
        match has_ended {
            _ if is_first => begins,
            true => begins || is_behind && (in_game || !is_inside),
            false => {
                let is_operand = word.is(Role::Prefix) || word.is(Role::Value);
                is_operand || in_game && is_inside && !is_behind
            }
        }
    })
}

/// A bracket that is open at the end of a text.
struct Open<'t> {
    bracket: &'t str,
    before: Option<Token>,
    commas: usize,
}

/// The brackets that are open at the end of a text.
fn brackets<'t>(text: &'t str, known: &[Token]) -> Vec<Open<'t>> {
    let mut open: Vec<Open> = Vec::new();
    let mut before = None;
    for token in known {
        match token.kind {
            TokenKind::Open => open.push(Open {
                bracket: token.text(text),
                before,
                commas: 0,
            }),
            TokenKind::Close => {
                open.pop();
            }
            TokenKind::Separator => {
                if let Some(last) = open.last_mut() {
                    last.commas += 1;
                }
            }
            _ => {}
        }
        before = Some(*token);
    }
    open
}

/// Completes the name of a file in a text that is not closed yet.
fn file(folder: &Path, entry: &str, known: &[Token], start: usize) -> Completion {
    let mut back = known.iter().rev().map(|token| token.text(entry));
    let typed = back.next().unwrap_or("\"");
    let is_use = |word: &str| word == Word::Use.text();
    let (endings, behind): (&[&str], &str) = match (back.next(), back.next()) {
        (Some(word), _) if is_use(word) => (&["nimrule"], "\""),
        (Some("("), Some("column")) => (&["csv"], "\", "),
        (Some("("), Some("rows")) => (&["csv"], "\""),
        _ => return none(start + entry.len()),
    };
    let path = typed.get(1..).unwrap_or("");
    let (cut, mut found) = files(folder, path, endings, behind);
    if endings.contains(&"nimrule") {
        let games = bundled::names().filter(|name| name.starts_with(path));
        found.extend(games.map(|name| Pair {
            display: name.to_owned(),
            replacement: format!("{name}{behind}"),
        }));
    }
    (cut + start + entry.len() - path.len(), found)
}

/// The files and folders that a path in a folder may be the beginning of; files get `behind` added.
pub fn files(base: &Path, path: &str, endings: &[&str], behind: &str) -> Completion {
    let cut = path.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let (folder, prefix) = path.split_at(cut);
    let mut words = Vec::new();
    let items = std::fs::read_dir(base.join(folder));
    for item in items.into_iter().flatten().flatten().take(MOST_FILES) {
        let Ok(name) = item.file_name().into_string() else {
            continue;
        };
        // The editor shows names as they are.
        if harmless(&name) != name {
            continue;
        }
        if !name.starts_with(prefix) || name.starts_with('.') && prefix.is_empty() {
            continue;
        }
        let is_folder = item.path().is_dir();
        let ending = Path::new(&name)
            .extension()
            .and_then(|ending| ending.to_str());
        if is_folder {
            words.push(plain(format!("{name}/")));
        } else if ending.is_some_and(|ending| endings.contains(&ending)) {
            words.push(Pair {
                replacement: format!("{name}{behind}"),
                display: name,
            });
        }
    }
    (cut, words)
}

/// How a query, a function or a word of the language is used.
pub fn usage(word: &str) -> Option<String> {
    let query = Query::by_name(word).map(Query::usage);
    let builtin = || Builtin::by_name(word).map(Builtin::usage);
    let reserved = || Word::of(word).map(Word::help);
    query.or_else(builtin).or_else(reserved).map(str::to_string)
}

/// What the call around the end of the text takes, and which of its arguments the end is in, counted from 0.
pub fn call_hint(names: &Names, text: &str) -> Option<(String, usize)> {
    let known: Vec<Token> = tokens(text).collect();
    if let Some(last) = known.last()
        && matches!(last.kind, TokenKind::Comment | TokenKind::OpenText)
    {
        return None;
    }
    // The innermost bracket that belongs to a name; in `xor([1, ` that is the call's.
    let open = brackets(text, &known);
    open.iter().rev().find_map(|open| {
        let is_name = |token: &Token| matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_));
        let name = open.before.filter(is_name)?.text(text);
        let hint = match open.bracket {
            "(" => arguments(names, name),
            "[" => piles(names.book?, name),
            _ => None,
        };
        Some((hint?, open.commas))
    })
}

fn arguments(names: &Names, name: &str) -> Option<String> {
    let own = |params: &[String]| format!("{name}({})", params.join(", "));
    // A game without parameters may be called like a built-in function, which the bracket then means.
    if let Some(params) = names.function(name) {
        return Some(own(params));
    }
    if let Some(params) = names.game(name).filter(|params| !params.is_empty()) {
        return Some(own(params));
    }
    if Query::by_name(name).is_some() || Builtin::by_name(name).is_some() {
        return usage(name);
    }
    match name {
        _ if name == Word::Misere.text() => {
            Some(format!("{name}(GAME): the game with the last move losing"))
        }
        "column" => {
            Some("column(\"FILE.csv\", \"COLUMN\"): a column of a table as a list".to_string())
        }
        "rows" => Some("rows(\"FILE.csv\"): the rows of a table as tuples".to_string()),
        _ => None,
    }
}

fn piles(book: &Rulebook, name: &str) -> Option<String> {
    // Only games whose parameters all have defaults are written without arguments.
    book.game_params(name)?;
    let game = book.game(name).ok()?;
    Some(format!(
        "{name}[pile, …]: a pile is {}",
        game.shape.in_words()
    ))
}

/// What a token is coloured as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    Keyword,
    Number,
    Text,
    Comment,
    /// A query or a function of the language.
    Function,
    /// What the language does not have.
    Wrong,
}

/// The tokens of a text, and as what they are coloured, if they are.
pub fn painted(text: &str) -> impl Iterator<Item = (Token, Option<Paint>)> {
    let mut rest = tokens(text).peekable();
    std::iter::from_fn(move || {
        let token = rest.next()?;
        let word = token.text(text);
        let is_called = rest.peek().is_some_and(|next| next.text(text) == "(");
        let paint = match token.kind {
            TokenKind::Keyword(_) => Some(Paint::Keyword),
            TokenKind::Number | TokenKind::Code => Some(Paint::Number),
            TokenKind::Text | TokenKind::OpenText => Some(Paint::Text),
            TokenKind::Comment => Some(Paint::Comment),
            TokenKind::BadNumber | TokenKind::Bad | TokenKind::ForeignComment => Some(Paint::Wrong),
            TokenKind::Name
                if is_called
                    && (Query::by_name(word).is_some() || Builtin::by_name(word).is_some()) =>
            {
                Some(Paint::Function)
            }
            TokenKind::Name
            | TokenKind::Open
            | TokenKind::Close
            | TokenKind::Separator
            | TokenKind::Operator => None,
        };
        Some((token, paint))
    })
}
