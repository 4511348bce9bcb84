//! Searches over whole positions of a board: who wins, where the last move wins or loses, and Grundy values by the mex.
//!
//! They are for games with modes, with positions in which they are over, and with places that are set and cleared. Of the last,
//! positions that fall apart are worth the nim-sum of their components (module `components`). A position is won where some option
//! is lost, and the first lost one settles it: all options are looked up before one is worked out. What was found is kept by the
//! places that some move asks for, and the mode.

use hashbrown::HashSet;

use super::bits::Bits;
use super::components::Components;
use super::given::{Given, Moves, Over, Reach};
use super::known::{At, Remembered, name};
use super::names::Name;
use super::table::LOOK_UP;
use crate::kernel::Seen;
use crate::work::Halt;
use crate::work::budget::Budget;
use crate::work::stack::with_room_for_a_step;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WholeGoal {
    Value,
    /// 1 where the player to move wins, and whoever makes the last move does.
    Wins,
    /// 1 where the player to move wins, and whoever makes the last move loses.
    WinsMisere,
}

/// The positions of a board, and what is known of them.
#[derive(Debug)]
pub struct Whole<const N: usize> {
    modes: Vec<Moves<N>>,
    reach: Reach<N>,
    /// The places that some move or end asks for, and that vary.
    asked: Bits<N>,
    /// Of a game with one mode that does not end before there is no move.
    components: Option<Components<N>>,
    /// Whether a play might come back to a position.
    may_come_back: bool,
    /// What was found for each of the three questions.
    known: [Option<Remembered>; 3],
    /// The positions that are being worked out, where a play might come back to one.
    begun: HashSet<Name>,
    /// Options that are not known yet.
    open: Vec<At<N>>,
    depth: u64,
}

/// About how many bytes a position that is being worked out takes on the stack.
const FRAME: u64 = 1 << 10;

/// How many levels of a play are begun between two looks at the memory that they take.
const BETWEEN_LOOKS: u64 = 64;

impl<const N: usize> Whole<N> {
    pub fn new<const M: usize>(given: &Given<M>) -> Whole<N> {
        let reach = Reach::of(given);
        let mut asked = Bits::NONE;
        let mut modes = Vec::with_capacity(given.modes.len());
        let steps = || given.modes.iter().flat_map(|mode| reach.steps(mode));
        let [mut sets, mut clears] = [Bits::NONE; 2];
        for step in steps() {
            sets = sets | step.sets;
            clears = clears | step.clears;
        }
        // Each move takes something that never comes back, or puts something that stays, or moves something down, or leads to a
        // mode from which none leads back to the one before.
        let [mut falls, mut grows, mut sinks, mut rises] = [true; 4];
        for (number, mode) in given.modes.iter().enumerate() {
            let mut moves = Moves {
                by_place: vec![Vec::new(); given.places],
                others: Vec::new(),
                over: reach.over(mode).collect(),
            };
            for step in reach.steps(mode) {
                asked = asked | step.requires | step.forbids;
                let takes = (step.clears - sets).meets(&step.requires);
                let to = step.to as usize;
                falls &= takes;
                grows &= (step.sets - clears).meets(&step.forbids);
                sinks &= (step.clears & step.requires).last() > step.sets.last();
                rises &= to > number || to == number && takes;
                match step.requires.first() {
                    Some(place) => moves.by_place[place].push(step),
                    None => moves.others.push(step),
                }
            }
            for (there, missing) in &moves.over {
                asked = asked | *there | *missing;
            }
            modes.push(moves);
        }
        let asked = asked & reach.varying();
        let components = match modes.as_slice() {
            [moves] if moves.over.is_empty() => Some(Components::new(moves, asked)),
            _ => None,
        };
        Whole {
            may_come_back: !falls && !grows && !sinks && !rises,
            modes,
            asked,
            components,
            reach,
            known: [const { None }; 3],
            begun: HashSet::new(),
            open: Vec::new(),
            depth: 0,
        }
    }

    /// Whether the moves of this board are all that can be made in a position, as they are in what moves lead to.
    pub fn has(&self, at: &Bits<N>) -> bool {
        self.reach.has(at)
    }

    /// How many places matter, and how many moves there are.
    pub fn size(&self) -> (usize, usize) {
        let moves =
            |mode: &Moves<N>| mode.others.len() + mode.by_place.iter().map(Vec::len).sum::<usize>();
        (self.asked.len(), self.modes.iter().map(moves).sum())
    }

    /// Whether positions that fall into components are taken apart.
    pub fn may_fall_apart(&self) -> bool {
        self.components.is_some()
    }

    /// How many positions were searched.
    #[cfg(test)]
    pub(super) fn searched(&self) -> u64 {
        let components = self.components.as_ref();
        components.map_or(0, |components| components.searched)
    }

    /// How many positions are remembered.
    pub fn known(&self) -> usize {
        self.known.iter().flatten().map(Remembered::len).sum()
    }

    /// What is asked of a position; declined where a play may come back to a position.
    pub fn find(
        &mut self,
        mode: u32,
        at: Bits<N>,
        asked: WholeGoal,
        budget: &mut Budget,
    ) -> Result<u32, Halt> {
        // Components are asked for their values.
        let also =
            (asked == WholeGoal::Wins && self.components.is_some()).then_some(WholeGoal::Value);
        for asked in also.into_iter().chain([asked]) {
            let known = &mut self.known[asked as usize];
            known.get_or_insert_with(|| Remembered::new(self.modes.len(), &self.asked, budget));
        }
        let found = self.settle((mode, at), asked, budget);
        self.begun.clear();
        self.open.clear();
        self.depth = 0;
        found
    }

