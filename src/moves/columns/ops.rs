//! Arithmetic, comparisons and look-ups of whole columns.

use super::column::{Column, Mask, Miss, fits};
use super::scalar;
use super::total;
use crate::expr::interval::Interval;
use crate::expr::tree::{ArithOp, CompareOp};

pub(super) fn arith(op: ArithOp, a: &Column, b: &Column, mask: &Mask) -> Result<Column, Miss> {
    let count = mask.count;
    if let (Column::Same(a), Column::Same(b)) = (a, b) {
        if mask.is_empty() {
            return Ok(Column::Same(0));
        }
        return Ok(Column::Same(scalar::arith(op, *a, *b)?));
    }
    if let Some(line) = along(op, a, b, count) {
        return Ok(line);
    }
    if let ArithOp::Div | ArithOp::Rem = op {
        return divide(op == ArithOp::Div, a, b, mask);
    }
    let ((a_lo, a_hi), (b_lo, b_hi)) = (a.range(count), b.range(count));
    if !fits(a_lo, a_hi) || !fits(b_lo, b_hi) {
        return Err(Miss::Wide);
    }
    let [of_a, of_b] = [a, b].map(|column| Interval::from(column.range(count)));
    let found = total::arith(op, of_a, of_b).ok_or(Miss::Wide)?;
    let (lo, hi) = (found.lo as i64, found.hi as i64);
    if !fits(lo, hi) {
        return Err(Miss::Wide);
    }
    let lanes = match op {
        ArithOp::Add => zipped(a, b, count, i32::wrapping_add)?,
        ArithOp::Sub => zipped(a, b, count, i32::wrapping_sub)?,
        _ => zipped(a, b, count, i32::wrapping_mul)?,
    };
    Ok(Column::of(lanes, lo, hi))
}

/// What is made of the values of two columns, lane by lane.
pub(super) fn zipped(
    a: &Column,
    b: &Column,
    count: usize,
    op: impl Fn(i32, i32) -> i32,
) -> Result<Vec<i32>, Miss> {
    let (a, b) = (a.lanes(count)?, b.lanes(count)?);
    Ok(a.iter().zip(b.iter()).map(|(a, b)| op(*a, *b)).collect())
}

/// Sums, differences and multiples of lines, which are lines.
fn along(op: ArithOp, a: &Column, b: &Column, count: usize) -> Option<Column> {
    let parts = |column: &Column| match column {
        Column::Same(value) => Some((*value, 0)),
        Column::Line { first, step } => Some((*first, *step)),
        Column::Lanes { .. } => None,
    };
    let ((a, by), (b, other)) = (parts(a)?, parts(b)?);
    let (first, step) = match op {
        ArithOp::Add => (a.checked_add(b)?, by.checked_add(other)?),
        ArithOp::Sub => (a.checked_sub(b)?, by.checked_sub(other)?),
        ArithOp::Mul if other == 0 => (a.checked_mul(b)?, by.checked_mul(b)?),
        ArithOp::Mul if by == 0 => (a.checked_mul(b)?, a.checked_mul(other)?),
        _ => return None,
    };
    first.checked_add(step.checked_mul(count as i64 - 1)?)?;
    Some(Column::line(first, step))
}

