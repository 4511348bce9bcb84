//! Which remainders amounts have that are the same for all piles: odd ones, primes, powers of 2.
//!
//! A condition is worked out for all numbers from some one on that have the same remainder: it holds for all of them, for none, or
//! nobody knows.

use smallvec::SmallVec;

use super::{is_local, rest, taken};
use crate::expr::builtin::{Builtin, gcd, lcm};
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target, together};
use crate::expr::value::Value;
use crate::rules::game::{GameRules, Move};

/// Amounts that are the same for all piles, as the moves make them.
#[derive(Debug)]
pub struct Remainders {
    moves: Vec<Taken>,
}

/// What is known of the amounts above a number.
#[derive(Debug, PartialEq, Eq)]
pub struct Above {
    /// The number.
    pub most: i64,
    /// For each remainder whether all numbers with it are taken, or none; `None`: perhaps some are.
    pub classes: Vec<Option<bool>>,
}

/// A finite set of amounts and all larger ones of some remainders.
#[derive(Debug)]
pub struct Regular {
    /// Those up to `most`.
    pub small: Vec<u64>,
    pub most: u64,
    pub step: u64,
    /// The remainders modulo `step` of those above `most`.
    pub remainders: Vec<u64>,
}

/// The amounts of a move.
#[derive(Debug)]
struct Taken {
    /// What the register runs over that the amount is made of.
    over: Option<(Place, Over)>,
    /// Other registers and their values.
    values: Vec<(Place, Expr)>,
    tests: Vec<Expr>,
    amount: Expr,
}

#[derive(Debug)]
enum Over {
    These(Vec<i64>),
    /// `first, first + step, …` without end.
    Every(i64, i64),
}

/// The largest common modulus that is worked with, and the most numbers that are tried one by one.
const LARGEST: i64 = 1 << 14;

/// The largest amount up to which all are listed.
const MOST_SMALL: i64 = 1 << 16;

/// How many remainders regular amounts may have: each is a family of its own.
const MOST_CLASSES: i64 = 64;
/// From which numbers on conditions may hold for all of a remainder or for none.
const STARTS: [i64; 3] = [1 << 6, 1 << 10, LARGEST];

/// The same where remainders modulo a number are asked for; powers are soon too large to try many.
pub fn starts(modulus: i64) -> impl Iterator<Item = i64> {
    [1, i64::from(modulus.ilog2()) + 2, modulus + 1]
        .into_iter()
        .chain(STARTS)
}

/// How many calls of functions are followed into each other.
const DEEPEST: usize = 8;

/// Of how many parts the amounts and conditions of a game may be, with those of the functions that they call: each is looked at for
/// every remainder.
const MOST_PARTS: usize = 512;

impl Remainders {
    /// The amounts of a game whose moves leave one pile or none; `None`: they depend on the pile, or are made in other ways.
    pub fn of(game: &GameRules) -> Option<Remainders> {
        let [pile] = game.coords[..] else {
            return None;
        };
        let is_from_start = game
            .header
            .shape
            .as_heap()
            .is_some_and(|bounds| matches!(bounds.lo, 0 | 1));
        if !is_from_start || !game.ends.is_empty() {
            return None;
        }
        let moves = game.moves.iter().map(|rule| Taken::of(rule, pile));
        Remainders::from_moves(moves.collect::<Option<_>>()?)
    }

    /// The numbers `first, first + step, …` without end for which all of these conditions on a register hold.
    pub(super) fn where_all_hold(
        register: Place,
        (first, step): (i64, i64),
        conditions: Vec<Expr>,
    ) -> Option<Remainders> {
        let span = conditions.first()?.span;
        Remainders::from_moves(vec![Taken {
            over: Some((register, Over::Every(first, step))),
            values: Vec::new(),
            tests: conditions,
            amount: Expr::local(register, Kind::Int, span),
        }])
    }

    /// `None`: there is too much to look at.
    fn from_moves(moves: Vec<Taken>) -> Option<Remainders> {
        let mut left = MOST_PARTS;
        for expr in moves.iter().flat_map(Taken::exprs) {
            count(expr, 0, &mut left)?;
        }
        Some(Remainders { moves })
    }

