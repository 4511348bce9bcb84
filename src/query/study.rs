//! The turns of a position, and who wins after each.

use hashbrown::HashSet;

use super::answer::MoveTo;
use super::judge::{Judge, Method};
use super::plays::{Play, Plays};
use crate::expr::position::{Position, Term};
use crate::expr::value::{Outcome, Value};
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, IN_EARNEST};
use crate::solve::theory::winning::{Read, some_turn, turn_count};
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::text::words::{counted, noun};
use crate::work::Failure;

/// With more turns than this they are not looked at one by one where a theory does without.
const MANY_TURNS: f64 = 20_000.0;

/// So many winning turns are read off at most.
const MOST_READ: usize = 20_000;

/// So many turns are looked at one by one where all winning ones are asked for and a theory does not tell them all.
const MOST_TURNS: f64 = 2_000_000.0;

/// With more turns than this how long a play lasts is not looked for, where it may go on for ever.
const MOST_MEASURED: usize = 1 << 13;

/// With more options than this a lost sum is not played to its end.
pub(super) const FEW: usize = 20_000;

/// The turns of a position with what they lead to.
pub(super) struct Study<'j> {
    pub(super) judge: &'j Judge<'j>,
    pub(super) plays: Plays,
    pub(super) winner: Outcome,
    /// For each turn who wins what it leaves, told from the opponent, who is to move there; `None`: that is not known.
    pub(super) after: Vec<Option<Outcome>>,
    /// Whether there are no other winning turns.
    pub(super) is_complete: bool,
    /// Whether the turns of which the best one is chosen may be so few that their lengths are found.
    pub(super) is_measurable: bool,
    /// Whether every turn is there; else they are the winning ones that were found, or some turn of a lost position.
    pub(super) is_listed: bool,
    /// Whether every turn leads to a position of its own.
    pub(super) is_distinct: bool,
    /// How many moves perfect play lasts, where a theory says so of the first winning turn.
    pub(super) length: Option<u32>,
}

