//! Which expressions the bank holds.

use super::bank::Bank;
use super::function::Function;
use super::tree::{Expr, Op};
use crate::work::Limit;
use crate::work::budget::Budget;

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
pub(super) fn of_a_number(bank: &mut Bank, budget: &mut Budget) -> Result<(), Limit> {
    let b = budget;
    let n = bank.var(0, b)?;
    let next = bank.with(Op::Add, n, 1, true, b)?;
    let last = bank.with(Op::Sub, n, 1, true, b)?;
    for divisor in 2..=12 {
        bank.with(Op::Div, n, divisor, true, b)?;
        bank.with(Op::Div, next, divisor, false, b)?;
    }
    for modulus in 2..=24 {
        bank.with(Op::Rem, n, modulus, modulus <= 12, b)?;
    }
    let half = bank.with(Op::Div, n, 2, true, b)?;
    let (shifts, mut sources) = ([2, 3, -2, -3], vec![n, next, last, half]);
    for shift in shifts {
        sources.push(bank.with(Op::Add, n, shift, false, b)?);
    }
    for source in sources {
        let core = source == n || source == next || source == last;
        for function in OF_DIGITS {
            let column = bank.call(function, &[source], core, b)?;
            digest(bank, column, core, b)?;
        }
        for prime in [3, 5, 10] {
            let prime = constant(bank, prime, b)?;
            let column = bank.call(Times, &[source, prime], core, b)?;
            digest(bank, column, core, b)?;
        }
        for (modulus, quotient) in [(4, 2), (4, 4), (6, 3), (8, 4)] {
            let rest = bank.with(Op::Rem, source, modulus, false, b)?;
            bank.with(Op::Div, rest, quotient, false, b)?;
        }
    }
    let odd = bank.call(OddPart, &[n], true, b)?;
    let next_odd = bank.call(OddPart, &[next], true, b)?;
    for source in [n, odd, next, last] {
        for function in OF_DIVISORS {
            let column = bank.call(function, &[source], source != last, b)?;
            digest(bank, column, false, b)?;
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
            bank.with(op, source, by, true, b)?;
        }
        bank.call(Popcount, &[source], false, b)?;
        bank.call(Ilog2, &[source], false, b)?;
    }
    let two = constant(bank, 2, b)?;
    let places = bank.call(Ilog2, &[n], true, b)?;
    let leading = bank.call(Pow, &[two, places], true, b)?;
    let below = bank.both(Op::Sub, n, leading, true, b)?;
    bank.call(Popcount, &[below], false, b)?;
    let root = bank.call(Isqrt, &[n], true, b)?;
    let square = bank.both(Op::Mul, root, root, false, b)?;
    let above = bank.both(Op::Sub, n, square, true, b)?;
    bank.both(Op::Div, above, root, false, b)?;
    bank.both(Op::Mul, n, n, false, b)?;
    bank.both(Op::Mul, n, next, false, b)?;
    bank.call(Pow, &[two, n], false, b)?;
    for other in [next, last, half] {
        let column = bank.call(Xor, &[n, other], true, b)?;
        bank.call(Popcount, &[column], false, b)?;
    }
    for other in 1..=7 {
        let other = constant(bank, other, b)?;
        bank.call(Xor, &[n, other], false, b)?;
        bank.call(Xor, &[last, other], false, b)?;
    }
    questions_of_a_number(bank, n, next, b)?;
    recursions(bank, n, last, next, b)
}

/// Adds residues and half of a column.
fn digest(bank: &mut Bank, column: usize, core: bool, b: &mut Budget) -> Result<(), Limit> {
    bank.with(Op::Rem, column, 2, core, b)?;
    bank.with(Op::Rem, column, 3, false, b)?;
    bank.with(Op::Div, column, 2, false, b)?;
    Ok(())
}

/// A column with one value everywhere.
fn constant(bank: &mut Bank, value: i64, b: &mut Budget) -> Result<usize, Limit> {
    let values = vec![value; bank.points.len()];
    bank.push(Expr::Int(value), values, false, b)
}

fn questions_of_a_number(
    bank: &mut Bank,
    n: usize,
    next: usize,
    b: &mut Budget,
) -> Result<(), Limit> {
    for function in QUESTIONS {
        bank.call(function, &[n], true, b)?;
    }
    for function in [PowerOfTwo, Square, Triangular, Fibonacci] {
        bank.call(function, &[next], true, b)?;
    }
    for function in [TrailingZeros, TrailingOnes, Popcount, Ilog2, Isqrt] {
        let column = bank.call(function, &[n], true, b)?;
        bank.call(Even, &[column], true, b)?;
    }
    for modulus in [3, 4, 5, 6, 8, 10] {
        let rest = bank.with(Op::Rem, n, modulus, true, b)?;
        for residue in 0..modulus {
            bank.with(Op::Equal, rest, residue, true, b)?;
        }
    }
    Ok(())
}

/// The form itself for smaller numbers.
fn recursions(
    bank: &mut Bank,
    n: usize,
    last: usize,
    next: usize,
    b: &mut Budget,
) -> Result<(), Limit> {
    let mut smaller = Vec::new();
    for divisor in [2, 3, 4, 5, 10] {
        smaller.push(bank.with(Op::Div, n, divisor, true, b)?);
    }
    for source in [last, next] {
        smaller.push(bank.with(Op::Div, source, 2, true, b)?);
        smaller.push(bank.with(Op::Div, source, 3, true, b)?);
    }
    for divisor in 2..=6 {
        let part = bank.with(Op::Div, n, divisor, true, b)?;
        smaller.push(bank.both(Op::Sub, last, part, false, b)?);
        smaller.push(bank.both(Op::Sub, n, part, false, b)?);
    }
    let root = bank.call(Isqrt, &[n], true, b)?;
    let power = bank.call(HighestPower, &[n], true, b)?;
    let places = bank.call(Ilog2, &[n], true, b)?;
    let two = constant(bank, 2, b)?;
    let leading = bank.call(Pow, &[two, places], true, b)?;
    for part in [root, power, leading] {
        smaller.push(bank.both(Op::Sub, last, part, false, b)?);
        smaller.push(bank.both(Op::Sub, n, part, false, b)?);
    }
    for arg in smaller {
        bank.again(&[arg], b)?;
    }
    Ok(())
}
