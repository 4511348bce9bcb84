//! Reading a rule for every row that can be left of one, at once.
//!
//! The row is not known: of the entries of the first row, each may be there or not. What does not depend on that is worked out by
//! the machine as ever. Beside it a value is [`Seen`] as one of few things: some of the entries that are left; the index of an
//! entry, whatever that is now; the length. An index is only compared with others, since its order is that of the entries, or used
//! to take its entry. A condition is a set of [guards](super::guard). What cannot be seen so declines: nothing is guessed.
//!
//! A fault of what is worked out declines, too: it need not lie on the way.

use std::cmp::Ordering;
use std::sync::Arc;

use hashbrown::HashMap;

use super::guard::Places;
use super::members::Members;
use super::reading::{Reading, Registers, free, put, unreadable};
use crate::expr::builtin::{Builtin, compare};
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::machine::{Machine, NoHost};
use crate::expr::tree::{ArithOp, Clause, Comprehension, Expr, Frame, Function, Op, Place, Target};
use crate::expr::value::Value;
use crate::work::Halt;

#[derive(Debug, Clone)]
pub(super) enum Seen {
    Known(Value),
    /// Those of these entries that are there, in their order.
    Entries(Places),
    /// The index of an entry that is there, and so much more.
    Index(usize, i64),
    /// The length of the row, and so much more.
    Length(i64),
}

/// What is known of what the registers hold.
pub(super) type Regs = Registers<Seen>;

impl Regs {
    pub(super) fn bind(&mut self, target: &Target, seen: Seen) -> Result<(), Halt> {
        match (target, seen) {
            (Target::One(place), seen) => self.set(*place, seen),
            (Target::Parts(places), Seen::Known(value)) => {
                for (place, part) in places.iter().zip(value.items()) {
                    self.set(*place, Seen::Known(part.clone()));
                }
            }
            (Target::Parts(_), _) => return unreadable("the row is taken apart"),
        }
        Ok(())
    }
}

/// An expression that the machine works out: its code, the registers that it reads, and those that are filled from the row.
struct Static {
    code: Code,
    reads: Vec<Place>,
    /// Regs behind those of the frame, each with the part of the expression that it stands for.
    filled: Vec<(Place, Expr)>,
}

/// Reads the rules of a game for all that can be left of a row.
pub(super) struct Reader<'m> {
    pub(super) entries: &'m [Value],
    pub(super) machine: &'m mut Machine,
    /// Where the row is read as a set, to which moves may add.
    pub(super) members: Option<Members<'m>>,
    /// What the machine works out, by the address of the expression, which stands in the rules.
    codes: HashMap<*const Expr, Arc<Static>>,
    /// The registers that each expression reads.
    reads: HashMap<*const Expr, Arc<Vec<Place>>>,
}

