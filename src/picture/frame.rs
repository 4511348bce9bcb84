//! What plots have in common: title, legend, axes and the frame between them.

use super::axis::{SMALL, Ticks};
use super::drawing::Drawing;
use super::font::{clip, width, wrap};
use super::scene::Pen::{Close, Line as To, Move};
use super::scene::{Anchor, Area, Form, Item, Line, Look, Scene, Sign, Spot, Text};
use super::tone::Tone;

/// How wide a picture must be at least to hold its title, within reason.
pub fn least_width(drawing: &Drawing) -> f64 {
    let widest = width(&drawing.title, TITLE);
    (widest + 2.0 * MARGIN).clamp(334.0, 640.0).ceil()
}

/// Where the name of the left axis ends.
const SIDE: f64 = MARGIN + 12.0;
/// The room between a picture's edge and what is in it.
pub const MARGIN: f64 = 16.0;
const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 12.0;

/// Ticks' labels and legends.
pub const LABEL: Look = Look {
    size: SMALL,
    anchor: Anchor::Start,
    tone: Tone::Soft,
};
/// The line below the title, and the names of axes.
pub const WORDS: Look = Look {
    size: SUBTITLE,
    ..LABEL
};

/// An entry of a legend: what it looks like, and what it means.
pub type Key = (KeyLook, String);

/// What the entry of a legend shows.
#[derive(Debug, Clone, Copy)]
pub enum KeyLook {
    Sign(Sign, Tone),
    /// A patch of colour.
    Patch(Tone),
    /// A box with rounded or square corners, as in a graph: its ground, its rim, and how far the corners are rounded.
    Box(Tone, Line, f64),
    Arrow(Line),
}

/// A page of this width with the title, the lines below it and the legend, which take no more than so much of the width, and as
/// high as is said of where the rest may begin.
pub fn page(
    drawing: &Drawing,
    (width, legend_width): (f64, f64),
    keys: &[Key],
    height: impl FnOnce(f64) -> f64,
) -> (Scene, f64) {
    let mut scene = Scene::new(width, 0.0, &drawing.title);
    let room = width - 2.0 * MARGIN;
    let title = Look {
        size: TITLE,
        ..LABEL.tone(Tone::Ink)
    };
    let words = clip(&drawing.title, TITLE, room);
    scene.text((MARGIN, 29.0), &words, title);
    let mut y = 36.0;
    let right = legend_width.min(width) - MARGIN;
    for line in wrap(&drawing.subtitle, SUBTITLE, right - MARGIN) {
        scene.text((MARGIN, y + 13.0), &clip(line, SUBTITLE, room), WORDS);
        y += 20.0;
    }
    let top = legend(&mut scene, keys, y, right);
    scene.height = height(top);
    // Behind all else.
    scene.fill(rect(0.0, 0.0, width, scene.height), Tone::Page);
    scene.items.rotate_right(1);
    (scene, top)
}

pub fn rect(left: f64, top: f64, width: f64, height: f64) -> Area {
    Area {
        left,
        top,
        width,
        height,
    }
}

/// The height of a line of a legend, the width of a symbol, and the room after a symbol and after an entry.
const LINE: f64 = 19.0;
const SYMBOL: f64 = 18.0;
const SPACE: f64 = 6.0;
const GAP: f64 = 18.0;

/// A picture of nothing, which says so.
pub fn nothing(drawing: &Drawing) -> Scene {
    let words = "no positions";
    let width = least_width(drawing);
    let (mut scene, top) = page(drawing, (width, width), &[], |_| 120.0);
    scene.description = words.to_owned();
    scene.text((MARGIN, top + 24.0), words, WORDS);
    scene
}

/// Draws the entries of a legend one after the other, in as many lines as they need, and returns where it ends.
fn legend(scene: &mut Scene, keys: &[Key], top: f64, right: f64) -> f64 {
    if keys.is_empty() {
        return top + 4.0;
    }
    let (mut x, mut y) = (MARGIN, top);
    for (look, meaning) in keys {
        let meaning = clip(meaning, SMALL, right - MARGIN - SYMBOL - SPACE);
        let width = SYMBOL + SPACE + width(&meaning, SMALL);
        if x > MARGIN && x + width > right {
            x = MARGIN;
            y += LINE;
        }
        symbol(scene, *look, (x, y + 10.0));
        scene.text((x + SYMBOL + SPACE, y + 14.0), &meaning, LABEL);
        x += width + GAP;
    }
    y + LINE + 5.0
}

