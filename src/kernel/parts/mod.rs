//! Values of games that take an amount and leave the rest in any number of parts.
//!
//! For each sum m and number of parts k, the xors of the values of k parts with sum m are a set of values, kept as a row of
//! bits. With a the least part, the set for k and m is the union over a ≤ m / k of the set for k − 1 and m − a, xored with
//! g(a); sets with the same g(a) are united before they are xored. Sets of "at least l parts" follow the same recurrence. Equal
//! parts are the divisors of m. Unequal parts are a knapsack: each part, once its value is known, is added to all sums. Amounts
//! without end at equal distances keep what they lead to: a pile has the options of the pile one distance below it, and those
//! by the first amount.
//!
//! With V values, n piles and k parts take about n²·k·V / 2000 cycles; the tables take n·V / 8 bytes for each number of parts.
//! The splits into the largest number of parts, where nothing is taken, are asked only for their least missing value: most words
//! of that union are soon full, and are not looked at again, so that a pile takes about n words instead of n·V / 64k.
//! Unequal parts cost about ten times as much, and all is computed anew when the number of piles asked for grows.
//!
//! Index bounds: rows of a table have `words` words, a power of two with 64·`words` more than every value; the tables hold the
//! rows below the pile whose value is being found, and those of that pile once its parts are computed.

mod rows;
#[cfg(test)]
mod tests;

use self::rows::{Table, or, or_xored, set, unite, xored};
use super::Loop;
use crate::work::budget::Budget;
use crate::work::store::Slice;
use crate::work::{Limit, distinct};

/// How many words of a set are joined in about the time of a step of a budget.
const WORDS_IN_A_STEP: u64 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    Any,
    Equal,
    Unequal,
}

/// Moves that take one of some amounts and leave some number of non-empty parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Amounts that may be taken; 0 is a move only if at least two parts are left.
    pub amounts: Vec<u64>,
    /// Amounts without end beside these: the first one, and how far apart they are.
    pub every: Option<(u64, u64)>,
    /// The least number of parts; 0 allows to leave nothing.
    pub least: usize,
    /// The largest number of parts, if there is one.
    pub most: Option<usize>,
    pub sizes: Sizes,
}

/// Values under some families of moves.
#[derive(Debug)]
pub struct Parts {
    families: Vec<Family>,
    values: Vec<u32>,
    words: usize,
    /// At k − 2: splits into exactly k parts, for the families of any sizes.
    exact: Vec<Table>,
    /// The largest number of parts of any sizes, where those splits are options of the pile itself alone: they have no table.
    last: Option<usize>,
    /// At l − 1: splits into at least l parts.
    at_least: Vec<Table>,
    /// At k − 1: splits into exactly k unequal parts.
    unequal: Vec<Table>,
    /// For each family: its splits into at least two parts.
    splits: Vec<Table>,
    /// For each family: what its amounts without end lead to.
    onward: Vec<Table>,
    /// For each family of unequal parts without a largest number: splits into at least `least` and 2 parts.
    many: Vec<Table>,
    /// Unions before they are xored, by value.
    united: Vec<u64>,
}

impl Family {
    /// Whether all that is left may be one part.
    fn leaves_one(&self) -> bool {
        self.least <= 1 && self.most != Some(0)
    }
}

/// What is left of a pile that is large enough.
fn rest(pile: usize, amount: u64) -> Option<usize> {
    pile.checked_sub(usize::try_from(amount).ok()?)
}

impl Parts {
    pub fn new(families: Vec<Family>) -> Parts {
        let families: Vec<Family> = families
            .into_iter()
            .map(|mut family| {
                // Where nothing is taken other rules hold.
                if let Some((0, step)) = family.every {
                    family.amounts.push(0);
                    family.every = Some((step.max(1), step.max(1)));
                }
                family.amounts = distinct(family.amounts);
                family
            })
            .collect();
        let split = |family: &&Family| family.sizes == Sizes::Any && family.most >= Some(3);
        let largest = families
            .iter()
            .filter(split)
            .filter_map(|family| family.most)
            .max();
        let is_last = |family: &Family| family.amounts == [0] && family.every.is_none();
        let last = largest.filter(|&most| {
            let mut those = families
                .iter()
                .filter(split)
                .filter(|family| family.most == Some(most));
            those.all(is_last)
        });
        Parts {
            last,
            onward: vec![Table::default(); families.len()],
            values: Vec::new(),
            words: 1,
            exact: Vec::new(),
            at_least: Vec::new(),
            unequal: Vec::new(),
            splits: vec![Table::default(); families.len()],
            many: vec![Table::default(); families.len()],
            united: Vec::new(),
            families,
        }
    }

