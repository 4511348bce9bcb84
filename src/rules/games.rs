//! The games that a rulebook made, by their numbers, and which of them were made for questions alone.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::game::GameRules;
use crate::expr::position::{Game, GameId, Stamp};
use crate::expr::value::Value;

/// How many games one rulebook may make.
pub(super) const MOST: usize = 1_000_000;

const _: () = assert!(MOST <= GameId::MAX_GAMES);

/// How many games made for questions are kept.
pub(super) const MOST_ASKED: usize = 1000;

/// What is made of so many definitions is kept. Games and functions of later ones are dropped when they were checked, and
/// checked again when somebody asks.
pub(super) const MOST_KEPT: usize = 1000;

/// About how many bytes a game takes beside its moves and endings.
pub(super) const BYTES_OF_A_GAME: u64 = 1000;

/// What a game is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The number of its definition.
    pub(super) definition: u32,
    /// Whether it was asked for with the last move losing.
    pub(super) misere: bool,
    pub(super) args: Vec<Value>,
}

/// A game that is being made or was made.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) header: Arc<Game>,
    pub(super) key: Key,
    /// Whether the rules need it, and not only a question.
    own: bool,
    /// `None` while its moves are not checked yet, or where they have mistakes.
    pub(super) game: Option<Arc<GameRules>>,
    /// Whether its moves were dropped once: they are checked again when somebody asks, and may be dropped again.
    pub(super) dropped: bool,
}

impl Slot {
    /// Drops its moves, where they were checked; about how many bytes they took.
    fn drop_moves(&mut self) -> Option<u64> {
        let game = self.game.take()?;
        self.dropped = true;
        Some(game.bytes())
    }
}

#[derive(Debug, Clone)]
pub(super) struct Games {
    slots: Vec<Option<Slot>>,
    /// The places that no game has any more.
    free: Vec<usize>,
    by_key: HashMap<Key, GameId>,
    /// What tells the games made from here on from those that had the same numbers.
    pub(super) stamp: Stamp,
    /// The games made in the current work.
    fresh: Vec<GameId>,
    /// How many games were made for questions, and how many are too many.
    asked: usize,
    too_many: usize,
    /// How many games of the rules had their moves dropped when these were checked, and how many had them checked again since.
    dropped: usize,
    again: usize,
}

impl Games {
    pub(super) fn new(stamp: Stamp) -> Games {
        Games {
            slots: Vec::new(),
            free: Vec::new(),
            by_key: HashMap::new(),
            stamp,
            fresh: Vec::new(),
            asked: 0,
            too_many: MOST_ASKED,
            dropped: 0,
            again: 0,
        }
    }

    /// A game of this rulebook; a game of another one is not found.
    pub(super) fn slot(&self, id: GameId) -> Option<&Slot> {
        let slot = self.slots.get(id.number())?.as_ref();
        slot.filter(|slot| slot.header.id == id)
    }

    pub(super) fn slot_mut(&mut self, id: GameId) -> Option<&mut Slot> {
        let slot = self.slots.get_mut(id.number())?.as_mut();
        slot.filter(|slot| slot.header.id == id)
    }

    /// The game that was made of this.
    pub(super) fn made_of(&self, key: &Key) -> Option<&Slot> {
        self.slot(*self.by_key.get(key)?)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().flatten()
    }

    pub(super) fn count(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// How many the rules need, of those whose moves are kept.
    pub(super) fn count_kept(&self) -> usize {
        (self.count() - self.asked).saturating_sub(self.dropped)
    }

    /// How many numbers are taken.
    #[cfg(test)]
    pub(super) fn numbers(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn next_id(&self) -> GameId {
        let place = self.free.last().copied().unwrap_or(self.slots.len());
        GameId::new(self.stamp, place)
    }

    /// Adds the game with the next number, whose rules are not checked yet.
    pub(super) fn add(&mut self, header: Arc<Game>, key: Key) -> Slot {
        let id = header.id;
        let slot = Slot {
            header,
            key: key.clone(),
            own: false,
            game: None,
            dropped: false,
        };
        self.by_key.insert(key, id);
        self.free.pop();
        match self.slots.get_mut(id.number()) {
            Some(free) => *free = Some(slot.clone()),
            None => self.slots.push(Some(slot.clone())),
        }
        self.fresh.push(id);
        self.asked += 1;
        slot
    }

    /// Forgets that a game was made of this: its rules have mistakes.
    pub(super) fn forget(&mut self, key: &Key) {
        self.by_key.remove(key);
    }

    /// Begins with a part of some work.
    pub(super) fn start(&mut self) {
        self.fresh.clear();
    }

    /// The games that were made in the current work are those of the rules.
    pub(super) fn own_fresh(&mut self) {
        for id in std::mem::take(&mut self.fresh) {
            if let Some(slot) = self.slot_mut(id) {
                slot.own = true;
                self.asked -= 1;
            }
        }
    }

    /// Drops the rules of the games that were made in the current work, which keep their numbers; how many these are.
    pub(super) fn drop_fresh(&mut self) -> usize {
        let fresh = std::mem::take(&mut self.fresh);
        let dropped: HashSet<&GameId> = fresh.iter().collect();
        self.by_key.retain(|_, id| !dropped.contains(id));
        for id in &fresh {
            if let Some(slot) = self.slot_mut(*id) {
                slot.game = None;
            }
        }
        fresh.len()
    }

    /// How many games were made in the current work.
    pub(super) fn fresh(&self) -> usize {
        self.fresh.len()
    }

    /// Drops the moves of the games that were made in the current work after so many; about how many bytes they took.
    pub(super) fn drop_moves(&mut self, after: usize) -> u64 {
        let dropped = self.fresh.split_off(after);
        let mut bytes = 0;
        for id in &dropped {
            let slot = self.slot_mut(*id);
            bytes += slot.and_then(Slot::drop_moves).unwrap_or(0);
        }
        self.dropped += dropped.len();
        self.fresh.extend(dropped);
        bytes
    }

    /// The moves of a game are about to be checked again.
    pub(super) fn make_again(&mut self, slot: &Slot) {
        self.again += usize::from(slot.own);
    }

    /// Whether more games were made for questions than are kept.
    pub(super) fn are_too_many(&self) -> bool {
        self.asked >= self.too_many || self.again >= MOST_KEPT
    }

    /// Drops the games that were made for questions: their moves, and their numbers where nobody has them. How many are left.
    pub(super) fn drop_asked(&mut self) -> usize {
        let slots = self.slots.iter_mut().flatten();
        for slot in slots.filter(|slot| !slot.own || slot.dropped) {
            slot.drop_moves();
        }
        // One game may be an argument of another.
        let mut before = usize::MAX;
        while self.asked < before {
            before = self.asked;
            for (number, place) in self.slots.iter_mut().enumerate() {
                let in_use = |slot: &mut Slot| slot.own || Arc::strong_count(&slot.header) > 1;
                if place.take_if(|slot| !in_use(slot)).is_some() {
                    self.free.push(number);
                    self.asked -= 1;
                }
            }
            let slots = &self.slots;
            let is_there = |id: GameId| slots.get(id.number()).is_some_and(Option::is_some);
            self.by_key.retain(|_, id| is_there(*id));
        }
        self.stamp = Stamp::fresh();
        self.too_many = MOST_ASKED.max(2 * self.asked);
        self.again = 0;
        self.asked
    }
}
