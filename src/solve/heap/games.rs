//! The engine of each game on single numbers.

use std::ops::RangeInclusive;

use hashbrown::HashSet;

use super::blocks::BLOCKS;
use super::engine::Engine;
use super::{FEW_PILES, Heap, LONG_SEARCH, Refusals, SHORT_SEARCH, nim};
use crate::expr::machine::Machine;
use crate::expr::position::{Game, GameId, Term, Turn};
use crate::moves::taking::recognise;
use crate::solve::piles::{Piles, Played};
use crate::solve::policy::{NEVER_ENDS, engine_declines};
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::search::Allowance;
use crate::solve::tuple::ask::{Reached, STEPS_AN_OPTION};
use crate::solve::tuple::winners::WinnersBy;
use crate::work::budget::Account;
use crate::work::store::Store;
use crate::work::{Failure, Halt, Limit};

/// How many options are looked at at least before all smaller piles are worked out.
const FEW_OPTIONS: u64 = 100_000;
/// And at most.
const MANY_OPTIONS: u64 = 4_000_000;
/// The piles that can be reached are looked for in the time that this many of them take that try all amounts.
const MOST_LOOKS: u64 = 256;
/// An engine that looks for them itself takes no more steps for it than this.
const MOST_FOR_LISTS: u64 = 1 << 28;

impl Piles {
    /// The engine of a game, or which engines declined and why.
    pub(crate) fn heap(&mut self, game: GameId) -> Result<&Result<Heap, Refusals>, Failure> {
        self.heap_of((game, false))
    }

    fn heap_of(&mut self, played: Played) -> Result<&Result<Heap, Refusals>, Failure> {
        if !self.heaps.contains_key(&played) {
            self.choose_heap(played, Vec::new())?;
        }
        Ok(&self.heaps[&played])
    }

    fn engine(&mut self, game: GameId) -> Result<Option<&Engine>, Failure> {
        Ok(self.heap(game)?.as_ref().ok().map(Heap::engine))
    }

    /// Chooses the engine of a game, where some have been tried in vain.
    fn choose_heap(&mut self, played: Played, failed: Refusals) -> Result<(), Failure> {
        let (game, misere) = played;
        let transitions = self.positions.transitions(game)?;
        let heap = if transitions.game.header.loopy {
            Err(vec![("retrograde", NEVER_ENDS.into())])
        } else if self.policy.plain {
            Err(Vec::new())
        } else if misere {
            Heap::misere(&self.positions.book, &transitions, &self.policy, failed)
        } else {
            Heap::new(&self.positions.book, &transitions, &self.policy, failed)
        };
        if let (Err(declined), Some(only)) = (&heap, &self.policy.only) {
            return Err(engine_declines(only, &transitions.game.header, declined).into());
        }
        self.drop_heap_of(played);
        if let Ok(heap) = &heap {
            self.heap_bytes += heap.bytes();
            self.amount_bytes += heap.lists();
        }
        self.heaps.insert(played, heap);
        let budget = &mut self.positions.machine.budget;
        budget.hold(Account::Amounts, self.amount_bytes);
        Ok(budget.need(0)?)
    }

    /// Forgets all engines with their values.
    pub(in crate::solve) fn drop_heaps(&mut self) {
        self.heaps.clear();
        (self.heap_bytes, self.amount_bytes) = (0, 0);
        self.positions.machine.budget.hold(Account::Amounts, 0);
    }

    /// Forgets the engines with all their values, but for the one that takes most, where they take more than half of the memory,
    /// so that there is room for others.
    pub(in crate::solve) fn drop_many_heaps(&mut self) {
        if self.heap_bytes <= self.positions.machine.budget.allowed() / 2 {
            return;
        }
        let bytes = |heap: &Result<Heap, Refusals>| heap.as_ref().map_or(0, Heap::bytes);
        let largest = self.heaps.iter().max_by_key(|(_, heap)| bytes(heap));
        let largest = largest.map(|(played, _)| *played);
        let others = self.heaps.keys().filter(|played| Some(**played) != largest);
        for played in others.copied().collect::<Vec<_>>() {
            self.drop_heap_of(played);
        }
    }

