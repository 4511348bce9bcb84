//! A tokenizer that never fails, for all that must work on unfinished or wrong text: depth checks, recovery, highlighting.

use super::words::{Role, Word};
use crate::text::signs;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    Name,
    Keyword(Word),
    Number,
    /// Digits that run into letters, such as `2n`.
    BadNumber,
    /// A taking-and-breaking code behind `octal` or `hex`.
    Code,
    /// A text in quotes.
    Text,
    /// A text whose closing quote is missing; it ends with its line.
    OpenText,
    /// `# …` to the end of the line.
    Comment,
    /// `// …` or `/* … */`, which other languages have.
    ForeignComment,
    /// `(`, `[` or `{`
    Open,
    /// `)`, `]` or `}`
    Close,
    /// `,` or `;`
    Separator,
    /// Any other punctuation, also such as the language does not have.
    Operator,
    /// A run of characters that may not stand outside texts and comments.
    Bad,
}

/// A token: what it is and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    pub kind: TokenKind,
    /// The place of the first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// How many brackets are open behind it, of so many before it.
    pub(crate) fn depth_behind(self, before: usize) -> usize {
        match self.kind {
            TokenKind::Open => before + 1,
            TokenKind::Close => before.saturating_sub(1),
            _ => before,
        }
    }

    /// The token as written in `text`, the text it was read from.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// The reserved word that it is.
    pub fn keyword(self) -> Option<Word> {
        match self.kind {
            TokenKind::Keyword(word) => Some(word),
            _ => None,
        }
    }

    /// Whether an operand or a statement may end with this token.
    pub fn can_end(self, text: &str) -> bool {
        match self.kind {
            TokenKind::Keyword(word) => word.is(Role::Value) || word.is(Role::Ends),
            TokenKind::Open | TokenKind::Separator => false,
            // Signs that stand in no expression of any language have nothing behind them either.
            TokenKind::Operator => matches!(self.text(text), ".." | "@" | "$" | "\\" | "`" | "'"),
            _ => true,
        }
    }

    /// Whether an operand ends with this token, so that a following `-` or `not` is an operator between two operands.
    pub fn ends_operand(self) -> bool {
        match self.kind {
            TokenKind::Keyword(word) => word.is(Role::Value),
            TokenKind::Name
            | TokenKind::Number
            | TokenKind::BadNumber
            | TokenKind::Code
            | TokenKind::Text
            | TokenKind::OpenText
            | TokenKind::Close => true,
            _ => false,
        }
    }
}

/// The tokens of `text`, comments included, white space left out.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + Clone + '_ {
    Tokens {
        text,
        position: 0,
        code_follows: false,
    }
}

#[derive(Debug, Clone)]
struct Tokens<'a> {
    text: &'a str,
    position: usize,
    code_follows: bool,
}

/// Whether a code begins here: `0.77`, `C.8`.
fn begins_code(rest: &str) -> bool {
    let mut chars = rest.chars();
    match chars.next() {
        Some('0'..='9' | '.') => true,
        Some(letter) => letter.is_ascii_hexdigit() && chars.next() == Some('.'),
        None => false,
    }
}

/// How long a code is: a parenthesis that closes none of its own is not a part of it.
fn length_of_code(rest: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let mut length = run(rest, is_digit);
    while let Some(behind) = rest.get(length..).and_then(|rest| rest.strip_prefix('('))
        && let inside = run(behind, |c| c.is_ascii_alphanumeric())
        && let Some(more) = behind.get(inside..).and_then(|rest| rest.strip_prefix(')'))
    {
        length += inside + 2 + run(more, is_digit);
    }
    length
}

/// How long a number is that is written like `1,000,000`. In `1,200` nobody knows, but no number of a list is written `000`.
fn length_of_groups(rest: &str) -> Option<usize> {
    let mut length = run(rest, |c| c.is_ascii_digit());
    let mut has_zero = false;
    if length > 3 || rest.starts_with('0') {
        return None;
    }
    while let Some(group) = rest.get(length..).and_then(|rest| rest.strip_prefix(','))
        && run(group, is_name) == 3
        && run(group, |c| c.is_ascii_digit()) == 3
    {
        has_zero |= group.starts_with('0');
        length += 4;
    }
    has_zero.then_some(length)
}

