//! The pictures of the page, with what their boards show as data.

use serde_json::{Value as Json, json};

use super::html::Html;
use super::known_by;
use crate::picture::{Content, Drawing, Map, Side, Style, Theme, svg};
use crate::query::facts::Facts;

/// How pictures are looked at.
const HOW: &str = "Point at a picture, or move through it by the arrow keys, to read it; zoom by the buttons, + and −, or Ctrl and the wheel.";

/// The section on pictures.
pub(super) fn section(page: &mut Html, facts: &Facts) {
    let scenes = facts.pictures.iter().filter_map(|(drawing, by)| {
        // A graph that is too large has no picture.
        Some((drawing, by, drawing.scene().ok()?))
    });
    for (number, (drawing, by, scene)) in scenes.enumerate() {
        if number == 0 {
            page.section("pictures", "Pictures");
            page.element("p class=\"soft\"", HOW);
        }
        page.raw("<figure class=\"picture\">\n<div class=\"sheet\" tabindex=\"0\" role=\"group\" aria-label=\"");
        page.text(&drawing.title).raw("\">\n");
        page.raw(&svg(&scene, Theme::Auto, &format!("picture-{number}")));
        page.raw("</div>\n");
        if let Some(data) = data(drawing) {
            page.data("", &data);
        }
        page.raw("<figcaption>");
        for (action, label) in [
            ("in", "Zoom in"),
            ("out", "Zoom out"),
            ("all", "Whole picture"),
        ] {
            page.element(
                &format!("button type=\"button\" data-zoom=\"{action}\""),
                label,
            );
        }
        page.raw("<output class=\"tip\">&nbsp;</output></figcaption>\n</figure>\n");
        known_by(page, by);
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
