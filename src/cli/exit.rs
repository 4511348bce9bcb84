//! How a command ends.

use crate::text::diagnostic::{Cause, Diagnostic, Report};
use crate::text::source::Sources;

/// The outcomes of a command, the one that counts most last.
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

    /// What a report leads to.
    pub fn of(report: &Report) -> Exit {
        report
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| match diagnostic.cause {
                Cause::Input => Exit::Input,
                Cause::Limit | Cause::Interrupted => Exit::Limit,
                Cause::Internal => Exit::Internal,
            })
            .max()
            .unwrap_or(Exit::Input)
    }
}

/// Why a command stopped before its end.
#[derive(Debug)]
pub enum End {
    /// Something is wrong with what it was given.
    Report(Report),
    /// Nobody reads the output any more.
    Closed,
    /// The output cannot be written.
    Output(std::io::Error),
}

impl From<Report> for End {
    fn from(report: Report) -> End {
        End::Report(report)
    }
}

impl From<Diagnostic> for End {
    fn from(diagnostic: Diagnostic) -> End {
        End::Report(bare(diagnostic))
    }
}

/// A report of a complaint that points at no text.
pub fn bare(diagnostic: Diagnostic) -> Report {
    Report {
        diagnostics: vec![diagnostic],
        sources: Sources::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_input_counts_before_limits_and_these_before_failures() {
        let worst = [Exit::Failed, Exit::Input, Exit::Limit, Exit::Fine]
            .into_iter()
            .max();
        assert_eq!(worst.map(Exit::code), Some(2));
        assert_eq!(Exit::Limit.max(Exit::Failed).code(), 3);
        let limit = Diagnostic::error("time_limit", "too long").cause(Cause::Limit);
        assert_eq!(Exit::of(&bare(limit)), Exit::Limit);
        let internal = bare(Diagnostic::internal("two values for one pile"));
        assert_eq!(Exit::of(&internal).code(), 4);
        assert!(Exit::Internal > Exit::Input);
    }
}
