//! Work that may take a moment only.

use std::time::Duration;

use crate::diagnostic::Cause;
use crate::solve::{Solver, Trouble};

/// Runs some work with little time; `None` where that was too little.
pub(super) fn in_time<T>(
    solver: &mut Solver,
    time: Duration,
    work: impl FnOnce(&mut Solver) -> Result<T, Trouble>,
) -> Result<Option<T>, Trouble> {
    let budget = solver.machine.budget.clone();
    solver.machine.budget = budget.within(time);
    let result = work(solver);
    solver.machine.budget = budget;
    match result {
        Ok(done) => Ok(Some(done)),
        Err(trouble) if trouble.clone().into_diagnostic().code == "time_limit" => {
            // Unless it was the user's own limit.
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
