//! Values level by level for a list of amounts (squares, primes, large finite sets): first all piles of value 0 in a block of piles, then all of value 1, and so on.
//!
//! A pile has value v iff it has no smaller value and no amount leads to a pile of value v. With P the bit map of the piles of
//! value v, the piles excluded from v are the union of P shifted by each amount. A block has [`BLOCK`] piles. What comes from
//! piles before the block is either pulled (for each amount, P shifted by it) or pushed (for each pile of value v, the bit map
//! of the amounts shifted by it), whichever is less; inside the block each newly found pile pushes. Amounts that agree modulo
//! 64 are united before they are shifted.
//!
//! With A amounts and V values, n piles take about A·V·n / 300 + 30·n cycles, and fewer where a value has fewer piles than there
//! are amounts. Reading the bit maps limits the speed more than the width of the vectors does.
//!
//! Index bounds: bit maps of a block have [`WORDS`] words and are indexed by words below that; a run of a level's bit map
//! begins within its padding or its words, and the map is filled up to the end of the block before it is read. The bit map of
//! the amounts has at least two words.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::bits_below;
use crate::kernel::simd::{self, Vectored, Width};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::store::{Slice, Store};

/// Words of a block's bit maps.
pub const WORDS: usize = 31;

/// Piles of a block.
pub const BLOCK: usize = 64 * WORDS;

/// Words read for a shifted block: one more than the block has.
const RUN: usize = WORDS + 1;

/// Zero words before the words of a level's bit map, so that runs from before pile 0 read zeros.
const PAD: usize = RUN + 1;

/// The piles of one value.
#[derive(Debug, Clone, Default)]
struct Members {
    /// In increasing order, without pile 0 where no move leads to it; those out of reach of every later move may be missing.
    piles: Vec<u32>,
    /// The bit map, from word `base` of all piles on after the padding; empty until the first pull.
    bits: Vec<u64>,
    /// The first word of the bit map.
    base: usize,
    /// How many of `piles` are in the bit map.
    marked: usize,
}

/// Values under a growing list of amounts.
#[derive(Debug, Clone)]
pub struct Levels {
    values: Store,
    members: Vec<Members>,
    amounts: Amounts,
    /// How many amounts of the list were added.
    known: usize,
    /// Piles that have an extra move to a pile of value 0.
    ends: Vec<u64>,
    /// Whether moves may lead to pile 0; else only `ends` lead there.
    to_zero: bool,
    /// Whether all piles that are not worth 0 count as 1.
    only_lost: bool,
    /// Whether no amounts will be added, so that piles out of reach can be forgotten.
    finite: bool,
    width: Width,
}

#[derive(Debug, Clone)]
struct Amounts {
    /// Bit map between two zero words.
    bits: Vec<u64>,
    /// Largest amount below [`BLOCK`].
    near: usize,
    most: usize,
    /// For each residue modulo 64, the amounts from [`BLOCK`] on divided by 64, in increasing order.
    far: Vec<Vec<u32>>,
}

/// One level of one block.
struct Pass<'a> {
    block: &'a mut Block,
    /// Which piles of the block are excluded from the level.
    out: [u64; WORDS],
    value: u32,
    members: &'a mut Members,
    amounts: &'a Amounts,
    pull: bool,
    /// Whether pile 0 is open to moves.
    to_zero: bool,
}

impl Default for Levels {
    fn default() -> Levels {
        Levels {
            values: Store::default(),
            members: Vec::new(),
            amounts: Amounts {
                bits: vec![0, 0],
                near: 0,
                most: 0,
                far: vec![Vec::new(); 64],
            },
            known: 0,
            ends: Vec::new(),
            to_zero: true,
            only_lost: false,
            finite: false,
            width: Width::default(),
        }
    }
}

impl Levels {
    /// No values yet, and amounts that do not lead to pile 0.
    pub fn without_zero() -> Levels {
        Levels {
            to_zero: false,
            ..Levels::default()
        }
    }

