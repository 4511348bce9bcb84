//! Terms for one lane, with the language's exact meaning.
//!
//! Registers are indexed without a check of their own: [`super::term::Terms`] hands out only registers below the number that
//! a program states, and a frame of that size is made before it runs.

use super::term::{Term, TermOp};
use crate::expr::fault::FaultKind;
use crate::expr::machine::{floor_div, floor_rem};
use crate::expr::tree::{ArithOp, CompareOp};
use crate::text::certain::Certain;

/// Why there is no value. What exactly is wrong, the machine says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A result beyond 64 bits.
    Overflow,
    /// Anything else.
    Other,
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Fault {
        match kind {
            FaultKind::Overflow => Fault::Overflow,
            _ => Fault::Other,
        }
    }
}

pub(super) fn value(term: &Term, registers: &mut [i64]) -> Result<i64, Fault> {
    Ok(match &term.op {
        TermOp::Const(n) => *n,
        TermOp::Reg(register) => registers[*register as usize],
        TermOp::Not(a) => i64::from(value(a, registers)? == 0),
        TermOp::Arith(op, a, b) => {
            let a = value(a, registers)?;
            let b = value(b, registers)?;
            arith(*op, a, b)?
        }
        TermOp::Compare(op, a, b) => {
            let a = value(a, registers)?;
            let b = value(b, registers)?;
            i64::from(holds(*op, a, b))
        }
        TermOp::Member(members, a) => i64::from(members.contains(value(a, registers)?)),
        TermOp::And(parts) => {
            for part in parts {
                if value(part, registers)? == 0 {
                    return Ok(0);
                }
            }
            1
        }
        TermOp::Or(parts) => {
            for part in parts {
                if value(part, registers)? != 0 {
                    return Ok(1);
                }
            }
            0
        }
        TermOp::If(branches, last) => {
            for (condition, result) in branches {
                if value(condition, registers)? != 0 {
                    return value(result, registers);
                }
            }
            value(last, registers)?
        }
        TermOp::Call(builtin, a) => {
            let a = value(a, registers)?;
            builtin.on_ints(&[a]).certain("a function of a number")?
        }
        TermOp::Call2(builtin, a, b) => {
            let a = value(a, registers)?;
            let b = value(b, registers)?;
            builtin
                .on_ints(&[a, b])
                .certain("a function of two numbers")?
        }
        TermOp::Table(table, index) => {
            let index = value(index, registers)?;
            usize::try_from(index)
                .ok()
                .and_then(|index| table.get(index).copied())
                .ok_or(Fault::Other)?
        }
        TermOp::Let(values, body) => {
            for (register, term) in values {
                registers[*register as usize] = value(term, registers)?;
            }
            value(body, registers)?
        }
    })
}

#[inline]
pub(super) fn arith(op: ArithOp, a: i64, b: i64) -> Result<i64, Fault> {
    Ok(match op {
        ArithOp::Add => a.checked_add(b).ok_or(Fault::Overflow)?,
        ArithOp::Sub => a.checked_sub(b).ok_or(Fault::Overflow)?,
        ArithOp::Mul => a.checked_mul(b).ok_or(Fault::Overflow)?,
        ArithOp::Div => floor_div(a, b)?,
        ArithOp::Rem => floor_rem(a, b)?,
    })
}

#[inline]
pub(super) fn holds(op: CompareOp, a: i64, b: i64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
        // Memberships are terms of their own.
        CompareOp::In | CompareOp::NotIn => false,
    }
}
