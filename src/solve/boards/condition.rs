//! Comparisons on what can be left of a row.

use super::guard::Condition;
use super::read::{Reader, Regs, Seen};
use super::reading::unreadable;
use crate::expr::tree::{CompareOp, Expr, Op};
use crate::expr::value::Value;
use crate::work::Halt;

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
