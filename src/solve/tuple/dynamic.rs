//! Winners of dynamic nim: a coordinate only limits what a move may choose, as in Fibonacci nim.
//!
//! Piles that differ in the limit alone have the same options in the same order, and the limit says how many of the first ones
//! may be chosen. So a pile is won where the first option that is lost is among these, and one number for each choice
//! of the other coordinates tells the winner for every limit (Schwenk, "Take-away games", 1970).

use hashbrown::HashMap;

use super::Cells;
use crate::expr::builtin::Builtin;
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::machine::{Machine, NoHost};
use crate::expr::shape::Bounds;
use crate::expr::tree::{ArithOp, CompareOp, Expr, Op, Place, RangeClause};
use crate::moves::taking::linear::Linear;
use crate::rules::game::{Change, GameRules, Move};
use crate::work::Halt;

/// A game with a limit, and what is known of its piles.
#[derive(Debug)]
pub(super) struct Dynamic {
    bounds: Vec<Bounds>,
    /// The coordinate that is a limit.
    limit: usize,
    choices: Vec<Choice>,
    /// For the other coordinates and a choice, whose number stands in place of the limit.
    known: HashMap<Cells, Progress>,
}

/// A move: an amount is chosen.
#[derive(Debug)]
struct Choice {
    first: i64,
    step: i64,
    /// The greatest amount, where the range has an end.
    last: Option<Formula>,
    /// Conditions that hold up to some amount and for no later one.
    within: Vec<Formula>,
    /// Conditions that do not depend on the limit.
    tests: Vec<Formula>,
    /// What it takes from the other coordinates.
    falls: Vec<Fall>,
    /// The limit that it leaves.
    limit: Formula,
}

/// What a move takes from a coordinate: so much, and so many times the amount.
#[derive(Debug)]
struct Fall {
    coord: usize,
    once: i64,
    each: i64,
}

/// A number or a condition about the coordinates and the amount.
#[derive(Debug)]
struct Formula {
    /// The registers of the coordinates, and last that of the amount.
    registers: Vec<u32>,
    code: Code,
    /// A constant, and how many times each register is added, where it is such a sum.
    sum: Option<(i64, Vec<i64>)>,
}

/// The first amount that does not lead to a pile known to be won.
#[derive(Debug, Clone, Copy)]
struct Progress {
    amount: i64,
    /// It leads to a lost one.
    wins: bool,
}

impl Dynamic {
    /// A game on ordered tuples one of whose coordinates is only a limit.
    pub(super) fn of(game: &GameRules, bounds: &[Bounds]) -> Option<Dynamic> {
        if !game.ends.is_empty() || game.namings.len() != 1 {
            return None;
        }
        let by = |limit: usize| {
            let rules = game.moves.iter();
            let choices = rules.map(|rule| Choice::of(rule, game, limit));
            Some((limit, choices.collect::<Option<Vec<_>>>()?))
        };
        let (limit, choices) = (0..game.coords.len()).find_map(by)?;
        Some(Dynamic {
            bounds: bounds.to_vec(),
            limit,
            choices,
            known: HashMap::new(),
        })
    }

    /// Whether a pile is lost, as far as that was found; declined where a rule fails at it.
    pub(super) fn known(&self, pile: &[i64], machine: &mut Machine) -> Result<Option<bool>, Halt> {
        let mut loses = Some(true);
        for (number, choice) in self.choices.iter().enumerate() {
            let Progress { amount, wins } = self.progress(number, pile);
            let end = choice.end(pile, &self.bounds, machine)?;
            if !choice.allows(amount, end, pile, machine)? {
                continue;
            }
            if wins {
                return Ok(Some(false));
            }
            loses = None;
        }
        Ok(loses)
    }

