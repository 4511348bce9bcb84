//! The bank: many short expressions with their values at the same positions.

use hashbrown::HashMap;

use super::data::{About, Data, NONE};
use super::op::Op;
use super::tree::{Expr, Term};
use crate::work::budget::Budget;
use crate::work::{Limit, distinct};

#[derive(Debug)]
pub(super) struct Column {
    pub(super) expr: Expr,
    /// The length of its description.
    pub(super) bits: f64,
    /// Its value at each position of the bank; [`NONE`] where it has none.
    pub(super) values: Vec<i64>,
    /// Whether it is used inside of distinctions of cases, too.
    pub(super) core: bool,
    /// Whether its values are 0 to 15.
    pub(super) small: bool,
    /// Whether it is true or false.
    pub(super) question: bool,
}

impl Column {
    pub(super) fn new(expr: Expr, values: Vec<i64>) -> Column {
        Column {
            bits: expr.bits(),
            small: values.iter().all(|v| (0..16).contains(v) || *v == NONE),
            expr,
            values,
            core: false,
            question: false,
        }
    }

    #[inline]
    pub(super) fn value(&self, place: u32) -> Option<i64> {
        number(self.entry(place))
    }

    /// What it says at a place, [`NONE`] where it has no value there.
    #[inline]
    pub(super) fn entry(&self, place: u32) -> i64 {
        self.values[place as usize]
    }
}

/// What an entry of a column says: a value, or that there is none.
#[inline]
pub(super) fn number(entry: i64) -> Option<i64> {
    (entry != NONE).then_some(entry)
}

/// The entries of a column that is made of another one.
pub(super) fn entries(values: &[i64], form: impl Fn(Option<i64>) -> Option<i64>) -> Vec<i64> {
    let values = values.iter().map(|entry| form(number(*entry)));
    values.map(|value| value.unwrap_or(NONE)).collect()
}

/// How many of the smallest positions are in the bank.
const SMALLEST: usize = 896;
/// How many others are.
const OTHERS: usize = 512;

/// Short expressions with their values.
pub(super) struct Bank<'a> {
    pub(super) data: &'a Data,
    /// The numbers of the positions in the data.
    pub(super) points: Vec<usize>,
    pub(super) target: Vec<i64>,
    pub(super) columns: Vec<Column>,
}

impl<'a> Bank<'a> {
    /// The places of a bank, without columns.
    fn new(data: &'a Data) -> Bank<'a> {
        let mut points: Vec<usize> = (0..data.len().min(SMALLEST)).collect();
        let rest = data.len() - points.len();
        // The step is no multiple of a small number, so that every residue class is seen.
        points.extend((0..OTHERS.min(rest)).map(|i| {
            if rest <= OTHERS {
                SMALLEST + i
            } else {
                SMALLEST + (i * rest + (i * 7919) % rest) / OTHERS
            }
        }));
        points.retain(|point| *point < data.len());
        let points = distinct(points);
        Bank {
            data,
            target: points.iter().map(|point| data.values[*point]).collect(),
            points,
            columns: Vec::new(),
        }
    }

    pub(super) fn point(&self, place: usize) -> &'a [i64] {
        self.data.point(self.points[place])
    }

    /// The columns that are numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.question)
    }
}

pub(super) struct Filling<'a, 'b> {
    pub(super) bank: Bank<'a>,
    /// The numbers of the columns by a hash of their values.
    known: HashMap<u64, usize>,
    pub(super) budget: &'b mut Budget,
}

impl<'a, 'b> Filling<'a, 'b> {
    /// A bank without columns.
    pub(super) fn new(data: &'a Data, budget: &'b mut Budget) -> Filling<'a, 'b> {
        Filling {
            bank: Bank::new(data),
            known: HashMap::new(),
            budget,
        }
    }

    /// How many coordinates a position has.
    pub(super) fn width(&self) -> usize {
        self.bank.data.width()
    }

