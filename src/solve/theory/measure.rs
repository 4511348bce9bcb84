//! Remoteness, suspense and outcomes of single piles, for turns that move in several.
//!
//! Each is found from the options: an option that leaves several piles counts by the theorem of the sum itself, of which these
//! piles then are summands. See `extreme` and `selective` for the theorems.

use hashbrown::HashMap;

use crate::expr::position::GameId;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::options::{PileOption, PileOptions};
use crate::solve::positions::table::{OPEN, Table, UNKNOWN};
use crate::solve::solver::Solver;
use crate::work::failure::found;
use crate::work::{Declined, Failure, Halt};

/// What is found of a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Measure {
    /// How many turns pass until the pile cannot move, where whoever wins hurries. `misere`: whoever moves last loses.
    Remoteness { misere: bool },
    /// The same, where whoever wins delays.
    Suspense { misere: bool },
    /// The outcomes, as [`LIVE`], [`NORMAL`] and [`MISERE`].
    Outcomes,
}

/// The pile can move.
pub(crate) const LIVE: u32 = 4;
/// The player to move wins where the last move wins.
pub(crate) const NORMAL: u32 = 1;
/// The player to move wins where the last move loses.
pub(crate) const MISERE: u32 = 2;

/// What is known of piles.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    tables: [Table; 5],
    /// Piles that were asked for and have no measure, with the reason.
    refused: HashMap<(Measure, Id), Declined>,
}

impl Measures {
    pub(crate) fn memory(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(Table::memory).sum();
        tables + self.refused.len() as u64 * 128
    }

    fn table(&mut self, measure: Measure) -> &mut Table {
        let [remote, remote_misere, suspense, suspense_misere, outcomes] = &mut self.tables;
        match measure {
            Measure::Remoteness { misere: false } => remote,
            Measure::Remoteness { misere: true } => remote_misere,
            Measure::Suspense { misere: false } => suspense,
            Measure::Suspense { misere: true } => suspense_misere,
            Measure::Outcomes => outcomes,
        }
    }
}

impl Measure {
    /// The measure of piles together, from their own.
    pub(crate) fn of_sum(self, parts: impl Iterator<Item = u32>) -> u32 {
        match self {
            Measure::Remoteness { .. } => parts.min().unwrap_or(0),
            Measure::Suspense { .. } => parts.max().unwrap_or(0),
            Measure::Outcomes => {
                let (mut live, mut all, mut last) = (0u64, 0, MISERE);
                for part in parts.filter(|part| part & LIVE != 0) {
                    live += 1;
                    all |= part;
                    last = part;
                }
                let normal = all & NORMAL;
                match live {
                    // No move is left.
                    0 => MISERE,
                    1 => last,
                    // With two piles that can move the outcome is the same whether the last move wins or loses.
                    _ => LIVE | normal | if normal == 0 { 0 } else { MISERE },
                }
            }
        }
    }

    /// The measure of a pile, from those of its options.
    pub(crate) fn of_options(self, options: impl Iterator<Item = u32> + Clone) -> u32 {
        let (Some(shortest), Some(longest)) = (options.clone().min(), options.clone().max()) else {
            return self.of_sum(std::iter::empty());
        };
        let parity = |misere: bool| u32::from(misere);
        match self {
            // To a lost position as soon as may be, else to the one that lasts longest.
            Measure::Remoteness { misere } => {
                let lost = options.clone().filter(|value| value & 1 == parity(misere));
                lost.min().unwrap_or(longest).saturating_add(1)
            }
            Measure::Suspense { misere } => {
                let lost = options.clone().filter(|value| value & 1 == parity(misere));
                lost.max().unwrap_or(shortest).saturating_add(1)
            }
            Measure::Outcomes => {
                options.fold(LIVE, |value, option| value | (!option & (NORMAL | MISERE)))
            }
        }
    }

    /// The measure of a pile of Nim.
    fn of_nim(self, size: u64) -> u32 {
        match (self, size) {
            (Measure::Outcomes, 0) => MISERE,
            (Measure::Outcomes, 1) => LIVE | NORMAL,
            (Measure::Outcomes, _) => LIVE | NORMAL | MISERE,
            (_, 0) => 0,
            // To no stones at once; where that loses, to one stone, which must be taken.
            (Measure::Remoteness { misere: true } | Measure::Suspense { misere: true }, 2..) => 2,
            (Measure::Remoteness { .. } | Measure::Suspense { .. }, _) => 1,
        }
    }
}

