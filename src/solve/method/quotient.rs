//! Misère play by a misère quotient of the piles that can be reached.
//!
//! The quotient is found and proven by `kernel::misere` (Plambeck 2005, Plambeck and Siegel 2008). Piles of one game on single
//! numbers share a quotient by their sizes, which goes on for ever where a period is proven; other piles, also of different games,
//! have one of all that can be reached from them.

use std::sync::Arc;

use super::told::{ReadOff, Table};
use super::{Judged, Method, Theorem, misere, tame, wins};
use crate::expr::position::{GameId, Position};
use crate::kernel::misere::monoid::{Element, IDENTITY, Monoid, name};
use crate::kernel::misere::quotient::Quotient;
use crate::solve::misere::Snapshot;
use crate::solve::misere::closure::STEPS_AN_OPTION;
use crate::solve::misere::sizes::{ELEMENTS, LARGEST};
use crate::solve::positions::nodes::Id;
use crate::solve::positions::{MANY, Positions};
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// A quotient whose relations and P-portion take more characters is not shown.
const MOST_SHOWN: usize = 400;

/// A quotient in which piles have images.
pub(super) struct ByQuotient {
    /// The game whose piles are heaps by their sizes; `None`: numbered piles.
    game: Option<GameId>,
    known: Arc<Snapshot>,
    largest: u64,
}

