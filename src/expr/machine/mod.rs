//! The machine that runs compiled code.
//!
//! Registers are indexed without a check of their own: the compiler hands out only registers below the sizes that
//! [`Code`] states, and a frame of that size is made before the code runs. The same holds for the tables of operands,
//! constants, sets and functions, which the compiler fills before it names a place in them.

mod bound;
mod calls;
mod host;
mod partitions;
mod rare;
mod values;

use hashbrown::HashSet;
use smallvec::SmallVec;

pub(crate) use self::bound::{first_that_holds, last_that_holds};
use self::calls::Memo;
use self::calls::{Family, Running};
pub use self::host::{Cells, Host, NoHost, Part, Then, Wanted};
pub(crate) use self::partitions::Partitions;
use self::values::{contains, element, number, outside, overflow, same, slice, unbox};
pub(crate) use self::values::{floor_div, floor_rem};
use super::code::Place;
use super::code::{CONST, Cmp, Code, Emit, Ins, NONE, Obj, Operand};
use super::fault::{Fault, FaultKind};
use super::numbers::next_divisor;
use super::value::Value;
use crate::work::budget::Budget;

/// The room that a list or tuple takes beside its elements, in elements.
const FRAME_OF_LIST: u64 = 5;

/// How many piles are handed on in about the time of a step.
const PILES_IN_A_STEP: u64 = 2;

/// A tuple takes memory of its own.
const STEPS_OF_A_TUPLE: u64 = 2;

/// Registers and limits.
pub struct Machine {
    ints: Vec<i64>,
    objs: Vec<Value>,
    partitions: Vec<Partitions>,
    /// The elements of lists of different elements that are being made.
    sets: Vec<HashSet<Value>>,
    memo: Memo,
    /// What is left of memory and time.
    pub budget: Budget,
    /// How many bytes of lists were made since the last reset.
    made: u64,
    /// How many may be made.
    max_made: u64,
}

/// Where a call's registers begin.
#[derive(Clone, Copy)]
struct Base {
    ints: usize,
    objs: usize,
}

impl Machine {
    pub fn new(budget: Budget) -> Machine {
        let max_made = budget.memory();
        Machine {
            ints: Vec::new(),
            objs: Vec::new(),
            partitions: Vec::new(),
            sets: Vec::new(),
            memo: Memo::default(),
            budget,
            made: 0,
            max_made,
        }
    }

    /// Makes room for a frame and loads its constants. The first registers are then free to be set.
    pub fn prepare(&mut self, code: &Code) {
        self.made = 0;
        let base = Base { ints: 0, objs: 0 };
        self.frame(code, base);
    }

    #[inline]
    fn frame(&mut self, code: &Code, base: Base) {
        let (ints, objs) = (
            base.ints + code.ints as usize,
            base.objs + code.objs as usize,
        );
        if self.ints.len() < ints {
            self.ints.resize(ints, 0);
        }
        if self.objs.len() < objs {
            self.objs.resize(objs, Value::Nothing);
        }
        for (reg, value) in &code.int_consts {
            self.ints[base.ints + *reg as usize] = *value;
        }
    }

    /// Sets a register of the outermost frame, after [`Machine::prepare`].
    pub fn set_int(&mut self, register: u32, value: i64) {
        if let Some(slot) = self.ints.get_mut(register as usize) {
            *slot = value;
        }
    }

    /// Sets a register of the outermost frame, after [`Machine::prepare`].
    pub fn set_obj(&mut self, register: u32, value: Value) {
        if let Some(slot) = self.objs.get_mut(register as usize) {
            *slot = value;
        }
    }

    /// Runs prepared code. The loop is compiled for the host that takes options, and once for all others.
    pub fn run<H: Host + ?Sized>(&mut self, code: &Code, host: &mut H) -> Result<(), Fault> {
        let family = &Family::default();
        self.execute(Running { code, family }, 0, Base { ints: 0, objs: 0 }, host)
    }

    /// Runs prepared code of a condition.
    pub fn truth(&mut self, code: &Code, host: &mut dyn Host) -> Result<bool, Fault> {
        self.run(code, host)?;
        match code.result {
            Some(Place::Int(reg)) => Ok(self.ints[reg as usize] != 0),
            Some(Place::Obj(_)) | None => unreachable!("a condition is true or false"),
        }
    }

    /// What a register of the outermost frame holds after code was run.
    pub fn get_int(&self, register: u32) -> i64 {
        self.ints[register as usize]
    }

    /// Evaluates an expression without free registers.
    pub fn eval(&mut self, code: &Code, host: &mut dyn Host) -> Result<Value, Fault> {
        self.prepare(code);
        self.result(code, host)
    }

