//! Methods: what decides whole positions.
//!
//! A [`Method`] gives each part of a position an image, and the sum of the images decides. [`choose`] picks one for a position,
//! which then is [`Judged`], and so is what each turn leaves. For sums of components there are the [`xor`] of Grundy values,
//! [`loops`] where plays may go on for ever, and the search over [`whole`] positions. The others are theorems, of misère play
//! ([`tame`], [`quotient`]) and of turns in several piles: [`THEORIES`] lists them in the order in which they are asked, and each
//! declines where its premise does not hold. What holds of the piles that can be reached is found by [`calm`] (they are piles of
//! Nim in disguise) and [`measure`] (remoteness, suspense, outcomes).

pub(super) mod calm;
mod conjunctive;
mod digits;
mod exact;
mod judged;
mod loops;
pub(super) mod measure;
mod misere;
mod moore;
mod product;
mod quotient;
mod selective;
mod tame;
pub(crate) mod told;
mod whole;
pub(crate) mod wythoff;
mod xor;

use super::loopy::{FoundBy, Loopy};
use super::policy::{NEVER_ENDS, Policy, engine_declines};
use super::positions::nodes::Id;
use super::search::Allowance;
use super::values::KnownValues;
use crate::expr::position::{Game, Position, Term, Turn};
use crate::expr::value::Outcome;
use crate::work::failure::found;
use crate::work::{Declined, Failure, Halt};
use conjunctive::Extreme;
pub(crate) use judged::Moved;
use judged::{Judged, Method, Theorem};
use loops::Loops;
use selective::Selective;
use told::{Named, ReadOff, Table};
use whole::BySearch;
use xor::Xor;

/// All that a solver remembers: what is known of plays that may go on for ever, and beside it all else.
pub(crate) struct Memory {
    pub(crate) loopy: Loopy,
    pub(crate) values: KnownValues,
}

/// Why the winner is known.
pub(crate) enum Reason {
    /// By a theorem whose premise holds: part of a sentence.
    Theorem(String),
    /// By the xor of Grundy values.
    Values,
    /// By a theorem this term is won, and the xor of the others is 0.
    WonTerm(usize, &'static Theory),
    /// By a search over whole positions.
    Search,
    /// By values and searches where plays may go on for ever.
    Loopy(FoundBy),
}

/// How long a decided play lasts, in this order: the winner takes the least of it and the loser the greatest. So the winner
/// takes an unknown length only where no win of a known one is there, and the loser prefers it to any known one.
///
/// Won plays end. From a known length the winner comes to a lesser one: all turns of the loser have known lengths again,
/// which are less, since the search that found it looked at them. From an unknown one he goes back in the order in which
/// the values were found.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pace {
    /// How many moves; where plays may go on for ever, the most, as far as a search went.
    Moves(u32),
    /// It is not known; the times at which the components were given their values, the latest first.
    Unknown(Vec<u32>),
}

/// Who wins; `None`: that is not known.
type After = Result<Option<Outcome>, Failure>;

/// What is said of a position by the method that decides it.
pub(crate) trait Judge {
    fn winner(&self, memory: &mut Memory) -> Result<Outcome, Failure>;

    /// Who wins what a turn leaves, told from the opponent, who is to move there; `None`: that is not known after a look at
    /// `effort` more positions, where plays may go on for ever. What is used of it is taken off.
    fn after(&self, moved: &Moved, effort: &mut u64, memory: &mut Memory) -> After;

    fn reason(&self) -> Reason;

    fn table(&self) -> Option<Table> {
        None
    }

    /// Winning turns without a look at all turns, at most about so many; `None`: they have to be looked at.
    fn named(&self, _: usize, _: &mut Memory) -> Result<Option<Named>, Failure> {
        Ok(None)
    }

    /// Looks for how long play lasts, where it may go on for ever and there are so many turns, at `effort` more positions. What
    /// is used of it is taken off.
    fn measure(&self, _: usize, _: &mut u64, _: &mut Memory) -> Result<(), Failure> {
        Ok(())
    }

    /// How long perfect play lasts from the components that a turn leaves, where somebody wins.
    fn pace(
        &self,
        left: &[Id],
        misere: bool,
        allowance: &mut Allowance,
        memory: &mut Memory,
    ) -> Result<Pace, Failure> {
        let piles = &mut memory.values.piles;
        let whole = piles.positions.whole_of(left)?;
        let (_, length) = piles.length(whole, misere, allowance)?;
        Ok(Pace::Moves(length))
    }

    /// Whether perfect play lasts no less and no more than these moves of the best turn.
    fn lasts(&self, _: u32, _: &mut Memory) -> Result<bool, Failure> {
        Ok(true)
    }

    /// How many turns perfect play lasts, where a theorem says so.
    fn length(&self) -> Option<u32> {
        None
    }

