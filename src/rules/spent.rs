//! What a rulebook takes: its limits, what is left of them for the work under way, and the bytes of what it keeps.

use crate::text::diagnostic::Diagnostic;
use crate::work::budget::{Account, Budget, Limits};

/// What is left of the limits, and what is kept.
#[derive(Debug, Clone)]
pub(super) struct Spent {
    pub(super) limits: Limits,
    /// What is left of them for the addition or question.
    pub(super) budget: Budget,
    /// Bytes of texts and trees.
    pub(super) held: u64,
    /// Bytes of constants and games.
    pub(super) made: u64,
    /// Bytes of the constants in trees.
    pub(super) folded: u64,
    /// Bytes of the expressions of the definition that is being checked.
    pub(super) checking: u64,
    /// Whether a limit ended the work.
    pub(super) stopped: bool,
    /// The complaint about it, until somebody is told.
    pub(super) ended: Option<Diagnostic>,
    /// The bytes that were made before the work, and those that were made while the rules were read.
    pub(super) before: u64,
    own_made: u64,
}

impl Spent {
    /// Nothing is kept yet.
    pub(super) fn new(limits: Limits) -> Spent {
        Spent {
            budget: Budget::start(&limits),
            limits,
            held: 0,
            made: 0,
            folded: 0,
            checking: 0,
            stopped: false,
            ended: None,
            before: 0,
            own_made: 0,
        }
    }

    /// Starts the clock for a question or an addition that no session is asked for.
    pub(super) fn new_budget(&self) -> Budget {
        Budget::start(&self.limits)
    }

    /// Bytes of everything that is kept.
    pub(super) fn bytes(&self) -> u64 {
        self.held + self.made + self.folded + self.checking
    }

    /// What is left, where so many bytes are in use beside what is kept.
    pub(super) fn left(&self, beside: u64) -> Budget {
        self.budget.hold(Account::Rules, self.bytes() + beside);
        self.budget.clone()
    }

    /// Begins with a part of some work.
    pub(super) fn start(&mut self) {
        self.stopped = false;
        self.before = self.made;
        self.checking = 0;
    }

    /// What was made in the work under way is a part of the rules.
    pub(super) fn own_what_was_made(&mut self) {
        self.own_made += self.made - self.before;
    }

    /// Of what was made for questions only so many bytes are left.
    pub(super) fn keep_of_questions(&mut self, bytes: u64) {
        self.made = self.own_made + bytes;
    }

    /// Nothing that was made is left.
    pub(super) fn forget_what_was_made(&mut self) {
        (self.made, self.own_made, self.before, self.folded) = (0, 0, 0, 0);
    }
}
