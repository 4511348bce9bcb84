//! Which expressions the bank holds.

use super::bank::Filling;
use super::op::Op;
use super::tree::Expr;
use crate::work::Limit;

use Op::*;

/// Functions of the binary and decimal digits.
const OF_DIGITS: [Op; 13] = [
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
const OF_DIVISORS: [Op; 5] = [
    Divisors,
    PrimeDivisors,
    PrimeFactors,
    LeastFactorIndex,
    Totient,
];

/// Questions about a number.
const QUESTIONS: [Op; 6] = [Even, PowerOfTwo, Square, Prime, Triangular, Fibonacci];

/// Fills the bank with expressions of one number.
pub(super) fn of_a_number(bank: &mut Filling) -> Result<(), Limit> {
    let n = bank.add(Expr::Var(0), true)?;
    let next = bank.with(Add, n, 1, true)?;
    let last = bank.with(Sub, n, 1, true)?;
    for divisor in 2..=12 {
        bank.with(Div, n, divisor, true)?;
        bank.with(Div, next, divisor, false)?;
    }
    for modulus in 2..=24 {
        bank.with(Rem, n, modulus, modulus <= 12)?;
    }
    let half = bank.with(Div, n, 2, true)?;
    let (shifts, mut sources) = ([2, 3, -2, -3], vec![n, next, last, half]);
    for shift in shifts {
        sources.push(bank.with(Add, n, shift, false)?);
    }
    for source in sources {
        let core = source == n || source == next || source == last;
        for function in OF_DIGITS {
            let column = bank.call(function, &[source], core)?;
            digest(bank, column, core)?;
        }
        for prime in [3, 5, 10] {
            let prime = bank.add(Expr::Int(prime), false)?;
            let column = bank.call(Times, &[source, prime], core)?;
            digest(bank, column, core)?;
        }
        for (modulus, quotient) in [(4, 2), (4, 4), (6, 3), (8, 4)] {
            let rest = bank.with(Rem, source, modulus, false)?;
            bank.with(Div, rest, quotient, false)?;
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
        for (op, by) in [(Div, 2), (Div, 4), (Rem, 4), (Rem, 8), (Rem, 3)] {
            bank.with(op, source, by, true)?;
        }
        bank.call(Popcount, &[source], false)?;
        bank.call(Ilog2, &[source], false)?;
    }
    let two = bank.add(Expr::Int(2), false)?;
    let places = bank.call(Ilog2, &[n], true)?;
    let leading = bank.call(Pow, &[two, places], true)?;
    let below = bank.call(Sub, &[n, leading], true)?;
    bank.call(Popcount, &[below], false)?;
    let root = bank.call(Isqrt, &[n], true)?;
    let square = bank.call(Mul, &[root, root], false)?;
    let above = bank.call(Sub, &[n, square], true)?;
    bank.call(Div, &[above, root], false)?;
    bank.call(Mul, &[n, n], false)?;
    bank.call(Mul, &[n, next], false)?;
    bank.call(Pow, &[two, n], false)?;
    for other in [next, last, half] {
        let column = bank.call(Xor, &[n, other], true)?;
        bank.call(Popcount, &[column], false)?;
    }
    for other in 1..=7 {
        let other = bank.add(Expr::Int(other), false)?;
        bank.call(Xor, &[n, other], false)?;
        bank.call(Xor, &[last, other], false)?;
    }
    questions_of_a_number(bank, n, next)?;
    recursions(bank, n, last, next)
}

/// Adds residues and half of a column.
fn digest(bank: &mut Filling, column: usize, core: bool) -> Result<(), Limit> {
    bank.with(Rem, column, 2, core)?;
    bank.with(Rem, column, 3, false)?;
    bank.with(Div, column, 2, false)?;
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
        let rest = bank.with(Rem, n, modulus, true)?;
        for residue in 0..modulus {
            bank.with(Equal, rest, residue, true)?;
        }
    }
    Ok(())
}

/// The form itself for smaller numbers.
fn recursions(bank: &mut Filling, n: usize, last: usize, next: usize) -> Result<(), Limit> {
    let mut smaller = Vec::new();
    for divisor in [2, 3, 4, 5, 10] {
        smaller.push(bank.with(Div, n, divisor, true)?);
    }
    for source in [last, next] {
        smaller.push(bank.with(Div, source, 2, true)?);
        smaller.push(bank.with(Div, source, 3, true)?);
    }
    for divisor in 2..=6 {
        let part = bank.with(Div, n, divisor, true)?;
        smaller.push(bank.call(Sub, &[last, part], false)?);
        smaller.push(bank.call(Sub, &[n, part], false)?);
    }
    let root = bank.call(Isqrt, &[n], true)?;
    let power = bank.call(HighestPower, &[n], true)?;
    let places = bank.call(Ilog2, &[n], true)?;
    let two = bank.add(Expr::Int(2), false)?;
    let leading = bank.call(Pow, &[two, places], true)?;
    for part in [root, power, leading] {
        smaller.push(bank.call(Sub, &[last, part], false)?);
        smaller.push(bank.call(Sub, &[n, part], false)?);
    }
    for arg in smaller {
        bank.again(&[arg])?;
    }
    Ok(())
}
