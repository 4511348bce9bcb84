//! Boards of all positions that can be reached from one.

use std::collections::VecDeque;

use super::{Graph, MOST_POSITIONS, Pile, Place};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::reach::reach;
use crate::solve::Solver;
use crate::work::Failure;

/// The graph of a position, or `None` where it is too large or holds no other position.
pub(super) fn of(solver: &mut Solver, start: &Position) -> Result<Option<Graph>, Failure> {
    let (most, most_turns) = MOST_POSITIONS;
    let Some(reached) = reach(solver, start, most, most_turns, true)? else {
        return Ok(None);
    };
    if reached.positions.len() < 2 {
        return Ok(None);
    }
    let mut outcomes = Vec::with_capacity(reached.positions.len());
    for position in &reached.positions {
        outcomes.push(solver.winner(position)?);
    }
    let lengths = lengths(&outcomes, &reached.turns);
    let several = start.terms.len() > 1;
    let turns = reached.words.into_iter().zip(reached.turns);
    let places = reached
        .positions
        .iter()
        .zip(outcomes)
        .zip(lengths)
        .zip(turns);
    let places = places.map(|(((position, outcome), moves), (words, left))| Place {
        name: position.to_string(),
        piles: piles(position, several),
        outcome,
        moves,
        turns: words.into_iter().zip(left).collect(),
    });
    Ok(Some(Graph {
        places: places.collect(),
        loopy: start.is_loopy(),
    }))
}

/// The piles of a position; where there are `several` games, with their names.
fn piles(position: &Position, several: bool) -> Vec<Pile> {
    let mut piles = Vec::new();
    for term in &position.terms {
        for pile in &term.piles {
            let mut pile = Pile::of(&term.game, pile);
            if several || position.terms.len() > 1 {
                pile.name = format!("{} {}", term.game.label, pile.name);
            }
            piles.push(pile);
        }
    }
    piles
}

/// How many moves the play from each position lasts where the winner hurries and the loser delays, from the ends backwards;
/// `None` in a draw.
fn lengths(outcomes: &[Outcome], turns: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); turns.len()];
    for (from, left) in turns.iter().enumerate() {
        for to in left {
            if let Some(before) = before.get_mut(*to) {
                before.push(from);
            }
        }
    }
    // How many options of each position have no length yet.
    let mut open: Vec<usize> = turns.iter().map(Vec::len).collect();
    let mut lengths: Vec<Option<u32>> = vec![None; turns.len()];
    let mut queue: VecDeque<usize> = VecDeque::new();
    for (place, left) in turns.iter().enumerate() {
        if left.is_empty() {
            lengths[place] = Some(0);
            queue.push_back(place);
        }
    }
    // Positions come out of the queue in order of their lengths: the first lost option is the fastest win, the last won one
    // the longest resistance. All indices are places.
    while let Some(place) = queue.pop_front() {
        let next = lengths[place].map(|length| length + 1);
        for &from in &before[place] {
            open[from] -= 1;
            let is_last = match outcomes[from] {
                Outcome::First => outcomes[place] == Outcome::Second,
                Outcome::Second => open[from] == 0,
                Outcome::Draw => false,
            };
            if is_last && lengths[from].is_none() {
                lengths[from] = next;
                queue.push_back(from);
            }
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        use Outcome::{Draw, First, Second};
        // 4 goes to 3 or 2, 3 to 2 or 1, 2 to 1 or 0, 1 to 0; the end 0 is lost; 5 and 6 go round, and 6 may end.
        let turns = [
            vec![],
            vec![0],
            vec![0, 1],
            vec![1, 2],
            vec![3, 2],
            vec![6],
            vec![5, 1],
        ];
        let outcomes = [Second, First, First, Second, First, Draw, Draw];
        assert_eq!(
            lengths(&outcomes, &turns),
            [Some(0), Some(1), Some(1), Some(2), Some(3), None, None]
        );
        // The last move loses: the end is won.
        let turns = [vec![], vec![0], vec![0, 1], vec![2]];
        let outcomes = [First, Second, First, Second];
        assert_eq!(
            lengths(&outcomes, &turns),
            [Some(0), Some(1), Some(2), Some(3)]
        );
    }
}
