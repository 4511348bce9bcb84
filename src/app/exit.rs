//! How a command or an entry ends, and the exit code for it.

use crate::text::diagnostic::{Cause, Report};

/// How a command or an entry ends, what counts most last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Fine,
    /// An expectation failed.
    Failed,
    /// A limit was reached, or the work was interrupted.
    Limit,
    /// The command line or the input cannot be used.
    Input,
    /// nimrule itself is wrong.
    Internal,
}

impl Exit {
    /// The number that the operating system is given.
    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::Input => 2,
            Exit::Limit => 3,
            Exit::Internal => 4,
        }
    }

    /// What the errors of a report lead to.
    pub fn of(report: &Report) -> Exit {
        report
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| match diagnostic.cause {
                Cause::Input | Cause::Foreign => Exit::Input,
                Cause::Time | Cause::Memory | Cause::Effort | Cause::Cancelled => Exit::Limit,
                Cause::Internal => Exit::Internal,
            })
            .max()
            .unwrap_or(Exit::Fine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::diagnostic::Diagnostic;
    use crate::text::source::Sources;

    #[test]
    fn bad_input_counts_before_limits_and_these_before_failures() {
        let worst = [Exit::Failed, Exit::Input, Exit::Limit, Exit::Fine]
            .into_iter()
            .max();
        assert_eq!(worst.map(Exit::code), Some(2));
        assert_eq!(Exit::Limit.max(Exit::Failed).code(), 3);
        let of = |diagnostic| {
            Exit::of(&Report {
                diagnostics: vec![diagnostic],
                sources: Sources::default(),
            })
        };
        let limit = Diagnostic::error("time_limit", "too long").cause(Cause::Time);
        assert_eq!(of(limit), Exit::Limit);
        assert_eq!(
            of(Diagnostic::internal("two values for one pile")).code(),
            4
        );
        assert!(Exit::Internal > Exit::Input);
    }
}
