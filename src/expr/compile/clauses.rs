//! Loops: what a `for` and its conditions run through. A condition is code that goes on where it holds and jumps where it does
//! not.

use super::rows::is_entry_kind;
use super::{Body, Builder, Exits, enter};
use crate::expr::builtin::Builtin;
use crate::expr::code::{Cmp, Ins, NONE, Obj, Operand, Reg};
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, RangeClause, Target};
use crate::expr::value::Value;
use crate::work::distinct;
use crate::work::stack::with_room;

impl Builder {
    /// Nested loops around what `body` writes. `body` gets the jumps to "no more of this round" to add to.
    pub fn clauses(&mut self, clauses: &[Clause], body: Body<'_>) {
        let mut exits = Vec::new();
        for (clause, rest) in clauses
            .iter()
            .zip((1..).map_while(|next| clauses.get(next..)))
        {
            match clause {
                // Behind a loop the latter is the loop's.
                Clause::Test(condition) | Clause::While(condition) => {
                    exits.extend(self.test(condition));
                }
                Clause::Value { target, value } => match target {
                    Target::One(Place::Int(reg)) => self.int_into(value, *reg),
                    Target::One(Place::Obj(obj)) => self.obj_into(value, *obj),
                    Target::Parts(places) => {
                        let tuple = self.obj(value);
                        self.take_apart(tuple, places);
                    }
                },
                _ => {
                    with_room(|| self.run_through(clause, rest, body));
                    self.land(exits);
                    return;
                }
            }
        }
        body(self, &mut exits);
        self.land(exits);
    }

    /// A loop around the clauses that stand behind it.
    fn run_through(&mut self, clause: &Clause, rest: &[Clause], body: Body<'_>) {
        match clause {
            // Those have no loop.
            Clause::Test(_) | Clause::While(_) | Clause::Value { .. } => {}
            Clause::Range(range) => {
                // Three registers in a row: first value, last value, and the verdict of the code that narrows the range.
                let first = self.int_temp();
                let last = self.int_temp();
                let verdict = self.int_temp();
                self.int_into(&range.lo, first);
                match &range.hi {
                    Some(hi) => self.int_into(hi, last),
                    None => {
                        self.push(Ins::Int(last, i64::MAX));
                    }
                }
                let stops = range.stops.iter();
                let stops = stops.map(|stop| (stop, Ins::Bound(range.var, last, 0)));
                let starts = range.starts.iter();
                let starts = starts.map(|start| (start, Ins::Begin(range.var, last, 0)));
                for (condition, narrow) in stops.chain(starts) {
                    self.at(condition.span);
                    let narrow = self.push(narrow);
                    let over = self.push(Ins::Jump(0));
                    self.land(vec![narrow]);
                    self.int_into(condition, verdict);
                    self.push(Ins::Return);
                    self.land(vec![over]);
                }
                self.at(range.lo.span);
                let exit = self.push(Ins::JumpUnless(Cmp::Le, first, last, 0));
                if let Some(clauses) = by_list(range, (first, last), rest) {
                    self.clauses(&clauses, body);
                    self.land(vec![exit]);
                    return;
                }
                self.push(Ins::Move(range.var, first));
                let of = divided(range, rest).map(|number| self.int(number));
                let top = self.here();
                let kind = rare_kind(range, rest);
                let leap = match of {
                    Some(number) => Some(Ins::LeapToDivisor(number, range.var, last, 0)),
                    None => kind.map(|kind| Ins::Leap(kind, range.var, last, 0)),
                };
                let leap = leap.map(|leap| self.push(leap));
                let ends = self.round(rest, body);
                self.push(Ins::Next(range.var, last, range.step as i32, top));
                self.land([exit].into_iter().chain(leap).collect());
                self.land(ends);
            }
            Clause::Each {
                target: Target::One(Place::Int(var)),
                list:
                    Expr {
                        op: Op::Call(Builtin::Indices, of),
                        ..
                    },
            } => self.each_index(*var, of, rest, body),
            Clause::Each { target, list } => self.each(target, list, rest, body),
            Clause::Partitions(parts) => {
                let total = self.int(&parts.total);
                let least = self.int(&parts.least);
                let most = parts.most.as_ref().map_or(NONE, |most| self.int(most));
                let iterator = self.iterators;
                self.iterators += 1;
                self.push(Ins::Partitions(iterator, total, least, most, parts.sizes));
                let top = self.here();
                let exit = self.push(Ins::NextPartition(parts.var, iterator, 0));
                let ends = self.round(rest, body);
                self.push(Ins::Jump(top));
                self.land(vec![exit]);
                self.land(ends);
            }
        }
    }

