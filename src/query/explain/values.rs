//! A single pile: its options, their values, and the mex.

use super::board::MarkedBoard;
use super::{Explanation, Mex, OptionValue, Why};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::plays::{Play, Plays};
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::method::Memory;
use crate::work::Failure;

/// How many options are listed at most.
const MOST_LISTED: usize = 24;

/// The options of a pile with their values, and the mex.
pub(super) fn one(solver: &mut Solver, position: &Position) -> Result<Explanation, Failure> {
    let value = solver.position_grundy(position)?;
    let plays = Plays::of(solver, position)?;
    let mut found = Listed::of(position, plays.list.len());
    for play in &plays.list {
        let xor = LoopyValue::Number(solver.values().sum_value(&play.becomes)?);
        found.add(solver, &plays, play, xor)?;
    }
    let (mex, board) = found.done();
    let winner = Outcome::decided(value != 0);
    Ok(Explanation::new(position, winner, Why::Mex(mex), board).worth(LoopyValue::Number(value)))
}

/// The same where plays may go on for ever. `None`: the value of some option is not known.
pub(super) fn loopy(
    solver: &mut Solver,
    study: &Study,
    value: &LoopyValue,
) -> Result<Option<(Why, Option<MarkedBoard>)>, Failure> {
    let plays = &study.plays;
    let mut found = Listed::of(&plays.position, plays.list.len());
    let mut infinite: Vec<(&Play, Vec<u64>)> = Vec::new();
    for play in &plays.list {
        let components = plays.after(solver, play)?;
        let Memory { loopy, values } = solver.memory();
        let option = loopy.value(&components, &mut ASIDE.clone(), values)?;
        match &option {
            LoopyValue::Number(_) => {}
            LoopyValue::Infinite(seen) => infinite.push((play, seen.clone())),
            LoopyValue::Unknown => return Ok(None),
        }
        found.add(solver, plays, play, option)?;
    }
    let (mut mex, board) = found.done();
    mex.is_infinite = !infinite.is_empty();
    let is_free = |seen: &Vec<u64>| !seen.contains(&mex.missing);
    if !matches!(value, LoopyValue::Number(_))
        && let Some((play, _)) = infinite.iter().find(|(_, seen)| is_free(seen))
    {
        mex.free = Some(plays.result(solver, play)?);
    }
    Ok(Some((Why::Mex(mex), board)))
}

/// The options of a pile with their values: a list, and a board where there is one.
struct Listed {
    options: Vec<OptionValue>,
    count: usize,
    taken: Vec<u64>,
    board: Option<MarkedBoard>,
}

impl Listed {
    fn of(position: &Position, count: usize) -> Listed {
        Listed {
            options: Vec::new(),
            count,
            taken: Vec::new(),
            board: MarkedBoard::of(position, count, "The options with their values"),
        }
    }

    fn add(
        &mut self,
        solver: &mut Solver,
        plays: &Plays,
        play: &Play,
        value: LoopyValue,
    ) -> Result<(), Failure> {
        if let Some(board) = &mut self.board {
            board.mark(&plays.result(solver, play)?, value.to_string());
        }
        if let LoopyValue::Number(number) = value {
            self.taken.push(number);
        }
        if self.options.len() < MOST_LISTED {
            let play = plays.tell(solver, play)?;
            let parts = match plays.position.is_loopy() {
                true => Vec::new(),
                false => part_values(solver, &play.to)?,
            };
            self.options.push(OptionValue { play, value, parts });
        }
        Ok(())
    }

    fn done(self) -> (Mex, Option<MarkedBoard>) {
        let mut taken = self.taken;
        taken.sort_unstable();
        taken.dedup();
        let numbers = taken.iter().zip(0..);
        let missing = numbers.take_while(|(taken, number)| *taken == number);
        let mex = Mex {
            options: self.options,
            count: self.count,
            missing: missing.count() as u64,
            taken,
            is_infinite: false,
            free: None,
        };
        (mex, self.board)
    }
}

/// The values of the components of a position, where these are several: in the order in which the piles are written, equal
/// ones side by side.
fn part_values(solver: &mut Solver, position: &Position) -> Result<Vec<u64>, Failure> {
    let parts = solver.positions().components(position)?;
    if parts.len() < 2 {
        return Ok(Vec::new());
    }
    let mut order = parts.clone();
    order.sort_by_key(|part| parts.iter().position(|other| other == part));
    let values = order.into_iter();
    values
        .map(|part| solver.values().component_value(part))
        .collect()
}
