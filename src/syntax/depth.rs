//! How deep brackets, `if`, `not` and unary minus are nested: checked before anything that recurses sees the text.

use super::scan::{Token, TokenKind};
use super::words::{Role, Word};

/// The deepest nesting that is read. No rule needs a tenth of it, and it keeps every recursion over trees short.
pub const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A bracket; behind an operand its base is that operand's height: `p[0][1]` is a tree of height 2.
    Bracket { base: usize },
    /// An `if` of which no other word has been read.
    If,
    /// An `if` up to its `then`.
    Then,
    /// An `if` up to its `else`.
    Else,
    /// A `not`.
    Not,
    /// A unary minus.
    Minus,
}

#[derive(Debug, Clone, Copy)]
struct Layer {
    kind: Kind,
    /// The height of what stands inside.
    inside: usize,
}

/// The layers that are open at some place of a text.
#[derive(Debug, Default)]
pub struct Layers {
    open: Vec<Layer>,
    /// The height of the operand that ended last.
    height: usize,
    /// The token that was read last.
    previous: Option<Token>,
}

impl Layers {
    fn push(&mut self, kind: Kind) -> bool {
        self.open.push(Layer { kind, inside: 0 });
        self.open.len() > MAX_DEPTH
    }

    /// Closes the innermost layer; true where what it holds is too high for where it stands.
    fn pop(&mut self) -> bool {
        let Some(layer) = self.open.pop() else {
            return false;
        };
        let mut height = layer.inside + 1;
        if let Kind::Bracket { base } = layer.kind {
            height = height.max(base + 1);
        }
        self.height = height;
        if let Some(outer) = self.open.last_mut() {
            outer.inside = outer.inside.max(height);
        }
        self.open.len() + height > MAX_DEPTH
    }

    /// Closes the innermost layers for as long as `closes` says so.
    fn pop_while(&mut self, closes: impl Fn(Kind) -> bool) -> bool {
        let mut too_deep = false;
        while self.open.last().is_some_and(|layer| closes(layer.kind)) {
            too_deep |= self.pop();
        }
        too_deep
    }

    /// The innermost `if` that stands at one of these words has another one.
    fn goes_on(&mut self, from: &[Kind], to: Kind) -> bool {
        let too_deep = self.pop_while(|kind| !is_bracket(kind) && !from.contains(&kind));
        if let Some(layer) = self.open.last_mut()
            && !is_bracket(layer.kind)
        {
            layer.kind = to;
        }
        too_deep
    }

    /// Reads a token; whether the nesting exceeds [`MAX_DEPTH`] there.
    pub fn is_too_deep(&mut self, token: Token, text: &str) -> bool {
        if token.kind == TokenKind::Comment {
            return false;
        }
        let previous = self.previous.replace(token);
        let behind_operand = previous.is_some_and(|previous| previous.ends_operand());
        let base = std::mem::take(&mut self.height);
        match (token.kind, token.text(text)) {
            (TokenKind::Open, _) => self.push(Kind::Bracket {
                base: if behind_operand { base } else { 0 },
            }),
            (TokenKind::Close, _) => self.pop_while(|kind| !is_bracket(kind)) | self.pop(),
            (TokenKind::Operator, "-") if !behind_operand => self.push(Kind::Minus),
            (TokenKind::Keyword(Word::Not), _) if !behind_operand => self.push(Kind::Not),
            (TokenKind::Operator, "->") | (TokenKind::Separator, _) => {
                self.pop_while(|kind| !is_bracket(kind))
            }
            (TokenKind::Operator, _) => self.pop_while(|kind| kind == Kind::Minus),
            (TokenKind::Keyword(Word::And | Word::Or), _) => {
                self.pop_while(|kind| matches!(kind, Kind::Minus | Kind::Not))
            }
            (TokenKind::Keyword(Word::In | Word::Not | Word::Any | Word::All), _) => false,
            (TokenKind::Keyword(word), _) if word.is(Role::Value) => false,
            (TokenKind::Keyword(Word::If), _) => {
                let too_deep = behind_operand && self.pop_while(|kind| !is_bracket(kind));
                let continues = previous
                    .is_some_and(|previous| previous.kind == TokenKind::Keyword(Word::Else));
                match self.open.last_mut() {
                    // `else if` goes on with the same `if`.
                    Some(layer) if continues && layer.kind == Kind::Else => {
                        layer.kind = Kind::If;
                        too_deep
                    }
                    _ => too_deep | self.push(Kind::If),
                }
            }
            (TokenKind::Keyword(Word::Then), _) => self.goes_on(&[Kind::If], Kind::Then),
            (TokenKind::Keyword(Word::Else), _) => {
                self.goes_on(&[Kind::If, Kind::Then], Kind::Else)
            }
            (TokenKind::Keyword(_), _) => self.pop_while(|kind| !is_bracket(kind)),
            _ => {
                // An operand behind an operand begins something new.
                behind_operand && self.pop_while(|kind| !is_bracket(kind))
            }
        }
    }
}

fn is_bracket(kind: Kind) -> bool {
    matches!(kind, Kind::Bracket { .. })
}

/// The first token at which the nesting of these tokens exceeds [`MAX_DEPTH`].
pub fn too_deep(tokens: impl IntoIterator<Item = Token>, text: &str) -> Option<Token> {
    let mut layers = Layers::default();
    tokens
        .into_iter()
        .find(|&token| layers.is_too_deep(token, text))
}

#[cfg(test)]
mod tests {
    use super::super::scan::tokens;
    use super::*;

    fn place(text: &str) -> Option<usize> {
        too_deep(tokens(text), text).map(|token| token.start)
    }

    #[test]
    fn nesting_counts_and_length_does_not() {
        let fine = [
            "(".repeat(100) + &")".repeat(100),
            "[1],".repeat(1000),
            "- 1 + ".repeat(1000),
            "not a and ".repeat(1000),
            "a not in b and ".repeat(1000),
            "if a then b else ".repeat(1000) + "c",
            "if a then b else c\n".repeat(1000),
            "p[0]".to_owned() + &"[1]".repeat(90),
        ];
        for text in fine {
            assert_eq!(place(&text), None, "{}", text.get(..40).unwrap_or(&text));
        }
        let deep = [
            "(".repeat(101),
            "[".repeat(101),
            "{".repeat(101),
            "- ".repeat(101),
            "not ".repeat(101),
            "if a then ".repeat(101),
            "if ".repeat(101),
            "if a then b else 1 + ".repeat(101),
            "a == not ".repeat(101),
            "p".to_owned() + &"[0]".repeat(101),
            "(".repeat(50) + "p" + &"[0]".repeat(60) + &")".repeat(50),
            "((p".to_owned() + &"[0]".repeat(60) + ")" + &"[0]".repeat(60) + ")",
        ];
        for text in deep {
            assert!(
                place(&text).is_some(),
                "{}",
                text.get(..40).unwrap_or(&text)
            );
        }
    }
}
