//! Recognition of taking and breaking in checked moves.
//!
//! Every expression must be linear in the pile and the binders, or else fit one of the looser shapes beside this one.

mod bounded;
mod conditioned;
mod guarded;
mod parts;
mod shape;

use hashbrown::HashMap;

use self::bounded::bounded;
use self::conditioned::conditioned;
use self::guarded::guarded;
use self::shape::{Partition, Shape, amounts_with_zero};
use super::amounts::{constrained, listed};
use super::between::between;
use super::linear::{Linear, LinearForms};
use super::{Amounts, Family, Leaves};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, GameRules, Move};
use crate::work::Declined;

/// The moves of a game on single numbers as taking and breaking.
pub fn recognise(game: &GameRules) -> Result<Vec<Family>, Declined> {
    let Some(bounds) = game.header.shape.as_heap() else {
        return Err("a pile is not a single number".into());
    };
    if bounds.lo < 0 {
        return Err(format!("piles begin at {}", bounds.lo).into());
    }
    let pile = game.coords[0];
    let mut families: Vec<Family> = Vec::new();
    for rule in &game.moves {
        let rule = &*bounded(rule, game, bounds.lo)?;
        let found = match family_of(Reading::of(&rule.clauses), rule, pile) {
            Ok(family) => vec![family],
            Err(why) => {
                let one = |family: Option<Family>| family.map(|family| vec![family]);
                one(constrained(rule, pile))
                    .or_else(|| conditioned(rule, pile))
                    .or_else(|| one(between(rule, pile).or_else(|| listed(rule, pile))))
                    .or_else(|| one(guarded(rule, pile)))
                    .ok_or(why)?
            }
        };
        families.extend(found);
    }
    // A pile of 0 is worth something where it can be removed, so that it is not the same as nothing.
    let leaves_zero = |family: &Family| matches!(family.leaves, Leaves::Pair { .. });
    if families.iter().any(removes_zero) && families.iter().any(leaves_zero) {
        return Err("a part may be empty, and an empty pile can be moved in".into());
    }
    Ok(families)
}

/// Whether the family removes a pile of 0.
fn removes_zero(family: &Family) -> bool {
    family.leaves == Leaves::Nothing && amounts_with_zero(&family.amounts)
}

/// The same families as far as the values of piles go, to which an empty pile adds nothing: none of them leaves two piles of
/// which one may be empty, and what takes the same without end, leaving nothing or one pile, is one family.
pub fn by_value(families: Vec<Family>) -> Vec<Family> {
    let mut found = Vec::with_capacity(families.len());
    for family in families {
        let Leaves::Pair { all_empty, unequal } = family.leaves else {
            found.push(family);
            continue;
        };
        let or_empty = all_empty;
        found.push(Family {
            amounts: family.amounts.clone(),
            leaves: Leaves::One { or_empty },
        });
        found.push(Family {
            amounts: family.amounts,
            leaves: Leaves::Two { unequal },
        });
    }
    match found.iter().any(removes_zero) {
        true => found,
        false => joined(found),
    }
}

/// Families that take the same without end, leaving nothing or one pile, as one family.
fn joined(families: Vec<Family>) -> Vec<Family> {
    let mut joined: Vec<Family> = Vec::new();
    // Where those stand that wait for their other half, by what they take and leave.
    let mut waiting: HashMap<(i64, i64, Vec<i64>, bool), Vec<usize>> = HashMap::new();
    for family in families {
        let half = match (&family.amounts, family.leaves) {
            (
                Amounts::Every {
                    first,
                    step,
                    except,
                },
                Leaves::Nothing | Leaves::One { or_empty: false },
            ) => Some((*first, *step, except.clone())),
            _ => None,
        };
        if let Some((first, step, except)) = half {
            let takes_all = family.leaves == Leaves::Nothing;
            let other = (first, step, except.clone(), !takes_all);
            if let Some(place) = waiting.get_mut(&other).and_then(Vec::pop) {
                joined[place].leaves = Leaves::One { or_empty: true };
                continue;
            }
            let own = waiting.entry((first, step, except, takes_all));
            own.or_default().push(joined.len());
        }
        joined.push(family);
    }
    joined
}

