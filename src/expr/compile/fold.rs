//! Functions of a list that is made for them alone: of its elements no more is kept than they need.

use super::Builder;
use crate::expr::builtin::Builtin;
use crate::expr::code::{Cmp, Ins, Reg};
use crate::expr::kind::Kind;
use crate::expr::tree::{Comprehension, Expr, Op};
use crate::expr::value::Value;

impl Builder {
    /// A function of the elements of a comprehension, as far as that needs no list; else false.
    pub(super) fn fold(&mut self, builtin: Builtin, args: &[Expr], dst: Reg) -> bool {
        let [
            Expr {
                op: Op::Comprehension(list),
                ..
            },
        ] = args
        else {
            return false;
        };
        let start = match (builtin, &list.element.kind) {
            (Builtin::Len | Builtin::Any, _) => 0,
            (Builtin::All, _) => 1,
            (_, kind) if *kind != Kind::Int => return false,
            (Builtin::Sum | Builtin::Xor | Builtin::Gcd | Builtin::BitOr, _) => 0,
            (Builtin::Lcm, _) => 1,
            (Builtin::BitAnd, _) => -1,
            (Builtin::Min | Builtin::Max, _) => {
                self.extreme(builtin, list, dst);
                return true;
            }
            _ => return false,
        };
        let span = self.span;
        self.push(Ins::Int(dst, start));
        self.clauses(&list.clauses, &mut |builder, _| {
            let element = match builtin {
                Builtin::Len => {
                    builder.place(&list.element);
                    builder.int_const(1)
                }
                _ => builder.int(&list.element),
            };
            builder.at(span);
            builder.push(match builtin {
                Builtin::Len | Builtin::Sum => Ins::Add(dst, dst, element),
                Builtin::Any => Ins::Max(dst, dst, element),
                Builtin::All => Ins::Min(dst, dst, element),
                _ => Ins::OnInts(builtin, dst, dst, element),
            });
        });
        self.at(span);
        true
    }

    /// The least or the greatest element of a comprehension; where there is none, the function itself complains.
    fn extreme(&mut self, builtin: Builtin, list: &Comprehension, dst: Reg) {
        let (span, any) = (self.span, self.int_temp());
        let (zero, one) = (self.int_const(0), self.int_const(1));
        self.push(Ins::Int(any, 0));
        self.clauses(&list.clauses, &mut |builder, _| {
            let element = builder.int(&list.element);
            builder.at(span);
            let others = builder.push(Ins::JumpUnless(Cmp::Eq, any, zero, 0));
            builder.push(Ins::Move(any, one));
            builder.push(Ins::Move(dst, element));
            builder.land(vec![others]);
            builder.push(match builtin {
                Builtin::Min => Ins::Min(dst, dst, element),
                _ => Ins::Max(dst, dst, element),
            });
        });
        self.at(span);
        let done = self.push(Ins::JumpIf(any, 0));
        let nothing = Expr::new(Op::Const(Value::list(Vec::new())), Kind::Int.list(), span);
        let nothing = self.args(&[nothing]);
        self.push(Ins::CallInt(builtin, dst, nothing));
        self.land(vec![done]);
    }
}
