//! Positions of several piles by the search of the kernel: its kinds are the piles of a game that moves in several, or the
//! components of a sum.
//!
//! It is left to the plain search over nodes where piles can come back, are very many, or lead to other games in the middle of
//! a turn of several piles.

mod outcomes;
mod piles;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;

use crate::expr::position::GameId;
use crate::kernel::search::kinds::{Kind, Kinds};
use crate::kernel::search::ways::Search;
use crate::kernel::search::work::Work;
use crate::solve::Solver;
use crate::solve::positions::nodes::{Id, Node};
use crate::work::{Failure, Halt, Limit};

const TOO_LONG: &str = "a play is longer than any number";

/// So many searches are kept.
const MOST_KEPT: usize = 4;

/// Boards up to this size may be made larger than the position asks for.
const SPARE: u64 = 1 << 20;

/// And others this many times as large.
const LARGER: u64 = 2;

/// So many options of the kernel count as one of the limited search over nodes, which takes so much longer for each.
const OPTIONS_FOR_ONE: u64 = 128;

/// The searches that are kept.
#[derive(Default)]
pub(crate) struct Searches {
    /// The latest last.
    kept: Vec<Kept>,
    /// For games and sums (`None`) whose piles were too many, how many are looked at next time.
    patience: HashMap<Option<GameId>, usize>,
}

/// A search with what its kinds are.
struct Kept {
    /// The game that moves in several piles; `None`: a sum of components.
    game: Option<GameId>,
    misere: bool,
    kinds: HashMap<Id, Kind>,
    /// The piles of the highest position it covers.
    root: Vec<Id>,
    search: Search,
}

impl Kept {
    /// The kinds of piles, where the search covers them. Piles without moves are none.
    fn covers(&self, piles: &[Id]) -> Option<Vec<Kind>> {
        let mut kinds = Vec::with_capacity(piles.len());
        for pile in piles {
            let kind = *self.kinds.get(pile)?;
            if kind > 0 {
                kinds.push(kind);
            }
        }
        self.search.covers(&kinds).then_some(kinds)
    }
}

impl Searches {
    /// Bytes in use.
    pub(crate) fn memory(&self) -> u64 {
        let kept = self.kept.iter();
        kept.map(|kept| kept.search.memory() + (kept.kinds.allocation_size() as u64))
            .sum()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Searches::default();
    }
}

/// What is asked of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Outcome,
    Length,
    Grundy,
}

/// The least sequence that is above two, place by place from the highest kinds on.
fn joined(mut one: Vec<Kind>, mut other: Vec<Kind>) -> Vec<Kind> {
    one.sort_unstable_by(|a, b| b.cmp(a));
    other.sort_unstable_by(|a, b| b.cmp(a));
    let len = one.len().max(other.len());
    one.resize(len, 0);
    for (kind, other) in one.iter_mut().zip(other) {
        *kind = other.max(*kind);
    }
    one
}

impl Solver {
    /// Whether the player to move wins; nothing where the kernel's search does not apply.
    pub(in crate::solve) fn wins_by_kinds(
        &mut self,
        root: Id,
        misere: bool,
    ) -> Result<Option<bool>, Failure> {
        let found = self.by_kinds(root, misere, Asked::Outcome)?;
        Ok(found.map(|value| value != 0))
    }

    /// The outcome and the length of perfect play.
    pub(in crate::solve) fn length_by_kinds(
        &mut self,
        root: Id,
        misere: bool,
    ) -> Result<Option<(bool, u32)>, Failure> {
        let found = self.by_kinds(root, misere, Asked::Length)?;
        let length = |value: u64| u32::try_from(value >> 1).map_err(|_| Failure::Bug(TOO_LONG));
        let found = found.map(|value| Ok((value & 1 == 1, length(value)?)));
        found.transpose()
    }

    /// The Grundy value of the piles of a game that moves in several.
    pub(in crate::solve) fn grundy_by_kinds(&mut self, root: Id) -> Result<Option<u32>, Failure> {
        if self.plain || !matches!(self.positions.nodes.node(root), Node::Compound(..)) {
            return Ok(None);
        }
        let found = self.by_kinds(root, false, Asked::Grundy)?;
        Ok(found.map(|value| value as u32))
    }

