//! Conditions on what can be left of a row.

use super::guard::{Condition, Guard};
use super::read::{Reader, Regs, Seen};
use super::reading::unreadable;
use crate::expr::builtin::Builtin;
use crate::expr::tree::{CompareOp, Expr, Op};
use crate::expr::value::Value;
use crate::work::Halt;

impl Reader<'_> {
    /// When a condition holds.
    pub(super) fn condition(&mut self, expr: &Expr, at: &mut Regs) -> Result<Condition, Halt> {
        if !self.depends(expr, at)? {
            return self.truth(expr, at);
        }
        match &expr.op {
            Op::And(parts) => Condition::all(parts, |part| self.condition(part, at)),
            Op::Or(parts) => Condition::any(parts, |part| self.condition(part, at)),
            Op::Not(part) => self.condition(part, at)?.not(),
            Op::Call(Builtin::Any, list) => self.any(list, false, at),
            Op::Call(Builtin::All, list) => self.any(list, true, at)?.not(),
            Op::Function(function, args) if function.own.is_none() => {
                let mut inner = self.call(function, args, at)?;
                self.condition(&function.body, &mut inner)
            }
            Op::Compare(first, rest) => {
                let (mut all, mut left) = (Condition::always(true), first.as_ref());
                for (op, right) in rest {
                    let holds = match self.compared(left, *op, right, at)? {
                        Some(holds) => holds,
                        None => self.truth(expr, at)?,
                    };
                    all = all.and(&holds)?;
                    left = right;
                }
                Ok(all)
            }
            _ => self.truth(expr, at),
        }
    }

    /// A condition that the machine works out.
    fn truth(&mut self, expr: &Expr, at: &mut Regs) -> Result<Condition, Halt> {
        let truth = self.known(expr, at)? == Value::Bool(true);
        Ok(Condition::always(truth))
    }

    /// A comparison with the row or with an index; nothing where it is for the machine.
    fn compared(
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

    /// When some truth value of a list is true; or, `negated`, some is false.
    pub(super) fn any(
        &mut self,
        list: &[Expr],
        negated: bool,
        at: &mut Regs,
    ) -> Result<Condition, Halt> {
        let [
            Expr {
                op: Op::Comprehension(inner),
                ..
            },
        ] = list
        else {
            return unreadable("a condition asks for a list that is made of the row");
        };
        let mut any = Condition::always(false);
        self.each(
            &inner.clauses,
            at,
            Guard::ALWAYS,
            &mut |reader, at, guard| {
                let mut holds = reader.condition(&inner.element, at)?;
                if negated {
                    holds = holds.not()?;
                }
                any.or_under(guard, &holds)
            },
        )?;
        Ok(any)
    }
}