/// Punctuation of more than one character, the longer ones first. Those that the language lacks are here too, to be named whole.
const LONG_OPERATORS: &[&str] = &[
    "...", "..=", "..<", "===", "!==", "++", "->", "==", "!=", "<=", ">=", "..", "&&", "||", "=>",
    "=<", "<>", "**", "//", "<<", ">>", "+=", "-=", ":=",
];

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = self.text.get(self.position..)?;
        let rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let (kind, length) = match first {
            _ if self.code_follows && begins_code(rest) => (TokenKind::Code, length_of_code(rest)),
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = run(rest, is_name);
                let word = Word::reserved(rest.get(..length).unwrap_or(""));
                (word.map_or(TokenKind::Name, TokenKind::Keyword), length)
            }
            '0'..='9' => {
                let groups = length_of_groups(rest);
                let length = groups.unwrap_or_else(|| run(rest, is_name));
                let digits = run(rest, |c| c.is_ascii_digit() || c == '_');
                (
                    if digits == length {
                        TokenKind::Number
                    } else {
                        TokenKind::BadNumber
                    },
                    length,
                )
            }
            '"' => {
                let inside = rest
                    .get(1..)
                    .map_or(0, |inside| run(inside, |c| !matches!(c, '"' | '\n' | '\r')));
                if rest.as_bytes().get(1 + inside) == Some(&b'"') {
                    (TokenKind::Text, inside + 2)
                } else {
                    (TokenKind::OpenText, inside + 1)
                }
            }
            '#' => (TokenKind::Comment, run(rest, in_line)),
            '/' if rest.starts_with("//") && !divides(rest) => {
                (TokenKind::ForeignComment, run(rest, in_line))
            }
            '-' if ["-- ", "--\t", "--\n", "--\r"]
                .iter()
                .any(|it| rest.starts_with(it)) =>
            {
                (TokenKind::ForeignComment, run(rest, in_line))
            }
            '/' if rest.starts_with("/*") => (
                TokenKind::ForeignComment,
                rest.find("*/").map_or(rest.len(), |end| end + 2),
            ),
            '(' | '[' | '{' => (TokenKind::Open, 1),
            ')' | ']' | '}' => (TokenKind::Close, 1),
            ',' | ';' => (TokenKind::Separator, 1),
            _ if is_bad(first) => (TokenKind::Bad, run(rest, is_bad)),
            _ => {
                let is_long = rest.as_bytes().get(1).is_some_and(u8::is_ascii_punctuation);
                let mut long = LONG_OPERATORS.iter().filter(|_| is_long);
                let long = long.find(|operator| rest.starts_with(**operator));
                (
                    TokenKind::Operator,
                    long.map_or(1, |operator| operator.len()),
                )
            }
        };
        self.position = start + length;
        if kind != TokenKind::Comment {
            self.code_follows = matches!(kind, TokenKind::Keyword(Word::Octal | Word::Hex));
        }
        Some(Token {
            kind,
            start,
            end: start + length,
        })
    }
}

/// How many bytes at the beginning of `text` are of one kind.
fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !belongs(c)).unwrap_or(text.len())
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn in_line(c: char) -> bool {
    !matches!(c, '\n' | '\r')
}

/// Whether `//` is the division of other languages: a number, a letter or a bracket follows, and no sentence behind it.
fn divides(rest: &str) -> bool {
    let behind = rest.get(2..).unwrap_or("").trim_start_matches(' ');
    let (operand, next) = behind.split_at(run(behind, is_name));
    if operand.is_empty() {
        return next.starts_with('(');
    }
    let next = next.trim_start_matches(' ');
    let word = next.get(..run(next, is_name)).unwrap_or("");
    let is_number = operand.bytes().all(|c| c.is_ascii_digit());
    (is_number || operand.len() == 1) && (word.is_empty() || Word::reserved(word).is_some())
}