    /// Makes the tables that piles below `len` need. A new table has no splits of smaller sums than the piles so far.
    fn number_tables(&mut self, len: usize) {
        let rows = self.values.len() * self.words;
        let of = |sizes, most: fn(&Family, usize) -> usize| {
            self.families
                .iter()
                .filter(|family| family.sizes == sizes)
                .map(|family| most(family, len))
                .max()
                .unwrap_or(0)
        };
        let exact = of(Sizes::Any, |family, len| {
            family.most.unwrap_or(0).min(len).saturating_sub(1)
        });
        let exact = self.last.map_or(exact, |last| exact.min(last - 2));
        let at_least = of(Sizes::Any, |family, len| match family.most {
            Some(_) => 0,
            None => family.least.clamp(2, len.max(2)),
        });
        let unequal = of(Sizes::Unequal, |family, len| {
            let least = (1..len).take_while(|k| k * (k + 1) / 2 < len).count();
            family
                .most
                .unwrap_or(family.least.max(2) - 1)
                .min(least)
                .max(1)
        });
        for (tables, count) in [
            (&mut self.exact, exact),
            (&mut self.at_least, at_least),
            (&mut self.unequal, unequal),
        ] {
            tables.resize_with(count.max(tables.len()), || Table::zeros(rows));
        }
    }

    /// Asks for the memory of all tables with `len` rows of `words` words.
    fn ask(&self, len: usize, words: usize, budget: &Budget) -> Result<(), Limit> {
        let tables = self.tables().count();
        let rows = (len as u64).saturating_mul(8 * words as u64);
        let united = 512 * (words * words) as u64;
        budget.need(
            rows.saturating_mul(tables as u64)
                .saturating_add(united + 8 * len as u64),
        )
    }

    /// Computes the splits of `pile` into two parts and more.
    fn split(&mut self, pile: usize, budget: &mut Budget) -> Result<(), Limit> {
        let words = self.words;
        for table in self.exact.iter_mut().chain(&mut self.at_least) {
            table.begin(pile, words);
        }
        self.united.resize(64 * words * words, 0);
        if let Some(pairs) = self.exact.first_mut() {
            let row = pairs.row_mut(pile, words);
            for least in 1..=pile / 2 {
                set(row, self.values[least] ^ self.values[pile - least]);
            }
            budget.spend((pile / 2 * words) as u64 / WORDS_IN_A_STEP)?;
        }
        // The splits into so many parts, by those into fewer.
        let mut more = |tables: &mut [Table], at: usize, parts: usize| {
            let (fewer, this) = tables.split_at_mut(at);
            let row = this[0].row_mut(pile, words);
            let piles = &self.values[..(pile / parts + 1).min(pile)];
            unite(row, &fewer[at - 1], piles, pile, &mut self.united);
            budget.spend((pile / parts * words) as u64 / WORDS_IN_A_STEP)
        };
        for at in 1..self.exact.len() {
            more(&mut self.exact, at, at + 2)?;
        }
        for at in 1..self.at_least.len() {
            more(&mut self.at_least, at, at + 1)?;
        }
        if let [one, two, ..] = &mut self.at_least[..] {
            one.row_mut(pile, words)
                .copy_from_slice(two.row(pile, words));
        }
        for (i, family) in self.families.iter().enumerate() {
            let row = self.splits[i].begin(pile, words);
            let least = family.least.max(2);
            let most = family.most.unwrap_or(usize::MAX);
            match (family.sizes, family.most) {
                (Sizes::Any, None) => {
                    // With more parts than piles asked for there are no splits.
                    if let Some(table) = self.at_least.get(least - 1) {
                        row.copy_from_slice(table.row(pile, words));
                    }
                }
                (Sizes::Any, Some(_)) => {
                    for k in least..=most.min(self.exact.len() + 1) {
                        or(row, self.exact[k - 2].row(pile, words));
                    }
                }
                (Sizes::Unequal, None) => or(row, self.many[i].row(pile, words)),
                (Sizes::Unequal, Some(_)) => {
                    for k in least..=most.min(self.unequal.len()) {
                        or(row, self.unequal[k - 1].row(pile, words));
                    }
                }
                (Sizes::Equal, _) => {
                    let mut mark = |k: usize, size: usize| {
                        if least <= k && k <= most {
                            set(row, if k % 2 == 1 { self.values[size] } else { 0 });
                        }
                    };
                    for d in (1..=pile).take_while(|d| d * d <= pile) {
                        if pile.is_multiple_of(d) {
                            mark(d, pile / d);
                            mark(pile / d, d);
                        }
                    }
                }
            }
        }
        budget.look()
    }