    /// What is done in each round of a loop; the returned jumps end the loop.
    fn round(&mut self, clauses: &[Clause], body: Body<'_>) -> Exits {
        let (ends, clauses) = match clauses {
            [Clause::While(condition), rest @ ..] => (self.test(condition), rest),
            _ => (Vec::new(), clauses),
        };
        self.clauses(clauses, body);
        ends
    }

    /// A loop over the elements of a list.
    fn each(&mut self, target: &Target, list: &Expr, rest: &[Clause], body: Body<'_>) {
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
        let ends = self.round(rest, body);
        self.push(match (target, over) {
            (Target::One(Place::Int(reg)), None) => Ins::NextInt(*reg, list, counter, inside),
            _ => Ins::Jump(top),
        });
        self.land(over.into_iter().chain([exit]).chain(ends).collect());
    }

    /// Sets the counter of a run over a list to its first index; a slice is not copied for that. Returns the list and, where
    /// the run ends before the end of the list, the register with the last index.
    fn each_of(&mut self, list: &Expr, counter: Reg) -> (Obj, Option<Reg>) {
        let (list, [lo, last]) = self.slice(list);
        let first = match lo {
            NONE => Ins::Int(counter, 0),
            lo => Ins::Max(counter, lo, self.int_const(0)),
        };
        self.push(first);
        (list, (last != NONE).then_some(last))
    }

    /// A loop over the indices of a list.
    fn each_index(&mut self, var: Reg, of: &[Expr], rest: &[Clause], body: Body<'_>) {
        let (zero, one) = (self.int_const(0), self.int_const(1));
        let last = self.int_temp();
        self.call_int(Builtin::Len, of, last);
        self.push(Ins::Sub(last, last, one));
        let exit = self.push(Ins::JumpUnless(Cmp::Le, zero, last, 0));
        self.push(Ins::Move(var, zero));
        let top = self.here();
        let ends = self.round(rest, body);
        self.push(Ins::Next(var, last, 1, top));
        self.land(vec![exit]);
        self.land(ends);
    }

    fn take_apart(&mut self, tuple: Obj, places: &[Place]) {
        for (index, place) in places.iter().enumerate() {
            match place {
                Place::Int(reg) => self.push(Ins::FieldInt(*reg, tuple, index as u32)),
                Place::Obj(obj) => self.push(Ins::FieldObj(*obj, tuple, index as u32)),
            };
        }
    }
}

// ---- Conditions

/// A side of a comparison, with the place where its value is if it was worked out.
type Side<'a> = (&'a Expr, Option<Place>);

