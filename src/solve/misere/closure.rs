//! Piles of any games and all that can be reached from them, numbered so that options have smaller numbers.

use std::sync::Arc;

use hashbrown::HashMap;

use super::sizes::ELEMENTS;
use super::{PATIENCE, Snapshot, snapshot, without_quotient};
use crate::kernel::misere::genus::{Genera, Genus};
use crate::kernel::misere::growth::Growth;
use crate::kernel::misere::tame::{Tame, Tameness};
use crate::kernel::misere::word::{Word, word};
use crate::solve::piles::Piles;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::options::Components;
use crate::solve::positions::{Descent, Positions, Progress};
use crate::solve::tuple::ask::{self, Reached};
use crate::work::progress::Counted;
use crate::work::{Declined, Failure, Halt, distinct};

/// More piles than this are not looked at.
const MOST_PILES: usize = 2_000;

/// After so many piles of all questions it begins anew.
const MOST_NUMBERED: usize = 200_000;

const TOO_MANY: &str = "too many piles can be reached";

/// All that can be reached from rows with no more numbers is soon looked through.
const LONG_ROW: usize = 16;

/// Nor more options.
const MOST_OPTIONS: usize = 100_000;

/// Few options are looked through before all smaller piles.
const FEW_OPTIONS: u64 = 20_000;

/// More piles than this are not put into a quotient.
const MOST_IN_QUOTIENT: usize = 1000;

/// Quotients of some of the piles are looked for so often in vain.
const MOST_IN_VAIN: u32 = 2;

/// One more pile may take a quotient so many steps for each option that a search would look at.
pub(in crate::solve) const STEPS_AN_OPTION: u64 = 4;

/// A pile whose options are being numbered.
const OPEN: u32 = u32::MAX;

/// The piles of any games, numbered.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    known: Numbered,
    /// How often a quotient of few piles was looked for in vain as well.
    in_vain: u32,
    /// Piles that can reach too much.
    refused: HashMap<Id, Declined>,
}

/// Numbered piles; number 0 is nothing.
#[derive(Debug, Default)]
struct Numbered {
    number: HashMap<Id, u32>,
    /// The pile with each number, from 1 on.
    ids: Vec<Id>,
    options: usize,
    /// How many piles and options there were before the last one that was asked for.
    before: (usize, usize),
    /// Whether few piles can be reached from the last one, however large it is.
    is_short: bool,
    tame: Tameness,
    growth: Option<Growth>,
    genera: Genera,
    last: Option<Arc<Snapshot>>,
    /// Why the quotient grows no further with so many steps a pile.
    stuck: Option<(u64, Declined)>,
}

impl Closure {
    /// The quotient of the piles so far.
    pub(crate) fn snapshot(&mut self) -> Option<Arc<Snapshot>> {
        let growth = self.known.growth.as_ref()?;
        Some(snapshot(&mut self.known.last, growth.quotient()))
    }

    pub(crate) fn number(&self, pile: Id) -> Option<u64> {
        self.known.number(pile)
    }

    /// The tame image of a pile, or why it has none.
    pub(super) fn tame_image(&mut self, pile: Id, positions: &mut Positions) -> Result<Tame, Halt> {
        self.number_all(pile, positions)?;
        let image = self.number(pile);
        if let Some(image) = image.and_then(|number| self.known.tame.image(number)) {
            return Ok(image);
        }
        let wild = self.known.tame.wild().and_then(|wild| {
            let place = usize::try_from(wild.heap).ok()?.checked_sub(1)?;
            Some((*self.known.ids.get(place)?, wild))
        });
        Err(Halt::declined(match wild {
            Some((node, wild)) => format!("the pile {} {wild}", positions.short(node)),
            None => format!("the pile {} is not tame", positions.short(pile)),
        }))
    }

    /// The genus of a sum of piles; and where they are not all tame, one that is wild though its options are tame, with its
    /// genus and theirs.
    pub(crate) fn genus(
        &mut self,
        piles: &[Id],
        positions: &mut Positions,
    ) -> Result<(Genus, Option<Wild>), Halt> {
        for pile in piles {
            self.number_all(*pile, positions)?;
        }
        let numbers = piles.iter().map(|pile| self.known.number[pile]);
        let numbers: Word = numbers.collect();
        let highest = numbers.iter().copied().max().unwrap_or(0);
        self.known.grow_genera(highest, positions)?;
        let genera = &mut self.known.genera;
        let genus = genera.of(&numbers, &mut positions.machine.budget)?;
        let is_tame =
            |genera: &Genera, number: u32| genera.tameness().image(u64::from(number)).is_some();
        let mut wild = numbers
            .iter()
            .copied()
            .find(|number| !is_tame(genera, *number));
        while let Some(number) = wild {
            let pile = self.known.ids[number as usize - 1];
            let options = positions.fresh_options(pile)?;
            let parts = options.iter().flatten().map(|part| self.known.number[part]);
            let genera = &mut self.known.genera;
            let below = parts.clone().find(|part| !is_tame(genera, *part));
            if below.is_some() {
                wild = below;
                continue;
            }
            let budget = &mut positions.machine.budget;
            let mut found = Vec::new();
            for word in words(&options, &self.known.number) {
                found.push(genera.of(&word, budget)?.to_string());
            }
            let own = genera.of(&[number], budget)?.to_string();
            let wild = Wild {
                pile,
                genus: own,
                options: distinct(found),
            };
            return Ok((genus, Some(wild)));
        }
        Ok((genus, None))
    }

