//! What to try with a new game.

use std::sync::Arc;

use crate::expr::position::{Header, Turn};
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, Shape};
use crate::expr::value::Value;
use crate::rules::Rulebook;

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
