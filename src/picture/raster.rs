//! Pictures as PNG.

use std::io::Write;

use png::{ColorType, Compression, Encoder};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::bitmap::Bitmap;
use super::font::{FACE, advance, em, glyph, width};
use super::scene::{Anchor, Area, Dots, Form, Item, Line, Pen, Scene, Shape, Sign, Text};
use super::tone::{Rgb, Theme, Tone};
use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

/// The longest side of an image in pixels.
const LONGEST: f64 = 8000.0;

/// The most pixels of an image: with four bytes each 128 MB.
const MOST: f64 = 32e6;

/// The picture as a PNG file, with `scale` pixels for each of its own, 1 to 4, or fewer where the image would be larger
/// than 8000 pixels or 32 million in all. [`Theme::Auto`] is light.
pub fn png(
    scene: &Scene,
    theme: Theme,
    scale: u32,
    budget: &mut Budget,
) -> Result<Vec<u8>, Failure> {
    let (scale, width, height) = sides(scene, scale);
    // Four bytes a pixel, and what they are packed into.
    budget.need((u64::from(width) * u64::from(height)).saturating_mul(5))?;
    let Some(mut pixmap) = Pixmap::new(width, height) else {
        return Err(Failure::Bug("a picture has no size"));
    };
    pixmap.fill(paint_color(Tone::Page.color(theme)));
    let mut canvas = Canvas {
        pixmap,
        theme,
        scale,
    };
    for item in &scene.items {
        budget.look()?;
        match item {
            Item::Shape(shape) => canvas.shape(shape),
            Item::Dots(dots) => canvas.dots(dots, budget)?,
            Item::Text(text) => canvas.words(text),
            Item::Image(area, bitmap, tone) => canvas.image(area, bitmap, *tone, budget)?,
        }
    }
    packed(&canvas.pixmap, budget)
}

/// The scale that is used and the sides in pixels.
fn sides(scene: &Scene, scale: u32) -> (f64, u32, u32) {
    let longest = scene.width.max(scene.height).max(1.0);
    let area = (scene.width * scene.height).max(1.0);
    let scale = f64::from(scale.clamp(1, 4))
        .min(LONGEST / longest)
        .min((MOST / area).sqrt());
    let side = |length: f64| ((length * scale).round() as u32).max(1);
    (scale, side(scene.width), side(scene.height))
}

/// The PNG file of pixels that are all opaque, since the page covers everything.
fn packed(pixmap: &Pixmap, budget: &mut Budget) -> Result<Vec<u8>, Failure> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(ColorType::Rgb);
    // Nearly as small as with the highest compression, and much faster.
    encoder.set_compression(Compression::Balanced);
    // A `Vec` takes every byte.
    let wrong = |_| Failure::Bug("a picture cannot be written to memory");
    let mut writer = encoder.write_header().map_err(wrong)?;
    let mut stream = writer.stream_writer().map_err(wrong)?;
    for row in pixmap.data().chunks_exact(4 * pixmap.width() as usize) {
        budget.look()?;
        let pixels = row.chunks_exact(4);
        let colors: Vec<u8> = pixels.flat_map(|pixel| &pixel[..3]).copied().collect();
        stream
            .write_all(&colors)
            .map_err(|_| Failure::Bug("a picture has more pixels than it says"))?;
    }
    stream.finish().map_err(wrong)?;
    drop(writer);
    Ok(file)
}

fn paint_color(color: Rgb) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.0, color.1, color.2, u8::MAX)
}

/// How many dots are drawn between two looks at the clock.
const DOTS_AT_ONCE: usize = 4096;

struct Canvas {
    pixmap: Pixmap,
    theme: Theme,
    scale: f64,
}

impl Canvas {
    fn transform(&self) -> Transform {
        let scale = single(self.scale);
        Transform::from_scale(scale, scale)
    }

