//! The searches against the bare definition on lists of moves, and the traps.

mod coins;
mod names;
mod strip;
mod whole;

use hashbrown::{HashMap, HashSet};

use super::{Bits, Board, Given, Mode, Move, Search, Step};
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;

type Moves = Vec<Move<1>>;
type Grid = Vec<(i64, i64)>;

/// A game in which all places are there at first, and moves clear some.
fn clearing<const N: usize>(places: usize, moves: &[Move<N>]) -> Given<N> {
    let step = |m: &Move<N>| Step {
        to: 0,
        requires: m.requires,
        forbids: m.forbids,
        clears: m.clears,
        sets: Bits::NONE,
    };
    let mode = Mode {
        steps: moves.iter().map(step).collect(),
        over: Vec::new(),
    };
    Given {
        places,
        start: Bits::below(places),
        modes: vec![mode],
        flips: Vec::new(),
    }
}

/// A move that nothing bars.
fn free<const N: usize>(requires: Bits<N>, clears: Bits<N>) -> Move<N> {
    Move {
        requires,
        forbids: Bits::NONE,
        clears,
    }
}

/// A search on a board all of whose places are there at first.
fn search<const N: usize, const M: usize>(
    (places, moves): (usize, &[Move<M>]),
    grid: Option<&[(i64, i64)]>,
    budget: &Budget,
) -> Search<N> {
    let board = Board::new(&clearing(places, moves)).unwrap();
    Search::new(board, grid, budget)
}

type Expected = HashMap<Bits<1>, (u32, bool)>;

/// The mex over the options, and whether the player to move wins where the last move loses, by the moves as they are given.
fn plain(at: Bits<1>, moves: &[Move<1>], known: &mut Expected) -> (u32, bool) {
    if let Some(found) = known.get(&at) {
        return *found;
    }
    let possible = moves.iter().filter(|m| m.is_possible(&at));
    let options = possible.map(|m| plain(at - m.clears, moves, known));
    let (values, wins): (Vec<u32>, Vec<bool>) = options.unzip();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    let found = (value, wins.is_empty() || wins.contains(&false));
    known.insert(at, found);
    found
}

fn some(places: usize, most: usize, chance: &mut Chance) -> Bits<1> {
    (0..chance.index(most + 1))
        .map(|_| chance.index(places))
        .collect()
}

/// Moves on some places that each clear one that they need.
fn any_moves(chance: &mut Chance) -> (Moves, usize, Option<Grid>) {
    let places = 3 + chance.index(8);
    let bars = chance.once_in(2);
    let moves = (0..chance.index(3 * places)).map(|_| {
        let cleared = Bits::one(chance.index(places));
        Move {
            requires: cleared | some(places, 2, chance),
            forbids: if bars {
                some(places, 1, chance)
            } else {
                Bits::NONE
            },
            clears: cleared | some(places, 3, chance),
        }
    });
    (moves.collect(), places, None)
}

/// Moves of a few patterns all over a rectangle, reflected or not, some of them cut off at its sides.
fn on_a_rectangle(chance: &mut Chance) -> (Moves, usize, Option<Grid>) {
    let (rows, columns) = (1 + chance.index(3) as i64, 2 + chance.index(3) as i64);
    let grid: Grid = (0..rows)
        .flat_map(|r| (0..columns).map(move |c| (r, c)))
        .collect();
    let mut moves = Moves::new();
    for _ in 0..1 + chance.index(2) {
        let mut cell = || (chance.index(3) as i64 - 1, chance.index(3) as i64 - 1);
        let (needed, cleared) = ([(0, 0), cell()], [(0, 0), cell(), cell()]);
        let keep = 1 + chance.index(3);
        let images = 1 << chance.index(4);
        for image in 0..images {
            let turned = |(r, c): (i64, i64)| match image {
                0 => (r, c),
                1 => (r, -c),
                2 => (-r, c),
                3 => (-r, -c),
                4 => (c, r),
                5 => (c, -r),
                6 => (-c, r),
                _ => (-c, -r),
            };
            for (r, c) in &grid {
                let place = |cell: (i64, i64)| {
                    let (dr, dc) = turned(cell);
                    grid.iter().position(|it| *it == (r + dr, c + dc))
                };
                // All that is needed has to be there; what is cleared may lie outside.
                let needed: Option<Bits<1>> = needed
                    .iter()
                    .take(keep)
                    .map(|it| place(*it))
                    .collect::<Option<Vec<usize>>>()
                    .map(|places| places.into_iter().collect());
                if let Some(requires) = needed {
                    let cleared = cleared.iter().filter_map(|it| place(*it));
                    moves.push(free(requires, cleared.collect()));
                }
            }
        }
    }
    // Now and then the pattern is broken.
    if chance.once_in(3) && !moves.is_empty() {
        moves.remove(chance.index(moves.len()));
    }
    (moves, grid.len(), Some(grid))
}

