//! Where loops end: an order for binders and conditions, and an end for every open range.
//!
//! For a binder v the analysis finds conditions that hold for small v and, once false, stay false: a result that falls with
//! v below its least value, a guard that a growing term must satisfy, an inner range that becomes empty. They end an
//! open range and shorten a closed one.

mod knowledge;

use self::knowledge::{Knowledge, Trend};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::shape::Bounds;
use crate::expr::tree::{
    Clause, CompareOp, Comprehension, Expr, Op, PartitionsClause, Place, RangeClause, Target,
};
use crate::expr::value::Value;
use crate::rules::number_facts::NumberFacts;
use crate::text::source::Span;

/// A number that a move writes: it must stay in its bounds for the move to be one.
#[derive(Debug, Clone)]
pub(super) struct Falling {
    pub(super) value: Expr,
    pub(super) bounds: Bounds,
    /// Where the number is an entry made by a comprehension: the comprehension's loop.
    pub(super) within: Option<Clause>,
}

/// A range that nothing ends.
#[derive(Debug)]
pub(super) struct Endless {
    pub(super) place: Place,
    pub(super) span: Span,
    /// A number of the pile that would end it if it were not 0.
    pub(super) factor: Option<Place>,
}

/// Ranges of at most this many constant values are run through without a look at their end.
const SHORT: i64 = 64;

/// Open ranges are moved behind others so often at most.
const MOST_SWAPS: usize = 10_000;

/// At most this many expressions are written out where names are replaced by the values they stand for.
pub(super) const LARGEST: usize = 400;

/// Puts each test as early as its names are known, and gives each range its ends. What always holds is no test.
///
/// An open range that only a later binder bounds is moved behind it.
pub(super) fn arrange(
    mut binders: Vec<Clause>,
    mut tests: Vec<Expr>,
    falling: &[Falling],
    facts: &NumberFacts,
) -> Result<Vec<Clause>, Endless> {
    tests.retain(|test| test.constant() != Some(&Value::Bool(true)));
    // Each swap moves an open range one place to the right, so this ends.
    let mut swaps = binders.len().saturating_mul(binders.len()).min(MOST_SWAPS);
    let mut at = 0;
    while at < binders.len() {
        let mut is_run_out = false;
        if let Some(Clause::While(run)) = binders.get(at + 1)
            && let Some(parts) = rising(run, &later(&binders, at, &tests, facts))
        {
            // The run ends where no later value is wanted: a condition like others, which comes before them.
            tests.splice(0..0, parts);
            binders.remove(at + 1);
            is_run_out = true;
        }
        let (found, begun) = ends(&binders, at, &tests, falling, facts);
        let follower = binders.get(at + 1).cloned();
        let is_run = matches!(binders.get(at + 2), Some(Clause::While(_)));
        let Some(Clause::Range(RangeClause {
            var,
            lo,
            hi,
            stops,
            starts,
            ..
        })) = binders.get_mut(at)
        else {
            at += 1;
            continue;
        };
        let is_short = match (lo.constant(), hi.as_ref().and_then(Expr::constant)) {
            (Some(Value::Int(lo)), Some(Value::Int(hi))) => hi.saturating_sub(*lo) < SHORT,
            _ => false,
        };
        let place = Place::Int(*var);
        let is_ended = matches!(&follower, Some(Clause::While(run)) if run.mentions(&[place]));
        if hi.is_none() && found.is_empty() && !is_ended {
            let span = lo.span;
            let movable = !is_run
                && follower.is_some_and(|next| {
                    !matches!(next, Clause::While(_))
                        && next.exprs().iter().all(|expr| !expr.mentions(&[place]))
                });
            if !movable || swaps == 0 {
                let would_end = |number: &Place| {
                    let number = Expr::local(*number, Kind::Int, span);
                    tests.push(number.compare(CompareOp::Gt, Expr::int(0, span)));
                    let (found, _) = ends(&binders, at, &tests, falling, facts);
                    tests.pop();
                    !found.is_empty()
                };
                let factor = facts.may_be_zero().into_iter().find(would_end);
                return Err(Endless {
                    place,
                    span,
                    factor,
                });
            }
            swaps -= 1;
            binders.swap(at, at + 1);
            at = 0;
            continue;
        }
        // A run goes no further than its condition holds, which may fault there.
        if !is_short || is_run_out {
            (*stops, *starts) = (found, begun);
            stops.shrink_to_fit();
            starts.shrink_to_fit();
        }
        at += 1;
    }
    Ok(place_tests(binders, tests))
}

