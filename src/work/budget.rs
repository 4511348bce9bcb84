//! How much memory and time the work may take, and whether it was interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::clock::{self, Clock};
use super::failure::Limit;
use super::progress::Progress;

/// The limits a user set.
///
/// ```
/// use std::time::Duration;
///
/// use nimrule::Limits;
///
/// let limits = Limits::default().with_memory(50_000_000).with_time(Duration::from_millis(100));
/// assert_eq!(limits.effort, None);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory for tables and stacks.
    pub memory: u64,
    /// Bytes that a text of rules may have; `None` is unlimited.
    pub text: Option<u64>,
    /// Time for one question; `None` is unlimited.
    pub time: Option<Duration>,
    /// When by the clock all has to be done, where the time is not for one question but for several, or for reading and
    /// printing, too.
    pub until: Option<Duration>,
    /// What tells the time.
    pub clock: Clock,
    /// Steps of work for one question; `None` is unlimited. Unlike time, they end at the same place on every machine.
    pub effort: Option<u64>,
    /// Set by Ctrl-C.
    pub interrupt: Arc<AtomicBool>,
    /// How far the work came, for whoever shows it.
    pub progress: Arc<Progress>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            text: None,
            time: None,
            until: None,
            clock: clock::system,
            effort: None,
            interrupt: Arc::new(AtomicBool::new(false)),
            progress: Arc::default(),
        }
    }
}

impl Limits {
    /// Limits for texts that nobody checked: a text of 1 MB, 256 MB of memory, and so many steps as take about a second. The
    /// clock is not looked at, so that the same text is read on every machine, or on none.
    pub fn untrusted() -> Limits {
        Limits {
            memory: 256_000_000,
            text: Some(1_000_000),
            effort: Some(STEPS_PER_SECOND),
            ..Limits::default()
        }
    }

    /// The same with so many bytes of memory.
    pub fn with_memory(mut self, bytes: u64) -> Limits {
        self.memory = bytes;
        self
    }

    /// The same with so much time for one question.
    pub fn with_time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// The same with so many steps of work for one question.
    pub fn with_effort(mut self, steps: u64) -> Limits {
        self.effort = Some(steps);
        self
    }
}

/// What is left of the limits while a question is answered. Clones count their work together.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    /// When all has to be done, and what time that is said to be.
    deadline: Option<(Duration, Duration)>,
    steps: u32,
    /// Bytes that are in use.
    held: Arc<Ledger>,
    /// The work done for the question so far.
    done: Arc<AtomicU64>,
    /// How much work may be done in all.
    most: u64,
}

/// Whose bytes they are that stay in use from one question to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account {
    Rules,
    /// The values of lets that hold positions or queries.
    Lets,
    /// Positions that came up, and their options.
    Positions,
    /// Grundy values by the definition.
    Grundy,
    /// Outcomes of positions, and how long their plays last.
    Outcomes,
    Boxes,
    /// The amounts of games on single numbers.
    Amounts,
    /// Remoteness and the like of piles.
    Measures,
    /// Piles that are known to be piles of Nim in disguise, or not to be.
    NimLike,
    /// The stacks of the search that is under way.
    Stacks,
    /// Turns in several piles while they are put together.
    Turns,
    /// Searches through whole positions by the kinds of their piles.
    Searches,
    /// Plays that may go on for ever, where the last move wins.
    Loopy,
    /// The same where it loses.
    LoopyMisere,
    /// The values of components whose plays may go on for ever.
    LoopyValues,
    /// Boxes of tuples whose plays may go on for ever.
    LoopyBoxes,
}

/// The bytes in use: by account, and those that are kept for a while. Clones of a budget share them, also on other threads.
#[derive(Debug, Default)]
struct Ledger {
    accounts: [AtomicU64; Account::LoopyBoxes as usize + 1],
    total: AtomicU64,
}

/// Bytes that are in use until this is dropped.
#[derive(Debug)]
pub(crate) struct Kept {
    ledger: Arc<Ledger>,
    bytes: u64,
}

impl Kept {
    /// Notes how many bytes are in use from now on, instead of those before.
    pub(crate) fn set(&mut self, bytes: u64) {
        self.ledger.change(self.bytes, bytes);
        self.bytes = bytes;
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.set(0);
    }
}

impl Ledger {
    /// Takes the bytes before off the total, and adds those after.
    fn change(&self, before: u64, after: u64) {
        let change = |total: u64| Some(total.saturating_sub(before).saturating_add(after));
        let _ = self
            .total
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
    }
}

