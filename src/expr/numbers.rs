//! What the built-in functions make of numbers.

use super::fault::FaultKind;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many numbers are tried in about the time of a step of a budget.
pub(crate) const TRIED_IN_A_STEP: u64 = 16;

pub(crate) fn gcd(a: i64, b: i64) -> Result<i64, FaultKind> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).map_err(|_| FaultKind::Overflow)
}

pub(crate) fn lcm(a: i64, b: i64) -> Result<i64, FaultKind> {
    if a == 0 || b == 0 {
        return Ok(0);
    }
    let factor = a / gcd(a, b)?;
    factor
        .checked_mul(b)
        .and_then(i64::checked_abs)
        .ok_or(FaultKind::Overflow)
}

pub(super) fn xor(a: i64, b: i64) -> Result<i64, FaultKind> {
    if a < 0 || b < 0 {
        return Err(FaultKind::Argument(format!(
            "xor of {}: a nim-sum is of non-negative integers",
            a.min(b)
        )));
    }
    Ok(a ^ b)
}

pub(super) fn power(base: i64, exponent: i64) -> Result<i64, FaultKind> {
    if exponent < 0 {
        return Err(FaultKind::Argument(format!(
            "pow({base}, {exponent}): the exponent must be at least 0"
        )));
    }
    match base {
        0 | 1 => Ok(if exponent == 0 { 1 } else { base }),
        -1 => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent))
            .ok_or(FaultKind::Overflow),
    }
}

pub(super) fn shift(x: i64, k: i64) -> Result<i64, FaultKind> {
    if k <= 0 {
        return Ok(x >> k.unsigned_abs().min(63));
    }
    match (x, u32::try_from(k)) {
        (0, _) => Ok(0),
        (x, Ok(k @ ..64)) => i64::try_from(i128::from(x) << k).map_err(|_| FaultKind::Overflow),
        _ => Err(FaultKind::Overflow),
    }
}

/// How many binary digits the factors of a nim-product may have.
const FACTOR_BITS: u32 = 32;

pub(super) fn nim_product(a: i64, b: i64) -> Result<i64, FaultKind> {
    let factor = |n: i64| u32::try_from(n).map(u64::from);
    match (factor(a), factor(b)) {
        (Ok(a), Ok(b)) => Ok(nim_times(a, b, FACTOR_BITS / 2) as i64),
        _ => Err(FaultKind::Argument(format!(
            "nim_product({a}, {b}): the factors must be from 0 to 4294967295"
        ))),
    }
}

/// The nim-product of numbers of at most `2 * half` binary digits, where `half` is a power of two: with F = 2^half, which is
/// multiplied with smaller numbers as usual, F times F is F + F/2 (Conway 1976).
fn nim_times(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (high_a, low_a, high_b, low_b) = (a >> half, a & mask, b >> half, b & mask);
    let low = nim_times(low_a, low_b, half / 2);
    let high = nim_times(high_a, high_b, half / 2);
    let both = nim_times(high_a ^ low_a, high_b ^ low_b, half / 2);
    (both ^ low) << half ^ low ^ nim_times(high, 1 << (half - 1), half / 2)
}

pub(super) fn mex(numbers: impl Iterator<Item = i64>) -> i64 {
    let numbers: Vec<i64> = numbers.collect();
    // Of n numbers the least one that is absent is n at most.
    let mut present = vec![false; numbers.len()];
    for n in numbers {
        if let Some(is_present) = usize::try_from(n).ok().and_then(|n| present.get_mut(n)) {
            *is_present = true;
        }
    }
    let absent = present.iter().position(|is_present| !is_present);
    absent.unwrap_or(present.len()) as i64
}

pub(super) fn digits(n: i64) -> Vec<i64> {
    let text = n.to_string();
    text.bytes().map(|byte| i64::from(byte - b'0')).collect()
}

/// Deterministic Miller–Rabin: these twelve bases decide every 64-bit number (Sorenson and Webster 2015).
pub(super) fn prime(n: i64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    let n = n as u64;
    for base in BASES {
        if n.is_multiple_of(base) {
            return n == base;
        }
    }
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let (mut x, mut square, mut exponent) = (1, base, odd);
        while exponent > 0 {
            if exponent & 1 == 1 {
                x = product(x, square);
            }
            square = product(square, square);
            exponent >>= 1;
        }
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = product(x, x);
            x == n - 1
        })
    })
}

pub(super) fn square(n: i64) -> bool {
    n.checked_isqrt().is_some_and(|root| root * root == n)
}

/// The least power of two from a number on.
pub(super) fn next_power_of_two(least: i64) -> Option<i64> {
    let power = u64::try_from(least.max(1))
        .ok()?
        .checked_next_power_of_two()?;
    i64::try_from(power).ok()
}

/// The least divisor of a number between two positive ones; every number divides 0.
///
/// In all calls for one number about its square root of them are tried from below, and as many quotients.
pub(super) fn next_divisor(
    number: i64,
    (least, last): (i64, i64),
    budget: &mut Budget,
) -> Result<Option<i64>, Limit> {
    let (number, mut least) = (number.unsigned_abs(), least.unsigned_abs());
    let last = last.unsigned_abs();
    let found = |divisor: u64| Ok(Some(divisor as i64).filter(|_| divisor <= last));
    if number == 0 {
        return found(least);
    }
    let root = number.isqrt();
    while least <= root.min(last) {
        if number.is_multiple_of(least) {
            return found(least);
        }
        least += 1;
        if least.is_multiple_of(TRIED_IN_A_STEP) {
            budget.step()?;
        }
    }
    let fewest = number.div_ceil(last);
    for quotient in (fewest.max(1)..=number / least).rev() {
        if number.is_multiple_of(quotient) {
            return found(number / quotient);
        }
        if quotient.is_multiple_of(TRIED_IN_A_STEP) {
            budget.step()?;
        }
    }
    Ok(None)
}

