//! Searches over whole positions.
//!
//! Positions of several piles are left to the search of the kernel: its kinds are the piles of a game that moves in several, or
//! the components of a sum. The plain search over nodes ([`outcomes`]) does where piles can come back, are very many, or lead
//! to other games in the middle of a turn of several piles.

mod outcomes;
mod piles;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;

use crate::expr::position::GameId;
use crate::kernel::search::Work;
use crate::kernel::search::kinds::{Kind, Kinds};
use crate::kernel::search::ways::Search;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node};
use crate::text::certain::Certain;
use crate::work::budget::Account;
use crate::work::{Failure, Halt, Limit};
use outcomes::Outcomes;

const TOO_LONG: &str = "a play is longer than any number";

const MOST_KEPT: usize = 4;

/// Boards up to this size may be made larger than the position asks for.
const SPARE: u64 = 1 << 20;

/// And others this many times as large.
const LARGER: u64 = 2;

/// How many options of the kernel count as one of the limited search over nodes, which takes so much longer for each.
const OPTIONS_FOR_ONE: u64 = 16;

/// What was found by searches over whole positions.
#[derive(Default)]
pub(crate) struct Searches {
    /// The searches of the kernel that are kept, the latest last.
    kept: Vec<Kept>,
    /// For games and sums (`None`) whose piles were too many, how many are looked at next time.
    patience: HashMap<Option<GameId>, usize>,
    outcomes: Outcomes,
}

/// How many options searches may look at.
pub(crate) struct Allowance {
    looked: u64,
    most: u64,
}

impl Allowance {
    pub(crate) fn of(most: u64) -> Allowance {
        Allowance { looked: 0, most }
    }

    pub(crate) fn looked(&self) -> u64 {
        self.looked
    }

    fn left(&self) -> u64 {
        self.most.saturating_sub(self.looked)
    }

    fn unlimited() -> Allowance {
        Allowance::of(u64::MAX)
    }

    /// Counts options that were looked at.
    fn take(&mut self, options: u64) -> Result<(), Limit> {
        self.looked = self.looked.saturating_add(options);
        match self.looked > self.most {
            true => Err(Limit::Options(self.most)),
            false => Ok(()),
        }
    }
}

/// The whole position that is searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    pub(crate) node: Id,
    pub(crate) misere: bool,
    /// Whether by the definition alone.
    pub(crate) plain: bool,
}

/// The game that moves in several piles, `None` for a sum of components; and whether the last move loses.
type Played = (Option<GameId>, bool);

/// A search with what its kinds are.
struct Kept {
    played: Played,
    kinds: HashMap<Id, Kind>,
    /// The piles of the highest position it covers.
    root: Vec<Id>,
    search: Search,
}

impl Kept {
    /// The kinds of piles, where the search covers them. Piles without moves are none.
    fn covers(&self, piles: &[Id]) -> Option<Vec<Kind>> {
        let kinds = kinds_of(piles, &self.kinds)?;
        self.search.covers(&kinds).then_some(kinds)
    }
}

