//! The operations and functions that closed forms are made of.
//!
//! Most are built into the language or written with it. For the others a form brings a `let` along that defines them.

use std::iter::successors;
use std::sync::LazyLock;

use crate::expr::builtin::{self, Builtin};

macro_rules! functions {
    ($($variant:ident $name:literal $bits:literal $definition:expr;)*) => {
        /// An operation or a function of integers.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Op {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Op {
            /// How it is written: a pattern with `@` for the arguments, or what stands between them.
            pub(super) fn pattern(self) -> &'static str {
                match self { $(Op::$variant => $name,)* }
            }

            /// What it adds to the length of a description, in bits.
            pub(super) fn bits(self) -> f64 {
                match self { $(Op::$variant => $bits,)* }
            }

            /// The `let` that defines it where the language has no such function.
            pub fn definition(self) -> Option<&'static str> {
                match self { $(Op::$variant => $definition,)* }
            }
        }
    };
}

functions! {
    Add "+" 2.5 None;
    Sub "-" 2.5 None;
    Mul "*" 3.0 None;
    Div "/" 2.5 None;
    Rem "%" 2.5 None;
    Equal "==" 2.5 None;
    Less "<" 3.0 None;
    AtMost "<=" 3.0 None;
    And "and" 4.0 None;
    Or "or" 4.0 None;
    Not "not" 1.0 None;
    If "if" 4.0 None;
    Min "min(@)" 4.0 None;
    Max "max(@)" 4.0 None;
    Middle "sort([@])[1]" 5.0 None;
    Abs "abs(@)" 3.0 None;
    Gcd "gcd(@)" 5.0 None;
    Xor "xor(@)" 3.0 None;
    BitOr "bitor(@)" 4.0 None;
    Pow "pow(@)" 4.0 None;
    Isqrt "isqrt(@)" 5.5 None;
    Ilog2 "ilog2(@)" 5.5 None;
    Popcount "popcount(@)" 5.5 None;
    DigitSum "sum(digits(@))" 6.5 None;
    DigitXor "xor(digits(@))" 7.0 None;
    DigitCount "len(digits(@))" 6.0 None;
    MaxDigit "max(digits(@))" 6.5 None;
    Odd "odd(@)" 2.5 None;
    Even "even(@)" 2.5 None;
    Prime "prime(@)" 5.0 None;
    Square "square(@)" 5.0 None;
    Fibonacci "fibonacci(@)" 5.0 None;
    Triangular "triangular(@)" 5.0 None;
    PowerOfTwo "power_of_two(@)" 5.0 None;
    TrailingZeros "trailing_zeros(@)" 6.0
        Some("let trailing_zeros(n) = popcount(xor(n, n - 1)) - 1    # the zeros that end n in binary, n at least 1");
    TrailingOnes "trailing_ones(@)" 6.5
        Some("let trailing_ones(n) = popcount(xor(n, n + 1)) - 1    # the ones that end n in binary");
    HighestPower "power_of_two_in(@)" 6.5
        Some("let power_of_two_in(n) = (xor(n, n - 1) + 1) / 2    # the highest power of two that divides n, n at least 1");
    OddPart "odd_part(@)" 6.5
        Some("let odd_part(n) = 2 * n / (xor(n, n - 1) + 1)    # n without its factors 2, n at least 1");
    Times "times(@)" 6.0
        Some("let times(n, p) = len([k for k in 1..ilog2(n) / ilog2(p) where n % pow(p, k) == 0])    # how often p divides n, n at least 1");
    Divisors "divisors(@)" 6.0
        Some("let divisors(n) = len([d for d in 1..n where n % d == 0])    # how many divisors n has, n at least 1");
    PrimeDivisors "prime_divisors(@)" 6.0
        Some("let prime_divisors(n) = len([p for p in 2..n where prime(p) and n % p == 0])    # how many different primes divide n, n at least 1");
    PrimeFactors "prime_factors(@)" 6.0
        Some("let prime_factors(n) = len([q for q in 2..n where n % q == 0 and len([p for p in 2..q where prime(p) and q % p == 0]) == 1])    # how many prime factors n has: its divisors that are powers of a prime, n at least 1");
    LeastFactor "least_factor(@)" 6.0
        Some("let least_factor(n) = min(d for d in 2..n where n % d == 0)    # the least prime factor of n, n at least 2");
    LeastFactorIndex "least_prime_index(@)" 6.5
        Some("let least_prime_index(n) = len([q for q in 2..min(d for d in 2..n where n % d == 0) where prime(q)])    # 1 for even n, 2 where 3 is the least prime factor, 3 where it is 5, …; n at least 2");
    Totient "totient(@)" 7.0
        Some("let totient(n) = len([k for k in 1..n where gcd(k, n) == 1])    # how many of 1..n have no factor in common with n, n at least 1");
    FibonacciPart "least_fibonacci_part(@)" 7.0
        Some("# least_fibonacci_part(n): take the greatest Fibonacci number that fits from n until nothing is left; the last one taken");
    Wythoff "beatty(@)" 8.0
        Some("let beatty(k, r) = ((2 - r) * k + isqrt((r * r + 4) * k * k)) / 2    # the smaller number of the k-th P-position of r-Wythoff, the golden ratio times k for r = 1");
    NimProduct "nim_product(@)" 7.0 None;
    CountGreatest "len([p for p in [@] where p == max([@])])" 7.0 None;
    CountZeros "len([p for p in [@] where p == 0])" 7.0 None;
}