    /// Runs prepared code of an expression.
    pub fn result(&mut self, code: &Code, host: &mut dyn Host) -> Result<Value, Fault> {
        self.run(code, host)?;
        Ok(match self.left(code, Base { ints: 0, objs: 0 }) {
            Value::Int(number) if code.is_truth => Value::Bool(number != 0),
            value => value,
        })
    }

    /// The result that code has left, a truth value as a number.
    fn left(&self, code: &Code, base: Base) -> Value {
        match code.result {
            Some(Place::Int(reg)) => Value::Int(self.ints[base.ints + reg as usize]),
            Some(Place::Obj(obj)) => self.obj(code, base, obj).clone(),
            None => Value::Nothing,
        }
    }

    #[inline]
    fn obj<'a>(&'a self, code: &'a Code, base: Base, obj: Obj) -> &'a Value {
        if obj & CONST != 0 {
            &code.consts[(obj & !CONST) as usize]
        } else {
            &self.objs[base.objs + obj as usize]
        }
    }

    #[inline]
    fn value(&self, code: &Code, base: Base, operand: Operand) -> Value {
        match operand {
            Operand::Int(reg) => Value::Int(self.ints[base.ints + reg as usize]),
            Operand::Bool(reg) => Value::Bool(self.ints[base.ints + reg as usize] != 0),
            Operand::Obj(obj) => self.obj(code, base, obj).clone(),
        }
    }

    #[inline]
    fn operand(&self, code: &Code, base: Base, number: u32) -> Value {
        self.value(code, base, code.operands[number as usize])
    }

    #[inline]
    fn args(&self, code: &Code, base: Base, number: u32) -> SmallVec<[Value; 2]> {
        code.args[number as usize]
            .iter()
            .map(|operand| self.value(code, base, *operand))
            .collect()
    }

    /// Counts list elements that are made.
    #[inline]
    fn make(&mut self, count: u64) -> Result<(), FaultKind> {
        self.make_bytes(count.saturating_mul(size_of::<Value>() as u64))
    }

    /// Counts bytes of lists that are made.
    #[inline]
    fn make_bytes(&mut self, bytes: u64) -> Result<(), FaultKind> {
        self.made = self.made.saturating_add(bytes);
        if self.made <= self.max_made {
            return Ok(());
        }
        self.made_many()
    }

    /// Looks whether more may be made by now: what else was in use may have gone.
    #[cold]
    fn made_many(&mut self) -> Result<(), FaultKind> {
        self.max_made = self.budget.memory();
        Ok(self.budget.need(self.made)?)
    }

    /// Counts what it takes to look at the elements of a list as a slice, where they are packed.
    #[inline]
    fn unpack(&mut self, code: &Code, base: Base, list: Obj) -> Result<(), FaultKind> {
        match self.obj(code, base, list) {
            Value::List(items) if items.is_numbers() => {
                let bytes = items.bytes_to_unpack();
                self.make_bytes(bytes)
            }
            _ => Ok(()),
        }
    }

