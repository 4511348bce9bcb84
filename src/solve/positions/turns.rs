//! Turns that move in several piles at once.

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use smallvec::SmallVec;
use std::hash::BuildHasher;

use super::Positions;
use super::nodes::Id;
use super::options::{Components, PileOption};
use crate::expr::position::{Game, GameId, Turn};
use crate::work::Failure;
use crate::work::budget::Account;

/// The piles that a turn moves in, by their places, and the number of the option in each.
pub(crate) type Moves = SmallVec<[(usize, usize); 2]>;

/// Bytes that a list takes beside itself, where it is long.
fn spilled<A: smallvec::Array>(list: &SmallVec<A>) -> usize {
    match list.spilled() {
        true => list.capacity() * size_of::<A::Item>() + 16,
        false => 0,
    }
}

/// A turn in several piles, or its beginning.
#[derive(Clone, Default)]
pub(crate) struct TurnInSeveral {
    /// The piles that were not moved in and what the others became, sorted.
    pub(crate) piles: Components,
    /// Components of other games, sorted.
    pub(crate) others: Components,
    pub(crate) moves: Moves,
    /// How many piles were moved in.
    moved: u64,
}

impl TurnInSeveral {
    fn beside(&self) -> usize {
        spilled(&self.piles) + spilled(&self.others) + spilled(&self.moves)
    }

    pub(crate) fn bytes(list: &[TurnInSeveral]) -> u64 {
        let beside: usize = list.iter().map(TurnInSeveral::beside).sum();
        (size_of_val(list) + beside) as u64
    }

    fn is_like(&self, other: &TurnInSeveral) -> bool {
        (self.moved, &self.piles, &self.others) == (other.moved, &other.piles, &other.others)
    }
}

/// A pile with its options, each with its number.
pub(crate) type OptionsOf<'a> = (Id, Vec<(usize, &'a PileOption)>);

/// An option of the pile at a place.
struct Movable<'a> {
    /// Which moves are alike, numbered as they come up.
    kind: usize,
    place: usize,
    number: usize,
    option: &'a PileOption,
}

/// Between two looks at the memory so many turns are made at most.
const TURNS_BETWEEN_LOOKS: usize = 1 << 10;

/// Turns, each result once.
#[derive(Default)]
struct Distinct {
    turns: Vec<TurnInSeveral>,
    /// Bytes that they take beside the list.
    beside: usize,
    /// Where they are in the list, each with its hash: a table that grows makes none anew.
    places: HashTable<(u64, usize)>,
    hasher: DefaultHashBuilder,
}

impl Distinct {
    fn add(&mut self, turn: TurnInSeveral) {
        let hash = self
            .hasher
            .hash_one((&turn.piles, &turn.others, turn.moved));
        let turns = &self.turns;
        let is_same =
            |(known, place): &(u64, usize)| *known == hash && turns[*place].is_like(&turn);
        if self.places.find(hash, is_same).is_none() {
            self.places
                .insert_unique(hash, (hash, turns.len()), |(hash, _)| *hash);
            self.beside += turn.beside();
            self.turns.push(turn);
        }
    }

    fn bytes(&self) -> u64 {
        let list = self.turns.capacity() * size_of::<TurnInSeveral>();
        (list + self.beside + self.places.allocation_size()) as u64
    }
}

impl Positions {
    /// The options of a compound, each once: the compound that is left and components of other games.
    pub(super) fn compound_options(
        &mut self,
        game: GameId,
        piles: &[Id],
    ) -> Result<Vec<Components>, Failure> {
        let header = self.header(game)?;
        let mut lists = Vec::with_capacity(piles.len());
        for pile in piles {
            lists.push((*pile, self.pile_options(*pile)?));
        }
        let piles: Vec<OptionsOf> = lists
            .iter()
            .map(|(pile, options)| (*pile, options.iter().enumerate().collect()))
            .collect();
        // The options, which may be forgotten elsewhere, and the lists of them.
        let options: usize = lists.iter().map(|(_, options)| options.len()).sum();
        let each = size_of::<PileOption>() + size_of::<(usize, &PileOption)>();
        let turns = self.turns_in_several(&header, &piles, (options * each) as u64)?;
        drop(piles);
        drop(lists);
        let bytes = TurnInSeveral::bytes(&turns);
        let mut found = hashbrown::HashSet::new();
        let mut results = Vec::new();
        for turn in turns {
            let mut components = self.left_by(&header, &turn)?;
            components.sort_unstable();
            if found.insert(components.clone()) {
                results.push(components);
                if results.len().is_multiple_of(TURNS_BETWEEN_LOOKS) {
                    let lists = results.capacity() * size_of::<Components>();
                    self.check_memory(bytes + (lists + found.allocation_size()) as u64)?;
                }
            }
        }
        Ok(results)
    }

    /// What a turn in several piles of a game leaves: components of other games, and the compound of the piles.
    pub(crate) fn left_by(
        &mut self,
        header: &Game,
        turn: &TurnInSeveral,
    ) -> Result<Components, Failure> {
        self.machine.budget.step()?;
        let mut left = match header.turn {
            Turn::AllOrNone => turn.piles.to_vec(),
            _ => self.movable(&turn.piles)?,
        };
        let mut components = turn.others.clone();
        if !left.is_empty() {
            components.push(self.nodes.compound(header.id, &mut left));
        }
        Ok(components)
    }

