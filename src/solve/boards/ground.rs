//! The ground moves of a game on a row: what each needs, what bars it, what it clears and sets.
//!
//! First the row is read as entries of which each move leaves a part; where that cannot be, as entries that change their values.
//! The numbers beside the row are modes: those that can be reached are read one after the other.

use hashbrown::HashSet;

use super::cells::{CellReader, Changed, Held, Regs};
use super::guard::{Condition, Guard};
use super::layout::{Layout, Modes, Stands, apart, row_of};
use super::read::{self, Reader, Seen};
use super::reading::{Registers, unreadable};
use crate::expr::builtin::Builtin;
use crate::expr::machine::Machine;
use crate::expr::position::Turn;
use crate::expr::shape::CoordKind;
use crate::expr::tree::{Clause, Frame, Op};
use crate::expr::value::Value;
use crate::kernel::boards::{Bits, Given, MOST_PLACES, Mode, Step};
use crate::rules::game::{Change, Effect, GameRules, Move as Rule};
use crate::solve::policy::NEVER_ENDS;
use crate::work::budget::Budget;
use crate::work::stack::with_room;
use crate::work::{Declined, Halt};

/// So many ground moves at most; fewer in tests, where this many take long.
const MOST_MOVES: usize = if cfg!(test) { 10_000 } else { 1_000_000 };

/// So many modes at most.
const MOST_MODES: usize = 1 << 12;

/// Rows with numbers beside them, with entries that change, and in misère play are left to the definition where there are no more
/// positions than about this: it has them as soon as the moves are read, and for all rows together. In tests they are not.
const FEW_POSITIONS: usize = if cfg!(test) { 1 } else { 5_000 };

/// Where a game is over under no more guards than this, all moves ask that they do not hold.
const FEW_GUARDS: usize = 4;

/// So often at most values are added that moves give to entries, and so many more than twice those at the beginning: moves that
/// give to an entry what they take from another would add values without end.
const MOST_GROWTH: usize = 16;
const MOST_ADDED: usize = 16;

/// Why no row of a game is a board, as far as that does not depend on the row.
pub(super) fn covers(game: &GameRules) -> Result<(), Declined> {
    let header = &game.header;
    if row_of(&header.shape).is_none() || game.namings.len() != 1 {
        return Err("a pile is not a single row, alone or beside numbers".into());
    }
    if header.turn != Turn::One {
        return Err(format!("a turn moves in {}", header.turn.in_words()).into());
    }
    if header.loopy {
        return Err(NEVER_ENDS.into());
    }
    let changes = |rule: &Rule| matches!(rule.effect, Effect::Change(_));
    match game.moves.iter().all(changes) {
        true => Ok(()),
        false => Err("a move leaves other piles than one row".into()),
    }
}

/// The moves of a game on a board, and what its places stand for.
pub(super) struct Ground {
    pub(super) layout: Layout,
    pub(super) given: Given<8>,
}

/// All moves that can ever be made; declined where some move cannot be read for all rows at once.
pub(super) fn ground(
    game: &GameRules,
    cells: &[i64],
    machine: &mut Machine,
) -> Result<Ground, Halt> {
    covers(game)?;
    let (row, width) = row_of(&game.header.shape).ok_or_else(|| Halt::declined("no row"))?;
    let (beside, entries) = apart(cells, row, width);
    let pile = Pile {
        game,
        row,
        width,
        beside,
        entries,
    };
    with_room(|| match pile.by_entries(cells, machine) {
        Err(Halt::Declined(why)) if pile.takes_entries() => Err(Halt::Declined(why)),
        // What the second way says of a rule that is closer to the first helps nobody.
        Err(Halt::Declined(why)) => match pile.by_values(machine) {
            Err(Halt::Declined(other)) => Err(Halt::Declined(match pile.sets_entries() {
                true => other,
                false => why,
            })),
            read => read,
        },
        read => read,
    })
}

/// The moves of one mode, each once.
struct Moves<'b> {
    found: HashSet<Step<8>>,
    /// How many there are in the modes before.
    before: usize,
    budget: &'b Budget,
}

impl Moves<'_> {
    fn add(&mut self, step: Step<8>) -> Result<(), Halt> {
        self.found.insert(step);
        let count = self.before + self.found.len();
        if count > MOST_MOVES {
            return Err(Halt::declined(format!(
                "there are more than {MOST_MOVES} moves on the row"
            )));
        }
        // What is made next takes about as much again.
        let bytes = (4 * count * size_of::<Step<8>>()) as u64;
        if count.is_power_of_two() && self.budget.need(bytes).is_err() {
            return Err(Halt::declined(format!(
                "more than {count} moves on the row take more memory than there is"
            )));
        }
        Ok(())
    }

    fn sorted(self) -> Vec<Step<8>> {
        let mut moves: Vec<Step<8>> = self.found.into_iter().collect();
        moves.sort_unstable();
        moves
    }
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

