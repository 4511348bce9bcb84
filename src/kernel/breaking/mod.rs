//! Values of taking-and-breaking games in which a move leaves at most two piles.
//!
//! Two ways lead to the value of a pile. The plain loop looks at all splits. The sparse-space method (after Berlekamp, Conway and
//! Guy, Winning Ways, ch. 4) divides the values into two classes such that most piles are common: options of class 1 then need
//! a rare part, and of the many options of class 0 one for each value is enough. Both are exact; which one is faster depends
//! on how many piles are rare, and is judged by the work that they take, which is counted and not timed: a choice is the same on
//! every machine.

mod dense;
mod guarded;
mod known;
mod mask;
mod proof;
mod rules;
mod space;
mod squeezed;
mod state;
mod window;
mod witness;

pub use known::{Gone, Known};
pub use mask::{Mask, fewest_rare};
pub use rules::{Guard, One, Rules, Split};
pub use state::State;
use window::Forgetting;
pub use window::{STRETCH, Window};

use self::dense::Dense;
use self::guarded::RarePiles;
use self::proof::{Reach, UNKNOWN};
use self::space::{Ended, Space};
use super::period::{Period, by_guy_smith};
use crate::kernel::simd::Width;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How the values are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// The one with less work.
    Auto,
    /// The sparse-space method, after some first piles, also where it is more work.
    Sparse,
    /// The plain loop.
    Dense,
}

/// How many piles are computed by the plain loop, whatever the strategy.
const FIRST: usize = 192;

/// How many splits of the plain loop are about a step of a budget.
const SPLITS_IN_A_STEP: u64 = 100;

/// How many piles with guards are computed before the way is judged.
const ROUND: usize = 64;

/// How many piles are computed before the sparse-space method is judged, at least.
const SPAN: u64 = 512;

/// A search for one value is so much work, about.
const SEARCH: u64 = 120;

/// More piles than this are not computed.
const LONGEST: usize = 1 << 31;

#[derive(Debug)]
pub struct Breaking {
    rules: Rules,
    most: usize,
    strategy: Strategy,
    width: Width,
    values: Known,
    way: BreakingMethod,
    reach: Reach,
    forgetting: Forgetting,
    /// How many of the values come from another run.
    resumed: usize,
    full: bool,
    review: Review,
}

/// When the way, the mask and the witnesses are chosen again.
#[derive(Debug)]
struct Review {
    /// At this many piles.
    at: usize,
    /// How many piles were rare the last time.
    rare: usize,
    /// Work and piles of the way in use since it was last judged. The unit of work is a split in the plain loop.
    spent: (u64, u64),
    /// The work of the last choice of witnesses.
    choosing: u64,
}

impl Review {
    /// Nothing is chosen yet.
    const FIRST: Review = Review {
        at: FIRST,
        rare: 0,
        spent: (0, 0),
        choosing: 0,
    };
}

#[derive(Debug)]
enum BreakingMethod {
    Dense(Dense),
    Sparse(Box<Space>),
    Guarded(Box<RarePiles>),
}

impl Breaking {
    /// A game in which an amount of `singles` may be taken from a pile that stays together (amounts of 0 are no moves and left
    /// out), or an amount of `splits` from a pile whose rest is split into two.
    pub fn new(
        singles: Vec<(usize, One)>,
        splits: Vec<Split>,
        strategy: Strategy,
        width: Width,
    ) -> Breaking {
        let mut rules = Rules { singles, splits };
        rules.singles.retain(|&(amount, _)| amount > 0);
        let mut breaking = Breaking {
            most: rules.most(),
            rules,
            strategy,
            width,
            values: Known::default(),
            forgetting: Forgetting::default(),
            resumed: 0,
            way: BreakingMethod::Dense(Dense::new(&[])),
            reach: Reach::default(),
            full: false,
            review: Review::FIRST,
        };
        breaking.way = breaking.way_of(None, &breaking.values);
        breaking
    }

    /// The values of the first piles: all that are known, unless some were forgotten.
    pub fn values(&self) -> &[u16] {
        self.values.first()
    }

    /// The values known, with what was forgotten.
    pub fn known(&self) -> &Known {
        &self.values
    }

    /// Whether a value came up that does not fit 16 bits, or there are too many piles: no more values will be known.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Whether the sparse-space method is in use now.
    pub fn is_sparse(&self) -> bool {
        self.mask().is_some()
    }

    fn mask(&self) -> Option<Mask> {
        match &self.way {
            BreakingMethod::Dense(_) => None,
            BreakingMethod::Sparse(space) => Some(space.mask),
            BreakingMethod::Guarded(guarded) => guarded.mask,
        }
    }