fn searches<const N: usize>(
    moves: &[Move<1>],
    places: usize,
    grid: Option<&[(i64, i64)]>,
    budget: &Budget,
) -> Vec<Search<N>> {
    let search = || search((places, moves), grid, budget);
    let mut by_masks = search();
    by_masks.names().by_masks();
    let mut by_ranks = search();
    by_ranks.names().by_ranks();
    let mut by_moves = search();
    by_moves.names().by_moves();
    vec![search(), by_masks, by_ranks, by_moves]
}

#[test]
fn values_are_those_of_the_definition() {
    let mut chance = Chance::new(Some(7));
    let mut budget = Budget::start(&Limits::default());
    let (mut boxes, mut images, mut lost) = (0, 0, 0);
    for round in 0..1200 {
        let (moves, places, grid) = match round % 2 {
            0 => any_moves(&mut chance),
            _ => on_a_rectangle(&mut chance),
        };
        let grid = grid.as_deref();
        let mut known = HashMap::new();
        let mut narrow = searches::<1>(&moves, places, grid, &budget);
        let mut wide = match round % 6 {
            0 | 1 => searches::<4>(&moves, places, grid, &budget),
            _ => Vec::new(),
        };
        let way = narrow[0].way();
        boxes += usize::from(way.0 == "box");
        images += usize::from(way.1 == 8);
        for try_it in 0..6 {
            let all = Bits::below(places);
            let at = if try_it == 0 {
                all
            } else {
                all - some(places, places, &mut chance)
            };
            // Places that no move clears stay.
            let at = at | (all - narrow[0].board().active());
            assert!(narrow[0].board().has(&at));
            let (value, wins_misere) = plain(at, &moves, &mut known);
            lost += usize::from(value == 0);
            let mut reached = Expected::new();
            plain(at, &moves, &mut reached);
            let active = narrow[0].board().active();
            let reached: HashSet<Bits<1>> = reached.keys().map(|at| *at & active).collect();
            for (most, more) in [(reached.len() - 1, true), (reached.len(), false)] {
                let found = narrow[0].board().reaches_more(at, most, &mut budget);
                assert_eq!(found, Ok(more), "{moves:?} {at:?}");
            }
            for search in &mut narrow {
                let other = chance.index(places) as u32;
                for asked in [0, other] {
                    let found = search.is_worth(at, asked, &mut budget).unwrap();
                    assert_eq!(found, value == asked, "{moves:?} {at:?}");
                }
                assert_eq!(search.value(at, &mut budget), Ok(value), "{moves:?} {at:?}");
                let wins = search.wins_misere(at, &mut budget);
                assert_eq!(wins, Ok(wins_misere), "{moves:?} {at:?}");
            }
            for search in &mut wide {
                assert_eq!(search.value(at.resized(), &mut budget), Ok(value));
                let wins = search.wins_misere(at.resized(), &mut budget);
                assert_eq!(wins, Ok(wins_misere));
            }
        }
    }
    assert!(
        boxes > 100 && images > 30 && lost > 500,
        "{boxes} {images} {lost}"
    );
}

/// Nim: of the places from one on all are cleared up to the end of its row.
fn nim<const N: usize>(piles: &[usize]) -> (Vec<Move<N>>, usize) {
    let mut moves = Vec::new();
    let mut start = 0;
    for pile in piles {
        let end = start + pile;
        let clear = |place: usize| free(Bits::one(place), (place..end).collect());
        moves.extend((start..end).map(clear));
        start = end;
    }
    (moves, start)
}

