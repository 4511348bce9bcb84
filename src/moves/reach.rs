//! How far the moves of a game reach down from a pile one of whose numbers is large.
//!
//! Where a large pile may become only what lies a bounded way below it, and its size counts in conditions by its remainder alone,
//! values are a function of so many before them and of that remainder: what repeats once for so long repeats for ever.
//!
//! The premise is read off the checked rules. Each expression is either one that does not depend on how large the number is, apart
//! from its remainder, or some multiple or part of the number and such a one.

use hashbrown::HashMap;

use crate::expr::builtin::{Builtin, lcm};
use crate::expr::interval::{ALL, Interval, TRUTH};
use crate::expr::shape::Bounds;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, RangeClause, Target};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, GameRules};
use crate::work::Declined;

/// More than this is too far to be of use.
const MOST: i128 = 1 << 24;

/// Parts of the large number are counted in such parts.
pub(crate) const UNIT: i128 = 5040;

/// What lies less than so far below is near, where what is far is followed, too.
const NEAR: i128 = 1 << 10;

/// Moves are read for each of so few choices of amounts.
const FEW: usize = 256;

/// What is so of all piles from some size on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    /// From here on.
    pub from: u64,
    /// What a move leads to lies at most so far below, at least 1.
    pub below: u64,
    /// Conditions depend on the remainder by this number, at least 1.
    pub modulus: u64,
    /// No number leaves the 64 bits up to this size.
    pub most: u64,
    /// Whether a move leaves one pile at most.
    pub leaves_one: bool,
    /// For each coordinate between which numbers moves set it, where they set it.
    pub set: Vec<Option<Interval>>,
    /// What moves lead to that lies far below, each once: a part of the pile with a rest, or the pile less much.
    pub far: Vec<Size>,
}

/// What an expression is, where the pile is large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    /// How many times the large number it has, in parts of a [`UNIT`]; 0: it does not depend on how large that is.
    pub times: i128,
    /// Between which numbers the rest lies.
    pub rest: Interval,
}

impl Size {
    fn bounded(rest: Interval) -> Size {
        Size { times: 0, rest }
    }

    fn truth(holds: bool) -> Size {
        Size::bounded(Interval::one(holds.into()))
    }

    /// The number, where it is this one for all piles.
    fn constant(self) -> Option<i128> {
        (self.times == 0 && self.rest.lo == self.rest.hi).then_some(self.rest.lo)
    }

    fn holds(self) -> Option<bool> {
        Some(self.constant()? != 0)
    }
}

impl Reach {
    /// That of a game along a coordinate, where the others lie between these numbers; declined where it has none, as far as is seen.
    pub(crate) fn of(
        game: &GameRules,
        along: usize,
        others: &[Interval],
    ) -> Result<Reach, Declined> {
        let reach = Reach::read(game, along, others, MOST)?;
        match reach.far.is_empty() {
            true => Ok(reach),
            false => Err(no("a move leads far down")),
        }
    }

    /// That of a game on single numbers where moves may lead far below as well, to what is in [`Reach::far`].
    pub(crate) fn however_far(game: &GameRules) -> Result<Reach, Declined> {
        Reach::read(game, 0, &[], NEAR)
    }

    fn read(
        game: &GameRules,
        along: usize,
        others: &[Interval],
        near: i128,
    ) -> Result<Reach, Declined> {
        let bounds = game.header.shape.as_ints().unwrap_or_default();
        let (Some(own), Some(bounds)) = (game.coords.get(along), bounds.get(along)) else {
            return Err("a pile is no tuple of numbers".into());
        };
        if bounds.hi.is_some() || game.namings.len() != 1 {
            return Err("the piles end, or their order does not count".into());
        }
        let mut read = Reading {
            sizes: HashMap::new(),
            from: bounds.lo.max(0).into(),
            below: 1,
            modulus: 1,
            most: i64::MAX.into(),
            near,
            choices: FEW,
            along,
            leaves_one: true,
            set: vec![None; game.coords.len()],
            far: Vec::new(),
        };
        for (place, between) in game.coords.iter().zip(others) {
            read.sizes.insert(*place, Size::bounded(*between));
        }
        let whole = Size {
            times: UNIT,
            rest: Interval::one(0),
        };
        read.sizes.insert(*own, whole);
        for end in &game.ends {
            read.condition(&end.condition)?;
        }
        for rule in &game.moves {
            read.rule(&rule.clauses, &rule.effect, *bounds)?;
        }
        read.found()
    }
}

