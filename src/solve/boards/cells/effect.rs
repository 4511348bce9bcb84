//! What moves give the entries of a row, and the numbers beside it.

use super::choices::MOST_CASES;
use super::{CellReader, Held, Regs};
use crate::expr::shape::Entry;
use crate::expr::tree::{Clause, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::kernel::boards::{Bits, Flip, Step};
use crate::rules::game::Change;
use crate::solve::boards::guard::{Guard, Places};
use crate::solve::boards::reading::unreadable;
use crate::solve::boards::steps::{MOST_WAYS, too_many_ways};
use crate::work::Halt;

/// What becomes of the entries that change, and of the numbers beside the row that do, by their coordinates.
#[derive(Debug, Default, Clone)]
pub(in crate::solve::boards) struct Changed {
    pub(in crate::solve::boards) beside: Vec<(usize, i64)>,
    entries: Vec<(usize, Value)>,
    /// Entries of two values that get the other one, whatever they have.
    pub(in crate::solve::boards) flip: Option<Flip<8>>,
}

/// What an entry of a new row is.
enum Made<'e> {
    Held(Held),
    /// What an expression gives where a binder holds this.
    By(&'e Expr, Option<(Place, Held)>),
}

/// An entry whose new value depends on nothing but its own: values for which it becomes the same, or stays what it is, go
/// together.
struct Mapped {
    entry: usize,
    cases: Vec<(Vec<usize>, Option<Value>)>,
}

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
        let mut mapped = Vec::new();
        for change in changes {
            match change {
                Change::Coord { coord, value } if *coord == row => {
                    mapped = self.new_row(value, at, guard, &mut changed)?;
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
        let ways = mapped.iter().map(|mapped| mapped.cases.len());
        let ways = ways.fold(1, usize::saturating_mul);
        if ways > 1 {
            changed.flip = self.flip(&mapped, guard, &changed);
        }
        if changed.flip.is_some() {
            return sink(self, guard, changed);
        }
        if ways > MOST_WAYS {
            return Err(too_many_ways());
        }
        self.of_each_case(&mapped, guard, &mut changed, sink)
    }

    /// The flip of coins that changes are: each entry has two values and gets the other one, and of one alone it is asked what it
    /// is.
    fn flip(&self, mapped: &[Mapped], guard: Guard, changed: &Changed) -> Option<Flip<8>> {
        let mut turned = Bits::NONE;
        let mut known = 0;
        for (entry, value) in &changed.entries {
            let place = self.coin(*entry)?;
            let is_same = self.pinned[*entry].map(|before| *value == self.seen[*entry][before]);
            turned.insert(Some(place).filter(|_| is_same == Some(false))?);
            known += 1;
        }
        for Mapped { entry, cases } in mapped {
            let is_other = |(numbers, value): &(Vec<usize>, Option<Value>)| {
                numbers.len() == 1 && value.is_some()
            };
            let flips = cases.iter().all(is_other);
            turned.insert(self.coin(*entry).filter(|_| flips)?);
            known += usize::from(cases.len() == 1);
        }
        let asked = guard.present | guard.absent;
        let head = asked.first().filter(|head| turned.contains(*head))?;
        let is_one = asked.len() == 1 && known == 1 && changed.beside.is_empty();
        is_one.then_some(Flip {
            turned,
            head,
            is_there: guard.present.contains(head),
        })
    }

    /// The place of an entry that has two values.
    fn coin(&self, entry: usize) -> Option<usize> {
        let place = self.values.place(entry, 0);
        place.filter(|_| self.values.count(entry) == 2)
    }

    /// Goes on with each way in which entries may have their values.
    fn of_each_case(
        &mut self,
        mapped: &[Mapped],
        guard: Guard,
        changed: &mut Changed,
        sink: Sink<'_, 'm>,
    ) -> Result<(), Halt> {
        let Some((Mapped { entry, cases }, rest)) = mapped.split_first() else {
            return sink(self, guard, changed.clone());
        };
        for (numbers, value) in cases {
            let Some(guard) = guard.and(&self.is_among(*entry, numbers)) else {
                continue;
            };
            if let [only] = numbers.as_slice() {
                self.pinned[*entry] = Some(*only);
            }
            let before = changed.entries.len();
            changed
                .entries
                .extend(value.clone().map(|value| (*entry, value)));
            let done = self.of_each_case(rest, guard, changed, sink);
            changed.entries.truncate(before);
            self.pinned[*entry] = None;
            done?;
        }
        Ok(())
    }

    /// What a new row consists of, as far as its form tells.
    fn made<'e>(&mut self, value: &'e Expr, at: &Regs) -> Result<Option<Vec<Made<'e>>>, Halt> {
        if let Some(held) = self.held(value, at, &[])? {
            return Ok(Some(items(held).map(Made::Held).collect()));
        }
        match &value.op {
            Op::Concat(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    match self.made(part, at)? {
                        Some(part) => all.extend(part),
                        None => return Ok(None),
                    }
                }
                Ok(Some(all))
            }
            Op::Elements(items) if !items.iter().any(|item| matches!(item.op, Op::Range(..))) => {
                Ok(Some(
                    items.iter().map(|item| Made::By(item, None)).collect(),
                ))
            }
            Op::Comprehension(inner) => {
                let [Clause::Each { target, list }] = inner.clauses.as_slice() else {
                    return Ok(None);
                };
                let (Target::One(place), Some(list)) = (target, self.held(list, at, &[])?) else {
                    return Ok(None);
                };
                let made = |item| Made::By(&inner.element, Some((*place, item)));
                Ok(Some(items(list).map(made).collect()))
            }
            _ => Ok(None),
        }
    }

    /// Declines a new row with more or fewer entries.
    fn has_length(&self, row: &[Made<'_>]) -> Result<(), Halt> {
        match row.len() == self.seen.len() {
            true => Ok(()),
            false => unreadable("the row gets longer or shorter"),
        }
    }

    /// What is made for an entry, where nothing has to be pinned for it.
    fn made_held(&mut self, made: &Made<'_>, at: &mut Regs) -> Result<Option<Held>, Halt> {
        match made {
            Made::Held(held) => Ok(Some(self.resolved(held))),
            Made::By(element, bound) => {
                if let Some((place, item)) = bound {
                    at.set(*place, self.resolved(item));
                }
                self.held(element, at, &[])
            }
        }
    }

    /// The entries that have to be pinned for a new row: those on whose values others depend.
    fn asked_by_row(&mut self, value: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        let Some(row) = self.made(value, at)? else {
            let asked = self.asked(&[value], at)?;
            return match self.cases(asked) {
                0..=MOST_CASES => Ok(asked),
                cases => unreadable(&format!(
                    "a new row asks for entries that can be chosen in {cases} ways, more than {MOST_CASES}"
                )),
            };
        };
        self.has_length(&row)?;
        let mut all = Places::NONE;
        for (entry, made) in row.iter().enumerate() {
            let mut asked = Places::NONE;
            match (self.made_held(made, at)?, made) {
                (Some(held), _) => self.add(&held, &mut asked),
                (None, Made::By(element, _)) => asked = self.asked(&[*element], at)?,
                (None, Made::Held(_)) => {}
            }
            all = all | (asked - Places::one(entry));
        }
        Ok(all)
    }

    /// Adds what the entries of a new row become where that is the same for all that they are; gives the others.
    fn new_row(
        &mut self,
        value: &Expr,
        at: &mut Regs,
        guard: Guard,
        changed: &mut Changed,
    ) -> Result<Vec<Mapped>, Halt> {
        let Some(row) = self.made(value, at)? else {
            return unreadable("the new row is not made of entries");
        };
        self.has_length(&row)?;
        let mut mapped = Vec::new();
        for (entry, made) in row.iter().enumerate() {
            match (self.made_held(made, at)?, made) {
                (Some(Held::Cell(same)), _) if same == entry => {}
                (Some(Held::Known(value)), _) => changed.entries.push((entry, value)),
                (None, Made::By(element, _)) => {
                    mapped.push(self.mapped(entry, element, at, guard)?)
                }
                _ => return unreadable("an entry is given a list"),
            }
        }
        Ok(mapped)
    }

    /// What an entry becomes for each value that a guard allows.
    fn mapped(
        &mut self,
        entry: usize,
        element: &Expr,
        at: &Regs,
        guard: Guard,
    ) -> Result<Mapped, Halt> {
        let mut cases: Vec<(Vec<usize>, Option<Value>)> = Vec::new();
        for number in 0..self.values.count(entry) {
            if guard.and(&self.is_among(entry, &[number])).is_none() {
                continue;
            }
            self.pinned[entry] = Some(number);
            let value = self.known(element, at);
            self.pinned[entry] = None;
            let value = value?;
            // Where it leaves its range there is no move.
            let Some(cells) = self.in_range(&value)? else {
                continue;
            };
            if self.values.number(entry, &cells).is_none() {
                self.grown.push((entry, cells));
                continue;
            }
            let new = (value != self.seen[entry][number]).then_some(value);
            match cases.iter_mut().find(|(_, same)| *same == new) {
                Some((numbers, _)) => numbers.push(number),
                None => cases.push((vec![number], new)),
            }
        }
        // What stays may be what all others become.
        if let [(one, first), (other, second)] = cases.as_slice() {
            let (stays, becomes) = match (first, second) {
                (Some(_), None) => (other, first),
                _ => (one, second),
            };
            if first.is_some() != second.is_some()
                && let [number] = stays.as_slice()
                && becomes.as_ref() == Some(&self.seen[entry][*number])
            {
                cases = vec![([one.as_slice(), other].concat(), becomes.clone())];
            }
        }
        Ok(Mapped { entry, cases })
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
        // What is known to be missing is not cleared.
        step.clears = step.clears - step.sets - guard.absent;
        Ok(Some(step))
    }

    /// The cells of an entry with a value, where its range has it.
    fn in_range(&self, value: &Value) -> Result<Option<Vec<i64>>, Halt> {
        match (self.entry, value) {
            (Entry::Int(_), Value::Int(_)) => {}
            (Entry::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                if values.iter().any(|value| value.as_int().is_none()) {
                    return unreadable("a number is none");
                }
            }
            _ => return unreadable("an entry is given a list"),
        }
        Ok(self.entry.cells(value))
    }
}

fn items(list: Held) -> impl Iterator<Item = Held> {
    let (cells, known) = match list {
        Held::Run(from, to) => (from..to, Vec::new()),
        Held::Known(list) => (0..0, list.items().to_vec()),
        Held::Cell(_) => (0..0, Vec::new()),
    };
    cells
        .map(Held::Cell)
        .chain(known.into_iter().map(Held::Known))
}
