//! A closed form with what is known of it.

use std::fmt::Write;

use super::data::{About, Data, NONE, is_smaller};
use super::tree::{Expr, exception_bits, int_bits};

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

/// How deeply a recursion may go.
const DEPTH: usize = 512;

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
        if self
            .from
            .is_some_and(|from| at.first().is_none_or(|n| *n < from))
        {
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
        let mut text = String::new();
        if let Some(from) = self.from {
            let _ = write!(text, "for {} >= {from}", self.names.join(", "));
        }
        if self.exceptions.is_empty() {
            return text;
        }
        text.push_str(if text.is_empty() {
            "except "
        } else {
            ", except "
        });
        for (i, (point, value)) in self.exceptions.iter().take(SHOWN).enumerate() {
            let coordinates: Vec<String> = point.iter().map(i64::to_string).collect();
            let at = coordinates.join(", ");
            let comma = if i == 0 { "" } else { ", " };
            let _ = match (self.meaning, *value) {
                (Meaning::Value, _) => write!(text, "{comma}g({at}) = {value}"),
                (Meaning::KthLosing, _) => write!(text, "{comma}{value} for {at}"),
                (Meaning::IsLosing, 1) => write!(text, "{comma}P ({at})"),
                (Meaning::IsLosing, _) => write!(text, "{comma}N ({at})"),
            };
        }
        if self.exceptions.len() > SHOWN {
            let _ = write!(text, " and {} more", self.exceptions.len() - SHOWN);
        }
        text
    }

    /// The functions of the formula that the language does not have, each as a `let` or as a comment.
    pub fn definitions(&self) -> Vec<&'static str> {
        let mut functions = Vec::new();
        self.expr.collect(&mut functions);
        functions
            .iter()
            .filter_map(|function| function.definition())
            .collect()
    }

    /// What it was checked on: `0..5000 (5001 values)`.
    pub fn range(&self) -> String {
        let ranges: Vec<String> = self
            .ranges
            .iter()
            .map(|(low, high)| format!("{low}..{high}"))
            .collect();
        let word = match self.meaning {
            Meaning::Value => "values",
            Meaning::IsLosing => "positions",
            Meaning::KthLosing => "P-positions",
        };
        format!("{} ({} {word})", ranges.join(", "), self.checked)
    }

    /// A text that says the form, its restriction and how far it was checked.
    pub fn text(&self) -> String {
        let mut text = self.statement();
        let restriction = self.restriction();
        if !restriction.is_empty() {
            let _ = write!(text, " {restriction}");
        }
        let _ = write!(
            text,
            "\na conjecture, checked on {}, not proven",
            self.range()
        );
        for definition in self.definitions() {
            let _ = write!(text, "\n{definition}");
        }
        text
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
        let said = expr.eval(at, &mut |to| {
            data.value_at(to).filter(|_| is_smaller(to, at))
        });
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
