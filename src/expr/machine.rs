//! The machine that runs compiled code.
//!
//! Registers are indexed without a check of their own: the compiler hands out only registers below the sizes that
//! [`Code`] states, and a frame of that size is made before the code runs. The same holds for the tables of operands,
//! constants, sets and functions, which the compiler fills before it names a place in them.

use std::sync::Arc;

use hashbrown::HashSet;

use super::budget::Budget;
use super::builtin::Builtin;
use super::code::{CONST, Cmp, Code, Emit, Ins, NONE, Obj, Operand, Pc};
use super::fault::{Fault, FaultKind, Stop};
use super::position::{Header, Position, Term};
use super::tree::{PartSizes, Place};
use super::value::Value;
use crate::source::Span;

/// What the machine needs of its surroundings.
pub trait Host {
    /// Answers a query.
    fn ask(
        &mut self,
        query: u32,
        args: &[Value],
        span: Span,
        budget: &mut Budget,
    ) -> Result<Value, FaultKind>;

    /// The game with these arguments.
    fn instantiate(
        &mut self,
        definition: u32,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Header>, FaultKind>;

    /// The value of a `let` of the file.
    fn global(&mut self, number: u32, budget: &mut Budget) -> Result<Value, FaultKind>;

    /// Takes the next entry of a row that is open.
    fn entry(&mut self, _entry: i64) {}

    /// Takes a part of an option.
    fn emit(&mut self, _emit: Emit, _part: Part<'_>) -> Result<Then, FaultKind> {
        Ok(Then::GoOn)
    }
}

/// How the code goes on after a part of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// With the next part.
    GoOn,
    /// With the next option: this one is no move.
    Skip,
    /// Not at all: the host has seen enough.
    Stop,
}

/// What goes with an [`Emit`].
pub enum Part<'a> {
    /// A cell.
    Cell(i64),
    /// A row, piles or a position.
    Value(&'a Value),
    /// Entries of a row.
    Entries(&'a [Value]),
    /// A run of entries of a row, both ends included.
    Range(i64, i64),
    /// An index and a value.
    Patch(i64, i64),
    /// Nothing: a row begins or ends.
    Nothing,
    /// Nothing: an end. The registers of the frame, for the choices that led here.
    End(&'a [i64], &'a [Value]),
}

/// A host for code that asks nothing: constants and tables.
pub struct NoHost;

impl Host for NoHost {
    fn ask(&mut self, _: u32, _: &[Value], _: Span, _: &mut Budget) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument("a rule can ask no queries".to_string()))
    }

    fn instantiate(&mut self, _: u32, _: &[Value], _: Span) -> Result<Arc<Header>, FaultKind> {
        Err(FaultKind::Argument(
            "the arguments of a game must be constants here".to_string(),
        ))
    }

    fn global(&mut self, _: u32, _: &mut Budget) -> Result<Value, FaultKind> {
        Err(FaultKind::Argument(
            "a rule can use no positions or queries".to_string(),
        ))
    }
}

/// The room that a list or tuple takes beside its elements, in elements.
const FRAME_OF_LIST: u64 = 5;

