//! From checked expressions to code.

mod clauses;
mod fold;
mod rows;

use std::sync::Arc;

use hashbrown::HashMap;

use super::builtin::Builtin;
use super::code::{CONST, Callee, Code, Ins, NONE, Obj, Operand, Pc, Reg, Routine};
use super::kind::Kind;
use super::tree::{ArithOp, Expr, Frame, Function, Op, Place};
use super::value::Value;
use crate::text::source::Span;
use crate::work::stack::with_room;

/// Compiles an expression; the result's place is [`Code::result`].
pub fn compile(expr: &Expr, frame: Frame) -> Code {
    let mut builder = Builder::new(frame, expr.span);
    let result = builder.place(expr);
    builder.code.result = Some(result);
    builder.code.is_truth = expr.kind == Kind::Bool;
    builder.finish()
}

impl Function {
    /// The function's code, compiled with the first code that calls it.
    fn routine(&self) -> &Arc<Routine> {
        self.routine.get_or_init(|| {
            Arc::new(Routine {
                own: self.own.clone(),
                recurs: self.recurs,
                params: self.params.clone(),
                code: with_room(|| compile(&self.body, self.frame)),
            })
        })
    }
}

pub struct Builder {
    code: Code,
    span: Span,
    iterators: u32,
    lenient: bool,
    /// The registers of integer constants.
    int_consts: HashMap<i64, Reg>,
}

/// Jumps whose target is not known yet.
pub type Exits = Vec<usize>;

/// What is done inside of clauses, with the jumps to what comes next.
type Body<'b> = &'b mut dyn FnMut(&mut Builder, &mut Exits);

impl Builder {
    /// A builder whose first registers are those of `frame`.
    pub fn new(frame: Frame, span: Span) -> Builder {
        Builder {
            code: Code {
                ints: frame.ints,
                objs: frame.objs,
                ..Code::default()
            },
            span,
            iterators: 0,
            lenient: false,
            int_consts: HashMap::new(),
        }
    }

    pub fn finish(mut self) -> Code {
        self.push(Ins::Return);
        // It is kept as long as the rules.
        self.code.ins.shrink_to_fit();
        self.code.spans.shrink_to_fit();
        self.code
    }

    /// From here on, positions may hold piles outside their ranges: whoever receives them looks.
    pub fn allow_any_piles(&mut self) {
        self.lenient = true;
    }

    /// Sets the place in the source that the next instructions are blamed on.
    pub fn at(&mut self, span: Span) {
        self.span = span;
    }

    /// Writes an instruction; its number.
    pub fn push(&mut self, ins: Ins) -> usize {
        self.code.ins.push(ins);
        self.code.spans.push(self.span);
        self.code.ins.len() - 1
    }

    fn here(&self) -> Pc {
        self.code.ins.len() as Pc
    }

    /// Lets the jumps go to here.
    pub fn land(&mut self, exits: Exits) {
        let here = self.here();
        for exit in exits {
            if let Some(ins) = self.code.ins.get_mut(exit) {
                retarget(ins, here);
            }
        }
    }

    fn int_temp(&mut self) -> Reg {
        self.code.ints += 1;
        self.code.ints - 1
    }

    fn obj_temp(&mut self) -> Obj {
        self.code.objs += 1;
        self.code.objs - 1
    }

    fn int_const(&mut self, value: i64) -> Reg {
        if let Some(reg) = self.int_consts.get(&value) {
            return *reg;
        }
        let reg = self.int_temp();
        self.code.int_consts.push((reg, value));
        self.int_consts.insert(value, reg);
        reg
    }

    /// The place of an expression's value: a register of its own where it is a local.
    pub fn place(&mut self, expr: &Expr) -> Place {
        if expr.kind.is_scalar() {
            Place::Int(self.int(expr))
        } else {
            Place::Obj(self.obj(expr))
        }
    }

    /// The register that holds an integer or truth value.
    pub fn int(&mut self, expr: &Expr) -> Reg {
        match &expr.op {
            Op::Local(Place::Int(reg)) => *reg,
            Op::Const(Value::Int(n)) => self.int_const(*n),
            Op::Const(Value::Bool(truth)) => self.int_const(i64::from(*truth)),
            // An element of a list that is always empty.
            Op::Local(Place::Obj(_)) | Op::Const(_) => {
                let boxed = self.obj(expr);
                let dst = self.int_temp();
                self.push(Ins::Unbox(dst, boxed));
                dst
            }
            _ => {
                let dst = self.int_temp();
                self.int_into(expr, dst);
                dst
            }
        }
    }

