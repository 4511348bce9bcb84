//! Small images of few colours inside a picture, and those of many points counted by pixel.

#[cfg(feature = "pictures")]
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

/// A colour with its opacity.
pub type Rgba = [u8; 4];

/// White of some opacity, for images of which only that counts.
pub fn white(opacity: u8) -> Rgba {
    [u8::MAX, u8::MAX, u8::MAX, opacity]
}

/// An image whose pixels are numbers of colours in a palette.
///
/// `pixels` has `width * height` entries, row by row from the top, each below `palette.len()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    /// Pixels from left to right, at least 1.
    pub width: u32,
    /// Pixels from top to bottom, at least 1.
    pub height: u32,
    /// Up to 256 colours.
    pub palette: Vec<Rgba>,
    /// A colour's number for each pixel.
    pub pixels: Vec<u8>,
}

impl Bitmap {
    /// The colour of a pixel; nothing at all outside the image.
    #[cfg(feature = "pictures")]
    pub fn color(&self, x: u32, y: u32) -> Rgba {
        let at = y as usize * self.width as usize + x as usize;
        let number = self.pixels.get(at).filter(|_| x < self.width);
        let color = number.and_then(|&number| self.palette.get(usize::from(number)));
        color.copied().unwrap_or([0; 4])
    }

    /// The image as a PNG file with a palette and as few bits a pixel as its colours need.
    #[cfg(feature = "pictures")]
    pub fn png(&self) -> Vec<u8> {
        let (depth, bits) = match self.palette.len() {
            0..=2 => (BitDepth::One, 1),
            3..=4 => (BitDepth::Two, 2),
            5..=16 => (BitDepth::Four, 4),
            _ => (BitDepth::Eight, 8),
        };
        let mut packed = Vec::with_capacity(self.pixels.len() * bits / 8 + self.height as usize);
        for row in self.pixels.chunks(self.width.max(1) as usize) {
            for group in row.chunks(8 / bits) {
                let places = group.iter().enumerate();
                let shifted = places.map(|(place, &pixel)| pixel << (8 - bits * (place + 1)));
                packed.push(shifted.fold(0, |byte, pixel| byte | pixel));
            }
        }
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_compression(Compression::High);
        // Filters compare bytes, which for numbers of colours means nothing.
        encoder.set_filter(Filter::NoFilter);
        let colors = self.palette.iter();
        let parts = colors.clone().flat_map(|color| &color[..3]);
        encoder.set_palette(parts.copied().collect::<Vec<u8>>());
        if colors.clone().any(|color| color[3] < u8::MAX) {
            encoder.set_trns(colors.map(|color| color[3]).collect::<Vec<u8>>());
        }
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&packed)?;
            writer.finish()
        });
        // A `Vec` takes every byte, and callers give as many pixels as they say.
        debug_assert!(written.is_ok(), "{written:?}");
        file
    }
}

/// The strongest of the levels of opacity, of which 0 is no point at all.
const TOP: u8 = 15;
/// The opacity of a single point among many, so that none is lost.
const LEAST: u8 = 6;

/// How many points there are in each pixel.
pub struct Density {
    width: usize,
    height: usize,
    counts: Vec<u32>,
}

impl Density {
    /// No points yet on so many pixels, each side at least one and at most 4000.
    pub fn new(width: f64, height: f64) -> Density {
        let (width, height) = (pixel(width, 4000).max(1), pixel(height, 4000).max(1));
        Density {
            width,
            height,
            counts: vec![0; width * height],
        }
    }

    /// Counts a point; one outside is taken to the nearest pixel.
    pub fn count(&mut self, x: f64, y: f64) {
        let (x, y) = (pixel(x, self.width - 1), pixel(y, self.height - 1));
        if let Some(count) = self.counts.get_mut(y * self.width + x) {
            *count = count.saturating_add(1);
        }
    }

    /// The pixels with points, the more the stronger, each grown by `reach` to its right and `reach` up and down alike
    /// where it would not cover a stronger one; nothing where there is no point.
    pub fn bitmap(&self, reach: usize) -> Option<Bitmap> {
        let most = self.counts.iter().copied().max().filter(|&most| most > 0)?;
        // By the number of binary digits, so that one point among thousands is still seen.
        let level = |count: u32| match most {
            1 => TOP,
            // At most TOP, for `count` is at most `most`.
            _ => LEAST + ((TOP - LEAST) as u32 * count.ilog2() / most.ilog2()) as u8,
        };
        let mut pixels = vec![0; self.counts.len()];
        for (at, &count) in self.counts.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let (x, y) = (at % self.width, at / self.width);
            for row in y.saturating_sub(reach)..(y + reach.max(1)).min(self.height) {
                for column in x..(x + reach + 1).min(self.width) {
                    // Both are inside the picture.
                    let pixel = &mut pixels[row * self.width + column];
                    *pixel = level(count).max(*pixel);
                }
            }
        }
        Some(Bitmap {
            // Sides are at most 4000.
            width: self.width as u32,
            height: self.height as u32,
            palette: (0..=TOP).map(|level| white(level * 17)).collect(),
            pixels,
        })
    }
}

/// The pixel in which a place lies, at most `last`.
fn pixel(place: f64, last: usize) -> usize {
    (place as usize).min(last)
}

#[cfg(test)]
mod tests {
    use super::super::checks::decoded;
    use super::*;

    #[test]
    fn no_point_is_lost_and_none_invented() {
        let mut density = Density::new(20.0, 10.0);
        assert_eq!(density.bitmap(0), None);
        for _ in 0..1000 {
            density.count(3.2, 4.9);
        }
        density.count(-5.0, 1e9);
        let pixels = density.bitmap(0).unwrap().pixels;
        let inked: Vec<_> = (0..).zip(&pixels).filter(|&(_, &p)| p > 0).collect();
        assert_eq!(inked, [(4 * 20 + 3, &TOP), (9 * 20, &LEAST)]);
    }

    #[test]
    fn bitmaps_come_back_as_they_were() {
        for colors in [1_u32, 2, 3, 5, 16, 17, 256] {
            let byte = |n: u32| u8::try_from(n % 256).unwrap();
            let bitmap = Bitmap {
                width: 13,
                height: 5,
                palette: (0..colors)
                    .map(|c| [byte(c), byte(c * 7), byte(c * 31), byte(255 - c)])
                    .collect(),
                pixels: (0..65).map(|n| byte(n * n % colors)).collect(),
            };
            let (sides, data) = decoded(&bitmap.png());
            assert_eq!(sides, [13, 5]);
            let size = data.len() / (13 * 5);
            for (at, color) in data.chunks(size).enumerate() {
                let expected = bitmap.color(at as u32 % 13, at as u32 / 13);
                assert_eq!(color, &expected[..size], "{colors} {at}");
            }
        }
    }
}
