//! The ground moves of a game for all that can be left of a row: what each needs, what bars it and what it clears.

use hashbrown::HashSet;

use super::guard::{Condition, Guard};
use super::read::{Reader, Registers, Seen};
use crate::expr::position::Turn;
use crate::expr::shape::CoordKind;
use crate::expr::tree::{Expr, Frame, Place};
use crate::kernel::boards::{MOST_PLACES, Move};
use crate::rules::game::{Change, Effect, GameRules, Move as Rule};
use crate::solve::policy::NEVER_ENDS;
use crate::work::stack::with_room;
use crate::work::{Declined, Halt};

/// So many ground moves at most; fewer in tests, where this many take long.
const MOST_MOVES: usize = if cfg!(test) { 10_000 } else { 1_000_000 };

/// Why no row of a game is a board, as far as that does not depend on the row.
pub(super) fn covers(game: &GameRules) -> Result<(), Declined> {
    let header = &game.header;
    let [coord] = header.shape.coords.as_slice() else {
        return Err("a pile is not a single row".into());
    };
    if !matches!(coord.kind, CoordKind::Row { .. }) {
        return Err("a pile is not a row".into());
    }
    if header.turn != Turn::One {
        return Err(format!("a turn moves in {}", header.turn.in_words()).into());
    }
    if header.misere {
        return Err("the last move loses".into());
    }
    if header.loopy {
        return Err(NEVER_ENDS.into());
    }
    match game.moves.iter().all(|rule| new_row(rule).is_some()) {
        true => Ok(()),
        false => Err("a move does more than to leave a part of the row".into()),
    }
}

/// What the row becomes.
fn new_row(rule: &Rule) -> Option<&Expr> {
    match &rule.effect {
        Effect::Change(changes) => match changes.as_slice() {
            [Change::Coord { value, .. }] => Some(value),
            _ => None,
        },
        Effect::Piles(_) | Effect::Position(_) => None,
    }
}

/// All moves that can ever be made, each once; declined where some move cannot be read for all rows at once.
pub(super) fn ground(game: &GameRules, reader: &mut Reader<'_>) -> Result<Vec<Move<8>>, Halt> {
    let entries = reader.entries.len();
    if entries > MOST_PLACES {
        return Err(Halt::declined(format!(
            "the row has {entries} entries, more than {MOST_PLACES}"
        )));
    }
    with_room(|| all_moves(game, reader))
}

fn all_moves(game: &GameRules, reader: &mut Reader<'_>) -> Result<Vec<Move<8>>, Halt> {
    let start = |reader: &Reader<'_>, frame: Frame| {
        let mut at = Registers::new(frame);
        for place in &game.coords {
            // The only coordinate is the row.
            if let Place::Obj(_) = place {
                at.set(*place, Seen::Entries(reader.all()));
            }
        }
        at
    };
    let mut over = Condition::always(false);
    for ending in &game.ends {
        let mut at = start(reader, ending.frame);
        over = over.or(reader.condition(&ending.condition, &mut at)?)?;
    }
    let mut moves = HashSet::new();
    let goes_on = over.not()?;
    for rule in &game.moves {
        let Some(value) = new_row(rule) else {
            return Err(Halt::declined(
                "a move does more than to leave a part of the row",
            ));
        };
        for first in &goes_on.0 {
            let mut at = start(reader, rule.frame);
            reader.each(&rule.clauses, &mut at, *first, &mut |reader, at, guard| {
                let left = reader.entries_of(value, at)?;
                let Guard { present, absent } = guard;
                moves.insert(Move {
                    requires: present,
                    forbids: absent,
                    clears: reader.all() - left,
                });
                let count = moves.len();
                if count > MOST_MOVES {
                    return Err(Halt::declined(format!(
                        "there are more than {MOST_MOVES} moves on the row"
                    )));
                }
                // What is made next takes about as much again.
                let bytes = (4 * count * size_of::<Move<8>>()) as u64;
                if count.is_power_of_two() && reader.machine.budget.need(bytes).is_err() {
                    return Err(Halt::declined(format!(
                        "more than {count} moves on the row take more memory than there is"
                    )));
                }
                Ok(())
            })?;
        }
    }
    let mut moves: Vec<Move<8>> = moves.into_iter().collect();
    moves.sort_unstable();
    Ok(moves)
}
