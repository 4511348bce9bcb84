//! What plots have in common: title, legend, axes and the frame between them.

use super::axis::Ticks;
use super::font::Font;
use super::scene::{Anchor, Dots, Form, Item, Line, Scene, Shape, Sign, Text};
use super::tone::Tone;

/// How wide a picture must be at least to hold its title and the line below it, within reason.
pub fn least_width(font: &Font, title: &str, subtitle: &str) -> f64 {
    let widest = font.width(title, TITLE).max(font.width(subtitle, SUBTITLE));
    (widest + 2.0 * MARGIN).clamp(360.0, 640.0).ceil()
}

/// Where the name of the left axis ends.
const SIDE: f64 = MARGIN + 12.0;
/// The room between a picture's edge and what is in it.
pub const MARGIN: f64 = 16.0;
/// The size of ticks' labels and legends.
pub const SMALL: f64 = 11.0;
const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 12.0;

/// An entry of a legend.
#[derive(Debug, Clone)]
pub struct Key {
    /// What it looks like.
    pub look: KeyLook,
    /// What it means.
    pub meaning: String,
}

/// What the entry of a legend shows.
#[derive(Debug, Clone, Copy)]
pub enum KeyLook {
    /// A mark.
    Sign(Sign, Tone),
    /// A patch of colour.
    Patch(Tone),
    /// A box with rounded or square corners, as in a graph.
    Box {
        ground: Tone,
        rim: Tone,
        round: bool,
    },
    /// An arrow.
    Arrow(Tone, f64),
}

impl Key {
    /// An entry of a legend.
    pub fn new(look: KeyLook, meaning: &str) -> Key {
        Key {
            look,
            meaning: meaning.to_owned(),
        }
    }
}

/// Draws the page, the title, the line below it and the legend, and returns where the rest may begin.
pub fn header(scene: &mut Scene, font: &Font, subtitle: &str, keys: &[Key]) -> f64 {
    let (width, height) = (scene.width, scene.height);
    scene.fill(0.0, 0.0, width, height, Tone::Page);
    let room = width - 2.0 * MARGIN;
    let title = font.clip(&scene.title, TITLE, room).into_owned();
    scene.text(MARGIN, 29.0, &title, TITLE, Anchor::Start, Tone::Ink);
    let mut y = 36.0;
    if !subtitle.is_empty() {
        let subtitle = font.clip(subtitle, SUBTITLE, room);
        scene.text(
            MARGIN,
            y + 13.0,
            &subtitle,
            SUBTITLE,
            Anchor::Start,
            Tone::Soft,
        );
        y += 20.0;
    }
    legend(scene, font, keys, y)
}

/// The height of a line of a legend, the width of a symbol, and the room after a symbol and after an entry.
const LINE: f64 = 19.0;
const SYMBOL: f64 = 18.0;
const SPACE: f64 = 6.0;
const GAP: f64 = 18.0;

/// How wide a picture is that has its legend in one line.
pub fn legend_width(font: &Font, keys: &[Key]) -> f64 {
    let entries = keys
        .iter()
        .map(|key| SYMBOL + SPACE + font.width(&key.meaning, SMALL) + GAP);
    entries.sum::<f64>() + 2.0 * MARGIN
}

/// A picture of nothing, which says so.
pub fn nothing(title: &str, subtitle: &str, words: &str) -> Scene {
    let font = Font::new();
    let mut scene = Scene::new(least_width(&font, title, subtitle), 120.0, title);
    scene.description = words.to_owned();
    let top = header(&mut scene, &font, subtitle, &[]);
    scene.text(
        MARGIN,
        top + 24.0,
        words,
        SUBTITLE,
        Anchor::Start,
        Tone::Soft,
    );
    scene
}

/// Draws the entries of a legend one after the other, in as many lines as they need, and returns where it ends.
fn legend(scene: &mut Scene, font: &Font, keys: &[Key], top: f64) -> f64 {
    if keys.is_empty() {
        return top + 4.0;
    }
    let right = scene.width - MARGIN;
    let (mut x, mut y) = (MARGIN, top);
    for key in keys {
        let meaning = font.clip(&key.meaning, SMALL, right - MARGIN - SYMBOL - SPACE);
        let width = SYMBOL + SPACE + font.width(&meaning, SMALL);
        if x > MARGIN && x + width > right {
            x = MARGIN;
            y += LINE;
        }
        symbol(scene, key.look, x, y + 10.0, SYMBOL);
        scene.text(
            x + SYMBOL + SPACE,
            y + 14.0,
            &meaning,
            SMALL,
            Anchor::Start,
            Tone::Soft,
        );
        x += width + GAP;
    }
    y + LINE + 5.0
}

