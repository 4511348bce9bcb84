//! Piles that are single numbers and lead to smaller ones of their own game, as heaps of these sizes.

use std::sync::Arc;

use super::options::HeapOptions;
use super::{PATIENCE, Snapshot, snapshot, without_quotient};
use crate::expr::position::GameId;
use crate::kernel::misere::genus::Genera;
use crate::kernel::misere::growth::Growth;
use crate::kernel::misere::tame::{Tame, Tameness};
use crate::kernel::misere::word::{Word, word};
use crate::kernel::period::Recurrence;
use crate::moves::reach::Reach;
use crate::moves::taking::Family;
use crate::rules::game::GameRules;
use crate::solve::heap::engine::{PeriodTheorem, window_of};
use crate::solve::positions::Positions;
use crate::work::progress::Counted;
use crate::work::{Declined, Failure, Halt, distinct};

/// Periods are looked for at so many heaps first.
const FIRST_LOOK: usize = 48;

/// Up to this size all smaller piles are worked out, however few of them can be reached.
const FAR: u64 = 1000;

/// So many far piles are looked at in vain.
const MOST_IN_VAIN: u32 = 16;

/// Without a period, piles above this are not put into a quotient.
pub(crate) const LARGEST: u64 = 5000;

/// A quotient that is made on the way to an answer has at most this many elements.
pub(crate) const ELEMENTS: usize = 256;

/// What is known of the piles of one game.
#[derive(Debug)]
pub(crate) struct Sizes {
    options: HeapOptions,
    /// What proves periods, where something does.
    recurrence: Option<Recurrence>,
    /// Rules fail at larger piles, of which a period tells nothing.
    most: u64,
    /// Why the sizes are no heaps.
    refused: Option<Declined>,
    pub(crate) tame: Tameness,
    /// At this many heaps a period is looked for again.
    look_at: usize,
    pub(crate) growth: Growth,
    grow_look_at: usize,
    last: Option<Arc<Snapshot>>,
    /// Why the quotient grows no further, with the elements that were allowed.
    stuck: Option<(usize, Declined)>,
    pub(crate) genera: Genera,
    /// How many far piles were found to reach many others.
    pub(super) looked_in_vain: u32,
}

impl Sizes {
    pub(super) fn of(game: GameId, positions: &mut Positions) -> Result<Sizes, Failure> {
        let transitions = positions.transitions(game)?;
        let options = HeapOptions::of(&transitions.game);
        let recurrence = recurrence(&transitions.game, options.families());
        let refused = match transitions.game.header.shape.as_heap() {
            None => Some("a pile is not a single number".into()),
            Some(bounds) if bounds.lo < 0 => Some(format!("piles begin at {}", bounds.lo).into()),
            Some(bounds) if bounds.lo == 0 => {
                let empty = positions.nodes.pile(game, &[0]);
                let is_nothing = positions.is_terminal(empty)?;
                (!is_nothing).then(|| "a pile of 0 can move".into())
            }
            Some(_) => None,
        };
        Ok(Sizes {
            options,
            recurrence: recurrence.map(|(recurrence, _)| recurrence),
            most: recurrence.map_or(u64::MAX, |(_, most)| most),
            refused,
            tame: Tameness::default(),
            look_at: FIRST_LOOK,
            growth: Growth::new(ELEMENTS),
            grow_look_at: FIRST_LOOK,
            last: None,
            stuck: None,
            genera: Genera::default(),
            looked_in_vain: 0,
        })
    }

    pub(crate) fn snapshot(&mut self) -> Arc<Snapshot> {
        snapshot(&mut self.last, self.growth.quotient())
    }

    /// Whether a period of the heaps would be proven.
    pub(crate) fn is_periodic(&self) -> bool {
        self.recurrence.is_some()
    }

    /// Why the sizes are no heaps, as far as was seen.
    pub(super) fn refused(&self) -> Option<&Declined> {
        self.refused.as_ref()
    }

    /// Whether many piles have to be worked out before this one, one after the other.
    pub(super) fn is_far(&self, size: u64) -> bool {
        let known = self.tame.images().len() as u64;
        let has_period = match self.recurrence {
            None => false,
            Some(Recurrence::Digits { .. }) => true,
            Some(Recurrence::Window { window, from, .. }) => {
                window as u64 <= FAR && from as u64 <= FAR
            }
        };
        !has_period && self.looked_in_vain < MOST_IN_VAIN && size > FAR.max(4 * known)
    }

    /// Keeps in mind why the sizes are no heaps, if that was found.
    fn note<T>(&mut self, found: Result<T, Halt>) -> Result<T, Halt> {
        if let Err(Halt::Declined(why)) = &found {
            self.refused = Some(why.clone());
        }
        found
    }

