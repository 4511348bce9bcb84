//! Pictures as files.

use super::{Drawing, Theme, png, svg};
use crate::work::Failure;
use crate::work::budget::Budget;

/// The format of a picture's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines and text, which stay sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

impl Format {
    /// The format that a file's name asks for by its ending, `.svg` or `.png`; `-` is SVG.
    pub fn of(path: &str) -> Option<Format> {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending);
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Some(Format::Svg),
            Some("png") => Some(Format::Png),
            _ => (path == "-").then_some(Format::Svg),
        }
    }

    /// The bytes of a picture's file; `scale` and a theme other than [`Theme::Auto`] are as in [`png()`] and [`svg`].
    ///
    /// # Errors
    /// A graph is too large, a limit of memory or time, or an interruption.
    pub fn bytes(
        self,
        drawing: &Drawing,
        theme: Theme,
        scale: u32,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, Failure> {
        let scene = drawing.scene(budget)?;
        match self {
            Format::Svg => {
                // About so many bytes an item.
                budget.need((scene.items.len() as u64).saturating_mul(200))?;
                Ok(svg(&scene, theme, "picture").into_bytes())
            }
            Format::Png => png(&scene, theme, scale, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::terminal::Screen;
    use super::super::{Content, Map, Side, Style, Values};
    use super::*;
    use crate::work::Limit;
    use crate::work::budget::Limits;

    /// Points, squares, lines and rows of pixels are drawn as the limits allow, whatever is drawn and in whatever way.
    #[test]
    fn pictures_ask_the_limits() {
        let side = || Side {
            name: String::new(),
            from: 0,
            count: 200,
        };
        let map = |style| {
            Content::Map(Map {
                style,
                across: side(),
                up: side(),
                cells: vec![1; 200 * 200],
            })
        };
        let values = Content::Values(Values {
            from: 0,
            values: (0..40_000).collect(),
            repeat: None,
        });
        for content in [values, map(Style::Heat), map(Style::Losing)] {
            let drawing = Drawing {
                title: String::new(),
                subtitle: String::new(),
                content,
            };
            let budget = |effort| {
                Budget::start(&Limits {
                    effort,
                    ..Limits::default()
                })
            };
            let few = Some(1 << 14);
            let text = |effort| drawing.text(Screen::default(), &mut budget(effort));
            assert!(text(None).is_ok());
            assert_eq!(text(few), Err(Limit::Effort));
            for format in [Format::Svg, Format::Png] {
                let file = |effort| format.bytes(&drawing, Theme::Light, 1, &mut budget(effort));
                assert!(file(None).is_ok());
                assert_eq!(file(few), Err(Failure::from(Limit::Effort)));
            }
        }
    }

    #[test]
    fn formats_by_ending() {
        for (path, format) in [
            ("a.svg", Some(Format::Svg)),
            ("a.b/c.PNG", Some(Format::Png)),
            ("-", Some(Format::Svg)),
            ("svg", None),
            ("a.jpg", None),
            ("", None),
        ] {
            assert_eq!(Format::of(path), format, "{path}");
        }
    }
}