    fn settle(&mut self, at: At<N>, asked: WholeGoal, budget: &mut Budget) -> Result<u32, Halt> {
        let kept = (at.0, at.1 & self.asked);
        if let Some(found) = self.recall(kept, asked) {
            return Ok(found);
        }
        let components = self.components.as_mut();
        let components = components.filter(|_| asked != WholeGoal::WinsMisere);
        let parts = match components {
            Some(components) => components.of(at.1, &self.modes[0], budget)?,
            None => None,
        };
        let found = match (parts.as_deref(), asked) {
            (None, _) => return self.search(at, asked, budget),
            (Some([part]), _) => self.search((at.0, *part), asked, budget)?,
            (Some(parts), WholeGoal::Value) => self.sum(at.0, parts, budget)?,
            (Some(parts), _) => u32::from(self.sum(at.0, parts, budget)? != 0),
        };
        self.remember(kept, asked, found, budget);
        Ok(found)
    }

    /// The nim-sum of the values of components.
    fn sum(&mut self, mode: u32, parts: &[Bits<N>], budget: &mut Budget) -> Result<u32, Halt> {
        let mut values = parts.iter();
        values.try_fold(0, |sum, part| {
            Ok(sum ^ self.search((mode, *part), WholeGoal::Value, budget)?)
        })
    }

    fn recall(&self, kept: At<N>, asked: WholeGoal) -> Option<u32> {
        self.known[asked as usize].as_ref()?.get(kept)
    }

    fn remember(&mut self, kept: At<N>, asked: WholeGoal, found: u32, budget: &Budget) {
        if let Some(known) = &mut self.known[asked as usize] {
            known.put(kept, found, budget);
        }
    }

    /// Looks for what is asked of a position as a whole.
    fn search(&mut self, at: At<N>, asked: WholeGoal, budget: &mut Budget) -> Result<u32, Halt> {
        let kept = (at.0, at.1 & self.asked);
        if let Some(found) = self.recall(kept, asked) {
            return Ok(found);
        }
        if self.may_come_back && !self.begun.insert(name(kept)) {
            return Err(Halt::declined("a play may come back to a position"));
        }
        self.depth += 1;
        if let (Some(components), true) = (&mut self.components, asked != WholeGoal::WinsMisere) {
            components.searched += 1;
        }
        if self.depth.is_multiple_of(BETWEEN_LOOKS) {
            budget.need(self.depth * FRAME + (self.open.len() * size_of::<At<N>>()) as u64)?;
        }
        let first = self.open.len();
        let found = with_room_for_a_step(|| match asked {
            WholeGoal::Value => self.mex(at, budget),
            WholeGoal::Wins | WholeGoal::WinsMisere => self.wins(at, asked, budget),
        })?;
        self.open.truncate(first);
        self.depth -= 1;
        if self.may_come_back {
            self.begun.remove(&name(kept));
        }
        self.remember(kept, asked, found, budget);
        Ok(found)
    }

    /// Looks up the options of a position: gives those that are known to `look`, until it says that this is enough, and lists
    /// the others. Gives how many options there are, or nothing where it was enough.
    fn look_up(
        &mut self,
        (mode, at): At<N>,
        asked: WholeGoal,
        budget: &mut Budget,
        mut look: impl FnMut(u32) -> bool,
    ) -> Result<Option<usize>, Halt> {
        let Whole {
            modes,
            known,
            asked: watched,
            open,
            ..
        } = self;
        let moves = &modes[mode as usize];
        let is_over = |(there, missing): &Over<N>| there.is_within(&at) && !missing.meets(&at);
        let mut count = 0;
        let mut tried = 1;
        let mut is_enough = false;
        if !moves.over.iter().any(is_over) {
            let groups = at.iter().map(|place| &moves.by_place[place]);
            'groups: for steps in groups.chain([&moves.others]) {
                tried += steps.len() as u64;
                for step in steps.iter().filter(|step| step.is_possible(&at)) {
                    count += 1;
                    let to = (step.to, step.leaves(&at));
                    let kept = (to.0, to.1 & *watched);
                    match known[asked as usize].as_ref().and_then(|it| it.get(kept)) {
                        Some(found) if look(found) => {
                            is_enough = true;
                            break 'groups;
                        }
                        Some(_) => {}
                        None => open.push(to),
                    }
                }
            }
        }
        budget.steps(1 + tried / 8 + LOOK_UP * count as u64)?;
        Ok((!is_enough).then_some(count))
    }

    fn mex(&mut self, at: At<N>, budget: &mut Budget) -> Result<u32, Halt> {
        let mut seen = Seen::default();
        let first = self.open.len();
        self.look_up(at, WholeGoal::Value, budget, |value| {
            seen.insert(value);
            false
        })?;
        for place in first..self.open.len() {
            let option = self.open[place];
            seen.insert(self.settle(option, WholeGoal::Value, budget)?);
        }
        Ok(seen.mex())
    }

    fn wins(&mut self, at: At<N>, asked: WholeGoal, budget: &mut Budget) -> Result<u32, Halt> {
        let first = self.open.len();
        match self.look_up(at, asked, budget, |wins| wins == 0)? {
            None => return Ok(1),
            // Whoever cannot move loses, or wins.
            Some(0) => return Ok(u32::from(asked == WholeGoal::WinsMisere)),
            Some(_) => {}
        }
        for place in first..self.open.len() {
            let option = self.open[place];
            if self.settle(option, asked, budget)? == 0 {
                return Ok(1);
            }
        }
        Ok(0)
    }
}