    /// No values yet, and amounts none of which leads to pile 0: the first ones given are all. `ends` are bits of piles with an
    /// extra move to a pile of value 0.
    pub fn with_ends(ends: Vec<u64>, width: Width) -> Levels {
        Levels {
            ends,
            width,
            to_zero: false,
            finite: true,
            ..Levels::default()
        }
    }

    /// Only tells lost piles, 0, from others, 1, where the last move loses: those below `pile`, and no others, have no moves and
    /// count as 1.
    pub fn only_lost(&mut self, pile: usize) {
        self.only_lost = true;
        let words = 0..pile.div_ceil(64);
        self.ends = words.map(|word| bits_below(pile, word)).collect();
    }

    pub fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    pub fn memory(&self) -> u64 {
        let members: u64 = self.members.iter().map(Members::memory).sum();
        let far: usize = self.amounts.far.iter().map(|f| 4 * f.capacity()).sum();
        self.values.memory() + members + (far + 8 * self.amounts.bits.capacity()) as u64
    }

    /// Values of the piles below `len`. `amounts` are, in increasing order and without 0, the amounts of the list, at least
    /// those below `len`; from call to call the list only grows at its end.
    /// After a limit the values so far stay, and work can go on.
    pub fn extend(
        &mut self,
        amounts: &[usize],
        len: usize,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let from = self.values.len();
        if len <= from {
            return Ok(());
        }
        if u32::try_from(len).is_err() {
            return Err(budget.refusal(8 * len as u64));
        }
        // Larger amounts cannot be taken; their bit map would be as large as they are. But piles are forgotten by the largest.
        let end = match self.finite {
            true => amounts.len(),
            false => amounts.partition_point(|&amount| amount < len),
        };
        if let Some(new @ [.., last]) = amounts.get(self.known..end) {
            budget.need(self.memory() + (8 * new.len() + last / 4) as u64)?;
            new.iter().for_each(|amount| self.amounts.add(*amount));
            self.known = end;
        }
        let most = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        let list = if self.finite {
            2 * self.amounts.most
        } else {
            len
        };
        budget.need(self.values.need(len, most) + 4 * list.min(len) as u64 + self.memory())?;
        self.values.reserve(len);
        while self.values.len() < len {
            let from = self.values.len();
            let held = self.memory();
            // More blocks at once where the bit map of a level outgrows the nearest caches.
            let count = (self.amounts.most.min(from) >> 15).clamp(1, BLOCKS);
            budget.need(held + (count * size_of::<Block>()) as u64)?;
            if let Err(stop) = self.blocks(len, count, budget) {
                for members in &mut self.members {
                    members.cut(from);
                }
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Values of some blocks, from the first pile without a value on, up to `len`. After an error there may be members
    /// without a value.
    fn blocks(&mut self, len: usize, count: usize, budget: &mut Budget) -> Result<(), Limit> {
        let from = self.values.len();
        let first = from / 64 * 64;
        let groups = self
            .amounts
            .far
            .iter()
            .filter(|far| !far.is_empty())
            .count();
        let mut blocks: Vec<Block> = (0..count)
            .map(|i| first + i * BLOCK)
            .filter(|&base| base < len)
            .map(|base| Block::new(base, from..len, self.only_lost.into(), &self.amounts.far))
            .collect();
        let mut memory = self.memory();
        let mut value = 0;
        let most = if self.only_lost { 1 } else { usize::MAX };
        while value < most && blocks.iter().any(Block::is_open) {
            if self.members.len() == value {
                self.members.push(Members::default());
            }
            let members = &mut self.members[value];
            let before = members.memory();
            if self.finite {
                members.forget(first, self.amounts.most);
            }
            for block in blocks.iter_mut().filter(|block| block.is_open()) {
                let mut out = [0; WORDS];
                if value == 0 {
                    let ends = self.ends.get(block.base / 64..).unwrap_or_default();
                    let count = ends.len().min(WORDS);
                    out[..count].copy_from_slice(&ends[..count]);
                }
                // In cycles: a pull, the shift of a group, and a push.
                let pull = 6 * block.far + 30 * groups < 20 * members.piles.len();
                if pull && block.far > 0 {
                    members.mark(block.base);
                }
                let mut pass = Pass {
                    block,
                    out,
                    value: value as u32,
                    members,
                    amounts: &self.amounts,
                    pull,
                    to_zero: self.to_zero,
                };
                simd::run(self.width, &mut pass);
            }
            memory = (memory + members.memory()).saturating_sub(before);
            if value.is_multiple_of(16) || count > 1 {
                budget.need(memory)?;
                budget.look()?;
            }
            value += 1;
        }
        for block in &blocks {
            let begin = from.saturating_sub(block.base);
            let end = BLOCK.min(len - block.base);
            self.values.append(&block.found[begin..end]);
        }
        Ok(())
    }
}

/// Blocks at once at most.
const BLOCKS: usize = 96;

/// Piles whose values are being found.
struct Block {
    /// The first, a multiple of 64.
    base: usize,
    /// Which have no value yet.
    open: [u64; WORDS],
    found: [u32; BLOCK],
    /// How many far amounts there are that may be taken.
    far: usize,
}

impl Block {
    /// The block at `base`, of which these piles have no value yet, and what those have that none of the levels gives one.
    fn new(base: usize, piles: Range<usize>, rest: u32, far: &[Vec<u32>]) -> Block {
        let below = |end: usize, w: usize| bits_below(end.saturating_sub(base), w);
        Block {
            base,
            open: std::array::from_fn(|w| below(piles.end, w) & !below(piles.start, w)),
            found: [rest; BLOCK],
            far: far
                .iter()
                .map(|far| far.partition_point(|&q| (q as usize) < base / 64 + RUN))
                .sum(),
        }
    }

    fn is_open(&self) -> bool {
        self.open.iter().any(|&word| word != 0)
    }
}

impl Amounts {
    /// Adds an amount, larger than all before and at most 2^32 − 1.
    fn add(&mut self, amount: usize) {
        let word = amount / 64 + 1;
        if self.bits.len() < word + 2 {
            self.bits.resize(word + 2, 0);
        }
        self.bits[word] |= 1 << (amount % 64);
        if amount < BLOCK {
            self.near = amount;
        } else {
            self.far[amount % 64].push((amount / 64) as u32);
        }
        self.most = amount;
    }
}

impl Members {
    fn memory(&self) -> u64 {
        (4 * self.piles.capacity() + 8 * self.bits.capacity() + size_of::<Members>()) as u64
    }

    fn cut(&mut self, from: usize) {
        let keep = self.piles.partition_point(|&pile| (pile as usize) < from);
        self.piles.truncate(keep);
        if self.marked > keep {
            self.bits.clear();
        }
    }

    /// Forgets piles that no move of a pile from `base` on reaches, when they are many.
    fn forget(&mut self, base: usize, most: usize) {
        let first = base.saturating_sub(most);
        let many = self.piles.len() / 2;
        if many > 64
            && self
                .piles
                .get(many)
                .is_some_and(|&pile| (pile as usize) < first)
        {
            let gone = self.piles.partition_point(|&pile| (pile as usize) < first);
            self.piles.drain(..gone);
            self.marked = self.marked.saturating_sub(gone);
        }
        // Runs may begin at most RUN words before the first word in reach.
        let keep = (first / 64).saturating_sub(PAD + RUN);
        if !self.bits.is_empty() && keep > self.base + self.bits.len() / 2 {
            if keep - self.base < self.bits.len() {
                self.bits.drain(..keep - self.base);
                self.base = keep;
            } else {
                self.bits.clear();
            }
        }
    }

    /// Brings the bit map up to date, with zeros up to the end of the block at `base`.
    fn mark(&mut self, base: usize) {
        if self.bits.is_empty() {
            self.marked = 0;
            let first = self.piles.first().map_or(0, |&pile| pile as usize / 64);
            self.base = first;
        }
        // Word w of the piles is at w + PAD − base.
        self.bits.resize(base / 64 + WORDS + PAD - self.base, 0);
        for &pile in &self.piles[self.marked..] {
            // Piles before the first word are out of reach.
            if let Some(at) = (pile as usize / 64 + PAD).checked_sub(self.base) {
                self.bits[at] |= 1 << (pile % 64);
            }
        }
        self.marked = self.piles.len();
    }
}

/// Ors `high << shift` and what `low` moves up into `into`.
#[inline(always)]
fn spread(into: &mut [u64], high: &[u64], low: &[u64], shift: u32) {
    let count = into.len().min(high.len()).min(low.len());
    let (high, low) = (&high[..count], &low[..count]);
    for (at, into) in into[..count].iter_mut().enumerate() {
        *into |= (high[at] << shift) | (low[at] >> 1 >> (63 - shift));
    }
}

/// The union of the runs of `words` that begin at `last` − q for each q of `back`; those that begin before the first word
/// are left out.
#[inline(always)]
fn unite(words: &[u64], last: usize, back: &[u32]) -> [u64; RUN] {
    let mut all = [0; RUN];
    for &q in back {
        let Some(run) = last
            .checked_sub(q as usize)
            .and_then(|at| words.get(at..))
            .and_then(|words| words.first_chunk::<RUN>())
        else {
            break;
        };
        for (at, all) in all.iter_mut().enumerate() {
            *all |= run[at];
        }
    }
    all
}

impl Vectored for Pass<'_> {
    /// Finds the piles of a block that have the value of the self.
    #[inline(always)]
    fn run(&mut self) {
        let amounts = self.amounts.bits.as_slice();
        let base = self.block.base;
        let reach = amounts.len() - 1;
        // Old piles push: all of them, or when far amounts are pulled those that near amounts reach.
        let least = if self.pull {
            base.saturating_sub(self.amounts.near)
        } else {
            base.saturating_sub(64 * reach)
        };
        let begin = self
            .members
            .piles
            .partition_point(|&pile| (pile as usize) < least);
        for &pile in &self.members.piles[begin..] {
            let pile = pile as usize;
            if pile >= base {
                let at = pile - base;
                spread(
                    &mut self.out[at / 64..],
                    &amounts[1..],
                    amounts,
                    (at % 64) as u32,
                );
            } else {
                let back = base - pile;
                let q = back.div_ceil(64);
                if q < amounts.len() {
                    let shift = (64 * q - back) as u32;
                    spread(&mut self.out, &amounts[q + 1..], &amounts[q..], shift);
                }
            }
        }
        if self.pull && base > 0 {
            let last = base / 64 + PAD - 1 - self.members.base;
            for (shift, back) in self.amounts.far.iter().enumerate() {
                if back.is_empty() {
                    continue;
                }
                let open = self.block.open.iter().enumerate();
                let left = open.fold(0, |left, (at, open)| left | (open & !self.out[at]));
                if left == 0 {
                    return;
                }
                let all = unite(&self.members.bits, last, back);
                spread(&mut self.out, &all[1..], &all, shift as u32);
            }
        }
        let first = amounts[1];
        for w in 0..WORDS {
            let mut out = self.out[w];
            let mut left = self.block.open[w] & !out;
            let mut taken = 0;
            while left != 0 {
                let bit = left.trailing_zeros();
                taken |= 1 << bit;
                let at = 64 * w + bit as usize;
                let pile = base + at;
                self.block.found[at] = self.value;
                left &= left - 1;
                if pile != 0 || self.to_zero {
                    self.members.piles.push(pile as u32);
                    out |= first << bit;
                    left &= !out;
                    spread(&mut self.out[w + 1..], &amounts[2..], &amounts[1..], bit);
                }
            }
            self.block.open[w] &= !taken;
        }
    }
}
