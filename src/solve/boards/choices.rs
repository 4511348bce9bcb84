//! What binders choose: entries of the row and their indices, or values that do not depend on it; and comparisons on what can be left.

use super::guard::{Condition, Guard, Places};
use super::new_row::NewRow;
use super::read::{Reader, Regs, Seen};
use super::reading::{Body, Reading, number, unreadable};
use super::steps::Steps;
use crate::expr::builtin::Builtin;
use crate::expr::tree::{Clause, CompareOp, Expr, Op, RangeClause};
use crate::expr::value::Value;
use crate::kernel::boards::{Bits, Step};
use crate::rules::game::Change;
use crate::work::Halt;

/// A value of a binder; where it is an entry of the row or its index, with the entry.
pub(super) type Picked = (Option<usize>, Seen);

impl Reader<'_> {
    /// The values of a binder; where they are entries of the row or their indices, with the entry.
    pub(super) fn values(&mut self, binder: &Clause, at: &mut Regs) -> Result<Vec<Picked>, Halt> {
        match binder {
            Clause::Each { list, .. } => {
                if let Op::Call(Builtin::Indices, of) = &list.op
                    && let [of] = of.as_slice()
                    && self.depends(of, at)?
                {
                    let all = self.whole(of, at)?;
                    return self.indices(all);
                }
                let entries = match self.value(list, at)? {
                    Seen::Known(list) => {
                        let known = |item: &Value| (None, Seen::Known(item.clone()));
                        return Ok(list.items().iter().map(known).collect());
                    }
                    Seen::Entries(entries) => entries,
                    Seen::Index(..) | Seen::Length(_) => return unreadable("a number is no list"),
                };
                let entry = |place: usize| (Some(place), Seen::Known(self.entries[place].clone()));
                Ok(entries.iter().map(entry).collect())
            }
            Clause::Range(range) => {
                let RangeClause { lo, hi, step, .. } = range;
                let mut open = false;
                for end in range.ends() {
                    open |=
                        self.depends(end, at)? && !matches!(self.value(end, at)?, Seen::Known(_));
                }
                match hi {
                    Some(hi) if open && *step == 1 => {
                        if matches!(self.value(lo, at)?, Seen::Known(first) if first != Value::Int(0))
                        {
                            return unreadable("a range of indices begins at a number");
                        }
                        let first = self.bound(lo, 0, at)?;
                        let end = self.bound(hi, 1, at)?;
                        self.indices(Places::below(end) - Places::below(first))
                    }
                    _ if open => unreadable("a range of indices has no end, or steps over some"),
                    _ => {
                        let mut found = Vec::new();
                        self.range(range, at, &mut |_, _, number| {
                            found.push((None, Seen::Known(Value::Int(number))));
                            Ok(())
                        })?;
                        Ok(found)
                    }
                }
            }
            _ => unreadable("parts of a number are chosen"),
        }
    }

    fn indices(&self, places: Places) -> Result<Vec<Picked>, Halt> {
        if self.members.as_ref().is_some_and(|it| !it.is_bag) {
            return unreadable("the order of entries is asked that moves add");
        }
        let index = |place| (Some(place), Seen::Index(place, 0));
        Ok(places.iter().map(index).collect())
    }

    pub(super) fn bind(&mut self, binder: &Clause, seen: Seen, at: &mut Regs) -> Result<(), Halt> {
        match binder {
            Clause::Each { target, .. } => at.bind(target, seen),
            Clause::Range(range) => {
                at.set(range.place(), seen);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Reading for Reader<'_> {
    type Seen = Seen;

    fn constant(value: Value) -> Seen {
        Seen::Known(value)
    }

    fn whole_number(&mut self, expr: &Expr, at: &mut Regs) -> Result<i64, Halt> {
        self.known(expr, at).and_then(number)
    }

    fn condition(&mut self, expr: &Expr, at: &mut Regs) -> Result<Condition, Halt> {
        if !self.depends(expr, at)? {
            return self.truth(expr, at);
        }
        if let Some(condition) = self.joined(expr, at)? {
            return Ok(condition);
        }
        match &expr.op {
            Op::Call(Builtin::Any | Builtin::All, _) => {
                unreadable("a condition asks for a list that is made of the row")
            }
            Op::Function(function, args) if function.own.is_none() => {
                let mut inner = self.call(function, args, at)?;
                self.condition(&function.body, &mut inner)
            }
            Op::Compare(first, rest) => {
                let mut all = Condition::always(true);
                for (left, op, right) in Expr::comparisons(first, rest) {
                    let holds = match self.compared(left, op, right, at)? {
                        Some(holds) => holds,
                        None => self.truth(expr, at)?,
                    };
                    all = all.and(&holds)?;
                }
                Ok(all)
            }
            _ => self.truth(expr, at),
        }
    }

    fn each(
        &mut self,
        clauses: &[Clause],
        at: &mut Regs,
        guard: Guard,
        body: Body<'_, Self>,
    ) -> Result<(), Halt> {
        let Some((clause, rest)) = clauses.split_first() else {
            return body(self, at, guard);
        };
        self.machine.budget.step()?;
        match clause {
            Clause::Test(condition) => {
                let condition = self.condition(condition, at)?;
                for more in condition.0 {
                    if let Some(guard) = guard.and(&more) {
                        self.each(rest, at, guard, body)?;
                    }
                }
            }
            Clause::Value { target, value } => {
                let seen = self.value(value, at)?;
                at.bind(target, seen)?;
                self.each(rest, at, guard, body)?;
            }
            binder => {
                for (place, seen) in self.values(binder, at)? {
                    let there = place.map_or(Guard::ALWAYS, Guard::present);
                    if let Some(guard) = guard.and(&there) {
                        self.bind(binder, seen, at)?;
                        self.each(rest, at, guard, body)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn first_mode(&self, beside: &[i64], entries: &[Vec<i64>]) -> Vec<i64> {
        let mut mode = beside.to_vec();
        if self.members.as_ref().is_some_and(|it| it.last_at.is_some()) {
            mode.extend(entries.last().into_iter().flatten());
        }
        mode
    }

    fn enter(&mut self, mode: &[i64]) {
        if let Some(members) = &mut self.members {
            members.enter(mode);
        }
    }

    fn changed(
        &mut self,
        changes: &[Change],
        at: &mut Regs,
        guard: Guard,
        steps: &mut Steps<'_>,
    ) -> Result<(), Halt> {
        let mut row = NewRow::same(self.all());
        let mut beside = Vec::new();
        for change in changes {
            match change {
                Change::Coord { coord, value } if *coord == steps.row => {
                    if changes.iter().any(|change| change.index().is_some()) {
                        return unreadable("an entry of a new row is changed");
                    }
                    row = self.new_row(value, at)?;
                }
                Change::Coord { coord, value } => match self.value(value, at)? {
                    Seen::Known(Value::Int(n)) => beside.push((*coord, n)),
                    _ => return unreadable("a number beside the row depends on it"),
                },
                Change::Entry { index, value, .. } => {
                    let (from, to) = (self.value(index, at)?, self.value(value, at)?);
                    let (Seen::Index(from, 0), Seen::Known(to)) = (from, to) else {
                        return unreadable("an entry is given a value that is not known");
                    };
                    if !row.left.contains(from) {
                        return unreadable("an entry is changed twice");
                    }
                    row.left.remove(from);
                    self.add(to, &mut row)?;
                }
            }
        }
        // Two entries that are the same are no set.
        if (row.sets & row.left) - guard.absent != Bits::NONE {
            return unreadable("an entry may come to where another is");
        }
        if row.is_none {
            return Ok(());
        }
        match steps.mode_after(&beside, self.last_after(&row)?.as_deref())? {
            Some(to) => steps.add(Step {
                to,
                requires: guard.present,
                forbids: guard.absent,
                clears: self.all() - row.left,
                sets: row.sets,
            }),
            None => Ok(()),
        }
    }
}

impl Reader<'_> {
    /// A condition that the machine works out.
    pub(super) fn truth(&mut self, expr: &Expr, at: &mut Regs) -> Result<Condition, Halt> {
        let truth = self.known(expr, at)? == Value::Bool(true);
        Ok(Condition::always(truth))
    }

    /// A comparison with the row or with an index; nothing where it is for the machine.
    pub(super) fn compared(
        &mut self,
        left: &Expr,
        op: CompareOp,
        right: &Expr,
        at: &mut Regs,
    ) -> Result<Option<Condition>, Halt> {
        use CompareOp::{Eq, Ge, Gt, In, Le, Lt, Ne, NotIn};
        // A range stands only after `in`, and is no value.
        if matches!(right.op, Op::Range(..)) {
            return Ok(None);
        }
        let (left, right) = (self.value(left, at)?, self.value(right, at)?);
        Ok(Some(match (left, op, right) {
            (Seen::Known(_), _, Seen::Known(_)) => return Ok(None),
            (Seen::Known(value), In | NotIn, Seen::Entries(entries)) => {
                let equal = entries.iter().filter(|place| self.entries[*place] == value);
                match op {
                    In => Condition::some_of(equal.collect()),
                    _ => Condition::none_of(equal.collect()),
                }
            }
            (Seen::Entries(entries), Eq | Ne, Seen::Known(list))
            | (Seen::Known(list), Eq | Ne, Seen::Entries(entries))
                if list.items().is_empty() =>
            {
                match op {
                    Eq => Condition::none_of(entries),
                    _ => Condition::some_of(entries),
                }
            }
            (Seen::Index(a, 0), _, Seen::Index(b, 0)) => Condition::always(match op {
                Eq => a == b,
                Ne => a != b,
                Lt => a < b,
                Le => a <= b,
                Gt => a > b,
                Ge => a >= b,
                In | NotIn => return unreadable("an index is no list"),
            }),
            _ => return unreadable("a condition compares the row, an index or its length"),
        }))
    }
}
