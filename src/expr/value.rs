//! Values: what expressions evaluate to.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

use super::list::Element;
use super::position::{Game, Position};
use crate::syntax::Word;
use crate::work::Limit;
use crate::work::budget::Budget;

/// Who wins with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move.
    First,
    /// The other player.
    Second,
    /// Nobody: both can go on for ever.
    Draw,
}

impl Outcome {
    /// The outcome where nobody can go on for ever.
    pub(crate) fn decided(first_wins: bool) -> Outcome {
        if first_wins {
            Outcome::First
        } else {
            Outcome::Second
        }
    }

    /// The word for it in the language.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::First => Word::First.text(),
            Outcome::Second => Word::Second.text(),
            Outcome::Draw => Word::Draw.text(),
        }
    }
}

/// The word of the language.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(feature = "json")]
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// The result of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// The player who wins, or a draw.
    Outcome(Outcome),
    /// A string.
    Str(Arc<str>),
    /// A list.
    List(Arc<List>),
    /// A tuple.
    Tuple(Arc<Vec<Value>>),
    /// A position.
    Position(Arc<Position>),
    /// A game.
    Game(Arc<Game>),
    /// No value, such as the best move where there is no move.
    Nothing,
}

impl Value {
    /// A list of values.
    pub fn list(items: Vec<Value>) -> Value {
        Value::from(List::from(items))
    }

    /// A tuple of values.
    pub fn tuple(parts: Vec<Value>) -> Value {
        Value::Tuple(Arc::new(parts))
    }

    /// A list of integers.
    pub fn ints(items: impl IntoIterator<Item = i64>) -> Value {
        Value::list(items.into_iter().map(Value::Int).collect())
    }

    /// A string.
    pub fn text(text: impl Into<Arc<str>>) -> Value {
        Value::Str(text.into())
    }

    /// The integer, where this is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// All games in the value, those of positions among them.
    pub(crate) fn games(&self) -> Vec<Arc<Game>> {
        match self {
            Value::Game(game) => vec![Arc::clone(game)],
            Value::Position(position) => {
                let games = position.terms.iter().map(|term| Arc::clone(&term.game));
                games.collect()
            }
            Value::List(items) if items.is_numbers() => Vec::new(),
            Value::List(_) | Value::Tuple(_) => {
                self.items().iter().flat_map(Value::games).collect()
            }
            _ => Vec::new(),
        }
    }

    /// About how many bytes a list or tuple of so many elements takes beside what those hold.
    pub(crate) fn bytes_of_list(elements: usize) -> u64 {
        // The counts and the vector in one block, the elements in another, and what the allocator adds to each.
        (2 * size_of::<usize>() + size_of::<Vec<Value>>() + elements * size_of::<Value>() + 32)
            as u64
    }

    /// About how many bytes the value takes that nothing else holds.
    pub(crate) fn own_bytes(&self) -> u64 {
        match self {
            Value::List(items) if Arc::strong_count(items) == 1 => {
                let inner = || items.iter().map(Value::own_bytes).sum();
                let inner: u64 = if items.is_numbers() { 0 } else { inner() };
                Value::bytes_of_list(0) + items.bytes() + inner
            }
            Value::Tuple(items) if Arc::strong_count(items) == 1 => {
                let inner: u64 = items.iter().map(Value::own_bytes).sum();
                Value::bytes_of_list(items.capacity()) + inner
            }
            Value::Position(position) if Arc::strong_count(position) == 1 => {
                let piles = position.piles().map(|(_, pile)| pile.own_bytes());
                piles.map(|bytes| bytes + size_of::<Value>() as u64).sum()
            }
            // What is shared counts where it is held; a game is held by its rulebook, and what is left takes nothing more.
            _ => 0,
        }
    }