    /// All turns in several piles of a game, each different result once; so many bytes are in use beside them.
    pub(crate) fn turns_in_several(
        &mut self,
        header: &Game,
        piles: &[OptionsOf],
        beside: u64,
    ) -> Result<Vec<TurnInSeveral>, Failure> {
        let turns = self.put_together(header, piles, beside);
        self.machine.budget.hold(Account::Turns, 0);
        turns
    }

    fn put_together(
        &mut self,
        header: &Game,
        piles: &[OptionsOf],
        beside: u64,
    ) -> Result<Vec<TurnInSeveral>, Failure> {
        let movable = piles.iter().filter(|(_, list)| !list.is_empty()).count();
        let must_move = match header.turn {
            Turn::AllOrNone if movable < piles.len() => return Ok(Vec::new()),
            Turn::All | Turn::AllOrNone => true,
            Turn::One | Turn::Counts(_) => false,
        };
        if movable == 0 {
            return Ok(Vec::new());
        }
        let enough = |moved: u64| match must_move {
            true => moved == movable as u64,
            false => moved >= 1 && header.turn.allows(moved),
        };
        let entries = self.entries(header.alike, piles, beside)?;
        let beside = beside + size_of_val(entries.as_slice()) as u64;
        let mut found = Distinct::default();
        for of_kind in entries.chunk_by(|one, next| one.kind == next.kind) {
            let turns = self.of_kind(header, piles, of_kind, beside + found.bytes())?;
            let bytes = beside + turns.bytes();
            for turn in turns.turns {
                self.machine.budget.step()?;
                if enough(turn.moved) {
                    // In how many piles it moves no longer matters.
                    found.add(TurnInSeveral { moved: 0, ..turn });
                    if found.turns.len().is_multiple_of(TURNS_BETWEEN_LOOKS) {
                        self.hold_turns(bytes + found.bytes())?;
                    }
                }
            }
        }
        Ok(found.turns)
    }

    fn hold_turns(&self, bytes: u64) -> Result<(), Failure> {
        let budget = &self.machine.budget;
        budget.hold(Account::Turns, bytes);
        budget.need(0).map_err(|limit| self.out_of_memory(limit))
    }

    /// The options of the piles by their places, those of one kind together where moves must be alike.
    fn entries<'a>(
        &mut self,
        alike: bool,
        piles: &[OptionsOf<'a>],
        beside: u64,
    ) -> Result<Vec<Movable<'a>>, Failure> {
        let count: usize = piles.iter().map(|(_, list)| list.len()).sum();
        let each = size_of::<Movable>() + usize::from(alike) * 2 * size_of::<(u32, usize)>();
        self.hold_turns(beside + (count * each) as u64)?;
        let mut entries = Vec::with_capacity(count);
        let mut kinds: HashMap<u32, usize> = HashMap::new();
        for (place, (_, list)) in piles.iter().enumerate() {
            for (number, option) in list {
                self.machine.budget.step()?;
                let kind = match alike {
                    true => {
                        let next = kinds.len();
                        *kinds.entry(option.kind).or_insert(next)
                    }
                    false => 0,
                };
                entries.push(Movable {
                    kind,
                    place,
                    number: *number,
                    option,
                });
            }
        }
        if alike {
            entries.sort_unstable_by_key(|entry| (entry.kind, entry.place, entry.number));
        }
        Ok(entries)
    }

    /// All choices for the piles one after the other, equal results joined.
    fn of_kind(
        &mut self,
        header: &Game,
        piles: &[OptionsOf],
        of_kind: &[Movable],
        beside: u64,
    ) -> Result<Distinct, Failure> {
        let must_move = matches!(header.turn, Turn::All | Turn::AllOrNone);
        let most = most_piles(&header.turn);
        let mut turns = Distinct::default();
        turns.add(TurnInSeveral::default());
        let mut rest = of_kind;
        for (place, (pile, list)) in piles.iter().enumerate() {
            let here = rest.partition_point(|entry| entry.place == place);
            let (here, later) = rest.split_at(here);
            rest = later;
            let mut next = Distinct::default();
            let beside = beside + turns.bytes();
            for turn in &turns.turns {
                self.machine.budget.step()?;
                // A pile that can move must, where all must.
                if !must_move || list.is_empty() {
                    let mut same = turn.clone();
                    insert(&mut same.piles, *pile);
                    next.add(same);
                }
                if turn.moved == most {
                    continue;
                }
                for entries in here.chunks(TURNS_BETWEEN_LOOKS) {
                    for entry in entries {
                        self.machine.budget.step()?;
                        let mut moved = turn.clone();
                        moved.moved += 1;
                        moved.moves.push((place, entry.number));
                        for id in &entry.option.stay {
                            insert(&mut moved.piles, *id);
                        }
                        for id in &entry.option.others {
                            insert(&mut moved.others, *id);
                        }
                        next.add(moved);
                    }
                    self.hold_turns(beside + next.bytes())?;
                }
            }
            turns = next;
        }
        Ok(turns)
    }
}

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

fn insert(sorted: &mut Components, id: Id) {
    let place = sorted.partition_point(|other| *other < id);
    sorted.insert(place, id);
}
