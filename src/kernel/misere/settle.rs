//! Who wins, by a search from a position down to those that are known.

use crate::work::Halt;
use crate::work::budget::Budget;

/// Positions with their options, and what is known of them.
pub(super) trait Settle {
    type At;

    /// Whether a position is a P-position, where that is known.
    fn known(&self, at: &Self::At) -> Option<bool>;

    /// An option of a position by its number; nothing where there are no more.
    fn option(&mut self, at: &Self::At, number: usize) -> Option<Self::At>;

    /// Whether a position is a P-position is known from now on.
    fn keep(&mut self, at: Self::At, is_lost: bool);

    /// How many bytes are taken at most, where so many positions are under way.
    fn bytes(&self, open: usize) -> u64;

    /// Whether a position is a P-position.
    fn is_lost(&mut self, start: Self::At, budget: &mut Budget) -> Result<bool, Halt> {
        if let Some(known) = self.known(&start) {
            return Ok(known);
        }
        let mut top = (start, 0);
        let mut above = Vec::new();
        // Whether the option that was looked at last is lost.
        let mut is_won = false;
        loop {
            budget.step()?;
            let option = match is_won {
                true => None,
                false => self.option(&top.0, top.1),
            };
            top.1 += 1;
            match option.map(|option| (self.known(&option), option)) {
                Some((Some(is_lost), _)) => is_won = is_lost,
                Some((None, option)) => {
                    above.push(std::mem::replace(&mut top, (option, 0)));
                    budget.need(self.bytes(above.len() + 1))?;
                }
                // One is lost, or no option is left.
                None => {
                    self.keep(top.0, !is_won);
                    let Some(before) = above.pop() else {
                        return Ok(!is_won);
                    };
                    (top, is_won) = (before, !is_won);
                }
            }
        }
    }
}
