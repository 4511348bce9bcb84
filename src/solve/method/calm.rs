//! Piles of Nim in disguise.
//!
//! Where no option of a reachable pile splits it, leads to another game or raises its Grundy value, the options' values are
//! exactly those below its own: they cannot equal it, since it is their mex. By induction a pile of value 0 has no option, and
//! a pile of value g has the same game tree as a pile of g stones of Nim. So every statement about piles of Nim, in normal and
//! in misère play and however many piles a turn moves in, holds for such piles by their values. Parts from which nothing can
//! move count as nothing; so this is not for turns in all piles or none.

use hashbrown::{HashMap, HashSet};
use smallvec::smallvec;

use crate::solve::piles::Piles;
use crate::solve::positions::Walk;
use crate::solve::positions::nodes::Id;
use crate::solve::positions::options::PileLeft;
use crate::work::budget::Account;
use crate::work::{Failure, Halt};

/// How many options of reachable piles are looked at before the check is given up.
const MOST_OPTIONS: u64 = 20_000_000;

/// What is known of piles.
#[derive(Default)]
pub(in crate::solve) struct NimLike {
    /// Piles that are piles of Nim in disguise, as all are that can be reached from them.
    known: HashSet<Id>,
    /// Piles that are not, with the reason.
    disturbed: HashMap<Id, String>,
}

impl NimLike {
    /// The value of a pile that is a pile of Nim in disguise; else why it is none.
    pub(super) fn value(&mut self, pile: Id, piles: &mut Piles) -> Result<u64, Halt> {
        if let Some(size) = piles.nim_size(pile)? {
            return Ok(size);
        }
        if let Some(why) = self.disturbed(pile, piles)? {
            return Err(Halt::declined(why));
        }
        Ok(u64::from(piles.grundy(pile)?))
    }

    /// Why some pile that can be reached does not behave like a pile of Nim.
    fn disturbed(&mut self, root: Id, piles: &mut Piles) -> Result<Option<String>, Failure> {
        if let Some(why) = self.disturbed.get(&root) {
            return Ok(Some(why.clone()));
        }
        let found = find_disturbed(root, &mut self.known, piles);
        if !matches!(found, Ok(None)) {
            // What was seen on the way is not known to be calm.
            self.known.clear();
        }
        if let Ok(Some(why)) = &found {
            self.disturbed.insert(root, why.clone());
        }
        let bytes = self.known.capacity() * 8 + self.disturbed.len() * 128;
        let budget = &piles.positions.machine.budget;
        budget.hold(Account::NimLike, bytes as u64);
        found
    }
}

fn find_disturbed(
    root: Id,
    known: &mut HashSet<Id>,
    piles: &mut Piles,
) -> Result<Option<String>, Failure> {
    let mut walk = Walk::from([root], known);
    let mut options_seen = 0;
    while let Some(pile) = walk.next() {
        piles.positions.machine.budget.step()?;
        let value = piles.grundy(pile)?;
        let options = piles.positions.pile_options(pile)?;
        options_seen += options.len() as u64;
        if options_seen > MOST_OPTIONS {
            return Ok(Some("too many piles can be reached".to_string()));
        }
        for option in options.iter() {
            let positions = &mut piles.positions;
            let mut live = None;
            for part in option.stay.iter().chain(&option.others) {
                if positions.is_terminal(*part)? {
                    continue;
                }
                let split = live.replace(*part).is_some();
                if split || option.others.contains(part) {
                    let pile = positions.short(pile);
                    return Ok(Some(match split {
                        true => format!("the pile {pile} can be split"),
                        false => format!("the pile {pile} leads to another game"),
                    }));
                }
            }
            let Some(next) = live else { continue };
            let lower = piles.grundy(next)?;
            if lower > value {
                let (pile, next) = (piles.positions.short(pile), piles.positions.short(next));
                return Ok(Some(format!(
                    "{pile} -> {next} raises the Grundy value from {value} to {lower}"
                )));
            }
            walk.add(next);
        }
    }
    Ok(None)
}

/// How a pile of Nim in disguise is made one of a smaller value.
pub(super) fn option_to(pile: Id, target: u64, piles: &mut Piles) -> Result<PileLeft, Failure> {
    if piles.nim_size(pile)?.is_some() {
        return Ok(PileLeft::Sizes(smallvec![target]));
    }
    for option in piles.positions.pile_options(pile)?.iter() {
        let mut value = 0;
        for part in &option.stay {
            value += u64::from(piles.grundy(*part)?);
        }
        if value == target {
            return Ok(PileLeft::Option(option.clone()));
        }
    }
    Err(Failure::Bug("no option of a pile has a smaller value"))
}
