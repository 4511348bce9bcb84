//! The expression tree of a closed form: its value, its length, its text, and the terms that it is written in.

use super::op::Op;

/// A closed form, or a part of one. Truth values are 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A coordinate of the pile, by its number.
    Var(usize),
    /// A number.
    Int(i64),
    /// An operation or a function.
    Call(Op, Vec<Expr>),
    /// An entry of a list, counted from 0.
    At(Vec<i64>, Box<Expr>),
    /// An entry of a table, by row and column.
    At2(Vec<Vec<i64>>, Box<Expr>, Box<Expr>),
    /// Whether the value is in a list.
    In(Box<Expr>, Vec<i64>),
    /// The form itself for another pile: a recursion.
    Again(Vec<Expr>),
}

/// What a number adds to the length of a description, in bits.
pub(super) fn int_bits(n: i64) -> f64 {
    1.0 + 2.0 * ((n.unsigned_abs() + 1) as f64).log2() + if n < 0 { 2.0 } else { 0.0 }
}

/// What an exception adds to the length of a description, in bits.
pub(super) fn exception_bits(point: &[i64], value: i64) -> f64 {
    let coordinates: f64 = point.iter().map(|i| int_bits(*i) - 1.0).sum();
    coordinates + int_bits(value)
}

/// What a list adds to the length of a description, in bits.
fn list_bits(list: &[i64]) -> f64 {
    let greatest = list.iter().map(|n| n.unsigned_abs()).max().unwrap_or(0);
    let negative = list.iter().any(|n| *n < 0);
    let each = ((greatest + 1) as f64).log2().max(1.0) + if negative { 1.0 } else { 0.0 };
    4.0 + 2.0 * (list.len() as f64 + 1.0).log2() + each * list.len() as f64
}

/// What the word `again` adds: a recursion is no closed form, and the base cases are easily overlooked.
const AGAIN_BITS: f64 = 8.0;

/// What it adds that both sides of an equation vary: `xor(a, b, c) == 0` is plainer than `a == xor(b, c)`.
const COMPARED_BITS: f64 = 1.5;

/// What it adds that the divisor varies.
const DIVISOR_BITS: f64 = 3.0;

/// How tightly names, numbers and calls bind.
const TIGHT: u8 = 9;

/// The values of a form for smaller piles.
pub(super) type Before<'a> = dyn FnMut(&[i64]) -> Option<i64> + 'a;

impl Expr {
    /// An operation. Sums with 0 and products with 1 are left out.
    pub(super) fn of(op: Op, args: Vec<Expr>) -> Expr {
        let [a, b] = args.as_slice() else {
            return Expr::Call(op, args);
        };
        match (op, a, b) {
            (Op::Add | Op::Sub, _, Expr::Int(0)) | (Op::Mul | Op::Div, _, Expr::Int(1)) => {
                a.clone()
            }
            (Op::Add, Expr::Int(0), _) | (Op::Mul, Expr::Int(1), _) => b.clone(),
            (Op::Add, Expr::Int(n), Expr::Int(m)) => Expr::Int(n + m),
            (Op::Sub, Expr::Int(n), Expr::Int(m)) => Expr::Int(n - m),
            (Op::Mul, Expr::Int(n), Expr::Int(m)) => Expr::Int(n * m),
            (Op::Add | Op::Sub, _, Expr::Int(n)) => {
                let n = if op == Op::Add { *n } else { -n };
                match a.shifted() {
                    // (x + 1) - 3 is x - 2.
                    Some((inner, shift)) => inner.clone().by(Op::Add, shift + n),
                    None if n < 0 => Expr::Call(Op::Sub, vec![a.clone(), Expr::Int(-n)]),
                    None => Expr::Call(Op::Add, vec![a.clone(), Expr::Int(n)]),
                }
            }
            _ => Expr::Call(op, args),
        }
    }

