//! The turns of a position, and who wins after each.

use hashbrown::HashSet;

use super::answer::MoveTo;
use super::plays::{Play, Plays};
use crate::expr::position::{Position, Term};
use crate::expr::value::{Outcome, Value};
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, FOR_MANY, IN_EARNEST};
use crate::solve::method::{Chosen, Moved};
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::text::words::{counted, noun};
use crate::work::Failure;

/// Turns of a position with what they lead to.
pub(super) struct Study<'j> {
    pub(super) chosen: &'j Chosen<'j>,
    pub(super) plays: Plays,
    pub(super) winner: Outcome,
    pub(super) known: KnownTurns,
}

/// Which turns are there, and who wins after them.
pub(super) enum KnownTurns {
    /// Every turn. For each who wins what it leaves, told from the opponent, who is to move there; `None`: that is not known.
    All(Vec<Option<Outcome>>),
    /// Winning turns that were found without a look at all turns.
    Winning { are_all: bool },
    /// Some turn of a lost position, where there is one.
    Lost,
}

impl<'j> Study<'j> {
    /// Finds the winning turns: all of them, or at least as many as are wanted.
    pub(super) fn of(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
        wanted: usize,
    ) -> Result<Study<'j>, Failure> {
        Study::measuring(solver, chosen, wanted, &mut ASIDE.clone())
    }

    /// The same; where a play may go on for ever, so many more positions are looked at for how long it lasts. What is used of
    /// them is taken off.
    pub(super) fn measuring(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
        wanted: usize,
        measuring: &mut u64,
    ) -> Result<Study<'j>, Failure> {
        if let Some(study) = Study::without_list(solver, chosen, wanted)? {
            return Ok(study);
        }
        let effort = match wanted {
            usize::MAX => IN_EARNEST,
            _ => FOR_MANY,
        };
        let plays = Plays::of(solver, chosen.position)?;
        let turns = plays.list.len();
        chosen.judge.measure(turns, measuring, solver.memory())?;
        Study::each(solver, chosen, plays, effort)
    }

    /// Looks at each turn.
    pub(super) fn listed(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
    ) -> Result<Study<'j>, Failure> {
        let plays = Plays::of(solver, chosen.position)?;
        Study::each(solver, chosen, plays, ASIDE)
    }

    fn each(
        solver: &mut Solver,
        chosen: &'j Chosen<'j>,
        plays: Plays,
        mut effort: u64,
    ) -> Result<Study<'j>, Failure> {
        // What a search finds on the way serves the options.
        let winner = chosen.judge.winner(solver.memory())?;
        let after = plays.list.iter().map(|play| {
            solver.budget().step()?;
            let moved = Moved {
                term: play.term,
                place: play.only_place(),
                becomes: &play.becomes,
            };
            chosen.judge.after(&moved, &mut effort, solver.memory())
        });
        let known = KnownTurns::All(after.collect::<Result<_, Failure>>()?);
        Ok(Study {
            chosen,
            plays,
            winner,
            known,
        })
    }

    /// Each turn with who wins what it leaves, told from the opponent; `None`: that is not known.
    pub(super) fn turns(&self) -> impl Iterator<Item = (&Play, Option<Outcome>)> {
        let turns = self.plays.list.iter().enumerate();
        turns.map(|(number, play)| {
            let after = match &self.known {
                KnownTurns::All(after) => after[number],
                KnownTurns::Winning { .. } => Some(Outcome::Second),
                KnownTurns::Lost => Some(Outcome::First),
            };
            (play, after)
        })
    }

    /// The turns that leave the opponent this outcome.
    pub(super) fn leaving(&self, outcome: Outcome) -> impl Iterator<Item = &Play> {
        let leaving = self
            .turns()
            .filter(move |(_, after)| *after == Some(outcome));
        leaving.map(|(play, _)| play)
    }

    /// Whether there are no other winning turns.
    pub(super) fn is_complete(&self) -> bool {
        match &self.known {
            KnownTurns::All(after) => !after.contains(&None),
            KnownTurns::Winning { are_all } => *are_all,
            KnownTurns::Lost => true,
        }
    }

    pub(super) fn is_listed(&self) -> bool {
        matches!(self.known, KnownTurns::All(_))
    }

    /// Whether it is a sum whose values tell the turns.
    pub(super) fn is_by_values(&self) -> bool {
        !self.is_listed() && self.chosen.theory.is_none()
    }

    /// How many moves perfect play lasts after the first winning turn that was found, where a theory says so: it reads those off
    /// first that end the game soonest. Which turn holds out longest it does not know.
    pub(super) fn length(&self) -> Option<u32> {
        match self.known {
            KnownTurns::Winning { .. } => self.chosen.judge.length(),
            KnownTurns::All(_) | KnownTurns::Lost => None,
        }
    }

    /// Whether every turn leads to a position of its own.
    fn is_distinct(&self) -> bool {
        self.is_by_values() && self.chosen.position.moves_in_one()
    }

    /// What the best turns leave the opponent, where some win or else keep a draw.
    pub(super) fn wanted(&self) -> Option<Outcome> {
        match self.winner {
            Outcome::First => Some(Outcome::Second),
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Second => None,
        }
    }

    /// How many turns lead where nothing is certain.
    pub(super) fn undecided(&self) -> u64 {
        self.turns().filter(|(_, after)| after.is_none()).count() as u64
    }

    /// Complains where there may be other winning turns.
    pub(super) fn refuse_incomplete(&self) -> Result<(), Failure> {
        match (self.is_complete(), self.undecided()) {
            (true, _) => Ok(()),
            (false, 0) => Err(too_wide(self.chosen.position).into()),
            (false, count) => Err(undecided(self.chosen.position, count).into()),
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
        let is_distinct = self.is_distinct();
        if is_distinct {
            let most = self.leaving(outcome).count().min(limit) as u64;
            let bytes = each.saturating_mul(most);
            solver.budget().need(bytes)?;
        }
        for play in self.leaving(outcome) {
            if is_distinct && moves.len() == limit {
                break;
            }
            solver.budget().step()?;
            let is_new = is_distinct || seen.insert(self.plays.result(solver, play)?);
            if is_new && moves.len() < limit {
                moves.push(self.plays.tell(solver, play)?);
            }
            let kept = (moves.len() + seen.len()) as u64;
            let bytes = each.saturating_mul(kept);
            solver.budget().need(bytes)?;
        }
        let count = match is_distinct {
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
        let play = self.leaving(Outcome::Second).find(|play| {
            let before = self.plays.position.terms[..play.term].iter();
            let before: usize = before.map(|term| term.piles.len()).sum();
            play.only_place().map(|place| before + place) == Some(number)
        });
        play.map(|play| self.plays.tell(solver, play)).transpose()
    }
}

/// About how many bytes a move that leads to a position like this one takes.
pub(super) fn bytes_of_a_move(position: &Position) -> u64 {
    let terms = position.terms.len() * (size_of::<Term>() + 24);
    (256 + terms + position.count() * size_of::<Value>()) as u64
}

/// The complaint that a best turn or all winning ones cannot be found, since there are too many.
pub(super) fn too_wide(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "too_many_options",
        format!("{position} has too many options to look at each"),
    )
    .help("`winner` and `grundy` answer for it; `solve` shows the winning moves it finds")
    .cause(Cause::Effort)
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
    .cause(Cause::Effort)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Rulebook;
    use crate::solve::method::{JUDGED, choose};

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
    fn a_method_is_chosen_once_for_a_position_and_all_its_turns() {
        let rules = format!(
            "{RULES} game one {{ take 1..2 leaving 0..2 piles }}
            game back {{ pile {{a, b}}  move a -> a - k for k in 1.. }}
            game twins {{ take any  each turn 2 piles alike }}
            let ways = [[], [0], [1, 2]]
            game walk {{ pile n in 0..2  move n -> next for next in ways[n]  loopy }}"
        );
        let book = Rulebook::parse(&rules).unwrap();
        for (text, has_theory) in [
            ("nim2[5, 3, 6]", true),
            ("some[5, 3]", true),
            ("exact2[5, 3, 6]", true),
            ("every[5, 3, 6]", true),
            ("stop[5, 3, 6]", true),
            ("misere(nim1)[5, 3, 6]", true),
            ("misere(one)[5, 3, 6]", true),
            ("one[5, 3, 6] + back[(2, 1)]", false),
            ("twins[5, 3, 6]", false),
            ("walk[2] + one[5]", false),
        ] {
            let position = book.position(text).unwrap();
            let mut solver = Solver::new(&book);
            let chosen = choose(&position, solver.memory()).unwrap();
            JUDGED.set(0);
            assert_eq!(chosen.theory.is_some(), has_theory, "{text}");
            let study = Study::listed(&mut solver, &chosen).unwrap();
            assert!(study.plays.list.len() > 3, "{text}");
            assert_eq!(JUDGED.get(), 0, "{text}");
            for (play, after) in study.turns() {
                let left = study.plays.result(&mut solver, play).unwrap();
                let wins = Solver::new(&book).wins_by_search(&left);
                let after = after.expect("it takes little work");
                assert_eq!(after == Outcome::First, wins.unwrap(), "{text} {left}");
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
                    let chosen = choose(&position, solver.memory()).unwrap();
                    if chosen.theory.is_none() {
                        continue;
                    }
                    let found = Study::named(&mut solver, &chosen, usize::MAX).unwrap();
                    let Some(found) = found else {
                        continue;
                    };
                    let (moves, _) = found.winning_moves(&mut solver, usize::MAX).unwrap();
                    let mut plain = Solver::new(&book);
                    let plays = Plays::of(&mut plain, &position).unwrap();
                    let mut winning = HashSet::new();
                    for play in &plays.list {
                        let to = plays.result(&mut plain, play).unwrap();
                        if !plain.wins_by_search(&to).unwrap() {
                            winning.insert(to);
                        }
                    }
                    let told: HashSet<_> = moves.into_iter().map(|play| play.to).collect();
                    assert!(told.is_subset(&winning), "{position}: {told:?}");
                    assert_eq!(told.is_empty(), winning.is_empty(), "{position}");
                    if found.is_complete() {
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
