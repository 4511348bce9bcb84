//! Questions about games whose plays may go on for ever.

use crate::text::words::{counted, noun};

mod explain;
mod study;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use self::explain::explain;
use self::study::Study;
use super::answer::{By, How, Line, Numbers, Solution, Values};
use super::tables;
use crate::expr::position::{Header, Position, Turn};
use crate::expr::value::{Outcome, Value};
use crate::rules::query::Query;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, FOR_VALUES, Found, IN_EARNEST, LoopyValue};
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::Failure;

/// The answer to a query about a position or game with `loopy`, and how it is known; `None`: the question is another one, or
/// is answered as for all games.
pub(super) fn answer(
    solver: &mut Solver,
    query: Query,
    args: &[Value],
) -> Result<Option<(Value, Option<By>)>, Failure> {
    let (value, by) = match (query, args) {
        (_, [Value::Position(position)]) if position.is_loopy() => {
            refuse_engine(solver, position)?;
            match query {
                Query::Grundy => {
                    let value = solver.position_grundy(position)?;
                    (Value::Int(value as i64), values_by())
                }
                Query::Winner => {
                    let (outcome, found) = solver.loopy_winner(position)?;
                    (Value::Outcome(outcome), outcome_by(solver, found))
                }
                Query::Winning => {
                    let study = Study::of(solver, position, IN_EARNEST, &mut 0)?;
                    study.refuse_undecided()?;
                    let (moves, _) = study.winning_moves(solver, usize::MAX)?;
                    let moves = moves.into_iter().map(|play| Arc::new(play.to));
                    let by = outcome_by(solver, study.found);
                    (Value::list(moves.map(Value::Position).collect()), by)
                }
                Query::Best => {
                    let study = Study::of(solver, position, ASIDE, &mut ASIDE.clone())?;
                    let best = study.best(solver, |_| false)?;
                    let best = best.map(|best| Value::Position(Arc::new(best.play.to)));
                    let by = outcome_by(solver, study.found);
                    (best.unwrap_or(Value::Nothing), by)
                }
                Query::Line => {
                    let line = line(solver, position)?;
                    let later = line.steps.into_iter().map(|step| Arc::new(step.play.to));
                    let all = std::iter::once(Arc::clone(position)).chain(later);
                    (Value::list(all.map(Value::Position).collect()), line.by)
                }
                Query::Plan => {
                    return Ok(Some((Value::text(plan_of_position(position)), None)));
                }
                // The others need nothing that is known of the winner, or come here by another way.
                _ => return Ok(None),
            }
        }
        (Query::Values, [Value::Game(game), sizes]) if game.loopy => {
            let sizes: Vec<i64> = sizes.items().iter().filter_map(Value::as_int).collect();
            let found = tables::values(solver, game, sizes.into_iter())?;
            let numbers = Value::ints(found.iter().map(|value| value as i64));
            (numbers, values_by())
        }
        (Query::Table, [Value::Game(game), boxes @ ..]) if game.loopy => {
            let found = tables::table(solver, game, &tables::ranges(boxes))?;
            (found, values_by())
        }
        (Query::Losing, [Value::Game(game), boxes @ ..]) if game.loopy => {
            let found = tables::losing(solver, game, &tables::ranges(boxes))?;
            (found, outcome_by(solver, Found::Bounded))
        }
        (Query::Plan, [Value::Game(game)]) if game.loopy => {
            return Ok(Some((Value::text(plan(game)), None)));
        }
        _ => return Ok(None),
    };
    Ok(Some((value, Some(by))))
}

/// Refuses an engine that was asked for by name: none applies.
fn refuse_engine(solver: &mut Solver, position: &Position) -> Result<(), Failure> {
    for term in position.terms.iter().filter(|term| term.game.loopy) {
        // Every engine declines.
        let _ = solver.heap(term.game.id)?;
    }
    Ok(())
}

/// How an outcome is known.
pub(super) fn outcome_by(solver: &Solver, found: Found) -> By {
    let (how, engine, detail) = match found {
        Found::Values => (
            How::Theorem,
            "loopy values",
            "the values of the components, by the theory of sums with loops (Smith 1966)",
        ),
        Found::Complete => (
            How::Search,
            "retrograde",
            "retrograde analysis of all positions that can be reached",
        ),
        Found::Bounded => (
            How::Search,
            "retrograde",
            "retrograde analysis; the positions that were not looked at cannot change the answer",
        ),
    };
    By {
        how,
        engine: if solver.plain { "plain" } else { engine }.to_string(),
        detail: detail.to_string(),
    }
}

/// How values are known.
fn values_by() -> By {
    By {
        how: How::Computed,
        engine: "loopy values".to_string(),
        detail:
            "the least number no option is worth, where every move to a value not below it can be reversed (Smith 1966)"
                .to_string(),
    }
}

/// Who wins, and how that is known.
pub(super) fn winner(solver: &mut Solver, position: &Position) -> Result<(Outcome, By), Failure> {
    refuse_engine(solver, position)?;
    let (winner, found) = solver.loopy_winner(position)?;
    Ok((winner, outcome_by(solver, found)))
}

/// The winning turns, the best one, and the value.
pub(super) fn moves(
    solver: &mut Solver,
    position: &Position,
    limit: usize,
    solution: &mut Solution,
) -> Result<(), Failure> {
    let effort = if limit == usize::MAX {
        IN_EARNEST
    } else {
        ASIDE
    };
    let study = Study::of(solver, position, effort, &mut ASIDE.clone())?;
    let (winning, count) = study.winning_moves(solver, limit)?;
    solution.winning = winning;
    solution.undecided = study.undecided();
    solution.winning_count = (solution.undecided == 0).then_some(count);
    // This one, if a better one takes too long.
    solution.best = study.some(solver)?;
    solution.best = study.best(solver, |_| false)?;
    match value(solver, position)? {
        LoopyValue::Number(value) => solution.grundy = Some(value),
        LoopyValue::Infinite(numbers) => solution.infinite = Some(numbers),
        LoopyValue::Unknown => {}
    }
    Ok(())
}

