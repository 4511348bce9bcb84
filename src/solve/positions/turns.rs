//! Turns that move in several piles at once.

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use smallvec::SmallVec;
use std::hash::BuildHasher;

use super::Positions;
use super::nodes::Id;
use super::options::{Components, PileOption};
use crate::expr::position::{GameId, Header, Turn};
use crate::work::Failure;

/// What is kept of how a turn came about: nothing, or [`Moves`].
pub(crate) trait Trace: Clone + Default {
    /// Adds a move in the pile at a place, to its option of this number.
    fn add(&mut self, place: usize, option: usize);
}

impl Trace for () {
    #[inline]
    fn add(&mut self, _: usize, _: usize) {}
}

/// The piles that a turn moves in, by their places, and the number of the option in each.
pub(crate) type Moves = SmallVec<[(usize, usize); 2]>;

impl Trace for Moves {
    fn add(&mut self, place: usize, option: usize) {
        self.push((place, option));
    }
}

/// A turn in several piles, or its beginning.
#[derive(Clone)]
pub(crate) struct TurnInSeveral<T> {
    /// The piles that were not moved in and what the others became, sorted.
    pub(crate) piles: Components,
    /// Components of other games, sorted.
    pub(crate) others: Components,
    /// How it came about.
    pub(crate) trace: T,
    /// How many piles were moved in.
    moved: u64,
}

impl<T> TurnInSeveral<T> {
    fn is_like(&self, other: &TurnInSeveral<T>) -> bool {
        (self.moved, &self.piles, &self.others) == (other.moved, &other.piles, &other.others)
    }
}

/// About how many bytes the options of a kind take beside themselves.
const BYTES_OF_A_KIND: usize = 256;

/// A pile with its options, each with its number.
pub(crate) type Pile<'a> = (Id, Vec<(usize, &'a PileOption)>);

/// The options of a pile that are of one kind, with its place.
type OfKind<'a> = (usize, Vec<(usize, &'a PileOption)>);

/// Turns, each result once.
struct Distinct<T> {
    turns: Vec<TurnInSeveral<T>>,
    places: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl<T> Distinct<T> {
    fn new() -> Distinct<T> {
        Distinct {
            turns: Vec::new(),
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    fn add(&mut self, turn: TurnInSeveral<T>) {
        let (turns, hasher) = (&self.turns, &self.hasher);
        let hash =
            |turn: &TurnInSeveral<T>| hasher.hash_one((&turn.piles, &turn.others, turn.moved));
        let own = hash(&turn);
        let is_same = |place: &usize| turns[*place].is_like(&turn);
        if self.places.find(own, is_same).is_none() {
            let place = turns.len();
            self.places
                .insert_unique(own, place, |place| hash(&turns[*place]));
            self.turns.push(turn);
        }
    }

    fn bytes(&self, piles: usize) -> u64 {
        let each = size_of::<TurnInSeveral<T>>() + size_of::<usize>() + 8 * piles;
        (self.turns.len() * each) as u64
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
        let piles: Vec<Pile> = lists
            .iter()
            .map(|(pile, options)| (*pile, options.iter().enumerate().collect()))
            .collect();
        let mut found = hashbrown::HashSet::new();
        let mut results = Vec::new();
        for turn in self.turns_in_several::<()>(&header, &piles)? {
            let mut components = self.left_by(&header, &turn)?;
            components.sort_unstable();
            if found.insert(components.clone()) {
                results.push(components);
            }
        }
        Ok(results)
    }

    /// What a turn in several piles of a game leaves: components of other games, and the compound of the piles.
    pub(crate) fn left_by<T>(
        &mut self,
        header: &Header,
        turn: &TurnInSeveral<T>,
    ) -> Result<Components, Failure> {
        self.machine.budget.step()?;
        let mut left = Vec::with_capacity(turn.piles.len());
        for pile in &turn.piles {
            if header.turn == Turn::AllOrNone || !self.is_terminal(*pile)? {
                left.push(*pile);
            }
        }
        let mut components = turn.others.clone();
        if !left.is_empty() {
            components.push(self.nodes.compound(header.id, &mut left));
        }
        Ok(components)
    }

    /// All turns in several piles of a game, each different result once.
    pub(crate) fn turns_in_several<T: Trace>(
        &mut self,
        header: &Header,
        piles: &[Pile],
    ) -> Result<Vec<TurnInSeveral<T>>, Failure> {
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
        let kinds = self.by_kind(header.alike, piles)?;
        // With little of each kind a list of lists takes far more than what it holds.
        let options: usize = piles.iter().map(|(_, list)| list.len()).sum();
        let bytes = options * size_of::<(usize, &PileOption)>() * 2 + kinds.len() * BYTES_OF_A_KIND;
        self.check_memory(bytes as u64)?;
        let mut found = Distinct::new();
        for of_kind in kinds {
            for turn in self.of_kind(header, piles, &of_kind)? {
                self.machine.budget.step()?;
                if enough(turn.moved) {
                    // In how many piles it moves no longer matters.
                    found.add(TurnInSeveral { moved: 0, ..turn });
                }
            }
            self.machine.budget.need(3 * found.bytes(piles.len()))?;
        }
        Ok(found.turns)
    }

    /// The options of the piles, those of one kind together where moves must be alike.
    fn by_kind<'a>(
        &mut self,
        alike: bool,
        piles: &[Pile<'a>],
    ) -> Result<Vec<Vec<OfKind<'a>>>, Failure> {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut kinds: Vec<Vec<OfKind>> = Vec::new();
        for (place, (_, list)) in piles.iter().enumerate() {
            for (number, option) in list {
                self.machine.budget.step()?;
                let kind = if alike { option.kind } else { 0 };
                let kind = *numbers.entry(kind).or_insert(kinds.len());
                if kind == kinds.len() {
                    kinds.push(Vec::new());
                }
                let of_kind = &mut kinds[kind];
                match of_kind.last_mut() {
                    Some(last) if last.0 == place => last.1.push((*number, option)),
                    _ => of_kind.push((place, vec![(*number, option)])),
                }
            }
        }
        Ok(kinds)
    }

    /// All choices for the piles one after the other, equal results joined.
    fn of_kind<T: Trace>(
        &mut self,
        header: &Header,
        piles: &[Pile],
        of_kind: &[OfKind],
    ) -> Result<Vec<TurnInSeveral<T>>, Failure> {
        let must_move = matches!(header.turn, Turn::All | Turn::AllOrNone);
        let most = most_piles(&header.turn);
        let mut turns = vec![TurnInSeveral {
            piles: Components::new(),
            others: Components::new(),
            trace: T::default(),
            moved: 0,
        }];
        let mut of_kind = of_kind.iter().peekable();
        for (place, (pile, list)) in piles.iter().enumerate() {
            let here = of_kind.next_if(|(other, _)| *other == place);
            let here = here.map_or(&[][..], |(_, options)| options.as_slice());
            let mut next = Distinct::new();
            for turn in &turns {
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
                for (number, option) in here {
                    self.machine.budget.step()?;
                    let mut moved = turn.clone();
                    moved.moved += 1;
                    moved.trace.add(place, *number);
                    for id in &option.stay {
                        insert(&mut moved.piles, *id);
                    }
                    for id in &option.others {
                        insert(&mut moved.others, *id);
                    }
                    next.add(moved);
                }
                self.machine.budget.need(next.bytes(piles.len()))?;
            }
            turns = next.turns;
        }
        Ok(turns)
    }
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

fn insert(sorted: &mut Components, id: Id) {
    let place = sorted.partition_point(|other| *other < id);
    sorted.insert(place, id);
}
