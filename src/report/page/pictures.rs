//! The pictures of the page, with what their boards show as data.

use serde_json::{Value as Json, json};

use super::html::Html;
use super::known_by;
use crate::picture::{Content, Drawing, Map, Side, Style, Theme, svg};
use crate::query::facts::Facts;

/// The section on pictures.
pub(super) fn section(page: &mut Html, facts: &Facts) {
    let scenes = facts.pictures.iter().filter_map(|(drawing, by)| {
        // A graph that is too large has no picture.
        Some((drawing, by, drawing.scene().ok()?))
    });
    for (number, (drawing, by, scene)) in scenes.enumerate() {
        if number == 0 {
            page.element("h2", "Pictures");
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

/// What is said where the pointer rests on a board; the squares of a table of numbers say it themselves.
fn data(drawing: &Drawing) -> Option<Json> {
    let Content::Map(map @ Map { style, .. }) = &drawing.content else {
        return None;
    };
    if *style == Style::Digits {
        return None;
    }
    let side = |side: &Side| json!({ "name": side.name, "from": side.from, "count": side.count });
    // A board of P-positions alone may hold values too, but is not about them.
    let shown = |value: &u64| match style {
        Style::Losing => u64::from(*value != 0),
        Style::Heat | Style::Digits => *value,
    };
    Some(json!({
        "across": side(&map.across),
        "up": side(&map.up),
        "valued": *style == Style::Heat,
        "cells": map.cells.iter().map(shown).collect::<Vec<u64>>(),
    }))
}
