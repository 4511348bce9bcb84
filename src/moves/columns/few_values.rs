//! Ranges of which only few values need be tried: those that a condition leaves, or one for each quotient.

use std::ops::RangeInclusive;

use super::cells::Cell;
use super::clauses::{Loop, Range, Step};
use super::equation::Equation;
use super::scalar;
use super::term::{Term, TermOp};
use super::total::are_total;
use crate::expr::numbers::TRIED_IN_A_STEP;
use crate::expr::tree::ArithOp;
use crate::work::budget::Budget;
use crate::work::{Limit, distinct};

/// Which values of a range need be tried.
#[derive(Debug)]
pub(super) enum Few {
    /// Those at which all of these conditions may hold.
    Where(Box<Conditions>),
    /// One for each quotient of a register by them: nothing else is read of them.
    Quotients(u32),
}

/// Conditions that hold together. Each way to find the values at which they may do so goes with what is asked before it, which must
/// not fault at those that are not tried.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    equation: Option<(Equation, Vec<Term>)>,
    own: Vec<OfBinder>,
    /// One of these holds.
    any: Option<(Vec<Conditions>, Vec<Term>)>,
}

/// Conditions that speak of the binder alone, or of what a number is without it.
#[derive(Debug)]
struct OfBinder {
    /// Which [`Own`] has their values.
    number: usize,
    /// The register of that number.
    whole: Option<u32>,
    tests: Vec<Term>,
    /// What else is asked before the last of them.
    asked: Vec<Term>,
}

/// The values found so far at which conditions hold that speak of nothing else, in ascending order; where they speak of a number
/// without the binder, those for 0 as the number.
#[derive(Debug, Default)]
pub(super) struct Own {
    values: Vec<i64>,
    /// From which value on and up to which they are known.
    known: Option<(i64, i64)>,
    /// Whether they are too many, or a condition faults somewhere.
    is_useless: bool,
}

/// They are few where they are no more than one of so many.
const FEW: u64 = 4;
/// Whether values are too many for good is seen when so many were tried.
const TRIED: u64 = 1024;

/// Where the values of a range are looked for.
pub(super) struct Ask<'a> {
    pub(super) range: &'a Range,
    pub(super) ends: (i64, i64),
    pub(super) registers: &'a mut [i64],
    pub(super) own: &'a mut [Own],
    pub(super) budget: &'a mut Budget,
}

impl Few {
    /// By the conditions that come first behind a loop. `count` counts the conditions on binders alone so far.
    pub(super) fn by_conditions(around: &Loop, after: &[Step], count: &mut usize) -> Option<Few> {
        let Loop::Range(Range { var, .. }) = around else {
            return None;
        };
        let tests = after.iter().map_while(|step| match step {
            Step::Test(test) => Some(test),
            Step::Value(..) => None,
        });
        let found = Conditions::of(tests, *var, count)?;
        Some(Few::Where(Box::new(found)))
    }

    /// By all that is read of the innermost loop.
    pub(super) fn by_quotients(inner: &Loop, after: &[Step], cells: &[Cell]) -> Option<Few> {
        let Loop::Range(Range { var, .. }) = inner else {
            return None;
        };
        let mut dividend = None;
        let cells = cells.iter().map(|cell| &cell.value);
        let mut terms = after.iter().map(Step::term).chain(cells);
        let beside = |register| register != *var;
        let quotients = (ArithOp::Div, *var);
        let all = terms.all(|term| reads_pairs(term, quotients, &mut dividend, &beside));
        dividend.filter(|_| all).map(Few::Quotients)
    }