fn is_bad(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_control() && !matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether what was typed at the prompt needs another line: brackets or a text are still open, or the text ends with an operator or
/// word that needs more.
pub fn is_unfinished(text: &str) -> bool {
    let text = &*signs::read(text);
    let mut open: Vec<&str> = Vec::new();
    let mut ifs = 0_usize;
    let mut headless = false;
    // Words that stand together as no others of the language do.
    let mut is_prose = false;
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
                // A brace is missing, and more text does not mend that.
                _ if headless && word.is(Role::Statement) => return false,
                // Behind an operand, or an alternative, it is one of a sentence.
                Word::If if !last.is_some_and(|last: Token| last.ends_operand() || is_or(last)) => {
                    ifs += 1
                }
                Word::Else => ifs = ifs.saturating_sub(1),
                // `the game ends when …` is none.
                Word::Game if is_said(last, token, text) => is_prose = true,
                Word::Game => headless = true,
                Word::Let | Word::Expect | Word::Use => ifs = 0,
                _ => {}
            },
            TokenKind::Separator if word == ";" => ifs = 0,
            TokenKind::Close if word == "}" => ifs = 0,
            TokenKind::Name => {
                is_prose |= last.is_some_and(|last: Token| last.kind == TokenKind::Name);
            }
            _ => {}
        }
        last = Some(token);
    }
    let Some(last) = last else {
        return false;
    };
    // `take 1 from either end`
    let line = text.get(..last.start).and_then(|it| it.lines().last());
    let is_noun = last.keyword() == Some(Word::End) && line.is_some_and(|it| !it.trim().is_empty());
    let needs_more = !last.can_end(text) && !ends_sentence(last.text(text)) && !is_noun;
    let open_text = last.kind == TokenKind::OpenText && last.end == text.len();
    let may_go_on = headless || ifs > 0 || needs_more || open_text;
    !open.is_empty() || may_go_on && !is_prose
}

fn is_or(token: Token) -> bool {
    token.kind == TokenKind::Keyword(Word::Or)
}

/// Whether a sentence may end with this, whatever is wrong with it.
pub(super) fn ends_sentence(word: &str) -> bool {
    matches!(word, ";" | "?" | "." | "!")
        || matches!(Word::of(word), Some(Word::Split | Word::Turn))
}

/// Whether a token stands behind a name or a number on one line, as in `the game ends` and `21 game`.
fn is_said(last: Option<Token>, token: Token, text: &str) -> bool {
    last.is_some_and(|last| {
        let between = text.get(last.end..token.start).unwrap_or("");
        matches!(last.kind, TokenKind::Name | TokenKind::Number) && !between.contains('\n')
    })
}

/// The bracket that closes another one.
pub(super) fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text)
            .map(|token| (token.kind, token.text(text)))
            .collect()
    }

    #[test]
    fn every_kind_is_told_apart() {
        use TokenKind::*;
        assert_eq!(
            kinds("take 1..k_2 # é\r\n,\"é\"->(2n) é\u{0} \"a\n//xy"),
            [
                (Keyword(Word::Take), "take"),
                (Number, "1"),
                (Operator, ".."),
                (Name, "k_2"),
                (Comment, "# é"),
                (Separator, ","),
                (Text, "\"é\""),
                (Operator, "->"),
                (Open, "("),
                (BadNumber, "2n"),
                (Close, ")"),
                (Bad, "é\u{0}"),
                (OpenText, "\"a"),
                (ForeignComment, "//xy"),
            ]
        );
        assert_eq!(
            kinds("octal #c\n0.(3) hex 0.8F hex C.8}"),
            [
                (Keyword(Word::Octal), "octal"),
                (Comment, "#c"),
                (Code, "0.(3)"),
                (Keyword(Word::Hex), "hex"),
                (Code, "0.8F"),
                (Keyword(Word::Hex), "hex"),
                (Code, "C.8"),
                (Close, "}")
            ]
        );
        assert_eq!(
            kinds("f(octal 0.(3)1) hex 0.(3"),
            [
                (Name, "f"),
                (Open, "("),
                (Keyword(Word::Octal), "octal"),
                (Code, "0.(3)1"),
                (Close, ")"),
                (Keyword(Word::Hex), "hex"),
                (Code, "0."),
                (Open, "("),
                (Number, "3"),
            ]
        );
    }

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
            "who wins nim 3 5?",
            "take one, or if even take half",
            "the game ends when",
            "21 game",
            "what is the winner if",
            "?",
            "\"abc\n",
            "misere",
        ] {
            assert!(!is_unfinished(text), "{text:?}");
        }
    }
}
