//! The queries of expressions, answered.

use std::sync::Arc;

use super::answer::Evidence;
use super::best::{self, OPTIONS_IN_EARNEST};
use super::evidence::{found_by, grundy_by, position_by, winner_by};
use super::explain::explain;
use super::line::line;
use super::pictures::{Range, Show};
use super::plays::Plays;
use super::study::Study;
use super::{conjecture, describe, misere, periods, pictures, plan, tables};
use crate::expr::position::{Game, Position};
use crate::expr::value::{Outcome, Value};
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
use crate::rules::query::Query;
use crate::solve::Solver;
use crate::solve::loopy::FoundBy;
use crate::solve::method::choose;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// The answer to a query.
pub(super) struct Reply {
    pub(super) value: Value,
    /// How it is known, where that is to be said.
    pub(super) by: Option<Evidence>,
    /// The picture that was asked for.
    pub(super) drawing: Option<Drawing>,
}

impl Reply {
    fn by(value: Value, by: Evidence) -> Reply {
        Reply {
            by: Some(by),
            ..Reply::from(value)
        }
    }
}

impl From<Value> for Reply {
    fn from(value: Value) -> Reply {
        Reply {
            value,
            by: None,
            drawing: None,
        }
    }
}

pub(super) fn answer(solver: &mut Solver, query: Query, args: &[Value]) -> Result<Reply, Failure> {
    if let [Value::Position(position)] = args {
        solver.piles().refuse_engine(position)?;
    }
    Ok(match (query, args) {
        (Query::Grundy, [Value::Position(position)]) => {
            let value = solver.position_grundy(position)?;
            Reply::by(Value::Int(value as i64), grundy_by(solver, position)?)
        }
        (Query::Winner, [Value::Position(position)]) => {
            let chosen = choose(position, solver.memory())?;
            let winner = chosen.judge.winner(solver.memory())?;
            Reply::by(Value::Outcome(winner), winner_by(solver, &chosen)?)
        }
        (Query::Moves, [Value::Position(position)]) => moves(solver, position)?.into(),
        (Query::Winning, [Value::Position(position)]) => winning(solver, position)?,
        (Query::Best, [Value::Position(position)]) => best(solver, position)?,
        (Query::Remoteness, [Value::Position(position)]) => remoteness(solver, position)?,
        (Query::Genus, [Value::Position(position)]) => {
            let (genus, by) = misere::genus(solver, position)?;
            Reply::by(Value::text(genus), by)
        }
        (Query::Line, [Value::Position(position)]) => {
            let line = line(solver, position)?;
            Reply::by(line.value(), line.by)
        }
        (Query::Explain, [Value::Position(position), depth @ ..]) => {
            let depth = depth.first().and_then(Value::as_int).unwrap_or(0);
            let text = explain(solver, position, depth)?.to_string();
            solver.budget().need(text.len() as u64)?;
            Value::text(text.trim_end()).into()
        }
        (Query::Plan, [Value::Game(header)]) => {
            Value::text(plan::of_game(solver, header)?.to_string()).into()
        }
        (Query::Describe, [Value::Game(header)]) => {
            let text = describe::of_game(solver, header)?.to_string();
            Value::text(text).into()
        }
        (Query::Plan, [Value::Position(position)]) => {
            Value::text(plan::of_position(solver, position)?.to_string()).into()
        }
        (Query::Values, [Value::Game(game), sizes]) => values(solver, game, sizes)?,
        (Query::Table, [Value::Game(game), boxes @ ..]) => table(solver, game, boxes)?,
        (Query::Losing, [Value::Game(game), boxes @ ..]) => losing(solver, game, boxes)?,
        (Query::Period, [Value::Game(game)]) => period(solver, game)?,
        (Query::Quotient, [Value::Game(game), Value::Int(upto)]) => {
            let upto = u64::try_from(*upto).map_err(|_| {
                Diagnostic::error("bad_pile", format!("there is no pile of {upto}"))
            })?;
            let found = misere::quotient(solver, game, upto)?;
            Reply::by(Value::text(found.to_string()), found.by)
        }
        (Query::Genus, [Value::Game(game), sizes]) => {
            let sizes = sizes.items().iter().filter_map(Value::as_int);
            let found = misere::genera(solver, game, sizes)?;
            let genera = found.genera.iter().map(|genus| Value::text(genus.as_str()));
            Reply::by(Value::list(genera.collect()), found.by)
        }
        (Query::Conjecture, [Value::Game(game)]) => {
            let (text, by) = conjecture::conjecture(solver, game)?;
            Reply::by(Value::text(text), by)
        }
        (Query::Plot, [Value::Game(game), boxes @ ..]) => {
            let ranges: Result<Vec<Range>, Diagnostic> = boxes.iter().map(Range::of).collect();
            let found = pictures::of_game(solver, game, Show::Best, &ranges?)?;
            drawn(solver, found)?
        }
        (Query::Plot, [Value::Position(position)]) => {
            let found = pictures::of_position(solver, position)?;
            drawn(solver, found)?
        }
        (query, _) => {
            let message = format!("`{}` cannot be asked of this", query.name());
            return Err(Diagnostic::error("wrong_arguments", message).into());
        }
    })
}