impl Solver {
    /// The measure of a pile, or why there is none.
    pub(crate) fn measure(&mut self, measure: Measure, root: Id) -> Result<u32, Halt> {
        if let Some(known) = self.measures.table(measure).get(root) {
            return Ok(known);
        }
        if let Some(why) = self.measures.refused.get(&(measure, root)) {
            return Err(why.clone().into());
        }
        if let Some(size) = self.nim_size(root)?
            && self.may_use_formula(measure, root)?
        {
            return Ok(measure.of_nim(size));
        }
        // Each with whether its options were looked at.
        let mut stack = vec![(root, false)];
        let result = self.measure_all(measure, &mut stack);
        if result.is_err() {
            // What was begun is unknown again.
            for (node, begun) in &stack {
                if *begun {
                    self.measures.table(measure).set(*node, UNKNOWN);
                }
            }
        }
        if let Err(Halt::Declined(why)) = &result {
            let refused = &mut self.measures.refused;
            refused.insert((measure, root), why.clone());
        }
        result?;
        let value = self.measures.table(measure).get(root);
        Ok(value.ok_or(Failure::Bug("a pile has no measure"))?)
    }

    /// The measure of a pile that can be reached from one that has a measure.
    pub(super) fn known_measure(&mut self, measure: Measure, pile: Id) -> Result<u32, Failure> {
        let known = found(self.measure(measure, pile))?;
        known.ok_or(Failure::Bug("an option has no measure"))
    }

    fn measure_all(&mut self, measure: Measure, stack: &mut Vec<(Id, bool)>) -> Result<(), Halt> {
        while let Some((node, begun)) = stack.last().copied() {
            if self.measures.table(measure).get(node).is_some() {
                stack.pop();
                continue;
            }
            self.positions.machine.budget.step()?;
            let options = self.positions.pile_options(node)?;
            if !begun {
                if let Some(slot) = stack.last_mut() {
                    slot.1 = true;
                }
                if let Some(why) = self.leaves_the_sum(measure, node, &options)? {
                    return Err(Halt::declined(why));
                }
                self.measures.table(measure).set(node, OPEN);
                let above = stack.len();
                for part in options.iter().flat_map(|option| &option.stay) {
                    match self.measures.table(measure).raw(*part) {
                        UNKNOWN => stack.push((*part, false)),
                        OPEN => {
                            let begun = stack.iter().filter(|(_, begun)| *begun);
                            let path: Vec<Id> = begun.map(|(node, _)| *node).collect();
                            return Err(self.positions.loop_along(&path, *part, false).into());
                        }
                        _ => {}
                    }
                }
                if stack.len() > above {
                    let bytes = (stack.capacity() * size_of::<(Id, bool)>()) as u64;
                    self.check_memory(bytes)?;
                    continue;
                }
            }
            let table = self.measures.table(measure);
            let known = |part: &Id| table.get(*part).expect("the parts come first");
            let values: Vec<u32> = options
                .iter()
                .map(|option| measure.of_sum(option.stay.iter().map(known)))
                .collect();
            let value = measure.of_options(values.iter().copied());
            self.measures.table(measure).set(node, value.min(OPEN - 1));
            stack.pop();
        }
        Ok(())
    }

    /// Why the options of a pile are none within the sum, if they are not.
    fn leaves_the_sum(
        &mut self,
        measure: Measure,
        pile: Id,
        options: &PileOptions,
    ) -> Result<Option<String>, Failure> {
        let all_or_none = matches!(measure, Measure::Remoteness { .. });
        for PileOption { stay, others, .. } in options.iter() {
            for other in others {
                if !self.positions.is_terminal(*other)? {
                    let pile = self.positions.short(pile);
                    return Ok(Some(format!("the pile {pile} leads to another game")));
                }
            }
            if all_or_none && stay.is_empty() {
                let pile = self.positions.short(pile);
                return Ok(Some(format!(
                    "the pile {pile} can vanish, and the game goes on without it"
                )));
            }
        }
        Ok(None)
    }

    /// Whether a pile of Nim may be measured by its size: an empty pile has to stay where it ends the game.
    fn may_use_formula(&mut self, measure: Measure, pile: Id) -> Result<bool, Failure> {
        let Node::Pile(game, _) = self.positions.nodes.node(pile) else {
            return Ok(false);
        };
        if !matches!(measure, Measure::Remoteness { .. }) {
            return Ok(true);
        }
        Ok(self.is_one_move(game)? && {
            // One statement empties all piles in the same way.
            let one = self.positions.nodes.pile(game, &[1]);
            let options = self.positions.pile_options(one)?;
            options.iter().all(|option| !option.stay.is_empty())
        })
    }

    fn is_one_move(&mut self, game: GameId) -> Result<bool, Failure> {
        Ok(self.positions.transitions(game)?.game.moves.len() == 1)
    }
}
