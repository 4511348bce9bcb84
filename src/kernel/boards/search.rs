//! Values by the search of Beling and Rogalski: whether the value of a component lies in a set of wanted values.
//!
//! Of a component the set P of values it may have is kept: those up to its number of places and of moves that no option is known
//! to have. All options are looked up first. An option that is not known is worked out as far as its last component, of which it is
//! asked only whether its value makes the option worth one of P, as far as that matters: up to the greatest value of P that is
//! wanted. The search ends when P has no wanted value left. With k options to go, the value is one of the least k + 1 of P. In the
//! end the least of P is the value: every option was asked whether it is worth it.
//!
//! A value is at most the number of places, and so is the nim-sum of the values of components, which is at most their sum. So
//! [`Bits`] that hold the places hold the values, too, and no value falls out of the sets, however many moves there are.

use super::Board;
use super::bits::Bits;
use super::misere::Misere;
use super::names::{Name, Names};
use super::pairing::Pairing;
use super::table::{LOOK_UP, Table};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::stack::with_room_for_a_step;

type Part<const N: usize> = (Bits<N>, Name);

/// An option whose value is not known yet.
struct Open {
    /// The nim-sum of the values that are known.
    xor: u32,
    /// Where its other components begin and end on the stack of components, the greatest last.
    parts: std::ops::Range<usize>,
}

/// The positions of a board, and what is known of their values.
#[derive(Debug)]
pub struct Search<const N: usize> {
    board: Board<N>,
    pairing: Pairing,
    names: Names<N>,
    table: Table,
    /// Components of the options that are open.
    parts: Vec<Part<N>>,
    /// Where it was asked about.
    misere: Option<Box<Misere<N>>>,
}

impl<const N: usize> Search<N> {
    /// A search on a board whose places have these rows and columns, if any.
    pub fn new(board: Board<N>, grid: Option<&[(i64, i64)]>, budget: &Budget) -> Search<N> {
        let places = board.neighbours.len();
        Search {
            pairing: Pairing::new(places, grid),
            names: Names::new(&board, grid, budget),
            table: Table::new(budget),
            board,
            parts: Vec::new(),
            misere: None,
        }
    }

    #[cfg(test)]
    pub(super) fn names(&mut self) -> &mut Names<N> {
        &mut self.names
    }

    pub fn board(&self) -> &Board<N> {
        &self.board
    }

    /// How components are named, and by how many images of each.
    pub fn way(&self) -> (&'static str, usize) {
        self.names.way()
    }

    /// How many values and outcomes are remembered.
    pub fn known(&self) -> usize {
        self.table.len() + self.misere.as_ref().map_or(0, |misere| misere.known())
    }

    /// Whether the player to move wins a position, where whoever makes the last move loses.
    pub fn wins_misere(&mut self, at: Bits<N>, budget: &mut Budget) -> Result<bool, Limit> {
        let Search {
            board,
            names,
            misere,
            ..
        } = self;
        let misere = misere.get_or_insert_with(|| Box::new(Misere::new(budget)));
        misere.wins(board.seen(at), board, names, budget)
    }

    /// The Grundy value of a position.
    pub fn value(&mut self, at: Bits<N>, budget: &mut Budget) -> Result<u32, Limit> {
        let at = self.board.seen(at);
        self.value_of(at, budget)
    }

    /// The value of what the moves see.
    fn value_of(&mut self, at: Bits<N>, budget: &mut Budget) -> Result<u32, Limit> {
        if self.pairing.shows_lost(&self.board, at, budget)? {
            return Ok(0);
        }
        let (mut xor, parts) = self.split(at, budget);
        let least = match parts.as_slice() {
            [_] if xor == 0 && self.is_won_by_pairing(at, budget)? => 1,
            _ => 0,
        };
        for part in parts {
            xor ^= self.exact(part, least, budget)?;
        }
        Ok(xor)
    }

    /// The components of a position in which there are moves, each with its value.
    pub fn parts(
        &mut self,
        at: Bits<N>,
        budget: &mut Budget,
    ) -> Result<Vec<(Bits<N>, u32)>, Limit> {
        let mut parts = Vec::new();
        let board = &self.board;
        board.each_component(board.seen(at), &mut 0, |part| {
            if board.moves.iter().any(|m| m.is_possible(&part)) {
                parts.push(part);
            }
        });
        let worth = |part| Ok((part, self.value_of(part, budget)?));
        parts.into_iter().map(worth).collect()
    }

    /// Whether the Grundy value of a position is this one: the value itself is not worked out where less shows that it is another.
    pub fn is_worth(
        &mut self,
        at: Bits<N>,
        value: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let at = self.board.seen(at);
        if self.pairing.shows_lost(&self.board, at, budget)? {
            return Ok(value == 0);
        }
        if value == 0 && self.is_won_by_pairing(at, budget)? {
            return Ok(false);
        }
        if value as usize >= Bits::<N>::ROOM {
            return Ok(false);
        }
        let (alone, mut parts) = self.split(at, budget);
        let mut left = value ^ alone;
        let Some(last) = parts.pop() else {
            return Ok(left == 0);
        };
        for part in parts {
            left ^= self.exact(part, 0, budget)?;
        }
        let wanted = Bits::one(left as usize);
        Ok(self.find(last, wanted, budget)?.is_some())
    }

