//! What is drawn, before it is known in which format: shapes in pixels, y downwards, painted in tones.

use super::bitmap::Bitmap;
use super::font::Pen;
use super::tone::Tone;

/// A place in a picture, from the left and from the top in pixels.
pub type Spot = (f64, f64);

/// A picture.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Pixels from left to right.
    pub width: f64,
    /// Pixels from top to bottom.
    pub height: f64,
    /// What the picture shows, in a few words.
    pub title: String,
    /// What is to be seen, for those who cannot see it.
    pub description: String,
    /// From the back to the front.
    pub items: Vec<Item>,
}

/// One thing in a picture.
#[derive(Debug, Clone)]
pub enum Item {
    /// An outline, filled, stroked or both.
    Shape(Shape),
    /// Equal marks in many places.
    Dots(Dots),
    /// A line of text.
    Text(Text),
    /// An image.
    Image(Placed),
    /// An image of which only the opacity counts, in a tone.
    Stencil(Placed, Tone),
}

/// An outline.
#[derive(Debug, Clone)]
pub struct Shape {
    /// What is drawn.
    pub form: Form,
    /// What it is filled with.
    pub fill: Option<Tone>,
    /// What its outline is drawn with.
    pub line: Option<Line>,
    /// What is said when the pointer rests on it.
    pub hint: Option<String>,
}

/// The form of a shape.
#[derive(Debug, Clone)]
pub enum Form {
    /// A rectangle with corners rounded by a radius.
    Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
    },
    /// The way of a pen.
    Path(Vec<Pen>),
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Its tone.
    pub tone: Tone,
    /// Its width in pixels.
    pub width: f64,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// Equal marks in many places.
#[derive(Debug, Clone)]
pub struct Dots {
    /// What they look like.
    pub sign: Sign,
    /// From the middle to the rim.
    pub radius: f64,
    /// Their tone.
    pub tone: Tone,
    /// Their middles.
    pub places: Vec<Spot>,
    /// What is said when the pointer rests on each; none for any, or one for each place.
    pub hints: Vec<String>,
}

/// The form of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A disc.
    Disc,
    /// A square on its corner.
    Diamond,
}

/// A line of text.
#[derive(Debug, Clone)]
pub struct Text {
    /// Where it is held.
    pub x: f64,
    /// The base line.
    pub y: f64,
    /// The words.
    pub words: String,
    /// The font size.
    pub size: f64,
    /// Which end is at `x`.
    pub anchor: Anchor,
    /// Its tone.
    pub tone: Tone,
    /// Whether it runs upwards.
    pub upright: bool,
}

/// Which part of a text is where the text is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// An image in its place; its pixels stay square-edged when they are stretched.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// Pixels of the picture from left to right.
    pub width: f64,
    /// Pixels of the picture from top to bottom.
    pub height: f64,
    /// The image.
    pub bitmap: Bitmap,
}

impl Scene {
    /// An empty picture.
    pub fn new(width: f64, height: f64, title: &str) -> Scene {
        Scene {
            width,
            height,
            title: title.to_owned(),
            description: String::new(),
            items: Vec::new(),
        }
    }

    /// A filled rectangle.
    pub fn fill(&mut self, x: f64, y: f64, width: f64, height: f64, tone: Tone) {
        let form = Form::Rect {
            x,
            y,
            width,
            height,
            radius: 0.0,
        };
        self.items.push(Item::Shape(Shape {
            form,
            fill: Some(tone),
            line: None,
            hint: None,
        }));
    }

    /// A rectangle's outline.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, tone: Tone) {
        let form = Form::Rect {
            x,
            y,
            width,
            height,
            radius: 0.0,
        };
        let line = Some(Line {
            tone,
            width: 1.0,
            dashed: false,
        });
        self.items.push(Item::Shape(Shape {
            form,
            fill: None,
            line,
            hint: None,
        }));
    }

    /// Straight lines from each first to each second point.
    pub fn strokes(&mut self, ends: &[(Spot, Spot)], line: Line) {
        if ends.is_empty() {
            return;
        }
        let pens = ends
            .iter()
            .flat_map(|&((x1, y1), (x2, y2))| [Pen::Move(x1, y1), Pen::Line(x2, y2)]);
        let form = Form::Path(pens.collect());
        self.items.push(Item::Shape(Shape {
            form,
            fill: None,
            line: Some(line),
            hint: None,
        }));
    }

    /// A line of text.
    pub fn text(&mut self, x: f64, y: f64, words: &str, size: f64, anchor: Anchor, tone: Tone) {
        if !words.is_empty() {
            let words = words.to_owned();
            self.items.push(Item::Text(Text {
                x,
                y,
                words,
                size,
                anchor,
                tone,
                upright: false,
            }));
        }
    }
}

impl Line {
    /// A thin line.
    pub fn thin(tone: Tone) -> Line {
        Line {
            tone,
            width: 1.0,
            dashed: false,
        }
    }
}
