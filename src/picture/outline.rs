//! The outlines of letters, for pictures made of pixels.

use ttf_parser::OutlineBuilder;

use super::font::{FACE, Pen, advance, em, glyph};

/// The outline of a letter.
pub struct Outline {
    scale: f64,
    /// The steps of the pen.
    pub steps: Vec<Pen>,
}

/// Gives the outline of each letter of `text` to `draw`, with the letter's left end; y runs upwards from the base
/// line. All in pixels.
pub fn outlines(text: &str, size: f64, draw: &mut dyn FnMut(&Outline, f64)) {
    let mut x = 0.0;
    for c in text.chars() {
        let glyph = glyph(c);
        let mut outline = Outline {
            scale: size / em(),
            steps: Vec::new(),
        };
        if FACE.outline_glyph(glyph, &mut outline).is_some() {
            draw(&outline, x);
        }
        x += advance(glyph, size);
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = [x, y].map(|c| f64::from(c) * self.scale);
        self.steps.push(Pen::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = [x, y].map(|c| f64::from(c) * self.scale);
        self.steps.push(Pen::Line(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let [x1, y1, x, y] = [x1, y1, x, y].map(|c| f64::from(c) * self.scale);
        self.steps.push(Pen::Quad(x1, y1, x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(|c| f64::from(c) * self.scale);
        self.steps.push(Pen::Cubic(x1, y1, x2, y2, x, y));
    }

    fn close(&mut self) {
        self.steps.push(Pen::Close);
    }
}
