//! What a program is written from, beside the rules: a formula that fits, and whether large piles reach many others.

use std::sync::Arc;

use super::conjecture::{self, FoundForms};
use super::plays::is_wide;
use super::reach::reach;
use super::session::Session;
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::text::diagnostic::Report;
use crate::work::budget::STEPS_PER_SECOND;

impl Session {
    /// The closed forms that fit a game, the shortest first.
    pub(crate) fn closed_forms(&mut self, game: &Arc<Game>) -> Result<FoundForms, Report> {
        self.ask(game, |solver| conjecture::look(solver, game))
    }

    /// Whether but few piles can be reached from large ones, as where a pile is halved; `false` where that is not seen at once.
    pub(crate) fn reaches_few(&mut self, game: &Arc<Game>) -> Result<bool, Report> {
        /// Some numbers about 10^12, even and odd ones, smooth ones and a prime.
        const LARGE: [i64; 4] = [
            1_000_000_000_000,
            1_099_511_627_775,
            847_288_609_443,
            999_999_999_989,
        ];
        /// The most piles and options.
        const FEW: (usize, usize) = (20_000, 200_000);
        if game
            .shape
            .as_heap()
            .is_none_or(|bounds| bounds.hi.is_some())
        {
            return Ok(false);
        }
        for size in LARGE {
            let start = Position::of_piles(game, vec![Value::Int(size)]);
            // What goes wrong there is for whoever asks about such piles.
            let reached = self.within(STEPS_PER_SECOND / 2, |session| {
                session.ask(&start, |solver| match is_wide(solver, &start)? {
                    true => Ok(None),
                    false => reach(solver, &start, FEW.0, FEW.1, false),
                })
            });
            if !matches!(reached, Ok(Some(_))) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