#[derive(Clone)]
struct Variable {
    place: Place,
    domain: Domain,
}

#[derive(Clone)]
enum Domain {
    /// Half of a number, rounded down.
    Half(Linear),
    List(Vec<i64>),
    /// From a first value to a linear last one; open where there is none.
    Range(Linear, Option<Last>, i64),
}

#[derive(Clone)]
enum Last {
    Linear(Linear),
    Half(Linear),
}

impl Domain {
    /// Whether it depends on a register.
    fn mentions(&self, place: Place) -> bool {
        let forms = match self {
            Domain::List(_) => [None, None],
            Domain::Half(double) => [Some(double), None],
            Domain::Range(lo, None, _) => [Some(lo), None],
            Domain::Range(lo, Some(Last::Linear(hi) | Last::Half(hi)), _) => [Some(lo), Some(hi)],
        };
        forms.into_iter().flatten().any(|form| form.mentions(place))
    }
}

/// A value or a test, and what a test says where it is linear in the pile.
type Step<'a> = (&'a Clause, Vec<(Linear, CompareOp)>);

/// What the clauses of a move say.
#[derive(Default)]
struct Reading<'a> {
    known: LinearForms,
    variables: Vec<Variable>,
    tests: Vec<(Linear, CompareOp)>,
    exclusions: Vec<(Linear, Vec<i64>)>,
    partition: Option<Partition>,
    /// The ends of the ranges by their variables.
    ends: Vec<(Place, Option<&'a Expr>)>,
    /// What is run inside the loops.
    steps: Vec<Step<'a>>,
    /// The first clause that is not linear in the pile, in words.
    unread: Option<&'static str>,
    /// Whether all loops were read.
    is_whole: bool,
}