    /// Whether it is a list or tuple of lists or tuples. They may be shared, so that there is more to go through than is kept.
    pub(crate) fn holds_lists(&self) -> bool {
        let is_list = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(_));
        match self {
            Value::List(items) => !items.is_numbers() && items.first().is_some_and(is_list),
            Value::Tuple(parts) => parts.iter().any(is_list),
            _ => false,
        }
    }

    /// How many bytes the values take that a walk over this one meets, shared ones again and again. It is done here, asking the
    /// budget: another walk takes about as long.
    pub(crate) fn walk(&self, budget: &mut Budget) -> Result<u64, Limit> {
        let each = size_of::<Value>() as u64;
        let len = self.len() as u64;
        budget.steps(1 + len)?;
        let mut bytes = each
            + match self {
                Value::List(items) if items.is_numbers() => items.bytes(),
                _ => len * each,
            };
        if self.holds_lists() {
            for item in self.items() {
                bytes = bytes.saturating_add(item.walk(budget)?);
            }
        }
        Ok(bytes)
    }

    /// Whether both are the same, asking the budget.
    pub(crate) fn equals(&self, other: &Value, budget: &mut Budget) -> Result<bool, Limit> {
        let (a, b) = match (self, other) {
            (Value::List(a), Value::List(b)) if Arc::ptr_eq(a, b) => return Ok(true),
            (Value::Tuple(a), Value::Tuple(b)) if Arc::ptr_eq(a, b) => return Ok(true),
            (Value::List(a), Value::List(b)) if a.is_numbers() || b.is_numbers() => {
                budget.steps(a.len().min(b.len()) as u64)?;
                return Ok(a == b);
            }
            (Value::List(_), Value::List(_)) | (Value::Tuple(_), Value::Tuple(_)) => {
                if self.len() != other.len() {
                    return Ok(false);
                }
                (self.items(), other.items())
            }
            _ => return Ok(self == other),
        };
        for (a, b) in a.iter().zip(b.iter()) {
            budget.step()?;
            if !a.equals(b, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The elements of a list or tuple, none for anything else.
    #[inline]
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            Value::Tuple(items) => items,
            _ => &[],
        }
    }

    /// The elements of a list or tuple one by one; packed numbers are made values only while they are looked at.
    pub(crate) fn each(&self) -> Box<dyn Iterator<Item = Cow<'_, Value>> + '_> {
        match self {
            Value::List(items) => items.each(),
            value => Box::new(value.items().iter().map(Cow::Borrowed)),
        }
    }

    /// How many elements a list or tuple has.
    pub(crate) fn len(&self) -> usize {
        match self {
            Value::List(items) => items.len(),
            value => value.items().len(),
        }
    }
}

pub type List = super::list::List<Value>;

impl Element for Value {
    fn of(n: i64) -> Value {
        Value::Int(n)
    }

    fn integer(&self) -> Option<i64> {
        self.as_int()
    }
}

impl From<List> for Value {
    fn from(list: List) -> Value {
        Value::List(Arc::new(list))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl<const N: usize> From<[i64; N]> for Value {
    fn from(numbers: [i64; N]) -> Value {
        Value::ints(numbers)
    }
}

impl From<Vec<i64>> for Value {
    fn from(numbers: Vec<i64>) -> Value {
        Value::ints(numbers)
    }
}

impl From<&[i64]> for Value {
    fn from(numbers: &[i64]) -> Value {
        Value::ints(numbers.iter().copied())
    }
}

/// Positions and games are as they are written, and `none` is null.
#[cfg(feature = "json")]
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Int(n) => n.serialize(serializer),
            Value::Bool(truth) => truth.serialize(serializer),
            Value::Outcome(outcome) => outcome.serialize(serializer),
            Value::Str(text) => serializer.serialize_str(text),
            Value::List(items) if items.is_numbers() => serializer.collect_seq(items.ints()),
            Value::List(_) | Value::Tuple(_) => serializer.collect_seq(self.items()),
            Value::Position(position) => position.serialize(serializer),
            Value::Game(game) => serializer.serialize_str(&game.label),
            Value::Nothing => serializer.serialize_unit(),
        }
    }
}

/// A string as it reads, anything else as it is written in a rule file.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Outcome(outcome) => write!(f, "{outcome}"),
            Value::Str(text) => f.write_str(text),
            Value::List(items) if items.is_numbers() => write_items(f, "[", items.ints(), "]"),
            Value::List(items) => write_items(f, "[", items.iter().map(InText), "]"),
            Value::Tuple(parts) => write_items(f, "(", parts.iter().map(InText), ")"),
            Value::Position(position) => write!(f, "{position}"),
            Value::Game(header) => f.write_str(&header.label),
            Value::Nothing => f.write_str("none"),
        }
    }
}

/// A value as it is written in a rule file, among others.
pub(crate) struct InText<'a>(pub(crate) &'a Value);

impl fmt::Display for InText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Str(text) => write!(f, "\"{text}\""),
            value => value.fmt(f),
        }
    }
}

pub(crate) fn write_items(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: impl Iterator<Item = impl fmt::Display>,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, item) in items.enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    f.write_str(close)
}
