//! Winning turns of misère sums by the images of their piles.

use hashbrown::HashSet;
use smallvec::smallvec;

use super::told::{ReadOff, TermTurn};
use super::{Judged, Theorem};
use crate::expr::position::GameId;
use crate::moves::taking::recognise;
use crate::solve::positions::MANY;
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::positions::options::{Components, PileLeft};
use crate::solve::values::KnownValues;
use crate::work::{Failure, distinct};

/// Winning turns in the piles one after the other, at most `limit`. Of the parts that a large pile may be left as by taking an
/// amount, no more than `enough` need be tried.
pub(super) fn winning<T: Theorem>(
    judged: &Judged<T>,
    enough: Option<u64>,
    limit: usize,
    memory: &mut KnownValues,
) -> Result<ReadOff, Failure> {
    let mut turns = ReadOff::NONE;
    let mut seen = HashSet::new();
    for summand in &judged.parts {
        if !seen.insert(summand.part) {
            continue;
        }
        let others = judged.parts.len() as u64;
        memory.piles.positions.machine.budget.steps(others)?;
        let rest = judged.without(summand.term, Some(summand.place));
        let (options, all) = options(judged, summand.part, enough, memory)?;
        turns.is_complete &= all;
        for left in options {
            let positions = &mut memory.piles.positions;
            positions.machine.budget.step()?;
            let mut like = |size: &u64| Ok(positions.like(summand.part, cell(*size)?));
            let becomes: Components = match &left {
                PileLeft::Sizes(sizes) => {
                    let piles = sizes.iter().map(&mut like);
                    piles.collect::<Result<_, Failure>>()?
                }
                PileLeft::Option(option) => option.components(),
            };
            let mut sum = rest.clone();
            judged.add(&mut sum, &becomes, memory)?;
            if judged.method.is_won(&sum) {
                continue;
            }
            turns.list.push(TermTurn {
                term: summand.term,
                moves: vec![(summand.place, left)],
            });
            if turns.list.len() >= limit {
                turns.is_complete = false;
                return Ok(turns);
            }
        }
    }
    Ok(turns)
}

/// What a pile may become, and whether nothing that may win is left out.
fn options<T: Theorem>(
    judged: &Judged<T>,
    node: Id,
    enough: Option<u64>,
    memory: &mut KnownValues,
) -> Result<(Vec<PileLeft>, bool), Failure> {
    if let Some(size) = memory.piles.nim_size(node)? {
        // A pile that wins when left has the value of the others, or is a single stone or none.
        let mut values: u64 = 0;
        let mut is_complete = true;
        for other in &judged.parts {
            let known = memory.piles.nim_size(other.part)?;
            values ^= known.unwrap_or(0);
            is_complete &= known.is_some();
        }
        let one = |size: u64| PileLeft::Sizes(smallvec![size]);
        let mut sizes = distinct(vec![values ^ size, 0, 1]);
        sizes.retain(|left| *left < size);
        if is_complete || size > MANY {
            return Ok((sizes.into_iter().map(one).collect(), is_complete));
        }
        return Ok(((0..size).map(one).collect(), true));
    }
    if let Some((game, size)) = memory.piles.positions.heap(node)
        && size > MANY
    {
        let enough = enough.unwrap_or(MANY);
        return Ok((few(game, size, enough, memory)?, false));
    }
    let options = memory.piles.positions.pile_options(node)?;
    Ok((
        options.iter().cloned().map(PileLeft::Option).collect(),
        true,
    ))
}

/// Some options of a large pile: all images are among theirs where the images are periodic.
fn few(
    game: GameId,
    size: u64,
    enough: u64,
    memory: &mut KnownValues,
) -> Result<Vec<PileLeft>, Failure> {
    let transitions = memory.piles.positions.transitions(game)?;
    let Ok(families) = recognise(&transitions.game) else {
        return Ok(Vec::new());
    };
    let most = usize::try_from(enough).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for family in families.iter().filter(|family| family.finite().is_some()) {
        let Some(taking) = memory.piles.positions.taking(game, family, size)? else {
            continue;
        };
        for amount in taking.amounts().iter().flat_map(|run| run.amounts()) {
            found.extend(taking.after(amount).take(most).map(PileLeft::Sizes));
        }
    }
    Ok(found)
}