    pub(super) fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
        Expr::Call(Op::If, vec![condition, yes, no])
    }

    pub(super) fn truth_choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
        match (&yes, &no) {
            (Expr::Int(0), Expr::Int(1)) => condition.negated(),
            (Expr::Int(1), Expr::Int(0)) => condition,
            (Expr::Int(0), _) => condition.negated().op(Op::And, no),
            (_, Expr::Int(0)) => condition.op(Op::And, yes),
            (Expr::Int(1), _) => condition.op(Op::Or, no),
            (_, Expr::Int(1)) => condition.negated().op(Op::Or, yes),
            _ => Expr::choice(condition, yes, no),
        }
    }

    /// The operation and its operands, where there are two.
    pub(super) fn pair(&self) -> Option<(Op, &Expr, &Expr)> {
        match self {
            Expr::Call(op, args) => match args.as_slice() {
                [a, b] => Some((*op, a, b)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Something plus a number, where it is written so.
    fn shifted(&self) -> Option<(&Expr, i64)> {
        match self.pair()? {
            (Op::Add, inner, Expr::Int(n)) => Some((inner, *n)),
            (Op::Sub, inner, Expr::Int(n)) => Some((inner, -n)),
            _ => None,
        }
    }

    /// Whether it is something else plus or minus a number.
    pub(super) fn is_shifted(&self) -> bool {
        self.shifted().is_some()
    }

    /// The expression with other expressions for its coordinates.
    pub(super) fn with(&self, vars: &[Expr]) -> Expr {
        let part = |expr: &Expr| Box::new(expr.with(vars));
        let all = |args: &[Expr]| args.iter().map(|arg| arg.with(vars)).collect();
        match self {
            Expr::Var(number) => vars[*number].clone(),
            Expr::Int(n) => Expr::Int(*n),
            Expr::Call(op, args) => Expr::Call(*op, all(args)),
            Expr::At(list, index) => Expr::At(list.clone(), part(index)),
            Expr::At2(rows, a, b) => Expr::At2(rows.clone(), part(a), part(b)),
            Expr::In(value, list) => Expr::In(part(value), list.clone()),
            Expr::Again(args) => Expr::Again(all(args)),
        }
    }

    /// The length of its description, in bits.
    pub fn bits(&self) -> f64 {
        let own = match self {
            Expr::Var(_) => 2.0,
            Expr::Int(n) => int_bits(*n),
            Expr::Call(op, _) => {
                let more = match self.pair() {
                    Some((_, _, Expr::Int(_))) => 0.0,
                    Some((Op::Equal, ..)) => COMPARED_BITS,
                    Some((Op::Div | Op::Rem, ..)) => DIVISOR_BITS,
                    _ => 0.0,
                };
                op.bits() + more
            }
            Expr::At(list, _) | Expr::In(_, list) => list_bits(list),
            Expr::At2(rows, ..) => 2.0 + list_bits(&rows.concat()),
            Expr::Again(_) => AGAIN_BITS,
        };
        own + self.parts().into_iter().map(Expr::bits).sum::<f64>()
    }

    fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Var(_) | Expr::Int(_) => Vec::new(),
            Expr::At(_, a) | Expr::In(a, _) => vec![a],
            Expr::At2(_, a, b) => vec![a, b],
            Expr::Call(_, args) | Expr::Again(args) => args.iter().collect(),
        }
    }

    /// Whether it refers to itself.
    pub(super) fn recurs(&self) -> bool {
        matches!(self, Expr::Again(_)) || self.parts().into_iter().any(Expr::recurs)
    }

    /// Whether it is true or false.
    pub(super) fn is_question(&self) -> bool {
        match self {
            Expr::Call(Op::If, args) => args.iter().skip(1).all(Expr::is_question),
            Expr::Call(op, _) => op.is_question(),
            Expr::In(..) => true,
            _ => false,
        }
    }

    /// The value at a pile; `None` where it is not defined. `before` answers for the form itself at other piles.
    pub(super) fn eval(&self, at: &[i64], before: &mut Before) -> Option<i64> {
        match self {
            Expr::Var(number) => at.get(*number).copied(),
            Expr::Int(n) => Some(*n),
            Expr::Call(op, args) => match args.as_slice() {
                [a, b] => match (op, a.eval(at, before)?) {
                    (Op::And, 0) => Some(0),
                    (Op::Or, 1) => Some(1),
                    (_, a) => op.of_two(a, b.eval(at, before)?),
                },
                [a] => op.of_any(&[a.eval(at, before)?]),
                [condition, yes, no] if *op == Op::If => match condition.eval(at, before)? {
                    0 => no.eval(at, before),
                    _ => yes.eval(at, before),
                },
                args => op.of_any(&all(args, at, before)?),
            },
            Expr::At(list, index) => index.eval(at, before).entry(list),
            Expr::At2(rows, row, column) => {
                let row = row.eval(at, before);
                row.entry_of(column.eval(at, before), rows)
            }
            Expr::In(value, list) => value.eval(at, before).among(list),
            Expr::Again(args) => {
                let to = all(args, at, before)?;
                before(&to)
            }
        }
    }

    /// The operations of it that need a definition, in order of appearance.
    pub(super) fn collect(&self, into: &mut Vec<Op>) {
        if let Expr::Call(op, _) = self
            && op.definition().is_some()
            && !into.contains(op)
        {
            into.push(*op);
        }
        self.parts().iter().for_each(|part| part.collect(into));
    }

    /// The text in the syntax of the language, in a place that binds so tightly; `names` are those of the coordinates, and the
    /// form itself is `g`.
    pub(super) fn show(&self, names: &[String], tight: u8) -> String {
        let show = |expr: &Expr, tight: u8| expr.show(names, tight);
        let list = |list: &[Expr]| {
            let list = list.iter().map(|expr| show(expr, 0));
            list.collect::<Vec<_>>().join(", ")
        };
        let (text, own) = match self {
            Expr::Var(number) => (names[*number].clone(), TIGHT),
            Expr::Int(n) => (n.to_string(), if *n < 0 { TIGHT - 1 } else { TIGHT }),
            Expr::Call(op, args) => match (op, op.sign(), args.as_slice()) {
                (Op::If, _, [condition, yes, no]) => {
                    let (condition, yes) = (show(condition, 1), show(yes, 1));
                    (format!("if {condition} then {yes} else {}", show(no, 0)), 0)
                }
                (Op::Not, _, [Expr::In(value, list)]) => {
                    (format!("{} not in {list:?}", show(value, 5)), 4)
                }
                (Op::Not, _, [value]) => match value.pair() {
                    Some((Op::Equal, a, b)) => (format!("{} != {}", show(a, 5), show(b, 5)), 4),
                    _ => (format!("not {}", show(value, 4)), 3),
                },
                (_, Some((sign, own)), [a, b]) => {
                    // Comparisons are not chained, sums and products are read from the left.
                    let left = own + u8::from(own == 4);
                    let right = own + u8::from(!matches!(op, Op::And | Op::Or | Op::Add));
                    (format!("{} {sign} {}", show(a, left), show(b, right)), own)
                }
                _ => (op.pattern().replace('@', &list(args)), TIGHT),
            },
            Expr::At(list, index) => (format!("{list:?}[{}]", show(index, 0)), TIGHT),
            Expr::At2(rows, row, column) => {
                let (row, column) = (show(row, 0), show(column, 0));
                (format!("{rows:?}[{row}][{column}]"), TIGHT)
            }
            Expr::In(value, list) => (format!("{} in {list:?}", show(value, 5)), 4),
            Expr::Again(args) => (format!("g({})", list(args)), TIGHT),
        };
        match own < tight {
            true => format!("({text})"),
            false => text,
        }
    }
}

/// The values of several expressions.
fn all(args: &[Expr], at: &[i64], before: &mut Before) -> Option<Vec<i64>> {
    args.iter().map(|arg| arg.eval(at, before)).collect()
}

/// What a form of columns is written in, once, and read both as an expression and as its value at a position, `None` where it has
/// none.
pub(super) trait Term: Sized {
    fn int(n: i64) -> Self;
    /// An operation on two terms.
    fn op(self, op: Op, other: Self) -> Self;
    fn call<const N: usize>(op: Op, args: [Self; N]) -> Self;
    /// `a * x + b`.
    fn affine(self, a: i64, b: i64) -> Self;
    /// The opposite of a truth value.
    fn negated(self) -> Self;
    fn entry(self, list: &[i64]) -> Self;
    fn entry_of(self, column: Self, rows: &[Vec<i64>]) -> Self;
    /// Whether it is in a list.
    fn among(self, list: &[i64]) -> Self;

    /// An operation on a term and a number.
    #[inline]
    fn by(self, op: Op, n: i64) -> Self {
        self.op(op, Self::int(n))
    }

    /// Whether it is no less than a number, which is written the other way round.
    #[inline]
    fn at_least(self, n: i64) -> Self {
        Self::int(n).op(Op::AtMost, self)
    }
}

impl Term for Expr {
    fn int(n: i64) -> Expr {
        Expr::Int(n)
    }

    fn op(self, op: Op, other: Expr) -> Expr {
        Expr::of(op, vec![self, other])
    }

    fn call<const N: usize>(op: Op, args: [Expr; N]) -> Expr {
        Expr::of(op, args.into())
    }

    fn affine(self, a: i64, b: i64) -> Expr {
        // a (x + c) + b is a x + (a c + b).
        if let Some((inner, c)) = self.shifted() {
            return inner.clone().affine(a, a * c + b);
        }
        match a {
            0 => Expr::Int(b),
            1.. => Expr::Int(a).op(Op::Mul, self).by(Op::Add, b),
            _ => Expr::Call(Op::Sub, vec![Expr::Int(b), Expr::Int(-a).op(Op::Mul, self)]),
        }
    }

    fn negated(self) -> Expr {
        match self {
            Expr::Int(n) => Expr::Int(1 - n),
            Expr::Call(op, mut args) => match op {
                Op::Not => args.remove(0),
                Op::Even => Expr::Call(Op::Odd, args),
                Op::Odd => Expr::Call(Op::Even, args),
                Op::Less | Op::AtMost => {
                    args.reverse();
                    let other = if op == Op::Less { Op::AtMost } else { Op::Less };
                    Expr::Call(other, args)
                }
                _ => Expr::Call(Op::Not, vec![Expr::Call(op, args)]),
            },
            other => Expr::Call(Op::Not, vec![other]),
        }
    }

    fn entry(self, list: &[i64]) -> Expr {
        Expr::At(list.to_vec(), Box::new(self))
    }

    fn entry_of(self, column: Expr, rows: &[Vec<i64>]) -> Expr {
        Expr::At2(rows.to_vec(), Box::new(self), Box::new(column))
    }

    fn among(self, list: &[i64]) -> Expr {
        Expr::In(Box::new(self), list.to_vec())
    }
}

impl Term for Option<i64> {
    #[inline]
    fn int(n: i64) -> Option<i64> {
        Some(n)
    }

    #[inline]
    fn op(self, op: Op, other: Option<i64>) -> Option<i64> {
        match (op, self?) {
            (Op::And, 0) => Some(0),
            (Op::Or, 1) => Some(1),
            (_, value) => op.of_two(value, other?),
        }
    }

    #[inline]
    fn call<const N: usize>(op: Op, args: [Option<i64>; N]) -> Option<i64> {
        let mut values = [0; N];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = arg?;
        }
        op.of_any(&values)
    }

    #[inline]
    fn affine(self, a: i64, b: i64) -> Option<i64> {
        // Small multiples of values fit.
        Some(a.wrapping_mul(self?).wrapping_add(b))
    }

    #[inline]
    fn negated(self) -> Option<i64> {
        Some(1 - self?)
    }

    #[inline]
    fn entry(self, list: &[i64]) -> Option<i64> {
        list.get(usize::try_from(self?).ok()?).copied()
    }

    #[inline]
    fn entry_of(self, column: Option<i64>, rows: &[Vec<i64>]) -> Option<i64> {
        column.entry(rows.get(usize::try_from(self?).ok()?)?)
    }

    #[inline]
    fn among(self, list: &[i64]) -> Option<i64> {
        Some(i64::from(list.contains(&self?)))
    }
}