    fn by_kinds(&mut self, root: Id, misere: bool, asked: Asked) -> Result<Option<u64>, Failure> {
        if self.plain {
            return Ok(None);
        }
        let Some((game, piles)) = self.scope(root) else {
            return Ok(None);
        };
        let place = self
            .searches
            .kept
            .iter()
            .rposition(|kept| (kept.game, kept.misere) == (game, misere));
        let covered = place
            .and_then(|place| self.searches.kept.get(place))
            .and_then(|kept| kept.covers(&piles));
        let kinds = match (covered, place) {
            (Some(kinds), Some(place)) => {
                let kept = self.searches.kept.remove(place);
                self.searches.kept.push(kept);
                kinds
            }
            _ => {
                let before = place.map(|place| self.searches.kept.remove(place).root);
                match self.new_search(game, misere, &piles, before)? {
                    Some(kinds) => kinds,
                    None => return Ok(None),
                }
            }
        };
        // It is counted by itself while it works.
        let kept = self.searches.kept.pop();
        let mut kept = kept.expect("the search was put there");
        self.check_memory(0)?;
        let (used, limit) = (self.whole_nodes, self.whole_limit);
        let mut work = Work {
            beside: 0,
            budget: &mut self.positions.machine.budget,
            options: 0,
            most: limit.saturating_sub(used).saturating_mul(OPTIONS_FOR_ONE),
        };
        let search = &mut kept.search;
        let found = match asked {
            Asked::Outcome => search.wins(&kinds, &mut work).map(u64::from),
            Asked::Length => search
                .length(&kinds, &mut work)
                .map(|(wins, length)| length << 1 | u64::from(wins)),
            Asked::Grundy => search.grundy(&kinds, &mut work).map(u64::from),
        };
        self.whole_nodes += work.options / OPTIONS_FOR_ONE;
        let positions = search.positions();
        self.searches.kept.push(kept);
        self.hold();
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Halt::Declined(_)) => Ok(None),
            Err(Halt::Failure(Failure::Limit(Limit::Options(_), _))) => {
                Err(Limit::Options(limit).into())
            }
            Err(Halt::Failure(failure)) => {
                Err(failure.at(|| format!("after {positions} positions")))
            }
        }
    }

    /// The game that moves in several piles with these, or the components of a sum; nothing where a search over nodes does
    /// better: one pile of several numbers is its own position.
    fn scope(&self, root: Id) -> Option<(Option<GameId>, Vec<Id>)> {
        match self.positions.nodes.node(root) {
            Node::Compound(game, piles) => Some((Some(game), piles)),
            Node::Sum(components) => Some((None, components)),
            Node::Pile(_, cells) if cells.len() == 1 => Some((None, vec![root])),
            Node::Pile(..) => None,
        }
    }

    /// Prepares a search that covers some piles, where that is cheap also more of those that one before it was made for; the
    /// kinds of the piles.
    fn new_search(
        &mut self,
        game: Option<GameId>,
        misere: bool,
        piles: &[Id],
        before: Option<Vec<Id>>,
    ) -> Result<Option<Vec<Kind>>, Failure> {
        let rules = self.search_rules(game, misere)?;
        let Some((order, given)) = self.all_piles(game, piles)? else {
            return Ok(None);
        };
        // One pile that never becomes several is best searched as it is.
        let splits = || given.iter().flatten().any(|choice| choice.parts.len() > 1);
        if game.is_none() && piles.len() == 1 && !splits() {
            return Ok(None);
        }
        let Ok((kinds, numbers)) = Kinds::new(&given, rules.keeps_terminal()) else {
            return Ok(None);
        };
        let numbers: HashMap<Id, Kind> = order.into_iter().zip(numbers).collect();
        let kinds_of = |piles: &[Id]| -> Option<Vec<Kind>> {
            let kinds = piles.iter().map(|pile| numbers.get(pile).copied());
            kinds.filter(|kind| *kind != Some(0)).collect()
        };
        let own = kinds_of(piles).expect("each pile has a kind");
        let mut root = piles.to_vec();
        let mut search = Search::new(kinds.clone(), rules.clone(), &own);
        if let (Some(len), Some(before)) =
            (search.board_len(), before.and_then(|root| kinds_of(&root)))
        {
            // Others like these and those before are likely to follow.
            let most = own.iter().chain(&before).copied().max().unwrap_or(0);
            let full = vec![most; own.len().max(before.len())];
            let allowed = SPARE.max(len.saturating_mul(LARGER));
            for (larger, most) in [(full, SPARE), (joined(own.clone(), before), allowed)] {
                let wide = Search::new(kinds.clone(), rules.clone(), &larger);
                if wide.board_len().is_some_and(|len| len <= most) && wide.covers(&own) {
                    let piles: HashMap<Kind, Id> =
                        numbers.iter().map(|(id, kind)| (*kind, *id)).collect();
                    root = larger.iter().map(|kind| piles[kind]).collect();
                    search = wide;
                    break;
                }
            }
        }
        if self.searches.kept.len() >= MOST_KEPT {
            self.searches.kept.remove(0);
        }
        self.searches.kept.push(Kept {
            game,
            misere,
            kinds: numbers,
            root,
            search,
        });
        self.check_memory(0)?;
        Ok(Some(own))
    }
}
