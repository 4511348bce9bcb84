//! The engines for single-number piles, in the order in which they are asked.

use super::engine::{Engine, Subject};
use super::{Refusals, amounts, interval, line, loops, nim, recurrence, sparse};
use crate::solve::policy::Policy;
use crate::work::Declined;

/// Makes an engine for a game, or says why it does not apply.
pub type Make = fn(&Subject<'_>) -> Result<Box<dyn Engine>, Declined>;

/// Name and maker of each engine, the most special first.
pub const ENGINES: [(&str, Make); 11] = [
    (nim::NAME, nim::make),
    ("constrained", nim::make_constrained),
    ("subtraction", loops::make_subtraction),
    ("sparse", sparse::make),
    ("dense", sparse::make_dense),
    ("all-but", loops::make_all_but),
    ("interval", interval::make),
    ("amounts", amounts::make),
    ("recurrence", recurrence::make),
    ("parts", loops::make_parts),
    ("line", line::make),
];

/// A name with its engine, and what the ones before it said.
pub type Accepted = (&'static str, Box<dyn Engine>, Refusals);

/// Asks the engines in order for the one of a game; those that `failed` count as declined. Where none applies: why not.
pub fn choose(
    subject: &Subject<'_>,
    policy: &Policy,
    failed: &[(&'static str, Declined)],
) -> Result<Accepted, Refusals> {
    let mut declined = Vec::new();
    for (name, make) in ENGINES {
        if !policy.allows(name) {
            continue;
        }
        if let Some(failure) = failed.iter().find(|(failed, _)| *failed == name) {
            declined.push(failure.clone());
            continue;
        }
        match make(subject) {
            Ok(engine) => return Ok((name, engine, declined)),
            Err(why) => declined.push((name, why)),
        }
    }
    Err(declined)
}
