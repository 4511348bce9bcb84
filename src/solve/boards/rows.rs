//! New rows that consist of entries of the row, in their order.

use std::cmp::Ordering;

use super::guard::Places;
use super::read::{Reader, Regs, Seen};
use super::reading::{Reading, unreadable};
use crate::expr::builtin::{Builtin, compare};
use crate::expr::tree::{Clause, Comprehension, Expr, Op};
use crate::expr::value::Value;
use crate::work::Halt;

impl Reader<'_> {
    /// Entries that are left of the row, in their order.
    pub(super) fn part(&mut self, expr: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match &expr.op {
            Op::Call(Builtin::Remove, args) => {
                let [list, indices @ ..] = args.as_slice() else {
                    return unreadable("nothing is removed");
                };
                let mut left = self.whole(list, at)?;
                for index in indices {
                    match self.value(index, at)? {
                        Seen::Index(place, 0) => left.remove(place),
                        _ => {
                            return unreadable(
                                "an entry is removed at an index that is worked out",
                            );
                        }
                    }
                }
                Ok(left)
            }
            Op::Slice(list, lo, hi) => {
                let whole = self.whole(list, at)?;
                let first = match lo {
                    Some(lo) => self.bound(lo, 0, at)?,
                    None => 0,
                };
                let end = match hi {
                    Some(hi) => self.bound(hi, 1, at)?,
                    None => self.entries.len(),
                };
                Ok((whole & Places::below(end)) - Places::below(first))
            }
            Op::Concat(parts) => self.joined(parts, at),
            Op::Call(Builtin::Sort | Builtin::Unique, args) => {
                let [list] = args.as_slice() else {
                    return unreadable("several lists are sorted");
                };
                let left = self.entries_of(list, at)?;
                let sorts = matches!(expr.op, Op::Call(Builtin::Sort, _));
                let ascends = |two: &[Value]| match compare(&two[0], &two[1]) {
                    Ordering::Less => true,
                    Ordering::Equal => sorts,
                    Ordering::Greater => false,
                };
                match self.entries.windows(2).all(ascends) {
                    true => Ok(left),
                    false => unreadable("entries are sorted that do not ascend"),
                }
            }
            Op::Comprehension(inner) => self.filtered(inner, at),
            _ => unreadable("the new row is not made of entries of the row"),
        }
    }

    /// Entries of several lists, one behind the other.
    fn joined(&mut self, parts: &[Expr], at: &mut Regs) -> Result<Places, Halt> {
        let mut all = Places::NONE;
        for part in parts {
            let part = self.entries_of(part, at)?;
            if let (Some(last), Some(first)) = (all.last(), part.first())
                && last >= first
            {
                return unreadable("entries change their order");
            }
            all = all | part;
        }
        Ok(all)
    }

    /// The entries that a list is made of, each as it is.
    fn filtered(&mut self, inner: &Comprehension, at: &mut Regs) -> Result<Places, Halt> {
        let mut left = Places::NONE;
        let (binder, rest) = match inner.clauses.split_first() {
            Some((binder, rest)) => (binder, rest),
            None => return unreadable("a list without a name for its entries"),
        };
        for (place, seen) in self.values(binder, at)? {
            let Some(place) = place else {
                return unreadable("the new row is not made of entries of the row");
            };
            self.bind(binder, seen, at)?;
            if self.keeps(rest, at)? {
                match self.value(&inner.element, at)? {
                    Seen::Known(value) if value == self.entries[place] => left.insert(place),
                    _ => return unreadable("entries are changed"),
                }
            }
        }
        Ok(left)
    }

    /// Whether an entry stays in a list by its conditions, which do not depend on others.
    pub(super) fn keeps(&mut self, clauses: &[Clause], at: &mut Regs) -> Result<bool, Halt> {
        for clause in clauses {
            match clause {
                Clause::Test(condition) => match self.condition(condition, at)?.constant() {
                    Some(true) => {}
                    Some(false) => return Ok(false),
                    None => return unreadable("which entries stay depends on others"),
                },
                Clause::Value { target, value } => {
                    let seen = self.value(value, at)?;
                    at.bind(target, seen)?;
                }
                _ => return unreadable("entries may stand several times in the new row"),
            }
        }
        Ok(true)
    }

    /// The entries that a value consists of.
    pub(super) fn entries_of(&mut self, expr: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match self.value(expr, at)? {
            Seen::Entries(entries) => Ok(entries),
            Seen::Known(list) if list.items().is_empty() => Ok(Places::NONE),
            _ => unreadable("the new row is not made of entries of the row"),
        }
    }

    /// All entries: of nothing else is the order that of the indices.
    pub(super) fn whole(&mut self, list: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match self.value(list, at)? {
            Seen::Entries(entries) if entries == self.all() => Ok(entries),
            _ => unreadable("an index is one of another list than the row"),
        }
    }

    /// The number of entries before an end of a slice or range; `over` is 1 where the end itself is included.
    pub(super) fn bound(&mut self, end: &Expr, over: i64, at: &mut Regs) -> Result<usize, Halt> {
        match self.value(end, at)? {
            // The entries before this one or, with it, one more; what stands between are no entries.
            Seen::Index(place, plus) if (0..=1).contains(&(plus + over)) => {
                Ok(place + (plus + over) as usize)
            }
            Seen::Length(plus) if plus + over == 0 => Ok(self.entries.len()),
            Seen::Known(Value::Int(n)) if n.saturating_add(over) <= 0 => Ok(0),
            _ => unreadable("a part of the row ends at an index that is worked out"),
        }
    }
}