/// Registers and limits.
pub struct Machine {
    ints: Vec<i64>,
    objs: Vec<Value>,
    partitions: Vec<Partitions>,
    /// What is left of memory and time.
    pub budget: Budget,
    /// How many list elements were made since the last reset.
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
    /// A machine with empty registers.
    pub fn new(budget: Budget) -> Machine {
        let max_made = budget.memory() / size_of::<Value>() as u64;
        Machine {
            ints: Vec::new(),
            objs: Vec::new(),
            partitions: Vec::new(),
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

    /// Runs prepared code.
    pub fn run<H: Host>(&mut self, code: &Code, host: &mut H) -> Result<(), Fault> {
        self.execute(code, 0, Base { ints: 0, objs: 0 }, host)
    }

    /// Runs prepared code of a condition.
    pub fn truth<H: Host>(&mut self, code: &Code, host: &mut H) -> Result<bool, Fault> {
        self.run(code, host)?;
        match code.result {
            Some(Place::Int(reg)) => Ok(self.ints[reg as usize] != 0),
            _ => Ok(false),
        }
    }

    /// Runs prepared code of an integer.
    pub fn int<H: Host>(&mut self, code: &Code, host: &mut H) -> Result<i64, Fault> {
        self.run(code, host)?;
        match code.result {
            Some(Place::Int(reg)) => Ok(self.ints[reg as usize]),
            _ => Ok(0),
        }
    }

    /// Evaluates an expression without free registers.
    pub fn eval<H: Host>(
        &mut self,
        code: &Code,
        truth: bool,
        host: &mut H,
    ) -> Result<Value, Fault> {
        self.prepare(code);
        self.run(code, host)?;
        let base = Base { ints: 0, objs: 0 };
        Ok(match code.result {
            Some(Place::Int(reg)) if truth => Value::Bool(self.ints[reg as usize] != 0),
            Some(Place::Int(reg)) => Value::Int(self.ints[reg as usize]),
            Some(Place::Obj(obj)) => self.obj(code, base, obj).clone(),
            None => Value::Nothing,
        })
    }

    fn obj<'a>(&'a self, code: &'a Code, base: Base, obj: Obj) -> &'a Value {
        if obj & CONST != 0 {
            &code.consts[(obj & !CONST) as usize]
        } else {
            &self.objs[base.objs + obj as usize]
        }
    }

    fn value(&self, code: &Code, base: Base, operand: Operand) -> Value {
        match operand {
            Operand::Int(reg) => Value::Int(self.ints[base.ints + reg as usize]),
            Operand::Bool(reg) => Value::Bool(self.ints[base.ints + reg as usize] != 0),
            Operand::Obj(obj) => self.obj(code, base, obj).clone(),
        }
    }

    fn operand(&self, code: &Code, base: Base, number: u32) -> Value {
        self.value(code, base, code.operands[number as usize])
    }

    fn args(&self, code: &Code, base: Base, number: u32) -> Vec<Value> {
        code.args[number as usize]
            .iter()
            .map(|operand| self.value(code, base, *operand))
            .collect()
    }

    /// Counts list elements that are made.
    #[inline]
    fn make(&mut self, count: u64) -> Result<(), FaultKind> {
        self.made = self.made.saturating_add(count);
        if self.made <= self.max_made {
            return Ok(());
        }
        Err(self.made_too_many())
    }

    #[cold]
    fn made_too_many(&self) -> FaultKind {
        FaultKind::Limit(Stop::Memory {
            needed: self.made.saturating_mul(size_of::<Value>() as u64),
            allowed: self.budget.memory(),
        })
    }

    fn execute<H: Host>(
        &mut self,
        code: &Code,
        start: Pc,
        base: Base,
        host: &mut H,
    ) -> Result<(), Fault> {
        let mut pc = start as usize;
        loop {
            match self.step(code, &mut pc, base, host) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(Halt::Fault(fault)) => return Err(fault),
                // `pc` is one past the instruction that failed.
                Err(Halt::Kind(kind)) => return Err(Fault::new(kind, code.spans[pc - 1])),
            }
        }
    }

    /// Runs until something ends the code (false) or a rare instruction was done (true).
    fn step<H: Host>(
        &mut self,
        code: &Code,
        at: &mut usize,
        base: Base,
        host: &mut H,
    ) -> Result<bool, Halt> {
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
                Ins::Compare(cmp, dst, a, b) => int!(dst) = i64::from(holds(cmp, int!(a), int!(b))),
                Ins::Same(dst, a, b) => {
                    let same = same(self.obj(code, base, a), self.obj(code, base, b));
                    int!(dst) = i64::from(same);
                }
                Ins::Jump(pc) => {
                    if (pc as usize) < *at {
                        self.budget.step().map_err(FaultKind::Limit)?;
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
                    self.budget.step().map_err(FaultKind::Limit)?;
                    if let Some(next) = int!(var).checked_add(i64::from(step))
                        && next <= int!(last)
                    {
                        int!(var) = next;
                        jump!(pc);
                    }
                }
                Ins::EachInt(dst, list, counter, pc) => {
                    let next = self
                        .obj(code, base, list)
                        .items()
                        .get(int!(counter) as usize);
                    match next {
                        Some(item) => {
                            int!(dst) = unbox(item);
                            int!(counter) += 1;
                        }
                        None => jump!(pc),
                    }
                }
                Ins::NextInt(dst, list, counter, pc) => {
                    self.budget.step().map_err(FaultKind::Limit)?;
                    let next = self
                        .obj(code, base, list)
                        .items()
                        .get(int!(counter) as usize);
                    if let Some(item) = next {
                        int!(dst) = unbox(item);
                        int!(counter) += 1;
                        jump!(pc);
                    }
                }
                Ins::EachObj(dst, list, counter, pc) => {
                    let next = self
                        .obj(code, base, list)
                        .items()
                        .get(int!(counter) as usize)
                        .cloned();
                    match next {
                        Some(item) => {
                            slot!(dst) = item;
                            int!(counter) += 1;
                        }
                        None => jump!(pc),
                    }
                }
                Ins::Len(dst, list) => int!(dst) = self.obj(code, base, list).items().len() as i64,
                Ins::IndexInt(dst, list, index) => {
                    let index = int!(index);
                    int!(dst) = unbox(element(self.obj(code, base, list), index)?);
                }
                Ins::IndexObj(dst, list, index) => {
                    let item = element(self.obj(code, base, list), int!(index))?.clone();
                    slot!(dst) = item;
                }
                Ins::FieldInt(dst, tuple, place) => {
                    // The checker compares the place with the tuple's kind.
                    int!(dst) = self
                        .obj(code, base, tuple)
                        .items()
                        .get(place as usize)
                        .map_or(0, unbox);
                }
                Ins::FieldObj(dst, tuple, place) => {
                    let item = self
                        .obj(code, base, tuple)
                        .items()
                        .get(place as usize)
                        .cloned();
                    slot!(dst) = item.unwrap_or(Value::Nothing);
                }
                Ins::CheckIndex(index, list, pc) => {
                    let len = self.obj(code, base, list).items().len() as i64;
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
                    int!(dst) = result.unwrap_or(Ok(0))?;
                }
                Ins::Min(dst, a, b) => int!(dst) = int!(a).min(int!(b)),
                Ins::Max(dst, a, b) => int!(dst) = int!(a).max(int!(b)),
                Ins::ContainsInt(dst, list, a) => {
                    let a = int!(a);
                    let items = self.obj(code, base, list).items();
                    let found = items
                        .iter()
                        .any(|item| matches!(item, Value::Int(n) if *n == a));
                    int!(dst) = i64::from(found);
                }
                Ins::Entry(reg) => {
                    self.make(1)?;
                    host.entry(int!(reg));
                }
                Ins::Emit(emit, pc) => {
                    let then = match emit {
                        Emit::Cell(reg) => host.emit(emit, Part::Cell(int!(reg))),
                        Emit::Slice(list, lo, hi) => {
                            let lo = if lo == NONE { 0 } else { int!(lo) };
                            let hi = if hi == NONE { i64::MAX } else { int!(hi) };
                            let count = slice(self.obj(code, base, list), lo, hi).len();
                            self.make(count as u64)?;
                            let part = slice(self.obj(code, base, list), lo, hi);
                            host.emit(emit, Part::Entries(part))
                        }
                        Emit::Range(lo, hi) => {
                            let (lo, hi) = (int!(lo), int!(hi));
                            if lo <= hi {
                                self.make(hi.abs_diff(lo).saturating_add(1))?;
                            }
                            host.emit(emit, Part::Range(lo, hi))
                        }
                        Emit::Patch(index, value) => {
                            host.emit(emit, Part::Patch(int!(index), int!(value)))
                        }
                        Emit::OpenRow => {
                            self.make(FRAME_OF_LIST)?;
                            host.emit(emit, Part::Nothing)
                        }
                        Emit::CloseRow(_) => host.emit(emit, Part::Nothing),
                        Emit::Row(obj, _) | Emit::Piles(obj) | Emit::Position(obj) => {
                            host.emit(emit, Part::Value(self.obj(code, base, obj)))
                        }
                        Emit::EndPile | Emit::EndOption => {
                            let ints = &self.ints[base.ints..];
                            let objs = &self.objs[base.objs..];
                            host.emit(emit, Part::End(ints, objs))
                        }
                    };
                    match then? {
                        Then::GoOn => {}
                        Then::Skip => jump!(pc),
                        Then::Stop => return Ok(false),
                    }
                }
                Ins::Return => return Ok(false),
                _ => return self.rare(code, code.ins[place], at, base, host),
            }
        }
    }

