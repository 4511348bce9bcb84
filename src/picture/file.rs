//! Pictures as files.

use super::{Scene, Theme, png, svg};
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

    /// The file's bytes; `scale` and a theme other than [`Theme::Auto`] are as in [`png()`] and [`svg`].
    ///
    /// # Errors
    /// A limit of memory or time, or an interruption.
    pub fn bytes(
        self,
        scene: &Scene,
        theme: Theme,
        scale: u32,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, Failure> {
        match self {
            Format::Svg => {
                // About so many bytes an item.
                budget.need((scene.items.len() as u64).saturating_mul(200))?;
                Ok(svg(scene, theme, "picture").into_bytes())
            }
            Format::Png => png(scene, theme, scale, budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Content, Drawing};
    use super::*;
    use crate::work::Limit;
    use crate::work::budget::Limits;

    /// Points, lines and rows of pixels are drawn as the limits allow.
    #[test]
    fn pixels_ask_the_limits() {
        let drawing = Drawing {
            title: String::new(),
            subtitle: String::new(),
            content: Content::Values {
                from: 0,
                values: (0..3000).collect(),
                repeat: None,
            },
        };
        let scene = drawing.scene().unwrap();
        let drawn = |effort| {
            let limits = Limits {
                effort,
                ..Limits::default()
            };
            Format::Png.bytes(&scene, Theme::Light, 1, &mut Budget::start(&limits))
        };
        assert!(drawn(None).is_ok());
        assert_eq!(drawn(Some(1 << 12)), Err(Failure::from(Limit::Effort)));
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
