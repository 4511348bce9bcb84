//! Periodic and arithmetic periodic sequences.

use super::data::{Data, NONE};
use super::op::Op;
use super::tree::{Expr, Term};
use crate::work::Limit;
use crate::work::budget::Budget;

/// A period that fits the end of a sequence.
#[derive(Debug, Clone)]
pub(super) struct Period {
    /// The length.
    pub(super) length: i64,
    /// The least pile from which on it holds.
    pub(super) from: i64,
    /// The form, right from there on.
    pub(super) expr: Expr,
}

/// The period with the shortest description that is seen at least three times, if there is one.
///
/// For a sequence without gaps of more than 16 values; takes linear time.
pub(super) fn find(data: &Data, budget: &mut Budget) -> Result<Option<Period>, Limit> {
    let [(first, last)] = data.ranges[..] else {
        return Ok(None);
    };
    let count = data.len();
    let whole = (last - first + 1) as usize == count;
    if !whole || count < 16 {
        return Ok(None);
    }
    budget.need(count as u64 * 32)?;
    // The values from the last to the first but one, less the value before.
    let steps: Vec<i64> = data.values.windows(2).rev().map(|w| w[1] - w[0]).collect();
    let agreement = agreement(&steps, budget)?;
    let mut best: Option<(usize, usize)> = None;
    for (length, repeated) in agreement
        .iter()
        .enumerate()
        .take(steps.len() / 3 + 1)
        .skip(1)
    {
        // So many steps at the end repeat the ones before them.
        let run = length + repeated;
        let from = steps.len() - run;
        // A long run at the end may be the last of many that grow longer and longer.
        let lead = if length == 1 { 10 } else { 4 };
        if run < 3 * length + 4 || lead * from > steps.len() {
            continue;
        }
        if best.is_none_or(|(known, start)| length + from < known + start) {
            best = Some((length, from));
        }
    }
    let Some((length, from)) = best else {
        return Ok(None);
    };
    let rise = data.values[count - 1] - data.values[count - 1 - length];
    let from = first + from as i64;
    let length = length as i64;
    Ok(Some(Period {
        length,
        from,
        expr: form(data, length, rise, from),
    }))
}

/// For each shift, how long a start the list has in common with itself shifted (the Z function).
fn agreement(list: &[i64], budget: &mut Budget) -> Result<Vec<usize>, Limit> {
    let len = list.len();
    let mut common = vec![0; len];
    let (mut left, mut right) = (0, 0);
    for i in 1..len {
        budget.step()?;
        let mut run = if i < right {
            common[i - left].min(right - i)
        } else {
            0
        };
        while i + run < len && list[run] == list[i + run] {
            run += 1;
        }
        if i + run > right {
            (left, right) = (i, i + run);
        }
        common[i] = run;
    }
    Ok(common)
}

fn form(data: &Data, length: i64, rise: i64, from: i64) -> Expr {
    let n = || Expr::Var(0);
    // Any run of `length` piles behind `from` shows the pattern.
    let mut pattern = vec![NONE; length as usize];
    let slope = if rise % length == 0 { rise / length } else { 0 };
    let base = |n: i64| match slope {
        0 => rise * n.div_euclid(length),
        _ => slope * n,
    };
    for n in from..from + length {
        let value = data
            .value_at(&[n])
            .expect("the values behind the start are known")
            - base(n);
        pattern[n.rem_euclid(length) as usize] = value;
    }
    let index = n().by(Op::Rem, length);
    let pattern = match pattern.as_slice() {
        [only] => Expr::Int(*only),
        _ => Expr::At(pattern, Box::new(index)),
    };
    let line = match (rise, slope) {
        (0, _) => return pattern,
        (_, 0) => n().by(Op::Div, length).affine(rise, 0),
        _ => n().affine(slope, 0),
    };
    line.op(Op::Add, pattern)
}
