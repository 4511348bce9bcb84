//! What an engine for single-number piles is, and the theorems that prove periods.

use std::fmt;
use std::sync::Arc;

use super::from_end::FromEnd;
use crate::expr::machine::Machine;
use crate::expr::tree::PartSizes;
use crate::kernel::breaking::Breaking;
use crate::kernel::period::{Period, Recurrence};
use crate::moves::Transitions;
use crate::moves::reach::Reach;
use crate::moves::taking::{Family, Leaves};
use crate::rules::Rulebook;
use crate::rules::game::GameRules;
use crate::solve::policy::Policy;
use crate::work::store::{Slice, each_width};
use crate::work::{Declined, Halt};

/// How many values are computed where nobody says how far to look, by most engines.
pub(super) const REACH: u64 = 30_000_000;

/// The same where a repeated window proves a period and each value takes a look at its options.
const REACH_OF_WINDOWS: u64 = 1_000_000;

/// An engine for the single-number piles of one game.
#[derive(Debug)]
pub struct Engine {
    /// Why it may answer for its game.
    pub premise: String,
    /// The theorem that proves periods; `None`: there is none for this game.
    pub theorem: Option<PeriodTheorem>,
    /// The formula in words, where one gives the value of every pile.
    pub formula: &'static str,
    /// The largest pile for which the theorem's period tells the value: rules fail at larger ones.
    pub most: u64,
    /// The theorem that gives values far beyond those computed, where there is one.
    pub beyond: Option<&'static str>,
    /// How many values are computed where nobody says how far to look.
    pub reach: u64,
    /// Whether each value takes a look at all options: then a single value may be found faster among the piles that can be
    /// reached from it.
    pub is_exhaustive: bool,
    /// Whether going on costs as much as beginning anew, so that many values should be computed at a time.
    pub begins_anew: bool,
    pub sequence: Box<dyn Sequence>,
}

impl Engine {
    pub(super) fn new(premise: impl Into<String>, sequence: impl Sequence + 'static) -> Engine {
        Engine {
            premise: premise.into(),
            theorem: None,
            most: u64::MAX,
            formula: "",
            beyond: None,
            reach: REACH,
            is_exhaustive: false,
            begins_anew: false,
            sequence: Box::new(sequence),
        }
    }

    /// An engine with values that repeat where a large pile may become only what lies a bounded way below it, if that is so.
    pub(super) fn within_reach(self, game: &GameRules) -> Engine {
        let Ok(reach) = Reach::of(game, 0, &[]) else {
            return self;
        };
        Engine {
            theorem: window_of(&reach).map(PeriodTheorem::Recurrence),
            most: reach.most,
            reach: self.reach.max(REACH_OF_WINDOWS),
            ..self
        }
    }

    /// Whether a theorem may prove a period where so many values prove none.
    pub(super) fn may_prove(&self, known: usize) -> bool {
        match self.theorem {
            // Where remainders prove one, few values do.
            Some(PeriodTheorem::Remainders) => (known as u64) < self.reach,
            theorem => theorem.is_some(),
        }
    }
}

/// Computes the values of the piles 0, 1, 2, … of one game in this order.
pub trait Sequence: fmt::Debug + Send {
    fn values(&self) -> Slice<'_>;

    /// Computes values until `len` are known; declined where the game turns out not to be of the engine's shape. May be called
    /// again to go on, after an error too.
    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt>;

    /// About how many bytes are taken when `len` values are known.
    fn bytes(&self, len: usize) -> u64;

    /// A period that the values known so far prove, with a jump of values for an arithmetic one; the theorem becomes another
    /// where that is the one that proves it.
    fn prove(&mut self, theorem: &mut Option<PeriodTheorem>) -> Option<Period> {
        theorem.as_ref()?.prove(self.values())
    }

    /// The value of a pile of any size, where a formula gives it.
    fn formula(&self, _size: u64) -> Option<u64> {
        None
    }

    /// The first pile with the largest value, and that value, where a formula gives the values and they have a largest one.
    fn largest(&self) -> Option<(u64, u64)> {
        None
    }

    /// The value of a pile far beyond those computed, by a theorem or by the piles that can be reached from it, where that takes at
    /// most so many steps.
    fn compute_far(
        &mut self,
        _size: u64,
        _effort: u64,
        _machine: &mut Machine,
    ) -> Result<Option<u64>, Halt> {
        Ok(None)
    }

    /// Whether that looks for the piles that can be reached from it.
    fn lists_options(&self) -> bool {
        false
    }

    /// The value of a far pile that is known by others.
    fn far(&self, _size: u64) -> Option<u64> {
        None
    }

    /// The piles of a value, at least those among the options of a pile of this size, where a formula or a theorem tells them.
    fn piles_of(
        &self,
        _value: u64,
        _size: u64,
        _machine: &mut Machine,
    ) -> Result<Option<Vec<u64>>, Halt> {
        Ok(None)
    }

