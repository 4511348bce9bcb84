//! Everything that must be known to play a game without the solver: options and outcomes, as data.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::pile_look::Pile;
use super::plays::{Plays, is_wide};
use super::reach::reach;
use super::samples::few_piles;
use super::tables::{has_values, pile_value};
use crate::expr::position::{Game, Position};
use crate::expr::shape::{CoordKind, Entry, each_choice};
use crate::expr::value::{Outcome, Value};
use crate::solve::Solver;
use crate::work::Failure;

/// The most kinds of piles with their options, and the most options of all of them.
const MOST_PILES: (usize, usize) = (1200, 12_000);
/// The most positions of a graph and the most turns.
const MOST_POSITIONS: (usize, usize) = (3000, 20_000);

/// The most piles of all positions that are shown one after the other.
const MOST_SHOWN: usize = 300_000;

/// A game as data that can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// A turn moves in one pile and the last move wins: piles have Grundy values, and positions are made of any piles.
    Piles(PileBoard),
    /// Anything else: all positions that can be reached from one, which is the first.
    Graph(Graph),
}

/// All positions that can be reached from the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    pub places: Vec<Place>,
    /// Whether a play may go on for ever.
    pub loopy: bool,
}

/// Kinds of piles that lead only to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileBoard {
    pub kinds: Vec<Kind>,
    /// Those that new positions are made of.
    pub deal: Vec<usize>,
    /// The position to begin with.
    pub start: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    pub pile: Pile,
    /// The Grundy value of such a pile.
    pub value: u64,
    /// Its options: in words, and the kinds of the piles that are left.
    pub options: Vec<(String, Vec<usize>)>,
}

/// A position of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    /// Its piles, each with its game's name before it where there are several games.
    pub piles: Vec<Pile>,
    pub outcome: Outcome,
    /// How many moves are made where the winner hurries and the loser delays; `None` in a draw.
    pub moves: Option<u32>,
    /// The turns: in words, and the place they lead to.
    pub turns: Vec<(String, usize)>,
}

impl PileBoard {
    fn piles(&self, position: &[usize]) -> Vec<&Pile> {
        position
            .iter()
            .map(|kind| &self.kinds[*kind].pile)
            .collect()
    }
}

impl Place {
    fn piles(&self) -> Vec<&Pile> {
        self.piles.iter().collect()
    }
}

impl Board {
    /// The piles of the position to begin with.
    pub(super) fn first(&self) -> Vec<&Pile> {
        match self {
            Board::Graph(graph) => graph.places.first().map_or(Vec::new(), Place::piles),
            Board::Piles(board) => board.piles(&board.start),
        }
    }

    /// The positions that can be reached from the one to begin with, that one first, each by its piles, and who wins them; `None`
    /// where they are too many.
    pub(super) fn reached(&self) -> Option<Vec<(Vec<&Pile>, Outcome)>> {
        let board = match self {
            Board::Graph(graph) => {
                let places = graph.places.iter();
                return Some(places.map(|it| (it.piles(), it.outcome)).collect());
            }
            Board::Piles(board) => board,
        };
        let sorted = |mut piles: Vec<usize>| {
            piles.sort_unstable();
            piles
        };
        let mut found = vec![sorted(board.start.clone())];
        let mut known: HashSet<Vec<usize>> = found.iter().cloned().collect();
        let mut next = 0;
        while let Some(position) = found.get(next).cloned() {
            next += 1;
            for (place, kind) in position.iter().enumerate() {
                if place > 0 && position[place - 1] == *kind {
                    continue;
                }
                for (_, left) in &board.kinds[*kind].options {
                    let mut after = position.clone();
                    after.swap_remove(place);
                    after.extend(left);
                    let after = sorted(after);
                    if known.insert(after.clone()) {
                        found.push(after);
                    }
                    let piles = found.len() * board.start.len();
                    if found.len() > MOST_POSITIONS.0 || piles > MOST_SHOWN {
                        return None;
                    }
                }
            }
        }
        let told = found.into_iter().map(|position| {
            let values = position.iter().map(|kind| board.kinds[*kind].value);
            let outcome = Outcome::decided(values.fold(0, |sum, value| sum ^ value) != 0);
            (board.piles(&position), outcome)
        });
        Some(told.collect())
    }
}

/// The board of a game, or `None` where none small enough was found; `start` is a position that it should hold.
pub(super) fn of(
    solver: &mut Solver,
    game: &Arc<Game>,
    start: Option<&Position>,
) -> Result<Option<Board>, Failure> {
    let loopy = game.loopy || start.is_some_and(Position::is_loopy);
    let by_piles = has_values(game)
        && start.is_none_or(|start| start.terms.iter().all(|term| term.game == *game));
    if by_piles {
        let own = |start: &Position| {
            let piles = start.piles().map(|(_, pile)| pile.clone());
            vec![piles.collect()]
        };
        for dealt in start.map_or_else(|| usual_piles(game), own) {
            if let Some(piles) = of_piles(solver, game, &dealt, start.is_some())? {
                return Ok(Some(Board::Piles(piles)));
            }
        }
    }
    let starts = match start {
        Some(start) => vec![start.clone()],
        None => usual_positions(game),
    };
    for start in starts {
        if !loopy && is_wide(solver, &start)? {
            continue;
        }
        if let Some(graph) = of_positions(solver, &start)? {
            return Ok(Some(Board::Graph(graph)));
        }
    }
    Ok(None)
}

