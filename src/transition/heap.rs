//! Games on single numbers recognised as taking and breaking: which amounts are taken, and what is left.
//!
//! Recognition looks at the checked moves, not at the text: `take 1..2 leaving 0..2 piles`, `octal 0.77` and the same in
//! `move` statements come out alike. Every expression must be linear in the pile and the binders.

use hashbrown::HashMap;

use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, Game, Move};

/// The amounts a move takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amounts {
    /// These, in ascending order.
    Finite(Vec<i64>),
    /// `first, first + step, …` without end.
    Every {
        /// The first amount.
        first: i64,
        /// The distance to the next.
        step: i64,
    },
}

/// What is left of the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaves {
    /// Nothing: the amount is the whole pile.
    Nothing,
    /// One pile, which may be empty where `or_empty`.
    One {
        /// Whether the pile may be taken whole.
        or_empty: bool,
    },
    /// Two non-empty piles; of different sizes where `unequal`.
    Two {
        /// Whether equal sizes are excluded.
        unequal: bool,
    },
}

/// Moves of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taking {
    /// What is taken; 0 only where the pile is split in two.
    pub amounts: Amounts,
    /// What is left.
    pub leaves: Leaves,
}

/// The moves of a game on single numbers as taking and breaking.
///
/// # Errors
/// Why the game is no such game.
pub fn recognise(game: &Game) -> Result<Vec<Taking>, String> {
    let Some(bounds) = game.header.shape.as_heap() else {
        return Err("a pile is not a single number".to_string());
    };
    if bounds.lo != 0 {
        return Err(format!("piles begin at {}", bounds.lo));
    }
    if !game.ends.is_empty() {
        return Err("`end when` stops some piles".to_string());
    }
    let pile = game.coords.first().copied().unwrap_or(Place::Int(0));
    game.moves.iter().map(|rule| taking(rule, pile)).collect()
}

/// A linear form: a constant plus multiples of registers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Linear {
    constant: i64,
    terms: Vec<(Place, i64)>,
}

impl Linear {
    fn constant(constant: i64) -> Linear {
        Linear {
            constant,
            terms: Vec::new(),
        }
    }

    fn place(place: Place) -> Linear {
        Linear {
            constant: 0,
            terms: vec![(place, 1)],
        }
    }

    /// `self + factor * other`
    fn plus(mut self, factor: i64, other: &Linear) -> Option<Linear> {
        self.constant = self
            .constant
            .checked_add(factor.checked_mul(other.constant)?)?;
        for (place, count) in &other.terms {
            let more = factor.checked_mul(*count)?;
            match self.terms.iter_mut().find(|(known, _)| known == place) {
                Some((_, known)) => *known = known.checked_add(more)?,
                None => self.terms.push((*place, more)),
            }
        }
        self.terms.retain(|(_, count)| *count != 0);
        self.terms.sort_unstable_by_key(|(place, _)| match place {
            Place::Int(reg) => (0, *reg),
            Place::Obj(reg) => (1, *reg),
        });
        Some(self)
    }

    fn minus(self, other: &Linear) -> Option<Linear> {
        self.plus(-1, other)
    }
}

/// What a register stands for.
#[derive(Default)]
struct Known {
    values: HashMap<Place, Linear>,
}

impl Known {
    fn linear(&self, expr: &Expr) -> Option<Linear> {
        match &expr.op {
            Op::Const(Value::Int(n)) => Some(Linear::constant(*n)),
            Op::Local(place) => Some(
                self.values
                    .get(place)
                    .cloned()
                    .unwrap_or_else(|| Linear::place(*place)),
            ),
            Op::Neg(inner) => Linear::default().minus(&self.linear(inner)?),
            Op::Arith(first, rest) => {
                let mut sum = self.linear(first)?;
                for (op, operand) in rest {
                    let other = self.linear(operand)?;
                    sum = match op {
                        ArithOp::Add => sum.plus(1, &other)?,
                        ArithOp::Sub => sum.minus(&other)?,
                        ArithOp::Mul if other.terms.is_empty() => {
                            Linear::default().plus(other.constant, &sum)?
                        }
                        ArithOp::Mul if sum.terms.is_empty() => {
                            Linear::default().plus(sum.constant, &other)?
                        }
                        _ => return None,
                    };
                }
                Some(sum)
            }
            _ => None,
        }
    }
}

/// A binder.
struct Variable {
    place: Place,
    domain: Domain,
}

enum Domain {
    List(Vec<i64>),
    /// From a first value to a linear last one; open where there is none.
    Range(Linear, Option<Last>, i64),
}

