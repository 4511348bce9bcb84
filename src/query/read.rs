//! Positions with so many turns that a theory reads the winning ones off.

use super::answer::{Best, MoveTo};
use super::how::Way;
use super::plays::Plays;
use crate::expr::position::Position;
use crate::expr::value::Value;
use crate::solve::Solver;
use crate::solve::theory::winning::Read;
use crate::work::Failure;

/// With more turns than this they are not looked at one by one where a theory does without.
const MANY_TURNS: f64 = 20_000.0;

/// So many winning turns are read off at most.
const MOST_READ: usize = 20_000;

/// So many turns are looked at one by one where all winning ones are asked for and a theory does not tell them all.
const MOST_TURNS: f64 = 2_000_000.0;

/// What a theory reads off.
pub(super) struct ReadOff {
    pub(super) first_wins: bool,
    /// Winning turns, each different result once.
    pub(super) winning: Vec<MoveTo>,
    /// Whether there are no others.
    pub(super) is_complete: bool,
    /// A winning turn, else some turn.
    pub(super) best: Option<Best>,
}

/// The winning turns of a position, at most `limit`, where a theory decides it and there are too many turns to look at each.
pub(super) fn read_off(
    solver: &mut Solver,
    position: &Position,
    way: Way,
    limit: usize,
) -> Result<Option<ReadOff>, Failure> {
    if way != Way::Theory {
        return Ok(None);
    }
    let turns = solver.turn_count(position)?;
    if turns <= MANY_TURNS {
        return Ok(None);
    }
    let Some(read) = read(solver, position, limit)? else {
        return Ok(None);
    };
    let all_are_wanted = limit == usize::MAX && !read.is_complete;
    Ok(Some(read).filter(|_| !all_are_wanted || turns > MOST_TURNS))
}

/// What a theory reads off, however few turns there are.
fn read(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
) -> Result<Option<ReadOff>, Failure> {
    let Some((_, theory)) = solver.theory(position)?.theory else {
        return Ok(None);
    };
    // One more, to know whether there are more.
    let Some(found) = theory.winning(solver, limit.saturating_add(1).clamp(2, MOST_READ))? else {
        return Ok(None);
    };
    let first_wins = theory.first_wins();
    if first_wins && found.list.is_empty() {
        return Ok(None);
    }
    let mut plays = Plays::unlisted(position);
    let mut winning = Vec::with_capacity(found.list.len());
    let mut seen = hashbrown::HashSet::new();
    let mut bytes = 0;
    for read in &found.list {
        let told = tell(solver, &mut plays, read)?;
        let piles = told
            .to
            .terms
            .iter()
            .map(|term| term.piles.len())
            .sum::<usize>();
        bytes += 256 + (piles * 2 * size_of::<Value>()) as u64;
        solver.positions.machine.budget.need(bytes)?;
        if seen.insert(told.to.clone()) {
            winning.push(told);
        }
    }
    let some = match winning.first() {
        Some(play) => Some(play.clone()),
        None => match solver.some_turn(position)? {
            Some(read) => Some(tell(solver, &mut plays, &read)?),
            None => None,
        },
    };
    let wins = !winning.is_empty();
    let best = some.map(|play| Best {
        play,
        wins,
        // The turns that end the game soonest are read off first; which one holds out longest is not known.
        length: theory.length().filter(|_| wins),
    });
    Ok(Some(ReadOff {
        first_wins,
        is_complete: found.is_complete || !first_wins,
        winning,
        best,
    }))
}

fn tell(solver: &mut Solver, plays: &mut Plays, read: &Read) -> Result<MoveTo, Failure> {
    let play = plays.play_of(solver, read)?;
    plays.tell(solver, &play)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Rulebook;

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
                    let Some(found) = read(&mut solver, &position, usize::MAX).unwrap() else {
                        continue;
                    };
                    let mut plain = Solver::new(&book);
                    let plays = Plays::of(&mut plain, &position).unwrap();
                    let mut winning = HashSet::new();
                    for play in &plays.list {
                        let to = plays.result(&mut plain, play).unwrap();
                        if !plain.first_player_wins_by_search(&to).unwrap() {
                            winning.insert(to);
                        }
                    }
                    let told: HashSet<_> =
                        found.winning.iter().map(|play| play.to.clone()).collect();
                    assert!(told.is_subset(&winning), "{position}: {told:?}");
                    assert_eq!(told.is_empty(), winning.is_empty(), "{position}");
                    if found.is_complete {
                        complete += 1;
                        // A theory may take equal piles for one another, but leaves no position out.
                        assert_eq!(told, winning, "{position}");
                    }
                    let wins =
                        !winning.is_empty() || (plays.list.is_empty() && position.is_misere());
                    assert_eq!(found.first_wins, wins, "{position}");
                    read_off.insert(label.clone());
                }
            }
        }
        assert!(complete > 500, "{complete}");
        assert!(read_off.len() >= 26, "{read_off:?}");
    }
}
