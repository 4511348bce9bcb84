//! Entries of rows and parts of options: rows are handed to the receiver of options part by part, without a list in between.

use super::{Builder, Exits};
use crate::expr::builtin::Builtin;
use crate::expr::code::{Cmp, Emit, Ins, NONE, Obj, Reg};
use crate::expr::kind::Kind;
use crate::expr::tree::{Clause, Comprehension, Expr, Op, Place, Target};

impl Builder {
    /// The cells of an entry of a row, behind one another, and their new values; not a move where the index is outside the row.
    pub fn patch(
        &mut self,
        row: Obj,
        index: &Expr,
        value: &Expr,
        skip: &mut Exits,
    ) -> Vec<(Reg, Reg)> {
        let mut at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
        let values = self.cells(value);
        if let Kind::Tuple(_) = value.kind {
            let (first, width) = (self.int_temp(), self.int_const(values.len() as i64));
            self.push(Ins::Mul(first, at, width));
            at = first;
        }
        let mut cell = |(place, value)| match place {
            0 => (at, value),
            _ => {
                let (next, more) = (self.int_temp(), self.int_const(place));
                self.push(Ins::Add(next, at, more));
                (next, value)
            }
        };
        (0..).zip(values).map(&mut cell).collect()
    }

    /// The registers of an entry of a row: an integer or a tuple of such.
    fn cells(&mut self, entry: &Expr) -> Vec<Reg> {
        match (&entry.kind, &entry.op) {
            (_, Op::Tuple(parts)) => parts.iter().map(|part| self.int(part)).collect(),
            (Kind::Tuple(parts), _) => {
                let tuple = self.obj(entry);
                let part = |place| {
                    let dst = self.int_temp();
                    self.push(Ins::FieldInt(dst, tuple, place));
                    dst
                };
                (0..parts.len() as u32).map(part).collect()
            }
            _ => vec![self.int(entry)],
        }
    }

    /// Goes on only where `lo <= value <= hi`.
    pub fn check_bounds(&mut self, value: Reg, lo: i64, hi: Option<i64>, skip: &mut Exits) {
        let lo = self.int_const(lo);
        skip.push(self.push(Ins::JumpUnless(Cmp::Le, lo, value, 0)));
        if let Some(hi) = hi {
            let hi = self.int_const(hi);
            skip.push(self.push(Ins::JumpUnless(Cmp::Le, value, hi, 0)));
        }
    }

    /// Hands something to the receiver of options.
    pub fn emit(&mut self, emit: Emit, skip: &mut Exits) {
        skip.push(self.push(Ins::Emit(emit, 0)));
    }

    /// Hands a list of integers or tuples of such to the receiver of options as the coordinate with this number.
    pub fn emit_row(&mut self, list: &Expr, coord: u32, skip: &mut Exits) {
        self.push(Ins::PutRow);
        self.emit_entries(list);
        self.emit(Emit::CloseRow(coord), skip);
    }

    fn emit_entries(&mut self, list: &Expr) {
        let outer = std::mem::replace(&mut self.span, list.span);
        match &list.op {
            Op::Concat(parts) => {
                for part in parts {
                    self.emit_entries(part);
                }
            }
            Op::Call(Builtin::Remove, args) if args.len() == 2 => {
                self.emit_without(&args[0], &args[1]);
            }
            Op::Elements(items) if items.iter().all(is_entry) => {
                for item in items {
                    if let Op::Range(lo, Some(hi)) = &item.op {
                        let (lo, hi) = (self.int(lo), self.int(hi));
                        self.push(Ins::PutRange(lo, hi));
                    } else {
                        self.emit_entry(item);
                    }
                }
            }
            Op::Comprehension(inner) if is_entry(&inner.element) => match limited(inner) {
                Some((list, limit)) => self.emit_limited(list, limit),
                None => self.clauses(&inner.clauses, &mut |builder, _| {
                    builder.emit_entry(&inner.element);
                }),
            },
            Op::If(branches, last) => self.choose(branches, last, |builder, value| {
                builder.emit_entries(value);
            }),
            _ => {
                let (list, [lo, hi]) = self.slice(list);
                self.push(Ins::PutSlice(list, lo, hi));
            }
        }
        self.span = outer;
    }

    /// A list and the ends of the part of it that is meant, registers or [`NONE`].
    pub(super) fn slice(&mut self, part: &Expr) -> (Obj, [Reg; 2]) {
        let Op::Slice(list, lo, hi) = &part.op else {
            return (self.obj(part), [NONE; 2]);
        };
        let list = self.obj(list);
        let mut end = |end: &Option<Box<Expr>>| end.as_ref().map_or(NONE, |end| self.int(end));
        (list, [end(lo), end(hi)])
    }

    /// The entries of a list without the one at an index; the same fault as elsewhere where there is none.
    fn emit_without(&mut self, list: &Expr, index: &Expr) {
        let is_tuple = matches!(list.kind.element(), Some(Kind::Tuple(_)));
        let (list, at) = (self.obj(list), self.int(index));
        let (there, before, behind) = (self.int_temp(), self.int_temp(), self.int_temp());
        self.push(match is_tuple {
            true => Ins::IndexField(there, list, at, 0),
            false => Ins::IndexInt(there, list, at),
        });
        let one = self.int_const(1);
        self.push(Ins::Sub(before, at, one));
        self.push(Ins::Add(behind, at, one));
        self.push(Ins::PutSlice(list, NONE, before));
        self.push(Ins::PutSlice(list, behind, NONE));
    }

    /// The entries of a list, none of them beyond a limit.
    fn emit_limited(&mut self, list: &Expr, (builtin, limit): (Builtin, &Expr)) {
        let (list, ends) = self.slice(list);
        let limit = self.int(limit);
        let limits = match builtin {
            Builtin::Min => [NONE, limit],
            _ => [limit, NONE],
        };
        self.push(Ins::PutLimited(list, ends, limits));
    }

    fn emit_entry(&mut self, entry: &Expr) {
        for cell in self.cells(entry) {
            self.push(Ins::PutEntry(cell));
        }
    }
}

/// Whether it is an entry of a row or a range of such. The elements of lists that are always empty are of no kind.
fn is_entry(item: &Expr) -> bool {
    is_entry_kind(&item.kind) || matches!(item.op, Op::Range(_, Some(_)))
}

/// Whether it is the kind of integers or of tuples of such, as the entries of rows are.
pub(super) fn is_entry_kind(kind: &Kind) -> bool {
    match kind {
        Kind::Tuple(parts) => parts.iter().all(|part| *part == Kind::Int),
        kind => *kind == Kind::Int,
    }
}

/// The list of `[min(x, n) for x in list]`, and `min` or `max` with `n`, which is a constant or another name.
fn limited(inner: &Comprehension) -> Option<(&Expr, (Builtin, &Expr))> {
    let [
        Clause::Each {
            target: Target::One(entry @ Place::Int(_)),
            list,
        },
    ] = inner.clauses.as_slice()
    else {
        return None;
    };
    let Op::Call(builtin @ (Builtin::Min | Builtin::Max), args) = &inner.element.op else {
        return None;
    };
    let is_entry = |arg: &Expr| matches!(&arg.op, Op::Local(place) if place == entry);
    let limit = match args.as_slice() {
        [x, n] if is_entry(x) => n,
        [n, x] if is_entry(x) => n,
        _ => return None,
    };
    let is_simple = match &limit.op {
        Op::Local(place) => place != entry && limit.kind == Kind::Int,
        Op::Const(value) => value.as_int().is_some(),
        _ => false,
    };
    is_simple.then_some((list, (*builtin, limit)))
}