    /// The loop whose state can be kept between runs, in engines that have it.
    fn breaking(&self) -> Option<&Breaking> {
        None
    }

    /// The same to go on from such a state.
    fn breaking_mut(&mut self) -> Option<&mut Breaking> {
        None
    }

    /// The game by what piles lack to an end, where that is what values come from: none needs those of smaller piles.
    fn by_end(&self) -> Option<&FromEnd> {
        None
    }

    /// The same to work out values.
    fn by_end_mut(&mut self) -> Option<&mut FromEnd> {
        None
    }
}

/// A game as an engine sees it.
pub struct Subject<'a> {
    pub book: &'a Rulebook,
    pub transitions: &'a Arc<Transitions>,
    pub policy: &'a Policy,
    /// Whether the values are those that tell who wins where the last move loses: a pile without moves is worth 1. Moves leave one
    /// pile at most then.
    pub misere: bool,
    /// Its moves as taking and breaking, or why they are not that.
    pub families: Result<Vec<Family>, Declined>,
}

impl Subject<'_> {
    pub fn game(&self) -> &GameRules {
        &self.transitions.game
    }

    /// The moves as taking and breaking.
    pub fn families(&self) -> Result<&[Family], Declined> {
        self.families.as_deref().map_err(Clone::clone)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// The values follow from those before them.
    Recurrence(Recurrence),
    /// The last values of a game with few rare heaps repeat, and all witnesses lie in them: the options that decide a value are
    /// those of the value a period before.
    Window,
    /// No larger amount has a remainder that would lead from a pile to one of its value, and the smaller ones lead to all values
    /// below it.
    Remainders,
    /// A finite state, relative to the least value not seen yet, decides all that follows; a repeated state proves an
    /// arithmetic period.
    States,
}

impl fmt::Display for PeriodTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PeriodTheorem::Recurrence(Recurrence::Window { .. }) | PeriodTheorem::States => {
                "the pigeonhole principle"
            }
            PeriodTheorem::Recurrence(Recurrence::Digits { .. }) => "the theorem of Guy and Smith",
            PeriodTheorem::Remainders => "the remainders of the amounts",
            PeriodTheorem::Window => "the repeated window of a sparse game",
        })
    }
}

impl PeriodTheorem {
    /// The theorem that covers these moves: finitely many amounts, and either at most one pile left or so many of any
    /// sizes. The theorem of Guy and Smith is wrong where equal parts are excluded or required.
    pub fn of(families: &[Family]) -> Option<PeriodTheorem> {
        let mut most = 1;
        let mut heaps = 1;
        for family in families {
            most = family.finite()?.iter().copied().fold(most, i64::max);
            match family.leaves {
                Leaves::Nothing | Leaves::One { .. } => {}
                Leaves::Two { unequal: false } | Leaves::Pair { unequal: false, .. } => {
                    heaps = heaps.max(2)
                }
                Leaves::Parts {
                    most: Some(most),
                    sizes: PartSizes::Any,
                    ..
                } => heaps = heaps.max(most),
                Leaves::Two { unequal: true } | Leaves::Pair { .. } | Leaves::Parts { .. } => {
                    return None;
                }
            }
        }
        let (most, heaps) = (usize::try_from(most).ok()?, usize::try_from(heaps).ok()?);
        Some(match heaps {
            1 => PeriodTheorem::plain_window(most),
            _ => PeriodTheorem::Recurrence(Recurrence::Digits { most, heaps }),
        })
    }

    /// Where no size behind the first ones has anything of its own.
    pub(super) fn plain_window(window: usize) -> PeriodTheorem {
        PeriodTheorem::Recurrence(Recurrence::Window {
            window,
            from: window.saturating_mul(2).saturating_add(1),
            modulus: 1,
        })
    }

    pub fn prove(self, values: Slice<'_>) -> Option<Period> {
        each_width!(Slice: values, values => self.prove_in(values))
    }

    fn prove_in<T: Copy + Eq>(self, values: &[T]) -> Option<Period> {
        match self {
            PeriodTheorem::Recurrence(recurrence) => recurrence.prove(values),
            // The engines prove these themselves.
            PeriodTheorem::Window | PeriodTheorem::States | PeriodTheorem::Remainders => None,
        }
    }
}

/// The windows of moves that lead a bounded way down, or to what is left of one pile.
pub(in crate::solve) fn window_of(reach: &Reach) -> Option<Recurrence> {
    Some(Recurrence::Window {
        window: usize::try_from(reach.below).ok()?,
        from: usize::try_from(reach.from).ok()?,
        modulus: usize::try_from(reach.modulus).ok()?,
    })
}
