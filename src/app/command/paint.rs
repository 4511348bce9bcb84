//! What is coloured in a text of rules, and as what.

use crate::expr::builtin::Builtin;
use crate::rules::query::Query;
use crate::syntax::scan::{Token, TokenKind, tokens};

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
