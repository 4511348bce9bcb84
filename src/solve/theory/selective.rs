//! Turns in any piles the player likes: the selective sum.
//!
//! Where the last move wins, the player to move loses exactly when each pile is lost alone: a turn cannot leave a pile lost that
//! was, and all others can be made lost at once. Where the last move loses, this stays true as long as two piles can move; a
//! single one counts by itself. (Smith 1966; Conway, On Numbers and Games, chapter 14.)
//!
//! By induction both stay true where a pile becomes several or none: these then are piles of the same sum. The misère form: with
//! two piles that can move, all of them lost in normal play, a turn leaves two that can move and one that is won, since a lost pile
//! leads to won ones only. If some are won, they are made lost; should less than two piles be left that can move, all but one
//! pile can be made unable to move, and this one is kept or moved so that it is lost in misère play.
//!
//! A bound on the piles of a turn makes no difference where there are no more piles and none can be split.

use hashbrown::HashSet;

use super::Theory;
use super::measure::{LIVE, MISERE, Measure, NORMAL};
use super::product::{Choices, Product};
use super::table::Table;
use super::winning::Turns;
use crate::expr::position::{Header, Position, Turn};
use crate::solve::piles::Piles;
use crate::solve::positions::nodes::Id;
use crate::solve::positions::options::Left;
use crate::solve::positions::{Positions, Walk};
use crate::solve::values::Values;
use crate::work::budget::Account;
use crate::work::{Failure, Halt};

struct Selective {
    misere: bool,
    bound: Option<u64>,
    /// Of each pile, in the order of the position.
    outcomes: Vec<u32>,
    nodes: Vec<Id>,
}

/// Whether a turn moves in one or more piles.
pub(super) fn covers(game: &Header) -> bool {
    !game.alike && bound(&game.turn).is_some()
}

fn bound(turn: &Turn) -> Option<Option<u64>> {
    match turn {
        Turn::Counts(ranges) => match ranges.as_slice() {
            [(1, most)] => Some(*most),
            _ => None,
        },
        _ => None,
    }
}

/// The theorem for a position.
pub(super) fn make(memory: &mut Values, position: &Position) -> Result<Box<dyn Theory>, Halt> {
    let [term] = position.terms.as_slice() else {
        return Err(Halt::declined("it is about one game"));
    };
    let nodes = memory.piles.positions.pile_nodes(position, 0)?;
    let bound = bound(&term.game.turn).flatten();
    if let Some(most) = bound {
        let mut live = 0;
        for node in &nodes {
            live += u64::from(!memory.piles.positions.is_terminal(*node)?);
        }
        if live > most {
            return Err(Halt::declined(format!(
                "a turn moves in at most {most} of the {live} piles that can move"
            )));
        }
        for node in &nodes {
            if let Some(why) = splits(*node, &mut memory.unsplit, &mut memory.piles)? {
                return Err(Halt::declined(why));
            }
        }
    }
    let mut outcomes = Vec::with_capacity(nodes.len());
    for node in &nodes {
        outcomes.push(
            memory
                .measures
                .of(Measure::Outcomes, *node, &mut memory.piles)?,
        );
    }
    Ok(Box::new(Selective {
        misere: term.game.misere,
        bound,
        outcomes,
        nodes,
    }))
}

impl Selective {
    fn live(&self) -> usize {
        let live = self.outcomes.iter().filter(|value| *value & LIVE != 0);
        live.count()
    }

    /// What a pile may become, each option with the outcomes of what is left, and how many piles of it can move.
    fn options(&self, memory: &mut Values, node: Id) -> Result<Vec<(u32, usize, Left)>, Failure> {
        let mut made = Vec::new();
        if let Some(size) = memory.piles.nim_size(node)? {
            // From more stones than one all that can be lost is none, or one in misère play.
            for left in 0..size.min(2) {
                let smaller = memory.piles.positions.like(node, left as i64);
                let value = memory
                    .measures
                    .known(Measure::Outcomes, smaller, &mut memory.piles)?;
                made.push((value, left as usize, Left::Size(left)));
            }
            return Ok(made);
        }
        let options = memory.piles.positions.pile_options(node)?;
        for option in options.iter() {
            let mut parts = Vec::with_capacity(option.stay.len());
            for part in &option.stay {
                parts.push(
                    memory
                        .measures
                        .known(Measure::Outcomes, *part, &mut memory.piles)?,
                );
            }
            let live = parts.iter().filter(|value| *value & LIVE != 0).count();
            let value = Measure::Outcomes.of_sum(parts.into_iter());
            made.push((value, live, Left::Option(option.clone())));
        }
        Ok(made)
    }
}

impl Theory for Selective {
    fn first_wins(&self) -> bool {
        let sum = Measure::Outcomes.of_sum(self.outcomes.iter().copied());
        sum & if self.misere { MISERE } else { NORMAL } != 0
    }

    fn premise(&self) -> String {
        let form = if self.misere {
            " in its misère form"
        } else {
            ""
        };
        let bound = match self.bound {
            Some(_) => {
                "; no reachable pile can be split, so there are never more piles than a turn may move in, and none"
            }
            None => "; no reachable pile",
        };
        format!("the theorem of selective sums{form}{bound} leads to another game")
    }