/// How many steps pass between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u32 = 1 << 14;

/// How many steps a second count where work is set aside for something, about; a slow machine does fewer.
pub(crate) const STEPS_PER_SECOND: u64 = 20_000_000;

/// A look stands for so many steps, since it comes after a piece of work that nobody counted.
const STEPS_OF_A_LOOK: u64 = 1 << 9;

impl Budget {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Budget {
        let now = (limits.clock)();
        // A time so long that the clock cannot hold it is no limit.
        let of_question = limits.time.and_then(|time| now.checked_add(time));
        let ends = limits.until.into_iter().chain(of_question).min();
        let allowed = |end: Duration| limits.time.unwrap_or(end.saturating_sub(now));
        Budget {
            limits: limits.clone(),
            deadline: ends.map(|end| (end, allowed(end))),
            steps: 0,
            held: Arc::default(),
            done: Arc::default(),
            most: limits.effort.unwrap_or(u64::MAX),
        }
    }

    /// Starts the clock for the next question: what is held stays held.
    pub(crate) fn restart(&self, limits: &Limits) -> Budget {
        let mut next = Budget::start(limits);
        next.held = Arc::clone(&self.held);
        next
    }

    /// Counts so many bytes as in use, until what is returned is dropped.
    pub(crate) fn keep(&self, bytes: u64) -> Kept {
        let mut kept = Kept {
            ledger: Arc::clone(&self.held),
            bytes: 0,
        };
        kept.set(bytes);
        kept
    }

    /// The same limits with at most this many steps of work from now on.
    pub fn within(&self, effort: u64) -> Budget {
        let mut within = self.clone();
        within.most = self.most.min(self.done().saturating_add(effort));
        within
    }

    /// Lets the owner of a budget work with at most this many steps, and then with what is left of the whole.
    pub(crate) fn aside<O, T>(
        owner: &mut O,
        budget: fn(&mut O) -> &mut Budget,
        effort: u64,
        work: impl FnOnce(&mut O) -> T,
    ) -> T {
        let within = budget(owner).within(effort);
        let mut whole = std::mem::replace(budget(owner), within);
        let done = work(owner);
        // What was counted since the last look is looked at with what follows.
        let counted = std::mem::take(&mut budget(owner).steps);
        whole.steps = whole.steps.saturating_add(counted);
        *budget(owner) = whole;
        done
    }

    /// How much work was done for the question, in steps.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// How many bytes may be in use.
    pub(crate) fn allowed(&self) -> u64 {
        self.limits.memory
    }

    /// How many bytes are left.
    pub fn memory(&self) -> u64 {
        self.limits.memory.saturating_sub(self.held())
    }

    /// How many bytes are in use.
    pub(crate) fn held(&self) -> u64 {
        self.held.total.load(Ordering::Relaxed)
    }

    /// Says how many bytes an account holds from now on, instead of those it held before.
    pub(crate) fn hold(&self, account: Account, bytes: u64) {
        if let Some(held) = self.held.accounts.get(account as usize) {
            let before = held.swap(bytes, Ordering::Relaxed);
            self.held.change(before, bytes);
        }
    }

    /// What was remembered is forgotten: no account holds anything.
    pub(crate) fn release(&self) {
        for held in &self.held.accounts {
            self.held.change(held.swap(0, Ordering::Relaxed), 0);
        }
    }

    /// Where to tell how far the work came.
    pub fn progress(&self) -> &Progress {
        &self.limits.progress
    }

    /// Counts a step; now and then looks at the clock and the interrupt flag.
    #[inline]
    pub fn step(&mut self) -> Result<(), Limit> {
        self.steps(1)
    }

    /// Counts so many steps; now and then looks at the clock and the interrupt flag.
    #[inline]
    pub fn steps(&mut self, count: u64) -> Result<(), Limit> {
        let steps = u64::from(self.steps).saturating_add(count);
        if steps < u64::from(STEPS_BETWEEN_LOOKS) {
            self.steps = steps as u32;
            return Ok(());
        }
        self.spend(count)
    }

    /// Looks at the clock and the interrupt flag after a piece of work that was not counted.
    pub fn look(&mut self) -> Result<(), Limit> {
        self.spend(STEPS_OF_A_LOOK)
    }

