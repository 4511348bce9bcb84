//! Terms for all lanes of a block.

use super::clauses::Step;
use super::column::{Column, Mask, Miss};
use super::numbers::{self, Tables};
use super::ops::{arith, compare, look_up, zipped};
use super::scalar::{self, Fault};
use super::term::{Term, TermOp};
use super::total;
use crate::expr::builtin::Builtin;
use crate::expr::interval::Interval;
use crate::expr::tree::CompareOp;

/// The registers of a running program: one number each, or a column.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    pub(super) registers: Vec<i64>,
    pub(super) columns: Vec<Option<Column>>,
    /// How many lanes the block has.
    pub(super) count: usize,
    pub(super) tables: Tables,
}

impl Lanes {
    pub(super) fn set(&mut self, register: u32, column: Column) {
        self.columns[register as usize] = Some(column);
    }

    /// The values of a term in the live lanes; the others hold anything.
    pub(super) fn eval(&mut self, term: &Term, mask: &Mask) -> Result<Column, Miss> {
        if !term.varies {
            if mask.is_empty() {
                return Ok(Column::Same(0));
            }
            return Ok(Column::Same(scalar::value(term, &mut self.registers)?));
        }
        match &term.op {
            TermOp::Const(n) => Ok(Column::Same(*n)),
            TermOp::Reg(register) => match self.columns.get(*register as usize) {
                Some(Some(column)) => Ok(column.clone()),
                _ => Err(Miss::Wide),
            },
            TermOp::Arith(op, a, b) => {
                let a = self.eval(a, mask)?;
                let b = self.eval(b, mask)?;
                arith(*op, &a, &b, mask)
            }
            TermOp::Call(builtin, a) => {
                let a = self.eval(a, mask)?;
                numbers::call(*builtin, &a, mask, &mut self.tables)
            }
            TermOp::Call2(builtin, a, b) => {
                let a = self.eval(a, mask)?;
                let b = self.eval(b, mask)?;
                self.call2(*builtin, &a, &b, mask)
            }
            TermOp::Table(table, index) => {
                let index = self.eval(index, mask)?;
                look_up(table, &index, mask)
            }
            TermOp::If(branches, last) => self.choose(branches, last, mask),
            TermOp::Let(values, body) => {
                for (register, value) in values {
                    self.define(*register, value, mask)?;
                }
                self.eval(body, mask)
            }
            TermOp::Not(_)
            | TermOp::Compare(..)
            | TermOp::Member(..)
            | TermOp::And(_)
            | TermOp::Or(_) => {
                let truth = self.test(term, mask.clone())?;
                let lanes = match truth.bits() {
                    None => return Ok(Column::Same(1)),
                    Some(bits) => bits.iter().map(|bit| i32::from(*bit)).collect(),
                };
                Ok(Column::of(lanes, 0, 1))
            }
        }
    }

    fn define(&mut self, register: u32, term: &Term, mask: &Mask) -> Result<(), Miss> {
        let column = self.eval(term, mask)?;
        if let Column::Same(value) = column {
            self.put(register, value);
        }
        self.set(register, column);
        Ok(())
    }

    /// The lanes that pass all the tests, of as many as the block has.
    pub(super) fn pass(&mut self, steps: &[Step]) -> Result<Mask, Miss> {
        let mut mask = Mask::all(self.count);
        for step in steps {
            match step {
                Step::Test(condition) => mask = self.test(condition, mask)?,
                Step::Value(register, term) => self.define(*register, term, &mask)?,
            }
            if mask.is_empty() {
                break;
            }
        }
        Ok(mask)
    }

    /// Whether the numbers in the registers pass all the tests.
    pub(super) fn passes(&mut self, steps: &[Step]) -> Result<bool, Fault> {
        for step in steps {
            match step {
                Step::Test(condition) => {
                    if scalar::value(condition, &mut self.registers)? == 0 {
                        return Ok(false);
                    }
                }
                Step::Value(register, term) => {
                    let value = scalar::value(term, &mut self.registers)?;
                    self.put(*register, value);
                }
            }
        }
        Ok(true)
    }

    pub(super) fn put(&mut self, register: u32, value: i64) {
        self.registers[register as usize] = value;
    }

    pub(super) fn reserve(&mut self, registers: u32) {
        let registers = registers as usize;
        if self.registers.len() < registers {
            self.registers.resize(registers, 0);
            self.columns.resize(registers, None);
        }
    }