    fn paint(&self, tone: Tone) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color(paint_color(tone.color(self.theme)));
        paint
    }

    fn fill(&mut self, path: &Path, tone: Tone) {
        let paint = self.paint(tone);
        self.pixmap
            .fill_path(path, &paint, FillRule::Winding, self.transform(), None);
    }

    fn stroke(&mut self, path: &Path, line: Line) {
        let paint = self.paint(line.tone);
        let stroke = Stroke {
            width: single(line.width),
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(path, &paint, &stroke, self.transform(), None);
    }

    fn shape(&mut self, shape: &Shape) {
        let path = match &shape.form {
            Form::Rect(area, radius) => rectangle(area, *radius),
            Form::Path(pens) => path(pens),
        };
        let Some(path) = path else { return };
        if let Some(tone) = shape.fill {
            self.fill(&path, tone);
        }
        if let Some(line) = shape.line {
            self.stroke(&path, line);
        }
    }

    fn dots(&mut self, dots: &Dots, budget: &mut Budget) -> Result<(), Limit> {
        let radius = single(dots.radius);
        for places in dots.places.chunks(DOTS_AT_ONCE) {
            budget.look()?;
            let mut builder = PathBuilder::new();
            for &(x, y) in places {
                let (x, y) = (single(x), single(y));
                match dots.sign {
                    Sign::Disc => builder.push_circle(x, y, radius),
                    Sign::Diamond => {
                        builder.move_to(x, y - radius);
                        builder.line_to(x + radius, y);
                        builder.line_to(x, y + radius);
                        builder.line_to(x - radius, y);
                        builder.close();
                    }
                }
            }
            if let Some(path) = builder.finish() {
                self.fill(&path, dots.tone);
            }
        }
        Ok(())
    }

    fn words(&mut self, text: &Text) {
        let size = text.look.size;
        let width = width(&text.words, size);
        let mut left = match text.look.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        for c in text.words.chars() {
            let glyph = glyph(c);
            let mut letter = Letter {
                text,
                left,
                builder: PathBuilder::new(),
            };
            FACE.outline_glyph(glyph, &mut letter);
            if let Some(path) = letter.builder.finish() {
                self.fill(&path, text.look.tone);
            }
            left += advance(glyph, size);
        }
    }

    /// Each pixel takes the colour of the image's pixel under its middle.
    fn image(
        &mut self,
        area: &Area,
        bitmap: &Bitmap,
        tone: Option<Tone>,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let tone = tone.map(|tone| tone.color(self.theme));
        let (columns, rows) = (self.pixmap.width(), self.pixmap.height());
        let edge = |length: f64, most: u32| ((length * self.scale).round() as u32).min(most);
        let (left, right) = (edge(area.left, columns), edge(area.right(), columns));
        let (top, bottom) = (edge(area.top, rows), edge(area.bottom(), rows));
        // Below `size`, for `at` is below `across`.
        let under = |at: u32, across: u32, size: u32| -> u32 {
            let place = (2 * u64::from(at) + 1) * u64::from(size) / (2 * u64::from(across.max(1)));
            u32::try_from(place).unwrap_or(u32::MAX)
        };
        for y in top..bottom {
            budget.look()?;
            let row = under(y - top, bottom - top, bitmap.height);
            for x in left..right {
                let [red, green, blue, opacity] =
                    bitmap.color(under(x - left, right - left, bitmap.width), row);
                let color = tone.unwrap_or(Rgb(red, green, blue));
                let at = 4 * (y as usize * columns as usize + x as usize);
                // `x` and `y` are inside the pixmap, which has four bytes a pixel.
                let pixel = &mut self.pixmap.data_mut()[at..at + 3];
                let mixed =
                    Rgb(pixel[0], pixel[1], pixel[2]).toward(color, u32::from(opacity), 255);
                pixel.copy_from_slice(&[mixed.0, mixed.1, mixed.2]);
            }
        }
        Ok(())
    }
}

/// The outline of a letter whose left end stands so far along its text; the font's y runs upwards from the base line.
struct Letter<'a> {
    text: &'a Text,
    left: f64,
    builder: PathBuilder,
}

impl Letter<'_> {
    fn at(&self, right: f32, up: f32) -> (f32, f32) {
        let scale = self.text.look.size / em();
        let (along, up) = (self.left + f64::from(right) * scale, f64::from(up) * scale);
        let (x, y) = self.text.at;
        match self.text.upright {
            true => (single(x - up), single(y - along)),
            false => (single(x + along), single(y - up)),
        }
    }
}

impl OutlineBuilder for Letter<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

/// The drawing library counts in single precision.
fn single(length: f64) -> f32 {
    length as f32
}

fn rectangle(area: &Area, radius: f64) -> Option<Path> {
    let (x, y, width, height) = (area.left, area.top, area.width, area.height);
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        let rect = Rect::from_xywh(single(x), single(y), single(width), single(height))?;
        return Some(PathBuilder::from_rect(rect));
    }
    // The handle of a cubic curve that comes closest to a quarter of a circle.
    let handle = radius * (1.0 - 0.552_284_75);
    let (end, foot) = (area.right(), area.bottom());
    path(&[
        Pen::Move(x + radius, y),
        Pen::Line(end - radius, y),
        Pen::Cubic(end - handle, y, end, y + handle, end, y + radius),
        Pen::Line(end, foot - radius),
        Pen::Cubic(end, foot - handle, end - handle, foot, end - radius, foot),
        Pen::Line(x + radius, foot),
        Pen::Cubic(x + handle, foot, x, foot - handle, x, foot - radius),
        Pen::Line(x, y + radius),
        Pen::Cubic(x, y + handle, x + handle, y, x + radius, y),
        Pen::Close,
    ])
}

/// The way of a pen as the drawing library has it.
fn path(pens: &[Pen]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for &pen in pens {
        match pen {
            Pen::Move(x, y) => builder.move_to(single(x), single(y)),
            Pen::Line(x, y) => builder.line_to(single(x), single(y)),
            Pen::Cubic(x1, y1, x2, y2, x, y) => {
                let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(single);
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            Pen::Close => builder.close(),
        }
    }
    builder.finish()
}
