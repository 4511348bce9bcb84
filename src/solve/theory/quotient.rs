//! Misère play by a misère quotient of the piles that can be reached.
//!
//! The quotient is found and proven by `kernel::misere` (Plambeck 2005, Plambeck and Siegel 2008). Piles of one game on single
//! numbers share a quotient by their sizes, which goes on for ever where a period is proven; other piles, also of different games,
//! have one of all that can be reached from them.

use std::sync::Arc;

use super::Theory;
use super::misere::{Images, places};
use super::table::Table;
use super::winning::Turns;
use crate::expr::position::{GameId, Position};
use crate::kernel::misere::monoid::{Element, Monoid};
use crate::kernel::misere::presentation::name;
use crate::kernel::misere::quotient::Quotient;
use crate::kernel::misere::theory::Theory as _;
use crate::solve::misere::Snapshot;
use crate::solve::misere::sizes::{ELEMENTS, LARGEST};
use crate::solve::positions::MANY;
use crate::solve::positions::nodes::Id;
use crate::solve::values::Values;
use crate::work::{Failure, Halt};

struct QuotientSum {
    /// Each pile by its term and place, with its node and image.
    piles: Vec<(usize, usize, Id, Element)>,
    /// The game whose piles are heaps by their sizes; `None`: numbered piles.
    game: Option<GameId>,
    known: Arc<Snapshot>,
    /// The largest pile.
    largest: u64,
}

/// The quotient of a position.
pub(super) fn make(memory: &mut Values, position: &Position) -> Result<Box<dyn Theory>, Halt> {
    let places = places(memory, position)?;
    let sizes = sizes(memory, &places);
    if let Some((game, largest)) = sizes {
        let made = by_sizes(game, largest, memory);
        match made {
            Ok(known) => {
                let image = |memory: &mut Values, node| {
                    Ok(size_of_pile(memory, node).and_then(|size| known.quotient.image(size)))
                };
                if let Some(piles) = images(memory, &places, image)? {
                    return Ok(applies(piles, Some(game), known, largest));
                }
            }
            Err(Halt::Declined(_)) if !memory.misere.are_heaps(game) => {}
            Err(halt) => return Err(halt),
        }
    }
    let nodes: Vec<Id> = places.iter().map(|(_, _, node)| *node).collect();
    let positions = &mut memory.piles.positions;
    memory.misere.closure.grow_quotient(&nodes, positions)?;
    let Some(known) = memory.misere.closure.snapshot() else {
        return Err(Halt::declined("there is no pile"));
    };
    let image = |memory: &mut Values, node| {
        Ok(memory
            .misere
            .closure
            .number(node)
            .and_then(|heap| known.quotient.image(heap)))
    };
    match images(memory, &places, image)? {
        Some(piles) => Ok(applies(piles, None, known, 0)),
        None => Err(Halt::declined("a pile has no image")),
    }
}

/// The quotient of the piles of a game by their sizes.
fn by_sizes(game: GameId, largest: u64, memory: &mut Values) -> Result<Arc<Snapshot>, Halt> {
    let positions = &mut memory.piles.positions;
    let sizes = memory.misere.sizes(game, positions)?;
    let last = match sizes.digits() {
        Some(_) => largest,
        None => largest.min(LARGEST),
    };
    sizes.grow_quotient(last, ELEMENTS, positions)?;
    let known = sizes.snapshot();
    if known.quotient.image(largest).is_none() {
        return Err(Halt::declined(format!(
            "without a period no quotient beyond piles of {LARGEST} is made"
        )));
    }
    Ok(known)
}

fn applies(
    piles: Vec<(usize, usize, Id, Element)>,
    game: Option<GameId>,
    known: Arc<Snapshot>,
    largest: u64,
) -> Box<dyn Theory> {
    Box::new(QuotientSum {
        piles,
        game,
        known,
        largest,
    })
}

type Placed = (usize, usize, Id, Element);

