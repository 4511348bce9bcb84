//! Theories: theorems that decide whole positions where the xor of Grundy values does not, without a search.
//!
//! [`THEORIES`] lists them in the order in which they are asked. Each is a [`Method`] in a file of its own, with its theorem, the
//! image of a pile and the sum of images; it declines where its premise does not hold. A position that it decides is
//! [`Judged`], and so is what each turn leaves. What holds of the piles that can be reached is found by [`calm`] (they are piles
//! of Nim in disguise) and [`measure`] (remoteness, suspense, outcomes).

pub(super) mod calm;
mod digits;
mod exact;
mod extreme;
pub(super) mod measure;
mod misere;
mod moore;
mod product;
mod quotient;
mod remoteness;
mod selective;
mod suspense;
pub(crate) mod table;
mod tame;
pub(crate) mod winning;

use super::policy::engine_declines;
use super::positions::Positions;
use super::positions::nodes::{Id, Node};
use super::values::Values;
use crate::expr::position::{GameId, Header, Position, Term, Turn};
use crate::work::failure::found;
use crate::work::{Declined, Failure, Halt};
use table::Table;
use winning::Turns;

/// A theorem about sums of piles: each pile has an image in a commutative monoid, and the sum of the images decides.
trait Method: Sized {
    /// The image of a pile.
    type Image: Copy;
    /// A sum of images.
    type Sum: Clone;

    /// The theorem for a position that it covers, as far as its premise does not lie in the images of the piles.
    fn of(position: &Position, memory: &mut Values) -> Result<Self, Halt>;

    /// The image of a pile; where the premise does not hold for it, why.
    fn image(&self, pile: Id, memory: &mut Values) -> Result<Self::Image, Halt>;

    /// The sum of no images.
    fn nothing(&self) -> Self::Sum;

    /// Adds an image to a sum.
    fn add(&self, sum: &mut Self::Sum, image: Self::Image);

    /// Whether the player to move wins piles whose images have this sum.
    fn is_won(&self, sum: &Self::Sum) -> bool;

    /// Why the theorem does not hold for such a sum, if it does not.
    fn refuses(&self, _sum: &Self::Sum) -> Option<String> {
        None
    }

    /// The theorem, and why it may be used here: part of a sentence.
    fn premise(&self) -> String;

    /// Why, as a table.
    fn table(&self, judged: &Judged<Self>) -> Table;

    /// Winning turns, at most about `limit`, read off without a look at all turns; `None`: they have to be looked at.
    fn winning(
        &self,
        judged: &Judged<Self>,
        limit: usize,
        memory: &mut Values,
    ) -> Result<Option<Turns>, Failure>;

    /// How many turns perfect play lasts, where the theorem says so.
    fn length(&self, _sum: &Self::Sum) -> Option<u32> {
        None
    }

    /// The Grundy value of the position, where the theorem gives more than that of a lost one.
    fn grundy(&self, _judged: &Judged<Self>) -> Option<u64> {
        None
    }
}

/// A pile of a position with its image.
#[derive(Clone, Copy)]
struct Summand<I> {
    term: usize,
    place: usize,
    pile: Id,
    image: I,
}

/// A position that a theorem decides.
struct Judged<M: Method> {
    method: M,
    /// The piles in the order of the position.
    piles: Vec<Summand<M::Image>>,
    sum: M::Sum,
    /// The game, where a turn moves in several of its piles.
    several: Option<(GameId, Turn)>,
    is_misere: bool,
}

impl<M: Method> Judged<M> {
    /// Checks the premise for a position.
    fn of(position: &Position, memory: &mut Values) -> Result<Judged<M>, Halt> {
        let method = M::of(position, memory)?;
        let mut sum = method.nothing();
        let mut piles = Vec::new();
        for term in 0..position.terms.len() {
            let nodes = memory.piles.positions.pile_nodes(position, term)?;
            for (place, pile) in nodes.into_iter().enumerate() {
                let image = method.image(pile, memory)?;
                method.add(&mut sum, image);
                piles.push(Summand {
                    term,
                    place,
                    pile,
                    image,
                });
            }
        }
        if let Some(why) = method.refuses(&sum) {
            return Err(Halt::declined(why));
        }
        let game = position.terms.first().map(|term| &term.game);
        let several = game.filter(|game| game.turn != Turn::One);
        Ok(Judged {
            method,
            piles,
            sum,
            several: several.map(|game| (game.id, game.turn.clone())),
            is_misere: position.is_misere(),
        })
    }

    fn images(&self) -> impl Iterator<Item = M::Image> + Clone {
        self.piles.iter().map(|pile| pile.image)
    }

    fn nodes(&self) -> Vec<Id> {
        self.piles.iter().map(|pile| pile.pile).collect()
    }

    /// The sum of all piles but one.
    fn without(&self, term: usize, place: usize) -> M::Sum {
        let mut sum = self.method.nothing();
        for pile in &self.piles {
            if (pile.term, pile.place) != (term, place) {
                self.method.add(&mut sum, pile.image);
            }
        }
        sum
    }

    /// Adds the images of piles that can be reached: the premise holds for them, too.
    fn add(&self, sum: &mut M::Sum, piles: &[Id], memory: &mut Values) -> Result<(), Failure> {
        for pile in piles {
            let image = found(self.method.image(*pile, memory))?;
            let image = image.ok_or(Failure::Bug("a pile that can be reached has no image"))?;
            self.method.add(sum, image);
        }
        Ok(())
    }
}