enum Last {
    Linear(Linear),
    /// Half of it, rounded down.
    Half(Linear),
}

fn taking(rule: &Move, pile: Place) -> Result<Taking, String> {
    let no = |what: &str| Err(what.to_string());
    let mut known = Known::default();
    let mut variables: Vec<Variable> = Vec::new();
    let mut tests: Vec<(Linear, CompareOp)> = Vec::new();
    for clause in &rule.clauses {
        match clause {
            Clause::Value {
                target: Target::One(place),
                value,
            } => match known.linear(value) {
                Some(linear) => {
                    known.values.insert(*place, linear);
                }
                None => return no("an amount is not linear in the pile"),
            },
            Clause::Each {
                target: Target::One(place @ Place::Int(_)),
                list,
            } => match list.constant() {
                Some(Value::List(items)) => variables.push(Variable {
                    place: *place,
                    domain: Domain::List(items.iter().filter_map(Value::as_int).collect()),
                }),
                _ => return no("a list depends on the pile"),
            },
            Clause::Range {
                var, lo, hi, step, ..
            } => {
                let Some(lo) = known.linear(lo) else {
                    return no("a range is not linear in the pile");
                };
                let last = match hi {
                    None => None,
                    Some(hi) => match last(&known, hi) {
                        Some(last) => Some(last),
                        None => return no("a range is not linear in the pile"),
                    },
                };
                variables.push(Variable {
                    place: Place::Int(*var),
                    domain: Domain::Range(lo, last, *step),
                });
            }
            Clause::Test(test) => match comparison(&known, test) {
                Some(more) => tests.extend(more),
                None => return no("a condition is not linear in the pile"),
            },
            _ => return no("its parts are not one or two piles"),
        }
    }
    let linear = |expr: &Expr| {
        known
            .linear(expr)
            .ok_or_else(|| "a result is not linear in the pile".to_string())
    };
    let results: Vec<Linear> = match &rule.effect {
        Effect::Change(changes) => match changes.as_slice() {
            [Change::Coord { value, .. }] => vec![linear(value)?],
            _ => return no("it changes something else"),
        },
        Effect::Piles(list) => match (&list.op, list.constant()) {
            (Op::Elements(items), _) => items.iter().map(linear).collect::<Result<_, _>>()?,
            (_, Some(value)) if value.items().is_empty() => Vec::new(),
            _ => return no("its parts are not one or two piles"),
        },
        Effect::Position(_) => return no("it leads to piles of another game"),
    };
    Shape {
        pile,
        variables,
        tests,
    }
    .taking(&results)
}