/// Declines for few positions.
fn are_many(positions: usize) -> Result<(), Halt> {
    match positions < FEW_POSITIONS {
        true => Err(Halt::declined("it has few positions")),
        false => Ok(()),
    }
}

/// A pile whose rules are read.
struct Pile<'g> {
    game: &'g GameRules,
    row: usize,
    width: usize,
    /// The numbers beside the row.
    beside: Vec<i64>,
    entries: Vec<Vec<i64>>,
}

impl Pile<'_> {
    /// Whether some move gives entries new values.
    fn sets_entries(&self) -> bool {
        let sets = |change: &Change| matches!(change, Change::Entry { .. });
        self.game.moves.iter().any(|rule| match &rule.effect {
            Effect::Change(changes) => changes.iter().any(sets),
            Effect::Piles(_) | Effect::Position(_) => false,
        })
    }

    /// Whether some move takes entries from the row, as its form tells.
    fn takes_entries(&self) -> bool {
        let takes = |change: &Change| match change {
            Change::Coord { coord, value } if *coord == self.row => match &value.op {
                Op::Call(Builtin::Remove, _) | Op::Slice(..) => true,
                Op::Comprehension(inner) => {
                    let tests = |clause: &Clause| matches!(clause, Clause::Test(_));
                    inner.clauses.iter().any(tests)
                }
                _ => false,
            },
            Change::Coord { .. } | Change::Entry { .. } => false,
        };
        self.game.moves.iter().any(|rule| match &rule.effect {
            Effect::Change(changes) => changes.iter().any(takes),
            Effect::Piles(_) | Effect::Position(_) => true,
        })
    }

    fn changes<'r>(&self, rule: &'r Rule) -> Result<&'r [Change], Halt> {
        match &rule.effect {
            Effect::Change(changes) => Ok(changes),
            Effect::Piles(_) | Effect::Position(_) => {
                Err(Halt::declined("a move leaves other piles than one row"))
            }
        }
    }

    /// The mode after a move that changes these numbers beside the row; nothing where one leaves its range.
    fn mode_after(
        &self,
        beside: &[i64],
        changed: &[(usize, i64)],
        modes: &mut Modes,
    ) -> Result<Option<u32>, Halt> {
        let mut after = beside.to_vec();
        for (coord, number) in changed {
            let in_range = match &self.game.header.shape.coords[*coord].kind {
                CoordKind::Int(bounds) => bounds.contains(*number),
                CoordKind::Row { .. } => false,
            };
            if !in_range {
                return Ok(None);
            }
            after[coord - usize::from(*coord > self.row)] = *number;
        }
        let number = modes.number(after);
        match modes.len() {
            0..=MOST_MODES => Ok(Some(number)),
            _ => Err(Halt::declined(format!(
                "the numbers beside the row take more than {MOST_MODES} values together"
            ))),
        }
    }

    /// The registers at the start of a rule in a mode, with the row.
    fn start<S: Clone>(
        &self,
        frame: Frame,
        beside: &[i64],
        row: S,
        number: impl Fn(Value) -> S,
    ) -> Registers<S> {
        let mut at = Registers::new(frame);
        let mut beside = beside.iter();
        for (coord, place) in self.game.coords.iter().enumerate() {
            if coord == self.row {
                at.set(*place, row.clone());
            } else if let Some(n) = beside.next() {
                at.set(*place, number(Value::Int(*n)));
            }
        }
        at
    }

    /// What changes leave of the row, and the numbers beside it that change.
    fn left(
        &self,
        changes: &[Change],
        reader: &mut Reader<'_>,
        at: &mut read::Regs,
    ) -> Result<(Bits<8>, Vec<(usize, i64)>), Halt> {
        let mut left = reader.all();
        let mut changed = Vec::new();
        for change in changes {
            match change {
                Change::Coord { coord, value } if *coord == self.row => {
                    left = reader.entries_of(value, at)?;
                }
                Change::Coord { coord, value } => match reader.value(value, at)? {
                    Seen::Known(Value::Int(n)) => changed.push((*coord, n)),
                    _ => return unreadable("a number beside the row depends on it"),
                },
                Change::Entry { .. } => return unreadable("an entry is given a new value"),
            }
        }
        Ok((left, changed))
    }

    /// Each move leaves a part of the row.
    fn by_entries(&self, cells: &[i64], machine: &mut Machine) -> Result<Ground, Halt> {
        let places = self.entries.len();
        if places > MOST_PLACES {
            return Err(Halt::declined(format!(
                "the row has {places} entries, more than {MOST_PLACES}"
            )));
        }
        if self.sets_entries() {
            return unreadable("a move does more than to leave a part of the row");
        }
        let parts = 1_usize.checked_shl(places as u32).unwrap_or(usize::MAX);
        if !self.beside.is_empty() || self.game.header.misere {
            are_many(parts)?;
        }
        let row = self.game.header.shape.parts(cells).nth(self.row);
        let row = row.as_ref().map_or(&[][..], Value::items);
        let budget = machine.budget.clone();
        let mut reader = Reader::new(row, machine);
        let all = Seen::Entries(reader.all());
        let mut modes = Modes::default();
        modes.number(self.beside.clone());
        let mut given = Given {
            places,
            start: reader.all(),
            modes: Vec::new(),
        };
        let mut count = 0;
        while let Some(beside) = modes.get(given.modes.len()).cloned() {
            let start = |frame| self.start(frame, &beside, all.clone(), Seen::Known);
            let mut over = Condition::always(false);
            for ending in &self.game.ends {
                let mut at = start(ending.frame);
                over = over.or(reader.condition(&ending.condition, &mut at)?)?;
            }
            let (goes_on, over) = ends(over);
            let mut moves = Moves {
                found: HashSet::new(),
                before: count,
                budget: &budget,
            };
            for rule in &self.game.moves {
                let changes = self.changes(rule)?;
                for first in &goes_on.0 {
                    let mut at = start(rule.frame);
                    reader.each(&rule.clauses, &mut at, *first, &mut |reader, at, guard| {
                        let (left, changed) = self.left(changes, reader, at)?;
                        let Guard { present, absent } = guard;
                        match self.mode_after(&beside, &changed, &mut modes)? {
                            Some(to) => moves.add(Step {
                                to,
                                requires: present,
                                forbids: absent,
                                clears: reader.all() - left,
                                sets: Bits::NONE,
                            }),
                            None => Ok(()),
                        }
                    })?;
                }
            }
            count += moves.found.len();
            given.modes.push(Mode {
                steps: moves.sorted(),
                over,
            });
        }
        Ok(self.ground(modes, Stands::ForEntries(self.entries.clone()), given))
    }

    fn ground(&self, modes: Modes, stands: Stands, given: Given<8>) -> Ground {
        let layout = Layout {
            row: self.row,
            width: self.width,
            modes,
            stands,
        };
        Ground { layout, given }
    }

    /// Entries get new values.
    fn by_values(&self, machine: &mut Machine) -> Result<Ground, Halt> {
        let kind = self.game.header.shape.coords.get(self.row);
        let Some(CoordKind::Row { bag, entry }) = kind.map(|coord| &coord.kind) else {
            return Err(Halt::declined("no row"));
        };
        if *bag {
            return unreadable("the entries of a bag change their places");
        }
        let mut reader = CellReader::new(&self.entries, self.row, entry, machine);
        are_many(reader.cases(reader.all()))?;
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
            let (modes, given) = self.modes_by_values(&mut reader)?;
            if !reader.grow() {
                let stands = Stands::ForValues(reader.values);
                return Ok(self.ground(modes, stands, given));
            }
        }
        unreadable("moves give the entries more and more values")
    }

    fn modes_by_values(&self, reader: &mut CellReader<'_>) -> Result<(Modes, Given<8>), Halt> {
        let budget = reader.machine.budget.clone();
        let row = Held::Run(0, self.entries.len());
        let mut modes = Modes::default();
        modes.number(self.beside.clone());
        let mut given = Given {
            places: reader.values.places,
            start: Bits::NONE,
            modes: Vec::new(),
        };
        for (entry, cells) in self.entries.iter().enumerate() {
            let number = reader.values.number(entry, cells);
            if let Some(place) = number.and_then(|number| reader.values.place(entry, number)) {
                given.start.insert(place);
            }
        }
        let mut count = 0;
        while let Some(beside) = modes.get(given.modes.len()).cloned() {
            let start = |frame| -> Regs { self.start(frame, &beside, row.clone(), Held::Known) };
            let mut over = Condition::always(false);
            for ending in &self.game.ends {
                let mut at = start(ending.frame);
                over = over.or(reader.condition(&ending.condition, &mut at)?)?;
            }
            let (goes_on, over) = ends(over);
            let mut moves = Moves {
                found: HashSet::new(),
                before: count,
                budget: &budget,
            };
            for rule in &self.game.moves {
                let changes = self.changes(rule)?;
                for first in &goes_on.0 {
                    let mut at = start(rule.frame);
                    reader.each(&rule.clauses, &mut at, *first, &mut |reader, at, guard| {
                        let sink = &mut |reader: &mut CellReader<'_>, guard, changed: Changed| {
                            let to = self.mode_after(&beside, &changed.beside, &mut modes)?;
                            let Some(to) = to else {
                                return Ok(());
                            };
                            match reader.step(guard, &changed, to)? {
                                Some(step) => moves.add(step),
                                None => Ok(()),
                            }
                        };
                        reader.changes(changes, at, guard, sink)
                    })?;
                }
            }
            count += moves.found.len();
            given.modes.push(Mode {
                steps: moves.sorted(),
                over,
            });
        }
        Ok((modes, given))
    }
}
