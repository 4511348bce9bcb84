//! Answers as text for the prompt, and what to try with a new game.

use std::fmt::{self, Display, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::expr::builtin::Builtin;
use crate::expr::position::{Header, Turn};
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, Shape};
use crate::expr::value::{Outcome, Value};
use crate::query::answer::{By, How, Solution, Tested};
use crate::report::{Look, diagnostics};
use crate::rules::Rulebook;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::syntax::ast::Item;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::Span;

/// Complaints with the lines they are about.
pub(super) fn report(report: &Report, color: bool) -> String {
    let look = Look {
        color,
        ..Look::default()
    };
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
pub(super) fn by(by: &By) -> String {
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

pub(super) fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 1e-3 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
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

/// How a query, a function or a word of the language is used.
pub(super) fn usage(word: &str) -> Option<String> {
    let query = Query::by_name(word).map(Query::usage);
    let builtin = || Builtin::by_name(word).map(Builtin::usage);
    let reserved = || Word::of(word).map(Word::help);
    query.or_else(builtin).or_else(reserved).map(str::to_string)
}

pub(super) fn span_of(item: &Item) -> Span {
    match item {
        Item::Game(item) => item.span,
        Item::Let(item) => item.span,
        Item::Expect(item) => item.span,
        Item::Use(item) => item.span,
    }
}

/// One line about a game: `lim(m): try values(lim(3), 0..12)`.
pub(super) fn announcement(book: &Rulebook, name: &str) -> String {
    let params = book.game_params(name).unwrap_or_default();
    let title = heading(name, &params);
    match question(book, name, &params) {
        Some(question) => format!("{title}: try {question}"),
        None => title,
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
fn question(book: &Rulebook, name: &str, params: &[String]) -> Option<String> {
    let needed = params.iter().filter(|param| !param.contains('=')).count();
    let number = || Value::Int(3);
    let list = || Value::ints([1, 3, 4]);
    let guesses = [vec![number(); needed], vec![list(); needed]];
    guesses.into_iter().find_map(|args| {
        let game = book.game_with(name, &args).ok()?;
        let text = about(&call(name, &args), &game.header);
        // A game may refuse what its shape allows.
        book.question("<suggestion>", &text).ok().map(|_| text)
    })
}

fn call(name: &str, args: &[Value]) -> String {
    let args: Vec<String> = args.iter().map(Value::to_string).collect();
    heading(name, &args)
}

fn about(game: &str, header: &Arc<Header>) -> String {
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
            .map(|size| within(bounds, size).to_string())
            .collect(),
        None => vec![pile(shape)],
    };
    format!("winner({game}[{}])", piles.join(", "))
}

fn range(bounds: Bounds, length: i64) -> String {
    let numbers = bounds.least(length);
    format!("{}..{}", numbers.start(), numbers.end())
}

/// The number nearest to `size` above the least one.
fn within(bounds: Bounds, size: i64) -> i64 {
    *bounds.least(size).end()
}

fn pile(shape: &Shape) -> String {
    let coords: Vec<String> = (3..).zip(&shape.coords).map(coordinate).collect();
    match shape.form {
        Form::Single => coords.join(", "),
        Form::Tuple | Form::Unordered => format!("({})", coords.join(", ")),
    }
}

fn coordinate((size, coord): (i64, &Coord)) -> String {
    match &coord.kind {
        CoordKind::Int(bounds) => within(*bounds, size).to_string(),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => {
            let entries: Vec<String> = [1, 2, 3]
                .iter()
                .map(|&size| within(*bounds, size).to_string())
                .collect();
            format!("[{}]", entries.join(", "))
        }
        CoordKind::Row {
            entry: Entry::Tuple(parts),
            ..
        } => {
            let entries: Vec<String> = [0, 1]
                .iter()
                .map(|&row| {
                    let parts: Vec<String> = parts
                        .iter()
                        .map(|(_, bounds)| within(*bounds, row).to_string())
                        .collect();
                    format!("({})", parts.join(", "))
                })
                .collect();
            format!("[{}]", entries.join(", "))
        }
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

    #[test]
    fn times_have_a_fitting_unit() {
        assert_eq!(elapsed(Duration::from_micros(12)), "12 µs");
        assert_eq!(elapsed(Duration::from_micros(1500)), "1.50 ms");
        assert_eq!(elapsed(Duration::from_millis(12_345)), "12.35 s");
    }
}
