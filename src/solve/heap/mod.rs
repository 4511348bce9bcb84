//! Values of single-number piles by recurrence, for games recognised as taking and breaking.
//!
//! [`sequence`] computes the values in order, [`period`] proves that they repeat. Where no premise holds the game is left to
//! the definition.

pub mod line;
pub mod period;
pub mod sequence;

use crate::expr::position::Turn;
use crate::rules::game::Game;
use crate::transition::heap::{Amounts, Leaves, Taking, recognise};
use period::Period;
use sequence::Sequence;

use crate::expr::budget::Budget;
use crate::expr::fault::Stop;

/// A game on single numbers whose values come from a recurrence.
#[derive(Debug)]
pub struct Heap {
    kind: Kind,
    sequence: Sequence,
    period: Option<Period>,
    /// Up to where periods were looked for.
    searched: usize,
}

/// So many values are computed before a period is looked for.
const FIRST: usize = 256;

/// What a value takes, with the search for a period among all of them.
const VALUE_BYTES: u64 = 12;

/// Which theorem settles all sizes, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any amount: the value is the size itself.
    Nim,
    /// Finitely many amounts, the rest in one pile or none.
    Subtraction {
        /// The largest amount.
        most: i64,
    },
    /// Finitely many amounts, the rest in at most two piles.
    Breaking {
        /// The largest amount.
        most: i64,
    },
    /// Something else: values, but no theorem about their period.
    Other,
}

impl Heap {
    /// The engine for a game, or why it does not apply.
    ///
    /// # Errors
    /// What about the rules is not taking and breaking.
    pub fn new(game: &Game) -> Result<Heap, String> {
        if game.header.turn != Turn::One {
            return Err(format!("a turn moves in {}", game.header.turn.in_words()));
        }
        let takings = recognise(game)?;
        if takings.is_empty() {
            return Err("it has no moves".to_string());
        }
        Ok(Heap {
            kind: kind(&takings),
            sequence: Sequence::new(takings),
            period: None,
            searched: 0,
        })
    }

    /// Which theorem settles all sizes.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The moves.
    pub fn takings(&self) -> &[Taking] {
        self.sequence.takings()
    }

    /// The engine's name.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Nim => "nim",
            Kind::Subtraction { .. } => "subtraction",
            Kind::Breaking { .. } => "breaking",
            Kind::Other => "recurrence",
        }
    }

    /// Why the engine may answer.
    pub fn premise(&self) -> String {
        match self.kind {
            Kind::Nim => "any amount may be taken, so a pile of n leads to all smaller ones and has the value n".to_string(),
            Kind::Subtraction { most } => format!(
                "finitely many amounts up to {most} are taken: a value depends on the {most} before it, and the period is proven by the pigeonhole principle"
            ),
            Kind::Breaking { most } => format!(
                "finitely many amounts up to {most} are taken and at most two piles left: the period is proven by the theorem of Guy and Smith (1956)"
            ),
            Kind::Other => "the moves are taking and breaking: the values come in order of size".to_string(),
        }
    }

    /// The value of a pile.
    ///
    /// # Errors
    /// A limit of memory or time, or an interruption.
    pub fn value(&mut self, size: u64, budget: &mut Budget) -> Result<u64, Stop> {
        if self.kind == Kind::Nim {
            return Ok(size);
        }
        loop {
            if let Some(value) = usize::try_from(size)
                .ok()
                .and_then(|size| self.sequence.get(size))
            {
                return Ok(u64::from(value));
            }
            if let Some(period) = self.period {
                return Ok(u64::from(
                    self.sequence.get(period.representative(size)).unwrap_or(0),
                ));
            }
            self.extend(size, budget)?;
        }
    }

    /// The period, where it is proven already.
    pub fn known_period(&self) -> Option<Period> {
        self.period
    }

    /// The theorem by which a period is proven.
    pub fn theorem(&self) -> &'static str {
        match self.kind {
            Kind::Subtraction { .. } => "the pigeonhole principle",
            Kind::Breaking { .. } => "the theorem of Guy and Smith",
            Kind::Nim | Kind::Other => "no theorem",
        }
    }

    /// Whether the value of a pile was read off a proven period.
    pub fn is_periodic_answer(&self, size: u64) -> bool {
        self.period.is_some()
            && usize::try_from(size).map_or(true, |size| self.sequence.get(size).is_none())
    }

    /// Computes more values, towards `size`, and looks whether they repeat.
    fn extend(&mut self, size: u64, budget: &mut Budget) -> Result<(), Stop> {
        let known = self.sequence.len();
        let goal = usize::try_from(size)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        let next = known.saturating_mul(2).max(FIRST).min(goal.max(FIRST));
        if self.kind == Kind::Other {
            // No period can shorten the way.
            budget.need((goal as u64).saturating_mul(4))?;
        }
        budget.need((next as u64).saturating_mul(VALUE_BYTES))?;
        self.sequence.extend(next, budget)?;
        self.find_period();
        Ok(())
    }

    fn find_period(&mut self) {
        // The search takes time in proportion to the length: at doubled lengths only.
        if self.sequence.len() >= self.searched.saturating_mul(2) {
            self.find_period_now();
        }
    }

    fn find_period_now(&mut self) {
        let len = self.sequence.len();
        if self.period.is_some() || len == self.searched {
            return;
        }
        self.searched = len;
        self.period = match self.kind {
            Kind::Subtraction { most } => {
                period::by_pigeonhole(self.sequence.values(), most as usize)
            }
            Kind::Breaking { most } => {
                period::by_guy_smith(self.sequence.values(), most as usize, 2)
            }
            Kind::Nim | Kind::Other => None,
        };
    }

    /// Computes values up to `to` at most, until a period is proven.
    ///
    /// # Errors
    /// A limit of memory or time, or an interruption. What was computed stays.
    pub fn prove(&mut self, to: u64, budget: &mut Budget) -> Result<Option<Period>, Stop> {
        let most = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        while self.period.is_none() && self.sequence.len() < most && self.kind != Kind::Nim {
            let known = self.sequence.len();
            let next = known.saturating_mul(2).max(FIRST).min(most);
            budget.need((next as u64).saturating_mul(VALUE_BYTES))?;
            self.sequence.extend(next, budget)?;
            self.find_period();
        }
        self.find_period_now();
        Ok(self.period)
    }

    /// The values computed so far.
    pub fn values(&self) -> &[u32] {
        self.sequence.values()
    }
}

fn kind(takings: &[Taking]) -> Kind {
    if let [
        Taking {
            amounts: Amounts::Every { first: 1, step: 1 },
            leaves: Leaves::One { or_empty: true },
        },
    ] = takings
    {
        return Kind::Nim;
    }
    let mut most = 1;
    let mut breaks = false;
    for taking in takings {
        match &taking.amounts {
            Amounts::Finite(list) => most = list.iter().copied().fold(most, i64::max),
            Amounts::Every { .. } => return Kind::Other,
        }
        match taking.leaves {
            Leaves::Nothing | Leaves::One { .. } => {}
            Leaves::Two { unequal: false } => breaks = true,
            // The theorem is wrong where equal parts are excluded.
            Leaves::Two { unequal: true } => return Kind::Other,
        }
    }
    if breaks {
        Kind::Breaking { most }
    } else {
        Kind::Subtraction { most }
    }
}
