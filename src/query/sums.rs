//! The winning turns of sums, found by the values of the piles: a turn wins that leaves its pile the xor of all others.

use std::sync::Arc;

use hashbrown::HashSet;

use super::judge::Judge;
use super::plays::{Choice, OPTION, PLAY, PilePlays, Play, Plays, options_about};
use super::study::{FEW, Study};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Outcome;
use crate::solve::heap::nim;
use crate::solve::heap::worth::Hunt;
use crate::solve::positions::options::Components;
use crate::solve::theory::winning::some_turn;
use crate::solve::{Solver, Worth};
use crate::transition::options::Options;
use crate::work::Failure;

/// Sums of more components than this are not played to their end.
const MOST_MEASURED: usize = 256;

/// After a look at so many options of a sum the winning ones found so far are enough, unless all are asked for.
const MOST_LOOKED: u64 = 1 << 21;

/// A component of a sum.
struct Part {
    term: usize,
    /// The place of the pile and its cells; `None`: all piles of a game in which a turn moves in several.
    pile: Option<(usize, Vec<i64>)>,
    value: u64,
}

impl<'j> Study<'j> {
    /// Finds the winning turns of a sum: those that leave a pile worth the xor of all others.
    pub(super) fn by_values(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        wanted: usize,
    ) -> Result<Study<'j>, Failure> {
        let position = judge.position;
        let mut parts: Vec<Part> = Vec::new();
        for (term, home) in position.terms.iter().enumerate() {
            solver.budget().step()?;
            if home.game.turn != Turn::One {
                let alone = Position {
                    terms: vec![home.clone()],
                };
                let value = solver.position_grundy(&alone)?;
                let pile = None;
                parts.push(Part { term, pile, value });
                continue;
            }
            for (place, pile) in home.piles.iter().enumerate() {
                solver.budget().step()?;
                let cells = home.game.cells(pile)?;
                let value = solver.values().pile_value(home.game.id, &cells)?;
                let pile = Some((place, cells));
                parts.push(Part { term, pile, value });
            }
        }
        let components = parts.len();
        let total = parts.iter().fold(0, |total, part| total ^ part.value);
        if total == 0 {
            let plays = Plays::some(solver, position)?;
            return Ok(Study {
                judge,
                winner: Outcome::Second,
                after: vec![Some(Outcome::First); plays.list.len()],
                plays,
                is_complete: true,
                is_measurable: components <= MOST_MEASURED
                    && options_about(solver, position)? <= FEW as u64,
                is_listed: false,
                is_distinct: true,
                length: None,
            });
        }
        // Equal piles have equal options.
        let mut seen = HashSet::new();
        parts.retain(|part| match &part.pile {
            Some((_, cells)) => position
                .terms
                .get(part.term)
                .is_some_and(|term| seen.insert((term.game.id, cells.clone()))),
            None => true,
        });
        // Where the goal is below the value of the pile, some option has it.
        parts.sort_by_key(|part| part.value ^ total > part.value);
        let mut hunt = match wanted {
            usize::MAX => Hunt::all(),
            _ => Hunt {
                most: FEW.max(wanted),
                looks: MOST_LOOKED,
                found: 0,
            },
        };
        let mut plays = Plays::unlisted(solver, position);
        for part in &parts {
            if hunt.is_over() {
                break;
            }
            solver.budget().step()?;
            plays.find(solver, part, total ^ part.value, &mut hunt)?;
        }
        let is_complete = !hunt.is_over();
        // As they are shown: pile by pile.
        plays
            .list
            .sort_by_key(|play| (play.term, play.only_place()));
        let is_few = is_complete
            && components <= MOST_MEASURED
            && options_about(solver, position)? <= FEW as u64;
        Ok(Study {
            judge,
            winner: Outcome::First,
            after: vec![Some(Outcome::Second); plays.list.len()],
            plays,
            is_complete,
            is_measurable: is_few,
            is_listed: false,
            is_distinct: position
                .terms
                .iter()
                .all(|term| term.game.turn == Turn::One),
            length: None,
        })
    }
}

