//! The expressions of two and more coordinates that the bank holds.

use super::bank::Filling;
use super::function::Function;
use super::tree::{Expr, Op, Term};
use crate::work::Limit;

use Function::*;

/// What one coordinate is put into before the coordinates are joined: an operation and a number.
const SHIFTS: [(Op, i64); 11] = [
    (Op::Sub, 1),
    (Op::Add, 1),
    (Op::Div, 2),
    (Op::Div, 3),
    (Op::Div, 4),
    (Op::Rem, 2),
    (Op::Rem, 3),
    (Op::Rem, 4),
    (Op::Rem, 5),
    (Op::Add, 2),
    (Op::Sub, 2),
];

/// Functions of one coordinate before the coordinates are joined.
const LIFTED: [Function; 7] = [
    TrailingZeros,
    TrailingOnes,
    HighestPower,
    OddPart,
    Popcount,
    Ilog2,
    Isqrt,
];

/// Functions of what the coordinates were joined to.
const AFTER: [Function; 7] = [
    TrailingZeros,
    TrailingOnes,
    HighestPower,
    OddPart,
    Popcount,
    Ilog2,
    Isqrt,
];

/// The numbers of columns by subject.
struct Parts {
    vars: Vec<usize>,
    joined: Vec<usize>,
}

/// Fills the bank with expressions of several coordinates.
pub(super) fn of_tuples(bank: &mut Filling) -> Result<(), Limit> {
    let width = bank.width();
    let mut vars = Vec::new();
    for number in 0..width {
        vars.push(bank.var(number)?);
    }
    let mut parts = Parts {
        joined: vars.clone(),
        vars,
    };
    join(bank, &mut parts)?;
    for column in parts.joined.clone() {
        for modulus in 2..=8 {
            bank.with(Op::Rem, column, modulus, modulus <= 4)?;
        }
        for divisor in 2..=4 {
            bank.with(Op::Div, column, divisor, divisor == 2)?;
        }
        for function in AFTER {
            let after = bank.call(function, &[column], true)?;
            bank.with(Op::Rem, after, 2, false)?;
        }
    }
    lift(bank, &parts)?;
    ratios(bank, &parts)?;
    mates(bank, &parts)?;
    questions(bank, &parts)?;
    beatty(bank, &parts)?;
    recursions(bank, &parts)
}

/// Pairs of different coordinates.
fn pairs(vars: &[usize]) -> Vec<(usize, usize)> {
    let pairs = vars.iter().enumerate();
    pairs
        .flat_map(|(i, x)| vars[i + 1..].iter().map(|y| (*x, *y)))
        .collect()
}

/// The sum of columns.
fn sum(bank: &mut Filling, columns: &[usize]) -> Result<usize, Limit> {
    let Some((first, rest)) = columns.split_first() else {
        return bank.var(0);
    };
    let mut sum = *first;
    for column in rest {
        sum = bank.both(Op::Add, sum, *column, true)?;
    }
    Ok(sum)
}

fn join(bank: &mut Filling, parts: &mut Parts) -> Result<(), Limit> {
    let vars = parts.vars.clone();
    let mut joined = vec![sum(bank, &vars)?];
    for function in [Xor, Min, Max, Gcd] {
        joined.push(bank.call(function, &vars, true)?);
    }
    for (x, y) in pairs(&vars) {
        let difference = bank.both(Op::Sub, y, x, true)?;
        joined.push(difference);
        joined.push(bank.call(Abs, &[difference], true)?);
        if vars.len() > 2 {
            joined.push(sum(bank, &[x, y])?);
            for function in [Xor, Min, Max] {
                joined.push(bank.call(function, &[x, y], true)?);
            }
        }
        bank.both(Op::Mul, x, y, true)?;
        bank.call(NimProduct, &[x, y], false)?;
    }
    if vars.len() == 3 {
        joined.push(bank.call(Middle, &vars, true)?);
    }
    bank.call(CountGreatest, &vars, true)?;
    bank.call(CountZeros, &vars, true)?;
    parts.joined.extend(joined);
    Ok(())
}

