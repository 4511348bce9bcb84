//! Conditions on a row as sets of guards: which of its entries have to be there, and which must not.

use hashbrown::HashSet;

use crate::kernel::boards::{Bits, MOST_PLACES};
use crate::work::Halt;

/// Entries of the row that is asked about, by number.
pub(super) type Places = Bits<8>;

const _: () = assert!(MOST_PLACES < Places::ROOM);

/// At most this many guards of one condition.
const MOST_GUARDS: usize = 4096;

/// All of these entries are there, and none of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Guard {
    pub(super) present: Places,
    pub(super) absent: Places,
}

impl Guard {
    pub(super) const ALWAYS: Guard = Guard {
        present: Places::NONE,
        absent: Places::NONE,
    };

    pub(super) fn present(place: usize) -> Guard {
        Guard {
            present: Places::one(place),
            ..Guard::ALWAYS
        }
    }

    pub(super) fn absent(places: Places) -> Guard {
        Guard {
            absent: places,
            ..Guard::ALWAYS
        }
    }

    /// Both hold; nothing where they never do.
    pub(super) fn and(&self, other: &Guard) -> Option<Guard> {
        let both = Guard {
            present: self.present | other.present,
            absent: self.absent | other.absent,
        };
        (!both.present.meets(&both.absent)).then_some(both)
    }
}

/// A condition: one of these guards holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition(pub(super) Vec<Guard>);

impl Condition {
    pub(super) fn always(holds: bool) -> Condition {
        Condition(vec![Guard::ALWAYS; usize::from(holds)])
    }

    /// Whether it holds, where that does not depend on the row.
    pub(super) fn constant(&self) -> Option<bool> {
        match self.0.as_slice() {
            [] => Some(false),
            guards => guards.contains(&Guard::ALWAYS).then_some(true),
        }
    }

    /// One of these entries is there.
    pub(super) fn some_of(places: Places) -> Condition {
        Condition(places.iter().map(Guard::present).collect())
    }

    /// None of these entries is there.
    pub(super) fn none_of(places: Places) -> Condition {
        Condition(vec![Guard::absent(places)])
    }

    pub(super) fn or(mut self, other: Condition) -> Result<Condition, Halt> {
        self.0.extend(other.0);
        self.distinct()
    }

    /// Or this condition under a guard.
    pub(super) fn or_under(&mut self, guard: Guard, other: &Condition) -> Result<(), Halt> {
        let other = other.and(&Condition(vec![guard]))?;
        *self = std::mem::replace(self, Condition::always(false)).or(other)?;
        Ok(())
    }

    /// All of these hold, or some; they are asked for until the others do not matter.
    pub(super) fn joined<T>(
        parts: &[T],
        is_all: bool,
        mut of: impl FnMut(&T) -> Result<Condition, Halt>,
    ) -> Result<Condition, Halt> {
        let mut joined = Condition::always(is_all);
        for part in parts {
            let part = of(part)?;
            joined = match is_all {
                true => joined.and(&part)?,
                false => joined.or(part)?,
            };
            if joined.constant() == Some(!is_all) {
                break;
            }
        }
        Ok(joined)
    }

    pub(super) fn and(&self, other: &Condition) -> Result<Condition, Halt> {
        let others = |one: &Guard| {
            let one = *one;
            other.0.iter().filter_map(move |other| one.and(other))
        };
        let pairs = self.0.iter().flat_map(others).take(MOST_GUARDS * 16);
        Condition(pairs.collect()).distinct()
    }

    pub(super) fn not(&self) -> Result<Condition, Halt> {
        let mut all = Condition::always(true);
        for guard in &self.0 {
            let missing = guard
                .present
                .iter()
                .map(|place| Guard::absent(Places::one(place)));
            let there = guard.absent.iter().map(Guard::present);
            all = all.and(&Condition(missing.chain(there).collect()))?;
        }
        Ok(all)
    }

    /// Each guard once, unless there are too many.
    fn distinct(mut self) -> Result<Condition, Halt> {
        if self.0.contains(&Guard::ALWAYS) {
            return Ok(Condition::always(true));
        }
        let mut seen = HashSet::with_capacity(self.0.len());
        self.0.retain(|guard| seen.insert(*guard));
        match self.0.len() {
            0..=MOST_GUARDS => Ok(self),
            _ => Err(Halt::declined(format!(
                "a condition has more than {MOST_GUARDS} cases of entries that are there or not"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::chance::Chance;

    impl Condition {
        fn holds(&self, at: Places) -> bool {
            let holds = |guard: &Guard| guard.present.is_within(&at) && !guard.absent.meets(&at);
            self.0.iter().any(holds)
        }
    }

    #[test]
    fn conditions_say_what_their_parts_say() {
        let mut chance = Chance::new(Some(3));
        for _ in 0..300 {
            let mut one = || {
                let mut found = Condition::always(chance.once_in(4));
                for _ in 0..chance.index(3) {
                    let count = chance.index(3);
                    let some: Places = (0..count).map(|_| chance.index(4)).collect();
                    let more = match chance.once_in(2) {
                        true => Condition::some_of(some),
                        false => Condition::none_of(some),
                    };
                    found = match chance.once_in(2) {
                        true => found.and(&more).unwrap(),
                        false => found.or(more).unwrap(),
                    };
                }
                found
            };
            let (a, b) = (one(), one());
            let all = [
                a.and(&b).unwrap(),
                a.clone().or(b.clone()).unwrap(),
                a.not().unwrap(),
            ];
            for at in 0..16usize {
                let at: Places = (0..4).filter(|place| at >> place & 1 == 1).collect();
                let (a, b) = (a.holds(at), b.holds(at));
                assert_eq!(all.each_ref().map(|it| it.holds(at)), [a && b, a || b, !a]);
            }
            for condition in all {
                let same = |holds| {
                    (0..16usize).all(|at| {
                        condition.holds((0..4).filter(|place| at >> place & 1 == 1).collect())
                            == holds
                    })
                };
                assert!(condition.constant().is_none_or(same));
            }
        }
        let many: Places = (0..100).collect();
        let pairs = Condition::some_of(many).and(&Condition::some_of(many));
        assert!(pairs.is_err());
    }
}