    /// The values that need be tried; `None`: to find them takes as much as to try all.
    pub(super) fn values(&self, ask: &mut Ask<'_>) -> Result<Option<Vec<i64>>, Limit> {
        let (range, ends) = (ask.range, ask.ends);
        match self {
            Few::Where(conditions) => {
                let found = conditions.values(ask)?;
                Ok(found.map(|mut found| {
                    found.retain(|value| (value - ends.0) % range.step == 0);
                    found
                }))
            }
            Few::Quotients(dividend) => {
                let Ok(number) = u64::try_from(ask.registers[*dividend as usize]) else {
                    return Ok(None);
                };
                let root = number.isqrt();
                if range.step != 1 || ends.0 < 1 || 2 * root > ends.1.abs_diff(ends.0) / 4 {
                    return Ok(None);
                }
                ask.budget.steps(root / TRIED_IN_A_STEP)?;
                Ok(Some(one_for_each_quotient(number, ends)))
            }
        }
    }
}

impl Conditions {
    fn of<'t>(
        tests: impl Iterator<Item = &'t Term>,
        var: u32,
        count: &mut usize,
    ) -> Option<Conditions> {
        let mut found = Conditions::default();
        let mut before: Vec<Term> = Vec::new();
        for part in tests.flat_map(Term::conjuncts) {
            if is_own(part, var) {
                found.add_own(None, part, &before, count);
            } else if found.equation.is_none()
                && let Some(equation) = Equation::of(part, var, true)
            {
                found.equation = Some((equation, before.clone()));
            } else if let Some(whole) = whole_of(part, var) {
                found.add_own(Some(whole), part, &before, count);
            } else if found.any.is_none()
                && let TermOp::Or(parts) = &part.op
            {
                let parts = parts.iter().map(std::iter::once);
                let any = parts.map(|part| Conditions::of(part, var, count));
                let any = any.collect::<Option<_>>();
                found.any = any.map(|any| (any, before.clone()));
            }
            before.push(part.clone());
        }
        let is_any = found.equation.is_some() || !found.own.is_empty() || found.any.is_some();
        is_any.then_some(found)
    }

    /// Adds one of the conditions that speak of the binder alone, or of a number without it.
    fn add_own(&mut self, whole: Option<u32>, test: &Term, before: &[Term], count: &mut usize) {
        let place = match self.own.iter().position(|own| own.whole == whole) {
            Some(place) => place,
            None => {
                self.own.push(OfBinder {
                    number: *count,
                    whole,
                    tests: Vec::new(),
                    asked: Vec::new(),
                });
                *count += 1;
                self.own.len() - 1
            }
        };
        let own = &mut self.own[place];
        own.tests.push(test.clone());
        own.asked = before.to_vec();
    }

    fn values(&self, ask: &mut Ask<'_>) -> Result<Option<Vec<i64>>, Limit> {
        let (var, ends) = (ask.range.var, ask.ends);
        if let Some((equation, asked)) = &self.equation
            && are_total(
                asked.iter().chain(equation.sides()),
                (var, ends),
                ask.registers,
            )
            && let Some(found) = equation.solutions(var, ends, ask.registers, ask.budget)?
        {
            return Ok(Some(found));
        }
        for own in &self.own {
            if let Some(found) = own.values(ask)? {
                return Ok(Some(found));
            }
        }
        let Some((any, asked)) = &self.any else {
            return Ok(None);
        };
        if !are_total(asked, (var, ends), ask.registers) {
            return Ok(None);
        }
        let mut all = Vec::new();
        for conditions in any {
            match conditions.values(ask)? {
                Some(found) => all.extend(found),
                None => return Ok(None),
            }
        }
        Ok(Some(distinct(all)))
    }
}

