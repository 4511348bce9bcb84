//! Which way is taken, with which mask and which witnesses: chosen by the work counted so far. Only the speed depends on it.

use super::dense::{self, Dense};
use super::guarded::Guarded;
use super::space::Space;
use super::{Breaking, Choice, Way, mask, witness};

/// So many piles are computed before the sparse-space method is judged, at least.
const SPAN: u64 = 512;

/// A search for one value is so much work, about.
const SEARCH: u64 = 120;

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
                self.choose_mask();
            }
        }
        self.rare_at_review = self.rare().len();
        self.spent = (0, 0);
    }

    /// Chooses witnesses again once the searches for values that the old ones did not have took longer than a choice takes.
    fn choose_witnesses_again(&mut self) {
        if let Way::Sparse(space) = &self.way
            && space.counts.searches * SEARCH > self.choosing
        {
            self.choose_witnesses();
        }
    }

    fn choose_witnesses(&mut self) {
        if let Way::Sparse(space) = &mut self.way {
            let witnesses = witness::choose(space, &self.values, &self.rules);
            self.choosing = witnesses.work;
            space.set_witnesses(witnesses, &self.values);
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

    /// Leaves the sparse-space method where the plain loop is less work, until the next review.
    fn judge(&mut self) {
        let (work, piles) = self.spent;
        if self.choice != Choice::Auto || piles < SPAN / 8 || !self.is_sparse() {
            return;
        }
        let len = self.values.len();
        let plain = dense::work(len, &self.rules).saturating_mul(piles);
        // What is far more work is seen at once.
        if piles < SPAN && work <= plain.saturating_mul(4) {
            return;
        }
        self.spent = (0, 0);
        if work > plain + plain / 4 {
            self.way = if self.rules.guarded() {
                Way::Guarded(Box::new(Guarded::new(None, &self.values)))
            } else {
                Way::Dense(Dense::new(&self.values))
            };
            // The more work it was, the later it is tried again.
            let is_much = work > plain.saturating_mul(2);
            self.review = len + if is_much { len } else { len / 2 };
        }
    }
}
