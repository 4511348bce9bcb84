//! All positions that can be reached from one.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::plays::Plays;
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::solve::Solver;
use crate::work::Failure;

/// The positions that can be reached from one, with the turns between them.
pub(crate) struct Reached {
    /// The positions, the first one first.
    pub(crate) positions: Vec<Position>,
    /// For each position the places of those that a turn leaves, each once.
    pub(crate) turns: Vec<Vec<usize>>,
    /// The same turns in words, where these were asked for.
    pub(crate) words: Vec<Vec<String>>,
    /// The game that all of them are of, where there is one.
    pub(crate) game: Option<Arc<Game>>,
}

impl Reached {
    /// A position as it is written, without the game where all are of the same one.
    pub(crate) fn label(&self, position: &Position) -> String {
        let text = position.to_string();
        let Some(game) = &self.game else {
            return text;
        };
        match position.only_pile() {
            Some((_, pile @ Value::Tuple(_))) => pile.to_string(),
            _ if position.terms.len() == 1 => text
                .strip_prefix(&game.label)
                .map_or(text.clone(), str::to_owned),
            _ => text,
        }
    }
}

/// Of these piles of a game, the cells of those that can be moved in, and of all that a turn in one of them leaves.
pub(super) fn in_plays(
    solver: &mut Solver,
    game: &Arc<Game>,
    piles: &[Value],
) -> Result<HashSet<Vec<i64>>, Failure> {
    let mut found = HashSet::new();
    for pile in piles {
        let plays = Plays::of(solver, &Position::of_piles(game, vec![pile.clone()]))?;
        if !plays.list.is_empty() {
            found.extend(game.shape.cells(pile));
        }
        for play in &plays.list {
            solver.budget().step()?;
            let left = plays.result(solver, play)?;
            let own = left.terms.iter().filter(|term| term.game == *game);
            found.extend(
                own.flat_map(|term| &term.piles)
                    .flat_map(|pile| game.shape.cells(pile)),
            );
        }
    }
    Ok(found)
}

/// Follows all turns from a position; `None` where there are more positions or turns than may be. A play that
/// need never end is not noticed here.
pub(crate) fn reach(
    solver: &mut Solver,
    start: &Position,
    most_positions: usize,
    most_turns: usize,
    told: bool,
) -> Result<Option<Reached>, Failure> {
    /// About how many bytes a position, a pile and a turn take.
    const EACH: [u64; 3] = [512, 64, 96];
    let piles = start.count();
    let mut positions = vec![start.clone()];
    let mut known: HashMap<Position, usize> = HashMap::new();
    known.insert(start.clone(), 0);
    let mut turns: Vec<Vec<usize>> = Vec::new();
    let mut words: Vec<Vec<String>> = Vec::new();
    let mut count = 0_usize;
    while let Some(position) = positions.get(turns.len()).cloned() {
        solver.budget().look()?;
        let plays = Plays::of(solver, &position)?;
        let mut own: Vec<usize> = Vec::new();
        let mut own_words: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for play in &plays.list {
            solver.budget().steps(1 + piles as u64)?;
            let left = plays.result(solver, play)?;
            let to = match known.get(&left) {
                Some(place) => *place,
                None => {
                    let place = positions.len();
                    if place >= most_positions {
                        return Ok(None);
                    }
                    let each = EACH[0] + EACH[1] * piles as u64;
                    solver.budget().need(2 * each * place as u64)?;
                    positions.push(left.clone());
                    known.insert(left, place);
                    place
                }
            };
            if !seen.insert(to) {
                continue;
            }
            count += 1;
            if count > most_turns {
                return Ok(None);
            }
            own.push(to);
            if told {
                own_words.push(plays.tell(solver, play)?.words);
            }
        }
        turns.push(own);
        words.push(own_words);
        let bytes = EACH[0] * positions.len() as u64 + EACH[2] * count as u64;
        solver.budget().need(bytes)?;
    }
    let game = start.only_term().map(|term| Arc::clone(&term.game));
    let game = game.filter(|game| positions.iter().all(|position| is_of(position, game)));
    Ok(Some(Reached {
        positions,
        turns,
        words,
        game,
    }))
}

fn is_of(position: &Position, game: &Game) -> bool {
    let term = position.only_term();
    term.is_some_and(|term| term.game.id == game.id)
}