    /// Counts so many steps of work, and looks at the clock and the interrupt flag.
    #[cold]
    pub fn spend(&mut self, work: u64) -> Result<(), Limit> {
        let work = work.saturating_add(u64::from(self.steps));
        self.steps = 0;
        let done = self.done.fetch_add(work, Ordering::Relaxed);
        if self.limits.interrupt.load(Ordering::Relaxed) {
            return Err(Limit::Interrupted);
        }
        if let Some((deadline, time)) = self.deadline
            && (self.limits.clock)() >= deadline
        {
            return Err(Limit::time(time));
        }
        if done.saturating_add(work) > self.most {
            return Err(Limit::Effort);
        }
        Ok(())
    }

    /// Refuses work that needs more than the allowed memory, beside what is in use.
    #[inline]
    pub fn need(&self, bytes: u64) -> Result<(), Limit> {
        if bytes.saturating_add(self.held()) <= self.limits.memory {
            return Ok(());
        }
        Err(self.refusal(bytes))
    }

    /// Looks, and refuses what needs more than the allowed memory.
    pub fn go_on(&mut self, bytes: u64) -> Result<(), Limit> {
        self.look()?;
        self.need(bytes)
    }

    /// What is said of work that needs more bytes than there are, also where only the machine refuses them.
    #[cold]
    pub(crate) fn refusal(&self, bytes: u64) -> Limit {
        Limit::Memory {
            needed: bytes.saturating_add(self.held()),
            allowed: self.limits.memory,
        }
    }
}

impl Clone for Budget {
    /// The same budget for another hand: what this one has counted and not yet told stays with it.
    fn clone(&self) -> Budget {
        Budget {
            limits: self.limits.clone(),
            deadline: self.deadline,
            steps: 0,
            held: Arc::clone(&self.held),
            done: Arc::clone(&self.done),
            most: self.most,
        }
    }
}

impl Drop for Budget {
    /// Tells what was counted since the last look.
    fn drop(&mut self) {
        self.done
            .fetch_add(u64::from(self.steps), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_work_may_be_given_but_never_more() {
        let mut budget = Budget::start(&Limits::default().with_effort(1000));
        let mut aside = budget.within(100);
        assert_eq!(aside.spend(100), Ok(()));
        assert_eq!(aside.spend(1), Err(Limit::Effort));
        // What was done aside counts.
        assert_eq!(budget.spend(899), Ok(()));
        assert_eq!(budget.clone().spend(1), Err(Limit::Effort));
        assert_eq!(budget.within(u64::MAX).spend(0), Err(Limit::Effort));
        let mut unlimited = Budget::start(&Limits::default());
        assert_eq!(unlimited.spend(u64::MAX - 1), Ok(()));
    }

    #[test]
    fn an_end_by_the_clock_needs_no_time() {
        let over = (clock::system)();
        let limits = Limits {
            until: Some(over),
            ..Limits::default()
        };
        let mut budget = Budget::start(&limits);
        assert_eq!(budget.spend(1), Err(Limit::time(Duration::ZERO)));
    }

    #[test]
    fn what_is_kept_is_counted_until_it_is_dropped() {
        let budget = Budget::start(&Limits::default().with_memory(1000));
        let mut kept = budget.keep(300);
        // The clones and the next question know of it.
        let next = budget.clone().restart(&Limits::default());
        next.hold(Account::Positions, 500);
        assert_eq!(budget.memory(), 200);
        kept.set(100);
        next.hold(Account::Positions, 400);
        assert_eq!(budget.memory(), 500);
        drop(kept);
        assert_eq!((budget.memory(), budget.need(600)), (600, Ok(())));
        let too_much = Limit::Memory {
            needed: 1001,
            allowed: 1000,
        };
        assert_eq!(budget.need(601), Err(too_much));
    }

    #[test]
    fn steps_are_counted_at_looks() {
        let mut budget = Budget::start(&Limits::default());
        for _ in 0..STEPS_BETWEEN_LOOKS + 1 {
            assert_eq!(budget.step(), Ok(()));
        }
        assert_eq!(budget.done(), u64::from(STEPS_BETWEEN_LOOKS));
        assert_eq!(budget.steps(1 << 20), Ok(()));
        assert_eq!(
            budget.done(),
            u64::from(STEPS_BETWEEN_LOOKS) + 1 + (1 << 20)
        );
        let limits = Limits::default().with_time(Duration::ZERO);
        assert_eq!(Budget::start(&limits).within(1).look(), Err(Limit::Time(0)));
    }
}