fn no(why: &str) -> Declined {
    why.into()
}

/// The rules, as far as they were read.
struct Reading {
    sizes: HashMap<Place, Size>,
    from: i128,
    below: i128,
    modulus: i128,
    most: i128,
    /// What lies less than so far below is not far.
    near: i128,
    /// How many choices of amounts may be read one by one.
    choices: usize,
    along: usize,
    leaves_one: bool,
    set: Vec<Option<Interval>>,
    far: Vec<Size>,
}

impl Reading {
    fn found(self) -> Result<Reach, Declined> {
        let from = self.from.saturating_add(self.below);
        if from > MOST || self.below > MOST || self.modulus > MOST {
            return Err(no("a move reaches too far"));
        }
        Ok(Reach {
            from: from as u64,
            below: self.below as u64,
            modulus: self.modulus as u64,
            most: self.most.clamp(0, i64::MAX.into()) as u64,
            leaves_one: self.leaves_one,
            set: self.set,
            far: self.far,
        })
    }

    fn rule(
        &mut self,
        clauses: &[Clause],
        effect: &Effect,
        bounds: Bounds,
    ) -> Result<(), Declined> {
        for (number, clause) in clauses.iter().enumerate() {
            if let Some((place, amounts)) = few_amounts(clause, self.choices) {
                let choices = self.choices;
                self.choices /= amounts.len().max(1);
                let read = amounts.into_iter().try_for_each(|amount| {
                    self.sizes
                        .insert(place, Size::bounded(Interval::one(amount)));
                    self.rule(&clauses[number + 1..], effect, bounds)
                });
                self.choices = choices;
                return read;
            }
            if !self.clause(clause)? {
                return Ok(());
            }
        }
        self.leaves_one &= effect.leaves_one();
        match effect {
            Effect::Change(changes) => {
                let mut changes = changes.iter();
                changes.try_for_each(|change| self.change(change, bounds))
            }
            Effect::Piles(to) => match &to.op {
                Op::Elements(parts) => parts.iter().try_for_each(|part| self.part(part, bounds)),
                Op::Const(list) => list.items().iter().try_for_each(|part| {
                    let part = part.as_int().ok_or_else(|| no("a pile is no number"))?;
                    self.landed(Interval::one(part), bounds)
                }),
                Op::Repeat(part, count) => {
                    self.bounded(count)?;
                    self.part(part, bounds)
                }
                Op::Comprehension(inner) => {
                    for clause in &inner.clauses {
                        if !self.clause(clause)? {
                            return Ok(());
                        }
                    }
                    self.part(&inner.element, bounds)
                }
                _ => Err(no("a move makes piles of a list")),
            },
            Effect::Position(_) => Err(no("a move leads elsewhere")),
        }
    }

    /// Reads a clause; false: it lets nothing through.
    fn clause(&mut self, clause: &Clause) -> Result<bool, Declined> {
        match clause {
            Clause::Test(test) | Clause::While(test) => {
                return Ok(self.condition(test)? != Some(false));
            }
            Clause::Value {
                target: Target::One(place),
                value,
            } => {
                let size = self.size(value)?;
                self.sizes.insert(*place, size);
            }
            Clause::Range(range) => self.range(range)?,
            Clause::Each { target, list } => {
                self.bounded(list)?;
                for (number, place) in target.places().into_iter().enumerate() {
                    let between = items(list, target, number).unwrap_or(ALL);
                    self.sizes.insert(place, Size::bounded(between));
                }
            }
            Clause::Value { .. } | Clause::Partitions(_) => {
                return Err(no("a clause is not about numbers"));
            }
        }
        Ok(true)
    }

    fn range(&mut self, range: &RangeClause) -> Result<(), Declined> {
        let lo = self.bounded(&range.lo)?;
        let hi = range.hi.as_ref().ok_or_else(|| no("a range has no end"))?;
        let hi = self.bounded(hi)?;
        let between = Interval {
            lo: lo.lo,
            hi: hi.hi.max(lo.lo),
        };
        self.sizes.insert(range.place(), Size::bounded(between));
        range
            .stops
            .iter()
            .try_for_each(|stop| self.condition(stop).map(|_| ()))
    }

    /// A condition that does not depend on how large the pile is; whether it holds, where it is the same for all.
    fn condition(&mut self, condition: &Expr) -> Result<Option<bool>, Declined> {
        let size = self.size(condition)?;
        match size.times {
            0 => Ok(size.holds()),
            _ => Err(no("a condition is a number")),
        }
    }