    /// The instructions that make lists and call things.
    #[inline(never)]
    fn rare<H: Host>(
        &mut self,
        code: &Code,
        ins: Ins,
        at: &mut usize,
        base: Base,
        host: &mut H,
    ) -> Result<bool, Halt> {
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
        match ins {
            Ins::Bound(var, last, pc) => self.bound(code, var, last, pc, base, host)?,
            Ins::Partitions(iterator, total, least, most, sizes) => {
                let total = int!(total);
                let least = int!(least).max(1);
                let most = if most == NONE { total } else { int!(most) };
                self.make(total.max(0).min(most.max(0)) as u64)?;
                let partitions = Partitions::new(total, least, most, sizes);
                let iterator = iterator as usize;
                if self.partitions.len() <= iterator {
                    self.partitions
                        .resize_with(iterator + 1, Partitions::default);
                }
                self.partitions[iterator] = partitions;
            }
            Ins::NextPartition(dst, iterator, pc) => {
                self.budget.step().map_err(FaultKind::Limit)?;
                match self.partitions[iterator as usize].next() {
                    Some(parts) => slot!(dst) = Value::ints(parts.iter().copied()),
                    None => *at = pc as usize,
                }
            }
            Ins::Slice(dst, list, lo, hi) => {
                let lo = if lo == NONE { 0 } else { int!(lo) };
                let hi = if hi == NONE { i64::MAX } else { int!(hi) };
                let count = slice(self.obj(code, base, list), lo, hi).len();
                self.make(count as u64)?;
                let mut part = self.cleared(base, dst, list);
                if let Some(items) = Arc::get_mut(&mut part) {
                    items.extend_from_slice(slice(self.obj(code, base, list), lo, hi));
                }
                slot!(dst) = Value::List(part);
            }
            Ins::SetEntry(list, index, value) => {
                let value = self.operand(code, base, value);
                let index = int!(index) as usize;
                let len = self.obj(code, base, list).items().len() as u64;
                self.make(len)?;
                if let Value::List(items) = &mut slot!(list)
                    && let Some(slot) = Arc::make_mut(items).get_mut(index)
                {
                    *slot = value;
                }
            }
            Ins::NewList(dst) => {
                self.make(FRAME_OF_LIST)?;
                slot!(dst) = Value::List(self.cleared(base, dst, NONE));
            }
            Ins::Push(list, value) => {
                self.make(1)?;
                let value = self.operand(code, base, value);
                self.grow(base, list, |items| items.push(value));
            }
            Ins::PushRange(list, lo, hi) => {
                let (lo, hi) = (int!(lo), int!(hi));
                if lo <= hi {
                    self.make(hi.abs_diff(lo).saturating_add(1))?;
                    self.grow(base, list, |items| items.extend((lo..=hi).map(Value::Int)));
                }
            }
            Ins::Extend(list, other) => {
                let other = self.obj(code, base, other).clone();
                self.make(other.items().len() as u64)?;
                self.grow(base, list, |items| items.extend_from_slice(other.items()));
            }
            Ins::Repeat(dst, value, count) => {
                let count = int!(count);
                if count < 0 {
                    return Err(FaultKind::Argument(format!(
                        "a list of {count} copies: the count must not be negative"
                    ))
                    .into());
                }
                self.make(count as u64)?;
                let value = self.operand(code, base, value);
                slot!(dst) = Value::list(vec![value; count as usize]);
            }
            Ins::Tuple(dst, args) => {
                let parts = self.args(code, base, args);
                self.make(FRAME_OF_LIST + parts.len() as u64)?;
                slot!(dst) = Value::tuple(parts);
            }
            Ins::Contains(dst, list, value) => {
                let value = self.operand(code, base, value);
                let found = self.obj(code, base, list).items().contains(&value);
                int!(dst) = i64::from(found);
            }
            Ins::InSet(dst, set, value) => {
                let value = self.operand(code, base, value);
                int!(dst) = i64::from(code.sets[set as usize].contains(&value));
            }
            Ins::CallInt(builtin, dst, args) => {
                let result = self.builtin(code, base, builtin, args)?;
                int!(dst) = unbox(&result);
            }
            Ins::CallObj(builtin, dst, args) => {
                let result = self.builtin(code, base, builtin, args)?;
                self.make(result.items().len() as u64)?;
                slot!(dst) = result;
            }
            Ins::FunctionInt(dst, function, args) => {
                let result = self.call(code, base, function, args, host)?;
                int!(dst) = unbox(&result);
            }
            Ins::FunctionObj(dst, function, args) => {
                let result = self.call(code, base, function, args, host)?;
                slot!(dst) = result;
            }
            Ins::Position(dst, game, piles, strict) => {
                let position = position(
                    self.obj(code, base, game),
                    self.obj(code, base, piles),
                    strict,
                )?;
                slot!(dst) = position;
            }
            Ins::Join(dst, a, b) => {
                let joined = join(self.obj(code, base, a), self.obj(code, base, b))?;
                slot!(dst) = joined;
            }
            Ins::Instantiate(dst, definition, args) => {
                let args = self.args(code, base, args);
                let header = host.instantiate(definition, &args, code.spans[*at - 1])?;
                slot!(dst) = Value::Game(header);
            }
            Ins::Ask(dst, query, args) => {
                let args = self.args(code, base, args);
                let answer = host.ask(query, &args, code.spans[*at - 1], &mut self.budget)?;
                slot!(dst) = answer;
            }
            Ins::Global(dst, number) => {
                let value = host.global(number, &mut self.budget)?;
                slot!(dst) = value;
            }
            Ins::Unbox(dst, src) => int!(dst) = unbox(self.obj(code, base, src)),
            // All others are run by `step`.
            _ => {}
        }
        Ok(true)
    }