    /// What is known of the remainders modulo a number of the larger amounts, where registers are looked at from `start` on.
    pub fn above(&self, start: i64, modulus: i64) -> Option<Above> {
        let mut above = Above {
            most: 0,
            classes: vec![Some(false); usize::try_from(modulus).ok()?],
        };
        for taken in &self.moves {
            taken.add(start, &mut above)?;
        }
        Some(above)
    }

    /// The same with the least such start at which each amount of a remainder is taken, or none; `None`: there is none.
    pub fn regular(&self) -> Option<Regular> {
        let parts = self.moves.iter().map(|taken| taken.modulus(1));
        let step = parts.reduce(|a, b| lcm(a?, b?).ok())??;
        if step > MOST_CLASSES {
            return None;
        }
        let known = |start: &i64| {
            let above = self.above(*start, step)?;
            above.classes.iter().all(Option::is_some).then_some(above)
        };
        let above = STARTS.iter().find_map(known);
        let above = above.filter(|above| above.most <= MOST_SMALL)?;
        let mut small = Vec::new();
        for taken in &self.moves {
            taken.list(above.most, &mut small)?;
        }
        // Several moves together may be alike more often than each.
        let repeats = |step: &usize| {
            let (classes, each) = (&above.classes, above.classes.iter().cycle().skip(*step));
            classes.len().is_multiple_of(*step) && classes.iter().zip(each).all(|(a, b)| a == b)
        };
        let step = (1..=above.classes.len()).find(repeats)?;
        let classes = above.classes.iter().zip(0..).take(step);
        Some(Regular {
            small,
            most: above.most as u64,
            step: step as u64,
            remainders: classes
                .filter_map(|(class, remainder)| class.and_then(|taken| taken.then_some(remainder)))
                .collect(),
        })
    }
}

impl Taken {
    fn of(rule: &Move, pile: Place) -> Option<Taken> {
        let amount = taken(rest(rule)?, pile)?.clone();
        let mut found = Taken {
            over: None,
            values: Vec::new(),
            tests: Vec::new(),
            amount,
        };
        for clause in &rule.clauses {
            match clause {
                Clause::Range(range) if found.over.is_none() => {
                    let first = range.lo.as_int()?;
                    let over = match &range.hi {
                        None => Over::Every(first, range.step),
                        Some(hi) if is_local(hi, pile) => Over::Every(first, range.step),
                        Some(hi) => {
                            let last = hi.as_int()?;
                            let count = last.checked_sub(first)?;
                            let step = usize::try_from(range.step).ok()?;
                            (count < LARGEST)
                                .then(|| Over::These((first..=last).step_by(step).collect()))?
                        }
                    };
                    found.over = Some((range.place(), over));
                }
                Clause::Each {
                    target: Target::One(place @ Place::Int(_)),
                    list,
                } if found.over.is_none() => {
                    let items = Some(list.constant()?.items());
                    let items = items.filter(|items| items.len() < LARGEST as usize)?;
                    let numbers = items.iter().map(Value::as_int);
                    let numbers = numbers.collect::<Option<Vec<i64>>>()?;
                    found.over = Some((*place, Over::These(numbers)));
                }
                Clause::Value {
                    target: Target::One(place @ Place::Int(_)),
                    value,
                } => found.values.push((*place, value.clone())),
                // That the pile is large enough; others depend on it.
                Clause::Test(test) if test.mentions(&[pile]) => {
                    let (left, CompareOp::Ge, least) = test.comparison()? else {
                        return None;
                    };
                    taken(left, pile).filter(|_| least.as_int() == Some(0))?;
                }
                Clause::Test(test) => found.tests.push(test.clone()),
                _ => return None,
            }
        }
        let depends = found.exprs().any(|expr| expr.mentions(&[pile]));
        (!depends).then_some(found)
    }

    fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let values = self.values.iter().map(|(_, value)| value);
        values.chain(&self.tests).chain([&self.amount])
    }

    /// What the register runs over below `end`; `None`: too much.
    fn numbers(&self, end: i64) -> Option<Vec<i64>> {
        Some(match &self.over {
            None => vec![0],
            Some((_, Over::These(numbers))) => numbers.clone(),
            Some((_, Over::Every(first, step))) => {
                let is_far = !(-LARGEST..=LARGEST).contains(first);
                let step = usize::try_from(*step).ok().filter(|_| !is_far)?;
                (*first..end).step_by(step).collect()
            }
        })
    }

    /// Adds what is known of its amounts.
    fn add(&self, start: i64, above: &mut Above) -> Option<()> {
        let modulus = above.classes.len() as i64;
        for number in self.numbers(start)? {
            let (_, Number::One(amount)) = self.at(&Class::one(modulus), Number::One(number))
            else {
                return None;
            };
            above.most = above.most.max(amount);
        }
        let Some((_, Over::Every(first, step))) = &self.over else {
            return Some(());
        };
        let start = start.max(*first);
        let common = self.modulus(modulus).filter(|common| *common <= LARGEST)?;
        let is_met = |remainder: &i64| (remainder - first).rem_euclid(*step) == 0;
        for remainder in (0..common).filter(is_met) {
            let class = Class {
                start,
                remainder,
                common,
                modulus,
            };
            let (holds, amount) = self.at(&class, Number::Linear(1, 0));
            if holds == Some(false) {
                continue;
            }
            let at = usize::try_from(class.remainder(amount)?).ok()?;
            let is_all = holds == Some(true) && amount == Number::Linear(1, 0) && common == modulus;
            if is_all {
                // A class speaks of all numbers above the most.
                above.most = above.most.max(start - 1);
            }
            let known = &mut above.classes[at];
            if *known != Some(true) {
                *known = is_all.then_some(true);
            }
        }
        Some(())
    }

    /// Adds its amounts up to `most`, where it is known of each number whether it is one.
    fn list(&self, most: i64, small: &mut Vec<u64>) -> Option<()> {
        for number in self.numbers(most + 1)? {
            let (Some(holds), Number::One(amount)) = self.at(&Class::one(1), Number::One(number))
            else {
                return None;
            };
            match amount {
                _ if !holds => {}
                // A pile that grows.
                ..=0 => return None,
                amount if amount <= most => small.push(amount as u64),
                _ => {}
            }
        }
        Some(())
    }

    /// Whether the conditions hold, and the amount, where the register is this.
    fn at(&self, class: &Class, number: Number) -> (Option<bool>, Number) {
        let mut known = Known::new();
        known.extend(self.over.as_ref().map(|(place, _)| (*place, number)));
        for (place, value) in &self.values {
            let value = class.number(value, &known, 0);
            known.push((*place, value));
        }
        let tests = self.tests.iter();
        let holds = together(tests.map(|test| class.truth(test, &known, 0)), false);
        (holds, class.number(&self.amount, &known, 0))
    }

    /// The least multiple of a modulus so that all numbers with one remainder modulo it are alike.
    fn modulus(&self, modulus: i64) -> Option<i64> {
        let mut common = modulus;
        let mut add = |more: i64| {
            common = lcm(common, more).ok().filter(|it| *it <= LARGEST)?;
            Some(())
        };
        if let Some((_, Over::Every(_, step))) = self.over {
            add(step)?;
        }
        for expr in self.exprs() {
            moduli(expr, modulus, 0, &mut add)?;
        }
        Some(common)
    }
}

/// Takes the parts of an expression from how many are left; `None`: it has more.
fn count(expr: &Expr, depth: usize, left: &mut usize) -> Option<()> {
    let items = expr.constant().map_or(0, |known| known.items().len());
    *left = left.checked_sub(1 + items)?;
    if let Op::Function(function, _) = &expr.op
        && depth < DEEPEST
        && !function.recurs
    {
        count(&function.body, depth + 1, left)?;
    }
    let mut children = expr.children().into_iter();
    children.try_for_each(|child| count(child, depth, left))
}

/// Shows the numbers whose remainders an expression asks for.
fn moduli(
    expr: &Expr,
    modulus: i64,
    depth: usize,
    add: &mut impl FnMut(i64) -> Option<()>,
) -> Option<()> {
    match &expr.op {
        Op::Arith(_, rest) => {
            for (_, divisor) in rest.iter().filter(|(op, _)| *op == ArithOp::Rem) {
                divisor
                    .as_int()
                    .filter(|it| *it > 0)
                    .map_or(Some(()), &mut *add)?;
            }
        }
        Op::Call(Builtin::Odd | Builtin::Even, _) => add(2)?,
        Op::Call(Builtin::Gcd, args) => {
            let numbers = args.iter().filter_map(Expr::as_int);
            numbers.filter(|it| *it > 0).try_for_each(&mut *add)?;
        }
        Op::Call(Builtin::Pow, args) => {
            let base = args.first().and_then(Expr::as_int);
            base.map_or(Some(()), |base| add(cycle(base, modulus)))?;
        }
        Op::Function(function, _) if depth < DEEPEST && !function.recurs => {
            moduli(&function.body, modulus, depth + 1, add)?;
        }
        _ => {}
    }
    let mut children = expr.children().into_iter();
    children.try_for_each(|child| moduli(child, modulus, depth, add))
}

