//! Piles that are single numbers and lead to smaller ones of their own game, as heaps of these sizes.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Snapshot, snapshot};

use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::kernel::misere::genus::Genera;
use crate::kernel::misere::growth::Growth;
use crate::kernel::misere::quotient::Digits;
use crate::kernel::misere::tame::{Tame, Tameness};
use crate::kernel::misere::theory::Theory;
use crate::kernel::misere::word::{Word, word};
use crate::solve::heap::theorem::Theorem;
use crate::solve::solver::Solver;
use crate::transition::options::Options;
use crate::transition::taking::recognise;
use crate::work::progress::Counted;
use crate::work::{Declined, Failure, Halt, Limit};

/// Periods are looked for at so many heaps first.
const FIRST_LOOK: usize = 48;

/// Without a period, piles above this are not put into a quotient.
pub(crate) const LARGEST: u64 = 5000;

/// A quotient that is made on the way to an answer has at most so many elements.
pub(crate) const ELEMENTS: usize = 256;

/// On the way to an answer so many steps are spent for a quotient, which take about 150 ms; then the next rung of the ladder is
/// tried.
pub(super) const PATIENCE: u64 = 400_000;

/// What is known of the piles of one game.
#[derive(Debug)]
pub(crate) struct Sizes {
    /// Whether periods may be proven, and how much a move takes and leaves.
    digits: Option<Digits>,
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
}

impl Sizes {
    fn new(digits: Option<Digits>) -> Sizes {
        Sizes {
            digits,
            refused: None,
            tame: Tameness::new(),
            look_at: FIRST_LOOK,
            growth: Growth::new(ELEMENTS),
            grow_look_at: FIRST_LOOK,
            last: None,
            stuck: None,
            genera: Genera::new(),
        }
    }

    /// The quotient as it is now.
    pub(crate) fn snapshot(&mut self) -> Arc<Snapshot> {
        snapshot(&mut self.last, self.growth.quotient())
    }

    /// Keeps in mind why the sizes are no heaps, if that was found.
    fn note<T>(&mut self, found: Result<T, Halt>) -> Result<T, Halt> {
        if let Err(Halt::Declined(why)) = &found {
            self.refused = Some(why.clone());
        }
        found
    }

    /// Whether a period of the heaps would be proven.
    pub(crate) fn digits(&self) -> Option<Digits> {
        self.digits
    }
}

impl Solver {
    /// Works on the heaps of a game.
    pub(crate) fn with_sizes<T>(
        &mut self,
        game: GameId,
        work: impl FnOnce(&mut Solver, &mut Sizes) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let mut sizes = match self.misere.sizes.remove(&game) {
            Some(sizes) => sizes,
            None => self.fresh_sizes(game)?,
        };
        let result = match &sizes.refused {
            Some(why) => Err(why.clone().into()),
            None => work(self, &mut sizes),
        };
        self.misere.sizes.insert(game, sizes);
        result
    }

    /// Whether the sizes of a game that was worked on are heaps, as far as was seen.
    pub(crate) fn are_heaps(&self, game: GameId) -> bool {
        let sizes = self.misere.sizes.get(&game);
        sizes.is_some_and(|sizes| sizes.refused.is_none())
    }

    fn fresh_sizes(&mut self, game: GameId) -> Result<Sizes, Failure> {
        let transitions = self.positions.transitions(game)?;
        let digits = recognise(&transitions.game)
            .ok()
            .and_then(|families| Theorem::of(&families))
            .and_then(|theorem| match theorem {
                Theorem::Pigeonhole { window } => Some((window, 1)),
                Theorem::GuySmith { most, heaps } => Some((most, heaps)),
                Theorem::Window | Theorem::States => None,
            })
            .and_then(|(most, heaps)| {
                Some(Digits {
                    most: usize::try_from(most).ok()?,
                    heaps: usize::try_from(heaps).ok()?,
                })
            });
        let mut sizes = Sizes::new(digits);
        let bounds = transitions.game.header.shape.as_heap();
        sizes.refused = match bounds {
            None => Some("a pile is not a single number".into()),
            Some(bounds) if bounds.lo < 0 => Some(format!("piles begin at {}", bounds.lo).into()),
            Some(bounds) if bounds.lo == 0 => {
                let empty = self.positions.nodes.pile(game, &[0]);
                let is_nothing = self.positions.is_terminal(empty)?;
                (!is_nothing).then(|| "a pile of 0 can move".into())
            }
            Some(_) => None,
        };
        Ok(sizes)
    }

    /// Shows the options of a pile as the sizes of what is left, 0 left out; or why they are no such thing.
    fn each_left(
        &mut self,
        game: GameId,
        size: usize,
        mut visit: impl FnMut(&[u32]),
    ) -> Result<(), Halt> {
        let transitions = self.positions.transitions(game)?;
        let cells = [size as i64];
        let bounds = transitions.game.header.shape.as_heap();
        if !bounds.is_some_and(|bounds| bounds.contains(cells[0])) {
            // There is no such pile; as a heap it is nothing.
            return Ok(());
        }
        let mut raw = std::mem::take(&mut self.positions.scratch);
        let mut parts: SmallVec<[u32; 8]> = SmallVec::new();
        let mut refused = None;
        let each = &mut |options: &mut Options| {
            parts.clear();
            for (pile, cells) in options.piles(options.len().saturating_sub(1)) {
                match cells {
                    [part] if pile.game == game && (0..size as i64).contains(part) => {
                        // Below the size, which is a number of heaps.
                        parts.extend((*part > 0).then_some(*part as u32));
                    }
                    _ => {
                        refused = Some(format!(
                            "an option of {size} is no smaller pile of the game"
                        ));
                        return Then::Stop;
                    }
                }
            }
            options.drop_last();
            visit(&parts);
            Then::GoOn
        };
        let result = transitions.each_option(
            &cells,
            &self.positions.book,
            &mut self.positions.machine,
            &mut raw,
            false,
            each,
        );
        self.positions.scratch = raw;
        match result {
            Ok(()) => refused.map_or(Ok(()), |why| Err(Halt::declined(why))),
            Err(fault) => Err(transitions.fault_at(&cells, fault).into()),
        }
    }

