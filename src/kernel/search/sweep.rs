//! Outcomes, lengths and Grundy values of all positions of a lattice, in the order of their numbers.
//!
//! A position that nothing has marked when its turn comes is lost, since all its options are done; it marks the positions that
//! lead to it. So only lost positions cost anything: one bit for each way to come there.

use super::edges::{Edges, Listed, Turns};
use super::kinds::{Kind, Kinds};
use super::lattice::Lattice;
use super::{Rules, TOO_LARGE, Turn, Work};
use crate::work::Halt;
use crate::work::distinct;
use crate::work::store::{Store, Value};

/// The positions below a root with the turns between them.
#[derive(Debug, Clone)]
pub struct Board {
    pub lattice: Lattice,
    rules: Rules,
    /// The least number of piles a turn moves in.
    least: usize,
    most: usize,
    /// Moves by label, or all together.
    moves: Vec<Edges>,
    /// The same moves taken back.
    back: Vec<Edges>,
}

impl Board {
    /// The positions below a root; `None` where a move leaves several piles, where turns are not by count, or where there are
    /// too many positions.
    pub fn new(kinds: &Kinds, rules: &Rules, root: &[Kind]) -> Option<Board> {
        if !matches!(rules.turn, Turn::Counts(_)) || !kinds.is_unsplit() {
            return None;
        }
        let lattice = Lattice::new(root, kinds.count())?;
        let terms = lattice.terms();
        let counts = || (1..=terms).filter(|count| rules.allows(*count as u64));
        let mut labels: Vec<Option<u32>> = vec![None];
        if rules.alike {
            let choices = (1..kinds.count() as Kind).flat_map(|kind| kinds.choices(kind));
            labels = distinct(choices.map(|choice| Some(choice.label)).collect());
        }
        let edges = |raises: bool| {
            labels
                .iter()
                .map(|label| Edges::new(kinds, *label, raises))
                .collect()
        };
        Some(Board {
            rules: rules.clone(),
            least: counts().next().unwrap_or(usize::MAX),
            most: counts().next_back().unwrap_or(0),
            moves: edges(false),
            back: edges(true),
            lattice,
        })
    }

    /// Whether there is no turn from a sequence: with alike moves too, each pile has a move in which a turn in one pile could be
    /// made, but a turn in several needs moves that agree.
    fn is_end(&self, sequence: &[Kind]) -> bool {
        let zeros = sequence.partition_point(|kind| *kind == 0);
        if sequence.len() - zeros < self.least {
            return true;
        }
        if !self.rules.alike || self.least <= 1 {
            return false;
        }
        !self.moves.iter().any(|moves| {
            let able = sequence
                .iter()
                .filter(|kind| !moves.of(**kind).is_empty())
                .count();
            able >= self.least
        })
    }

    fn listed<'b>(&'b self, edges: &'b Edges) -> Listed<'b> {
        Listed {
            lattice: &self.lattice,
            edges,
            rules: &self.rules,
            most: self.most,
        }
    }

    pub fn memory(&self) -> u64 {
        let edges = self.moves.iter().chain(&self.back);
        self.lattice.memory() + edges.map(Edges::memory).sum::<u64>()
    }

    /// For each position a bit: whether the player to move wins.
    pub fn outcomes(&self, work: &mut Work) -> Result<Vec<u64>, Halt> {
        let len = self.lattice.len();
        let words = len.div_ceil(64);
        work.budget.need(words * 8)?;
        let mut wins = vec![0u64; words as usize];
        let mut turns = Turns::default();
        let mut sequence = vec![0; self.lattice.terms()];
        for word in 0..words as usize {
            if word % 1024 == 0 {
                work.tell(word as u64 * 64, len)?;
            }
            let mut bit = 0;
            loop {
                // Marks come to higher places alone, some in the same word.
                let open = !wins[word] >> bit;
                if open == 0 {
                    break;
                }
                bit += open.trailing_zeros();
                let number = word as u64 * 64 + u64::from(bit);
                if number >= len {
                    break;
                }
                self.lattice.sequence(number, &mut sequence);
                if self.rules.misere && self.is_end(&sequence) {
                    wins[word] |= 1 << bit;
                } else {
                    for back in &self.back {
                        turns.each(self.listed(back), &sequence, work.budget, &mut |number| {
                            if number < len {
                                wins[(number / 64) as usize] |= 1 << (number % 64);
                            }
                        })?;
                    }
                    work.count(&mut turns.count)?;
                }
                bit += 1;
                if bit == 64 {
                    break;
                }
            }
        }
        Ok(wins)
    }

