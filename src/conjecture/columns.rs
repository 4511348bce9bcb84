//! Which expressions the bank holds.

use super::bank::Filling;
use super::function::Function;
use super::tree::Op;
use crate::work::Limit;

use Function::*;

/// Functions of the binary and decimal digits.
const OF_DIGITS: [Function; 13] = [
    TrailingZeros,
    TrailingOnes,
    HighestPower,
    OddPart,
    Popcount,
    Ilog2,
    Isqrt,
    DigitSum,
    DigitXor,
    DigitCount,
    MaxDigit,
    FibonacciPart,
    LeastFactor,
];

/// Functions of the divisors.
const OF_DIVISORS: [Function; 5] = [
    Divisors,
    PrimeDivisors,
    PrimeFactors,
    LeastFactorIndex,
    Totient,
];

/// Questions about a number.
const QUESTIONS: [Function; 6] = [Even, PowerOfTwo, Square, Prime, Triangular, Fibonacci];

/// Fills the bank with expressions of one number.
pub(super) fn of_a_number(bank: &mut Filling) -> Result<(), Limit> {
    let n = bank.var(0)?;
    let next = bank.with(Op::Add, n, 1, true)?;
    let last = bank.with(Op::Sub, n, 1, true)?;
    for divisor in 2..=12 {
        bank.with(Op::Div, n, divisor, true)?;
        bank.with(Op::Div, next, divisor, false)?;
    }
    for modulus in 2..=24 {
        bank.with(Op::Rem, n, modulus, modulus <= 12)?;
    }
    let half = bank.with(Op::Div, n, 2, true)?;
    let (shifts, mut sources) = ([2, 3, -2, -3], vec![n, next, last, half]);
    for shift in shifts {
        sources.push(bank.with(Op::Add, n, shift, false)?);
    }
    for source in sources {
        let core = source == n || source == next || source == last;
        for function in OF_DIGITS {
            let column = bank.call(function, &[source], core)?;
            digest(bank, column, core)?;
        }
        for prime in [3, 5, 10] {
            let prime = bank.int(prime)?;
            let column = bank.call(Times, &[source, prime], core)?;
            digest(bank, column, core)?;
        }
        for (modulus, quotient) in [(4, 2), (4, 4), (6, 3), (8, 4)] {
            let rest = bank.with(Op::Rem, source, modulus, false)?;
            bank.with(Op::Div, rest, quotient, false)?;
        }
    }
    let odd = bank.call(OddPart, &[n], true)?;
    let next_odd = bank.call(OddPart, &[next], true)?;
    for source in [n, odd, next, last] {
        for function in OF_DIVISORS {
            let column = bank.call(function, &[source], source != last)?;
            digest(bank, column, false)?;
        }
    }
    for source in [odd, next_odd] {
        for (op, by) in [
            (Op::Div, 2),
            (Op::Div, 4),
            (Op::Rem, 4),
            (Op::Rem, 8),
            (Op::Rem, 3),
        ] {
            bank.with(op, source, by, true)?;
        }
        bank.call(Popcount, &[source], false)?;
        bank.call(Ilog2, &[source], false)?;
    }
    let two = bank.int(2)?;
    let places = bank.call(Ilog2, &[n], true)?;
    let leading = bank.call(Pow, &[two, places], true)?;
    let below = bank.both(Op::Sub, n, leading, true)?;
    bank.call(Popcount, &[below], false)?;
    let root = bank.call(Isqrt, &[n], true)?;
    let square = bank.both(Op::Mul, root, root, false)?;
    let above = bank.both(Op::Sub, n, square, true)?;
    bank.both(Op::Div, above, root, false)?;
    bank.both(Op::Mul, n, n, false)?;
    bank.both(Op::Mul, n, next, false)?;
    bank.call(Pow, &[two, n], false)?;
    for other in [next, last, half] {
        let column = bank.call(Xor, &[n, other], true)?;
        bank.call(Popcount, &[column], false)?;
    }
    for other in 1..=7 {
        let other = bank.int(other)?;
        bank.call(Xor, &[n, other], false)?;
        bank.call(Xor, &[last, other], false)?;
    }
    questions_of_a_number(bank, n, next)?;
    recursions(bank, n, last, next)
}

/// Adds residues and half of a column.
fn digest(bank: &mut Filling, column: usize, core: bool) -> Result<(), Limit> {
    bank.with(Op::Rem, column, 2, core)?;
    bank.with(Op::Rem, column, 3, false)?;
    bank.with(Op::Div, column, 2, false)?;
    Ok(())
}

fn questions_of_a_number(bank: &mut Filling, n: usize, next: usize) -> Result<(), Limit> {
    for function in QUESTIONS {
        bank.call(function, &[n], true)?;
    }
    for function in [PowerOfTwo, Square, Triangular, Fibonacci] {
        bank.call(function, &[next], true)?;
    }
    for function in [TrailingZeros, TrailingOnes, Popcount, Ilog2, Isqrt] {
        let column = bank.call(function, &[n], true)?;
        bank.call(Even, &[column], true)?;
    }
    for modulus in [3, 4, 5, 6, 8, 10] {
        let rest = bank.with(Op::Rem, n, modulus, true)?;
        for residue in 0..modulus {
            bank.with(Op::Equal, rest, residue, true)?;
        }
    }
    Ok(())
}

/// The form itself for smaller numbers.
fn recursions(bank: &mut Filling, n: usize, last: usize, next: usize) -> Result<(), Limit> {
    let mut smaller = Vec::new();
    for divisor in [2, 3, 4, 5, 10] {
        smaller.push(bank.with(Op::Div, n, divisor, true)?);
    }
    for source in [last, next] {
        smaller.push(bank.with(Op::Div, source, 2, true)?);
        smaller.push(bank.with(Op::Div, source, 3, true)?);
    }
    for divisor in 2..=6 {
        let part = bank.with(Op::Div, n, divisor, true)?;
        smaller.push(bank.both(Op::Sub, last, part, false)?);
        smaller.push(bank.both(Op::Sub, n, part, false)?);
    }
    let root = bank.call(Isqrt, &[n], true)?;
    let power = bank.call(HighestPower, &[n], true)?;
    let places = bank.call(Ilog2, &[n], true)?;
    let two = bank.int(2)?;
    let leading = bank.call(Pow, &[two, places], true)?;
    for part in [root, power, leading] {
        smaller.push(bank.both(Op::Sub, last, part, false)?);
        smaller.push(bank.both(Op::Sub, n, part, false)?);
    }
    for arg in smaller {
        bank.again(&[arg])?;
    }
    Ok(())
}
