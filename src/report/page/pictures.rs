//! The pictures of the page, with what their boards show as data.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value as Json, json};

use super::html::{self, heading, known_by, soft};
use crate::picture::{Content, Drawing, Map, Side, Style, Theme, svg};
use crate::query::facts::{Facts, Picture};

/// How pictures are looked at.
const HOW: &str = "Point at a picture, or move through it by the arrow keys, to read it; zoom by the buttons, + and −, or Ctrl and the wheel.";

/// The section on pictures.
pub(super) fn section(facts: &Facts) -> Markup {
    html! {
        @for (number, Picture { drawing, scene, by }) in facts.pictures.iter().enumerate() {
            @if number == 0 {
                (heading("pictures", "Pictures"))
                (soft(HOW))
            }
            figure.picture {
                div.sheet tabindex="0" role="group" aria-label=(drawing.title) {
                    (PreEscaped(svg(scene, Theme::Auto, &format!("picture-{number}"))))
                }
                @if let Some(data) = data(drawing) { (html::data(None, &data)) }
                figcaption {
                    button type="button" data-zoom="in" { "Zoom in" } " "
                    button type="button" data-zoom="out" { "Zoom out" } " "
                    button type="button" data-zoom="all" { "Whole picture" } " "
                    output.tip { (PreEscaped("&nbsp;")) }
                }
            }
            (known_by(by))
        }
    }
}

/// What is said where the pointer rests on a board that is an image; other pictures have it at each point or box.
fn data(drawing: &Drawing) -> Option<Json> {
    let Content::Map(map @ Map { style, .. }) = &drawing.content else {
        return None;
    };
    let kind = match style {
        Style::Digits => return None,
        Style::Heat => "values",
        Style::Losing => "outcomes",
    };
    let side = |side: &Side| json!({ "name": side.name, "from": side.from, "count": side.count });
    Some(
        json!({ "kind": kind, "across": side(&map.across), "up": side(&map.up), "cells": map.cells }),
    )
}