/// Draws a legend's symbol whose left end on the middle line is given.
fn symbol(scene: &mut Scene, look: KeyLook, (x, middle): Spot) {
    let around = |inset: f64, high: f64| {
        let width = SYMBOL - 2.0 * inset;
        rect(x + inset, middle - high / 2.0, width, high)
    };
    match look {
        KeyLook::Sign(sign, tone) => {
            let radius = if sign == Sign::Disc { 3.5 } else { 5.0 };
            scene.dots(sign, radius, tone, vec![(x + SYMBOL / 2.0, middle)]);
        }
        KeyLook::Patch(tone) => {
            let form = Form::Rect(around(2.5, 11.0), 0.0);
            scene.shape(form, Some(tone), Some(Line::thin(Tone::Axis)));
        }
        KeyLook::Box(ground, rim, radius) => {
            let form = Form::Rect(around(1.0, 12.0), radius);
            scene.shape(form, Some(ground), Some(rim));
        }
        KeyLook::Arrow(line) => {
            scene.strokes([((x, middle), (x + SYMBOL - 4.0, middle))], line);
            let (tip, half) = (x + SYMBOL, 3.5);
            let form = Form::Path(vec![
                Move(tip, middle),
                To(tip - 7.0, middle - half),
                To(tip - 7.0, middle + half),
                Close,
            ]);
            scene.shape(form, Some(line.tone), None);
        }
    }
}

impl Area {
    /// Writes the axis below a frame: its ticks, what they count, and the place of each.
    pub fn axis_below(
        &self,
        scene: &mut Scene,
        ticks: &Ticks,
        what: &str,
        place: impl Fn(u64) -> f64,
    ) {
        let bottom = self.bottom();
        let marks = ticks.at.iter().map(|&number| place(number));
        let marks = marks.map(|x| ((x, bottom), (x, bottom + 5.0)));
        scene.strokes(marks, Line::thin(Tone::Axis));
        for &number in &ticks.at {
            let label = ticks.label(number);
            let x = inside(place(number), width(&label, SMALL), scene.width);
            scene.text((x, bottom + 17.0), &label, LABEL.middle());
        }
        self.name_below(scene, &ticks.name(what));
    }

    /// Writes the name of the axis below a frame.
    pub fn name_below(&self, scene: &mut Scene, name: &str) {
        let name = clip(name, SUBTITLE, scene.width - SIDE - 4.0);
        let middle = self.left + self.width / 2.0;
        let x = inside(middle, width(&name, SUBTITLE), scene.width);
        scene.text((x, self.bottom() + 36.0), &name, WORDS.middle());
    }

    /// Writes the axis to the left of a frame.
    pub fn axis_left(
        &self,
        scene: &mut Scene,
        ticks: &Ticks,
        what: &str,
        place: impl Fn(u64) -> f64,
    ) {
        let left = self.left;
        let marks = ticks.at.iter().map(|&number| place(number));
        let marks = marks.map(|y| ((left - 5.0, y), (left, y)));
        scene.strokes(marks, Line::thin(Tone::Axis));
        for &number in &ticks.at {
            let at = (left - 8.0, place(number) + 4.0);
            scene.text(at, &ticks.label(number), LABEL.end());
        }
        self.name_left(scene, &ticks.name(what));
    }

    /// Writes the name of the axis to the left of a frame.
    pub fn name_left(&self, scene: &mut Scene, name: &str) {
        // Not beside the legend above the frame.
        let (top, bottom) = (self.top - 2.0, scene.height - 4.0);
        let words = clip(name, SUBTITLE, bottom - top).into_owned();
        let half = width(&words, SUBTITLE) / 2.0;
        let y = (self.top + self.height / 2.0)
            .min(bottom - half)
            .max(top + half);
        scene.items.push(Item::Text(Text {
            at: (MARGIN + 6.0, y),
            words,
            look: WORDS.middle(),
            upright: true,
        }));
    }
}

/// The middle of a label below a frame: one that would leave the picture or meet the name at the side is moved inside.
fn inside(middle: f64, label: f64, picture: f64) -> f64 {
    let half = label / 2.0;
    middle.min(picture - 4.0 - half).max(SIDE + half)
}

/// How far the frame stands from the left edge of the picture, for what is written at its left axis.
pub fn left_of_frame(ticks: &Ticks) -> f64 {
    (MARGIN + 6.0 + 6.0 + ticks.widest() + 8.0).ceil()
}

/// The room below a frame for its axis.
pub const BELOW: f64 = 46.0;
