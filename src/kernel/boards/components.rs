//! Into which components a position falls where moves clear and set the same places, as with pieces that move.
//!
//! From a position on, some moves may be possible later and others never (module `given`, [`Reach`]). Those that may be connect
//! the places they speak of, as far as these still vary. Where each of them needs a place that varies, a component alone, with
//! nothing on the places of the others, is played as it is beside them: a move of another one needs a place that only such moves
//! can set. A place that no longer varies is kept with a component where one of its moves speaks of it, and where it bars a move
//! that might be made without it. So a position is worth the nim-sum of its components.

use super::bits::Bits;
use super::flood;
use super::given::{Moves, Reach};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Where more positions than one of so many had to be searched, after so many were looked at, no more are.
const ONE_OF: u64 = 3;
const FIRST: u64 = 1 << 12;

#[derive(Debug)]
pub(super) struct Components<const N: usize> {
    places: usize,
    asked: Bits<N>,
    /// For each place those that bar some move that needs it.
    barred_by: Vec<Bits<N>>,
    /// Those that bar some move that needs no place.
    barring: Bits<N>,
    /// How many positions were looked at.
    looked: u64,
    /// How many positions were searched for values or winners, as they did not fall apart or were components.
    pub(super) searched: u64,
}

impl<const N: usize> Components<N> {
    /// Those of a game with these moves, which ask for these places.
    pub(super) fn new(moves: &Moves<N>, asked: Bits<N>) -> Components<N> {
        let places = moves.by_place.len();
        let mut barred_by = vec![Bits::NONE; places];
        for step in moves.by_place.iter().flatten() {
            for place in step.requires.iter() {
                barred_by[place] = barred_by[place] | step.forbids;
            }
        }
        let barring = moves.others.iter();
        let barring = barring.fold(Bits::NONE, |barring, step| barring | step.forbids);
        Components {
            places,
            asked,
            barred_by,
            barring,
            looked: 0,
            searched: 0,
        }
    }

    /// The components of a position, each with what it needs of the rest; nothing where it is one component, or where that is not
    /// known.
    pub(super) fn of(
        &mut self,
        at: Bits<N>,
        moves: &Moves<N>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Bits<N>>>, Limit> {
        if self.looked >= FIRST && self.searched * ONE_OF > self.looked {
            return Ok(None);
        }
        self.looked += 1;
        let parts = self.split(at, moves, budget)?;
        Ok(parts.filter(|parts| *parts != [at]))
    }

    fn split(
        &self,
        at: Bits<N>,
        moves: &Moves<N>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Bits<N>>>, Limit> {
        let mut reach = Reach::at(at, self.places);
        let mut listed = Bits::NONE;
        let mut waiting: Vec<_> = moves.others.iter().collect();
        let mut live = Vec::new();
        loop {
            let before = reach;
            for place in (reach.there - listed).iter() {
                waiting.extend(&moves.by_place[place]);
            }
            listed = reach.there;
            budget.steps(1 + waiting.len() as u64 / 8)?;
            waiting.retain(|step| {
                let goes_on = reach.goes_on(step);
                if goes_on {
                    live.push(*step);
                }
                !goes_on
            });
            if reach == before {
                break;
            }
        }
        let varying = reach.varying() & self.asked;
        // The places of each component, those that vary and all.
        let mut found: Vec<(Bits<N>, Bits<N>)> = Vec::new();
        for step in live {
            if !step.requires.meets(&varying) {
                return Ok(None);
            }
            let support = step.requires | step.forbids | step.clears | step.sets;
            let mut joined = (support & varying, support);
            found.retain(|part| {
                let is_other = !part.0.meets(&joined.0);
                if !is_other {
                    joined = (joined.0 | part.0, joined.1 | part.1);
                }
                is_other
            });
            found.push(joined);
        }
        // What no move asks for, or what never varies, is the same in all positions.
        let (asked, everywhere) = (at & self.asked, at - self.asked);
        let fixed = asked - varying;
        let part = |(places, support): (Bits<N>, Bits<N>)| {
            let beside = flood(
                &self.barred_by,
                everywhere | places | (support & fixed),
                fixed,
            );
            everywhere | (asked & (places | beside | (self.barring & fixed)))
        };
        Ok(Some(found.into_iter().map(part).collect()))
    }
}