/// After how many steps the powers of a number repeat modulo another one.
fn cycle(base: i64, modulus: i64) -> i64 {
    // So many powers need not be among those that come again.
    let before = 1 + i64::from(modulus.ilog2());
    let first = power(base, before, modulus);
    let mut last = first;
    let comes_again = |_: &i64| {
        last = (i128::from(last) * i128::from(base)).rem_euclid(i128::from(modulus)) as i64;
        last == first
    };
    (1..modulus).find(comes_again).unwrap_or(modulus)
}

/// The remainder of a power.
fn power(base: i64, exponent: i64, modulus: i64) -> i64 {
    let (base, modulus) = (i128::from(base), i128::from(modulus));
    let power = (0..i64::BITS).rev().fold(1 % modulus, |power, bit| {
        let factor = if exponent >> bit & 1 == 1 { base } else { 1 };
        (power * power % modulus * factor).rem_euclid(modulus)
    });
    power as i64
}

/// A number, for all values of the register of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    One(i64),
    /// So many times the register, which is not none, and so much more.
    Linear(i64, i64),
    /// A number with this remainder.
    Remainder(i64),
    Unknown,
}

/// Registers and what they are.
type Known = SmallVec<[(Place, Number); 4]>;

/// The numbers from `start` on that have the same remainder modulo `common`, a multiple of the modulus that is asked about.
struct Class {
    start: i64,
    remainder: i64,
    common: i64,
    modulus: i64,
}

impl Class {
    /// For registers with one value.
    fn one(modulus: i64) -> Class {
        Class {
            start: 0,
            remainder: 0,
            common: modulus,
            modulus,
        }
    }

    /// The remainder modulo the modulus that is asked about.
    fn remainder(&self, number: Number) -> Option<i64> {
        match number {
            Number::Remainder(remainder) => Some(remainder),
            _ => self.modulo(number, self.modulus),
        }
    }

    /// The remainder modulo another number, which is to divide the common modulus.
    fn modulo(&self, number: Number, divisor: i64) -> Option<i64> {
        let number = match number {
            Number::One(number) => i128::from(number),
            Number::Linear(times, more) if self.common % divisor == 0 => {
                i128::from(times) * i128::from(self.remainder) + i128::from(more)
            }
            Number::Linear(..) | Number::Remainder(_) | Number::Unknown => return None,
        };
        Some(number.rem_euclid(i128::from(divisor)) as i64)
    }

    /// How a number compares with 0, where that is the same for all.
    fn sign(&self, number: Number) -> Option<i64> {
        let (times, least) = match number {
            Number::One(number) => (0, number),
            Number::Linear(times, more) => {
                (times, times.checked_mul(self.start)?.checked_add(more)?)
            }
            Number::Remainder(_) | Number::Unknown => return None,
        };
        (times == 0 || times.signum() == least.signum()).then(|| least.signum())
    }

    fn number(&self, expr: &Expr, known: &Known, depth: usize) -> Number {
        let number = |expr: &Expr| self.number(expr, known, depth);
        match &expr.op {
            Op::Const(Value::Int(number)) => Number::One(*number),
            Op::Local(place) => {
                let found = known.iter().rfind(|(known, _)| known == place);
                found.map_or(Number::Unknown, |(_, number)| *number)
            }
            Op::Neg(of) => self.arith(Number::One(0), ArithOp::Sub, number(of)),
            Op::Arith(first, rest) => rest.iter().fold(number(first), |so_far, (op, operand)| {
                self.arith(so_far, *op, number(operand))
            }),
            Op::Call(builtin, args) => {
                let numbers: SmallVec<[Number; 2]> = args.iter().map(number).collect();
                self.call(*builtin, &numbers)
            }
            Op::Function(function, args) if depth < DEEPEST && !function.recurs => {
                let numbers = args.iter().map(number);
                let inner = function.params.iter().copied().zip(numbers).collect();
                self.number(&function.body, &inner, depth + 1)
            }
            _ => Number::Unknown,
        }
    }

