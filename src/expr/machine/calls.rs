//! Calls of functions: how deep they are nested is no matter of the stack.

use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::values::unbox;
use super::{Base, Break, Host, Machine, Next};
use crate::expr::code::{Callee, Code, Enclosing, Ins, Operand, Pc, Place, Routine};
use crate::expr::fault::{DEEPEST_CALLS, Fault, FaultKind};
use crate::expr::value::Value;
use crate::work::Limit;
use crate::work::budget::{Budget, Kept};

impl Machine {
    /// Runs code from a place on.
    pub(super) fn execute<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        start: Pc,
        base: Base,
        host: &mut H,
    ) -> Result<(), Fault> {
        let (depth, sets) = (self.memo.depth(), self.sets.len());
        let result = self.calls(running, start, base, host);
        if result.is_err() {
            self.memo.abandon(depth);
            self.sets.truncate(sets);
        }
        result
    }

    fn calls<'c, H: Host + ?Sized>(
        &mut self,
        running: Running<'_, 'c>,
        start: Pc,
        base: Base,
        host: &mut H,
    ) -> Result<(), Fault> {
        // Calls are kept here: how deep they are nested is no matter of the stack.
        let mut calls: SmallVec<[Call<'c>; 4]> = SmallVec::new();
        let mut family = Family {
            own: Vec::new(),
            around: Some(running.family),
        };
        let (mut code, mut base, mut pc) = (running.code, base, start as usize);
        loop {
            // `pc` is one past the instruction that failed.
            let blamed = |kind, pc: usize| Fault::new(kind, code.spans[pc - 1]);
            let now = Running {
                code,
                family: &family,
            };
            let (at, next) = self.steps(now, pc, base, host);
            pc = at;
            match next {
                Ok(Next::Call { function, args }) => {
                    let routine = match &code.routines[function as usize] {
                        Callee::Routine(routine) => routine.as_ref(),
                        Callee::Around(own) => match family.find(own.id) {
                            Some(routine) => routine,
                            None => {
                                let bug = FaultKind::internal("a function is not around its call");
                                return Err(blamed(bug, pc));
                            }
                        },
                    };
                    let call = Call { code, base, pc };
                    if routine.own.is_some() {
                        family.add(routine);
                        let known = self.begin(&call, routine, args);
                        if let Some(known) = known.map_err(|kind| blamed(kind, pc))? {
                            self.put(known, &call);
                            continue;
                        }
                    }
                    calls.push(call);
                    base = self.enter(code, base, routine, args);
                    code = &routine.code;
                    pc = 0;
                }
                Ok(Next::End) => {
                    let Some(call) = calls.pop() else {
                        return Ok(());
                    };
                    if call.is_of_own() {
                        let kept = self.memo.finish(self.left(code, base), &self.budget);
                        kept.map_err(|limit| blamed(limit.into(), pc))?;
                    }
                    self.give(code, base, &call);
                    (code, base, pc) = (call.code, call.base, call.pc);
                }
                Err(Break::Fault(fault)) => return Err(fault),
                Err(Break::Kind(kind)) => return Err(blamed(kind, pc)),
            }
        }
    }

    /// Begins a call of a function that calls itself; or gives its value, where that is known.
    fn begin(
        &mut self,
        call: &Call<'_>,
        routine: &Routine,
        args: u32,
    ) -> Result<Option<Value>, FaultKind> {
        let Some(own) = &routine.own else {
            return Ok(None);
        };
        let ints = call.base.ints + (call.code.ints + routine.code.ints) as usize;
        let objs = call.base.objs + (call.code.objs + routine.code.objs) as usize;
        if ints > self.ints.len() || objs > self.objs.len() {
            let bytes = ints * size_of::<i64>() + (objs + self.memo.depth()) * size_of::<Value>();
            self.budget.need(2 * bytes as u64)?;
        }
        let operands = call.code.args[args as usize].iter();
        let arguments = operands.map(|operand| self.value(call.code, call.base, *operand));
        let arguments = arguments.collect();
        self.memo.begin(own, routine.recurs, arguments)
    }

    /// Hands a value that was known to the instruction that called for it.
    fn put(&mut self, value: Value, call: &Call<'_>) {
        match call.code.ins[call.pc - 1] {
            Ins::FunctionInt(dst, ..) => self.ints[call.base.ints + dst as usize] = unbox(&value),
            Ins::FunctionObj(dst, ..) => self.objs[call.base.objs + dst as usize] = value,
            // Nothing else calls.
            _ => {}
        }
    }

    /// Makes the frame of a function that is called, with its arguments.
    fn enter(&mut self, code: &Code, base: Base, routine: &Routine, args: u32) -> Base {
        let inner = Base {
            ints: base.ints + code.ints as usize,
            objs: base.objs + code.objs as usize,
        };
        self.frame(&routine.code, inner);
        for (place, operand) in routine.params.iter().zip(&code.args[args as usize]) {
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
        inner
    }

    /// Hands the result of a function to the instruction that called it.
    fn give(&mut self, code: &Code, base: Base, call: &Call<'_>) {
        match (call.code.ins[call.pc - 1], code.result) {
            (Ins::FunctionInt(dst, ..), Some(Place::Int(reg))) => {
                self.ints[call.base.ints + dst as usize] = self.ints[base.ints + reg as usize];
            }
            (Ins::FunctionObj(dst, ..), Some(Place::Obj(obj))) => {
                self.objs[call.base.objs + dst as usize] = self.obj(code, base, obj).clone();
            }
            // The instruction is chosen by the kind of the function's result.
            _ => {}
        }
    }
}

/// A function that is being called: where the code goes on.
struct Call<'c> {
    code: &'c Code,
    base: Base,
    /// One past the instruction that calls.
    pc: usize,
}

