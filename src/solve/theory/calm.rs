//! Piles of Nim in disguise.
//!
//! Where no option of a reachable pile splits it, leads to another game or raises its Grundy value, the options' values are
//! exactly those below its own: they cannot equal it, since it is their mex. By induction a pile of value 0 has no option, and
//! a pile of value g has the same game tree as a pile of g stones of Nim. So every statement about piles of Nim, in normal and
//! in misère play and however many piles a turn moves in, holds for such piles by their values. Parts from which nothing can
//! move count as nothing; so this is not for turns in all piles or none.

use crate::expr::position::{GameId, Position};
use crate::solve::heap::nim;
use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::options::Left;
use crate::solve::solver::Solver;
use crate::transition::taking::recognise;
use crate::work::{Failure, Halt};

/// How many options of reachable piles are looked at before the check is given up.
const MOST_OPTIONS: u64 = 20_000_000;

impl Solver {
    /// Whether every pile of a game leads, by its rules, to exactly the smaller ones.
    pub(crate) fn is_nim(&mut self, game: GameId) -> Result<bool, Failure> {
        if let Some(known) = self.is_nim.get(&game) {
            return Ok(*known);
        }
        let transitions = self.positions.transitions(game)?;
        let allowed = !self.plain && self.allowed.allows(nim::NAME);
        let is_nim = allowed
            && recognise(&transitions.game)
                .is_ok_and(|families| nim::leads_to_all_smaller(&families).is_ok());
        self.is_nim.insert(game, is_nim);
        Ok(is_nim)
    }

    /// The size of a pile of Nim, where that is what it is by its rules.
    pub(crate) fn nim_size(&mut self, pile: Id) -> Result<Option<u64>, Failure> {
        let Node::Pile(game, cells) = self.positions.nodes.node(pile) else {
            return Ok(None);
        };
        let [size] = cells.as_slice() else {
            return Ok(None);
        };
        Ok(match u64::try_from(*size) {
            Ok(size) if self.is_nim(game)? => Some(size),
            _ => None,
        })
    }

    /// The values of the piles of a position's first term, where all of them are piles of Nim in disguise; else why not.
    pub(super) fn calm_values(&mut self, position: &Position) -> Result<Vec<u64>, Halt> {
        let nodes = self.positions.pile_nodes(position, 0)?.into_iter();
        nodes.map(|node| self.calm_value(node)).collect()
    }

    fn calm_value(&mut self, pile: Id) -> Result<u64, Halt> {
        if let Some(size) = self.nim_size(pile)? {
            return Ok(size);
        }
        if let Some(why) = self.disturbed(pile)? {
            return Err(Halt::declined(why));
        }
        Ok(u64::from(self.grundy_of(pile)?))
    }

    /// How a calm pile is made one of a smaller value.
    pub(super) fn calm_option(&mut self, pile: Id, target: u64) -> Result<Left, Failure> {
        if self.nim_size(pile)?.is_some() {
            return Ok(Left::Size(target));
        }
        let options = self.positions.pile_options(pile)?;
        for option in options.iter() {
            let mut value = 0;
            for part in &option.stay {
                value += u64::from(self.grundy_of(*part)?);
            }
            if value == target {
                return Ok(Left::Option(option.clone()));
            }
        }
        Err(Failure::Bug("no option of a pile has a smaller value"))
    }

    /// Why some pile that can be reached does not behave like a pile of Nim.
    fn disturbed(&mut self, root: Id) -> Result<Option<String>, Failure> {
        if let Some(why) = self.disturbed.get(&root) {
            return Ok(Some(why.clone()));
        }
        let found = self.find_disturbed(root);
        if !matches!(found, Ok(None)) {
            // What was seen on the way is not known to be calm.
            self.nim_like.clear();
        }
        if let Ok(Some(why)) = &found {
            self.disturbed.insert(root, why.clone());
        }
        found
    }

    fn find_disturbed(&mut self, root: Id) -> Result<Option<String>, Failure> {
        let mut stack = vec![root];
        let mut options_seen = 0;
        while let Some(pile) = stack.pop() {
            if !self.nim_like.insert(pile) {
                continue;
            }
            self.positions.machine.budget.step()?;
            let value = self.grundy_of(pile)?;
            let options = self.positions.pile_options(pile)?;
            options_seen += options.len() as u64;
            if options_seen > MOST_OPTIONS {
                return Ok(Some("too many piles can be reached".to_string()));
            }
            for option in options.iter() {
                let mut live = None;
                for part in option.stay.iter().chain(&option.others) {
                    if self.positions.is_terminal(*part)? {
                        continue;
                    }
                    if live.replace(*part).is_some() {
                        return Ok(Some(format!(
                            "the pile {} can be split",
                            self.positions.short(pile)
                        )));
                    }
                    if option.others.contains(part) {
                        return Ok(Some(format!(
                            "the pile {} leads to another game",
                            self.positions.short(pile)
                        )));
                    }
                }
                let Some(next) = live else { continue };
                let lower = self.grundy_of(next)?;
                if lower > value {
                    return Ok(Some(format!(
                        "{} -> {} raises the Grundy value from {value} to {lower}",
                        self.positions.short(pile),
                        self.positions.short(next)
                    )));
                }
                stack.push(next);
            }
        }
        Ok(None)
    }
}
