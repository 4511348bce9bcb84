//! Moore's theorem for turns in 1 to k piles.
//!
//! Moore (1910), for piles of Nim: the player to move loses exactly when, for every binary digit, the number of piles with a 1
//! there is divisible by k + 1. Where the last move loses, this stays so as long as some pile has two stones or more; of single
//! stones alone the player to move loses exactly when their number is 1 modulo k + 1. The same holds by Grundy values for
//! piles of Nim in disguise (`calm`; Jenkyns and Mayberry 1980).
//!
//! A turn in any number of piles is one with k without bound: then no number but 0 is divisible by k + 1.

use super::calm::option_to;
use super::told::{ReadOff, Table, TermTurn};
use super::{Judged, Method, Theorem, digits, in_misere_form, only_term, wins};
use crate::expr::position::{Game, Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// Moore's theorem for a game.
pub(super) struct Moore {
    /// The most piles a turn may move in; `None`: any number.
    k: Option<u64>,
    /// Whether the last move loses.
    misere: bool,
}

/// What decides of the values of piles.
#[derive(Clone)]
pub(super) struct Ones {
    /// For each binary digit, the lowest first, how many values have a 1 there.
    counts: [u64; 64],
    /// Whether some value is greater than 1.
    is_big: bool,
}

/// Whether a turn moves in 1 to k piles.
pub(super) fn covers(game: &Game) -> bool {
    !game.alike && most(&game.turn).is_some()
}

/// The k of a turn in 1 to k piles.
pub(super) fn most(turn: &Turn) -> Option<Option<u64>> {
    let Turn::Counts(ranges) = turn else {
        return None;
    };
    match ranges[..] {
        [(1, k)] => Some(k),
        _ => None,
    }
}

impl Moore {
    /// k, where more piles than there are make no difference.
    fn most(&self, piles: usize) -> usize {
        let k = self.k.and_then(|k| usize::try_from(k).ok());
        k.map_or(piles, |k| k.min(piles)).max(1)
    }

    /// Whether only single stones are left and the last move loses.
    fn counts_single_stones(&self, sum: &Ones) -> bool {
        self.misere && !sum.is_big
    }

    fn rest(&self, count: u64) -> u64 {
        match self.k {
            Some(k) => count % k.saturating_add(1),
            None => count,
        }
    }

    fn modulo(&self) -> String {
        match self.k {
            Some(k) => format!(" modulo {}", u128::from(k) + 1),
            None => String::new(),
        }
    }
}

impl Method for Moore {
    /// The Grundy value.
    type Image = u64;
    type Sum = Ones;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u64, Halt> {
        memory.nim_like.value(pile, &mut memory.piles)
    }

    fn nothing(&self) -> Ones {
        Ones {
            counts: [0; 64],
            is_big: false,
        }
    }

    fn add(&self, sum: &mut Ones, value: u64) {
        for (digit, count) in sum.counts.iter_mut().enumerate() {
            *count += value >> digit & 1;
        }
        sum.is_big |= value > 1;
    }
}

impl Theorem for Moore {
    fn of(position: &Position, _: &mut KnownValues) -> Result<Moore, Halt> {
        let game = &only_term(position)?.game;
        Ok(Moore {
            k: most(&game.turn).flatten(),
            misere: game.misere,
        })
    }

    fn is_won(&self, sum: &Ones) -> bool {
        if self.counts_single_stones(sum) {
            return self.rest(sum.counts[0]) != 1;
        }
        sum.counts.iter().any(|count| self.rest(*count) != 0)
    }

    fn premise(&self) -> String {
        let form = in_misere_form(self.misere);
        format!(
            "Moore's theorem{form}; no option of a reachable pile splits it or raises its Grundy value"
        )
    }

    fn table(&self, judged: &Judged<Moore>) -> Table {
        let top = judged.images().max().unwrap_or(0);
        let counts = &judged.sum.counts[..64 - top.leading_zeros() as usize];
        let width = counts.len().max(1);
        let rows = judged.images().map(|value| {
            let cells = (0..width).rev();
            let cells = cells.map(|digit| (value >> digit & 1).to_string());
            (Some(value.to_string()), cells.collect())
        });
        let line = |cell: &dyn Fn(u64) -> u64| -> Vec<String> {
            if counts.is_empty() {
                return vec!["0".to_string()];
            }
            let cells = counts.iter().rev();
            cells.map(|count| cell(*count).to_string()).collect()
        };
        let mut totals = vec![(String::new(), line(&|count| count))];
        if let Some(k) = self.k {
            let name = format!("mod {}", u128::from(k) + 1);
            totals.push((name, line(&|count| self.rest(count))));
        }
        let modulo = self.modulo();
        let piles = match self.k {
            Some(1) => "1 pile".to_string(),
            Some(k) => format!("up to {k} piles"),
            None => "any number of piles".to_string(),
        };
        let single = self.counts_single_stones(&judged.sum);
        let is_won = self.is_won(&judged.sum);
        let (not, wins) = (if is_won { "not " } else { "" }, wins(is_won));
        let big = judged.images().filter(|value| *value > 1).count();
        let lost = match self.k {
            Some(k) if single => format!(
                "A turn takes 1 to {k} of the stones, so their number is not 1{modulo} after it."
            ),
            None if single => "The only stone must be taken.".to_string(),
            _ if counts.is_empty() => "No move is left.".to_string(),
            Some(k) => format!(
                "The highest column that a turn changes loses {} of its 1s, so its count is not 0{modulo} after it.",
                match k {
                    1 => "one".to_string(),
                    k => format!("1 to {k}"),
                }
            ),
            None => "No pile can be moved in.".to_string(),
        };
        Table {
            heading: format!("{piles} a turn: count the 1s of each column{modulo}"),
            rows: rows.collect(),
            totals,
            verdict: match single {
                _ if counts.is_empty() => {
                    format!("no pile can be moved in: the player to move {wins}")
                }
                true => format!(
                    "single stones only, their number is {not}1{modulo}: the player to move {wins}"
                ),
                false => format!("{not}all 0: the player to move {wins}"),
            },
            after: if self.misere && big <= self.most(judged.parts.len()) {
                format!("where only single stones are left and their number is 1{modulo}")
            } else {
                format!("where every count is 0{modulo}")
            },
            lost,
            applies: format!(
                "Moore's theorem applies: no option of a reachable pile splits it or raises its Grundy value.{}",
                if self.misere {
                    "\n  The last move loses: counts decide as long as some pile is worth 2 or more, and after that the number of single stones."
                } else {
                    ""
                }
            ),
        }
    }

    fn winning(
        &self,
        judged: &Judged<Moore>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        let values: Vec<u64> = judged.images().collect();
        let (found, mut is_complete) = digits::winning(
            &values,
            self.most(values.len()),
            self.misere,
            limit,
            &mut memory.piles.positions.machine.budget,
        )?;
        let mut list = Vec::with_capacity(found.len());
        for targets in found {
            let mut moves = Vec::with_capacity(targets.len());
            for (place, target) in targets {
                let pile = judged.parts[place].part;
                // Another option of the same value would do as well.
                is_complete &= memory.piles.nim_size(pile)?.is_some();
                moves.push((place, option_to(pile, target, &mut memory.piles)?));
            }
            list.push(TermTurn { term: 0, moves });
        }
        Ok(ReadOff { list, is_complete })
    }

    fn grundy(&self, judged: &Judged<Moore>) -> Option<u64> {
        let live = judged.images().filter(|value| *value > 0).count() as u64;
        if self.k.is_some_and(|k| k < live) {
            return None;
        }
        // With as many piles a turn as there are, all smaller sums can be reached and the same one cannot.
        judged.images().try_fold(0, u64::checked_add)
    }
}
