//! The ground moves of a game on a row: what each needs, what bars it, what it clears and sets.
//!
//! First the row is read as entries of which each move leaves a part; where that cannot be, as entries that change their values,
//! or as a set to which moves add ([members](super::members)).
//! The numbers beside the row are modes: those that can be reached are read one after the other.

use hashbrown::HashSet;

use super::cells::{CellReader, Held};
use super::guard::Condition;
use super::layout::{Layout, Modes, Stands, apart, row_of};
use super::members::Members;
use super::read::{Reader, Seen};
use super::reading::{Reading, Registers, unreadable};
use super::steps::Steps;
use crate::expr::builtin::Builtin;
use crate::expr::machine::Machine;
use crate::expr::position::Turn;
use crate::expr::shape::Entry;
use crate::expr::tree::{Comprehension, Expr, Frame, Op};
use crate::expr::value::Value;
use crate::kernel::boards::{Bits, Given, MOST_PLACES, Mode, subsets};
use crate::rules::game::{Change, GameRules, Move as Rule};
use crate::solve::policy::NEVER_ENDS;
use crate::work::budget::Budget;
use crate::work::stack::with_room;
use crate::work::{Declined, Failure, Halt, distinct};

/// Rows with numbers beside them, with entries that change, and in misère play are left to the definition where there are no more
/// positions than about this: it has them as soon as the moves are read, and for all rows together. In tests they are not.
const FEW_POSITIONS: usize = if cfg!(test) { 1 } else { 5_000 };

/// Why a row of few positions is no board.
pub(super) const FEW: &str = "it has few positions";

/// Where a game is over under no more guards than this, all moves ask that they do not hold.
const FEW_GUARDS: usize = 4;

/// So often at most values are added that moves give to entries, and so many more than twice those at the beginning: moves that
/// give to an entry what they take from another would add values without end.
const MOST_GROWTH: usize = 16;
const MOST_ADDED: usize = 16;

/// So often at most the rules are read to find the entries that moves add: where each is found only from the one before, the
/// definition soon knows all positions.
const MOST_READINGS: usize = 24;

/// A game with a row, as far as it does not depend on that.
pub(super) struct Covered<'g> {
    game: &'g GameRules,
    /// Which coordinate is the row, whether it is a bag, and what its entries are.
    row: usize,
    pub(super) bag: bool,
    pub(super) entry: &'g Entry,
    /// The moves, each with what it changes.
    pub(super) moves: Vec<(&'g Rule, &'g [Change])>,
}

/// The game as boards have it, or why no row of it is one.
pub(super) fn covers(game: &GameRules) -> Result<Covered<'_>, Declined> {
    let header = &game.header;
    let Some((row, bag, entry)) = row_of(&header.shape).filter(|_| game.namings.len() == 1) else {
        return Err("a pile is not a single row, alone or beside numbers".into());
    };
    if header.turn != Turn::One {
        return Err(format!("a turn moves in {}", header.turn.in_words()).into());
    }
    if header.loopy {
        return Err(NEVER_ENDS.into());
    }
    let moves = game.moves.iter().map(|rule| {
        let changes = rule.effect.changes().map(|changes| (rule, changes));
        changes.ok_or("a move leaves other piles than one row")
    });
    Ok(Covered {
        game,
        row,
        bag,
        entry,
        moves: moves.collect::<Result<_, _>>()?,
    })
}

/// The moves of a game on a board, and what its places stand for.
pub(super) struct Ground {
    pub(super) layout: Layout,
    pub(super) given: Given<8>,
}

