//! The instructions of the machine, and the registers in which code and checked expressions keep values.

use std::sync::Arc;

use hashbrown::HashSet;

use super::builtin::Builtin;
use super::kind::Kind;
use super::value::Value;
use crate::text::source::Span;
use crate::work::stack::with_room;

/// An integer register.
pub type Reg = u32;

/// A register for other values, or a constant where [`CONST`] is set.
pub type Obj = u32;

/// Marks an [`Obj`] as the number of a constant.
pub const CONST: u32 = 1 << 31;

/// Marks a missing register.
pub const NONE: u32 = u32::MAX;

/// A place in the code.
pub type Pc = u32;

/// A comparison of two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
}

/// A value of any kind as an argument.
#[derive(Debug, Clone, Copy)]
pub enum Operand {
    Int(Reg),
    Bool(Reg),
    /// Anything else.
    Obj(Obj),
}

/// What is handed to the receiver of options; see [`super::machine::Host::emit`].
#[derive(Debug, Clone, Copy)]
pub enum Emit {
    /// A row, as the coordinate with this number. Not a move where an entry is out of range.
    Row(Obj, u32),
    /// The row is complete, as the coordinate with this number. Not a move where an entry is out of range.
    CloseRow(u32),
    /// The pile is complete.
    EndPile,
    /// A list of whole piles. Not a move where one is out of range.
    Piles(Obj),
    /// A position of any games.
    Position(Obj),
    /// The option is complete; and its last pile with it, or before.
    EndOption(bool),
}

/// An instruction. Results go to the first register.
#[derive(Debug, Clone, Copy)]
pub enum Ins {
    Int(Reg, i64),
    Move(Reg, Reg),
    MoveObj(Obj, Obj),
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Mul(Reg, Reg, Reg),
    /// Floor division.
    Div(Reg, Reg, Reg),
    /// Remainder with the sign of the divisor.
    Rem(Reg, Reg, Reg),
    Neg(Reg, Reg),
    Not(Reg, Reg),
    /// Whether two other values are equal.
    Same(Reg, Obj, Obj),
    /// The order of two other values: -1, 0 or 1.
    Order(Reg, Obj, Obj),
    Jump(Pc),
    /// Jump where the register is 0.
    JumpIfNot(Reg, Pc),
    /// Jump where the register is not 0.
    JumpIf(Reg, Pc),
    /// Jump unless the comparison holds.
    JumpUnless(Cmp, Reg, Reg, Pc),
    /// Narrows the end of a range (`hi`, with `lo` in the register before it) to the last value for which the code at the
    /// place, run with the variable set to it, leaves 1 in the register after `hi`; fields: variable, hi, code.
    Bound(Reg, Reg, Pc),
    /// Narrows the beginning of a range in the same way to the first value from which on it leaves 1.
    Begin(Reg, Reg, Pc),
    /// Raises the variable by a step and jumps unless that passes the end; fields: variable, end, step, target.
    Next(Reg, Reg, i32, Pc),
    /// Raises the variable to the next number of a kind, or jumps where that passes the end; fields: kind, variable, end, exit.
    Leap(Builtin, Reg, Reg, Pc),
    /// Raises the variable, which is positive, to the next divisor of a number, or jumps where that passes the end; fields: number,
    /// variable, end, exit.
    LeapToDivisor(Reg, Reg, Reg, Pc),
    /// Takes the next list element as an integer; fields: element, list, counter, exit.
    EachInt(Reg, Obj, Reg, Pc),
    /// Takes the next list element as another value; fields: element, list, counter, exit.
    EachObj(Obj, Obj, Reg, Pc),
    /// Takes the next list element as an integer and jumps, while there is one; fields: element, list, counter, target.
    NextInt(Reg, Obj, Reg, Pc),
    /// Starts a run over partitions; fields: iterator, total, least, most (or `NONE`), sizes.
    Partitions(u32, Reg, Reg, Reg, PartSizes),
    /// Takes the next partition; fields: partition, iterator, exit.
    NextPartition(Obj, u32, Pc),
    /// The length of a list.
    Len(Reg, Obj),
    /// A list element that is an integer or truth value.
    IndexInt(Reg, Obj, Reg),
    /// A list element that is another value.
    IndexObj(Obj, Obj, Reg),
    /// A tuple element that is an integer or truth value.
    FieldInt(Reg, Obj, u32),
    /// A tuple element that is another value.
    FieldObj(Obj, Obj, u32),
    /// An element, an integer, of a tuple in a list; fields: result, list, index, place in the tuple.
    IndexField(Reg, Obj, Reg, u32),
    /// A slice; the ends are registers or `NONE`.
    Slice(Obj, Obj, Reg, Reg),
    /// Jumps unless the integer is an index of the list; fields: index, list, target.
    CheckIndex(Reg, Obj, Pc),
    NewList(Obj),
    /// Adds an operand to a list.
    Push(Obj, u32),
    /// Adds the numbers of a range to a list.
    PushRange(Obj, Reg, Reg),
    /// Adds the elements of a list to a list.
    Extend(Obj, Obj),
    /// Begins with a list of different elements.
    OpenSet,
    /// Adds those elements of a list to the list begun last that it lacks.
    ExtendSet(Obj, Obj),
    /// Ends with the list of different elements begun last.
    CloseSet,
    /// A list of copies; fields: list, operand, count.
    Repeat(Obj, u32, Reg),
    /// A tuple of the operands in the table's list.
    Tuple(Obj, u32),
    Min(Reg, Reg, Reg),
    Max(Reg, Reg, Reg),
    /// Whether a list holds an integer.
    ContainsInt(Reg, Obj, Reg),
    /// Whether a list of tuples holds the one whose elements are the integers of the table's list of operands.
    ContainsInts(Reg, Obj, u32),
    /// Whether a list holds an operand.
    Contains(Reg, Obj, u32),
    /// Whether a constant set holds an operand; fields: result, set, operand.
    InSet(Reg, u32, u32),
    /// A function of one or two integers; the second register may be `NONE`.
    OnInts(Builtin, Reg, Reg, Reg),
    /// A built-in function with an integer or truth value as its result.
    CallInt(Builtin, Reg, u32),
    /// A built-in function with another result.
    CallObj(Builtin, Obj, u32),
    /// A function with an integer or truth value as its result; fields: result, function, arguments.
    FunctionInt(Reg, u32, u32),
    /// A function with another result.
    FunctionObj(Obj, u32, u32),
    /// A position; fields: result, game, list of piles, and whether a pile outside its range is a fault. In the result of
    /// a move it is none: the receiver of options sees that there is no such move.
    Position(Obj, Obj, Obj, bool),
    /// Adds a position to a sum.
    Join(Obj, Obj),
    /// A game with arguments; fields: result, definition, arguments.
    Instantiate(Obj, u32, u32),
    /// A query; fields: result (boxed), query, arguments.
    Ask(Obj, u32, u32),
    /// A `let` of the file, boxed.
    Global(Obj, u32),
    /// An integer or truth value taken out of its box.
    Unbox(Reg, Obj),
    /// Hands something to the receiver of options; jumps to the target where it makes no move.
    Emit(Emit, Pc),
    /// Hands on the next cell of a pile.
    PutCell(Reg),
    /// The next cell of an entry of the row.
    PutEntry(Reg),
    /// A row begins; its parts follow, in order, and then its end.
    PutRow,
    /// The next entries of the row: a slice of a list; the ends are registers or [`NONE`].
    PutSlice(Obj, Reg, Reg),
    /// The next entries of the row: the numbers from the first register to the second.
    PutRange(Reg, Reg),
    /// Another value for a cell that the row has already; fields: index, value.
    PutAt(Reg, Reg),
    /// The next entries of the row, numbers: a slice of a list, none less than the first limit or greater than the second.
    PutLimited(Obj, [Reg; 2], [Reg; 2]),
    Return,
}

