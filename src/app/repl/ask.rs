//! Questions at the prompt, and the commands that ask: about a position, which may be written as on a command line, `why`,
//! `:export` and `:plot`.

use std::sync::Arc;

use super::shell::{Call, Done, Out, Refused, Shell};
use super::show::{self, InLines};
use crate::app::command::words::position_words;
use crate::export::{Language, export};
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::picture::{Format, Screen, Theme};
use crate::query::answer::{Evidence, Solution};
use crate::query::{Session, Topic};
use crate::report::look::wrapped;
use crate::report::{Look, text};
use crate::rules::query::Query;
use crate::syntax;
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::STEPS_PER_SECOND;

/// How much work goes into what was not asked for.
const GLANCE: u64 = STEPS_PER_SECOND / 5;

/// So many values of a game are shown behind the first, and its period is looked for among so many piles.
const FIRST_VALUES: i64 = 20;
const FAR: u64 = 10_000;

impl Shell {
    /// The answer to an expression as text, where reading, solving and writing it are one question.
    pub(super) fn answer(&mut self, expr: &Expr) -> Result<(String, Evidence), Report> {
        let written = self.book().text_at(expr.span);
        let view = View {
            look: self.look(),
            screen: self.screen(),
            width: self.width,
        };
        let (value, told) = self.session.whole(|session| view.answer(session, expr))?;
        self.keep_answer(&written, &value);
        if let Value::Game(game) = &value {
            self.current = Some(game.label.clone());
        }
        told
    }
}

/// A value, and how it is told where that can be written.
type Told = (Value, Result<(String, Evidence), Report>);

/// How answers are shown.
struct View {
    look: Look,
    screen: Screen,
    width: Option<usize>,
}

impl View {
    /// A position is solved and a game is introduced. `best` and `line` are told as a story where they are asked for by themselves,
    /// `plot` is drawn to fit the terminal, and `values` become a table where they do not fit on a line.
    fn answer(&self, session: &mut Session, expr: &Expr) -> Result<Told, Report> {
        let question = session.question_of(expr)?;
        let (query, args) = match &expr.node {
            Node::Call(name, args) => (Query::by_name(&name.name), args.as_slice()),
            _ => (None, [].as_slice()),
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
            let solved = session.solve(position, MOST_LISTED);
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
            return self.introduced(session, game);
        }
        let flat = session.written(found)?;
        let width = self.width.filter(|width| flat.chars().count() > *width);
        let Some(width) = width else {
            return Ok(flat);
        };
        if let (Some(Query::Values), [game, sizes]) = (query, args)
            && let Value::Game(game) = value(session, game)?
            && let Some((from, to)) = ends(&value(session, sizes)?)
        {
            let values = session.values(&game, from, to)?;
            let table = session.written(&text::values(&values, self.look))?;
            return Ok(table.trim_end().to_string());
        }
        match found {
            Value::List(_) => session.written(&InLines { list: found, width }),
            _ => Ok(flat),
        }
    }

    /// Who wins a position, and by which moves.
    fn solved(&self, solution: &Solution) -> String {
        text::solution(solution, self.look).trim_end().to_string()
    }

    /// A game in words, and its first values and their period where they are soon known.
    fn introduced(&self, session: &mut Session, game: &Arc<Game>) -> Result<String, Report> {
        let described = session.describe(game)?.to_string();
        let mut told = wrapped(&described, self.look.width);
        let Some(bounds) = game.shape.as_heap().filter(|_| !game.misere && !game.loopy) else {
            return Ok(told);
        };
        let first = bounds.lo.max(0);
        let last = bounds.hi.unwrap_or(i64::MAX).min(first + FIRST_VALUES);
        if let Some(values) = soon(session, |session| session.values(game, first, last))? {
            let numbers: Vec<String> = values.values.iter().map(|it| it.to_string()).collect();
            told += &format!("\n  values of {first}..{last}: {}", numbers.join(" "));
        }
        let period = soon(session, |session| session.period_soon(game, FAR, GLANCE))?;
        if let Some(proven) = period.flatten() {
            let (equation, from) = (proven.equation(), proven.preperiod);
            told += &format!("\n  {equation} from n = {from} on, proven");
        }
        Ok(told)
    }

