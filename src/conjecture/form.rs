//! A closed form with what is known of it: what it says in words, and how it repeats. A whole period that is right settles all
//! numbers behind it.

use std::fmt::Write;

use super::data::{About, Data, NONE, is_smaller};
use super::op::{Op, gcd};
use super::tree::{Expr, Term, exception_bits, int_bits};

/// What a form says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The expression is the Grundy value.
    Value,
    /// The expression says whether a position is a P-position.
    IsLosing,
    /// The expression is the k-th P-position, counted from 0, of piles that are single numbers.
    KthLosing,
}

/// A closed form that fits.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Form {
    /// What it says.
    pub meaning: Meaning,
    /// The expression.
    pub expr: Expr,
    /// Piles for which it is wrong, with what is right.
    pub exceptions: Vec<(Vec<i64>, i64)>,
    /// It is meant for single numbers from here on.
    pub from: Option<i64>,
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// How many values it was checked on.
    pub checked: usize,
    /// The smallest and the greatest number of each coordinate that it was checked on.
    pub ranges: Vec<(i64, i64)>,
    /// The length of its description, in bits: the shorter, the more likely.
    pub bits: f64,
}

/// A box of positions: `0..100, 0..100`.
pub(crate) fn boxed(ranges: &[(i64, i64)]) -> String {
    let ranges = ranges.iter();
    let ranges: Vec<String> = ranges.map(|(low, high)| format!("{low}..{high}")).collect();
    ranges.join(", ")
}

/// How deeply a recursion may go.
pub const DEPTH: usize = 512;

/// How many exceptions are written out.
const SHOWN: usize = 20;

impl Form {
    /// What the form says of a pile: the value, 1 or 0 for a P- or N-position, the k-th P-position. `None` where it says
    /// nothing or the numbers are beyond the limits.
    pub fn eval(&self, at: &[i64]) -> Option<i64> {
        if at.len() != self.names.len() {
            return None;
        }
        self.eval_within(at, DEPTH)
    }

    fn eval_within(&self, at: &[i64], depth: usize) -> Option<i64> {
        if let Some((_, value)) = self.exceptions.iter().find(|(point, _)| point == at) {
            return Some(*value);
        }
        if self.is_below(at) {
            return None;
        }
        self.expr.eval(at, &mut |to| {
            if depth == 0 || !is_smaller(to, at) || to.iter().any(|i| *i < 0) {
                return None;
            }
            self.eval_within(to, depth - 1)
        })
    }

    /// Whether it refers to itself.
    pub fn is_recursion(&self) -> bool {
        self.expr.recurs()
    }

    /// Whether more than [`DEPTH`] of its calls of itself stand within each other from a pile with these coordinates.
    pub fn is_deep(&self, far: i64) -> bool {
        let mut at = vec![far; self.names.len()];
        for _ in 0..DEPTH {
            let mut next: Option<Vec<i64>> = None;
            // What one answer makes needless another one needs.
            for answer in [0, 1] {
                let called = &mut |to: &[i64]| {
                    let is_next = next.as_deref().is_none_or(|next| is_smaller(next, to));
                    if is_next && is_smaller(to, &at) && to.iter().all(|i| *i >= 0) {
                        next = Some(to.to_vec());
                    }
                    Some(answer)
                };
                let _ = self.expr.eval(&at, called);
            }
            match next {
                Some(next) if self.exceptions.iter().all(|(point, _)| *point != at) => at = next,
                _ => return false,
            }
        }
        true
    }

    /// The formula in the syntax of the language, without its exceptions.
    pub fn formula(&self) -> String {
        match (self.meaning, &self.expr) {
            (Meaning::IsLosing, Expr::Int(n)) => (*n != 0).to_string(),
            _ => self.expr.show(&self.names, 0),
        }
    }

