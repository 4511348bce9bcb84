//! The turns of a position as they are played: which pile, what was taken, what it became.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::answer::MoveTo;
use crate::expr::position::{GameId, Header, Position, Term, Turn};
use crate::expr::value::Value;
use crate::solve::nodes::Id;
use crate::solve::options::{Components, PileOption};
use crate::solve::theory::winning::{Left, Read};
use crate::solve::{Solver, Trouble};
use crate::transition::options::{Mark, Options};

/// The turns of a position.
pub(super) struct Plays {
    pub(super) position: Position,
    /// For each term, for each pile, its options, where they were looked at.
    pub(super) piles: Vec<Vec<Option<PilePlays>>>,
    /// Every turn, each different result of a term once.
    pub(super) list: Vec<Play>,
}

/// The options of one pile.
#[derive(Clone)]
pub(super) struct PilePlays {
    pub(super) raw: Arc<Options>,
    /// The options that are different, with their number among the raw ones.
    pub(super) different: Vec<(usize, PileOption, Option<Mark>)>,
    pub(super) node: Id,
}

/// One turn.
#[derive(Debug, Clone)]
pub(super) struct Play {
    /// The term it moves in.
    pub(super) term: usize,
    /// The piles it moves in and what is done in each.
    pub(super) choices: SmallVec<[(usize, Choice); 2]>,
    /// The components the term becomes, where the turn is one of a list.
    pub(super) becomes: Components,
}

impl Play {
    /// The place of the pile in its term, where the turn moves in only one.
    pub(super) fn only_place(&self) -> Option<usize> {
        match self.choices.as_slice() {
            [(place, _)] => Some(*place),
            _ => None,
        }
    }
}

/// A move in one pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    /// The option of this number.
    Option(usize),
    /// Taking from a pile until so many are left.
    Leave(u64),
    /// Leaving piles of these sizes.
    Parts(SmallVec<[u64; 2]>),
}

/// How many turns of several piles may be told apart at most.
const MAX_TURNS: usize = 2_000_000;

impl Plays {
    /// All turns of a position.
    pub(super) fn of(solver: &mut Solver, position: &Position) -> Result<Plays, Trouble> {
        let mut plays = Plays {
            position: position.clone(),
            piles: Vec::new(),
            list: Vec::new(),
        };
        for (number, term) in position.terms.iter().enumerate() {
            refuse_wide(solver, term)?;
            let mut piles: Vec<PilePlays> = Vec::new();
            let mut known: HashMap<Vec<i64>, usize> = HashMap::new();
            for pile in &term.piles {
                let cells = term.game.shape.cells(pile).unwrap_or_default();
                // Equal piles have equal options.
                if let Some(first) = known.get(&cells).and_then(|place| piles.get(*place)) {
                    piles.push(first.clone());
                    continue;
                }
                known.insert(cells.clone(), piles.len());
                piles.push(pile_plays(solver, term.game.id, &cells)?);
            }
            if term.game.turn == Turn::One {
                single(number, &piles, &mut plays.list);
            } else {
                several(solver, number, &term.game, &piles, &mut plays.list)?;
            }
            plays.piles.push(piles.into_iter().map(Some).collect());
        }
        Ok(plays)
    }

    /// The turns of a position, none of them looked at.
    pub(super) fn unlisted(position: &Position) -> Plays {
        let terms = position.terms.iter();
        Plays {
            position: position.clone(),
            piles: terms.map(|term| vec![None; term.piles.len()]).collect(),
            list: Vec::new(),
        }
    }

    /// A turn that a theory read off.
    pub(super) fn play_of(&mut self, solver: &mut Solver, read: &Read) -> Result<Play, Trouble> {
        let mut choices = SmallVec::new();
        for (place, left) in &read.moves {
            let choice = match left {
                Left::Size(size) => Choice::Leave(*size),
                Left::Parts(parts) => Choice::Parts(parts.clone()),
                Left::Option(wanted) => {
                    let plays = self.pile_at(solver, read.term, *place)?;
                    let same = |(_, nodes, _): &&(usize, PileOption, Option<Mark>)| {
                        (&nodes.stay, &nodes.others) == (&wanted.stay, &wanted.others)
                    };
                    match plays.and_then(|plays| plays.different.iter().find(same)) {
                        Some((option, _, _)) => Choice::Option(*option),
                        None => continue,
                    }
                }
            };
            choices.push((*place, choice));
        }
        Ok(Play {
            term: read.term,
            choices,
            becomes: Components::new(),
        })
    }

