//! Which way is taken, with which mask and which witnesses: chosen by what was measured so far. Only the speed depends on it.

use std::time::Instant;

use super::dense::{self, Dense};
use super::guarded::Guarded;
use super::space::Space;
use super::{Breaking, Choice, Way, mask, witness};

/// So many piles are computed between two measurements of the sparse-space method, at least.
const SPAN: u64 = 512;

/// Nanoseconds a search for one value takes, about.
const SEARCH: f64 = 60.0;

impl Breaking {
    /// Chooses the way, the mask and the witnesses again, when it is time to.
    pub(super) fn review(&mut self) {
        let len = self.values.len();
        if self.choice == Choice::Dense || self.rules.solved() {
            return;
        }
        if len < self.review {
            self.judge();
            return;
        }
        self.review = len + len / 4;
        match &self.way {
            Way::Sparse(space) if space.rare.len() == self.rare_at_review => {
                self.choose_witnesses_again();
            }
            Way::Guarded(guarded)
                if guarded.mask.is_some() && guarded.rare.len() == self.rare_at_review => {}
            _ => {
                if !self.is_sparse() {
                    self.measure_plain();
                }
                self.choose_mask();
            }
        }
        self.rare_at_review = self.rare().len();
        self.spent = (0.0, 0);
    }

    /// Chooses witnesses again once the searches for values that the old ones did not have took longer than a choice takes.
    fn choose_witnesses_again(&mut self) {
        if let Way::Sparse(space) = &self.way
            && space.counts.searches as f64 * SEARCH > self.choosing
        {
            self.choose_witnesses();
        }
    }

    fn choose_witnesses(&mut self) {
        if let Way::Sparse(space) = &mut self.way {
            let start = Instant::now();
            let witnesses = witness::choose(space, &self.values, &self.rules);
            space.set_witnesses(witnesses, &self.values);
            self.choosing = start.elapsed().as_nanos() as f64;
        }
    }

    /// Takes the sparse-space method with the best mask, unless the mask in use is about as good.
    fn choose_mask(&mut self) {
        let (mut mask, rare) = mask::choose(&self.values, &self.rules);
        if let Some(old) = self.mask()
            && mask::count(&self.values, old) * 9 <= rare * 10
        {
            mask = old;
        }
        if self.mask() == Some(mask) {
            self.choose_witnesses_again();
            return;
        }
        self.reach.forget();
        if self.rules.guarded() {
            self.way = Way::Guarded(Box::new(Guarded::new(Some(mask), &self.values)));
        } else {
            let space = Space::new(self.engine, mask, &self.values, &self.rules);
            self.way = Way::Sparse(Box::new(space));
            self.choose_witnesses();
        }
    }

    /// Leaves the sparse-space method where the plain loop is faster, until the next review.
    fn judge(&mut self) {
        let (time, piles) = self.spent;
        if self.choice != Choice::Auto || piles < SPAN / 8 {
            return;
        }
        let plain = self.pace * dense::work(self.values.len(), &self.rules) as f64;
        // What is far slower is seen at once.
        let is_clear = self.is_sparse() && time / piles as f64 > 4.0 * plain;
        if piles < SPAN && !is_clear {
            return;
        }
        if !self.is_sparse() {
            self.measure_plain();
            return;
        }
        self.spent = (0.0, 0);
        if time / piles as f64 > 1.25 * plain {
            self.way = if self.rules.guarded() {
                Way::Guarded(Box::new(Guarded::new(None, &self.values)))
            } else {
                Way::Dense(Dense::new(&self.values))
            };
            let len = self.values.len();
            // The slower it was, the later it is tried again.
            let much = time / piles as f64 > 2.0 * plain;
            self.review = len + if much { len } else { len / 2 };
        }
    }

    /// Learns how long the plain loop takes.
    fn measure_plain(&mut self) {
        let (time, piles) = self.spent;
        let len = self.values.len();
        let middle = len.saturating_sub(piles as usize / 2);
        let work = dense::work(middle, &self.rules) as f64 * piles as f64;
        if work > 0.0 && time > 0.0 {
            self.pace = time / work;
        }
        self.spent = (0.0, 0);
    }
}
