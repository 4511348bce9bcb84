//! A page about a game: one HTML file that needs nothing else.

mod board;
pub mod gallery;
mod misere;
mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value as Json, json};

use crate::picture::{Content, Drawing, Map, Side, Style, Theme, ValueChart, palette, svg, tones};
use crate::query::answer::Evidence;
use crate::query::facts::{Facts, Picture};
use crate::report::json::escaped;
use crate::report::look::{Look, harmless};
use crate::report::text;
use crate::text::words::is_harmful;

pub use board::data as board_data;

/// The scripts: first the player and what is clicked, which the board uses.
const SCRIPTS: [&str; 4] = [
    include_str!("player.js"),
    include_str!("touch.js"),
    include_str!("board.js"),
    include_str!("charts.js"),
];
const STYLE: &str = include_str!("page.css");

/// What plays, and says what is clicked, without a page; tests run them alone.
#[doc(hidden)]
pub const PLAYER: [&str; 2] = [SCRIPTS[0], SCRIPTS[1]];

/// Nothing is fetched, whatever a rule file holds.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// What stands in every page and hardly in another file.
pub const MARK: &str = " – nimrule</title>";

/// What a page has around the game where it is one of several.
#[derive(Debug, Clone, Copy, Default)]
struct Around<'a> {
    /// Where the page is that leads to all of them.
    index: Option<&'a str>,
    /// What is said of the game besides.
    about: &'a str,
}

impl Facts {
    /// Everything known about the game in one HTML page, with pictures and a board to play on.
    pub fn page(&self) -> String {
        page_with(self, &Around::default())
    }
}

fn page_with(facts: &Facts, around: &Around<'_>) -> String {
    let title = facts.rules.title.as_deref().unwrap_or(&facts.rules.game);
    let body = html! {
        @if let Some(index) = around.index { nav { a href=(index) { "All games" } } }
        h1 { (title) }
        p.soft { (quoted(&facts.rules.in_words)) }
        @if !around.about.is_empty() { p { (around.about) } }
        (contents(facts))
        (rules(facts))
        (board::section(facts))
        (tables::values(facts))
        (pictures(facts))
        (tables::losing(facts))
        (misere::section(facts))
        (heading("plan", "How it is computed"))
        pre { (facts.plan) }
    };
    let body = PreEscaped(
        body.into_string()
            .replacen(TAME, MEANING, 1)
            .replace(TAME, ""),
    );
    document(title, &[STYLE], &body, &SCRIPTS)
}

/// A page with this between its ends.
fn document(title: &str, styles: &[&str], body: &Markup, scripts: &[&str]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) " – nimrule" }
                style { (PreEscaped(tones())) @for style in styles { (PreEscaped(style)) } }
            }
            body {
                main { (body) }
                @for script in scripts {
                    script { (PreEscaped(script)) }
                }
            }
        }
    };
    harmless(&page.into_string()).into_owned()
}

