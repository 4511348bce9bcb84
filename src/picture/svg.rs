//! Pictures as SVG.

use std::collections::BTreeSet;
use std::fmt;

use base64::prelude::{BASE64_STANDARD, Engine};

use super::bitmap::Bitmap;
use super::scene::{Anchor, Area, Dots, Form, Item, Line, Pen, Scene, Shape, Sign, Text};
use super::tone::{Theme, Tone};
use crate::text::words::is_harmful;

/// The picture as an SVG file, which may also stand in a page as it is.
///
/// `id` goes before the names that the file refers to itself by: pictures on one page need different ones. Letters,
/// digits, `-` and `_` of it count. With [`Theme::Auto`] the colours follow the reader's screen.
pub fn svg(scene: &Scene, theme: Theme, id: &str) -> String {
    let counts = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut writer = Writer {
        text: String::new(),
        id: "nimrule-"
            .chars()
            .chain(id.chars().filter(counts))
            .collect(),
        stencils: 0,
        tones: BTreeSet::new(),
    };
    for item in &scene.items {
        match item {
            Item::Shape(shape) => writer.shape(shape),
            Item::Dots(dots) => writer.dots(dots),
            Item::Text(text) => writer.words(text),
            Item::Image(area, bitmap, None) => {
                let image = image(area, bitmap);
                writer.text += &format!("{image}\n");
            }
            Item::Image(area, bitmap, Some(tone)) => writer.stencil(area, bitmap, *tone),
        }
    }
    let Writer {
        text: body,
        id,
        tones,
        ..
    } = writer;
    let (width, height) = (Short(scene.width), Short(scene.height));
    let (title, description) = (escaped(&scene.title), escaped(&scene.description));
    let style = style(&tones, theme);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"nimrule-picture\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">
<title id=\"{id}-title\">{title}</title>
<desc id=\"{id}-desc\">{description}</desc>
{style}{body}</svg>
"
    )
}

/// The tones that are used, and whether for drawing lines rather than for filling.
type Uses = BTreeSet<(Tone, bool)>;

fn style(tones: &Uses, theme: Theme) -> String {
    let rules = |theme: Theme| -> String {
        let named = tones
            .iter()
            .filter_map(|&(tone, stroked)| Some((tone.name()?, tone.color(theme), stroked)));
        let rules = named.map(|(name, color, stroked)| match stroked {
            true => format!(".nimrule-picture .line-{name}{{stroke:{color}}}\n"),
            false => format!(".nimrule-picture .fill-{name}{{fill:{color}}}\n"),
        });
        rules.collect()
    };
    let mut sheet = rules(theme);
    if theme == Theme::Auto {
        let dark = rules(Theme::Dark);
        sheet += &format!("@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n");
    }
    format!(
        "<style>
.nimrule-picture text{{font-family:\"DejaVu Sans\",\"Segoe UI\",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;pointer-events:none}}
{sheet}</style>
"
    )
}

struct Writer {
    text: String,
    id: String,
    stencils: usize,
    tones: Uses,
}

impl Writer {
    /// The attributes for filling with one tone and drawing lines with another.
    fn paint(&mut self, fill: Option<Tone>, line: Option<Line>) -> String {
        let mut classes = Vec::new();
        let mut attributes = String::new();
        let stroke = line.map(|line| line.tone);
        for (tone, stroked, property, class) in [
            (fill, false, "fill", "fill"),
            (stroke, true, "stroke", "line"),
        ] {
            match tone.map(|tone| (tone, tone.name())) {
                Some((tone, Some(name))) => {
                    self.tones.insert((tone, stroked));
                    classes.push(format!("{class}-{name}"));
                }
                Some((tone, None)) => {
                    attributes += &format!(" {property}=\"{}\"", tone.color(Theme::Light));
                }
                None if !stroked => attributes += " fill=\"none\"",
                None => {}
            }
        }
        if let Some(line) = line.filter(|line| line.width != 1.0) {
            attributes += &format!(" stroke-width=\"{}\"", Short(line.width));
        }
        if !classes.is_empty() {
            attributes += &format!(" class=\"{}\"", classes.join(" "));
        }
        attributes
    }

    fn shape(&mut self, shape: &Shape) {
        let (name, form) = match &shape.form {
            Form::Rect(area, radius) if *radius > 0.0 => {
                ("rect", format!("{} rx=\"{}\"", place(area), Short(*radius)))
            }
            Form::Rect(area, _) => ("rect", place(area)),
            Form::Path(pens) => ("path", format!("d=\"{}\"", way(pens))),
        };
        let paint = self.paint(shape.fill, shape.line);
        let end = match &shape.hint {
            None => "/>".to_owned(),
            Some(hint) => format!("><title>{}</title></{name}>", escaped(hint)),
        };
        self.text += &format!("<{name} {form}{paint}{end}\n");
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
        let r = Short(dots.radius);
        let marks = dots.places.iter().map(|&(x, y)| match dots.sign {
            Sign::Disc => format!("M{} {}h0", Short(x), Short(y)),
            Sign::Diamond => {
                let (x, y) = (Short(x), Short(y - dots.radius));
                format!("M{x} {y}l{r} {r}-{r} {r}-{r}-{r}z")
            }
        });
        if dots.hints.is_empty() {
            let marks: String = marks.collect();
            self.text += &format!("<path{attributes} d=\"{marks}\"/>\n");
            return;
        }
        self.text += &format!("<g{attributes}>\n");
        for (mark, hint) in marks.zip(&dots.hints) {
            let hint = escaped(hint);
            self.text += &format!("<path d=\"{mark}\"><title>{hint}</title></path>\n");
        }
        self.text += "</g>\n";
    }

    fn words(&mut self, text: &Text) {
        let (x, y, size) = (Short(text.at.0), Short(text.at.1), Short(text.look.size));
        let anchor = match text.look.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let turned = match text.upright {
            true => format!(" transform=\"rotate(-90 {x} {y})\""),
            false => String::new(),
        };
        let paint = self.paint(Some(text.look.tone), None);
        let words = escaped(&text.words);
        self.text += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{turned}{paint}>{words}</text>\n"
        );
    }

    fn stencil(&mut self, area: &Area, bitmap: &Bitmap, tone: Tone) {
        self.stencils += 1;
        let name = format!("{}-stencil-{}", self.id, self.stencils);
        let paint = self.paint(Some(tone), None);
        let (place, image) = (place(area), image(area, bitmap));
        self.text += &format!(
            "<mask id=\"{name}\" maskUnits=\"userSpaceOnUse\" {place}>{image}</mask>\n<rect {place}{paint} mask=\"url(#{name})\"/>\n"
        );
    }
}

/// The attributes that say where something is.
fn place(area: &Area) -> String {
    let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(Short);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn image(area: &Area, bitmap: &Bitmap) -> String {
    let (place, data) = (place(area), BASE64_STANDARD.encode(bitmap.png()));
    format!(
        "<image {place} preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
    )
}

fn way(pens: &[Pen]) -> String {
    let steps = pens.iter().map(|&pen| match pen {
        Pen::Move(x, y) => format!("M{} {}", Short(x), Short(y)),
        Pen::Line(x, y) => format!("L{} {}", Short(x), Short(y)),
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

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text as XML has it, without what XML forbids or what would turn the writing round.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c if is_harmful(c) => safe.push('\u{fffd}'),
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