    /// The Grundy value of the position, where a theorem gives it.
    fn grundy(&self) -> Option<u64> {
        None
    }
}

impl<T: Theorem> Judge for Judged<T> {
    fn winner(&self, _: &mut Memory) -> Result<Outcome, Failure> {
        Ok(Outcome::decided(self.method.is_won(&self.sum)))
    }

    fn after(&self, moved: &Moved, _: &mut u64, memory: &mut Memory) -> After {
        let sum = Judged::after(self, moved, &mut memory.values)?;
        Ok(Some(Outcome::decided(self.method.is_won(&sum))))
    }

    fn reason(&self) -> Reason {
        Reason::Theorem(self.method.premise())
    }

    fn table(&self) -> Option<Table> {
        Some(self.method.table(self))
    }

    fn named(&self, limit: usize, memory: &mut Memory) -> Result<Option<Named>, Failure> {
        Ok(Some(Named::Turns(match self.method.is_won(&self.sum) {
            true => self.method.winning(self, limit, &mut memory.values)?,
            false => ReadOff::NONE,
        })))
    }

    fn length(&self) -> Option<u32> {
        self.method.length(&self.sum)
    }

    fn grundy(&self) -> Option<u64> {
        match (self.is_misere, self.method.is_won(&self.sum)) {
            (true, _) => None,
            (false, false) => Some(0),
            (false, true) => self.method.grundy(self),
        }
    }
}

/// The only term of a position; theorems about turns in several piles are about one game.
fn only_term(position: &Position) -> Result<&Term, Halt> {
    let several = || Halt::declined("it is about one game");
    position.only_term().ok_or_else(several)
}

/// What the player to move does, in words.
fn wins(is_won: bool) -> &'static str {
    if is_won { "wins" } else { "loses" }
}

fn in_misere_form(misere: bool) -> &'static str {
    if misere { " in its misère form" } else { "" }
}

/// Has a theorem judge a position, or says why it does not apply.
fn judge<T: Theorem + 'static>(
    position: &Position,
    memory: &mut KnownValues,
) -> Result<Box<dyn Judge>, Halt> {
    let theorem = T::of(position, memory)?;
    let judged = Judged::of(position, theorem, memory)?;
    match judged.method.refuses(&judged.sum) {
        Some(why) => Err(Halt::declined(why)),
        None => Ok(Box::new(judged)),
    }
}

type Ask = fn(&Position, &mut KnownValues) -> Result<Box<dyn Judge>, Halt>;

pub(crate) struct Theory {
    /// The name by which it is switched off.
    pub(crate) name: &'static str,
    /// What it is called in sentences.
    pub(crate) words: &'static str,
    /// Whether it is about positions of such games at all; asked of the game of every term.
    pub(crate) covers: fn(&Game) -> bool,
    judge: Ask,
}

impl Theory {
    const fn of<T: Theorem + 'static>(
        name: &'static str,
        words: &'static str,
        covers: fn(&Game) -> bool,
    ) -> Theory {
        Theory {
            name,
            words,
            covers,
            judge: judge::<T>,
        }
    }
}

pub(crate) const THEORIES: [Theory; 8] = [
    Theory::of::<moore::Moore>("moore", "Moore's theorem", moore::covers),
    Theory::of::<Selective>("selective", "the theorem of selective sums", moore::covers),
    Theory::of::<exact::Exact>("exact", "the rule of Exact Nim", exact::covers),
    Theory::of::<wythoff::Pair>("wythoff", "Wythoff's theorem", wythoff::covers),
    Theory::of::<Extreme>("remoteness", "the theorem of conjunctive sums", |game| {
        !game.alike && game.turn == Turn::AllOrNone
    }),
    Theory::of::<Extreme>(
        "suspense",
        "the theorem of continued conjunctive sums",
        |game| !game.alike && game.turn == Turn::All,
    ),
    Theory::of::<tame::NimRule>("tame", "Nim's rule for tame piles", tame::covers),
    Theory::of::<quotient::ByQuotient>("quotient", "a misère quotient", tame::covers),
];

/// The theory of this name.
pub(crate) fn theory(name: &str) -> Option<&'static Theory> {
    THEORIES.iter().find(|entry| entry.name == name)
}

/// What a theory of this name is called in sentences.
pub(crate) fn words_of(name: &str) -> &str {
    theory(name).map_or(name, |entry| entry.words)
}

/// What may decide a position.
pub(crate) struct Ways {
    /// The theories, in the order in which they are asked.
    pub(crate) theories: Vec<&'static Theory>,
    /// What decides where none of them applies.
    pub(crate) last: Last,
}

/// What declines no position of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    /// Values and searches where plays may go on for ever.
    Loops,
    /// The xor of Grundy values.
    Xor,
    /// A search over whole positions.
    Search,
}