impl Plays {
    /// Adds the turns in a component after which it has this value.
    fn find(
        &mut self,
        solver: &mut Solver,
        part: &Part,
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<(), Failure> {
        let Some(term) = self.position.terms.get(part.term) else {
            return Ok(());
        };
        let Some((place, cells)) = &part.pile else {
            return self.find_in_several(solver, part.term, value, hunt);
        };
        let play = |choice, becomes| Play {
            term: part.term,
            choices: smallvec::smallvec![(*place, choice)],
            becomes,
        };
        match solver
            .values()
            .options_worth(term.game.id, cells, value, hunt)?
        {
            Worth::Sizes(found) => {
                let choice = |sizes: &[u64]| match sizes {
                    [size] => Choice::Leave(*size),
                    sizes => Choice::Parts(sizes.into()),
                };
                let found = found.iter();
                let found = found.map(|sizes| play(choice(sizes), Components::new()));
                self.list.extend(found);
            }
            Worth::Options(raw, found) => {
                for (option, nodes) in &found {
                    let becomes = nodes.stay.iter().chain(&nodes.others).copied();
                    let becomes = becomes.collect();
                    self.list.push(play(Choice::Option(*option), becomes));
                }
                self.keep(
                    part.term,
                    *place,
                    PilePlays {
                        raw,
                        different: found,
                    },
                );
            }
        }
        let bytes = self.list.len() * (PLAY + OPTION);
        Ok(solver.budget().need(bytes as u64)?)
    }

    fn find_in_several(
        &mut self,
        solver: &mut Solver,
        number: usize,
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<(), Failure> {
        let Some(term) = self.position.terms.get(number) else {
            return Ok(());
        };
        let alone = Position {
            terms: vec![term.clone()],
        };
        let mut alone = Plays::of(solver, &alone)?;
        for mut play in alone.list {
            play.term = number;
            hunt.look();
            solver.budget().step()?;
            if solver.values().sum_value(&play.becomes)? == value {
                hunt.found += 1;
                self.list.push(play);
            }
        }
        if let (Some(own), Some(piles)) = (self.piles.get_mut(number), alone.piles.pop()) {
            *own = piles;
        }
        Ok(())
    }

    /// Some turn alone, where there is one.
    fn some(solver: &mut Solver, position: &Position) -> Result<Plays, Failure> {
        let mut plays = Plays::unlisted(solver, position);
        for (number, term) in position.terms.iter().enumerate() {
            if term.game.turn != Turn::One {
                let alone = Position {
                    terms: vec![term.clone()],
                };
                if let Some(mut read) = some_turn(&alone, solver.piles())? {
                    read.term = number;
                    let play = plays.play_of(solver, &read)?;
                    plays.list.push(play);
                    return Ok(plays);
                }
                continue;
            }
            let heap = solver.piles().heap(term.game.id)?.as_ref();
            let is_nim = heap.is_ok_and(|heap| heap.name() == nim::NAME);
            for (place, pile) in term.piles.iter().enumerate() {
                solver.budget().step()?;
                let choice = match pile.as_int().map(u64::try_from) {
                    // Half of it, so that a line of such turns has an end in sight.
                    Some(Ok(size @ 1..)) if is_nim => Choice::Leave(size / 2),
                    _ => {
                        let cells = term.game.cells(pile)?;
                        let mut raw = Options::default();
                        if solver
                            .positions()
                            .marked_options(term.game.id, &cells, &mut raw, 0)?
                        {
                            continue;
                        }
                        let nodes = solver.positions().nodes.option(term.game.id, &raw, 0);
                        plays.keep(
                            number,
                            place,
                            PilePlays {
                                raw,
                                different: vec![(0, nodes)],
                            },
                        );
                        Choice::Option(0)
                    }
                };
                plays.list.push(Play {
                    term: number,
                    choices: smallvec::smallvec![(place, choice)],
                    becomes: Components::new(),
                });
                return Ok(plays);
            }
        }
        Ok(plays)
    }

    fn keep(&mut self, term: usize, place: usize, plays: PilePlays) {
        let piles = self.piles.get_mut(term);
        if let Some(slot) = piles.and_then(|piles| piles.get_mut(place)) {
            *slot = Some(Arc::new(plays));
        }
    }
}

#[cfg(test)]
mod tests;
