//! Search from a position downwards, with what is known of positions kept by key.
//!
//! A position's options are made one after the other and looked up; a lost one settles it. Those that are not known are then
//! worked out, the lowest first: low positions come up again and again. Since every turn lowers the key, no play is endless.

use super::key::{Key, KeyTable, Packing, order};
use super::kinds::{Kind, Kinds};
use super::scan::{Go, Listed, Scan};
use super::{Rules, Work};
use crate::work::Halt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeepGoal {
    Outcome,
    /// And how many moves perfect play lasts: the winner hurries, the loser delays.
    Length,
}

/// A search with all that it found, whatever the width of its keys.
pub trait Keyed: std::fmt::Debug + Send {
    /// Whether the player to move wins, and for [`DeepGoal::Length`] the length; `None` where the position is beyond this search.
    /// After a limit what was found until then is kept.
    fn value(
        &mut self,
        kinds: &Kinds,
        rules: &Rules,
        piles: &[Kind],
        work: &mut Work,
    ) -> Result<Option<(bool, u64)>, Halt>;

    fn count(&self) -> u64;

    fn memory(&self) -> u64;
}

/// A search over positions with at most this many piles of each kind and plays of at most `longest` moves, in the narrowest width;
/// `None` where keys do not hold them.
pub fn narrowest(most: &[u64], longest: u64, asked: DeepGoal) -> Option<Box<dyn Keyed>> {
    fn of<const N: usize>(most: &[u64], longest: u64, asked: DeepGoal) -> Option<Box<dyn Keyed>> {
        Some(Box::new(Deep::<N>::new(most, longest, asked)?))
    }
    of::<1>(most, longest, asked)
        .or_else(|| of::<2>(most, longest, asked))
        .or_else(|| of::<4>(most, longest, asked))
        .or_else(|| of::<8>(most, longest, asked))
}

/// A position that is worked out.
#[derive(Debug, Clone, Copy)]
struct Frame<const N: usize> {
    key: Key<N>,
    /// Where its open options begin.
    first: usize,
    fold: Fold,
}

/// What is known from the options looked at.
#[derive(Debug, Clone, Copy, Default)]
struct Fold {
    /// Whether there are options.
    moves: bool,
    /// The least length of a lost option, plus one.
    shortest: u64,
    /// The greatest length of a won one, plus one.
    longest: u64,
}

/// A search with keys of some words.
#[derive(Debug)]
pub struct Deep<const N: usize> {
    asked: DeepGoal,
    packing: Packing<N>,
    known: KeyTable<N>,
    scan: Scan<N>,
    frames: Vec<Frame<N>>,
    pending: Vec<Key<N>>,
}

/// Lost in [`Asked::Outcome`]; lengths are kept plus one.
const LOST: u64 = 1;
const WON: u64 = 2;

impl<const N: usize> Deep<N> {
    /// See [`narrowest`].
    pub fn new(most: &[u64], longest: u64, asked: DeepGoal) -> Option<Deep<N>> {
        let free = match asked {
            DeepGoal::Outcome => 2,
            DeepGoal::Length => u64::BITS - longest.checked_add(2)?.leading_zeros(),
        };
        if free > 32 {
            return None;
        }
        Some(Deep {
            asked,
            packing: Packing::new(most, free)?,
            known: KeyTable::new(free),
            scan: Scan::default(),
            frames: Vec::new(),
            pending: Vec::new(),
        })
    }

