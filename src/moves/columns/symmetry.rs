//! Terms that stay the same when two registers change places.

use super::term::{Term, TermOp};
use crate::expr::builtin::Builtin;
use crate::expr::tree::{ArithOp, CompareOp};

/// Whether a term has the same value when the registers change places. False where that is not seen.
pub(super) fn is_symmetric(term: &Term, a: u32, b: u32) -> bool {
    mirrors(term, term, a, b, DEEPEST)
}

/// Terms nested deeper are not looked at: each level may double the work.
const DEEPEST: u32 = 8;

/// Whether the right term is the left one with the two registers exchanged. Operands of commutative operations may change
/// places too.
fn mirrors(left: &Term, right: &Term, a: u32, b: u32, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let same = |x: &Term, y: &Term| mirrors(x, y, a, b, depth);
    let pairs = |w: &Term, x: &Term, y: &Term, z: &Term, commutes: bool| {
        (same(w, y) && same(x, z)) || (commutes && same(w, z) && same(x, y))
    };
    let lists =
        |x: &[Term], y: &[Term]| x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y));
    match (&left.op, &right.op) {
        (TermOp::Const(x), TermOp::Const(y)) => x == y,
        (TermOp::Reg(x), TermOp::Reg(y)) => {
            let mirrored = match *x {
                x if x == a => b,
                x if x == b => a,
                x => x,
            };
            mirrored == *y
        }
        (TermOp::Neg(x), TermOp::Neg(y)) | (TermOp::Not(x), TermOp::Not(y)) => same(x, y),
        (TermOp::Arith(op, w, x), TermOp::Arith(other, y, z)) => {
            op == other && pairs(w, x, y, z, matches!(op, ArithOp::Add | ArithOp::Mul))
        }
        (TermOp::Compare(op, w, x), TermOp::Compare(other, y, z)) => {
            op == other && pairs(w, x, y, z, matches!(op, CompareOp::Eq | CompareOp::Ne))
        }
        (TermOp::Call(Builtin::Abs, x), TermOp::Call(Builtin::Abs, y)) => {
            // Only the sign of a difference may change.
            let is_turned = || match (&x.op, &y.op) {
                (TermOp::Arith(ArithOp::Sub, w, x), TermOp::Arith(ArithOp::Sub, y, z)) => {
                    same(w, z) && same(x, y)
                }
                _ => false,
            };
            same(x, y) || is_turned()
        }
        (TermOp::Call(f, x), TermOp::Call(g, y)) => f == g && same(x, y),
        (TermOp::Call2(f, w, x), TermOp::Call2(g, y, z)) => {
            use Builtin::{Gcd, Lcm, Max, Min, Xor};
            f == g && pairs(w, x, y, z, matches!(f, Gcd | Lcm | Max | Min | Xor))
        }
        (TermOp::Member(x, s), TermOp::Member(y, t)) => std::sync::Arc::ptr_eq(x, y) && same(s, t),
        (TermOp::Table(x, s), TermOp::Table(y, t)) => std::sync::Arc::ptr_eq(x, y) && same(s, t),
        (TermOp::And(x), TermOp::And(y)) | (TermOp::Or(x), TermOp::Or(y)) => {
            let is_turned = || match (x.as_slice(), y.as_slice()) {
                ([w, x], [y, z]) => same(w, z) && same(x, y),
                _ => false,
            };
            lists(x, y) || is_turned()
        }
        _ => false,
    }
}
