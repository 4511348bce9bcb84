//! The font of the pictures: how wide text is.
//!
//! A part of DejaVu Sans is carried along (its licence is beside it), so that a PNG does not depend on the fonts of the
//! machine. An SVG names common fonts, most of which run narrower, so what fits here fits there.

use crate::text::certain::Certain;
use std::borrow::Cow;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

const FILE: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// The font that is carried along.
pub(super) static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(FILE, 0).certain("the font is a part of the program"));

/// Units of the font for one em.
pub(super) fn em() -> f64 {
    f64::from(FACE.units_per_em()).max(1.0)
}

/// The glyph of `c`, or the empty box where the font has none.
pub(super) fn glyph(c: char) -> GlyphId {
    FACE.glyph_index(c).unwrap_or(GlyphId(0))
}

pub(super) fn advance(glyph: GlyphId, size: f64) -> f64 {
    f64::from(FACE.glyph_hor_advance(glyph).unwrap_or(0)) * size / em()
}

/// How wide `text` runs at a font size, both in pixels.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance(glyph(c), size)).sum()
}

/// `text`, or so much of it that it runs no wider than `room` with `…` for the rest; empty where not even that fits.
pub fn clip(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if width(text, size) <= room {
        return Cow::Borrowed(text);
    }
    let mut left = room - width("…", size);
    if left < 0.0 {
        return Cow::Borrowed("");
    }
    let fits = |c: &char| {
        left -= advance(glyph(*c), size);
        left >= 0.0
    };
    let short: String = text.chars().take_while(fits).collect();
    Cow::Owned(format!("{}…", short.trim_end()))
}

/// `text` in lines that run no wider than `room`, but where a single word does.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for word in text.split_inclusive(' ') {
        let next = end + word.len();
        if end > start && width(text[start..next].trim_end(), size) > room {
            lines.push(text[start..end].trim_end());
            start = end;
        }
        end = next;
    }
    lines.extend((end > start).then(|| text[start..].trim_end()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_as_wide_as_the_others() {
        for digit in '0'..='9' {
            assert_eq!(width(&digit.to_string(), 12.0), width("0", 12.0));
        }
    }

    #[test]
    fn the_letters_that_pictures_use_are_there() {
        let used = ('!'..='~').chain("×·…–—−≤≥→⁰¹²³⁴⁵⁶⁷⁸⁹⊕∅äöüßéñ".chars());
        for c in used {
            assert_ne!(glyph(c), GlyphId(0), "{c}");
        }
    }

    #[test]
    fn text_is_clipped_to_its_room() {
        assert_eq!(clip("short", 12.0, 100.0), "short");
        assert_eq!(clip("short", 12.0, 3.0), "");
        let long = "a long title that does not fit".repeat(4);
        for room in [12.0, 50.0, 333.0] {
            let clipped = clip(&long, 12.0, room);
            assert!(clipped.ends_with('…') && width(&clipped, 12.0) <= room);
        }
    }
    #[test]
    fn text_is_wrapped_between_words() {
        assert!(wrap("", 12.0, 100.0).is_empty());
        assert_eq!(wrap("one two", 12.0, 100.0), ["one two"]);
        let text = "the first player wins; who makes the last move loses";
        for room in [1.0, 90.0, 200.0] {
            let lines = wrap(text, 12.0, room);
            assert!(
                lines
                    .iter()
                    .all(|line| width(line, 12.0) <= room || !line.contains(' '))
            );
            assert_eq!(lines.join(" "), text);
        }
    }
}