    /// The formula with what it is equal to: `g(n) = n % 4`.
    pub fn statement(&self) -> String {
        let names = self.names.join(", ");
        let formula = self.formula();
        match self.meaning {
            Meaning::Value => format!("g({names}) = {formula}"),
            Meaning::IsLosing if self.expr == Expr::Int(0) => {
                "no position is a P-position".to_string()
            }
            Meaning::IsLosing if self.expr == Expr::Int(1) => {
                "every position is a P-position".to_string()
            }
            Meaning::IsLosing if self.is_recursion() => {
                format!(
                    "g({names}) says whether a pile is a P-position, where g({names}) = {formula}"
                )
            }
            Meaning::IsLosing if self.names.len() == 1 => {
                format!("{names} is a P-position exactly when {formula}")
            }
            Meaning::IsLosing => format!("({names}) is a P-position exactly when {formula}"),
            Meaning::KthLosing => format!("the P-positions are {formula} for {names} = 0, 1, 2, …"),
        }
    }

    /// For which positions it is meant: exceptions and the size from which on it holds; empty if for all.
    pub fn restriction(&self) -> String {
        let exception = |(point, value): &(Vec<i64>, i64)| {
            let coordinates: Vec<String> = point.iter().map(i64::to_string).collect();
            let at = coordinates.join(", ");
            match (self.meaning, *value) {
                (Meaning::Value, _) => format!("g({at}) = {value}"),
                (Meaning::KthLosing, _) => format!("{value} for {at}"),
                (Meaning::IsLosing, 1) => format!("P ({at})"),
                (Meaning::IsLosing, _) => format!("N ({at})"),
            }
        };
        let names = self.names.join(", ");
        let from = self.from.map(|from| format!("for {names} >= {from}"));
        let mut exceptions = self.exceptions.iter().take(SHOWN).map(exception);
        let first = exceptions.next().map(|first| format!("except {first}"));
        let parts: Vec<String> = from.into_iter().chain(first).chain(exceptions).collect();
        let more = match self.exceptions.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        parts.join(", ") + &more
    }

    /// The functions of the formula that the language does not have, each as a `let` or as a comment.
    pub fn definitions(&self) -> Vec<&'static str> {
        let mut functions = Vec::new();
        self.expr.collect(&mut functions);
        let functions = functions.iter();
        functions.filter_map(|it| it.definition()).collect()
    }

    /// What it was checked on: `0..5000 (5001 values)`.
    pub fn range(&self) -> String {
        let word = match self.meaning {
            Meaning::Value => "values",
            Meaning::IsLosing => "positions",
            Meaning::KthLosing => "P-positions",
        };
        format!("{} ({} {word})", boxed(&self.ranges), self.checked)
    }

    /// The statement with the positions for which it is meant.
    pub fn claim(&self) -> String {
        let claim = format!("{} {}", self.statement(), self.restriction());
        claim.trim_end().to_string()
    }

    /// A text that says the form, its restriction and how far it was checked.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}\na conjecture, checked on {}, not proven",
            self.claim(),
            self.range()
        );
        for definition in self.definitions() {
            let _ = write!(text, "\n{definition}");
        }
        text
    }
}

impl Form {
    /// The form where it holds for all of these data too, which go further than those it was found on.
    pub fn holds_further(self, data: &Data) -> Option<Form> {
        let mut count = 0;
        let is_right = match self.meaning {
            Meaning::KthLosing => data.lost().enumerate().all(|(k, point)| {
                let k = [k as i64];
                if self.is_below(&k) {
                    return true;
                }
                count += 1;
                self.eval(&k).as_ref() == point.first()
            }),
            Meaning::Value | Meaning::IsLosing => {
                data.values.iter().enumerate().all(|(number, value)| {
                    let at = data.point(number);
                    if self.is_below(at) {
                        return true;
                    }
                    count += 1;
                    let known = self.exceptions.iter().find(|(point, _)| point == at);
                    let said = || self.expr.eval(at, &mut |to| data.value_before(to, at));
                    known.map_or_else(said, |(_, right)| Some(*right)) == Some(*value)
                })
            }
        };
        is_right.then(|| Form {
            checked: count,
            ranges: data.ranges.clone(),
            ..self
        })
    }

    /// Whether it says something else of some of these positions, which may lie apart from those it was found on.
    pub fn is_refuted_by(&self, data: &Data) -> bool {
        if self.meaning == Meaning::KthLosing {
            return false;
        }
        let mut values = data.values.iter().enumerate();
        values.any(|(number, value)| {
            let said = self.eval(data.point(number));
            said.is_some_and(|said| said != *value)
        })
    }