    /// Between which numbers an expression lies that does not depend on how large the pile is.
    fn bounded(&mut self, expr: &Expr) -> Result<Interval, Declined> {
        let size = self.size(expr)?;
        match size.times {
            0 => Ok(size.rest),
            _ => Err(no("an amount grows with the pile")),
        }
    }

    fn change(&mut self, change: &Change, bounds: Bounds) -> Result<(), Declined> {
        let Change::Coord { coord, value } = change else {
            return Err(no("a move changes an entry of a row"));
        };
        if *coord == self.along {
            return self.part(value, bounds);
        }
        let between = self.bounded(value)?;
        let set = &mut self.set[*coord];
        *set = Interval::hull(set.iter().copied().chain([between]));
        Ok(())
    }

    /// What becomes of the number that is large, or one of the parts that it becomes.
    fn part(&mut self, part: &Expr, bounds: Bounds) -> Result<(), Declined> {
        let Size { times, rest } = self.size(part)?;
        match times {
            0 => self.landed(rest, bounds),
            UNIT if rest.hi <= 0 && rest.lo > -self.near => {
                self.below = self.below.max(rest.lo.saturating_neg());
                Ok(())
            }
            UNIT if rest.hi < 0 => {
                self.note_far(Size { times, rest });
                Ok(())
            }
            1..UNIT => {
                // It lies below the pile, and no lower than piles may.
                let least = Interval::one(bounds.lo);
                self.decided(Size {
                    times: UNIT - times,
                    rest: rest.scaled(-1),
                })?;
                self.decided(Size {
                    times,
                    rest: rest.plus(least.scaled(-1)),
                })?;
                self.note_far(Size { times, rest });
                Ok(())
            }
            _ => Err(no("a move leads up")),
        }
    }

    fn note_far(&mut self, part: Size) {
        if !self.far.contains(&part) {
            self.far.push(part);
        }
    }

    /// A move leads to small numbers.
    fn landed(&mut self, between: Interval, bounds: Bounds) -> Result<(), Declined> {
        if between.lo < bounds.lo.into() {
            return Err(no("a part may be too small"));
        }
        self.from = self.from.max(between.hi.saturating_add(1));
        Ok(())
    }

    /// Keeps to piles for which so many times the number and this rest are more than nothing, or less.
    fn decided(&mut self, size: Size) -> Result<bool, Declined> {
        let (times, rest) = match size.times {
            1.. => (size.times, size.rest.lo),
            _ => (-size.times, -size.rest.hi),
        };
        let from = rest.saturating_neg().max(0).saturating_mul(UNIT) / times + 1;
        if from > MOST {
            return Err(no("a condition is decided far up"));
        }
        self.from = self.from.max(from);
        Ok(size.times > 0)
    }

    /// Notes a number that the rules make.
    fn made(&mut self, size: Size) -> Size {
        if size.times != 0 {
            let rest = size.rest.hi.max(size.rest.lo.saturating_neg()).max(0);
            let room = i128::from(i64::MAX) - rest;
            self.most = self.most.min(room * UNIT / size.times.abs());
        }
        size
    }

    fn sizes(&mut self, exprs: &[&Expr]) -> Result<Vec<Size>, Declined> {
        exprs.iter().map(|expr| self.size(expr)).collect()
    }

    fn size(&mut self, expr: &Expr) -> Result<Size, Declined> {
        let size = match &expr.op {
            Op::Const(Value::Int(n)) => Size::bounded(Interval::one(*n)),
            Op::Const(Value::Bool(holds)) => Size::truth(*holds),
            Op::Local(place) => {
                let known = self.sizes.get(place).copied();
                known.unwrap_or(Size::bounded(ALL))
            }
            Op::Neg(inner) => {
                let size = self.size(inner)?;
                Size {
                    times: -size.times,
                    rest: size.rest.scaled(-1),
                }
            }
            Op::Arith(first, rest) => {
                let mut size = self.size(first)?;
                for (op, operand) in rest {
                    let operand = self.size(operand)?;
                    size = self.arith(size, *op, operand)?;
                    if size.times.abs() > UNIT * MOST {
                        return Err(no("a number is very many times the pile"));
                    }
                    self.made(size);
                }
                size
            }
            Op::Compare(first, rest) => {
                return match expr.range_test() {
                    Some(test) => self.size(&test),
                    None => self.compare(first, rest),
                };
            }
            Op::Not(inner) => match self.condition(inner)? {
                Some(holds) => Size::truth(!holds),
                None => Size::bounded(TRUTH),
            },
            Op::And(parts) => return self.joined(parts, false),
            Op::Or(parts) => return self.joined(parts, true),
            Op::If(branches, last) => return self.choice(branches, last),
            Op::Call(builtin, args) => return self.call(*builtin, args),
            Op::Index(list, index) => {
                self.bounded(index)?;
                self.bounded(list)?;
                let one = Target::One(Place::Int(0));
                Size::bounded(items(list, &one, 0).unwrap_or(ALL))
            }
            _ => return self.other(expr),
        };
        Ok(self.made(size))
    }