impl OfBinder {
    /// The values between two at which the conditions hold; `None`: they are too many, or that is not known.
    fn values(&self, ask: &mut Ask<'_>) -> Result<Option<Vec<i64>>, Limit> {
        let (var, ends) = (ask.range.var, ask.ends);
        let Some(own) = ask.own.get_mut(self.number) else {
            return Ok(None);
        };
        if own.is_useless || !are_total(&self.asked, (var, ends), ask.registers) {
            return Ok(None);
        }
        let Some(whole) = self.whole else {
            return own.between(&self.tests, (var, ends), ask.registers, ask.budget);
        };
        // 0 without a number that is smaller by the whole is the same.
        let size = ask.registers[whole as usize];
        let (Some(first), Some(last)) = (ends.0.checked_sub(size), ends.1.checked_sub(size)) else {
            return Ok(None);
        };
        ask.registers[whole as usize] = 0;
        let found = own.between(&self.tests, (var, (first, last)), ask.registers, ask.budget);
        ask.registers[whole as usize] = size;
        let all = |found: Vec<i64>| found.into_iter().map(|value| value + size).collect();
        Ok(found?.map(all))
    }
}

impl Own {
    pub(super) fn memory(&self) -> u64 {
        self.values.capacity() as u64 * 8
    }

    /// Those between two; `None`: they are too many, or that is not known.
    fn between(
        &mut self,
        tests: &[Term],
        (var, (first, last)): (u32, (i64, i64)),
        registers: &mut [i64],
        budget: &mut Budget,
    ) -> Result<Option<Vec<i64>>, Limit> {
        let (before, behind) = match self.known {
            Some((from, to)) => (
                from.checked_sub(1).map(|end| first..=end),
                to.checked_add(1).map(|start| start..=last),
            ),
            None => (None, Some(first..=last)),
        };
        // Nothing is kept of what a limit cuts short.
        let mut tried = |values: Option<RangeInclusive<i64>>| match values {
            Some(values) => try_all(tests, (var, values), registers, budget),
            None => Ok(Some(Vec::new())),
        };
        let (Some(mut values), Some(behind)) = (tried(before)?, tried(behind)?) else {
            self.is_useless = true;
            return Ok(None);
        };
        let room = self.values.capacity();
        if values.is_empty() {
            self.values.extend(behind);
        } else {
            values.extend_from_slice(&self.values);
            values.extend(behind);
            self.values = values;
        }
        let (from, to) = self.known.unwrap_or((first, last));
        let (from, to) = (from.min(first), to.max(last));
        self.known = Some((from, to));
        let is_few = |count: usize, of: u64| count as u64 * FEW <= of;
        let all = to.abs_diff(from) + 1;
        if all >= TRIED && !is_few(self.values.len(), all) {
            *self = Own {
                is_useless: true,
                ..Own::default()
            };
            return Ok(None);
        }
        if self.values.capacity() > room {
            budget.need(self.memory())?;
        }
        let place = |bound: i64| self.values.partition_point(|value| *value < bound);
        let found = &self.values[place(first)..place(last.saturating_add(1))];
        Ok(is_few(found.len(), last.abs_diff(first) + 1).then(|| found.to_vec()))
    }
}

/// The values of a binder at which all tests hold; `None`: one of them faults somewhere.
fn try_all(
    tests: &[Term],
    (var, values): (u32, RangeInclusive<i64>),
    registers: &mut [i64],
    budget: &mut Budget,
) -> Result<Option<Vec<i64>>, Limit> {
    let mut found = Vec::new();
    for value in values {
        if value % TRIED_IN_A_STEP as i64 == 0 {
            budget.step()?;
        }
        registers[var as usize] = value;
        let mut tests = tests.iter().map(|test| scalar::value(test, registers));
        match tests.find(|truth| *truth != Ok(1)) {
            None => found.push(value),
            Some(Ok(_)) => {}
            Some(Err(_)) => return Ok(None),
        }
    }
    Ok(Some(found))
}

fn is_bound(test: &Term) -> bool {
    matches!(test.op, TermOp::Compare(op, ..) if op.is_order())
}

/// Whether a condition speaks of a binder alone, and does not only say between which numbers that lies.
fn is_own(test: &Term, var: u32) -> bool {
    test.mentions(var) && !is_bound(test) && speaks_of(test, &mut vec![var])
}

