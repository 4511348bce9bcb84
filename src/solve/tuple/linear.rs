//! Games on tuples of integers all of whose moves are rays and fixed steps, recognised from their checked moves.
//!
//! A step adds a constant vector; a ray adds a multiple k = 1, 2, … of one, as far as the pile stays in its ranges, or up to a
//! greatest multiple.

use std::cmp::Reverse;

use crate::expr::builtin::Builtin;
use crate::expr::shape::Bounds;
use crate::expr::tree::{Clause, CompareOp, Expr, Op, Place, RangeClause, Target};
use crate::expr::value::Value;
use crate::kernel::steps::MOST_STEPS as FEW_STEPS;
use crate::moves::taking::linear::{Linear, LinearForms};
use crate::rules::game::{Change, GameRules, Move};
use crate::work::{Declined, distinct};

/// The moves of a game: what they add to the coordinates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RaysAndSteps {
    pub rays: Vec<Ray>,
    /// Added once.
    pub steps: Vec<Vec<i64>>,
    /// Added once, where the conditions of a move hold.
    pub guarded: Vec<GuardedStep>,
    /// Whether some conditions end the game.
    pub ends: bool,
}

/// What is added once, twice, three times, …
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ray {
    pub by: Vec<i64>,
    /// The greatest multiple that is added; `None`: any.
    pub most: Option<i64>,
}

/// A step under conditions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuardedStep {
    /// What is added to the coordinates.
    pub by: Vec<i64>,
    /// The number of the move.
    pub rule: usize,
    pub naming: usize,
    /// What the binders were given: registers and numbers.
    pub chosen: Vec<(u32, i64)>,
}

impl RaysAndSteps {
    /// All vectors that are added once.
    pub(in crate::solve) fn all_steps(&self) -> impl Iterator<Item = &Vec<i64>> {
        let guarded = self.guarded.iter().map(|step| &step.by);
        self.steps.iter().chain(guarded)
    }

    pub(in crate::solve) fn vectors(&self) -> impl Iterator<Item = &Vec<i64>> {
        self.rays.iter().map(|ray| &ray.by).chain(self.all_steps())
    }

    /// Rays with a greatest multiple become steps, where there are few steps then.
    fn prefer_steps(&mut self) {
        let lengths = self.rays.iter().map(|ray| ray.most.unwrap_or(i64::MAX));
        let all = lengths.fold(self.all_steps().count() as i64, i64::saturating_add);
        if all > FEW_STEPS as i64 {
            return;
        }
        for Ray { by, most } in self.rays.drain(..) {
            let multiples = 1..=most.unwrap_or(0);
            let steps = multiples.map(|times| by.iter().map(|part| part * times).collect());
            self.steps.extend(steps);
        }
    }
}

/// More steps than this are not looked at one by one.
const MOST_STEPS: usize = 256;

/// A range that ends at a constant makes a ray from so many multiples on.
const LEAST_MULTIPLES: i64 = 4;

/// The moves of a game as rays and steps, under all namings of an unordered pile; or why it is no such game.
pub fn recognise(game: &GameRules) -> Result<RaysAndSteps, Declined> {
    let Some(bounds) = game.header.shape.as_int_tuple() else {
        return Err("a pile is not a tuple of numbers".into());
    };
    let mut found = RaysAndSteps {
        ends: !game.ends.is_empty(),
        ..RaysAndSteps::default()
    };
    for (number, rule) in game.moves.iter().enumerate() {
        let own = of_move(game, rule, &bounds)?;
        for (place, naming) in game.namings.iter().enumerate() {
            let named = |vector: &Vec<i64>| {
                let mut by_coord = vec![0; vector.len()];
                for (part, coord) in vector.iter().zip(naming) {
                    by_coord[*coord] = *part;
                }
                by_coord
            };
            found.rays.extend(own.rays.iter().map(|ray| Ray {
                by: named(&ray.by),
                most: ray.most,
            }));
            found.steps.extend(own.steps.iter().map(named));
            found
                .guarded
                .extend(own.guarded.iter().map(|step| GuardedStep {
                    by: named(&step.by),
                    rule: number,
                    naming: place,
                    chosen: step.chosen.clone(),
                }));
        }
        if found.steps.len() + found.guarded.len() > MOST_STEPS {
            return Err("there are too many steps".into());
        }
    }
    found.prefer_steps();
    found.steps = distinct(found.steps);
    // Of one direction, the longest.
    let length = |ray: &Ray| Reverse(ray.most.unwrap_or(i64::MAX));
    found
        .rays
        .sort_unstable_by(|a, b| (&a.by, length(a)).cmp(&(&b.by, length(b))));
    found.rays.dedup_by(|next, kept| next.by == kept.by);
    found.guarded = distinct(found.guarded);
    let stays = |vector: &Vec<i64>| vector.iter().all(|part| *part == 0);
    if found.vectors().any(stays) {
        return Err("a move leaves the pile as it is".into());
    }
    let rays = &found.rays;
    found
        .steps
        .retain(|step| rays.iter().all(|ray| ray.by != *step));
    Ok(found)
}

