//! Genus: the Grundy values of a game in normal play, and in misère play beside 0, 1, 2, … heaps of two.
//!
//! Let g⁻(G) be 1 for a game without options and else the mex of g⁻ over its options, and gᵢ(G) = g⁻(G + i · ∗2). Then g⁻(G +
//! ∗1) = g⁻(G) xor 1, and for i > 0: gᵢ(G) = mex of the gᵢ of the options of G, and of gᵢ₋₁(G) and gᵢ₋₁(G) xor 1. (Conway, On
//! Numbers and Games, ch. 12; Berlekamp, Conway, Guy, Winning Ways, ch. 13.)
//!
//! **When the sequence is known.** Let gᵢ₊₂ = gᵢ for all i >= m for every option of G, and let gⱼ₊₂(G) = gⱼ(G) for one j >=
//! m. Then gᵢ₊₂(G) = gᵢ(G) for all i >= j: gⱼ₊₃(G) is the mex of the gⱼ₊₃ = gⱼ₊₁ of the options and of gⱼ₊₂(G) = gⱼ(G) and
//! that xor 1, which is what gⱼ₊₁(G) is the mex of; and so on. For 0 the sequence is 1, 2, 0, 2, 0, …, with m = 1.

use std::fmt::{self, Display, Formatter};

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::tame::{Tame, Tameness};
use super::word::{Heaps, Word, options, product};
use crate::kernel::Seen;
use crate::text::certain::Certain;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::distinct;

/// Where a sequence has not begun to alternate so far behind those of the options, it is given up. None is known that takes
/// so long.
const MOST_BEYOND: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value in normal play.
    pub normal: u32,
    /// The Grundy values in misère play beside 0, 1, 2, … heaps of two.
    pub misere: SmallVec<[u32; 4]>,
    /// Whether the last two of them repeat for ever; else more is not known.
    pub is_whole: bool,
}

impl Genus {
    /// The misère value beside some heaps of two.
    pub fn misere_value(&self, twos: usize) -> Option<u32> {
        let len = self.misere.len();
        if twos < len || !self.is_whole || len < 2 {
            return self.misere.get(twos).copied();
        }
        self.misere.get(len - 2 + (twos - len) % 2).copied()
    }

    pub fn of_tame(tame: Tame) -> Genus {
        let value = tame.value as u32;
        let misere = match (tame.is_firm, value) {
            (false, 0) => SmallVec::from_slice(&[1, 2, 0]),
            (false, _) => SmallVec::from_slice(&[0, 3, 1]),
            (true, _) => SmallVec::from_slice(&[value, value ^ 2]),
        };
        Genus {
            normal: value,
            misere,
            is_whole: true,
        }
    }

    /// The tame image with this genus, if there is one. A game with the genus of a tame one need not be tame itself: its
    /// options may be wild.
    pub fn as_tame(&self) -> Option<Tame> {
        let value = u64::from(self.normal);
        let mut candidates = [Tame::new(value, true), Tame::new(value & 1, false)].into_iter();
        candidates.find(|&tame| Genus::of_tame(tame) == *self)
    }
}

/// As in `4^{146}`, where the last two digits repeat for ever; `0^1`, `1^0` and `n^n` for short where the genus is that of a
/// pile of Nim or a sum of such.
impl Display for Genus {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if let Some(tame) = self.as_tame() {
            return write!(f, "{tame}");
        }
        let digits: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        let between = if self.misere.iter().any(|&value| value > 9) {
            ","
        } else {
            ""
        };
        let rest = if self.is_whole { "" } else { "…" };
        write!(f, "{}^{{{}{rest}}}", self.normal, digits.join(between))
    }
}

/// The genus of sums of heaps, found by their options.
///
/// What was found is kept, so that later questions are answered sooner. At first there are no heaps but heap 0, which is nothing.
#[derive(Debug, Clone, Default)]
pub struct Genera {
    heaps: Heaps,
    tame: Tameness,
    /// A heap with the empty sum for its only option: two of them are as good as nothing.
    one: Option<u32>,
    memo: HashMap<Word, Genus>,
    bytes: u64,
}

/// A sum in the search, with the options that were not looked at yet.
struct Frame {
    word: Word,
    options: Vec<Word>,
    next: usize,
    /// How many bytes the options take, and those of the sums above.
    bytes: u64,
}

impl Genera {
    pub fn largest(&self) -> u32 {
        self.heaps.next() - 1
    }

