//! Work that may take a moment only. It is counted, not timed: what is done in a moment is the same on every machine.

use crate::solve::{Solver, Trouble};
use crate::text::diagnostic::Cause;

/// Runs some work with so many steps; `None` where these were too few.
pub(super) fn with_effort<T>(
    solver: &mut Solver,
    effort: u64,
    work: impl FnOnce(&mut Solver) -> Result<T, Trouble>,
) -> Result<Option<T>, Trouble> {
    let budget = solver.machine.budget.clone();
    solver.machine.budget = budget.within(effort);
    let result = work(solver);
    solver.machine.budget = budget;
    match result {
        Ok(done) => Ok(Some(done)),
        Err(trouble) if trouble.clone().into_diagnostic().code == "effort_limit" => {
            // Unless it was the limit of the whole.
            solver.machine.budget.look()?;
            Ok(None)
        }
        Err(trouble) => Err(trouble),
    }
}

/// Whether a rule fails at some pile, and not a limit.
pub(super) fn is_fault(trouble: &Trouble) -> bool {
    trouble.clone().into_diagnostic().cause == Cause::Input
}