impl Call<'_> {
    /// Whether the function that is called calls itself.
    fn is_of_own(&self) -> bool {
        match self.code.ins[self.pc - 1] {
            Ins::FunctionInt(_, function, _) | Ins::FunctionObj(_, function, _) => {
                match &self.code.routines[function as usize] {
                    Callee::Routine(routine) => routine.own.is_some(),
                    Callee::Around(_) => true,
                }
            }
            _ => false,
        }
    }
}

/// Code that is run, with the functions around it.
#[derive(Clone, Copy)]
pub(super) struct Running<'f, 'c> {
    pub(super) code: &'c Code,
    pub(super) family: &'f Family<'f, 'c>,
}

/// The functions that call themselves and were called so far, for the calls in their bodies.
#[derive(Default)]
pub(super) struct Family<'f, 'c> {
    own: Vec<&'c Routine>,
    /// Those that were called before code inside an instruction was run.
    around: Option<&'f Family<'f, 'c>>,
}

impl<'c> Family<'_, 'c> {
    fn find(&self, id: u64) -> Option<&'c Routine> {
        let is_it = |routine: &&&Routine| routine.own.as_ref().is_some_and(|own| own.id == id);
        let own = self.own.iter().find(is_it).copied();
        own.or_else(|| self.around?.find(id))
    }

    fn add(&mut self, routine: &'c Routine) {
        if !self.own.iter().any(|known| std::ptr::eq(*known, routine)) {
            self.own.push(routine);
        }
    }
}

// ---- Functions that call themselves: which calls are under way, and what was found for small arguments

/// The most numbers that the arguments of a call hold whose value is kept.
const MOST_ARGUMENTS: usize = 32;

/// The most numbers that a value holds which is kept.
const MOST_RESULT: usize = 1024;

/// The part of the memory that values are kept in.
const SHARE: u64 = 2;

/// How many calls of a chain are shown at each end.
const SHOWN: usize = 3;

type Arguments = SmallVec<[Value; 2]>;

/// The calls under way, and the values of others.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// By the function's number and the arguments; nothing while the call is under way.
    known: HashMap<(u64, Arguments), Option<Value>>,
    open: Vec<Open>,
    /// How many of these are of functions that come back to themselves.
    rounds: usize,
    bytes: u64,
    kept: Option<Kept>,
    /// Whether values were dropped since the outermost call began.
    was_full: bool,
}

/// A call that is under way.
#[derive(Debug)]
struct Open {
    function: Arc<Enclosing>,
    arguments: Arguments,
    /// Whether calls in the function come back to it.
    recurs: bool,
    /// How many numbers the arguments hold, where the value of the call is kept.
    small: Option<usize>,
}

