//! Winners of take-away games: a size, and a limit that each move sets anew by the amount it takes, as in Fibonacci nim.
//!
//! Let f(k) be the most that may be taken after k, where f never falls and f(k) is at least k. Every size is the sum of numbers of
//! the sequence H(1) = 1, H(j + 1) = H(j) + H(m) with the least m for which f(H(m)) is at least H(j), in one way where each number
//! is more than f of the next one. A pile is won where the least of these may be taken, and those moves win that take the last few
//! of them (Schwenk, "Take-away games", 1970).

use smallvec::SmallVec;

use super::Cells;
use crate::expr::builtin::Builtin;
use crate::expr::shape::Bounds;
use crate::expr::tree::{CompareOp, Expr, Op, RangeClause};
use crate::moves::taking::linear::Linear;
use crate::rules::game::{Change, GameRules, Move};
use crate::work::Limit;
use crate::work::budget::Budget;

/// With more numbers than this the sequence grows slowly, and winners are found pile by pile.
const MOST_NUMBERS: usize = 1 << 20;

/// So many numbers of the sequence are shown.
const SHOWN: usize = 8;

/// A game with a size and a limit.
#[derive(Debug)]
pub(super) struct TakeAway {
    /// The coordinate that is the size, and its least value.
    size: usize,
    least: i64,
    /// The other one.
    limit: usize,
    /// What may be taken at most by the limit: the least of these.
    most: Vec<Rising>,
    /// The limit that an amount leaves.
    next: Rising,
    /// The sequence as far as it is known.
    numbers: Vec<i64>,
    /// How many numbers are too small to be added to the last one.
    small: usize,
}

/// So many times a number, and so much more.
#[derive(Debug, Clone, Copy)]
struct Rising {
    times: i64,
    more: i64,
}

impl Rising {
    fn of(&self, n: i64) -> Option<i64> {
        self.times.checked_mul(n)?.checked_add(self.more)
    }
}

impl TakeAway {
    pub(super) fn of(game: &GameRules, bounds: &[Bounds]) -> Option<TakeAway> {
        let [rule] = game.moves.as_slice() else {
            return None;
        };
        if !game.ends.is_empty() || game.namings.len() != 1 || game.coords.len() != 2 {
            return None;
        }
        let mut sides = [(0, 1), (1, 0)].into_iter();
        sides.find_map(|sides| TakeAway::by(rule, game, bounds, sides))
    }

    /// With one coordinate as the size, and the other one as the limit.
    fn by(
        rule: &Move,
        game: &GameRules,
        bounds: &[Bounds],
        (size, limit): (usize, usize),
    ) -> Option<TakeAway> {
        let (ranges, tests) = rule.ranges_and_tests()?;
        let [range] = ranges[..] else { return None };
        let ends: Option<Vec<_>> = tests.into_iter().map(Expr::comparison).collect();
        let ends = ends.filter(|_| range.lo.as_int() == Some(1) && range.step == 1)?;
        let amount = range.place();
        let (size_of, limit_of) = (*game.coords.get(size)?, *game.coords.get(limit)?);
        let mut next = None;
        let mut falls = false;
        for change in rule.effect.changes()? {
            let Change::Coord { coord, value } = change else {
                return None;
            };
            let mut form = Linear::of(value)?;
            let times = form.take(amount);
            if *coord == size {
                falls = form.take(size_of) == 1 && times == -1 && form.number() == Some(0);
            } else {
                let more = form.number()?;
                next = Some(Rising { times, more });
            }
        }
        let next = next.filter(|next| falls && next.times > 0)?;
        let Bounds { lo: least, .. } = bounds.get(size)?;
        let mut most = Vec::new();
        for mut end in ends_of(range, &ends)? {
            let (sizes, times, more) = (end.take(size_of), end.take(limit_of), end.number()?);
            match (sizes, times) {
                // The size ends it as well.
                (1, 0) if more.checked_add(*least)? >= 0 => {}
                (0, 1..) => most.push(Rising { times, more }),
                _ => return None,
            }
        }
        // What is taken may be taken again, and all limits that come up are in their range.
        let first = next.of(1)?;
        let again = |most: &Rising| most.of(first).is_some_and(|most| most >= 1);
        let room = bounds.get(limit)?;
        let is_game = !most.is_empty() && most.iter().all(again);
        let is_in_range = room.hi.is_none() && room.lo <= first;
        if !is_game || !is_in_range {
            return None;
        }
        let mut found = TakeAway {
            size,
            least: *least,
            limit,
            most,
            next,
            numbers: vec![1],
            small: 0,
        };
        while found.numbers.len() < SHOWN && found.add() {}
        Some(found)
    }

    /// The most that a limit allows; `None`: it does not fit 64 bits.
    fn allowed(&self, limit: i64) -> Option<i64> {
        let mut most = i64::MAX;
        for rising in &self.most {
            most = most.min(rising.of(limit)?);
        }
        Some(most)
    }