/// Functions of each coordinate, joined.
fn lift(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    let mut lifted = Vec::new();
    for (op, by) in SHIFTS {
        let mut columns = Vec::new();
        for var in &parts.vars {
            columns.push(bank.with(op, *var, by, true)?);
        }
        lifted.push(columns);
    }
    for function in LIFTED {
        let mut columns = Vec::new();
        for var in &parts.vars {
            columns.push(bank.call(function, &[*var], true)?);
        }
        lifted.push(columns);
    }
    for columns in lifted {
        let sum = sum(bank, &columns)?;
        bank.with(Op::Rem, sum, 2, true)?;
        bank.with(Op::Rem, sum, 3, false)?;
        for function in [Xor, Min, Max] {
            let column = bank.call(function, &columns, true)?;
            bank.with(Op::Rem, column, 2, false)?;
            bank.with(Op::Rem, column, 3, false)?;
        }
        for (x, y) in pairs(&columns) {
            bank.both(Op::Mul, x, y, false)?;
            if columns.len() > 2 {
                bank.call(Xor, &[x, y], true)?;
                bank.both(Op::Add, x, y, false)?;
            }
        }
        if let [x, y, ..] = columns[..] {
            bank.call(NimProduct, &[x, y], false)?;
        }
    }
    // One coordinate shifted against the others.
    for (i, var) in parts.vars.iter().enumerate() {
        for shift in [1, -1] {
            let mut columns = parts.vars.clone();
            columns[i] = bank.with(Op::Add, *var, shift, false)?;
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
    if let [x, y, z] = parts.vars[..] {
        // Gaps between coins, and what is under the first.
        for (outer, low, high) in [(x, y, z), (z, x, y)] {
            let gap = bank.both(Op::Sub, high, low, true)?;
            for shift in [0, 1] {
                let gap = bank.with(Op::Sub, gap, shift, true)?;
                bank.call(Xor, &[outer, gap], true)?;
            }
        }
    }
    Ok(())
}

/// Quotients and remainders.
fn ratios(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    let mut both = Vec::new();
    for (x, y) in pairs(&parts.vars) {
        both.extend([(x, y), (y, x)]);
    }
    let least = bank.call(Min, &parts.vars, true)?;
    let greatest = bank.call(Max, &parts.vars, true)?;
    both.push((greatest, least));
    for (x, y) in both {
        let next = bank.with(Op::Add, y, 1, false)?;
        for divisor in [y, next] {
            bank.both(Op::Rem, x, divisor, true)?;
            bank.both(Op::Div, x, divisor, true)?;
        }
        let other = bank.with(Op::Add, x, 1, false)?;
        bank.both(Op::Div, other, next, false)?;
        bank.call(Gcd, &[other, next], true)?;
        // One coordinate against the other, halved or shifted: limits of what may be taken.
        let part = bank.call(FibonacciPart, &[x], true)?;
        bank.both(Op::Sub, y, part, false)?;
    }
    Ok(())
}

/// Welter's function: the nim-sum of the numbers and of all pairs' d xor (d - 1), where d is their nim-sum.
fn mates(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    let mut all = parts.vars.clone();
    for (x, y) in pairs(&parts.vars) {
        let both = bank.call(Xor, &[x, y], true)?;
        let below = bank.with(Op::Sub, both, 1, true)?;
        all.push(bank.call(Xor, &[both, below], false)?);
    }
    bank.call(Xor, &all, true)?;
    Ok(())
}

fn questions(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    let mut asked = parts.vars.clone();
    asked.push(sum(bank, &parts.vars)?);
    let least = bank.call(Min, &parts.vars, true)?;
    let greatest = bank.call(Max, &parts.vars, true)?;
    asked.extend([least, greatest]);
    if parts.vars.len() == 3 {
        asked.push(bank.call(Middle, &parts.vars, true)?);
    }
    for column in &asked {
        bank.call(Even, &[*column], true)?;
    }
    for column in &parts.vars {
        for function in [PowerOfTwo, Square, Fibonacci] {
            bank.call(function, &[*column], false)?;
        }
    }
    for column in asked {
        for value in [0, 1] {
            bank.with(Op::Equal, column, value, true)?;
            bank.with(Op::AtMost, column, value, true)?;
        }
        let rest = bank.with(Op::Rem, column, 3, true)?;
        bank.with(Op::Equal, rest, 0, true)?;
    }
    let mut compared = pairs(&parts.vars);
    if parts.vars.len() > 2 {
        compared.push((least, greatest));
    }
    for (x, y) in compared {
        bank.both(Op::Equal, x, y, true)?;
        bank.both(Op::Less, x, y, true)?;
        bank.both(Op::AtMost, x, y, true)?;
    }
    // Nim, who takes the last one loses.
    let vars: Vec<Expr> = (0..parts.vars.len()).map(Expr::var).collect();
    let total = vars.iter().cloned().reduce(|a, b| a.op(Op::Add, b));
    let most = Expr::Call(Max, vars.clone()).by(Op::AtMost, 1);
    let nim_sum = Expr::Call(Xor, vars).by(Op::Equal, 0);
    let ones = Expr::Call(Odd, total.into_iter().collect());
    bank.raw(Expr::choice(most, ones, nim_sum), true)?;
    let double = bank.with(Op::Mul, least, 2, true)?;
    bank.both(Op::AtMost, double, greatest, true)?;
    Ok(())
}

/// The rays of Wythoff's game and its relatives, Fibonacci Nim, and the golden ratio as a bound.
fn beatty(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    let [x, y] = parts.vars[..] else {
        return Ok(());
    };
    let least = bank.call(Min, &[x, y], true)?;
    let greatest = bank.call(Max, &[x, y], true)?;
    let difference = bank.both(Op::Sub, greatest, least, true)?;
    let away = Term::call(Abs, [Expr::var(1).op(Op::Sub, Expr::var(0))]);
    for r in 1..=8i64 {
        // Positions on the ray k = 0, 1, 2, … differ by k r.
        let ray = Expr::call(Wythoff, [away.clone().by(Op::Div, r), Expr::Int(r)]);
        let lower = Expr::call(Min, [Expr::var(0), Expr::var(1)]);
        let mut on_ray = lower.op(Op::Equal, ray);
        if r > 1 {
            let divides = away.clone().by(Op::Rem, r).by(Op::Equal, 0);
            on_ray = divides.op(Op::And, on_ray);
        }
        bank.raw(on_ray, true)?;
    }
    for (x, y) in [(0, 1), (1, 0)] {
        let empty = Expr::var(x).by(Op::Equal, 0);
        let below = Expr::var(y).op(Op::Less, Term::call(FibonacciPart, [Expr::var(x)]));
        bank.raw(empty.op(Op::Or, below), true)?;
    }
    let squared = bank.both(Op::Mul, greatest, difference, false)?;
    let bound = bank.both(Op::Mul, least, least, false)?;
    bank.both(Op::Less, squared, bound, true)?;
    bank.both(Op::AtMost, squared, bound, true)?;
    Ok(())
}

/// The form itself for smaller tuples.
fn recursions(bank: &mut Filling, parts: &Parts) -> Result<(), Limit> {
    for (op, by) in [(Op::Div, 2), (Op::Div, 3), (Op::Sub, 1)] {
        let mut args = Vec::new();
        for var in &parts.vars {
            args.push(bank.with(op, *var, by, true)?);
        }
        if op == Op::Div {
            bank.again(&args)?;
        }
    }
    Ok(())
}
