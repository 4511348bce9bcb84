//! Entries that are not written as the language has it but can only mean one thing.

use crate::expr::builtin::Builtin;
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::scan::{Token, TokenKind, tokens};

/// What a line means that has mistakes: another entry, or a command. `None`: nothing, or nobody knows which of several things.
/// Whoever asks must see that the text has no meaning of its own, and that what is given back has one.
pub(super) fn meant(
    text: &str,
    book: &Rulebook,
    is_command: impl Fn(&str) -> bool,
) -> Option<String> {
    let text = text.trim();
    let changed = in_brackets(&braces(&in_lower_case(text, book)), book);
    let changed = before_words(&changed, is_command);
    let changed = infix(&misere(&changed))?;
    (changed != text).then_some(changed)
}

fn known(text: &str) -> Vec<Token> {
    tokens(text).collect()
}

fn part(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or("").trim()
}

/// `WINNER(nim[1])` and `g(nim[1])`: the names that there are.
fn in_lower_case(text: &str, book: &Rulebook) -> String {
    let bundled = book.bundled();
    let is_known = |name: &str| {
        Query::by_name(name).is_some()
            || Builtin::by_name(name).is_some()
            || book.definition_text(name).is_some()
            || bundled.iter().any(|it| it == name)
    };
    let tokens = known(text);
    let mut written = String::new();
    let mut end = 0;
    for (place, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let is_called = tokens
            .get(place + 1)
            .is_some_and(|next| next.text(text) == "(");
        let lower = word.to_lowercase();
        let meant = match word {
            _ if token.kind != TokenKind::Name || is_known(word) => word,
            "g" | "G" if is_called => Query::Grundy.name(),
            _ if is_known(&lower) => &lower,
            _ => word,
        };
        written.push_str(text.get(end..token.start).unwrap_or(""));
        written.push_str(meant);
        end = token.end;
    }
    written.push_str(text.get(end..).unwrap_or(""));
    written
}

/// `mex{0, 1, 3}`, as it stands in explanations: a list.
fn braces(text: &str) -> String {
    let inside = text
        .strip_prefix(Builtin::Mex.name())
        .and_then(|rest| rest.trim_start().strip_prefix('{'))
        .and_then(|rest| rest.strip_suffix('}'));
    match inside {
        Some(inside) => format!("{}([{}])", Builtin::Mex.name(), inside.trim()),
        None => text.to_string(),
    }
}

/// `nim 5 9 11`, as on a command line: a position.
fn in_brackets(text: &str, book: &Rulebook) -> String {
    let game = text.split(['(', ' ']).next().unwrap_or("");
    let is_game = match book.definition_text(game) {
        Some(_) => book.game_params(game).is_some(),
        None => book.bundled().iter().any(|it| it == game),
    };
    match is_game {
        true => argument(text),
        false => text.to_string(),
    }
}

/// `winner nim[5]` and `solve nim 5 9`: a query or a command as on a command line; `quit()`.
fn before_words(text: &str, is_command: impl Fn(&str) -> bool) -> String {
    let tokens = known(text);
    let Some(first) = tokens.first().filter(|first| first.start == 0) else {
        return text.to_string();
    };
    let word = first.text(text);
    let rest = part(text, first.end, text.len());
    let is_apart = tokens.get(1).is_some_and(|next| {
        use TokenKind::{Keyword, Name, Number};
        next.start > first.end && matches!(next.kind, Name | Number | Keyword(_))
    });
    match Query::by_name(word) {
        Some(_) if is_apart => format!("{word}({})", argument(rest)),
        None if is_apart && is_command(word) => format!(":{word} {rest}"),
        None if rest == "()" && is_command(word) => format!(":{word}"),
        _ => text.to_string(),
    }
}

/// `nim 5 9 11` as a position, and other texts as they are.
fn argument(text: &str) -> String {
    match crate::app::command::words::position_words(text) {
        (Some(game), piles) => format!("{game}[{}]", piles.join(", ")),
        (None, _) => text.to_string(),
    }
}

