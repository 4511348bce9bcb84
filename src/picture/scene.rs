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
    /// An image in its place; its pixels stay square-edged when they are stretched.
    Image(Area, Bitmap),
    /// An image of which only the opacity counts, in a tone.
    Stencil(Area, Bitmap, Tone),
}

/// An upright rectangle of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// Pixels from left to right.
    pub width: f64,
    /// Pixels from top to bottom.
    pub height: f64,
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
    Rect(Area, f64),
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
    /// Where it is held: one of its ends or its middle, on the base line.
    pub at: Spot,
    /// The words.
    pub words: String,
    /// How they are written.
    pub look: Look,
    /// Whether it runs upwards.
    pub upright: bool,
}

/// How a text is written.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The font size.
    pub size: f64,
    /// Which part of it is where the text is held.
    pub anchor: Anchor,
    /// Its tone.
    pub tone: Tone,
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

    /// An outline.
    pub fn shape(&mut self, form: Form, fill: Option<Tone>, line: Option<Line>) {
        self.items.push(Item::Shape(Shape {
            form,
            fill,
            line,
            hint: None,
        }));
    }

    /// An outline that says something when the pointer rests on it.
    pub fn hinted(&mut self, form: Form, fill: Tone, line: Line, hint: String) {
        self.items.push(Item::Shape(Shape {
            form,
            fill: Some(fill),
            line: Some(line),
            hint: Some(hint),
        }));
    }

    /// A filled rectangle.
    pub fn fill(&mut self, area: Area, tone: Tone) {
        self.shape(Form::Rect(area, 0.0), Some(tone), None);
    }

    /// A rectangle's outline.
    pub fn frame(&mut self, area: Area, tone: Tone) {
        self.shape(Form::Rect(area, 0.0), None, Some(Line::thin(tone)));
    }

    /// Straight lines from each first to each second point.
    pub fn strokes(&mut self, ends: &[(Spot, Spot)], line: Line) {
        if !ends.is_empty() {
            let pens = ends
                .iter()
                .flat_map(|&((x1, y1), (x2, y2))| [Pen::Move(x1, y1), Pen::Line(x2, y2)]);
            self.shape(Form::Path(pens.collect()), None, Some(line));
        }
    }

    /// Marks that say nothing.
    pub fn dots(&mut self, sign: Sign, radius: f64, tone: Tone, places: Vec<Spot>) {
        self.items.push(Item::Dots(Dots {
            sign,
            radius,
            tone,
            places,
            hints: Vec::new(),
        }));
    }

    /// A line of text.
    pub fn text(&mut self, at: Spot, words: &str, look: Look) {
        if !words.is_empty() {
            self.items.push(Item::Text(Text {
                at,
                words: words.to_owned(),
                look,
                upright: false,
            }));
        }
    }
}

impl Area {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The same with each edge moved inwards, or outwards by a number below 0.
    pub fn inset(&self, by: f64) -> Area {
        Area {
            left: self.left + by,
            top: self.top + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

impl Line {
    /// A thin line.
    pub fn thin(tone: Tone) -> Line {
        Line { tone, width: 1.0 }
    }
}

impl Look {
    /// The same held by its middle.
    pub fn middle(self) -> Look {
        let anchor = Anchor::Middle;
        Look { anchor, ..self }
    }

    /// The same held by its end.
    pub fn end(self) -> Look {
        let anchor = Anchor::End;
        Look { anchor, ..self }
    }

    /// The same in another tone.
    pub fn tone(self, tone: Tone) -> Look {
        Look { tone, ..self }
    }
}
