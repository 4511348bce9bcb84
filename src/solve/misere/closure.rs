//! Piles of any games and all that can be reached from them, numbered so that options have smaller numbers.

use std::sync::Arc;

use hashbrown::HashMap;

use super::{Snapshot, snapshot};

use crate::kernel::misere::growth::Growth;
use crate::kernel::misere::tame::{Tame, Tameness};
use crate::kernel::misere::theory::Theory;
use crate::kernel::misere::word::{Word, word};
use crate::solve::misere::sizes::{ELEMENTS, PATIENCE};
use crate::solve::positions::nodes::Id;
use crate::solve::solver::Solver;
use crate::work::progress::Counted;
use crate::work::{Declined, Failure, Halt};

/// More piles than this are not looked at.
const MOST_PILES: usize = 2_000;

/// Nor more options.
const MOST_OPTIONS: usize = 100_000;

/// More piles than this are not put into a quotient.
const MOST_IN_QUOTIENT: usize = 1000;

/// Quotients of some of the piles are looked for so often in vain.
const MOST_IN_VAIN: u32 = 2;

/// A pile whose options are being numbered.
const OPEN: u32 = u32::MAX;

/// Numbered piles; number 0 is nothing.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    number: HashMap<Id, u32>,
    /// The pile with each number, from 1 on.
    ids: Vec<Id>,
    options: usize,
    tame: Tameness,
    growth: Option<Growth>,
    last: Option<Arc<Snapshot>>,
    /// Why the quotient grows no further.
    stuck: Option<Declined>,
    /// How often a quotient of few piles was looked for in vain as well.
    in_vain: u32,
    /// Piles that can reach too much.
    refused: HashMap<Id, Declined>,
}

impl Closure {
    /// The quotient of the piles so far.
    pub(crate) fn snapshot(&mut self) -> Option<Arc<Snapshot>> {
        let growth = self.growth.as_ref()?;
        Some(snapshot(&mut self.last, growth.quotient()))
    }

    /// Forgets all but the piles that can reach too much.
    fn forget(&mut self) {
        let refused = std::mem::take(&mut self.refused);
        let in_vain = self.in_vain;
        *self = Closure::default();
        self.refused = refused;
        self.in_vain = in_vain;
    }

    /// The number of a pile.
    pub(crate) fn number(&self, pile: Id) -> Option<u64> {
        self.number.get(&pile).map(|number| u64::from(*number))
    }

    fn word(&self, option: &[Id]) -> Word {
        let numbers: Word = option.iter().map(|part| self.number[part]).collect();
        word(&numbers)
    }
}

impl Solver {
    /// The tame image of a pile, or why it has none.
    pub(crate) fn tame_pile(&mut self, pile: Id) -> Result<Tame, Halt> {
        let mut closure = std::mem::take(&mut self.misere.closure);
        let result = self.number_all(&mut closure, pile);
        let image = match &result {
            Ok(()) => closure
                .number(pile)
                .and_then(|number| closure.tame.image(number)),
            Err(_) => None,
        };
        let wild = closure.tame.wild();
        let wild = wild.and_then(|wild| {
            let place = usize::try_from(wild.heap).ok()?.checked_sub(1)?;
            Some((*closure.ids.get(place)?, wild))
        });
        self.misere.closure = closure;
        result?;
        if let Some(image) = image {
            return Ok(image);
        }
        let why = match wild {
            Some((node, wild)) => format!(
                "the pile {} is wild, its genus begins with {}^{}",
                self.positions.short(node),
                wild.normal,
                wild.misere
            ),
            None => format!("the pile {} is not tame", self.positions.short(pile)),
        };
        Err(Halt::declined(why))
    }

    /// A quotient that all these piles have an image in, in the solver's closure; or why there is none.
    pub(crate) fn common_quotient(&mut self, piles: &[Id]) -> Result<(), Halt> {
        let mut closure = std::mem::take(&mut self.misere.closure);
        let mut result = self.grow_common(&mut closure, piles);
        if matches!(result, Err(Halt::Declined(_)))
            && closure.stuck.is_some()
            && closure.in_vain < MOST_IN_VAIN
        {
            // Perhaps the piles of earlier questions are in the way.
            let mut fresh = Closure::default();
            result = self.grow_common(&mut fresh, piles);
            if result.is_ok() {
                closure = fresh;
            } else {
                closure.in_vain += 1;
            }
        }
        self.misere.closure = closure;
        result
    }

