//! Ranges of which only divisors of a number, or one value for each quotient, need be tried.

use super::cells::Cell;
use super::clauses::{Loop, Range, Step};
use super::scalar;
use super::term::{Term, TermOp};
use super::total::bounds;
use crate::expr::interval::Interval;
use crate::expr::tree::{ArithOp, CompareOp};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many divisors are tried in about the time of a step of a budget.
const TRIED_IN_A_STEP: u64 = 16;

/// Which values of the innermost range need be tried.
#[derive(Debug)]
pub(super) enum Few {
    /// Those that divide a number and leave a rest, which is asked after other tests.
    Divisors {
        dividend: Term,
        rest: Term,
        tests: Vec<Term>,
    },
    /// One for each quotient of a register by them: nothing else is read of them.
    Quotients(u32),
}

impl Few {
    pub(super) fn of(inner: &Loop, after: &[Step], cells: &[Cell]) -> Option<Few> {
        let Loop::Range(Range { var, .. }) = inner else {
            return None;
        };
        divisors(*var, after).or_else(|| quotients(*var, after, cells))
    }

    /// The values of a range between its ends that need be tried; `None`: to find them takes as much as to try all.
    pub(super) fn values(
        &self,
        range: &Range,
        ends: (i64, i64),
        registers: &mut [i64],
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Limit> {
        let few = ends.1.abs_diff(ends.0) / 4;
        let Some(number) = self.number(range, ends, registers) else {
            return Ok(None);
        };
        if 2 * number.isqrt() > few {
            return Ok(None);
        }
        budget.steps(number.isqrt() / TRIED_IN_A_STEP)?;
        Ok(Some(match self {
            Few::Divisors { .. } => {
                let mut found = divisors_of(number);
                found
                    .retain(|it| (ends.0..=ends.1).contains(it) && (it - ends.0) % range.step == 0);
                found
            }
            Few::Quotients(_) => one_for_each_quotient(number, ends),
        }))
    }

    /// The number whose divisors or quotients are asked for; `None`: all values of the range must be tried.
    fn number(
        &self,
        range: &Range,
        (first, last): (i64, i64),
        registers: &mut [i64],
    ) -> Option<u64> {
        if first < 1 {
            return None;
        }
        match self {
            Few::Divisors {
                dividend,
                rest,
                tests,
            } => {
                let mut spans: Vec<_> = registers.iter().map(|n| Some(Interval::one(*n))).collect();
                spans[range.var as usize] = Some(Interval::from((first, last)));
                // What is asked before must not fault.
                tests
                    .iter()
                    .try_for_each(|test| bounds(test, &mut spans).map(drop))?;
                let dividend = scalar::value(dividend, registers).ok()?;
                let rest = scalar::value(rest, registers).ok()?;
                let product = dividend.checked_sub(rest)?.unsigned_abs();
                // Everything divides 0.
                (product != 0).then_some(product)
            }
            Few::Quotients(dividend) if range.step == 1 => {
                u64::try_from(registers[*dividend as usize]).ok()
            }
            Few::Quotients(_) => None,
        }
    }
}

/// The first test that asks for a rest, where the dividend and the rest are the same for all values.
fn divisors(var: u32, after: &[Step]) -> Option<Few> {
    let tests = after.iter().map_while(|step| match step {
        Step::Test(test) => Some(test),
        Step::Value(..) => None,
    });
    let mut asked: Vec<Term> = Vec::new();
    for test in tests {
        let parts = match &test.op {
            TermOp::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(test),
        };
        for part in parts {
            if let Some((dividend, rest)) = rest_of(part, var) {
                let (dividend, rest) = (dividend.clone(), rest.clone());
                let tests = asked;
                return Some(Few::Divisors {
                    dividend,
                    rest,
                    tests,
                });
            }
            asked.push(part.clone());
        }
    }
    None
}

/// `D` and `r` of the condition `D % var == r`, where both are the same for all values.
fn rest_of(test: &Term, var: u32) -> Option<(&Term, &Term)> {
    let TermOp::Compare(CompareOp::Eq, a, b) = &test.op else {
        return None;
    };
    [(a, b), (b, a)].into_iter().find_map(|(division, rest)| {
        let TermOp::Arith(ArithOp::Rem, dividend, divisor) = &division.op else {
            return None;
        };
        let by = matches!(divisor.op, TermOp::Reg(it) if it == var);
        (by && !dividend.varies && !rest.varies).then_some((dividend.as_ref(), rest.as_ref()))
    })
}

fn quotients(var: u32, after: &[Step], cells: &[Cell]) -> Option<Few> {
    let mut dividend = None;
    let cells = cells.iter().map(|cell| &cell.value);
    let mut terms = after.iter().map(Step::term).chain(cells);
    let all = terms.all(|term| reads_quotients(term, var, &mut dividend));
    dividend.filter(|_| all).map(Few::Quotients)
}

/// Whether a register is read in quotients of one other register by it alone.
fn reads_quotients(term: &Term, var: u32, dividend: &mut Option<u32>) -> bool {
    if let TermOp::Arith(ArithOp::Div, a, b) = &term.op
        && let (TermOp::Reg(of), TermOp::Reg(by)) = (&a.op, &b.op)
        && *by == var
        && !a.varies
    {
        return *dividend.get_or_insert(*of) == *of;
    }
    match &term.op {
        TermOp::Reg(register) => *register != var,
        op => {
            let mut parts = Term::parts(op).into_iter();
            parts.all(|part| reads_quotients(part, var, dividend))
        }
    }
}

/// The divisors of a number that is not 0 in order, as far as they fit.
fn divisors_of(number: u64) -> Vec<i64> {
    let root = number.isqrt();
    let small = (1..=root).filter(|small| number.is_multiple_of(*small));
    let mut found: Vec<u64> = small.collect();
    let great = found.iter().rev().map(|small| number / small);
    let great: Vec<u64> = great.filter(|great| *great > root).collect();
    found.extend(great);
    found
        .into_iter()
        .map_while(|it| i64::try_from(it).ok())
        .collect()
}

/// The least number between two positive ones for each quotient of a number that is not negative.
fn one_for_each_quotient(dividend: u64, (first, last): (i64, i64)) -> Vec<i64> {
    let next = |by: &i64| {
        let next = dividend / dividend.checked_div(*by as u64).filter(|it| *it > 0)? + 1;
        i64::try_from(next).ok().filter(|next| *next <= last)
    };
    std::iter::successors(Some(first), next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::columns::program::Program;
    use crate::rules::Rulebook;
    use crate::work::budget::Limits;

    #[test]
    fn divisors_and_quotients_are_those_that_are_found_by_trying() {
        for number in 1..400i64 {
            let divisors: Vec<i64> = (1..=number).filter(|by| number % by == 0).collect();
            assert_eq!(divisors_of(number as u64), divisors);
            for (first, last) in [(1, number), (1, number + 9), (3, 60), (number, number)] {
                let mut kept: Vec<i64> = (first..=last).collect();
                kept.dedup_by_key(|by| number / *by);
                assert_eq!(one_for_each_quotient(number as u64, (first, last)), kept);
            }
        }
        assert_eq!(one_for_each_quotient(0, (1, 9)), [1]);
    }

    #[test]
    fn what_is_seen_in_a_rule() {
        for (rule, few) in [
            ("take k where n % k == 0", "Divisors"),
            ("take k where n % k == 1", "Divisors"),
            ("take k where 2 == (n + 1) % k", "Divisors"),
            ("take k where prime(k) and n % k == 0", "Divisors"),
            ("take k where odd(k) and n % k == 3 and k > 4", "Divisors"),
            ("move n -> n / k for k in 2..n", "Quotients"),
            (
                "move n -> n - n / k for k in 2..n where odd(n / k)",
                "Quotients",
            ),
            ("take k where n % k != 0", "None"),
            ("take k where n % k == k - 1", "None"),
            ("take k where (n + k) % k == 0", "None"),
            ("take k where odd(n / k)", "None"),
            ("move n -> n / k + 7 / k for k in 2..n", "None"),
            ("move n -> n / k * k for k in 2..n", "None"),
        ] {
            let book = Rulebook::parse(&format!("game g {{ {rule} }}")).expect(rule);
            let game = book.game("g").expect("the game");
            let budget = Budget::start(&Limits::default());
            let rules = book.game_by_id(game.id, &budget).expect("its rules");
            let program = Program::new(&rules, &rules.moves[0]).expect("a program");
            let found = format!("{:?}", program.few);
            let found = found.trim_start_matches("Some(");
            assert!(found.starts_with(few), "{rule}: {found}");
        }
    }
}