    /// The register or constant that holds another value.
    pub fn obj(&mut self, expr: &Expr) -> Obj {
        match &expr.op {
            Op::Local(Place::Obj(obj)) => *obj,
            Op::Const(value) => enter(&mut self.code.consts, value.clone()) | CONST,
            _ => {
                let dst = self.obj_temp();
                self.obj_into(expr, dst);
                dst
            }
        }
    }

    fn operand(&mut self, expr: &Expr) -> Operand {
        match expr.kind {
            Kind::Int => Operand::Int(self.int(expr)),
            Kind::Bool => Operand::Bool(self.int(expr)),
            _ => Operand::Obj(self.obj(expr)),
        }
    }

    fn boxed(&mut self, expr: &Expr) -> u32 {
        let operand = self.operand(expr);
        enter(&mut self.code.operands, operand)
    }

    fn args(&mut self, exprs: &[Expr]) -> u32 {
        let args = exprs.iter().map(|expr| self.operand(expr)).collect();
        enter(&mut self.code.args, args)
    }

    fn function(&mut self, function: &Function) -> u32 {
        let routine = function.routine();
        let mut known = self.code.routines.iter();
        let is_it =
            |known: &Callee| matches!(known, Callee::Routine(it) if Arc::ptr_eq(it, routine));
        if let Some(known) = known.position(is_it) {
            return known as u32;
        }
        let callee = Callee::Routine(Arc::clone(routine));
        enter(&mut self.code.routines, callee)
    }

    fn called(&mut self, op: &Op) -> u32 {
        match op {
            Op::Function(function, _) => self.function(function),
            Op::Recur(function, _) => {
                let callee = Callee::Around(Arc::clone(function));
                enter(&mut self.code.routines, callee)
            }
            other => unreachable!("{other:?} calls nothing"),
        }
    }

