//! Colours: what each thing is painted with, in the light and in the dark, and the scale for values.
//!
//! Marks use the palette of Okabe and Ito (2008), values the scale viridis (Smith and van der Walt, 2015): both can be told
//! apart by the colour-blind, and viridis also in print without colour.

use std::fmt;

/// A colour as red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour of a number such as `0x0072b2`.
    pub const fn hex(code: u32) -> Rgb {
        let [_, red, green, blue] = code.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// The colour `part` out of `whole` of the way from this one to `end`.
    pub fn toward(self, end: Rgb, part: u32, whole: u32) -> Rgb {
        let whole = whole.max(1);
        let part = part.min(whole);
        let mix = |a: u8, b: u8| {
            let sum = u64::from(a) * u64::from(whole - part) + u64::from(b) * u64::from(part);
            u8::try_from((sum + u64::from(whole / 2)) / u64::from(whole)).unwrap_or(u8::MAX)
        };
        Rgb(mix(self.0, end.0), mix(self.1, end.1), mix(self.2, end.2))
    }

    /// Black or white, whichever is easier to read on it.
    pub fn ink(self) -> Rgb {
        // Perceived brightness (ITU-R BT.601) in thousandths of 255.
        match 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2) {
            ..=103_500 => Rgb(255, 255, 255),
            _ => Rgb(0, 0, 0),
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Theme {
    /// Whichever the reader's screen asks for; where that cannot be known, light.
    #[default]
    #[cfg_attr(feature = "program", value(help = "What the reader's screen asks for"))]
    Auto,
    /// Dark on white.
    Light,
    /// Light on near-black.
    Dark,
}

/// Tones for the parts to play: each with its name in style sheets, and its colours in the light and in the dark.
macro_rules! tones {
    ($($(#[$doc:meta])* $tone:ident $name:literal $light:literal $dark:literal;)*) => {
        /// What something is painted with: a part to play, which has a colour in each theme, or one colour in both.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tone {
            $($(#[$doc])* $tone,)*
            /// The same colour in both themes.
            Fixed(Rgb),
        }

        impl Tone {
            /// All but fixed colours.
            #[cfg(feature = "pictures")]
            const NAMED: &[Tone] = &[$(Tone::$tone),*];

            fn row(self) -> (Option<&'static str>, Rgb, Rgb) {
                match self {
                    $(Tone::$tone => (Some($name), Rgb::hex($light), Rgb::hex($dark)),)*
                    Tone::Fixed(color) => (None, color, color),
                }
            }
        }
    };
}

tones! {
    /// The background.
    Page "page" 0xffffff 0x15181d;
    /// Titles and what is read first.
    Ink "ink" 0x1b1f24 0xe8ebef;
    /// Labels and what is read second.
    Soft "soft" 0x4f5862 0xaab3be;
    /// The lines of a grid.
    Grid "grid" 0xe3e7eb 0x2b313a;
    /// Frames and ticks.
    Axis "axis" 0x8a939d 0x6f7985;
    /// The ground behind every other period.
    Band "band" 0xeef3f7 0x1e242d;
    /// Values.
    Series "series" 0x0072b2 0x56b4e9;
    /// P-positions.
    Losing "losing" 0xd55e00 0xe69f00;
    /// The ground of a P-position's box.
    LosingGround "losing-ground" 0xfdeadd 0x3a2a08;
    /// The start and length of a period.
    Mark "mark" 0x00805d 0x2fc49a;
    /// Draws.
    Drawn "drawn" 0x6fa8cf 0x2f6a92;
    /// The ground of an N-position's box.
    Ground "ground" 0xf3f6f9 0x20262e;
    /// Options.
    Edge "edge" 0xa9b2bc 0x59636f;
    /// Options that win.
    Winning "winning" 0x0072b2 0x56b4e9;
}

impl Tone {
    /// The colour of the tone; [`Theme::Auto`] is light.
    pub fn color(self, theme: Theme) -> Rgb {
        let (_, light, dark) = self.row();
        if theme == Theme::Dark { dark } else { light }
    }

    /// The tone's name in style sheets; none for a fixed colour.
    pub fn name(self) -> Option<&'static str> {
        self.row().0
    }
}

/// The colours of all tones as variables of a style sheet, which follow the reader's screen; on paper they are light.
#[cfg(feature = "pictures")]
pub fn tones() -> String {
    let root = |theme| {
        let named = Tone::NAMED.iter();
        let named = named.filter_map(|tone| Some((tone.name()?, tone.color(theme))));
        let variables = named.map(|(name, color)| format!("--{name}:{color};"));
        format!(":root{{{}}}", variables.collect::<String>())
    };
    let (light, dark) = (root(Theme::Light), root(Theme::Dark));
    format!("{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n")
}

/// Viridis at 17 places, evenly spread.
const VIRIDIS: [u32; 17] = [
    0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
    0x1f9f88, 0x27ad81, 0x3dbc74, 0x5cc863, 0x81d34d, 0xaadc32, 0xd5e21a, 0xfde725,
];

/// The colour of `level` out of `top` on the scale viridis, from violet by green to yellow.
pub fn viridis(level: u32, top: u32) -> Rgb {
    let top = u64::from(top.max(1));
    let place = u64::from(level).min(top) * (VIRIDIS.len() - 1) as u64;
    let (step, part) = (place / top, place % top);
    let at = |index: u64| Rgb::hex(VIRIDIS[index.min(16) as usize]);
    // `part` and `top` came from 32 bits.
    at(step).toward(at(step + 1), part as u32, top as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast after WCAG 2.1, section 1.4.3.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        let light = |c: Rgb| 0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2);
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_marks_stand_out_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            for ground in [Tone::Page, Tone::Band, Tone::Ground, Tone::LosingGround] {
                let against = |tone: Tone| contrast(tone.color(theme), ground.color(theme));
                for text in [Tone::Ink, Tone::Soft] {
                    assert!(against(text) >= 4.5, "{text:?} on {ground:?}, {theme:?}");
                }
                for mark in [Tone::Series, Tone::Losing, Tone::Mark, Tone::Winning] {
                    assert!(against(mark) >= 3.0, "{mark:?} on {ground:?}, {theme:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_can_be_read_on_every_colour_of_the_scale() {
        for level in 0..=255 {
            let ground = viridis(level, 255);
            assert!(contrast(ground, ground.ink()) >= 4.5, "{level}");
        }
    }

    #[test]
    fn the_scale_starts_and_ends_where_it_should() {
        assert_eq!(viridis(0, 0), Rgb::hex(0x440154));
        assert_eq!(viridis(7, 7), Rgb::hex(0xfde725));
        assert_eq!(viridis(9, 7), Rgb::hex(0xfde725));
        assert_eq!(viridis(1, 2), Rgb::hex(0x21918c));
        assert_eq!(viridis(u32::MAX, u32::MAX), Rgb::hex(0xfde725));
    }
}