    /// Whether it is not meant for this pile, which is too small.
    fn is_below(&self, at: &[i64]) -> bool {
        let from = self.from.unwrap_or(i64::MIN);
        at.first().is_none_or(|n| *n < from)
    }
}

/// Checks an expression on all data and makes a form of it; `None` if it is wrong too often.
pub(super) fn checked(
    data: &Data,
    expr: Expr,
    from: Option<i64>,
    exceptions: usize,
) -> Option<Form> {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut unexplained = 0.0;
    for (number, value) in data.values.iter().enumerate() {
        let at = data.point(number);
        if from.is_some_and(|from| at.first().is_none_or(|n| *n < from)) {
            // These values would have to be listed.
            unexplained += int_bits(*value);
            continue;
        }
        count += 1;
        // What the form says of smaller piles is what the data say, as it is right there or has an exception.
        let said = expr.eval(at, &mut |to| data.value_before(to, at));
        if said.unwrap_or(NONE) != *value {
            if wrong.len() >= exceptions {
                return None;
            }
            wrong.push((at.to_vec(), *value));
        }
    }
    let listed = wrong
        .iter()
        .map(|(point, value)| exception_bits(point, *value));
    Some(Form {
        meaning: match data.about {
            About::Values => Meaning::Value,
            About::Losing => Meaning::IsLosing,
        },
        bits: expr.bits() + listed.sum::<f64>() + unexplained,
        expr,
        exceptions: wrong,
        from,
        names: data.names.clone(),
        checked: count,
        ranges: data.ranges.clone(),
    })
}

/// How a formula of one number repeats: f(n + period) = f(n) + rise for all n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// At least 1.
    pub period: i64,
    /// How much the values rise with each period.
    pub rise: i64,
}

impl Form {
    /// How the formula for Grundy values of single numbers repeats, and from which number on: behind the exceptions. `None`
    /// where its shape does not show that it does.
    pub fn repeats(&self) -> Option<(Repeats, i64)> {
        if self.meaning != Meaning::Value || self.names.len() != 1 {
            return None;
        }
        let listed = self.exceptions.iter().filter_map(|(at, _)| at.first());
        let behind = listed.map(|n| n + 1).chain(self.from).max();
        Some((
            self.expr.repeats()?,
            behind.unwrap_or(self.ranges.first()?.0),
        ))
    }
}

/// Longer periods are of no use: nobody checks so many values.
const LONGEST: i64 = 1 << 32;

impl Repeats {
    const CONSTANT: Repeats = Repeats { period: 1, rise: 0 };

    /// The same with a period that is this many times as long.
    fn times(self, count: i64) -> Option<Repeats> {
        Some(Repeats {
            period: self.period.checked_mul(count).filter(|p| *p <= LONGEST)?,
            rise: self.rise.checked_mul(count)?,
        })
    }

    /// Both with their common period.
    fn together(self, other: Repeats) -> Option<(Repeats, Repeats)> {
        let gcd = gcd(self.period, other.period);
        Some((
            self.times(other.period / gcd)?,
            other.times(self.period / gcd)?,
        ))
    }

    /// With a rise that is a multiple of a number.
    fn rising_by(self, multiple: i64) -> Option<Repeats> {
        let multiple = multiple.checked_abs().filter(|m| *m > 0)?;
        self.times(multiple / gcd(self.rise, multiple))
    }
}

impl Expr {
    fn repeats(&self) -> Option<Repeats> {
        match self {
            Expr::Var(_) => Some(Repeats { period: 1, rise: 1 }),
            Expr::Int(_) => Some(Repeats::CONSTANT),
            Expr::Call(op, args) => match (op, args.as_slice()) {
                (Op::Even | Op::Odd, [only]) => still([&only.clone().by(Op::Rem, 2)]),
                (Op::If, [condition, yes, no]) => {
                    let condition = still([condition])?;
                    let (yes, no) = yes.repeats()?.together(no.repeats()?)?;
                    (yes.rise == no.rise).then_some(yes.together(condition)?.0)
                }
                (_, [a, b]) => pair(*op, a, b),
                _ => still(args),
            },
            Expr::At(_, index) | Expr::In(index, _) => still([&**index]),
            Expr::At2(_, row, column) => still([&**row, column]),
            Expr::Again(_) => None,
        }
    }
}

