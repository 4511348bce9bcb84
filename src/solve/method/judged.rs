//! Positions with the images of their parts.

#[cfg(test)]
use super::JUDGED;
use super::told::{ReadOff, Table};
use crate::expr::position::{GameId, Position, Turn};
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::values::KnownValues;
use crate::work::failure::found;
use crate::work::{Failure, Halt};

/// A way to decide positions: each part has an image in a commutative monoid, and the sum of the images decides.
pub(super) trait Method: Sized {
    type Image: Copy;
    type Sum: Clone;

    /// Whether the parts are the piles of one game in which a turn moves in several; else they are the components of a sum, and
    /// a turn moves in one.
    const IN_SEVERAL: bool = false;

    /// The image of a part; where the premise does not hold for it, why.
    fn image(&self, part: Id, memory: &mut KnownValues) -> Result<Self::Image, Halt>;

    /// The sum of no images.
    fn nothing(&self) -> Self::Sum;

    fn add(&self, sum: &mut Self::Sum, image: Self::Image);
}

/// A theorem: it knows of each sum of images who wins.
pub(super) trait Theorem: Method {
    /// The theorem for a position that it covers, as far as its premise does not lie in the images of the piles.
    fn of(position: &Position, memory: &mut KnownValues) -> Result<Self, Halt>;

    /// Whether the player to move wins piles whose images have this sum.
    fn is_won(&self, sum: &Self::Sum) -> bool;

    /// Why the theorem does not hold for such a sum, if it does not. It is asked of a position, and not of what its turns leave.
    fn refuses(&self, _sum: &Self::Sum) -> Option<String> {
        None
    }

    /// The theorem, and why it may be used here: part of a sentence.
    fn premise(&self) -> String;

    fn table(&self, judged: &Judged<Self>) -> Table;

    /// Winning turns of a position that is won, at most about `limit`, read off without a look at all turns.
    fn winning(
        &self,
        judged: &Judged<Self>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure>;

    /// How many turns perfect play lasts, where the theorem says so.
    fn length(&self, _sum: &Self::Sum) -> Option<u32> {
        None
    }

    /// The Grundy value of the position, where the theorem gives more than that of a lost one.
    fn grundy(&self, _judged: &Judged<Self>) -> Option<u64> {
        None
    }
}

/// A part of a position with its image.
#[derive(Clone, Copy)]
pub(super) struct Summand<I> {
    pub(super) term: usize,
    pub(super) place: usize,
    /// Whether it is a pile, and not all those of a game in which a turn moves in several.
    pub(super) is_pile: bool,
    pub(super) part: Id,
    pub(super) image: I,
}

/// A position with the method that decides it.
pub(super) struct Judged<M: Method> {
    pub(super) method: M,
    /// The parts in the order of the position.
    pub(super) parts: Vec<Summand<M::Image>>,
    pub(super) sum: M::Sum,
    /// The game, where the parts are its piles and a turn moves in several.
    pub(super) several: Option<(GameId, Turn)>,
    pub(super) is_misere: bool,
}

impl<M: Method> Judged<M> {
    /// Finds the images of the parts of a position.
    pub(super) fn of(
        position: &Position,
        method: M,
        memory: &mut KnownValues,
    ) -> Result<Judged<M>, Halt> {
        #[cfg(test)]
        JUDGED.set(JUDGED.get() + 1);
        let mut sum = method.nothing();
        let mut parts = Vec::new();
        for (number, term) in position.terms.iter().enumerate() {
            let is_pile = M::IN_SEVERAL || term.game.turn == Turn::One;
            let positions = &mut memory.piles.positions;
            let nodes = match M::IN_SEVERAL {
                true => positions.pile_nodes(term)?,
                false => positions.term_components(term)?,
            };
            let bytes = (parts.len() + nodes.len()) * 2 * size_of::<Summand<M::Image>>();
            memory.piles.positions.machine.budget.need(bytes as u64)?;
            for (place, part) in nodes.into_iter().enumerate() {
                memory.piles.positions.machine.budget.step()?;
                let image = method.image(part, memory)?;
                method.add(&mut sum, image);
                parts.push(Summand {
                    term: number,
                    place,
                    is_pile,
                    part,
                    image,
                });
            }
        }
        let game = position.terms.first().map(|term| &term.game);
        let several = game.filter(|_| M::IN_SEVERAL);
        Ok(Judged {
            method,
            parts,
            sum,
            several: several.map(|game| (game.id, game.turn.clone())),
            is_misere: position.is_misere(),
        })
    }

    pub(super) fn images(&self) -> impl Iterator<Item = M::Image> + Clone {
        self.parts.iter().map(|part| part.image)
    }

    pub(super) fn nodes(&self) -> Vec<Id> {
        self.parts.iter().map(|part| part.part).collect()
    }

    /// The sum of all parts but the one that is moved in.
    pub(super) fn without(&self, term: usize, place: Option<usize>) -> M::Sum {
        let mut sum = self.method.nothing();
        for part in &self.parts {
            let is_place = !part.is_pile || Some(part.place) == place;
            let is_moved = part.term == term && is_place;
            if !is_moved {
                self.method.add(&mut sum, part.image);
            }
        }
        sum
    }

    /// Adds the images of parts that can be reached: the premise holds for them, too.
    pub(super) fn add(
        &self,
        sum: &mut M::Sum,
        parts: &[Id],
        memory: &mut KnownValues,
    ) -> Result<(), Failure> {
        for part in parts {
            let image = found(self.method.image(*part, memory))?;
            let image = image.ok_or(Failure::Bug("a pile that can be reached has no image"))?;
            self.method.add(sum, image);
        }
        Ok(())
    }

    pub(super) fn after(&self, moved: &Moved, memory: &mut KnownValues) -> Result<M::Sum, Failure> {
        match &self.several {
            None => {
                let mut sum = self.without(moved.term, moved.place);
                self.add(&mut sum, moved.becomes, memory)?;
                Ok(sum)
            }
            Some((game, turn)) => {
                let mut sum = self.method.nothing();
                for component in moved.becomes {
                    let piles = live(*component, *game, turn, &mut memory.piles.positions)?;
                    self.add(&mut sum, &piles, memory)?;
                }
                Ok(sum)
            }
        }
    }
}

/// A turn.
pub(crate) struct Moved<'a> {
    pub(crate) term: usize,
    /// The place of the pile, where it moves in one.
    pub(crate) place: Option<usize>,
    /// The components that the pile becomes, or the term where a turn of its game moves in several piles.
    pub(crate) becomes: &'a [Id],
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