    fn arith(&mut self, a: Size, op: ArithOp, b: Size) -> Result<Size, Declined> {
        let sum = |times, rest| Size { times, rest };
        Ok(match (op, a.times, b.times) {
            (ArithOp::Add, ..) => sum(a.times + b.times, a.rest.plus(b.rest)),
            (ArithOp::Sub, ..) => sum(a.times - b.times, a.rest.plus(b.rest.scaled(-1))),
            (_, 0, 0) => Size::bounded(a.rest.arith(op, b.rest)),
            (ArithOp::Mul, ..) => match (a.constant(), b.constant()) {
                (Some(n), _) if n.abs() < MOST => sum(b.times * n, b.rest.scaled(n)),
                (_, Some(n)) if n.abs() < MOST => sum(a.times * n, a.rest.scaled(n)),
                _ => return Err(no("a number grows with the pile in a way of its own")),
            },
            (ArithOp::Rem, ..) => match b.constant() {
                Some(by) if by != 0 && by.abs() < MOST => self.remainder(a, by),
                _ => return Err(no("a remainder is by no constant")),
            },
            (ArithOp::Div, ..) => match b.constant() {
                Some(by @ 1..MOST) if a.times % by == 0 => {
                    let part = Size {
                        times: a.times / by,
                        rest: Interval {
                            lo: a.rest.lo.div_euclid(by) - 1,
                            hi: a.rest.hi.div_euclid(by) + 1,
                        },
                    };
                    // What is rounded off.
                    self.remainder(part, 1);
                    part
                }
                _ => return Err(no("a number is a part of the pile")),
            },
        })
    }