/// The value of a position, where that takes little work and the last move wins.
fn value(solver: &mut Solver, position: &Position) -> Result<LoopyValue, Failure> {
    if solver.plain || position.is_misere() {
        return Ok(LoopyValue::Unknown);
    }
    let components = solver.positions.components(position)?;
    solver.loopy_value(&components, &mut ASIDE.clone())
}

/// For how long a play lasts a line looks at so many positions in all.
const FOR_LENGTH: u64 = 1 << 16;

/// So many moves of a drawn play are shown at most, where no position comes back.
const MOST_DRAWN: usize = 200;

/// A line of perfect play: to its end, or until a position of a drawn play comes back.
pub(super) fn line(solver: &mut Solver, position: &Position) -> Result<Line, Failure> {
    refuse_engine(solver, position)?;
    line_within(solver, position, FOR_LENGTH)
}

/// The same with a look at so many positions for how long the play lasts.
fn line_within(
    solver: &mut Solver,
    position: &Position,
    mut measuring: u64,
) -> Result<Line, Failure> {
    let mut line = Line {
        start: position.clone(),
        steps: Vec::new(),
        winner: Outcome::Draw,
        repeats: None,
        is_perfect: true,
        by: outcome_by(solver, Found::Complete),
    };
    let mut before: hashbrown::HashMap<Position, usize> = hashbrown::HashMap::new();
    before.insert(position.clone(), 0);
    let mut now = position.clone();
    loop {
        let study = Study::of(solver, &now, ASIDE, &mut measuring)?;
        if line.steps.is_empty() {
            line.winner = study.winner;
            line.by = outcome_by(solver, study.found);
        }
        let Some(best) = study.best(solver, |to| before.contains_key(to))? else {
            break;
        };
        now = best.play.to.clone();
        let by_first = line.steps.len().is_multiple_of(2);
        line.steps.push(super::answer::Step {
            by_first,
            play: best.play,
        });
        line.is_perfect &= line.winner == Outcome::Draw || best.length.is_some();
        if let Some(earlier) = before.insert(now.clone(), line.steps.len()) {
            if line.winner != Outcome::Draw {
                let what = format!("the won play of {position} comes back to {now}");
                return Err(Diagnostic::internal(what).into());
            }
            line.repeats = Some(earlier);
            break;
        }
        if line.winner == Outcome::Draw && line.steps.len() >= MOST_DRAWN {
            break;
        }
        solver
            .positions
            .machine
            .budget
            .need((line.steps.len() * 1024) as u64)?;
    }
    Ok(line)
}

/// The values of single piles, infinite ones among them.
pub(super) fn values(
    solver: &mut Solver,
    game: &Arc<Header>,
    sizes: std::ops::RangeInclusive<i64>,
) -> Result<Values, Failure> {
    let from = *sizes.start();
    let mut values = Numbers::default();
    let mut special = BTreeMap::new();
    if game.shape.as_heap().is_none() || game.misere {
        // The complaint is the one of all games.
        tables::values(solver, game, sizes.clone())?;
    }
    let mut components = Vec::new();
    for size in sizes {
        let position = tables::position_of(game, vec![Value::Int(size)]);
        refuse_engine(solver, &position)?;
        // A compound whose only pile cannot move has no component.
        components.push(solver.positions.components(&position)?.first().copied());
    }
    let all: Vec<_> = components.iter().flatten().copied().collect();
    let mut found = solver.loopy_values(&all, FOR_VALUES)?.into_iter();
    for (place, component) in components.iter().enumerate() {
        let value = match component {
            Some(_) => found
                .next()
                .ok_or_else(|| Diagnostic::internal("a value is missing"))?,
            None => LoopyValue::Number(0),
        };
        values.push(match value {
            LoopyValue::Number(value) => value,
            LoopyValue::Unknown => {
                special.insert(place, None);
                0
            }
            infinite => {
                special.insert(place, Some(infinite.to_string()));
                0
            }
        });
    }
    Ok(Values {
        game: game.label.clone(),
        from,
        values,
        special,
        by: values_by(),
    })
}

/// The plan for the piles of a game.
pub(super) fn plan(header: &Header) -> String {
    let mut lines = vec![
        format!("{}: a pile is {}", header.label, header.shape.in_words()),
        "  engine  retrograde: from the ends of the plays backwards; what neither player can win is a draw"
            .to_string(),
        "          positions are looked at from the one asked about outwards, until the others cannot change the answer"
            .to_string(),
    ];
    let sums = if header.misere {
        "retrograde, over whole positions: in misère play values do not decide".to_string()
    } else {
        let turn = match &header.turn {
            Turn::One => String::new(),
            turn => format!(
                "; a turn moves in {}, so its piles are one component",
                turn.in_words()
            ),
        };
        format!(
            "loopy values (Smith 1966) where they are known, else retrograde over whole positions{turn}"
        )
    };
    lines.push(format!("  sums    {sums}"));
    lines.join("\n")
}

fn plan_of_position(position: &Position) -> String {
    let mut lines: Vec<String> = Vec::new();
    for term in &position.terms {
        let plan = if term.game.loopy {
            plan(&term.game)
        } else {
            format!(
                "{}: its plays end, so a pile is worth its Grundy value",
                term.game.label
            )
        };
        if !lines.contains(&plan) {
            lines.push(plan);
        }
    }
    lines.join("\n")
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
