//! The turns of a position as they are played: which pile, what was taken, what it became.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::answer::MoveTo;
use super::pile_plays::{OPTION, PilePlays, Room, pile_plays};
use super::row_change;
use crate::expr::position::{GameId, Position, Term, Turn};
use crate::expr::value::Value;
use crate::moves::taking::Rest;
use crate::solve::Solver;
use crate::solve::method::told::TermTurn;
use crate::solve::positions::nodes::{Id, cell};
use crate::solve::positions::options::{Components, PileLeft, PileOption};
use crate::solve::positions::turns::{OptionsOf, TurnInSeveral};
use crate::text::certain::Certain;
use crate::text::words::joined;
use crate::work::Failure;
use crate::work::budget::Kept;

pub(super) struct Plays {
    pub(super) position: Position,
    /// For each term, for each pile, its options, where they were looked at.
    pub(super) piles: Vec<Vec<Option<Arc<PilePlays>>>>,
    /// Every turn, each different result of a term once.
    pub(super) list: Vec<Play>,
    /// What the options of all piles take.
    room: Room,
    /// Counts the bytes of the options and the list.
    kept: Kept,
}

#[derive(Debug, Clone)]
pub(super) struct Play {
    pub(super) term: usize,
    /// The piles it moves in and what is done in each.
    pub(super) choices: Choices,
    /// The components that the pile becomes, or the term where a turn of its game moves in several piles; where the turn is one
    /// of a list.
    pub(super) becomes: Components,
}

impl Play {
    /// A turn that is put together, and not one of a list.
    pub(super) fn of(term: usize, choices: Choices) -> Play {
        Play {
            term,
            choices,
            becomes: Components::new(),
        }
    }

    /// The place of the pile in its term, where the turn moves in only one.
    pub(super) fn only_place(&self) -> Option<usize> {
        match self.choices.as_slice() {
            [(place, _)] => Some(*place),
            _ => None,
        }
    }
}

/// What is done in each pile, by its place in its term.
pub(super) type Choices = SmallVec<[(usize, PileChoice); 2]>;

/// A move in one pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PileChoice {
    /// The option of this number.
    Option(usize),
    /// Taking from a pile until piles of these sizes are left.
    Leave(Rest),
}

impl Plays {
    pub(super) fn of(solver: &mut Solver, position: &Position) -> Result<Plays, Failure> {
        let plays = Plays::at_most(solver, position, usize::MAX)?;
        Ok(plays.certain("nothing is more than that many"))
    }

    /// All turns of a position, each different result of a term once; `None`: their piles have more options than `most`.
    pub(super) fn at_most(
        solver: &mut Solver,
        position: &Position,
        most: usize,
    ) -> Result<Option<Plays>, Failure> {
        // What is known to be too much is refused at once.
        let about = options_about(solver, position)?;
        if most < usize::MAX && about > most as u64 {
            return Ok(None);
        }
        solver.budget().need(about.saturating_mul(OPTION as u64))?;
        let mut plays = Plays::unlisted(solver, position);
        let mut known: HashMap<(GameId, Vec<i64>), Arc<PilePlays>> = HashMap::new();
        for (number, term) in position.terms.iter().enumerate() {
            let mut piles: Vec<(Id, Arc<PilePlays>)> = Vec::with_capacity(term.piles.len());
            for pile in &term.piles {
                let cells = term.game.cells(pile)?;
                // Equal piles have equal options.
                let node = solver.positions().nodes.pile(term.game.id, &cells);
                let key = (term.game.id, cells);
                if let Some(same) = known.get(&key) {
                    piles.push((node, Arc::clone(same)));
                    continue;
                }
                let left = most.saturating_sub(plays.room.options);
                let Some(found) = pile_plays(solver, key.0, &key.1, left)? else {
                    return Ok(None);
                };
                plays.room.add(&found);
                solver.budget().need(plays.room.bytes)?;
                let found = Arc::new(found);
                known.insert(key, Arc::clone(&found));
                piles.push((node, found));
            }
            if term.game.turn == Turn::One {
                single(number, &piles, &mut plays.list);
            } else {
                plays.several(solver, number, &piles, plays.room.bytes)?;
            }
            let bytes = plays.room.bytes + (plays.list.len() * PLAY) as u64;
            solver.budget().need(bytes)?;
            plays.piles[number] = piles.into_iter().map(|(_, plays)| Some(plays)).collect();
        }
        let list = plays.list.capacity() * size_of::<Play>();
        plays.kept.set(plays.room.bytes + list as u64);
        Ok(Some(plays))
    }

