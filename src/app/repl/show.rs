//! Answers as text for the prompt, and what to try with a new game.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

use crate::expr::position::{Game, Turn};
use crate::expr::shape::Bounds;
use crate::expr::value::{Outcome, Value};
use crate::query::Session;
use crate::query::answer::{Evidence, How, Solution, Tested};
use crate::query::samples::typical;
use crate::report::{Look, diagnostics};
use crate::rules::Rulebook;
use crate::syntax::ast::Item;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::Span;

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

/// How an answer is known.
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

/// The best move, in a sentence.
pub(super) fn best(solution: &Solution) -> String {
    match &solution.best {
        Some(best) if solution.winner == Outcome::Draw => format!(
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
        None => format!("none: there is no move in {}", solution.position),
    }
}

/// A list that is too long for a line, broken between its elements.
pub(super) struct InLines<'v> {
    pub(super) list: &'v Value,
    /// How many characters a line holds.
    pub(super) width: usize,
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
        let count = list.items().len();
        for (index, item) in list.items().iter().enumerate() {
            let flat = item.to_string();
            // The comma or bracket behind it.
            let length = flat.chars().count() + 1;
            let is_list = matches!(item, Value::List(_));
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
                self.list(item, indent, out)?;
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

pub(super) fn span_of(item: &Item) -> Span {
    match item {
        Item::Game(item) => item.span,
        Item::Let(item) => item.span,
        Item::Expect(item) => item.span,
        Item::Use(item) => item.span,
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
    let params = session.book().game_params(name).unwrap_or_default();
    let said = described.unwrap_or_else(|| heading(name, &params));
    match question {
        Some(question) => format!("{said}\n  try {question}"),
        None => said,
    }
}

/// A game as it is called: `lim(m)`.
pub(super) fn heading(name: &str, params: &[String]) -> String {
    if params.is_empty() {
        name.to_string()
    } else {
        format!("{name}({})", params.join(", "))
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
            return format!("values({game}, {})", range(bounds, 12));
        }
        if let Some([a, b]) = shape.as_int_tuple().as_deref() {
            return format!("table({game}, {}, {})", range(*a, 7), range(*b, 7));
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

fn range(bounds: Bounds, length: i64) -> String {
    let numbers = bounds.least(length);
    format!("{}..{}", numbers.start(), numbers.end())
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