    /// How many piles are rare under the mask in use; pile 0 does not count.
    pub fn rare_heaps(&self) -> usize {
        self.rare().len()
    }

    fn rare(&self) -> &[u32] {
        match &self.way {
            BreakingMethod::Dense(_) => &[],
            BreakingMethod::Sparse(space) => &space.rare,
            BreakingMethod::Guarded(guarded) => &guarded.rare,
        }
    }

    pub fn bytes(&self) -> u64 {
        let way = match &self.way {
            BreakingMethod::Dense(_) => 1 << 16,
            BreakingMethod::Sparse(space) => space.bytes(),
            BreakingMethod::Guarded(guarded) => (1 << 17) + guarded.rare.capacity() as u64 * 4,
        };
        self.values.bytes() + self.reach.bytes() + way
    }

    /// The period, where the values known prove one: by Guy and Smith's theorem, or by a window that repeats (module `proof`).
    /// Only for splits that are all allowed, equal parts included. O(n).
    pub fn proof(&self) -> Option<Period> {
        if !self.rules.plain() {
            return None;
        }
        if let BreakingMethod::Sparse(space) = &self.way {
            let last = space.last_rare();
            let period = proof::by_window(&self.values, last, &self.reach, self.most);
            if period.is_some() {
                return period;
            }
        }
        match self.values.is_whole() {
            true => by_guy_smith(self.values.all(), self.most, 2),
            false => None,
        }
    }

