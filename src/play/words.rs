//! What a player types for a move, taken apart.
//!
//! ```text
//! said    = NUMBER | "#" NUMBER            a move of the list
//!         | position                       what the move leaves: nim[5, 9, 8]
//!         | piece (("and" | ",") piece)*   what happens to each pile
//! piece   = [verb] (amount ["from" pile] | pile [amount]) [become results]
//! amount  = number | "all"                  behind `add`, how many more; behind `say`, what the pile becomes
//! pile    = letters | "the pile of" value | value     by its label or by what it is
//!         | "first" "pile" | "pile" number            the last by its place or by what it is
//! become  = "leaving" | "into" | "to" | "->" | "="    behind a lone number: leaving, an amount; the others, a pile
//! results = value (["and" | ","] value)* | "nothing"
//! value   = number | "(" … ")" | "[" … "]"
//! ```

use super::board::labelled;
use crate::expr::value::Value;
use crate::syntax::{is_stones, number_of};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A number: perhaps an amount, perhaps of a move in the list.
    Number(i64),
    /// The number of a move in the list.
    Listed(i64),
    /// What happens to each pile.
    Pieces(Vec<Piece>),
    /// A position as it is written in the language.
    Position(String),
}

/// What happens to a pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub which: Which,
    pub amount: Option<Amount>,
    /// What the pile becomes.
    pub left: Option<Vec<Value>>,
    /// Whether it becomes several.
    pub is_split: bool,
}

/// By how much a pile changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    Taken(i64),
    /// Taken whole.
    Whole,
    Added(i64),
}

/// Which pile is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    Any,
    /// The one with this number, from 0.
    Number(usize),
    /// The one with this number, from 1, or of this size.
    NumberOrSize(i64),
    /// All numbers of a pile.
    Both,
    Like(Value),
}

/// Piles by their places.
const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// What is typed is no longer than this.
const LONGEST: usize = 1 << 16;

/// Takes apart what was typed; `None`: not understood.
pub fn read(text: &str) -> Option<Said> {
    let text = text.trim().trim_end_matches(['.', '!']);
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    if is_position(text) {
        return Some(Said::Position(text.to_string()));
    }
    let tokens = tokens(text)?;
    match tokens.as_slice() {
        [Token::Number(number)] => Some(Said::Number(*number)),
        [Token::Hash, Token::Number(number)] => Some(Said::Listed(*number)),
        // `b, 3`
        [Token::Word(pile), Token::And, Token::Number(taken)] if text.contains(',') => {
            let mut piece = Piece::of(Which::Number(labelled(pile)?));
            piece.amount = Some(Amount::Taken(*taken));
            Some(Said::Pieces(vec![piece]))
        }
        _ => pieces(&tokens).map(Said::Pieces),
    }
}

/// Whether the text begins with the name of a game and a bracket right behind it.
fn is_position(text: &str) -> bool {
    let name = text
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    let starts_like_a_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts_like_a_name && matches!(text.as_bytes().get(name), Some(b'[' | b'('))
}

fn pieces(tokens: &[Token]) -> Option<Vec<Piece>> {
    let mut reader = Reader { tokens, at: 0 };
    let mut pieces = Vec::new();
    loop {
        pieces.push(reader.piece()?);
        match reader.next() {
            None => return Some(pieces),
            Some(Token::And) => {
                // "a 3, and b 4"
                while reader.peek() == Some(&Token::And) {
                    reader.at += 1;
                }
            }
            Some(_) => return None,
        }
    }
}

