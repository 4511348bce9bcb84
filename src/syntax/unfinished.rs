//! Whether what was typed at the prompt needs another line.

use super::errors::closing;
use super::scan::{TokenKind, tokens};
use super::words::Word;

/// Whether brackets or a text are still open, or the text ends with an operator or word that needs more.
pub fn is_unfinished(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut ifs = 0_usize;
    let mut headless = false;
    let mut last = None;
    for token in tokens(text).filter(|token| token.kind != TokenKind::Comment) {
        let word = token.text(text);
        match token.kind {
            TokenKind::Open => {
                open.push(word);
                headless &= word != "{";
            }
            // A bracket that closes another one is a mistake, and more text does not mend it.
            TokenKind::Close if open.pop().is_none_or(|opener| closing(opener) != word) => {
                return false;
            }
            TokenKind::Keyword(word) => match word {
                Word::If => ifs += 1,
                Word::Else => ifs = ifs.saturating_sub(1),
                Word::Game => headless = true,
                Word::Let | Word::Expect | Word::Use => ifs = 0,
                _ => {}
            },
            TokenKind::Separator if word == ";" => ifs = 0,
            _ => {}
        }
        last = Some(token);
    }
    let Some(last) = last else {
        return false;
    };
    let needs_more = !last.can_end(text) && last.text(text) != ";";
    let open_text = last.kind == TokenKind::OpenText && last.end == text.len();
    !open.is_empty() || headless || ifs > 0 || needs_more || open_text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_more_text_could_mend_is_unfinished() {
        for text in [
            "game nim {",
            "game nim",
            "game nim \"T\"",
            "f(1,",
            "1 +",
            "a and",
            "not",
            "[1, 2",
            "\"abc",
            "let x =",
            "let",
            "if a then b",
            "if a then b else",
            "expect",
            "1 ==\n# comment",
            "(1 + [",
        ] {
            assert!(is_unfinished(text), "{text:?}");
        }
        for text in [
            "",
            " # c",
            "1",
            "1..",
            "f(1)",
            "game nim { take any }",
            "a)",
            "(]",
            "if a then b else c",
            "1;",
            "\"abc\n",
            "misere",
        ] {
            assert!(!is_unfinished(text), "{text:?}");
        }
    }
}