/// The register of a number where a condition speaks of nothing but that without the binder, and not of how large that is.
fn whole_of(test: &Term, var: u32) -> Option<u32> {
    let mut whole = None;
    let reads_rest = reads_pairs(test, (ArithOp::Sub, var), &mut whole, &|_| false);
    whole.filter(|_| reads_rest && !is_bound(test))
}

/// Whether a term reads none but these registers, and those that it gives a value.
fn speaks_of(term: &Term, registers: &mut Vec<u32>) -> bool {
    match &term.op {
        TermOp::Reg(register) => registers.contains(register),
        TermOp::Let(values, body) => {
            for (register, value) in values {
                if !speaks_of(value, registers) {
                    return false;
                }
                registers.push(*register);
            }
            speaks_of(body, registers)
        }
        op => {
            let mut parts = Term::parts(op).into_iter();
            parts.all(|part| speaks_of(part, registers))
        }
    }
}

/// Whether a register is read only in what an operation makes of one other register and it, such as quotients by it; and no others
/// are read beside that but these.
fn reads_pairs(
    term: &Term,
    (made, var): (ArithOp, u32),
    first: &mut Option<u32>,
    beside: &dyn Fn(u32) -> bool,
) -> bool {
    if let TermOp::Arith(op, a, b) = &term.op
        && *op == made
        && let (TermOp::Reg(of), TermOp::Reg(by)) = (&a.op, &b.op)
        && *by == var
        && !a.varies
    {
        return *first.get_or_insert(*of) == *of;
    }
    match &term.op {
        TermOp::Reg(register) => beside(*register),
        op => {
            let mut parts = Term::parts(op).into_iter();
            parts.all(|part| reads_pairs(part, (made, var), first, beside))
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
            ("take k where n % (k + 2) == 0", "Rest"),
            ("take k where n % (2 * k) == 0", "None"),
            ("take k where odd(k) and n % k == 3 and k > 4", "Rest"),
            ("move n -> n / k for k in 2..n", "Quotients"),
            (
                "move n -> n - n / k for k in 2..n where odd(n / k)",
                "Quotients",
            ),
            ("take k where 2 * n - k == 7", "Line"),
            ("take k where n == 3 * k + 1", "Line"),
            ("take k where square(k) and k < n", "own"),
            ("take k where n > 2 * k and prime(k)", "own"),
            ("take k where prime(k) or k == n", "any"),
            ("take k where square(n - k)", "rest"),
            (
                "take k where k > 3 and prime(n - k) and odd(k)",
                "rest, own",
            ),
            ("take k where n - k == 3 and odd(n - k)", "Line"),
            ("take k where square(n - k) == odd(n)", "None"),
            ("take k where n - k > 3 and n - k < 9", "None"),
            ("take k where square(k) and k > 2 or n % k == 0", "any"),
            ("take k where square(k) or k > n / 2", "None"),
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
            ("take k where n % k > 1", "all but few"),
            ("take k where n % k >= 4", "all but few"),
            ("take k where n % k > 99", "None"),
            ("take k where n % k < 3", "Rest"),
            ("take k where n % k <= 1", "Rest"),
            ("take k where n - 2 * k != 5", "all but few"),
            ("take k where n % k == k - 1", "None"),
            ("take k where (n + 2 * k) % k == 1", "Rest"),
            ("take k where (n - k) % (k + 1) == 0", "None"),
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
                (Some(Few::Where(found)), _) => match (&found.equation, &found.any) {
                    (Some((equation, _)), _) => format!("{equation:?}"),
                    (None, Some(_)) => "any".to_owned(),
                    (None, None) => {
                        let name = |own: &OfBinder| own.whole.map_or("own", |_| "rest");
                        let names: Vec<&str> = found.own.iter().map(name).collect();
                        names.join(", ")
                    }
                },
                (Some(quotients), _) => format!("{quotients:?}"),
                (None, Some(_)) => "all but few".to_owned(),
                (None, None) => "None".to_owned(),
            };
            assert!(found.starts_with(few), "{rule}: {found}");
        }
    }
}
