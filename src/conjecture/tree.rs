//! The expression tree of a closed form: its value, its length, and the terms that it is written in.

use super::function::{Function, LIMIT};

/// A closed form, or a part of one. Truth values are 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A coordinate of the pile, by its number.
    Var(usize),
    /// A number.
    Int(i64),
    /// An operation on two values.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// A function.
    Call(Function, Vec<Expr>),
    /// `if … then … else …`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An entry of a list, counted from 0.
    At(Vec<i64>, Box<Expr>),
    /// An entry of a table, by row and column.
    At2(Vec<Vec<i64>>, Box<Expr>, Box<Expr>),
    /// Whether the value is in a list.
    In(Box<Expr>, Vec<i64>),
    /// Whether something is false.
    Not(Box<Expr>),
    /// The form itself for another pile: a recursion.
    Again(Vec<Expr>),
}

/// An operation on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    /// Rounds down.
    Div,
    /// Has the sign of the divisor.
    Rem,
    Equal,
    Less,
    AtMost,
    And,
    Or,
}

impl Op {
    /// The value, or `None` where there is none.
    #[inline]
    pub(super) fn eval(self, a: i64, b: i64) -> Option<i64> {
        let value = match self {
            Op::Add => a.checked_add(b)?,
            Op::Sub => a.checked_sub(b)?,
            Op::Mul => a.checked_mul(b)?,
            Op::Div | Op::Rem if b == 0 => return None,
            Op::Div if b > 0 => return Some(a.div_euclid(b)),
            Op::Rem if b > 0 => return Some(a.rem_euclid(b)),
            Op::Div => a.checked_neg()?.div_euclid(b.checked_neg()?),
            Op::Rem => -a.checked_neg()?.rem_euclid(b.checked_neg()?),
            Op::Equal => return Some(i64::from(a == b)),
            Op::Less => return Some(i64::from(a < b)),
            Op::AtMost => return Some(i64::from(a <= b)),
            Op::And => return Some(a & b),
            Op::Or => return Some(a | b),
        };
        Some(value).filter(|value| value.abs() <= LIMIT)
    }

    /// What it adds to the length of a description, in bits.
    pub(super) fn bits(self) -> f64 {
        match self {
            Op::Add | Op::Sub | Op::Rem | Op::Div | Op::Equal => 2.5,
            Op::Mul | Op::Less | Op::AtMost => 3.0,
            Op::And | Op::Or => 4.0,
        }
    }
}

