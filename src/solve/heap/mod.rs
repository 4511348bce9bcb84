//! Values of single-number piles by engines that know the shape of the rules.
//!
//! [`ENGINES`] lists the engines, which are asked in order; each is an [`Engine`] in a file of its own, most around a loop of
//! [`crate::kernel`]. Where no engine applies the game is left to the definition.

mod amounts;
pub mod blocks;
pub mod engine;
mod factors;
pub(crate) mod from_end;
pub(crate) mod games;
mod interval;
mod line;
mod loops;
pub mod nim;
mod recurrence;
mod sparse;
mod upwards;
pub mod worth;

use std::ops::RangeInclusive;
use std::sync::Arc;

use hashbrown::HashMap;

use self::blocks::{BLOCKS, Blocks};
use self::engine::{Engine, PeriodTheorem, Subject};
use super::policy::{LEFT_OUT, Policy};
use crate::expr::machine::Machine;
use crate::expr::position::Turn;
use crate::expr::shape::Bounds;
use crate::kernel::breaking::{Breaking, Known, STRETCH, State, Window, fewest_rare};
use crate::kernel::period::{self, Period, Recurrence};
use crate::moves::Transitions;
use crate::moves::taking::{Family, by_value, recognise};
use crate::rules::Rulebook;
use crate::work::budget::Budget;
use crate::work::failure::found;
use crate::work::progress::{Counted, WorkDone};
use crate::work::store::{Slice, Store, each_width};
use crate::work::{Declined, Failure, Halt, Limit};

/// Until it is told again how far the work came, so many values are computed at least, or this part of those known.
const LEAST_PIECE: usize = 1 << 12;
const PIECE: usize = 16;

/// At least so many values are copied at once.
const COPIED: usize = 1 << 12;

/// So many values are worked out before piles are looked at that lie far beyond them.
const FEW_VALUES: u64 = 1 << 13;

/// Where the engine looks at each option, so many piles are worked out without a look at what can be reached.
const FEW_PILES: usize = 256;

/// How many options a search for the winner of a large pile looks at, and how many steps at least are made for the piles that can be
/// reached from one.
const SHORT_SEARCH: u64 = 1 << 18;

/// And at most.
const LONG_SEARCH: u64 = 1 << 24;

/// Bytes of an amount in the rules, in the families and in the engine.
const BYTES_OF_AN_AMOUNT: u64 = 3 * size_of::<i64>() as u64;

/// How many values of far piles that were told alone are kept.
const MOST_FAR: usize = 1 << 16;

/// How many values are computed before a period is looked for.
const FIRST: usize = 256;

/// To how many values to go on before a period is looked for again.
fn longer(known: usize) -> usize {
    let more = if known < 1 << 16 { known } else { known / 8 };
    known.saturating_add(more).max(FIRST)
}