/// What a theorem says of a position whose premise was checked.
pub(crate) trait Theory {
    /// Whether the player to move wins.
    fn first_wins(&self) -> bool;

    /// Whether the opponent, who is to move there, wins what a turn leaves: the piles that the one pile it moved in became,
    /// or, where a turn moves in several, all that is left.
    fn after(
        &self,
        moved: (usize, Option<usize>),
        becomes: &[Id],
        memory: &mut Values,
    ) -> Result<bool, Failure>;

    /// See [`Method::premise`].
    fn premise(&self) -> String;

    /// See [`Method::table`].
    fn table(&self) -> Table;

    /// See [`Method::winning`].
    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure>;

    /// See [`Method::length`].
    fn length(&self) -> Option<u32>;

    /// The Grundy value of the position, where the theorem gives it.
    fn grundy(&self) -> Option<u64>;
}

impl<M: Method> Theory for Judged<M> {
    fn first_wins(&self) -> bool {
        self.method.is_won(&self.sum)
    }

    fn after(
        &self,
        (term, place): (usize, Option<usize>),
        becomes: &[Id],
        memory: &mut Values,
    ) -> Result<bool, Failure> {
        let mut sum = match (&self.several, place) {
            (Some(_), _) => self.method.nothing(),
            (None, Some(place)) => self.without(term, place),
            (None, None) => return Err(Failure::Bug("a turn is in no pile")),
        };
        match &self.several {
            None => self.add(&mut sum, becomes, memory)?,
            Some((game, turn)) => {
                for component in becomes {
                    let piles = live(*component, *game, turn, &mut memory.piles.positions)?;
                    self.add(&mut sum, &piles, memory)?;
                }
            }
        }
        Ok(self.method.is_won(&sum))
    }

    fn premise(&self) -> String {
        self.method.premise()
    }

    fn table(&self) -> Table {
        self.method.table(self)
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        self.method.winning(self, limit, memory)
    }

    fn length(&self) -> Option<u32> {
        self.method.length(&self.sum)
    }

    fn grundy(&self) -> Option<u64> {
        match (self.is_misere, self.first_wins()) {
            (true, _) => None,
            (false, false) => Some(0),
            (false, true) => self.method.grundy(self),
        }
    }
}

/// The piles of a component after a turn in several piles of a game; none where it cannot move, as no component of another game
/// can: a theorem that covers such turns holds only where that is so.
fn live(
    component: Id,
    game: GameId,
    turn: &Turn,
    positions: &mut Positions,
) -> Result<Vec<Id>, Failure> {
    let Node::Compound(own, piles) = positions.nodes.node(component) else {
        return Ok(Vec::new());
    };
    if own != game {
        return Ok(Vec::new());
    }
    if *turn == Turn::AllOrNone {
        for pile in &piles {
            if positions.is_terminal(*pile)? {
                return Ok(Vec::new());
            }
        }
    }
    Ok(piles)
}

/// The only term of a position; theorems about turns in several piles are about one game.
fn only_term(position: &Position) -> Result<&Term, Halt> {
    match position.terms.as_slice() {
        [term] => Ok(term),
        _ => Err(Halt::declined("it is about one game")),
    }
}

/// Makes a theory of a position, or says why it does not apply.
type Make = fn(&Position, &mut Values) -> Result<Box<dyn Theory>, Halt>;

fn judge<M: Method + 'static>(
    position: &Position,
    memory: &mut Values,
) -> Result<Box<dyn Theory>, Halt> {
    Ok(Box::new(Judged::<M>::of(position, memory)?))
}

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
        make: judge::<moore::Moore>,
    },
    Entry {
        name: "selective",
        words: "the theorem of selective sums",
        covers: moore::covers,
        make: judge::<selective::Selective>,
    },
    Entry {
        name: "exact",
        words: "the rule of Exact Nim",
        covers: exact::covers,
        make: judge::<exact::Exact>,
    },
    Entry {
        name: "remoteness",
        words: "the theorem of conjunctive sums",
        covers: remoteness::covers,
        make: judge::<remoteness::Remoteness>,
    },
    Entry {
        name: "suspense",
        words: "the theorem of continued conjunctive sums",
        covers: suspense::covers,
        make: judge::<suspense::Suspense>,
    },
    Entry {
        name: "tame",
        words: "Nim's rule for tame piles",
        covers: tame::covers,
        make: judge::<tame::NimRule>,
    },
    Entry {
        name: "quotient",
        words: "a misère quotient",
        covers: tame::covers,
        make: judge::<quotient::ByQuotient>,
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

#[cfg(test)]
thread_local! {
    /// How often a theory was chosen.
    pub(crate) static CHOSEN: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Asks the theories in order.
///
/// # Errors
/// A rule has a fault or a cycle, a limit was reached, or the only theory that may be used declines.
pub(crate) fn choose(position: &Position, memory: &mut Values) -> Result<Choice, Failure> {
    #[cfg(test)]
    CHOSEN.set(CHOSEN.get() + 1);
    let mut choice = Choice::default();
    let policy = memory.piles.policy().clone();
    for entry in &THEORIES {
        let covers = position.terms.iter().all(|term| (entry.covers)(&term.game));
        if !covers || !policy.allows_theory(entry.name) {
            continue;
        }
        match (entry.make)(position, memory) {
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
        let declined: Vec<_> = declined.map(|(entry, why)| (entry.name, why)).collect();
        return Err(engine_declines(only, &term.game, &declined).into());
    }
    Ok(choice)
}