/// All moves that can ever be made; declined where some move cannot be read for all rows at once. Nothing: entries get
/// new values, and the row has few positions whatever the moves are.
pub(super) fn ground(
    game: &GameRules,
    cells: &[i64],
    machine: &mut Machine,
) -> Result<Option<Ground>, Halt> {
    let covered = covers(game)?;
    let (beside, entries) = apart(cells, covered.row, covered.entry.width());
    let pile = ReadPile {
        covered,
        beside,
        entries,
    };
    if pile.is_short(machine) {
        return Ok(None);
    }
    let read = with_room(|| match pile.by_entries(cells, machine) {
        Err(Halt::Declined(why)) if pile.takes_entries() => Err(Halt::Declined(why)),
        // What the second way says of a rule that is closer to the first helps nobody.
        Err(Halt::Declined(why)) => match pile.by_values(machine) {
            Err(Halt::Declined(other)) => Err(Halt::Declined(
                match pile.sets_entries() || pile.adds_entries() || pile.rows().any(is_made) {
                    true => other,
                    false => why,
                },
            )),
            read => read,
        },
        read => read,
    });
    read.map(Some)
}

/// When a game goes on, for moves to ask for, or where it is over.
type Ends = (Condition, Vec<(Bits<8>, Bits<8>)>);

/// Few guards go to the moves, so that what is left may fall apart; many would be too many there.
fn ends(over: Condition) -> Ends {
    if let Ok(goes_on) = over.not()
        && goes_on.0.len() <= FEW_GUARDS
    {
        return (goes_on, Vec::new());
    }
    let guards = over.0.iter().map(|guard| (guard.present, guard.absent));
    (Condition::always(true), guards.collect())
}

fn too_long(entries: usize) -> Halt {
    Halt::declined(format!(
        "the row has {entries} entries, more than {MOST_PLACES}"
    ))
}

/// Declines for few positions.
fn are_many(positions: usize) -> Result<(), Halt> {
    match positions < FEW_POSITIONS {
        true => Err(Halt::declined(FEW)),
        false => Ok(()),
    }
}

/// In how many ways so many of some things can be chosen.
fn choices(things: usize, chosen: usize) -> usize {
    let each = (0..chosen).map(|at| (things.saturating_sub(at), at + 1));
    each.fold(1, |ways, (left, count)| ways.saturating_mul(left) / count)
}

fn has_tests(list: &Comprehension) -> bool {
    list.clauses.iter().any(|clause| clause.test().is_some())
}

/// Whether a list is made entry by entry, or a part of it is.
fn is_made(list: &Expr) -> bool {
    match &list.op {
        Op::Comprehension(inner) => !has_tests(inner),
        Op::Concat(parts) => parts.iter().any(is_made),
        _ => false,
    }
}

/// A pile whose rules are read.
struct ReadPile<'g> {
    covered: Covered<'g>,
    /// The numbers beside the row.
    beside: Vec<i64>,
    entries: Vec<Vec<i64>>,
}

