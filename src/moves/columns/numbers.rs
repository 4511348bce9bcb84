//! Number theory over columns.

use hashbrown::HashMap;

use super::column::{Column, Mask, Miss, fits};
use super::factors::{known_factors, sieve};
use super::scalar::Fault;
use crate::expr::builtin::Builtin;
use crate::expr::fault::FaultKind;
use crate::text::certain::Certain;

/// Tables of functions of one number, filled as far as they were asked for.
#[derive(Debug, Default)]
pub(super) struct Tables {
    known: HashMap<Builtin, Vec<i32>>,
}

/// At most this many values of a function are remembered.
const LONGEST: i64 = 1 << 24;

impl Tables {
    /// The values of a function for 0 to `hi`; `None` where they are not kept. Where the function takes no 0, the entry for it
    /// is 0.
    pub(super) fn upto(&mut self, builtin: Builtin, hi: i64) -> Option<&[i32]> {
        use Builtin::{Fibonacci, Ilog2, Isqrt, Popcount, Prime, Square, Triangular};
        let kept = matches!(
            builtin,
            Prime | Square | Fibonacci | Triangular | Isqrt | Ilog2 | Popcount
        );
        if !kept || !(0..LONGEST).contains(&hi) {
            return None;
        }
        let table = self.known.entry(builtin).or_default();
        let len = hi as usize + 1;
        if table.len() < len {
            let len = len.max(table.len() * 2).max(1024);
            if builtin == Prime {
                *table = sieve(len);
            } else {
                for n in table.len()..len {
                    let value = match builtin.on_ints(&[n as i64]) {
                        Some(Ok(value)) => value as i32,
                        _ => 0,
                    };
                    table.push(value);
                }
            }
        }
        table.get(..len)
    }
}

/// Euclid's algorithm in 32 bits, where a division takes the least time.
#[inline]
fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisors, lane by lane.
pub(super) fn gcds(a: &Column, b: &Column, mask: &Mask) -> Result<Column, Miss> {
    let count = mask.count;
    let along = match (a, b) {
        (Column::Line { first, step }, Column::Same(n))
        | (Column::Same(n), Column::Line { first, step }) => gcds_along(*first, *step, *n, count),
        // gcd(a, b) = gcd(a, a + b) = gcd(a, b - a), and one of the two may be the same in all lanes.
        (
            Column::Line { first, step },
            Column::Line {
                first: other,
                step: by,
            },
        ) => {
            let sum = match (step.checked_add(*by), step == by) {
                (Some(0), _) => first.checked_add(*other),
                (_, true) => other.checked_sub(*first),
                _ => None,
            };
            sum.and_then(|sum| gcds_along(*first, *step, sum, count))
        }
        _ => None,
    };
    if let Some(found) = along {
        return Ok(found);
    }
    let (a, b) = (a.lanes(count)?, b.lanes(count)?);
    let mut hi = 1;
    let mut found = Vec::with_capacity(count);
    for (lane, (a, b)) in a.iter().zip(b.iter()).enumerate() {
        let value = match mask.is_live(lane) {
            true => gcd(a.unsigned_abs(), b.unsigned_abs()),
            false => 0,
        };
        let value = i32::try_from(value).map_err(|_| Miss::Wide)?;
        hi = hi.max(value);
        found.push(value);
    }
    Ok(Column::of(found, 0, i64::from(hi)))
}

/// The greatest number that is taken apart into primes here.
const FACTORED: u64 = 1 << 26;

/// gcd(first + step · lane, n) for steps of ±1: each prime power in n multiplies every so many lanes by the prime.
fn gcds_along(first: i64, step: i64, n: i64, count: usize) -> Option<Column> {
    let rest = n.unsigned_abs();
    if step.unsigned_abs() != 1 || rest == 0 || rest > FACTORED {
        return None;
    }
    let hi = rest as i64;
    let mut found = vec![1i32; count];
    let mut apply = |prime: u64, power: u64| {
        // The first lane whose value is a multiple of the power.
        let at = first.rem_euclid(power as i64);
        let skip = if step > 0 {
            (power as i64 - at) % power as i64
        } else {
            at
        };
        for value in found.iter_mut().skip(skip as usize).step_by(power as usize) {
            *value *= prime as i32;
        }
    };
    let (mut last, mut power) = (0, 1);
    let (factors, prime) = known_factors(rest);
    for prime in factors
        .into_iter()
        .chain([prime].into_iter().filter(|prime| *prime > 1))
    {
        power = if prime == last { power * prime } else { prime };
        last = prime;
        apply(prime, power);
    }
    Some(Column::of(found, 1, hi))
}

/// A function of one number, lane by lane.
pub(super) fn call(
    builtin: Builtin,
    a: &Column,
    mask: &Mask,
    tables: &mut Tables,
) -> Result<Column, Miss> {
    let count = mask.count;
    let (lo, hi) = a.range(count);
    let lanes = a.lanes(count)?;
    let bit = |test: fn(i32) -> bool| {
        let found = lanes.iter().map(|n| i32::from(test(*n))).collect();
        Ok(Column::of(found, 0, 1))
    };
    match builtin {
        Builtin::Odd => return bit(|n| n & 1 != 0),
        Builtin::Even => return bit(|n| n & 1 == 0),
        Builtin::PowerOfTwo => return bit(|n| n > 0 && n & n.wrapping_sub(1) == 0),
        Builtin::Abs if lo > i64::from(i32::MIN) => {
            let found = lanes.iter().map(|n| n.wrapping_abs()).collect();
            return Ok(Column::of(found, 0, hi.max(-lo)));
        }
        _ => {}
    }
    // The least number the function takes without a fault.
    let least = match builtin {
        Builtin::Ilog2 => 1,
        _ => 0,
    };
    if lo >= least
        && let Some(table) = tables.upto(builtin, hi)
    {
        let found = lanes.iter().map(|n| table[*n as usize]).collect();
        return Ok(Column::of(found, 0, hi.max(1)));
    }
    one_by_one(mask, |lane| {
        let n = lanes[lane];
        let result = builtin.on_ints(&[i64::from(n)]);
        result.certain("a function of a number")
    })
}

/// Any other function of two numbers.
pub(super) fn call2(builtin: Builtin, a: &Column, b: &Column, mask: &Mask) -> Result<Column, Miss> {
    one_by_one(mask, |lane| {
        let result = builtin.on_ints(&[a.at(lane), b.at(lane)]);
        result.certain("a function of two numbers")
    })
}

fn one_by_one(
    mask: &Mask,
    value: impl Fn(usize) -> Result<i64, FaultKind>,
) -> Result<Column, Miss> {
    let count = mask.count;
    let mut found = vec![0i32; count];
    let (mut lo, mut hi) = (0, 0);
    for (lane, slot) in found.iter_mut().enumerate() {
        if mask.is_live(lane) {
            let n = value(lane).map_err(Fault::from)?;
            if !fits(n, n) {
                return Err(Miss::Wide);
            }
            *slot = n as i32;
            (lo, hi) = (n.min(lo), n.max(hi));
        }
    }
    Ok(Column::of(found, lo, hi))
}
