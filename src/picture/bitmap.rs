//! Small images of few colours inside a picture.

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
