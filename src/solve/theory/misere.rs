//! Winning turns of misère sums by the images of their piles.

use hashbrown::HashSet;

use super::winning::{Read, Turns};
use crate::expr::position::{GameId, Position};
use crate::kernel::misere::theory::Theory;
use crate::solve::positions::MANY;
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::positions::options::Components;
use crate::solve::positions::options::Left;
use crate::solve::values::Values;
use crate::transition::taking::recognise;
use crate::work::Failure;

/// Winning turns by images: of the piles in the order of the terms and places, and of the parts they may become.
pub(super) struct Images<'a, T: Theory> {
    pub(super) theory: &'a T,
    pub(super) piles: &'a [(usize, usize, Id, T::Image)],
    /// Parts above this need not be tried but for one.
    pub(super) enough: Option<u64>,
}

/// The place of each pile of a position: term, place in it and node.
pub(super) fn places(
    memory: &mut Values,
    position: &Position,
) -> Result<Vec<(usize, usize, Id)>, Failure> {
    let mut found = Vec::new();
    for term in 0..position.terms.len() {
        let nodes = memory.piles.positions.pile_nodes(position, term)?;
        found.extend(
            nodes
                .into_iter()
                .enumerate()
                .map(|(place, node)| (term, place, node)),
        );
    }
    Ok(found)
}

impl<T: Theory> Images<'_, T> {
    /// Winning turns in the piles one after the other, at most `limit`. `image` gives that of a part.
    pub(super) fn winning(
        &self,
        memory: &mut Values,
        limit: usize,
        mut image: impl FnMut(&mut Values, Id) -> Result<Option<T::Image>, Failure>,
    ) -> Result<Option<Turns>, Failure> {
        let mut turns = Turns {
            is_complete: true,
            ..Turns::default()
        };
        let mut seen = HashSet::new();
        for (number, (term, place, node, _)) in self.piles.iter().enumerate() {
            if !seen.insert(*node) {
                continue;
            }
            let others = self
                .piles
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number);
            let rest = others.fold(self.theory.nothing(), |rest, (_, (_, _, _, image))| {
                self.theory.product(rest, *image)
            });
            let (options, all) = self.options(memory, *node)?;
            turns.is_complete &= all;
            for left in options {
                memory.piles.positions.machine.budget.step()?;
                let mut sum = rest;
                let parts: Components = match &left {
                    Left::Size(size) => {
                        smallvec::smallvec![memory.piles.positions.like(*node, cell(*size)?)]
                    }
                    Left::Parts(parts) => {
                        let like =
                            |size: &u64| Ok(memory.piles.positions.like(*node, cell(*size)?));
                        parts.iter().map(like).collect::<Result<_, Failure>>()?
                    }
                    Left::Option(option) => {
                        option.stay.iter().chain(&option.others).copied().collect()
                    }
                };
                for part in parts {
                    match image(memory, part)? {
                        Some(image) => sum = self.theory.product(sum, image),
                        None => return Ok(None),
                    }
                }
                if !self.theory.is_lost(sum) {
                    continue;
                }
                turns.list.push(Read {
                    term: *term,
                    moves: vec![(*place, left)],
                });
                if turns.list.len() >= limit {
                    turns.is_complete = false;
                    return Ok(Some(turns));
                }
            }
        }
        Ok(Some(turns))
    }

    /// What a pile may become, and whether nothing that may win is left out.
    fn options(&self, memory: &mut Values, node: Id) -> Result<(Vec<Left>, bool), Failure> {
        if let Some(size) = memory.piles.nim_size(node)? {
            // A pile that wins when left has the value of the others, or is a single stone or none.
            let mut values: u64 = 0;
            for (_, _, other, _) in self.piles {
                values ^= memory.piles.nim_size(*other)?.unwrap_or(0);
            }
            let mut sizes = vec![values ^ size, 0, 1];
            sizes.sort_unstable();
            sizes.dedup();
            sizes.retain(|left| *left < size);
            let all_nim = self
                .piles
                .iter()
                .map(|(_, _, node, _)| memory.piles.nim_size(*node));
            let mut is_complete = true;
            for known in all_nim {
                is_complete &= known?.is_some();
            }
            if is_complete || size > MANY {
                return Ok((sizes.into_iter().map(Left::Size).collect(), is_complete));
            }
            return Ok(((0..size).map(Left::Size).collect(), true));
        }
        if let Some((game, size)) = memory.piles.positions.heap(node)
            && size > MANY
        {
            let options = self.few(memory, game, size)?;
            return Ok((options, false));
        }
        let options = memory.piles.positions.pile_options(node)?;
        Ok((options.iter().cloned().map(Left::Option).collect(), true))
    }

    /// Some options of a large pile: all images are among theirs where the images are periodic.
    fn few(&self, memory: &mut Values, game: GameId, size: u64) -> Result<Vec<Left>, Failure> {
        let transitions = memory.piles.positions.transitions(game)?;
        let Ok(families) = recognise(&transitions.game) else {
            return Ok(Vec::new());
        };
        let most = usize::try_from(self.enough.unwrap_or(MANY)).unwrap_or(usize::MAX);
        let mut found = Vec::new();
        for family in families.iter().filter(|family| family.finite().is_some()) {
            let Some(taking) = memory.piles.positions.taking(game, family, size)? else {
                continue;
            };
            for amount in taking.amounts().iter().flat_map(|run| run.amounts()) {
                found.extend(taking.after(amount).take(most).map(Left::Parts));
            }
        }
        Ok(found)
    }
}
