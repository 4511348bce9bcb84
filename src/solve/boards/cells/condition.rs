//! Conditions on what the entries of a row are.

use super::{CellReader, Regs};
use crate::expr::builtin::Builtin;
use crate::expr::tree::{Expr, Op};
use crate::expr::value::Value;
use crate::solve::boards::guard::{Condition, Guard, Places};
use crate::solve::boards::reading::unreadable;
use crate::work::Halt;

/// A condition is worked out for all values of its entries where there are so few ways to choose them,
const FEW_CASES: usize = 64;

/// and for so many at most where it has no parts.
pub(super) const MOST_CASES: usize = 4096;

impl CellReader<'_> {
    /// In how many ways the values of entries can be chosen.
    pub(in crate::solve::boards) fn cases(&self, entries: Places) -> usize {
        let counts = entries.iter().map(|entry| self.values.count(entry));
        counts.fold(1, usize::saturating_mul)
    }

    /// When a condition holds.
    pub(in crate::solve::boards) fn condition(
        &mut self,
        expr: &Expr,
        at: &mut Regs,
    ) -> Result<Condition, Halt> {
        let asked = self.asked(&[expr], at)?;
        let cases = self.cases(asked);
        if cases <= FEW_CASES {
            return Ok(Condition(self.tried(expr, at, asked)?));
        }
        match &expr.op {
            Op::And(parts) => Condition::all(parts, |part| self.condition(part, at)),
            Op::Or(parts) => Condition::any(parts, |part| self.condition(part, at)),
            Op::Not(part) => self.condition(part, at)?.not(),
            Op::Call(Builtin::Any, list) if is_made(list) => self.any(list, false, at),
            Op::Call(Builtin::All, list) if is_made(list) => self.any(list, true, at)?.not(),
            Op::Function(function, args) if function.own.is_none() => {
                match self.call(function, args, at, &[])? {
                    Some(mut inner) => self.condition(&function.body, &mut inner),
                    None => self.of_few(expr, at, asked),
                }
            }
            _ => self.of_few(expr, at, asked),
        }
    }

    fn of_few(&mut self, expr: &Expr, at: &Regs, asked: Places) -> Result<Condition, Halt> {
        match self.cases(asked) {
            0..=MOST_CASES => Ok(Condition(self.tried(expr, at, asked)?)),
            cases => unreadable(&format!(
                "a condition asks for {} entries at once, which can be chosen in {cases} ways, more than {MOST_CASES}",
                asked.len()
            )),
        }
    }

    /// The guards under which a condition holds, by all values of these entries: values of an entry for which it depends on the
    /// others in the same way go together.
    fn tried(&mut self, expr: &Expr, at: &Regs, mut asked: Places) -> Result<Vec<Guard>, Halt> {
        let Some(entry) = asked.first() else {
            let holds = self.known(expr, at)? == Value::Bool(true);
            return Ok(Condition::always(holds).0);
        };
        asked.remove(entry);
        let mut alike: Vec<(Vec<usize>, Vec<Guard>)> = Vec::new();
        for number in 0..self.values.count(entry) {
            self.pinned[entry] = Some(number);
            let guards = self.tried(expr, at, asked);
            self.pinned[entry] = None;
            let guards = guards?;
            match alike.iter_mut().find(|(_, same)| *same == guards) {
                Some((numbers, _)) => numbers.push(number),
                None => alike.push((vec![number], guards)),
            }
        }
        let mut all = Vec::new();
        for (numbers, guards) in alike {
            let here = self.is_among(entry, &numbers);
            all.extend(guards.iter().filter_map(|guard| here.and(guard)));
        }
        Ok(all)
    }

    /// When some truth value of a list is true; or, `negated`, some is false.
    fn any(&mut self, list: &[Expr], negated: bool, at: &mut Regs) -> Result<Condition, Halt> {
        let mut any = Condition::always(false);
        let [
            Expr {
                op: Op::Comprehension(inner),
                ..
            },
        ] = list
        else {
            return Ok(any);
        };
        self.each(
            &inner.clauses,
            at,
            Guard::ALWAYS,
            &mut |reader, at, guard| {
                let mut holds = reader.condition(&inner.element, at)?;
                if negated {
                    holds = holds.not()?;
                }
                any.or_under(guard, &holds)
            },
        )?;
        Ok(any)
    }
}

fn is_made(list: &[Expr]) -> bool {
    matches!(
        list,
        [Expr {
            op: Op::Comprehension(_),
            ..
        }]
    )
}
