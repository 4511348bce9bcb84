//! Pictures as files.

use super::raster::pixels;
use super::{Scene, Theme, png, svg};

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

    /// About how many bytes it takes to make the file.
    pub fn room(self, scene: &Scene, scale: u32) -> u64 {
        match self {
            // The pixels, once with and once without opacity, and what they are packed into.
            Format::Png => pixels(scene, scale).saturating_mul(8),
            Format::Svg => (scene.items.len() as u64).saturating_mul(200),
        }
    }

    /// The file's bytes; `scale` and a theme other than [`Theme::Auto`] are as in [`png()`] and [`svg`].
    pub fn bytes(self, scene: &Scene, theme: Theme, scale: u32) -> Vec<u8> {
        match self {
            Format::Svg => svg(scene, theme, "picture").into_bytes(),
            Format::Png => png(scene, theme, scale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