impl Memo {
    /// How many calls are under way.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins a call; or gives its value, where that is known.
    pub(super) fn begin(
        &mut self,
        function: &Arc<Enclosing>,
        recurs: bool,
        arguments: Arguments,
    ) -> Result<Option<Value>, FaultKind> {
        let mut room = MOST_ARGUMENTS;
        // The others stand in a chain only, and each round of it comes to one of these.
        let is_small = recurs && arguments.iter().all(|argument| fits(argument, &mut room));
        self.was_full &= !self.open.is_empty();
        let call = Open {
            function: Arc::clone(function),
            arguments,
            recurs,
            small: is_small.then_some(MOST_ARGUMENTS - room),
        };
        if is_small {
            let key = (function.id, call.arguments.clone());
            match self.known.get(&key) {
                Some(Some(value)) => return Ok(Some(value.clone())),
                Some(None) => {
                    let same = |open: &Open| (open.function.id, &open.arguments) == (key.0, &key.1);
                    let first = self.open.iter().position(same).unwrap_or(0);
                    let chain = self.open.iter().skip(first).chain([&call]);
                    return Err(FaultKind::Endless(chain_of(chain)));
                }
                None => self.known.insert(key, None),
            };
        }
        self.rounds += usize::from(recurs);
        self.open.push(call);
        match self.rounds > DEEPEST_CALLS {
            true => Err(FaultKind::Nested(chain_of(self.open.iter()))),
            false => Ok(None),
        }
    }

    /// Ends the last call that was begun. Where memory is full, what was kept is dropped, once in the outermost call: one that needs
    /// more would work out the same again and again.
    pub(super) fn finish(&mut self, value: Value, budget: &Budget) -> Result<(), Limit> {
        let Some(call) = self.open.pop() else {
            return Ok(());
        };
        self.rounds -= usize::from(call.recurs);
        let Some(numbers) = call.small else {
            return Ok(());
        };
        let mut room = MOST_RESULT;
        let key = (call.function.id, call.arguments);
        if !fits(&value, &mut room) {
            self.known.remove(&key);
            return Ok(());
        }
        let numbers = (numbers + MOST_RESULT - room) * size_of::<Value>();
        // The table grows by doubling.
        let bytes = (2 * size_of::<(u64, Arguments, Option<Value>)>() + numbers) as u64;
        let all = bytes + self.bytes;
        let is_full = all > budget.memory().saturating_add(self.bytes) / SHARE;
        if is_full && self.was_full {
            self.known.remove(&key);
            return Err(budget.refusal((SHARE * all).saturating_sub(self.bytes)));
        }
        if is_full {
            self.known.retain(|_, value| value.is_none());
            self.was_full = true;
        }
        self.bytes = if is_full { bytes } else { all };
        match &mut self.kept {
            Some(kept) => kept.set(self.bytes),
            None => self.kept = Some(budget.keep(self.bytes)),
        }
        self.known.insert(key, Some(value));
        Ok(())
    }

    /// What was begun above this depth has no end.
    pub(super) fn abandon(&mut self, depth: usize) {
        for call in self.open.drain(depth..) {
            self.rounds -= usize::from(call.recurs);
            if call.small.is_some() {
                self.known.remove(&(call.function.id, call.arguments));
            }
        }
    }
}

/// Whether a value consists of so few numbers.
fn fits(value: &Value, room: &mut usize) -> bool {
    let Some(rest) = room.checked_sub(1) else {
        return false;
    };
    *room = rest;
    match value {
        Value::Position(_) | Value::Game(_) => false,
        Value::List(items) if items.is_numbers() => match room.checked_sub(items.len()) {
            Some(rest) => {
                *room = rest;
                true
            }
            None => false,
        },
        value => value.items().iter().all(|item| fits(item, room)),
    }
}

/// `f(0) → f(1) → f(2) → … → f(9)`
fn chain_of<'o>(calls: impl Iterator<Item = &'o Open>) -> String {
    let calls: Vec<&Open> = calls.collect();
    let shown = |call: &&Open| {
        let arguments = call.arguments.iter().map(|argument| match argument.len() {
            0..=8 if !argument.holds_lists() => argument.to_string(),
            _ => "[…]".to_string(),
        });
        let arguments: Vec<String> = arguments.collect();
        format!("{}({})", call.function.name, arguments.join(", "))
    };
    let mut texts: Vec<String> = calls.iter().take(SHOWN).map(shown).collect();
    let rest = calls.len().saturating_sub(SHOWN).max(texts.len());
    if rest > SHOWN {
        texts.push("…".to_string());
    }
    texts.extend(calls.iter().skip(rest).map(shown));
    texts.join(" → ")
}