/// Numbers beyond this are not dealt with; sums and small multiples of them fit 64 bits.
pub(super) const LIMIT: i64 = 1 << 50;

impl Op {
    /// What is written between two operands, and how tightly it binds.
    pub(super) fn sign(self) -> Option<(&'static str, u8)> {
        let level = match self {
            Op::Or => 1,
            Op::And => 2,
            Op::Equal | Op::Less | Op::AtMost => 4,
            Op::Add | Op::Sub => 6,
            Op::Mul | Op::Div | Op::Rem => 7,
            _ => return None,
        };
        Some((self.pattern(), level))
    }

    /// The value for two operands, or `None` where it is not defined or beyond the limits of the finder.
    #[inline]
    pub(super) fn of_two(self, a: i64, b: i64) -> Option<i64> {
        let value = match self {
            Op::Add => a.checked_add(b)?,
            Op::Sub => a.checked_sub(b)?,
            Op::Mul => a.checked_mul(b)?,
            Op::Div | Op::Rem if b == 0 => return None,
            // Rounds down.
            Op::Div if b > 0 => return Some(a.div_euclid(b)),
            Op::Div => a.checked_neg()?.div_euclid(b.checked_neg()?),
            // Has the sign of the divisor.
            Op::Rem if b > 0 => return Some(a.rem_euclid(b)),
            Op::Rem => -a.checked_neg()?.rem_euclid(b.checked_neg()?),
            Op::Equal => return Some(i64::from(a == b)),
            Op::Less => return Some(i64::from(a < b)),
            Op::AtMost => return Some(i64::from(a <= b)),
            Op::And => return Some(a & b),
            Op::Or => return Some(a | b),
            _ => return self.of_any(&[a, b]),
        };
        Some(value).filter(|value| value.abs() <= LIMIT)
    }