impl Builder {
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
                    known = self.compare((left, known), *op, right, &mut exits);
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
        left: Side<'_>,
        op: CompareOp,
        right: &Expr,
        exits: &mut Exits,
    ) -> Option<Place> {
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            let fails = self.membership(left, right);
            if op == CompareOp::In {
                exits.extend(fails);
            } else {
                exits.push(self.push(Ins::Jump(0)));
                self.land(fails);
            }
            return None;
        }
        let left_place = self.side(left);
        let right_place = self.place(right);
        match (left_place, right_place) {
            (Place::Int(a), Place::Int(b)) => {
                exits.push(self.unless(op, a, b));
            }
            (Place::Obj(a), Place::Obj(b)) if !matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                let (order, zero) = (self.int_temp(), self.int_const(0));
                self.push(Ins::Order(order, a, b));
                exits.push(self.unless(op, order, zero));
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

    /// A jump that is taken unless two numbers compare so.
    fn unless(&mut self, op: CompareOp, a: Reg, b: Reg) -> usize {
        let (cmp, a, b) = match op {
            CompareOp::Eq => (Cmp::Eq, a, b),
            CompareOp::Ne => (Cmp::Ne, a, b),
            CompareOp::Lt => (Cmp::Lt, a, b),
            CompareOp::Le => (Cmp::Le, a, b),
            CompareOp::Gt => (Cmp::Lt, b, a),
            _ => (Cmp::Le, b, a),
        };
        self.push(Ins::JumpUnless(cmp, a, b, 0))
    }

    fn side(&mut self, (expr, known): Side<'_>) -> Place {
        known.unwrap_or_else(|| self.place(expr))
    }

    fn membership(&mut self, left: Side<'_>, list: &Expr) -> Exits {
        if let (Op::Tuple(parts), None, None) = (&left.0.op, left.1, list.constant())
            && is_entry_kind(&left.0.kind)
        {
            let result = self.int_temp();
            let parts = self.args(parts);
            let list = self.obj(list);
            self.push(Ins::ContainsInts(result, list, parts));
            return vec![self.push(Ins::JumpIfNot(result, 0))];
        }
        let place = self.side(left);
        if let (Op::Range(lo, hi), Place::Int(item)) = (&list.op, place) {
            let lo = self.int(lo);
            let mut exits = vec![self.push(Ins::JumpUnless(Cmp::Le, lo, item, 0))];
            if let Some(hi) = hi {
                let hi = self.int(hi);
                exits.push(self.push(Ins::JumpUnless(Cmp::Le, item, hi, 0)));
            }
            return exits;
        }
        let operand = match (place, &left.0.kind) {
            (Place::Int(reg), Kind::Bool) => Operand::Bool(reg),
            (Place::Int(reg), _) => Operand::Int(reg),
            (Place::Obj(obj), _) => Operand::Obj(obj),
        };
        let result = self.int_temp();
        let operand = enter(&mut self.code.operands, operand);
        if let Some(Value::List(items)) = list.constant()
            && !items.iter().any(Value::holds_lists)
        {
            let set = enter(&mut self.code.sets, items.iter().cloned().collect());
            self.push(Ins::InSet(result, set, operand));
        } else if let (Place::Int(reg), Kind::Int) = (place, &left.0.kind) {
            let list = self.obj(list);
            self.push(Ins::ContainsInt(result, list, reg));
        } else {
            let list = self.obj(list);
            self.push(Ins::Contains(result, list, operand));
        }
        vec![self.push(Ins::JumpIfNot(result, 0))]
    }
}

/// What a range goes through whose numbers all have to be in a list, or one number: the list from below, as far as it lies between
/// these registers.
fn by_list(range: &RangeClause, (first, last): (Reg, Reg), rest: &[Clause]) -> Option<Vec<Clause>> {
    let (place, test) = first_test(range, rest)?;
    let (number, list) = match test.comparison()? {
        (number, CompareOp::In, list) => (number, list.clone()),
        (number, CompareOp::Eq, only) if number.kind == Kind::Int => {
            let list = Op::Elements(vec![only.clone()]);
            (number, Expr::new(list, Kind::Int.list(), only.span))
        }
        _ => return None,
    };
    let is_list = list.kind.element() == Some(&Kind::Int)
        && !matches!(list.op, Op::Range(..))
        && !list.mentions(&[range.place()]);
    // It is made before anything else is asked, and may have a fault.
    let is_first = place == 0 || list.constant().is_some();
    if number.as_local() != Some(range.place()) || !is_list || !is_first || range.step != 1 {
        return None;
    }
    let call = |builtin, of| Expr::new(Op::Call(builtin, vec![of]), list.kind.clone(), list.span);
    let sorted = |items: &[Value]| {
        let numbers = distinct(items.iter().filter_map(Value::as_int).collect());
        Expr::new(
            Op::Const(Value::ints(numbers)),
            list.kind.clone(),
            list.span,
        )
    };
    let each = Clause::Each {
        target: Target::One(range.place()),
        list: match list.constant() {
            Some(known) => sorted(known.items()),
            None => call(Builtin::Sort, call(Builtin::Unique, list.clone())),
        },
    };
    let end = |reg| Expr::local(Place::Int(reg), Kind::Int, list.span);
    let tests = [(CompareOp::Ge, end(first)), (CompareOp::Le, end(last))];
    let tests = tests.map(|(op, end)| Clause::Test(number.clone().compare(op, end)));
    Some(
        [each]
            .into_iter()
            .chain(tests)
            .chain(rest.iter().cloned())
            .collect(),
    )
}