    fn arith(&self, a: Number, op: ArithOp, b: Number) -> Number {
        use Number::{Linear, One};
        let linear = |times: Option<i64>, more: Option<i64>| match (times, more) {
            (Some(0), Some(more)) => One(more),
            (Some(times), Some(more)) => Linear(times, more),
            _ => Number::Unknown,
        };
        let parts = |number| match number {
            One(number) => Some((0, number)),
            Linear(times, more) => Some((times, more)),
            Number::Remainder(_) | Number::Unknown => None,
        };
        match (op, parts(a), parts(b)) {
            (ArithOp::Add, Some((a, b)), Some((c, d))) => {
                linear(a.checked_add(c), b.checked_add(d))
            }
            (ArithOp::Sub, Some((a, b)), Some((c, d))) => {
                linear(a.checked_sub(c), b.checked_sub(d))
            }
            (ArithOp::Mul, Some((times, more)), Some((0, factor)))
            | (ArithOp::Mul, Some((0, factor)), Some((times, more))) => {
                linear(times.checked_mul(factor), more.checked_mul(factor))
            }
            (ArithOp::Rem, Some(_), Some((0, divisor @ 1..))) => {
                self.modulo(a, divisor).map_or(Number::Unknown, One)
            }
            (ArithOp::Div, Some((0, a)), Some((0, b @ 1..))) => One(a.div_euclid(b)),
            (ArithOp::Add | ArithOp::Sub | ArithOp::Mul, ..) => self.of_remainders(a, op, b),
            _ => Number::Unknown,
        }
    }

    /// A sum, a difference or a product of which only the remainder is known.
    fn of_remainders(&self, a: Number, op: ArithOp, b: Number) -> Number {
        let (Some(a), Some(b)) = (self.remainder(a), self.remainder(b)) else {
            return Number::Unknown;
        };
        let (a, b) = (i128::from(a), i128::from(b));
        let number = match op {
            ArithOp::Add => a + b,
            ArithOp::Sub => a - b,
            _ => a * b,
        };
        Number::Remainder(number.rem_euclid(i128::from(self.modulus)) as i64)
    }

    fn call(&self, builtin: Builtin, numbers: &[Number]) -> Number {
        let one = |number: &Number| match number {
            Number::One(number) => Some(*number),
            _ => None,
        };
        let ones: Option<SmallVec<[i64; 2]>> = numbers.iter().map(one).collect();
        if let Some(ones) = ones {
            let result = builtin.on_ints(&ones).and_then(Result::ok);
            return result.map_or(Number::Unknown, Number::One);
        }
        match (builtin, numbers) {
            (Builtin::Gcd, [Number::One(of @ 1..), other] | [other, Number::One(of @ 1..)]) => {
                let rest = self.modulo(*other, *of);
                let common = rest.and_then(|rest| gcd(rest, *of).ok());
                common.map_or(Number::Unknown, Number::One)
            }
            (Builtin::Pow, [Number::One(base), Number::Linear(1, more @ 0..=LARGEST)]) => {
                let (base, first) = (*base, self.start + more);
                let cycle = cycle(base, self.modulus);
                let power = |exponent| power(base, exponent, self.modulus);
                let is_in_cycle = power(first) == power(first + cycle) && self.common % cycle == 0;
                let least = first + (self.remainder - self.start).rem_euclid(self.common);
                match is_in_cycle {
                    true => Number::Remainder(power(least)),
                    false => Number::Unknown,
                }
            }
            _ => Number::Unknown,
        }
    }

    fn truth(&self, expr: &Expr, known: &Known, depth: usize) -> Option<bool> {
        let truth = |expr: &Expr| self.truth(expr, known, depth);
        match &expr.op {
            Op::Const(Value::Bool(truth)) => Some(*truth),
            Op::Not(of) => truth(of).map(|truth| !truth),
            Op::And(parts) => together(parts.iter().map(truth), false),
            Op::Or(parts) => together(parts.iter().map(truth), true),
            Op::Compare(first, rest) => {
                let parts = Expr::comparisons(first, rest);
                let truths = parts.map(|(a, op, b)| self.compare(a, op, b, (known, depth)));
                together(truths, false)
            }
            Op::Call(builtin, args) => {
                let [of] = args.as_slice() else {
                    return None;
                };
                self.is(*builtin, self.number(of, known, depth))
            }
            Op::Function(function, args) if depth < DEEPEST && !function.recurs => {
                let numbers = args.iter().map(|arg| self.number(arg, known, depth));
                let inner = function.params.iter().copied().zip(numbers).collect();
                self.truth(&function.body, &inner, depth + 1)
            }
            _ => None,
        }
    }