    /// The options of a pile as words, each once.
    fn words(&mut self, size: usize, positions: &mut Positions) -> Result<Vec<Word>, Halt> {
        let mut words = Vec::new();
        let words_of = |parts: &[u32]| words.push(word(parts));
        let listed = self.options.each(size, positions, words_of);
        self.note(listed)?;
        Ok(distinct(words))
    }

    fn allows(&self, size: u64) -> Result<(), Declined> {
        match size > self.most {
            true => Err("a number of the rules leaves the 64 bits at such piles".into()),
            false => Ok(()),
        }
    }

    /// The tame image of a pile, or why it has none.
    pub(super) fn tame_image(
        &mut self,
        size: u64,
        positions: &mut Positions,
    ) -> Result<Tame, Halt> {
        self.allows(size)?;
        loop {
            if let Some(image) = self.tame.image(size) {
                return Ok(image);
            }
            let heap = self.tame.images().len();
            if let Some(wild) = self.tame.wild() {
                return Err(Halt::declined(format!("the pile {} {wild}", wild.heap)));
            }
            if heap as u64 > size {
                return Err(Halt::declined(format!("the pile {size} is not tame")));
            }
            positions.machine.budget.step()?;
            let tame = &mut self.tame;
            let listed = self
                .options
                .each(heap, positions, |parts| tame.option(parts));
            if listed.is_err() {
                self.tame.forget();
            }
            self.note(listed)?;
            self.tame.finish(&positions.machine.budget)?;
            if heap + 1 >= self.look_at
                && let Some(recurrence) = self.recurrence
            {
                self.look_at = (heap + 1) * 3 / 2;
                self.tame.find_period(recurrence);
            }
        }
    }

    /// Lets the quotient of the piles grow up to a size, or to all sizes where a period is proven, with at most this many
    /// elements; or says why it does not.
    pub(crate) fn grow_quotient(
        &mut self,
        size: u64,
        elements: usize,
        positions: &mut Positions,
    ) -> Result<(), Halt> {
        self.allows(size)?;
        self.growth.allow(elements);
        self.stuck.take_if(|(most, _)| *most < elements);
        // Where the quotient itself was asked for, only the limits of the question count.
        let is_aside = elements <= ELEMENTS;
        let mut patience = positions.machine.budget.within(PATIENCE);
        loop {
            if self.growth.quotient().image(size).is_some() {
                return Ok(());
            }
            if let Some((_, why)) = &self.stuck {
                return Err(why.clone().into());
            }
            let heap = self.growth.quotient().images().len();
            let progress = positions.machine.budget.progress();
            progress.count(Counted::Quotient, heap as u64);
            let words = self.words(heap, positions)?;
            let budget = match is_aside {
                true => &mut patience,
                false => &mut positions.machine.budget,
            };
            if let Err(halt) = self.growth.push(&words, budget) {
                let piles = format!("the piles up to {heap}");
                self.stuck = Some((elements, without_quotient(halt, &piles, positions)?));
            }
            if heap + 1 >= self.grow_look_at
                && let Some(recurrence) = self.recurrence
            {
                self.grow_look_at = (heap + 1) * 9 / 8;
                self.growth.find_period(recurrence);
            }
        }
    }

    /// Goes on to the quotient of all piles, where little work proves a period; else the quotient stays as it is.
    pub(crate) fn complete_quotient(&mut self, positions: &mut Positions) -> Result<(), Failure> {
        if self.recurrence.is_none() || self.growth.quotient().period().is_some() {
            return Ok(());
        }
        let known = (self.growth.clone(), self.stuck.clone(), self.grow_look_at);
        if let Err(halt) = self.grow_quotient(FAR, ELEMENTS, positions) {
            halt.reason()?;
        }
        if self.growth.quotient().period().is_none() {
            (self.growth, self.stuck, self.grow_look_at) = known;
        }
        Ok(())
    }

    /// Adds piles to those whose genus can be asked for.
    pub(crate) fn grow_genera(&mut self, size: u64, positions: &mut Positions) -> Result<(), Halt> {
        while u64::from(self.genera.largest()) < size {
            let heap = self.genera.largest() as usize + 1;
            let words = self.words(heap, positions)?;
            self.genera.push(&words, &mut positions.machine.budget)?;
        }
        Ok(())
    }
}

/// What proves periods of the images of a game's piles, and the largest pile of which they tell.
fn recurrence(game: &GameRules, families: Option<&[Family]>) -> Option<(Recurrence, u64)> {
    if let Some(PeriodTheorem::Recurrence(of_values)) = families.and_then(PeriodTheorem::of) {
        // A window of amounts is a code whose moves leave one pile.
        let (most, heaps) = match of_values {
            Recurrence::Digits { most, heaps } => (most, heaps),
            Recurrence::Window { window, .. } => (window, 1),
        };
        return Some((Recurrence::Digits { most, heaps }, u64::MAX));
    }
    let reach = Reach::of(game, 0, &[]).ok()?;
    let recurrence = window_of(&reach)?;
    reach.leaves_one.then_some((recurrence, reach.most))
}