    /// Lets the quotient grow until all these piles have an image, or says why it does not. Each pile may take so many steps for
    /// each option that a search would look at.
    pub(crate) fn grow_quotient(
        &mut self,
        piles: &[Id],
        steps_an_option: u64,
        positions: &mut Positions,
    ) -> Result<(), Halt> {
        let result = self.grow(piles, steps_an_option, positions);
        if !matches!(result, Err(Halt::Declined(_)))
            || self.known.stuck.is_none()
            || self.in_vain >= MOST_IN_VAIN
        {
            return result;
        }
        // Perhaps the piles of earlier questions are in the way.
        let mut fresh = Closure::default();
        for pile in piles {
            fresh.number_all(*pile, positions)?;
        }
        if fresh.known.ids.len() == self.known.ids.len() {
            self.in_vain += 1;
            return result;
        }
        let result = fresh.grow(piles, steps_an_option, positions);
        match result {
            Ok(()) => *self = fresh,
            Err(_) => self.in_vain += 1,
        }
        result
    }

    fn grow(
        &mut self,
        piles: &[Id],
        steps_an_option: u64,
        positions: &mut Positions,
    ) -> Result<(), Halt> {
        for pile in piles {
            self.number_all(*pile, positions)?;
        }
        let numbers = piles.iter().filter_map(|pile| self.number(*pile));
        let highest = numbers.max().unwrap_or(0);
        let options = self.known.options_of_sums(piles.len());
        let patience = options.saturating_mul(steps_an_option);
        self.known
            .grow(highest, patience.max(PATIENCE / 10), positions)
    }

    /// Declines a pile from which too many others can be reached, where its board tells so sooner than a walk.
    pub(in crate::solve) fn is_narrow(&mut self, pile: Id, piles: &mut Piles) -> Result<(), Halt> {
        let is_looked_at = self.refused.contains_key(&pile) || self.number(pile).is_some();
        if !is_looked_at
            && let Node::Pile(game, cells) = piles.positions.nodes.node(pile)
            && cells.len() > LONG_ROW
            && piles.reaches_more_on_board(game, &cells, MOST_PILES)?
        {
            let why: Declined = TOO_MANY.into();
            self.refused.insert(pile, why.clone());
            return Err(why.into());
        }
        Ok(())
    }

    /// Whether few piles can be reached from one that is a single number, however large it is.
    pub(super) fn is_short(
        &mut self,
        pile: Id,
        positions: &mut Positions,
    ) -> Result<bool, Failure> {
        if self.number(pile).is_some() || self.refused.contains_key(&pile) {
            return Ok(!self.refused.contains_key(&pile));
        }
        let Node::Pile(game, cells) = positions.nodes.node(pile) else {
            return Ok(false);
        };
        // Those before it may have been looked through already.
        let options = positions.fresh_options(pile);
        if let Ok(options) = options
            && options
                .iter()
                .flatten()
                .all(|part| self.number(*part).is_some())
        {
            return Ok(true);
        }
        let steps = FEW_OPTIONS * ask::STEPS_AN_OPTION;
        let (reached, _) = positions.reaches_few(game, &cells, FEW_OPTIONS, steps)?;
        let is_short = reached == Reached::Few;
        if !is_short && positions.large_size(pile).is_some() {
            self.refused.insert(pile, TOO_MANY.into());
        }
        Ok(is_short)
    }

    /// Numbers a pile and all that can be reached from it.
    fn number_all(&mut self, root: Id, positions: &mut Positions) -> Result<(), Halt> {
        if self.known.number.contains_key(&root) {
            return Ok(());
        }
        if let Some(why) = self.refused.get(&root) {
            return Err(why.clone().into());
        }
        if self.known.ids.len() > MOST_NUMBERED {
            self.known = Numbered::default();
        }
        self.known.before = (self.known.ids.len(), self.known.options);
        let size = positions.heap(root).map_or(0, |(_, size)| size);
        self.known.is_short = size > MOST_PILES as u64 && self.is_short(root, positions)?;
        let result = positions.descend(root, &mut self.known);
        if result.is_err() {
            self.known.tame.forget();
        }
        if let Err(Halt::Declined(why)) = &result {
            // What was seen of too much is of no use.
            self.known = Numbered::default();
            self.refused.insert(root, why.clone());
        }
        result
    }
}

