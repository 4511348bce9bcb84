//! What the rules of a game can see: parameters, lets, and what is known of coordinates.

use std::cell::RefCell;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::book::LetState;
use super::number_facts::NumberFacts;
use crate::expr::kind::Kind;
use crate::expr::position::GameId;
use crate::expr::value::Value;
use crate::syntax::ast;

/// What a name was found to stand for.
pub(super) enum NameMeaning {
    Constant(Value, Kind),
    /// A `let` of the file that holds positions or queries, by its number.
    Late(u32, Kind),
}

/// A game while its rules are checked: what its rules can see.
pub(super) struct Owner {
    pub(super) id: GameId,
    pub(super) params: Vec<(ast::Ident, Value, Kind)>,
    pub(super) lets: Vec<Arc<ast::LetItem>>,
    /// Between which bounds the coordinates lie.
    pub(super) numbers: NumberFacts,
    /// Whether games that a rule names are meant with the last move losing.
    pub(super) misere: bool,
    pub(super) known: RefCell<HashMap<u32, LetState>>,
    pub(super) used: RefCell<HashSet<String>>,
}

impl Owner {
    pub(super) fn has_param(&self, name: &str) -> bool {
        self.params.iter().any(|(param, _, _)| param.name == name)
    }

    pub(super) fn param(&self, name: &str) -> Option<(Value, Kind)> {
        let (_, value, kind) = self
            .params
            .iter()
            .find(|(param, _, _)| param.name == name)?;
        self.mark_used(name);
        Some((value.clone(), kind.clone()))
    }

    pub(super) fn let_number(&self, name: &str) -> Option<u32> {
        let mut numbers = (0..).zip(&self.lets);
        let (number, _) = numbers.find(|(_, item)| item.name.name == name)?;
        Some(number)
    }

    pub(super) fn names(&self) -> Vec<String> {
        let params = self.params.iter().map(|(param, _, _)| param.name.clone());
        params
            .chain(self.lets.iter().map(|item| item.name.name.clone()))
            .collect()
    }

    pub(super) fn mark_used(&self, name: &str) {
        self.used.borrow_mut().insert(name.to_string());
    }

    pub(super) fn known(&self, number: u32) -> Option<LetState> {
        self.known.borrow().get(&number).cloned()
    }

    pub(super) fn know(&self, number: u32, known: LetState) {
        self.known.borrow_mut().insert(number, known);
    }
}

/// The kind of a value that the language has words for, whose elements are of one kind; other values can only come from
/// programs, and no label would read back as the same game.
pub(super) fn kind_in_words(value: &Value) -> Option<Kind> {
    match value {
        Value::Nothing => None,
        Value::Str(text) => (!text.contains(['"', '\n', '\r'])).then_some(Kind::Str),
        Value::List(items) if items.is_numbers() => Some(Kind::Int.list()),
        Value::List(items) => {
            let mut items = items.iter();
            let element = items.try_fold(Kind::Unknown, |kind, item| {
                kind.unify(&kind_in_words(item)?)
            });
            element.map(Kind::list)
        }
        Value::Tuple(parts) => {
            let parts: Option<Vec<Kind>> = parts.iter().map(kind_in_words).collect();
            parts.filter(|parts| parts.len() > 1).map(Kind::Tuple)
        }
        _ => Some(kind_of(value)),
    }
}

/// The kind of a value that was handed over as an argument.
pub(super) fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Int(_) => Kind::Int,
        Value::Bool(_) => Kind::Bool,
        Value::Outcome(_) => Kind::Outcome,
        Value::Str(_) => Kind::Str,
        Value::List(items) => items
            .iter()
            .map(kind_of)
            .reduce(|a, b| a.unify(&b).unwrap_or(a))
            .unwrap_or(Kind::Unknown)
            .list(),
        Value::Tuple(parts) => Kind::Tuple(parts.iter().map(kind_of).collect()),
        Value::Position(_) | Value::Nothing => Kind::Position,
        Value::Game(_) => Kind::Game,
    }
}