/// The clauses of a move as far as they were read.
struct ReadClauses<'r> {
    /// What the registers stand for, once for each choice.
    cases: Vec<LinearForms>,
    /// The binder that takes all numbers from 1 on.
    open: Option<Open<'r>>,
    /// Whether that may be one with a constant end.
    may_end: bool,
    /// The registers of the others.
    binders: Vec<u32>,
    /// What conditions say is the same.
    equal: Vec<(&'r Expr, &'r Expr)>,
    /// Whether it is to be asked where a choice may be made.
    is_guarded: bool,
}

/// The binder of a ray.
#[derive(Clone, Copy)]
struct Open<'r> {
    binder: Place,
    /// Where its range ends; `None`: where the pile leaves its ranges.
    hi: Option<&'r Expr>,
    /// The greatest multiple, where that is a constant.
    most: Option<i64>,
}

fn nonlinear() -> Declined {
    "an amount is not constant".into()
}

impl<'r> ReadClauses<'r> {
    fn clause(&mut self, clause: &'r Clause) -> Result<(), Declined> {
        match clause {
            Clause::Test(test) => {
                self.is_guarded |= test.constant() != Some(&Value::Bool(true));
                if let Op::Compare(left, more) = &test.op
                    && let [(CompareOp::Eq, right)] = more.as_slice()
                {
                    self.equal.push((left, right));
                }
            }
            Clause::Value {
                target: Target::One(place @ Place::Int(_)),
                value,
            } => {
                for case in &mut self.cases {
                    let form = case.linear(value);
                    // What is not constant may fault, and is worked out with the conditions.
                    self.is_guarded |= form.as_ref().is_none_or(|form| !form.terms.is_empty());
                    case.values.extend(form.map(|form| (*place, form)));
                }
            }
            Clause::Range(range) => self.range(range)?,
            Clause::Each { target, list } => {
                let items = list.constant().ok_or_else(nonlinear)?.items();
                let rows = rows(target, items).ok_or_else(nonlinear)?;
                let registers = target.places();
                let ints = registers.iter().filter_map(|place| place.int());
                self.binders.extend(ints);
                self.cases = product(&self.cases, &registers, rows)?;
            }
            _ => return Err(nonlinear()),
        }
        Ok(())
    }

    fn range(&mut self, range: &'r RangeClause) -> Result<(), Declined> {
        let first = range.lo.as_int().ok_or_else(nonlinear)?;
        let (hi, step) = (range.hi.as_ref(), range.step);
        let is_ray = first == 1 && step == 1 && self.open.is_none();
        let binder = range.place();
        match hi.map(|hi| (hi, last(hi))) {
            Some((hi, Some(last))) if is_ray && self.may_end && last >= LEAST_MULTIPLES => {
                let hi = hi.constant().is_none().then_some(hi);
                let most = Some(last);
                self.open = Some(Open { binder, hi, most });
            }
            Some((hi, Some(last))) => {
                self.is_guarded |= hi.constant().is_none();
                self.binders.push(range.var);
                let values = (0..=MOST_STEPS as i64)
                    .map(|place| first.saturating_add(place.saturating_mul(step)))
                    .take_while(|value| *value <= last);
                let rows = values.map(|n| vec![n]).collect();
                self.cases = product(&self.cases, &[range.place()], rows)?;
            }
            _ if is_ray => {
                let most = None;
                self.open = Some(Open { binder, hi, most });
            }
            _ => return Err(nonlinear()),
        }
        Ok(())
    }
}

/// What a move adds to the coordinates as the rule names them.
pub(super) fn of_move(
    game: &GameRules,
    rule: &Move,
    bounds: &[Bounds],
) -> Result<RaysAndSteps, Declined> {
    let with_ends = read_move(game, rule, bounds, true);
    with_ends.or_else(|_| read_move(game, rule, bounds, false))
}