impl<'m> Reader<'m> {
    pub(super) fn new(entries: &'m [Value], machine: &'m mut Machine) -> Reader<'m> {
        Reader {
            entries,
            machine,
            members: None,
            codes: HashMap::new(),
            reads: HashMap::new(),
        }
    }

    pub(super) fn all(&self) -> Places {
        Places::below(self.entries.len())
    }

    /// Whether an expression depends on the row.
    pub(super) fn depends(&mut self, expr: &Expr, at: &Regs) -> Result<bool, Halt> {
        let address = std::ptr::from_ref(expr);
        let reads = self.reads.entry(address);
        let reads = reads.or_insert_with(|| Arc::new(free(expr)));
        for place in reads.iter() {
            match at.get(*place) {
                Some(Seen::Known(_)) => {}
                Some(_) => return Ok(true),
                None => return unreadable("a name has no value yet"),
            }
        }
        Ok(false)
    }

    pub(super) fn value(&mut self, expr: &Expr, at: &mut Regs) -> Result<Seen, Halt> {
        if !self.depends(expr, at)? {
            return self.known(expr, at).map(Seen::Known);
        }
        match &expr.op {
            Op::Local(place) => match at.get(*place) {
                Some(seen) => Ok(seen.clone()),
                None => unreadable("a name has no value yet"),
            },
            Op::Arith(first, rest) => match (self.value(first, at)?, rest.as_slice()) {
                (Seen::Index(place, plus), [(op, more)]) => {
                    let plus = self.plus(plus, *op, more, at)?;
                    Ok(Seen::Index(place, plus))
                }
                (Seen::Length(plus), [(op, more)]) => {
                    Ok(Seen::Length(self.plus(plus, *op, more, at)?))
                }
                _ => self.known(expr, at).map(Seen::Known),
            },
            Op::Index(list, index) => match (self.value(list, at)?, self.value(index, at)?) {
                (Seen::Entries(entries), Seen::Index(place, 0)) if entries == self.all() => {
                    Ok(Seen::Known(self.entries[place].clone()))
                }
                (Seen::Known(_), Seen::Known(_)) => self.known(expr, at).map(Seen::Known),
                (Seen::Entries(entries), Seen::Length(-1)) if entries == self.all() => {
                    self.last().map(Seen::Known)
                }
                _ => unreadable("an entry is taken at an index that is worked out"),
            },
            Op::Function(function, args) if function.own.is_none() => {
                let mut inner = self.call(function, args, at)?;
                self.value(&function.body, &mut inner)
            }
            Op::If(branches, last) => {
                for (condition, value) in branches {
                    match self.condition(condition, at)?.constant() {
                        Some(true) => return self.value(value, at),
                        Some(false) => {}
                        None => return unreadable("a value depends on the row"),
                    }
                }
                self.value(last, at)
            }
            Op::Call(Builtin::Len, args) => match self.only(args, at)? {
                Seen::Entries(entries) if entries == self.all() => Ok(Seen::Length(0)),
                _ => unreadable("the length of what is left is asked"),
            },
            Op::Call(Builtin::Remove | Builtin::Sort | Builtin::Unique, _)
            | Op::Slice(..)
            | Op::Concat(_)
            | Op::Comprehension(_) => self.part(expr, at).map(Seen::Entries),
            _ => self.known(expr, at).map(Seen::Known),
        }
    }

    /// A number that is added to an index or a length, with what is added already.
    fn plus(&mut self, plus: i64, op: ArithOp, more: &Expr, at: &mut Regs) -> Result<i64, Halt> {
        let more = match self.value(more, at)? {
            Seen::Known(Value::Int(more)) => more,
            _ => return unreadable("an index is worked out"),
        };
        let sum = match op {
            ArithOp::Add => plus.checked_add(more),
            ArithOp::Sub => plus.checked_sub(more),
            _ => None,
        };
        sum.map_or_else(|| unreadable("an index is worked out"), Ok)
    }

    fn only(&mut self, args: &[Expr], at: &mut Regs) -> Result<Seen, Halt> {
        match args {
            [one] => self.value(one, at),
            _ => unreadable("a function of several values reads the row"),
        }
    }

    pub(super) fn call(
        &mut self,
        function: &Function,
        args: &[Expr],
        at: &mut Regs,
    ) -> Result<Regs, Halt> {
        let mut inner = Regs::new(function.frame);
        for (param, arg) in function.params.iter().zip(args) {
            inner.set(*param, self.value(arg, at)?);
        }
        Ok(inner)
    }

    /// The value of an expression that the machine works out, once the entries that it takes are known.
    pub(super) fn known(&mut self, expr: &Expr, at: &mut Regs) -> Result<Value, Halt> {
        let address = std::ptr::from_ref(expr);
        let code = match self.codes.get(&address) {
            Some(code) => Arc::clone(code),
            None => {
                let code = Arc::new(Self::compiled(expr, at)?);
                self.codes.insert(address, Arc::clone(&code));
                code
            }
        };
        let mut filled = Vec::with_capacity(code.filled.len());
        for (place, part) in &code.filled {
            match self.value(part, at)? {
                Seen::Known(value) => filled.push((*place, value)),
                _ => return unreadable("a value depends on the row"),
            }
        }
        self.machine.prepare(&code.code);
        for place in &code.reads {
            match at.get(*place) {
                Some(Seen::Known(value)) => put(self.machine, *place, value.clone())?,
                _ => return unreadable("a value depends on the row"),
            }
        }
        for (place, value) in filled {
            put(self.machine, place, value)?;
        }
        Ok(self.machine.result(&code.code, &mut NoHost)?)
    }

    /// The code of an expression, with registers in the place of the entries that it takes and of functions of the row.
    fn compiled(expr: &Expr, at: &Regs) -> Result<Static, Halt> {
        let mut frame = at.frame;
        let mut filled = Vec::new();
        let mut expr = expr.clone();
        fill(&mut expr, at, &mut frame, &mut filled)?;
        let mut reads = free(&expr);
        reads.retain(|place| filled.iter().all(|it| it.0 != *place));
        Ok(Static {
            code: compile(&expr, frame),
            reads,
            filled,
        })
    }
}

