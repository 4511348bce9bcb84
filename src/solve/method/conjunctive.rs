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

use super::measure::{Measure, Measured};
use super::product::{Candidates, Product};
use super::told::{ReadOff, Table};
use super::{Judged, Method, Theorem, only_term, wins};
use crate::expr::position::{Position, Turn};
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt, distinct};

/// Piles of Nim above this are looked at by a few of their options only.
const LARGE: u64 = 1000;

/// What one of the two theorems says.
struct Says {
    name: &'static str,
    extreme: &'static str,
    premise: &'static str,
    heading: &'static str,
    applies: &'static str,
    no_move: &'static str,
}

/// One of the theorems for a game.
pub(super) struct Extreme {
    misere: bool,
    measure: Measure,
    /// Whether the least measure decides, which is how many turns perfect play lasts; else the greatest does.
    is_least: bool,
    says: &'static Says,
}

impl Method for Extreme {
    /// The remoteness or the suspense number.
    type Image = u32;
    /// Of no piles none.
    type Sum = Option<u32>;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u32, Halt> {
        memory.measures.of(self.measure, pile, &mut memory.piles)
    }

    fn nothing(&self) -> Option<u32> {
        None
    }

    fn add(&self, sum: &mut Option<u32>, value: u32) {
        *sum = Some(sum.map_or(value, |sum| self.measure.plus(sum, value)));
    }
}

impl Theorem for Extreme {
    fn of(position: &Position, _: &mut KnownValues) -> Result<Extreme, Halt> {
        let game = &only_term(position)?.game;
        let (misere, is_least) = (game.misere, game.turn == Turn::AllOrNone);
        let (measure, says) = match is_least {
            true => (Measure::Remoteness { misere }, &CONJUNCTIVE),
            false => (Measure::Suspense { misere }, &CONTINUED),
        };
        Ok(Extreme {
            misere,
            measure,
            is_least,
            says,
        })
    }

    fn is_won(&self, sum: &Option<u32>) -> bool {
        (sum.unwrap_or(0) & 1 == 1) != self.misere
    }

    fn premise(&self) -> String {
        self.says.premise.to_string()
    }

    fn table(&self, judged: &Judged<Self>) -> Table {
        let Says { name, extreme, .. } = self.says;
        let rows = judged.images().map(|value| (None, vec![value.to_string()]));
        let value = judged.sum.unwrap_or(0);
        let parity = if value & 1 == 1 { "odd" } else { "even" };
        let wins = wins(self.is_won(&judged.sum));
        let (last, lost_parity, won_parity) = match self.misere {
            true => (" (the last move loses)", "odd", "even"),
            false => ("", "even", "odd"),
        };
        Table {
            heading: self.says.heading.to_string(),
            rows: rows.collect(),
            totals: vec![(extreme.to_string(), vec![value.to_string()])],
            verdict: format!("{parity}: the player to move {wins}{last}"),
            after: format!("where the {extreme} {name} is {lost_parity}"),
            lost: match value {
                0 => self.says.no_move.to_string(),
                _ => format!("Every turn leaves piles whose {extreme} {name} is {won_parity}."),
            },
            applies: self.says.applies.to_string(),
        }
    }

    fn winning(
        &self,
        judged: &Judged<Self>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        if judged.sum.unwrap_or(0) == 0 {
            return Ok(ReadOff::NONE);
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
                    .options(self.measure, pile.part, few, &mut memory.piles)?;
            is_complete &= all;
            piles.push(Some(options));
        }
        let parity = u32::from(self.misere);
        let values = piles.iter().flatten().flatten().map(|option| option.value);
        let targets = distinct(values.filter(|value| value & 1 == parity).collect());
        let is_beside = |value: u32, target: u32| match self.is_least {
            true => value > target,
            false => value < target,
        };
        let nodes = judged.nodes();
        let budget = &mut memory.piles.positions.machine.budget;
        let mut product = Product::new(&nodes, limit, budget);
        for target in targets {
            // What each pile may become that fits, or that it stays as it is.
            let fitting = |fits: &dyn Fn(u32) -> bool, or_stays: bool| -> Vec<Candidates> {
                let of = |options: &Option<Vec<Measured>>| match options {
                    None if or_stays => vec![None],
                    None => Vec::new(),
                    Some(options) => {
                        let fitting = options.iter().filter(|option| fits(option.value));
                        fitting.map(|option| Some(option.left.clone())).collect()
                    }
                };
                piles.iter().map(of).collect()
            };
            let before = fitting(&|value| is_beside(value, target), true);
            let there = fitting(&|value| value == target, false);
            let after = fitting(&|value| value == target || is_beside(value, target), true);
            // The first pile that comes to the target, those before it stay beside it.
            let first = after.iter().rposition(Vec::is_empty).unwrap_or(0);
            let last = before.iter().position(Vec::is_empty);
            for carrier in first..piles.len().min(last.map_or(usize::MAX, |last| last + 1)) {
                if product.is_over() {
                    break;
                }
                if there[carrier].is_empty() {
                    continue;
                }
                let choices = before[..carrier].iter().chain(&there[carrier..=carrier]);
                let choices: Vec<&Candidates> = choices.chain(&after[carrier + 1..]).collect();
                product.add(&choices, |_| true)?;
            }
        }
        let mut turns = product.turns;
        turns.is_complete &= is_complete;
        Ok(turns)
    }

    fn length(&self, sum: &Option<u32>) -> Option<u32> {
        self.is_least.then(|| sum.unwrap_or(0))
    }
}

const CONJUNCTIVE: Says = Says {
    name: "remoteness",
    extreme: "least",
    premise: "the theorem of conjunctive sums (the least remoteness decides); no reachable pile vanishes or leads to another game",
    heading: "all piles a turn or none: the remoteness of each pile",
    applies: "The theorem of conjunctive sums applies: no reachable pile vanishes or leads to another game. The game is over with the\n  first pile that cannot move, so whoever wins a pile hurries in it.",
    no_move: "Some pile cannot move, so there is no turn.",
};

const CONTINUED: Says = Says {
    name: "suspense number",
    extreme: "greatest",
    premise: "the theorem of continued conjunctive sums (the greatest suspense number decides); no reachable pile leads to another game",
    heading: "all piles that can move in a turn: the suspense number of each pile",
    applies: "The theorem of continued conjunctive sums applies: no reachable pile leads to another game. The game is over with the\n  last pile that can move, so whoever wins a pile delays in it.",
    no_move: "No pile can move.",
};
