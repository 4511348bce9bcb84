//! Values and P-positions as tables and lists.

use maud::{Markup, html};

use super::{heading, known_by, listed, or_why, soft};
use crate::picture::Cells;
use crate::query::answer::{Periodicity, Values};
use crate::query::facts::{Facts, ShownList, ShownPosition};
use crate::report::text::ROW;
use crate::solve::loopy::LoopyValue;

/// How many rows are seen at once.
const ROWS: usize = 30;
/// The most positions that are listed.
const MOST_LISTED: usize = 400;

pub(super) fn values(facts: &Facts) -> Markup {
    let has_values = facts.values.is_some();
    let words = match has_values {
        true => "Grundy values",
        false => "Formula",
    };
    html! {
        @if has_values || facts.conjecture.is_some() { (heading("values", words)) }
        @if let Some(values) = &facts.values { (or_why(values, table)) }
        @if let Some(period) = &facts.period {
            h3 { "Period" }
            (or_why(period, of_period))
        }
        @if let Some(conjecture) = &facts.conjecture {
            @if has_values { h3 { "Formula" } }
            (or_why(conjecture, |(text, by)| html! { pre { (text) } (known_by(by)) }))
        }
    }
}

/// The values by tens, P-positions marked.
fn table(values: &Values) -> Markup {
    let cells = values.values.iter().enumerate();
    let cells = cells.map(|(place, value)| match values.special.get(&place) {
        Some(special) => html! { td.soft { (special) } },
        None => html! { td class=[(value == 0).then_some("lost")] { (value) } },
    });
    html! {
        (soft("A pile of 10 + 3 is in the row 10, under +3. A value of 0 is a P-position: who moves loses."))
        (by_tens(values.from, cells))
        @if values.special.values().any(|it| matches!(it, LoopyValue::Infinite(_))) {
            (soft("∞: the play may go on for ever; ∞(a, b, …): beside a position of the value a, b, … whoever is to move wins."))
        }
        (known_by(&values.by))
    }
}

/// A table with ten cells a row, the first one for the pile `from`.
pub(super) fn by_tens(from: i64, cells: impl Iterator<Item = Markup>) -> Markup {
    let lead = from.rem_euclid(ROW);
    let start = from.saturating_sub(lead);
    // The first row may lack its beginning.
    let gap = (0..lead).map(|_| html! { td {} });
    let cells: Vec<Markup> = gap.chain(cells).collect();
    let sizes = (0..).map(|row: i64| start.saturating_add(row.saturating_mul(ROW)));
    let rows: Vec<(i64, &[Markup])> = sizes.zip(cells.chunks(ROW as usize)).collect();
    let (first, rest) = rows.split_at(rows.len().min(ROWS));
    html! {
        (of_rows(first))
        @if let Some((from, _)) = rest.first() {
            details {
                summary { "From " (from) " on" }
                (of_rows(rest))
            }
        }
    }
}

fn of_rows(rows: &[(i64, &[Markup])]) -> Markup {
    html! {
        div.wide tabindex="0" {
            table.values {
                thead {
                    tr {
                        th scope="col" { "n" }
                        @for column in 0..ROW { th scope="col" { "+" (column) } }
                    }
                }
                tbody {
                    @for (size, row) in rows {
                        tr {
                            th scope="row" { (size) }
                            @for cell in *row { (cell) }
                        }
                    }
                }
            }
        }
    }
}

/// The most values of a period that are listed.
const MOST_REPEATED: usize = 60;

fn of_period(found: &Periodicity) -> Markup {
    let mut rows: Vec<(&str, String)> = Vec::new();
    let largest = found.largest;
    let largest = largest.map(|(value, first)| format!("{value}, first at n = {first}"));
    let largest = largest.map(|told| ("Largest value", told));
    let Some(proven) = &found.proven else {
        rows.extend(found.why_not.clone().map(|why| ("Why", why)));
        let last = found.checked_to;
        rows.extend(found.observed.as_ref().map(|seen| {
            let what = format!("{}, on 0..{last}", seen.statement());
            ("Observed, not proven", what)
        }));
        if last > 0 {
            rows.push(("Computed", format!("the values of n = 0..{last}")));
            rows.extend(largest);
        }
        return html! { p { "No period is proven." } (listed(&rows)) };
    };
    let what = match proven.saltus {
        0 => format!("Period {} from n = {} on.", proven.period, proven.preperiod),
        _ => format!("{}.", proven.statement()),
    };
    rows.push(("Proven by", proven.proof(found.checked_to)));
    if proven.saltus == 0 {
        let shown = proven.repeats.iter().take(MOST_REPEATED);
        let mut shown: Vec<String> = shown.map(u64::to_string).collect();
        if proven.period > shown.len() as u64 {
            shown.push("…".to_string());
        }
        rows.push(("Repeats", shown.join(" ")));
        rows.extend(largest);
    }
    html! { p { (what) } (listed(&rows)) }
}

/// The section on P-positions and draws.
pub(super) fn losing(facts: &Facts) -> Markup {
    let (words, what) = match facts.rules.loopy {
        true => (
            "P-positions and draws",
            "In a P-position whoever is to move loses against perfect play; in a draw neither player can be made to lose.",
        ),
        false => (
            "P-positions",
            "Whoever is to move here loses against perfect play.",
        ),
    };
    html! {
        @if !facts.lists.is_empty() {
            (heading("losing", words))
            p { (what) }
            (lists(&facts.lists))
        }
    }
}

/// Lists of positions under the questions that they answer.
pub(super) fn lists(lists: &[ShownList]) -> Markup {
    html! {
        @for ShownList { query, reached, draws, left_out, found } in lists {
            @if *reached {
                h3 { "That can be reached from " code { (query) } }
            } @else {
                h3 { code { (query) } }
            }
            (or_why(found, |(found, by)| html! {
                (list(found, *draws))
                @for words in left_out { (soft(words)) }
                (known_by(by))
            }))
        }
    }
}

/// The side of a cell.
const CELL: usize = 9;

/// A set of cells as a small picture, with the words for it.
fn cells(board: &Cells, name: &str) -> Markup {
    let (width, height) = (board.columns, board.rows);
    let here = board.here.iter();
    let here: String = here
        .map(|(row, column)| format!("M{column} {row}h1v1h-1z"))
        .collect();
    html! {
        svg.cells role="img" width=(CELL * width) height=(CELL * height) viewBox={ "0 0 " (width) " " (height) } {
            title { (name) }
            path d=(here) {}
        }
    }
}

/// A position as it is written, or as boards.
pub(super) fn position(position: &ShownPosition) -> Markup {
    let ShownPosition { name, boards } = position;
    html! {
        @for board in boards { (cells(board, name)) }
        @if boards.is_empty() { (name) }
    }
}

fn list(items: &[ShownPosition], draws: bool) -> Markup {
    if items.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        ul.list.draws[draws] {
            @for item in items.iter().take(MOST_LISTED) {
                li { (position(item)) } " "
            }
        }
        @if items.len() > MOST_LISTED {
            (soft(&format!("and {} more", items.len() - MOST_LISTED)))
        }
    }
}