    /// Runs until something ends the code or a function is called; also one past the place of the last instruction.
    fn steps<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        start: usize,
        base: Base,
        host: &mut H,
    ) -> (usize, Result<Next, Break>) {
        // Its address goes nowhere, so that it is kept in a register.
        let mut at = start;
        let next = self.step(running, &mut at, base, host);
        (at, next)
    }

    /// Runs until something ends the code or a function is called.
    #[inline(always)]
    #[allow(
        clippy::too_many_lines,
        reason = "one loop over the instructions: a call for each would cost more than most of them"
    )]
    fn step<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        at: &mut usize,
        base: Base,
        host: &mut H,
    ) -> Result<Next, Break> {
        let code = running.code;
        macro_rules! int {
            ($reg:expr) => {
                self.ints[base.ints + $reg as usize]
            };
        }
        macro_rules! slot {
            ($obj:expr) => {
                self.objs[base.objs + $obj as usize]
            };
        }
        macro_rules! jump {
            ($pc:expr) => {
                *at = $pc as usize
            };
        }
        macro_rules! end {
            ($reg:expr, $none:expr) => {
                if $reg == NONE { $none } else { int!($reg) }
            };
        }
        macro_rules! number {
            ($list:expr, $place:expr) => {
                number(self.obj(code, base, $list), $place as usize)
            };
        }
        loop {
            // The compiler ends every piece of code with `Return` and jumps only inside it.
            let place = *at;
            *at += 1;
            // Matched in its place: a copy on the stack would cost more than the work of most instructions.
            match code.ins[place] {
                Ins::Int(dst, value) => int!(dst) = value,
                Ins::Move(dst, src) => int!(dst) = int!(src),
                Ins::MoveObj(dst, src) => slot!(dst) = self.obj(code, base, src).clone(),
                Ins::Add(dst, a, b) => {
                    int!(dst) = int!(a).checked_add(int!(b)).ok_or_else(overflow)?
                }
                Ins::Sub(dst, a, b) => {
                    int!(dst) = int!(a).checked_sub(int!(b)).ok_or_else(overflow)?
                }
                Ins::Mul(dst, a, b) => {
                    int!(dst) = int!(a).checked_mul(int!(b)).ok_or_else(overflow)?
                }
                Ins::Div(dst, a, b) => int!(dst) = floor_div(int!(a), int!(b))?,
                Ins::Rem(dst, a, b) => int!(dst) = floor_rem(int!(a), int!(b))?,
                Ins::Neg(dst, a) => int!(dst) = int!(a).checked_neg().ok_or_else(overflow)?,
                Ins::Not(dst, a) => int!(dst) = i64::from(int!(a) == 0),
                Ins::Same(dst, a, b) => {
                    let (a, b) = (self.obj(code, base, a), self.obj(code, base, b));
                    let same = match a.holds_lists() {
                        false => same(a, b),
                        true => self.equal(a.clone(), b.clone())?,
                    };
                    int!(dst) = i64::from(same);
                }
                Ins::Jump(pc) => {
                    if (pc as usize) < *at {
                        self.budget.step()?;
                    }
                    jump!(pc);
                }
                Ins::JumpIfNot(a, pc) => {
                    if int!(a) == 0 {
                        jump!(pc);
                    }
                }
                Ins::JumpIf(a, pc) => {
                    if int!(a) != 0 {
                        jump!(pc);
                    }
                }
                Ins::JumpUnless(cmp, a, b, pc) => {
                    if !holds(cmp, int!(a), int!(b)) {
                        jump!(pc);
                    }
                }
                Ins::Next(var, last, step, pc) => {
                    self.budget.step()?;
                    if let Some(next) = int!(var).checked_add(i64::from(step))
                        && next <= int!(last)
                    {
                        int!(var) = next;
                        jump!(pc);
                    }
                }
                Ins::Leap(kind, var, last, pc) => match kind.next_from(int!(var)) {
                    Some(next) if next <= int!(last) => int!(var) = next,
                    _ => jump!(pc),
                },
                Ins::LeapToDivisor(number, var, last, pc) => {
                    let between = (int!(var), int!(last));
                    match next_divisor(int!(number), between, &mut self.budget)? {
                        Some(next) => int!(var) = next,
                        None => jump!(pc),
                    }
                }
                Ins::EachInt(dst, list, counter, pc) => match number!(list, int!(counter)) {
                    Some(item) => {
                        int!(dst) = item;
                        int!(counter) += 1;
                    }
                    None => jump!(pc),
                },
                Ins::NextInt(dst, list, counter, pc) => {
                    self.budget.step()?;
                    if let Some(item) = number!(list, int!(counter)) {
                        int!(dst) = item;
                        int!(counter) += 1;
                        jump!(pc);
                    }
                }
                Ins::EachObj(dst, list, counter, pc) => {
                    let items = self.obj(code, base, list).items();
                    match items.get(int!(counter) as usize).cloned() {
                        Some(item) => {
                            slot!(dst) = item;
                            int!(counter) += 1;
                        }
                        None => jump!(pc),
                    }
                }
                Ins::Len(dst, list) => int!(dst) = self.obj(code, base, list).len() as i64,
                Ins::IndexInt(dst, list, index) => {
                    let (list, index) = (self.obj(code, base, list), int!(index));
                    let place = usize::try_from(index).ok();
                    let item = place.and_then(|place| number(list, place));
                    int!(dst) = item.ok_or_else(|| outside(list, index))?;
                }
                Ins::IndexObj(dst, list, index) => {
                    let item = element(self.obj(code, base, list), int!(index))?.clone();
                    slot!(dst) = item;
                }
                Ins::FieldInt(dst, tuple, place) => {
                    // The checker compares the place with the tuple's kind.
                    int!(dst) = number!(tuple, place).unwrap_or(0);
                }
                Ins::IndexField(dst, list, index, place) => {
                    let tuple = element(self.obj(code, base, list), int!(index))?;
                    int!(dst) = tuple.items().get(place as usize).map_or(0, unbox);
                }
                Ins::FieldObj(dst, tuple, place) => {
                    let parts = self.obj(code, base, tuple).items();
                    let item = parts[place as usize].clone();
                    slot!(dst) = item;
                }
                Ins::CheckIndex(index, list, pc) => {
                    let len = self.obj(code, base, list).len() as i64;
                    if !(0..len).contains(&int!(index)) {
                        jump!(pc);
                    }
                }
                Ins::OnInts(builtin, dst, a, b) => {
                    let result = if b == NONE {
                        builtin.on_ints(&[int!(a)])
                    } else {
                        builtin.on_ints(&[int!(a), int!(b)])
                    };
                    // The compiler asked before it chose this instruction.
                    int!(dst) =
                        result.ok_or_else(|| FaultKind::internal("no function of numbers"))??;
                }
                Ins::Min(dst, a, b) => int!(dst) = int!(a).min(int!(b)),
                Ins::Max(dst, a, b) => int!(dst) = int!(a).max(int!(b)),
                Ins::ContainsInt(dst, list, a) => {
                    int!(dst) = i64::from(contains(self.obj(code, base, list), int!(a)));
                }
                Ins::ContainsInts(dst, list, parts) => {
                    let parts = &code.args[parts as usize];
                    let same = |(part, item): (&Operand, &Value)| match part {
                        Operand::Int(reg) => matches!(item, Value::Int(n) if *n == int!(*reg)),
                        Operand::Bool(_) | Operand::Obj(_) => false,
                    };
                    let is_it = |item: &Value| parts.iter().zip(item.items()).all(same);
                    int!(dst) = i64::from(self.obj(code, base, list).items().iter().any(is_it));
                }
                Ins::PutCell(reg) => host.put(Cells::One(int!(reg))),
                Ins::PutEntry(reg) => {
                    self.make(1)?;
                    host.put(Cells::One(int!(reg)));
                }
                Ins::PutRow => {
                    self.make(FRAME_OF_LIST)?;
                    host.put(Cells::Row);
                }
                Ins::PutSlice(list, lo, hi) => {
                    self.unpack(code, base, list)?;
                    let part = slice(self.obj(code, base, list), end!(lo, 0), end!(hi, i64::MAX));
                    let count = part.len() as u64;
                    host.put(Cells::Entries(part));
                    self.make(count)?;
                }
                Ins::PutLimited(list, [lo, hi], [least, most]) => {
                    self.unpack(code, base, list)?;
                    let part = slice(self.obj(code, base, list), end!(lo, 0), end!(hi, i64::MAX));
                    let count = part.len() as u64;
                    let (least, most) = (end!(least, i64::MIN), end!(most, i64::MAX));
                    host.put(Cells::Limited(part, least, most));
                    self.make(count)?;
                }
                Ins::PutRange(lo, hi) => {
                    let (lo, hi) = (int!(lo), int!(hi));
                    if lo <= hi {
                        self.make(hi.abs_diff(lo).saturating_add(1))?;
                    }
                    host.put(Cells::Range(lo, hi));
                }
                Ins::PutAt(index, value) => host.put(Cells::At(int!(index), int!(value))),
                Ins::Emit(emit, pc) => {
                    if let Emit::Row(list, _) | Emit::Piles(list) = emit {
                        self.unpack(code, base, list)?;
                    }
                    let then = match emit {
                        Emit::CloseRow(coord) => host.emit(Part::CloseRow(coord)),
                        Emit::Row(row, coord) => {
                            host.emit(Part::Row(self.obj(code, base, row), coord))
                        }
                        Emit::Piles(list) => {
                            let count = self.obj(code, base, list).len() as u64;
                            self.budget.steps(count / PILES_IN_A_STEP)?;
                            host.emit(Part::Piles(self.obj(code, base, list)))
                        }
                        Emit::Position(position) => {
                            host.emit(Part::Position(self.obj(code, base, position)))
                        }
                        Emit::EndPile => host.emit(Part::EndPile),
                        Emit::EndOption(pile) => {
                            let ints = &self.ints[base.ints..];
                            let objs = &self.objs[base.objs..];
                            host.emit(Part::EndOption(pile, ints, objs))
                        }
                    };
                    match then? {
                        Then::GoOn => {}
                        Then::Skip => jump!(pc),
                        Then::Stop => return Ok(Next::End),
                    }
                }
                Ins::Return => return Ok(Next::End),
                Ins::FunctionInt(_, function, args) | Ins::FunctionObj(_, function, args) => {
                    self.budget.step()?;
                    return Ok(Next::Call { function, args });
                }
                Ins::Push(list, value) => self.push(code, base, list, value)?,
                _ => {
                    if let Some(pc) = self.rare(running, *at, base, host)? {
                        jump!(pc);
                    }
                }
            }
        }
    }
}

enum Next {
    Call { function: u32, args: u32 },
    End,
}

/// Why the machine stops.
enum Break {
    /// A fault of the current instruction.
    Kind(FaultKind),
    /// A fault that knows its place already.
    Fault(Fault),
}

impl<T: Into<FaultKind>> From<T> for Break {
    fn from(kind: T) -> Break {
        Break::Kind(kind.into())
    }
}

#[inline]
fn holds(cmp: Cmp, a: i64, b: i64) -> bool {
    match cmp {
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
    }
}