impl Ways {
    /// What may decide a position, as far as its games tell.
    pub(crate) fn of(position: &Position, policy: &Policy) -> Ways {
        let last = match (position.is_loopy(), policy.plain || needs_search(position)) {
            (true, _) => Last::Loops,
            (false, true) => Last::Search,
            (false, false) => Last::Xor,
        };
        let covers = |entry: &&Theory| {
            let mut terms = position.terms.iter();
            terms.all(|term| (entry.covers)(&term.game)) && policy.allows_theory(entry.name)
        };
        let theories = THEORIES.iter().filter(|_| last == Last::Search);
        Ways {
            theories: theories.filter(covers).collect(),
            last,
        }
    }
}

/// A theory of a position with what it says.
pub(crate) type Applied = (&'static Theory, Box<dyn Judge>);

/// Theories that do not apply, with the reasons.
pub(crate) type Refused = Vec<(&'static Theory, Declined)>;

/// What came of asking theories.
#[derive(Default)]
pub(crate) struct AskedTheories {
    pub(crate) applied: Option<Applied>,
    /// Those that were asked before.
    pub(crate) declined: Refused,
}

#[cfg(test)]
thread_local! {
    /// How often a method judged a position.
    pub(crate) static JUDGED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Asks theories in order, until one applies. The only theory that may be used must.
pub(super) fn ask(
    position: &Position,
    ways: &Ways,
    memory: &mut KnownValues,
) -> Result<AskedTheories, Failure> {
    let mut asked = AskedTheories::default();
    let policy = memory.piles.policy();
    let only = match (policy.plain, &policy.theory, position.terms.first()) {
        (false, Some(only), Some(term)) => Some((only.clone(), &term.game)),
        _ => None,
    };
    if ways.last != Last::Search {
        // A theory may tell the value of a part.
        let may_tell = |only: &str| {
            let mut terms = position.terms.iter();
            theory(only).is_some_and(|entry| terms.any(|term| (entry.covers)(&term.game)))
        };
        let Some((only, game)) = only.filter(|(only, _)| !may_tell(only)) else {
            return Ok(asked);
        };
        let why = match ways.last {
            Last::Loops => NEVER_ENDS,
            Last::Search | Last::Xor => {
                "Grundy values decide here; theories are asked where a turn moves in several piles or the last move loses"
            }
        };
        return Err(engine_declines(&only, game, &[("theories", why.into())]).into());
    }
    for entry in &ways.theories {
        match (entry.judge)(position, memory) {
            Ok(judge) => {
                asked.applied = Some((entry, judge));
                return Ok(asked);
            }
            Err(halt) => asked.declined.push((entry, halt.reason()?)),
        }
    }
    if let Some((only, game)) = only {
        let declined = asked.declined.drain(..);
        let declined: Vec<_> = declined.map(|(entry, why)| (entry.name, why)).collect();
        return Err(engine_declines(&only, game, &declined).into());
    }
    Ok(asked)
}

pub(crate) struct Chosen<'p> {
    pub(crate) position: &'p Position,
    pub(crate) judge: Box<dyn Judge>,
    pub(crate) theory: Option<&'static Theory>,
    /// The theories that were asked before and do not apply, with the reasons.
    pub(crate) declined: Refused,
}

pub(crate) fn choose<'p>(
    position: &'p Position,
    memory: &mut Memory,
) -> Result<Chosen<'p>, Failure> {
    let ways = Ways::of(position, memory.values.piles.policy());
    let AskedTheories { applied, declined } = ask(position, &ways, &mut memory.values)?;
    let (theory, judge) = match (applied, ways.last) {
        (Some((entry, judge)), _) => (Some(entry), judge),
        (None, Last::Loops) => {
            let method = Loops::of(position, memory)?;
            (None, sum(position, method, memory)?)
        }
        (None, Last::Search) => (None, sum(position, BySearch, memory)?),
        (None, Last::Xor) => (None, sum(position, Xor, memory)?),
    };
    Ok(Chosen {
        position,
        judge,
        theory,
        declined,
    })
}

/// Has a method judge a sum that covers all of its kind.
fn sum<M: Method + 'static>(
    position: &Position,
    method: M,
    memory: &mut Memory,
) -> Result<Box<dyn Judge>, Failure>
where
    Judged<M>: Judge,
{
    let judged = found(Judged::of(position, method, &mut memory.values))?;
    let judged = judged.ok_or(Failure::Bug("a method without a premise declines"))?;
    Ok(Box::new(judged))
}

/// Whether Grundy values do not decide, or are dearer than the outcome: misère play, and one compound alone.
pub(crate) fn needs_search(position: &Position) -> bool {
    let is_compound = |term: &Term| term.game.turn != Turn::One;
    position.is_misere() || position.only_term().is_some_and(is_compound)
}
