//! `octal` and `hex`: a digit says what may be left after taking its place.

use super::parts::Rest;
use super::{Count, Draft, Lowering};
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, Expr, Place};
use crate::rules::codes::{self, Places};
use crate::rules::complaints::Checked;
use crate::rules::game::{Choice, Move};
use crate::syntax::ast::{self};

impl Lowering<'_> {
    pub(super) fn code(&mut self, code: &ast::Code) -> Checked<Vec<Move>> {
        self.needs_heap(code.base.word())?;
        let digits = match codes::parse(code.base, &code.text) {
            Ok(digits) => digits,
            Err(diagnostic) => return self.scope.fail(*diagnostic),
        };
        let outer = (self.scope.locals.len(), self.scope.frame);
        let mut moves = Vec::new();
        if digits.whole != 0 {
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            self.guard(&code.tail, &mut draft)?;
            let rest = Rest::new(self.coord(0), None, None);
            for parts in [2, 3] {
                if digits.whole >> parts & 1 == 1 {
                    let count = self.fixed(parts);
                    moves.extend(self.counted_parts(&count, &draft, &rest)?);
                }
            }
        }
        for (places, parts) in digits.moves() {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            let register = self.scope.frame.place(&Kind::Int);
            draft.binders.push(match &places {
                Places::Finite(list) => self.each_constant(register, list),
                Places::Every { first, step } => Clause::Range {
                    var: match register {
                        Place::Int(var) | Place::Obj(var) => var,
                    },
                    lo: self.int(*first),
                    hi: None,
                    step: *step,
                    stops: Vec::new(),
                },
            });
            draft.choices.push(Choice {
                name: String::new(),
                place: register,
                kind: Kind::Int,
            });
            self.guard(&code.tail, &mut draft)?;
            let taken = Expr::local(register, Kind::Int, self.span);
            let rest = self.coord(0).arith(ArithOp::Sub, taken);
            let rest = Rest::new(rest, None, Some(register));
            let count = self.fixed(parts);
            moves.extend(self.counted_parts(&count, &draft, &rest)?);
        }
        Ok(moves)
    }

    pub(super) fn fixed(&self, parts: u32) -> Count {
        Count {
            least: self.int(i64::from(parts)),
            most: Some(self.int(i64::from(parts))),
        }
    }
}
