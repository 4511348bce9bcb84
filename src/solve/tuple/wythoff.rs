//! Winners of Wythoff's game and of its generalisation: any number from one of two piles, or some from both where these differ by
//! less than r.
//!
//! The n-th lost pile is (a, a + r·n) with a = ⌊n·α⌋ and α = (2 - r + √(r² + 4)) / 2, so that each number is in one of them (Wythoff
//! 1907, r = 1; Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982).

use super::linear::{RaysAndSteps, of_move};
use super::{Cells, are_both};
use crate::expr::builtin::Builtin;
use crate::expr::shape::Bounds;
use crate::expr::tree::{CompareOp, Op, RangeClause};
use crate::moves::taking::linear::Linear;
use crate::rules::game::{Change, GameRules, Move};
use crate::work::distinct;

/// The engine of such games.
pub(crate) const WYTHOFF: &str = "wythoff";

/// A game of two piles.
#[derive(Debug)]
pub(in crate::solve) struct Wythoff {
    /// The least numbers.
    lows: [i64; 2],
    /// What is taken from both piles differs by less.
    differs: u64,
}

impl Wythoff {
    /// Wythoff's own game.
    pub(in crate::solve) fn of_nim() -> Wythoff {
        Wythoff {
            lows: [0, 0],
            differs: 1,
        }
    }

    pub(super) fn of(game: &GameRules, bounds: &[Bounds]) -> Option<Wythoff> {
        let [first, second] = bounds else {
            return None;
        };
        if !game.ends.is_empty() {
            return None;
        }
        let mut differs = 0;
        let mut alone = [false; 2];
        for rule in &game.moves {
            if let Some(apart) = nearly_equal(rule, game) {
                differs = differs.max(apart);
                continue;
            }
            let RaysAndSteps {
                rays,
                steps,
                guarded,
                ..
            } = of_move(game, rule, bounds).ok()?;
            if !steps.is_empty() || !guarded.is_empty() {
                return None;
            }
            for ray in rays {
                match (ray.by.as_slice(), ray.most) {
                    ([-1, -1], None) => differs = differs.max(1),
                    ([-1, 0], None) => alone[0] = true,
                    ([0, -1], None) => alone[1] = true,
                    _ => return None,
                }
            }
        }
        (differs > 0 && are_both(game, alone)).then_some(Wythoff {
            lows: [first.lo, second.lo],
            differs,
        })
    }

    /// The numbers above the least ones, the smaller one first, and whether they were exchanged.
    fn sorted(&self, pile: &[i64]) -> Option<([u64; 2], bool)> {
        let [one, other] = pile else {
            return None;
        };
        let above = |n: i64, low: i64| u64::try_from(n.checked_sub(low)?).ok();
        let (one, other) = (above(*one, self.lows[0])?, above(*other, self.lows[1])?);
        // Squares of larger numbers do not fit 128 bits.
        let fits = one.max(other) <= i64::MAX as u64;
        fits.then_some(([one.min(other), one.max(other)], one > other))
    }

    /// The n-th lost pile, with the smaller number first, where its numbers are no more than `most`.
    fn lost(&self, n: u64, most: u64) -> Option<[u64; 2]> {
        let apart = n.checked_mul(self.differs)?;
        // The smaller number is at least n.
        if apart.checked_add(n)? > most {
            return None;
        }
        let (n, apart) = (u128::from(n), u128::from(apart));
        let root = (apart * apart + 4 * n * n).isqrt();
        let smaller = (2 * n + root - apart) / 2;
        let larger = smaller + apart;
        (larger <= u128::from(most)).then_some([smaller as u64, larger as u64])
    }

    /// Whether a pile is lost; `None`: it is none of such a game.
    pub(in crate::solve) fn loses(&self, pile: &[i64]) -> Option<bool> {
        let ([smaller, larger], _) = self.sorted(pile)?;
        let n = (larger - smaller) / self.differs;
        Some(self.lost(n, larger) == Some([smaller, larger]))
    }

    /// What tells who wins a pile: the n-th lost pile where it fits 64 bits, n, and r.
    pub(in crate::solve) fn told(&self, pile: &[i64]) -> Option<(Option<[u64; 2]>, u64, u64)> {
        let ([smaller, larger], _) = self.sorted(pile)?;
        let n = (larger - smaller) / self.differs;
        let lost = self.lost(n, i64::MAX as u64);
        (self.lows == [0, 0]).then_some((lost, n, self.differs))
    }