    /// The options of a pile, looked at now if they were not yet.
    pub(super) fn pile_at(
        &mut self,
        solver: &mut Solver,
        term: usize,
        place: usize,
    ) -> Result<Option<&PilePlays>, Trouble> {
        let known = self
            .piles
            .get_mut(term)
            .and_then(|piles| piles.get_mut(place));
        let (Some(slot), Some(term)) = (known, self.position.terms.get(term)) else {
            return Ok(None);
        };
        if slot.is_none()
            && let Some(pile) = term.piles.get(place)
        {
            let cells = term.game.shape.cells(pile).unwrap_or_default();
            *slot = Some(pile_plays(solver, term.game.id, &cells)?);
        }
        Ok(slot.as_ref())
    }

    /// The position a turn leaves.
    pub(super) fn result(&self, solver: &mut Solver, play: &Play) -> Result<Position, Trouble> {
        let mut terms: Vec<Term> = Vec::new();
        let mut more: Vec<Term> = Vec::new();
        for (number, term) in self.position.terms.iter().enumerate() {
            if number != play.term {
                terms.push(term.clone());
                continue;
            }
            let mut piles = Vec::with_capacity(term.piles.len());
            for (place, pile) in term.piles.iter().enumerate() {
                match play.choices.iter().find(|(chosen, _)| *chosen == place) {
                    None => piles.push(pile.clone()),
                    Some((_, Choice::Leave(size))) => {
                        piles.push(Value::Int(i64::try_from(*size).unwrap_or(i64::MAX)))
                    }
                    Some((_, Choice::Parts(parts))) => {
                        let size = |part: &u64| i64::try_from(*part).unwrap_or(i64::MAX);
                        piles.extend(parts.iter().map(|part| Value::Int(size(part))));
                    }
                    Some((_, Choice::Option(option))) => {
                        self.became(solver, number, place, *option, &mut piles, &mut more)?
                    }
                }
            }
            terms.push(Term {
                game: Arc::clone(&term.game),
                piles,
            });
        }
        for term in more {
            let home = terms
                .iter_mut()
                .find(|known| known.game.id == term.game.id && term.game.turn == Turn::One);
            match home {
                Some(home) => home.piles.extend(term.piles),
                None => terms.push(term),
            }
        }
        // A term without piles is shown only where nothing else is left.
        if terms.iter().any(|term| !term.piles.is_empty()) {
            terms.retain(|term| !term.piles.is_empty());
        } else {
            terms.truncate(1);
        }
        Ok(Position { terms })
    }

    fn became(
        &self,
        solver: &mut Solver,
        term: usize,
        place: usize,
        option: usize,
        piles: &mut Vec<Value>,
        more: &mut Vec<Term>,
    ) -> Result<(), Trouble> {
        let Some(plays) = self.known_pile(term, place) else {
            return Ok(());
        };
        let own = self.position.terms.get(term).map(|term| term.game.id);
        let mut last_term = None;
        for (pile, cells) in plays.raw.piles(option) {
            let header = solver.header(pile.game)?;
            let value = header.shape.value(cells);
            if pile.term == 0 && own == Some(pile.game) {
                piles.push(value);
                continue;
            }
            match more.last_mut() {
                Some(known) if last_term == Some(pile.term) && known.game.id == pile.game => {
                    known.piles.push(value)
                }
                _ => more.push(Term {
                    game: header,
                    piles: vec![value],
                }),
            }
            last_term = Some(pile.term);
        }
        Ok(())
    }

    /// A turn in words with the position it leaves.
    pub(super) fn tell(&self, solver: &mut Solver, play: &Play) -> Result<MoveTo, Trouble> {
        let to = self.result(solver, play)?;
        let mut words: Vec<String> = Vec::new();
        for (place, choice) in &play.choices {
            words.push(match choice {
                Choice::Option(option) => self.words(solver, play.term, *place, *option)?,
                Choice::Leave(size) => self.taken(play.term, *place, &[*size]),
                Choice::Parts(parts) => self.taken(play.term, *place, parts),
            });
        }
        Ok(MoveTo {
            words: words.join(" and "),
            to,
        })
    }

    pub(super) fn known_pile(&self, term: usize, place: usize) -> Option<&PilePlays> {
        self.piles.get(term)?.get(place)?.as_ref()
    }

    /// Taking from a pile until piles of these sizes are left, in words.
    fn taken(&self, term: usize, place: usize, left: &[u64]) -> String {
        let Some(term) = self.position.terms.get(term) else {
            return String::new();
        };
        let Some(pile) = term.piles.get(place) else {
            return String::new();
        };
        let size = pile.as_int().and_then(|size| u64::try_from(size).ok());
        let taken = size.unwrap_or(0).saturating_sub(left.iter().sum());
        let of_game = self.of_game(term);
        let pile = format!("the pile of {pile}{of_game}");
        match (taken, left) {
            (0, [a, b]) => format!("split {pile} into {a} and {b}"),
            (_, [a, b]) => format!("take {taken} from {pile}, leaving {a} and {b}"),
            _ => format!("take {taken} from {pile}"),
        }
    }