/// Puts registers in the place of the entries that an expression takes, and of functions of the row.
fn fill(
    expr: &mut Expr,
    at: &Regs,
    frame: &mut Frame,
    filled: &mut Vec<(Place, Expr)>,
) -> Result<(), Halt> {
    // Its parts are copies, whose addresses mean nothing.
    let known = |place: &Place| matches!(at.get(*place), Some(Seen::Known(_)));
    if free(expr).iter().all(known) {
        return Ok(());
    }
    match &expr.op {
        Op::Index(list, _) if matches!(&list.op, Op::Local(place) if !known(place)) => {
            put_aside(expr, frame, filled);
            Ok(())
        }
        Op::Function(function, _) if function.own.is_some() => {
            unreadable("a function that calls itself reads the row")
        }
        Op::Function(..) => {
            put_aside(expr, frame, filled);
            Ok(())
        }
        Op::Local(_) => unreadable("an expression takes the row or an index"),
        Op::Comprehension(_) => unreadable("a list is made of the row"),
        _ => {
            let mut parts = expr.children_mut().into_iter();
            parts.try_for_each(|part| fill(part, at, frame, filled))
        }
    }
}

fn put_aside(expr: &mut Expr, frame: &mut Frame, filled: &mut Vec<(Place, Expr)>) {
    let place = frame.place(&expr.kind);
    let local = Expr::local(place, expr.kind.clone(), expr.span);
    filled.push((place, std::mem::replace(expr, local)));
}

