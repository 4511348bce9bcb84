//! Ranges of which only few values need be tried: those that an equation leaves, or one for each quotient.

use super::cells::Cell;
use super::clauses::{Loop, Range, Step};
use super::equation::{Equation, TRIED_IN_A_STEP};
use super::term::{Term, TermOp};
use super::total::are_total;
use crate::expr::tree::ArithOp;
use crate::work::Limit;
use crate::work::budget::Budget;

/// Which values of the innermost range need be tried.
#[derive(Debug)]
pub(super) enum Few {
    /// Those at which an equation holds, which is asked after other tests.
    Solutions(Equation, Vec<Term>),
    /// One for each quotient of a register by them: nothing else is read of them.
    Quotients(u32),
}

impl Few {
    pub(super) fn of(inner: &Loop, after: &[Step], cells: &[Cell]) -> Option<Few> {
        let Loop::Range(Range { var, .. }) = inner else {
            return None;
        };
        solutions(*var, after).or_else(|| quotients(*var, after, cells))
    }

    /// The values of a range between its ends that need be tried; `None`: to find them takes as much as to try all.
    pub(super) fn values(
        &self,
        range: &Range,
        ends: (i64, i64),
        registers: &mut [i64],
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Limit> {
        match self {
            Few::Solutions(equation, tests) => {
                // What is asked of values that are not tried must not fault.
                let asked = tests.iter().chain(equation.side());
                if !are_total(asked, (range.var, ends), registers) {
                    return Ok(None);
                }
                let found = equation.solutions(range.var, ends, registers, budget)?;
                Ok(found.map(|mut found| {
                    found.retain(|value| (value - ends.0) % range.step == 0);
                    found
                }))
            }
            Few::Quotients(dividend) => {
                let Ok(number) = u64::try_from(registers[*dividend as usize]) else {
                    return Ok(None);
                };
                let root = number.isqrt();
                if range.step != 1 || ends.0 < 1 || 2 * root > ends.1.abs_diff(ends.0) / 4 {
                    return Ok(None);
                }
                budget.steps(root / TRIED_IN_A_STEP)?;
                Ok(Some(one_for_each_quotient(number, ends)))
            }
        }
    }
}

/// The first test that is an equation.
fn solutions(var: u32, after: &[Step]) -> Option<Few> {
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
            if let Some(equation) = Equation::of(part, var) {
                return Some(Few::Solutions(equation, asked));
            }
            asked.push(part.clone());
        }
    }
    None
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
    fn quotients_are_those_that_are_found_by_trying() {
        for number in 1..400i64 {
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
            ("take k where n % k == 0", "Rest"),
            ("take k where n % k == 1", "Rest"),
            ("take k where 2 == (n + 1) % k", "Rest"),
            ("take k where prime(k) and n % k == 0", "Rest"),
            ("take k where odd(k) and n % k == 3 and k > 4", "Rest"),
            ("move n -> n / k for k in 2..n", "Quotients"),
            (
                "move n -> n - n / k for k in 2..n where odd(n / k)",
                "Quotients",
            ),
            ("take k where 2 * n - k == 7", "Line"),
            ("take k where n % k != 0", "all but few"),
            ("take k where n % k > 0 and k != n / 2", "all but few"),
            (
                "take k where k > 1 and n % k != 0 and n - k > 3",
                "all but few",
            ),
            ("take k where k > 1 and n - k > 3", "None"),
            (
                "move n -> n - 1 - k for k in 2..n where not k + 1 == n / 3",
                "all but few",
            ),
            ("take k where n % k != 0 and n % k != k - 1", "None"),
            ("take k where n % k > 1", "None"),
            ("take k where n - 2 * k != 5", "None"),
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
            let found = match (&program.few, &program.nearly_all) {
                (Some(Few::Solutions(equation, _)), _) => format!("{equation:?}"),
                (Some(quotients), _) => format!("{quotients:?}"),
                (None, Some(_)) => "all but few".to_owned(),
                (None, None) => "None".to_owned(),
            };
            assert!(found.starts_with(few), "{rule}: {found}");
        }
    }
}
