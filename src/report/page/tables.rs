//! Values and P-positions as tables and lists.

use super::html::Html;
use super::{known_by, missing};
use crate::expr::value::Value;
use crate::query::answer::Values;
use crate::query::facts::{Asking, Facts};
use crate::report::look::Look;
use crate::report::text;

/// How many values stand in a row.
const ROW: i64 = 10;
/// The most P-positions that are listed.
const MOST_LISTED: usize = 400;

/// The section on Grundy values.
pub(super) fn values(page: &mut Html, facts: &Facts) {
    let Some(values) = &facts.values else {
        return;
    };
    page.element("h2", "Grundy values");
    match values {
        Ok(values) => table(page, values),
        Err(why) => missing(page, why),
    }
    page.element("h3", "Period");
    match &facts.period {
        Some(Ok(period)) => {
            page.element("pre", text::period(period, Look::default()).trim_end());
        }
        Some(Err(why)) => missing(page, why),
        None => {}
    }
}

/// The values by tens, P-positions marked.
fn table(page: &mut Html, values: &Values) {
    page.raw("<div class=\"wide\"><table class=\"values\">\n<caption class=\"soft\">");
    page.text(format!(
        "Piles of {} and more; values of 0 are P-positions",
        values.from
    ));
    page.raw("</caption>\n<thead><tr><th scope=\"col\">n</th>");
    for column in 0..ROW {
        page.raw("<th scope=\"col\">")
            .text(format!("+{column}"))
            .raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    let lead = values.from.rem_euclid(ROW);
    let mut size = values.from - lead;
    // The first row may lack its beginning.
    let gap = std::iter::repeat_n(None, usize::try_from(lead).unwrap_or(0));
    let cells: Vec<Option<u64>> = gap.chain(values.values.iter().map(Some)).collect();
    for row in cells.chunks(10) {
        page.raw("<tr><th scope=\"row\">").text(size).raw("</th>");
        for value in row {
            match value {
                None => page.raw("<td></td>"),
                Some(0) => page.raw("<td class=\"lost\">0</td>"),
                Some(value) => page.raw("<td>").text(value).raw("</td>"),
            };
        }
        page.raw("</tr>\n");
        size = size.saturating_add(ROW);
    }
    page.raw("</tbody></table></div>\n");
    known_by(page, &values.by);
}

/// The section on P-positions.
pub(super) fn losing(page: &mut Html, facts: &Facts) {
    if facts.losing.is_empty() {
        return;
    }
    page.element("h2", "P-positions");
    page.element("p", "Whoever is to move here loses against perfect play.");
    lists(page, &facts.losing);
}

/// Lists of P-positions under the questions that they answer.
pub(super) fn lists(page: &mut Html, lists: &[Asking]) {
    for (query, found) in lists {
        page.raw("<h3><code>").text(query).raw("</code></h3>\n");
        match found {
            Ok((value, by)) => {
                list(page, value.items());
                known_by(page, by);
            }
            Err(why) => missing(page, why),
        }
    }
}

fn list(page: &mut Html, items: &[Value]) {
    if items.is_empty() {
        page.element("p", "None.");
        return;
    }
    page.raw("<ul class=\"list\">\n");
    for item in items.iter().take(MOST_LISTED) {
        page.element("li", item);
    }
    page.raw("</ul>\n");
    if items.len() > MOST_LISTED {
        let more = format!("and {} more", items.len() - MOST_LISTED);
        page.element("p class=\"soft\"", more);
    }
}