    /// The remainder of what has a part of the large number.
    fn remainder(&mut self, of: Size, by: i128) -> Size {
        let common = |a: i128, b: i128| {
            let both = i64::try_from(a).ok().zip(i64::try_from(b).ok());
            let both = both.and_then(|(a, b)| lcm(a, b).ok());
            both.map_or(MOST + 1, |both| i128::from(both).min(MOST + 1))
        };
        // The number of which so many parts are whole.
        let parts = match of.times.abs() {
            0 => 1,
            times => common(UNIT, times) / times,
        };
        self.modulus = common(self.modulus, parts.max(1) * by.abs());
        Size::bounded(ALL.remainder(Interval { lo: by, hi: by }))
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Result<Size, Declined> {
        let mut all = Some(true);
        for (left, op, right) in Expr::comparisons(first, rest) {
            let one = Target::One(Place::Int(0));
            let (left, right) = match (op, items(right, &one, 0)) {
                (CompareOp::In | CompareOp::NotIn, Some(items)) => {
                    (self.size(left)?, Size::bounded(items))
                }
                _ => (self.size(left)?, self.size(right)?),
            };
            let times = left.times - right.times;
            let holds = match times {
                // Only the difference counts.
                0 => None,
                _ => {
                    let rest = left.rest.plus(right.rest.scaled(-1));
                    let is_more = self.decided(Size { times, rest })?;
                    Some(match op {
                        CompareOp::Eq | CompareOp::In => false,
                        CompareOp::Ne | CompareOp::NotIn => true,
                        CompareOp::Lt | CompareOp::Le => !is_more,
                        CompareOp::Gt | CompareOp::Ge => is_more,
                    })
                }
            };
            match (all, holds) {
                (_, Some(false)) => return Ok(Size::truth(false)),
                (_, None) => all = None,
                (_, Some(true)) => {}
            }
        }
        Ok(all.map_or(Size::bounded(TRUTH), Size::truth))
    }

    /// Conditions of which none is asked behind one that decides.
    fn joined(&mut self, parts: &[Expr], decides: bool) -> Result<Size, Declined> {
        let mut all = Some(!decides);
        for part in parts {
            match self.condition(part)? {
                Some(holds) if holds == decides => {
                    // The ones before it may not hold, which decides it as well.
                    return Ok(Size::truth(decides));
                }
                Some(_) => {}
                None => all = None,
            }
        }
        Ok(all.map_or(Size::bounded(TRUTH), Size::truth))
    }

    fn choice(&mut self, branches: &[(Expr, Expr)], last: &Expr) -> Result<Size, Declined> {
        let mut met: Vec<Size> = Vec::new();
        for (condition, value) in branches {
            match self.condition(condition)? {
                Some(false) => continue,
                Some(true) => {
                    met.push(self.size(value)?);
                    return hull(&met);
                }
                None => met.push(self.size(value)?),
            }
        }
        met.push(self.size(last)?);
        hull(&met)
    }

    fn call(&mut self, builtin: Builtin, args: &[Expr]) -> Result<Size, Declined> {
        let args: Vec<&Expr> = args.iter().collect();
        let sizes = self.sizes(&args)?;
        if sizes.iter().all(|size| size.times == 0) {
            let rests: Vec<Interval> = sizes.iter().map(|size| size.rest).collect();
            return Ok(Size::bounded(Interval::of_call(builtin, &rests)));
        }
        let times = sizes.iter().map(|size| size.times);
        let most = match builtin {
            Builtin::Odd | Builtin::Even => {
                for size in sizes {
                    self.remainder(size, 2);
                }
                return Ok(Size::bounded(TRUTH));
            }
            Builtin::Max if sizes.len() > 1 => times.max(),
            Builtin::Min if sizes.len() > 1 => times.min(),
            _ => return Err(no("a function is asked about the pile")),
        };
        let (chosen, others): (Vec<Size>, Vec<Size>) =
            sizes.iter().partition(|size| Some(size.times) == most);
        for other in &others {
            for one in &chosen {
                self.decided(Size {
                    times: one.times - other.times,
                    rest: one.rest.plus(other.rest.scaled(-1)),
                })?;
            }
        }
        let rests: Vec<Interval> = chosen.iter().map(|size| size.rest).collect();
        let times = chosen.first().map_or(0, |size| size.times);
        let rest = Interval::of_call(builtin, &rests);
        Ok(self.made(Size { times, rest }))
    }

    /// What asks for nothing that grows with the pile.
    fn other(&mut self, expr: &Expr) -> Result<Size, Declined> {
        let grows = self.sizes.iter().filter(|(_, size)| size.times != 0);
        let grows: Vec<Place> = grows.map(|(place, _)| *place).collect();
        if !expr.mentions(&grows) {
            return Ok(Size::bounded(ALL));
        }
        let is_plain = matches!(
            expr.op,
            Op::Function(..) | Op::Tuple(_) | Op::Elements(_) | Op::Field(..)
        );
        if !is_plain {
            return Err(no("a number of the pile stands where it is not followed"));
        }
        let sizes = self.sizes(&expr.children())?;
        match sizes.iter().all(|size| size.times == 0) {
            true => Ok(Size::bounded(ALL)),
            false => Err(no("a function is asked about the pile")),
        }
    }
}

/// The amounts of a clause that runs over few constant ones.
fn few_amounts(clause: &Clause, most: usize) -> Option<(Place, Vec<i64>)> {
    let Clause::Each {
        target: Target::One(place),
        list,
    } = clause
    else {
        return None;
    };
    let amounts = list.constant()?.items();
    let amounts: Option<Vec<i64>> = match amounts.len() <= most {
        true => amounts.iter().map(Value::as_int).collect(),
        false => None,
    };
    Some((*place, amounts?))
}

/// One of some numbers.
fn hull(met: &[Size]) -> Result<Size, Declined> {
    let times = met.first().map_or(0, |size| size.times);
    let rest = Interval::hull(met.iter().map(|size| size.rest));
    match rest {
        Some(rest) if met.iter().all(|size| size.times == times) => Ok(Size { times, rest }),
        _ => Err(no("a number grows with the pile in some cases")),
    }
}

/// Between which numbers the elements of a constant list lie that a place is given.
fn items(list: &Expr, target: &Target, number: usize) -> Option<Interval> {
    let part = |item: &Value| match target {
        Target::One(_) => item.as_int(),
        Target::Parts(_) => item.items().get(number)?.as_int(),
    };
    let items = list.constant()?.items();
    let numbers: Option<Vec<i64>> = items.iter().map(part).collect();
    Interval::hull(numbers?.into_iter().map(Interval::one))
}