/// Draws a legend's symbol whose left end and middle line are given.
fn symbol(scene: &mut Scene, look: KeyLook, x: f64, middle: f64, width: f64) {
    let rect = |inset: f64, high: f64, radius: f64| Form::Rect {
        x: x + inset,
        y: middle - high / 2.0,
        width: width - 2.0 * inset,
        height: high,
        radius,
    };
    match look {
        KeyLook::Sign(sign, tone) => {
            let radius = if sign == Sign::Disc { 3.5 } else { 5.0 };
            let places = vec![(x + width / 2.0, middle)];
            scene.items.push(Item::Dots(Dots {
                sign,
                radius,
                tone,
                places,
                hints: Vec::new(),
            }));
        }
        KeyLook::Patch(tone) => {
            let line = Some(Line::thin(Tone::Axis));
            scene.items.push(Item::Shape(Shape {
                form: rect(2.5, 11.0, 0.0),
                fill: Some(tone),
                line,
                hint: None,
            }));
        }
        KeyLook::Box { ground, rim, round } => {
            let line = Some(Line {
                tone: rim,
                width: if round { 1.0 } else { 2.0 },
                dashed: false,
            });
            let radius = if round { 6.0 } else { 0.0 };
            scene.items.push(Item::Shape(Shape {
                form: rect(1.0, 12.0, radius),
                fill: Some(ground),
                line,
                hint: None,
            }));
        }
        KeyLook::Arrow(tone, thick) => {
            scene.strokes(
                &[((x, middle), (x + width - 4.0, middle))],
                Line {
                    tone,
                    width: thick,
                    dashed: false,
                },
            );
            let (tip, half) = (x + width, 3.5);
            use super::font::Pen::{Close, Line as To, Move};
            let form = Form::Path(vec![
                Move(tip, middle),
                To(tip - 7.0, middle - half),
                To(tip - 7.0, middle + half),
                Close,
            ]);
            scene.items.push(Item::Shape(Shape {
                form,
                fill: Some(tone),
                line: None,
                hint: None,
            }));
        }
    }
}

/// The room of a plot between its axes, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Frame {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Writes the axis below the frame; `place` says where a number stands.
    pub fn axis_below(
        &self,
        scene: &mut Scene,
        font: &Font,
        ticks: &Ticks,
        what: &str,
        place: &dyn Fn(u64) -> f64,
    ) {
        let bottom = self.bottom();
        let marks: Vec<_> = ticks
            .at
            .iter()
            .map(|&number| ((place(number), bottom), (place(number), bottom + 5.0)))
            .collect();
        scene.strokes(&marks, Line::thin(Tone::Axis));
        for &number in &ticks.at {
            let label = ticks.label(number);
            let half = font.width(&label, SMALL) / 2.0;
            // A label that would leave the picture or meet the name at the side is moved inside.
            let x = place(number).min(scene.width - 4.0 - half).max(SIDE + half);
            scene.text(x, bottom + 17.0, &label, SMALL, Anchor::Middle, Tone::Soft);
        }
        self.name_below(scene, font, &ticks.name(what));
    }

    /// Writes the names of the axes alone.
    pub fn names(&self, scene: &mut Scene, font: &Font, below: &str, left: &str) {
        self.name_below(scene, font, below);
        self.name_left(scene, font, left);
    }

    fn name_below(&self, scene: &mut Scene, font: &Font, name: &str) {
        let name = font.clip(name, SUBTITLE, scene.width - SIDE - 4.0);
        let half = font.width(&name, SUBTITLE) / 2.0;
        let middle = self.left + self.width / 2.0;
        let middle = middle.min(scene.width - 4.0 - half).max(SIDE + half);
        let y = self.bottom() + 36.0;
        scene.text(middle, y, &name, SUBTITLE, Anchor::Middle, Tone::Soft);
    }

    /// Writes the axis to the left of the frame.
    pub fn axis_left(
        &self,
        scene: &mut Scene,
        font: &Font,
        ticks: &Ticks,
        what: &str,
        place: &dyn Fn(u64) -> f64,
    ) {
        let marks: Vec<_> = ticks
            .at
            .iter()
            .map(|&number| ((self.left - 5.0, place(number)), (self.left, place(number))))
            .collect();
        scene.strokes(&marks, Line::thin(Tone::Axis));
        for &number in &ticks.at {
            scene.text(
                self.left - 8.0,
                place(number) + 4.0,
                &ticks.label(number),
                SMALL,
                Anchor::End,
                Tone::Soft,
            );
        }
        self.name_left(scene, font, &ticks.name(what));
    }

    fn name_left(&self, scene: &mut Scene, font: &Font, name: &str) {
        // Not beside the legend above the frame.
        let (top, bottom) = (self.top - 2.0, scene.height - 4.0);
        let room = bottom - top;
        let words = font.clip(name, SUBTITLE, room).into_owned();
        let half = font.width(&words, SUBTITLE) / 2.0;
        let y = (self.top + self.height / 2.0)
            .min(bottom - half)
            .max(top + half);
        let x = MARGIN + 6.0;
        scene.items.push(Item::Text(Text {
            x,
            y,
            words,
            size: SUBTITLE,
            anchor: Anchor::Middle,
            tone: Tone::Soft,
            upright: true,
        }));
    }
}

/// How far the frame stands from the left edge of the picture, for what is written at its left axis.
pub fn left_of_frame(font: &Font, ticks: &Ticks) -> f64 {
    let widest = ticks
        .at
        .iter()
        .map(|&number| font.width(&ticks.label(number), SMALL))
        .fold(0.0, f64::max);
    (MARGIN + 6.0 + 6.0 + widest + 8.0).ceil()
}

/// The room below a frame for its axis.
pub const BELOW: f64 = 46.0;
