//! Positions of several piles by the search of the kernel: its kinds are the piles of a game that moves in several, or the
//! components of a sum.
//!
//! It is left to the plain search over nodes where piles can come back, are very many, or lead to other games in the middle of
//! a turn of several piles.

use hashbrown::{HashMap, HashSet};

use super::nodes::{Id, Node};
use super::solver::Solver;
use super::trouble::Trouble;
use crate::expr::machine::Then;
use crate::expr::position::{GameId, Turn};
use crate::kernel::search::kinds::{Given, Kind, Kinds};
use crate::kernel::search::search::Search;
use crate::kernel::search::turn::{self, Rules};
use crate::kernel::search::work::{Halt, Work};
use crate::transition::options::Options;

/// So many kinds of piles at most.
const MOST_KINDS: usize = 4096;

/// So many moves at most for each of that many kinds.
const MOVES_FOR_ONE: usize = 256;

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

/// A label with the piles that a move leaves.
type Move = (u32, Vec<Id>);

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
    pub(super) fn wins_by_kinds(
        &mut self,
        root: Id,
        misere: bool,
    ) -> Result<Option<bool>, Trouble> {
        let found = self.by_kinds(root, misere, Asked::Outcome)?;
        Ok(found.map(|value| value != 0))
    }

    /// The outcome and the length of perfect play.
    pub(super) fn length_by_kinds(
        &mut self,
        root: Id,
        misere: bool,
    ) -> Result<Option<(bool, u32)>, Trouble> {
        let found = self.by_kinds(root, misere, Asked::Length)?;
        Ok(found.map(|value| (value & 1 == 1, (value >> 1).min(u64::from(u32::MAX)) as u32)))
    }

    /// The Grundy value of the piles of a game that moves in several.
    pub(super) fn grundy_by_kinds(&mut self, root: Id) -> Result<Option<u32>, Trouble> {
        if self.plain || !matches!(self.nodes.node(root), Node::Compound(..)) {
            return Ok(None);
        }
        let found = self.by_kinds(root, false, Asked::Grundy)?;
        Ok(found.map(|value| value as u32))
    }

    fn by_kinds(&mut self, root: Id, misere: bool, asked: Asked) -> Result<Option<u64>, Trouble> {
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
        let Some(mut kept) = self.searches.kept.pop() else {
            return Ok(None);
        };
        let (used, limit) = (self.whole_nodes, self.whole_limit);
        let mut work = Work {
            beside: self.memory(),
            budget: &mut self.machine.budget,
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
        match found {
            Ok(value) => Ok(Some(value)),
            Err(Halt::Declined) => Ok(None),
            Err(Halt::TooWide) => Err(Trouble::TooWide(limit)),
            Err(Halt::Stop(stop)) => Err(Trouble::Limit {
                stop,
                progress: format!("after {positions} positions"),
            }),
        }
    }

    /// The game that moves in several piles with these, or the components of a sum; nothing where a search over nodes does
    /// better: one pile of several numbers is its own position.
    fn scope(&self, root: Id) -> Option<(Option<GameId>, Vec<Id>)> {
        match self.nodes.node(root) {
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
    ) -> Result<Option<Vec<Kind>>, Trouble> {
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
        let own = kinds_of(piles).unwrap_or_default();
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
                    root = larger
                        .iter()
                        .filter_map(|kind| piles.get(kind).copied())
                        .collect();
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
        self.check_memory()?;
        Ok(Some(own))
    }

    fn search_rules(&mut self, game: Option<GameId>, misere: bool) -> Result<Rules, Trouble> {
        let one = turn::Turn::Counts(vec![(1, Some(1))]);
        let (turn, alike) = match game {
            None => (one, false),
            Some(game) => {
                let header = self.header(game)?;
                let turn = match &header.turn {
                    Turn::One => one,
                    Turn::Counts(ranges) => turn::Turn::Counts(ranges.clone()),
                    Turn::All => turn::Turn::All,
                    Turn::AllOrNone => turn::Turn::AllOrNone,
                };
                (turn, header.alike)
            }
        };
        Ok(Rules {
            turn,
            alike,
            misere,
        })
    }

    /// All piles that can be reached, low ones first, with their moves; nothing where they are too many, lead to other games,
    /// or some rule has a fault, which need not lie on the way.
    fn all_piles(
        &mut self,
        game: Option<GameId>,
        piles: &[Id],
    ) -> Result<Option<(Vec<Id>, Vec<Vec<Given>>)>, Trouble> {
        let patience = self.searches.patience.get(&game).copied();
        let most = patience.unwrap_or(MOST_KINDS);
        let most_moves = most * MOVES_FOR_ONE;
        let mut moves: HashMap<Id, Vec<Move>> = HashMap::new();
        let mut open: Vec<Id> = piles.to_vec();
        let mut count = 0;
        while let Some(pile) = open.pop() {
            if moves.contains_key(&pile) {
                continue;
            }
            self.machine.budget.step()?;
            let found = match game {
                Some(_) => self.pile_moves(pile),
                None => self.component_moves(pile, most_moves - count),
            };
            let found = match found {
                Ok(found) => found,
                Err(limit @ Trouble::Limit { .. }) => return Err(limit),
                Err(_) => return Ok(None),
            };
            count += found.as_ref().map_or(0, Vec::len);
            let Some(found) = found.filter(|_| moves.len() < most && count <= most_moves) else {
                // The next such question is likely to end like this one.
                self.searches.patience.insert(game, most / 8);
                return Ok(None);
            };
            open.extend(found.iter().flat_map(|(_, parts)| parts.iter().copied()));
            moves.insert(pile, found);
        }
        let mut order: Vec<Id> = moves.keys().copied().collect();
        order.sort_by_cached_key(|pile| match self.nodes.node(*pile) {
            Node::Pile(game, cells) => {
                let size = cells.iter().fold(0i64, |sum, n| sum.saturating_add(*n));
                (0, size, game.0, cells.to_vec(), *pile)
            }
            Node::Compound(..) | Node::Sum(_) => (1, 0, 0, Vec::new(), *pile),
        });
        let places: HashMap<Id, usize> = order.iter().copied().zip(0..).collect();
        let given = order
            .iter()
            .map(|pile| {
                let moves = moves.get(pile).map_or(&[][..], Vec::as_slice);
                moves
                    .iter()
                    .map(|(label, parts)| Given {
                        label: *label,
                        parts: parts
                            .iter()
                            .filter_map(|part| places.get(part).copied())
                            .collect(),
                    })
                    .collect()
            })
            .collect();
        Ok(Some((order, given)))
    }

    /// The moves in a pile of a game that moves in several; nothing where one leads to another game.
    fn pile_moves(&mut self, pile: Id) -> Result<Option<Vec<Move>>, Trouble> {
        let options = self.pile_options(pile)?;
        if options.iter().any(|option| !option.others.is_empty()) {
            return Ok(None);
        }
        let moves = options.iter();
        Ok(Some(
            moves
                .map(|option| (option.kind, option.stay.to_vec()))
                .collect(),
        ))
    }

    /// The moves in a component, at most so many; nothing where there are more.
    fn component_moves(
        &mut self,
        component: Id,
        most: usize,
    ) -> Result<Option<Vec<Move>>, Trouble> {
        let Node::Pile(game, cells) = self.nodes.node(component) else {
            let options = self.component_options(component)?;
            let moves = options.iter().map(|parts| (0, parts.to_vec()));
            return Ok(Some(moves.collect()));
        };
        let transitions = self.transitions(game)?;
        let mut raw = std::mem::take(&mut self.scratch);
        let visit = &mut |options: &mut Options| {
            if options.len() > most {
                Then::Stop
            } else {
                Then::GoOn
            }
        };
        let result =
            transitions.each_option(&cells, &self.book, &mut self.machine, &mut raw, visit);
        let mut found = HashSet::new();
        if result.is_ok() && raw.len() <= most {
            for option in 0..raw.len() {
                let option = self.option_nodes(game, &raw, option);
                found.insert(option.stay.iter().chain(&option.others).copied().collect());
            }
        }
        let is_wide = raw.len() > most;
        self.scratch = raw;
        if let Err(fault) = result {
            return Err(transitions.fault_at(&cells, fault));
        }
        Ok((!is_wide).then(|| found.into_iter().map(|parts| (0, parts)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::budget::Limits;
    use crate::rules::Rulebook;
    use crate::solve::heap::choice::Allowed;

    const RULES: &str = "
        game bounded(k) { take 1..k  each turn 1..2 piles }
        game pairs { take 1..3  each turn 2 piles }
        game odd { take 1, 4  each turn 1, 3 piles }
        game many { take 2..3  each turn 1.. piles }
        game same { take any  each turn 1..2 piles alike }
        game together { take 1..3 leaving 1 pile  take 1  each turn all piles alike }
        game stop { take 1..2 leaving 1..2 piles  each turn all piles or none }
        game kayles { take 1..2 leaving 0..2 piles }
        game kayles2 { take 1..2 leaving 0..2 piles  each turn 1..2 piles }
        game rows { pile row[]  move row -> row[..i - 1] ++ row[i + 1..] for i in indices(row) where row[i] > 1
            each turn 1..2 piles }
        game aside { take 1..2  move n -> kayles[n - 1] where n > 0  each turn 1..2 piles }
        game ring { move n -> (n + 1) % 3 for x in 0..0 where n < 3  each turn 1..2 piles }";

    const POSITIONS: [&str; 22] = [
        "bounded(3)[1, 2, 3, 4, 5]",
        "bounded(2)[6, 6, 6, 0, 1]",
        "misere(bounded(3))[1, 2, 3, 4, 5]",
        "pairs[4, 4, 3, 5]",
        "misere(pairs)[4, 1, 1, 5]",
        "odd[5, 6, 2, 2]",
        "misere(odd)[5, 6, 2, 2]",
        "many[7, 6, 1, 4]",
        "misere(many)[7, 6, 1, 4]",
        "same[3, 4, 5, 6]",
        "misere(same)[3, 4, 5]",
        "together[6, 5, 7]",
        "misere(together)[6, 5, 7]",
        "stop[5, 4, 6]",
        "misere(stop)[5, 4, 6]",
        "misere(kayles)[9, 8]",
        "misere(kayles)[14]",
        "kayles2[6, 5]",
        "misere(kayles2)[7, 2]",
        "rows[[1, 2, 3], [2, 2]]",
        "aside[4, 3]",
        "misere(kayles)[4] + misere(bounded(2))[3, 2] + misere(kayles)[2]",
    ];

    #[test]
    fn kinds_and_nodes_tell_the_same() {
        let book = Rulebook::parse(RULES).unwrap();
        let mut used = 0;
        for text in POSITIONS {
            let position = book.position(text).unwrap();
            let misere = position.is_misere();
            let mut plain = Solver::new(&book);
            plain.use_engines(true, Allowed::default());
            let mut solver = Solver::new(&book);
            let nodes = plain.whole_position(&position).unwrap();
            let root = solver.whole_position(&position).unwrap();
            assert_eq!(
                solver.first_wins(root, misere).unwrap(),
                plain.first_wins(nodes, misere).unwrap(),
                "{text}"
            );
            assert_eq!(
                solver.remoteness(root, misere).unwrap(),
                plain.remoteness(nodes, misere).unwrap(),
                "{text}"
            );
            if !misere {
                assert_eq!(
                    solver.grundy_of(root).unwrap(),
                    plain.grundy_of(nodes).unwrap(),
                    "{text}"
                );
            }
            assert!(plain.searches.kept.is_empty());
            used += usize::from(!solver.searches.kept.is_empty());
        }
        // All but the game that leads to another one.
        assert_eq!(used, POSITIONS.len() - 1);
    }

    #[test]
    fn positions_in_any_order_share_a_search() {
        let book = Rulebook::parse(RULES).unwrap();
        let mut plain = Solver::new(&book);
        plain.use_engines(true, Allowed::default());
        for game in ["bounded(3)", "misere(kayles2)", "misere(same)"] {
            let mut solver = Solver::new(&book);
            for a in [0, 3, 5, 1, 4] {
                for b in [2, 5, 0, 4] {
                    for c in [1, 4] {
                        let text = format!("{game}[{a}, {b}, {c}]");
                        let position = book.position(&text).unwrap();
                        let found = solver.first_player_wins_by_search(&position);
                        let known = plain.first_player_wins_by_search(&position);
                        assert_eq!(found.unwrap(), known.unwrap(), "{text}");
                        assert!(solver.searches.kept.len() <= 1);
                    }
                }
            }
        }
    }

    #[test]
    fn piles_that_come_back_are_shown_as_before() {
        let book = Rulebook::parse(RULES).unwrap();
        let position = book.position("ring[0, 1]").unwrap();
        let report = Solver::new(&book)
            .first_player_wins_by_search(&position)
            .unwrap_err();
        assert!(report.to_string().contains("need never end"), "{report}");
    }

    #[test]
    fn twelve_piles_of_bounded_nim_take_little() {
        let book = Rulebook::parse(RULES).unwrap();
        let text = "bounded(3)[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]";
        let position = book.position(text).unwrap();
        let mut solver = Solver::with_limits(
            &book,
            &Limits {
                memory: 16 << 20,
                ..Limits::default()
            },
        );
        let wins = solver.first_player_wins_by_search(&position).unwrap();
        let root = solver.whole_position(&position).unwrap();
        let (again, length) = solver.remoteness(root, false).unwrap();
        assert_eq!(wins, again);
        assert_eq!(wins, length % 2 == 1);
    }

    #[test]
    fn a_search_that_is_stopped_can_be_asked_again() {
        let book = Rulebook::parse(RULES).unwrap();
        for text in [
            "misere(kayles)[20, 19, 5]",
            "bounded(3)[9, 9, 9, 9, 9, 9, 9, 9]",
        ] {
            let position = book.position(text).unwrap();
            let mut solver = Solver::new(&book);
            let limits = Limits {
                memory: 1 << 14,
                ..Limits::default()
            };
            solver.start(&limits);
            let report = solver.first_player_wins_by_search(&position).unwrap_err();
            assert!(report.to_string().contains("memory"), "{report}");
            solver.start(&Limits::default());
            let root = solver.whole_position(&position).unwrap();
            solver.limit_search(10);
            let stopped = solver.remoteness(root, position.is_misere());
            assert!(matches!(stopped, Err(Trouble::TooWide(10))), "{stopped:?}");
            solver.limit_search(u64::MAX);
            let (wins, _) = solver.remoteness(root, position.is_misere()).unwrap();
            let found = solver.first_player_wins_by_search(&position).unwrap();
            assert_eq!(found, wins);
        }
    }
}
