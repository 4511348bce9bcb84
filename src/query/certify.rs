//! Certificates of proven periods: made from what an engine found, checked without it.

use crate::certificate::{self, Certificate, Rejected};
use crate::diagnostic::Diagnostic;
use crate::expr::position::Header;
use crate::solve::{Solver, Trouble};
use crate::transition::taking::{Family, recognise};

/// The certificate of the game's period, which is looked for among piles up to `to`.
pub(super) fn certify(
    solver: &mut Solver,
    game: &Header,
    to: Option<u64>,
) -> Result<Certificate, Trouble> {
    let found = solver.with_heap(game.id, |heap, machine| {
        let to = to.unwrap_or_else(|| heap.reach());
        heap.prove(to, machine)
    })?;
    let Some(period) = found.flatten() else {
        return Err(Diagnostic::error(
            "no_period",
            format!(
                "no period of {} is proven, so there is no certificate",
                game.label
            ),
        )
        .help("`nimrule period` without `--certificate` says how far it looked")
        .into());
    };
    let families = families(solver, game)?;
    let theorem = certificate::premise(&families)
        .map_err(|why| no_certificate(game, &why))?
        .in_step_from((period.preperiod as u64).max(period.checked_to as u64));
    let Ok(heap) = solver.heap(game.id)? else {
        return Err(no_certificate(game, "the engine is gone").into());
    };
    let made = Certificate::new(&game.label, theorem, period, |pile| heap.known(pile));
    made.ok_or_else(|| no_certificate(game, "the numbers are too large").into())
}

fn families(solver: &mut Solver, game: &Header) -> Result<Vec<Family>, Trouble> {
    let transitions = solver.transitions(game.id)?;
    Ok(recognise(&transitions.game).map_err(|why| no_certificate(game, &why))?)
}

fn no_certificate(game: &Header, why: &str) -> Diagnostic {
    Diagnostic::error(
        "no_certificate",
        format!("there is no certificate for {}: {why}", game.label),
    )
}

/// Checks a certificate for a game; the last pile that was checked.
pub(super) fn verify(
    solver: &mut Solver,
    game: &Header,
    claim: &Certificate,
) -> Result<Result<u64, String>, Trouble> {
    let families = families(solver, game)?;
    let budget = &mut solver.machine.budget;
    match certificate::verify(claim, &game.label, &families, budget) {
        Ok(verified) => Ok(Ok(verified.checked_to)),
        Err(Rejected::Wrong(why)) => Ok(Err(why)),
        Err(Rejected::Stopped { stop, checked_to }) => Err(Trouble::Limit {
            stop,
            progress: format!("checked up to {checked_to} of {}", claim.checked_to),
        }),
    }
}
