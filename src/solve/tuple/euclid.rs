//! Winners of Euclid, where a multiple of the smaller of two numbers is taken from the larger one.
//!
//! Where a 0 may be left, a pile of two different positive numbers is lost if the larger one is less than the golden ratio times
//! the smaller one, and one of equal numbers is won (Cole and Davie, "A game based on the Euclidean algorithm and a winning
//! strategy for it", The Mathematical Gazette 53, 1969). Where both numbers stay positive, equal ones are lost as well.

use super::{Cells, are_both};
use crate::expr::shape::Bounds;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Place, RangeClause};
use crate::rules::game::{Change, GameRules, Move};
use crate::work::distinct;

/// The engine of such games.
pub(crate) const EUCLID: &str = "euclid";

/// A game of two numbers.
#[derive(Debug)]
pub(super) struct Euclid {
    /// Whether a 0 may be left, which ends the game.
    leaves_zero: bool,
}

/// The registers of the number that a move changes, and of the other one.
struct Sides {
    larger: Place,
    smaller: Place,
}

impl Euclid {
    pub(super) fn of(game: &GameRules, bounds: &[Bounds]) -> Option<Euclid> {
        let ([one, other], [first, second]) = (bounds, game.coords.as_slice()) else {
            return None;
        };
        let leaves_zero = match (one.lo, other.lo) {
            (0, 0) => true,
            (1, 1) => false,
            _ => return None,
        };
        let mut lowers = [false; 2];
        for rule in &game.moves {
            let Some([Change::Coord { coord, value }]) = rule.effect.changes() else {
                return None;
            };
            let (larger, smaller) = match coord {
                0 => (*first, *second),
                _ => (*second, *first),
            };
            let sides = Sides { larger, smaller };
            if !sides.are_of(rule, value, leaves_zero) {
                return None;
            }
            lowers[*coord] = true;
        }
        (are_both(game, lowers) && game.ends.is_empty()).then_some(Euclid { leaves_zero })
    }

    /// Whether a pile is lost; `None`: it is none of such a game.
    pub(super) fn loses(&self, pile: &[i64]) -> Option<bool> {
        let (smaller, larger) = sorted(pile)?;
        if smaller == 0 {
            return self.leaves_zero.then_some(true);
        }
        Some(match larger == smaller {
            true => !self.leaves_zero,
            false => is_below_golden(smaller, larger),
        })
    }

    /// The lost piles to which moves lead, each number in its place.
    pub(super) fn lost_options(&self, pile: &[i64]) -> Option<Vec<Cells>> {
        let (smaller, larger) = sorted(pile)?;
        if smaller == 0 {
            return self.leaves_zero.then(Vec::new);
        }
        let rest = larger % smaller;
        // With twice the smaller number or more the other one is too large.
        let left = [Some(rest), rest.checked_add(smaller)]
            .into_iter()
            .flatten();
        let mut lost = Vec::new();
        for left in left.filter(|left| *left < larger && (*left > 0 || self.leaves_zero)) {
            for place in 0..2 {
                let mut cells = Cells::from_slice(pile);
                if cells[place] == larger {
                    cells[place] = left;
                    if self.loses(&cells)? {
                        lost.push(cells);
                    }
                }
            }
        }
        Some(distinct(lost))
    }
}

/// The numbers, the smaller one first; `None` where one is negative.
fn sorted(pile: &[i64]) -> Option<(i64, i64)> {
    let [one, other] = pile else {
        return None;
    };
    let (smaller, larger) = (*one.min(other), *one.max(other));
    (smaller >= 0).then_some((smaller, larger))
}

/// Whether the larger number is less than the golden ratio times the smaller one: the ratio r has r · (r - 1) < 1.
fn is_below_golden(smaller: i64, larger: i64) -> bool {
    let (smaller, larger) = (i128::from(smaller), i128::from(larger));
    larger * (larger - smaller) < smaller * smaller
}

