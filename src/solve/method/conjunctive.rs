//! Turns in all piles: the pile that ends first or last decides. (Smith 1966; Conway, On Numbers and Games, chapter 14.)
//!
//! Turns in all piles or none, the conjunctive sum: the game is over as soon as one pile cannot move. Whoever wins a pile hurries
//! in it: the remoteness of a position is the least of its piles' remotenesses. An even number is lost for the player to move where
//! the last move wins, an odd one where it loses. By induction this stays true where a pile becomes several, which then are piles
//! of the same sum. A pile may not vanish: it would end no game, while a position without piles is over.
//!
//! Turns in all piles that can move, the continued conjunctive sum: the game is over when no pile can move. Whoever wins a pile
//! delays in it: the suspense number of a position is the greatest of its piles'. Which numbers are lost is the same. By induction
//! this stays true where a pile becomes several, which then are piles of the same sum, or none.

use std::cmp::Ordering;
use std::marker::PhantomData;

use super::measure::Measure;
use super::product::{Candidates, Product};
use super::told::{ReadOff, Table};
use super::{Judged, Method, Theorem, only_term, wins};
use crate::expr::position::{Game, Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// Piles of Nim above this are looked at by a few of their options only.
const LARGE: u64 = 1000;

/// One of the two theorems, and what it says.
pub(super) trait Which: 'static {
    /// What is measured of piles, where the last move loses or wins.
    const MEASURE: fn(bool) -> Measure;
    /// Whether a value is beside the target one that decides.
    const IS_BESIDE: fn(u32, u32) -> bool;
    /// Whether the measure of a position is how many turns perfect play lasts.
    const IS_LENGTH: bool;
    const NAME: &'static str;
    const EXTREME: &'static str;
    const PREMISE: &'static str;
    const HEADING: &'static str;
    const APPLIES: &'static str;
    const NO_MOVE: &'static str;
}

/// One of the theorems for a game.
pub(super) struct Extreme<T> {
    misere: bool,
    theorem: PhantomData<T>,
}

impl<T: Which> Extreme<T> {
    fn measure(&self) -> Measure {
        (T::MEASURE)(self.misere)
    }
}

impl<T: Which> Method for Extreme<T> {
    /// The remoteness or the suspense number.
    type Image = u32;
    /// Of no piles none.
    type Sum = Option<u32>;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u32, Halt> {
        memory.measures.of(self.measure(), pile, &mut memory.piles)
    }

    fn nothing(&self) -> Option<u32> {
        None
    }

    fn add(&self, sum: &mut Option<u32>, value: u32) {
        *sum = Some(sum.map_or(value, |sum| self.measure().plus(sum, value)));
    }
}

impl<T: Which> Theorem for Extreme<T> {
    fn of(position: &Position, _: &mut KnownValues) -> Result<Self, Halt> {
        let misere = only_term(position)?.game.misere;
        Ok(Extreme {
            misere,
            theorem: PhantomData,
        })
    }

    fn is_won(&self, sum: &Option<u32>) -> bool {
        (sum.unwrap_or(0) & 1 == 1) != self.misere
    }

    fn premise(&self) -> String {
        T::PREMISE.to_string()
    }

    fn table(&self, judged: &Judged<Self>) -> Table {
        let (name, extreme) = (T::NAME, T::EXTREME);
        let rows = judged.images().map(|value| (None, vec![value.to_string()]));
        let value = judged.sum.unwrap_or(0);
        let parity = if value & 1 == 1 { "odd" } else { "even" };
        let wins = wins(self.is_won(&judged.sum));
        let (last, lost_parity) = match self.misere {
            true => (" (the last move loses)", "odd"),
            false => ("", "even"),
        };
        Table {
            heading: T::HEADING.to_string(),
            rows: rows.collect(),
            totals: vec![(extreme.to_string(), vec![value.to_string()])],
            verdict: format!("{parity}: the player to move {wins}{last}"),
            after: format!("where the {extreme} {name} is {lost_parity}"),
            lost: match value {
                0 => T::NO_MOVE.to_string(),
                _ => {
                    format!("Every turn leaves piles whose {extreme} {name} is not {lost_parity}.")
                }
            },
            applies: T::APPLIES.to_string(),
        }
    }

