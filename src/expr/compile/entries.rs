//! Entries of rows, and parts of options.

use super::{Builder, Exits};
use crate::expr::code::{Cmp, Emit, Ins, Obj, Reg};
use crate::expr::tree::Expr;

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
}
