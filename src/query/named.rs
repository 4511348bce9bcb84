//! Winning turns that are found without a look at all turns: a theory reads them off, or they leave a component of a sum the
//! value of all others.

use std::sync::Arc;

use smallvec::smallvec;

use super::pile_plays::{OPTION, PilePlays};
use super::plays::{Choices, PLAY, PileChoice, Play, Plays};
use super::study::{KnownTurns, Study};
use crate::expr::position::{Position, Turn};
use crate::expr::value::Outcome;
use crate::moves::options::Options;
use crate::solve::heap::worth::Hunt;
use crate::solve::method::Chosen;
use crate::solve::method::told::{Goal, Named, ReadOff, turn_count};
use crate::solve::positions::options::Components;
use crate::solve::{Solver, Worth};
use crate::work::Failure;

/// With more turns than this they are not looked at one by one where a theory does without.
const MANY_TURNS: f64 = 20_000.0;

/// At most this many winning turns are read off.
const MOST_READ: usize = 20_000;

/// How many turns are looked at one by one where all winning ones are asked for and a theory does not tell them all.
const MOST_TURNS: f64 = 2_000_000.0;

/// With more options than this a lost sum is not played to its end.
pub(super) const FEW: usize = 20_000;

/// After a look at so many options of a sum the winning ones found so far are enough, unless all are asked for.
const MOST_LOOKED: u64 = 1 << 21;

impl<'j> Study<'j> {
    /// The winning turns as they are named, where there are too many turns for a look at each, or the values of a sum tell them.
    pub(super) fn without_list(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
        wanted: usize,
    ) -> Result<Option<Study<'j>>, Failure> {
        if chosen.theory.is_none() {
            return Study::named(solver, chosen, wanted);
        }
        let turns = turn_count(chosen.position, solver.piles())?;
        if turns <= MANY_TURNS {
            return Ok(None);
        }
        let study = Study::named(solver, chosen, wanted)?;
        let is_enough = |study: &Study| wanted < usize::MAX || study.is_complete();
        Ok(study.filter(|study| turns > MOST_TURNS || is_enough(study)))
    }

    /// What the method of a position names, however few turns there are.
    pub(super) fn named(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
        wanted: usize,
    ) -> Result<Option<Study<'j>>, Failure> {
        // One more, to know whether there are more.
        let most = wanted.saturating_add(1).clamp(2, MOST_READ);
        let Some(named) = chosen.judge.named(most, solver.memory())? else {
            return Ok(None);
        };
        let winner = chosen.judge.winner(solver.memory())?;
        if winner == Outcome::Second {
            return Ok(Some(Study {
                chosen,
                plays: Plays::some(solver, chosen.position)?,
                winner,
                known: KnownTurns::Lost,
            }));
        }
        let mut plays = Plays::unlisted(solver, chosen.position);
        let are_all = match named {
            Named::Turns(turns) => plays.read(solver, &turns)?,
            Named::Goals(goals) => plays.reach(solver, &goals, wanted)?,
        };
        let is_found = !plays.list.is_empty();
        Ok(is_found.then_some(Study {
            chosen,
            plays,
            winner,
            known: KnownTurns::Winning { are_all },
        }))
    }
}

impl Plays {
    /// Adds the turns that a theory reads off; whether there are no other winning ones.
    fn read(&mut self, solver: &mut Solver, turns: &ReadOff) -> Result<bool, Failure> {
        for read in &turns.list {
            solver.budget().step()?;
            let play = self.play_of(solver, read)?;
            self.list.push(play);
        }
        Ok(turns.is_complete)
    }

    /// Adds the turns of a sum that reach one of the goals; whether there are no others.
    fn reach(
        &mut self,
        solver: &mut Solver,
        goals: &[Goal],
        wanted: usize,
    ) -> Result<bool, Failure> {
        let mut hunt = match wanted {
            usize::MAX => Hunt::all(),
            _ => Hunt {
                most: FEW.max(wanted),
                looks: MOST_LOOKED,
                found: 0,
            },
        };
        for goal in goals {
            if hunt.is_over() {
                break;
            }
            solver.budget().step()?;
            self.find(solver, goal, &mut hunt)?;
        }
        // As they are shown: pile by pile.
        let list = &mut self.list;
        list.sort_by_key(|play| (play.term, play.only_place()));
        Ok(!hunt.is_over())
    }