/// The common period of parts that do not rise.
fn still<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> Option<Repeats> {
    parts
        .into_iter()
        .try_fold(Repeats::CONSTANT, |common, part| {
            let part = part.repeats().filter(|part| part.rise == 0)?;
            Some(common.together(part)?.0)
        })
}

fn pair(op: Op, a: &Expr, b: &Expr) -> Option<Repeats> {
    match (op, a, b) {
        (Op::Add | Op::Sub, ..) => {
            let (a, b) = a.repeats()?.together(b.repeats()?)?;
            let rise = match op {
                Op::Add => a.rise.checked_add(b.rise)?,
                _ => a.rise.checked_sub(b.rise)?,
            };
            Some(Repeats { rise, ..a })
        }
        (Op::Mul, Expr::Int(factor), other) | (Op::Mul, other, Expr::Int(factor)) => {
            let other = other.repeats()?;
            let rise = other.rise.checked_mul(*factor)?;
            Some(Repeats { rise, ..other })
        }
        (Op::Div, a, Expr::Int(divisor)) => {
            let a = a.repeats()?.rising_by(*divisor)?;
            let rise = a.rise.checked_div(*divisor)?;
            Some(Repeats { rise, ..a })
        }
        (Op::Rem, a, Expr::Int(divisor)) => {
            let a = a.repeats()?.rising_by(*divisor)?;
            Some(Repeats { rise: 0, ..a })
        }
        (Op::Equal | Op::Less | Op::AtMost, ..) => {
            let (a, b) = a.repeats()?.together(b.repeats()?)?;
            (a.rise == b.rise).then_some(Repeats { rise: 0, ..a })
        }
        _ => still([a, b]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::Var(0)
    }

    fn with(op: Op, a: Expr, b: i64) -> Expr {
        Expr::Call(op, vec![a, Expr::Int(b)])
    }

    /// The equation holds for the values.
    fn check(expr: &Expr, period: i64, rise: i64) {
        assert_eq!(expr.repeats(), Some(Repeats { period, rise }));
        let value = |n: i64| expr.eval(&[n], &mut |_| None).unwrap();
        for n in 0..3 * period + 7 {
            assert_eq!(value(n + period), value(n) + rise, "{n}");
        }
    }

    #[test]
    fn repeating_formulas_do_repeat() {
        check(&n(), 1, 1);
        check(&with(Op::Rem, n(), 4), 4, 0);
        check(&with(Op::Div, with(Op::Mul, n(), 6), 4), 2, 3);
        check(&with(Op::Div, with(Op::Rem, n(), 10), 4), 10, 0);
        check(
            &Expr::choice(Expr::Call(Op::Even, vec![n()]), n(), with(Op::Sub, n(), 3)),
            2,
            2,
        );
        check(
            &Expr::At(vec![5, 1, 2], Box::new(with(Op::Rem, n(), 3))),
            3,
            0,
        );
        check(&with(Op::Equal, with(Op::Rem, n(), 6), 2), 6, 0);
        let both = Expr::Call(Op::Add, vec![with(Op::Rem, n(), 4), with(Op::Rem, n(), 6)]);
        check(&both, 12, 0);
    }

    #[test]
    fn other_formulas_are_not_said_to() {
        for expr in [
            Expr::Call(Op::TrailingZeros, vec![n()]),
            Expr::Call(Op::Xor, vec![n(), Expr::Int(1)]),
            with(Op::Less, n(), 40),
            Expr::Call(Op::Min, vec![n(), Expr::Int(40)]),
            Expr::Call(Op::Mul, vec![n(), n()]),
            Expr::Call(Op::Rem, vec![Expr::Int(7), n()]),
            Expr::choice(with(Op::Equal, n(), 3), n(), Expr::Int(0)),
            Expr::Again(vec![with(Op::Div, n(), 2)]),
        ] {
            assert_eq!(expr.repeats(), None, "{expr:?}");
        }
    }
}
