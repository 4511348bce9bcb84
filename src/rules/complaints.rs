//! Complaints as they are collected: each once, and not without end.

use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// An error that is in the book's complaints already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reported;

/// A result whose error was complained about.
pub(super) type Checked<T> = Result<T, Reported>;

/// How many complaints are kept: nobody reads more.
const MOST: usize = 200;

/// Complaints in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub(super) struct Complaints {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Complaints {
    /// Adds a complaint, unless it is there already or there are too many.
    pub(super) fn add(&mut self, complaint: Diagnostic) {
        if complaint.is_error() {
            self.errors += 1;
        }
        if self.list.len() < MOST && !self.list.contains(&complaint) {
            self.list.push(complaint);
        }
    }

    /// The last complaint, to say more in it.
    pub(super) fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.list.last_mut()
    }

    /// How many errors were added, also those that were not kept.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// How many complaints are kept.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The first error among those added since there were `before` complaints.
    pub(super) fn first_error_since(&self, before: usize) -> Option<Diagnostic> {
        let new = self.list.get(before..).unwrap_or(&[]);
        new.iter().find(|complaint| complaint.is_error()).cloned()
    }

    /// An error whose first place lies inside a span.
    pub(super) fn error_within(&self, span: Span) -> Option<Diagnostic> {
        let is_inside = |complaint: &&Diagnostic| {
            complaint.is_error()
                && complaint.labels.first().is_some_and(|label| {
                    label.span.source == span.source
                        && span.start <= label.span.start
                        && label.span.end <= span.end
                })
        };
        self.list.iter().find(is_inside).cloned()
    }

    /// All of them, taken out.
    pub(super) fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        std::mem::take(&mut self.list)
    }

    /// Goes back to `earlier`; what was added since is returned.
    pub(super) fn take_back(&mut self, earlier: &Complaints) -> Vec<Diagnostic> {
        let now = std::mem::replace(self, earlier.clone());
        now.list.into_iter().skip(earlier.list.len()).collect()
    }
}