impl Piece {
    pub fn of(which: Which) -> Piece {
        Piece {
            which,
            amount: None,
            left: None,
            is_split: false,
        }
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    /// Steps over a word where it comes next.
    fn skip(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.at += usize::from(found);
        found
    }

    /// Steps over what stands before the result.
    fn becomes(&mut self) -> bool {
        let found = matches!(self.peek(), Some(Token::Leaving | Token::Become));
        self.at += usize::from(found);
        found
    }

    fn piece(&mut self) -> Option<Piece> {
        let mut piece = Piece::of(Which::Any);
        // `I take 2`, where a pile may be called `i`.
        if let [Token::Word(i), Token::Word(verb), ..] = self.tokens.get(self.at..)?
            && i == "i"
            && matches!(verb.as_str(), "take" | "remove" | "add" | "say" | "split")
        {
            self.at += 1;
        }
        if self.skip("say") {
            piece.left = Some(self.results()?);
            return Some(piece);
        }
        let adds = self.skip("add") || self.skip("plus");
        let takes = adds || self.skip("take") || self.skip("remove");
        piece.is_split = !takes && self.skip("split");
        let turns = piece.is_split || self.skip("turn") || self.skip("flip");
        let _ = takes || turns || self.skip("move") || self.skip("replace");
        piece.amount = self.skip("empty").then_some(Amount::Whole);
        let start = self.at;
        if self.skip("from") {
            // `from b take 2`
            piece.which = self.pile()?;
            let _ = self.skip("take") || self.skip("remove");
        }
        match (self.peek()?, self.tokens.get(self.at + 1)) {
            (Token::Number(pile @ 1..), Some(Token::Number(amount))) if !takes => {
                // `10-3` takes 3 from the pile of 10.
                piece.which = match *amount < 0 {
                    true => Which::Like(Value::Int(*pile)),
                    false => Which::NumberOrSize(*pile),
                };
                piece.amount = Some(Amount::Taken(amount.checked_abs()?));
                self.at += 2;
            }
            (Token::Plus(amount), _) => {
                piece.amount = Some(Amount::Added(*amount));
                self.at += 1;
            }
            (Token::Number(size), next) if turns || (!takes && next == Some(&Token::Become)) => {
                piece.which = Which::Like(Value::Int(*size));
                self.at += 1;
            }
            (Token::Number(amount), _) => {
                self.at += 1;
                piece.amount = Some(match adds {
                    true => Amount::Added(*amount),
                    false => Amount::Taken(*amount),
                });
                self.of_what(&mut piece, adds)?;
            }
            (Token::Word(all), _) if matches!(all.as_str(), "all" | "everything" | "whole") => {
                self.at += 1;
                piece.amount = Some(Amount::Whole);
                self.of_what(&mut piece, false)?;
            }
            (Token::Group(pile), Some(Token::Group(_) | Token::Leaving | Token::Become)) => {
                piece.which = Which::Like(pile.clone());
                self.at += 1;
            }
            (Token::Group(result), _) => {
                piece.left = Some(vec![result.clone()]);
                self.at += 1;
                return Some(piece);
            }
            (Token::Leaving | Token::Become, _) => {}
            (Token::Word(_), _) => {
                piece.which = self.pile()?;
                piece.amount = self.amount_behind().or(piece.amount);
            }
            (Token::And | Token::Hash, _) => return None,
        }
        if self.becomes() || matches!(self.peek(), Some(Token::Group(_))) {
            piece.left = Some(self.results()?);
            if piece.which == Which::Any && self.skip("in") {
                piece.which = self.pile()?;
            }
        }
        (self.at > start).then_some(piece)
    }

    /// What an amount is taken from or added to, where that is said.
    fn of_what(&mut self, piece: &mut Piece, adds: bool) -> Option<()> {
        let is_said = self.skip("from") || self.skip("of") || (adds && self.becomes());
        let names =
            |word: &str| is_pile(word) || ORDINALS.contains(&word) || labelled(word).is_some();
        match self.tokens.get(self.at..)? {
            // `the whole pile`
            [Token::Word(pile)] if is_pile(pile) => self.at += 1,
            [Token::Word(word), ..] if names(word) && piece.which == Which::Any => {
                piece.which = self.pile()?;
            }
            _ if is_said => piece.which = self.pile()?,
            _ => {}
        }
        Some(())
    }

    /// The amount behind a pile.
    fn amount_behind(&mut self) -> Option<Amount> {
        let amount = match self.peek()? {
            // `b -3` takes 3 as well.
            Token::Number(amount) => Amount::Taken(amount.checked_abs()?),
            Token::Plus(amount) => Amount::Added(*amount),
            Token::Word(all) if all == "all" => Amount::Whole,
            _ => return None,
        };
        self.at += 1;
        Some(amount)
    }

    /// A pile by its label, its number or what it is.
    fn pile(&mut self) -> Option<Which> {
        if let Some(Token::Word(which)) = self.peek()
            && let Some(place) = ORDINALS.iter().position(|it| it == which)
        {
            self.at += 1;
            let _ = self.skip("pile") || self.skip("heap") || self.skip("row");
            return Some(Which::Number(place));
        }
        let said_pile = self.skip("pile") || self.skip("heap") || self.skip("row");
        if self.skip("both") || self.skip("each") {
            return Some(Which::Both);
        }
        let said_of = said_pile && self.skip("of");
        Some(match self.next()? {
            Token::Number(number) if said_pile && !said_of => Which::NumberOrSize(*number),
            Token::Number(size) => Which::Like(Value::Int(*size)),
            Token::Group(pile) => Which::Like(pile.clone()),
            Token::Word(letters) if !said_of && !["from", "of"].contains(&letters.as_str()) => {
                Which::Number(labelled(letters)?)
            }
            _ => return None,
        })
    }

    fn results(&mut self) -> Option<Vec<Value>> {
        if self.skip("nothing") {
            return Some(Vec::new());
        }
        let mut results = vec![self.value()?];
        loop {
            let ahead = usize::from(self.peek() == Some(&Token::And));
            match self.tokens.get(self.at + ahead..)? {
                // `leaving 3 4 and 2 from a`
                [_, Token::Word(word), ..] if word == "from" => return Some(results),
                [Token::Number(_) | Token::Group(_), ..] => {
                    self.at += ahead;
                    results.push(self.value()?);
                }
                _ => return Some(results),
            }
        }
    }

    fn value(&mut self) -> Option<Value> {
        match self.next()? {
            Token::Number(number) => Some(Value::Int(*number)),
            Token::Group(value) => Some(value.clone()),
            _ => None,
        }
    }
}

fn is_pile(word: &str) -> bool {
    matches!(word, "pile" | "heap" | "row")
}

/// A part of what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(i64),
    /// `+2`
    Plus(i64),
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
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            c if c.is_whitespace() || c == ':' => (None, c.len_utf8()),
            '+' if rest[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                let (number, length) = number(&rest[1..])?;
                (Some(Token::Plus(number)), 1 + length)
            }
            ',' | '+' | '&' => (Some(Token::And), 1),
            '#' => (Some(Token::Hash), 1),
            '→' | '=' => (Some(Token::Become), c.len_utf8()),
            '-' if rest.starts_with("->") => (Some(Token::Become), 2),
            '-' if rest.starts_with("- ") => (None, 1),
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
                let mut next = rest.get(length..)?.split(|c: char| !c.is_alphabetic());
                match is_article(&word) && next.nth(1).is_some_and(is_stones) {
                    true => (Some(Token::Number(1)), length),
                    false => (word_token(word), length),
                }
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
        "the" | "please" | "away" => None,
        stones if is_stones(stones) => None,
        "and" => Some(Token::And),
        "leaving" | "leave" | "leaves" => Some(Token::Leaving),
        "into" | "to" => Some(Token::Become),
        _ => Some(match number_of(&word) {
            Some(number) => Token::Number(number as i64),
            None => Token::Word(word),
        }),
    }
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let which = |which: &Which| match which {
            Which::Any => "any".to_string(),
            Which::Number(number) => format!("pile {number}"),
            Which::NumberOrSize(number) => format!("pile or size {number}"),
            Which::Both => "both".to_string(),
            Which::Like(value) => format!("like {value}"),
        };
        match read(text) {
            None => "?".to_string(),
            Some(Said::Position(text)) => format!("position {text}"),
            Some(Said::Number(number)) => format!("number {number}"),
            Some(Said::Listed(number)) => format!("move {number}"),
            Some(Said::Pieces(pieces)) => {
                let pieces: Vec<String> = pieces
                    .iter()
                    .map(|piece| {
                        let taken = piece.amount.map(|amount| match amount {
                            Amount::Taken(taken) => format!(" take {taken}"),
                            Amount::Whole => " take all".to_string(),
                            Amount::Added(added) => format!(" add {added}"),
                        });
                        let left = piece.left.as_ref().map(|left| {
                            let left: Vec<String> = left.iter().map(Value::to_string).collect();
                            format!(" -> {}", left.join(" "))
                        });
                        let which = which(&piece.which);
                        format!(
                            "{which}{}{}",
                            taken.unwrap_or_default(),
                            left.unwrap_or_default()
                        )
                    })
                    .collect();
                pieces.join(" & ")
            }
        }
    }

    const WAYS: &[(&str, &str)] = &[
        ("7", "number 7"),
        ("#7", "move 7"),
        ("nim[5, 9, 8]", "position nim[5, 9, 8]"),
        ("lim(4)[8] + lim(3)[7]", "position lim(4)[8] + lim(3)[7]"),
        ("2 3", "pile or size 2 take 3"),
        ("10-3", "like 10 take 3"),
        ("take 2 b", "pile 1 take 2"),
        ("2b", "pile 1 take 2"),
        ("from b take 2", "pile 1 take 2"),
        ("row b: 2 matches", "pile 1 take 2"),
        ("take a stone from b", "pile 1 take 1"),
        ("b all", "pile 1 take all"),
        ("take 2 from the first", "pile 0 take 2"),
        ("take the whole second pile", "pile 1 take all"),
        ("leave 1 in the second", "pile 1 -> 1"),
        ("b +2", "pile 1 add 2"),
        ("plus 2", "any add 2"),
        ("turn 5", "like 5"),
        ("take 2 from both", "both take 2"),
        ("b 3", "pile 1 take 3"),
        ("b3", "pile 1 take 3"),
        ("B 3.", "pile 1 take 3"),
        ("b", "pile 1"),
        ("take 3", "any take 3"),
        ("3 from b", "pile 1 take 3"),
        ("3 from pile 2", "pile or size 2 take 3"),
        ("b, 3", "pile 1 take 3"),
        ("b-3", "pile 1 take 3"),
        ("b - 3", "pile 1 take 3"),
        ("b = 3", "pile 1 -> 3"),
        ("take all of b", "pile 1 take all"),
        ("take the whole pile", "any take all"),
        ("take everything from the pile of 9", "like 9 take all"),
        ("add 2", "any add 2"),
        ("add 2 to b", "pile 1 add 2"),
        ("I say 14", "any -> 14"),
        ("take 3 from 9", "like 9 take 3"),
        ("Take 3 stones from the pile of 9", "like 9 take 3"),
        (
            "take 8 from a and 4 from c",
            "pile 0 take 8 & pile 2 take 4",
        ),
        ("a 8, c 4", "pile 0 take 8 & pile 2 take 4"),
        (
            "2 1, and 3 1",
            "pile or size 2 take 1 & pile or size 3 take 1",
        ),
        ("b 1 leaving 3 and 4", "pile 1 take 1 -> 3 4"),
        ("take 1 from b leaving 3, 4", "pile 1 take 1 -> 3 4"),
        (
            "take 1 leaving 3 4 and 2 from a",
            "any take 1 -> 3 4 & pile 0 take 2",
        ),
        ("split the pile of 7 into 3 and 4", "like 7 -> 3 4"),
        ("7 into 3 4", "like 7 -> 3 4"),
        ("1 leaving 3 and 4", "any take 1 -> 3 4"),
        ("b -> 4", "pile 1 -> 4"),
        ("8 to 4", "like 8 -> 4"),
        ("turn b into nothing", "pile 1 -> "),
        ("to 4", "any -> 4"),
        ("(3, 3) to (1, 4)", "like (3, 3) -> (1, 4)"),
        ("(3,3) (1,4)", "like (3, 3) -> (1, 4)"),
        ("move a to (1, 4)", "pile 0 -> (1, 4)"),
        ("a (1, -4)", "pile 0 -> (1, -4)"),
        ("(1, 4)", "any -> (1, 4)"),
        ("[0, [1, 2]]", "any -> [0, [1, 2]]"),
        ("", "?"),
        ("take", "?"),
        ("take from", "?"),
        ("3 from", "?"),
        ("b 3 4 5", "?"),
        ("b into", "?"),
        ("0 3", "?"),
        ("((", "?"),
        ("(1]", "?"),
        ("((((((((((1))))))))))", "?"),
        ("99999999999999999999", "?"),
        ("and", "?"),
        ("# 3 3", "?"),
        ("-", "?"),
        ("ünd 3", "?"),
        ("take 3 from ☃", "?"),
        ("empty b", "pile 1 take all"),
    ];

    #[test]
    fn moves_may_be_said_in_many_ways() {
        for (text, meaning) in WAYS {
            assert_eq!(told(text), *meaning, "{text:?}");
        }
    }
}
