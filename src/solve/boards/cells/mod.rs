//! Reading a rule for all that the entries of a row of some length can be.
//!
//! Each entry has one of finitely many values: those of its range, or those from the least one up to what it is, and all that
//! moves give it. What a rule asks of entries whose values are open is worked out by the machine for each of their values: in a
//! [condition], alike ones together; elsewhere the reader goes on with each value on its own, which is *pinned*. Which entries an
//! expression asks for is seen from its form: `p[i]` asks for one, `p[i - 1..i + 1]` for three, `p` for all.

mod choices;
mod effect;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hashbrown::HashMap;

use super::guard::{Guard, Places};
use super::layout::EntryValues;
use super::reading::{Registers, free, put, unreadable};
use crate::expr::builtin::Builtin;
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::machine::{Machine, NoHost};
use crate::expr::shape::Entry;
use crate::expr::tree::{Clause, Expr, Function, Op, Place};
use crate::expr::value::Value;
use crate::work::Halt;

/// What is known of what a register holds.
#[derive(Debug, Clone)]
pub(super) enum Held {
    Known(Value),
    /// What this entry of the row is.
    Cell(usize),
    /// The entries from the first one on up to the second one, which is not among them.
    Run(usize, usize),
}

pub(super) type Regs = Registers<Held>;

/// Code of an expression, and the registers that it reads.
struct Compiled {
    code: Code,
    reads: Vec<Place>,
}

/// Reads the rules of a game for all that the entries of a row can be.
pub(super) struct CellReader<'m> {
    pub(super) machine: &'m mut Machine,
    pub(super) values: EntryValues,
    /// Which coordinate is the row.
    coord: usize,
    entry: &'m Entry,
    /// For each entry its values as the rules see them.
    seen: Vec<Vec<Value>>,
    /// Entries whose values are given for now, by number.
    pinned: Vec<Option<usize>>,
    /// Values that entries get from moves and did not have.
    pub(super) grown: Vec<(usize, Vec<i64>)>,
    /// By the address of the expression, which stands in the rules.
    codes: HashMap<*const Expr, Arc<Compiled>>,
}

/// Up to this value, an entry without a greatest one may have all those below what it is.
const MOST_BELOW: i64 = 100;