impl Sides {
    /// Whether the move takes any positive multiple of the smaller number, as long as both are in the pile.
    fn are_of(&self, rule: &Move, value: &Expr, leaves_zero: bool) -> bool {
        let (mut ranges, mut is_guarded) = (Vec::new(), !leaves_zero);
        for clause in &rule.clauses {
            match clause {
                // An end divides by the smaller number.
                Clause::Range(range) if is_guarded || range.hi.is_none() => ranges.push(range),
                Clause::Test(test) if self.is_positive(test) => is_guarded = true,
                _ => return false,
            }
        }
        let [range] = ranges.as_slice() else {
            return false;
        };
        let begins = range.lo.as_int() == Some(1) && range.step == 1;
        begins && is_guarded && self.is_whole(range) && self.is_rest(value, range.place())
    }

    /// `smaller > 0`
    fn is_positive(&self, test: &Expr) -> bool {
        test.comparison().is_some_and(|(left, op, right)| {
            let is_least = matches!(
                (op, right.as_int()),
                (CompareOp::Gt | CompareOp::Ne, Some(0)) | (CompareOp::Ge, Some(1))
            );
            left.as_local() == Some(self.smaller) && is_least
        })
    }

    /// Whether the range is without an end, or ends with the last multiple that fits.
    fn is_whole(&self, range: &RangeClause) -> bool {
        let Some(end) = &range.hi else {
            return true;
        };
        end.operation().is_some_and(|(whole, op, part)| {
            op == ArithOp::Div
                && whole.as_local() == Some(self.larger)
                && part.as_local() == Some(self.smaller)
        })
    }

    /// `larger - times * smaller`
    fn is_rest(&self, value: &Expr, times: Place) -> bool {
        let Some((whole, ArithOp::Sub, taken)) = value.operation() else {
            return false;
        };
        let is_multiple = taken.operation().is_some_and(|(one, op, other)| {
            let factors = [one.as_local(), other.as_local()];
            let wanted = [Some(times), Some(self.smaller)];
            op == ArithOp::Mul && (factors == wanted || factors == [wanted[1], wanted[0]])
        });
        is_multiple && whole.as_local() == Some(self.larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::certain::Certain;

    /// Lost piles and the moves to them are those of the definition.
    #[test]
    fn lost_piles_are_those_of_the_definition() {
        const SIDE: i64 = 60;
        for leaves_zero in [false, true] {
            let game = Euclid { leaves_zero };
            let least = i64::from(!leaves_zero);
            let mut lost: Vec<[i64; 2]> = Vec::new();
            let piles = (least..SIDE).flat_map(|sum| (least..=sum).map(move |a| (sum, a)));
            // All options of a pair have a smaller maximum, or the same one and a smaller number beside it.
            for (larger, smaller) in piles {
                for pile in [[smaller, larger], [larger, smaller]] {
                    let mut options: Vec<[i64; 2]> = Vec::new();
                    for place in 0..2 {
                        let by = pile[1 - place];
                        let multiples = (1..).map(|times| pile[place] - times * by);
                        for left in multiples.take_while(|left| by > 0 && *left >= least) {
                            let mut option = pile;
                            option[place] = left;
                            options.push(option);
                        }
                    }
                    options.retain(|to| lost.contains(to));
                    let won_by = distinct(options);
                    assert_eq!(game.loses(&pile), Some(won_by.is_empty()), "{pile:?}");
                    let found = game.lost_options(&pile).certain("it is a pile");
                    let found: Vec<[i64; 2]> = found.iter().map(|to| [to[0], to[1]]).collect();
                    assert_eq!(found, won_by, "{pile:?}");
                    if won_by.is_empty() {
                        lost.push(pile);
                    }
                }
            }
        }
    }

    /// Neighbours of Fibonacci numbers are next to the golden ratio from both sides, and no square leaves its range.
    #[test]
    fn large_numbers_are_told_exactly() {
        let game = Euclid { leaves_zero: true };
        let (mut one, mut next, mut is_less) = (1i64, 1i64, true);
        while let Some(sum) = one.checked_add(next) {
            (one, next, is_less) = (next, sum, !is_less);
            assert_eq!(game.loses(&[one, next]), Some(is_less), "{one}, {next}");
        }
        assert_eq!(game.loses(&[i64::MAX, i64::MAX - 1]), Some(true));
        assert_eq!(game.loses(&[i64::MAX, 1]), Some(false));
    }
}
