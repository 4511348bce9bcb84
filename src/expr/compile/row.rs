//! Entries of rows and parts of options; rows of integers are handed to the receiver of options part by part, without a list in
//! between.

use super::{Builder, Exits};
use crate::expr::code::{Cmp, Emit, Ins, NONE, Obj, Reg};
use crate::expr::kind::Kind;
use crate::expr::tree::{Expr, Op};

impl Builder {
    /// An index of a row of integers and the entry's new value; not a move where the index is outside the row.
    pub fn patch(&mut self, row: Obj, index: &Expr, value: &Expr, skip: &mut Exits) -> (Reg, Reg) {
        let at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
        (at, self.int(value))
    }

    /// A row with one entry replaced; not a move where the index is outside the row.
    pub fn set_entry(&mut self, row: Obj, index: &Expr, value: &Expr, skip: &mut Exits) -> Obj {
        let at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
        let operand = self.boxed(value);
        let dst = self.obj_temp();
        self.push(Ins::MoveObj(dst, row));
        self.push(Ins::SetEntry(dst, at, operand));
        dst
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

    /// Hands a list of integers to the receiver of options as the coordinate with this number.
    pub fn emit_row(&mut self, list: &Expr, coord: u32, skip: &mut Exits) {
        self.emit(Emit::OpenRow, skip);
        self.emit_entries(list, skip);
        self.emit(Emit::CloseRow(coord), skip);
    }

    fn emit_entries(&mut self, list: &Expr, skip: &mut Exits) {
        let outer = std::mem::replace(&mut self.span, list.span);
        match &list.op {
            Op::Concat(parts) => {
                for part in parts {
                    self.emit_entries(part, skip);
                }
            }
            Op::Slice(list, lo, hi) => {
                let list = self.obj(list);
                let lo = lo.as_ref().map_or(NONE, |lo| self.int(lo));
                let hi = hi.as_ref().map_or(NONE, |hi| self.int(hi));
                self.emit(Emit::Slice(list, lo, hi), skip);
            }
            Op::Elements(items) if items.iter().all(is_entry) => {
                for item in items {
                    if let Op::Range(lo, Some(hi)) = &item.op {
                        let (lo, hi) = (self.int(lo), self.int(hi));
                        self.emit(Emit::Range(lo, hi), skip);
                    } else {
                        self.emit_entry(item);
                    }
                }
            }
            Op::Comprehension(inner) if is_entry(&inner.element) => {
                self.clauses(&inner.clauses, &mut |builder, _| {
                    builder.emit_entry(&inner.element);
                });
            }
            Op::If(branches, last) => self.choose(branches, last, |builder, value| {
                builder.emit_entries(value, skip);
            }),
            _ => {
                let list = self.obj(list);
                self.emit(Emit::Slice(list, NONE, NONE), skip);
            }
        }
        self.span = outer;
    }

    fn emit_entry(&mut self, entry: &Expr) {
        let entry = self.int(entry);
        self.push(Ins::Entry(entry));
    }
}

/// Whether it is an integer or a range of them. The elements of lists that are always empty are of no kind.
fn is_entry(item: &Expr) -> bool {
    item.kind == Kind::Int || matches!(item.op, Op::Range(_, Some(_)))
}
