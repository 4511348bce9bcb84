//! Small images of few colours inside a picture, and those of many points counted by pixel.

/// A colour with its opacity.
pub type Rgba = [u8; 4];

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
    pub fn color(&self, x: u32, y: u32) -> Rgba {
        let at = y as usize * self.width as usize + x as usize;
        let number = if x < self.width {
            self.pixels.get(at)
        } else {
            None
        };
        number
            .and_then(|&number| self.palette.get(usize::from(number)))
            .copied()
            .unwrap_or([0; 4])
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
        let digits = |count: u32| count.checked_ilog2().map_or(0, |log| log + 1);
        let level = |count: u32| -> u8 {
            if count == 0 {
                return 0;
            }
            let (part, whole) = (digits(count) - 1, (digits(most) - 1).max(1));
            let above = u32::from(TOP - LEAST) * part / whole;
            // `part` is at most `whole`.
            if most == 1 {
                TOP
            } else {
                LEAST + u8::try_from(above).unwrap_or(TOP - LEAST)
            }
        };
        let mut pixels = vec![0; self.counts.len()];
        for (at, &count) in self
            .counts
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
        {
            let (x, y) = (at % self.width, at / self.width);
            let level = level(count);
            for row in y.saturating_sub(reach)..(y + reach.max(1)).min(self.height) {
                for column in x..(x + reach + 1).min(self.width) {
                    // Both are inside the picture.
                    let pixel = &mut pixels[row * self.width + column];
                    *pixel = level.max(*pixel);
                }
            }
        }
        let palette = (0..=TOP)
            .map(|level| [u8::MAX, u8::MAX, u8::MAX, level * 17])
            .collect();
        // Sides are at most 4000.
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Some(Bitmap {
            width: side(self.width),
            height: side(self.height),
            palette,
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
    use super::*;

    #[test]
    fn no_point_is_lost_and_none_invented() {
        let mut density = Density::new(20.0, 10.0);
        assert_eq!(density.bitmap(0), None);
        for _ in 0..1000 {
            density.count(3.2, 4.9);
        }
        density.count(-5.0, 1e9);
        let bitmap = density.bitmap(0).unwrap();
        let inked: Vec<_> = bitmap
            .pixels
            .iter()
            .enumerate()
            .filter(|&(_, &p)| p > 0)
            .collect();
        assert_eq!(inked, [(4 * 20 + 3, &TOP), (9 * 20, &LEAST)]);
    }
}
