//! What instructions do with values, and division.

use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::expr::fault::FaultKind;
use crate::expr::position::Position;
use crate::expr::value::Value;

/// Equality as the language has it: lists of positions compare as sets, since turns have no order.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    let packed = |value: &Value| matches!(value, Value::List(items) if items.is_numbers());
    if packed(a) || packed(b) {
        return a == b;
    }
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

/// The element of a list or tuple at a place, an integer or truth value.
#[inline]
pub(super) fn number(list: &Value, place: usize) -> Option<i64> {
    match list {
        Value::List(items) => match items.packed() {
            Some(packed) => packed.get(place),
            None => items.get(place).map(unbox),
        },
        tuple => tuple.items().get(place).map(unbox),
    }
}

#[inline]
pub(super) fn contains(list: &Value, number: i64) -> bool {
    if let Value::List(items) = list
        && let Some(packed) = items.packed()
    {
        return packed.contains(number);
    }
    let is_it = |item: &Value| matches!(item, Value::Int(n) if *n == number);
    list.items().iter().any(is_it)
}

/// The places from `lo` to `hi`, both included, as far as a list of this length has them.
#[inline]
pub(super) fn places(len: usize, lo: i64, hi: i64) -> Range<usize> {
    let lo = lo.max(0);
    let hi = hi.min(len as i64 - 1);
    if lo > hi {
        return 0..0;
    }
    lo as usize..hi as usize + 1
}

/// The elements from `lo` to `hi`, both included, as far as there are such.
#[inline]
pub(super) fn slice(list: &Value, lo: i64, hi: i64) -> &[Value] {
    let items = list.items();
    // They lie within the list.
    &items[places(items.len(), lo, hi)]
}

#[inline]
pub(super) fn element(list: &Value, index: i64) -> Result<&Value, FaultKind> {
    let items = list.items();
    let place = usize::try_from(index).ok();
    let item = place.and_then(|place| items.get(place));
    item.ok_or_else(|| outside(list, index))
}

/// The fault that a list has no element with an index.
#[cold]
pub(super) fn outside(list: &Value, index: i64) -> FaultKind {
    let len = list.len();
    FaultKind::Index { index, len }
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
        false => Position::of_piles(header, piles.to_vec()),
    };
    Ok(Value::Position(Arc::new(position)))
}

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

// ---- Division that rounds down

#[cold]
pub(super) fn overflow() -> FaultKind {
    FaultKind::Overflow
}

/// Both numbers, where neither is negative nor takes more than 32 bits: their division is several times as fast.
#[inline]
fn small(a: i64, b: i64) -> Option<(u32, u32)> {
    Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?))
}

#[inline]
pub(crate) fn floor_div(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a / b));
    }
    let quotient = match b {
        0 => return Err(FaultKind::DivisionByZero),
        _ => a.checked_div(b).ok_or_else(overflow)?,
    };
    let inexact = a.wrapping_rem(b) != 0;
    Ok(quotient - i64::from(inexact && (a < 0) != (b < 0)))
}

#[inline]
pub(crate) fn floor_rem(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a % b));
    }
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    match a.wrapping_rem(b) {
        rest if rest != 0 && (rest < 0) != (b < 0) => Ok(rest + b),
        rest => Ok(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let (q, r) = (floor_div(a, b).unwrap(), floor_rem(a, b).unwrap());
                assert_eq!(q, (a as f64 / b as f64).floor() as i64);
                assert_eq!(q * b + r, a);
                assert!(r == 0 || (r < 0) == (b < 0));
            }
        }
        assert_eq!(floor_div(i64::MIN, -1), Err(FaultKind::Overflow));
        assert_eq!(floor_rem(1, 0), Err(FaultKind::DivisionByZero));
    }
}
