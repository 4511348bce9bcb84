//! What is drawn, before it is known in which format: shapes in pixels, y downwards, painted in tones.

use super::bitmap::Bitmap;
use super::tone::Tone;

/// A place in a picture, from the left and from the top in pixels.
pub type Spot = (f64, f64);

/// A picture.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    /// What the picture shows, in a few words.
    pub(super) title: String,
    /// What is to be seen, for those who cannot see it.
    pub(super) description: String,
    /// From the back to the front.
    pub(super) items: Vec<Item>,
}

/// One thing in a picture.
#[derive(Debug, Clone)]
pub enum Item {
    Shape(Shape),
    Dots(Dots),
    Text(Text),
    /// An image in its place, whose pixels stay square-edged when they are stretched. Where there is a tone, only the
    /// image's opacity counts.
    Image(Area, Bitmap, Option<Tone>),
}

/// An upright rectangle of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// An outline.
#[derive(Debug, Clone)]
pub struct Shape {
    pub form: Form,
    pub fill: Option<Tone>,
    pub line: Option<Line>,
    /// What is said when the pointer rests on it.
    pub hint: Option<String>,
}

#[derive(Debug, Clone)]
pub enum Form {
    /// A rectangle with corners rounded by a radius.
    Rect(Area, f64),
    /// The way of a pen.
    Path(Vec<Pen>),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pen {
    /// Sets the pen down here.
    Move(f64, f64),
    /// A straight line to here.
    Line(f64, f64),
    /// A cubic curve by two control points.
    Cubic(f64, f64, f64, f64, f64, f64),
    /// A straight line to where the pen was set down.
    Close,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    pub tone: Tone,
    pub width: f64,
}

/// Equal marks in many places.
#[derive(Debug, Clone)]
pub struct Dots {
    pub sign: Sign,
    /// From the middle to the rim.
    pub radius: f64,
    pub tone: Tone,
    /// Their middles.
    pub places: Vec<Spot>,
    /// What is said when the pointer rests on each; none for any, or one for each place.
    pub hints: Vec<String>,
}

/// The form of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Disc,
    /// A square on its corner.
    Diamond,
}

/// A line of text.
#[derive(Debug, Clone)]
pub struct Text {
    /// Where it is held, on the base line.
    pub at: Spot,
    pub words: String,
    pub look: Look,
    /// Whether it runs upwards.
    pub upright: bool,
}

/// How a text is written.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub size: f64,
    pub anchor: Anchor,
    pub tone: Tone,
}

/// Which part of a text is where the text is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Scene {
    pub(super) fn new(width: f64, height: f64, title: &str) -> Scene {
        Scene {
            width,
            height,
            title: title.to_owned(),
            description: String::new(),
            items: Vec::new(),
        }
    }

    pub(super) fn shape(&mut self, form: Form, fill: Option<Tone>, line: Option<Line>) {
        self.items.push(Item::Shape(Shape {
            form,
            fill,
            line,
            hint: None,
        }));
    }

    /// An outline that says something when the pointer rests on it.
    pub(super) fn hinted(&mut self, form: Form, fill: Tone, line: Line, hint: String) {
        self.items.push(Item::Shape(Shape {
            form,
            fill: Some(fill),
            line: Some(line),
            hint: Some(hint),
        }));
    }

    pub(super) fn fill(&mut self, area: Area, tone: Tone) {
        self.shape(Form::Rect(area, 0.0), Some(tone), None);
    }

    /// A rectangle's outline.
    pub(super) fn frame(&mut self, area: Area, tone: Tone) {
        self.shape(Form::Rect(area, 0.0), None, Some(Line::thin(tone)));
    }

    /// Straight lines from each first to each second point.
    pub(super) fn strokes(&mut self, ends: impl IntoIterator<Item = (Spot, Spot)>, line: Line) {
        let pens = ends
            .into_iter()
            .flat_map(|((x1, y1), (x2, y2))| [Pen::Move(x1, y1), Pen::Line(x2, y2)]);
        let pens: Vec<Pen> = pens.collect();
        if !pens.is_empty() {
            self.shape(Form::Path(pens), None, Some(line));
        }
    }

    /// Marks that say nothing.
    pub(super) fn dots(&mut self, sign: Sign, radius: f64, tone: Tone, places: Vec<Spot>) {
        self.items.push(Item::Dots(Dots {
            sign,
            radius,
            tone,
            places,
            hints: Vec::new(),
        }));
    }

    pub(super) fn text(&mut self, at: Spot, words: &str, look: Look) {
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
    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The same with each edge moved inwards, or outwards by a number below 0.
    pub(super) fn inset(&self, by: f64) -> Area {
        Area {
            left: self.left + by,
            top: self.top + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

impl Line {
    pub(super) fn thin(tone: Tone) -> Line {
        Line { tone, width: 1.0 }
    }
}

impl Look {
    /// The same held by its middle.
    pub(super) fn middle(self) -> Look {
        let anchor = Anchor::Middle;
        Look { anchor, ..self }
    }

    /// The same held by its end.
    pub(super) fn end(self) -> Look {
        let anchor = Anchor::End;
        Look { anchor, ..self }
    }

    pub(super) fn tone(self, tone: Tone) -> Look {
        Look { tone, ..self }
    }
}