fn last(known: &Known, hi: &Expr) -> Option<Last> {
    if let Some(linear) = known.linear(hi) {
        return Some(Last::Linear(linear));
    }
    match &hi.op {
        Op::Arith(first, rest) => match rest.as_slice() {
            [(ArithOp::Div, two)] if two.constant() == Some(&Value::Int(2)) => {
                Some(Last::Half(known.linear(first)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A comparison as `difference op 0`.
fn comparison(known: &Known, test: &Expr) -> Option<Vec<(Linear, CompareOp)>> {
    let Op::Compare(first, rest) = &test.op else {
        return None;
    };
    let mut left = known.linear(first)?;
    let mut found = Vec::new();
    for (op, right) in rest {
        let right = known.linear(right)?;
        let difference = left.clone().minus(&right)?;
        let flipped = right.clone().minus(&left)?;
        found.push(match op {
            CompareOp::Lt => (flipped, CompareOp::Gt),
            CompareOp::Le => (flipped, CompareOp::Ge),
            CompareOp::In | CompareOp::NotIn => return None,
            _ => (difference, *op),
        });
        left = right;
    }
    Some(found)
}

/// The binders and conditions of a move.
struct Shape {
    pile: Place,
    variables: Vec<Variable>,
    tests: Vec<(Linear, CompareOp)>,
}

impl Shape {
    fn taking(&self, results: &[Linear]) -> Result<Taking, String> {
        let mut total = Linear::default();
        for result in results {
            total = total.plus(1, result).ok_or("numbers are too large")?;
        }
        match results {
            [] => self.nothing(),
            [_] => self.one(&total),
            [first, second] => self.two(first, second, &total),
            _ => Err("it makes more than two piles".to_string()),
        }
    }

    /// The amounts where `rest` is the pile minus a constant or one variable.
    fn amounts(&self, rest: &Linear, skip: Option<Place>) -> Result<(Amounts, Linear), String> {
        // More amounts than this are no finite set worth a window, and a longer step has too many residue classes.
        const MOST: i64 = 1 << 16;
        let taken = Linear::place(self.pile)
            .minus(rest)
            .ok_or("numbers are too large")?;
        let variables: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|variable| Some(variable.place) != skip)
            .collect();
        let amounts = match (taken.terms.as_slice(), variables.as_slice()) {
            ([], []) => Amounts::Finite(vec![taken.constant]),
            ([(place, factor)], [variable]) if variable.place == *place && *factor >= 1 => {
                match &variable.domain {
                    Domain::List(list) => Amounts::Finite(
                        list.iter()
                            .map(|n| n.checked_mul(*factor)?.checked_add(taken.constant))
                            .collect::<Option<_>>()
                            .ok_or("numbers are too large")?,
                    ),
                    Domain::Range(lo, None, step) if lo.terms.is_empty() => Amounts::Every {
                        first: lo
                            .constant
                            .checked_mul(*factor)
                            .and_then(|n| n.checked_add(taken.constant))
                            .ok_or("numbers are too large")?,
                        step: step.checked_mul(*factor).ok_or("numbers are too large")?,
                    },
                    Domain::Range(lo, Some(Last::Linear(hi)), step)
                        if lo.terms.is_empty() && hi.terms.is_empty() =>
                    {
                        if hi.constant.saturating_sub(lo.constant) / step > MOST {
                            return Err("the set of amounts is too large".to_string());
                        }
                        let mut list = Vec::new();
                        let mut next = Some(lo.constant).filter(|n| *n <= hi.constant);
                        while let Some(n) = next {
                            let amount = n
                                .checked_mul(*factor)
                                .and_then(|n| n.checked_add(taken.constant));
                            list.push(amount.ok_or("numbers are too large")?);
                            next = n.checked_add(*step).filter(|n| *n <= hi.constant);
                        }
                        Amounts::Finite(list)
                    }
                    // All up to the pile itself.
                    Domain::Range(lo, Some(Last::Linear(hi)), 1)
                        if lo.terms.is_empty()
                            && *hi == Linear::place(self.pile)
                            && *factor == 1
                            && taken.constant == 0 =>
                    {
                        Amounts::Every {
                            first: lo.constant,
                            step: 1,
                        }
                    }
                    _ => return Err("the amounts depend on the pile".to_string()),
                }
            }
            _ => return Err("the amount is not a number or one binder".to_string()),
        };
        if matches!(amounts, Amounts::Every { step, .. } if step > MOST) {
            return Err("the amounts are too far apart".to_string());
        }
        let amounts = if self.tests.iter().any(|test| takes(&taken, test)) {
            at_least(1, amounts)
        } else {
            // A negative amount is a pile that grows.
            amounts_from_zero(amounts)?
        };
        Ok((amounts, taken))
    }

    /// Checks that every condition is one of `allowed` or says that something is taken.
    fn only(
        &self,
        taken: &Linear,
        mut allowed: impl FnMut(&Linear, CompareOp) -> bool,
    ) -> Result<(), String> {
        for test in &self.tests {
            let (difference, op) = test;
            if !takes(taken, test) && !allowed(difference, *op) {
                return Err("a condition restricts the amounts".to_string());
            }
        }
        Ok(())
    }

    /// No pile is left: the amount is the whole pile.
    fn nothing(&self) -> Result<Taking, String> {
        let equality = self.tests.iter().find(|(difference, op)| {
            *op == CompareOp::Eq && difference.terms.iter().any(|(p, _)| *p == self.pile)
        });
        let Some((difference, _)) = equality else {
            return Err("it removes piles of any size".to_string());
        };
        let factor = difference
            .terms
            .iter()
            .find(|(place, _)| *place == self.pile)
            .map_or(0, |(_, n)| *n);
        let rest = match factor {
            1 => difference.clone(),
            -1 => Linear::default()
                .minus(difference)
                .ok_or("numbers are too large")?,
            _ => return Err("it removes piles of some sizes".to_string()),
        };
        let (amounts, taken) = self.amounts(&rest, None)?;
        self.only(&taken, |other, op| {
            op == CompareOp::Eq && (*other == rest || other == difference)
        })?;
        Ok(Taking {
            amounts,
            leaves: Leaves::Nothing,
        })
    }

    fn one(&self, rest: &Linear) -> Result<Taking, String> {
        let (amounts, taken) = self.amounts(rest, None)?;
        let positive_rest = rest.clone().minus(&Linear::constant(1));
        let mut or_empty = true;
        self.only(&taken, |difference, op| match op {
            CompareOp::Ge if Some(difference) == positive_rest.as_ref() => {
                or_empty = false;
                true
            }
            CompareOp::Gt if difference == rest => {
                or_empty = false;
                true
            }
            CompareOp::Ge => difference == rest,
            _ => false,
        })?;
        if amounts_with_zero(&amounts) {
            return Err("it may take nothing".to_string());
        }
        Ok(Taking {
            amounts,
            leaves: Leaves::One { or_empty },
        })
    }

    fn two(&self, first: &Linear, second: &Linear, rest: &Linear) -> Result<Taking, String> {
        // One part is a binder of its own.
        let part = self
            .variables
            .iter()
            .rev()
            .find(|variable| {
                let place = Linear::place(variable.place);
                (*first == place || *second == place)
                    && !rest.terms.iter().any(|(known, _)| *known == variable.place)
            })
            .ok_or("the parts are not chosen freely")?;
        let Domain::Range(lo, Some(hi), 1) = &part.domain else {
            return Err("the parts are not chosen freely".to_string());
        };
        if *lo != Linear::constant(1) {
            return Err("some parts are excluded".to_string());
        }
        let (amounts, taken) = self.amounts(rest, Some(part.place))?;
        let minus_one = rest
            .clone()
            .minus(&Linear::constant(1))
            .ok_or("numbers are too large")?;
        // Which parts may be the larger: the chosen one is not where `rises`, the other is not where `falls`.
        let (mut unequal, mut rises) = match hi {
            Last::Half(half) if half == rest => (false, true),
            Last::Half(half) if *half == minus_one => (true, true),
            Last::Linear(most) if *most == minus_one || most == rest => (false, false),
            _ => return Err("some parts are excluded".to_string()),
        };
        let whole = |linear: &Linear| matches!(hi, Last::Linear(most) if most == linear);
        // Parts of 0 would be piles of 0, which are not the same position though the same value.
        let mut second_positive = !whole(rest);
        let mut falls = false;
        let place = Linear::place(part.place);
        let other = rest.clone().minus(&place).ok_or("numbers are too large")?;
        let gap = other.clone().minus(&place).ok_or("numbers are too large")?;
        let back = place.clone().minus(&other).ok_or("numbers are too large")?;
        let other_positive = other.clone().minus(&Linear::constant(1));
        let least_rest = rest.clone().minus(&Linear::constant(2));
        self.only(&taken, |difference, op| match op {
            CompareOp::Ge if Some(difference) == other_positive.as_ref() => {
                second_positive = true;
                true
            }
            CompareOp::Ge if Some(difference) == least_rest.as_ref() => true,
            CompareOp::Ne | CompareOp::Gt | CompareOp::Ge
                if *difference == gap || *difference == back =>
            {
                unequal |= op != CompareOp::Ge;
                rises |= op != CompareOp::Ne && *difference == gap;
                falls |= op != CompareOp::Ne && *difference == back;
                true
            }
            _ => false,
        })?;
        if rises && falls {
            return Err("only equal parts are left, if any".to_string());
        }
        if !second_positive {
            return Err("a part may be empty".to_string());
        }
        Ok(Taking {
            amounts,
            leaves: Leaves::Two { unequal },
        })
    }
}

/// Whether a condition says that something is taken.
fn takes(taken: &Linear, (difference, op): &(Linear, CompareOp)) -> bool {
    match op {
        CompareOp::Ge => taken.clone().minus(&Linear::constant(1)).as_ref() == Some(difference),
        CompareOp::Gt => difference == taken,
        _ => false,
    }
}

/// The amounts that are not smaller than `least`, sorted.
fn at_least(least: i64, amounts: Amounts) -> Amounts {
    match amounts {
        Amounts::Finite(mut list) => {
            list.retain(|n| *n >= least);
            list.sort_unstable();
            list.dedup();
            Amounts::Finite(list)
        }
        Amounts::Every { first, step } if first < least => Amounts::Every {
            first: least + (i128::from(first) - i128::from(least)).rem_euclid(step.into()) as i64,
            step,
        },
        every => every,
    }
}

/// The amounts, sorted, where none is negative.
fn amounts_from_zero(amounts: Amounts) -> Result<Amounts, String> {
    let least = match &amounts {
        Amounts::Finite(list) => list.iter().copied().min().unwrap_or(0),
        Amounts::Every { first, .. } => *first,
    };
    if least < 0 {
        return Err("it may add to the pile".to_string());
    }
    Ok(at_least(0, amounts))
}

fn amounts_with_zero(amounts: &Amounts) -> bool {
    match amounts {
        Amounts::Finite(list) => list.contains(&0),
        Amounts::Every { first, .. } => *first == 0,
    }
}