    /// The best move, or the play to the end, in words.
    fn story(
        &self,
        session: &mut Session,
        query: Query,
        position: &Position,
    ) -> Result<Told, Report> {
        if query == Query::Best {
            let solution = session.solve(position, 1)?;
            let value = match &solution.best {
                Some(best) => Value::Position(Arc::new(best.play.to.clone())),
                None => Value::Nothing,
            };
            return Ok((value, Ok((show::best(&solution), solution.by))));
        }
        let line = session.line(position)?;
        let later = line.moves.iter().map(|play| &play.to);
        let all = std::iter::once(position).chain(later);
        let all = all.map(|position| Value::Position(Arc::new(position.clone())));
        let told = text::line(&line, self.look).trim_end().to_string();
        Ok((Value::list(all.collect()), Ok((told, line.by))))
    }
}

fn value(session: &mut Session, expr: &Expr) -> Result<Value, Report> {
    let question = session.question_of(expr)?;
    Ok(session.eval(&question)?.value)
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

/// The first and the last of numbers that follow each other.
fn ends(list: &Value) -> Option<(i64, i64)> {
    let sizes: Option<Vec<i64>> = list.items().iter().map(Value::as_int).collect();
    let sizes = sizes?;
    let follow = |pair: &[i64]| matches!(pair, [a, b] if a.checked_add(1) == Some(*b));
    let is_range = sizes.windows(2).all(follow);
    Some((*sizes.first()?, *sizes.last()?)).filter(|_| is_range)
}

/// `:more`: the next page of the last answer, or all of it.
pub(super) fn more(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    match call.rest {
        "all" => out.room = None,
        "" => {}
        _ => return Err(Diagnostic::error("command", "`:more` takes `all` or nothing").into()),
    }
    match shell.held.is_empty() {
        true => out.answer("there is no more"),
        false => out.answer(std::mem::take(&mut shell.held)),
    }
    Ok(())
}

/// `:why`, or `why`: the reason of the last answer.
pub(super) fn why(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let depth = match call.rest {
        "" => Some(0),
        text => text.parse().ok(),
    };
    let Some(depth) = depth else {
        let error = Diagnostic::error("command", "`:why` takes a number of moves or nothing");
        return Err(error
            .help("`:why 3` follows three moves of best play")
            .into());
    };
    let known_by = shell.last_by.as_ref().map(show::by);
    let told = match shell.session.last_topic().cloned() {
        Some(Topic::Position(position)) => {
            let explanation = shell.session.follow(&position, depth)?;
            shell.session.written(&explanation)?
        }
        Some(Topic::Game(game, Query::Period)) => {
            text::period(&shell.session.period(&game, None)?, shell.look())
        }
        Some(Topic::Game(game, _)) => {
            let plan = shell.session.plan(&game)?;
            format!("{}\n\n{plan}", known_by.unwrap_or_default())
        }
        None => known_by.unwrap_or_else(|| show::NOTHING_YET.to_string()),
    };
    out.answer(told.trim_end());
    Ok(())
}

/// `:export`: a game in another language.
pub(super) fn export_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    call.needs_argument("a game, and `cpp`, `python` or `rust`: `:export nim python`")?;
    let cut = call.rest.rsplit_once(char::is_whitespace);
    let (game, word) = cut.map_or((None, call.rest), |(game, word)| (Some(game), word));
    let (game, language) = match Language::by_name(word) {
        Some(language) => (game.map(str::trim_end), language),
        None => (Some(call.rest), Language::Cpp),
    };
    let game = shell.session.game(game)?;
    let text = export(&mut shell.session, &game, language)?;
    out.answer(text.trim_end());
    Ok(())
}

pub(super) fn solve(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let solution = of_position(shell, call, call.rest, |session, position| {
        session.solve(position, MOST_LISTED)
    })?;
    out.answer(text::solution(&solution, shell.look()).trim_end());
    Ok(())
}

pub(super) fn explain(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let (text, depth) = match call.rest.split_once("--depth") {
        Some((text, depth)) => (text.trim_end(), depth.trim_start_matches('=').trim()),
        None => (call.rest, "0"),
    };
    let Ok(depth) = depth.parse() else {
        let error = Diagnostic::error("command", "`--depth` needs a number of moves");
        return Err(error.help("`:explain nim[5, 9, 11] --depth 3`").into());
    };
    let explanation = of_position(shell, call, text, |session, position| {
        session.follow(position, depth)
    })?;
    out.answer(shell.session.written(&explanation)?.trim_end());
    Ok(())
}

