//! What Tab completes, and the arguments of the call that is being typed.

use std::path::Path;

use rustyline::completion::Pair;

use super::commands::{COMMANDS, named, topics};
use super::shell::Takes;
use crate::expr::builtin::Builtin;
use crate::report::look::harmless;
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::{Role, Word};

/// Where the word begins that is being completed, and what may take its place.
type Completion = (usize, Vec<Pair>);

pub(super) fn plain(text: impl Into<String>) -> Pair {
    let text = text.into();
    Pair {
        display: text.clone(),
        replacement: text,
    }
}

/// The completions of what stands before the cursor, in alphabetical order; `bundled` names the games that `:load` knows.
pub(super) fn complete(
    book: &Rulebook,
    bundled: &[String],
    text: &str,
    cursor: usize,
) -> Completion {
    let before = text.get(..cursor).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.get(line_start..).unwrap_or("");
    let indent = line.len() - line.trim_start().len();
    let (start, mut words) = if line.trim_start().starts_with(':') {
        command(book, bundled, text, before, line_start + indent)
    } else {
        entry(book, text, before, 0)
    };
    words.sort_by(|a, b| (&a.display, &a.replacement).cmp(&(&b.display, &b.replacement)));
    words.dedup_by(|a, b| a.display == b.display && a.replacement == b.replacement);
    (start, words)
}

fn none(start: usize) -> Completion {
    (start, Vec::new())
}

fn among(start: usize, prefix: &str, words: impl IntoIterator<Item = String>) -> Completion {
    let words = words.into_iter().filter(|word| word.starts_with(prefix));
    (start, words.map(plain).collect())
}

/// Completes on a line with a command that begins at `start`.
fn command(
    book: &Rulebook,
    bundled: &[String],
    text: &str,
    before: &str,
    start: usize,
) -> Completion {
    let line = before.get(start..).unwrap_or("");
    let Some((word, rest)) = line.split_once(char::is_whitespace) else {
        return among(
            start,
            line,
            COMMANDS.iter().map(|command| command.name.to_string()),
        );
    };
    let rest = rest.trim_start();
    let rest_start = before.len() - rest.len();
    let Some(command) = named(word) else {
        return none(rest_start);
    };
    match command.takes {
        Takes::Nothing => none(rest_start),
        Takes::File => {
            let quoted = rest.strip_prefix('"');
            let path = quoted.unwrap_or(rest);
            let (start, mut found) = files(path, &["nimrule"], "");
            if quoted.is_none() && command.name == ":load" && !path.contains(['/', '\\']) {
                let games = bundled.iter().filter(|name| name.starts_with(path));
                found.extend(games.cloned().map(plain));
            }
            (start + before.len() - path.len(), found)
        }
        Takes::Definition => among(
            rest_start,
            rest,
            book.game_names().into_iter().chain(book.let_names()),
        ),
        Takes::Topic => among(rest_start, rest, topics()),
        Takes::Words(words) if !rest.contains(char::is_whitespace) => {
            among(rest_start, rest, words.iter().map(|word| word.to_string()))
        }
        Takes::Words(_) => none(rest_start),
        Takes::Expression => entry(book, text, before, rest_start),
    }
}