impl ReadPile<'_> {
    fn changes(&self) -> impl Iterator<Item = &Change> {
        self.covered.moves.iter().flat_map(|(_, changes)| *changes)
    }

    /// What moves make of the row as a whole.
    fn rows(&self) -> impl Iterator<Item = &Expr> {
        self.changes().filter_map(|change| match change {
            Change::Coord { coord, value } if *coord == self.covered.row => Some(value),
            Change::Coord { .. } | Change::Entry { .. } => None,
        })
    }

    /// Whether some move changes single entries.
    fn sets_entries(&self) -> bool {
        self.changes()
            .any(|change| matches!(change, Change::Entry { .. }))
    }

    /// Whether some move takes entries from the row, as its form tells.
    fn takes_entries(&self) -> bool {
        self.rows().any(|value| match &value.op {
            Op::Call(Builtin::Remove, _) | Op::Slice(..) => true,
            Op::Comprehension(inner) => has_tests(inner),
            _ => false,
        })
    }

    /// The registers at the start of a rule in a mode, with the row.
    fn start<R: Reading>(&self, frame: Frame, beside: &[i64], row: &R::Seen) -> Registers<R::Seen> {
        let mut at = Registers::new(frame);
        let mut beside = beside.iter();
        for (coord, place) in self.covered.game.coords.iter().enumerate() {
            if coord == self.covered.row {
                at.set(*place, row.clone());
            } else if let Some(n) = beside.next() {
                at.set(*place, R::constant(Value::Int(*n)));
            }
        }
        at
    }

    /// Each move leaves a part of the row.
    fn by_entries(&self, cells: &[i64], machine: &mut Machine) -> Result<Ground, Halt> {
        let places = self.entries.len();
        if places > MOST_PLACES {
            return Err(too_long(places));
        }
        if self.sets_entries() {
            return unreadable("a move does more than to leave a part of the row");
        }
        let parts = subsets(places).unwrap_or(usize::MAX);
        let header = &self.covered.game.header;
        if !self.beside.is_empty() || header.misere {
            are_many(parts)?;
        }
        let row = header.shape.parts(cells).nth(self.covered.row);
        let row = row.as_ref().map_or(&[][..], Value::items);
        let budget = machine.budget.clone();
        let mut reader = Reader::new(row, machine);
        let all = reader.all();
        let row = (&Seen::Entries(all), all);
        let read = self.modes(&mut reader, row, places, &budget)?;
        Ok(self.ground(read, Stands::Entries(self.entries.clone())))
    }

    /// The modes that can be reached with their moves, from the row that stands on some places.
    fn modes<R: Reading>(
        &self,
        reader: &mut R,
        (row, start): (&R::Seen, Bits<8>),
        places: usize,
        budget: &Budget,
    ) -> Result<(Modes, Given<8>), Halt> {
        let Covered {
            game, row: coord, ..
        } = self.covered;
        let first = reader.first_mode(&self.beside, &self.entries);
        let mut steps = Steps::new(&game.header.shape, coord, &first, places, budget);
        let mut list = Vec::new();
        while let Some(beside) = steps.modes.get(list.len()).cloned() {
            reader.enter(&beside);
            let mut over = Condition::always(false);
            for ending in &game.ends {
                let mut at = self.start::<R>(ending.frame, &beside, row);
                over = over.or(reader.condition(&ending.condition, &mut at)?)?;
            }
            let (goes_on, over) = ends(over);
            steps.beside = beside;
            steps.has_ends |= !over.is_empty();
            for (rule, changes) in &self.covered.moves {
                for first in &goes_on.0 {
                    let mut at = self.start::<R>(rule.frame, &steps.beside, row);
                    reader.each(&rule.clauses, &mut at, *first, &mut |reader, at, guard| {
                        reader.changed(changes, at, guard, &mut steps)
                    })?;
                }
            }
            list.push(Mode {
                steps: steps.take(),
                over,
            });
        }
        let given = Given {
            places,
            start,
            modes: list,
            flips: steps.flips,
        };
        Ok((steps.modes, given))
    }

    fn ground(&self, (modes, given): (Modes, Given<8>), stands: Stands) -> Ground {
        let layout = Layout {
            row: self.covered.row,
            width: self.covered.entry.width(),
            numbers: self.beside.len(),
            modes,
            stands,
        };
        Ground { layout, given }
    }

    /// Whether entries get new values, and there are few positions even if moves give each entry one more than it may have.
    fn is_short(&self, machine: &mut Machine) -> bool {
        let Covered {
            row, bag, entry, ..
        } = self.covered;
        if bag || self.adds_entries() || !(self.sets_entries() || self.rows().any(is_made)) {
            return false;
        }
        let values = CellReader::new(&self.entries, row, entry, machine).values;
        let counts = (0..self.entries.len()).map(|entry| values.count(entry).max(2));
        counts.fold(1, usize::saturating_mul) < FEW_POSITIONS
    }

    /// Entries get new values.
    fn by_values(&self, machine: &mut Machine) -> Result<Ground, Halt> {
        let Covered {
            row, bag, entry, ..
        } = self.covered;
        if bag || self.adds_entries() {
            return self.by_members(machine);
        }
        // Also entries with one value, which have no place, are numbered.
        let entries = self.entries.len();
        if entries > MOST_PLACES {
            return Err(too_long(entries));
        }
        let budget = machine.budget.clone();
        let mut reader = CellReader::new(&self.entries, row, entry, machine);
        let most = 2 * reader.values.places + MOST_ADDED;
        for _ in 0..MOST_GROWTH {
            let places = reader.values.places;
            if places > most {
                break;
            }
            if places > MOST_PLACES {
                return Err(Halt::declined(format!(
                    "the entries of the row have {places} values together, more than {MOST_PLACES}"
                )));
            }
            let mut start = Bits::NONE;
            for (entry, cells) in self.entries.iter().enumerate() {
                let number = reader.values.number(entry, cells);
                if let Some(place) = number.and_then(|number| reader.values.place(entry, number)) {
                    start.insert(place);
                }
            }
            let row = Held::Run(0, self.entries.len());
            let read = self.modes(&mut reader, (&row, start), places, &budget)?;
            if !reader.grow() {
                are_many(reader.cases(reader.all()))?;
                return Ok(self.ground(read, Stands::Values(reader.values)));
            }
        }
        unreadable("moves give the entries more and more values")
    }

    /// Whether some move adds entries to the row, as its form tells.
    fn adds_entries(&self) -> bool {
        fn adds(list: &Expr) -> bool {
            match &list.op {
                Op::Concat(parts) => {
                    let has = |is: fn(&Op) -> bool| parts.iter().any(|part| is(&part.op));
                    has(|op| matches!(op, Op::Elements(_)))
                        && !has(|op| matches!(op, Op::Slice(..)))
                }
                Op::Call(Builtin::Sort | Builtin::Unique, args) => args.iter().any(adds),
                _ => false,
            }
        }
        self.rows().any(adds)
    }

    /// The entries are different ones, and those that moves add: all are read as if they were there.
    fn by_members(&self, machine: &mut Machine) -> Result<Ground, Halt> {
        let Covered { bag, entry, .. } = self.covered;
        let mut places = self.entries.clone();
        if bag && let Some(squares) = self.squares() {
            places = squares;
        }
        let mut is_new: HashSet<Vec<i64>> = HashSet::new();
        if !self
            .entries
            .iter()
            .all(|entry| is_new.insert(entry.clone()))
        {
            return unreadable("the row has an entry twice");
        }
        let budget = machine.budget.clone();
        let mut last_at = None;
        for _ in 0..MOST_READINGS {
            if places.len() > MOST_PLACES {
                return Err(Halt::declined(format!(
                    "the row may have more than {MOST_PLACES} entries"
                )));
            }
            if bag {
                places.sort_unstable();
            }
            let values: Vec<Value> = places.iter().map(|cells| entry.value(cells)).collect();
            let mut reader = Reader::new(&values, machine);
            reader.members = Some(Members::new(entry, bag, last_at));
            let row = Seen::Entries(reader.all());
            let start = (0..places.len()).filter(|at| self.entries.contains(&places[*at]));
            let row = (&row, start.collect());
            let read = self.modes(&mut reader, row, places.len(), &budget);
            let members = reader.members.take();
            let members = members.ok_or(Failure::Bug("a row has lost its members"))?;
            match read {
                Err(Halt::Declined(_)) if members.asks_last && last_at.is_none() => {
                    last_at = Some(self.beside.len());
                }
                Err(halt) => return Err(halt),
                Ok(read) if members.added.is_empty() => {
                    let ways = match self.adds_entries() {
                        true => subsets(places.len()).unwrap_or(usize::MAX),
                        false => choices(places.len(), self.entries.len()),
                    };
                    are_many(ways)?;
                    let stands = Stands::Members {
                        entries: places,
                        has_last: last_at.is_some(),
                    };
                    return Ok(self.ground(read, stands));
                }
                Ok(_) => {
                    let known: HashSet<Vec<i64>> = places.iter().cloned().collect();
                    let added = distinct(members.added).into_iter();
                    places.extend(added.filter(|entry| !known.contains(entry)));
                }
            }
        }
        unreadable("moves add more and more entries")
    }

    /// The numbers on which the entries of a bag may stand, as far as they are few.
    fn squares(&self) -> Option<Vec<Vec<i64>>> {
        let Entry::Int(bounds) = self.covered.entry else {
            return None;
        };
        let last = self.entries.iter().flatten().copied().max();
        let squares = bounds.lo..=bounds.hi.or(last)?;
        let count = squares.end().abs_diff(*squares.start());
        (count < MOST_PLACES as u64).then(|| squares.map(|square| vec![square]).collect())
    }
}
