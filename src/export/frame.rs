//! What stands around the moves in all three languages: the comment on top, the arguments, the table of a period.

use super::program::{Binary, Coord, Program, Term, Way};
use crate::rules::Rulebook;
use crate::rules::game::Game;

/// The comment on top.
pub(super) fn about(
    book: &Rulebook,
    game: &Game,
    coords: &[Coord],
    known: &str,
    tried: &[u64],
) -> Vec<String> {
    let title = match &game.title {
        Some(title) => format!("{title} ({})", game.header.label),
        None => game.header.label.clone(),
    };
    let names: Vec<&str> = coords.iter().map(|coord| coord.name.as_str()).collect();
    let mut lines = vec![
        match names.as_slice() {
            [only] if game.header.shape.as_heap().is_some() => {
                format!("{title}: the Grundy value of a pile of {only}.")
            }
            names => format!(
                "{title}: the Grundy value of the pile ({}).",
                names.join(", ")
            ),
        },
        String::new(),
    ];
    if let Some((text, _)) = book.definition_text(&game.name) {
        lines.extend(text.lines().map(|line| format!("    {line}")));
        lines.push(String::new());
    }
    lines.push(format!("Known by: {known}."));
    if !tried.is_empty() {
        let first = coords.first().map_or(0, |coord| coord.bounds.lo);
        let values: Vec<String> = tried.iter().map(u64::to_string).collect();
        lines.push(format!(
            "The first values, from {first} on: {}",
            values.join(" ")
        ));
    }
    lines.push("Written by nimrule.".to_string());
    lines.iter().map(|line| clean(line)).collect()
}

/// A line without characters that end comments or turn the direction of writing.
pub(super) fn clean(line: &str) -> String {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let clean: String = line
        .chars()
        .map(|c| if is_odd(c) { ' ' } else { c })
        .collect();
    clean.trim_end().to_string()
}

/// The size of the least pile.
pub(super) fn lowest(program: &Program) -> i64 {
    program.coords.first().map_or(0, |coord| coord.bounds.lo)
}

/// Whether there are tables and functions beside `grundy`.
pub(super) fn brings_something(program: &Program) -> bool {
    !(program.helpers.is_empty() && program.tables.is_empty() && program.functions.is_empty())
}

/// What the arguments of `grundy` are called.
pub(super) fn param_names(program: &Program) -> Vec<String> {
    match &program.way {
        // Here the name of the coordinate is that of a loop.
        Way::Ascending(_) => vec!["size".to_string()],
        _ => program
            .coords
            .iter()
            .map(|coord| coord.name.clone())
            .collect(),
    }
}

/// The name of the coordinate of a pile that is a number.
pub(super) fn pile_name(program: &Program) -> &str {
    program
        .coords
        .first()
        .map_or("n", |coord| coord.name.as_str())
}

/// The condition that the arguments are no pile.
pub(super) fn outside(program: &Program, or: &str) -> String {
    let mut conditions = Vec::new();
    for (name, coord) in param_names(program).iter().zip(&program.coords) {
        conditions.push(format!("{name} < {}", coord.bounds.lo));
        if let Some(hi) = coord.bounds.hi {
            conditions.push(format!("{name} > {hi}"));
        }
    }
    conditions.join(&format!(" {or} "))
}

/// The value of a pile behind the preperiod.
pub(super) fn periodic_value(
    n: &str,
    preperiod: u64,
    period: u64,
    rise: u64,
    divide: &str,
    at: &dyn Fn(String) -> String,
) -> String {
    let past = if preperiod == 0 {
        n.to_string()
    } else {
        format!("({n} - {preperiod})")
    };
    let place = match (preperiod, period) {
        (_, 1) => preperiod.to_string(),
        (0, _) => format!("{n} % {period}"),
        _ => format!("{preperiod} + {past} % {period}"),
    };
    let times = match (period, rise) {
        (_, 0) => return at(place),
        (1, 1) => past,
        (1, rise) => format!("{rise} * {past}"),
        (_, 1) => format!("{past} {divide} {period}"),
        _ => format!("{rise} * ({past} {divide} {period})"),
    };
    format!("{} + {times}", at(place))
}

/// One of the conditions, if there are some.
pub(super) fn any(conditions: &[Term]) -> Option<Term> {
    let all = conditions.iter().cloned();
    all.reduce(|a, b| Term::binary(Binary::Or, a, b))
}
