//! Turns between sequences of a lattice, forwards and backwards.

use super::Rules;
use super::kinds::{Kind, Kinds, span};
use super::lattice::{BEYOND, Lattice, Shifts};
use crate::work::budget::Budget;
use crate::work::{Limit, distinct};

/// What becomes of each kind in one step: by moves, or by moves taken back.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    ends: Vec<u32>,
    targets: Vec<Kind>,
    raises: bool,
}

impl Edges {
    /// The steps of moves with a label (of all moves without one), where no move leaves more than one pile.
    pub(super) fn new(kinds: &Kinds, label: Option<u32>, raises: bool) -> Edges {
        let mut lists: Vec<Vec<Kind>> = vec![Vec::new(); kinds.count()];
        for kind in 1..kinds.count() as Kind {
            for choice in kinds.choices(kind) {
                if label.is_some_and(|label| label != choice.label) {
                    continue;
                }
                let left = choice.parts.last().copied().unwrap_or(0);
                let (from, to) = if raises { (left, kind) } else { (kind, left) };
                lists[from as usize].push(to);
            }
        }
        let mut edges = Edges {
            raises,
            ..Edges::default()
        };
        for list in lists {
            edges.targets.extend(distinct(list));
            edges.ends.push(edges.targets.len() as u32);
        }
        edges
    }

    pub fn memory(&self) -> u64 {
        ((self.ends.capacity() + self.targets.capacity()) * 4) as u64
    }

    /// What becomes of a kind, in increasing order.
    #[inline]
    pub fn of(&self, kind: Kind) -> &[Kind] {
        &self.targets[span(&self.ends, kind as usize)]
    }
}

/// A term of the sequence a turn starts from.
#[derive(Debug, Clone, Copy)]
struct Term {
    kind: Kind,
    count: u32,
    end: usize,
}

/// A step: the number of the term and what becomes of it.
#[derive(Debug, Clone, Copy)]
struct Step {
    term: u32,
    target: Kind,
}

/// A sequence after some steps of a turn.
#[derive(Debug, Clone, Default)]
struct Level {
    shifts: Shifts,
    /// For each term of the start its place.
    places: Vec<usize>,
    /// For each term [`Shifts::from`].
    from: Vec<u64>,
    /// The next step to go deeper with.
    step: usize,
    /// How many piles of that step's term were stepped in before.
    used: u32,
}

impl Level {
    #[inline]
    fn find(&mut self, terms: &[Term]) {
        let sequence = self.shifts.sequence();
        let mut place = 0;
        self.places.clear();
        // Each term that is still needed stands in the sequence; of the others the place is not used.
        self.places.extend(terms.iter().map(|term| {
            while sequence.get(place).is_some_and(|kind| *kind < term.kind) {
                place += 1;
            }
            place
        }));
        let shifts = &self.shifts;
        self.from.clear();
        self.from
            .extend(self.places.iter().map(|place| shifts.from(*place)));
    }
}

/// Lists the sequences a turn leads to.
#[derive(Debug, Clone, Default)]
pub struct Turns {
    terms: Vec<Term>,
    steps: Vec<Step>,
    levels: Vec<Level>,
    /// [`Shifts::to`] for each kind; empty where that does not pay.
    to: Vec<u64>,
    /// How many sequences were listed.
    pub count: u64,
}

#[derive(Debug, Clone, Copy)]
pub struct Listed<'l> {
    pub lattice: &'l Lattice,
    /// The moves, or the moves taken back.
    pub edges: &'l Edges,
    /// How many piles a turn moves in.
    pub rules: &'l Rules,
    /// The most among them.
    pub most: usize,
}

