//! The queries inside an expression, answered.

use std::sync::Arc;

use super::answer::By;
use super::evidence::{found_by, grundy_by, position_by, winner_by};
use super::explain::explain;
use super::line::line;
use super::pictures::{Range, Show};
use super::plays::Plays;
use super::session::{Session, Subject};
use super::study::Study;
use super::{conjecture, misere, periods, pictures, plan, tables};
use crate::expr::fault::FaultKind;
use crate::expr::machine::Host;
use crate::expr::position::{Header, Position};
use crate::expr::value::Value;
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
use crate::rules::Wanted;
use crate::rules::query::Query;
use crate::solve::Solver;
use crate::solve::loopy::Found;
use crate::solve::method::choose;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::Failure;
use crate::work::budget::Budget;
use crate::work::stack::with_room;

/// Answers the queries of an expression.
pub(super) struct Asker<'s> {
    pub(super) session: &'s mut Session,
    pub(super) known_by: &'s mut Vec<By>,
}

impl Host for Asker<'_> {
    fn ask(&mut self, query: u32, args: &[Value], span: Span) -> Result<Value, FaultKind> {
        let Some(query) = Query::by_number(query) else {
            return Err(FaultKind::Argument("no such query".to_string()));
        };
        self.answer(query, args).map_err(|failure| {
            let mut diagnostic = Diagnostic::from(failure);
            if diagnostic.labels.is_empty() {
                diagnostic = diagnostic.label(span, "asked here");
            }
            diagnostic.into()
        })
    }

    fn instantiate(
        &mut self,
        definition: u32,
        args: &[Value],
        span: Span,
        budget: &Budget,
    ) -> Result<Arc<Header>, FaultKind> {
        let wanted = Wanted {
            definition,
            args,
            misere: false,
            span,
        };
        self.session
            .book
            .instantiate(wanted, budget)
            .map_err(FaultKind::from)
    }

    fn global(&mut self, number: u32) -> Result<Value, FaultKind> {
        if let Some(value) = self.session.globals.get(&number) {
            return Ok(value.clone());
        }
        let Some(question) = self.session.book.late_let(number) else {
            return Err(FaultKind::Argument("this `let` has mistakes".to_string()));
        };
        // It may need another one, and so on.
        let value =
            with_room(|| self.session.run(&question, self.known_by)).map_err(
                |report| match report.diagnostics.into_iter().next() {
                    Some(diagnostic) => diagnostic.into(),
                    None => FaultKind::Argument("this `let` cannot be worked out".to_string()),
                },
            )?;
        self.session.keep_global(number, &value);
        Ok(value)
    }
}

impl Asker<'_> {
    fn answer(&mut self, query: Query, args: &[Value]) -> Result<Value, Failure> {
        self.session.subject = match args.first() {
            Some(Value::Position(position)) => Some(Subject::Position(position.as_ref().clone())),
            Some(Value::Game(game)) => Some(Subject::Game(Arc::clone(game), query)),
            _ => None,
        };
        let solver = &mut self.session.solver;
        if let [Value::Position(position)] = args {
            solver.piles().refuse_engine(position)?;
        }
        match (query, args) {
            (Query::Grundy, [Value::Position(position)]) => {
                let value = solver.position_grundy(position)?;
                let by = grundy_by(solver, position)?;
                self.known_by.push(by);
                Ok(Value::Int(value as i64))
            }
            (Query::Winner, [Value::Position(position)]) => {
                let chosen = choose(position, solver.memory())?;
                let winner = chosen.judge.winner(solver.memory())?;
                self.known_by.push(winner_by(solver, &chosen)?);
                Ok(Value::Outcome(winner))
            }
            (Query::Moves, [Value::Position(position)]) => moves(solver, position),
            (Query::Winning, [Value::Position(position)]) => self.winning(position),
            (Query::Best, [Value::Position(position)]) => self.best(position),
            (Query::Line, [Value::Position(position)]) => self.line(position),
            (Query::Explain, [Value::Position(position), depth @ ..]) => {
                let depth = depth.first().and_then(Value::as_int).unwrap_or(0);
                let text = explain(solver, position, depth)?.to_string();
                solver.budget().need(text.len() as u64)?;
                Ok(Value::text(text.trim_end()))
            }
            (Query::Plan, [Value::Game(header)]) => Ok(Value::text(plan::of_game(solver, header)?)),
            (Query::Plan, [Value::Position(position)]) => {
                Ok(Value::text(plan::of_position(solver, position)?))
            }
            (Query::Values, [Value::Game(game), sizes]) => self.values(game, sizes),
            (Query::Table, [Value::Game(game), boxes @ ..]) => self.table(game, boxes),
            (Query::Losing, [Value::Game(game), boxes @ ..]) => self.losing(game, boxes),
            (Query::Period, [Value::Game(game)]) => self.period(game),
            (Query::Quotient, [Value::Game(game), Value::Int(upto)]) => {
                let upto = u64::try_from(*upto).map_err(|_| {
                    Diagnostic::error("bad_pile", format!("there is no pile of {upto}"))
                })?;
                let found = misere::quotient(solver, game, upto)?;
                let text = Value::text(found.to_string());
                self.known_by.push(found.by);
                Ok(text)
            }
            (Query::Genus, [Value::Game(game), sizes]) => {
                let sizes = sizes.items().iter().filter_map(Value::as_int);
                let found = misere::genera(solver, game, sizes)?;
                self.known_by.push(found.by);
                let genera = found.genera.iter().map(|genus| Value::text(genus.as_str()));
                Ok(Value::list(genera.collect()))
            }
            (Query::Conjecture, [Value::Game(game)]) => {
                let (text, by) = conjecture::conjecture(solver, game)?;
                self.known_by.push(by);
                Ok(Value::text(text))
            }
            (Query::Plot, [Value::Game(game), boxes @ ..]) => {
                let ranges: Result<Vec<Range>, Diagnostic> = boxes.iter().map(Range::of).collect();
                let found = pictures::of_game(solver, game, Show::Best, &ranges?)?;
                self.drawn(found)
            }
            (Query::Plot, [Value::Position(position)]) => {
                let found = pictures::of_position(solver, position)?;
                self.drawn(found)
            }
            (query, _) => Err(Diagnostic::error(
                "wrong_arguments",
                format!("`{}` cannot be asked of this", query.name()),
            )
            .into()),
        }
    }
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