    fn table(&self) -> Table {
        let alone = self.misere && self.live() <= 1;
        let bit = if alone { MISERE } else { NORMAL };
        let rows = self.outcomes.iter().map(|value| {
            let cell = match (value & LIVE != 0, value & bit != 0) {
                (false, _) => "no move",
                (true, true) => "won",
                (true, false) => "lost",
            };
            (None, vec![cell.to_string()])
        });
        let won = |value: &&u32| *value & LIVE != 0 && *value & bit != 0;
        let won = self.outcomes.iter().filter(won).count();
        let wins = if self.first_wins() { "wins" } else { "loses" };
        let verdict = match (alone, self.live()) {
            (true, 0) => {
                "the last move was made, and it loses: the player to move wins".to_string()
            }
            (true, _) => format!(
                "one pile is left that can move, and the last move loses: the player to move {wins}"
            ),
            (false, _) if won == 0 => format!("no pile is won: the player to move {wins}"),
            (false, _) => format!("not 0: the player to move {wins}"),
        };
        let misere = if self.misere {
            "\n  The last move loses: with two piles that can move this makes no difference, and a single one counts by itself."
        } else {
            ""
        };
        Table {
            heading: "any piles a turn: whether the player to move wins each pile alone"
                .to_string(),
            rows: rows.collect(),
            totals: vec![("won".to_string(), vec![won.to_string()])],
            verdict,
            after: if self.misere {
                "which is lost".to_string()
            } else {
                "where every pile is lost".to_string()
            },
            lost: if self.live() == 0 {
                "No pile can move.".to_string()
            } else if alone {
                "Every move in the pile leaves a position that the opponent wins.".to_string()
            } else {
                "Every move in a lost pile makes it a won one.".to_string()
            },
            applies: match self.bound {
                None => format!(
                    "The theorem of selective sums applies: no reachable pile leads to another game.{misere}"
                ),
                Some(_) => format!(
                    "The theorem of selective sums applies: no reachable pile can be split or leads to another game, so there are never\n  more piles than a turn may move in.{misere}"
                ),
            },
        }
    }

    fn winning(&self, memory: &mut Values, limit: usize) -> Result<Option<Turns>, Failure> {
        let mut options = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            options.push(self.options(memory, *node)?);
        }
        let mut product = Product::new(
            &self.nodes,
            limit,
            &mut memory.piles.positions.machine.budget,
        );
        // All piles lost; in misère play at least two of them can move. For each choice how many piles can move then.
        let mut live: Vec<Vec<usize>> = Vec::with_capacity(options.len());
        let mut choices: Vec<Choices> = Vec::with_capacity(options.len());
        for (options, value) in options.iter().zip(&self.outcomes) {
            if value & NORMAL == 0 {
                choices.push(vec![None]);
                live.push(vec![usize::from(value & LIVE != 0)]);
                continue;
            }
            let lost = options.iter().filter(|(value, _, _)| value & NORMAL == 0);
            choices.push(
                lost.clone()
                    .map(|(_, _, left)| Some(left.clone()))
                    .collect(),
            );
            live.push(lost.map(|(_, live, _)| *live).collect());
        }
        product.add(&choices, |places| {
            let counts = live.iter().zip(places);
            let counts = counts.map(|(list, place)| list[*place]);
            !self.misere || counts.sum::<usize>() >= 2
        })?;
        if self.misere {
            // One pile, lost in misère play, and no other that can move.
            for alone in 0..options.len() {
                if product.is_over() {
                    break;
                }
                let all = options.iter().zip(&self.outcomes).enumerate();
                let choices: Vec<Choices> = all
                    .map(|(place, (options, value))| {
                        let mut list = Choices::new();
                        let is_live = value & LIVE != 0;
                        if (place == alone && is_live && value & MISERE == 0)
                            || (place != alone && !is_live)
                        {
                            list.push(None);
                        }
                        let wanted = usize::from(place == alone);
                        let fits = |value: u32, live: usize| {
                            live == wanted && (live == 0 || value & MISERE == 0)
                        };
                        let fitting = options
                            .iter()
                            .filter(|(value, live, _)| fits(*value, *live));
                        list.extend(fitting.map(|(_, _, left)| Some(left.clone())));
                        list
                    })
                    .collect();
                product.add(&choices, |_| true)?;
            }
        }
        Ok(Some(product.turns))
    }

    fn grundy(&self) -> Option<u64> {
        (!self.misere && !self.first_wins()).then_some(0)
    }
}

/// Why the piles that can be reached may become more, if they may; `unsplit` are those that are known to stay in one piece.
fn splits(
    root: Id,
    unsplit: &mut HashSet<Id>,
    piles: &mut Piles,
) -> Result<Option<String>, Failure> {
    if piles.nim_size(root)?.is_some() {
        return Ok(None);
    }
    let found = find_split(root, unsplit, &mut piles.positions);
    if !matches!(found, Ok(None)) {
        // What was seen on the way is not known to stay in one piece.
        unsplit.clear();
    }
    let budget = &piles.positions.machine.budget;
    budget.hold(Account::Unsplit, (unsplit.capacity() * 8) as u64);
    found
}

fn find_split(
    root: Id,
    unsplit: &mut HashSet<Id>,
    positions: &mut Positions,
) -> Result<Option<String>, Failure> {
    let mut walk = Walk::from([root], unsplit);
    while let Some(pile) = walk.next() {
        positions.machine.budget.step()?;
        positions.check_memory(walk.memory())?;
        for option in positions.pile_options(pile)?.iter() {
            let mut live = 0;
            for part in &option.stay {
                if !positions.is_terminal(*part)? {
                    live += 1;
                    walk.add(*part);
                }
            }
            if live > 1 {
                let pile = positions.short(pile);
                return Ok(Some(format!("the pile {pile} can be split")));
            }
        }
    }
    Ok(None)
}
