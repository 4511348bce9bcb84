//! Who wins where whoever makes the last move loses, by a search over sums of components.
//!
//! Values of components say nothing here. But components of one name play alike, and so do positions whose components have the
//! same names, in whatever order and wherever they stand. A component of one place is a pile of one stone or has no move, and two
//! piles of one stone change nothing: a move in one of them is answered in the other, and where nothing is beside them, the player
//! to move wins with them as without. So only whether they are odd matters.

use super::Board;
use super::bits::Bits;
use super::names::{Name, Names};
use super::table::{LOOK_UP, Table};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::stack::with_room_for_a_step;

/// What is known of misère play.
#[derive(Debug)]
pub(super) struct Misere<const N: usize> {
    /// 1 where the player to move wins.
    known: Table,
    /// Options that are not known yet.
    open: Vec<Bits<N>>,
}

/// A position as a sum.
struct Sum<const N: usize> {
    at: Bits<N>,
    /// The components of two places or more, each with what it adds to the name.
    parts: Vec<(Bits<N>, u128)>,
    /// What they add together.
    all: u128,
    /// 1 where the piles of one stone are odd, else 0.
    odd: u32,
}

/// The name of a position whose components add this to it, and whose piles of one stone are odd or not.
fn name(all: u128, odd: u32) -> Name {
    Name::of(all).with(u64::from(odd))
}

impl<const N: usize> Sum<N> {
    fn of(at: Bits<N>, board: &Board<N>, names: &mut Names<N>, budget: &Budget) -> Sum<N> {
        let (mut parts, mut all) = (Vec::new(), 0u128);
        let odd = board.each_part(at, &mut 0, |part| {
            let share = names.of(part, board, budget).share();
            all = all.wrapping_add(share);
            parts.push((part, share));
        });
        Sum {
            at,
            parts,
            all,
            odd,
        }
    }
}

impl<const N: usize> Misere<N> {
    pub(super) fn new(budget: &Budget) -> Misere<N> {
        Misere {
            known: Table::new(budget),
            open: Vec::new(),
        }
    }

    /// How many positions are remembered.
    pub(super) fn known(&self) -> usize {
        self.known.len()
    }

    /// Whether the player to move wins a position.
    pub(super) fn wins(
        &mut self,
        at: Bits<N>,
        board: &Board<N>,
        names: &mut Names<N>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        self.open.clear();
        self.settle(at, board, names, budget)
    }

    fn settle(
        &mut self,
        at: Bits<N>,
        board: &Board<N>,
        names: &mut Names<N>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let sum = Sum::of(at, board, names, budget);
        let name = name(sum.all, sum.odd);
        if let Some(wins) = self.known.get(name) {
            return Ok(wins == 1);
        }
        budget.steps(1 + (sum.parts.len() * board.moves.len()) as u64 / 8)?;
        let first = self.open.len();
        let mut wins = self.is_won_at_a_look(&sum, board, names, budget)?;
        for place in first..self.open.len() {
            if wins {
                break;
            }
            let option = self.open[place];
            wins = !with_room_for_a_step(|| self.settle(option, board, names, budget))?;
        }
        self.open.truncate(first);
        self.known.put(name, u32::from(wins), budget);
        Ok(wins)
    }

    /// Whether an option is known to be lost, or there is none; if not, those that are not known are listed.
    fn is_won_at_a_look(
        &mut self,
        sum: &Sum<N>,
        board: &Board<N>,
        names: &mut Names<N>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let mut has_options = false;
        for (part, share) in &sum.parts {
            for m in board.moves.iter().filter(|m| m.is_possible(part)) {
                has_options = true;
                let (mut all, mut looked) = (sum.all.wrapping_sub(*share), 0);
                let odd = board.each_part(*part - m.clears, &mut looked, |part| {
                    all = all.wrapping_add(names.of(part, board, budget).share());
                });
                budget.steps(LOOK_UP + looked as u64 / 8)?;
                match self.known.get(name(all, sum.odd ^ odd)) {
                    Some(0) => return Ok(true),
                    Some(_) => {}
                    None => self.open.push(sum.at - m.clears),
                }
            }
        }
        if sum.odd == 1 {
            has_options = true;
            match self.known.get(name(sum.all, 0)) {
                Some(0) => return Ok(true),
                Some(_) => {}
                // Without all piles of one stone.
                None => self.open.push(
                    sum.parts
                        .iter()
                        .fold(Bits::NONE, |all, (part, _)| all | *part),
                ),
            }
        }
        Ok(!has_options)
    }
}
