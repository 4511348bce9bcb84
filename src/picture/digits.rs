//! A small table of Grundy values with the numbers in the squares.

use super::axis::grouped;
use super::drawing::{Drawing, LARGEST_TABLE, Map, Side};
use super::font::width;
use super::frame::{self, BELOW, KeyLook, LABEL, MARGIN, SMALL, rect};
use super::maps::{LOSING_ON_HEAT, shade};
use super::scene::{Form, Line, Scene};
use super::tone::{Rgb, Tone};

/// The rim and number of a P-position: vermilion, dark enough to be read on white.
const RIM: Rgb = Rgb::hex(0xb54a00);

/// The rim of a P-position.
const THICK: Line = Line {
    tone: Tone::Fixed(RIM),
    width: 2.0,
};

/// Draws a table with the numbers in its squares, coloured by value, P-positions marked. Of each coordinate the first
/// [`LARGEST_TABLE`] numbers are drawn.
pub fn digits(drawing: &Drawing, map: &Map) -> Scene {
    let columns = map.across.count.min(LARGEST_TABLE);
    let rows = map.up.count.min(LARGEST_TABLE);
    let squares = (0..rows).flat_map(|b| (0..columns).map(move |a| (a, b)));
    let cells = squares.filter_map(|(a, b)| Some((a, b, map.value(a, b)?)));
    // Those of value 0 after the others, so that their rims are whole.
    let (losing, mut cells): (Vec<_>, Vec<_>) = cells.partition(|&(.., value)| value == 0);
    let largest = cells.iter().map(|&(.., value)| value).max().unwrap_or(0);
    let key = "P-position: value 0, who moves loses".to_owned();
    let keys = [(KeyLook::Box(Tone::Fixed(LOSING_ON_HEAT), THICK, 0.0), key)];
    let keys = &keys[..usize::from(!losing.is_empty())];
    let lost = losing.len();
    cells.extend(losing);
    let heading = |side: &Side| {
        let numbers = side.numbers(LARGEST_TABLE).map(grouped);
        let widths = numbers.map(|number| width(&number, SMALL));
        widths.fold(0.0, f64::max)
    };
    let across = (width(&largest.to_string(), SMALL) + 9.0)
        .max(heading(&map.across) + 6.0)
        .max(24.0)
        .ceil();
    let high = match across > 60.0 {
        true => 26.0,
        false => across.min(30.0),
    };
    let left = (MARGIN + 12.0 + heading(&map.up) + 8.0).ceil();
    let (map_width, map_height) = (across * columns as f64, high * rows as f64);
    let page_width = (left + map_width + MARGIN).max(frame::least_width(drawing));
    let (mut scene, top) = frame::page(drawing, page_width, keys, |top| {
        top + 4.0 + map_height + BELOW
    });
    scene.description = format!(
        "A table of Grundy values with {columns} columns, {} to the right, and {rows} rows, {} upwards. The largest value is {largest}; P-positions: {lost}.",
        map.across.name, map.up.name
    );
    let frame = rect(left, top + 4.0, map_width, map_height);
    let square = |a: usize, b: usize| {
        let x = left + across * a as f64;
        rect(x, frame.bottom() - high * (b + 1) as f64, across, high)
    };
    for (a, b, value) in cells {
        let ground = shade(value, largest);
        let (area, ground, line, ink) = match (value, ground.is_bright()) {
            (0, _) => (square(a, b).inset(1.0), LOSING_ON_HEAT, THICK, RIM),
            (_, true) => (square(a, b), ground, Line::thin(Tone::Page), Rgb(0, 0, 0)),
            (_, false) => (
                square(a, b),
                ground,
                Line::thin(Tone::Page),
                Rgb(255, 255, 255),
            ),
        };
        let hint = hint(map, a, b, value);
        scene.hinted(Form::Rect(area, 0.0), Tone::Fixed(ground), line, hint);
        let x = area.left + area.width / 2.0;
        let y = area.top + area.height / 2.0 + 4.0;
        let look = LABEL.middle().tone(Tone::Fixed(ink));
        scene.text((x, y), &value.to_string(), look);
    }
    for (a, number) in map.across.numbers(LARGEST_TABLE).enumerate() {
        let at = (square(a, 0).left + across / 2.0, frame.bottom() + 15.0);
        scene.text(at, &grouped(number), LABEL.middle());
    }
    for (b, number) in map.up.numbers(LARGEST_TABLE).enumerate() {
        let at = (left - 6.0, square(0, b).top + high / 2.0 + 4.0);
        scene.text(at, &grouped(number), LABEL.end());
    }
    frame.name_below(&mut scene, &map.across.name);
    frame.name_left(&mut scene, &map.up.name);
    scene
}

/// What is said where the pointer rests on a position.
fn hint(map: &Map, a: usize, b: usize, value: u64) -> String {
    let equation = |side: &Side, offset: usize| {
        let number = side.from.saturating_add(offset as u64);
        format!("{} = {}", side.name, grouped(number))
    };
    let (across, up) = (equation(&map.across, a), equation(&map.up, b));
    format!("{across}, {up}: {}", grouped(value))
}