    fn stacks(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame<N>>()
            + self.pending.capacity() * size_of::<Key<N>>()) as u64
    }

    fn search(
        &mut self,
        kinds: &Kinds,
        rules: &Rules,
        root: &Key<N>,
        work: &mut Work,
    ) -> Result<u64, Halt> {
        match self.known.get(root) {
            0 => self.open(kinds, rules, root, work)?,
            value => return Ok(value),
        }
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(self.known.get(root));
            };
            let is_settled = self.asked == DeepGoal::Outcome && frame.fold.shortest > 0;
            if is_settled || self.pending.len() == frame.first {
                let value = frame.fold.value(self.asked, rules);
                let key = frame.key;
                self.pending.truncate(frame.first);
                self.frames.pop();
                work.budget.need(self.known.needed() + self.stacks())?;
                self.known.set(&key, value);
                if self.known.count() & 0x3fff == 0 {
                    work.tell(self.known.count() as u64, 0)?;
                }
                continue;
            }
            let child = self.pending[self.pending.len() - 1];
            match self.known.get(&child) {
                0 => self.open(kinds, rules, &child, work)?,
                value => {
                    frame.fold.add(value, self.asked, rules);
                    self.pending.pop();
                }
            }
        }
    }

    fn open(
        &mut self,
        kinds: &Kinds,
        rules: &Rules,
        key: &Key<N>,
        work: &mut Work,
    ) -> Result<(), Halt> {
        let first = self.pending.len();
        let mut fold = Fold::default();
        let mut options = 0u64;
        let (asked, known, pending) = (self.asked, &self.known, &mut self.pending);
        let beside = known.memory();
        let most = work.budget.memory();
        let mut is_wide = false;
        let listed = Listed {
            kinds,
            rules,
            packing: &self.packing,
        };
        self.scan.each(listed, key, work.budget, &mut |option| {
            options += 1;
            match known.get(&option) {
                0 => {
                    if pending.len() == pending.capacity() {
                        let bytes = beside + (pending.len() * 3 * size_of::<Key<N>>()) as u64;
                        if bytes > most {
                            is_wide = true;
                            return Ok(Go::Stop);
                        }
                    }
                    pending.push(option);
                }
                value => {
                    fold.add(value, asked, rules);
                    if asked == DeepGoal::Outcome && fold.shortest > 0 {
                        return Ok(Go::Stop);
                    }
                }
            }
            Ok(Go::On)
        })?;
        if is_wide {
            work.budget
                .need(known.memory() + (self.pending.len() * 3 * size_of::<Key<N>>()) as u64)?;
        }
        fold.moves = options > 0;
        work.count(&mut options)?;
        if asked == DeepGoal::Length || fold.shortest == 0 {
            self.pending[first..].sort_unstable_by(|a, b| order(b, a));
            dedup_from(&mut self.pending, first);
        }
        self.frames.push(Frame {
            key: *key,
            first,
            fold,
        });
        Ok(())
    }
}

impl<const N: usize> Keyed for Deep<N> {
    fn value(
        &mut self,
        kinds: &Kinds,
        rules: &Rules,
        piles: &[Kind],
        work: &mut Work,
    ) -> Result<Option<(bool, u64)>, Halt> {
        let Some(root) = self.packing.key(piles) else {
            return Ok(None);
        };
        self.frames.clear();
        self.pending.clear();
        let result = self.search(kinds, rules, &root, work);
        self.frames = Vec::new();
        self.pending = Vec::new();
        let value = result?;
        Ok(Some(match self.asked {
            DeepGoal::Outcome => (value == WON, 0),
            DeepGoal::Length => (is_won(value, rules), value - 1),
        }))
    }

    fn count(&self) -> u64 {
        self.known.count() as u64
    }

    fn memory(&self) -> u64 {
        self.known.memory() + self.stacks()
    }
}

/// Whether a length plus one is a win: the plays of a winner end in an odd number of moves, or in an even one in misère play.
fn is_won(value: u64, rules: &Rules) -> bool {
    (value - 1) % 2 == u64::from(!rules.misere)
}

impl Fold {
    #[inline]
    fn add(&mut self, value: u64, asked: DeepGoal, rules: &Rules) {
        match asked {
            DeepGoal::Outcome if value == LOST => self.shortest = 1,
            DeepGoal::Outcome => {}
            DeepGoal::Length if is_won(value, rules) => self.longest = self.longest.max(value),
            DeepGoal::Length if self.shortest == 0 => self.shortest = value,
            DeepGoal::Length => self.shortest = self.shortest.min(value),
        }
    }

    fn value(self, asked: DeepGoal, rules: &Rules) -> u64 {
        let wins = self.shortest > 0 || (!self.moves && rules.misere);
        match asked {
            DeepGoal::Outcome if wins => WON,
            DeepGoal::Outcome => LOST,
            DeepGoal::Length if !self.moves => 1,
            DeepGoal::Length if self.shortest > 0 => self.shortest + 1,
            DeepGoal::Length => self.longest + 1,
        }
    }
}

/// Removes what is repeated from a place on, where equal items stand side by side.
pub fn dedup_from<T: Copy + PartialEq>(items: &mut Vec<T>, first: usize) {
    let mut kept = first;
    for place in first..items.len() {
        // `kept` is at most `place`, which is below the length.
        if place == first || items[place] != items[kept - 1] {
            items[kept] = items[place];
            kept += 1;
        }
    }
    items.truncate(kept);
}