    /// The options of a pile as words, each once.
    fn words(&mut self, game: GameId, size: usize) -> Result<Vec<Word>, Halt> {
        let mut words = Vec::new();
        self.each_left(game, size, |parts| words.push(word(parts)))?;
        words.sort_unstable();
        words.dedup();
        Ok(words)
    }

    /// The tame image of a pile, or why it has none.
    pub(crate) fn tame_size(&mut self, game: GameId, size: u64) -> Result<Tame, Halt> {
        self.with_sizes(game, |solver, sizes| solver.grow_tame(game, sizes, size))
    }

    fn grow_tame(&mut self, game: GameId, sizes: &mut Sizes, size: u64) -> Result<Tame, Halt> {
        loop {
            if let Some(image) = sizes.tame.image(size) {
                return Ok(image);
            }
            let heap = sizes.tame.images().len();
            if let Some(wild) = sizes.tame.wild() {
                return Err(Halt::declined(format!(
                    "the pile {} is wild, its genus begins with {}^{}",
                    wild.heap, wild.normal, wild.misere
                )));
            }
            if heap as u64 > size {
                return Err(Halt::declined(format!("the pile {size} is not tame")));
            }
            self.positions.machine.budget.step()?;
            let tame = &mut sizes.tame;
            let found = self.each_left(game, heap, |parts| tame.option(parts));
            if found.is_err() {
                sizes.tame.forget();
            }
            sizes.note(found)?;
            sizes.tame.finish(&self.positions.machine.budget)?;
            if heap + 1 >= sizes.look_at
                && let Some(digits) = sizes.digits
            {
                sizes.look_at = (heap + 1) * 3 / 2;
                sizes.tame.find_period(digits);
            }
        }
    }

    /// Lets the quotient of a game's piles grow up to a size, or to all sizes where a period is proven, with at most so many
    /// elements; or says why it does not.
    pub(crate) fn grow_quotient(
        &mut self,
        game: GameId,
        sizes: &mut Sizes,
        size: u64,
        elements: usize,
    ) -> Result<(), Halt> {
        sizes.growth.allow(elements);
        if sizes
            .stuck
            .as_ref()
            .is_some_and(|(most, _)| *most < elements)
        {
            sizes.stuck = None;
        }
        // Where the quotient itself was asked for, only the limits of the question count.
        let is_aside = elements <= ELEMENTS;
        let mut patience = self.positions.machine.budget.within(PATIENCE);
        loop {
            if sizes.growth.quotient().image(size).is_some() {
                return Ok(());
            }
            if let Some((_, why)) = &sizes.stuck {
                return Err(why.clone().into());
            }
            let heap = sizes.growth.quotient().images().len();
            let progress = self.positions.machine.budget.progress();
            progress.count(Counted::Quotient, heap as u64);
            let words = sizes.note(self.words(game, heap))?;
            let budget = if is_aside {
                &mut patience
            } else {
                &mut self.positions.machine.budget
            };
            match sizes.growth.push(&words, budget) {
                Ok(()) => {}
                Err(halt) => {
                    let piles = format!("the piles up to {heap}");
                    let why = self.without_quotient(halt, &piles)?;
                    sizes.stuck = Some((elements, why));
                }
            }
            if heap + 1 >= sizes.grow_look_at
                && let Some(digits) = sizes.digits
            {
                sizes.grow_look_at = (heap + 1) * 9 / 8;
                sizes.growth.find_period(digits);
            }
        }
    }

    /// Adds piles to those whose genus can be asked for.
    pub(crate) fn grow_genera(
        &mut self,
        game: GameId,
        sizes: &mut Sizes,
        size: u64,
    ) -> Result<(), Halt> {
        while u64::from(sizes.genera.largest()) < size {
            let heap = sizes.genera.largest() as usize + 1;
            let words = sizes.note(self.words(game, heap))?;
            sizes
                .genera
                .push(&words, &mut self.positions.machine.budget)?;
        }
        Ok(())
    }

    /// Why no quotient of some piles was found; only the limits of the question itself are limits.
    pub(super) fn without_quotient(
        &mut self,
        halt: Halt,
        piles: &str,
    ) -> Result<Declined, Failure> {
        let why = match halt {
            Halt::Declined(why) => format!("the misère quotient of {piles} {why}"),
            Halt::Failure(Failure::Limit(Limit::Effort, _))
                if self.positions.machine.budget.spend(0).is_ok() =>
            {
                format!("the misère quotient of {piles} takes long to find")
            }
            Halt::Failure(failure) => {
                return Err(failure.at(|| format!("at the misère quotient of {piles}")));
            }
        };
        Ok(why.into())
    }
}
