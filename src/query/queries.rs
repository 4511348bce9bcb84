//! The queries of expressions, answered.

use std::sync::Arc;

use super::answer::{Evidence, number};
use super::best::{self, OPTIONS_IN_EARNEST};
use super::evidence::{found_by, grundy_by, position_by, sizes_by, values_by, winner_by};
use super::explain::explain;
use super::line::perfect_line;
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
use crate::solve::method::{Chosen, choose};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

pub(super) struct Reply {
    pub(super) value: Value,
    /// How it is known, where that is to be said.
    pub(super) by: Option<Evidence>,
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

/// A query with its arguments, whose kinds were checked.
struct QueryCall<'a> {
    query: Query,
    args: &'a [Value],
}

impl<'a> QueryCall<'a> {
    fn position(&self) -> Result<&'a Arc<Position>, Failure> {
        match self.args.first() {
            Some(Value::Position(position)) => Ok(position),
            _ => Err(self.wrong()),
        }
    }

    fn game(&self) -> Result<&'a Arc<Game>, Failure> {
        match self.args.first() {
            Some(Value::Game(game)) => Ok(game),
            _ => Err(self.wrong()),
        }
    }

    /// What stands behind the position or the game.
    fn more(&self) -> &'a [Value] {
        self.args.get(1..).unwrap_or_default()
    }

    /// The only argument behind the game.
    fn sizes(&self) -> Result<&'a Value, Failure> {
        match self.more() {
            [sizes] => Ok(sizes),
            _ => Err(self.wrong()),
        }
    }

    fn wrong(&self) -> Failure {
        let message = format!("`{}` cannot be asked of this", self.query.name());
        Diagnostic::error("wrong_arguments", message).into()
    }
}

pub(super) fn answer(solver: &mut Solver, query: Query, args: &[Value]) -> Result<Reply, Failure> {
    if let [Value::Position(position)] = args {
        solver.piles().refuse_engine(position)?;
    }
    let asked = QueryCall { query, args };
    match query {
        Query::Grundy => {
            let position = asked.position()?;
            let value = solver.position_grundy(position)?;
            let by = grundy_by(solver, position)?;
            Ok(Reply::by(number(value)?, by))
        }
        Query::Winner => judged(solver, asked.position()?, |solver, chosen| {
            Ok(Value::Outcome(chosen.judge.winner(solver.memory())?))
        }),
        Query::Moves => Ok(moves(solver, asked.position()?)?.into()),
        Query::Winning => judged(solver, asked.position()?, winning),
        Query::Best => best(solver, asked.position()?),
        Query::Remoteness => judged(solver, asked.position()?, remoteness),
        Query::Line => {
            let line = perfect_line(solver, asked.position()?)?;
            Ok(Reply::by(line.value(), line.by))
        }
        Query::Explain => explained(solver, asked.position()?, asked.more()),
        Query::Values => values(solver, asked.game()?, asked.sizes()?),
        Query::Table => table(solver, asked.game()?, asked.more()),
        Query::Losing => losing(solver, asked.game()?, asked.more()),
        Query::Describe => {
            let text = describe::of_game(solver, asked.game()?)?.to_string();
            Ok(Value::text(text).into())
        }
        Query::Plan => {
            let plan = match args {
                [Value::Position(position), ..] => plan::of_position(solver, position)?,
                _ => plan::of_game(solver, asked.game()?)?,
            };
            Ok(Value::text(plan.to_string()).into())
        }
        Query::Period => period(solver, asked.game()?),
        Query::Conjecture => {
            let (text, by) = conjecture::conjecture(solver, asked.game()?)?;
            Ok(Reply::by(Value::text(text), by))
        }
        Query::Quotient => quotient(solver, asked.game()?, asked.sizes()?),
        Query::Genus => match args {
            [Value::Position(position), ..] => {
                let (genus, by) = misere::genus(solver, position)?;
                Ok(Reply::by(Value::text(genus), by))
            }
            _ => genera(solver, asked.game()?, asked.sizes()?),
        },
        Query::Plot => {
            let found = match args {
                [Value::Position(position), ..] => pictures::of_position(solver, position)?,
                _ => plot(solver, asked.game()?, asked.more())?,
            };
            drawn(solver, found)
        }
    }
}

/// An answer by the method that is chosen for a position.
fn judged(
    solver: &mut Solver,
    position: &Position,
    answer: impl FnOnce(&mut Solver, &Chosen) -> Result<Value, Failure>,
) -> Result<Reply, Failure> {
    let chosen = choose(position, solver.memory())?;
    let value = answer(solver, &chosen)?;
    Ok(Reply::by(value, winner_by(solver, &chosen)?))
}