fn read_move(
    game: &GameRules,
    rule: &Move,
    bounds: &[Bounds],
    may_end: bool,
) -> Result<RaysAndSteps, Declined> {
    let Some(changes) = rule.effect.changes() else {
        return Err("a move makes several piles or leads elsewhere".into());
    };
    let mut read = ReadClauses {
        cases: vec![LinearForms::default()],
        open: None,
        may_end,
        binders: Vec::new(),
        equal: Vec::new(),
        is_guarded: false,
    };
    for clause in &rule.clauses {
        read.clause(clause)?;
    }
    if read.is_guarded && read.open.is_some() {
        return Err("a move has a condition".into());
    }
    if read.is_guarded && read.cases.is_empty() {
        return Err("a list is empty".into());
    }
    let mut found = RaysAndSteps::default();
    for case in &read.cases {
        let differences = read.equal.iter().map(|(left, right)| {
            let right = case.linear(right)?;
            case.linear(left)?.minus(&right)
        });
        let nothing: Vec<Linear> = differences.flatten().collect();
        let open = read.open.map(|open| open.binder);
        let (once, multiple) = vectors(game, changes, (case, &nothing), open)?;
        let Some(Open { hi, most, .. }) = read.open else {
            if read.is_guarded {
                let number = |register: &u32| case.values.get(&Place::Int(*register));
                let binders = read.binders.iter();
                let chosen = binders.filter_map(|it| Some((*it, number(it)?.constant)));
                found.guarded.push(GuardedStep {
                    by: once,
                    rule: 0,
                    naming: 0,
                    chosen: chosen.collect(),
                });
            } else {
                found.steps.push(once);
            }
            continue;
        };
        if once.iter().any(|part| *part != 0) {
            return Err("a ray begins beside its pile".into());
        }
        if hi.is_some_and(|hi| !is_own_end(hi, game, &multiple, bounds)) {
            return Err("a range has an end of its own".into());
        }
        let by = multiple;
        // Beyond 64 bits a rule fails.
        let fits = |part: &i64| part.checked_mul(most.unwrap_or(1)).is_some();
        if !by.iter().all(fits) {
            return Err("a step is too large".into());
        }
        found.rays.push(Ray { by, most });
    }
    Ok(found)
}

/// Whether a range ends where a coordinate does that falls: `for k in 1..x`, no more than what keeps x - k in its range.
fn is_own_end(hi: &Expr, game: &GameRules, multiple: &[i64], bounds: &[Bounds]) -> bool {
    if let Op::Call(Builtin::Min, args) = &hi.op {
        let is_end =
            |arg: &Expr| arg.constant().is_some() || is_own_end(arg, game, multiple, bounds);
        return args.iter().all(is_end);
    }
    let mut coords = game.coords.iter().zip(multiple).zip(bounds);
    coords.any(|((place, part), bounds)| {
        matches!((&hi.op, place), (Op::Local(hi), place) if hi == place)
            && *part <= -1
            && bounds.lo == 0
    })
}

/// The greatest value of the end of a range, where that is seen.
fn last(hi: &Expr) -> Option<i64> {
    match &hi.op {
        Op::Call(Builtin::Min, args) => args.iter().filter_map(Expr::as_int).min(),
        _ => hi.as_int(),
    }
}

/// The numbers that the items of a list give to a target.
fn rows(target: &Target, items: &[Value]) -> Option<Vec<Vec<i64>>> {
    let of_item = |item: &Value| match (target, item) {
        (Target::One(_), Value::Int(n)) => Some(vec![*n]),
        (Target::Parts(_), Value::Tuple(parts)) => parts.iter().map(Value::as_int).collect(),
        _ => None,
    };
    items.iter().map(of_item).collect()
}

/// Each case with each row.
fn product(
    cases: &[LinearForms],
    places: &[Place],
    rows: Vec<Vec<i64>>,
) -> Result<Vec<LinearForms>, Declined> {
    if cases.len().saturating_mul(rows.len()) > MOST_STEPS {
        return Err("there are too many steps".into());
    }
    let mut all = Vec::new();
    for case in cases {
        for row in &rows {
            let mut longer = case.clone();
            let forms = row.iter().copied().map(Linear::constant);
            longer.values.extend(places.iter().copied().zip(forms));
            all.push(longer);
        }
    }
    Ok(all)
}

/// What is added to the registers of the coordinates: once, and for each unit of the open binder. Some forms are 0 where the move
/// may be made: of `q -> 1 where q == 0` that is `q`.
fn vectors(
    game: &GameRules,
    changes: &[Change],
    (case, nothing): (&LinearForms, &[Linear]),
    open: Option<Place>,
) -> Result<(Vec<i64>, Vec<i64>), Declined> {
    let no = || Declined::from("a new coordinate is not the old one and a constant");
    let mut once = vec![0; game.coords.len()];
    let mut multiple = vec![0; game.coords.len()];
    for change in changes {
        let Change::Coord { coord, value } = change else {
            return Err(no());
        };
        let own = game.coords.get(*coord).ok_or_else(no)?;
        let form = case.linear(value).ok_or_else(no)?;
        let form = form.minus(&Linear::place(*own)).ok_or_else(no)?;
        let mut form = reduced(form, nothing).ok_or_else(no)?;
        let each = open.map_or(0, |var| form.take(var));
        if !form.terms.is_empty() {
            return Err(no());
        }
        (once[*coord], multiple[*coord]) = (form.constant, each);
    }
    Ok((once, multiple))
}

/// A form without what forms that are 0 take out of it.
fn reduced(form: Linear, nothing: &[Linear]) -> Option<Linear> {
    nothing.iter().try_fold(form, |form, nothing| {
        let Some((place, count)) = nothing.terms.first() else {
            return Some(form);
        };
        let own = form.terms.iter().find(|(known, _)| known == place);
        let times = own.map_or(0, |(_, times)| *times);
        match times % count {
            0 => form.plus(-(times / count), nothing),
            _ => Some(form),
        }
    })
}
