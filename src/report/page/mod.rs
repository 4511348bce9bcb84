//! A page about a game: one HTML file that needs nothing else.

mod board;
mod html;
mod misere;
mod pictures;
mod tables;

use crate::query::facts::Facts;
use crate::report::look::Look;
use crate::report::text;
use html::Html;

pub use board::data as board_data;

/// The scripts: the player first, which the board uses.
const SCRIPTS: [&str; 3] = [
    include_str!("player.js"),
    include_str!("board.js"),
    include_str!("pictures.js"),
];
const STYLE: &str = include_str!("page.css");

/// What plays without a page; tests run it alone.
pub const PLAYER: &str = SCRIPTS[0];

/// Nothing is fetched, whatever a rule file holds.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n";

/// The page.
pub fn page(facts: &Facts) -> String {
    let mut page = Html::default();
    let heading = facts.title.as_deref().unwrap_or(&facts.game);
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw(POLICY);
    page.element("title", format!("{heading} – nimrule"));
    page.raw("<style>\n")
        .raw(STYLE)
        .raw("</style>\n</head>\n<body>\n<main>\n");
    page.element("h1", heading);
    let loses = if facts.misere { "loses" } else { "wins" };
    let endless = match facts.loopy {
        true => "; a play that goes on for ever is a draw",
        false => "",
    };
    page.element(
        "p class=\"soft\"",
        format!(
            "{}: a pile is {}; whoever makes the last move {loses}{endless}.",
            facts.game, facts.pile
        ),
    );
    contents(&mut page, facts);
    rules(&mut page, facts);
    board::section(&mut page, facts);
    tables::values(&mut page, facts);
    pictures::section(&mut page, facts);
    tables::losing(&mut page, facts);
    misere::section(&mut page, facts);
    page.section("plan", "How it is computed");
    page.element("pre", &facts.plan);
    page.raw("</main>\n");
    for script in SCRIPTS {
        page.raw("<script>\n").raw(script).raw("</script>\n");
    }
    page.raw("</body>\n</html>\n");
    page.into_string()
}

/// Links to the sections that there are.
fn contents(page: &mut Html, facts: &Facts) {
    let has_formula = facts.conjecture.is_some();
    let values = if facts.values.is_some() {
        "Values"
    } else {
        "Formula"
    };
    page.raw("<nav aria-label=\"sections\">\n");
    for (is_there, id, name) in [
        (true, "rules", "Rules"),
        (true, "play", "Play"),
        (facts.values.is_some() || has_formula, "values", values),
        (!facts.pictures.is_empty(), "pictures", "Pictures"),
        (!facts.lists.is_empty(), "losing", "P-positions"),
        (misere::is_known(facts), "misere", "Misère play"),
        (true, "plan", "How it is computed"),
    ] {
        if is_there {
            page.raw("<a href=\"#").raw(id).raw("\">").text(name);
            page.raw("</a>\n");
        }
    }
    page.raw("</nav>\n");
}

fn rules(page: &mut Html, facts: &Facts) {
    page.section("rules", "Rules");
    page.element("pre", &facts.rules);
    if let Some(file) = &facts.file {
        page.raw("<details>\n");
        page.element("summary", "All definitions and claims of the file");
        page.element("pre", file);
        page.raw("</details>\n");
    }
}

/// A line that says how something is known.
fn known_by(page: &mut Html, by: &crate::query::answer::By) {
    let line = text::known_by(by, Look::default());
    if !line.trim().is_empty() {
        page.element("p class=\"by\"", line.trim());
    }
}

/// A line in the place of a part that is missing.
fn missing(page: &mut Html, why: &str) {
    page.element("p class=\"soft\"", format!("Not worked out here: {why}."));
}
