//! Which expressions the bank holds.

use super::bank::Filling;
use super::op::Op;
use super::tree::{Expr, Term};
use crate::work::Limit;

use Op::*;

/// Functions of the binary digits, and roots: of a number, of coordinates before they are joined, and of what they are joined to.
const OF_BITS: [Op; 7] = [
    TrailingZeros,
    TrailingOnes,
    HighestPower,
    OddPart,
    Popcount,
    Ilog2,
    Isqrt,
];

/// Functions of the digits in other systems, and of the least factor.
const OF_DIGITS: [Op; 6] = [
    DigitSum,
    DigitXor,
    DigitCount,
    MaxDigit,
    FibonacciPart,
    LeastFactor,
];

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
        for function in OF_BITS.into_iter().chain(OF_DIGITS) {
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
        bank.calls([Popcount, Ilog2], &[source], false)?;
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
    bank.calls(QUESTIONS, &[n], true)?;
    bank.calls([PowerOfTwo, Square, Triangular, Fibonacci], &[next], true)?;
    let counted = [TrailingZeros, TrailingOnes, Popcount, Ilog2, Isqrt];
    for column in bank.calls(counted, &[n], true)? {
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
    for divisor in 3..=5 {
        let more = bank.with(Add, n, divisor - 1, false)?;
        let part = bank.with(Div, more, divisor, true)?;
        smaller.push(bank.call(Sub, &[last, part], false)?);
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

/// What one coordinate is put into before the coordinates are joined: an operation and a number.
const SHIFTS: [(Op, i64); 11] = [
    (Sub, 1),
    (Add, 1),
    (Div, 2),
    (Div, 3),
    (Div, 4),
    (Rem, 2),
    (Rem, 3),
    (Rem, 4),
    (Rem, 5),
    (Add, 2),
    (Sub, 2),
];

/// Fills the bank with expressions of several coordinates.
pub(super) fn of_tuples(bank: &mut Filling) -> Result<(), Limit> {
    let vars = (0..bank.width()).map(|number| bank.add(Expr::Var(number), true));
    let vars = &vars.collect::<Result<Vec<_>, _>>()?;
    for column in [vars.to_vec(), join(bank, vars)?].concat() {
        for modulus in 2..=8 {
            bank.with(Rem, column, modulus, modulus <= 4)?;
        }
        for divisor in 2..=4 {
            bank.with(Div, column, divisor, divisor == 2)?;
        }
        for function in OF_BITS {
            let after = bank.call(function, &[column], true)?;
            bank.with(Rem, after, 2, false)?;
        }
    }
    lift(bank, vars)?;
    ratios(bank, vars)?;
    mates(bank, vars)?;
    questions(bank, vars)?;
    beatty(bank, vars)?;
    recursions_of_tuples(bank, vars)
}

fn pairs(vars: &[usize]) -> Vec<(usize, usize)> {
    let pairs = vars.iter().enumerate();
    pairs
        .flat_map(|(i, x)| vars[i + 1..].iter().map(|y| (*x, *y)))
        .collect()
}

fn sum(bank: &mut Filling, columns: &[usize]) -> Result<usize, Limit> {
    let Some((first, rest)) = columns.split_first() else {
        return bank.add(Expr::Var(0), true);
    };
    let mut rest = rest.iter();
    rest.try_fold(*first, |sum, column| bank.call(Add, &[sum, *column], true))
}

/// The coordinates joined, all of them and each two.
fn join(bank: &mut Filling, vars: &[usize]) -> Result<Vec<usize>, Limit> {
    let mut joined = vec![sum(bank, vars)?];
    joined.extend(bank.calls([Xor, Min, Max, Gcd, BitOr], vars, true)?);
    for (x, y) in pairs(vars) {
        let difference = bank.call(Sub, &[y, x], true)?;
        joined.push(difference);
        joined.push(bank.call(Abs, &[difference], true)?);
        if vars.len() > 2 {
            joined.push(sum(bank, &[x, y])?);
            joined.extend(bank.calls([Xor, Min, Max], &[x, y], true)?);
        }
        bank.call(Mul, &[x, y], true)?;
        bank.call(NimProduct, &[x, y], false)?;
    }
    if vars.len() == 3 {
        joined.push(bank.call(Middle, vars, true)?);
    }
    bank.calls([CountGreatest, CountZeros], vars, true)?;
    Ok(joined)
}

/// Functions of each coordinate, joined.
fn lift(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    let mut lifted = Vec::new();
    for (op, by) in SHIFTS {
        let columns = vars.iter().map(|var| bank.with(op, *var, by, true));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let digits = bank.call(BitOr, &columns, false)?;
        bank.calls([TrailingZeros, TrailingOnes], &[digits], false)?;
        lifted.push(columns);
    }
    for function in OF_BITS {
        let columns = vars.iter();
        let columns = columns.map(|var| bank.call(function, &[*var], true));
        lifted.push(columns.collect::<Result<_, _>>()?);
    }
    for columns in lifted {
        let sum = sum(bank, &columns)?;
        bank.with(Rem, sum, 2, true)?;
        bank.with(Rem, sum, 3, false)?;
        for column in bank.calls([Xor, Min, Max], &columns, true)? {
            bank.with(Rem, column, 2, false)?;
            bank.with(Rem, column, 3, false)?;
        }
        for (x, y) in pairs(&columns) {
            bank.call(Mul, &[x, y], false)?;
            if columns.len() > 2 {
                bank.call(Xor, &[x, y], true)?;
                bank.call(Add, &[x, y], false)?;
            }
        }
        if let [x, y, ..] = columns[..] {
            bank.call(NimProduct, &[x, y], false)?;
        }
    }
    // One coordinate shifted against the others.
    for (i, var) in vars.iter().enumerate() {
        for shift in [1, -1] {
            let mut columns = vars.to_vec();
            columns[i] = bank.with(Add, *var, shift, false)?;
            bank.call(Xor, &columns, true)?;
            if columns.len() == 3 {
                for j in 0..3 {
                    if j != i {
                        bank.call(Xor, &[columns[i], columns[j]], false)?;
                    }
                }
            }
        }
    }
    if let [x, y, z] = vars[..] {
        // Gaps between coins, and what is under the first.
        for (outer, low, high) in [(x, y, z), (z, x, y)] {
            let gap = bank.call(Sub, &[high, low], true)?;
            for shift in [0, 1] {
                let gap = bank.with(Sub, gap, shift, true)?;
                bank.call(Xor, &[outer, gap], true)?;
            }
        }
    }
    Ok(())
}

/// Quotients and remainders.
fn ratios(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    let mut both = Vec::new();
    for (x, y) in pairs(vars) {
        both.extend([(x, y), (y, x)]);
    }
    let least = bank.call(Min, vars, true)?;
    let greatest = bank.call(Max, vars, true)?;
    both.push((greatest, least));
    for (x, y) in both {
        let next = bank.with(Add, y, 1, false)?;
        for divisor in [y, next] {
            bank.calls([Rem, Div], &[x, divisor], true)?;
        }
        let other = bank.with(Add, x, 1, false)?;
        bank.call(Div, &[other, next], false)?;
        bank.call(Gcd, &[other, next], true)?;
        // One coordinate against the other, halved or shifted: limits of what may be taken.
        let part = bank.call(FibonacciPart, &[x], true)?;
        bank.call(Sub, &[y, part], false)?;
    }
    Ok(())
}

/// Welter's function: the nim-sum of the numbers and of all pairs' d xor (d - 1), where d is their nim-sum.
fn mates(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    let mut all = vars.to_vec();
    for (x, y) in pairs(vars) {
        let both = bank.call(Xor, &[x, y], true)?;
        let below = bank.with(Sub, both, 1, true)?;
        all.push(bank.call(Xor, &[both, below], false)?);
    }
    bank.call(Xor, &all, true)?;
    Ok(())
}

fn questions(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    let mut asked = vars.to_vec();
    asked.push(sum(bank, vars)?);
    let least = bank.call(Min, vars, true)?;
    let greatest = bank.call(Max, vars, true)?;
    asked.extend([least, greatest]);
    if vars.len() == 3 {
        asked.push(bank.call(Middle, vars, true)?);
    }
    for column in &asked {
        bank.call(Even, &[*column], true)?;
    }
    for column in vars {
        bank.calls([PowerOfTwo, Square, Fibonacci], &[*column], false)?;
    }
    for column in asked {
        for value in [0, 1] {
            bank.with(Equal, column, value, true)?;
            bank.with(AtMost, column, value, true)?;
        }
        let rest = bank.with(Rem, column, 3, true)?;
        bank.with(Equal, rest, 0, true)?;
    }
    let mut compared = pairs(vars);
    if vars.len() > 2 {
        compared.push((least, greatest));
    }
    for (x, y) in compared {
        bank.calls([Equal, Less, AtMost], &[x, y], true)?;
    }
    // Nim, who takes the last one loses.
    let coords: Vec<Expr> = (0..vars.len()).map(Expr::Var).collect();
    let total = coords.iter().cloned().reduce(|a, b| a.op(Add, b));
    let most = Expr::Call(Max, coords.clone()).by(AtMost, 1);
    let nim_sum = Expr::Call(Xor, coords).by(Equal, 0);
    let ones = Expr::Call(Odd, total.into_iter().collect());
    bank.add(Expr::choice(most, ones, nim_sum), true)?;
    let double = bank.with(Mul, least, 2, true)?;
    bank.call(AtMost, &[double, greatest], true)?;
    Ok(())
}

/// The rays of Wythoff's game and its relatives, Fibonacci Nim, and the golden ratio as a bound.
fn beatty(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    let [x, y] = vars[..] else {
        return Ok(());
    };
    let least = bank.call(Min, &[x, y], true)?;
    let greatest = bank.call(Max, &[x, y], true)?;
    let difference = bank.call(Sub, &[greatest, least], true)?;
    let away = Term::call(Abs, [Expr::Var(1).op(Sub, Expr::Var(0))]);
    for r in 1..=8i64 {
        // Positions on the ray k = 0, 1, 2, … differ by k r.
        let ray = Expr::call(Wythoff, [away.clone().by(Div, r), Expr::Int(r)]);
        let lower = Expr::call(Min, [Expr::Var(0), Expr::Var(1)]);
        let mut on_ray = lower.op(Equal, ray);
        if r > 1 {
            let divides = away.clone().by(Rem, r).by(Equal, 0);
            on_ray = divides.op(And, on_ray);
        }
        bank.add(on_ray, true)?;
    }
    for (x, y) in [(0, 1), (1, 0)] {
        let empty = Expr::Var(x).by(Equal, 0);
        let below = Expr::Var(y).op(Less, Term::call(FibonacciPart, [Expr::Var(x)]));
        bank.add(empty.op(Or, below), true)?;
    }
    let squared = bank.call(Mul, &[greatest, difference], false)?;
    let bound = bank.call(Mul, &[least, least], false)?;
    bank.calls([Less, AtMost], &[squared, bound], true)?;
    Ok(())
}

/// The form itself for smaller tuples.
fn recursions_of_tuples(bank: &mut Filling, vars: &[usize]) -> Result<(), Limit> {
    for (op, by) in [(Div, 2), (Div, 3), (Sub, 1)] {
        let args = vars.iter().map(|var| bank.with(op, *var, by, true));
        let args = args.collect::<Result<Vec<_>, _>>()?;
        if op == Div {
            bank.again(&args)?;
        }
    }
    Ok(())
}