impl<'m> CellReader<'m> {
    /// A reader for a row with these entries.
    pub(super) fn new(
        row: &[Vec<i64>],
        coord: usize,
        entry: &'m Entry,
        machine: &'m mut Machine,
    ) -> CellReader<'m> {
        let values = |cells: &Vec<i64>| match (entry, cells.as_slice()) {
            (Entry::Int(bounds), [n]) => {
                let hi = bounds.hi.unwrap_or(*n);
                match hi.checked_sub(bounds.lo) {
                    Some(0..=MOST_BELOW) => (bounds.lo..=hi).map(|n| vec![n]).collect(),
                    _ => vec![cells.clone()],
                }
            }
            _ => vec![cells.clone()],
        };
        let mut reader = CellReader {
            machine,
            values: EntryValues::default(),
            coord,
            entry,
            seen: Vec::new(),
            pinned: Vec::new(),
            grown: Vec::new(),
            codes: HashMap::new(),
        };
        reader.set_values(EntryValues::new(row.iter().map(values).collect()));
        reader
    }

    fn set_values(&mut self, values: EntryValues) {
        let seen = |cells: &Vec<i64>| self.entry.value(cells);
        let of = values.of.iter();
        self.seen = of.map(|of| of.iter().map(seen).collect()).collect();
        self.pinned = vec![None; values.of.len()];
        self.values = values;
    }

    pub(super) fn all(&self) -> Places {
        Places::below(self.seen.len())
    }

    /// Adds the values that entries get from moves; false where there are none.
    pub(super) fn grow(&mut self) -> bool {
        let mut of = self.values.of.clone();
        let mut has_grown = false;
        for (entry, value) in self.grown.drain(..) {
            if !of[entry].contains(&value) {
                of[entry].push(value);
                has_grown = true;
            }
        }
        self.set_values(EntryValues::new(of));
        has_grown
    }

    fn is_among(&self, entry: usize, numbers: &[usize]) -> Guard {
        if let [number] = numbers
            && let Some(place) = self.values.place(entry, *number)
        {
            return Guard::present(place);
        }
        let others = (0..self.values.count(entry)).filter(|number| !numbers.contains(number));
        let absent = others.filter_map(|number| self.values.place(entry, number));
        Guard::absent(absent.collect())
    }

    /// What a register holds, where that is an entry that is pinned: its value.
    fn resolved(&self, held: &Held) -> Held {
        match held {
            Held::Cell(entry) => match self.pinned[*entry] {
                Some(number) => Held::Known(self.seen[*entry][number].clone()),
                None => Held::Cell(*entry),
            },
            other => other.clone(),
        }
    }

    /// The run of entries that an expression is, where it is nothing but a name of one.
    fn run_of(&self, expr: &Expr, at: &Regs, bound: &[Place]) -> Option<(usize, usize)> {
        match &expr.op {
            Op::Local(place) if !bound.contains(place) => match at.get(*place)? {
                Held::Run(from, to) => Some((*from, *to)),
                Held::Known(_) | Held::Cell(_) => None,
            },
            _ => None,
        }
    }

    /// Adds the entries that an expression asks for and that are not pinned; `bound` are registers that it fills itself.
    fn reads(
        &mut self,
        expr: &Expr,
        at: &Regs,
        bound: &mut Vec<Place>,
        found: &mut Places,
    ) -> Result<(), Halt> {
        let before = bound.len();
        match &expr.op {
            Op::Local(place) => {
                if !bound.contains(place)
                    && let Some(held) = at.get(*place)
                {
                    self.add(held, found);
                }
                return Ok(());
            }
            Op::Index(list, _) | Op::Slice(list, ..) => {
                if let Some((from, to)) = self.run_of(list, at, bound) {
                    if let Op::Index(_, index) = &expr.op
                        && !index.mentions(bound)
                        && let Some(index) = self.number(index, at)?
                    {
                        // Outside of the row it fails, where it is worked out at all.
                        if (0..(to - from) as i64).contains(&index) {
                            self.add(&Held::Cell(from + index as usize), found);
                        }
                        return Ok(());
                    }
                    if let Some(held) = self.held(expr, at, bound)? {
                        self.add(&held, found);
                        return Ok(());
                    }
                    self.add(&Held::Run(from, to), found);
                }
            }
            Op::Call(Builtin::Len | Builtin::Indices, args) => {
                if let [only] = args.as_slice()
                    && self.run_of(only, at, bound).is_some()
                {
                    return Ok(());
                }
            }
            Op::Function(function, args) if function.own.is_none() => {
                if let Some(inner) = self.call(function, args, at, bound)? {
                    return self.reads(&function.body, &inner, &mut Vec::new(), found);
                }
            }
            Op::If(branches, last) => {
                if let Some(taken) = self.taken(branches, last, at, bound)? {
                    return self.reads(taken, at, bound, found);
                }
            }
            Op::Comprehension(inner) => {
                bound.extend(inner.clauses.iter().flat_map(Clause::places));
            }
            _ => {}
        }
        for part in expr.children() {
            self.reads(part, at, bound, found)?;
        }
        bound.truncate(before);
        Ok(())
    }

    fn add(&self, held: &Held, found: &mut Places) {
        let entries = match held {
            Held::Known(_) => 0..0,
            Held::Cell(entry) => *entry..*entry + 1,
            Held::Run(from, to) => *from..*to,
        };
        entries
            .filter(|entry| self.pinned[*entry].is_none())
            .for_each(|entry| found.insert(entry));
    }

    /// The entries that expressions ask for and that are not pinned.
    fn asked(&mut self, exprs: &[&Expr], at: &Regs) -> Result<Places, Halt> {
        let mut found = Places::NONE;
        for expr in exprs {
            self.reads(expr, at, &mut Vec::new(), &mut found)?;
        }
        Ok(found)
    }

    /// The branch that is taken, where nothing has to be pinned for that.
    fn taken<'e>(
        &mut self,
        branches: &'e [(Expr, Expr)],
        last: &'e Expr,
        at: &Regs,
        bound: &[Place],
    ) -> Result<Option<&'e Expr>, Halt> {
        for (condition, value) in branches {
            if condition.mentions(bound) || !self.asked(&[condition], at)?.is_empty() {
                return Ok(None);
            }
            if self.known(condition, at)? == Value::Bool(true) {
                return Ok(Some(value));
            }
        }
        Ok(Some(last))
    }

    /// What an expression is, where nothing has to be pinned for it.
    fn held(&mut self, expr: &Expr, at: &Regs, bound: &[Place]) -> Result<Option<Held>, Halt> {
        if let Op::Local(place) = &expr.op {
            let held = at.get(*place).filter(|_| !bound.contains(place));
            return Ok(held.map(|held| self.resolved(held)));
        }
        if expr.mentions(bound) {
            return Ok(None);
        }
        if let Op::If(branches, last) = &expr.op {
            return match self.taken(branches, last, at, bound)? {
                Some(taken) => self.held(taken, at, bound),
                None => Ok(None),
            };
        }
        let run = match &expr.op {
            Op::Index(list, _) | Op::Slice(list, ..) => self.run_of(list, at, bound),
            _ => None,
        };
        if let Some((from, to)) = run {
            let len = (to - from) as i64;
            match &expr.op {
                Op::Index(_, index) => {
                    return match self.number(index, at)? {
                        Some(index @ 0..) if index < len => {
                            Ok(Some(self.resolved(&Held::Cell(from + index as usize))))
                        }
                        // Whoever works it out meets the fault.
                        Some(_) => self.known(expr, at).map(|value| Some(Held::Known(value))),
                        None => Ok(None),
                    };
                }
                Op::Slice(_, lo, hi) => {
                    let mut end = |end: &Option<Box<Expr>>, whole: i64| match end {
                        Some(end) => self.number(end, at),
                        None => Ok(Some(whole)),
                    };
                    let (Some(lo), Some(hi)) = (end(lo, 0)?, end(hi, len - 1)?) else {
                        return Ok(None);
                    };
                    // Both ends are included, and clipped.
                    let first = lo.clamp(0, len) as usize;
                    let end = (hi.clamp(-1, len - 1) + 1) as usize;
                    return Ok(Some(Held::Run(from + first.min(end), from + end)));
                }
                _ => {}
            }
        }
        match self.asked(&[expr], at)?.is_empty() {
            true => self.known(expr, at).map(|value| Some(Held::Known(value))),
            false => Ok(None),
        }
    }

    /// A number for which nothing has to be pinned.
    fn number(&mut self, expr: &Expr, at: &Regs) -> Result<Option<i64>, Halt> {
        match self.asked(&[expr], at)?.is_empty() {
            true => Ok(self.known(expr, at)?.as_int()),
            false => Ok(None),
        }
    }

    /// The registers of a function that is called; nothing where some argument has to be pinned.
    fn call(
        &mut self,
        function: &Function,
        args: &[Expr],
        at: &Regs,
        bound: &[Place],
    ) -> Result<Option<Regs>, Halt> {
        let mut inner = Regs::new(function.frame);
        for (param, arg) in function.params.iter().zip(args) {
            match self.held(arg, at, bound)? {
                Some(held) => inner.set(*param, held),
                None => return Ok(None),
            }
        }
        Ok(Some(inner))
    }

    /// The value of an expression all of whose entries are pinned.
    fn known(&mut self, expr: &Expr, at: &Regs) -> Result<Value, Halt> {
        self.machine.budget.step()?;
        let address = std::ptr::from_ref(expr);
        let compiled = self.codes.entry(address).or_insert_with(|| {
            let code = compile(expr, at.frame);
            let reads = free(expr);
            Arc::new(Compiled { code, reads })
        });
        let Compiled { code, reads } = &*Arc::clone(compiled);
        self.machine.prepare(code);
        for place in reads {
            // What is not pinned is not asked for.
            let value = |entry: usize| self.seen[entry][self.pinned[entry].unwrap_or(0)].clone();
            let value = match at.get(*place) {
                Some(Held::Known(value)) => value.clone(),
                Some(Held::Cell(entry)) => value(*entry),
                Some(Held::Run(from, to)) => Value::list((*from..*to).map(value).collect()),
                None => return unreadable("a name has no value yet"),
            };
            put(self.machine, *place, value)?;
        }
        Ok(self.machine.result(code, &mut NoHost)?)
    }
}
