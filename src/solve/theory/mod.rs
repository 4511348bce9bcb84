//! Theories: theorems that decide whole positions where the xor of Grundy values does not, without a search.
//!
//! [`THEORIES`] lists them in the order in which they are asked. Each is a [`Theory`] in a file of its own: its maker checks the
//! premise for a position and returns the theory with what it knows of that position, or says why it declines. What holds of the
//! piles that can be reached is found by [`calm`] (they are piles of Nim in disguise) and [`measure`] (remoteness, suspense,
//! outcomes).

pub(super) mod calm;
mod digits;
mod exact;
mod extreme;
pub(super) mod measure;
mod misere;
mod moore;
mod product;
mod quotient;
mod selective;
pub(crate) mod table;
mod tame;
pub(crate) mod winning;

use super::policy::engine_declines;
use super::values::Values;
use crate::expr::position::{Header, Position};
use crate::work::{Declined, Failure, Halt};
use table::Table;
use winning::Turns;

/// What a theorem says of one position whose premise was checked.
pub(crate) trait Theory {
    /// Whether the player to move wins.
    fn first_wins(&self) -> bool;

    /// The theorem, and why it may be used here: part of a sentence.
    fn premise(&self) -> String;

    /// Why, as a table.
    fn table(&self) -> Table;

    /// Winning turns, at most about `limit`, read off without a look at all turns; `None`: they have to be looked at.
    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure>;

    /// How many turns perfect play lasts, where the theorem says so.
    fn length(&self) -> Option<u32> {
        None
    }

    /// The Grundy value of the position, where the theorem gives it.
    fn grundy(&self) -> Option<u64> {
        None
    }
}

/// Makes a theory of a position, or says why it does not apply.
type Make = fn(&mut Values, &Position) -> Result<Box<dyn Theory>, Halt>;

/// A theory that may be asked.
pub(crate) struct Entry {
    /// The name by which it is switched off.
    pub(crate) name: &'static str,
    /// What it is called in sentences.
    pub(crate) words: &'static str,
    /// Whether it is about positions of such games at all; asked of the game of every term.
    pub(crate) covers: fn(&Header) -> bool,
    make: Make,
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

/// Asks the theories in order.
///
/// # Errors
/// A rule has a fault or a cycle, a limit was reached, or the only theory that may be used declines.
pub(crate) fn choose(position: &Position, memory: &mut Values) -> Result<Choice, Failure> {
    let mut choice = Choice::default();
    let policy = memory.piles.policy().clone();
    for entry in &THEORIES {
        let covers = position.terms.iter().all(|term| (entry.covers)(&term.game));
        if !covers || !policy.allows_theory(entry.name) {
            continue;
        }
        match (entry.make)(memory, position) {
            Ok(theory) => {
                choice.theory = Some((entry, theory));
                return Ok(choice);
            }
            Err(halt) => choice.declined.push((entry, halt.reason()?)),
        }
    }
    if let (false, Some(only), Some(term)) = (policy.plain, &policy.theory, position.terms.first())
    {
        let declined = choice.declined.into_iter();
        let declined = declined.map(|(entry, why)| (entry.name, why)).collect();
        return Err(engine_declines(only, &term.game, &declined).into());
    }
    Ok(choice)
}