    /// Whether some option is lost by the pairing theorem.
    fn is_won_by_pairing(&self, at: Bits<N>, budget: &mut Budget) -> Result<bool, Limit> {
        for m in self.board.moves().iter().filter(|m| m.is_possible(&at)) {
            let option = at - m.clears;
            if self.pairing.shows_lost(&self.board, option, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The components, the greatest last, and the nim-sum of those of one place.
    fn split(&mut self, at: Bits<N>, budget: &Budget) -> (u32, Vec<Part<N>>) {
        let mut parts = Vec::new();
        let xor = self.board.each_part(at, &mut 0, |part| parts.push(part));
        parts.sort_by_key(Bits::len);
        let named = parts
            .into_iter()
            .map(|part| (part, self.names.of(part, &self.board, budget)));
        (xor, named.collect())
    }

    /// The value of a component, which is at least `least`.
    fn exact(&mut self, part: Part<N>, least: usize, budget: &mut Budget) -> Result<u32, Limit> {
        if let Some(value) = self.table.get(part.1) {
            return Ok(value);
        }
        for value in least..=part.0.len() {
            if let Some(value) = self.find(part, Bits::one(value), budget)? {
                return Ok(value);
            }
        }
        unreachable!("a value is at most the number of places")
    }

    /// The value of a component where it is a wanted one.
    fn find(
        &mut self,
        part: Part<N>,
        wanted: Bits<N>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Limit> {
        let is_wanted = |value: &u32| wanted.contains(*value as usize);
        if let Some(value) = self.table.get(part.1) {
            return Ok(Some(value).filter(is_wanted));
        }
        // No value above the greatest wanted one matters.
        let most = wanted.last().map_or(0, |most| most.min(part.0.len()) + 1);
        let mut may_be = Bits::below(most);
        let start = self.parts.len();
        let found = match self.look_up(part.0, wanted, &mut may_be, budget) {
            Ok(Some(open)) => with_room_for_a_step(|| self.settle(&open, wanted, may_be, budget)),
            Ok(None) => Ok(None),
            Err(limit) => Err(limit),
        };
        self.parts.truncate(start);
        let Some(value) = found? else {
            return Ok(None);
        };
        self.table.put(part.1, value, budget);
        Ok(Some(value).filter(is_wanted))
    }

    /// Takes the values of options that are known from those that are possible, and lists the others; nothing where no wanted
    /// value is left.
    fn look_up(
        &mut self,
        at: Bits<N>,
        wanted: Bits<N>,
        may_be: &mut Bits<N>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Open>>, Limit> {
        let Search {
            board,
            names,
            table,
            parts,
            ..
        } = self;
        budget.steps(1 + board.moves.len() as u64 / 8)?;
        let mut open = Vec::new();
        for m in board.moves.iter().filter(|m| m.is_possible(&at)) {
            let first = parts.len();
            let (mut known, mut looked) = (0, 0);
            let alone = board.each_part(at - m.clears, &mut looked, |part| {
                let name = names.of(part, board, budget);
                match table.get(name) {
                    Some(value) => known ^= value,
                    None => parts.push((part, name)),
                }
            });
            budget.steps(LOOK_UP + looked as u64 / 8)?;
            let xor = alone ^ known;
            if parts.len() > first {
                parts[first..].sort_by_key(|(part, _)| part.len());
                let parts = first..parts.len();
                open.push(Open { xor, parts });
                continue;
            }
            may_be.remove(xor as usize);
            if !may_be.meets(&wanted) {
                return Ok(None);
            }
        }
        // What is known soon narrows what the others are asked.
        open.sort_by_key(|option| parts[option.parts.end - 1].0.len());
        Ok(Some(open))
    }

    /// Asks the open options for the values that matter. The least value that is left is the component's; nothing where no wanted
    /// value is left.
    fn settle(
        &mut self,
        open: &[Open],
        wanted: Bits<N>,
        mut may_be: Bits<N>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Limit> {
        for (done, option) in open.iter().enumerate() {
            may_be = may_be.least(open.len() - done + 1);
            let Some(most) = (may_be & wanted).last() else {
                return Ok(None);
            };
            may_be = may_be & Bits::below(most + 1);
            let mut xor = option.xor as usize;
            let end = option.parts.end - 1;
            for place in option.parts.start..end {
                xor ^= self.exact(self.parts[place], 0, budget)? as usize;
            }
            let asked = may_be.xored(xor);
            if let Some(value) = self.find(self.parts[end], asked, budget)? {
                may_be.remove(value as usize ^ xor);
            }
        }
        Ok(may_be.first().map(|value| value as u32))
    }
}
