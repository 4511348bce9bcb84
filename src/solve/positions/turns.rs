//! Turns that move in several piles at once.

use std::collections::BTreeMap;

use hashbrown::HashSet;

use super::nodes::Id;
use super::options::{Components, PileOption, PileOptions};
use crate::expr::position::{GameId, Turn};
use crate::solve::solver::Solver;
use crate::work::Failure;

/// A turn that is being put together, pile by pile.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Partial {
    /// The piles so far: those that were not moved in and what the others became.
    piles: Components,
    /// Components of other games.
    others: Components,
    /// How many piles were moved in.
    moved: u64,
}

/// About how many bytes the options of a kind take beside themselves.
const BYTES_OF_A_KIND: usize = 256;

/// The options of a pile that are of one kind, with its place.
type OfKind<'a> = (usize, Vec<&'a PileOption>);

/// The options of a compound, each once: the compound that is left and components of other games.
pub(super) fn compound_options(
    solver: &mut Solver,
    game: GameId,
    piles: &[Id],
) -> Result<Vec<Components>, Failure> {
    let header = solver.header(game)?;
    let mut options: Vec<(Id, PileOptions)> = Vec::new();
    for pile in piles {
        options.push((*pile, solver.pile_options(*pile)?));
    }
    let movable = options.iter().filter(|(_, list)| !list.is_empty()).count() as u64;
    let must_move = match header.turn {
        Turn::AllOrNone if movable < piles.len() as u64 => return Ok(Vec::new()),
        Turn::All | Turn::AllOrNone => Some(movable),
        Turn::One | Turn::Counts(_) => None,
    };
    if movable == 0 {
        return Ok(Vec::new());
    }
    // Where moves must be alike, each kind of move is gone through with the options of this kind.
    let mut kinds: BTreeMap<Option<u32>, Vec<OfKind<'_>>> = BTreeMap::new();
    for (place, (_, list)) in options.iter().enumerate() {
        for option in list.iter() {
            solver.machine.budget.step()?;
            let kind = header.alike.then_some(option.kind);
            let of_kind = kinds.entry(kind).or_default();
            match of_kind.last_mut() {
                Some(last) if last.0 == place => last.1.push(option),
                _ => of_kind.push((place, vec![option])),
            }
        }
    }
    // With little of each kind a list of lists takes far more than what it holds.
    let of_kinds: usize = options.iter().map(|(_, list)| list.len()).sum();
    let of_kinds = of_kinds * size_of::<&PileOption>() * 2 + kinds.len() * BYTES_OF_A_KIND;
    solver.check_memory_with(of_kinds as u64)?;
    let most = most_piles(&header.turn);
    let keep_terminal = header.turn == Turn::AllOrNone;
    let mut found = HashSet::new();
    let mut results = Vec::new();
    for of_kind in kinds.values() {
        for partial in partial_turns(solver, &options, of_kind, most, must_move.is_some())? {
            solver.machine.budget.step()?;
            let enough = match must_move {
                Some(all) => partial.moved == all,
                None => partial.moved >= 1 && header.turn.allows(partial.moved),
            };
            if !enough {
                continue;
            }
            let mut left = Vec::with_capacity(partial.piles.len());
            for pile in partial.piles {
                if keep_terminal || !solver.is_terminal(pile)? {
                    left.push(pile);
                }
            }
            let mut components = partial.others;
            if !left.is_empty() {
                components.push(solver.nodes.compound(game, &mut left));
            }
            components.sort_unstable();
            if found.insert(components.clone()) {
                results.push(components);
            }
        }
        let bytes = results.len() * 3 * (size_of::<Components>() + 8);
        solver.check_memory_with((of_kinds + bytes) as u64)?;
    }
    Ok(results)
}

/// The most piles a turn may move in.
fn most_piles(turn: &Turn) -> u64 {
    match turn {
        Turn::One => 1,
        Turn::All | Turn::AllOrNone => u64::MAX,
        Turn::Counts(ranges) => ranges
            .iter()
            .map(|(_, hi)| hi.unwrap_or(u64::MAX))
            .max()
            .unwrap_or(0),
    }
}

/// All choices for the piles one after the other, equal results joined.
fn partial_turns(
    solver: &mut Solver,
    options: &[(Id, PileOptions)],
    of_kind: &[OfKind<'_>],
    most: u64,
    every: bool,
) -> Result<HashSet<Partial>, Failure> {
    let mut partials = HashSet::new();
    partials.insert(Partial {
        piles: Components::new(),
        others: Components::new(),
        moved: 0,
    });
    let mut of_kind = of_kind.iter().peekable();
    for (place, (pile, list)) in options.iter().enumerate() {
        let here = of_kind.next_if(|(other, _)| *other == place);
        let here = here.map_or(&[][..], |(_, options)| options.as_slice());
        let mut next = HashSet::new();
        for partial in &partials {
            solver.machine.budget.step()?;
            // A pile that can move must, where all must.
            if !every || list.is_empty() {
                let mut same = partial.clone();
                insert(&mut same.piles, *pile);
                next.insert(same);
            }
            if partial.moved == most {
                continue;
            }
            for option in here {
                solver.machine.budget.step()?;
                let mut moved = partial.clone();
                moved.moved += 1;
                for id in &option.stay {
                    insert(&mut moved.piles, *id);
                }
                for id in &option.others {
                    insert(&mut moved.others, *id);
                }
                next.insert(moved);
            }
            let bytes = next.len() * (size_of::<Partial>() + 8 * options.len());
            solver.machine.budget.need(bytes as u64)?;
        }
        partials = next;
    }
    Ok(partials)
}

fn insert(sorted: &mut Components, id: Id) {
    let place = sorted.partition_point(|other| *other < id);
    sorted.insert(place, id);
}