    /// Whether a pile is lost; declined where a rule fails at a pile that is looked at.
    pub(super) fn loses(
        &mut self,
        pile: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<bool>, Halt> {
        let held = self.memory();
        let mut open = vec![Cells::from_slice(pile)];
        while let Some(pile) = open.last() {
            match self.advance(&pile.clone(), machine)? {
                Some(option) => {
                    open.push(option);
                    let bytes = self.memory() + (open.capacity() * size_of::<Cells>()) as u64;
                    machine.budget.need(bytes.saturating_sub(held))?;
                }
                None => {
                    open.pop();
                }
            }
        }
        self.known(pile, machine)
    }

    pub(super) fn memory(&self) -> u64 {
        self.known.allocation_size() as u64
    }

    fn key(&self, number: usize, pile: &[i64]) -> Cells {
        let mut key = Cells::from_slice(pile);
        key[self.limit] = number as i64;
        key
    }

    fn progress(&self, number: usize, pile: &[i64]) -> Progress {
        let known = self.known.get(&self.key(number, pile));
        known.copied().unwrap_or(Progress {
            amount: self.choices[number].first,
            wins: false,
        })
    }

    /// Goes on with a pile until its winner is known, or up to an option whose winner is not.
    fn advance(&mut self, pile: &[i64], machine: &mut Machine) -> Result<Option<Cells>, Halt> {
        for number in 0..self.choices.len() {
            let choice = &self.choices[number];
            let mut progress = self.progress(number, pile);
            let mut open = None;
            let end = choice.end(pile, &self.bounds, machine)?;
            while !progress.wins && choice.allows(progress.amount, end, pile, machine)? {
                machine.budget.step()?;
                if let Some(option) = self.option(choice, progress.amount, pile, machine)? {
                    let loses = self.known(&option, machine)?;
                    progress.wins = loses == Some(true);
                    open = loses.is_none().then_some(option);
                    if progress.wins || open.is_some() {
                        break;
                    }
                }
                progress.amount = progress.amount.saturating_add(choice.step);
            }
            let wins = progress.wins && choice.allows(progress.amount, end, pile, machine)?;
            self.known.insert(self.key(number, pile), progress);
            if wins || open.is_some() {
                return Ok(open);
            }
        }
        Ok(None)
    }

    /// The pile that an amount leads to, where there is one.
    fn option(
        &self,
        choice: &Choice,
        amount: i64,
        pile: &[i64],
        machine: &mut Machine,
    ) -> Result<Option<Cells>, Halt> {
        for test in &choice.tests {
            if test.worth(pile, amount, machine)? == 0 {
                return Ok(None);
            }
        }
        let mut option = Cells::from_slice(pile);
        for fall in &choice.falls {
            let taken = fall.each.checked_mul(amount);
            let taken = taken.and_then(|taken| taken.checked_add(fall.once));
            let left = taken.and_then(|taken| pile[fall.coord].checked_sub(taken));
            option[fall.coord] = left.ok_or_else(too_large)?;
        }
        option[self.limit] = choice.limit.worth(pile, amount, machine)?;
        let mut sides = option.iter().zip(&self.bounds);
        let is_pile = sides.all(|(cell, bounds)| bounds.contains(*cell));
        Ok(is_pile.then_some(option))
    }
}

fn too_large() -> Halt {
    Halt::declined("a number does not fit 64 bits")
}

impl Choice {
    /// A move that chooses an amount, asks of the limit only whether the amount may be chosen, and takes from the sum of the
    /// other coordinates.
    fn of(rule: &Move, game: &GameRules, limit: usize) -> Option<Choice> {
        let changes = rule.effect.changes()?;
        let (ranges, tests) = rule.ranges_and_tests()?;
        let [range] = ranges[..] else { return None };
        if !rule.exprs().all(has_value) {
            return None;
        }
        let of_limit = [*game.coords.get(limit)?];
        let formula = |expr: &Expr| Formula::of(expr, rule, game, range);
        let formulas = |tests: Vec<&Expr>| tests.into_iter().map(formula).collect::<Option<_>>();
        let asks = |test: &&Expr| test.mentions(&of_limit);
        let (within, tests): (Vec<&Expr>, Vec<&Expr>) = tests.into_iter().partition(asks);
        if !within.iter().all(|test| is_end(test, range)) {
            return None;
        }
        let (mut falls, mut left) = (Vec::new(), None);
        for change in changes {
            match change {
                Change::Coord { value, .. } if value.mentions(&of_limit) => return None,
                Change::Coord { coord, value } if *coord == limit => left = Some(formula(value)?),
                Change::Coord { coord, value } => falls.push(Fall::of(*coord, value, game, range)?),
                Change::Entry { .. } => return None,
            }
        }
        let first = range.lo.as_int()?;
        let total = |part: fn(&Fall) -> i64| {
            let mut falls = falls.iter();
            falls.try_fold(0i64, |sum, fall| sum.checked_add(part(fall)))
        };
        let (once, each) = (total(|fall| fall.once)?, total(|fall| fall.each)?);
        let least = each.checked_mul(first)?.checked_add(once)?;
        if each <= 0 || least <= 0 {
            return None;
        }
        Some(Choice {
            first,
            step: range.step,
            last: match &range.hi {
                Some(hi) => Some(formula(hi)?),
                None => None,
            },
            within: formulas(within)?,
            tests: formulas(tests)?,
            falls,
            limit: left?,
        })
    }

