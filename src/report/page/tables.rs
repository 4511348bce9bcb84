//! Values and P-positions as tables and lists.

use super::html::Html;
use super::{known_by, missing};
use crate::expr::value::Value;
use crate::query::answer::{Periodicity, Proven, Values};
use crate::query::facts::{Facts, List};

/// How many values stand in a row.
const ROW: i64 = 10;
/// The most positions that are listed.
const MOST_LISTED: usize = 400;

/// The section on Grundy values.
pub(super) fn values(page: &mut Html, facts: &Facts) {
    if facts.values.is_none() && facts.conjecture.is_none() {
        return;
    }
    let has_values = facts.values.is_some();
    page.section(
        "values",
        if has_values {
            "Grundy values"
        } else {
            "Formula"
        },
    );
    match &facts.values {
        Some(Ok(values)) => table(page, values),
        Some(Err(why)) => missing(page, why),
        None => {}
    }
    if let Some(period) = &facts.period {
        page.element("h3", "Period");
        match period {
            Ok(period) => of_period(page, period),
            Err(why) => missing(page, why),
        }
    }
    if let Some(conjecture) = &facts.conjecture {
        if has_values {
            page.element("h3", "Formula");
        }
        match conjecture {
            Ok((text, by)) => {
                page.element("pre", text);
                known_by(page, by);
            }
            Err(why) => missing(page, why),
        }
    }
}

/// The values by tens, P-positions marked.
fn table(page: &mut Html, values: &Values) {
    page.element(
        "p class=\"soft\"",
        "A pile of 10 + 3 is in the row 10, under +3. A value of 0 is a P-position: who moves loses.",
    );
    let cells = values.values.iter().enumerate().map(|(place, value)| {
        let mut cell = Html::default();
        match (values.special.get(&place), value) {
            (Some(special), _) => {
                cell.text(special.as_deref().unwrap_or("?"));
                (" class=\"soft\"", cell)
            }
            (None, value) => {
                cell.text(value);
                let class = if value == 0 { " class=\"lost\"" } else { "" };
                (class, cell)
            }
        }
    });
    by_tens(page, values.from, cells);
    if values.special.values().any(Option::is_some) {
        page.element(
            "p class=\"soft\"",
            "∞: the play may go on for ever; ∞(a, b, …): beside a position of the value a, b, … whoever is to move wins.",
        );
    }
    known_by(page, &values.by);
}

/// A table with ten cells a row, each with its attributes, the first one for the pile `from`.
pub(super) fn by_tens(
    page: &mut Html,
    from: i64,
    cells: impl Iterator<Item = (&'static str, Html)>,
) {
    page.raw("<div class=\"wide\" tabindex=\"0\"><table class=\"values\">\n<thead><tr><th scope=\"col\">n</th>");
    for column in 0..ROW {
        page.raw("<th scope=\"col\">")
            .text(format!("+{column}"))
            .raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    let lead = from.rem_euclid(ROW);
    let mut size = from.saturating_sub(lead);
    // The first row may lack its beginning.
    let gap = (0..lead).map(|_| None);
    let cells: Vec<Option<(&str, Html)>> = gap.chain(cells.map(Some)).collect();
    for row in cells.chunks(10) {
        page.raw("<tr><th scope=\"row\">").text(size).raw("</th>");
        for cell in row {
            let (attributes, inside) = match cell {
                Some((attributes, inside)) => (*attributes, inside.as_str()),
                None => ("", ""),
            };
            page.raw("<td").raw(attributes).raw(">").raw(inside);
            page.raw("</td>");
        }
        page.raw("</tr>\n");
        size = size.saturating_add(ROW);
    }
    page.raw("</tbody></table></div>\n");
}

/// The most values of a period that are listed.
const MOST_REPEATED: usize = 60;

fn of_period(page: &mut Html, found: &Periodicity) {
    let equation = |seen: &Proven| {
        let rise = match seen.saltus {
            0 => String::new(),
            saltus => format!(" + {saltus}"),
        };
        format!("g(n + {}) = g(n){rise}", seen.period)
    };
    let mut rows: Vec<(&str, String)> = Vec::new();
    let (value, first) = found.largest;
    let largest = ("Largest value", format!("{value}, first at n = {first}"));
    let Some(proven) = &found.proven else {
        page.element("p", "No period is proven.");
        rows.extend(found.why_not.clone().map(|why| ("Why", why)));
        let last = found.checked_to;
        rows.extend(found.observed.as_ref().map(|seen| {
            let from = seen.preperiod;
            let what = format!("{} from n = {from} on, on 0..{last}", equation(seen));
            ("Observed, not proven", what)
        }));
        if last > 0 {
            rows.push(("Computed", format!("the values of n = 0..{last}")));
            rows.push(largest);
        }
        page.facts(&rows);
        return;
    };
    let from = proven.preperiod;
    page.element(
        "p",
        match proven.saltus {
            0 => format!("Period {} from n = {from} on.", proven.period),
            _ => format!("{} from n = {from} on.", equation(proven)),
        },
    );
    let settles = match (found.checked_to, proven.saltus) {
        (0, _) => proven.theorem.clone(),
        (last, 0) => format!(
            "{}: {} for n = {from}..{last}, which settles all larger n",
            proven.theorem,
            equation(proven)
        ),
        (last, saltus) => format!(
            "{}: what decides the values repeats, raised by {saltus}, among n = 0..{last}, which settles all larger n",
            proven.theorem
        ),
    };
    rows.push(("Proven by", settles));
    if proven.saltus == 0 {
        let shown = proven.repeats.iter().take(MOST_REPEATED);
        let mut shown: Vec<String> = shown.map(u64::to_string).collect();
        if proven.period > shown.len() as u64 {
            shown.push("…".to_string());
        }
        rows.push(("Repeats", shown.join(" ")));
        rows.push(largest);
    }
    page.facts(&rows);
}

/// The section on P-positions and draws.
pub(super) fn losing(page: &mut Html, facts: &Facts) {
    if facts.lists.is_empty() {
        return;
    }
    let heading = match facts.loopy {
        true => "P-positions and draws",
        false => "P-positions",
    };
    page.section("losing", heading);
    page.element(
        "p",
        match facts.loopy {
            true => "In a P-position whoever is to move loses against perfect play; in a draw neither player can be made to lose.",
            false => "Whoever is to move here loses against perfect play.",
        },
    );
    lists(page, &facts.lists);
}

/// Lists of positions under the questions that they answer.
pub(super) fn lists(page: &mut Html, lists: &[List]) {
    for List {
        query,
        draws,
        found,
    } in lists
    {
        page.raw("<h3><code>").text(query).raw("</code></h3>\n");
        match found {
            Ok((value, by)) => {
                list(page, value.items(), *draws);
                known_by(page, by);
            }
            Err(why) => missing(page, why),
        }
    }
}

fn list(page: &mut Html, items: &[Value], draws: bool) {
    if items.is_empty() {
        page.element("p", "None.");
        return;
    }
    page.raw(match draws {
        true => "<ul class=\"list draws\">\n",
        false => "<ul class=\"list\">\n",
    });
    for item in items.iter().take(MOST_LISTED) {
        page.element("li", item);
    }
    page.raw("</ul>\n");
    if items.len() > MOST_LISTED {
        let more = format!("and {} more", items.len() - MOST_LISTED);
        page.element("p class=\"soft\"", more);
    }
}