pub(super) fn line(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let line = of_position(shell, call, call.rest, Session::line)?;
    out.answer(text::line(&line, shell.look()).trim_end());
    Ok(())
}

/// How many winning moves `:solve` lists.
const MOST_LISTED: usize = 20;

/// What is asked of the position that stands in the text of a command: reading it is a part of the question.
fn of_position<T>(
    shell: &mut Shell,
    call: &Call<'_>,
    text: &str,
    ask: impl FnOnce(&mut Session, &Position) -> Result<T, Report>,
) -> Result<T, Refused> {
    let call = Call {
        rest: text,
        ..*call
    };
    call.needs_argument("a position, such as `nim[5, 9, 11]`")?;
    let (game, words) = position_words(text);
    let game = game.unwrap_or_else(|| shell.usual_game());
    Ok(shell.session.whole(|session| {
        let position = session.position(Some(&game), &words)?;
        ask(session, &position)
    })?)
}

/// How many pixels of a PNG go to one of the picture in each direction.
const SCALE: u32 = 2;

/// `:plot`: a picture, or the last one again.
pub(super) fn plot(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let (args, file) = args_and_file(call.rest);
    if !args.is_empty() {
        ask(shell, call, args)?;
    }
    let Some(drawing) = shell.session.last_picture().map(Arc::clone) else {
        // Nothing was drawn yet.
        return call.needs_argument("a game or a position, as in `:plot kayles, 0..100`");
    };
    let Some((path, format)) = file else {
        let text = shell.session.picture_text(&drawing, shell.screen())?;
        out.answer(text.trim_end());
        return Ok(());
    };
    let bytes = shell
        .session
        .picture_file(&drawing, format, Theme::Auto, SCALE);
    shell.write(path, &bytes.map_err(first)?, out)
}

/// The first complaint of a report, to be shown with the place on the line.
fn first(report: Report) -> Diagnostic {
    let first = report.diagnostics.into_iter().next();
    first.unwrap_or_else(|| Diagnostic::internal("a report without a complaint"))
}

/// Draws what `plot(ARGS)` draws.
fn ask(shell: &mut Shell, call: &Call<'_>, args: &str) -> Result<(), Report> {
    const CALL: &str = "plot(";
    // So much before it that complaints point at the place that was typed.
    let before = call.line.get(..call.rest_start).unwrap_or("").chars();
    let gap = " ".repeat(before.count().saturating_sub(CALL.len()));
    let (source, text) = shell.add_text(&format!("{gap}{CALL}{args})"), call.number);
    let expr = syntax::parse_expr(source, &text).map_err(|list| shell.book().report(list))?;
    let answer = shell.session.whole(|session| {
        let question = session.question_of(&expr)?;
        session.eval(&question)
    })?;
    shell.last_by = Some(answer.by);
    Ok(())
}

/// What is drawn, and the file that is named behind it, if one is.
fn args_and_file(rest: &str) -> (&str, Option<(&str, Format)>) {
    let (before, last) = match rest
        .strip_suffix('"')
        .and_then(|rest| rest.rsplit_once('"'))
    {
        Some(quoted) => quoted,
        None => rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest)),
    };
    match Format::of(last) {
        Some(format) if last != "-" => (before.trim_end(), Some((last, format))),
        _ => (rest, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_follow() {
        for (rest, args, path) in [
            ("kayles, 0..9", "kayles, 0..9", None),
            ("kayles, 0..9 a.svg", "kayles, 0..9", Some("a.svg")),
            ("kayles \"a b.png\"", "kayles", Some("a b.png")),
            ("a.svg", "", Some("a.svg")),
            ("nim[3, 2] x", "nim[3, 2] x", None),
            ("kayles, 0..200 -", "kayles, 0..200 -", None),
            ("", "", None),
        ] {
            let (found, file) = args_and_file(rest);
            assert_eq!((found, file.map(|(path, _)| path)), (args, path), "{rest}");
        }
    }
}
