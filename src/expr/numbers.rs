//! What the built-in functions make of numbers.

use super::fault::FaultKind;

pub(crate) fn gcd(a: i64, b: i64) -> Result<i64, FaultKind> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).map_err(|_| FaultKind::Overflow)
}

pub(super) fn lcm(a: i64, b: i64) -> Result<i64, FaultKind> {
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
    let present: hashbrown::HashSet<i64> = numbers.collect();
    (0..).find(|n| !present.contains(n)).unwrap_or(i64::MAX)
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

pub(super) fn triangular(n: i64) -> bool {
    n >= 0 && {
        let wide = 8 * n as u128 + 1;
        wide.isqrt().pow(2) == wide
    }
}

/// The greatest Fibonacci number that is an integer here.
pub(super) const LAST_FIBONACCI: i64 = 7_540_113_804_746_346_429;

/// n is a Fibonacci number exactly when 5n² + 4 or 5n² − 4 is a square (Gessel 1972).
pub(super) fn fibonacci(n: i64) -> bool {
    (0..=LAST_FIBONACCI).contains(&n) && {
        let wide = 5 * (n as u128) * (n as u128);
        [Some(wide + 4), wide.checked_sub(4)]
            .into_iter()
            .flatten()
            .any(|m| m.isqrt().pow(2) == m)
    }
}

/// The least power of two from a number on.
pub(super) fn next_power_of_two(least: i64) -> Option<i64> {
    let power = u64::try_from(least.max(1))
        .ok()?
        .checked_next_power_of_two()?;
    i64::try_from(power).ok()
}

pub(super) fn next_square(least: i64) -> Option<i64> {
    let root = least.checked_sub(1).filter(|before| *before >= 0);
    root.map_or(0, |before| before.isqrt() + 1).checked_pow(2)
}

pub(super) fn next_triangular(least: i64) -> Option<i64> {
    let root = ((8 * least.max(0) as u128 + 1).isqrt() - 1) / 2;
    let numbers = (root..root + 2).map(|root| root * (root + 1) / 2);
    let mut large = numbers.filter(|number| *number >= least.max(0) as u128);
    i64::try_from(large.next()?).ok()
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

    #[test]
    fn the_next_of_a_kind_is_the_least() {
        type Kind = (fn(i64) -> bool, fn(i64) -> Option<i64>);
        let is_power = |n: i64| n > 0 && n.count_ones() == 1;
        let kinds: [Kind; 4] = [
            (square, next_square),
            (triangular, next_triangular),
            (fibonacci, next_fibonacci),
            (is_power, next_power_of_two),
        ];
        for (is_one, next) in kinds {
            for least in -3..3000 {
                let plain = (least..).find(|number| is_one(*number));
                assert_eq!(next(least), plain, "{least}");
            }
            let last = (0..64).filter_map(|bits| next(i64::MAX >> bits)).max();
            assert!(last.is_some_and(|last| is_one(last) && next(last) == Some(last)));
            assert_eq!(next(i64::MAX), None);
            assert!(next(i64::MIN).is_some_and(|first| first <= 1));
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
