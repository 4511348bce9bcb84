//! Turns in all piles: the pile that ends first or last decides.
//!
//! Where the game is over as soon as one pile cannot move (the conjunctive sum, `all piles or none`), whoever wins a pile hurries
//! in it: the remoteness of a position is the least of its piles' remotenesses. Where the game goes on with the piles that
//! can move (the continued conjunctive sum, `all piles`), whoever wins a pile delays: the suspense number of a position is the
//! greatest of its piles'. An even number is lost for the player to move where the last move wins, an odd one where it loses.
//! (Smith 1966; Conway, On Numbers and Games, chapter 14.)
//!
//! By induction this stays true where a pile becomes several, which then are piles of the same sum. Where `all or none` move, a
//! pile may not vanish: it would end no game, while a position without piles is over.

use super::Theory;
use super::measure::Measure;
use super::product::{Choices, Product};
use super::table::Table;
use super::winning::Turns;
use crate::expr::position::{Header, Position, Turn};
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::positions::options::Left;
use crate::solve::values::Values;
use crate::work::{Failure, Halt};

/// Piles of Nim above this are looked at by a few of their options only.
const LARGE: u64 = 1000;

struct Extreme {
    measure: Measure,
    misere: bool,
    /// Of each pile, in the order of the position.
    values: Vec<u32>,
    nodes: Vec<Id>,
}

/// Whether a turn moves in all piles or none.
pub(super) fn covers_conjunctive(game: &Header) -> bool {
    !game.alike && game.turn == Turn::AllOrNone
}

/// Whether a turn moves in all piles that can move.
pub(super) fn covers_continued(game: &Header) -> bool {
    !game.alike && game.turn == Turn::All
}

/// The theorem of conjunctive sums for a position.
pub(super) fn make_conjunctive(
    memory: &mut Values,
    position: &Position,
) -> Result<Box<dyn Theory>, Halt> {
    make(memory, position, |misere| Measure::Remoteness { misere })
}

/// The theorem of continued conjunctive sums for a position.
pub(super) fn make_continued(
    memory: &mut Values,
    position: &Position,
) -> Result<Box<dyn Theory>, Halt> {
    make(memory, position, |misere| Measure::Suspense { misere })
}

fn make(
    memory: &mut Values,
    position: &Position,
    measure: fn(bool) -> Measure,
) -> Result<Box<dyn Theory>, Halt> {
    let [term] = position.terms.as_slice() else {
        return Err(Halt::declined("it is about one game"));
    };
    let misere = term.game.misere;
    let measure = measure(misere);
    let nodes = memory.piles.positions.pile_nodes(position, 0)?;
    let mut values = Vec::with_capacity(nodes.len());
    for node in &nodes {
        values.push(memory.measures.of(measure, *node, &mut memory.piles)?);
    }
    Ok(Box::new(Extreme {
        measure,
        misere,
        values,
        nodes,
    }))
}

impl Extreme {
    fn is_conjunctive(&self) -> bool {
        matches!(self.measure, Measure::Remoteness { .. })
    }

    fn value(&self) -> u32 {
        self.measure.of_sum(self.values.iter().copied())
    }

    fn name(&self) -> &'static str {
        if self.is_conjunctive() {
            "remoteness"
        } else {
            "suspense number"
        }
    }

    /// What the piles may become, each option with its measure; `None`: some options were left out.
    fn options(&self, memory: &mut Values, node: Id) -> Result<(Vec<(u32, Left)>, bool), Failure> {
        if let Some(size) = memory.piles.nim_size(node)?
            && size > LARGE
        {
            let mut made = Vec::new();
            for left in [0, 1, size - 1] {
                let smaller = memory.piles.positions.like(node, cell(left)?);
                let value = memory
                    .measures
                    .known(self.measure, smaller, &mut memory.piles)?;
                made.push((value, Left::Size(left)));
            }
            return Ok((made, false));
        }
        let options = memory.piles.positions.pile_options(node)?;
        let mut made = Vec::with_capacity(options.len());
        for option in options.iter() {
            let mut parts = Vec::with_capacity(option.stay.len());
            for part in &option.stay {
                parts.push(
                    memory
                        .measures
                        .known(self.measure, *part, &mut memory.piles)?,
                );
            }
            let value = self.measure.of_sum(parts.into_iter());
            made.push((value, Left::Option(option.clone())));
        }
        Ok((made, true))
    }
}

impl Theory for Extreme {
    fn first_wins(&self) -> bool {
        (self.value() & 1 == 1) != self.misere
    }

