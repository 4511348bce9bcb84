//! A sum: the values of its parts, their xor, and the move read off them.

use super::board::MarkedBoard;
use super::{Explanation, PartValue, Sum, ValuesBy, Why};
use crate::expr::position::Position;
use crate::expr::value::{Outcome, Value};
use crate::query::evidence::pile_by;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::method::Chosen;
use crate::solve::method::Memory;
use crate::solve::positions::nodes::Id;
use crate::work::Failure;

/// The values of the piles, each with how it is written.
fn pile_values(solver: &mut Solver, position: &Position) -> Result<Vec<(String, u64)>, Failure> {
    let mut rows: Vec<(String, u64)> = Vec::new();
    for term in &position.terms {
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            let node = solver.positions().nodes.pile(term.game.id, &cells);
            let label = if position.terms.len() > 1 {
                format!("{}[{pile}]", term.game.label)
            } else {
                pile.to_string()
            };
            rows.push((label, solver.values().component_value(node)?));
        }
    }
    Ok(rows)
}

/// The values of the piles and the move read off them, and how the values of single numbers are known.
pub(super) fn large(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
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

/// The values of the piles, and the move read off them.
pub(super) fn nim_sum(solver: &mut Solver, chosen: &Chosen) -> Result<Explanation, Failure> {
    let position = chosen.position;
    let rows = pile_values(solver, position)?;
    let xor = rows.iter().fold(0, |xor, (_, value)| xor ^ value);
    let mut sum = Sum::of(xor);
    if let Some(leading) = xor.checked_ilog2() {
        let study = Study::of(solver, chosen, 1)?;
        let count = study.winning_moves(solver, 0)?.1;
        sum.winning_count = study.is_complete.then_some(count);
        let mut values = rows.iter();
        let carrier = values.position(|(_, value)| value >> leading & 1 == 1);
        if let Some(place) = carrier {
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
pub(super) fn loopy(
    solver: &mut Solver,
    study: &Study,
    components: &[Id],
    value: &LoopyValue,
) -> Result<Option<(Why, Option<MarkedBoard>)>, Failure> {
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
        true => study.best(solver, false, |_| false)?,
        false => None,
    };
    let sum = Sum {
        parts,
        winning: best.map(|best| best.play),
        ..Sum::of(xor)
    };
    Ok(Some((Why::Sum(sum), None)))
}