    /// Adds the turns in several piles of a term, each different result once; so many bytes are in use beside them.
    fn several(
        &mut self,
        solver: &mut Solver,
        term: usize,
        piles: &[(Id, Arc<PilePlays>)],
        bytes: u64,
    ) -> Result<(), Failure> {
        let header = &self.position.terms[term].game;
        let piles: Vec<OptionsOf> = piles
            .iter()
            .map(|(node, plays)| {
                let options = plays.different.iter();
                (
                    *node,
                    options.map(|(option, nodes)| (*option, nodes)).collect(),
                )
            })
            .collect();
        let positions = solver.positions();
        let turns = positions.turns_in_several(header, &piles, bytes)?;
        let bytes = bytes + TurnInSeveral::bytes(&turns);
        positions.check_memory(bytes + (turns.len() * PLAY) as u64)?;
        for turn in turns {
            let becomes = positions.left_by(header, &turn)?;
            let choices = turn.moves.into_iter();
            self.list.push(Play {
                term,
                choices: choices
                    .map(|(place, option)| (place, PileChoice::Option(option)))
                    .collect(),
                becomes,
            });
        }
        Ok(())
    }

    /// The turns of a position, none of them looked at.
    pub(super) fn unlisted(solver: &mut Solver, position: &Position) -> Plays {
        let terms = position.terms.iter();
        Plays {
            position: position.clone(),
            piles: terms.map(|term| vec![None; term.piles.len()]).collect(),
            list: Vec::new(),
            room: Room::default(),
            kept: solver.budget().keep(0),
        }
    }

    /// A turn that a theory read off.
    pub(super) fn play_of(
        &mut self,
        solver: &mut Solver,
        read: &TermTurn,
    ) -> Result<Play, Failure> {
        let mut choices = Choices::new();
        for (place, left) in &read.moves {
            let choice = match left {
                PileLeft::Sizes(sizes) => PileChoice::Leave(sizes.clone()),
                PileLeft::Option(wanted) => {
                    let plays = self.pile_at(solver, read.term, *place)?;
                    let same = |(_, nodes): &&(usize, PileOption)| {
                        (&nodes.stay, &nodes.others) == (&wanted.stay, &wanted.others)
                    };
                    let found = plays.different.iter().find(same);
                    let (option, _) = found.ok_or(Failure::Bug("an option is none of its pile"))?;
                    PileChoice::Option(*option)
                }
            };
            choices.push((*place, choice));
        }
        Ok(Play::of(read.term, choices))
    }

    /// The options of a pile, looked at now if they were not yet.
    pub(super) fn pile_at(
        &mut self,
        solver: &mut Solver,
        term: usize,
        place: usize,
    ) -> Result<&PilePlays, Failure> {
        if self.piles[term][place].is_none() {
            let Term { game, piles } = &self.position.terms[term];
            let before = place.checked_sub(1);
            // Equal piles, which stand side by side, have equal options.
            let before = before.filter(|before| piles[*before] == piles[place]);
            let found = match before.and_then(|before| self.piles[term][before].clone()) {
                Some(same) => Some(same),
                None => {
                    let cells = game.cells(&piles[place])?;
                    let found = pile_plays(solver, game.id, &cells, usize::MAX)?;
                    found.iter().for_each(|found| self.room.add(found));
                    self.kept.set(self.room.bytes);
                    solver.budget().need(0)?;
                    found.map(Arc::new)
                }
            };
            self.piles[term][place] = found;
        }
        let found = self.piles[term][place].as_deref();
        Ok(found.certain("nothing is more than that many"))
    }

