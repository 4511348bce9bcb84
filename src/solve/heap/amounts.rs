//! Amounts that are the same for all piles, from any expression: squares, primes, a list.

use std::sync::Arc;

use super::engine::{Engine, Sequence, Subject};
use crate::expr::machine::Machine;
use crate::kernel::levels::Levels;
use crate::moves::options::Options;
use crate::moves::taking::{Amounts, Leaves};
use crate::moves::{Listing, Transitions};
use crate::rules::Rulebook;
use crate::work::store::Slice;
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct ListedAmounts {
    book: Rulebook,
    transitions: Arc<Transitions>,
    kernel: Levels,
    /// All amounts up to `listed`, in ascending order.
    amounts: Vec<usize>,
    listed: usize,
}

/// The engine, for amounts that do not depend on the pile, one pile left.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let bounds = subject.game().header.shape.as_heap();
    if bounds.is_none_or(|bounds| bounds.hi.is_some()) {
        // A larger pile, which tells the amounts, must be a pile.
        return Err("piles have an upper end".into());
    }
    for family in subject.families()? {
        match family.amounts {
            Amounts::Finite(_) | Amounts::Every { .. } | Amounts::Listed => {}
            Amounts::Between(_) | Amounts::Constrained(_) | Amounts::Guarded(_) => {
                return Err("the amounts depend on the pile".into());
            }
        }
        if family.leaves != (Leaves::One { or_empty: true }) {
            return Err("not every amount leaves one pile or none".into());
        }
    }
    let sequence = ListedAmounts {
        book: subject.book.clone(),
        transitions: Arc::clone(subject.transitions),
        kernel: Levels::default(),
        amounts: Vec::new(),
        listed: 0,
    };
    let premise = "the amounts are the same for all piles: what excludes a value from a pile is a shift of the piles that have it";
    Ok(Engine {
        reach: 100_000,
        ..Engine::new(premise, sequence)
    })
}

impl ListedAmounts {
    /// Finds the amounts up to `most`: what the options of a pile of this size leave, from below.
    fn list(&mut self, most: usize, machine: &mut Machine) -> Result<(), Halt> {
        let mut options = Options::default();
        let pile = most as i64;
        self.transitions
            .options(&[pile], machine, Listing::new(&self.book, &mut options))?;
        let mut found = Vec::with_capacity(options.len());
        for option in 0..options.len() {
            for (_, cells) in options.piles(option) {
                match cells {
                    [rest] if (0..pile).contains(rest) => found.push((pile - rest) as usize),
                    _ => return Err(Halt::declined("an amount is not positive")),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        self.amounts = found;
        self.listed = most;
        Ok(())
    }
}

impl Sequence for ListedAmounts {
    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        if self.listed < len {
            let most = len.max(self.listed.saturating_mul(2)).max(1 << 10);
            self.list(most, machine)?;
        }
        Ok(self
            .kernel
            .extend(&self.amounts, len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        self.kernel.memory().max(len as u64)
    }
}
