//! Pictures as SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::bitmap::Bitmap;
use super::encode::base64;
use super::font::Pen;
use super::scene::{Anchor, Area, Dots, Form, Item, Line, Scene, Shape, Sign, Text};
use super::tone::{Theme, Tone};

/// The picture as an SVG file, which may also stand in a page as it is.
///
/// `id` goes before the names that the file refers to itself by: pictures on one page need different ones. Letters,
/// digits, `-` and `_` of it count. With [`Theme::Auto`] the colours follow the reader's screen.
pub fn svg(scene: &Scene, theme: Theme, id: &str) -> String {
    let mut id: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    id.insert_str(0, "nimrule-");
    let mut writer = Writer {
        text: String::new(),
        id,
        stencils: 0,
        tones: BTreeSet::new(),
    };
    for item in &scene.items {
        writer.item(item);
    }
    let Writer {
        text: body,
        id,
        tones,
        ..
    } = writer;
    let (width, height) = (Short(scene.width), Short(scene.height));
    let mut file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"nimrule-picture\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n"
    );
    let title = escaped(&scene.title);
    let description = escaped(&scene.description);
    // Writing to a string never fails, here and below.
    let _ = write!(
        file,
        "<title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n"
    );
    file.push_str(&style(&tones, theme));
    file.push_str(&body);
    file.push_str("</svg>\n");
    file
}

/// The tones that are used, by their class: for filling and for drawing lines.
type Uses = BTreeSet<(Tone, bool)>;

fn style(tones: &Uses, theme: Theme) -> String {
    let mut sheet = String::from(
        "<style>\n.nimrule-picture text{font-family:\"DejaVu Sans\",\"Segoe UI\",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;pointer-events:none}\n",
    );
    let rules = |sheet: &mut String, theme: Theme| {
        for &(tone, stroked) in tones {
            let Some(name) = tone.name() else { continue };
            let (prefix, property) = if stroked {
                ("line", "stroke")
            } else {
                ("fill", "fill")
            };
            let color = tone.color(theme);
            let _ = writeln!(
                sheet,
                ".nimrule-picture .{prefix}-{name}{{{property}:#{:02x}{:02x}{:02x}}}",
                color.0, color.1, color.2
            );
        }
    };
    rules(&mut sheet, theme);
    if theme == Theme::Auto {
        sheet.push_str("@media (prefers-color-scheme:dark){\n");
        rules(&mut sheet, Theme::Dark);
        sheet.push_str("}\n");
    }
    sheet.push_str("</style>\n");
    sheet
}

struct Writer {
    text: String,
    id: String,
    stencils: usize,
    tones: Uses,
}

impl Writer {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Dots(dots) => self.dots(dots),
            Item::Text(text) => self.words(text),
            Item::Image(area, bitmap) => {
                self.text.push_str(&image(area, bitmap));
                self.text.push('\n');
            }
            Item::Stencil(area, bitmap, tone) => self.stencil(area, bitmap, *tone),
        }
    }

    /// The attributes for filling with one tone and drawing lines with another.
    fn paint(&mut self, fill: Option<Tone>, line: Option<Line>) -> String {
        let mut classes = Vec::new();
        let mut attributes = String::new();
        for (tone, stroked) in [(fill, false), (line.map(|line| line.tone), true)] {
            let property = if stroked { "stroke" } else { "fill" };
            match tone {
                Some(Tone::Fixed(color)) => {
                    let _ = write!(
                        attributes,
                        " {property}=\"#{:02x}{:02x}{:02x}\"",
                        color.0, color.1, color.2
                    );
                }
                Some(tone) => {
                    self.tones.insert((tone, stroked));
                    let prefix = if stroked { "line" } else { "fill" };
                    classes.push(format!("{prefix}-{}", tone.name().unwrap_or_default()));
                }
                None if !stroked => attributes.push_str(" fill=\"none\""),
                None => {}
            }
        }
        if let Some(line) = line.filter(|line| line.width != 1.0) {
            let _ = write!(attributes, " stroke-width=\"{}\"", Short(line.width));
        }
        if !classes.is_empty() {
            let _ = write!(attributes, " class=\"{}\"", classes.join(" "));
        }
        attributes
    }

    fn shape(&mut self, shape: &Shape) {
        let paint = self.paint(shape.fill, shape.line);
        let name = match &shape.form {
            Form::Rect(area, radius) => {
                let _ = write!(self.text, "<rect {}", place(area));
                if *radius > 0.0 {
                    let _ = write!(self.text, " rx=\"{}\"", Short(*radius));
                }
                "rect"
            }
            Form::Path(pens) => {
                let _ = write!(self.text, "<path d=\"{}\"", way(pens));
                "path"
            }
        };
        self.text.push_str(&paint);
        match &shape.hint {
            None => self.text.push_str("/>\n"),
            Some(hint) => {
                let hint = escaped(hint);
                let _ = writeln!(self.text, "><title>{hint}</title></{name}>");
            }
        }
    }

    fn dots(&mut self, dots: &Dots) {
        if dots.places.is_empty() {
            return;
        }
        // A line of no length with round ends is a disc.
        let attributes = match dots.sign {
            Sign::Disc => {
                let line = Line {
                    tone: dots.tone,
                    width: 2.0 * dots.radius,
                };
                self.paint(None, Some(line)) + " stroke-linecap=\"round\""
            }
            Sign::Diamond => self.paint(Some(dots.tone), None),
        };
        let radius = Short(dots.radius);
        let mark = |text: &mut String, &(x, y): &(f64, f64)| {
            let _ = match dots.sign {
                Sign::Disc => write!(text, "M{} {}h0", Short(x), Short(y)),
                Sign::Diamond => write!(
                    text,
                    "M{} {}l{radius} {radius}-{radius} {radius}-{radius}-{radius}z",
                    Short(x),
                    Short(y - dots.radius),
                ),
            };
        };
        if dots.hints.is_empty() {
            let _ = write!(self.text, "<path{attributes} d=\"");
            dots.places
                .iter()
                .for_each(|place| mark(&mut self.text, place));
            self.text.push_str("\"/>\n");
            return;
        }
        let _ = writeln!(self.text, "<g{attributes}>");
        for (place, hint) in dots.places.iter().zip(&dots.hints) {
            self.text.push_str("<path d=\"");
            mark(&mut self.text, place);
            let hint = escaped(hint);
            let _ = writeln!(self.text, "\"><title>{hint}</title></path>");
        }
        self.text.push_str("</g>\n");
    }

    fn words(&mut self, text: &Text) {
        let (x, y) = (Short(text.at.0), Short(text.at.1));
        let _ = write!(
            self.text,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"",
            Short(text.look.size)
        );
        self.text.push_str(match text.look.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        });
        if text.upright {
            let _ = write!(self.text, " transform=\"rotate(-90 {x} {y})\"");
        }
        let paint = self.paint(Some(text.look.tone), None);
        let words = escaped(&text.words);
        let _ = writeln!(self.text, "{paint}>{words}</text>");
    }

    fn stencil(&mut self, area: &Area, bitmap: &Bitmap, tone: Tone) {
        self.stencils += 1;
        let name = format!("{}-stencil-{}", self.id, self.stencils);
        let paint = self.paint(Some(tone), None);
        let (place, image) = (place(area), image(area, bitmap));
        let _ = writeln!(
            self.text,
            "<mask id=\"{name}\" maskUnits=\"userSpaceOnUse\" {place}>{image}</mask>\n<rect {place}{paint} mask=\"url(#{name})\"/>"
        );
    }
}

