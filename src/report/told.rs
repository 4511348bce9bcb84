//! How an answer is told where anything may be asked: positions are solved, games introduced, pictures drawn.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

use super::look::{Look, wrapped};
use super::text;
use crate::expr::position::{Game, Position};
use crate::expr::value::{Outcome, Value};
use crate::picture::Screen;
use crate::query::Session;
use crate::query::answer::{Advice, Evidence, Solution};
use crate::rules::query::Query;
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::Report;
use crate::work::budget::STEPS_PER_SECOND;

/// How many winning moves are listed where nobody says how many.
pub const LISTED: usize = 20;

/// How much work goes into what was not asked for.
pub const GLANCE: u64 = STEPS_PER_SECOND / 5;

/// So many values of a game are shown behind the first, and its period is looked for among so many piles.
const FIRST_VALUES: i64 = 20;
pub const FAR: u64 = 10_000;

/// A value, and how it is told where that can be written.
pub type ToldAnswer = (Value, Result<(String, Evidence), Report>);

pub struct View {
    pub look: Look,
    /// How pictures are drawn.
    pub screen: Screen,
    /// The columns that a line may have.
    pub width: Option<usize>,
}

impl View {
    /// A position is solved and a game is introduced. `best` and `line` are told as a story where they are asked for by themselves,
    /// `plot` is drawn to fit the terminal, and `values` become a table where they do not fit on a line.
    pub fn answer(&self, session: &mut Session, expr: &Expr) -> Result<ToldAnswer, Report> {
        let question = session.question_of(expr)?;
        let (query, args) = if let Node::Call(name, args) = &expr.node {
            (Query::by_name(&name.name), &**args)
        } else {
            (None, &[][..])
        };
        if let (Some(query @ (Query::Best | Query::Line)), [position]) = (query, args)
            && let Value::Position(position) = value(session, position)?
        {
            return self.story(session, query, &position);
        }
        let answer = session.eval(&question)?;
        if let Value::Position(position) = &answer.value
            && query.is_none()
        {
            let solved = session.solve(position, LISTED);
            let told = solved.map(|solution| (self.solved(&solution), solution.by));
            return Ok((answer.value, told));
        }
        let text = self.text(session, query, args, &answer.value);
        Ok((answer.value, text.map(|text| (text, answer.by))))
    }

    fn text(
        &self,
        session: &mut Session,
        query: Option<Query>,
        args: &[Expr],
        found: &Value,
    ) -> Result<String, Report> {
        if query == Some(Query::Plot)
            && matches!(found, Value::Str(_))
            && let Some(drawing) = session.last_picture()
        {
            let text = session.picture_text(drawing, self.screen)?;
            return Ok(text.trim_end().to_string());
        }
        if let Value::Game(game) = found {
            return introduced(session, game, self.look.width);
        }
        let flat = session.written(found)?;
        let width = self.width.filter(|width| flat.chars().count() > *width);
        let Some(width) = width else {
            return Ok(flat);
        };
        if let (Some(Query::Values), [game, sizes]) = (query, args)
            && let Value::Game(game) = value(session, game)?
            && let Value::List(sizes) = value(session, sizes)?
            && let Some((from, to)) = sizes.run()
        {
            let values = session.values(&game, from, to)?;
            let table = session.written(&text::values(&values, self.look))?;
            return Ok(table.trim_end().to_string());
        }
        if matches!(found, Value::List(_)) {
            return session.written(&InLines { list: found, width });
        }
        Ok(flat)
    }

    /// Who wins a position, and by which moves.
    fn solved(&self, solution: &Solution) -> String {
        text::solution(solution, self.look).trim_end().to_string()
    }

    /// The best move, or the play to the end, in words.
    fn story(
        &self,
        session: &mut Session,
        query: Query,
        position: &Position,
    ) -> Result<ToldAnswer, Report> {
        if query == Query::Best {
            let advice = session.best(position)?;
            let told = (best(position, &advice), advice.by.clone());
            return Ok((advice.value(), Ok(told)));
        }
        let line = session.line(position)?;
        let told = text::line(&line, self.look).trim_end().to_string();
        Ok((line.value(), Ok((told, line.by))))
    }
}

