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

use super::measure::{LIVE, MISERE, Measure, NORMAL};
use super::moore::most;
use super::product::{Candidates, Product};
use super::told::{ReadOff, Table};
use super::{Judged, Method, Theorem, in_misere_form, only_term, wins};
use crate::expr::position::Position;
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::work::{Failure, Halt};

pub(super) struct Selective {
    misere: bool,
    bound: Option<u64>,
}

impl Selective {
    /// Under a bound no pile may be split: there must never be more than a turn may move in.
    fn measure(&self) -> Measure {
        Measure::Outcomes {
            may_split: self.bound.is_none(),
        }
    }
}

impl Method for Selective {
    /// The outcomes.
    type Image = u32;
    type Sum = u32;

    const IN_SEVERAL: bool = true;

    fn image(&self, pile: Id, memory: &mut KnownValues) -> Result<u32, Halt> {
        memory.measures.of(self.measure(), pile, &mut memory.piles)
    }

    fn nothing(&self) -> u32 {
        self.measure().nothing()
    }

    fn add(&self, sum: &mut u32, outcomes: u32) {
        *sum = self.measure().plus(*sum, outcomes);
    }
}

impl Theorem for Selective {
    fn of(position: &Position, memory: &mut KnownValues) -> Result<Selective, Halt> {
        let term = only_term(position)?;
        let game = &term.game;
        let bound = most(&game.turn).flatten();
        if let Some(most) = bound {
            let nodes = memory.piles.positions.pile_nodes(term)?;
            let live = memory.piles.positions.movable(&nodes)?.len() as u64;
            if live > most {
                return Err(Halt::declined(format!(
                    "a turn moves in at most {most} of the {live} piles that can move"
                )));
            }
        }
        Ok(Selective {
            misere: game.misere,
            bound,
        })
    }

    fn is_won(&self, sum: &u32) -> bool {
        sum & if self.misere { MISERE } else { NORMAL } != 0
    }

    fn premise(&self) -> String {
        let form = in_misere_form(self.misere);
        let bound = match self.bound {
            Some(_) => {
                "; no reachable pile can be split, so there are never more piles than a turn may move in, and none"
            }
            None => "; no reachable pile",
        };
        format!("the theorem of selective sums{form}{bound} leads to another game")
    }

    fn table(&self, judged: &Judged<Selective>) -> Table {
        let is_live = |value: &u32| value & LIVE != 0;
        let live = judged.images().filter(is_live).count();
        let alone = self.misere && live <= 1;
        let bit = if alone { MISERE } else { NORMAL };
        let rows = judged.images().map(|value| {
            let cell = match (value & LIVE != 0, value & bit != 0) {
                (false, _) => "no move",
                (true, true) => "won",
                (true, false) => "lost",
            };
            (None, vec![cell.to_string()])
        });
        let won = judged.images().filter(is_live);
        let won = won.filter(|value| value & bit != 0).count();
        let wins = wins(self.is_won(&judged.sum));
        let verdict = match (alone, live) {
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
            "\n  The last move loses: with two or more piles that can move this makes no difference, and a single one counts by itself."
        } else {
            ""
        };
        Table {
            heading: format!(
                "any piles a turn: whether the player to move wins each pile alone{}",
                if self.misere && !alone {
                    ", were the last move to win"
                } else {
                    ""
                }
            ),
            rows: rows.collect(),
            totals: vec![("won".to_string(), vec![won.to_string()])],
            verdict,
            after: if self.misere {
                "which is lost".to_string()
            } else {
                "where every pile is lost".to_string()
            },
            lost: if live == 0 {
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

    fn winning(
        &self,
        judged: &Judged<Selective>,
        limit: usize,
        memory: &mut KnownValues,
    ) -> Result<ReadOff, Failure> {
        // From more stones than one all that can be lost is none, or one in misère play.
        let few = |size: u64| Some((0..size.min(2)).collect());
        let KnownValues {
            piles, measures, ..
        } = memory;
        let mut all = Vec::with_capacity(judged.parts.len());
        for pile in &judged.parts {
            let (options, _) = measures.options(self.measure(), pile.part, few, piles)?;
            all.push((pile.image, options));
        }
        let nodes = judged.nodes();
        let budget = &mut piles.positions.machine.budget;
        let mut product = Product::new(&nodes, limit, budget);
        // All piles lost; in misère play at least two of them can move. For each choice how many piles can move then.
        let mut live: Vec<Vec<usize>> = Vec::with_capacity(all.len());
        let mut choices: Vec<Candidates> = Vec::with_capacity(all.len());
        for (value, options) in &all {
            if value & NORMAL == 0 {
                choices.push(vec![None]);
                live.push(vec![usize::from(value & LIVE != 0)]);
                continue;
            }
            let lost = options.iter().filter(|option| option.value & NORMAL == 0);
            let left = lost.clone().map(|option| Some(option.left.clone()));
            choices.push(left.collect());
            live.push(lost.map(|option| option.live).collect());
        }
        product.add(&Vec::from_iter(&choices), |places| {
            let counts = live.iter().zip(places);
            let counts = counts.map(|(list, place)| list[*place]);
            !self.misere || counts.sum::<usize>() >= 2
        })?;
        if self.misere {
            // One pile, lost in misère play, and no other that can move.
            let left = |wanted: usize| -> Vec<Candidates> {
                let piles = all.iter().map(|(value, options)| {
                    let is_lost = |value: u32| wanted == 0 || value & MISERE == 0;
                    let stays = usize::from(value & LIVE != 0) == wanted && is_lost(*value);
                    let fitting = options
                        .iter()
                        .filter(|option| option.live == wanted && is_lost(option.value));
                    let fitting = fitting.map(|option| Some(option.left.clone()));
                    stays.then_some(None).into_iter().chain(fitting).collect()
                });
                piles.collect()
            };
            let (ended, alone) = (left(0), left(1));
            let open = ended.iter().filter(|list| list.is_empty()).count();
            for place in 0..all.len() {
                if product.is_over() {
                    break;
                }
                if alone[place].is_empty() || open > usize::from(ended[place].is_empty()) {
                    continue;
                }
                let choices = ended[..place].iter().chain(&alone[place..=place]);
                let choices: Vec<&Candidates> = choices.chain(&ended[place + 1..]).collect();
                product.add(&choices, |_| true)?;
            }
        }
        Ok(product.turns)
    }
}