    /// The lost piles to which moves lead.
    pub(in crate::solve) fn lost_options(&self, pile: &[i64]) -> Option<Vec<Cells>> {
        let ([smaller, larger], exchanged) = self.sorted(pile)?;
        // The smaller number stays, as the smaller or the larger one, or the larger one does.
        let exchanged_pair = |pair: [u64; 2]| [pair[1], pair[0]];
        let alone = [
            self.with(0, smaller, larger),
            self.with(1, smaller, larger).map(exchanged_pair),
            self.with(1, larger, larger),
        ];
        // From both so much is taken that the rest differs by as much, or by a bit less or more.
        let apart = larger - smaller;
        let n = apart / self.differs;
        let more = (!apart.is_multiple_of(self.differs)).then(|| self.lost(n + 1, larger));
        let both = [self.lost(n, larger), more.flatten()];
        let found = alone.into_iter().chain(both).flatten();
        let within = found.filter(|pair| {
            let [one, other] = *pair;
            one <= smaller && other <= larger && *pair != [smaller, larger]
        });
        let cells = within.map(|pair| {
            let [one, other] = if exchanged {
                exchanged_pair(pair)
            } else {
                pair
            };
            Cells::from_slice(&[one as i64 + self.lows[0], other as i64 + self.lows[1]])
        });
        Some(distinct(cells.collect()))
    }

    /// The lost pile whose smaller or larger number this is, where its numbers are no more than `most`.
    fn with(&self, place: usize, number: u64, most: u64) -> Option<[u64; 2]> {
        let (mut from, mut to) = (0, number);
        while from < to {
            let middle = from + (to - from) / 2;
            match self
                .lost(middle, most)
                .is_some_and(|pair| pair[place] < number)
            {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        self.lost(from, most).filter(|pair| pair[place] == number)
    }
}

/// By how much less the numbers differ that a move takes from both piles.
fn nearly_equal(rule: &Move, game: &GameRules) -> Option<u64> {
    let changes = rule.effect.changes()?;
    let (ranges, tests) = rule.ranges_and_tests()?;
    let ([one, other], [test]) = (ranges.as_slice(), tests.as_slice()) else {
        return None;
    };
    let is_open =
        |range: &RangeClause| range.lo.as_int() == Some(1) && range.step == 1 && range.hi.is_none();
    let takes = |change: &Change, range: &RangeClause| {
        let Change::Coord { coord, value } = change else {
            return None;
        };
        let mut form = Linear::of(value)?;
        let is_rest = form.take(*game.coords.get(*coord)?) == 1 && form.take(range.place()) == -1;
        (is_rest && form.number() == Some(0)).then_some(*coord)
    };
    let [first, second] = changes else {
        return None;
    };
    let both =
        |one: &RangeClause, other: &RangeClause| Some(takes(first, one)? != takes(second, other)?);
    let are_both = both(one, other).or_else(|| both(other, one)) == Some(true);
    let (left, op, right) = test.comparison()?;
    let Op::Call(Builtin::Abs, of) = &left.op else {
        return None;
    };
    let mut apart = Linear::of(of.first()?)?;
    let counts = (apart.take(one.place()), apart.take(other.place()));
    let is_apart = matches!(counts, (1, -1) | (-1, 1)) && apart.number() == Some(0);
    let most = match op {
        CompareOp::Lt => right.as_int()?,
        CompareOp::Le => right.as_int()?.checked_add(1)?,
        _ => return None,
    };
    let is_game = are_both && is_open(one) && is_open(other) && is_apart;
    u64::try_from(most).ok().filter(|most| is_game && *most > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::certain::Certain;

    /// Lost piles and the moves to them are those of the definition.
    #[test]
    fn lost_piles_are_those_of_the_definition() {
        const SIDE: i64 = 48;
        for (differs, lows) in [(1, [0, 0]), (2, [0, 0]), (3, [5, -2]), (5, [0, 1])] {
            let game = Wythoff { lows, differs };
            let leads = |[a, b]: [i64; 2], [to, other]: [i64; 2]| {
                let (one, two) = (a - to, b - other);
                let in_both = one > 0 && two > 0 && (one - two).unsigned_abs() < differs;
                in_both || one > 0 && two == 0 || one == 0 && two > 0
            };
            let mut lost: Vec<[i64; 2]> = Vec::new();
            for a in 0..SIDE {
                for b in 0..SIDE {
                    let cells = [a + lows[0], b + lows[1]];
                    let options = lost.iter().filter(|to| leads(cells, **to));
                    let options: Vec<[i64; 2]> = options.copied().collect();
                    assert_eq!(game.loses(&cells), Some(options.is_empty()), "{cells:?}");
                    if options.is_empty() {
                        lost.push(cells);
                        continue;
                    }
                    let found = game.lost_options(&cells).certain("it is a pile");
                    let found: Vec<[i64; 2]> = found.iter().map(|to| [to[0], to[1]]).collect();
                    assert_eq!(found, options, "{cells:?}");
                }
            }
        }
    }
}
