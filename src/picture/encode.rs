//! The PNG format, and base 64.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::bitmap::Bitmap;
use crate::work::{Failure, Limit};

impl Bitmap {
    /// The image as a PNG file with a palette and as few bits a pixel as its colours need.
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
                let mut byte = 0;
                for (place, &pixel) in group.iter().enumerate() {
                    byte |= pixel << (8 - bits * (place + 1));
                }
                packed.push(byte);
            }
        }
        let opaque = self.palette.iter().all(|color| color[3] == u8::MAX);
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_compression(Compression::High);
        // Filters compare bytes, which for numbers of colours means nothing.
        encoder.set_filter(Filter::NoFilter);
        let colors = self.palette.iter();
        encoder.set_palette(
            colors
                .clone()
                .flat_map(|[r, g, b, _]| [*r, *g, *b])
                .collect::<Vec<u8>>(),
        );
        if !opaque {
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

/// A PNG file of opaque pixels, three bytes each, row by row.
///
/// # Errors
/// What stops the rows.
pub fn png_of_rows(
    width: u32,
    height: u32,
    rows: impl Iterator<Item = Result<Vec<u8>, Limit>>,
) -> Result<Vec<u8>, Failure> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Nearly as small as with the highest compression, and much faster.
    encoder.set_compression(Compression::Balanced);
    // A `Vec` takes every byte, and callers give as many pixels as they say.
    let wrong = |_| Failure::Bug("a picture cannot be written to memory");
    let mut writer = encoder.write_header().map_err(wrong)?;
    let mut stream = writer.stream_writer().map_err(wrong)?;
    for row in rows {
        stream
            .write_all(&row?)
            .map_err(|_| Failure::Bug("a picture has more pixels than it says"))?;
    }
    stream.finish().map_err(wrong)?;
    drop(writer);
    Ok(file)
}

/// `bytes` in base 64 (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            if place <= group.len() {
                let sign = bits >> (18 - 6 * place) & 63;
                text.push(char::from(SIGNS[sign as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(file: &[u8]) -> (png::OutputInfo, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        data.truncate(info.buffer_size());
        (info, data)
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
            let (info, data) = decoded(&bitmap.png());
            assert_eq!((info.width, info.height), (13, 5));
            let (x, y) = (7, 3);
            let size = info.color_type.samples();
            let at = (y * 13 + x) * size;
            let expected = bitmap.color(7, 3);
            assert_eq!(data[at..at + size], expected[..size]);
        }
    }

    #[test]
    fn rgb_comes_back_as_it_was() {
        let pixels: Vec<u8> = (0..3 * 4 * 2).collect();
        let rows = pixels.chunks(3 * 4).map(|row| Ok(row.to_vec()));
        let (info, data) = decoded(&png_of_rows(4, 2, rows).unwrap());
        assert_eq!((info.width, info.height, data), (4, 2, pixels));
    }

    #[test]
    fn base64_as_in_the_standard() {
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