    /// For each position how many moves perfect play lasts, plus one: the winner hurries, the loser delays.
    pub fn lengths(&self, longest: u64, work: &mut Work) -> Result<Store, Halt> {
        if longest < u64::from(u8::MAX) {
            self.lengths_in(work).map(Store::U8)
        } else if longest < u64::from(u16::MAX) {
            self.lengths_in(work).map(Store::U16)
        } else {
            Err(Halt::declined(TOO_LARGE))
        }
    }

    fn lengths_in<T: Value>(&self, work: &mut Work) -> Result<Vec<T>, Halt> {
        let len = self.lattice.len();
        work.budget
            .need(len.saturating_mul(size_of::<T>() as u64))?;
        let mut lengths =
            vec![T::default(); usize::try_from(len).map_err(|_| Halt::declined(TOO_LARGE))?];
        let mut turns = Turns::default();
        let mut sequence = vec![0; self.lattice.terms()];
        for number in 0..lengths.len() {
            if number % 65536 == 0 {
                work.tell(number as u64, len)?;
            }
            if lengths[number] != T::default() {
                continue;
            }
            self.lattice.sequence(number as u64, &mut sequence);
            if self.is_end(&sequence) {
                lengths[number] = T::cut(1);
                if self.rules.misere {
                    continue;
                }
            } else {
                // All options are won; the longest one is taken.
                let mut longest = T::default();
                for moves in &self.moves {
                    turns.each(self.listed(moves), &sequence, work.budget, &mut |option| {
                        longest = longest.max(lengths[option as usize]);
                    })?;
                }
                lengths[number] = T::cut(longest.into() + 1);
            }
            let length = T::cut(lengths[number].into() + 1);
            for back in &self.back {
                turns.each(self.listed(back), &sequence, work.budget, &mut |before| {
                    // Numbers beyond the board may be too large for a place where those have 32 bits.
                    if before < len
                        && let Some(known) = lengths.get_mut(before as usize)
                        && (*known == T::default() || *known > length)
                    {
                        *known = length;
                    }
                })?;
            }
            work.count(&mut turns.count)?;
        }
        Ok(lengths)
    }

    pub fn grundy(&self, longest: u64, work: &mut Work) -> Result<Store, Halt> {
        if longest <= u64::from(u8::MAX) {
            self.grundy_in(longest, work).map(Store::U8)
        } else if longest <= u64::from(u16::MAX) {
            self.grundy_in(longest, work).map(Store::U16)
        } else {
            Err(Halt::declined(TOO_LARGE))
        }
    }

    fn grundy_in<T: Value>(&self, longest: u64, work: &mut Work) -> Result<Vec<T>, Halt> {
        let len = self.lattice.len();
        work.budget
            .need(len.saturating_mul(size_of::<T>() as u64))?;
        let mut values: Vec<T> = Vec::new();
        values.reserve_exact(usize::try_from(len).map_err(|_| Halt::declined(TOO_LARGE))?);
        let mut turns = Turns::default();
        let mut sequence = vec![0; self.lattice.terms()];
        // A value is at most the length of the longest play. What does not come of the root may have a larger one, and is not
        // asked for.
        let mut seen = vec![u64::MAX; longest as usize + 2];
        loop {
            let number = values.len() as u64;
            if number.is_multiple_of(1024) {
                work.tell(number, len)?;
            }
            for moves in &self.moves {
                turns.each(self.listed(moves), &sequence, work.budget, &mut |option| {
                    if let Some(seen) = seen.get_mut(values[option as usize].into() as usize) {
                        *seen = number;
                    }
                })?;
            }
            work.count(&mut turns.count)?;
            let mex = seen.iter().position(|last| *last != number).unwrap_or(0);
            values.push(T::cut(mex as u32));
            if !self.lattice.next(&mut sequence) {
                return Ok(values);
            }
        }
    }
}
