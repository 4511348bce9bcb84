//! Conditions on what the entries of a row are.

use super::{CellReader, Regs};
use crate::expr::tree::Expr;
use crate::expr::value::Value;
use crate::solve::boards::guard::{Condition, Guard, Places};
use crate::solve::boards::reading::unreadable;
use crate::work::Halt;

/// A condition is worked out for all values of its entries where there are so few ways to choose them,
pub(super) const FEW_CASES: usize = 64;

/// and for so many at most where it has no parts.
pub(super) const MOST_CASES: usize = 4096;

impl CellReader<'_> {
    /// In how many ways the values of entries can be chosen.
    pub(in crate::solve::boards) fn cases(&self, entries: Places) -> usize {
        let counts = entries.iter().map(|entry| self.values.count(entry));
        counts.fold(1, usize::saturating_mul)
    }

    pub(super) fn of_few(
        &mut self,
        expr: &Expr,
        at: &Regs,
        asked: Places,
    ) -> Result<Condition, Halt> {
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
    pub(super) fn tried(
        &mut self,
        expr: &Expr,
        at: &Regs,
        mut asked: Places,
    ) -> Result<Vec<Guard>, Halt> {
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
}
