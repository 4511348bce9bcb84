//! The prompt: an entry is an expression of the language, or a question in words, as `values kayles`.

use std::fmt::Display;
use std::sync::Arc;

use nimrule::answer::{Evidence, Range, Show};
use nimrule::picture::{Drawing, Format, Screen, Theme};
use nimrule::report::look::{Look, PLAIN_WIDTH, harmless};
use nimrule::report::told::{LISTED, View, introduced};
use nimrule::report::{page, text};
use nimrule::syntax::ast::Node;
use nimrule::syntax::{parse_expr, position_words};
use nimrule::{Diagnostic, Game, Position, Report, Session};
use serde_json::{Value as Json, json};

/// So many values are listed where nobody says how many.
const USUAL_VALUES: i64 = 50;

/// What helps where there is no board.
const ANOTHER: &str =
    "name a position behind `play` that suits the game and is not large, as in `play kayles[5, 8]`";

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
            told(&introduced(session, &game, PLAIN_WIDTH)?)
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

/// As the program's own prompt tells it; pictures are drawn.
fn expression(session: &mut Session, entry: &str) -> Result<Json, Report> {
    // Piles alone are those of the only game.
    if entry.contains(' ') && entry.chars().all(|c| c.is_ascii_digit() || c == ' ') {
        let position = position(session, entry)?;
        return solved(session, &position);
    }
    let asked = session.book().ask_about("question", entry);
    let expr = parse_expr(asked.id(), entry).map_err(|list| session.book().report(list))?;
    let is_plot = matches!(&expr.node, Node::Call(name, _) if name.name == "plot");
    let view = View {
        look: Look::default(),
        screen: Screen::default(),
        width: None,
    };
    let (text, by) = view.answer(session, &expr)?.1?;
    match session.last_picture().cloned() {
        Some(drawing) if is_plot => picture(session, &drawing, &by),
        // Solutions say it themselves.
        _ if by.engine == "expression" || text.contains("known by: ") => told(&text),
        _ => told(&format!("{text}\n{}", text::known_by(&by, Look::default()))),
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

fn picture(session: &Session, drawing: &Drawing, by: &Evidence) -> Result<Json, Report> {
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
    let is_game = rest.is_empty() || !rest.ends_with(']') && session.game(Some(rest)).is_ok();
    let start = match is_game {
        true => None,
        false => Some(position(session, rest)?),
    };
    let game = match start.as_ref().and_then(|position| position.terms.first()) {
        Some(term) => Arc::clone(&term.game),
        None => game(session, rest)?,
    };
    let board = session.board(&game, start.as_ref()).map_err(|mut report| {
        for diagnostic in &mut report.diagnostics {
            diagnostic.help.get_or_insert_with(|| ANOTHER.to_owned());
        }
        report
    })?;
    match board {
        Some(board) => Ok(json!({ "board": page::board_data(&game.label, &board) })),
        None => Err(no_board("it leads to too many positions")),
    }
}

fn no_board(why: &str) -> Report {
    Diagnostic::error("no_board", format!("there is no board: {why}"))
        .help(ANOTHER)
        .into()
}