/// Completes in an entry that begins at `start`.
fn entry(book: &Rulebook, text: &str, before: &str, start: usize) -> Completion {
    let entry = before.get(start..).unwrap_or("");
    let known: Vec<Token> = tokens(entry).collect();
    let (word_start, word) = match known.last() {
        Some(token) if token.end == entry.len() => match token.kind {
            TokenKind::Name | TokenKind::Keyword(_) => (token.start, token.text(entry)),
            TokenKind::OpenText => return file(entry, &known, start),
            TokenKind::Comment | TokenKind::ForeignComment => return none(before.len()),
            TokenKind::Number
            | TokenKind::BadNumber
            | TokenKind::Code
            | TokenKind::Text
            | TokenKind::Bad => {
                return none(before.len());
            }
            _ => (entry.len(), ""),
        },
        _ => (entry.len(), ""),
    };
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
    let mut words: Vec<Pair> = Vec::new();
    let defined = |name: String, params: Option<Vec<String>>| match params {
        Some(params) if !params.is_empty() => Pair {
            display: format!("{name}({})", params.join(", ")),
            ..call(&name)
        },
        _ => plain(name),
    };
    for name in book.game_names() {
        let params = book.game_params(&name);
        words.push(defined(name, params));
    }
    for name in book.let_names() {
        let params = book.function_params(&name);
        words.push(defined(name, params));
    }
    // What takes arguments hides what the language calls so.
    let hidden: Vec<String> = words
        .iter()
        .filter_map(|own| Some(own.display.split_once('(')?.0.to_string()))
        .collect();
    let is_seen = |name: &str| !hidden.iter().any(|own| own == name);
    let in_game = matches!(brackets(entry, &known).first(), Some(("{", _)));
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

/// The brackets that are open at the end of a text, each with what stands before it.
fn brackets<'t>(text: &'t str, known: &[Token]) -> Vec<(&'t str, Option<Token>)> {
    let mut open = Vec::new();
    let mut before = None;
    for token in known {
        match token.kind {
            TokenKind::Open => open.push((token.text(text), before)),
            TokenKind::Close => {
                open.pop();
            }
            _ => {}
        }
        before = Some(*token);
    }
    open
}

/// Completes the name of a file in a text that is not closed yet.
fn file(entry: &str, known: &[Token], start: usize) -> Completion {
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
    let (cut, found) = files(path, endings, behind);
    (cut + start + entry.len() - path.len(), found)
}

/// The files and folders that a path may be the beginning of; files get `behind` added.
fn files(path: &str, endings: &[&str], behind: &str) -> Completion {
    let cut = path.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let (folder, prefix) = path.split_at(cut);
    let place = if folder.is_empty() {
        Path::new(".")
    } else {
        Path::new(folder)
    };
    let mut words = Vec::new();
    for item in std::fs::read_dir(place).into_iter().flatten().flatten() {
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

/// What the call around the end of the text takes.
pub(super) fn hint(book: &Rulebook, text: &str) -> Option<String> {
    let line = text.rsplit('\n').next().unwrap_or("");
    let command = line.trim_start();
    if let Some((word, rest)) = command.split_once(char::is_whitespace)
        && word.starts_with(':')
    {
        let command = named(word)?;
        return match rest.trim() {
            "" if command.args.is_empty() => None,
            "" => Some(command.args.to_string()),
            _ => call_hint(book, rest),
        };
    }
    call_hint(book, text)
}

fn call_hint(book: &Rulebook, text: &str) -> Option<String> {
    let known: Vec<Token> = tokens(text).collect();
    if let Some(last) = known.last()
        && matches!(last.kind, TokenKind::Comment | TokenKind::OpenText)
    {
        return None;
    }
    // The innermost bracket that belongs to a name; in `xor([1, ` that is the call's.
    let open = brackets(text, &known);
    open.iter().rev().find_map(|(bracket, before)| {
        let before =
            before.filter(|token| matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_)))?;
        let name = before.text(text);
        match *bracket {
            "(" => arguments(book, name),
            "[" => piles(book, name),
            _ => None,
        }
    })
}