/// What a number adds to the length of a description, in bits.
pub(super) fn int_bits(n: i64) -> f64 {
    1.0 + 2.0 * ((n.unsigned_abs() + 1) as f64).log2() + if n < 0 { 2.0 } else { 0.0 }
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

/// The values of a form for smaller piles.
pub(super) type Before<'a> = dyn FnMut(&[i64]) -> Option<i64> + 'a;

impl Expr {
    /// A coordinate.
    pub(super) fn var(number: usize) -> Expr {
        Expr::Var(number)
    }

    /// A choice.
    pub(super) fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
        Expr::If(Box::new(condition), Box::new(yes), Box::new(no))
    }

    /// A choice between truth values.
    pub(super) fn truth_choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
        let both = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
        match (&yes, &no) {
            (Expr::Int(0), Expr::Int(1)) => condition.negated(),
            (Expr::Int(1), Expr::Int(0)) => condition,
            (Expr::Int(0), _) => both(Op::And, condition.negated(), no),
            (_, Expr::Int(0)) => both(Op::And, condition, yes),
            (Expr::Int(1), _) => both(Op::Or, condition, no),
            (_, Expr::Int(1)) => both(Op::Or, condition.negated(), yes),
            _ => Expr::choice(condition, yes, no),
        }
    }

    /// The expression with other expressions for its coordinates.
    pub(super) fn with(&self, vars: &[Expr]) -> Expr {
        let part = |expr: &Expr| Box::new(expr.with(vars));
        match self {
            Expr::Var(number) => vars[*number].clone(),
            Expr::Int(_) => self.clone(),
            Expr::Binary(op, a, b) => Expr::Binary(*op, part(a), part(b)),
            Expr::Call(function, args) => {
                Expr::Call(*function, args.iter().map(|arg| arg.with(vars)).collect())
            }
            Expr::If(a, b, c) => Expr::If(part(a), part(b), part(c)),
            Expr::At(list, index) => Expr::At(list.clone(), part(index)),
            Expr::At2(rows, a, b) => Expr::At2(rows.clone(), part(a), part(b)),
            Expr::In(value, list) => Expr::In(part(value), list.clone()),
            Expr::Not(value) => Expr::Not(part(value)),
            Expr::Again(args) => Expr::Again(args.iter().map(|arg| arg.with(vars)).collect()),
        }
    }

    /// The length of its description, in bits.
    pub fn bits(&self) -> f64 {
        let own = match self {
            Expr::Var(_) => 2.0,
            Expr::Int(n) => int_bits(*n),
            Expr::Binary(op, _, b) => {
                let varies = !matches!(**b, Expr::Int(_));
                let more = match op {
                    Op::Equal if varies => COMPARED_BITS,
                    Op::Div | Op::Rem if varies => DIVISOR_BITS,
                    _ => 0.0,
                };
                op.bits() + more
            }
            Expr::Call(function, _) => function.bits(),
            Expr::If(..) => 4.0,
            Expr::At(list, _) | Expr::In(_, list) => list_bits(list),
            Expr::At2(rows, ..) => 2.0 + list_bits(&rows.concat()),
            Expr::Not(_) => 1.0,
            Expr::Again(_) => AGAIN_BITS,
        };
        own + self.parts().into_iter().map(Expr::bits).sum::<f64>()
    }

    /// Whether it is something else plus or minus a number.
    pub(super) fn is_shifted(&self) -> bool {
        matches!(self, Expr::Binary(Op::Add | Op::Sub, _, by) if matches!(**by, Expr::Int(_)))
    }

    /// The expressions that it is made of.
    fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Var(_) | Expr::Int(_) => Vec::new(),
            Expr::At(_, a) | Expr::In(a, _) | Expr::Not(a) => vec![a],
            Expr::Binary(_, a, b) | Expr::At2(_, a, b) => vec![a, b],
            Expr::If(a, b, c) => vec![a, b, c],
            Expr::Call(_, args) | Expr::Again(args) => args.iter().collect(),
        }
    }

    /// Whether it refers to itself.
    pub(super) fn recurs(&self) -> bool {
        matches!(self, Expr::Again(_)) || self.parts().into_iter().any(Expr::recurs)
    }

    /// The value at a pile; `None` where it is not defined. `before` answers for the form itself at other piles.
    pub(super) fn eval(&self, at: &[i64], before: &mut Before) -> Option<i64> {
        match self {
            Expr::Var(number) => at.get(*number).copied(),
            Expr::Int(n) => Some(*n),
            Expr::Binary(op, a, b) => {
                let a = a.eval(at, before)?;
                match (op, a) {
                    (Op::And, 0) => Some(0),
                    (Op::Or, 1) => Some(1),
                    _ => op.eval(a, b.eval(at, before)?),
                }
            }
            Expr::Call(function, args) => match args.as_slice() {
                [a] => function.eval(&[a.eval(at, before)?]),
                [a, b] => function.eval(&[a.eval(at, before)?, b.eval(at, before)?]),
                _ => {
                    let args: Option<Vec<i64>> =
                        args.iter().map(|arg| arg.eval(at, before)).collect();
                    function.eval(&args?)
                }
            },
            Expr::If(condition, yes, no) => {
                let branch = if condition.eval(at, before)? != 0 {
                    yes
                } else {
                    no
                };
                branch.eval(at, before)
            }
            Expr::At(list, index) => index.eval(at, before).entry(list),
            Expr::At2(rows, row, column) => {
                let row = row.eval(at, before);
                row.entry_of(column.eval(at, before), rows)
            }
            Expr::In(value, list) => value.eval(at, before).among(list),
            Expr::Not(value) => value.eval(at, before).negated(),
            Expr::Again(args) => {
                let args: Option<Vec<i64>> = args.iter().map(|arg| arg.eval(at, before)).collect();
                before(&args?)
            }
        }
    }

    /// The functions of it that need a definition, in order of appearance.
    pub(super) fn collect(&self, into: &mut Vec<Function>) {
        if let Expr::Call(function, _) = self
            && function.definition().is_some()
            && !into.contains(function)
        {
            into.push(*function);
        }
        self.parts().iter().for_each(|part| part.collect(into));
    }
}

