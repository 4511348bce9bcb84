//! Conditions: code that goes on where they hold and jumps where they do not.

use super::{Builder, Exits};
use crate::expr::code::{Cmp, Ins, Operand};
use crate::expr::kind::Kind;
use crate::expr::tree::{CompareOp, Expr, Op, Place};
use crate::expr::value::Value;

/// A side of a comparison with the place where its value is.
struct Side<'a> {
    expr: &'a Expr,
    place: Place,
}

impl Builder {
    /// Code that goes on where the condition holds; the returned jumps are taken where it does not.
    pub fn test(&mut self, condition: &Expr) -> Exits {
        let outer = std::mem::replace(&mut self.span, condition.span);
        let exits = match &condition.op {
            Op::Const(Value::Bool(true)) => Vec::new(),
            Op::And(parts) => {
                let mut exits = Vec::new();
                for part in parts {
                    exits.extend(self.test(part));
                }
                exits
            }
            Op::Or(parts) => {
                let mut holds = Vec::new();
                let mut exits = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let fails = self.test(part);
                    if index + 1 == parts.len() {
                        exits = fails;
                    } else {
                        holds.push(self.push(Ins::Jump(0)));
                        self.land(fails);
                    }
                }
                self.land(holds);
                exits
            }
            Op::Not(inner) => {
                let fails = self.test(inner);
                let exit = self.push(Ins::Jump(0));
                self.land(fails);
                vec![exit]
            }
            Op::Compare(first, rest) => {
                let mut exits = Vec::new();
                let mut left: &Expr = first;
                let mut known = None;
                for (op, right) in rest {
                    let side = Side {
                        expr: left,
                        place: known.unwrap_or_else(|| self.place(left)),
                    };
                    known = self.compare(side, *op, right, &mut exits);
                    left = right;
                }
                exits
            }
            _ => {
                let truth = self.int(condition);
                vec![self.push(Ins::JumpIfNot(truth, 0))]
            }
        };
        self.span = outer;
        exits
    }

    /// One comparison of a chain; returns the place of the right side, where it has one.
    fn compare(
        &mut self,
        left: Side<'_>,
        op: CompareOp,
        right: &Expr,
        exits: &mut Exits,
    ) -> Option<Place> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let fails = self.membership(left, right);
            if op == CompareOp::In {
                exits.extend(fails);
            } else {
                exits.push(self.push(Ins::Jump(0)));
                self.land(fails);
            }
            return None;
        }
        let right_place = self.place(right);
        match (left.place, right_place) {
            (Place::Int(a), Place::Int(b)) => {
                let (cmp, a, b) = match op {
                    CompareOp::Eq => (Cmp::Eq, a, b),
                    CompareOp::Ne => (Cmp::Ne, a, b),
                    CompareOp::Lt => (Cmp::Lt, a, b),
                    CompareOp::Le => (Cmp::Le, a, b),
                    CompareOp::Gt => (Cmp::Lt, b, a),
                    _ => (Cmp::Le, b, a),
                };
                exits.push(self.push(Ins::JumpUnless(cmp, a, b, 0)));
            }
            (Place::Obj(a), Place::Obj(b)) => {
                let same = self.int_temp();
                self.push(Ins::Same(same, a, b));
                exits.push(self.push(if op == CompareOp::Ne {
                    Ins::JumpIf(same, 0)
                } else {
                    Ins::JumpIfNot(same, 0)
                }));
            }
            // The checker lets only values of one kind be compared.
            _ => {}
        }
        Some(right_place)
    }

    fn membership(&mut self, left: Side<'_>, list: &Expr) -> Exits {
        if let (Op::Range(lo, hi), Place::Int(item)) = (&list.op, left.place) {
            let lo = self.int(lo);
            let mut exits = vec![self.push(Ins::JumpUnless(Cmp::Le, lo, item, 0))];
            if let Some(hi) = hi {
                let hi = self.int(hi);
                exits.push(self.push(Ins::JumpUnless(Cmp::Le, item, hi, 0)));
            }
            return exits;
        }
        let operand = match (left.place, &left.expr.kind) {
            (Place::Int(reg), Kind::Bool) => Operand::Bool(reg),
            (Place::Int(reg), _) => Operand::Int(reg),
            (Place::Obj(obj), _) => Operand::Obj(obj),
        };
        let result = self.int_temp();
        self.code.operands.push(operand);
        let operand = self.code.operands.len() as u32 - 1;
        if let Some(Value::List(items)) = list.constant()
            && !items.iter().any(Value::holds_lists)
        {
            self.code.sets.push(items.iter().cloned().collect());
            let set = self.code.sets.len() as u32 - 1;
            self.push(Ins::InSet(result, set, operand));
        } else if let (Place::Int(reg), Kind::Int) = (left.place, &left.expr.kind) {
            let list = self.obj(list);
            self.push(Ins::ContainsInt(result, list, reg));
        } else {
            let list = self.obj(list);
            self.push(Ins::Contains(result, list, operand));
        }
        vec![self.push(Ins::JumpIfNot(result, 0))]
    }
}
