//! Misère play by the rule for Nim, where every pile that can be reached is tame.
//!
//! See `kernel::misere::tame` for the theorem and its proof. Each pile may have its own game: the images are the same for all.

use super::told::{ReadOff, Table};
use super::{Judged, Method, Theorem, misere, wins};
use crate::expr::position::{Game, GameId, Position, Turn};
use crate::kernel::misere::tame::Tame;
use crate::solve::piles::Piles;
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt, Limit};

pub(super) struct NimRule {
    /// Whether all are piles of Nim by their rules.
    is_nim: bool,
}

/// From here on the values where the last move loses take less than those of both plays,
const LARGE: u64 = 1 << 12;
/// and beyond this they take long, where no theorem tells them.
const LARGEST: u64 = 1 << 27;

/// Whether a turn moves in one pile and the last move loses.
pub(super) fn covers(game: &Game) -> bool {
    game.misere && !game.loopy && game.turn == Turn::One
}

/// Whether all piles are piles of Nim by their rules.
fn is_nim(position: &Position, memory: &mut KnownValues) -> Result<bool, Failure> {
    let mut is_nim = true;
    for term in &position.terms {
        for pile in memory.piles.positions.pile_nodes(term)? {
            is_nim &= memory.piles.nim_size(pile)?.is_some();
        }
    }
    Ok(is_nim)
}

/// Declines one large pile whose engine tells who wins it: what a theorem about sums needs takes longer.
pub(super) fn told_by_smaller(position: &Position, memory: &mut KnownValues) -> Result<(), Halt> {
    let piles = &mut memory.piles;
    let term = position.only_term().filter(|term| term.piles.len() == 1);
    let Some(term) = term.filter(|_| piles.policy().theory.is_none()) else {
        return Ok(());
    };
    let pile = piles.positions.pile_nodes(term)?;
    let pile = pile.first().and_then(|pile| piles.positions.heap(*pile));
    let Some((game, size)) = pile.filter(|(_, size)| *size >= LARGE) else {
        return Ok(());
    };
    match is_told(game, size, piles) {
        Ok(true) => Err(Halt::declined("one large pile is told by smaller ones")),
        // The rule fails at a smaller pile, which need not be one that can be reached.
        Ok(false) | Err(Failure::Fault(_) | Failure::Limit(Limit::Memory { .. }, _)) => Ok(()),
        Err(failure) => Err(failure.into()),
    }
}

fn is_told(game: GameId, size: u64, piles: &mut Piles) -> Result<bool, Failure> {
    let is_soon = size <= LARGEST || piles.loses_where_worth_1(game)?;
    Ok(is_soon
        && piles.has_misere_engine(game)?
        && piles.wins_misere_in_line(game, &[cell(size)?])?.is_some())
}

impl Method for NimRule {
    type Image = Tame;
    type Sum = Tame;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<Tame, Halt> {
        memory.misere.tame_image(pile, &mut memory.piles)
    }

    fn nothing(&self) -> Tame {
        Tame::NOTHING
    }

    fn add(&self, sum: &mut Tame, image: Tame) {
        *sum = sum.plus(image);
    }
}

impl Theorem for NimRule {
    fn of(position: &Position, memory: &mut KnownValues) -> Result<NimRule, Halt> {
        let is_nim = is_nim(position, memory)?;
        if !is_nim {
            told_by_smaller(position, memory)?;
        }
        Ok(NimRule { is_nim })
    }

    fn is_won(&self, sum: &Tame) -> bool {
        !sum.is_lost()
    }

    fn premise(&self) -> String {
        if self.is_nim {
            return "Nim's rule for misère play (Bouton 1901): the nim-sum decides while some pile has two stones or more, and then the number of single stones"
                .to_string();
        }
        "Nim's rule for misère play: every pile that can be reached is tame".to_string()
    }

    fn table(&self, judged: &Judged<NimRule>) -> Table {
        let sum = judged.sum;
        let rows = judged.images().map(|image| {
            let kind = if image.is_firm { "firm" } else { "fickle" };
            (None, vec![format!("{image} {kind}")])
        });
        let wins = wins(self.is_won(&sum));
        let verdict = match (sum.is_firm, sum.value) {
            (true, 0) => format!("some pile is firm and the xor is 0: the player to move {wins}"),
            (true, _) => {
                format!("some pile is firm and the xor is not 0: the player to move {wins}")
            }
            (false, _) if judged.parts.is_empty() => {
                format!("no pile is left, and the last move loses: the player to move {wins}")
            }
            (false, value) => {
                format!("all piles are fickle and the xor is {value}: the player to move {wins}")
            }
        };
        Table {
            heading: "the last move loses: the genus of each pile\n\n  The genus is the Grundy value with the misère value above it; 0^1 and 1^0 are fickle, all others firm."
                .to_string(),
            rows: rows.collect(),
            totals: vec![("xor".to_string(), vec![sum.value.to_string()])],
            verdict,
            after: "where the xor is 0 with a firm pile left, or 1 without one".to_string(),
            lost: if sum.is_firm {
                "Every turn makes the xor another than 0, or leaves fickle piles only whose xor is 0.".to_string()
            } else {
                "Every turn leaves fickle piles whose xor is 0, or a firm pile with an xor that is not 0.".to_string()
            },
            applies: if judged.parts.is_empty() {
                "Whoever made the last move has lost.".to_string()
            } else if self.is_nim {
                "Nim's rule: as in normal play while some pile has two stones or more (a firm pile); of single stones alone an odd\n  number loses.".to_string()
            } else {
                "Nim's rule applies: every pile that can be reached is tame, which means that its genus is 0^1, 1^0 or n^n,\n  as it is for sums of piles of Nim.".to_string()
            },
        }
    }

    fn winning(
        &self,
        judged: &Judged<NimRule>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        misere::winning(judged, None, limit, memory)
    }
}
