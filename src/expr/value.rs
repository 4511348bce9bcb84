//! Values: what expressions evaluate to.

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

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
    pub fn decided(first_wins: bool) -> Outcome {
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
            Outcome::Draw => "draw",
        }
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
    List(Arc<Vec<Value>>),
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
        Value::List(Arc::new(items))
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
            Value::List(items) | Value::Tuple(items) => {
                items.iter().flat_map(Value::games).collect()
            }
            Value::Int(_) | Value::Bool(_) | Value::Outcome(_) | Value::Str(_) | Value::Nothing => {
                Vec::new()
            }
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
            Value::List(items) | Value::Tuple(items) if Arc::strong_count(items) == 1 => {
                let inner: u64 = items.iter().map(Value::own_bytes).sum();
                Value::bytes_of_list(items.capacity()) + inner
            }
            Value::Position(position) if Arc::strong_count(position) == 1 => {
                let piles = position.terms.iter().flat_map(|term| &term.piles);
                piles
                    .map(|pile| pile.own_bytes() + size_of::<Value>() as u64)
                    .sum()
            }
            // What is shared counts where it is held; a game is held by its rulebook.
            Value::List(_) | Value::Tuple(_) | Value::Position(_) | Value::Str(_) => 0,
            Value::Int(_)
            | Value::Bool(_)
            | Value::Outcome(_)
            | Value::Game(_)
            | Value::Nothing => 0,
        }
    }

    /// Whether it is a list or tuple of lists or tuples. They may be shared, so that there is more to go through than is kept.
    pub(crate) fn holds_lists(&self) -> bool {
        let is_list = |value: &Value| matches!(value, Value::List(_) | Value::Tuple(_));
        match self {
            Value::List(items) => items.first().is_some_and(is_list),
            Value::Tuple(parts) => parts.iter().any(is_list),
            _ => false,
        }
    }

    /// How many values a walk over this one meets, shared ones again and again. It is done here, asking the budget: another
    /// walk takes about as long.
    pub(crate) fn walk(&self, budget: &mut Budget) -> Result<u64, Limit> {
        let items = self.items();
        let mut count = 1 + items.len() as u64;
        budget.steps(count)?;
        if self.holds_lists() {
            for item in items {
                count = count.saturating_add(item.walk(budget)?);
            }
        }
        Ok(count)
    }

    /// Whether both are the same, asking the budget.
    pub(crate) fn equals(&self, other: &Value, budget: &mut Budget) -> Result<bool, Limit> {
        let (a, b) = match (self, other) {
            (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => (a, b),
            _ => return Ok(self == other),
        };
        if Arc::ptr_eq(a, b) || a.len() != b.len() {
            return Ok(a.len() == b.len());
        }
        for (a, b) in a.iter().zip(b.iter()) {
            budget.step()?;
            if !a.equals(b, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The elements of a list or tuple, none for anything else.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) | Value::Tuple(items) => items,
            _ => &[],
        }
    }
}

/// The value as it is written in a rule file.
/// Positions and games are as they are written, and `none` is null.
#[cfg(feature = "json")]
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Int(n) => n.serialize(serializer),
            Value::Bool(truth) => truth.serialize(serializer),
            Value::Outcome(outcome) => outcome.serialize(serializer),
            Value::Str(text) => serializer.serialize_str(text),
            Value::List(items) | Value::Tuple(items) => serializer.collect_seq(items.iter()),
            Value::Position(position) => position.serialize(serializer),
            Value::Game(game) => serializer.serialize_str(&game.label),
            Value::Nothing => serializer.serialize_unit(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Outcome(outcome) => f.write_str(outcome.word()),
            Value::Str(text) => f.write_str(text),
            Value::List(items) => write_items(f, "[", items, "]"),
            Value::Tuple(parts) => write_items(f, "(", parts, ")"),
            Value::Position(position) => write!(f, "{position}"),
            Value::Game(header) => f.write_str(&header.label),
            Value::Nothing => f.write_str("none"),
        }
    }
}

pub(crate) fn write_items(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: &[Value],
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    f.write_str(close)
}