/// The attributes that say where something is.
fn place(area: &Area) -> String {
    let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(Short);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn image(area: &Area, bitmap: &Bitmap) -> String {
    let (place, data) = (place(area), base64(&bitmap.png()));
    format!(
        "<image {place} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
    )
}

fn way(pens: &[Pen]) -> String {
    let steps = pens.iter().map(|&pen| match pen {
        Pen::Move(x, y) => format!("M{} {}", Short(x), Short(y)),
        Pen::Line(x, y) => format!("L{} {}", Short(x), Short(y)),
        Pen::Quad(x1, y1, x, y) => {
            let [x1, y1, x, y] = [x1, y1, x, y].map(Short);
            format!("Q{x1} {y1} {x} {y}")
        }
        Pen::Cubic(x1, y1, x2, y2, x, y) => {
            let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(Short);
            format!("C{x1} {y1} {x2} {y2} {x} {y}")
        }
        Pen::Close => "Z".to_owned(),
    });
    steps.collect()
}

/// A number with at most one digit after the point.
#[derive(Clone, Copy)]
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text as XML has it, without what XML forbids or what would turn the writing round.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c if c.is_control() => safe.push('\u{fffd}'),
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::super::frame::{LABEL, rect};
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escaped("a < b & \"c\" > d\u{1b}\u{202e}\n"),
            "a &lt; b &amp; &quot;c&quot; &gt; d\u{fffd}\u{fffd} "
        );
        let mut scene = Scene::new(10.0, 10.0, "</title><script>");
        scene.text((1.0, 1.0), "<&>", LABEL);
        let file = svg(&scene, Theme::Auto, "x\" onload=\"");
        assert!(!file.contains("<script") && !file.contains("onload=\""));
        assert!(file.contains(">&lt;&amp;&gt;</text>"));
    }

    #[test]
    fn numbers_are_short() {
        let cases = [
            (1.0, "1"),
            (-0.01, "0"),
            (2.25, "2.2"),
            (-3.5, "-3.5"),
            (1e6, "1000000"),
        ];
        for (number, short) in cases {
            assert_eq!(Short(number).to_string(), short);
        }
    }

    #[test]
    fn a_theme_of_its_own_asks_nobody() {
        let mut scene = Scene::new(10.0, 10.0, "t");
        scene.fill(rect(0.0, 0.0, 10.0, 10.0), Tone::Page);
        assert!(svg(&scene, Theme::Auto, "").contains("prefers-color-scheme"));
        assert!(!svg(&scene, Theme::Dark, "").contains("prefers-color-scheme"));
        assert!(svg(&scene, Theme::Dark, "").contains(".fill-page{fill:#15181d}"));
    }
}
