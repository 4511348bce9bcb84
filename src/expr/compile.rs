//! From checked expressions to code.

use std::sync::Arc;

use hashbrown::HashMap;

use super::builtin::Builtin;
use super::code::{CONST, Cmp, Code, Emit, Ins, NONE, Obj, Operand, Pc, Reg};
use super::kind::Kind;
use super::tree::{ArithOp, Clause, CompareOp, Expr, Frame, Function, Op, Place, Target};
use super::value::Value;
use crate::source::Span;

mod row;

/// Compiles an expression; the result's place is [`Code::result`].
pub fn compile(expr: &Expr, frame: Frame) -> Code {
    let mut builder = Builder::new(frame, expr.span);
    let result = builder.place(expr);
    builder.code.result = Some(result);
    builder.finish()
}

impl Function {
    /// The function's code, compiled at the first call.
    pub fn code(&self) -> &Code {
        self.code.get_or_init(|| compile(&self.body, self.frame))
    }
}

/// Writes code.
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

    /// The finished code.
    pub fn finish(mut self) -> Code {
        self.push(Ins::Return);
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

    fn push(&mut self, ins: Ins) -> usize {
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

    fn obj_const(&mut self, value: &Value) -> Obj {
        self.code.consts.push(value.clone());
        (self.code.consts.len() as u32 - 1) | CONST
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
            Op::Const(value) => self.obj_const(value),
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
        self.code.operands.push(operand);
        self.code.operands.len() as u32 - 1
    }

    fn args(&mut self, exprs: &[Expr]) -> u32 {
        let args = exprs.iter().map(|expr| self.operand(expr)).collect();
        self.code.args.push(args);
        self.code.args.len() as u32 - 1
    }

    fn function(&mut self, function: &Arc<Function>) -> u32 {
        if let Some(known) = self
            .code
            .functions
            .iter()
            .position(|known| Arc::ptr_eq(known, function))
        {
            return known as u32;
        }
        self.code.functions.push(Arc::clone(function));
        self.code.functions.len() as u32 - 1
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
            Op::Function(function, args) => {
                let args = self.args(args);
                let function = self.function(function);
                self.push(Ins::FunctionInt(dst, function, args));
            }
            Op::Index(list, index) => {
                let list = self.obj(list);
                let index = self.int(index);
                self.push(Ins::IndexInt(dst, list, index));
            }
            Op::Field(tuple, place) => {
                let tuple = self.obj(tuple);
                self.push(Ins::FieldInt(dst, tuple, *place as u32));
            }
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
            Op::Function(function, args) => {
                let args = self.args(args);
                let function = self.function(function);
                self.push(Ins::FunctionObj(dst, function, args));
            }
            Op::Index(list, index) => {
                let list = self.obj(list);
                let index = self.int(index);
                self.push(Ins::IndexObj(dst, list, index));
            }
            Op::Field(tuple, place) => {
                let tuple = self.obj(tuple);
                self.push(Ins::FieldObj(dst, tuple, *place as u32));
            }
            Op::Slice(list, lo, hi) => {
                let list = self.obj(list);
                let lo = lo.as_ref().map_or(NONE, |lo| self.int(lo));
                let hi = hi.as_ref().map_or(NONE, |hi| self.int(hi));
                self.push(Ins::Slice(dst, list, lo, hi));
            }
            Op::Concat(parts) => {
                let parts: Vec<Obj> = parts.iter().map(|part| self.obj(part)).collect();
                self.push(Ins::NewList(dst));
                for part in parts {
                    self.push(Ins::Extend(dst, part));
                }
            }
            Op::Elements(items) => {
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
            Op::Range(lo, hi) => {
                self.push(Ins::NewList(dst));
                if let Some(hi) = hi {
                    let (lo, hi) = (self.int(lo), self.int(hi));
                    self.push(Ins::PushRange(dst, lo, hi));
                }
            }
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
            Op::Join(parts) => {
                let parts: Vec<Obj> = parts.iter().map(|part| self.obj(part)).collect();
                if let Some((first, rest)) = parts.split_first() {
                    self.push(Ins::MoveObj(dst, *first));
                    for part in rest {
                        self.push(Ins::Join(dst, dst, *part));
                    }
                }
            }
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
            // These give integers and truth values only.
            Op::Neg(_) | Op::Not(_) | Op::Arith(..) | Op::Compare(..) | Op::And(_) | Op::Or(_) => {}
        }
        self.span = outer;
    }

    /// Code that goes on where the condition holds; the returned jumps are taken where it does not.
    pub fn test(&mut self, condition: &Expr) -> Exits {
        let outer = std::mem::replace(&mut self.span, condition.span);
        let exits = match &condition.op {
            Op::Const(Value::Bool(true)) => Vec::new(),
            Op::And(parts) => {
                let mut exits = Vec::new();
                for part in parts {
                    exits.extend(self.test(part));
                }
                exits
            }
            Op::Or(parts) => {
                let mut holds = Vec::new();
                let mut exits = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let fails = self.test(part);
                    if index + 1 == parts.len() {
                        exits = fails;
                    } else {
                        holds.push(self.push(Ins::Jump(0)));
                        self.land(fails);
                    }
                }
                self.land(holds);
                exits
            }
            Op::Not(inner) => {
                let fails = self.test(inner);
                let exit = self.push(Ins::Jump(0));
                self.land(fails);
                vec![exit]
            }
            Op::Compare(first, rest) => {
                let mut exits = Vec::new();
                let mut left: &Expr = first;
                let mut known = None;
                for (op, right) in rest {
                    let left_place = match known {
                        Some(place) => place,
                        None => self.place(left),
                    };
                    known = self.compare(left_place, left, *op, right, &mut exits);
                    left = right;
                }
                exits
            }
            _ => {
                let truth = self.int(condition);
                vec![self.push(Ins::JumpIfNot(truth, 0))]
            }
        };
        self.span = outer;
        exits
    }

    /// One comparison of a chain; returns the place of the right side, where it has one.
    fn compare(
        &mut self,
        left: Place,
        left_expr: &Expr,
        op: CompareOp,
        right: &Expr,
        exits: &mut Exits,
    ) -> Option<Place> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let fails = self.membership(left, left_expr, right);
            if op == CompareOp::In {
                exits.extend(fails);
            } else {
                exits.push(self.push(Ins::Jump(0)));
                self.land(fails);
            }
            return None;
        }
        let right_place = self.place(right);
        match (left, right_place) {
            (Place::Int(a), Place::Int(b)) => {
                let (cmp, a, b) = match op {
                    CompareOp::Eq => (Cmp::Eq, a, b),
                    CompareOp::Ne => (Cmp::Ne, a, b),
                    CompareOp::Lt => (Cmp::Lt, a, b),
                    CompareOp::Le => (Cmp::Le, a, b),
                    CompareOp::Gt => (Cmp::Lt, b, a),
                    _ => (Cmp::Le, b, a),
                };
                exits.push(self.push(Ins::JumpUnless(cmp, a, b, 0)));
            }
            (Place::Obj(a), Place::Obj(b)) => {
                let same = self.int_temp();
                self.push(Ins::Same(same, a, b));
                exits.push(self.push(if op == CompareOp::Ne {
                    Ins::JumpIf(same, 0)
                } else {
                    Ins::JumpIfNot(same, 0)
                }));
            }
            // The checker lets only values of one kind be compared.
            _ => {}
        }
        Some(right_place)
    }

    fn membership(&mut self, left: Place, left_expr: &Expr, list: &Expr) -> Exits {
        if let (Op::Range(lo, hi), Place::Int(item)) = (&list.op, left) {
            let lo = self.int(lo);
            let mut exits = vec![self.push(Ins::JumpUnless(Cmp::Le, lo, item, 0))];
            if let Some(hi) = hi {
                let hi = self.int(hi);
                exits.push(self.push(Ins::JumpUnless(Cmp::Le, item, hi, 0)));
            }
            return exits;
        }
        let operand = match (left, &left_expr.kind) {
            (Place::Int(reg), Kind::Bool) => Operand::Bool(reg),
            (Place::Int(reg), _) => Operand::Int(reg),
            (Place::Obj(obj), _) => Operand::Obj(obj),
        };
        let result = self.int_temp();
        self.code.operands.push(operand);
        let operand = self.code.operands.len() as u32 - 1;
        if let Some(Value::List(items)) = list.constant() {
            self.code.sets.push(items.iter().cloned().collect());
            let set = self.code.sets.len() as u32 - 1;
            self.push(Ins::InSet(result, set, operand));
        } else if let (Place::Int(reg), Kind::Int) = (left, &left_expr.kind) {
            let list = self.obj(list);
            self.push(Ins::ContainsInt(result, list, reg));
        } else {
            let list = self.obj(list);
            self.push(Ins::Contains(result, list, operand));
        }
        vec![self.push(Ins::JumpIfNot(result, 0))]
    }

    /// Nested loops around what `body` writes. `body` gets the jumps to "no more of this round" to add to.
    pub fn clauses(&mut self, clauses: &[Clause], body: &mut dyn FnMut(&mut Builder, &mut Exits)) {
        let Some((clause, rest)) = clauses.split_first() else {
            let mut skip = Vec::new();
            body(self, &mut skip);
            self.land(skip);
            return;
        };
        match clause {
            Clause::Test(condition) => {
                let exits = self.test(condition);
                self.clauses(rest, body);
                self.land(exits);
            }
            Clause::Value { target, value } => {
                match target {
                    Target::One(Place::Int(reg)) => self.int_into(value, *reg),
                    Target::One(Place::Obj(obj)) => self.obj_into(value, *obj),
                    Target::Parts(places) => {
                        let tuple = self.obj(value);
                        self.take_apart(tuple, places);
                    }
                }
                self.clauses(rest, body);
            }
            Clause::Range {
                var,
                lo,
                hi,
                step,
                stops,
            } => {
                // Three registers in a row: first value, last value, and the verdict of the code that narrows the range.
                let first = self.int_temp();
                let last = self.int_temp();
                let verdict = self.int_temp();
                self.int_into(lo, first);
                match hi {
                    Some(hi) => self.int_into(hi, last),
                    None => {
                        self.push(Ins::Int(last, i64::MAX));
                    }
                }
                for stop in stops {
                    self.at(stop.span);
                    let bound = self.push(Ins::Bound(*var, last, 0));
                    let over = self.push(Ins::Jump(0));
                    self.land(vec![bound]);
                    self.int_into(stop, verdict);
                    self.push(Ins::Return);
                    self.land(vec![over]);
                }
                self.at(lo.span);
                let exit = self.push(Ins::JumpUnless(Cmp::Le, first, last, 0));
                self.push(Ins::Move(*var, first));
                let top = self.here();
                self.clauses(rest, body);
                self.push(Ins::Next(*var, last, *step as i32, top));
                self.land(vec![exit]);
            }
            Clause::Each {
                target: Target::One(Place::Int(var)),
                list:
                    Expr {
                        op: Op::Call(Builtin::Indices, of),
                        ..
                    },
            } => self.each_index(*var, of, rest, body),
            Clause::Each { target, list } => {
                let counter = self.int_temp();
                let (list, last) = self.each_of(list, counter);
                let top = self.here();
                let over = last.map(|last| self.push(Ins::JumpUnless(Cmp::Le, counter, last, 0)));
                let exit = match target {
                    Target::One(Place::Int(reg)) => self.push(Ins::EachInt(*reg, list, counter, 0)),
                    Target::One(Place::Obj(obj)) => self.push(Ins::EachObj(*obj, list, counter, 0)),
                    Target::Parts(places) => {
                        let tuple = self.obj_temp();
                        let exit = self.push(Ins::EachObj(tuple, list, counter, 0));
                        self.take_apart(tuple, places);
                        exit
                    }
                };
                let inside = self.here();
                self.clauses(rest, body);
                self.push(match (target, over) {
                    (Target::One(Place::Int(reg)), None) => {
                        Ins::NextInt(*reg, list, counter, inside)
                    }
                    _ => Ins::Jump(top),
                });
                self.land(over.into_iter().chain([exit]).collect());
            }
            Clause::Partitions {
                var,
                total,
                least,
                most,
                sizes,
            } => {
                let total = self.int(total);
                let least = self.int(least);
                let most = most.as_ref().map_or(NONE, |most| self.int(most));
                let iterator = self.iterators;
                self.iterators += 1;
                self.push(Ins::Partitions(iterator, total, least, most, *sizes));
                let top = self.here();
                let exit = self.push(Ins::NextPartition(*var, iterator, 0));
                self.clauses(rest, body);
                self.push(Ins::Jump(top));
                self.land(vec![exit]);
            }
        }
    }

    /// Sets the counter of a run over a list to its first index; a slice is not copied for that. Returns the list and, where
    /// the run ends before the end of the list, the register with the last index.
    fn each_of(&mut self, list: &Expr, counter: Reg) -> (Obj, Option<Reg>) {
        let Op::Slice(list, lo, hi) = &list.op else {
            let list = self.obj(list);
            self.push(Ins::Int(counter, 0));
            return (list, None);
        };
        let list = self.obj(list);
        let lo = lo.as_ref().map(|lo| self.int(lo));
        let last = hi.as_ref().map(|hi| self.int(hi));
        match lo {
            Some(lo) => {
                let zero = self.int_const(0);
                self.push(Ins::Max(counter, lo, zero));
            }
            None => {
                self.push(Ins::Int(counter, 0));
            }
        }
        (list, last)
    }

    /// A loop over the indices of a list.
    fn each_index(
        &mut self,
        var: Reg,
        of: &[Expr],
        rest: &[Clause],
        body: &mut dyn FnMut(&mut Builder, &mut Exits),
    ) {
        let (zero, one) = (self.int_const(0), self.int_const(1));
        let last = self.int_temp();
        self.call_int(Builtin::Len, of, last);
        self.push(Ins::Sub(last, last, one));
        let exit = self.push(Ins::JumpUnless(Cmp::Le, zero, last, 0));
        self.push(Ins::Move(var, zero));
        let top = self.here();
        self.clauses(rest, body);
        self.push(Ins::Next(var, last, 1, top));
        self.land(vec![exit]);
    }

    fn take_apart(&mut self, tuple: Obj, places: &[Place]) {
        for (index, place) in places.iter().enumerate() {
            match place {
                Place::Int(reg) => self.push(Ins::FieldInt(*reg, tuple, index as u32)),
                Place::Obj(obj) => self.push(Ins::FieldObj(*obj, tuple, index as u32)),
            };
        }
    }

    /// An index of a row of integers and the entry's new value; not a move where the index is outside the row.
    pub fn patch(&mut self, row: Obj, index: &Expr, value: &Expr, skip: &mut Exits) -> (Reg, Reg) {
        let at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
        (at, self.int(value))
    }

    /// A row with one entry replaced; not a move where the index is outside the row.
    pub fn set_entry(&mut self, row: Obj, index: &Expr, value: &Expr, skip: &mut Exits) -> Obj {
        let at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
        let operand = self.boxed(value);
        let dst = self.obj_temp();
        self.push(Ins::MoveObj(dst, row));
        self.push(Ins::SetEntry(dst, at, operand));
        dst
    }

    /// Goes on only where the integer is an index of the row.
    pub fn check_index(&mut self, index: &Expr, row: Obj, skip: &mut Exits) {
        let at = self.int(index);
        skip.push(self.push(Ins::CheckIndex(at, row, 0)));
    }

    /// Goes on only where the two indices differ.
    pub fn check_different(&mut self, a: &Expr, b: &Expr, skip: &mut Exits) {
        let (a, b) = (self.int(a), self.int(b));
        skip.push(self.push(Ins::JumpUnless(Cmp::Ne, a, b, 0)));
    }

    /// Goes on only where `lo <= value <= hi`.
    pub fn check_bounds(&mut self, value: Reg, lo: i64, hi: Option<i64>, skip: &mut Exits) {
        let lo = self.int_const(lo);
        skip.push(self.push(Ins::JumpUnless(Cmp::Le, lo, value, 0)));
        if let Some(hi) = hi {
            let hi = self.int_const(hi);
            skip.push(self.push(Ins::JumpUnless(Cmp::Le, value, hi, 0)));
        }
    }

    /// Hands something to the receiver of options.
    pub fn emit(&mut self, emit: Emit, skip: &mut Exits) {
        skip.push(self.push(Ins::Emit(emit, 0)));
    }
}

fn retarget(ins: &mut Ins, to: Pc) {
    match ins {
        Ins::Jump(pc)
        | Ins::JumpIfNot(_, pc)
        | Ins::JumpIf(_, pc)
        | Ins::JumpUnless(_, _, _, pc)
        | Ins::Bound(_, _, pc)
        | Ins::Next(_, _, _, pc)
        | Ins::EachInt(_, _, _, pc)
        | Ins::EachObj(_, _, _, pc)
        | Ins::NextPartition(_, _, pc)
        | Ins::CheckIndex(_, _, pc)
        | Ins::Emit(_, pc) => *pc = to,
        _ => {}
    }
}
