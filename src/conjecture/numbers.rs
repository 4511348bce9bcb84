//! Arithmetic that the closed forms are made of.

/// The prime factors of `n` with their exponents, in ascending order; `None` for numbers below 1 and above [`FACTOR_LIMIT`].
pub(super) fn factors(n: i64) -> Option<impl Iterator<Item = (i64, u32)>> {
    if !(1..=FACTOR_LIMIT).contains(&n) {
        return None;
    }
    let mut rest = n;
    let mut candidate = 2;
    Some(std::iter::from_fn(move || {
        while rest > 1 {
            if candidate * candidate > rest {
                let last = rest;
                rest = 1;
                return Some((last, 1));
            }
            let prime = candidate;
            candidate += if candidate == 2 { 1 } else { 2 };
            let mut exponent = 0;
            while rest % prime == 0 {
                rest /= prime;
                exponent += 1;
            }
            if exponent > 0 {
                return Some((prime, exponent));
            }
        }
        None
    }))
}

/// Up to here numbers are factored, by at most half a million divisions.
pub(super) const FACTOR_LIMIT: i64 = 1 << 40;

/// Up to here the primes below a number are counted.
const COUNT_LIMIT: i64 = 1 << 16;

/// Whether `n` is a prime number.
pub(super) fn is_prime(n: i64) -> Option<bool> {
    if n < 2 {
        return Some(false);
    }
    factors(n)?.next().map(|(prime, _)| prime == n)
}

/// The least prime factor.
pub(super) fn least_factor(n: i64) -> Option<i64> {
    factors(n)?.next().map(|(prime, _)| prime)
}

/// Which prime number the least prime factor is: 1 for 2, 2 for 3, 3 for 5.
pub(super) fn least_factor_index(n: i64) -> Option<i64> {
    let prime = least_factor(n)?;
    match prime {
        2 => Some(1),
        3 => Some(2),
        _ if prime <= COUNT_LIMIT => Some(prime_count(prime)),
        _ => None,
    }
}

/// How many primes are at most `n`, which is at most [`COUNT_LIMIT`].
fn prime_count(n: i64) -> i64 {
    static COUNTS: std::sync::OnceLock<Vec<u16>> = std::sync::OnceLock::new();
    let counts = COUNTS.get_or_init(|| {
        let len = COUNT_LIMIT as usize + 1;
        let mut composite = vec![false; len];
        let mut counts = vec![0u16; len];
        let mut count = 0;
        for candidate in 2..len {
            if !composite[candidate] {
                count += 1;
                for multiple in (candidate * candidate..len).step_by(candidate) {
                    composite[multiple] = true;
                }
            }
            counts[candidate] = count;
        }
        counts
    });
    usize::try_from(n)
        .ok()
        .and_then(|n| counts.get(n))
        .map_or(0, |count| i64::from(*count))
}

/// How often `p`, at least 2, divides `n`, at least 1.
pub(super) fn times(n: i64, p: i64) -> Option<i64> {
    if n < 1 || p < 2 {
        return None;
    }
    let mut rest = n;
    let mut count = 0;
    while rest % p == 0 {
        rest /= p;
        count += 1;
    }
    Some(count)
}

/// The decimal digits of a number that is not negative, the lowest first.
pub(super) fn digits(n: i64) -> Option<impl Iterator<Item = i64>> {
    let mut rest = Some(n).filter(|n| *n >= 0);
    rest?;
    Some(std::iter::from_fn(move || {
        let n = rest?;
        rest = (n >= 10).then_some(n / 10);
        Some(n % 10)
    }))
}

/// The least of the Fibonacci numbers 1, 2, 3, 5, … into which `n`, at least 1, falls when the greatest that fits is taken away
/// again and again (Zeckendorf).
pub(super) fn least_fibonacci_part(n: i64) -> Option<i64> {
    if n < 1 {
        return None;
    }
    let mut rest = n;
    loop {
        let (mut low, mut high) = (1i64, 2i64);
        while high <= rest {
            (low, high) = (high, low.checked_add(high)?);
        }
        rest -= low;
        if rest == 0 {
            return Some(low);
        }
    }
}

/// Whether `n` is a Fibonacci number, 0 included.
pub(super) fn is_fibonacci(n: i64) -> bool {
    let (mut low, mut high) = (0i64, 1i64);
    while low < n {
        let Some(next) = low.checked_add(high) else {
            return false;
        };
        (low, high) = (high, next);
    }
    low == n
}

/// The greatest common divisor.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(i64::MAX)
}

/// The nim product, the multiplication that makes the numbers below 2^(2^k) a field with the nim-sum (Conway, On Numbers and
/// Games, chapter 6).
pub(super) fn nim_product(a: u64, b: u64) -> u64 {
    nim_product_below(a, b, 32)
}

/// The nim product of numbers of twice `half` bits.
fn nim_product_below(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if half == 0 {
        return a & b;
    }
    if (a | b) >> half == 0 {
        return nim_product_below(a, b, half / 2);
    }
    // With F = 2^half: (p F + q)(r F + s) = (p r + p s + q r) F + q s + p r (F / 2), since F F = F + F / 2.
    let mask = (1u64 << half) - 1;
    let (p, q, r, s) = (a >> half, a & mask, b >> half, b & mask);
    let next = half / 2;
    let high = nim_product_below(p, r, next);
    let low = nim_product_below(q, s, next);
    let cross = nim_product_below(p ^ q, r ^ s, next);
    ((cross ^ low) << half) ^ low ^ nim_product_below(high, 1 << (half - 1), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_products_satisfy_the_definition() {
        let mut table = vec![vec![0u64; 24]; 24];
        for a in 0..24usize {
            for b in 0..24usize {
                let mut seen = vec![];
                for x in 0..a {
                    for y in 0..b {
                        seen.push(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = (0..).find(|v| !seen.contains(v)).unwrap();
                assert_eq!(nim_product(a as u64, b as u64), table[a][b], "{a} {b}");
            }
        }
    }

    #[test]
    fn factors_of_small_numbers() {
        for n in 1..2000i64 {
            let list: Vec<_> = factors(n).unwrap().collect();
            assert_eq!(list.iter().map(|(p, e)| p.pow(*e)).product::<i64>(), n);
            for (p, _) in list {
                assert!((2..p).all(|d| p % d != 0));
            }
        }
        assert_eq!(least_factor_index(35), Some(3));
        assert_eq!(is_prime(1), Some(false));
        assert_eq!(is_prime(97), Some(true));
        assert_eq!(least_fibonacci_part(11), Some(3));
    }
}
