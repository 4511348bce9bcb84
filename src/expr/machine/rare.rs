//! The instructions that make lists and call things.

use std::borrow::Cow;
use std::sync::Arc;

use hashbrown::HashSet;

use super::values::{join, places, position, unbox};
use super::{
    Base, Break, FRAME_OF_LIST, Host, Machine, Partitions, Running, STEPS_OF_A_TUPLE, Wanted,
};
use crate::expr::builtin::{Builtin, compare};
use crate::expr::code::{Code, Ins, NONE, Obj, Operand, Pc};
use crate::expr::fault::FaultKind;
use crate::expr::list::Packed;
use crate::expr::value::{List, Value};

/// Longer lists are compared with the elements of others as the budget allows.
const MOST_COMPARED: usize = 64;

/// Longer ranges are kept by their ends.
const LONG: u64 = 64;

/// Work on lists of so many elements is asked for before.
const MANY: usize = 1 << 12;

/// So many bytes are asked for before they are taken.
const MUCH: u64 = 1 << 16;

/// So many bytes a packed number takes at most.
const MOST_PACKED: u64 = size_of::<u32>() as u64;

impl Machine {
    /// The instructions that make lists and call things; where the code goes on, if not with the next instruction.
    #[inline(never)]
    #[allow(
        clippy::too_many_lines,
        reason = "the rest of the loop over the instructions"
    )]
    pub(super) fn rare<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        at: usize,
        base: Base,
        host: &mut H,
    ) -> Result<Option<Pc>, Break> {
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
        // `at` is one past the instruction.
        match code.ins[at - 1] {
            Ins::Bound(var, last, pc) => self.bound(running, (var, last, pc), base, host)?,
            Ins::Begin(var, last, pc) => self.start_at(running, (var, last, pc), base, host)?,
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
                self.budget.step()?;
                match self.partitions[iterator as usize].next() {
                    Some(parts) => slot!(dst) = Value::ints(parts.iter().copied()),
                    None => return Ok(Some(pc)),
                }
            }
            Ins::Slice(dst, list, lo, hi) => {
                let lo = if lo == NONE { 0 } else { int!(lo) };
                let hi = if hi == NONE { i64::MAX } else { int!(hi) };
                let part = places(self.obj(code, base, list).len(), lo, hi);
                let each = match packed(self.obj(code, base, list)) {
                    Some(packed) => packed.width(),
                    None => size_of::<Value>() as u64,
                };
                self.make_bytes(each.saturating_mul(part.len() as u64))?;
                if let Some(packed) = packed(self.obj(code, base, list)) {
                    slot!(dst) = List::from(packed.part(part)).into();
                    return Ok(None);
                }
                let mut items = self.cleared(base, dst, list);
                if let Some(items) = Arc::get_mut(&mut items) {
                    let part = &self.obj(code, base, list).items()[part];
                    items.values_mut().extend_from_slice(part);
                }
                slot!(dst) = Value::List(items);
            }
            Ins::NewList(dst) => {
                self.make(FRAME_OF_LIST)?;
                slot!(dst) = Value::List(self.cleared(base, dst, NONE));
            }
            Ins::PushRange(list, lo, hi) => {
                let (lo, hi) = (int!(lo), int!(hi));
                if lo <= hi {
                    let count = hi.abs_diff(lo).saturating_add(1);
                    if count > LONG && self.obj(code, base, list).len() == 0 {
                        // It takes next to nothing, but what goes through it takes as long as through other lists.
                        self.make_bytes(count)?;
                        slot!(list) = List::range(lo, hi).into();
                    } else {
                        let numbers = (lo..=hi).map(Value::Int);
                        self.grow(base, list, count, |items| {
                            items.values_mut().extend(numbers)
                        })?;
                    }
                }
            }
            Ins::Extend(list, other) => {
                let other = self.obj(code, base, other).clone();
                let count = other.len() as u64;
                match packed(&other) {
                    Some(packed) => {
                        self.make_bytes(count.saturating_mul(packed.width()))?;
                        let numbers = packed.ints().map(Value::Int);
                        self.grow(base, list, 0, |items| numbers.for_each(|n| items.push(n)))?;
                    }
                    None => self.grow(base, list, count, |items| {
                        items.values_mut().extend_from_slice(other.items());
                    })?,
                }
            }
            Ins::OpenSet => self.sets.push(HashSet::new()),
            Ins::ExtendSet(list, other) => {
                let other = self.obj(code, base, other).clone();
                self.walk(std::slice::from_ref(&other))?;
                for item in other.each().map(Cow::into_owned) {
                    self.budget.step()?;
                    let set = self.sets.last_mut();
                    let set = set.ok_or_else(|| FaultKind::internal("no set was begun"))?;
                    if set.insert(item.clone()) {
                        // The list and the set may both double.
                        self.grow(base, list, 6, |items| items.values_mut().push(item))?;
                    }
                }
            }
            Ins::CloseSet => {
                self.sets.pop();
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
                self.budget.steps(STEPS_OF_A_TUPLE)?;
                slot!(dst) = Value::tuple(parts.into_vec());
            }
            Ins::Contains(dst, list, value) => {
                self.unpack(code, base, list)?;
                let value = self.operand(code, base, value);
                let list = self.obj(code, base, list);
                let found = match value.holds_lists() || value.len() > MOST_COMPARED {
                    false => list.items().contains(&value),
                    true => {
                        let list = list.clone();
                        let mut items = list.items().iter();
                        items.try_fold(false, |found, item| {
                            Ok::<_, FaultKind>(found || self.equal(item.clone(), value.clone())?)
                        })?
                    }
                };
                int!(dst) = i64::from(found);
            }
            Ins::Order(dst, a, b) => {
                let of = |obj| self.obj(code, base, obj).clone();
                let values = [of(a), of(b)];
                let [a, b] = &values;
                let shorter = a.len().min(b.len());
                self.budget.steps(shorter as u64)?;
                self.walk(&values)?;
                int!(dst) = compare(a, b) as i64;
            }
            Ins::InSet(dst, set, value) => {
                let value = self.operand(code, base, value);
                self.walk(std::slice::from_ref(&value))?;
                int!(dst) = i64::from(code.sets[set as usize].contains(&value));
            }
            Ins::CallInt(builtin, dst, args) => {
                let result = self.builtin(code, base, builtin, args)?;
                int!(dst) = unbox(&result);
            }
            Ins::CallObj(builtin, dst, args) => {
                let result = self.builtin(code, base, builtin, args)?;
                let bytes = bytes_each(&result).saturating_mul(result.len() as u64);
                self.make_bytes(bytes)?;
                slot!(dst) = result;
            }
            Ins::Position(dst, game, piles, strict) => {
                self.unpack(code, base, piles)?;
                let position = position(
                    self.obj(code, base, game),
                    self.obj(code, base, piles),
                    strict,
                )?;
                slot!(dst) = position;
            }
            Ins::Join(sum, part) => {
                let part = self.obj(code, base, part).clone();
                join(&mut slot!(sum), &part)?;
            }
            Ins::Instantiate(dst, definition, args) => {
                let args = self.args(code, base, args);
                let wanted = Wanted {
                    definition,
                    args: &args,
                    misere: false,
                    span: code.spans[at - 1],
                };
                let header = host.instantiate(wanted, &self.budget)?;
                slot!(dst) = Value::Game(header);
            }
            Ins::Ask(dst, query, args) => {
                let args = self.args(code, base, args);
                self.walk(&args)?;
                let span = code.spans[at - 1];
                slot!(dst) = self.answered(|| host.ask(query, &args, span))?;
            }
            Ins::Global(dst, number) => {
                slot!(dst) = self.answered(|| host.global(number))?;
            }
            Ins::Unbox(dst, src) => int!(dst) = unbox(self.obj(code, base, src)),
            // All others are run by `step`.
            _ => return Err(FaultKind::internal("an instruction that nothing runs").into()),
        }
        Ok(None)
    }

    /// Whether two values are the same, where that may take long.
    pub(super) fn equal(&mut self, a: Value, b: Value) -> Result<bool, FaultKind> {
        Ok(a.equals(&b, &mut self.budget)?)
    }

    /// What the host answers, while what was made here is counted, and the answer from then on.
    fn answered(
        &mut self,
        answer: impl FnOnce() -> Result<Value, FaultKind>,
    ) -> Result<Value, FaultKind> {
        let kept = self.budget.keep(self.made);
        let answer = answer()?;
        drop(kept);
        self.max_made = self.budget.memory();
        self.make_bytes(answer.own_bytes())?;
        Ok(answer)
    }

    /// Asks the budget for what goes through all of these values, shared ones again and again.
    fn walk(&mut self, values: &[Value]) -> Result<(), FaultKind> {
        for value in values.iter().filter(|value| value.holds_lists()) {
            value.walk(&mut self.budget)?;
        }
        Ok(())
    }

    /// Appends a value to a list: the commonest of these instructions, and so without their detour.
    #[inline(never)]
    pub(super) fn push(
        &mut self,
        code: &Code,
        base: Base,
        list: Obj,
        value: u32,
    ) -> Result<(), FaultKind> {
        let value = self.operand(code, base, value);
        self.grow(base, list, 1, |items| items.push(value))
    }

    /// An empty list that nobody else holds, to be put into `dst`: the one that is there, where it may go.
    #[inline]
    fn cleared(&mut self, base: Base, dst: Obj, needed: Obj) -> Arc<List> {
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

    /// Lets a list grow by so many elements.
    #[inline]
    fn grow(
        &mut self,
        base: Base,
        list: Obj,
        count: u64,
        add: impl FnOnce(&mut List),
    ) -> Result<(), FaultKind> {
        let list = base.objs + list as usize;
        let each = bytes_each(&self.objs[list]);
        self.make_bytes(count.saturating_mul(each))?;
        if let Value::List(items) = &mut self.objs[list] {
            let items = Arc::make_mut(items);
            add(items);
            if each == MOST_PACKED && !items.is_numbers() {
                let len = items.len() as u64;
                self.make(len)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn builtin(
        &mut self,
        code: &Code,
        base: Base,
        builtin: Builtin,
        args: u32,
    ) -> Result<Value, FaultKind> {
        let room = self.max_made.saturating_sub(self.made) / size_of::<Value>() as u64;
        let room = usize::try_from(room).unwrap_or(usize::MAX);
        if let [Operand::Obj(list)] = code.args[args as usize][..] {
            let list = self.obj(code, base, list);
            if !list.holds_lists() && list.len() < MANY {
                return builtin.apply(std::slice::from_ref(list), room);
            }
        }
        let args = self.args(code, base, args);
        self.walk(&args)?;
        let len = args.first().map_or(0, |list| match list {
            Value::List(items) => items.len(),
            _ => 0,
        });
        let bytes = builtin.bytes_for(&args, len);
        if len >= MANY || bytes >= MUCH {
            self.budget.need(self.made.saturating_add(bytes))?;
            self.budget
                .spend(bytes / size_of::<Value>() as u64 + len as u64)?;
        }
        builtin.apply(&args, room)
    }
}

/// The integers of a list, where they are packed.
#[inline]
fn packed(list: &Value) -> Option<&Packed> {
    match list {
        Value::List(items) => items.packed(),
        _ => None,
    }
}

/// How many bytes an element of a list takes, or at most where they are packed.
#[inline]
fn bytes_each(list: &Value) -> u64 {
    match packed(list) {
        Some(_) => MOST_PACKED,
        None => size_of::<Value>() as u64,
    }
}