fn kinds_of(piles: &[Id], known: &HashMap<Id, Kind>) -> Option<Vec<Kind>> {
    let kinds = piles.iter().map(|pile| known.get(pile).copied());
    kinds.filter(|kind| *kind != Some(0)).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
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

impl Searches {
    pub(crate) fn forget(&mut self, positions: &Positions) {
        self.kept.clear();
        self.patience.clear();
        self.hold(0, positions);
    }

    /// Whether the player to move wins a whole position.
    pub(crate) fn wins(&mut self, root: Root, positions: &mut Positions) -> Result<bool, Failure> {
        self.wins_within(root, &mut Allowance::unlimited(), positions)
    }

    /// The same, by a look at so many options.
    pub(crate) fn wins_within(
        &mut self,
        root: Root,
        allowance: &mut Allowance,
        positions: &mut Positions,
    ) -> Result<bool, Failure> {
        Ok(self.find(root, Wanted::Outcome, allowance, positions)? == 1)
    }

    /// Whether the outcome of a whole position of normal play was found option by option.
    pub(crate) fn knows(&self, node: Id) -> bool {
        self.outcomes.knows(node)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn length(
        &mut self,
        root: Root,
        allowance: &mut Allowance,
        positions: &mut Positions,
    ) -> Result<(bool, u32), Failure> {
        let value = self.find(root, Wanted::Length, allowance, positions)?;
        let length = u32::try_from(value >> 1).map_err(|_| Failure::Bug(TOO_LONG))?;
        Ok((value & 1 == 1, length))
    }

    /// 1 where the player to move wins; plus twice the length, where that is asked for.
    fn find(
        &mut self,
        root: Root,
        asked: Wanted,
        allowance: &mut Allowance,
        positions: &mut Positions,
    ) -> Result<u64, Failure> {
        if !root.plain
            && let Some(value) = self.by_kinds(root, asked, allowance, positions)?
        {
            return Ok(value);
        }
        let measures = asked == Wanted::Length;
        let value = self.outcomes.find(root, measures, allowance, positions)?;
        Ok(u64::from(value))
    }

    /// The Grundy value of the piles of a game that moves in several; nothing where the search of the kernel does not apply.
    pub(crate) fn grundy(
        &mut self,
        root: Id,
        positions: &mut Positions,
    ) -> Result<Option<u32>, Failure> {
        let root = Root {
            node: root,
            misere: false,
            plain: false,
        };
        let allowance = &mut Allowance::unlimited();
        let found = self.by_kinds(root, Wanted::Grundy, allowance, positions)?;
        Ok(found.map(|value| value as u32))
    }

    /// Says how many bytes the searches take, but for the newest ones, which count themselves while they work.
    fn hold(&self, newest: usize, positions: &Positions) {
        let kept = self.kept.iter().rev().skip(newest);
        let bytes = kept.map(|kept| kept.search.memory() + (kept.kinds.allocation_size() as u64));
        let budget = &positions.machine.budget;
        budget.hold(Account::Searches, bytes.sum());
    }

    fn by_kinds(
        &mut self,
        root: Root,
        asked: Wanted,
        allowance: &mut Allowance,
        positions: &mut Positions,
    ) -> Result<Option<u64>, Failure> {
        let Root { node, misere, .. } = root;
        let Some((game, piles)) = scope(node, positions) else {
            return Ok(None);
        };
        if let (None, [pile]) = (game, &piles[..])
            && never_splits(*pile, positions)?
        {
            return Ok(None);
        }
        let played = (game, misere);
        let place = self.kept.iter().rposition(|kept| kept.played == played);
        let covered = place
            .and_then(|place| self.kept.get(place))
            .and_then(|kept| kept.covers(&piles));
        let kinds = match (covered, place) {
            (Some(kinds), Some(place)) => {
                let kept = self.kept.remove(place);
                self.kept.push(kept);
                kinds
            }
            _ => {
                let before = place.map(|place| self.kept.remove(place).root);
                match self.new_search(played, &piles, before, positions)? {
                    Some(kinds) => kinds,
                    None => return Ok(None),
                }
            }
        };
        self.hold(1, positions);
        positions.check_memory(0)?;
        let mut work = Work {
            budget: &mut positions.machine.budget,
            options: 0,
            most: allowance.left().saturating_mul(OPTIONS_FOR_ONE),
        };
        let kept = self.kept.last_mut();
        let search = &mut kept.certain("the search was put there").search;
        let found = match asked {
            Wanted::Outcome => search.wins(&kinds, &mut work).map(u64::from),
            Wanted::Length => search
                .length(&kinds, &mut work)
                .map(|(wins, length)| length << 1 | u64::from(wins)),
            Wanted::Grundy => search.grundy(&kinds, &mut work).map(u64::from),
        };
        allowance.looked += work.options / OPTIONS_FOR_ONE;
        let done = search.positions();
        self.hold(0, positions);
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Halt::Declined(_)) => Ok(None),
            Err(Halt::Failure(Failure::Limit(Limit::Options(_), _))) => {
                Err(Limit::Options(allowance.most).into())
            }
            Err(Halt::Failure(failure)) => Err(failure.at(|| format!("after {done} positions"))),
        }
    }

    /// Prepares a search that covers some piles, where that is cheap also more of those that one before it was made for; the
    /// kinds of the piles.
    fn new_search(
        &mut self,
        played: Played,
        piles: &[Id],
        before: Option<Vec<Id>>,
        positions: &mut Positions,
    ) -> Result<Option<Vec<Kind>>, Failure> {
        let (game, misere) = played;
        let rules = piles::rules(game, misere, positions)?;
        let most = self.patience.entry(game).or_insert(piles::MOST_KINDS);
        let Some((order, given)) = piles::all(game, piles, most, positions)? else {
            return Ok(None);
        };
        // One pile that never becomes several is best searched as it is.
        let splits = || given.iter().flatten().any(|choice| choice.parts.len() > 1);
        if game.is_none() && piles.len() == 1 && !splits() {
            return Ok(None);
        }
        let Some((kinds, numbers)) = Kinds::new(&given, &rules.turn) else {
            return Ok(None);
        };
        let numbers: HashMap<Id, Kind> = order.into_iter().zip(numbers).collect();
        let own = kinds_of(piles, &numbers).certain("each pile has a kind");
        let mut root = piles.to_vec();
        let mut search = Search::new(kinds.clone(), rules.clone(), &own);
        let before = before.and_then(|root| kinds_of(&root, &numbers));
        if let (Some(len), Some(before)) = (search.board_len(), before) {
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
        if self.kept.len() >= MOST_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Kept {
            played,
            kinds: numbers,
            root,
            search,
        });
        self.hold(0, positions);
        positions.check_memory(0)?;
        Ok(Some(own))
    }
}

/// Whether a pile is seen to become one at most, whatever is done: it is best searched as it is.
fn never_splits(pile: Id, positions: &mut Positions) -> Result<bool, Failure> {
    let Node::Pile(game, _) = positions.nodes.node(pile) else {
        return Ok(false);
    };
    let moves = &positions.transitions(game)?.game.moves;
    Ok(moves.iter().all(|rule| rule.effect.leaves_one()))
}

/// The game that moves in several piles with these, or the components of a sum; nothing where a search over nodes does better:
/// one pile of several numbers is its own position.
fn scope(root: Id, positions: &Positions) -> Option<(Option<GameId>, Vec<Id>)> {
    match positions.nodes.node(root) {
        Node::Compound(game, piles) => Some((Some(game), piles)),
        Node::Sum(components) => Some((None, components)),
        Node::Pile(_, cells) if cells.len() == 1 => Some((None, vec![root])),
        Node::Pile(..) => None,
    }
}
