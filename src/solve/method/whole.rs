//! The search over whole positions, which covers all of them: a position is won where some option is lost.
//!
//! See [`crate::solve::search`].

use super::told::{Goal, Named};
use super::{After, Judge, Judged, Memory, Method, Moved, Reason};
use crate::expr::value::Outcome;
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

/// A method whose work is all in the outcomes: a part is its own image, and a sum of images is the list of them.
pub(super) trait ByParts {}

impl<S: ByParts> Method for S {
    type Image = Id;
    type Sum = Vec<Id>;

    fn image(&self, part: Id, _: &mut KnownValues) -> Result<Id, Halt> {
        Ok(part)
    }

    fn nothing(&self) -> Vec<Id> {
        Vec::new()
    }

    fn add(&self, sum: &mut Vec<Id>, part: Id) {
        sum.push(part);
    }
}

pub(super) struct BySearch;

impl ByParts for BySearch {}

impl Judged<BySearch> {
    fn outcome(&self, components: &[Id], memory: &mut KnownValues) -> Result<Outcome, Failure> {
        let whole = memory.piles.positions.whole_of(components)?;
        let wins = memory.piles.wins(whole, self.is_misere)?;
        Ok(Outcome::decided(wins))
    }
}

impl Judge for Judged<BySearch> {
    fn winner(&self, memory: &mut Memory) -> Result<Outcome, Failure> {
        self.outcome(&self.sum, &mut memory.values)
    }

    fn after(&self, moved: &Moved, _: &mut u64, memory: &mut Memory) -> After {
        let sum = Judged::after(self, moved, &mut memory.values)?;
        self.outcome(&sum, &mut memory.values).map(Some)
    }

    fn reason(&self) -> Reason {
        Reason::Search
    }

    fn named(&self, _: usize, memory: &mut Memory) -> Result<Option<Named>, Failure> {
        let piles = &mut memory.values.piles;
        let [part] = self.parts.as_slice() else {
            return Ok(None);
        };
        let Some((game, _)) = piles.positions.heap(part.part).filter(|_| self.is_misere) else {
            return Ok(None);
        };
        let goal = Goal {
            term: part.term,
            place: Some(part.place),
            value: 1,
        };
        let is_told = piles.loses_where_worth_1(game)?;
        Ok(is_told.then(|| Named::Goals(vec![goal])))
    }
}