    /// An empty list that nobody else holds, to be put into `dst`: the one that is there, where it may go.
    fn cleared(&mut self, base: Base, dst: Obj, needed: Obj) -> Arc<Vec<Value>> {
        if dst != needed
            && let Value::List(mut items) =
                std::mem::replace(&mut self.objs[base.objs + dst as usize], Value::Nothing)
            && let Some(old) = Arc::get_mut(&mut items)
        {
            old.clear();
            return items;
        }
        Arc::default()
    }

    fn grow(&mut self, base: Base, list: Obj, add: impl FnOnce(&mut Vec<Value>)) {
        if let Value::List(items) = &mut self.objs[base.objs + list as usize] {
            add(Arc::make_mut(items));
        }
    }

    fn builtin(
        &mut self,
        code: &Code,
        base: Base,
        builtin: Builtin,
        args: u32,
    ) -> Result<Value, FaultKind> {
        let args = self.args(code, base, args);
        let room = self.max_made.saturating_sub(self.made);
        builtin.apply(&args, usize::try_from(room).unwrap_or(usize::MAX))
    }

    fn call<H: Host>(
        &mut self,
        code: &Code,
        base: Base,
        function: u32,
        args: u32,
        host: &mut H,
    ) -> Result<Value, Halt> {
        let function = &code.functions[function as usize];
        let callee = function.code();
        let inner = Base {
            ints: base.ints + code.ints as usize,
            objs: base.objs + code.objs as usize,
        };
        self.frame(callee, inner);
        for (place, operand) in function.params.iter().zip(&code.args[args as usize]) {
            match (place, operand) {
                (Place::Int(to), Operand::Int(from) | Operand::Bool(from)) => {
                    self.ints[inner.ints + *to as usize] = self.ints[base.ints + *from as usize];
                }
                (Place::Obj(to), operand) => {
                    self.objs[inner.objs + *to as usize] = self.value(code, base, *operand);
                }
                // A function is compiled for the kinds of its arguments.
                (Place::Int(_), Operand::Obj(_)) => {}
            }
        }
        self.budget.step().map_err(FaultKind::Limit)?;
        self.execute(callee, 0, inner, host).map_err(Halt::Fault)?;
        Ok(match callee.result {
            Some(Place::Int(reg)) => Value::Int(self.ints[inner.ints + reg as usize]),
            Some(Place::Obj(obj)) => self.obj(callee, inner, obj).clone(),
            None => Value::Nothing,
        })
    }