/// A text in which what stands in backquotes is the language's own.
fn quoted(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Links to the sections that there are.
fn contents(facts: &Facts) -> Markup {
    let has_formula = facts.conjecture.is_some();
    let values = match facts.values {
        Some(_) => "Values",
        None => "Formula",
    };
    let sections = [
        (true, "rules", "Rules"),
        (true, "play", "Play"),
        (facts.values.is_some() || has_formula, "values", values),
        (!facts.pictures.is_empty(), "pictures", "Pictures"),
        (!facts.lists.is_empty(), "losing", "P-positions"),
        (misere::is_known(facts), "misere", "Misère play"),
        (true, "plan", "How it is computed"),
    ];
    html! {
        nav aria-label="sections" {
            @for (_, id, name) in sections.into_iter().filter(|(is_there, _, _)| *is_there) {
                a href={ "#" (id) } { (name) } " "
            }
        }
    }
}

fn rules(facts: &Facts) -> Markup {
    html! {
        (heading("rules", "Rules"))
        pre { (facts.rules.text) }
        @if let Some(file) = &facts.rules.file {
            details {
                summary { "All definitions and claims of the file" }
                pre { (file) }
            }
        }
    }
}

/// How pictures are looked at.
const HOW: &str = "Point at a picture, or move through it by the arrow keys, to read it; zoom by the buttons, two fingers, + and −, or Ctrl and the wheel.";

fn pictures(facts: &Facts) -> Markup {
    html! {
        @for (number, Picture { drawing, scene, by }) in facts.pictures.iter().enumerate() {
            @if number == 0 {
                (heading("pictures", "Pictures"))
                p.soft.how { (HOW) }
            }
            figure.picture {
                div.chart.title { (drawing.title) }
                div.chart.legend {}
                div.sheet tabindex="0" role="group" aria-label=(drawing.title) {
                    (PreEscaped(svg(scene, Theme::Auto, &format!("picture-{number}"))))
                }
                @if let Some(data) = shown(drawing) { (script_data(None, &data)) }
                figcaption {
                    span.chart.tools {
                        button type="button" data-zoom="in" { "Zoom in" } " "
                        button type="button" data-zoom="out" { "Zoom out" } " "
                        button type="button" data-zoom="near" hidden { "First periods" } " "
                        button type="button" data-zoom="all" { "Whole picture" }
                    }
                    output.tip { (PreEscaped("&nbsp;")) }
                }
            }
            (known_by(by))
        }
    }
}

/// What the script draws; a graph is shown as it is.
fn shown(drawing: &Drawing) -> Option<Json> {
    /// Beyond this scripts have no whole numbers.
    const LARGEST: u64 = 1 << 53;
    let is_exact = |numbers: &[u64]| numbers.iter().all(|&number| number <= LARGEST);
    match &drawing.content {
        Content::Values(plot @ ValueChart { from, values, .. }) if is_exact(values) => {
            let repeat = plot.repeat.filter(|repeat| is_exact(&[repeat.period]));
            let repeat = repeat.map(|repeat| {
                json!({ "preperiod": repeat.preperiod, "period": repeat.period, "words": repeat.words() })
            });
            let end = from.saturating_add(values.len() as u64);
            (is_exact(&[end]) && !values.is_empty()).then(
                || json!({ "kind": "sizes", "from": from, "values": values, "repeat": repeat }),
            )
        }
        Content::Map(Map {
            style,
            across,
            up,
            cells,
        }) if is_exact(cells) && !cells.is_empty() => {
            let kind = match style {
                Style::Heat | Style::Digits => "values",
                Style::Losing => "outcomes",
            };
            let side =
                |side: &Side| json!({ "name": side.name, "from": side.from, "count": side.count });
            let largest = cells.iter().copied().max().unwrap_or(0);
            Some(json!({
                "kind": kind, "across": side(across), "up": side(up), "cells": cells, "colors": palette(largest),
            }))
        }
        Content::Values(_) | Content::Map(_) | Content::Graph(_) => None,
    }
}

fn script_data(id: Option<&str>, data: &Json) -> Markup {
    // No element ends early.
    let text = escaped(&data.to_string(), |c| c == '<' || is_harmful(c));
    html! { script type="application/json" id=[id] { (PreEscaped(text)) } }
}

/// The heading of a section that can be linked to.
fn heading(id: &str, words: &str) -> Markup {
    html! { h2 id=(id) { (words) } }
}

/// Names with what there is to say of each.
fn listed(rows: &[(&str, String)]) -> Markup {
    html! {
        dl {
            @for (name, words) in rows {
                dt { (name) }
                dd { (words) }
            }
        }
    }
}

/// A remark.
fn soft(words: &str) -> Markup {
    html! { p.soft { (words) } }
}

/// A line that says how something is known.
fn known_by(by: &Evidence) -> Markup {
    let line = text::known_by(by, Look::default());
    let line = line.trim();
    let (before, after) = match line.split_once("is tame") {
        Some((before, after)) => (before, Some(after)),
        None => (line, None),
    };
    html! {
        @if !line.is_empty() {
            p.by { (before) @if let Some(after) = after { "is tame" (PreEscaped(TAME)) (after) } }
        }
    }
}

/// Stands behind the word, whose meaning is said once on a page.
const TAME: &str = "<!--tame-->";
const MEANING: &str = " (tame: in misère play it behaves as a sum of Nim piles)";

/// A part of the page, or a line in the place of one that is missing.
fn or_why<T>(found: &Result<T, String>, shown: impl FnOnce(&T) -> Markup) -> Markup {
    match found {
        Ok(found) => shown(found),
        Err(why) => soft(&format!("Not worked out here: {why}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_do_not_get_out() {
        let hostile = "</script><script>alert('1')</script>\"&\u{1b}\u{202e}";
        let json = json!({ "a": hostile, hostile: 1 });
        let html = script_data(Some("d"), &json).into_string();
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("</script").count(), 1);
        assert!(!html.contains('\u{1b}') && !html.contains('\u{202e}'));
        let (_, data) = html.split_once("id=\"d\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Json = serde_json::from_str(data).unwrap();
        assert_eq!(data["a"], hostile);
    }
}
