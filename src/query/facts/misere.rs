//! What is known of a game where the last move loses.

use std::sync::Arc;

use super::{List, Part, part};
use crate::expr::position::{Header, Turn};
use crate::query::heaps::{Genera, MisereQuotient};
use crate::query::session::Session;
use crate::text::diagnostic::Report;

/// With how many steps a misère quotient is looked for: those of some seconds, since they are long ones.
const PATIENCE: u64 = 12_000_000;
/// The largest pile whose genus is listed.
const LAST_GENUS: i64 = 39;
/// The piles whose misère quotient is looked for.
const LAST_PILE: u64 = 60;

/// What is known of a game where the last move loses.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Misere {
    /// Its P-positions, where the game itself is of normal play.
    pub lists: Vec<List>,
    /// The genera of single piles; `None` where piles are no single numbers.
    pub genera: Option<Part<Genera>>,
    /// Their misère quotient; `None` where piles are no single numbers.
    pub quotient: Option<Part<MisereQuotient>>,
    /// Why the quotient was not found for more piles, where it took too much work.
    pub stopped: Option<String>,
}

impl Session {
    pub(super) fn misere_of(&mut self, game: &Arc<Header>) -> Result<Misere, Report> {
        let mut found = Misere::default();
        if !game.misere {
            let label = format!("misere({})", game.label);
            found.lists = self.lists_of(game, &label)?;
        }
        let Some(bounds) = game.shape.as_heap() else {
            return Ok(found);
        };
        // Neither is about piles that lead to larger ones, or about turns in several piles.
        let first = bounds.lo.max(0);
        let last = LAST_GENUS.min(bounds.hi.unwrap_or(i64::MAX));
        if first <= last {
            found.genera = Some(part(self.genera(game, first, last))?);
        }
        let is_hopeless = game.turn != Turn::One || game.loopy;
        let most = bounds.hi.and_then(|hi| u64::try_from(hi).ok());
        let most = LAST_PILE.min(most.unwrap_or(LAST_PILE));
        let quotient = self.within(PATIENCE, |session| session.quotient(game, most));
        found.quotient = Some(match quotient {
            Err(report) if report.limit().is_some() && !is_hopeless => {
                found.stopped = Some("for more piles it takes long to find".to_string());
                let known = part(self.quotient_so_far(game, most))?;
                known.and_then(|known| match known.upto {
                    0 => Err("no quotient was found with the work set aside for it".to_string()),
                    _ => Ok(known),
                })
            }
            quotient => part(quotient)?,
        });
        Ok(found)
    }
}