    /// Narrows a range to the values for which the code at `pc` leaves 1; they come first in the range.
    fn bound<H: Host>(
        &mut self,
        code: &Code,
        var: u32,
        last: u32,
        pc: Pc,
        base: Base,
        host: &mut H,
    ) -> Result<(), Halt> {
        let (var, last) = (base.ints + var as usize, base.ints + last as usize);
        let (first, verdict) = (last - 1, last + 1);
        let (lo, hi) = (self.ints[first], self.ints[last]);
        if lo > hi {
            return Ok(());
        }
        let mut holds = |machine: &mut Machine, value: i64| -> Result<bool, Halt> {
            machine.ints[var] = value;
            match machine.execute(code, pc, base, host) {
                Ok(()) => Ok(machine.ints[verdict] != 0),
                // Beyond 64 bits is beyond every range.
                Err(Fault {
                    kind: FaultKind::Overflow,
                    ..
                }) if value != lo => Ok(false),
                Err(fault) => Err(Halt::Fault(fault)),
            }
        };
        if hi != i64::MAX && holds(self, hi)? {
            return Ok(());
        }
        if !holds(self, lo)? {
            self.ints[last] = lo.saturating_sub(1);
            if lo == i64::MIN {
                self.ints[first] = lo + 1;
            }
            return Ok(());
        }
        let (mut good, mut step) = (lo, 1i64);
        let mut bad = loop {
            let next = good.saturating_add(step).min(hi);
            if next == good {
                return Ok(());
            }
            if !holds(self, next)? {
                break next;
            }
            good = next;
            step = step.saturating_mul(2);
        };
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if holds(self, middle)? {
                good = middle;
            } else {
                bad = middle;
            }
        }
        self.ints[last] = good;
        Ok(())
    }
}