impl<'j> Study<'j> {
    /// Finds the winning turns: all of them, or at least as many as are wanted.
    pub(super) fn of(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        wanted: usize,
    ) -> Result<Study<'j>, Failure> {
        Study::measuring(solver, judge, wanted, &mut ASIDE.clone())
    }

    /// The same; where a play may go on for ever, so many more positions are looked at for how long it lasts. What is used of
    /// them is taken off.
    pub(super) fn measuring(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        wanted: usize,
        measuring: &mut u64,
    ) -> Result<Study<'j>, Failure> {
        match &judge.method {
            Method::Xor => Study::by_values(solver, judge, wanted),
            Method::Theory(_) => match Study::read_off(solver, judge, wanted)? {
                Some(study) => Ok(study),
                None => Study::listed(solver, judge),
            },
            Method::Search => Study::listed(solver, judge),
            Method::Loopy(winner, _) => {
                let effort = match wanted {
                    usize::MAX => IN_EARNEST,
                    _ => ASIDE,
                };
                let plays = Plays::of(solver, judge.position)?;
                if *winner != Outcome::Draw && plays.list.len() <= MOST_MEASURED {
                    let components = solver.positions().components(judge.position)?;
                    let misere = judge.position.is_misere();
                    let (loopy, values) = solver.loopy();
                    let positions = &mut values.piles.positions;
                    loopy.search(&components, misere, measuring, positions)?;
                }
                Study::each(solver, judge, plays, effort)
            }
        }
    }

    /// Looks at each turn.
    pub(super) fn listed(solver: &mut Solver, judge: &'j Judge<'j>) -> Result<Study<'j>, Failure> {
        let plays = Plays::of(solver, judge.position)?;
        if let Method::Search = judge.method {
            // What is found on the way to the outcome serves the options.
            judge.winner(solver)?;
        }
        Study::each(solver, judge, plays, ASIDE)
    }

    fn each(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        plays: Plays,
        mut effort: u64,
    ) -> Result<Study<'j>, Failure> {
        let after = plays.list.iter().map(|play| {
            solver.budget().step()?;
            judge.after(solver, &plays, play, &mut effort)
        });
        let after: Vec<Option<Outcome>> = after.collect::<Result<_, Failure>>()?;
        let winner = match judge.method {
            Method::Loopy(winner, _) => winner,
            _ => Outcome::decided(
                after.contains(&Some(Outcome::Second))
                    || (plays.list.is_empty() && judge.position.is_misere()),
            ),
        };
        Ok(Study {
            judge,
            plays,
            winner,
            is_complete: !after.contains(&None),
            after,
            is_measurable: true,
            is_listed: true,
            is_distinct: false,
            length: None,
        })
    }

    /// The winning turns that a theory reads off, where there are too many turns to look at each.
    fn read_off(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        wanted: usize,
    ) -> Result<Option<Study<'j>>, Failure> {
        let turns = turn_count(judge.position, solver.piles())?;
        if turns <= MANY_TURNS {
            return Ok(None);
        }
        let Some(study) = Study::read(solver, judge, wanted)? else {
            return Ok(None);
        };
        let all_are_wanted = wanted == usize::MAX && !study.is_complete;
        Ok(Some(study).filter(|_| !all_are_wanted || turns > MOST_TURNS))
    }

    /// What a theory reads off, however few turns there are.
    pub(super) fn read(
        solver: &mut Solver,
        judge: &'j Judge<'j>,
        wanted: usize,
    ) -> Result<Option<Study<'j>>, Failure> {
        let Method::Theory((_, theory)) = &judge.method else {
            return Ok(None);
        };
        // One more, to know whether there are more.
        let most = wanted.saturating_add(1).clamp(2, MOST_READ);
        let Some(found) = theory.winning(solver.values(), most)? else {
            return Ok(None);
        };
        let first_wins = theory.first_wins();
        if first_wins && found.list.is_empty() {
            return Ok(None);
        }
        let mut plays = Plays::unlisted(solver, judge.position);
        let mut add = |solver: &mut Solver, read: &Read| -> Result<(), Failure> {
            let play = plays.play_of(solver, read)?;
            plays.list.push(play);
            Ok(())
        };
        for read in &found.list {
            solver.budget().step()?;
            add(solver, read)?;
        }
        if found.list.is_empty()
            && let Some(read) = some_turn(judge.position, solver.piles())?
        {
            add(solver, &read)?;
        }
        let after = match found.list.is_empty() {
            true => Outcome::First,
            false => Outcome::Second,
        };
        Ok(Some(Study {
            judge,
            winner: Outcome::decided(first_wins),
            after: vec![Some(after); plays.list.len()],
            plays,
            is_complete: found.is_complete || !first_wins,
            is_measurable: false,
            is_listed: false,
            is_distinct: false,
            // The turns that end the game soonest are read off first; which one holds out longest is not known.
            length: theory.length().filter(|_| !found.list.is_empty()),
        }))
    }

    /// The turns that leave the opponent this outcome.
    pub(super) fn leaving(&self, outcome: Outcome) -> impl Iterator<Item = &Play> {
        let turns = self.plays.list.iter().zip(&self.after);
        turns
            .filter(move |(_, after)| **after == Some(outcome))
            .map(|(play, _)| play)
    }

    /// How many turns lead where nothing is certain.
    pub(super) fn undecided(&self) -> u64 {
        self.after.iter().filter(|after| after.is_none()).count() as u64
    }

    /// Complains where there may be other winning turns.
    pub(super) fn refuse_incomplete(&self) -> Result<(), Failure> {
        match (self.is_complete, self.undecided()) {
            (true, _) => Ok(()),
            (false, 0) => Err(too_wide(self.judge.position).into()),
            (false, count) => Err(undecided(self.judge.position, count).into()),
        }
    }

    /// The winning turns in words, each different position once, at most `limit`; and how many there are.
    pub(super) fn winning_moves(
        &self,
        solver: &mut Solver,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Failure> {
        self.told(solver, Outcome::Second, limit)
    }

    /// The turns that leave the opponent an outcome in words, each different position once, at most `limit`; and how many
    /// there are.
    pub(super) fn told(
        &self,
        solver: &mut Solver,
        outcome: Outcome,
        limit: usize,
    ) -> Result<(Vec<MoveTo>, u64), Failure> {
        let mut seen = HashSet::new();
        let mut moves = Vec::new();
        let each = bytes_of_a_move(&self.plays.position);
        if self.is_distinct {
            let most = self.leaving(outcome).count().min(limit) as u64;
            let bytes = each.saturating_mul(most);
            solver.budget().need(bytes)?;
        }
        for play in self.leaving(outcome) {
            if self.is_distinct && moves.len() == limit {
                break;
            }
            solver.budget().step()?;
            let is_new = self.is_distinct || seen.insert(self.plays.result(solver, play)?);
            if is_new && moves.len() < limit {
                moves.push(self.plays.tell(solver, play)?);
            }
            let kept = (moves.len() + seen.len()) as u64;
            let bytes = each.saturating_mul(kept);
            solver.budget().need(bytes)?;
        }
        let count = match self.is_distinct {
            true => self.leaving(outcome).count(),
            false => seen.len(),
        };
        Ok((moves, count as u64))
    }

    /// A winning turn in the pile of this number, counted over all terms.
    pub(super) fn winning_move_in(
        &self,
        solver: &mut Solver,
        number: usize,
    ) -> Result<Option<MoveTo>, Failure> {
        let counts = self.plays.position.terms.iter();
        let starts: Vec<usize> = counts
            .scan(0, |start, term| {
                let first = *start;
                *start += term.piles.len();
                Some(first)
            })
            .collect();
        let play = self.leaving(Outcome::Second).find(|play| {
            let start = starts.get(play.term).copied();
            let place = start.zip(play.only_place());
            place.is_some_and(|(start, place)| start + place == number)
        });
        play.map(|play| self.plays.tell(solver, play)).transpose()
    }
}

