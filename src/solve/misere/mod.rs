//! Misère play of games that move in one pile a turn: the piles as heaps of the theory.
//!
//! The theory (`kernel::misere`) wants numbered heaps whose options have smaller numbers. Single numbers that lead to smaller ones
//! are their own numbers ([`sizes`]), so that what is known of them can go on by periods; the piles of all other games
//! are numbered as a walk finds them ([`closure`]).

pub(crate) mod closure;
pub(crate) mod sizes;

use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use crate::expr::position::GameId;
use crate::kernel::misere::presentation::Presentation;
use crate::kernel::misere::quotient::Quotient;
use closure::Closure;
use sizes::Sizes;

/// A quotient as it was when it was asked for, shared by all answers until it grows.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) quotient: Quotient,
    presentation: OnceLock<Presentation>,
}

impl Snapshot {
    /// The presentation of the monoid.
    pub(crate) fn presentation(&self) -> &Presentation {
        self.presentation
            .get_or_init(|| Presentation::of(self.quotient.monoid()))
    }
}

/// The snapshot of a quotient: the last one, if it has not grown since.
fn snapshot(last: &mut Option<Arc<Snapshot>>, quotient: &Quotient) -> Arc<Snapshot> {
    if let Some(last) = last {
        let same = last.quotient.largest() == quotient.largest()
            && last.quotient.period() == quotient.period();
        if same {
            return Arc::clone(last);
        }
    }
    let fresh = Arc::new(Snapshot {
        quotient: quotient.clone(),
        presentation: OnceLock::new(),
    });
    *last = Some(Arc::clone(&fresh));
    fresh
}

/// What is known of misère play, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Misere {
    /// For each game on single numbers its heaps.
    pub(super) sizes: HashMap<GameId, Sizes>,
    /// The piles of other games.
    pub(super) closure: Closure,
}