/// The parts of a condition that ends a run, where each holds up to some value of the binder and for no later one.
fn rising(run: &Expr, later: &Later<'_>) -> Option<Vec<Expr>> {
    let parts = match &run.op {
        Op::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(run),
    };
    let is_rising = |part: &Expr| {
        let mut found = Vec::new();
        later.known.guard(part, &mut found);
        let is_one = |(_, op, _)| !matches!(op, CompareOp::Eq | CompareOp::In);
        part.comparison().is_some_and(is_one) && found.len() == 1
    };
    parts.iter().all(is_rising).then(|| parts.to_vec())
}

fn place_tests(binders: Vec<Clause>, tests: Vec<Expr>) -> Vec<Clause> {
    let mut slots: Vec<Vec<Expr>> = (0..=binders.len()).map(|_| Vec::new()).collect();
    for test in tests {
        let last = binders
            .iter()
            .rposition(|binder| test.mentions(&binder.places()))
            .map_or(0, |place| place + 1);
        // What ends a run comes before all that is asked of its values.
        let runs = binders.iter().skip(last);
        let last = last + runs.take_while(|it| matches!(it, Clause::While(_))).count();
        if let Some(slot) = slots.get_mut(last) {
            slot.push(test);
        }
    }
    // Exactly as many as there are: they are kept as long as the game.
    let count = binders.len() + slots.iter().map(Vec::len).sum::<usize>();
    let mut clauses = Vec::with_capacity(count);
    let mut slots = slots.into_iter();
    clauses.extend(slots.next().into_iter().flatten().map(Clause::Test));
    for (binder, slot) in binders.into_iter().zip(slots) {
        clauses.push(binder);
        clauses.extend(slot.into_iter().map(Clause::Test));
    }
    clauses
}

/// Conditions that end the range at this place among the binders, and those of them that equations say from where on they hold.
fn ends(
    binders: &[Clause],
    at: usize,
    tests: &[Expr],
    falling: &[Falling],
    facts: &NumberFacts,
) -> (Vec<Expr>, Vec<Expr>) {
    let after = &binders[at + 1..];
    let Some(Clause::Range(range)) = binders.get(at) else {
        return (Vec::new(), Vec::new());
    };
    let mut starts = Vec::new();
    let later = later(binders, at, tests, facts);
    let mut found: Vec<Expr> = falling
        .iter()
        .filter_map(|item| later.falls(item))
        .collect();
    found.extend(after.iter().filter_map(|clause| later.runs_out(clause)));
    for test in tests {
        if let Some(test) = later.replaced(test) {
            later.known.guard(&test, &mut found);
            if range.step == 1 {
                later.known.equations(&test, &mut starts);
            }
        }
    }
    if range.hi.is_none() && found.is_empty() {
        let keeps = falling.iter().filter(|item| item.within.is_none());
        let keeps = keeps.map(|item| {
            let least = Expr::int(item.bounds.lo, item.value.span);
            item.value.clone().compare(CompareOp::Ge, least)
        });
        for test in tests.iter().cloned().chain(keeps) {
            later.at_least(&test, &mut found);
        }
    }
    (found, starts)
}

/// What is known of the binder at this place, and of the names behind it.
fn later<'a>(binders: &'a [Clause], at: usize, tests: &[Expr], facts: &NumberFacts) -> Later<'a> {
    let (before, after) = (&binders[..at], &binders[at + 1..]);
    let mut known = Knowledge::of(facts);
    for clause in before {
        known.numbers.bind(clause);
    }
    let later: Vec<Place> = binders[at..].iter().flat_map(Clause::places).collect();
    for test in tests {
        if !test.mentions(&later) {
            known.learn(test);
        }
    }
    if let Some(Clause::Range(range)) = binders.get(at) {
        known.trends.insert(range.place(), Trend::UP);
        known.numbers.bind(&binders[at]);
    }
    // All later names are unknown yet; one that merely stands for a value is replaced by it where that can be done.
    let mut values: Vec<(Place, &Expr)> = Vec::new();
    for clause in after {
        let places = clause.places().into_iter();
        known
            .trends
            .extend(places.map(|place| (place, Trend::UNKNOWN)));
        if let Clause::Value {
            target: Target::One(place),
            value,
        } = clause
        {
            values.push((*place, value));
        }
    }
    Later {
        known,
        values,
        after,
    }
}

