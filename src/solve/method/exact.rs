//! Turns in exactly k of at most 2k piles of Nim, or of Nim in disguise (`calm`).
//!
//! With fewer than k piles that are not empty there is no turn. With at most 2k - 1, k of them can be emptied, and fewer than k are
//! left. With 2k, the player to move loses exactly when more than k of them are equal to the least: a turn leaves some of these
//! as they are, and if it lowers one of them, at most k piles are the new least ones; it cannot move in k others. Else k piles
//! are above the least and can be lowered to it. (See Boros, Gurvich, Ho, Makino and Mursic on Exact k-Nim.)

use super::calm::option_to;
use super::told::{ReadOff, Table, TermTurn};
use super::{Judged, Method, Theorem, only_term};
use crate::expr::position::{Game, Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// The rule for turns in exactly k piles.
pub(super) struct Exact {
    k: usize,
}

/// What decides of the values of piles.
#[derive(Clone, Default)]
pub(super) struct Least {
    /// How many are not 0.
    live: usize,
    /// The least of those.
    least: u64,
    /// How many are equal to it.
    equal: usize,
}

/// Whether a turn moves in exactly k piles.
pub(super) fn covers(game: &Game) -> bool {
    !game.alike && !game.misere && exactly(&game.turn).is_some()
}

fn exactly(turn: &Turn) -> Option<u64> {
    let Turn::Counts(ranges) = turn else {
        return None;
    };
    match ranges[..] {
        [(k, Some(most))] if k == most => Some(k),
        _ => None,
    }
}

impl Method for Exact {
    /// The Grundy value.
    type Image = u64;
    type Sum = Least;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u64, Halt> {
        memory.nim_like.value(pile, &mut memory.piles)
    }

    fn nothing(&self) -> Least {
        Least::default()
    }

    fn add(&self, sum: &mut Least, value: u64) {
        if value == 0 {
            return;
        }
        if sum.live == 0 || value < sum.least {
            (sum.least, sum.equal) = (value, 0);
        }
        sum.live += 1;
        sum.equal += usize::from(value == sum.least);
    }
}

impl Theorem for Exact {
    fn of(position: &Position, _: &mut KnownValues) -> Result<Exact, Halt> {
        let k = exactly(&only_term(position)?.game.turn);
        let k = k.and_then(|k| usize::try_from(k).ok());
        let why = || Halt::declined("it is about turns in exactly k piles");
        Ok(Exact {
            k: k.ok_or_else(why)?,
        })
    }

    fn is_won(&self, sum: &Least) -> bool {
        match sum.live < self.k.saturating_mul(2) {
            true => sum.live >= self.k,
            false => sum.equal <= self.k,
        }
    }

    fn refuses(&self, sum: &Least) -> Option<String> {
        let k = self.k;
        let is_more = sum.live > k.saturating_mul(2);
        is_more.then(|| format!("there are more than 2 * {k} piles that can move"))
    }

    fn premise(&self) -> String {
        format!(
            "the rule of Exact Nim for at most 2 * {} piles; no option of a reachable pile splits it or raises its Grundy value",
            self.k
        )
    }

    fn table(&self, judged: &Judged<Exact>) -> Table {
        let k = self.k;
        let Least { live, equal, .. } = judged.sum;
        let full = live == k.saturating_mul(2);
        let rows = judged.images().map(|value| (None, vec![value.to_string()]));
        let verdict = if live < k {
            format!("piles can move, fewer than {k}: the player to move loses")
        } else if !full {
            format!(
                "piles can move, at least {k} and fewer than {}: the player to move wins",
                2 * k
            )
        } else if equal <= k {
            format!(
                "piles can move, and at most {k} are equal to the least: the player to move wins"
            )
        } else {
            format!(
                "piles can move, and more than {k} are equal to the least: the player to move loses"
            )
        };
        let (after, lost) = match full {
            true => (
                format!("where more than {k} piles are equal to the least"),
                format!(
                    "A turn in {k} piles moves in one of the least ones, and leaves at most {k} equal to the new least."
                ),
            ),
            false => (
                format!("where fewer than {k} piles can move"),
                format!("There is no turn in exactly {k} piles."),
            ),
        };
        Table {
            heading: format!("exactly {k} piles a turn: the value of each pile"),
            rows: rows.collect(),
            totals: vec![(String::new(), vec![live.to_string()])],
            verdict,
            after,
            lost,
            applies: "The rule of Exact Nim applies: no option of a reachable pile splits it or raises its Grundy value, and at most\n  twice as many piles can move as a turn moves in.".to_string(),
        }
    }

    fn winning(
        &self,
        judged: &Judged<Exact>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        let full = judged.sum.live == self.k.saturating_mul(2);
        let target = if full { judged.sum.least } else { 0 };
        let above = judged.parts.iter().filter(|pile| pile.image > target);
        let above: Vec<_> = above.collect();
        let mut list = Vec::new();
        // One choice of k piles after the other, each the last one with one pile in exchange.
        for chosen in above.windows(self.k).take(limit) {
            let mut moves = Vec::with_capacity(self.k);
            for pile in chosen {
                moves.push((pile.place, option_to(pile.part, target, &mut memory.piles)?));
            }
            list.push(TermTurn { term: 0, moves });
        }
        Ok(ReadOff {
            list,
            is_complete: false,
        })
    }
}