fn value(session: &mut Session, expr: &Expr) -> Result<Value, Report> {
    let question = session.question_of(expr)?;
    Ok(session.eval(&question)?.value)
}

fn best(position: &Position, advice: &Advice) -> String {
    match &advice.best {
        Some(best) if advice.winner == Outcome::Draw => format!(
            "none: a draw; {}, which leaves {}, keeps it",
            best.play.words, best.play.to
        ),
        Some(best) if best.wins => format!("{}: leaves {}", best.play.words, best.play.to),
        Some(best) => {
            let end = match best.length {
                Some(_) => "holds out longest",
                None => "is as good as any",
            };
            format!(
                "none: the second player wins; {}, which leaves {}, {end}",
                best.play.words, best.play.to
            )
        }
        None => format!("none: there is no move in {position}"),
    }
}

/// A game in words, and its first values and their period where they are soon known.
pub fn introduced(session: &mut Session, game: &Arc<Game>, width: usize) -> Result<String, Report> {
    let described = session.describe(game)?.to_string();
    let mut told = wrapped(&described, width);
    for line in first_values(session, game)? {
        told += &format!("\n  {line}");
    }
    Ok(told)
}

/// The first values of a game and their period, where they are soon known.
pub fn first_values(session: &mut Session, game: &Arc<Game>) -> Result<Vec<String>, Report> {
    let mut told = Vec::new();
    let Some(bounds) = game.shape.as_heap().filter(|_| !game.misere && !game.loopy) else {
        return Ok(told);
    };
    let (first, last) = bounds.natural(FIRST_VALUES).into_inner();
    if let Some(values) = soon(session, |session| session.values(game, first, last))? {
        let numbers: Vec<String> = values.values.iter().map(|it| it.to_string()).collect();
        told.push(format!("values of {first}..{last}: {}", numbers.join(" ")));
    }
    let period = soon(session, |session| session.period_soon(game, FAR, GLANCE))?;
    if let Some(proven) = period.flatten() {
        told.push(format!("{}, proven", proven.statement()));
    }
    Ok(told)
}

/// What takes little work; `None`: it takes more, or cannot be had.
fn soon<T>(
    session: &mut Session,
    ask: impl FnOnce(&mut Session) -> Result<T, Report>,
) -> Result<Option<T>, Report> {
    match session.within(GLANCE, ask) {
        Ok(found) => Ok(Some(found)),
        Err(report) if report.is_interrupt() => Err(report),
        Err(_) => Ok(None),
    }
}

/// A list that is too long for a line, broken between its elements.
struct InLines<'v> {
    list: &'v Value,
    /// How many characters a line holds.
    width: usize,
}

impl Display for InLines<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list(self.list, 0, out)
    }
}

impl InLines<'_> {
    /// Lists in the list are written each on a line of their own, other elements as many as fit.
    fn list(&self, list: &Value, indent: usize, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('[')?;
        let indent = indent + 1;
        let mut column = indent;
        let count = list.len();
        for (index, item) in list.each().enumerate() {
            let flat = item.to_string();
            // The comma or bracket behind it.
            let length = flat.chars().count() + 1;
            let is_list = matches!(*item, Value::List(_));
            if index > 0 {
                if is_list || column + 1 + length > self.width {
                    write!(out, "\n{:indent$}", "")?;
                    column = indent;
                } else {
                    out.write_char(' ')?;
                    column += 1;
                }
            }
            if is_list && column + length > self.width {
                self.list(&item, indent, out)?;
            } else {
                out.write_str(&flat)?;
            }
            column += length;
            if index + 1 < count {
                out.write_char(',')?;
            }
        }
        out.write_char(']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_broken_between_elements() {
        let shown = |list, width| InLines { list, width }.to_string();
        let list = Value::ints(0..30);
        let text = shown(&list, 20);
        assert!(
            text.lines().all(|line| line.chars().count() <= 20),
            "{text}"
        );
        assert_eq!(text.replace('\n', ""), list.to_string());
        let table = Value::list(vec![Value::ints([1, 2, 3]), Value::ints([4, 5, 6])]);
        assert_eq!(shown(&table, 15), "[[1, 2, 3],\n [4, 5, 6]]");
        assert_eq!(shown(&table, 1), "[[1,\n  2,\n  3],\n [4,\n  5,\n  6]]");
    }
}
