//! Values that are forgotten, where the sparse-space method has no use for them: rare piles and witnesses are small then, so that
//! the options which decide a value have one part among the first piles and the other among the last ones.
//!
//! Where a value turns out to need one that was forgotten, all is computed again and kept: the answers are the same.

use super::known::Known;
use super::proof::Reach;
use super::{Breaking, BreakingMethod, Review};
use crate::kernel::simd::LANES;

/// How many values are kept.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    pub first: usize,
    /// Of the last ones, at least.
    pub last: usize,
    /// In all, before some are forgotten.
    pub most: usize,
}

/// The least that is kept: 64 MiB of values at most.
pub const WINDOW: Window = Window {
    first: 1 << 20,
    last: 3 << 23,
    most: 1 << 25,
};

/// A proof is looked for after at most this many values, while all that a shorter period needs is kept.
pub const STRETCH: usize = 1 << 23;

/// Whether values may be forgotten, and when.
#[derive(Debug, Default)]
pub(super) struct Forgetting {
    /// What is kept; `None`: all.
    pub(super) window: Option<Window>,
    /// Whether a value needed one that was forgotten.
    pub(super) needs_all: bool,
    /// At this many values it is looked again whether some may go.
    again_at: usize,
}

impl Window {
    /// As many as half of so many bytes hold: what is forgotten proves no long period.
    pub fn within(memory: u64) -> Window {
        let most = usize::try_from(memory / 4).unwrap_or(usize::MAX);
        let most = most.max(WINDOW.most);
        Window {
            most,
            last: most / 4 * 3,
            ..WINDOW
        }
    }

    /// Periods up to this are found: when a proof is tried first, all from before the preperiod on is kept.
    pub fn longest_period(&self) -> usize {
        self.last.saturating_sub(STRETCH + 2 * self.first)
    }
}

impl Breaking {
    /// Lets values be forgotten from now on; where some were, the window stays.
    pub fn may_forget(&mut self, window: Window) {
        if !self.forgetting.needs_all && self.rules.plain() && self.values.is_whole() {
            self.forgetting.window = Some(window);
        }
    }

    /// Up to which length periods were looked for, where values were forgotten.
    pub fn longest_period(&self) -> Option<usize> {
        let window = self.forgetting.window.filter(|_| !self.values.is_whole());
        window.map(|window| window.longest_period())
    }

    /// Keeps all values from now on, and begins again where some were forgotten.
    pub fn keep_all(&mut self) {
        self.forgetting.window = None;
        if !self.values.is_whole() {
            self.begin_again();
        }
    }

    /// Forgets all values.
    pub(super) fn begin_again(&mut self) {
        self.values = Known::default();
        self.way = self.way_of(None, &Known::default());
        self.reach = Reach::default();
        self.full = false;
        self.review = Review {
            choosing: self.review.choosing,
            ..Review::FIRST
        };
        self.forgetting.again_at = 0;
        self.resumed = 0;
    }

    /// Forgets values when it is time to, and what decided the values lately lies well within the window.
    pub(super) fn forget(&mut self) {
        let kept = self.values.kept();
        let Some(window) = self.forgetting.window else {
            return;
        };
        if kept < window.most.max(self.forgetting.again_at) {
            return;
        }
        let may_go = !self.values.is_whole() || self.fits(window) && self.is_enough(window);
        if may_go {
            self.values.forget(window.first, window.last);
            self.reach.forget(self.values.start());
        } else {
            self.forgetting.again_at = kept + kept / 8;
        }
    }

    /// Whether all that the method looks at besides witnesses lies within the window.
    pub(super) fn fits(&self, window: Window) -> bool {
        let BreakingMethod::Sparse(space) = &self.way else {
            return false;
        };
        let reached = space.span() + self.most + 4 * LANES;
        self.rules.plain()
            && space.rare.len() == self.review.rare
            && space.last_rare() < window.first / 2
            && self.most < window.first / 2
            && reached < window.last.min(self.values.last().len())
    }

    /// Whether the witnesses of late lie there too, so that those to come are likely to.
    fn is_enough(&self, window: Window) -> bool {
        let len = self.values.len();
        let witness = self.reach.most(len / 8..len);
        witness.is_some_and(|part| (part as usize) < window.first / 2)
    }
}