/// What a form of columns is written in, once, and read both as an expression and as its value at a position, `None` where it has
/// none.
pub(super) trait Term: Sized {
    /// A number.
    fn int(n: i64) -> Self;
    /// An operation on two terms.
    fn op(self, op: Op, other: Self) -> Self;
    /// A function.
    fn call<const N: usize>(function: Function, args: [Self; N]) -> Self;
    /// `a * x + b`.
    fn affine(self, a: i64, b: i64) -> Self;
    /// The opposite of a truth value.
    fn negated(self) -> Self;
    /// An entry of a list.
    fn entry(self, list: &[i64]) -> Self;
    /// An entry of a table.
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

    /// Sums with 0 and products with 1 are left out.
    fn op(self, op: Op, other: Expr) -> Expr {
        let (a, b) = (self, other);
        match (op, &a, &b) {
            (Op::Add | Op::Sub, _, Expr::Int(0)) | (Op::Mul | Op::Div, _, Expr::Int(1)) => a,
            (Op::Add, Expr::Int(0), _) | (Op::Mul, Expr::Int(1), _) => b,
            (Op::Add, Expr::Int(n), Expr::Int(m)) => Expr::Int(n + m),
            (Op::Sub, Expr::Int(n), Expr::Int(m)) => Expr::Int(n - m),
            (Op::Mul, Expr::Int(n), Expr::Int(m)) => Expr::Int(n * m),
            // (x + 1) - 3 is x - 2.
            (Op::Add | Op::Sub, Expr::Binary(inner @ (Op::Add | Op::Sub), x, c), Expr::Int(n))
                if matches!(**c, Expr::Int(_)) =>
            {
                let Expr::Int(c) = **c else {
                    return Expr::Binary(op, Box::new(a), Box::new(b));
                };
                let sign = |op: Op| if op == Op::Add { 1 } else { -1 };
                let shift = sign(*inner) * c + sign(op) * n;
                (**x).clone().by(Op::Add, shift)
            }
            (Op::Add, _, Expr::Int(n)) if *n < 0 => a.by(Op::Sub, -n),
            (Op::Sub, _, Expr::Int(n)) if *n < 0 => a.by(Op::Add, -n),
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    fn call<const N: usize>(function: Function, args: [Expr; N]) -> Expr {
        Expr::Call(function, args.into())
    }

    fn affine(self, a: i64, b: i64) -> Expr {
        // a (x + c) + b is a x + (a c + b).
        if let Expr::Binary(op @ (Op::Add | Op::Sub), inner, shift) = &self
            && let Expr::Int(c) = **shift
        {
            let c = if *op == Op::Add { c } else { -c };
            return (**inner).clone().affine(a, a * c + b);
        }
        match a {
            0 => Expr::Int(b),
            1.. => Expr::Int(a).op(Op::Mul, self).by(Op::Add, b),
            _ => {
                let multiple = Expr::Int(-a).op(Op::Mul, self);
                Expr::Binary(Op::Sub, Box::new(Expr::Int(b)), Box::new(multiple))
            }
        }
    }

    fn negated(self) -> Expr {
        match self {
            Expr::Int(n) => Expr::Int(1 - n),
            Expr::Not(inner) => *inner,
            Expr::Call(Function::Even, args) => Expr::Call(Function::Odd, args),
            Expr::Call(Function::Odd, args) => Expr::Call(Function::Even, args),
            Expr::Binary(Op::Less, a, b) => Expr::Binary(Op::AtMost, b, a),
            Expr::Binary(Op::AtMost, a, b) => Expr::Binary(Op::Less, b, a),
            other => Expr::Not(Box::new(other)),
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
            (_, value) => op.eval(value, other?),
        }
    }

    #[inline]
    fn call<const N: usize>(function: Function, args: [Option<i64>; N]) -> Option<i64> {
        let mut values = [0; N];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = arg?;
        }
        function.eval(&values)
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