/// Why the machine stops.
enum Halt {
    /// A fault of the current instruction.
    Kind(FaultKind),
    /// A fault that knows its place already.
    Fault(Fault),
}

impl From<FaultKind> for Halt {
    fn from(kind: FaultKind) -> Halt {
        Halt::Kind(kind)
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

/// Equality as the language has it: lists of positions compare as sets, since turns have no order.
fn same(a: &Value, b: &Value) -> bool {
    match (a.items(), b.items()) {
        ([Value::Position(_), ..], [Value::Position(_), ..]) => {
            let set = |value: &Value| -> HashSet<Value> { value.items().iter().cloned().collect() };
            set(a) == set(b)
        }
        _ => a == b,
    }
}

#[inline]
fn unbox(value: &Value) -> i64 {
    match value {
        Value::Int(n) => *n,
        Value::Bool(truth) => i64::from(*truth),
        // The kinds say that it is one of the two.
        _ => 0,
    }
}

/// The elements from `lo` to `hi`, both included, as far as there are such.
#[inline]
fn slice(list: &Value, lo: i64, hi: i64) -> &[Value] {
    let items = list.items();
    let lo = lo.max(0);
    let hi = hi.min(items.len() as i64 - 1);
    if lo > hi {
        return &[];
    }
    // Both lie within the list.
    items.get(lo as usize..=hi as usize).unwrap_or(&[])
}

#[inline]
fn element(list: &Value, index: i64) -> Result<&Value, FaultKind> {
    let items = list.items();
    match usize::try_from(index)
        .ok()
        .and_then(|place| items.get(place))
    {
        Some(item) => Ok(item),
        None => Err(FaultKind::Index {
            index,
            len: items.len(),
        }),
    }
}

#[cold]
fn overflow() -> FaultKind {
    FaultKind::Overflow
}

/// Both numbers, where neither is negative nor takes more than 32 bits: their division is several times as fast.
#[inline]
fn small(a: i64, b: i64) -> Option<(u32, u32)> {
    Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?))
}