impl Asker<'_> {
    fn winning(&mut self, position: &Position) -> Result<Value, Failure> {
        let solver = &mut self.session.solver;
        let chosen = choose(position, solver.memory())?;
        let study = Study::of(solver, &chosen, usize::MAX)?;
        study.refuse_incomplete()?;
        let (moves, _) = study.winning_moves(solver, usize::MAX)?;
        self.known_by.push(winner_by(solver, &chosen)?);
        let moves = moves.into_iter().map(|play| Arc::new(play.to));
        Ok(Value::list(moves.map(Value::Position).collect()))
    }

    fn best(&mut self, position: &Position) -> Result<Value, Failure> {
        let solver = &mut self.session.solver;
        let chosen = choose(position, solver.memory())?;
        let study = Study::of(solver, &chosen, 1)?;
        let best = study.best(solver, true, |_| false)?;
        self.known_by.push(winner_by(solver, &chosen)?);
        let best = best.map(|best| Value::Position(Arc::new(best.play.to)));
        Ok(best.unwrap_or(Value::Nothing))
    }

    fn line(&mut self, position: &Arc<Position>) -> Result<Value, Failure> {
        let line = line(&mut self.session.solver, position)?;
        self.known_by.push(line.by);
        let later = line.steps.into_iter().map(|step| Arc::new(step.play.to));
        let all = std::iter::once(Arc::clone(position)).chain(later);
        Ok(Value::list(all.map(Value::Position).collect()))
    }

    fn values(&mut self, game: &Arc<Header>, sizes: &Value) -> Result<Value, Failure> {
        let solver = &mut self.session.solver;
        // The values take as much as the sizes.
        solver.budget().need(size_of_val(sizes.items()) as u64)?;
        let sizes = sizes.items().iter().filter_map(Value::as_int);
        let found = tables::values(solver, game, sizes)?;
        let position = tables::position_of(game, vec![Value::Int(0)]);
        self.known_by.push(grundy_by(solver, &position)?);
        let mut values = Vec::with_capacity(found.len());
        values.extend(found.iter().map(|value| Value::Int(value as i64)));
        Ok(Value::list(values))
    }

    fn table(&mut self, game: &Arc<Header>, boxes: &[Value]) -> Result<Value, Failure> {
        let solver = &mut self.session.solver;
        let boxes = tables::ranges(boxes);
        let found = tables::table(solver, game, &boxes)?;
        let pile = match tables::corner(game, &boxes) {
            Some(corner) => game.shape.value(&corner),
            None => Value::Int(0),
        };
        let position = tables::position_of(game, vec![pile]);
        self.known_by.push(grundy_by(solver, &position)?);
        Ok(found)
    }

    fn losing(&mut self, game: &Arc<Header>, boxes: &[Value]) -> Result<Value, Failure> {
        let solver = &mut self.session.solver;
        let boxes = tables::ranges(boxes);
        let found = tables::losing(solver, game, &boxes)?;
        let by = match game.loopy {
            true => found_by(solver, Found::Bounded),
            false => {
                let position = tables::farthest(game, &boxes)?;
                position_by(solver, &position)?
            }
        };
        self.known_by.push(by);
        Ok(found)
    }

    fn period(&mut self, game: &Header) -> Result<Value, Failure> {
        let found = periods::find(&mut self.session.solver, game, None)?;
        let Some(proven) = found.proven else {
            let why = found.why_not.unwrap_or_default();
            return Err(Diagnostic::error(
                "no_period",
                format!("no period of {} is proven: {why}", found.game),
            )
            .help("`period` as a command says how far it looked")
            .into());
        };
        self.known_by.push(found.by);
        let pair = [proven.period, proven.preperiod];
        Ok(Value::tuple(
            pair.iter().map(|n| Value::Int(*n as i64)).collect(),
        ))
    }

    /// Keeps a picture; its value is the text that is the same everywhere.
    fn drawn(&mut self, (drawing, by): (Drawing, By)) -> Result<Value, Failure> {
        self.known_by.push(by);
        let budget = self.session.solver.budget();
        let text = drawing.text(Screen::default(), budget)?;
        self.session.picture = Some(Arc::new(drawing));
        Ok(Value::text(text.trim_end()))
    }
}
