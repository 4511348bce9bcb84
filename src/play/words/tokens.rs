//! Numbers, words and values in what a player types.

use crate::expr::value::Value;

/// A part of what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(i64),
    Group(Value),
    And,
    /// `leaving`: what stands before is an amount.
    Leaving,
    /// `into`, `to`: what stands before is a pile.
    Become,
    Hash,
}

/// Brackets are nested no deeper than this.
const DEEPEST: usize = 8;

/// Takes a text apart; `None`: something in it is not understood.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            c if c.is_whitespace() => (None, c.len_utf8()),
            ',' | '+' | '&' => (Some(Token::And), 1),
            '#' => (Some(Token::Hash), 1),
            '→' => (Some(Token::Become), c.len_utf8()),
            '-' if rest.starts_with("->") => (Some(Token::Become), 2),
            '0'..='9' | '-' => {
                let (number, length) = number(rest)?;
                (Some(Token::Number(number)), length)
            }
            '(' | '[' => {
                let (value, length) = group(rest)?;
                (Some(Token::Group(value)), length)
            }
            c if c.is_alphabetic() => {
                let end = rest.find(|c: char| !c.is_alphabetic());
                let length = end.unwrap_or(rest.len());
                let word = rest.get(..length)?.to_lowercase();
                (word_token(word), length)
            }
            _ => return None,
        };
        tokens.extend(token);
        rest = rest.get(length..)?;
    }
    Some(tokens)
}

/// A word; those that say nothing are left out.
fn word_token(word: String) -> Option<Token> {
    match word.as_str() {
        "the" | "stone" | "stones" => None,
        "and" => Some(Token::And),
        "leaving" | "leave" | "leaves" => Some(Token::Leaving),
        "into" | "to" => Some(Token::Become),
        _ => Some(Token::Word(word)),
    }
}

fn number(text: &str) -> Option<(i64, usize)> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text.get(sign..)?.bytes().take_while(u8::is_ascii_digit);
    let length = sign + digits.count();
    Some((text.get(..length)?.parse().ok()?, length))
}

/// A value in brackets at the beginning of a text.
fn group(text: &str) -> Option<(Value, usize)> {
    let mut open: Vec<(u8, Vec<Value>)> = Vec::new();
    let mut at = 0;
    loop {
        let byte = *text.as_bytes().get(at)?;
        match byte {
            b'(' | b'[' if open.len() < DEEPEST => open.push((byte, Vec::new())),
            b')' | b']' => {
                let (opened, items) = open.pop()?;
                let value = match (opened, byte) {
                    (b'(', b')') => Value::tuple(items),
                    (b'[', b']') => Value::list(items),
                    _ => return None,
                };
                match open.last_mut() {
                    Some((_, outer)) => outer.push(value),
                    None => return Some((value, at + 1)),
                }
            }
            b'-' | b'0'..=b'9' => {
                let (number, length) = number(text.get(at..)?)?;
                open.last_mut()?.1.push(Value::Int(number));
                at += length - 1;
            }
            b',' => {}
            byte if byte.is_ascii_whitespace() => {}
            _ => return None,
        }
        at += 1;
    }
}
