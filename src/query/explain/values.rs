//! By values: those of a single pile's options and their mex; those of a sum's parts, their xor, and the move read off them.

use super::board::MarkedBoard;
use super::{Explanation, MOST_LISTED, Mex, NimSum, OptionValue, PartValue, SumOf, ValuesBy, Why};
use crate::expr::position::Position;
use crate::expr::value::{Outcome, Value};
use crate::query::answer::How;
use crate::query::best::OPTIONS_ASIDE;
use crate::query::evidence::{grundy_by, pile_by, winner_by};
use crate::query::plays::{Play, Plays, is_wide};
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::boards::BoardWay;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::method::{Chosen, Memory};
use crate::solve::positions::nodes::Id;
use crate::work::{Failure, distinct};

/// The explanation of a sum of piles by their values.
pub(super) fn explained(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let position = chosen.position;
    if !solver.is_plain() && is_wide(solver, position)? {
        return large(solver, chosen);
    }
    if position.count() != 1 {
        return nim_sum(solver, chosen);
    }
    match components(solver, chosen)? {
        Some(explanation) => Ok(explanation),
        None => one_pile(solver, chosen),
    }
}

/// The options of a pile with their values, and the mex.
fn one_pile(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let position = chosen.position;
    let value = solver.position_grundy(position)?;
    let plays = Plays::of(solver, position)?;
    let mut found = Listed::of(position, plays.list.len());
    for play in &plays.list {
        let xor = LoopyValue::Number(solver.values().sum_value(&play.becomes)?);
        found.add(solver, &plays, play, xor)?;
    }
    let (mut mex, board) = found.done();
    if mex.count > 0 {
        let by = [grundy_by(solver, position)?, winner_by(solver, chosen)?];
        mex.theorem = by.into_iter().find(|by| by.how == How::Theorem);
    }
    let winner = Outcome::decided(value != 0);
    Ok(Explanation::new(position, winner, Why::Mex(mex), board).worth(LoopyValue::Number(value)))
}

/// The same where plays may go on for ever. `None`: the value of some option is not known.
pub(super) fn loopy_pile(
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
        let taken = distinct(self.taken);
        let numbers = taken.iter().zip(0..);
        let missing = numbers.take_while(|(taken, number)| *taken == number);
        let mex = Mex {
            options: self.options,
            count: self.count,
            missing: missing.count() as u64,
            taken,
            theorem: None,
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

/// The values of the piles, each with how it is written, and the move read off them.
fn nim_sum(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let position = chosen.position;
    let mut rows: Vec<(String, u64)> = Vec::new();
    for (game, pile) in position.piles() {
        let cells = game.cells(pile)?;
        let node = solver.positions().nodes.pile(game.id, &cells);
        let label = if position.terms.len() > 1 {
            format!("{}[{pile}]", game.label)
        } else {
            pile.to_string()
        };
        rows.push((label, solver.values().component_value(node)?));
    }
    summed(solver, chosen, rows, SumOf::Piles)
}

/// The values of the piles and the move read off them, and how the values of single numbers are known.
fn large(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let mut explanation = nim_sum(solver, chosen)?;
    for term in &chosen.position.terms {
        let sizes = term.piles.iter().filter_map(Value::as_int);
        let largest = sizes.max().unwrap_or(0);
        if let Some(by) = pile_by(solver, &term.game, largest)?
            && let Why::Sum(sum) = &mut explanation.why
        {
            let game = term.game.label.clone();
            sum.values_by.push(ValuesBy { game, by });
        }
    }
    Ok(explanation)
}

/// The values of the components of the board on which the only pile stands, and a move; nothing where these are not several.
fn components(solver: &mut Solver, chosen: &Chosen) -> Result<Option<Explanation>, Failure> {
    let Some(term) = chosen.position.terms.iter().find(|it| !it.piles.is_empty()) else {
        return Ok(None);
    };
    let cells = term.game.cells(&term.piles[0])?;
    let parts = match solver.piles().entries_apart(term.game.id, &cells)? {
        Some(entries) => {
            let parts = entries.into_iter();
            let parts =
                parts.map(|(entry, alone)| Ok((entry, solver.values().component_value(alone)?)));
            Some(parts.collect::<Result<Vec<(Value, u64)>, Failure>>()?)
        }
        None => solver.piles().parts_on_board(term.game.id, &cells)?,
    };
    match parts {
        Some(parts) if parts.len() > 1 => {
            let rows = parts
                .into_iter()
                .map(|(part, value)| (part.to_string(), value));
            let of = match solver.piles().entries_way(term.game.id)? {
                Some(BoardWay::Stairs) => SumOf::Stairs,
                _ => SumOf::Board,
            };
            summed(solver, chosen, rows.collect(), of).map(Some)
        }
        _ => Ok(None),
    }
}

/// The values of the parts of a sum, and the move read off them.
fn summed(
    solver: &mut Solver,
    chosen: &Chosen,
    rows: Vec<(String, u64)>,
    of: SumOf,
) -> Result<Explanation, Failure> {
    let position = chosen.position;
    let xor = rows.iter().fold(0, |xor, (_, value)| xor ^ value);
    let mut is_over = rows.iter().all(|(_, value)| *value == 0);
    if is_over {
        for component in solver.positions().components(position)? {
            is_over &= solver.positions().is_terminal(component)?;
        }
    }
    let mut sum = NimSum {
        of,
        is_over,
        xor,
        ..NimSum::default()
    };
    if let Some(leading) = xor.checked_ilog2() {
        let study = Study::of(solver, chosen, 1)?;
        let count = study.winning_moves(solver, 0)?.1;
        sum.winning_count = study.is_complete().then_some(count);
        let mut values = rows.iter();
        let carrier = values.position(|(_, value)| value >> leading & 1 == 1);
        if let Some(place) = carrier.filter(|_| of == SumOf::Piles) {
            sum.winning = study.winning_move_in(solver, place)?;
        }
        sum.carrier = carrier.filter(|_| sum.winning.is_some());
        if sum.winning.is_none() {
            sum.winning = study.winning_moves(solver, 1)?.0.pop();
        }
    }
    let parts = rows.into_iter().map(|(part, value)| PartValue {
        part,
        value: LoopyValue::Number(value),
    });
    sum.parts = parts.collect();
    let winner = Outcome::decided(xor != 0);
    Ok(Explanation::new(position, winner, Why::Sum(sum), None).worth(LoopyValue::Number(xor)))
}

/// The values of the components where plays may go on for ever. `None`: some value is not known.
pub(super) fn loopy_sum(
    solver: &mut Solver,
    study: &Study,
    components: &[Id],
    value: &LoopyValue,
) -> Result<Option<Why>, Failure> {
    let mut parts = Vec::new();
    let mut xor = 0;
    for component in components {
        let Memory { loopy, values } = solver.memory();
        let value = loopy.value(&[*component], &mut ASIDE.clone(), values)?;
        match value {
            LoopyValue::Number(number) => xor ^= number,
            LoopyValue::Infinite(_) => {}
            LoopyValue::Unknown => return Ok(None),
        }
        let part = solver.positions().describe(*component);
        parts.push(PartValue { part, value });
    }
    let is_won = *value != LoopyValue::Number(0) && study.winner == Outcome::First;
    let best = match is_won {
        true => study.best(solver, OPTIONS_ASIDE, |_| false)?,
        false => None,
    };
    let sum = NimSum {
        parts,
        winning: best.map(|best| best.play),
        xor,
        ..NimSum::default()
    };
    Ok(Some(Why::Sum(sum)))
}
