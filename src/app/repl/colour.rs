//! Colours for what is being typed.

use crate::expr::builtin::Builtin;
use crate::rules::query::Query;
use crate::syntax::scan::{Token, TokenKind, tokens};

const KEYWORD: &str = "\x1b[35m";
const NUMBER: &str = "\x1b[36m";
const TEXT: &str = "\x1b[32m";
const FUNCTION: &str = "\x1b[34m";
const COMMAND: &str = "\x1b[1m";
const DIM: &str = "\x1b[90m";
const WRONG: &str = "\x1b[31m";
const RESET: &str = "\x1b[0m";

pub fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(':') {
            let start = line.len() - line.trim_start().len();
            let behind = line
                .get(start..)
                .and_then(|rest| rest.find(char::is_whitespace));
            let (word, rest) = line.split_at(behind.map_or(line.len(), |length| start + length));
            paint(&mut out, COMMAND, word);
            entry(&mut out, rest);
        } else {
            entry(&mut out, line);
        }
    }
    out
}

/// What is less important, such as a hint.
pub fn dim(text: &str) -> String {
    format!("{DIM}{text}{RESET}")
}

fn paint(out: &mut String, colour: &str, text: &str) {
    out.push_str(colour);
    out.push_str(text);
    out.push_str(RESET);
}

fn entry(out: &mut String, text: &str) {
    let mut done = 0;
    let known: Vec<Token> = tokens(text).collect();
    for (index, token) in known.iter().enumerate() {
        out.push_str(text.get(done..token.start).unwrap_or(""));
        let word = token.text(text);
        let is_called = known
            .get(index + 1)
            .is_some_and(|next| next.text(text) == "(");
        let colour = match token.kind {
            TokenKind::Keyword(_) => Some(KEYWORD),
            TokenKind::Number | TokenKind::Code => Some(NUMBER),
            TokenKind::Text | TokenKind::OpenText => Some(TEXT),
            TokenKind::Comment => Some(DIM),
            TokenKind::BadNumber | TokenKind::Bad | TokenKind::ForeignComment => Some(WRONG),
            TokenKind::Name
                if is_called
                    && (Query::by_name(word).is_some() || Builtin::by_name(word).is_some()) =>
            {
                Some(FUNCTION)
            }
            TokenKind::Name
            | TokenKind::Open
            | TokenKind::Close
            | TokenKind::Separator
            | TokenKind::Operator => None,
        };
        match colour {
            Some(colour) => paint(out, colour, word),
            None => out.push_str(word),
        }
        done = token.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = behind.split_once('m').unwrap().1;
        }
        plain + rest
    }

    #[test]
    fn colours_change_nothing_else() {
        for text in [
            "game nim { take 1..3 } # é",
            "",
            " \n\n:load x y\n grundy(nim[3])",
            "\"open",
            "octal 0.(3) é 2n",
            ":",
        ] {
            assert_eq!(plain(&coloured(text)), text);
        }
        assert_eq!(coloured("take 3"), "\x1b[35mtake\x1b[0m \x1b[36m3\x1b[0m");
        assert_eq!(coloured("max"), "max");
        assert_eq!(coloured("max("), "\x1b[34mmax\x1b[0m(");
        assert_eq!(coloured(":q"), "\x1b[1m:q\x1b[0m");
    }
}