/// Floor division or its remainder.
fn divide(quotient: bool, a: &Column, b: &Column, mask: &Mask) -> Result<Column, Miss> {
    let count = mask.count;
    let ((a_lo, a_hi), (b_lo, b_hi)) = (a.range(count), b.range(count));
    if !fits(a_lo, a_hi) || !fits(b_lo, b_hi) || a_lo == i64::from(i32::MIN) {
        return Err(Miss::Wide);
    }
    let largest = a_hi.abs().max(a_lo.abs());
    let divisor = b_hi.abs().max(b_lo.abs());
    let (lo, hi) = match (quotient, a_lo >= 0 && b_lo >= 0) {
        (true, true) => (0, largest),
        (true, false) => (-largest, largest),
        (false, true) => (0, (divisor - 1).max(0)),
        (false, false) => (-divisor, divisor),
    };
    let plain = a_lo >= 0 && b_lo >= 0;
    if let (false, true, Column::Line { first, step }, Column::Same(b)) = (quotient, plain, a, b)
        && (1..=count as i64 / 2).contains(b)
    {
        return Ok(Column::of(rests(*first, *step, *b, count), lo, hi));
    }
    let a = a.lanes(count)?;
    if let (Column::Same(b), true) = (b, plain) {
        if *b == 0 {
            return if mask.is_empty() {
                Ok(Column::Same(0))
            } else {
                Err(Miss::Fault)
            };
        }
        return Ok(Column::of(by_same(quotient, &a, *b as u32), lo, hi));
    }
    let b = b.lanes(count)?;
    if b_lo <= 0 && b_hi >= 0 {
        let zero = b
            .iter()
            .enumerate()
            .any(|(lane, b)| *b == 0 && mask.is_live(lane));
        if zero {
            return Err(Miss::Fault);
        }
    }
    let pairs = a.iter().zip(b.iter());
    let lanes = match (quotient, plain) {
        (true, true) => pairs
            .map(|(a, b)| (*a as u32 / (*b as u32).max(1)) as i32)
            .collect(),
        (false, true) => pairs
            .map(|(a, b)| (*a as u32 % (*b as u32).max(1)) as i32)
            .collect(),
        (true, false) => pairs
            .map(|(a, b)| {
                let b = if *b == 0 { 1 } else { *b };
                let down = a % b != 0 && (*a < 0) != (b < 0);
                a / b - i32::from(down)
            })
            .collect(),
        (false, false) => pairs
            .map(|(a, b)| {
                let b = if *b == 0 { 1 } else { *b };
                let rest = a % b;
                if rest != 0 && (rest < 0) != (b < 0) {
                    rest + b
                } else {
                    rest
                }
            })
            .collect(),
    };
    Ok(Column::of(lanes, lo, hi))
}

/// The remainders of a line of natural numbers by a positive number: they come again after as many lanes.
fn rests(first: i64, step: i64, by: i64, count: usize) -> Vec<i32> {
    let mut rests: Vec<i32> = Vec::with_capacity(count);
    rests.extend((0..by).map(|lane| (first + step * lane).rem_euclid(by) as i32));
    while rests.len() < count {
        let more = rests.len().min(count - rests.len());
        rests.extend_from_within(..more);
    }
    rests
}

/// Division of natural numbers by one positive number, by a multiplication: with m = ⌈2⁶⁴ / b⌉ the quotient is ⌊a m / 2⁶⁴⌋ for
/// all a below 2³² (Lemire, Kaser and Kurz 2019).
fn by_same(quotient: bool, a: &[i32], b: u32) -> Vec<i32> {
    if b.is_power_of_two() {
        let (shift, low) = (b.trailing_zeros(), (b - 1) as i32);
        return if quotient {
            a.iter().map(|a| a >> shift).collect()
        } else {
            a.iter().map(|a| a & low).collect()
        };
    }
    let inverse = u64::MAX / u64::from(b) + 1;
    let divide = |a: i32| ((u128::from(inverse) * a as u128) >> 64) as i32;
    if quotient {
        a.iter().map(|a| divide(*a)).collect()
    } else {
        let b = b as i32;
        a.iter()
            .map(|a| a.wrapping_sub(divide(*a).wrapping_mul(b)))
            .collect()
    }
}

/// The live lanes in which a comparison holds.
pub(super) fn compare(op: CompareOp, a: &Column, b: &Column, mask: Mask) -> Result<Mask, Miss> {
    let count = mask.count;
    if matches!(op, CompareOp::In | CompareOp::NotIn) {
        return Err(Miss::Wide);
    }
    // Where the ranges settle it, no lane is looked at.
    match settled(op, a.range(count), b.range(count)) {
        Some(true) => return Ok(mask),
        Some(false) => return Ok(Mask::none(count)),
        None => {}
    }
    let verdict = match (a, b) {
        (Column::Line { first, step }, Column::Same(b)) if op.is_order() && *step > 0 => {
            // In how many lanes the line is less, or at most as great.
            let below = match op {
                CompareOp::Lt | CompareOp::Ge => lanes_below(*first, *step, *b, count),
                _ => lanes_below(*first, *step, b.saturating_add(1), count),
            };
            let is_less = u8::from(matches!(op, CompareOp::Lt | CompareOp::Le));
            let mut verdict = vec![1 - is_less; count];
            verdict[..below].fill(is_less);
            verdict
        }
        (_, Column::Same(b)) if fits(*b, *b) => {
            let (a, b) = (a.lanes(count)?, *b as i32);
            verdicts(op, a.iter().map(|a| (*a, b)))
        }
        _ => {
            let (a, b) = (a.lanes(count)?, b.lanes(count)?);
            let (a, b) = (&a[..count], &b[..count]);
            verdicts(op, (0..count).map(|lane| (a[lane], b[lane])))
        }
    };
    Ok(mask.and(verdict))
}

