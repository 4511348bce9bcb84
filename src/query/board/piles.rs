//! Boards of piles that have Grundy values.

use std::sync::Arc;

use hashbrown::HashMap;

use super::{Kind, MOST_PILES, Pile, Piles};
use crate::expr::position::Header;
use crate::expr::value::Value;
use crate::query::plays::{Plays, is_wide};
use crate::query::tables::{pile_value, position_of};
use crate::solve::Solver;
use crate::work::Failure;

/// The piles that `dealt` ones lead to, or `None` where they are too many or of other games too.
pub(super) fn of(
    solver: &mut Solver,
    game: &Arc<Header>,
    dealt: &[Value],
    is_start: bool,
) -> Result<Option<Piles>, Failure> {
    let mut known: HashMap<Vec<i64>, usize> = HashMap::new();
    let mut found: Vec<Value> = Vec::new();
    let mut start = Vec::new();
    let mut place_of = |pile: &Value, found: &mut Vec<Value>| -> Option<usize> {
        let cells = game.shape.cells(pile).ok()?;
        let place = *known.entry(cells.clone()).or_insert_with(|| {
            found.push(game.shape.value(&cells));
            found.len() - 1
        });
        (found.len() <= MOST_PILES.0).then_some(place)
    };
    for pile in dealt {
        let Some(place) = place_of(pile, &mut found) else {
            return Ok(None);
        };
        start.push(place);
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let mut count = 0;
    while let Some(pile) = found.get(kinds.len()).cloned() {
        let alone = position_of(game, vec![pile.clone()]);
        if is_wide(solver, &alone)? {
            return Ok(None);
        }
        let plays = Plays::of(solver, &alone)?;
        let mut options = Vec::new();
        for play in &plays.list {
            solver.budget().step()?;
            count += 1;
            if count > MOST_PILES.1 {
                return Ok(None);
            }
            let told = plays.tell(solver, play)?;
            let mut left = Vec::new();
            for term in &told.to.terms {
                if term.game != *game && !term.piles.is_empty() {
                    return Ok(None);
                }
                for pile in &term.piles {
                    let Some(place) = place_of(pile, &mut found) else {
                        return Ok(None);
                    };
                    left.push(place);
                }
            }
            options.push((told.words, left));
        }
        kinds.push(Kind {
            pile: Pile::of(game, &pile),
            value: pile_value(solver, game, pile)?,
            options,
        });
    }
    // Positions are made of piles that can be moved in.
    let movable = |place: &usize| {
        kinds
            .get(*place)
            .is_some_and(|kind| !kind.options.is_empty())
    };
    let deal: Vec<usize> = match is_start {
        true => (0..kinds.len()).filter(movable).collect(),
        false => start.iter().copied().filter(movable).collect(),
    };
    if deal.is_empty() {
        return Ok(None);
    }
    if !is_start {
        // One tuple or row, or three piles of different sizes.
        let third = deal.len() / 3;
        start = match game.shape.as_heap() {
            Some(_) => [third, 2 * third, deal.len() - 1]
                .iter()
                .filter_map(|place| deal.get(*place).copied())
                .collect(),
            None => deal.get(2 * third).copied().into_iter().collect(),
        };
    }
    Ok(Some(Piles { kinds, deal, start }))
}