    /// The position a turn leaves.
    pub(super) fn result(&self, solver: &mut Solver, play: &Play) -> Result<Position, Failure> {
        let mut terms: Vec<Term> = Vec::with_capacity(self.position.terms.len());
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
                    Some((_, PileChoice::Leave(sizes))) => {
                        for size in sizes {
                            piles.push(Value::Int(cell(*size)?));
                        }
                    }
                    Some((_, PileChoice::Option(option))) => {
                        let (own, others) = self.became(solver, number, place, *option)?;
                        piles.extend(own);
                        more.extend(others);
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

    /// What a pile becomes by an option: piles of its own term, and other terms.
    fn became(
        &self,
        solver: &mut Solver,
        term: usize,
        place: usize,
        option: usize,
    ) -> Result<(Vec<Value>, Vec<Term>), Failure> {
        let (mut piles, mut more) = (Vec::new(), Vec::<Term>::new());
        let plays = self.known_pile(term, place);
        let own = self.position.terms[term].game.id;
        let mut last_term = None;
        for (pile, cells) in plays.raw.piles(option) {
            let header = solver.positions().header(pile.game)?;
            let value = header.shape.value(cells);
            if pile.term == 0 && own == pile.game {
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
        Ok((piles, more))
    }

    /// A turn in words with the position it leaves.
    pub(super) fn tell(&self, solver: &mut Solver, play: &Play) -> Result<MoveTo, Failure> {
        let to = self.result(solver, play)?;
        let mut words: Vec<String> = Vec::new();
        for (place, choice) in &play.choices {
            words.push(match choice {
                PileChoice::Option(option) => self.words(solver, play.term, *place, *option)?,
                PileChoice::Leave(sizes) => self.taken(play.term, *place, sizes)?,
            });
        }
        Ok(MoveTo {
            words: words.join(" and "),
            to,
        })
    }

    /// The options of a pile that were looked at.
    pub(super) fn known_pile(&self, term: usize, place: usize) -> &PilePlays {
        let known = self.piles[term][place].as_deref();
        known.certain("the options of the pile were looked at")
    }

    /// Taking from a pile until piles of these sizes are left, in words.
    fn taken(&self, term: usize, place: usize, left: &[u64]) -> Result<String, Failure> {
        let term = &self.position.terms[term];
        let pile = &term.piles[place];
        let size = pile.as_int().and_then(|size| u64::try_from(size).ok());
        let taken = size.and_then(|size| size.checked_sub(left.iter().sum()));
        let taken = taken.ok_or(Failure::Bug("more is left than there was"))?;
        let of_game = self.of_game(term);
        let pile = format!("the pile of {pile}{of_game}");
        Ok(match (taken, left) {
            (0, [a, b]) => format!("split {pile} into {a} and {b}"),
            (_, [a, b]) => format!("take {taken} from {pile}, leaving {a} and {b}"),
            _ => format!("take {taken} from {pile}"),
        })
    }

    /// Which game a pile is of, where there are several terms.
    fn of_game(&self, term: &Term) -> String {
        match self.position.terms.len() {
            0 | 1 => String::new(),
            _ => format!(" of {}", term.game.label),
        }
    }

    fn words(
        &self,
        solver: &mut Solver,
        term: usize,
        place: usize,
        option: usize,
    ) -> Result<String, Failure> {
        let plays = self.known_pile(term, place);
        let term = &self.position.terms[term];
        let pile = &term.piles[place];
        let mut results = Vec::new();
        let mut change = None;
        for (part, cells) in plays.raw.piles(option) {
            let header = solver.positions().header(part.game)?;
            let value = header.shape.value(cells);
            results.push(if part.game == term.game.id {
                change = row_change::in_words(&term.game.shape, pile, &value);
                value.to_string()
            } else {
                format!("{}[{value}]", header.label)
            });
        }
        let of_game = self.of_game(term);
        let is_heap = term.game.shape.as_heap().is_some();
        let the = if is_heap { "the pile of " } else { "" };
        let named = format!("{the}{pile}{of_game}");
        Ok(match (plays.taken(option), results.as_slice()) {
            (Some(taken), [] | [_]) if is_heap => format!("take {taken} from {named}"),
            (Some(taken), parts) => {
                format!("take {taken} from {named}, leaving {}", and(parts))
            }
            (None, []) => format!("remove {named}"),
            (None, [one]) if is_heap => format!("turn {named} into {one}"),
            (None, [one]) => {
                let whole = format!("move {named} to {one}");
                let change = change.map(|change| match self.position.only_pile() {
                    Some(_) => change,
                    None => format!("{change} in {named}"),
                });
                change
                    .filter(|change| change.len() < whole.len())
                    .unwrap_or(whole)
            }
            (None, parts) if is_heap => format!("split {named} into {}", and(parts)),
            (None, parts) => format!("replace {named} by {}", and(parts)),
        })
    }

    /// The components that a turn leaves as they are.
    fn rest(&self, solver: &mut Solver, play: &Play) -> Result<Vec<Id>, Failure> {
        let mut rest = Vec::new();
        for (number, term) in self.position.terms.iter().enumerate() {
            if number != play.term {
                rest.extend(solver.positions().term_components(term)?);
            } else if term.game.turn == Turn::One {
                let mut piles = solver.positions().pile_nodes(term)?;
                let place = play.only_place();
                piles.remove(place.ok_or(Failure::Bug("a turn is in no pile"))?);
                rest.extend(piles);
            }
            // A turn in several piles says what all of them become.
        }
        Ok(rest)
    }

    /// The components of the position after a turn.
    pub(super) fn after(&self, solver: &mut Solver, play: &Play) -> Result<Vec<Id>, Failure> {
        let mut components = self.rest(solver, play)?;
        components.extend(play.becomes.iter().copied());
        let game = self.position.terms[play.term].game.id;
        for (_, choice) in &play.choices {
            let PileChoice::Leave(sizes) = choice else {
                continue;
            };
            for size in sizes {
                components.push(solver.positions().nodes.pile(game, &[cell(*size)?]));
            }
        }
        Ok(components)
    }
}

/// About how many bytes a play takes in a list that grows.
pub(super) const PLAY: usize = 2 * size_of::<Play>();

/// With more options than this nobody reads a list of them.
const MOST_OPTIONS: u64 = 5_000_000;

/// Whether the piles of a position have more options than can be listed.
pub(super) fn is_wide(solver: &mut Solver, position: &Position) -> Result<bool, Failure> {
    Ok(options_about(solver, position)? > MOST_OPTIONS)
}

/// How many options the piles of a position have, as far as that is known without a look at them.
pub(super) fn options_about(solver: &mut Solver, position: &Position) -> Result<u64, Failure> {
    let mut about: u64 = 0;
    for term in &position.terms {
        about = about.saturating_add(solver.piles().options_about(term)?);
    }
    Ok(about)
}

/// More equal piles than this are counted.
const MOST_PARTS: usize = 6;

/// What piles become: `2, 3 and 3`, or `20 piles of 5`.
fn and(parts: &[String]) -> String {
    match parts {
        [first, .., last] if parts.len() > MOST_PARTS && parts.iter().all(|part| part == first) => {
            format!("{} piles of {last}", parts.len())
        }
        _ => joined(parts, "and").unwrap_or_else(|| "nothing".to_string()),
    }
}

fn single(term: usize, piles: &[(Id, Arc<PilePlays>)], list: &mut Vec<Play>) {
    let mut seen = HashSet::new();
    for (place, (node, pile)) in piles.iter().enumerate() {
        if !seen.insert(*node) {
            continue;
        }
        for (option, nodes) in &pile.different {
            list.push(Play {
                term,
                choices: smallvec::smallvec![(place, PileChoice::Option(*option))],
                becomes: nodes.components(),
            });
        }
    }
}