/// The quotient of the piles of a game by their sizes.
fn by_sizes(game: GameId, largest: u64, memory: &mut KnownValues) -> Result<Arc<Snapshot>, Halt> {
    let positions = &mut memory.piles.positions;
    let sizes = memory.misere.sizes(game, positions)?;
    let last = match sizes.is_periodic() {
        true => largest,
        false => largest.min(LARGEST),
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

/// The one game of piles that are single numbers, and the largest of them.
fn only_game(piles: &[Id], positions: &Positions) -> Option<(GameId, u64)> {
    let mut heaps = piles.iter().map(|pile| positions.heap(*pile));
    let first = heaps.next()??;
    heaps.try_fold(first, |(game, largest), heap| {
        let (_, size) = heap.filter(|(other, _)| *other == game)?;
        Some((game, size.max(largest)))
    })
}

impl ByQuotient {
    fn quotient(&self) -> &Quotient {
        &self.known.quotient
    }

    fn monoid(&self) -> &Monoid {
        self.quotient().monoid()
    }

    /// Which piles have images in it.
    fn of_piles(&self) -> String {
        match (self.game, self.quotient().period()) {
            (Some(_), Some(_)) => "all piles".to_string(),
            (Some(_), None) => {
                let asked = u32::try_from(self.largest).unwrap_or(u32::MAX);
                format!("the piles up to {}", self.quotient().largest().max(asked))
            }
            (None, _) => "the piles that can be reached".to_string(),
        }
    }

    fn spelled(&self, element: Element) -> String {
        self.known.presentation().spell(self.monoid().word(element))
    }
}

impl Method for ByQuotient {
    type Image = Element;
    type Sum = Element;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<Element, Halt> {
        let heap = match self.game {
            Some(game) => {
                let heap = memory.piles.positions.heap(pile);
                heap.filter(|(own, _)| *own == game).map(|(_, size)| size)
            }
            None => memory.misere.closure.number(pile),
        };
        let image = heap.and_then(|heap| self.quotient().image(heap));
        image.ok_or_else(|| Halt::declined("a pile has no image"))
    }

    fn nothing(&self) -> Element {
        IDENTITY
    }

    fn add(&self, sum: &mut Element, image: Element) {
        *sum = self.quotient().monoid().product(*sum, image);
    }
}

impl Theorem for ByQuotient {
    fn of(position: &Position, memory: &mut KnownValues) -> Result<ByQuotient, Halt> {
        tame::told_by_smaller(position, memory)?;
        let mut piles = Vec::new();
        for term in &position.terms {
            piles.extend(memory.piles.positions.pile_nodes(term)?);
        }
        let mut is_short = true;
        for pile in &piles {
            let positions = &mut memory.piles.positions;
            is_short = is_short && memory.misere.is_far_and_short(*pile, positions)?;
        }
        if let Some((game, largest)) = only_game(&piles, &memory.piles.positions)
            && !is_short
        {
            match by_sizes(game, largest, memory) {
                Err(Halt::Declined(_)) if !memory.misere.are_heaps(game) => {}
                // The rule fails at a smaller pile, which need not be one that can be reached.
                Err(Halt::Failure(Failure::Fault(_))) => {}
                known => {
                    return Ok(ByQuotient {
                        game: Some(game),
                        known: known?,
                        largest,
                    });
                }
            }
        }
        for pile in &piles {
            memory.misere.closure.is_narrow(*pile, &mut memory.piles)?;
        }
        // Where there may be no search, it need not be as quick.
        let steps = match memory.piles.policy().theory {
            Some(_) => u64::MAX,
            None => STEPS_AN_OPTION,
        };
        let closure = &mut memory.misere.closure;
        closure.grow_quotient(&piles, steps, &mut memory.piles.positions)?;
        let known = closure.snapshot();
        Ok(ByQuotient {
            game: None,
            known: known.ok_or_else(|| Halt::declined("there is no pile"))?,
            largest: 0,
        })
    }

    fn is_won(&self, sum: &Element) -> bool {
        !self.quotient().monoid().is_lost(*sum)
    }

    fn premise(&self) -> String {
        let (of, order) = (self.of_piles(), self.monoid().order());
        let lost = self.monoid().lost_count();
        let quotient = format!(
            "the misère quotient of {of}, with {order} elements, {lost} of them P-positions"
        );
        match self.quotient().period().filter(|_| self.game.is_some()) {
            Some(period) => format!(
                "{quotient}; the images of the piles have the period {} from n = {} on (Plambeck 2005)",
                period.period, period.preperiod
            ),
            None => format!("{quotient}, verified"),
        }
    }

    fn table(&self, judged: &Judged<ByQuotient>) -> Table {
        let images = judged.images();
        let rows = images.map(|image| (None, vec![self.spelled(image)]));
        let is_won = self.is_won(&judged.sum);
        let (which, wins) = (if is_won { "no" } else { "an" }, wins(is_won));
        let generators = self.known.presentation().generators.iter().enumerate();
        let generators = generators.map(|(number, heap)| format!("{} = {heap}", name(number)));
        let generators: Vec<String> = generators.filter(|_| self.game.is_some()).collect();
        let generators = match generators.is_empty() {
            true => String::new(),
            false => format!(" Its generators are the piles {}.", generators.join(", ")),
        };
        let presentation = self.known.presentation();
        let relations = presentation.to_string();
        let lost = presentation
            .lost
            .iter()
            .map(|word| presentation.spell(word));
        let lost = lost.collect::<Vec<String>>().join(", ");
        let elements = match relations.chars().count() + lost.chars().count() {
            ..=MOST_SHOWN => format!("\n  It is {relations} with the P-portion {{{lost}}}."),
            _ => String::new(),
        };
        Table {
            heading: "the last move loses: the image of each pile in the misère quotient"
                .to_string(),
            rows: rows.collect(),
            totals: vec![("product".to_string(), vec![self.spelled(judged.sum)])],
            verdict: format!("{which} element of the P-portion: the player to move {wins}"),
            after: "whose product lies in the P-portion".to_string(),
            lost: "Every turn leaves a product outside the P-portion.".to_string(),
            applies: format!(
                "The misère quotient of {} was found and verified: it has {} elements, {} of them P-positions.{generators}{elements}",
                self.of_piles(),
                self.monoid().order(),
                self.monoid().lost_count()
            ),
        }
    }

    fn winning(
        &self,
        judged: &Judged<ByQuotient>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        let enough = self.quotient().enough().unwrap_or(MANY);
        misere::winning(judged, Some(enough), limit, memory)
    }
}