    /// Lets the engine of a game work; nothing where there is none. An engine that turns out not to apply is replaced by the
    /// next one.
    pub(crate) fn with_heap<T>(
        &mut self,
        game: GameId,
        work: impl FnMut(&mut Heap, &mut Machine) -> Result<T, Halt>,
    ) -> Result<Option<T>, Failure> {
        self.with_heap_of((game, false), work)
    }

    fn with_heap_of<T>(
        &mut self,
        played: Played,
        mut work: impl FnMut(&mut Heap, &mut Machine) -> Result<T, Halt>,
    ) -> Result<Option<T>, Failure> {
        self.heap_of(played)?;
        loop {
            let Some(Ok(heap)) = self.heaps.get_mut(&played) else {
                return Ok(None);
            };
            self.heap_bytes -= heap.bytes();
            let done = work(heap, &mut self.positions.machine);
            self.heap_bytes += heap.bytes();
            match done {
                Ok(result) => return Ok(Some(result)),
                Err(Halt::Failure(failure)) => {
                    return Err(failure.at(|| format!("after {} values", heap.reached_at_all())));
                }
                Err(Halt::Declined(why)) => {
                    let failed = heap.failing(why);
                    self.choose_heap(played, failed)?;
                }
            }
        }
    }

    /// Forgets the engine of a game with all its values.
    pub(crate) fn drop_heap(&mut self, game: GameId) {
        self.drop_heap_of((game, false));
    }

    fn drop_heap_of(&mut self, played: Played) {
        if let Some(Ok(heap)) = self.heaps.remove(&played) {
            self.heap_bytes -= heap.bytes();
            self.amount_bytes -= heap.lists();
            let budget = &self.positions.machine.budget;
            budget.hold(Account::Amounts, self.amount_bytes);
        }
    }

    /// The value of a pile by the engine of its game, if it has one.
    pub(crate) fn heap_value(&mut self, game: GameId, size: u64) -> Result<Option<u64>, Failure> {
        let Ok(heap) = self.heap(game)? else {
            return Ok(None);
        };
        if let Some(value) = heap.known(size) {
            return Ok(Some(value));
        }
        let is_far = heap.is_far(size, 4);
        let only = self.policy.only.as_deref();
        let may_be_far = only.is_none_or(|only| only == BLOCKS);
        if is_far && may_be_far && self.applies_to_small(game, size)? {
            let engine = self.engine(game)?;
            let lists_options = engine.is_some_and(|it| it.sequence.lists_options());
            let effort = match lists_options {
                true => MOST_FOR_LISTS,
                false => size.clamp(SHORT_SEARCH, LONG_SEARCH),
            };
            if let Some(value) = self.far_value(game, size, effort)? {
                return Ok(Some(value));
            }
            self.needs_no_blocks(game, size)?;
            let few = (size / 16).clamp(FEW_OPTIONS, MANY_OPTIONS);
            // The engine looks at all that may be taken from all smaller piles.
            let steps = few * STEPS_AN_OPTION;
            let steps = steps.max(size.saturating_mul((size / 128).min(MOST_LOOKS)));
            if !lists_options
                && self.engine(game)?.is_some_and(|it| it.is_exhaustive)
                && self
                    .positions
                    .reaches_few(game, &[cell(size)?], few, steps)?
                    .0
                    != Reached::Many
            {
                return Ok(None);
            }
        }
        self.with_heap(game, |heap, machine| heap.value(size, machine))
    }

    /// The value of a far pile, where so many steps are enough.
    fn far_value(&mut self, game: GameId, size: u64, effort: u64) -> Result<Option<u64>, Failure> {
        let far = self.with_heap(game, |heap, machine| heap.far_value(size, effort, machine))?;
        Ok(far.flatten())
    }

    /// Fails where only blocks may tell far piles, and were given up.
    fn needs_no_blocks(&mut self, game: GameId, size: u64) -> Result<(), Failure> {
        let only = self.policy.only.as_deref();
        let why = match self.heaps.get(&(game, false)) {
            Some(Ok(heap)) if only == Some(BLOCKS) => heap.why_no_blocks(size),
            _ => None,
        };
        let Some(why) = why else { return Ok(()) };
        let header = self.positions.header(game)?;
        Err(engine_declines(BLOCKS, &header, &[(BLOCKS, why)]).into())
    }