    /// The value of what is not written between two operands.
    pub(super) fn of_any(self, args: &[i64]) -> Option<i64> {
        use Op::*;
        let built_in = |function: Builtin| function.on_ints(args)?.ok();
        let value = match (self, args) {
            (Not, [a]) => 1 - a,
            (Min, _) => *args.iter().min()?,
            (Max, _) => *args.iter().max()?,
            (Middle, &[a, b, c]) => a.max(b).min(a.min(b).max(c)),
            (Abs, [a]) => a.checked_abs()?,
            (Gcd, _) => args.iter().fold(0, |a, b| gcd(a, *b)),
            (Xor, _) => args.iter().fold(0, |a, b| a ^ b),
            (BitOr, _) => args.iter().fold(0, |a, b| a | b),
            (Pow, [base, exponent]) => base.checked_pow(u32::try_from(*exponent).ok()?)?,
            (Isqrt, [n]) => n.checked_isqrt()?,
            (Ilog2, [n]) => i64::from(n.checked_ilog2()?),
            (Popcount, [n]) if *n >= 0 => i64::from(n.count_ones()),
            (DigitSum, [n]) => digits(*n)?.sum(),
            (DigitXor, [n]) => digits(*n)?.fold(0, |sum, digit| sum ^ digit),
            (DigitCount, [n]) => digits(*n)?.count() as i64,
            (MaxDigit, [n]) => digits(*n)?.max()?,
            (Odd, [n]) => n & 1,
            (Even, [n]) => 1 - (n & 1),
            (Prime, _) => built_in(Builtin::Prime)?,
            (Square, _) => built_in(Builtin::Square)?,
            (Fibonacci, _) => built_in(Builtin::Fibonacci)?,
            (Triangular, _) => built_in(Builtin::Triangular)?,
            (PowerOfTwo, _) => built_in(Builtin::PowerOfTwo)?,
            (NimProduct, _) => built_in(Builtin::NimProduct)?,
            (TrailingZeros, [n]) if *n > 0 => i64::from(n.trailing_zeros()),
            (TrailingOnes, [n]) if *n >= 0 => i64::from(n.trailing_ones()),
            (HighestPower, [n]) if *n > 0 => 1 << n.trailing_zeros(),
            (OddPart, [n]) if *n > 0 => n >> n.trailing_zeros(),
            (Times, [n, p]) => times(*n, *p)?,
            (Divisors, [n]) => factors(*n)?.map(|(_, e)| i64::from(e) + 1).product(),
            (PrimeDivisors, [n]) => factors(*n)?.count() as i64,
            (PrimeFactors, [n]) => factors(*n)?.map(|(_, e)| i64::from(e)).sum(),
            (LeastFactor, [n]) => least_factor(*n)?,
            (LeastFactorIndex, [n]) => least_factor_index(*n)?,
            (Totient, [n]) => factors(*n)?.fold(*n, |n, (p, _)| n / p * (p - 1)),
            (FibonacciPart, [n]) => least_fibonacci_part(*n)?,
            (Wythoff, [k, r]) => {
                let root = (r * r + 4)
                    .checked_mul(k.checked_mul(*k)?)?
                    .checked_isqrt()?;
                ((2 - r).checked_mul(*k)? + root).div_euclid(2)
            }
            (CountGreatest, _) => {
                let greatest = args.iter().max()?;
                args.iter().filter(|n| *n == greatest).count() as i64
            }
            (CountZeros, _) => args.iter().filter(|n| **n == 0).count() as i64,
            _ => return None,
        };
        Some(value).filter(|value| value.abs() <= LIMIT)
    }

    /// Whether the value is a truth value, 0 or 1.
    pub(super) fn is_question(self) -> bool {
        use Op::*;
        matches!(
            self,
            Equal
                | Less
                | AtMost
                | And
                | Or
                | Not
                | Odd
                | Even
                | Prime
                | Square
                | Fibonacci
                | Triangular
                | PowerOfTwo
        )
    }
}

/// The prime factors of `n` with their exponents, in ascending order; `None` for numbers below 1 and above [`FACTOR_LIMIT`].
fn factors(n: i64) -> Option<impl Iterator<Item = (i64, u32)>> {
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
const FACTOR_LIMIT: i64 = 1 << 40;

/// Up to here the primes below a number are counted.
const COUNT_LIMIT: i64 = 1 << 16;

fn least_factor(n: i64) -> Option<i64> {
    factors(n)?.next().map(|(prime, _)| prime)
}

/// Which prime number the least prime factor is: 1 for 2, 2 for 3, 3 for 5.
fn least_factor_index(n: i64) -> Option<i64> {
    let prime = least_factor(n)?;
    (prime <= COUNT_LIMIT).then(|| prime_count(prime))
}

/// How many primes are at most `n`, which is at most [`COUNT_LIMIT`].
fn prime_count(n: i64) -> i64 {
    static COUNTS: LazyLock<Vec<i64>> = LazyLock::new(|| {
        let is_prime = |n: i64| i64::from(least_factor(n) == Some(n));
        let counts = (0..=COUNT_LIMIT).scan(0, |count, n| {
            *count += is_prime(n);
            Some(*count)
        });
        counts.collect()
    });
    COUNTS[n as usize]
}

/// How often `p`, at least 2, divides `n`, at least 1.
fn times(n: i64, p: i64) -> Option<i64> {
    let is_defined = n >= 1 && p >= 2;
    let divided = |rest: &i64| (rest % p == 0).then(|| rest / p);
    is_defined.then(|| successors(Some(n), divided).count() as i64 - 1)
}

/// The decimal digits of a number that is not negative, the lowest first.
fn digits(n: i64) -> Option<impl Iterator<Item = i64>> {
    let rests = successors(Some(n), |rest| (*rest >= 10).then_some(rest / 10));
    (n >= 0).then(|| rests.map(|rest| rest % 10))
}

/// The least of the Fibonacci numbers 1, 2, 3, 5, … into which `n`, at least 1, falls when the greatest that fits is taken away
/// again and again (Zeckendorf).
fn least_fibonacci_part(n: i64) -> Option<i64> {
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

/// The greatest common divisor.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    builtin::gcd(a, b).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(least_fibonacci_part(11), Some(3));
    }
}