/// 1 for the pairs of which a comparison holds, else 0.
#[inline]
fn verdicts(op: CompareOp, pairs: impl Iterator<Item = (i32, i32)>) -> Vec<u8> {
    match op {
        CompareOp::Eq => pairs.map(|(a, b)| u8::from(a == b)).collect(),
        CompareOp::Ne => pairs.map(|(a, b)| u8::from(a != b)).collect(),
        CompareOp::Lt => pairs.map(|(a, b)| u8::from(a < b)).collect(),
        CompareOp::Le => pairs.map(|(a, b)| u8::from(a <= b)).collect(),
        CompareOp::Gt => pairs.map(|(a, b)| u8::from(a > b)).collect(),
        _ => pairs.map(|(a, b)| u8::from(a >= b)).collect(),
    }
}

/// In how many lanes, which are the first ones, a line that rises is less than a number.
fn lanes_below(first: i64, step: i64, limit: i64, count: usize) -> usize {
    let gap = i128::from(limit) - i128::from(first);
    let lanes = (gap + i128::from(step) - 1).div_euclid(i128::from(step));
    lanes.clamp(0, count as i128) as usize
}

/// Whether all numbers of one range compare so with all of another, or none with any; else nothing.
fn settled(op: CompareOp, a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    match op {
        CompareOp::Lt if a.1 < b.0 => Some(true),
        CompareOp::Lt if a.0 >= b.1 => Some(false),
        CompareOp::Gt => settled(CompareOp::Lt, b, a),
        CompareOp::Ge => settled(CompareOp::Lt, a, b).map(|less| !less),
        CompareOp::Le => settled(CompareOp::Lt, b, a).map(|more| !more),
        CompareOp::Eq if a.1 < b.0 || a.0 > b.1 => Some(false),
        CompareOp::Eq if a == b && a.0 == a.1 => Some(true),
        CompareOp::Ne => settled(CompareOp::Eq, a, b).map(|same| !same),
        _ => None,
    }
}

pub(super) fn look_up(table: &[i64], index: &Column, mask: &Mask) -> Result<Column, Miss> {
    let count = mask.count;
    if let Column::Same(index) = index {
        let found = usize::try_from(*index)
            .ok()
            .and_then(|index| table.get(index));
        return match found {
            Some(value) => Ok(Column::Same(*value)),
            None if mask.is_empty() => Ok(Column::Same(0)),
            None => Err(Miss::Fault),
        };
    }
    let index = index.lanes(count)?;
    let mut found = vec![0i32; count];
    let (mut lo, mut hi) = (0, 0);
    for (lane, (slot, index)) in found.iter_mut().zip(index.iter()).enumerate() {
        match usize::try_from(*index)
            .ok()
            .and_then(|index| table.get(index))
        {
            Some(value) if fits(*value, *value) => {
                *slot = *value as i32;
                (lo, hi) = (lo.min(*value), hi.max(*value));
            }
            Some(_) if mask.is_live(lane) => return Err(Miss::Wide),
            None if mask.is_live(lane) => return Err(Miss::Fault),
            _ => {}
        }
    }
    Ok(Column::of(found, lo, hi))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_compared_and_divided_as_their_lanes_are() {
        let count = 20;
        for first in [-5, 0, 3, 1 << 40] {
            for (step, n) in [-3, 1, 2, 7]
                .into_iter()
                .flat_map(|it| [1, 2, 5, 9, 12, 40].map(|n| (it, n)))
            {
                let (line, same) = (Column::line(first, step), Column::Same(n));
                use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
                for op in [Lt, Le, Gt, Ge, Eq, Ne] {
                    // What is too wide is worked out lane by lane.
                    let Ok(mask) = compare(op, &line, &same, Mask::all(count)) else {
                        continue;
                    };
                    for lane in 0..count {
                        let holds = scalar::holds(op, line.at(lane), n);
                        assert_eq!(mask.is_live(lane), holds, "{line:?} {op:?} {n}: {lane}");
                    }
                }
                let Ok(rests) = divide(false, &line, &same, &Mask::all(count)) else {
                    continue;
                };
                for lane in 0..count {
                    assert_eq!(
                        rests.at(lane),
                        line.at(lane).rem_euclid(n),
                        "{line:?} % {n}: {lane}"
                    );
                }
            }
        }
    }
}