    /// How much there is to take.
    fn rest(&self, pile: &[i64]) -> Option<i64> {
        pile[self.size].checked_sub(self.least)
    }

    /// Whether a pile is lost; `None`: this does not tell.
    pub(super) fn loses(
        &mut self,
        pile: &[i64],
        budget: &mut Budget,
    ) -> Result<Option<bool>, Limit> {
        let Some(rest) = self.rest(pile) else {
            return Ok(None);
        };
        while self.numbers.last().is_some_and(|last| *last < rest) {
            budget.step()?;
            budget.need(self.memory())?;
            if !self.add() {
                return Ok(None);
            }
        }
        Ok(self.known(pile))
    }

    /// Adds a number to the sequence; false where they are too many or too large.
    fn add(&mut self) -> bool {
        let Some(last) = self.numbers.last().copied() else {
            return false;
        };
        let is_small = |number: &&i64| {
            let most = self.next.of(**number).and_then(|limit| self.allowed(limit));
            most.is_some_and(|most| most < last)
        };
        let more = self.numbers[self.small..].iter().take_while(is_small);
        self.small += more.count();
        let number = self.numbers.get(self.small);
        let next = number.and_then(|number| last.checked_add(*number));
        let is_short = self.numbers.len() < MOST_NUMBERS;
        self.numbers.extend(next.filter(|_| is_short));
        next.is_some() && is_short
    }

    /// Whether a pile is lost, as far as the sequence is known.
    pub(super) fn known(&self, pile: &[i64]) -> Option<bool> {
        let rest = self.rest(pile)?;
        let allowed = self.allowed(pile[self.limit])?;
        // No amount leads to a number that does not fit 64 bits.
        self.allowed(self.next.of(rest.min(allowed).max(1))?)?;
        match self.parts(rest)?.last() {
            Some(least) => Some(allowed < *least),
            None => Some(true),
        }
    }

    /// The numbers whose sum is a size, the greatest first; `None`: not all are known.
    fn parts(&self, size: i64) -> Option<SmallVec<[i64; 64]>> {
        let mut parts = SmallVec::new();
        let mut rest = size;
        if *self.numbers.last()? < rest {
            return None;
        }
        while rest > 0 {
            let number = self.numbers.partition_point(|number| *number <= rest);
            let number = *self.numbers.get(number.checked_sub(1)?)?;
            parts.push(number);
            rest -= number;
        }
        Some(parts)
    }

    /// The lost piles to which moves lead, where the sequence is known so far.
    pub(super) fn lost_options(&self, pile: &[i64]) -> Option<Vec<Cells>> {
        let parts = self.parts(self.rest(pile)?)?;
        let allowed = self.allowed(pile[self.limit])?;
        let mut lost = Vec::new();
        let mut amount = 0;
        for part in parts.iter().rev() {
            amount += part;
            if amount > allowed {
                break;
            }
            let mut option = Cells::from_slice(pile);
            option[self.size] -= amount;
            option[self.limit] = self.next.of(amount)?;
            if self.known(&option)? {
                lost.push(option);
            }
        }
        Some(lost)
    }

    /// What tells who wins a pile: the numbers whose sum the size is, the greatest first, and how much may be taken.
    pub(super) fn told(&self, pile: &[i64]) -> Option<(Vec<i64>, i64)> {
        self.known(pile)?;
        let parts = self.parts(self.rest(pile)?)?;
        Some((parts.to_vec(), self.allowed(pile[self.limit])?))
    }

    /// The first numbers of the sequence.
    pub(super) fn sequence(&self) -> Vec<i64> {
        self.numbers.iter().take(SHOWN).copied().collect()
    }

    pub(super) fn memory(&self) -> u64 {
        (self.numbers.capacity() * size_of::<i64>()) as u64
    }
}

/// What an amount may be at most, by the end of its range and by conditions.
fn ends_of(range: &RangeClause, tests: &[(&Expr, CompareOp, &Expr)]) -> Option<Vec<Linear>> {
    let amount = range.place();
    let mut ends = Vec::new();
    let of_range: &[Expr] = match &range.hi {
        None => &[],
        Some(hi) => match &hi.op {
            Op::Call(Builtin::Min, parts) => parts,
            _ => std::slice::from_ref(hi),
        },
    };
    for end in of_range {
        ends.push(Linear::of(end)?);
    }
    for (left, op, right) in tests {
        let (less, more, by) = match op {
            CompareOp::Le => (left, right, 0),
            CompareOp::Lt => (left, right, 1),
            CompareOp::Ge => (right, left, 0),
            CompareOp::Gt => (right, left, 1),
            CompareOp::Eq | CompareOp::Ne | CompareOp::In | CompareOp::NotIn => return None,
        };
        let mut end = Linear::of(more)?.minus(&Linear::of(less)?)?.less(by)?;
        if end.take(amount) != -1 {
            return None;
        }
        ends.push(end);
    }
    Some(ends)
}