/// A pile that is wild though all its options are tame.
#[derive(Debug)]
pub(crate) struct Wild {
    pub(crate) pile: Id,
    pub(crate) genus: String,
    /// The genera of its options, each once.
    pub(crate) options: Vec<String>,
}

impl Numbered {
    /// Lets the genera reach up to this pile.
    fn grow_genera(&mut self, highest: u32, positions: &mut Positions) -> Result<(), Halt> {
        while self.genera.largest() < highest {
            // Numbers begin at 1.
            let pile = self.ids.get(self.genera.largest() as usize);
            let pile = *pile.ok_or(Failure::Bug("a pile has no number"))?;
            let options = positions.fresh_options(pile)?;
            let words: Vec<Word> = words(&options, &self.number).collect();
            self.genera.push(&words, &mut positions.machine.budget)?;
        }
        Ok(())
    }

    fn number(&self, pile: Id) -> Option<u64> {
        self.number.get(&pile).map(|number| u64::from(*number))
    }

    /// About how many options a search of a sum of so many of these piles looks at, at most.
    fn options_of_sums(&self, piles: usize) -> u64 {
        let others = u32::try_from(piles.saturating_sub(1)).unwrap_or(u32::MAX);
        let positions = (self.ids.len() as u64).saturating_pow(others);
        positions.saturating_mul(1 + self.options as u64)
    }

    fn grow(&mut self, highest: u64, patience: u64, positions: &mut Positions) -> Result<(), Halt> {
        if let Some((before, _)) = &self.stuck
            && *before < patience / 2
        {
            (self.growth, self.stuck) = (None, None);
        }
        let growth = self.growth.get_or_insert_with(|| Growth::new(ELEMENTS));
        let steps = positions.machine.budget.within(PATIENCE);
        while growth.quotient().image(highest).is_none() {
            if let Some((_, why)) = &self.stuck {
                return Err(why.clone().into());
            }
            let place = growth.quotient().images().len();
            if place > MOST_IN_QUOTIENT {
                let why = format!("more than {MOST_IN_QUOTIENT} piles can be reached");
                self.stuck = Some((u64::MAX, why.into()));
                continue;
            }
            // Numbers begin at 1.
            let pile = place.checked_sub(1).and_then(|place| self.ids.get(place));
            let pile = pile.ok_or(Failure::Bug("a pile has no number"))?;
            let progress = positions.machine.budget.progress();
            progress.count(Counted::Quotient, place as u64);
            let options = positions.fresh_options(*pile)?;
            let words: Vec<Word> = words(&options, &self.number).collect();
            if let Err(halt) = growth.push(&words, &mut steps.within(patience)) {
                let piles = format!("{place} of the piles that can be reached");
                self.stuck = Some((patience, without_quotient(halt, &piles, positions)?));
            }
        }
        Ok(())
    }
}

/// Options of numbered piles in numbers.
fn words(options: &[Components], number: &HashMap<Id, u32>) -> impl Iterator<Item = Word> {
    options.iter().map(|option| {
        let numbers: Word = option.iter().map(|part| number[part]).collect();
        word(&numbers)
    })
}

impl Descent for Numbered {
    fn progress(&self, pile: Id) -> Progress {
        match self.number.get(&pile) {
            None => Progress::Unknown,
            Some(&OPEN) => Progress::Open,
            Some(_) => Progress::Done,
        }
    }

    fn begin(&mut self, pile: Id, positions: &mut Positions) -> Result<Vec<Id>, Halt> {
        if !self.is_short && positions.large_size(pile).is_some() {
            let pile = positions.short(pile);
            return Err(Halt::declined(format!(
                "the pile {pile} is too large for a walk"
            )));
        }
        let options = positions.fresh_options(pile)?;
        self.options += options.len();
        let (piles, seen) = self.before;
        let is_long = self.ids.len() - piles > MOST_PILES || self.options - seen > MOST_OPTIONS;
        if is_long && !self.is_short {
            return Err(Halt::declined(TOO_MANY));
        }
        self.number.insert(pile, OPEN);
        Ok(options.into_iter().flatten().collect())
    }

    fn finish(&mut self, pile: Id, positions: &mut Positions) -> Result<(), Halt> {
        for word in words(&positions.fresh_options(pile)?, &self.number) {
            self.tame.option(&word);
        }
        self.tame.finish(&positions.machine.budget)?;
        self.ids.push(pile);
        // There are at most about as many as nodes, whose numbers fit as well.
        self.number.insert(pile, self.ids.len() as u32);
        Ok(())
    }

    fn abandon(&mut self, pile: Id) {
        self.number.remove(&pile);
    }
}
