//! What moves give the entries of a row, and the numbers beside it.

use super::choices::MOST_CASES;
use super::{CellReader, Held, Regs};
use crate::expr::builtin::Builtin;
use crate::expr::shape::Entry;
use crate::expr::tree::{Clause, Expr, Op, Target};
use crate::expr::value::Value;
use crate::kernel::boards::{Bits, Step};
use crate::rules::game::Change;
use crate::solve::boards::guard::{Guard, Places};
use crate::solve::boards::reading::unreadable;
use crate::work::Halt;

/// What becomes of the entries that change, and of the numbers beside the row that do, by their coordinates.
#[derive(Debug, Default)]
pub(in crate::solve::boards) struct Changed {
    pub(in crate::solve::boards) beside: Vec<(usize, i64)>,
    entries: Vec<(usize, Value)>,
}

/// What is done with each move.
type Sink<'s, 'm> = &'s mut dyn FnMut(&mut CellReader<'m>, Guard, Changed) -> Result<(), Halt>;

impl<'m> CellReader<'m> {
    /// What changes lead to, for each value of the entries that they ask for.
    pub(in crate::solve::boards) fn changes(
        &mut self,
        changes: &[Change],
        at: &mut Regs,
        guard: Guard,
        sink: Sink<'_, 'm>,
    ) -> Result<(), Halt> {
        let row = self.coord;
        let mut asked = Places::NONE;
        for change in changes {
            asked = asked
                | match change {
                    Change::Coord { coord, value } if *coord == row => {
                        self.asked_by_row(value, at)?
                    }
                    Change::Coord { value, .. } => self.asked(&[value], at)?,
                    Change::Entry { index, value, .. } => self.asked(&[index, value], at)?,
                };
        }
        if let Some(entry) = asked.first() {
            return self.of_each_value(entry, guard, &mut |reader, _, guard| {
                reader.changes(changes, at, guard, sink)
            });
        }
        let mut changed = Changed::default();
        for change in changes {
            match change {
                Change::Coord { coord, value } if *coord == row => {
                    changed.entries.extend(self.new_row(value, at)?);
                }
                Change::Coord { coord, value } => match self.known(value, at)? {
                    Value::Int(number) => changed.beside.push((*coord, number)),
                    _ => return unreadable("a number is none"),
                },
                Change::Entry { index, value, .. } => {
                    let index = self.known(index, at)?.as_int();
                    let entry = index.and_then(|index| usize::try_from(index).ok());
                    match entry.filter(|entry| *entry < self.seen.len()) {
                        Some(entry) => changed.entries.push((entry, self.known(value, at)?)),
                        None => return unreadable("an index lies outside of the row"),
                    }
                }
            }
        }
        sink(self, guard, changed)
    }

    /// Where a new row is made entry by entry, `[f(j) for j in indices(p)]`: the binder and what becomes of an entry.
    fn by_entries<'e>(&self, expr: &'e Expr, at: &Regs) -> Option<(&'e Target, bool, &'e Expr)> {
        let Op::Comprehension(inner) = &expr.op else {
            return None;
        };
        let [Clause::Each { target, list }] = inner.clauses.as_slice() else {
            return None;
        };
        let (list, is_index) = match &list.op {
            Op::Call(Builtin::Indices, of) => (of.first()?, true),
            _ => (list, false),
        };
        let whole = self.run_of(list, at, &[])? == (0, self.seen.len());
        whole.then_some((target, is_index, &inner.element))
    }

    /// The entries that have to be pinned for a new row.
    fn asked_by_row(&mut self, value: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        let Some((Target::One(place), is_index, element)) = self.by_entries(value, at) else {
            if self.run_of(value, at, &[]).is_some() {
                return Ok(Places::NONE);
            }
            let asked = self.asked(&[value], at)?;
            return match self.cases(asked) {
                0..=MOST_CASES => Ok(asked),
                cases => unreadable(&format!(
                    "a new row asks for entries that can be chosen in {cases} ways, more than {MOST_CASES}"
                )),
            };
        };
        let mut asked = Places::NONE;
        for entry in 0..self.seen.len() {
            at.set(*place, bound(entry, is_index));
            match self.held(element, at, &[])? {
                Some(Held::Cell(same)) if same == entry => {}
                Some(Held::Known(_)) => {}
                _ => asked = asked | self.asked(&[element], at)?,
            }
        }
        Ok(asked)
    }

    fn new_row(&mut self, value: &Expr, at: &mut Regs) -> Result<Vec<(usize, Value)>, Halt> {
        let len = self.seen.len();
        if let Some((Target::One(place), is_index, element)) = self.by_entries(value, at) {
            let mut changed = Vec::new();
            for entry in 0..len {
                at.set(*place, bound(entry, is_index));
                match self.held(element, at, &[])? {
                    Some(Held::Cell(same)) if same == entry => {}
                    Some(Held::Known(value)) => changed.push((entry, value)),
                    _ => return unreadable("an entry is given a list"),
                }
            }
            return Ok(changed);
        }
        if self.run_of(value, at, &[]) == Some((0, len)) {
            return Ok(Vec::new());
        }
        let value = self.known(value, at)?;
        match value.items().len() == len {
            true => Ok(value.items().iter().cloned().enumerate().collect()),
            false => unreadable("the row gets longer or shorter"),
        }
    }

    /// The move on the board, or nothing where some entry leaves its range.
    pub(in crate::solve::boards) fn step(
        &mut self,
        guard: Guard,
        changed: &Changed,
        to: u32,
    ) -> Result<Option<Step<8>>, Halt> {
        let mut step = Step {
            to,
            requires: guard.present,
            forbids: guard.absent,
            clears: Bits::NONE,
            sets: Bits::NONE,
        };
        for (entry, value) in &changed.entries {
            let Some(cells) = self.in_range(value)? else {
                return Ok(None);
            };
            let Some(number) = self.values.number(*entry, &cells) else {
                self.grown.push((*entry, cells));
                return Ok(None);
            };
            // It had one of these values.
            let before = match self.pinned[*entry] {
                Some(before) => before..before + 1,
                None => 0..self.values.count(*entry),
            };
            let before = before.filter_map(|before| self.values.place(*entry, before));
            before.for_each(|place| step.clears.insert(place));
            if let Some(place) = self.values.place(*entry, number) {
                step.sets.insert(place);
            }
        }
        step.clears = step.clears - step.sets;
        Ok(Some(step))
    }

    /// The cells of an entry with a value, where its range has it.
    fn in_range(&self, value: &Value) -> Result<Option<Vec<i64>>, Halt> {
        match (self.entry, value) {
            (Entry::Int(bounds), Value::Int(n)) => Ok(bounds.contains(*n).then(|| vec![*n])),
            (Entry::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                let cells: Option<Vec<i64>> = values.iter().map(Value::as_int).collect();
                let Some(cells) = cells else {
                    return unreadable("a number is none");
                };
                let mut both = parts.iter().zip(&cells);
                let fits = both.all(|((_, bounds), cell)| bounds.contains(*cell));
                Ok(fits.then_some(cells))
            }
            _ => unreadable("an entry is given a list"),
        }
    }
}

/// What a name of an entry or its index holds.
fn bound(entry: usize, is_index: bool) -> Held {
    match is_index {
        true => Held::Known(Value::Int(entry as i64)),
        false => Held::Cell(entry),
    }
}