    /// Which game a pile is of, where there are several terms.
    fn of_game(&self, term: &Term) -> String {
        if self.position.terms.len() > 1 {
            format!(" of {}", term.game.label)
        } else {
            String::new()
        }
    }

    fn words(
        &self,
        solver: &mut Solver,
        term: usize,
        place: usize,
        option: usize,
    ) -> Result<String, Trouble> {
        let plays = self.known_pile(term, place);
        let (Some(term), Some(plays)) = (self.position.terms.get(term), plays) else {
            return Ok(String::new());
        };
        let Some(pile) = term.piles.get(place) else {
            return Ok(String::new());
        };
        let mark = plays
            .different
            .iter()
            .find(|(number, _, _)| *number == option)
            .and_then(|(_, _, mark)| mark.clone());
        let mut results = Vec::new();
        for (part, cells) in plays.raw.piles(option) {
            let header = solver.header(part.game)?;
            let value = header.shape.value(cells);
            results.push(if part.game == term.game.id {
                value.to_string()
            } else {
                format!("{}[{value}]", header.label)
            });
        }
        let of_game = self.of_game(term);
        let is_heap = term.game.shape.as_heap().is_some();
        let named = if is_heap {
            format!("the pile of {pile}{of_game}")
        } else {
            format!("{pile}{of_game}")
        };
        Ok(
            match (mark.and_then(|mark| mark.taken), results.as_slice()) {
                (Some(taken), [] | [_]) if is_heap => format!("take {taken} from {named}"),
                (Some(taken), [one]) => format!("take {taken} from {named}, leaving {one}"),
                (Some(taken), parts) => {
                    format!("take {taken} from {named}, leaving {}", listed(parts))
                }
                (None, []) => format!("remove {named}"),
                (None, [one]) if is_heap => format!("turn {named} into {one}"),
                (None, [one]) => format!("move {named} to {one}"),
                (None, parts) if is_heap => format!("split {named} into {}", listed(parts)),
                (None, parts) => format!("replace {named} by {}", listed(parts)),
            },
        )
    }

    /// The components of the position outside the term that a turn moves in.
    pub(super) fn rest(&self, solver: &mut Solver, play: &Play) -> Result<Vec<Id>, Trouble> {
        let mut rest = Vec::new();
        for (number, term) in self.position.terms.iter().enumerate() {
            if number == play.term {
                continue;
            }
            let alone = Position {
                terms: vec![term.clone()],
            };
            rest.extend(solver.components(&alone)?);
        }
        Ok(rest)
    }

    /// The node of the whole position after a turn.
    pub(super) fn whole(&self, solver: &mut Solver, play: &Play) -> Result<Id, Trouble> {
        let mut components = self.rest(solver, play)?;
        components.extend(play.becomes.iter().copied());
        solver.whole_of(&components)
    }
}

/// "3 and 4", "1, 2 and 3"
fn listed(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "nothing".to_string(),
    }
}

/// Refuses at once what is known to have more options than memory holds.
fn refuse_wide(solver: &mut Solver, term: &Term) -> Result<(), Trouble> {
    /// About how many bytes an option takes with all that is kept of it.
    const OPTION: u64 = 200;
    if solver.plain || term.game.turn != Turn::One || term.game.shape.as_heap().is_none() {
        return Ok(());
    }
    let largest = term
        .piles
        .iter()
        .filter_map(Value::as_int)
        .max()
        .unwrap_or(0);
    let count = match solver.heap(term.game.id)? {
        Ok(heap) => heap.option_count(largest.max(0) as u64),
        Err(_) => 0,
    };
    Ok(solver.machine.budget.need(count.saturating_mul(OPTION))?)
}

fn pile_plays(solver: &mut Solver, game: GameId, cells: &[i64]) -> Result<PilePlays, Trouble> {
    let node = solver.nodes.pile(game, cells);
    let mut raw = Options::default();
    solver.raw_options(game, cells, &mut raw, true)?;
    let alike = solver.header(game)?.alike;
    let mut different = Vec::with_capacity(raw.len());
    let mut seen = HashSet::new();
    for option in 0..raw.len() {
        let nodes = solver.option_nodes(game, &raw, option);
        let mark = raw.marks.get(option).cloned();
        // Where moves must be alike, the same result of different choices is not the same option.
        let choice = if alike {
            mark.as_ref()
                .map(|mark| (mark.statement, mark.taken, mark.choice.clone()))
        } else {
            None
        };
        if seen.insert((nodes.clone(), choice)) {
            different.push((option, nodes, mark));
        }
    }
    Ok(PilePlays {
        raw: Arc::new(raw),
        different,
        node,
    })
}