    /// Computes the values of all piles below `len`, or until one does not fit ([`Breaking::is_full`]).
    /// After a limit the values so far stay, and work can go on.
    pub fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        while self.values.len() < len && !self.full {
            if self.values.kept() >= LONGEST {
                self.full = true;
                break;
            }
            self.forget();
            self.reserve(len, budget)?;
            self.review();
            let before = self.values.len();
            let done = match self.way {
                BreakingMethod::Dense(_) => self.plain(len, budget),
                BreakingMethod::Sparse(_) => self.sparse(len, budget),
                BreakingMethod::Guarded(_) => self.guarded(len, budget),
            };
            let work = self.take_work(before);
            self.review.spent.0 += work;
            self.review.spent.1 += self.values.len().saturating_sub(before) as u64;
            done?;
            budget.spend(work / SPLITS_IN_A_STEP)?;
        }
        Ok(())
    }

    /// The work that the way in use counted, where there were so many values before it.
    fn take_work(&mut self, before: usize) -> u64 {
        match &mut self.way {
            BreakingMethod::Dense(_) => {
                let piles = before..self.values.len();
                piles.map(|pile| dense::work(pile, &self.rules)).sum()
            }
            BreakingMethod::Sparse(space) => std::mem::take(&mut space.work),
            BreakingMethod::Guarded(guarded) => std::mem::take(&mut guarded.work),
        }
    }

    /// Makes room for some more values.
    fn reserve(&mut self, len: usize, budget: &Budget) -> Result<(), Limit> {
        if self.values.room() > 64 {
            return Ok(());
        }
        let (kept, known) = (self.values.kept(), self.values.len());
        let more = (kept / 4 + 4096).min(len - known) + 128;
        // The planes of the sparse-space method may grow by as much.
        let bytes = self.bytes() + more as u64 * 4;
        budget.need(bytes)?;
        match self.values.reserve(more) {
            true => Ok(()),
            false => Err(budget.refusal(bytes)),
        }
    }

    fn plain(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        let BreakingMethod::Dense(dense) = &mut self.way else {
            return Ok(());
        };
        let mut work = 0;
        let stop = if self.strategy == Strategy::Dense || self.rules.solved() {
            len
        } else {
            len.min(self.review.at)
        };
        while self.values.len() < stop && work < 1 << 22 {
            let pile = self.values.len();
            let Some(value) = dense.value(self.values.all(), &self.rules) else {
                self.full = true;
                break;
            };
            self.values.push(value);
            self.reach.note(pile, UNKNOWN);
            work += dense::work(pile, &self.rules);
            if self.values.room() == 0 {
                break;
            }
            budget.step()?;
        }
        Ok(())
    }

    fn guarded(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        let BreakingMethod::Guarded(guarded) = &mut self.way else {
            return Ok(());
        };
        let stop = len.min(self.review.at.max(self.values.len() + 1));
        let stop = stop.min(self.values.len() + ROUND);
        while self.values.len() < stop {
            let pile = self.values.len();
            let value = guarded.value(self.values.all(), &mut self.rules, budget)?;
            let Ok(value) = u16::try_from(value) else {
                self.full = true;
                break;
            };
            guarded.note(pile, value);
            self.values.push(value);
            if self.values.room() == 0 {
                break;
            }
        }
        Ok(())
    }

    fn sparse(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        let BreakingMethod::Sparse(space) = &mut self.way else {
            return Ok(());
        };
        // About a millisecond of work.
        let work = 1 << 22;
        let block =
            64 * (64 + space.witnesses.marks.len() + space.rare.len() * self.rules.splits.len());
        for _ in 0..work / block + 1 {
            if self.values.len() >= len.min(self.review.at) || self.values.room() < 64 {
                break;
            }
            let Breaking {
                values,
                rules,
                reach,
                ..
            } = self;
            let start = values.len();
            let ended = space.block(values, rules, len, budget);
            reach.note(start, space.farthest);
            reach.note(values.len().saturating_sub(1).max(start), space.farthest);
            match ended? {
                Ended::Whole => {}
                Ended::TooWide => {
                    let witnesses = std::mem::take(&mut space.witnesses);
                    **space = Space::new(self.width, space.mask, values, rules);
                    space.set_witnesses(witnesses, values);
                }
                Ended::Full => {
                    self.full = true;
                    break;
                }
                Ended::Gone => {
                    self.forgetting.needs_all = true;
                    self.keep_all();
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Which way is taken, with which mask and which witnesses: chosen by the work counted so far. Only the speed depends on it.
impl Breaking {
    /// Chooses the way, the mask and the witnesses again, when it is time to.
    fn review(&mut self) {
        let len = self.values.len();
        if self.strategy == Strategy::Dense || self.rules.solved() {
            return;
        }
        if len < self.review.at {
            self.judge();
            return;
        }
        self.review.at = len + len / 4;
        match &self.way {
            BreakingMethod::Sparse(space)
                if space.rare.len() == self.review.rare || !self.values.is_whole() =>
            {
                self.choose_witnesses_again();
            }
            BreakingMethod::Guarded(guarded)
                if guarded.mask.is_some() && guarded.rare.len() == self.review.rare => {}
            BreakingMethod::Dense(_) | BreakingMethod::Sparse(_) | BreakingMethod::Guarded(_) => {
                self.choose_mask();
            }
        }
        self.review.rare = self.rare().len();
        self.review.spent = (0, 0);
    }

    /// Chooses witnesses again once the searches for values that the old ones did not have took longer than a choice takes.
    fn choose_witnesses_again(&mut self) {
        if let BreakingMethod::Sparse(space) = &self.way
            && space.counts.searches * SEARCH > self.review.choosing
        {
            self.choose_witnesses();
        }
    }

    fn choose_witnesses(&mut self) {
        if let BreakingMethod::Sparse(space) = &mut self.way {
            let witnesses = witness::choose(space, &self.values, &self.rules);
            self.review.choosing = witnesses.work;
            space.set_witnesses(witnesses, &self.values);
        }
    }

    /// Takes the sparse-space method with the best mask, unless the mask in use is about as good.
    fn choose_mask(&mut self) {
        let (mut mask, rare) = mask::choose(self.values.all(), &self.rules);
        if let Some(old) = self.mask()
            && mask::count(self.values.all(), old) * 9 <= rare * 10
        {
            mask = old;
        }
        if self.mask() == Some(mask) {
            self.choose_witnesses_again();
            return;
        }
        self.reach.clear();
        self.way = self.way_of(Some(mask), &self.values);
        self.choose_witnesses();
    }

    /// The way with that mask, or the plain loop.
    fn way_of(&self, mask: Option<Mask>, values: &Known) -> BreakingMethod {
        match mask {
            _ if self.rules.guarded() => {
                BreakingMethod::Guarded(Box::new(RarePiles::new(mask, values.all())))
            }
            Some(mask) => {
                let space = Space::new(self.width, mask, values, &self.rules);
                BreakingMethod::Sparse(Box::new(space))
            }
            None => BreakingMethod::Dense(Dense::new(values.all())),
        }
    }

    /// Leaves the sparse-space method where the plain loop is less work, until the next review.
    fn judge(&mut self) {
        let (work, piles) = self.review.spent;
        if self.strategy != Strategy::Auto
            || piles < SPAN / 8
            || !self.is_sparse()
            || !self.values.is_whole()
        {
            return;
        }
        let len = self.values.len();
        let plain = dense::work(len, &self.rules).saturating_mul(piles);
        // What is far more work is seen at once.
        if piles < SPAN && work <= plain.saturating_mul(4) {
            return;
        }
        self.review.spent = (0, 0);
        if work > plain + plain / 4 {
            self.way = self.way_of(None, &self.values);
            // The more work it was, the later it is tried again.
            let is_much = work > plain.saturating_mul(2);
            self.review.at = len + if is_much { len } else { len / 2 };
        }
    }
}

#[cfg(test)]
mod tests;