pub(super) fn next_square(least: i64) -> Option<i64> {
    let least = least.max(0);
    let root = least.isqrt();
    let root = root + i64::from(root * root < least);
    root.checked_mul(root)
}

pub(super) fn next_triangular(least: i64) -> Option<i64> {
    let twice = 2 * least.max(0) as u64;
    let root = twice.isqrt();
    let root = root + u64::from(root * (root + 1) < twice);
    i64::try_from(root.checked_mul(root + 1)? / 2).ok()
}

pub(super) fn next_fibonacci(least: i64) -> Option<i64> {
    let pairs = std::iter::successors(Some((0_i64, 1_i64)), |(a, b)| {
        Some((*b, a.checked_add(*b)?))
    });
    let mut numbers = pairs.map(|(_, number)| number);
    (least <= 0)
        .then_some(0)
        .or_else(|| numbers.find(|number| *number >= least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    #[test]
    fn the_next_of_a_kind_is_the_least() {
        // The first number of a kind has the number 0; the last one that fits is named too.
        type Kind = (fn(i64) -> Option<i64>, fn(i128) -> i128, i128);
        let kinds: [Kind; 4] = [
            (next_square, |k| k * k, 3_037_000_499),
            (next_triangular, |k| k * (k + 1) / 2, 4_294_967_295),
            (next_power_of_two, |k| 1 << k, 62),
            (
                next_fibonacci,
                |k| match k {
                    0 => 0,
                    _ => (0..k).fold((0, 1), |(a, b), _| (b, a + b)).1,
                },
                91,
            ),
        ];
        for (next, number_of, last) in kinds {
            let of_kind = |k| i64::try_from(number_of(k)).expect("it fits");
            for least in [i64::MIN, -4, -1, of_kind(0)] {
                assert_eq!(next(least), Some(of_kind(0)), "{least}");
            }
            for k in (1..=60).chain(last - 3..=last) {
                let (before, this) = (of_kind(k - 1), of_kind(k));
                for least in [before + 1, i64::midpoint(before + 1, this), this] {
                    assert_eq!(next(least), Some(this), "{least}");
                }
            }
            assert!(number_of(last + 1) > i64::MAX.into());
            for least in [of_kind(last) + 1, i64::MAX - 1, i64::MAX] {
                assert_eq!(next(least), None, "{least}");
            }
        }
    }

    /// The definition of the product: a'b + ab' + a'b' for no smaller a' and b'.
    #[test]
    fn nim_products_agree_with_their_definition() {
        const COUNT: usize = 40;
        let mut known = vec![[0i64; COUNT]; COUNT];
        for a in 0..COUNT {
            for b in 0..COUNT {
                let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let options = smaller.map(|(x, y)| known[x][b] ^ known[a][y] ^ known[x][y]);
                known[a][b] = mex(options.collect::<Vec<_>>().into_iter());
                assert_eq!(nim_product(a as i64, b as i64), Ok(known[a][b]), "{a} {b}");
            }
        }
        // They make a field: beyond what the definition reaches, the laws hold.
        let times = |a: i64, b: i64| nim_product(a, b).unwrap();
        let large = [
            4_294_967_295,
            2_147_483_648,
            65_536,
            123_456_789,
            987_654_321,
        ];
        for a in large {
            for b in large {
                assert_eq!(times(a, b), times(b, a));
                assert_eq!(times(a, b ^ 77), times(a, b) ^ times(a, 77));
                assert_eq!(times(times(a, b), 99_999), times(a, times(b, 99_999)));
            }
            assert_ne!(times(a, a), 0);
        }
        // 2^16 is a Fermat power.
        assert_eq!(times(65_536, 65_536), 65_536 + 32_768);
        assert!(nim_product(4_294_967_296, 1).is_err() && nim_product(-1, 1).is_err());
    }

    #[test]
    fn divisors_come_in_order() {
        let mut budget = Budget::start(&Limits::default());
        let mut next = |number, between| {
            next_divisor(number, between, &mut budget).expect("there is no limit")
        };
        for number in -30i64..150 {
            for (least, last) in (1..60).flat_map(|lo| (lo..60).map(move |hi| (lo, hi))) {
                let divisor = (least..=last).find(|k| number % k == 0);
                assert_eq!(
                    next(number, (least, last)),
                    divisor,
                    "{number} {least} {last}"
                );
            }
        }
        let found = next(1_000_000_007, (2, i64::MAX));
        assert_eq!(found, Some(1_000_000_007));
        assert_eq!(next(i64::MIN, (1 << 61, i64::MAX)), Some(1 << 61));
        assert_eq!(next(i64::MIN, (1 + (1 << 62), i64::MAX)), None);
    }

    #[test]
    fn digits_are_moved() {
        for x in [-9i64, -1, 0, 1, 5, 1 << 61, i64::MAX, i64::MIN] {
            for k in -70i64..=70 {
                let wide = match k {
                    0.. => i128::from(x)
                        .checked_shl(k as u32)
                        .filter(|wide| wide >> k == i128::from(x)),
                    _ => Some(i128::from(x) >> -k),
                };
                let expected = wide.and_then(|wide| i64::try_from(wide).ok());
                assert_eq!(shift(x, k).ok(), expected, "shift({x}, {k})");
            }
        }
        assert_eq!((shift(0, i64::MAX), shift(-5, i64::MIN)), (Ok(0), Ok(-1)));
    }
}
