//! The arguments of the call that is being typed.

use super::call::Command;
use super::commands::COMMANDS;
use crate::expr::builtin::Builtin;
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::syntax::scan::{Token, TokenKind, tokens};

/// What the call around the end of the text takes.
pub fn hint(book: &Rulebook, text: &str) -> Option<String> {
    let line = text.rsplit('\n').next().unwrap_or("");
    let command = line.trim_start();
    if let Some((word, rest)) = command.split_once(char::is_whitespace)
        && word.starts_with(':')
    {
        let command = Command::named(COMMANDS, word)?;
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
    let mut open: Vec<(&str, Option<Token>)> = Vec::new();
    let mut before: Option<Token> = None;
    for token in known {
        match token.kind {
            TokenKind::Open => open.push((token.text(text), before)),
            TokenKind::Close => {
                open.pop();
            }
            _ => {}
        }
        before = Some(token);
    }
    // The innermost bracket that belongs to a name; in `xor([1, ` that is the call's.
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
    if let Some(query) = Query::by_name(name) {
        return Some(query.usage().to_string());
    }
    let own = |params: Vec<String>| format!("{name}({})", params.join(", "));
    // A game without parameters may be called like a built-in function, which the bracket then means.
    if let Some(params) = book.function_params(name) {
        return Some(own(params));
    }
    if let Some(params) = book.game_params(name).filter(|params| !params.is_empty()) {
        return Some(own(params));
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
        game.header.shape.in_words()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

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