/// Engines that do not apply to a game, by name, each with the reason.
pub type Refusals = Vec<(&'static str, Declined)>;

/// A game on single numbers with its engine.
#[derive(Debug)]
pub struct Heap {
    name: &'static str,
    engine: Engine,
    /// The moves as taking and breaking, where they are that.
    families: Vec<Family>,
    declined: Refusals,
    failed: Refusals,
    /// Of far piles.
    blocks: Result<Blocks, Declined>,
    /// The values of far piles that were told alone.
    far: HashMap<u64, u64>,
    period: Option<Period>,
    /// Whether values may be read off a period.
    uses_period: bool,
    /// Up to where periods were looked for.
    searched: usize,
    piles: usize,
}

impl Heap {
    /// The engine for a game; `failed` are engines that turned out not to apply, with the reasons.
    pub fn new(
        book: &Rulebook,
        transitions: &Arc<Transitions>,
        policy: &Policy,
        failed: Refusals,
    ) -> Result<Heap, Refusals> {
        let game = &transitions.game;
        if game.header.turn != Turn::One {
            let why = format!("a turn moves in {}", game.header.turn.in_words());
            return Err(vec![("engines for single piles", why.into())]);
        }
        let Some(bounds) = game.header.shape.as_heap() else {
            let why = "a pile is not a single number".to_string();
            return Err(vec![("engines for single numbers", why.into())]);
        };
        let families = recognise(game);
        let families = families.and_then(|families| match families.as_slice() {
            [] => Err("it has no moves".into()),
            _ => Ok(families),
        });
        let subject = Subject {
            book,
            transitions,
            policy,
            misere: false,
            families: families.clone().map(by_value),
        };
        let blocks = match policy.allows(BLOCKS) {
            true => Blocks::new(book, transitions),
            false => Err(LEFT_OUT.into()),
        };
        let is_only = policy.only.as_deref() == Some(BLOCKS);
        if let (Err(why), true) = (&blocks, is_only) {
            return Err(vec![(BLOCKS, why.clone())]);
        }
        let (name, engine, declined) = choose(&ENGINES, &subject, &failed)?;
        let heap = Heap::with(name, engine, bounds);
        Ok(Heap {
            blocks,
            families: families.unwrap_or_default(),
            declined,
            failed,
            uses_period: policy.only.is_none(),
            ..heap
        })
    }

    /// The same for a game in which the last move loses and moves leave one pile at most: a pile is worth 0 where it is lost.
    pub(in crate::solve) fn misere(
        book: &Rulebook,
        transitions: &Arc<Transitions>,
        policy: &Policy,
        failed: Refusals,
    ) -> Result<Heap, Refusals> {
        let game = &transitions.game;
        let Some(bounds) = game.header.shape.as_heap() else {
            return Err(failed);
        };
        let subject = Subject {
            book,
            transitions,
            policy,
            misere: true,
            families: recognise(game).map(by_value),
        };
        let (name, engine, declined) = choose(&MISERE_ENGINES, &subject, &failed)?;
        Ok(Heap {
            declined,
            failed,
            ..Heap::with(name, engine, bounds)
        })
    }

    fn with(name: &'static str, engine: Engine, bounds: Bounds) -> Heap {
        let last = bounds.hi.and_then(|last| usize::try_from(last).ok());
        Heap {
            blocks: Err(LEFT_OUT.into()),
            far: HashMap::new(),
            name,
            engine,
            families: Vec::new(),
            declined: Vec::new(),
            failed: Vec::new(),
            period: None,
            uses_period: true,
            searched: 0,
            piles: last.map_or(usize::MAX, |last| last.saturating_add(1)),
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Why the engine may answer.
    pub(crate) fn premise(&self) -> String {
        let premise = &self.engine.premise;
        match self.blocks.as_ref().map(|blocks| blocks.why_declined(0)) {
            Ok(None) => format!(
                "{premise}\nfor far piles {BLOCKS}: moves lead a bounded way down, down by large amounts, or to a part of the pile, so that blocks of values that come again are computed once, where they often do"
            ),
            Ok(Some(why)) => format!("{premise}\nfor far piles no {BLOCKS}: {why}"),
            Err(_) => premise.clone(),
        }
    }

    /// Why a far pile is not told by blocks.
    pub(super) fn why_no_blocks(&self, size: u64) -> Option<Declined> {
        match &self.blocks {
            Ok(blocks) => blocks.why_declined(size),
            Err(why) => Some(why.clone()),
        }
    }

    /// The engines that were asked before and why they do not apply.
    pub fn declined(&self) -> &[(&'static str, Declined)] {
        &self.declined
    }

    /// The engines that turned out not to apply while they worked, and why: this one, too.
    pub(crate) fn failing(&self, why: Declined) -> Refusals {
        let failed = self.failed.iter().cloned();
        failed.chain([(self.name, why)]).collect()
    }

    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// About how many bytes its lists of amounts take.
    pub(super) fn lists(&self) -> u64 {
        let amounts = self.families.iter().filter_map(Family::finite);
        amounts
            .map(|list| list.len() as u64 * BYTES_OF_AN_AMOUNT)
            .sum()
    }

    /// About how many bytes it takes with all its values.
    pub(super) fn bytes(&self) -> u64 {
        let values = self.engine.sequence.bytes(self.values().len());
        self.lists() + values + self.far.allocation_size() as u64
    }

    /// The value of a pile; declined where the engine does not apply after all.
    pub fn value(&mut self, size: u64, machine: &mut Machine) -> Result<u64, Halt> {
        loop {
            if let Some(value) = self.known(size) {
                return Ok(value);
            }
            if let Some(from_end) = self.engine.sequence.by_end_mut() {
                return from_end.value(size, machine);
            }
            self.extend(size, machine)?;
        }
    }

    /// Whether a pile without a known value is at least so many times as large as the piles are many whose values were computed in
    /// order.
    fn is_far(&self, size: u64, times: u64) -> bool {
        let near = self.values().len().max(FEW_PILES) as u64;
        size / times >= near && !self.counts_from_end() && self.known(size).is_none()
    }

    /// The value of a far pile: by a period that few values prove, by another theorem, or by the few piles that can be reached from
    /// it, where so many steps are enough.
    pub(crate) fn far_value(
        &mut self,
        size: u64,
        effort: u64,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Halt> {
        if self.engine.is_exhaustive && self.engine.theorem.is_some() {
            self.prove(FEW_VALUES, machine)?;
        }
        if let Some(value) = self.known(size) {
            return Ok(Some(value));
        }
        if let Some(value) = self.in_blocks(size, machine)? {
            return Ok(Some(value));
        }
        let value = self.engine.sequence.compute_far(size, effort, machine)?;
        if self.far.len() >= MOST_FAR {
            self.far.clear();
        }
        self.far.extend(value.map(|value| (size, value)));
        Ok(value)
    }

    /// The value of one pile by an engine that is made for it alone, anew without those that turn out not to apply; nothing, and no
    /// engine, where none does.
    pub(in crate::solve) fn value_of_one(
        heap: &mut Option<Heap>,
        make: impl Fn(Refusals) -> Option<Heap>,
        size: u64,
        machine: &mut Machine,
    ) -> Result<Option<u64>, Failure> {
        while let Some(found) = heap {
            match found.far_or_near(size, machine) {
                Ok(value) => return Ok(Some(value)),
                // Few piles may be reached: the definition takes less, or says so.
                Err(Halt::Failure(Failure::Limit(Limit::Memory { .. }, _))) => *heap = None,
                Err(Halt::Failure(failure)) => return Err(failure),
                Err(Halt::Declined(why)) => *heap = make(found.failing(why)),
            }
        }
        Ok(None)
    }

    fn far_or_near(&mut self, size: u64, machine: &mut Machine) -> Result<u64, Halt> {
        if let Some(value) = self.known(size) {
            return Ok(value);
        }
        // An engine that does not apply says so at small piles.
        self.value(size.min(64), machine)?;
        match self.far_value(size, LONG_SEARCH, machine)? {
            Some(value) => Ok(value),
            None => self.value(size, machine),
        }
    }

    /// The value of a far pile by blocks of values that come again.
    fn in_blocks(&mut self, size: u64, machine: &mut Machine) -> Result<Option<u64>, Halt> {
        let Ok(blocks) = &mut self.blocks else {
            return Ok(None);
        };
        Ok(found(blocks.compute(size, machine))?.and_then(|()| self.known(size)))
    }

    /// The value of a pile, where no work is needed for it.
    #[inline]
    pub fn known(&self, size: u64) -> Option<u64> {
        if let Some(value) = self.engine.sequence.formula(size) {
            return Some(value);
        }
        if let Some(value) = self.computed(size) {
            return Some(value.into());
        }
        if let Some(value) = self.known_alone(size) {
            return Some(value);
        }
        if let Some(value) = self.known_in_blocks(size) {
            return Some(value);
        }
        let may_tell = self.may_use_period() && size <= self.engine.most;
        let period = self.period.filter(|_| may_tell)?;
        period.value(size, self.engine.sequence.values())
    }

    /// The value of a pile, where it was computed in order.
    #[inline]
    fn computed(&self, size: u64) -> Option<u32> {
        self.engine
            .sequence
            .values()
            .get(usize::try_from(size).ok()?)
    }

    /// The value of a far pile, where it was told alone.
    fn known_alone(&self, size: u64) -> Option<u64> {
        let told = self.far.get(&size).copied();
        told.or_else(|| self.engine.sequence.far(size))
    }

    fn known_in_blocks(&self, size: u64) -> Option<u64> {
        self.blocks.as_ref().ok()?.known(size).map(u64::from)
    }

    /// Whether the value of a pile stands in a block of values that come again.
    pub(crate) fn is_in_a_block(&self, size: u64) -> bool {
        let is_far = self.computed(size).is_none();
        is_far && self.known_alone(size).is_none() && self.known_in_blocks(size).is_some()
    }

    /// The values of the first piles of a run, as far as they were computed or stand in a proven period.
    pub(crate) fn run(&self, sizes: RangeInclusive<u64>, budget: &Budget) -> Result<Store, Limit> {
        let mut run = Store::default();
        let (Ok(first), Ok(last)) = (
            usize::try_from(*sizes.start()),
            usize::try_from(*sizes.end()),
        ) else {
            return Ok(run);
        };
        if self.has_formula() || first > last {
            return Ok(run);
        }
        let known = self.engine.sequence.values();
        let period = self
            .period
            .filter(|period| period.saltus == 0 && self.may_use_period())
            .filter(|_| *sizes.end() <= self.engine.most);
        let len = match period {
            Some(_) => last - first + 1,
            None => known.len().saturating_sub(first).min(last - first + 1),
        };
        budget.need(known.width().saturating_mul(len as u64))?;
        run.reserve(len);
        run.extend(known.from(first).up_to(last - first + 1));
        let Some(period) = period else {
            return Ok(run);
        };
        // Whole periods from where the values end, so many that a copy is long.
        let start = first + run.len();
        let length = period.period * (1 + COPIED / period.period);
        let mut block = Store::default();
        for size in start..(start + length).min(last + 1) {
            let Some(value) = known.get(period.representative(size as u64)) else {
                return Ok(run);
            };
            block.push(value);
        }
        // A rest that is shorter than the block is all that the block holds.
        while first + run.len() <= last {
            run.extend(block.slice().up_to(last + 1 - first - run.len()));
        }
        Ok(run)
    }

    /// The period, where it is proven already.
    pub fn known_period(&self) -> Option<Period> {
        self.period
    }

    /// Whether the value of a far pile may be had without those of all smaller ones.
    pub(crate) fn may_tell_far(&self) -> bool {
        self.engine.beyond.is_some() || self.why_no_blocks(0).is_none()
    }

    /// Whether no value needs those of smaller piles.
    pub(crate) fn counts_from_end(&self) -> bool {
        self.engine.sequence.by_end().is_some()
    }

    /// Whether a formula gives the value of every pile.
    pub fn has_formula(&self) -> bool {
        self.engine.sequence.formula(0).is_some()
    }

    /// Whether the value of a pile was read off a proven period.
    pub fn is_periodic_answer(&self, size: u64) -> bool {
        self.period.is_some() && self.computed(size).is_none()
    }

    /// The theorem that gives the value of a pile, where it lies far beyond those computed in order.
    pub fn theorem_beyond(&self, size: u64) -> Option<&'static str> {
        let is_far = self.computed(size).is_none();
        let known = self.known_alone(size).filter(|_| is_far);
        known.and(self.engine.beyond)
    }

    /// Whether values may be read off a period: not by an engine that was asked for by name, unless it computes no values
    /// behind a proven period.
    fn may_use_period(&self) -> bool {
        self.uses_period || self.engine.theorem == Some(PeriodTheorem::States)
    }

    /// Computes more values, towards `size`, and looks whether they repeat.
    fn extend(&mut self, size: u64, machine: &mut Machine) -> Result<(), Halt> {
        if let Some(kernel) = self.engine.sequence.breaking_mut() {
            kernel.keep_all();
        }
        let known = self.engine.sequence.values().len();
        let goal = usize::try_from(size)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        let can_shorten = self.may_use_period() && self.engine.may_prove(known);
        let next = if can_shorten {
            longer(known).min(goal.max(FIRST))
        } else {
            goal
        };
        self.compute(next, goal, machine)?;
        if can_shorten {
            self.find_period();
        }
        if self.engine.sequence.values().len() == known && self.known(size).is_none() {
            return Err(Halt::declined("the value is too large"));
        }
        Ok(())
    }

    /// Computes values until `len` are known, in pieces, so that it can be told how far the work came towards `goal`.
    fn compute(&mut self, len: usize, goal: usize, machine: &mut Machine) -> Result<(), Halt> {
        let len = len.min(self.piles);
        let far = self.far.allocation_size() as u64;
        let bytes = self.engine.sequence.bytes(len).saturating_add(far);
        machine.budget.need(bytes)?;
        loop {
            let known = self.reached();
            let breaking = self.engine.sequence.breaking();
            let rare = breaking.filter(|kernel| kernel.is_sparse());
            let rare = rare.map_or(0, |kernel| kernel.rare_heaps() as u64);
            machine.budget.progress().tell(WorkDone {
                what: Counted::Piles,
                done: known as u64,
                goal: goal as u64,
                rare,
            });
            if known >= len {
                return Ok(());
            }
            let anew = if self.engine.begins_anew { known } else { 1 };
            let piece = LEAST_PIECE.max(known / PIECE).max(anew);
            let next = known.saturating_add(piece);
            self.engine.sequence.extend(len.min(next), machine)?;
            if self.reached() == known {
                // The engine proved a period and needs no more values.
                return Ok(());
            }
        }
    }

    /// What is needed to go on in another run; nothing where the engine or the game has no such state.
    pub fn state(&self) -> Option<State<'_>> {
        self.engine.sequence.breaking()?.state()
    }

    /// Goes on from the state that another run left; or the first pile whose value turned out to be wrong.
    pub fn resume(
        &mut self,
        state: State<'_>,
        machine: &mut Machine,
    ) -> Result<Option<usize>, Halt> {
        let Some(kernel) = self.engine.sequence.breaking_mut() else {
            return Err(Halt::declined("it keeps no state"));
        };
        Ok(kernel.resume(state, &mut machine.budget)?)
    }

    /// How many of the values come from another run.
    pub fn resumed(&self) -> usize {
        self.engine.sequence.breaking().map_or(0, Breaking::resumed)
    }

    /// What is known where values were forgotten.
    fn parted(&self) -> Option<&Known> {
        let known = self.engine.sequence.breaking()?.known();
        (!known.is_whole()).then_some(known)
    }

    /// Whether only the first values and the last ones are kept.
    pub fn is_parted(&self) -> bool {
        self.parted().is_some()
    }

    /// Up to which length periods were looked for, where only those are kept.
    pub fn longest_period(&self) -> Option<usize> {
        self.engine.sequence.breaking()?.longest_period()
    }

    /// How many values were computed, of those that are kept and those that are not.
    pub fn reached(&self) -> usize {
        match self.parted() {
            Some(known) => known.len().min(self.piles),
            None => self.values().len(),
        }
    }

    /// The same, with those of blocks.
    pub(super) fn reached_at_all(&self) -> u64 {
        let in_blocks = self.blocks.as_ref().map_or(0, Blocks::len);
        in_blocks.max(self.reached() as u64)
    }

    /// The values from a pile on, as far as they follow each other and are kept.
    pub fn kept_from(&self, pile: usize) -> Slice<'_> {
        match self.parted() {
            Some(known) if pile >= known.start() => {
                Slice::U16(known.last()).from(pile - known.start())
            }
            _ => self.values().from(pile),
        }
    }

    /// The first pile with the largest value computed, and that value.
    pub fn largest(&self) -> Option<(usize, u32)> {
        match self.parted() {
            Some(known) => known.largest().map(|(pile, value)| (pile, value.into())),
            None => self.values().largest(),
        }
    }

    /// The fewest heaps that a mask leaves rare, of those computed.
    pub fn fewest_rare(&self) -> Option<u64> {
        match self.parted() {
            Some(known) => known.fewest_rare(),
            None => fewest_rare(self.values()),
        }
    }

    /// To how many values to go on before a period is looked for again.
    fn next(&self, known: usize) -> usize {
        match self.is_parted() {
            true => longer(known).min(known.saturating_add(STRETCH)),
            false => longer(known),
        }
    }

    fn find_period(&mut self) {
        // The search takes time in proportion to the length: at growing lengths only.
        let is_cheap = self.engine.theorem == Some(PeriodTheorem::States);
        if is_cheap || self.reached() >= self.next(self.searched) {
            self.find_period_now();
        }
    }

    fn find_period_now(&mut self) {
        let len = self.reached();
        if self.period.is_none() {
            self.searched = len;
            self.period = self.engine.sequence.prove(&mut self.engine.theorem);
        }
    }

    /// Computes values up to `to` at most, until a period is proven.
    /// What was computed stays after a limit.
    pub fn prove(&mut self, to: u64, machine: &mut Machine) -> Result<Option<Period>, Halt> {
        let window = Window::within(machine.budget.memory());
        self.prove_within(to, window, machine)
    }

    /// The same, where only so many values need be kept.
    pub(crate) fn prove_within(
        &mut self,
        to: u64,
        window: Window,
        machine: &mut Machine,
    ) -> Result<Option<Period>, Halt> {
        if self.has_formula() {
            self.period = self.engine.sequence.prove(&mut self.engine.theorem);
            return Ok(self.period);
        }
        let most = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        let most = most.min(self.piles);
        if let Some(kernel) = self.engine.sequence.breaking_mut() {
            kernel.may_forget(window);
        }
        if self.searched == 0 && self.reached() >= FIRST {
            self.find_period_now();
        }
        while self.period.is_none() && self.reached() < most {
            let known = self.reached();
            let next = self.next(known).min(most);
            self.compute(next, most, machine)?;
            self.find_period();
            if self.reached() == known {
                break;
            }
        }
        if self.reached() != self.searched {
            self.find_period_now();
        }
        Ok(self.period)
    }

    /// The largest amount, where the values computed so far tell nothing of what it leads to.
    pub fn largest_amount_ahead(&self) -> Option<u64> {
        match self.engine.theorem {
            Some(PeriodTheorem::Recurrence(Recurrence::Window { window, .. })) => {
                (window >= self.reached()).then_some(window as u64)
            }
            _ => None,
        }
    }

    /// A period that the values computed so far fit, proven or not. A rising one is looked for where so much memory allows it.
    pub fn observed(&self, memory: u64) -> Option<Period> {
        if self.is_parted() || self.largest_amount_ahead().is_some() {
            return None;
        }
        let values = self.values();
        let more = 4 * values.len() as u64;
        let has_room = self
            .engine
            .sequence
            .bytes(values.len())
            .saturating_add(more)
            <= memory;
        fn of<T: Copy + Eq + Into<u32>>(values: &[T], has_room: bool) -> Option<Period> {
            let rising = || has_room.then(|| period::observed_rising(values)).flatten();
            period::observed(values).or_else(rising)
        }
        each_width!(Slice: values, values => of(values, has_room))
    }

    /// The values computed so far. An engine may have computed some more than there are piles.
    pub fn values(&self) -> Slice<'_> {
        self.engine.sequence.values().up_to(self.piles)
    }
}

/// Makes an engine for a game, or says why it does not apply.
pub type Make = fn(&Subject<'_>) -> Result<Engine, Declined>;

/// Name and maker of each engine, the most special first.
pub const ENGINES: [(&str, Make); 13] = [
    (nim::NAME, nim::make),
    ("constrained", nim::make_constrained),
    ("subtraction", loops::make_subtraction),
    ("sparse", sparse::make),
    ("dense", sparse::make_dense),
    ("factors", factors::make),
    ("all-but", loops::make_all_but),
    ("interval", interval::make),
    ("amounts", amounts::make),
    ("recurrence", recurrence::make),
    ("parts", loops::make_parts),
    (line::NAME, line::make),
    (upwards::NAME, upwards::make),
];

/// Those that tell who wins where the last move loses.
const MISERE_ENGINES: [(&str, Make); 3] = [
    ("interval", interval::make),
    ("amounts", amounts::make),
    (line::NAME, line::make),
];

/// Asks the engines in order for the one of a game, with those that declined before it; those that `failed` count as declined. Where
/// none applies: why not.
fn choose(
    engines: &[(&'static str, Make)],
    subject: &Subject<'_>,
    failed: &[(&'static str, Declined)],
) -> Result<(&'static str, Engine, Refusals), Refusals> {
    let policy = subject.policy;
    let mut declined = Vec::new();
    // Near piles are not told by blocks.
    let is_far_alone = policy.only.as_deref() == Some(BLOCKS);
    for &(name, make) in engines {
        if !policy.allows(name) && !is_far_alone {
            continue;
        }
        if let Some(failure) = failed.iter().find(|(failed, _)| *failed == name) {
            declined.push(failure.clone());
            continue;
        }
        match make(subject) {
            Ok(engine) => return Ok((name, engine, declined)),
            Err(why) => declined.push((name, why)),
        }
    }
    Err(declined)
}