    /// An amount that is no less than the greatest one that may be chosen.
    fn end(&self, pile: &[i64], bounds: &[Bounds], machine: &mut Machine) -> Result<i64, Halt> {
        let mut end = match &self.last {
            Some(last) => last.worth(pile, self.first, machine)?,
            None => i64::MAX,
        };
        for Fall { coord, once, each } in self.falls.iter().filter(|fall| fall.each > 0) {
            let room = pile[*coord].checked_sub(bounds[*coord].lo);
            let room = room.and_then(|room| room.checked_sub(*once));
            end = end.min(room.ok_or_else(too_large)?.div_euclid(*each));
        }
        Ok(end)
    }

    /// Whether an amount may be chosen, if some later one may.
    fn allows(
        &self,
        amount: i64,
        end: i64,
        pile: &[i64],
        machine: &mut Machine,
    ) -> Result<bool, Halt> {
        if amount > end {
            return Ok(false);
        }
        for condition in &self.within {
            if condition.worth(pile, amount, machine)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Formula {
    fn of(expr: &Expr, rule: &Move, game: &GameRules, range: &RangeClause) -> Option<Formula> {
        let amount = range.place();
        let places = game.coords.iter().chain([&amount]);
        let sum = Linear::of(expr).and_then(|mut form| {
            let factors = places.clone().map(|place| form.take(*place)).collect();
            Some((form.number()?, factors))
        });
        Some(Formula {
            registers: places.map(|place| place.int()).collect::<Option<_>>()?,
            code: compile(expr, rule.frame),
            sum,
        })
    }

    /// What it is for a pile and an amount: 0 or 1 for a condition.
    fn worth(&self, pile: &[i64], amount: i64, machine: &mut Machine) -> Result<i64, Halt> {
        let numbers = pile.iter().chain([&amount]);
        if let Some((constant, factors)) = &self.sum {
            let mut parts = numbers.zip(factors);
            let sum = parts.try_fold(*constant, |sum, (number, factor)| {
                sum.checked_add(number.checked_mul(*factor)?)
            });
            return sum.ok_or_else(too_large);
        }
        machine.prepare(&self.code);
        for (register, number) in self.registers.iter().zip(numbers) {
            machine.set_int(*register, *number);
        }
        machine.run(&self.code, &mut NoHost)?;
        match self.code.result {
            Some(Place::Int(register)) => Ok(machine.get_int(register)),
            Some(Place::Obj(_)) | None => Err(Halt::declined("what is asked is no number")),
        }
    }
}

impl Fall {
    /// What a move takes from a coordinate, where that is no less for a greater amount.
    fn of(coord: usize, value: &Expr, game: &GameRules, range: &RangeClause) -> Option<Fall> {
        let mut form = Linear::of(value)?;
        if form.take(*game.coords.get(coord)?) != 1 {
            return None;
        }
        let each = form.take(range.place()).checked_neg()?;
        let once = form.number()?.checked_neg()?;
        (each >= 0).then_some(Fall { coord, once, each })
    }
}

/// Whether a condition holds up to some amount and for no later one, as `k <= 2 * limit` does.
fn is_end(test: &Expr, range: &RangeClause) -> bool {
    let amount = range.place();
    let (less, more) = match test.comparison() {
        Some((less, CompareOp::Lt | CompareOp::Le, more)) => (less, more),
        Some((more, CompareOp::Gt | CompareOp::Ge, less)) => (less, more),
        _ => return !test.mentions(&[amount]),
    };
    let rises = || {
        let form = Linear::of(less);
        form.is_some_and(|mut form| form.take(amount) >= 0)
    };
    !more.mentions(&[amount]) && (!less.mentions(&[amount]) || rises())
}

/// Whether an expression has a value whatever numbers it is about, as long as these are small: options that are not looked at
/// do not fail.
fn has_value(expr: &Expr) -> bool {
    expr.nodes().all(|expr| match &expr.op {
        Op::Const(_) | Op::Local(_) | Op::Neg(_) | Op::Not(_) => true,
        Op::Compare(..) | Op::And(_) | Op::Or(_) | Op::If(..) => true,
        Op::Arith(_, rest) => rest.iter().all(|(op, operand)| match op {
            ArithOp::Add | ArithOp::Sub | ArithOp::Mul => true,
            _ => operand.as_int().is_some_and(|by| by > 0),
        }),
        Op::Call(builtin, _) => matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Abs),
        _ => false,
    })
}