    /// Adds the options of a pile by amounts without end.
    fn go_on(&mut self, pile: usize) {
        let words = self.words;
        for ((family, splits), onward) in
            self.families.iter().zip(&self.splits).zip(&mut self.onward)
        {
            let Some((first, step)) = family.every else {
                continue;
            };
            onward.begin(pile, words);
            let (known, row) = onward.bits.split_at_mut(pile * words);
            if let Some(below) = rest(pile, step) {
                or(row, &known[below * words..(below + 1) * words]);
            }
            match rest(pile, first) {
                Some(0) if family.least == 0 => set(row, 0),
                Some(0) | None => {}
                Some(rest) => {
                    or(row, splits.row(rest, words));
                    if family.leaves_one() {
                        set(row, self.values[rest]);
                    }
                }
            }
        }
    }

    /// The least value no move leads to.
    fn mex(&self, pile: usize, budget: &mut Budget) -> Result<u32, Limit> {
        let words = self.words;
        let mut marked = vec![0; words];
        for (family, splits) in self.families.iter().zip(&self.splits) {
            for &amount in &family.amounts {
                let Some(rest) = rest(pile, amount) else {
                    break;
                };
                if rest == 0 {
                    if family.least == 0 && amount > 0 {
                        set(&mut marked, 0);
                    }
                    continue;
                }
                or(&mut marked, splits.row(rest, words));
                if family.leaves_one() && amount > 0 {
                    set(&mut marked, self.values[rest]);
                }
            }
        }
        for onward in self.onward.iter().filter(|onward| !onward.bits.is_empty()) {
            or(&mut marked, onward.row(pile, words));
        }
        self.mark_last_splits(&mut marked, pile, budget)?;
        let full = marked.iter().take_while(|&&word| word == !0).count();
        let rest = marked.get(full).map_or(0, |word| word.trailing_ones());
        Ok(64 * full as u32 + rest)
    }