#[inline]
pub(crate) fn floor_div(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a / b));
    }
    let quotient = match b {
        0 => return Err(FaultKind::DivisionByZero),
        _ => a.checked_div(b).ok_or_else(overflow)?,
    };
    let inexact = a.wrapping_rem(b) != 0;
    Ok(if inexact && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

#[inline]
pub(crate) fn floor_rem(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a % b));
    }
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

/// Piles under a game; where `strict`, each is checked against the game's shape.
fn position(game: &Value, piles: &Value, strict: bool) -> Result<Value, FaultKind> {
    let Value::Game(header) = game else {
        return Err(FaultKind::Argument("a position needs a game".to_string()));
    };
    for pile in piles.items().iter().filter(|_| strict) {
        header.shape.cells(pile).map_err(|why| {
            FaultKind::Pile(format!("{pile} is no pile of {}: {why}", header.label))
        })?;
    }
    Ok(Value::Position(Arc::new(Position {
        terms: vec![Term {
            game: Arc::clone(header),
            piles: piles.items().to_vec(),
        }],
    })))
}

/// The sum of two positions.
fn join(a: &Value, b: &Value) -> Result<Value, FaultKind> {
    let (Value::Position(a), Value::Position(b)) = (a, b) else {
        return Err(FaultKind::Argument(
            "only positions can be joined".to_string(),
        ));
    };
    if a.is_misere() != b.is_misere() {
        return Err(FaultKind::MixedMisere);
    }
    Ok(Value::Position(Arc::new(Position {
        terms: a.terms.iter().chain(&b.terms).cloned().collect(),
    })))
}

/// The partitions of a total into positive parts, each in ascending order.
#[derive(Debug, Default)]
struct Partitions {
    total: i64,
    count: i64,
    most: i64,
    sizes: Option<PartSizes>,
    parts: Vec<i64>,
}

impl Partitions {
    fn new(total: i64, least: i64, most: i64, sizes: PartSizes) -> Partitions {
        Partitions {
            total,
            count: least - 1,
            most: most.min(total),
            sizes: Some(sizes),
            parts: Vec::new(),
        }
    }