/// About how many bytes a move that leads to a position like this one takes.
pub(super) fn bytes_of_a_move(position: &Position) -> u64 {
    let terms = position.terms.len() * (size_of::<Term>() + 24);
    let piles = position.terms.iter().map(|term| term.piles.len());
    (256 + terms + piles.sum::<usize>() * size_of::<Value>()) as u64
}

/// The complaint that a best turn or all winning ones cannot be found, since there are too many.
pub(super) fn too_wide(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "too_many_options",
        format!("{position} has too many options to look at each"),
    )
    .help("`winner` and `grundy` answer for it; `solve` shows the winning moves it finds")
    .cause(Cause::Limit)
}

/// The complaint that the winner of some options is not known.
fn undecided(position: &Position, count: u64) -> Diagnostic {
    let options = counted(count, "option", "options");
    let are = noun(count, "is", "are");
    Diagnostic::error(
        "search_limit",
        format!("who wins {options} of {position} {are} not known within {IN_EARNEST} positions"),
    )
    .help("`winner` and `best` answer for it; `solve` shows the winning moves that are known")
    .cause(Cause::Limit)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Rulebook;
    use crate::solve::theory::CHOSEN;

    const RULES: &str = "
        game nim1 { take any  each turn 1..1 piles }
        game nim2 { take any  each turn 1..2 piles }
        game nim3 { take any  each turn 1..3 piles }
        game disguised { move n -> [k]  for k in 0..n / 2 - 1  move n -> k for k in 0..n / 2 - 1  each turn 1..2 piles }
        game any_nim { take any  each turn 1.. piles }
        game exact2 { take any  each turn 2 piles }
        game exact_disguised { move n -> k for k in 0..n / 2 - 1  each turn 2 piles }
        game some { take 1..3  each turn 1.. piles }
        game pair { take 1, 3  each turn 1..4 piles }
        game kayles { take 1..2 leaving 0..2 piles  each turn 1.. piles }
        game every { take 1..3  each turn all piles }
        game every_kayles { take 1..2 leaving 0..2 piles  each turn all piles }
        game every_nim { take any  each turn all piles }
        game stop { take 1..3  each turn all piles or none }
        game stop_nim { take any  each turn all piles or none }
        game stop_split { take 1..2  split into 2  each turn all piles or none }";

    #[test]
    fn a_theory_is_chosen_once_for_a_position_and_all_its_turns() {
        let rules = format!("{RULES} game one {{ take 1..2 leaving 0..2 piles }}");
        let book = Rulebook::parse(&rules).unwrap();
        for text in [
            "nim2[5, 3, 6]",
            "some[5, 3]",
            "exact2[5, 3, 6]",
            "every[5, 3, 6]",
            "stop[5, 3, 6]",
            "misere(nim1)[5, 3, 6]",
            "misere(one)[5, 3, 6]",
        ] {
            let position = book.position(text).unwrap();
            let mut solver = Solver::new(&book);
            CHOSEN.set(0);
            let judge = Judge::of(&mut solver, &position).unwrap();
            assert!(matches!(judge.method, Method::Theory(_)), "{text}");
            let study = Study::listed(&mut solver, &judge).unwrap();
            assert!(study.after.len() > 3, "{text}");
            assert_eq!(CHOSEN.get(), 1, "{text}");
            for (play, after) in study.plays.list.iter().zip(&study.after) {
                let left = study.plays.result(&mut solver, play).unwrap();
                let wins = Solver::new(&book).first_player_wins_by_search(&left);
                assert_eq!(
                    *after,
                    Some(Outcome::decided(wins.unwrap())),
                    "{text} {left}"
                );
            }
        }
    }

    /// All turns that a theory reads off are winning ones, and if it says so, all of them.
    #[test]
    fn what_is_read_off_is_what_a_search_finds() {
        let book = Rulebook::parse(RULES).unwrap();
        let mut complete = 0;
        let mut read_off = HashSet::new();
        for game in book.game_names() {
            for label in [game.clone(), format!("misere({game})")] {
                for numbers in 0..256 {
                    let piles: Vec<usize> =
                        (0..4).map(|place| numbers >> (2 * place) & 3).collect();
                    let piles: Vec<usize> = piles.iter().map(|pile| pile * 3 / 2).collect();
                    if !piles.is_sorted() || piles.iter().sum::<usize>() > 13 {
                        continue;
                    }
                    let position = book.position(&format!("{label}{piles:?}")).unwrap();
                    let mut solver = Solver::new(&book);
                    let judge = Judge::of(&mut solver, &position).unwrap();
                    let Some(found) = Study::read(&mut solver, &judge, usize::MAX).unwrap() else {
                        continue;
                    };
                    let (moves, _) = found.winning_moves(&mut solver, usize::MAX).unwrap();
                    let mut plain = Solver::new(&book);
                    let plays = Plays::of(&mut plain, &position).unwrap();
                    let mut winning = HashSet::new();
                    for play in &plays.list {
                        let to = plays.result(&mut plain, play).unwrap();
                        if !plain.first_player_wins_by_search(&to).unwrap() {
                            winning.insert(to);
                        }
                    }
                    let told: HashSet<_> = moves.into_iter().map(|play| play.to).collect();
                    assert!(told.is_subset(&winning), "{position}: {told:?}");
                    assert_eq!(told.is_empty(), winning.is_empty(), "{position}");
                    if found.is_complete {
                        complete += 1;
                        // A theory may take equal piles for one another, but leaves no position out.
                        assert_eq!(told, winning, "{position}");
                    }
                    let wins =
                        !winning.is_empty() || (plays.list.is_empty() && position.is_misere());
                    assert_eq!(found.winner == Outcome::First, wins, "{position}");
                    read_off.insert(label.clone());
                }
            }
        }
        assert!(complete > 500, "{complete}");
        assert!(read_off.len() >= 26, "{read_off:?}");
    }
}