    fn int_into(&mut self, expr: &Expr, dst: Reg) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.op {
            Op::Const(_) | Op::Local(_) => {
                let src = self.int(expr);
                self.push(Ins::Move(dst, src));
            }
            Op::Neg(a) => {
                let a = self.int(a);
                self.push(Ins::Neg(dst, a));
            }
            Op::Not(a) => {
                let a = self.int(a);
                self.push(Ins::Not(dst, a));
            }
            Op::Arith(first, rest) => {
                let mut left = self.int(first);
                for (op, right) in rest {
                    let divisor = right.span;
                    let right = self.int(right);
                    // A division fails because of its divisor.
                    self.span = match op {
                        ArithOp::Div | ArithOp::Rem => divisor,
                        _ => expr.span,
                    };
                    self.push(match op {
                        ArithOp::Add => Ins::Add(dst, left, right),
                        ArithOp::Sub => Ins::Sub(dst, left, right),
                        ArithOp::Mul => Ins::Mul(dst, left, right),
                        ArithOp::Div => Ins::Div(dst, left, right),
                        ArithOp::Rem => Ins::Rem(dst, left, right),
                    });
                    left = dst;
                }
            }
            Op::Compare(..) | Op::And(_) | Op::Or(_) => {
                let (zero, one) = (self.int_const(0), self.int_const(1));
                let exits = self.test(expr);
                self.push(Ins::Move(dst, one));
                let done = self.push(Ins::Jump(0));
                self.land(exits);
                self.push(Ins::Move(dst, zero));
                self.land(vec![done]);
            }
            Op::If(branches, last) => self.choose(branches, last, |builder, value| {
                builder.int_into(value, dst)
            }),
            Op::Call(builtin, args) => self.call_int(*builtin, args, dst),
            Op::Function(_, args) | Op::Recur(_, args) => {
                let args = self.args(args);
                let function = self.called(&expr.op);
                self.push(Ins::FunctionInt(dst, function, args));
            }
            Op::Index(list, index) => {
                let list = self.obj(list);
                let index = self.int(index);
                self.push(Ins::IndexInt(dst, list, index));
            }
            Op::Field(tuple, place) => match &tuple.op {
                Op::Index(list, index) => {
                    self.span = tuple.span;
                    let list = self.obj(list);
                    let index = self.int(index);
                    self.push(Ins::IndexField(dst, list, index, *place as u32));
                }
                _ => {
                    let tuple = self.obj(tuple);
                    self.push(Ins::FieldInt(dst, tuple, *place as u32));
                }
            },
            _ => {
                // What is left gives its value in a box: queries and lets of the file.
                let boxed = self.obj_temp();
                self.obj_into(expr, boxed);
                self.push(Ins::Unbox(dst, boxed));
            }
        }
        self.span = outer;
    }

    fn call_int(&mut self, builtin: Builtin, args: &[Expr], dst: Reg) {
        if self.fold(builtin, args, dst) {
            return;
        }
        if let (Builtin::Len, [list]) = (builtin, args) {
            let list = self.obj(list);
            self.push(Ins::Len(dst, list));
            return;
        }
        if args.iter().all(|arg| arg.kind == Kind::Int)
            && builtin.on_ints(&vec![1; args.len()]).is_some()
        {
            let regs: Vec<Reg> = args.iter().map(|arg| self.int(arg)).collect();
            self.push(match (builtin, regs.as_slice()) {
                (Builtin::Min, [a, b]) => Ins::Min(dst, *a, *b),
                (Builtin::Max, [a, b]) => Ins::Max(dst, *a, *b),
                (_, regs) => Ins::OnInts(
                    builtin,
                    dst,
                    regs.first().copied().unwrap_or(NONE),
                    regs.get(1).copied().unwrap_or(NONE),
                ),
            });
            return;
        }
        let args = self.args(args);
        self.push(Ins::CallInt(builtin, dst, args));
    }

    fn choose(
        &mut self,
        branches: &[(Expr, Expr)],
        last: &Expr,
        mut put: impl FnMut(&mut Builder, &Expr),
    ) {
        let mut done = Vec::new();
        for (condition, value) in branches {
            let exits = self.test(condition);
            put(self, value);
            done.push(self.push(Ins::Jump(0)));
            self.land(exits);
        }
        put(self, last);
        self.land(done);
    }

    fn obj_into(&mut self, expr: &Expr, dst: Obj) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.op {
            Op::Const(_) | Op::Local(_) => {
                let src = self.obj(expr);
                self.push(Ins::MoveObj(dst, src));
            }
            Op::If(branches, last) => self.choose(branches, last, |builder, value| {
                builder.obj_into(value, dst)
            }),
            Op::Call(builtin, args) => {
                let args = self.args(args);
                self.push(Ins::CallObj(*builtin, dst, args));
            }
            Op::Function(_, args) | Op::Recur(_, args) => {
                let args = self.args(args);
                let function = self.called(&expr.op);
                self.push(Ins::FunctionObj(dst, function, args));
            }
            Op::Closure(function, args) => self.closure_into(function, args, dst),
            Op::Index(list, index) => {
                let list = self.obj(list);
                let index = self.int(index);
                self.push(Ins::IndexObj(dst, list, index));
            }
            Op::Field(tuple, place) => {
                let tuple = self.obj(tuple);
                self.push(Ins::FieldObj(dst, tuple, *place as u32));
            }
            Op::Slice(..) => {
                let (list, [lo, hi]) = self.slice(expr);
                self.push(Ins::Slice(dst, list, lo, hi));
            }
            Op::Concat(parts) => self.concat_into(parts, dst),
            Op::Elements(items) => self.elements_into(items, dst),
            Op::Range(_, None) => {
                self.push(Ins::NewList(dst));
            }
            Op::Range(_, Some(_)) => self.elements_into(std::slice::from_ref(expr), dst),
            Op::Repeat(item, count) => {
                let item = self.boxed(item);
                let count = self.int(count);
                self.push(Ins::Repeat(dst, item, count));
            }
            Op::Comprehension(inner) => {
                self.push(Ins::NewList(dst));
                self.clauses(&inner.clauses, &mut |builder, _| {
                    let item = builder.boxed(&inner.element);
                    builder.push(Ins::Push(dst, item));
                });
            }
            Op::Tuple(parts) => {
                let args = self.args(parts);
                self.push(Ins::Tuple(dst, args));
            }
            Op::Position(game, piles) => {
                let game = self.obj(game);
                let piles = self.obj(piles);
                let strict = !self.lenient;
                self.push(Ins::Position(dst, game, piles, strict));
            }
            Op::Join(parts) => self.join_into(parts, dst),
            Op::Instantiate { definition, args } => {
                let args = self.args(args);
                self.push(Ins::Instantiate(dst, *definition, args));
            }
            Op::Ask(query, args) => {
                let args = self.args(args);
                self.push(Ins::Ask(dst, *query, args));
            }
            Op::Global(number) => {
                self.push(Ins::Global(dst, *number));
            }
            // These give integers and truth values only, or nothing: of elements that are not there.
            Op::Neg(_) | Op::Not(_) | Op::Arith(..) | Op::Compare(..) | Op::And(_) | Op::Or(_) => {
                self.int(expr);
            }
        }
        self.span = outer;
    }

    /// The lists joined; all of them are worked out before the first is copied.
    fn concat_into(&mut self, lists: &[Expr], dst: Obj) {
        let lists: Vec<Obj> = lists.iter().map(|list| self.obj(list)).collect();
        self.push(Ins::NewList(dst));
        for list in lists {
            self.push(Ins::Extend(dst, list));
        }
    }

    /// A list, and what a function adds to it for each of its elements in turn.
    fn closure_into(&mut self, function: &Function, args: &[Expr], dst: Obj) {
        let Some((start, more)) = args.split_first() else {
            return;
        };
        let start = self.obj(start);
        let more: Vec<Operand> = more.iter().map(|arg| self.operand(arg)).collect();
        let callee = self.function(function);
        self.push(Ins::NewList(dst));
        self.push(Ins::OpenSet);
        self.push(Ins::ExtendSet(dst, start));
        let (counter, added) = (self.int_temp(), self.obj_temp());
        self.push(Ins::Int(counter, 0));
        let top = self.here();
        let (exit, element) = match function.params.first() {
            Some(Place::Int(_)) => {
                let element = self.int_temp();
                let exit = self.push(Ins::EachInt(element, dst, counter, 0));
                // A number or a truth value: the function knows which.
                (exit, Operand::Int(element))
            }
            _ => {
                let element = self.obj_temp();
                let exit = self.push(Ins::EachObj(element, dst, counter, 0));
                (exit, Operand::Obj(element))
            }
        };
        let args = std::iter::once(element).chain(more).collect();
        let args = enter(&mut self.code.args, args);
        self.push(Ins::FunctionObj(added, callee, args));
        self.push(Ins::ExtendSet(dst, added));
        self.push(Ins::Jump(top));
        self.land(vec![exit]);
        self.push(Ins::CloseSet);
    }

    /// A list of these elements, among which ranges stand for all their numbers.
    fn elements_into(&mut self, items: &[Expr], dst: Obj) {
        self.push(Ins::NewList(dst));
        for item in items {
            if let Op::Range(lo, Some(hi)) = &item.op {
                let (lo, hi) = (self.int(lo), self.int(hi));
                self.push(Ins::PushRange(dst, lo, hi));
            } else {
                let item = self.boxed(item);
                self.push(Ins::Push(dst, item));
            }
        }
    }

    /// The sum of positions; all of them are worked out before the first is copied.
    fn join_into(&mut self, positions: &[Expr], dst: Obj) {
        let positions: Vec<Obj> = positions.iter().map(|part| self.obj(part)).collect();
        if let Some((first, rest)) = positions.split_first() {
            self.push(Ins::MoveObj(dst, *first));
            for part in rest {
                self.push(Ins::Join(dst, *part));
            }
        }
    }
}

/// Adds an entry to a table of the code; its number.
fn enter<T>(table: &mut Vec<T>, entry: T) -> u32 {
    table.push(entry);
    table.len() as u32 - 1
}

fn retarget(ins: &mut Ins, to: Pc) {
    match ins {
        Ins::Jump(pc)
        | Ins::JumpIfNot(_, pc)
        | Ins::JumpIf(_, pc)
        | Ins::JumpUnless(_, _, _, pc)
        | Ins::Bound(_, _, pc)
        | Ins::Begin(_, _, pc)
        | Ins::Next(_, _, _, pc)
        | Ins::Leap(_, _, _, pc)
        | Ins::LeapToDivisor(_, _, _, pc)
        | Ins::EachInt(_, _, _, pc)
        | Ins::EachObj(_, _, _, pc)
        | Ins::NextPartition(_, _, pc)
        | Ins::CheckIndex(_, _, pc)
        | Ins::Emit(_, pc) => *pc = to,
        other => unreachable!("{other:?} leads nowhere"),
    }
}