    /// The live lanes in which a condition holds.
    fn test(&mut self, term: &Term, mask: Mask) -> Result<Mask, Miss> {
        if mask.is_empty() {
            return Ok(mask);
        }
        let count = self.count;
        if !term.varies {
            let truth = scalar::value(term, &mut self.registers)? != 0;
            return Ok(if truth { mask } else { Mask::none(count) });
        }
        match &term.op {
            TermOp::And(parts) => {
                let mut mask = mask;
                for part in parts {
                    mask = self.test(part, mask)?;
                }
                Ok(mask)
            }
            TermOp::Or(parts) => {
                let mut found = Mask::none(count);
                let mut rest = mask;
                for part in parts {
                    let holds = self.test(part, rest.clone())?;
                    rest = rest.without(&holds);
                    found = found.or(&holds);
                }
                Ok(found)
            }
            TermOp::Not(inner) => {
                let holds = self.test(inner, mask.clone())?;
                Ok(mask.without(&holds))
            }
            TermOp::Compare(op, a, b) => {
                let a = self.eval(a, &mask)?;
                let b = self.eval(b, &mask)?;
                compare(*op, &a, &b, mask)
            }
            TermOp::Member(members, a) => {
                let a = self.eval(a, &mask)?;
                let lanes = a.lanes(count)?;
                let verdict = lanes
                    .iter()
                    .map(|n| u8::from(members.contains(i64::from(*n))))
                    .collect();
                Ok(mask.and(verdict))
            }
            _ => {
                let truth = self.eval(term, &mask)?;
                compare(CompareOp::Ne, &truth, &Column::Same(0), mask)
            }
        }
    }

    fn choose(
        &mut self,
        branches: &[(Term, Term)],
        last: &Term,
        mask: &Mask,
    ) -> Result<Column, Miss> {
        let count = self.count;
        let mut rest = mask.clone();
        let mut found = vec![0i32; count];
        let (mut lo, mut hi) = (0, 0);
        let mut blend = |column: &Column, chosen: &Mask| -> Result<(), Miss> {
            if chosen.is_empty() {
                return Ok(());
            }
            let lanes = column.lanes(count)?;
            let (least, most) = column.range(count);
            (lo, hi) = (least.min(lo), most.max(hi));
            for (lane, (slot, value)) in found.iter_mut().zip(lanes.iter()).enumerate() {
                if chosen.is_live(lane) {
                    *slot = *value;
                }
            }
            Ok(())
        };
        for (condition, value) in branches {
            let chosen = self.test(condition, rest.clone())?;
            if chosen.is_empty() {
                continue;
            }
            let column = self.eval(value, &chosen)?;
            rest = rest.without(&chosen);
            if rest.is_empty() && chosen.bits().is_none() {
                return Ok(column);
            }
            blend(&column, &chosen)?;
        }
        if !rest.is_empty() {
            let column = self.eval(last, &rest)?;
            if rest.bits().is_none() {
                return Ok(column);
            }
            blend(&column, &rest)?;
        }
        Ok(Column::of(found, lo, hi))
    }

    fn call2(
        &mut self,
        builtin: Builtin,
        a: &Column,
        b: &Column,
        mask: &Mask,
    ) -> Result<Column, Miss> {
        let count = self.count;
        let ((a_lo, a_hi), (b_lo, b_hi)) = (a.range(count), b.range(count));
        // Where both fit a lane, so does what is made of them here.
        let each = |op: fn(i32, i32) -> i32| -> Result<Column, Miss> {
            let args = [a, b].map(|column| Interval::from(column.range(count)));
            let found = total::call(builtin, &args).ok_or(Miss::Wide)?;
            Ok(Column::of(
                zipped(a, b, count, op)?,
                found.lo as i64,
                found.hi as i64,
            ))
        };
        match builtin {
            Builtin::Min if a_hi <= b_lo => Ok(a.clone()),
            Builtin::Min if b_hi <= a_lo => Ok(b.clone()),
            Builtin::Max if a_hi <= b_lo => Ok(b.clone()),
            Builtin::Max if b_hi <= a_lo => Ok(a.clone()),
            Builtin::Min => each(i32::min),
            Builtin::Max => each(i32::max),
            Builtin::Xor if a_lo >= 0 && b_lo >= 0 => each(|a, b| a ^ b),
            Builtin::Gcd => numbers::gcds(a, b, mask),
            _ => numbers::call2(builtin, a, b, mask),
        }
    }
}