    fn premise(&self) -> String {
        let theorem = if self.is_conjunctive() {
            "the theorem of conjunctive sums (the least remoteness decides); no reachable pile vanishes"
        } else {
            "the theorem of continued conjunctive sums (the greatest suspense number decides); no reachable pile"
        };
        let end = if self.is_conjunctive() {
            " or leads to another game"
        } else {
            " leads to another game"
        };
        format!("{theorem}{end}")
    }

    fn table(&self) -> Table {
        let name = self.name();
        let rows = self
            .values
            .iter()
            .map(|value| (None, vec![value.to_string()]));
        let value = self.value();
        let parity = if value & 1 == 1 { "odd" } else { "even" };
        let wins = if self.first_wins() { "wins" } else { "loses" };
        let last = if self.misere {
            " (the last move loses)"
        } else {
            ""
        };
        let lost_parity = if self.misere { "odd" } else { "even" };
        let (extreme, heading, applies) = if self.is_conjunctive() {
            (
                "least",
                "all piles a turn or none: the remoteness of each pile",
                "The theorem of conjunctive sums applies: no reachable pile vanishes or leads to another game. The game is over with the\n  first pile that cannot move, so whoever wins a pile hurries in it.",
            )
        } else {
            (
                "greatest",
                "all piles that can move in a turn: the suspense number of each pile",
                "The theorem of continued conjunctive sums applies: no reachable pile leads to another game. The game is over with the\n  last pile that can move, so whoever wins a pile delays in it.",
            )
        };
        let no_move = if self.is_conjunctive() {
            "Some pile cannot move, so there is no turn."
        } else {
            "No pile can move."
        };
        Table {
            heading: heading.to_string(),
            rows: rows.collect(),
            totals: vec![(extreme.to_string(), vec![value.to_string()])],
            verdict: format!("{parity}: the player to move {wins}{last}"),
            after: format!("where the {extreme} {name} is {lost_parity}"),
            lost: if value == 0 {
                no_move.to_string()
            } else {
                format!("Every turn leaves piles whose {extreme} {name} is not {lost_parity}.")
            },
            applies: applies.to_string(),
        }
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        if !self.first_wins() || self.value() == 0 {
            return Ok(Some(Turns {
                list: Vec::new(),
                is_complete: true,
            }));
        }
        // For each pile what it may become, with the measures; nothing for a pile that stays as it is.
        let mut piles: Vec<Option<Vec<(u32, Left)>>> = Vec::with_capacity(self.nodes.len());
        let mut is_complete = true;
        for (node, value) in self.nodes.iter().zip(&self.values) {
            if *value == 0 {
                piles.push(None);
                continue;
            }
            let (options, all) = self.options(memory, *node)?;
            is_complete &= all;
            piles.push(Some(options));
        }
        let parity = u32::from(self.misere);
        let mut targets: Vec<u32> = piles
            .iter()
            .flatten()
            .flatten()
            .map(|(value, _)| *value)
            .filter(|value| value & 1 == parity)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let conjunctive = self.is_conjunctive();
        // Whether a value is beside the target one that decides.
        let beside = |value: u32, target: u32| {
            if conjunctive {
                value > target
            } else {
                value < target
            }
        };
        let mut product = Product::new(
            &self.nodes,
            limit,
            &mut memory.piles.positions.machine.budget,
        );
        for target in targets {
            // The first pile that comes to the target, those before it stay beside it.
            for carrier in 0..piles.len() {
                if product.is_over() {
                    break;
                }
                let choices: Vec<Choices> = piles
                    .iter()
                    .enumerate()
                    .map(|(place, options)| {
                        let Some(options) = options else {
                            return if place == carrier {
                                Vec::new()
                            } else {
                                vec![None]
                            };
                        };
                        let fits = |value: u32| match place.cmp(&carrier) {
                            std::cmp::Ordering::Less => beside(value, target),
                            std::cmp::Ordering::Equal => value == target,
                            std::cmp::Ordering::Greater => value == target || beside(value, target),
                        };
                        let fitting = options.iter().filter(|(value, _)| fits(*value));
                        fitting.map(|(_, left)| Some(left.clone())).collect()
                    })
                    .collect();
                product.add(&choices, |_| true)?;
            }
        }
        let mut turns = product.turns;
        turns.is_complete &= is_complete;
        Ok(Some(turns))
    }

    fn length(&self) -> Option<u32> {
        self.is_conjunctive().then(|| self.value())
    }

    fn grundy(&self) -> Option<u64> {
        (!self.misere && !self.first_wins()).then_some(0)
    }
}
