//! A small table of Grundy values with the numbers in the squares.

use super::axis::grouped;
use super::board::{Board, equation};
use super::font::Font;
use super::frame::{self, BELOW, Frame, Key, KeyLook, MARGIN, SMALL};
use super::maps::{LOSING_ON_HEAT, shade};
use super::scene::{Anchor, Form, Item, Line, Scene, Shape};
use super::tone::{Rgb, Tone};

/// The most numbers of either coordinate for which a table can be read.
pub const LARGEST_TABLE: usize = 32;

/// Draws a table with the numbers in its squares, coloured by value, P-positions marked.
///
/// `value` is as for [`super::heat_map`]. Of each coordinate the first [`LARGEST_TABLE`] numbers are drawn.
pub fn digits(board: &Board<'_>, value: &dyn Fn(usize, usize) -> Option<u64>) -> Scene {
    let font = Font::new();
    let (columns, rows) = (
        board.across.count.min(LARGEST_TABLE),
        board.up.count.min(LARGEST_TABLE),
    );
    let cells: Vec<_> = (0..rows)
        .flat_map(|b| (0..columns).map(move |a| (a, b)))
        .filter_map(|(a, b)| Some((a, b, value(a, b)?)))
        .collect();
    if cells.is_empty() {
        return frame::nothing(board.title, board.subtitle, "no positions");
    }
    let largest = cells.iter().map(|&(.., value)| value).max().unwrap_or(0);
    let widest = font.width(&largest.to_string(), SMALL);
    let headings =
        |from: u64, count: usize| from..=from.saturating_add(count.saturating_sub(1) as u64);
    let heading = |coordinate: &super::Coordinate<'_>, count: usize| {
        headings(coordinate.from, count)
            .map(|number| font.width(&grouped(number), SMALL))
            .fold(0.0, f64::max)
    };
    let across = (widest + 9.0)
        .max(heading(&board.across, columns) + 6.0)
        .max(24.0)
        .ceil();
    let cell_height = if across > 60.0 {
        26.0
    } else {
        across.min(30.0)
    };
    let left = (MARGIN + 12.0 + heading(&board.up, rows) + 8.0).ceil();
    let (map_width, map_height) = (
        across * columns.max(1) as f64,
        cell_height * rows.max(1) as f64,
    );
    let mut scene = Scene::new(
        (left + map_width + MARGIN).max(frame::least_width(&font, board.title, board.subtitle)),
        100.0,
        board.title,
    );
    let losing = cells.iter().filter(|&&(.., value)| value == 0).count();
    scene.description = format!(
        "A table of Grundy values with {columns} columns, {} to the right, and {rows} rows, {} upwards. The largest value is {largest}; P-positions: {losing}.",
        board.across.name, board.up.name
    );
    let losing_look = KeyLook::Box {
        ground: Tone::Fixed(LOSING_ON_HEAT),
        rim: Tone::Fixed(RIM),
        round: false,
    };
    let keys = [Key::new(
        losing_look,
        "P-position: value 0, who moves loses",
    )];
    let keys = if losing > 0 { &keys[..] } else { &[] };
    // Drawn once to see how high the header is, and again on the page that is high enough.
    let top = frame::header(&mut scene.clone(), &font, board.subtitle, keys) + 4.0;
    scene.height = top + map_height + BELOW;
    frame::header(&mut scene, &font, board.subtitle, keys);
    let frame = Frame {
        left,
        top,
        width: map_width,
        height: map_height,
    };
    let corner = |a: usize, b: usize| {
        (
            left + across * a as f64,
            frame.bottom() - cell_height * (b + 1) as f64,
        )
    };
    for &(a, b, value) in cells.iter().filter(|&&(.., value)| value > 0) {
        let ground = shade(value, largest);
        let ink = if ground.is_bright() {
            Rgb(0, 0, 0)
        } else {
            Rgb(255, 255, 255)
        };
        let line = Line::thin(Tone::Page);
        cell(
            &mut scene,
            board,
            (a, b, value),
            corner(a, b),
            (across, cell_height),
            (ground, ink, line),
        );
    }
    // After the others, so that their rims are whole.
    for &(a, b, value) in cells.iter().filter(|&&(.., value)| value == 0) {
        let (x, y) = corner(a, b);
        let line = Line {
            tone: Tone::Fixed(RIM),
            width: 2.0,
            dashed: false,
        };
        cell(
            &mut scene,
            board,
            (a, b, value),
            (x + 1.0, y + 1.0),
            (across - 2.0, cell_height - 2.0),
            (LOSING_ON_HEAT, RIM, line),
        );
    }
    for (a, number) in headings(board.across.from, columns).enumerate() {
        let (x, _) = corner(a, 0);
        scene.text(
            x + across / 2.0,
            frame.bottom() + 15.0,
            &grouped(number),
            SMALL,
            Anchor::Middle,
            Tone::Soft,
        );
    }
    for (b, number) in headings(board.up.from, rows).enumerate() {
        let (_, y) = corner(0, b);
        scene.text(
            left - 6.0,
            y + cell_height / 2.0 + 4.0,
            &grouped(number),
            SMALL,
            Anchor::End,
            Tone::Soft,
        );
    }
    frame.names(&mut scene, &font, board.across.name, board.up.name);
    scene
}

/// The rim and number of a P-position: vermilion, dark enough to be read on white.
const RIM: Rgb = Rgb::hex(0xb54a00);

fn cell(
    scene: &mut Scene,
    board: &Board<'_>,
    at: (usize, usize, u64),
    corner: (f64, f64),
    size: (f64, f64),
    paint: (Rgb, Rgb, Line),
) {
    let ((a, b, value), (x, y), (width, height), (ground, ink, line)) = (at, corner, size, paint);
    let hint = format!(
        "{}, {}: {}",
        equation(&board.across, a),
        equation(&board.up, b),
        grouped(value)
    );
    let form = Form::Rect {
        x,
        y,
        width,
        height,
        radius: 0.0,
    };
    scene.items.push(Item::Shape(Shape {
        form,
        fill: Some(Tone::Fixed(ground)),
        line: Some(line),
        hint: Some(hint),
    }));
    scene.text(
        x + width / 2.0,
        y + height / 2.0 + 4.0,
        &value.to_string(),
        SMALL,
        Anchor::Middle,
        Tone::Fixed(ink),
    );
}