#[test]
fn no_value_falls_out_of_the_sets() {
    let mut budget = Budget::start(&Limits::default());
    let (moves, places) = nim::<1>(&[63]);
    let mut narrow = search::<1, 1>((places, &moves), None, &budget);
    assert_eq!(narrow.value(Bits::below(63), &mut budget), Ok(63));
    let (moves, places) = nim::<4>(&[100, 71, 30]);
    let mut wide = search::<4, 4>((places, &moves), None, &budget);
    let value = wide.value(Bits::below(places), &mut budget);
    assert_eq!(value, Ok(100 ^ 71 ^ 30));
}

/// Many moves with small values: more moves than places and than bits of a word.
#[test]
fn there_may_be_more_moves_than_values() {
    let mut budget = Budget::start(&Limits::default());
    let places = 9;
    let pairs = (0..places).flat_map(|a| (0..a).map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| (0..b).map(move |c| [a, b, c]));
    let moves: Moves = triples
        .map(|places| {
            let all: Bits<1> = places.into_iter().collect();
            free(all, all)
        })
        .collect();
    assert!(moves.len() > 64);
    let (value, _) = plain(Bits::below(places), &moves, &mut HashMap::new());
    for search in &mut searches::<1>(&moves, places, None, &budget) {
        assert_eq!(search.value(Bits::below(places), &mut budget), Ok(value));
    }
}

#[test]
fn a_move_that_clears_nothing_it_needs_is_refused() {
    let idle = free(Bits::one(0), Bits::one(1));
    assert!(Board::<1>::new(&clearing(2, &[idle])).is_none());
    // One that can never be made does no harm.
    let dead = Move {
        forbids: Bits::<1>::one(2),
        ..idle
    };
    assert_eq!(Board::<1>::new(&clearing(3, &[dead])).unwrap().moves(), []);
}

fn dominoes(rows: i64, columns: i64) -> (Moves, Grid) {
    let grid: Grid = (0..rows)
        .flat_map(|r| (0..columns).map(move |c| (r, c)))
        .collect();
    let mut moves = Moves::new();
    for (place, (r, c)) in grid.iter().enumerate() {
        for beside in [(*r, c + 1), (r + 1, *c)] {
            if let Some(other) = grid.iter().position(|it| *it == beside) {
                let both = Bits::one(place) | Bits::one(other);
                moves.push(free(both, both));
            }
        }
    }
    (moves, grid)
}

#[test]
fn pairs_need_no_search() {
    let mut budget = Budget::start(&Limits::default());
    for (rows, columns, is_lost) in [(6, 6, true), (5, 8, false), (7, 8, false)] {
        let (moves, grid) = dominoes(rows, columns);
        let mut search = search::<1, 1>((grid.len(), &moves), Some(&grid), &budget);
        let all = Bits::below(grid.len());
        assert_eq!(search.is_worth(all, 0, &mut budget), Ok(is_lost));
        assert_eq!((search.known(), search.way()), (0, ("box", 8)));
    }
}

#[test]
fn little_memory_costs_time_and_no_answer() {
    let (moves, grid) = dominoes(4, 5);
    let mut found = Vec::new();
    for memory in [100 << 10, 64 << 20] {
        let mut budget = Budget::start(&Limits::default().with_memory(memory));
        let mut search = search::<1, 1>((grid.len(), &moves), None, &budget);
        search.names().by_masks();
        assert_eq!(search.value(Bits::below(grid.len()), &mut budget), Ok(2));
        assert!(budget.held() <= memory);
        found.push(search.known());
    }
    assert!(found[0] < found[1], "{found:?}");
}

/// Names by ranks are made for a while, and masks where they tell the same.
#[test]
fn ranks_are_given_up_where_they_do_not_pay() {
    let mut budget = Budget::start(&Limits::default());
    // A star: the middle goes with each other place, and the others each in their own way.
    let moves: Vec<Move<1>> = (1..18)
        .map(|place| {
            let cleared = [place, (place * 7) % 17 + 1].into_iter().collect();
            free([0, place].into_iter().collect(), cleared)
        })
        .collect();
    let mut search = search::<1, 1>((18, &moves), None, &budget);
    let (value, _) = plain(Bits::below(18), &moves, &mut HashMap::new());
    assert_eq!(search.value(Bits::below(18), &mut budget), Ok(value));
}