impl Reader<'_> {
    /// Entries that are left of the row, in their order.
    pub(super) fn part(&mut self, expr: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match &expr.op {
            Op::Call(Builtin::Remove, args) => {
                let [list, indices @ ..] = args.as_slice() else {
                    return unreadable("nothing is removed");
                };
                let mut left = self.whole(list, at)?;
                for index in indices {
                    match self.value(index, at)? {
                        Seen::Index(place, 0) => left.remove(place),
                        _ => {
                            return unreadable(
                                "an entry is removed at an index that is worked out",
                            );
                        }
                    }
                }
                Ok(left)
            }
            Op::Slice(list, lo, hi) => {
                let whole = self.whole(list, at)?;
                let first = match lo {
                    Some(lo) => self.bound(lo, 0, at)?,
                    None => 0,
                };
                let end = match hi {
                    Some(hi) => self.bound(hi, 1, at)?,
                    None => self.entries.len(),
                };
                Ok((whole & Places::below(end)) - Places::below(first))
            }
            Op::Concat(parts) => self.joined(parts, at),
            Op::Call(Builtin::Sort | Builtin::Unique, args) => {
                let [list] = args.as_slice() else {
                    return unreadable("several lists are sorted");
                };
                let left = self.entries_of(list, at)?;
                let sorts = matches!(expr.op, Op::Call(Builtin::Sort, _));
                let ascends = |two: &[Value]| match compare(&two[0], &two[1]) {
                    Ordering::Less => true,
                    Ordering::Equal => sorts,
                    Ordering::Greater => false,
                };
                match self.entries.windows(2).all(ascends) {
                    true => Ok(left),
                    false => unreadable("entries are sorted that do not ascend"),
                }
            }
            Op::Comprehension(inner) => self.filtered(inner, at),
            _ => unreadable("the new row is not made of entries of the row"),
        }
    }

    /// Entries of several lists, one behind the other.
    fn joined(&mut self, parts: &[Expr], at: &mut Regs) -> Result<Places, Halt> {
        let mut all = Places::NONE;
        for part in parts {
            let part = self.entries_of(part, at)?;
            if let (Some(last), Some(first)) = (all.last(), part.first())
                && last >= first
            {
                return unreadable("entries change their order");
            }
            all = all | part;
        }
        Ok(all)
    }

    /// The entries that a list is made of, each as it is.
    fn filtered(&mut self, inner: &Comprehension, at: &mut Regs) -> Result<Places, Halt> {
        let mut left = Places::NONE;
        let (binder, rest) = match inner.clauses.split_first() {
            Some((binder, rest)) => (binder, rest),
            None => return unreadable("a list without a name for its entries"),
        };
        for (place, seen) in self.values(binder, at)? {
            let Some(place) = place else {
                return unreadable("the new row is not made of entries of the row");
            };
            self.bind(binder, seen, at)?;
            if self.keeps(rest, at)? {
                match self.value(&inner.element, at)? {
                    Seen::Known(value) if value == self.entries[place] => left.insert(place),
                    _ => return unreadable("entries are changed"),
                }
            }
        }
        Ok(left)
    }

    /// Whether an entry stays in a list by its conditions, which do not depend on others.
    pub(super) fn keeps(&mut self, clauses: &[Clause], at: &mut Regs) -> Result<bool, Halt> {
        for clause in clauses {
            match clause {
                Clause::Test(condition) => match self.condition(condition, at)?.constant() {
                    Some(true) => {}
                    Some(false) => return Ok(false),
                    None => return unreadable("which entries stay depends on others"),
                },
                Clause::Value { target, value } => {
                    let seen = self.value(value, at)?;
                    at.bind(target, seen)?;
                }
                _ => return unreadable("entries may stand several times in the new row"),
            }
        }
        Ok(true)
    }

    /// The entries that a value consists of.
    pub(super) fn entries_of(&mut self, expr: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match self.value(expr, at)? {
            Seen::Entries(entries) => Ok(entries),
            Seen::Known(list) if list.items().is_empty() => Ok(Places::NONE),
            _ => unreadable("the new row is not made of entries of the row"),
        }
    }

    /// All entries: of nothing else is the order that of the indices.
    pub(super) fn whole(&mut self, list: &Expr, at: &mut Regs) -> Result<Places, Halt> {
        match self.value(list, at)? {
            Seen::Entries(entries) if entries == self.all() => Ok(entries),
            _ => unreadable("an index is one of another list than the row"),
        }
    }

    /// The number of entries before an end of a slice or range; `over` is 1 where the end itself is included.
    pub(super) fn bound(&mut self, end: &Expr, over: i64, at: &mut Regs) -> Result<usize, Halt> {
        match self.value(end, at)? {
            // The entries before this one or, with it, one more; what stands between are no entries.
            Seen::Index(place, plus) if (0..=1).contains(&(plus + over)) => {
                Ok(place + (plus + over) as usize)
            }
            Seen::Length(plus) if plus + over == 0 => Ok(self.entries.len()),
            Seen::Known(Value::Int(n)) if n.saturating_add(over) <= 0 => Ok(0),
            _ => unreadable("a part of the row ends at an index that is worked out"),
        }
    }
}