/// Lists of piles that new positions may be made of, the most wanted first.
fn usual_piles(game: &Game) -> Vec<Vec<Value>> {
    let most = match game.shape.as_heap() {
        Some(_) => [20, 12, 7, 4],
        None => [12, 8, 5, 3],
    };
    let piles = most.into_iter().filter_map(|most| all_piles(game, most));
    piles.collect()
}

/// All piles with small numbers.
fn all_piles(game: &Game, most: i64) -> Option<Vec<Value>> {
    let choices = game.shape.coords.iter().map(|coord| match &coord.kind {
        CoordKind::Int(bounds) => Some(bounds.natural(most).map(Value::Int).collect()),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => {
            let entries = (0..=most.min(4)).filter(|n| bounds.contains(*n));
            let entries = vec![entries.map(Value::Int).collect(); 3];
            Some(each_choice(&entries).map(Value::list).collect())
        }
        CoordKind::Row { .. } => None,
    });
    few_piles(
        &game.shape,
        &choices.collect::<Option<Vec<_>>>()?,
        MOST_PILES.0,
    )
}

/// Positions to begin with, the most wanted first.
fn usual_positions(game: &Arc<Game>) -> Vec<Position> {
    if let Some(bounds) = game.shape.as_heap() {
        let sizes: [&[i64]; 7] = [
            &[7, 5, 3],
            &[5, 4, 3],
            &[4, 3, 2],
            &[3, 2, 1],
            &[8],
            &[3, 2],
            &[3],
        ];
        return sizes
            .iter()
            .filter(|sizes| sizes.iter().all(|size| bounds.contains(*size)))
            .map(|sizes| Position::of_piles(game, sizes.iter().copied().map(Value::Int).collect()))
            .collect();
    }
    // The last of the small piles has the greatest numbers.
    [6, 5, 4, 3, 2, 1]
        .into_iter()
        .filter_map(|most| all_piles(game, most)?.pop())
        .map(|pile| Position::of_piles(game, vec![pile]))
        .collect()
}

/// The piles that `dealt` ones lead to, or `None` where they are too many or of other games too.
fn of_piles(
    solver: &mut Solver,
    game: &Arc<Game>,
    dealt: &[Value],
    is_start: bool,
) -> Result<Option<PileBoard>, Failure> {
    let mut known: HashMap<Vec<i64>, usize> = HashMap::new();
    let mut found: Vec<Value> = Vec::new();
    let mut places_of = |piles: &[Value], found: &mut Vec<Value>| -> Option<Vec<usize>> {
        let places = piles.iter().map(|pile| {
            let cells = game.shape.cells(pile).ok()?;
            let place = *known.entry(cells.clone()).or_insert_with(|| {
                found.push(game.shape.value(&cells));
                found.len() - 1
            });
            (found.len() <= MOST_PILES.0).then_some(place)
        });
        places.collect()
    };
    let Some(mut start) = places_of(dealt, &mut found) else {
        return Ok(None);
    };
    let mut kinds: Vec<Kind> = Vec::new();
    let mut count = 0;
    while let Some(pile) = found.get(kinds.len()).cloned() {
        let alone = Position::of_piles(game, vec![pile.clone()]);
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
                let is_own = term.game == *game || term.piles.is_empty();
                match places_of(&term.piles, &mut found).filter(|_| is_own) {
                    Some(places) => left.extend(places),
                    None => return Ok(None),
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
    let movable = |place: &usize| !kinds[*place].options.is_empty();
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
            Some(_) => vec![deal[third], deal[2 * third], deal[deal.len() - 1]],
            None => vec![deal[2 * third]],
        };
    }
    Ok(Some(PileBoard { kinds, deal, start }))
}

/// The graph of a position, or `None` where it is too large or holds no other position.
fn of_positions(solver: &mut Solver, start: &Position) -> Result<Option<Graph>, Failure> {
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
    let found = reached.positions.iter().zip(outcomes).zip(lengths);
    let places = found.zip(turns);
    let places = places.map(|(((position, outcome), moves), (words, left))| Place {
        name: position.to_string(),
        piles: piles_of(position, several),
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
pub(super) fn piles_of(position: &Position, several: bool) -> Vec<Pile> {
    let named = several || position.terms.len() > 1;
    let piles = position.piles().map(|(game, pile)| {
        let mut pile = Pile::of(game, pile);
        if named {
            pile.name = format!("{} {}", game.label, pile.name);
        }
        pile
    });
    piles.collect()
}

/// How many moves the play from each position lasts where the winner hurries and the loser delays, from the ends backwards;
/// `None` in a draw.
fn lengths(outcomes: &[Outcome], turns: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); turns.len()];
    // How many options of each position have no length yet.
    let mut open: Vec<usize> = turns.iter().map(Vec::len).collect();
    let mut lengths: Vec<Option<u32>> = vec![None; turns.len()];
    let mut queue: VecDeque<usize> = VecDeque::new();
    for (place, left) in turns.iter().enumerate() {
        left.iter().for_each(|to| before[*to].push(place));
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