/// The positions that the moves lead to, each once.
fn moves(solver: &mut Solver, position: &Position) -> Result<Value, Failure> {
    let plays = Plays::of(solver, position)?;
    let piles = 4 * position.terms.len() + position.count();
    let each = 256 + (2 * piles * size_of::<Value>()) as u64;
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

fn winning(solver: &mut Solver, chosen: &Chosen) -> Result<Value, Failure> {
    let study = Study::of(solver, chosen, usize::MAX)?;
    study.refuse_incomplete()?;
    let (moves, _) = study.winning_moves(solver, usize::MAX)?;
    let moves = moves.into_iter().map(|play| Arc::new(play.to));
    Ok(Value::list(moves.map(Value::Position).collect()))
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
fn remoteness(solver: &mut Solver, chosen: &Chosen) -> Result<Value, Failure> {
    let study = Study::of(solver, chosen, 1)?;
    if study.winner == Outcome::Draw {
        let position = chosen.position;
        let message =
            format!("{position} has no remoteness: it is a draw, whose play need not end");
        let error = Diagnostic::error("infinite_value", message);
        return Err(error
            .help("`winner` says who wins, `line` how a play goes")
            .into());
    }
    Ok(Value::Int(i64::from(study.remoteness(solver)?)))
}

fn explained(solver: &mut Solver, position: &Position, depth: &[Value]) -> Result<Reply, Failure> {
    let depth = depth.first().and_then(Value::as_int).unwrap_or(0);
    let text = explain(solver, position, depth)?.to_string();
    solver.budget().need(text.len() as u64)?;
    Ok(Value::text(text.trim_end()).into())
}

fn values(solver: &mut Solver, game: &Arc<Game>, sizes: &Value) -> Result<Reply, Failure> {
    let Value::List(sizes) = sizes else {
        return Err(Failure::Bug("sizes are no list"));
    };
    let found = tables::values(solver, game, sizes)?;
    let by = sizes_by(solver, game, sizes.ints().next(), sizes.ints())?;
    Ok(Reply::by(found.into_list()?.into(), by))
}

fn table(solver: &mut Solver, game: &Arc<Game>, boxes: &[Value]) -> Result<Reply, Failure> {
    let largest = tables::farthest(game, boxes)?;
    let boxes = tables::ranges(boxes, solver)?;
    let found = tables::table(solver, game, &boxes)?;
    let by = values_by(solver, &largest, tables::positions(game, &boxes))?;
    Ok(Reply::by(tables::nested(solver, &found, &boxes)?, by))
}

fn losing(solver: &mut Solver, game: &Arc<Game>, boxes: &[Value]) -> Result<Reply, Failure> {
    let found = tables::losing(solver, game, boxes)?;
    let by = match game.loopy {
        true => found_by(solver, FoundBy::Bounded),
        false => position_by(solver, &tables::farthest(game, boxes)?)?,
    };
    Ok(Reply::by(found, by))
}

fn period(solver: &mut Solver, game: &Arc<Game>) -> Result<Reply, Failure> {
    let found = periods::find(solver, game, None)?;
    let Some(proven) = found.proven else {
        let along = found.along.first();
        let along = along.map(|along| format!("a pile has several numbers; {along}"));
        let why = along.or(found.why_not).unwrap_or_default();
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

fn quotient(solver: &mut Solver, game: &Arc<Game>, upto: &Value) -> Result<Reply, Failure> {
    let upto = upto
        .as_int()
        .and_then(|size| u64::try_from(size).ok())
        .ok_or_else(|| Diagnostic::error("bad_pile", format!("there is no pile of {upto}")))?;
    let found = misere::quotient(solver, game, upto)?;
    Ok(Reply::by(Value::text(found.to_string()), found.by))
}

fn genera(solver: &mut Solver, game: &Arc<Game>, sizes: &Value) -> Result<Reply, Failure> {
    let sizes = sizes.items().iter().filter_map(Value::as_int);
    let found = misere::genera(solver, game, sizes)?;
    let genera = found.genera.iter().map(|genus| Value::text(genus.as_str()));
    Ok(Reply::by(Value::list(genera.collect()), found.by))
}

fn plot(
    solver: &mut Solver,
    game: &Arc<Game>,
    boxes: &[Value],
) -> Result<(Drawing, Evidence), Failure> {
    let ranges: Result<Vec<Range>, Diagnostic> = boxes.iter().map(Range::of).collect();
    pictures::of_game(solver, game, Show::Best, &ranges?)
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
