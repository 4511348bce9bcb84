//! What instructions do with values.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::expr::fault::FaultKind;
use crate::expr::position::{Position, Term};
use crate::expr::value::Value;

/// Equality as the language has it: lists of positions compare as sets, since turns have no order.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a.items(), b.items()) {
        ([Value::Position(_), ..], [Value::Position(_), ..]) => {
            let set = |value: &Value| -> HashSet<Value> { value.items().iter().cloned().collect() };
            set(a) == set(b)
        }
        _ => a == b,
    }
}

#[inline]
pub(super) fn unbox(value: &Value) -> i64 {
    match value {
        Value::Int(n) => *n,
        Value::Bool(truth) => i64::from(*truth),
        other => unreachable!("{other:?} is no number and no truth value"),
    }
}

/// The elements from `lo` to `hi`, both included, as far as there are such.
#[inline]
pub(super) fn slice(list: &Value, lo: i64, hi: i64) -> &[Value] {
    let items = list.items();
    let lo = lo.max(0);
    let hi = hi.min(items.len() as i64 - 1);
    if lo > hi {
        return &[];
    }
    // Both lie within the list.
    &items[lo as usize..=hi as usize]
}

#[inline]
pub(super) fn element(list: &Value, index: i64) -> Result<&Value, FaultKind> {
    let items = list.items();
    match usize::try_from(index)
        .ok()
        .and_then(|place| items.get(place))
    {
        Some(item) => Ok(item),
        None => Err(FaultKind::Index {
            index,
            len: items.len(),
        }),
    }
}

/// Piles under a game; where `strict`, each is checked against the game's shape.
pub(super) fn position(game: &Value, piles: &Value, strict: bool) -> Result<Value, FaultKind> {
    let Value::Game(header) = game else {
        return Err(FaultKind::Argument("a position needs a game".to_string()));
    };
    let piles = piles.items();
    let position = match strict {
        true => Position::of(header, piles.iter().cloned())
            .map_err(|no_pile| FaultKind::Pile(Box::new(no_pile)))?,
        false => Position {
            terms: vec![Term {
                game: Arc::clone(header),
                piles: piles.to_vec(),
            }],
        },
    };
    Ok(Value::Position(Arc::new(position)))
}

/// Adds a position to a sum.
pub(super) fn join(sum: &mut Value, part: &Value) -> Result<(), FaultKind> {
    let (Value::Position(sum), Value::Position(part)) = (sum, part) else {
        return Err(FaultKind::Argument(
            "only positions can be joined".to_string(),
        ));
    };
    if sum.is_misere() != part.is_misere() {
        return Err(FaultKind::MixedMisere);
    }
    Arc::make_mut(sum).terms.extend(part.terms.iter().cloned());
    Ok(())
}
