//! Functions that call themselves: which calls are under way, and what was found for small arguments.

use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::expr::code::Enclosing;
use crate::expr::fault::{DEEPEST_CALLS, FaultKind};
use crate::expr::value::Value;
use crate::work::budget::{Budget, Kept};

/// So many numbers the arguments of a call hold at most whose value is kept.
const MOST_ARGUMENTS: usize = 32;

/// So many numbers a value holds at most that is kept.
const MOST_RESULT: usize = 1024;

/// The part of the memory that values are kept in.
const SHARE: u64 = 4;

/// So many calls of a chain are shown at each end.
const SHOWN: usize = 3;

type Arguments = SmallVec<[Value; 2]>;

/// The calls under way, and the values of others.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// By the function's number and the arguments; nothing while the call is under way.
    known: HashMap<(u64, Arguments), Option<Value>>,
    open: Vec<Open>,
    bytes: u64,
    kept: Option<Kept>,
}

/// A call that is under way.
#[derive(Debug)]
struct Open {
    function: Arc<Enclosing>,
    arguments: Arguments,
    is_small: bool,
}

impl Memo {
    /// How many calls are under way.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins a call; or gives its value, where that is known.
    pub(super) fn begin(
        &mut self,
        function: &Arc<Enclosing>,
        arguments: Arguments,
    ) -> Result<Option<Value>, FaultKind> {
        let mut room = MOST_ARGUMENTS;
        let is_small = arguments.iter().all(|argument| fits(argument, &mut room));
        let call = Open {
            function: Arc::clone(function),
            arguments,
            is_small,
        };
        if is_small {
            let key = (function.id, call.arguments.clone());
            match self.known.get(&key) {
                Some(Some(value)) => return Ok(Some(value.clone())),
                Some(None) => {
                    let same = |open: &Open| (open.function.id, &open.arguments) == (key.0, &key.1);
                    let first = self.open.iter().position(same).unwrap_or(0);
                    let chain = self.open.iter().skip(first).chain([&call]);
                    return Err(FaultKind::Endless(chain_of(chain)));
                }
                None => self.known.insert(key, None),
            };
        }
        self.open.push(call);
        match self.open.len() > DEEPEST_CALLS {
            true => Err(FaultKind::Nested(chain_of(self.open.iter()))),
            false => Ok(None),
        }
    }

    /// Ends the last call that was begun.
    pub(super) fn finish(&mut self, value: Value, budget: &Budget) {
        let Some(call) = self.open.pop().filter(|call| call.is_small) else {
            return;
        };
        let mut room = MOST_RESULT;
        let key = (call.function.id, call.arguments);
        let numbers = match fits(&value, &mut room) {
            true => MOST_ARGUMENTS + MOST_RESULT - room,
            false => usize::MAX,
        };
        // The table grows by doubling.
        let each = 2 * size_of::<(u64, Arguments, Option<Value>)>() as u64;
        let bytes = each.saturating_add((numbers as u64).saturating_mul(size_of::<Value>() as u64));
        let bytes = bytes.saturating_add(self.bytes);
        if bytes > budget.memory().saturating_add(self.bytes) / SHARE {
            self.known.remove(&key);
            return;
        }
        self.bytes = bytes;
        match &mut self.kept {
            Some(kept) => kept.set(bytes),
            None => self.kept = Some(budget.keep(bytes)),
        }
        self.known.insert(key, Some(value));
    }

    /// What was begun above this depth has no end.
    pub(super) fn abandon(&mut self, depth: usize) {
        for call in self.open.drain(depth..).filter(|call| call.is_small) {
            self.known.remove(&(call.function.id, call.arguments));
        }
    }
}

/// Whether a value consists of so few numbers.
fn fits(value: &Value, room: &mut usize) -> bool {
    let Some(rest) = room.checked_sub(1) else {
        return false;
    };
    *room = rest;
    match value {
        Value::Position(_) | Value::Game(_) => false,
        value => value.items().iter().all(|item| fits(item, room)),
    }
}

/// `f(0) → f(1) → f(2) → … → f(9)`
fn chain_of<'o>(calls: impl Iterator<Item = &'o Open>) -> String {
    let calls: Vec<&Open> = calls.collect();
    let shown = |call: &&Open| {
        let arguments = call
            .arguments
            .iter()
            .map(|argument| match argument.items().len() {
                0..=8 if !argument.holds_lists() => argument.to_string(),
                _ => "[…]".to_string(),
            });
        let arguments: Vec<String> = arguments.collect();
        format!("{}({})", call.function.name, arguments.join(", "))
    };
    let mut texts: Vec<String> = calls.iter().take(SHOWN).map(shown).collect();
    let rest = calls.len().saturating_sub(SHOWN).max(texts.len());
    if rest > SHOWN {
        texts.push("…".to_string());
    }
    texts.extend(calls.iter().skip(rest).map(shown));
    texts.join(" → ")
}