    /// Marks the splits of a pile into the last number of parts, at least up to the first value that none of them has.
    fn mark_last_splits(
        &self,
        marked: &mut [u64],
        pile: usize,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let Some(last) = self.last.filter(|&last| last <= pile) else {
            return Ok(());
        };
        let fewer = &self.exact[last - 3];
        // Other parts that cancel each other are frequent: they show most values at once.
        for part in 1..=pile + 1 - last {
            let value = self.values[part];
            let row = fewer.row(pile - part, self.words);
            marked[value as usize / 64] |= xored(row[0], value);
        }
        budget.steps(pile as u64 / WORDS_IN_A_STEP + 1)?;
        // The first missing value is seldom far above that of the pile before.
        let likely = self.values[pile - 1] as usize / 64 + 1;
        for words in [0..likely, likely..self.words] {
            let mut open: Vec<usize> = words.filter(|&at| marked[at] != !0).collect();
            for part in 1..=pile / last {
                let value = self.values[part];
                let row = fewer.row(pile - part, self.words);
                for &at in &open {
                    marked[at] |= xored(row[at ^ (value as usize / 64)], value);
                }
                open.retain(|&at| marked[at] != !0);
                budget.steps(open.len() as u64 / WORDS_IN_A_STEP + 1)?;
            }
            if !open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Doubles the rows.
    fn widen(&mut self, len: usize) {
        let words = self.words;
        let tables = [
            &mut self.exact,
            &mut self.at_least,
            &mut self.unequal,
            &mut self.splits,
            &mut self.onward,
            &mut self.many,
        ];
        for table in tables.into_iter().flatten() {
            let mut wide = Vec::with_capacity(2 * words * len);
            for row in table.bits.chunks_exact(words) {
                wide.extend_from_slice(row);
                wide.resize(wide.len() + words, 0);
            }
            table.bits = wide;
        }
        self.words *= 2;
        self.united = vec![0; 64 * self.words * self.words];
    }

    /// Begins the sums of unequal parts anew, for sums below `len`. After a stop they have to be begun anew again.
    fn restart_unequal(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        if self.unequal.is_empty() {
            return Ok(());
        }
        for table in &mut self.unequal {
            *table = Table::zeros(len * self.words);
        }
        for (table, family) in self.many.iter_mut().zip(&self.families) {
            if family.sizes == Sizes::Unequal && family.most.is_none() {
                *table = Table::zeros(len * self.words);
            }
        }
        for pile in 0..self.values.len() {
            self.add_unequal(pile, self.values[pile], len);
            budget.spend(self.work_of_unequal(pile, len))?;
        }
        Ok(())
    }

    /// About how many steps it takes to add a part to the sums of unequal parts.
    fn work_of_unequal(&self, part: usize, len: usize) -> u64 {
        let tables = self.unequal.len() + self.many.len();
        let words = len.saturating_sub(part) * self.words * tables;
        words as u64 / WORDS_IN_A_STEP
    }

    fn add_unequal(&mut self, part: usize, value: u32, len: usize) {
        if self.unequal.is_empty() || part == 0 {
            return;
        }
        let words = self.words;
        for (table, family) in self.many.iter_mut().zip(&self.families) {
            if table.bits.is_empty() {
                continue;
            }
            // From the largest sum on, so that the part is added once.
            for rest in (1..len - part).rev() {
                let (low, high) = table.bits.split_at_mut((rest + part) * words);
                let row = &mut high[..words];
                or_xored(row, &low[rest * words..(rest + 1) * words], value);
                // With too many parts for the sums there is no such table.
                if let Some(fewer) = self.unequal.get(family.least.max(2) - 2) {
                    or_xored(row, fewer.row(rest, words), value);
                }
            }
        }
        for k in (2..=self.unequal.len()).rev() {
            let (fewer, this) = self.unequal.split_at_mut(k - 1);
            // k − 1 unequal parts have at least this sum.
            let least = k * (k - 1) / 2;
            if least + part >= len {
                continue;
            }
            let rows = &fewer[k - 2].bits[least * words..(len - part) * words];
            let sums = &mut this[0].bits[(least + part) * words..len * words];
            for (sum, row) in sums.chunks_exact_mut(words).zip(rows.chunks_exact(words)) {
                or_xored(sum, row, value);
            }
        }
        set(self.unequal[0].row_mut(part, words), value);
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        let tables = [
            &self.exact,
            &self.at_least,
            &self.unequal,
            &self.splits,
            &self.onward,
            &self.many,
        ];
        tables.into_iter().flatten()
    }
}

impl Loop for Parts {
    fn values(&self) -> Slice<'_> {
        Slice::U32(&self.values)
    }

    fn extend(&mut self, len: usize, budget: &mut Budget) -> Result<(), Limit> {
        if len <= self.values.len() {
            return Ok(());
        }
        self.number_tables(len);
        self.ask(len, self.words, budget)?;
        self.restart_unequal(len, budget)?;
        while self.values.len() < len {
            let pile = self.values.len();
            self.split(pile, budget)?;
            self.go_on(pile);
            let value = self.mex(pile, budget)?;
            if value as usize >= 64 * self.words {
                self.ask(len, 3 * self.words, budget)?;
                self.widen(len);
            }
            self.values.push(value);
            if let Some(table) = self.at_least.first_mut() {
                set(table.row_mut(pile, self.words), value);
            }
            self.add_unequal(pile, value, len);
            budget.spend(self.work_of_unequal(pile, len))?;
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        let words: usize = self.tables().map(|table| table.bits.capacity()).sum();
        (8 * (words + self.united.capacity()) + 4 * self.values.capacity()) as u64
    }
}
