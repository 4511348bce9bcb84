//! The theories, in the order in which they are asked.

use super::{Theory, exact, extreme, moore, quotient, selective, tame};
use crate::expr::position::{Header, Position};
use crate::solve::solver::{Solver, engine_declines};
use crate::work::{Declined, Failure, Halt};

/// Makes a theory of a position, or says why it does not apply.
pub(crate) type Make = fn(&mut Solver, &Position) -> Result<Box<dyn Theory>, Halt>;

/// A theory that may be asked.
pub(crate) struct Entry {
    /// The name by which it is switched off.
    pub(crate) name: &'static str,
    /// What it is called in sentences.
    pub(crate) words: &'static str,
    /// Whether it is about positions of such games at all; asked of the game of every term.
    pub(crate) covers: fn(&Header) -> bool,
    pub(crate) make: Make,
}

/// All theories.
pub(crate) const THEORIES: [Entry; 7] = [
    Entry {
        name: "moore",
        words: "Moore's theorem",
        covers: moore::covers,
        make: moore::make,
    },
    Entry {
        name: "selective",
        words: "the theorem of selective sums",
        covers: selective::covers,
        make: selective::make,
    },
    Entry {
        name: "exact",
        words: "the rule of Exact Nim",
        covers: exact::covers,
        make: exact::make,
    },
    Entry {
        name: "remoteness",
        words: "the theorem of conjunctive sums",
        covers: extreme::covers_conjunctive,
        make: extreme::make_conjunctive,
    },
    Entry {
        name: "suspense",
        words: "the theorem of continued conjunctive sums",
        covers: extreme::covers_continued,
        make: extreme::make_continued,
    },
    Entry {
        name: "tame",
        words: "Nim's rule for tame piles",
        covers: tame::covers,
        make: tame::make,
    },
    Entry {
        name: "quotient",
        words: "a misère quotient",
        covers: tame::covers,
        make: quotient::make,
    },
];

/// Whether an engine's name is that of a theory.
pub(crate) fn is_theory(name: &str) -> bool {
    THEORIES.iter().any(|entry| entry.name == name)
}

/// The theories that are about a game.
pub(crate) fn covering(header: &Header) -> impl Iterator<Item = &'static Entry> {
    THEORIES.iter().filter(|entry| (entry.covers)(header))
}

/// A theory of a position with its entry.
pub(crate) type Chosen = (&'static Entry, Box<dyn Theory>);

/// The theory of a position, and what the ones before it said.
#[derive(Default)]
pub(crate) struct Choice {
    pub(crate) theory: Option<Chosen>,
    /// Those that do not apply, with the reasons.
    pub(crate) declined: Vec<(&'static Entry, Declined)>,
}

impl Solver {
    /// Asks the theories in order.
    ///
    /// # Errors
    /// A rule has a fault or a cycle, a limit was reached, or the only theory that may be used declines.
    pub(crate) fn theory(&mut self, position: &Position) -> Result<Choice, Failure> {
        let mut choice = Choice::default();
        if self.plain {
            return Ok(choice);
        }
        for entry in &THEORIES {
            let covers = position.terms.iter().all(|term| (entry.covers)(&term.game));
            if !covers || !self.allowed.allows_theory(entry.name) {
                continue;
            }
            match (entry.make)(self, position) {
                Ok(theory) => {
                    choice.theory = Some((entry, theory));
                    return Ok(choice);
                }
                Err(halt) => choice.declined.push((entry, halt.reason()?)),
            }
        }
        if let (Some(only), Some(term)) = (&self.allowed.theory, position.terms.first()) {
            let declined = choice.declined.into_iter();
            let declined = declined.map(|(entry, why)| (entry.name, why)).collect();
            return Err(engine_declines(only, &term.game, &declined).into());
        }
        Ok(choice)
    }
}