fn arguments(book: &Rulebook, name: &str) -> Option<String> {
    let own = |params: Vec<String>| format!("{name}({})", params.join(", "));
    // A game without parameters may be called like a built-in function, which the bracket then means.
    if let Some(params) = book.function_params(name) {
        return Some(own(params));
    }
    if let Some(params) = book.game_params(name).filter(|params| !params.is_empty()) {
        return Some(own(params));
    }
    if let Some(query) = Query::by_name(name) {
        return Some(query.usage().to_string());
    }
    if let Some(builtin) = Builtin::by_name(name) {
        return Some(builtin.usage().to_string());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        Rulebook::parse(
            "game nim { take any }\ngame lim(m) { take 1..m }\nlet limit = 3\nlet lift(x) = x + limit\n\
             let popcount(x) = lift(x)\ngame all_day { take popcount(2) }",
        )
        .unwrap()
    }

    fn words(text: &str) -> Vec<String> {
        let (before, behind) = text.split_once('|').unwrap_or((text, ""));
        let text = format!("{before}{behind}");
        let bundled = ["nim".to_string(), "kayles".to_string()];
        let (start, found) = complete(&book(), &bundled, &text, before.len());
        found
            .into_iter()
            .map(|word| format!("{}{}", &before[..start], word.replacement))
            .collect()
    }

    #[test]
    fn names_are_completed_where_they_fit() {
        for (text, expected) in [
            ("li", vec!["lift(", "lim(", "limit", "line("]),
            ("grundy(lim|", vec!["grundy(lim(", "grundy(limit"]),
            ("gru|(nim[3])", vec!["grundy"]),
            ("ni", vec!["nim", "nim_product("]),
            ("game x { lea", vec!["game x { leaving"]),
            ("lea", vec![]),
            ("game x { gru", vec![]),
            (
                "game x(width) {\n take 1..wi",
                vec!["game x(width) {\n take 1..width"],
            ),
            ("popc", vec!["popcount("]),
            ("exp", vec!["expect", "explain("]),
            ("12", vec![]),
            ("# ni", vec![]),
            ("\"ni", vec![]),
            (":lo", vec![":load"]),
            (":re", vec![":reload", ":report"]),
            (":show li", vec![":show lift", ":show lim", ":show limit"]),
            (":help popc", vec![":help popcount"]),
            (":set max-", vec![":set max-memory", ":set max-time"]),
            (":set max-time 1", vec![]),
            (":solve lif", vec![":solve lift("]),
            (":pl", vec![":plan", ":play", ":plot"]),
            (":play lif", vec![":play lift("]),
            (":time wi", vec![":time winner(", ":time winning("]),
            (":load kay", vec![":load kayles"]),
            (":nonsense li", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn files_are_completed_in_quotes_and_behind_commands() {
        // Tests run in the folder of the package.
        for (text, expected) in [
            (
                ":load examples/classic/kay",
                ":load examples/classic/kayles.nimrule",
            ),
            (":save exam", ":save examples/"),
            (
                "use \"examples/classic/kay",
                "use \"examples/classic/kayles.nimrule\"",
            ),
            (
                "let t = column(\"examples/classic/interval_t",
                "let t = column(\"examples/classic/interval_table.csv\", ",
            ),
        ] {
            assert_eq!(words(text), [expected], "{text:?}");
        }
        assert!(words("use \"no/such/folder/").is_empty());
    }

    #[test]
    fn the_call_under_the_cursor_is_explained() {
        let book = Rulebook::parse(
            "game nim { take any }\ngame lim(m, low = 1) { take low..m }\nlet lift(x, y) = x + y\n\
             game go { take lift(1, 2) }",
        )
        .unwrap();
        for (text, expected) in [
            ("grundy(", Some("grundy(POSITION): the Grundy value")),
            (
                "values(nim, ",
                Some("values(GAME, FROM..TO): the Grundy values of single piles"),
            ),
            ("grundy(nim[", Some("nim[pile, …]: a pile is an integer")),
            ("grundy(lim(", Some("lim(m, low = 1)")),
            ("lift(1, ", Some("lift(x, y)")),
            ("xor([1, ", Some("xor(a, b, …) or xor(list): the nim-sum")),
            ("grundy(nim[3])", None),
            ("grundy(nim[3]) + abs(", Some("abs(a): the absolute value")),
            ("nim", None),
            ("(", None),
            ("nosuch(", None),
            (
                "game x {\n  take pow(2, ",
                Some("pow(base, exponent): a power, exponent at least 0"),
            ),
            (":load ", Some("FILE")),
            (":load", None),
            (":quit ", None),
            (":solve lim(", Some("lim(m, low = 1)")),
            ("grundy( # and", None),
        ] {
            assert_eq!(hint(&book, text).as_deref(), expected, "{text:?}");
        }
    }
}