/// Turns in one pile.
fn single(term: usize, piles: &[PilePlays], list: &mut Vec<Play>) {
    for (place, pile) in piles.iter().enumerate() {
        let earlier = piles.get(..place).unwrap_or(&[]);
        if earlier.iter().any(|other| other.node == pile.node) {
            continue;
        }
        let mut rest: Components = piles.iter().map(|pile| pile.node).collect();
        rest.remove(place);
        for (option, nodes, _) in &pile.different {
            let mut becomes = rest.clone();
            becomes.extend(nodes.stay.iter().chain(&nodes.others).copied());
            list.push(Play {
                term,
                choices: smallvec::smallvec![(place, Choice::Option(*option))],
                becomes,
            });
        }
    }
}

/// A turn in several piles that is being put together.
#[derive(Clone)]
struct Partial {
    choices: SmallVec<[(usize, Choice); 2]>,
    piles: Components,
    others: Components,
}

/// Turns in several piles, each different result once.
fn several(
    solver: &mut Solver,
    term: usize,
    header: &Header,
    piles: &[PilePlays],
    list: &mut Vec<Play>,
) -> Result<(), Trouble> {
    let movable = piles
        .iter()
        .filter(|pile| !pile.different.is_empty())
        .count();
    let must_move = match header.turn {
        Turn::AllOrNone if movable < piles.len() => return Ok(()),
        Turn::All | Turn::AllOrNone => true,
        Turn::One | Turn::Counts(_) => false,
    };
    if movable == 0 {
        return Ok(());
    }
    type Kind = (usize, Option<i64>, Vec<Value>);
    let kind_of = |mark: &Option<Mark>| -> Option<Kind> {
        mark.as_ref()
            .map(|mark| (mark.statement, mark.taken, mark.choice.clone()))
    };
    let mut kinds: Vec<Option<Kind>> = Vec::new();
    if header.alike {
        let mut seen = HashSet::new();
        for (_, _, mark) in piles.iter().flat_map(|pile| &pile.different) {
            let kind = kind_of(mark);
            if seen.insert(kind.clone()) {
                kinds.push(kind);
            }
        }
    } else {
        kinds.push(None);
    }
    let keep_terminal = header.turn == Turn::AllOrNone;
    let mut found = HashSet::new();
    for kind in kinds {
        let mut partials = vec![Partial {
            choices: SmallVec::new(),
            piles: Components::new(),
            others: Components::new(),
        }];
        for (place, pile) in piles.iter().enumerate() {
            let mut seen = HashSet::new();
            let mut next: Vec<Partial> = Vec::new();
            for partial in &partials {
                solver.machine.budget.step()?;
                let mut add = |new: Partial| {
                    if seen.insert((new.piles.clone(), new.others.clone(), new.choices.len())) {
                        next.push(new);
                    }
                };
                if !must_move || pile.different.is_empty() {
                    let mut same = partial.clone();
                    insert(&mut same.piles, pile.node);
                    add(same);
                }
                for (option, nodes, mark) in &pile.different {
                    if kind.is_some() && kind_of(mark) != kind {
                        continue;
                    }
                    let mut moved = partial.clone();
                    moved.choices.push((place, Choice::Option(*option)));
                    for id in &nodes.stay {
                        insert(&mut moved.piles, *id);
                    }
                    for id in &nodes.others {
                        insert(&mut moved.others, *id);
                    }
                    if must_move || within(&header.turn, moved.choices.len() as u64) {
                        add(moved);
                    }
                }
            }
            partials = next;
            if partials.len() > MAX_TURNS {
                let bytes = (partials.len() * size_of::<Partial>() * 2) as u64;
                solver.machine.budget.need(bytes)?;
            }
        }
        for partial in partials {
            let moved = partial.choices.len() as u64;
            let enough = if must_move {
                moved == movable as u64
            } else {
                moved >= 1 && header.turn.allows(moved)
            };
            if !enough || !found.insert((partial.piles.clone(), partial.others.clone())) {
                continue;
            }
            let mut left: Vec<Id> = Vec::with_capacity(partial.piles.len());
            for pile in &partial.piles {
                if keep_terminal || !solver.is_terminal(*pile)? {
                    left.push(*pile);
                }
            }
            let mut becomes = partial.others;
            if !left.is_empty() {
                becomes.push(solver.nodes.compound(header.id, &mut left));
            }
            list.push(Play {
                term,
                choices: partial.choices,
                becomes,
            });
        }
    }
    Ok(())
}

/// Whether so many piles are not too many yet.
fn within(turn: &Turn, count: u64) -> bool {
    match turn {
        Turn::Counts(ranges) => ranges.iter().any(|(_, hi)| hi.is_none_or(|hi| count <= hi)),
        Turn::One => count <= 1,
        Turn::All | Turn::AllOrNone => true,
    }
}

fn insert(sorted: &mut Components, id: Id) {
    let place = sorted.partition_point(|other| *other < id);
    sorted.insert(place, id);
}
