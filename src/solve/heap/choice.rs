//! The engines for single-number piles, in the order in which they are asked.

use super::engine::{Engine, Subject};
use super::{
    Refusals, all_but, amounts, constrained, interval, line, nim, parts, recurrence, sparse,
    subtraction,
};
use crate::work::Declined;

/// Makes an engine for a game, or says why it does not apply.
pub type Make = fn(&Subject<'_>) -> Result<Box<dyn Engine>, Declined>;

/// Name and maker of each engine, the most special first.
pub const ENGINES: [(&str, Make); 11] = [
    (nim::NAME, nim::make),
    ("constrained", constrained::make),
    ("subtraction", subtraction::make),
    ("sparse", sparse::make),
    ("dense", sparse::make_dense),
    ("all-but", all_but::make),
    ("interval", interval::make),
    ("amounts", amounts::make),
    ("recurrence", recurrence::make),
    ("parts", parts::make),
    ("line", line::make),
];

/// Which engines may be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Only this one.
    pub only: Option<String>,
    /// Of the theories only this one.
    pub theory: Option<String>,
    /// Not these.
    pub without: Vec<String>,
}

impl Allowed {
    /// Whether an engine may be used.
    pub fn allows(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name) && !self.spares(name)
    }

    /// Whether a theory of whole positions may be used.
    pub fn allows_theory(&self, name: &str) -> bool {
        self.theory.as_deref().is_none_or(|theory| theory == name) && !self.spares(name)
    }

    fn spares(&self, name: &str) -> bool {
        self.without.iter().any(|without| without == name)
    }
}

/// The engine for a game with its name, and what the ones before it said.
#[derive(Debug)]
pub struct Choice {
    /// The engine that applies.
    pub engine: Option<(&'static str, Box<dyn Engine>)>,
    /// The names of engines that do not apply and why.
    pub declined: Refusals,
}

/// Asks the engines in order; those that `failed` count as declined.
pub fn choose(
    subject: &Subject<'_>,
    allowed: &Allowed,
    failed: &[(&'static str, Declined)],
) -> Choice {
    let mut declined = Vec::new();
    for (name, make) in ENGINES {
        if !allowed.allows(name) {
            continue;
        }
        if let Some(failure) = failed.iter().find(|(failed, _)| *failed == name) {
            declined.push(failure.clone());
            continue;
        }
        match make(subject) {
            Ok(engine) => {
                return Choice {
                    engine: Some((name, engine)),
                    declined,
                };
            }
            Err(why) => declined.push((name, why)),
        }
    }
    Choice {
        engine: None,
        declined,
    }
}