/// `misere(nim[1, 2])`: the piles of the game in which the last move loses.
fn misere(text: &str) -> String {
    let tokens = known(text);
    let mut texts = tokens.iter().map(|token| token.text(text));
    let is_call = (texts.next(), texts.next()) == (Some("misere"), Some("("));
    let end = tokens.len().saturating_sub(1);
    let closing = |place: usize| tokens.get(place).map(|token| token.text(text));
    if !is_call || closing(end) != Some(")") || end < 2 || closing(end - 1) != Some("]") {
        return text.to_string();
    }
    let mut depth = 0_usize;
    for token in tokens.get(..end).unwrap_or(&[]).iter().rev() {
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let (game, piles) = (
                part(text, 0, token.start),
                part(text, token.start, text.len()),
            );
            let piles = piles.strip_suffix(')').unwrap_or(piles);
            return format!("{game}){piles}");
        }
    }
    text.to_string()
}

/// `3 xor 5`: a call. `None`: what belongs to it is not plain.
fn infix(text: &str) -> Option<String> {
    let tokens = known(text);
    let name = Builtin::Xor.name();
    let mut depth = 0_usize;
    let (mut operands, mut start) = (Vec::new(), 0);
    for (place, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_called = tokens
            .get(place + 1)
            .is_some_and(|next| next.text(text) == "(");
        if token.text(text) == name && depth == 0 && !is_called {
            operands.push(part(text, start, token.start));
            start = token.end;
        }
    }
    if operands.is_empty() {
        return Some(text.to_string());
    }
    operands.push(part(text, start, text.len()));
    // Nobody knows whether `1 + 2 xor 3` is 0 or 2.
    let is_plain = |operand: &&str| {
        let mut depth = 0_usize;
        !operand.is_empty()
            && known(operand).iter().all(|token| {
                match token.kind {
                    TokenKind::Open => depth += 1,
                    TokenKind::Close => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth > 0 || !matches!(token.kind, TokenKind::Operator | TokenKind::Keyword(_))
            })
    };
    operands
        .iter()
        .all(is_plain)
        .then(|| format!("{name}({})", operands.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_mean_what_they_can_only_mean() {
        let book = Rulebook::parse("game nim { take any }  let p = nim[3]").unwrap();
        let is_command = |word: &str| ["solve", "help", "quit"].contains(&word);
        for (text, wanted) in [
            ("winner nim[5, 9, 11]", Some("winner(nim[5, 9, 11])")),
            ("winner nim 5 9 11", Some("winner(nim[5, 9, 11])")),
            ("nim 5 9 11", Some("nim[5, 9, 11]")),
            ("nim (5)", Some("nim[(5)]")),
            ("p 5", None),
            ("WINNER(nim[1])", Some("winner(nim[1])")),
            ("Winner(NIM[1])", Some("winner(nim[1])")),
            ("solve nim[3]", Some(":solve nim[3]")),
            ("g(p)", Some("grundy(p)")),
            ("misere(nim[1, 1, 2])", Some("misere(nim)[1, 1, 2]")),
            ("misere(lim(3)[1, [2]])", Some("misere(lim(3))[1, [2]]")),
            ("mex{0, 1, 3}", Some("mex([0, 1, 3])")),
            ("3 xor 5", Some("xor(3, 5)")),
            ("3 xor 5 xor grundy(p)", Some("xor(3, 5, grundy(p))")),
            ("(1 + 2) xor 3", Some("xor((1 + 2), 3)")),
            ("1 + 2 xor 3", None),
            ("xor(3, 5)", None),
            ("quit()", Some(":quit")),
            ("help winner", Some(":help winner")),
            ("win(nim[3])", None),
            ("nim[5", None),
        ] {
            assert_eq!(meant(text, &book, is_command).as_deref(), wanted, "{text}");
        }
    }
}