    /// Adds a column unless one with the same values is known, and gives its number; `None` for one without values.
    fn push(&mut self, expr: Expr, values: Vec<i64>, core: bool) -> Result<usize, Limit> {
        self.budget.look()?;
        let bits = expr.bits();
        let question = expr.is_question()
            || (self.bank.data.about == About::Losing && matches!(expr, Expr::Again(_)));
        let hash = hash_of(values.iter().copied());
        if let Some(number) = self.known.get(&hash) {
            let known = &mut self.bank.columns[*number];
            known.core |= core;
            if bits < known.bits && (question || !known.question) {
                known.expr = expr;
                known.bits = bits;
                known.question = question;
            }
            return Ok(*number);
        }
        let number = self.bank.columns.len();
        self.budget
            .need((number as u64 + 1) * 8 * (values.len() as u64 + 32))?;
        self.known.insert(hash, number);
        self.bank.columns.push(Column {
            core,
            question,
            ..Column::new(expr, values)
        });
        Ok(number)
    }

    /// What an expression is at each place.
    fn values(&self, value: impl FnMut(usize) -> Option<i64>) -> Vec<i64> {
        let values = (0..self.bank.points.len()).map(value);
        values.map(|value| value.unwrap_or(NONE)).collect()
    }

    pub(super) fn add(&mut self, expr: Expr, core: bool) -> Result<usize, Limit> {
        let values = self.values(|place| expr.eval(self.bank.point(place), &mut |_| None));
        self.push(expr, values, core)
    }

    /// Adds an operation on columns.
    pub(super) fn call(&mut self, op: Op, args: &[usize], core: bool) -> Result<usize, Limit> {
        let columns: Vec<&Column> = args.iter().map(|arg| &self.bank.columns[*arg]).collect();
        let mut at = vec![0; args.len()];
        let values = match columns.as_slice() {
            [a, b] if op.sign().is_some() => {
                self.values(|place| op.of_two(number(a.values[place])?, number(b.values[place])?))
            }
            _ => self.values(|place| {
                for (slot, column) in at.iter_mut().zip(&columns) {
                    *slot = number(column.values[place])?;
                }
                op.of_any(&at)
            }),
        };
        let exprs = columns.iter().map(|column| column.expr.clone());
        let expr = Expr::of(op, exprs.collect());
        self.push(expr, values, core)
    }

    /// Adds each of some operations on columns.
    pub(super) fn calls(
        &mut self,
        ops: impl IntoIterator<Item = Op>,
        args: &[usize],
        core: bool,
    ) -> Result<Vec<usize>, Limit> {
        let columns = ops.into_iter().map(|op| self.call(op, args, core));
        columns.collect()
    }

    /// Adds an operation on a column and a number.
    pub(super) fn with(&mut self, op: Op, a: usize, b: i64, core: bool) -> Result<usize, Limit> {
        let a = &self.bank.columns[a];
        let values = entries(&a.values, |a| op.of_two(a?, b));
        let expr = a.expr.clone().by(op, b);
        self.push(expr, values, core)
    }

    /// Adds the form itself at smaller positions: those that `args` give and that come before.
    pub(super) fn again(&mut self, args: &[usize]) -> Result<usize, Limit> {
        let args: Vec<&Column> = args.iter().map(|arg| &self.bank.columns[*arg]).collect();
        let values = self.values(|place| {
            let to: Vec<i64> = args.iter().map(|arg| arg.values[place]).collect();
            self.bank.data.value_before(&to, self.bank.point(place))
        });
        let args = args.iter().map(|arg| arg.expr.clone()).collect();
        self.push(Expr::Again(args), values, true)
    }
}

/// A hash that is the same in every run.
pub(super) fn hash_of(values: impl Iterator<Item = i64>) -> u64 {
    values.fold(0x9e37_79b9_7f4a_7c15, |hash: u64, value| {
        let mixed = (hash ^ value as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 32)
    })
}