    fn winning(
        &self,
        judged: &Judged<Self>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        if !self.is_won(&judged.sum) || judged.sum.unwrap_or(0) == 0 {
            return Ok(ReadOff {
                list: Vec::new(),
                is_complete: true,
            });
        }
        let few = |size| (size > LARGE).then(|| vec![0, 1, size - 1]);
        // For each pile what it may become, with the measures; nothing for a pile that stays as it is.
        let mut piles = Vec::with_capacity(judged.parts.len());
        let mut is_complete = true;
        for pile in &judged.parts {
            if pile.image == 0 {
                piles.push(None);
                continue;
            }
            let (options, all) =
                memory
                    .measures
                    .options(self.measure(), pile.part, few, &mut memory.piles)?;
            is_complete &= all;
            piles.push(Some(options));
        }
        let parity = u32::from(self.misere);
        let values = piles.iter().flatten().flatten().map(|option| option.value);
        let mut targets: Vec<u32> = values.filter(|value| value & 1 == parity).collect();
        targets.sort_unstable();
        targets.dedup();
        let is_beside = T::IS_BESIDE;
        let nodes = judged.nodes();
        let budget = &mut memory.piles.positions.machine.budget;
        let mut product = Product::new(&nodes, limit, budget);
        for target in targets {
            // The first pile that comes to the target, those before it stay beside it.
            for carrier in 0..piles.len() {
                if product.is_over() {
                    break;
                }
                let choices = piles.iter().enumerate().map(|(place, options)| {
                    let Some(options) = options else {
                        return match place == carrier {
                            true => Vec::new(),
                            false => vec![None],
                        };
                    };
                    let fits = |value: u32| match place.cmp(&carrier) {
                        Ordering::Less => is_beside(value, target),
                        Ordering::Equal => value == target,
                        Ordering::Greater => value == target || is_beside(value, target),
                    };
                    let fitting = options.iter().filter(|option| fits(option.value));
                    fitting.map(|option| Some(option.left.clone())).collect()
                });
                let choices: Vec<Candidates> = choices.collect();
                product.add(&choices, |_| true)?;
            }
        }
        let mut turns = product.turns;
        turns.is_complete &= is_complete;
        Ok(turns)
    }

    fn length(&self, sum: &Option<u32>) -> Option<u32> {
        T::IS_LENGTH.then(|| sum.unwrap_or(0))
    }
}

/// The theorem for a game.
pub(super) type Remoteness = Extreme<Conjunctive>;

pub(super) struct Conjunctive;

/// Whether a turn moves in all piles or none.
pub(super) fn moves_in_all_or_none(game: &Game) -> bool {
    !game.alike && game.turn == Turn::AllOrNone
}

impl Which for Conjunctive {
    const MEASURE: fn(bool) -> Measure = |misere| Measure::Remoteness { misere };
    const IS_BESIDE: fn(u32, u32) -> bool = |value, target| value > target;
    const IS_LENGTH: bool = true;
    const NAME: &'static str = "remoteness";
    const EXTREME: &'static str = "least";
    const PREMISE: &'static str = "the theorem of conjunctive sums (the least remoteness decides); no reachable pile vanishes or leads to another game";
    const HEADING: &'static str = "all piles a turn or none: the remoteness of each pile";
    const APPLIES: &'static str = "The theorem of conjunctive sums applies: no reachable pile vanishes or leads to another game. The game is over with the\n  first pile that cannot move, so whoever wins a pile hurries in it.";
    const NO_MOVE: &'static str = "Some pile cannot move, so there is no turn.";
}

/// The theorem for a game.
pub(super) type Suspense = Extreme<Continued>;

pub(super) struct Continued;

/// Whether a turn moves in all piles that can move.
pub(super) fn moves_in_all(game: &Game) -> bool {
    !game.alike && game.turn == Turn::All
}

impl Which for Continued {
    const MEASURE: fn(bool) -> Measure = |misere| Measure::Suspense { misere };
    const IS_BESIDE: fn(u32, u32) -> bool = |value, target| value < target;
    const IS_LENGTH: bool = false;
    const NAME: &'static str = "suspense number";
    const EXTREME: &'static str = "greatest";
    const PREMISE: &'static str = "the theorem of continued conjunctive sums (the greatest suspense number decides); no reachable pile leads to another game";
    const HEADING: &'static str =
        "all piles that can move in a turn: the suspense number of each pile";
    const APPLIES: &'static str = "The theorem of continued conjunctive sums applies: no reachable pile leads to another game. The game is over with the\n  last pile that can move, so whoever wins a pile delays in it.";
    const NO_MOVE: &'static str = "No pile can move.";
}