    fn grow_common(&mut self, closure: &mut Closure, piles: &[Id]) -> Result<(), Halt> {
        for pile in piles {
            self.number_all(closure, *pile)?;
        }
        let highest = piles.iter().filter_map(|pile| closure.number(*pile)).max();
        let highest = highest.unwrap_or(0);
        let mut growth = closure
            .growth
            .take()
            .unwrap_or_else(|| Growth::new(ELEMENTS));
        let result = self.grow_to(closure, &mut growth, highest);
        closure.growth = Some(growth);
        result
    }

    fn grow_to(
        &mut self,
        closure: &mut Closure,
        growth: &mut Growth,
        highest: u64,
    ) -> Result<(), Halt> {
        let mut patience = self.positions.machine.budget.within(PATIENCE);
        while growth.quotient().image(highest).is_none() {
            if let Some(why) = &closure.stuck {
                return Err(why.clone().into());
            }
            let place = growth.quotient().images().len();
            if place > MOST_IN_QUOTIENT {
                let why = format!("more than {MOST_IN_QUOTIENT} piles can be reached");
                closure.stuck = Some(why.into());
                continue;
            }
            // Numbers begin at 1.
            let Some(pile) = place
                .checked_sub(1)
                .and_then(|place| closure.ids.get(place))
            else {
                return Err(Failure::Bug("a pile has no number").into());
            };
            let progress = self.positions.machine.budget.progress();
            progress.count(Counted::Quotient, place as u64);
            let options = self.positions.fresh_options(*pile)?;
            let words: Vec<Word> = options.iter().map(|option| closure.word(option)).collect();
            match growth.push(&words, &mut patience) {
                Ok(()) => {}
                Err(halt) => {
                    let piles = format!("{place} of the piles that can be reached");
                    closure.stuck = Some(self.without_quotient(halt, &piles)?);
                }
            }
        }
        Ok(())
    }

    /// Numbers a pile and all that can be reached from it.
    fn number_all(&mut self, closure: &mut Closure, root: Id) -> Result<(), Halt> {
        if closure.number.contains_key(&root) {
            return Ok(());
        }
        if let Some(why) = closure.refused.get(&root) {
            return Err(why.clone().into());
        }
        if closure.ids.len() > 4 * MOST_PILES {
            closure.forget();
        }
        let before = (closure.ids.len(), closure.options);
        // Each with whether its options were looked at.
        let mut stack = vec![(root, false)];
        let result = self.number_stack(closure, &mut stack, before);
        if result.is_err() {
            // What was begun has no number.
            for (pile, _) in &stack {
                if closure.number.get(pile) == Some(&OPEN) {
                    closure.number.remove(pile);
                }
            }
            closure.tame.forget();
        }
        if let Err(Halt::Declined(why)) = &result {
            // What was seen of too much is of no use.
            closure.forget();
            closure.refused.insert(root, why.clone());
        }
        result
    }

    fn number_stack(
        &mut self,
        closure: &mut Closure,
        stack: &mut Vec<(Id, bool)>,
        before: (usize, usize),
    ) -> Result<(), Halt> {
        while let Some((pile, begun)) = stack.last().copied() {
            if !begun && closure.number.contains_key(&pile) {
                stack.pop();
                continue;
            }
            self.positions.machine.budget.step()?;
            if self.positions.large_size(pile).is_some() {
                return Err(Halt::declined(format!(
                    "the pile {} is too large for a walk",
                    self.positions.short(pile)
                )));
            }
            let options = self.positions.fresh_options(pile)?;
            if !begun {
                closure.options += options.len();
                let (piles, seen) = before;
                if closure.ids.len() - piles > MOST_PILES || closure.options - seen > MOST_OPTIONS {
                    return Err(Halt::declined("too many piles can be reached"));
                }
                closure.number.insert(pile, OPEN);
                if let Some(slot) = stack.last_mut() {
                    slot.1 = true;
                }
                let above = stack.len();
                for part in options.iter().flatten() {
                    match closure.number.get(part) {
                        None => stack.push((*part, false)),
                        Some(&OPEN) => {
                            let begun = stack.iter().filter(|(_, begun)| *begun);
                            let path: Vec<Id> = begun.map(|(node, _)| *node).collect();
                            return Err(self.positions.loop_along(&path, *part, false).into());
                        }
                        Some(_) => {}
                    }
                }
                if stack.len() > above {
                    self.check_memory((stack.capacity() * size_of::<(Id, bool)>()) as u64)?;
                    continue;
                }
            }
            for option in options.iter() {
                closure.tame.option(&closure.word(option));
            }
            closure.tame.finish(&self.positions.machine.budget)?;
            closure.ids.push(pile);
            // There are at most about as many as nodes, whose numbers fit as well.
            closure.number.insert(pile, closure.ids.len() as u32);
            stack.pop();
        }
        Ok(())
    }
}