impl Turns {
    /// Calls `visit` with the number of each sequence that a turn leads to, some perhaps more than once. Numbers that are not
    /// below the length of the lattice stand for sequences outside.
    pub fn each(
        &mut self,
        listed: Listed,
        start: &[Kind],
        budget: &mut Budget,
        visit: &mut impl FnMut(u64),
    ) -> Result<(), Limit> {
        let Listed { lattice, rules, .. } = listed;
        let by_table = self.set_steps(listed, start);
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[0];
        let kept = if by_table { lattice.kinds() as Kind } else { 0 };
        let raises = listed.edges.raises;
        level.shifts.start(lattice, start, raises, kept);
        level.find(&self.terms);
        (level.step, level.used) = (0, 0);
        if rules.allows(1) {
            self.list(0, lattice, by_table, visit);
        }
        if listed.most < 2 {
            return Ok(());
        }
        let mut depth = 0;
        while let Some(level) = self.levels.get_mut(depth) {
            let Some(Step { term, target }) = self.steps.get(level.step).copied() else {
                if depth == 0 {
                    return Ok(());
                }
                depth -= 1;
                continue;
            };
            let own = self.terms[term as usize];
            if level.used >= own.count {
                (level.step, level.used) = (own.end, 0);
                continue;
            }
            let next = (level.step, level.used + 1);
            level.step += 1;
            if level.step == own.end {
                level.used = 0;
            }
            let old = level.places[term as usize];
            let new = level.shifts.place(target);
            let number = level.shifts.from(old);
            let number = number.wrapping_add(level.shifts.to(lattice, new, target));
            // What is beyond the bounds stays so, as terms are only raised further.
            if number >= lattice.len() {
                continue;
            }
            budget.step()?;
            depth += 1;
            if self.levels.len() == depth {
                self.levels.push(Level::default());
            }
            let (before, rest) = self.levels.split_at_mut(depth);
            let (before, level) = (&before[depth - 1].shifts, &mut rest[0]);
            level.shifts.replace(lattice, before, (old, new), target);
            level.find(&self.terms);
            (level.step, level.used) = next;
            if rules.allows(depth as u64 + 1) {
                self.list(depth, lattice, by_table, visit);
            }
            if depth + 1 >= listed.most {
                depth -= 1;
            }
        }
        Ok(())
    }

    /// Writes down the steps from a sequence; whether they ask for so many kinds that all are worth a table.
    fn set_steps(&mut self, listed: Listed, start: &[Kind]) -> bool {
        self.terms.clear();
        self.steps.clear();
        for kind in start {
            match self.terms.last_mut() {
                Some(term) if term.kind == *kind => {
                    term.count += 1;
                    continue;
                }
                _ => {}
            }
            let targets = listed.edges.of(*kind);
            if targets.is_empty() {
                continue;
            }
            let term = self.terms.len() as u32;
            let steps = targets.iter().map(|&target| Step { term, target });
            self.steps.extend(steps);
            self.terms.push(Term {
                kind: *kind,
                count: 1,
                end: self.steps.len(),
            });
        }
        self.steps.len() * 4 >= listed.lattice.kinds()
    }

    /// Visits what one more step leads to.
    #[inline]
    fn list(
        &mut self,
        depth: usize,
        lattice: &Lattice,
        by_table: bool,
        visit: &mut impl FnMut(u64),
    ) {
        let level = &self.levels[depth];
        let mut first = level.step;
        if level.used > 0
            && let Some(step) = self.steps.get(first)
            && let Some(term) = self.terms.get(step.term as usize)
            && level.used >= term.count
        {
            first = term.end;
        }
        let steps = &self.steps[first..];
        self.count += steps.len() as u64;
        let from = |term: u32| level.from.get(term as usize).copied().unwrap_or(BEYOND);
        if by_table {
            level.shifts.all_to(lattice, &mut self.to);
            for step in steps {
                let to = self.to.get(step.target as usize).copied();
                visit(from(step.term).wrapping_add(to.unwrap_or(BEYOND)));
            }
        } else {
            for step in steps {
                let place = level.shifts.place(step.target);
                let to = level.shifts.to(lattice, place, step.target);
                visit(from(step.term).wrapping_add(to));
            }
        }
    }
}