/// What is known of a range's binder and of the names behind it.
struct Later<'a> {
    known: Knowledge,
    /// Names that merely stand for a value.
    values: Vec<(Place, &'a Expr)>,
    after: &'a [Clause],
}

impl Later<'_> {
    /// An expression with values for the names that stand for them; where too much would be written out, nothing is found.
    fn replaced(&self, expr: &Expr) -> Option<Expr> {
        substitute(expr, &self.values, &mut LARGEST.clone())
    }

    /// What a condition that speaks of ranges behind the binder says of the binder: where it holds for some of their values, and holds for
    /// fewer as they grow, it holds for the least of them.
    fn at_least(&self, test: &Expr, found: &mut Vec<Expr>) {
        let mut growing = self.known.clone();
        let mut least = Vec::new();
        for clause in self.after {
            if let Clause::Range(range) = clause {
                growing.trends.insert(range.place(), Trend::UP);
                growing.numbers.bind(clause);
                least.push((range.place(), &range.lo));
            }
        }
        let mut all = Vec::new();
        if let Some(test) = self.replaced(test) {
            growing.guard(&test, &mut all);
        }
        for condition in all {
            if let Some(condition) = substitute(&condition, &least, &mut LARGEST.clone()) {
                self.known.guard(&condition, found);
            }
        }
    }

    /// The condition that a number which goes one way keeps its bounds.
    fn falls(&self, item: &Falling) -> Option<Expr> {
        let value = self.replaced(&item.value)?;
        let mut inside = self.known.clone();
        if let Some(clause) = &item.within {
            if !inside.runs(clause) {
                return None;
            }
            for place in clause.places() {
                inside.trends.insert(place, Trend::CONST);
            }
        }
        let span = value.span;
        let keep = match (inside.trend(&value), item.bounds.hi) {
            (Trend::DOWN, _) => value.compare(CompareOp::Ge, Expr::int(item.bounds.lo, span)),
            (Trend::UP, Some(hi)) => value.compare(CompareOp::Le, Expr::int(hi, span)),
            _ => return None,
        };
        let Some(clause) = &item.within else {
            return Some(keep);
        };
        let all = Op::Comprehension(Box::new(Comprehension {
            clauses: vec![clause.clone()],
            element: keep,
        }));
        let all = Expr::new(all, Kind::Bool.list(), span);
        let all = Op::Call(Builtin::All, vec![all]);
        Some(Expr::new(all, Kind::Bool, span))
    }

    /// The condition that a loop behind the range still has something to run through.
    fn runs_out(&self, clause: &Clause) -> Option<Expr> {
        match clause {
            Clause::Range(RangeClause {
                lo, hi: Some(hi), ..
            }) => {
                let (lo, hi) = (self.replaced(lo)?, self.replaced(hi)?);
                let (first, last) = (self.known.trend(&lo), self.known.trend(&hi));
                let runs_out = (first == Trend::UP && last.never_rises)
                    || (last == Trend::DOWN && first.never_falls);
                runs_out.then(|| lo.compare(CompareOp::Le, hi))
            }
            Clause::Partitions(PartitionsClause { total, least, .. }) => {
                let (total, least) = (self.replaced(total)?, self.replaced(least)?);
                let (all, part) = (self.known.trend(&total), self.known.trend(&least));
                let runs_out = all == Trend::DOWN && part == Trend::CONST;
                runs_out.then(|| total.compare(CompareOp::Ge, least))
            }
            _ => None,
        }
    }
}

/// The expression with registers replaced by the values they stand for; `None` where that takes more than `room` expressions
/// or goes too deep. Lists that are made of others stay as they are.
pub(super) fn substitute(expr: &Expr, values: &[(Place, &Expr)], room: &mut usize) -> Option<Expr> {
    let mut whole = expr.clone();
    put_in(&mut whole, values, room)?;
    Some(whole)
}

fn put_in(expr: &mut Expr, values: &[(Place, &Expr)], room: &mut usize) -> Option<()> {
    *room = room.checked_sub(1)?;
    if values.is_empty() {
        return Some(());
    }
    if let Some(place) = expr.as_local()
        && let Some(index) = values.iter().position(|(known, _)| *known == place)
    {
        // A value can only mention names before its own.
        *expr = substitute(values[index].1, &values[..index], room)?;
        return Some(());
    }
    let mut parts = expr.children_mut().into_iter();
    parts.try_for_each(|part| put_in(part, values, room))
}
