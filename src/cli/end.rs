//! Why a command stops before its end.

use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::Sources;

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