    /// Adds the turns that reach a goal.
    fn find(&mut self, solver: &mut Solver, goal: &Goal, hunt: &mut Hunt) -> Result<(), Failure> {
        let Goal { term, value, .. } = *goal;
        let Some(place) = goal.place else {
            return self.find_in_several(solver, term, value, hunt);
        };
        let home = &self.position.terms[term];
        let game = home.game.id;
        let cells = home.game.cells(&home.piles[place])?;
        let play = |choice, becomes| Play {
            term,
            choices: smallvec![(place, choice)],
            becomes,
        };
        match solver.values().options_worth(game, &cells, value, hunt)? {
            Worth::Sizes(found) => {
                let found = found.into_iter();
                let found = found.map(|sizes| play(PileChoice::Leave(sizes), Components::new()));
                self.list.extend(found);
            }
            Worth::Options(raw, found) => {
                for (option, nodes) in &found {
                    self.list
                        .push(play(PileChoice::Option(*option), nodes.components()));
                }
                let different = found;
                self.keep(term, place, PilePlays { raw, different });
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
        for play in self.turns_in(solver, number)? {
            hunt.look();
            solver.budget().step()?;
            if solver.values().sum_value(&play.becomes)? == value {
                hunt.found += 1;
                self.list.push(play);
            }
        }
        Ok(())
    }

    fn turns_in(&mut self, solver: &mut Solver, number: usize) -> Result<Vec<Play>, Failure> {
        let terms = vec![self.position.terms[number].clone()];
        let mut alone = Plays::of(solver, &Position { terms })?;
        self.piles[number] = alone.piles.swap_remove(0);
        for play in &mut alone.list {
            play.term = number;
        }
        Ok(alone.list)
    }

    /// Some turn alone, where there is one: in as few piles as possible, so that a line of such turns has an end in sight.
    fn some(solver: &mut Solver, position: &Position) -> Result<Plays, Failure> {
        let mut plays = Plays::unlisted(solver, position);
        for (number, term) in position.terms.iter().enumerate() {
            let in_one = matches!(&term.game.turn, Turn::Counts(_)) && term.game.turn.allows(1);
            if term.game.alike && !in_one {
                // Moves that piles allow one by one need not be alike.
                plays.list = plays.turns_in(solver, number)?;
                plays.list.truncate(1);
                if plays.list.is_empty() {
                    continue;
                }
                break;
            }
            let turn = &term.game.turn;
            let mut choices = Choices::new();
            let mut is_turn = false;
            for place in 0..term.piles.len() {
                solver.budget().step()?;
                let Some(choice) = plays.some_choice(solver, number, place)? else {
                    continue;
                };
                choices.push((place, choice));
                is_turn = match turn {
                    Turn::AllOrNone => choices.len() == term.piles.len(),
                    turn => turn.allows(choices.len() as u64),
                };
                if is_turn && *turn != Turn::All {
                    break;
                }
            }
            if is_turn {
                plays.list.push(Play::of(number, choices));
                break;
            }
        }
        Ok(plays)
    }

    /// Some move in a pile, where there is one: of a pile of Nim half is left.
    fn some_choice(
        &mut self,
        solver: &mut Solver,
        term: usize,
        place: usize,
    ) -> Result<Option<PileChoice>, Failure> {
        let home = &self.position.terms[term];
        let game = home.game.id;
        let cells = home.game.cells(&home.piles[place])?;
        let pile = solver.positions().nodes.pile(game, &cells);
        if let Some(size) = solver.piles().nim_size(pile)? {
            return Ok((size > 0).then(|| PileChoice::Leave(smallvec![size / 2])));
        }
        let mut raw = Options::default();
        let positions = solver.positions();
        if positions.marked_options(game, &cells, &mut raw, 0)? {
            return Ok(None);
        }
        let different = vec![(0, positions.nodes.option(game, &raw, 0))];
        self.keep(term, place, PilePlays { raw, different });
        Ok(Some(PileChoice::Option(0)))
    }

    fn keep(&mut self, term: usize, place: usize, plays: PilePlays) {
        self.piles[term][place] = Some(Arc::new(plays));
    }
}

#[cfg(test)]
mod tests;
