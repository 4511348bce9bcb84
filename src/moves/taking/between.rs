//! Intervals of amounts whose ends depend on the pile, by tables or formulas.

use super::{Amounts, Family, Leaves, is_local, rest, taken};
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::machine::{Machine, NoHost};
use crate::expr::tree::{Clause, CompareOp, Expr, Frame, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::Move;

/// All amounts from one number to another, each an expression of the pile.
#[derive(Debug, Clone)]
pub struct Between {
    pile: u32,
    frame: Frame,
    /// Registers that are worked out before the ends.
    values: Vec<(Place, Expr)>,
    /// Conditions on the pile; where one fails there is no move.
    conditions: Vec<Expr>,
    low: Expr,
    high: Option<Expr>,
    /// Whether the ends are of what is left and not of what is taken.
    of_rest: bool,
}

/// The move as one that takes any amount between two numbers that depend on the pile.
pub(super) fn between(rule: &Move, pile: Place) -> Option<Family> {
    let Place::Int(pile_register) = pile else {
        return None;
    };
    let rest = rest(rule)?;
    let mut ends = None;
    let mut values = Vec::new();
    let mut conditions = Vec::new();
    let mut at_least_one = false;
    for clause in &rule.clauses {
        match clause {
            Clause::Range {
                var,
                lo,
                hi,
                step: 1,
                ..
            } if ends.is_none() => ends = Some((Place::Int(*var), lo.clone(), hi.clone())),
            Clause::Value {
                target: Target::One(place @ Place::Int(_)),
                value,
            } if ends
                .as_ref()
                .is_none_or(|(var, ..)| !value.mentions(&[*var])) =>
            {
                values.push((*place, value.clone()));
            }
            Clause::Test(test) => match &ends {
                Some((var, ..)) if test.mentions(&[*var]) => {
                    at_least_one |= is_positive(test, *var);
                    if !is_positive(test, *var) {
                        return None;
                    }
                }
                _ => conditions.push(test.clone()),
            },
            _ => return None,
        }
    }
    let (var, low, high) = ends?;
    let is_open = high.is_none();
    let of_rest = match &rest.op {
        Op::Local(place) if *place == var && !at_least_one && !is_open => true,
        _ if is_local(taken(rest, pile)?, var) => false,
        _ => return None,
    };
    let starts_at_one = matches!(low.constant(), Some(Value::Int(1..)));
    // Otherwise an amount of 0 or less would be a move that adds to the pile.
    (of_rest || at_least_one || starts_at_one).then_some(Family {
        amounts: Amounts::Between(Between {
            pile: pile_register,
            frame: rule.frame,
            values,
            conditions,
            low,
            high,
            of_rest,
        }),
        leaves: Leaves::One { or_empty: true },
    })
}

/// Whether the test is `place >= 1` or `place > 0`.
fn is_positive(test: &Expr, place: Place) -> bool {
    let Op::Compare(first, rest) = &test.op else {
        return false;
    };
    let is_bound = match rest.as_slice() {
        [(CompareOp::Ge, least)] => matches!(least.constant(), Some(Value::Int(1))),
        [(CompareOp::Gt, least)] => matches!(least.constant(), Some(Value::Int(0))),
        _ => false,
    };
    is_local(first, place) && is_bound
}

/// The ends of an interval, ready to be worked out pile by pile.
#[derive(Debug)]
pub struct Ends {
    source: Between,
    values: Vec<(Place, Code)>,
    conditions: Vec<Code>,
    low: End,
    high: Option<End>,
}

/// How an end is worked out.
#[derive(Debug)]
enum End {
    /// It is the pile's entry in a table.
    Table(Value),
    /// By an expression.
    Code(Code),
}

impl Between {
    /// Compiles the ends.
    pub fn compile(&self) -> Ends {
        let code = |expr: &Expr| compile(expr, self.frame);
        Ends {
            values: self
                .values
                .iter()
                .map(|(place, value)| (*place, code(value)))
                .collect(),
            conditions: self.conditions.iter().map(code).collect(),
            low: self.end(&self.low),
            high: self.high.as_ref().map(|high| self.end(high)),
            source: self.clone(),
        }
    }

    fn end(&self, expr: &Expr) -> End {
        if let Op::Index(table, index) = &expr.op
            && let Some(table) = table.constant()
            && matches!(&index.op, Op::Local(Place::Int(register)) if *register == self.pile)
        {
            return End::Table(table.clone());
        }
        End::Code(compile(expr, self.frame))
    }
}

impl Ends {
    /// The least and the greatest amount of a pile, where there is one: `1 <= least <= greatest <= pile`.
    ///
    /// # Errors
    /// A fault in an expression, or a limit.
    pub fn at(&self, pile: i64, machine: &mut Machine) -> Result<Option<(i64, i64)>, Fault> {
        let mut known: smallvec::SmallVec<[(u32, i64); 4]> =
            smallvec::smallvec![(self.source.pile, pile)];
        for (place, code) in &self.values {
            let value = run(code, &known, machine)?;
            if let Place::Int(register) = place {
                known.push((*register, value));
            }
        }
        for code in &self.conditions {
            enter(code, &known, machine);
            if !machine.truth(code, &mut NoHost)? {
                return Ok(None);
            }
        }
        let low = self.end(&self.low, pile, &known, machine)?;
        let high = match &self.high {
            Some(end) => self.end(end, pile, &known, machine)?,
            None => i64::MAX,
        };
        let (low, high) = if self.source.of_rest {
            if low <= high && high >= pile {
                let why = "an option is not smaller than its pile".to_string();
                return Err(Fault::new(FaultKind::Argument(why), self.source.low.span));
            }
            (pile.saturating_sub(high), pile.saturating_sub(low))
        } else {
            (low, high)
        };
        let (low, high) = (low.max(1), high.min(pile));
        Ok((low <= high).then_some((low, high)))
    }

    fn end(
        &self,
        end: &End,
        pile: i64,
        known: &[(u32, i64)],
        machine: &mut Machine,
    ) -> Result<i64, Fault> {
        match end {
            End::Code(code) => run(code, known, machine),
            End::Table(table) => {
                let items = table.items();
                let entry = usize::try_from(pile).ok().and_then(|pile| items.get(pile));
                entry.and_then(Value::as_int).ok_or_else(|| {
                    let kind = FaultKind::Index {
                        index: pile,
                        len: items.len(),
                    };
                    Fault::new(kind, self.source.low.span)
                })
            }
        }
    }
}

fn enter(code: &Code, known: &[(u32, i64)], machine: &mut Machine) {
    machine.prepare(code);
    for (register, value) in known {
        machine.set_int(*register, *value);
    }
}

fn run(code: &Code, known: &[(u32, i64)], machine: &mut Machine) -> Result<i64, Fault> {
    enter(code, known, machine);
    machine.int(code, &mut NoHost)
}
