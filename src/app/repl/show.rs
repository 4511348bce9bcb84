//! Answers as text for the prompt, and what to try with a new game.

use std::sync::Arc;

use crate::app::command::inspection::heading;
use crate::expr::position::{Game, Turn};
use crate::query::Session;
use crate::query::answer::{Evidence, How, Tested};
use crate::query::samples::typical;
use crate::report::{Look, diagnostics};
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::words::range;

/// Complaints with the lines they are about.
pub(super) fn report(report: &Report, look: Look) -> String {
    diagnostics::render(report, look).trim_end().to_string()
}

/// A claim that does not hold, with what its sides are.
pub(super) fn refuted(tested: &Tested) -> Diagnostic {
    let refuted = crate::report::refuted(tested);
    Diagnostic {
        code: "expect",
        message: format!("fails: {}", refuted.message),
        ..refuted
    }
}

/// What is said where there is no last answer.
pub(super) const NOTHING_YET: &str = "nothing was answered yet";

pub(super) fn by(by: &Evidence) -> String {
    let how = match by.how {
        How::Computed => "computed",
        How::Periodic => "read off a proven period",
        How::Theorem => "by a theorem",
        How::Search => "by search",
        How::Conjecture => "a conjecture, not proven",
    };
    match (by.engine.as_str(), by.detail.as_str()) {
        ("", "") => how.to_string(),
        ("", detail) => format!("{how}: {detail}"),
        (engine, "") => format!("{how} (engine {engine})"),
        (engine, detail) => format!("{how} (engine {engine}): {detail}"),
    }
}

/// More characters of a description than this are too many for a few lines.
const FEW_LINES: usize = 240;

/// What a game is, in a few lines, and a question to try.
pub(super) fn announcement(session: &mut Session, name: &str) -> String {
    let described = session.described(name).ok().flatten();
    let described = described.map(|described| {
        let whole = described.to_string();
        match whole.chars().count() > FEW_LINES {
            true => described.rules,
            false => whole,
        }
    });
    let question = question(session.book(), name);
    let said = described.unwrap_or_else(|| heading(session.book(), name));
    match question {
        Some(question) => format!("{said}\n  try {question}"),
        None => said,
    }
}

/// A question about a game that the rulebook accepts.
fn question(book: &Rulebook, name: &str) -> Option<String> {
    book.examples_of(name).iter().find_map(|game| {
        let text = about(&game.label, game);
        // A game may refuse what its shape allows.
        book.question("<suggestion>", &text).ok().map(|_| text)
    })
}

fn about(game: &str, header: &Arc<Game>) -> String {
    let shape = &header.shape;
    if !header.misere && !header.loopy && header.turn == Turn::One {
        if let Some(bounds) = shape.as_heap() {
            return format!("values({game}, {})", range(&bounds.least(12)));
        }
        if let Some([a, b]) = shape.as_int_tuple().as_deref() {
            let [a, b] = [a, b].map(|bounds| range(&bounds.least(7)));
            return format!("table({game}, {a}, {b})");
        }
    }
    let piles: Vec<String> = match shape.as_heap() {
        Some(bounds) => (3..6)
            .map(|size| bounds.least(size).end().to_string())
            .collect(),
        None => vec![typical(shape).to_string()],
    };
    format!("winner({game}[{}])", piles.join(", "))
}