#[derive(Debug, Default)]
pub struct Code {
    pub ins: Vec<Ins>,
    /// For each instruction its place in the source.
    pub spans: Vec<Span>,
    /// How many integer registers it needs.
    pub ints: u32,
    /// How many other registers it needs.
    pub objs: u32,
    /// Integer registers that hold constants.
    pub int_consts: Vec<(Reg, i64)>,
    /// Other constants.
    pub consts: Vec<Value>,
    pub sets: Vec<HashSet<Value>>,
    /// Operands, for instructions that take values of any kind.
    pub operands: Vec<Operand>,
    pub args: Vec<Vec<Operand>>,
    pub routines: Vec<Callee>,
    /// Where the result of an expression is, and whether that is a truth value.
    pub result: Option<Place>,
    pub is_truth: bool,
}

/// A function that calls itself, as calls in its body name it.
#[derive(Debug)]
pub struct Enclosing {
    /// No other function of the process has it.
    pub id: u64,
    pub name: Arc<str>,
}

#[derive(Debug)]
pub enum Callee {
    Routine(Arc<Routine>),
    /// One that the code is a part of, by its number.
    Around(Arc<Enclosing>),
}

#[derive(Debug)]
pub struct Routine {
    /// Its name where it stands in a circle of calls.
    pub own: Option<Arc<Enclosing>>,
    /// Whether calls in it come back to it.
    pub recurs: bool,
    /// The registers of its arguments.
    pub params: Vec<Place>,
    pub code: Code,
}

impl Drop for Routine {
    /// The code of a function holds that of those which it calls, and so a chain of them.
    fn drop(&mut self) {
        let routines = std::mem::take(&mut self.code.routines);
        with_room(|| drop(routines));
    }
}

/// A register of a frame: integers and truth values live in one file, all other values in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Int(u32),
    Obj(u32),
}

impl Place {
    /// The register, where it is one of an integer or a truth value.
    pub(crate) fn int(self) -> Option<u32> {
        match self {
            Place::Int(register) => Some(register),
            Place::Obj(_) => None,
        }
    }
}

/// How many registers of each file a piece of code needs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    pub ints: u32,
    pub objs: u32,
}

impl Frame {
    /// Room for the registers of both.
    pub fn with(self, other: Frame) -> Frame {
        Frame {
            ints: self.ints.max(other.ints),
            objs: self.objs.max(other.objs),
        }
    }

    /// A fresh register for a value of this kind.
    pub fn place(&mut self, kind: &Kind) -> Place {
        if kind.is_scalar() {
            self.ints += 1;
            Place::Int(self.ints - 1)
        } else {
            self.objs += 1;
            Place::Obj(self.objs - 1)
        }
    }
}

/// How sizes of parts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartSizes {
    Any,
    Equal,
    Unequal,
}
