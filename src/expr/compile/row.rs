//! Rows of integers handed to the receiver of options part by part, without a list in between.

use super::{Builder, Exits};
use crate::expr::code::{Emit, Ins, NONE};
use crate::expr::kind::Kind;
use crate::expr::tree::{Expr, Op};

impl Builder {
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