impl<'a> Reading<'a> {
    fn of(clauses: impl IntoIterator<Item = &'a Clause>) -> Reading<'a> {
        let mut reading = Reading::default();
        let mut clauses = clauses.into_iter();
        match clauses.try_for_each(|clause| reading.clause(clause)) {
            Ok(()) => reading.is_whole = true,
            Err(why) => reading.leave_out(why),
        }
        reading
    }

    fn leave_out(&mut self, why: &'static str) {
        self.unread.get_or_insert(why);
    }

    fn clause(&mut self, clause: &'a Clause) -> Result<(), &'static str> {
        let known = &mut self.known;
        match clause {
            Clause::Value { target, value } => {
                self.steps.push((clause, Vec::new()));
                match (target, last(known, value)) {
                    (Target::One(place), Some(Last::Linear(linear))) => {
                        known.values.insert(*place, linear);
                    }
                    (Target::One(place), Some(Last::Half(double))) => {
                        self.variables.push(Variable {
                            place: *place,
                            domain: Domain::Half(double),
                        });
                    }
                    (Target::One(_), None) => {
                        self.leave_out("an amount is not linear in the pile");
                    }
                    (Target::Parts(_), _) => self.leave_out(MANY_PARTS),
                }
            }
            Clause::Partitions(parts) if self.partition.is_none() => {
                let most = parts.most.as_ref().map(Expr::as_int);
                match (known.linear(&parts.total), parts.least.as_int(), most) {
                    (Some(total), Some(least), most) if most != Some(None) => {
                        self.partition = Some(Partition {
                            list: Place::Obj(parts.var),
                            total,
                            least,
                            most: most.flatten(),
                            sizes: parts.sizes,
                        });
                    }
                    _ => return Err("the number of parts depends on the pile"),
                }
            }
            Clause::Each {
                target: Target::One(place @ Place::Int(_)),
                list,
            } => match list.constant() {
                Some(Value::List(items)) => self.variables.push(Variable {
                    place: *place,
                    domain: Domain::List(items.iter().filter_map(Value::as_int).collect()),
                }),
                _ => return Err("a list depends on the pile"),
            },
            Clause::Range(range) => {
                const WHY: &str = "a range is not linear in the pile";
                let place = range.place();
                let lo = known.linear(&range.lo).ok_or(WHY)?;
                let hi = range.hi.as_ref();
                let last = hi.map(|hi| last(known, hi).ok_or(WHY));
                self.ends.push((place, hi));
                self.variables.push(Variable {
                    place,
                    domain: Domain::Range(lo, last.transpose()?, range.step),
                });
            }
            Clause::Test(test) => {
                let compared = comparison(known, test);
                match (&compared, exclusion(known, test)) {
                    (Some(more), _) => self.tests.extend(more.iter().cloned()),
                    (None, Some(excluded)) => self.exclusions.push(excluded),
                    (None, None) => self.leave_out("a condition is not linear in the pile"),
                }
                self.steps.push((clause, compared.unwrap_or_default()));
            }
            Clause::While(_) => return Err("a condition ends the run of an amount"),
            _ => return Err(MANY_PARTS),
        }
        Ok(())
    }
}

const MANY_PARTS: &str = "its parts are not one or two piles";

/// The move as taking and breaking, as its clauses are read.
fn family_of(reading: Reading<'_>, rule: &Move, pile: Place) -> Result<Family, Declined> {
    if let Some(why) = reading.unread {
        return Err(why.into());
    }
    let shape = Shape {
        pile,
        variables: reading.variables,
        tests: reading.tests,
        exclusions: reading.exclusions,
    };
    if let Some(partition) = reading.partition {
        return match &rule.effect {
            Effect::Piles(list) if matches!(&list.op, Op::Local(p) if *p == partition.list) => {
                shape.parts(&partition)
            }
            _ => Err("its parts are chosen in several ways".into()),
        };
    }
    shape.family(&results(&reading.known, &rule.effect)?)
}

/// The piles that a move leaves.
fn results(known: &LinearForms, effect: &Effect) -> Result<Vec<Linear>, &'static str> {
    let linear = |expr: &Expr| {
        let linear = known.linear(expr);
        linear.ok_or("a result is not linear in the pile")
    };
    match effect {
        Effect::Change(changes) => match changes.as_slice() {
            [Change::Coord { value, .. }] => Ok(vec![linear(value)?]),
            _ => Err("it changes something else"),
        },
        Effect::Piles(list) => match (&list.op, list.constant()) {
            (Op::Elements(items), _) => items.iter().map(linear).collect(),
            (_, Some(value)) if value.items().is_empty() => Ok(Vec::new()),
            _ => Err(MANY_PARTS),
        },
        Effect::Position(_) => Err("it leads to piles of another game"),
    }
}

fn last(known: &LinearForms, hi: &Expr) -> Option<Last> {
    if let Some(linear) = known.linear(hi) {
        return Some(Last::Linear(linear));
    }
    let (first, op, more) = hi.operation()?;
    let more = more.as_int()?;
    let factor = match op {
        ArithOp::Div if more == 2 => return Some(Last::Half(known.linear(first)?)),
        ArithOp::Add => 2,
        ArithOp::Sub => -2,
        _ => return None,
    };
    // Half of a number and some more is half of a larger one.
    match last(known, first)? {
        Last::Half(double) => Some(Last::Half(double.plus(factor, &Linear::constant(more))?)),
        Last::Linear(_) => None,
    }
}

/// A comparison as `difference op 0`.
fn comparison(known: &LinearForms, test: &Expr) -> Option<Vec<(Linear, CompareOp)>> {
    if let Some(test) = test.range_test() {
        return comparison(known, &test);
    }
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
            CompareOp::Gt | CompareOp::Ge | CompareOp::Eq | CompareOp::Ne => (difference, *op),
            CompareOp::In | CompareOp::NotIn => return None,
        });
        left = right;
    }
    Some(found)
}

/// `form not in [1, 2, 3]`
fn exclusion(known: &LinearForms, test: &Expr) -> Option<(Linear, Vec<i64>)> {
    let (form, CompareOp::NotIn, list) = test.comparison()? else {
        return None;
    };
    let items = list.constant()?.items().iter();
    let numbers = items.map(Value::as_int).collect::<Option<_>>()?;
    Some((known.linear(form)?, numbers))
}
