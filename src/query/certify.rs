//! Certificates of proven periods: made from what an engine found, checked without it.

use super::answer::Verdict;
use crate::certificate::{self, Certificate, Rejected};
use crate::expr::position::Header;
use crate::solve::Solver;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// The certificate of the game's period, which is looked for among piles up to `to`.
pub(super) fn certify(
    solver: &mut Solver,
    game: &Header,
    to: Option<u64>,
) -> Result<Certificate, Failure> {
    let found = solver.piles().with_heap(game.id, |heap, machine| {
        let to = to.unwrap_or_else(|| heap.engine().reach());
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
        .help("`period` without a certificate says how far it looked")
        .into());
    };
    let transitions = solver.positions().transitions(game.id)?;
    let theorem = certificate::premise(&transitions.game)
        .map_err(|why| no_certificate(game, &why.0))?
        .in_step_from((period.preperiod as u64).max(period.checked_to as u64));
    let Ok(heap) = solver.piles().heap(game.id)? else {
        return Err(no_certificate(game, "the engine is gone").into());
    };
    let (least, len) = (period.period as u64, period.preperiod + period.period);
    let value = |pile| u32::try_from(heap.known(pile)?).ok();
    let values: Option<Vec<u32>> = (0..len as u64).map(value).collect();
    let made = values
        .and_then(|values| Certificate::new(&game.label, theorem, least, period.saltus, values));
    made.ok_or_else(|| no_certificate(game, "the numbers are too large").into())
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
) -> Result<Verdict, Failure> {
    let transitions = solver.positions().transitions(game.id)?;
    match certificate::verify(claim, &transitions.game, solver.budget()) {
        Ok(verified) => Ok(Verdict::Right(verified.checked_to)),
        Err(Rejected::Wrong(why)) => Ok(Verdict::Wrong(why)),
        Err(Rejected::Stopped { stop, checked_to }) => Err(Failure::Limit(
            stop,
            match checked_to {
                Some(last) => format!("checked up to {last} of {}", claim.checked_to),
                None => "before a value was checked".to_string(),
            },
        )),
    }
}