    /// Whether some engine applies to the smallest piles of a game, up to a size: that is seen before anything large is set up for it.
    fn applies_to_small(&mut self, game: GameId, size: u64) -> Result<bool, Failure> {
        let least = self.positions.header(game)?.shape.as_heap();
        let least = least.map_or(0, |bounds| bounds.lo.max(0).unsigned_abs());
        let first = size.min(least + FEW_PILES as u64);
        let applies = self.with_heap(game, |heap, machine| match heap.counts_from_end() {
            true => Ok(()),
            false => heap.value(first, machine).map(|_| ()),
        })?;
        Ok(applies.is_some())
    }

    /// Whether a pile is lost that is far beyond those with a value, where a short search tells it: a lost option is enough for it.
    pub(in crate::solve) fn loses_by_search(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        let (Ok(heap), [size]) = (self.heap(game)?, cells) else {
            return Ok(None);
        };
        let Ok(size) = u64::try_from(*size) else {
            return Ok(None);
        };
        let is_far = heap.is_far(size, FEW_OPTIONS);
        if !is_far || self.policy.only.is_some() || !self.applies_to_small(game, size)? {
            return Ok(None);
        }
        let is_exhaustive = self.engine(game)?.is_some_and(|it| it.is_exhaustive);
        let effort = match is_exhaustive {
            true => SHORT_SEARCH,
            false => size.clamp(SHORT_SEARCH, LONG_SEARCH),
        };
        if let Some(value) = self.far_value(game, size, effort)? {
            return Ok(Some(value == 0));
        }
        if !is_exhaustive {
            return Ok(None);
        }
        self.loses_within((game, false), cells, &mut Allowance::of(SHORT_SEARCH))
    }

    /// The engine that tells who wins single piles of a game in which the last move loses, where there is one.
    pub(crate) fn misere_heap(&mut self, game: &Game) -> Result<Option<&Heap>, Failure> {
        let may_be = game.misere && game.turn == Turn::One && self.policy.only.is_none();
        if !may_be || game.shape.as_heap().is_none() {
            return Ok(None);
        }
        Ok(self.heap_of((game.id, true))?.as_ref().ok())
    }

    /// Whether an engine tells who wins such piles, as far as small ones show.
    pub(in crate::solve) fn has_misere_engine(&mut self, game: GameId) -> Result<bool, Failure> {
        let header = self.positions.header(game)?;
        if self.misere_heap(&header)?.is_none() {
            return Ok(false);
        }
        let small = |heap: &mut Heap, machine: &mut Machine| heap.value(FEW_PILES as u64, machine);
        Ok(self.with_heap_of((game, true), small)?.is_some())
    }

    /// Whether a formula or a theorem tells who wins single piles of any size of a game in which the last move loses: those whose
    /// Grundy value is 1 are lost; see `interval`.
    pub(in crate::solve) fn loses_where_worth_1(&mut self, game: GameId) -> Result<bool, Failure> {
        let header = self.positions.header(game)?;
        let heap = self.misere_heap(&header)?;
        Ok(heap.is_some_and(|heap| heap.has_formula() || heap.may_tell_far()))
    }

    /// Whether the player to move wins a pile of a game in which the last move loses, where its engine tells that: by all smaller
    /// piles, by a period, or by the few piles that can be reached; unless a short search tells it of a far pile.
    pub(in crate::solve) fn wins_misere_in_line(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        let header = self.positions.header(game)?;
        let (Some(heap), [size]) = (self.misere_heap(&header)?, cells) else {
            return Ok(None);
        };
        let (played, size) = ((game, true), size.unsigned_abs());
        if heap.is_far(size, 4) {
            let far = self.with_heap_of(played, |heap, machine| {
                heap.value(FEW_PILES as u64, machine)?;
                heap.far_value(size, MOST_FOR_LISTS, machine)
            })?;
            if let Some(value) = far.flatten() {
                return Ok(Some(value != 0));
            }
            let allowance = &mut Allowance::of(SHORT_SEARCH);
            if let Some(loses) = self.loses_within(played, cells, allowance)? {
                return Ok(Some(!loses));
            }
        }
        match self.with_heap_of(played, |heap, machine| heap.value(size, machine)) {
            // A longer search takes less.
            Err(Failure::Limit(Limit::Memory { .. }, _)) => Ok(None),
            value => Ok(value?.map(|value| value != 0)),
        }
    }