/// The positions that the moves lead to, each once.
fn moves(solver: &mut Solver, position: &Position) -> Result<Value, Failure> {
    let plays = Plays::of(solver, position)?;
    let piles = position.terms.iter().map(|term| 4 + term.piles.len());
    let each = 256 + (2 * piles.sum::<usize>() * size_of::<Value>()) as u64;
    let mut seen = hashbrown::HashSet::new();
    let mut found = Vec::new();
    for play in &plays.list {
        solver.budget().step()?;
        let to = Arc::new(plays.result(solver, play)?);
        if seen.insert(Arc::clone(&to)) {
            found.push(Value::Position(to));
        }
        let bytes = each.saturating_mul(found.len() as u64);
        solver.budget().need(bytes)?;
    }
    Ok(Value::list(found))
}

fn winning(solver: &mut Solver, position: &Position) -> Result<Reply, Failure> {
    let chosen = choose(position, solver.memory())?;
    let study = Study::of(solver, &chosen, usize::MAX)?;
    study.refuse_incomplete()?;
    let (moves, _) = study.winning_moves(solver, usize::MAX)?;
    let by = winner_by(solver, &chosen)?;
    let moves = moves.into_iter().map(|play| Arc::new(play.to));
    let moves = Value::list(moves.map(Value::Position).collect());
    Ok(Reply::by(moves, by))
}

fn best(solver: &mut Solver, position: &Position) -> Result<Reply, Failure> {
    let advice = best::best(solver, position, OPTIONS_IN_EARNEST)?;
    match advice.stopped {
        // No value is one on a slow machine and another on a fast one.
        Some(limit) => Err(limit.into()),
        None => Ok(Reply::by(advice.value(), advice.by)),
    }
}

/// How many moves perfect play lasts: the winner hurries, and the loser holds out.
fn remoteness(solver: &mut Solver, position: &Position) -> Result<Reply, Failure> {
    let chosen = choose(position, solver.memory())?;
    let study = Study::of(solver, &chosen, 1)?;
    if study.winner == Outcome::Draw {
        let message =
            format!("{position} has no remoteness: it is a draw, whose play need not end");
        let error = Diagnostic::error("infinite_value", message);
        return Err(error
            .help("`winner` says who wins, `line` how a play goes")
            .into());
    }
    let moves = study.remoteness(solver)?;
    let by = winner_by(solver, &chosen)?;
    Ok(Reply::by(Value::Int(i64::from(moves)), by))
}

fn values(solver: &mut Solver, game: &Arc<Game>, sizes: &Value) -> Result<Reply, Failure> {
    let Value::List(sizes) = sizes else {
        return Err(Diagnostic::internal("sizes are no list").into());
    };
    // Where somebody looks at them, the values take as much as the sizes.
    solver
        .budget()
        .need((sizes.len() * size_of::<Value>()) as u64)?;
    let found = tables::values(solver, game, sizes)?;
    let position = tables::position_of(game, vec![Value::Int(0)]);
    let by = grundy_by(solver, &position)?;
    Ok(Reply::by(found.into_list().into(), by))
}

fn table(solver: &mut Solver, game: &Arc<Game>, boxes: &[Value]) -> Result<Reply, Failure> {
    let boxes = tables::ranges(boxes);
    let found = tables::table(solver, game, &boxes)?;
    let pile = match tables::corner(game, &boxes) {
        Some(corner) => game.shape.value(&corner),
        None => Value::Int(0),
    };
    let position = tables::position_of(game, vec![pile]);
    Ok(Reply::by(found, grundy_by(solver, &position)?))
}

fn losing(solver: &mut Solver, game: &Arc<Game>, boxes: &[Value]) -> Result<Reply, Failure> {
    let boxes = tables::ranges(boxes);
    let found = tables::losing(solver, game, &boxes)?;
    let by = match game.loopy {
        true => found_by(solver, FoundBy::Bounded),
        false => position_by(solver, &tables::farthest(game, &boxes)?)?,
    };
    Ok(Reply::by(found, by))
}

fn period(solver: &mut Solver, game: &Game) -> Result<Reply, Failure> {
    let found = periods::find(solver, game, None)?;
    let Some(proven) = found.proven else {
        let why = found.why_not.unwrap_or_default();
        let message = format!("no period of {} is proven: {why}", found.game);
        let error = Diagnostic::error("no_period", message);
        return Err(error
            .help("`period` as a command says how far it looked")
            .into());
    };
    let pair = [proven.period, proven.preperiod];
    let pair = Value::tuple(pair.iter().map(|n| Value::Int(*n as i64)).collect());
    Ok(Reply::by(pair, found.by))
}

/// A picture; its value is the text that is the same everywhere.
fn drawn(solver: &mut Solver, (drawing, by): (Drawing, Evidence)) -> Result<Reply, Failure> {
    let text = drawing.text(Screen::default(), solver.budget())?;
    Ok(Reply {
        value: Value::text(text.trim_end()),
        by: Some(by),
        drawing: Some(drawing),
    })
}