    fn compare(
        &self,
        a: &Expr,
        op: CompareOp,
        b: &Expr,
        (known, depth): (&Known, usize),
    ) -> Option<bool> {
        let number = |expr| self.number(expr, known, depth);
        let a = number(a);
        let is_one_of = |list: &mut dyn Iterator<Item = Number>| {
            let is_it = |item| Some(self.sign(self.arith(a, ArithOp::Sub, item))? == 0);
            together(list.map(is_it), true)
        };
        let is_in = || match &b.op {
            Op::Const(Value::List(items)) => {
                let numbers = items.iter().filter_map(Value::as_int).map(Number::One);
                is_one_of(&mut numbers.collect::<Vec<_>>().into_iter())
            }
            Op::Elements(items) => is_one_of(&mut items.iter().map(number)),
            Op::Range(lo, hi) => {
                let sign = |end: Number| self.sign(self.arith(a, ArithOp::Sub, end));
                let above = sign(number(lo)).map(|sign| sign >= 0);
                let below = hi
                    .as_deref()
                    .map(|hi| sign(number(hi)).map(|sign| sign <= 0));
                together([Some(above), below].into_iter().flatten(), false)
            }
            _ => None,
        };
        let sign = || self.sign(self.arith(a, ArithOp::Sub, number(b)));
        Some(match op {
            CompareOp::In => is_in()?,
            CompareOp::NotIn => !is_in()?,
            CompareOp::Lt => sign()? < 0,
            CompareOp::Le => sign()? <= 0,
            CompareOp::Gt => sign()? > 0,
            CompareOp::Ge => sign()? >= 0,
            CompareOp::Eq => sign()? == 0,
            CompareOp::Ne => sign()? != 0,
        })
    }

    /// Whether a number is of a kind: of those that are not known by their remainder, whether its remainder is one of that kind.
    fn is(&self, kind: Builtin, number: Number) -> Option<bool> {
        if let Number::One(number) = number {
            return Some(kind.on_ints(&[number])?.ok()? != 0);
        }
        if let Builtin::Odd | Builtin::Even = kind {
            let is_odd = self.modulo(number, 2)? == 1;
            return Some(is_odd == (kind == Builtin::Odd));
        }
        let modulus = self.modulus;
        let remainder = self.modulo(number, modulus)?;
        let larger = self.arith(number, ArithOp::Sub, Number::One(modulus));
        if self.sign(larger)? <= 0 {
            return None;
        }
        let may_be = match kind {
            // What has a divisor of the modulus, which is smaller, is no prime.
            Builtin::Prime => gcd(remainder, modulus).ok()? == 1,
            Builtin::Square => (0..modulus).any(|root| root * root % modulus == remainder),
            Builtin::Triangular => {
                (0..2 * modulus).any(|root| root * (root + 1) / 2 % modulus == remainder)
            }
            Builtin::PowerOfTwo => {
                // Those that are larger come behind so many that may not come again.
                let skipped = modulus.ilog2() as usize;
                powers_of_two(modulus)
                    .skip(skipped)
                    .any(|power| power == remainder)
            }
            Builtin::Fibonacci => fibonacci(modulus).any(|number| number == remainder),
            _ => return None,
        };
        match may_be {
            true => None,
            false => Some(false),
        }
    }
}

/// The remainders of 1, 2, 4, … up to where they repeat.
fn powers_of_two(modulus: i64) -> impl Iterator<Item = i64> {
    let count = usize::try_from(2 * modulus + 64).unwrap_or(usize::MAX);
    std::iter::successors(Some(1 % modulus), move |power| Some(2 * power % modulus)).take(count)
}

/// The remainders of the Fibonacci numbers: they repeat after at most six times the modulus.
fn fibonacci(modulus: i64) -> impl Iterator<Item = i64> {
    let next = move |(a, b): &(i64, i64)| Some((*b, (a + b) % modulus));
    let count = usize::try_from(6 * modulus + 1).unwrap_or(usize::MAX);
    let pairs = std::iter::successors(Some((0, 1 % modulus)), next);
    pairs.take(count).map(|(number, _)| number)
}