    /// Adds the next heap by its options, each a word of smaller heaps. On an error nothing is added.
    pub fn push(&mut self, options: &[Word], budget: &mut Budget) -> Result<(), Limit> {
        let bytes = self.bytes + options.iter().map(bytes_of).sum::<u64>();
        budget.need(bytes + self.heaps.memory() + self.tame.memory())?;
        let mut own: Vec<Word> = Vec::with_capacity(options.len());
        for option in options {
            if let Err(stop) = budget.step() {
                self.tame.forget();
                return Err(stop);
            }
            own.push(self.least(option));
            self.tame.option(option);
        }
        let own = distinct(own);
        self.tame.finish(budget)?;
        self.bytes = bytes;
        if own.len() == 1 && own.iter().all(|option| option.is_empty()) {
            self.one.get_or_insert(self.heaps.next());
        }
        self.heaps.push(own);
        Ok(())
    }

    /// A sum without what does not matter, with equal heaps under one number.
    fn least(&self, heaps: &[u32]) -> Word {
        let mut least = self.heaps.firsts(heaps);
        if let Some(one) = self.one {
            let ones = least.iter().filter(|&&heap| heap == one).count();
            least.retain(|heap| *heap != one);
            if ones % 2 == 1 {
                least = product(&least, &[one]);
            }
        }
        least
    }

    /// The genus of a sum of heaps, none beyond the largest.
    ///
    /// Looks at all sums that can be reached from it, which are very many where heaps split and some are wild.
    pub fn of(&mut self, heaps: &[u32], budget: &mut Budget) -> Result<Genus, Limit> {
        let start = self.least(heaps);
        if let Some(known) = self.known(&start) {
            return Ok(known);
        }
        let mut top = self.frame(start, 0, budget)?;
        let mut above = Vec::new();
        loop {
            budget.step()?;
            if let Some(option) = top.options.get(top.next) {
                top.next += 1;
                if !self.memo.contains_key(option) && self.tame.sum(option).is_none() {
                    let option = self.frame(option.clone(), top.bytes, budget)?;
                    above.push(std::mem::replace(&mut top, option));
                }
                continue;
            }
            let genera = top.options.iter().filter_map(|option| self.known(option));
            let genus = from_options(&genera.collect::<Vec<Genus>>());
            self.bytes += 2 * (bytes_of(&top.word) + size_of::<Genus>() as u64);
            budget.need(self.bytes)?;
            self.memo.insert(top.word, genus.clone());
            match above.pop() {
                Some(before) => top = before,
                None => return Ok(genus),
            }
        }
    }

    fn known(&self, word: &Word) -> Option<Genus> {
        if let Some(tame) = self.tame.sum(word) {
            return Some(Genus::of_tame(tame));
        }
        self.memo.get(word).cloned()
    }

    /// A sum below others whose options take so many bytes.
    fn frame(&self, word: Word, above: u64, budget: &mut Budget) -> Result<Frame, Limit> {
        let mut bytes = above;
        let mut found = Vec::new();
        for option in options(&word, |heap| self.heaps.options(heap)) {
            budget.steps(word.len() as u64)?;
            let option = self.least(&option);
            bytes += bytes_of(&option);
            budget.need(self.bytes + bytes)?;
            found.push(option);
        }
        Ok(Frame {
            options: distinct(found),
            word,
            next: 0,
            bytes,
        })
    }

    /// The tame images of the heaps.
    pub fn tameness(&self) -> &Tameness {
        &self.tame
    }
}

fn bytes_of(word: &Word) -> u64 {
    let beside = if word.spilled() {
        word.capacity() * 4
    } else {
        0
    };
    (size_of::<Word>() + beside) as u64
}

/// The genus of a game with options of some genera, of which there is at least one.
fn from_options(options: &[Genus]) -> Genus {
    let normal = mex(options.iter().map(|option| Some(option.normal)));
    let normal = normal.certain("the values of all options are known");
    let settled = options
        .iter()
        .map(|option| option.misere.len().saturating_sub(2))
        .max();
    let settled = settled.certain("there is an option");
    let mut misere: SmallVec<[u32; 4]> = SmallVec::new();
    let mut is_whole = false;
    for twos in 0..settled + MOST_BEYOND {
        let mut values: SmallVec<[Option<u32>; 16]> = options
            .iter()
            .map(|option| option.misere_value(twos))
            .collect();
        if let Some(&last) = misere.last() {
            values.extend([Some(last), Some(last ^ 1)]);
        }
        // An option whose sequence is not known so far ends this one.
        let Some(value) = mex(values.into_iter()) else {
            break;
        };
        misere.push(value);
        if twos >= settled + 2 && misere.get(twos - 2) == Some(&value) {
            is_whole = options.iter().all(|option| option.is_whole);
            break;
        }
    }
    while let [.., before, _, last] = misere.as_slice()
        && is_whole
        && before == last
    {
        misere.pop();
    }
    Genus {
        normal,
        misere,
        is_whole,
    }
}

/// The least number that is not there; `None` where one is unknown.
fn mex(values: impl Iterator<Item = Option<u32>>) -> Option<u32> {
    let mut seen = Seen::default();
    for value in values {
        seen.insert(value?);
    }
    Some(seen.mex())
}
