//! What a move takes or adds, in words.

use super::written::RegisterNames;
use crate::expr::builtin::Builtin;
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::text::words::{joined, shortened};
use crate::work::distinct;

/// More numbers than this are not listed.
const MOST: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Amount {
    /// These, in the order in which they are written.
    These(Vec<i64>),
    /// `first, first + step, …` without end.
    Every(i64, i64),
    But(String),
    /// All of a kind: `a prime number`.
    Kind(&'static str),
    /// What an expression says, in words.
    Said {
        words: String,
        sign: Sign,
    },
}

/// What is known of amounts below 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// There are none.
    Positive,
    /// They are no moves.
    Barred,
    /// They are moves.
    Any,
}

/// The amounts that a register takes.
pub(super) fn of(clause: &Clause, tests: &[&Expr], place: Place, names: &RegisterNames) -> Amount {
    let above_zero = tests.iter().any(|test| is_above_zero(test, place));
    let said = |words: String| Amount::Said {
        words,
        sign: if above_zero { Sign::Barred } else { Sign::Any },
    };
    let these = |list: Vec<i64>| {
        let list = list
            .into_iter()
            .filter(|amount| *amount >= 1 || !above_zero);
        Amount::These(list.collect())
    };
    match clause {
        Clause::Range(RangeClause { lo, hi, step, .. }) => {
            match (lo.as_int(), hi.as_ref().map(Expr::as_int)) {
                (Some(lo), None) if lo >= 1 => Amount::Every(lo, *step),
                (Some(lo), Some(Some(hi))) if hi.saturating_sub(lo) < MOST as i64 => {
                    these((lo..=hi).collect())
                }
                (least, _) => {
                    let (lo, hi) = (quoted(names, lo), hi.as_ref().map(|hi| quoted(names, hi)));
                    let words = match hi {
                        Some(hi) => format!("{lo} to {hi}"),
                        None => format!("at least {lo}"),
                    };
                    match least {
                        Some(1..) => Amount::Said {
                            words,
                            sign: Sign::Positive,
                        },
                        _ => said(words),
                    }
                }
            }
        }
        Clause::Value { value, .. } => match value.as_int() {
            Some(amount) => these(vec![amount]),
            None => said(quoted(names, value)),
        },
        Clause::Each { list, .. } => match list.constant() {
            Some(value) => these(value.items().iter().filter_map(Value::as_int).collect()),
            None => said(format!("a number of {}", quoted(names, list))),
        },
        Clause::Partitions(_) | Clause::Test(_) | Clause::While(_) => said(String::new()),
    }
}

/// The amounts of which one condition is all there is to say: `prime(k)`, `k not in [2, 3]`.
pub(super) fn such(test: &Expr, place: Place) -> Option<Amount> {
    let is_amount = |expr: &Expr| expr.as_local() == Some(place);
    match &test.op {
        Op::Call(builtin, args) if args.len() == 1 && is_amount(&args[0]) => {
            Some(Amount::Kind(match builtin {
                Builtin::Prime => "a prime number",
                Builtin::Square => "a square number",
                Builtin::Triangular => "a triangular number",
                Builtin::Fibonacci => "a Fibonacci number",
                Builtin::PowerOfTwo => "a power of two",
                Builtin::Odd => "an odd number",
                Builtin::Even => "an even number",
                _ => return None,
            }))
        }
        _ => {
            let (_, op, but) = test.comparison().filter(|(left, ..)| is_amount(left))?;
            let but = match (op, but.constant()?) {
                (CompareOp::Ne, Value::Int(n)) => vec![*n],
                (CompareOp::NotIn, Value::List(list)) => {
                    list.iter().filter_map(Value::as_int).collect()
                }
                _ => return None,
            };
            let is_few = (1..=MOST).contains(&but.len());
            is_few.then(|| Amount::But(list_words(&but)))
        }
    }
}

/// `place >= 1`, which stands for "a computed amount below 1 is no move".
fn is_above_zero(test: &Expr, place: Place) -> bool {
    test.comparison().is_some_and(|(left, op, one)| {
        left.as_local() == Some(place) && op == CompareOp::Ge && one.as_int() == Some(1)
    })
}

/// A number as it is, anything else in backquotes.
pub(super) fn quoted(names: &RegisterNames, expr: &Expr) -> String {
    let text = names.text(expr);
    match expr.as_int() {
        Some(_) => text,
        None => format!("`{text}`"),
    }
}

impl Amount {
    /// Whether it is clear that none of them is below 1.
    pub(super) fn are_positive(&self) -> bool {
        match self {
            Amount::These(list) => list.iter().all(|amount| *amount >= 1),
            Amount::Every(first, _) => *first >= 1,
            Amount::But(_) | Amount::Kind(_) => true,
            Amount::Said { sign, .. } => *sign != Sign::Any,
        }
    }

    /// `1 or 2`, `1 to 3`, `any number`
    pub(super) fn words(&self) -> String {
        match self {
            Amount::These(list) => list_words(list),
            Amount::Every(1, 1) => "any number".to_string(),
            Amount::But(words) => format!("any number but {words}"),
            Amount::Every(first, 1) => format!("at least {first}"),
            Amount::Every(first, step) => {
                let more = [1, 2].map(|count| first.saturating_add(count * step));
                format!("{first}, {}, {}, …", more[0], more[1])
            }
            Amount::Kind(kind) => (*kind).to_string(),
            Amount::Said { words, sign } => match sign {
                Sign::Barred => format!("{words} (at least 1)"),
                Sign::Positive | Sign::Any => words.clone(),
            },
        }
    }
}

fn list_words(list: &[i64]) -> String {
    let list = distinct(list.to_vec());
    match list.as_slice() {
        [] => "nothing".to_string(),
        [first, .., last] if list.len() > 3 && last - first + 1 == list.len() as i64 => {
            format!("{first} to {last}")
        }
        _ if list.len() > MOST => format!("one of {}", shortened(list.iter(), MOST / 2)),
        _ => {
            let words: Vec<String> = list.iter().map(i64::to_string).collect();
            joined(&words, "or").unwrap_or_default()
        }
    }
}