    /// How the same is known of a pile, where the engine told it.
    pub(in crate::solve) fn misere_line_by(&self, game: &Game, cells: &[i64]) -> Option<WinnersBy> {
        let (Some(Ok(heap)), [size]) = (self.heaps.get(&(game.id, true)), cells) else {
            return None;
        };
        let size = size.unsigned_abs();
        heap.known(size)?;
        let theorem = heap.theorem_beyond(size);
        let by_theorem = theorem.is_some() || heap.has_formula() || heap.is_periodic_answer(size);
        Some(WinnersBy {
            engine: heap.name(),
            way: match theorem {
                Some(theorem) => theorem,
                None if heap.has_formula() => heap.engine().formula,
                None if by_theorem => {
                    "read off the proven period of single piles, in which a pile without moves is won, for the last move loses"
                }
                None => {
                    "who wins the smaller piles, computed in order of size: a pile that leads to a lost one is won, and one without moves, for the last move loses"
                }
            },
            by_theorem,
        })
    }

    /// What the engine of a game knows of the values of its piles without more work.
    pub(crate) fn known_heap(&self, game: &Game) -> Option<impl Fn(i64) -> Option<u64>> {
        let bounds = game.shape.as_heap().filter(|_| !game.misere)?;
        let heap = self.heaps.get(&(game.id, false))?.as_ref().ok()?;
        Some(move |size: i64| {
            let size = Some(size).filter(|size| bounds.contains(*size))?;
            heap.known(u64::try_from(size).ok()?)
        })
    }

    /// The values of the first piles of a run, as far as they were computed or stand in a proven period and fit a few bytes.
    pub(crate) fn known_run(
        &self,
        game: &Game,
        sizes: RangeInclusive<u64>,
    ) -> Result<Store, Failure> {
        let bounds = game.shape.as_heap().filter(|_| !game.misere);
        let is_pile = |size: u64| {
            let size = i64::try_from(size).ok();
            size.is_some_and(|size| bounds.is_some_and(|bounds| bounds.contains(size)))
        };
        match self.heaps.get(&(game.id, false)) {
            Some(Ok(heap)) if is_pile(*sizes.start()) && is_pile(*sizes.end()) => {
                Ok(heap.run(sizes, &self.positions.machine.budget)?)
            }
            _ => Ok(Store::default()),
        }
    }

    /// About how many options the piles of a term have, as far as its engine tells: 0 where it does not.
    pub(crate) fn options_about(&mut self, term: &Term) -> Result<u64, Failure> {
        if self.policy.plain || term.game.turn != Turn::One {
            return Ok(0);
        }
        if term.game.shape.as_heap().is_none() {
            return self.tuple_options_about(term);
        }
        let sizes = term.piles.iter().filter_map(|pile| pile.as_int());
        let sizes: HashSet<u64> = sizes.filter_map(|size| u64::try_from(size).ok()).collect();
        let mut about: u64 = 0;
        for size in sizes {
            let options = self.with_heap(term.game.id, |heap, machine| {
                heap.options_about(size, machine)
            })?;
            about = about.saturating_add(options.unwrap_or(0));
        }
        Ok(about)
    }

    /// The size of a pile of Nim, where that is what it is by its rules.
    pub(crate) fn nim_size(&mut self, pile: Id) -> Result<Option<u64>, Failure> {
        let Some((game, size)) = self.positions.heap(pile) else {
            return Ok(None);
        };
        if let Some(is_nim) = self.is_nim.get(&game) {
            return Ok(is_nim.then_some(size));
        }
        let transitions = self.positions.transitions(game)?;
        let is_nim = self.policy.allows(nim::NAME)
            && recognise(&transitions.game)
                .is_ok_and(|families| nim::leads_to_all_smaller(&families).is_ok());
        self.is_nim.insert(game, is_nim);
        Ok(is_nim.then_some(size))
    }
}