fn images(
    memory: &mut Values,
    places: &[(usize, usize, Id)],
    image: impl Fn(&mut Values, Id) -> Result<Option<Element>, Failure>,
) -> Result<Option<Vec<Placed>>, Failure> {
    let mut found = Vec::with_capacity(places.len());
    for (term, place, node) in places {
        match image(memory, *node)? {
            Some(image) => found.push((*term, *place, *node, image)),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// The one game of piles that are single numbers, and the largest of them.
fn sizes(memory: &Values, places: &[(usize, usize, Id)]) -> Option<(GameId, u64)> {
    let mut found: Option<(GameId, u64)> = None;
    for (_, _, node) in places {
        let (game, size) = memory.piles.positions.heap(*node)?;
        match &mut found {
            None => found = Some((game, size)),
            Some((known, largest)) if *known == game => *largest = size.max(*largest),
            Some(_) => return None,
        }
    }
    found
}

fn size_of_pile(memory: &Values, node: Id) -> Option<u64> {
    memory.piles.positions.heap(node).map(|(_, size)| size)
}

impl QuotientSum {
    fn image(&self) -> Element {
        let images = self.piles.iter().map(|(_, _, _, image)| *image);
        images.fold(self.quotient().nothing(), |sum, image| {
            self.quotient().product(sum, image)
        })
    }

    fn quotient(&self) -> &Quotient {
        &self.known.quotient
    }

    fn monoid(&self) -> &Monoid {
        self.quotient().monoid()
    }

    fn spelled(&self, element: Element) -> String {
        self.known.presentation().spell(self.monoid().word(element))
    }
}

impl Theory for QuotientSum {
    fn first_wins(&self) -> bool {
        !self.quotient().is_lost(self.image())
    }

    fn premise(&self) -> String {
        let order = self.monoid().order();
        let lost = self.monoid().lost_count();
        match (self.game, self.quotient().period()) {
            (Some(_), Some(period)) => format!(
                "the misère quotient of all piles, with {order} elements, {lost} of them P-positions; the images of the piles have the period {} from n = {} on (Plambeck 2005)",
                period.period, period.preperiod
            ),
            (Some(_), None) => format!(
                "the misère quotient of the piles up to {}, with {order} elements, {lost} of them P-positions, verified",
                self.quotient()
                    .largest()
                    .max(u32::try_from(self.largest).unwrap_or(u32::MAX))
            ),
            (None, _) => format!(
                "the misère quotient of the piles that can be reached, with {order} elements, {lost} of them P-positions, verified"
            ),
        }
    }

    fn table(&self) -> Table {
        let rows = self
            .piles
            .iter()
            .map(|(_, _, _, image)| (None, vec![self.spelled(*image)]));
        let (place, wins) = if self.first_wins() {
            ("no element of the P-portion", "wins")
        } else {
            ("an element of the P-portion", "loses")
        };
        let generators: Vec<String> = match self.game {
            Some(_) => {
                let named = self.known.presentation().generators.iter().enumerate();
                named
                    .map(|(number, heap)| format!("{} = {heap}", name(number)))
                    .collect()
            }
            None => Vec::new(),
        };
        let generators = if generators.is_empty() {
            String::new()
        } else {
            format!(" Its generators are the piles {}.", generators.join(", "))
        };
        Table {
            heading: "the last move loses: the image of each pile in the misère quotient"
                .to_string(),
            rows: rows.collect(),
            totals: vec![("product".to_string(), vec![self.spelled(self.image())])],
            verdict: format!("{place}: the player to move {wins}"),
            after: "whose product lies in the P-portion".to_string(),
            lost: "Every turn leaves a product outside the P-portion.".to_string(),
            applies: format!(
                "The misère quotient was found and verified: it has {} elements, {} of them P-positions.{generators}",
                self.monoid().order(),
                self.monoid().lost_count()
            ),
        }
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        let images = Images {
            theory: self.quotient(),
            piles: &self.piles,
            enough: self.quotient().enough().or(Some(MANY)),
        };
        let by_size = self.game.is_some();
        images.winning(memory, limit, |memory, part| {
            let heap = if by_size {
                size_of_pile(memory, part)
            } else {
                memory.misere.closure.number(part)
            };
            Ok(heap.and_then(|heap| self.quotient().image(heap)))
        })
    }
}
