//! Turns in one of two piles of Nim, or in both with the same amount: Wythoff's game.

use smallvec::smallvec;

use super::told::{ReadOff, Table, TermTurn};
use super::{Judged, Method, Theorem, only_term};
use crate::expr::position::{Game, Position, Turn};
use crate::rules::game::Wording;
use crate::solve::positions::nodes::Id;
use crate::solve::positions::options::PileLeft;
use crate::solve::tuple::wythoff::Wythoff;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// The theorem for piles.
pub(super) struct Pair(Wythoff);

/// The sizes of the piles that are not empty, as far as there are two, and how many there are.
#[derive(Clone, Default)]
pub(super) struct Live {
    sizes: [u64; 2],
    count: usize,
}

/// Stands for a lost pair.
pub(crate) const BEYOND: &str = "beyond 64 bits";

/// Whether a turn moves in one pile or in two alike.
pub(super) fn covers(game: &Game) -> bool {
    let is_counted = matches!(game.turn, Turn::Counts(_));
    game.alike && !game.misere && is_counted && game.turn.allows(1) && game.turn.allows(2)
}

impl Pair {
    fn cells(sum: &Live) -> [i64; 2] {
        sum.sizes.map(u64::cast_signed)
    }
}

impl Method for Pair {
    /// The size.
    type Image = u64;
    type Sum = Live;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u64, Halt> {
        let size = memory.piles.nim_size(pile)?;
        size.ok_or_else(|| Halt::declined("not any number may be taken from a pile"))
    }

    fn nothing(&self) -> Live {
        Live::default()
    }

    fn add(&self, sum: &mut Live, size: u64) {
        if size == 0 {
            return;
        }
        if let Some(place) = sum.sizes.get_mut(sum.count) {
            *place = size;
        }
        sum.count += 1;
    }
}

impl Theorem for Pair {
    fn of(position: &Position, memory: &mut KnownValues) -> Result<Pair, Halt> {
        let game = only_term(position)?.game.id;
        let transitions = memory.piles.positions.transitions(game)?;
        // Moves are alike where the same amount is taken.
        let takes_amounts = match transitions.game.moves.as_slice() {
            [rule] => matches!(rule.wording, Wording::Take(_)) && rule.choices.len() == 1,
            _ => false,
        };
        match takes_amounts {
            true => Ok(Pair(Wythoff::of_nim())),
            false => Err(Halt::declined("moves are alike for more than their amount")),
        }
    }

    fn is_won(&self, sum: &Live) -> bool {
        self.0.loses(&Pair::cells(sum)) != Some(true)
    }

    fn refuses(&self, sum: &Live) -> Option<String> {
        if sum.count > 2 {
            return Some("there are more than two piles that can move".to_string());
        }
        let is_told = self.0.loses(&Pair::cells(sum)).is_some();
        (!is_told).then(|| "a pile is too large".to_string())
    }

    fn premise(&self) -> String {
        "Wythoff's theorem (1907); any number may be taken from one of two piles, or the same from both".to_string()
    }

    fn table(&self, judged: &Judged<Pair>) -> Table {
        let mut sizes = judged.sum.sizes;
        sizes.sort_unstable();
        let rows = judged.images().map(|size| (None, vec![size.to_string()]));
        let told_by = self.0.told(&Pair::cells(&judged.sum));
        let lost = told_by.and_then(|(lost, ..)| lost);
        let pair = match lost {
            Some([one, other]) => format!("{one} and {other}"),
            None => BEYOND.to_string(),
        };
        let n = told_by.map_or(0, |(_, n, _)| n);
        Table {
            rows: rows.collect(),
            totals: vec![(format!("n = {n}"), vec![pair])],
            ..told(sizes, 1, lost)
        }
    }

    fn winning(
        &self,
        judged: &Judged<Pair>,
        limit: usize,
        _: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        let live: Vec<_> = judged.parts.iter().filter(|part| part.image > 0).collect();
        let found = self.0.lost_options(&Pair::cells(&judged.sum));
        let found = found.ok_or(Failure::Bug("a pair of piles has no lost options"))?;
        let turn = |option: &[i64]| {
            let changed = live.iter().zip(option).filter_map(|(part, left)| {
                let left = left.unsigned_abs();
                (left != part.image).then(|| (part.place, PileLeft::Sizes(smallvec![left])))
            });
            TermTurn {
                term: 0,
                moves: changed.collect(),
            }
        };
        let list = found.iter().map(|option| turn(option));
        Ok(ReadOff {
            list: list.take(limit).collect(),
            is_complete: found.len() <= limit,
        })
    }
}

/// The lost pair that tells who wins two piles of these sizes, where a turn takes from both numbers that differ by less than r, in
/// a table without rows.
pub(crate) fn told(sizes: [u64; 2], r: u64, lost: Option<[u64; 2]>) -> Table {
    let (heading, applies) = match r {
        1 => (
            "the n-th lost pair is ⌊nφ⌋ and ⌊nφ⌋ + n, with φ = (1 + √5) / 2".to_string(),
            "Wythoff's theorem (1907) applies: a turn takes any number from one of two piles, or the same from both.".to_string(),
        ),
        _ => (
            format!(
                "the n-th lost pair is ⌊nα⌋ and ⌊nα⌋ + {r}n, with α = ({} + √{}) / 2",
                2 - i128::from(r),
                u128::from(r) * u128::from(r) + 4
            ),
            format!(
                "Fraenkel's theorem (1982) applies: a turn takes any number from one of two piles, or from both numbers that differ by less\n  than {r}."
            ),
        ),
    };
    let verdict = match Some(sizes) == lost {
        true => "the same: the player to move loses",
        false => "not the same: the player to move wins",
    };
    Table {
        heading,
        verdict: verdict.to_string(),
        after: "which is one of the lost pairs".to_string(),
        lost: "No move leads from one of these pairs to another.".to_string(),
        applies,
        ..Table::default()
    }
}
