//! The prompt: an entry is an expression of the language, or a question in words, as `values kayles`.

use std::fmt::Display;
use std::sync::Arc;

use nimrule::answer::{Evidence, Range, Show};
use nimrule::picture::{Format, Theme};
use nimrule::report::look::{Look, harmless};
use nimrule::report::{page, text};
use nimrule::syntax::position_words;
use nimrule::{Diagnostic, Game, Position, Report, Session, Value};
use serde_json::{Value as Json, json};

/// So many winning moves are listed, and so many values where nobody says how many.
const LISTED: usize = 20;
const USUAL_VALUES: i64 = 50;

/// The answer to an entry.
pub fn ask(session: &mut Session, entry: &str) -> Result<Json, Report> {
    let entry = entry.trim();
    let (word, rest) = entry.split_once(char::is_whitespace).unwrap_or((entry, ""));
    let rest = rest.trim();
    match word {
        "solve" | "best" | "winner" | "who" if is_words(rest) => {
            let position = position(session, rest)?;
            solved(session, &position)
        }
        "explain" | "why" if is_words(rest) => {
            let position = position(session, rest)?;
            let explanation = session.explain(&position)?;
            said(session, &explanation)
        }
        "line" if is_words(rest) => {
            let position = position(session, rest)?;
            let line = session.line(&position)?;
            said(session, &line)
        }
        "values" if is_game(rest) => {
            let game = game(session, rest)?;
            let bounds = game.shape.as_heap();
            let (first, end) = bounds.map_or((0, None), |bounds| (bounds.lo.max(0), bounds.hi));
            let last = end
                .unwrap_or(i64::MAX)
                .min(first.saturating_add(USUAL_VALUES));
            let values = session.values(&game, first, last)?;
            said(session, &values)
        }
        "period" if is_game(rest) => {
            let game = game(session, rest)?;
            let period = session.period(&game, None)?;
            said(session, &period)
        }
        "plan" if is_game(rest) => {
            let game = game(session, rest)?;
            let plan = session.plan(&game)?;
            said(session, &plan)
        }
        "describe" if is_game(rest) => {
            let game = game(session, rest)?;
            let described = session.describe(&game)?;
            said(session, &described)
        }
        "plot" if is_game(rest) => {
            let game = game(session, rest)?;
            let (drawing, by) = session.picture(&game, Show::Best, &[] as &[Range])?;
            picture(session, &drawing, &by)
        }
        "play" if is_words(rest) || rest.is_empty() => play(session, rest),
        _ => expression(session, entry),
    }
}

/// Whether this may stand behind a word that asks about positions, rather than be the rest of an expression.
fn is_words(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | '('))
}

fn is_game(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn game(session: &mut Session, rest: &str) -> Result<Arc<Game>, Report> {
    session.game(Some(rest).filter(|rest| !rest.is_empty()))
}

fn position(session: &mut Session, rest: &str) -> Result<Position, Report> {
    let (game, piles) = position_words(rest);
    session.position(game.as_deref(), &piles)
}

fn expression(session: &mut Session, entry: &str) -> Result<Json, Report> {
    // Piles alone are those of the only game.
    if entry.contains(' ') && entry.chars().all(|c| c.is_ascii_digit() || c == ' ') {
        let position = position(session, entry)?;
        return solved(session, &position);
    }
    let answer = session.eval_text("question", entry)?;
    match &answer.value {
        Value::Position(position) if !entry.starts_with("best") => {
            let position = position.as_ref().clone();
            solved(session, &position)
        }
        Value::Game(game) => {
            let described = session.describe(game)?;
            said(session, &described)
        }
        Value::Str(_) if session.last_picture().is_some() => {
            match session.last_picture().cloned() {
                Some(drawing) => picture(session, &drawing, &answer.by),
                None => Err(Diagnostic::internal("no picture").into()),
            }
        }
        value => {
            let written = session.written(value)?;
            told(&format!(
                "{written}\n{}",
                text::known_by(&answer.by, Look::default())
            ))
        }
    }
}

/// Who wins a position, and by which moves.
fn solved(session: &mut Session, position: &Position) -> Result<Json, Report> {
    let solution = session.solve(position, LISTED)?;
    said(session, &solution)
}

fn said(session: &Session, answer: &impl Display) -> Result<Json, Report> {
    told(&session.written(answer)?)
}

fn told(text: &str) -> Result<Json, Report> {
    Ok(json!({ "text": harmless(text.trim_end()) }))
}

fn picture(
    session: &Session,
    drawing: &nimrule::picture::Drawing,
    by: &Evidence,
) -> Result<Json, Report> {
    let svg = session.picture_file(drawing, Format::Svg, Theme::Auto, 1)?;
    let by = text::known_by(by, Look::default());
    Ok(json!({
        "svg": String::from_utf8_lossy(&svg),
        "title": harmless(&drawing.title),
        "text": harmless(by.trim()),
    }))
}

/// The board to play on.
fn play(session: &mut Session, rest: &str) -> Result<Json, Report> {
    let start = match rest.contains(['[', ' ']) {
        true => Some(position(session, rest)?),
        false => None,
    };
    let game = match start.as_ref().and_then(|position| position.terms.first()) {
        Some(term) => Arc::clone(&term.game),
        None => game(session, rest)?,
    };
    match session.board(&game, start.as_ref())? {
        Some(board) => Ok(json!({ "board": page::board_data(&game.label, &board) })),
        None => Err(no_board("it leads to too many positions")),
    }
}

fn no_board(why: &str) -> Report {
    Diagnostic::error("no_board", format!("there is no board: {why}"))
        .help("name a smaller position behind `play`, as in `play kayles[5, 8]`")
        .into()
}
