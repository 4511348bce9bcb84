//! Questions at the prompt, `why`, and `:export`.

use std::sync::Arc;

use super::call::Call;
use super::out::Out;
use super::shell::Shell;
use super::show::{self, InLines};
use crate::export::{Language, export};
use crate::expr::position::Position;
use crate::expr::value::Value;
use crate::query::Subject;
use crate::query::answer::By;
use crate::report::text;
use crate::rules::query::Query;
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Report};

impl Shell {
    /// The answer to an expression as text. `best` and `line` are told as a story where they are asked for by themselves,
    /// `plot` is drawn to fit the terminal, and `values` become a table where they do not fit on a line.
    pub(super) fn answer(&mut self, expr: &Expr) -> Result<(String, By), Report> {
        let question = self.book().question_of(expr)?;
        let (query, args) = match &expr.node {
            Node::Call(name, args) => (Query::by_name(&name.name), args.as_slice()),
            _ => (None, [].as_slice()),
        };
        let written = self.book().text_at(expr.span);
        if let (Some(query @ (Query::Best | Query::Line)), [position]) = (query, args)
            && let Value::Position(position) = self.value(position)?
        {
            return self.story(&written, query, &position);
        }
        let answer = self.session.eval(&question)?;
        self.keep_answer(&written, &answer.value);
        if query == Some(Query::Plot)
            && matches!(answer.value, Value::Str(_))
            && let Some(drawing) = self.session.last_picture()
        {
            let text = self.session.picture_text(drawing, self.screen())?;
            return Ok((text.trim_end().to_string(), answer.by));
        }
        let flat = self.session.written(&answer.value)?;
        let width = self.width().filter(|width| flat.chars().count() > *width);
        let Some(width) = width else {
            return Ok((flat, answer.by));
        };
        if let (Some(Query::Values), [game, sizes]) = (query, args)
            && let Value::Game(game) = self.value(game)?
            && let Some((from, to)) = ends(&self.value(sizes)?)
        {
            let values = self.session.values(&game, from, to)?;
            let table = self.session.written(&text::values(&values, self.look()))?;
            return Ok((table.trim_end().to_string(), answer.by));
        }
        let list = &answer.value;
        match list {
            Value::List(_) => Ok((self.session.written(&InLines { list, width })?, answer.by)),
            _ => Ok((flat, answer.by)),
        }
    }

    fn value(&mut self, expr: &Expr) -> Result<Value, Report> {
        let question = self.book().question_of(expr)?;
        Ok(self.session.eval(&question)?.value)
    }

    /// The best move, or the play to the end, in words.
    fn story(
        &mut self,
        written: &str,
        query: Query,
        position: &Position,
    ) -> Result<(String, By), Report> {
        if query == Query::Best {
            let solution = self.session.solve(position, 1)?;
            let value = match &solution.best {
                Some(best) => Value::Position(Arc::new(best.play.to.clone())),
                None => Value::Nothing,
            };
            self.keep_answer(written, &value);
            return Ok((show::best(&solution), solution.by));
        }
        let line = self.session.line(position)?;
        let later = line.steps.iter().map(|step| &step.play.to);
        let all = std::iter::once(position).chain(later);
        let all = all.map(|position| Value::Position(Arc::new(position.clone())));
        self.keep_answer(written, &Value::list(all.collect()));
        let told = text::line(&line, self.look());
        Ok((told.trim_end().to_string(), line.by))
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
pub(super) fn more(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "all" => out.room = None,
        "" => {}
        _ => {
            let error = Diagnostic::error("command", "`:more` takes `all` or nothing");
            return call.refuse(shell, out, error, true);
        }
    }
    if shell.held.is_empty() {
        return out.answer("there is no more");
    }
    let held = std::mem::take(&mut shell.held);
    out.answer(held);
}

/// `:why`, or `why`: the reason of the last answer.
pub(super) fn why(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let depth = match call.rest {
        "" => Some(0),
        text => text.parse().ok(),
    };
    let Some(depth) = depth else {
        let error = Diagnostic::error("command", "`:why` takes a number of moves or nothing")
            .help("`:why 3` follows three moves of best play");
        return call.refuse(shell, out, error, true);
    };
    let told = match shell.session.last_subject().cloned() {
        Some(Subject::Position(position)) => {
            let explanation = shell.session.follow(&position, depth);
            explanation.and_then(|explanation| shell.session.written(&explanation))
        }
        Some(Subject::Game(game, Query::Period)) => {
            let look = shell.look();
            let found = shell.session.period(&game, None);
            found.map(|found| text::period(&found, look))
        }
        Some(Subject::Game(game, _)) => {
            let known_by = shell.last_by.as_ref().map(show::by).unwrap_or_default();
            let plan = shell.session.plan(&game);
            plan.map(|plan| format!("{known_by}\n\n{plan}"))
        }
        None => {
            let text = match &shell.last_by {
                Some(by) => show::by(by),
                None => "nothing was answered yet".to_string(),
            };
            return out.answer(text);
        }
    };
    match told {
        Ok(text) => out.answer(text.trim_end()),
        Err(report) => shell.report(&report, out),
    }
}

/// `:export`: a game in another language.
pub(super) fn export_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let help = "a game, and `cpp`, `python` or `rust`: `:export nim python`";
    if call.needs_argument(shell, out, help) {
        return;
    }
    let (game, language) = match call.rest.rsplit_once(char::is_whitespace) {
        Some((game, word)) => match Language::by_name(word) {
            Some(language) => (Some(game.trim_end()), language),
            None => (Some(call.rest), Language::Cpp),
        },
        None => match Language::by_name(call.rest) {
            Some(language) => (None, language),
            None => (Some(call.rest), Language::Cpp),
        },
    };
    let session = &mut shell.session;
    let text = session
        .game(game)
        .and_then(|game| export(session, &game, language));
    match text {
        Ok(text) => out.answer(text.trim_end()),
        Err(report) => shell.report(&report, out),
    }
}
