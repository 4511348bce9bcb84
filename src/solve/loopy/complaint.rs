//! What is said where plays may go on for ever and no answer is found.

use crate::solve::positions::Positions;
use crate::solve::positions::nodes::Id;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::Failure;

/// The complaint that a question has no answer after a look at so many positions.
pub(super) fn not_known(
    positions: &mut Positions,
    question: &str,
    looked: u64,
    smallest: Option<Id>,
) -> Failure {
    let left_out = match smallest {
        Some(id) => format!("; the smallest one left out is {}", positions.describe(id)),
        None => String::new(),
    };
    Diagnostic::error(
        "search_limit",
        format!("{question} is not known within {looked} positions{left_out}"),
    )
    .help("plays go on to ever more positions, and what lies there may decide")
    .cause(Cause::Effort)
    .into()
}