/// The number that all numbers of a range have to divide, which are positive.
fn divided<'c>(range: &RangeClause, rest: &'c [Clause]) -> Option<&'c Expr> {
    let (place, test) = first_test(range, rest)?;
    let remainder = match test.comparison()? {
        (remainder, CompareOp::Eq, zero) if zero.as_int() == Some(0) => remainder,
        (zero, CompareOp::Eq, remainder) if zero.as_int() == Some(0) => remainder,
        _ => return None,
    };
    let (number, ArithOp::Rem, by) = remainder.operation()? else {
        return None;
    };
    let is_first = place == 0 || number.as_local().is_some() || number.as_int().is_some();
    let is_by_each = by.as_local() == Some(range.place()) && !number.mentions(&[range.place()]);
    let is_positive = range.lo.as_int().is_some_and(|first| first >= 1) && range.step == 1;
    (is_first && is_by_each && is_positive).then_some(number)
}

/// The first condition on a number of a range, or the first part of it, behind so many others that are comparisons without a fault.
fn first_test<'c>(range: &RangeClause, rest: &'c [Clause]) -> Option<(usize, &'c Expr)> {
    let mut tests = rest.iter().map_while(Clause::test).enumerate();
    // What is asked before it is asked in vain, but must have no fault.
    let is_compared = |test: &Expr| {
        test.comparison().is_some_and(|(a, op, b)| {
            let is_order = !matches!(op, CompareOp::In | CompareOp::NotIn);
            is_order && is_plain(a, range) && is_plain(b, range)
        })
    };
    let (place, test) = tests.find(|(_, test)| !is_compared(test))?;
    match &test.op {
        Op::And(parts) => Some((place, parts.first()?)),
        _ => Some((place, test)),
    }
}

/// The kind of which alone the numbers of a range go on, where there are few of that kind.
fn rare_kind(range: &RangeClause, rest: &[Clause]) -> Option<Builtin> {
    let Op::Call(kind, of) = &first_test(range, rest)?.1.op else {
        return None;
    };
    let is_its = of.first()?.as_local() == Some(range.place());
    let is_rare = matches!(
        kind,
        Builtin::PowerOfTwo | Builtin::Square | Builtin::Fibonacci | Builtin::Triangular
    );
    (is_its && is_rare && range.step == 1).then_some(*kind)
}

/// What has no fault: a number, a register, or how much the numbers of a range from 0 on are less than one, or more than a number.
fn is_plain(expr: &Expr, range: &RangeClause) -> bool {
    let is_number = |expr: &Expr| expr.as_int().is_some_and(|number| number >= 0);
    let is_var = |expr: &Expr| expr.as_local() == Some(range.place());
    let is_difference = |(a, op, b): (&Expr, ArithOp, &Expr)| {
        let is_less = is_var(b) && (a.as_local().is_some() || is_number(a));
        op == ArithOp::Sub && is_number(&range.lo) && (is_less || is_var(a) && is_number(b))
    };
    let is_short = expr.as_int().is_some() || expr.as_local().is_some();
    is_short || expr.operation().is_some_and(is_difference)
}