    /// The next partition, if there is one.
    fn next(&mut self) -> Option<&[i64]> {
        let gap = i64::from(self.sizes == Some(PartSizes::Unequal));
        if self.sizes != Some(PartSizes::Equal) && self.advance(gap) {
            return Some(&self.parts);
        }
        while self.count < self.most {
            self.count += 1;
            let count = self.count;
            self.parts.clear();
            if self.sizes == Some(PartSizes::Equal) {
                if self.total % count == 0 {
                    self.parts.resize(count as usize, self.total / count);
                    return Some(&self.parts);
                }
                continue;
            }
            // The least partition: 1, 1, …, or 1, 2, 3, …, and the rest as the last part.
            let head: i64 = if gap == 0 {
                count - 1
            } else {
                match (count - 1).checked_mul(count) {
                    Some(double) => double / 2,
                    None => return None,
                }
            };
            let least_last = 1 + gap * (count - 1);
            if self.total - head < least_last {
                // More parts need an even larger total.
                self.count = self.most;
                return None;
            }
            self.parts
                .extend((0..count - 1).map(|place| 1 + gap * place));
            self.parts.push(self.total - head);
            return Some(&self.parts);
        }
        None
    }

    /// Goes to the next partition with the same number of parts, in lexicographic order.
    fn advance(&mut self, gap: i64) -> bool {
        let count = self.parts.len();
        // The sum of the parts from `place` on, as `place` moves left.
        let mut tail = self.parts.last().copied().unwrap_or(0);
        for place in (0..count.saturating_sub(1)).rev() {
            // `place` is below the number of parts.
            tail += self.parts[place];
            let raised = self.parts[place] + 1;
            let followers = (count - place) as i64;
            let needed = followers
                .checked_mul(raised)
                .and_then(|sum| sum.checked_add(gap * followers * (followers - 1) / 2));
            if needed.is_some_and(|needed| needed <= tail) {
                let mut left = tail;
                for (offset, part) in self.parts.iter_mut().skip(place).enumerate() {
                    *part = raised + gap * offset as i64;
                    left -= *part;
                }
                if let Some(last) = self.parts.last_mut() {
                    *last += left;
                }
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brute(total: i64, count: i64, least: i64, gap: i64) -> Vec<Vec<i64>> {
        if count == 1 {
            return if total >= least {
                vec![vec![total]]
            } else {
                Vec::new()
            };
        }
        (least..=total)
            .flat_map(|first| {
                brute(total - first, count - 1, first + gap, gap)
                    .into_iter()
                    .map(move |mut rest| {
                        rest.insert(0, first);
                        rest
                    })
            })
            .collect()
    }

    #[test]
    fn partitions_agree_with_recursion() {
        for total in 0..=14 {
            for (sizes, gap) in [(PartSizes::Any, 0), (PartSizes::Unequal, 1)] {
                let mut expected = Vec::new();
                for count in 2..=4 {
                    expected.extend(brute(total, count, 1, gap));
                }
                let mut partitions = Partitions::new(total, 2, 4, sizes);
                let mut found = Vec::new();
                while let Some(parts) = partitions.next() {
                    found.push(parts.to_vec());
                }
                assert_eq!(found, expected, "{total} {sizes:?}");
            }
        }
        let mut equal = Partitions::new(6, 2, 6, PartSizes::Equal);
        let mut found = Vec::new();
        while let Some(parts) = equal.next() {
            found.push(parts.to_vec());
        }
        assert_eq!(found, [vec![3, 3], vec![2, 2, 2], vec![1; 6]]);
    }

    #[test]
    fn division_rounds_down() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let (q, r) = (floor_div(a, b).unwrap(), floor_rem(a, b).unwrap());
                assert_eq!(q, (a as f64 / b as f64).floor() as i64);
                assert_eq!(q * b + r, a);
                assert!(r == 0 || (r < 0) == (b < 0));
            }
        }
        assert_eq!(floor_div(i64::MIN, -1), Err(FaultKind::Overflow));
        assert_eq!(floor_rem(1, 0), Err(FaultKind::DivisionByZero));
    }
}
