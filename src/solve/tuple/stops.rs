//! Where play stops in a box of rays and steps: where `end when` says so, and, where the last move loses, where no move is left.

use super::Extents;
use super::linear::RaysAndSteps;
use super::steps::{Named, ends};
use crate::moves::columns::Lanes;
use crate::rules::game::GameRules;
use crate::work::Declined;

/// The piles of a box from which there are no moves, as far as that is not seen from their options being none.
pub(super) struct Stops {
    extents: Extents,
    ends: Vec<Named>,
    /// What moves add, where the last move loses.
    vectors: Option<Vec<Vec<i64>>>,
    /// The piles of a row from which play goes on.
    live: Vec<u8>,
    lanes: Lanes,
}

impl Stops {
    /// Declined where a condition may fault in the box; `None`: piles stop nowhere but where they have no options, and lose there.
    pub(super) fn of(
        game: &GameRules,
        linear: &RaysAndSteps,
        extents: &Extents,
    ) -> Result<Option<Stops>, Declined> {
        let is_misere = game.header.misere;
        if game.ends.is_empty() && !is_misere {
            return Ok(None);
        }
        let row_len = extents.lens.last().map_or(0, |len| *len as usize);
        Ok(Some(Stops {
            ends: ends(game, extents)?,
            vectors: is_misere.then(|| linear.vectors().cloned().collect()),
            live: vec![0; row_len],
            lanes: Lanes::default(),
            extents: extents.clone(),
        }))
    }

    /// What a pile is worth from which there are no moves.
    pub(super) fn worth(&self) -> u32 {
        u32::from(self.vectors.is_some())
    }

    /// The piles of a row, whose first is a cell of the box, all of whose bits are set where play goes on, and none where it stops.
    pub(super) fn row(&mut self, cell: &[i64]) -> &[u8] {
        let Extents { lens, lows, .. } = &self.extents;
        match &self.vectors {
            None => self.live.fill(u8::MAX),
            Some(vectors) => {
                self.live.fill(0);
                for by in vectors {
                    let Some((along, leading)) = by.split_last() else {
                        continue;
                    };
                    let mut sides = cell.iter().zip(leading).zip(lens);
                    if !sides.all(|((at, by), len)| (0..*len).contains(&(at + by))) {
                        continue;
                    }
                    let row_len = self.live.len() as i64;
                    let from = (-along).clamp(0, row_len) as usize;
                    let to = (row_len - along).clamp(0, row_len) as usize;
                    if from < to {
                        self.live[from..to].fill(u8::MAX);
                    }
                }
            }
        }
        if let Some(along) = cell.len().checked_sub(1) {
            let mut first: Vec<i64> = cell.iter().zip(lows).map(|(at, low)| at + low).collect();
            first[along] = lows[along];
            for end in &self.ends {
                end.narrow(&first, along, &mut self.live, &mut self.lanes);
            }
        }
        &self.live
    }
}
