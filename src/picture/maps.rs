//! Maps of two coordinates: Grundy values as colours, and where the P-positions are.

use super::bitmap::{Bitmap, Rgba};
use super::board::{Board, Coordinate, Raster, Square, Squares};
use super::frame::{self, Key, KeyLook};
use super::map_frame::{Layer, Map, draw};
use super::scene::{Scene, Sign};
use super::standing::Standing;
use super::tone::{Rgb, Tone, viridis};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many colours a heat map has beside that of P-positions.
const LEVELS: u32 = 96;

/// The colour of `value` among values up to `largest`; 0 has one of its own in heat maps.
pub(super) fn shade(value: u64, largest: u64) -> Rgb {
    viridis(level(value, largest), scale_top(largest))
}

/// P-positions on a heat map: the opposite of viridis' violet, and apart from its yellow by its red.
pub(super) const LOSING_ON_HEAT: Rgb = Rgb(255, 255, 255);

/// Whether P-positions are marked where more than one position is in a square: not where that would hide the values.
pub(super) fn marks_losing(block: usize, losing: u64, known: u64) -> bool {
    losing > 0 && (block == 1 || losing.saturating_mul(10) <= known)
}

/// Draws a table of Grundy values as colours, P-positions marked.
///
/// `value` gives the value of the position whose coordinates are so far from the first ones, or nothing where there is
/// no such position. Where there are more positions than pixels a square shows the mean of its positions, or that a
/// P-position is among them, where those are few. Time grows with the number of positions.
///
/// # Errors
/// A limit.
pub fn heat_map(
    board: &Board<'_>,
    value: &dyn Fn(usize, usize) -> Option<u64>,
    budget: &mut Budget,
) -> Result<Scene, Limit> {
    let rasters = Raster::of([board.across.count, board.up.count]);
    let squares = Squares::gather(board, rasters, value, budget)?;
    if squares.known == 0 {
        return Ok(frame::nothing(board.title, board.subtitle, "no positions"));
    }
    let largest = squares.largest;
    let top = scale_top(largest);
    let mut palette = vec![[0; 4], opaque(LOSING_ON_HEAT)];
    palette.extend((0..=top).map(|level| opaque(viridis(level, top))));
    let [across, up] = rasters;
    let marked = marks_losing(across.block.max(up.block), squares.losing, squares.known);
    let bitmap = squares.bitmap(palette, |square| match square {
        Square { known: 0, .. } => 0,
        Square { losing: 1.., .. } if marked => 1,
        // Levels are below LEVELS, which a byte holds.
        _ => 2 + u8::try_from(level(square.mean(), largest)).unwrap_or(0),
    });
    let mut keys = Vec::new();
    if marked {
        let look = KeyLook::Patch(Tone::Fixed(LOSING_ON_HEAT));
        keys.push(Key::new(look, "P-position: value 0, who moves loses"));
    }
    keys.extend(per_square(rasters, "the mean value"));
    let map = Map {
        layers: vec![Layer::Image(bitmap)],
        bar: Some(largest),
    };
    let description = describe(board, &squares, true);
    Ok(draw(board, rasters, map, &keys, description))
}

/// Draws where the P-positions are.
///
/// `standing` says of the position whose coordinates are so far from the first ones who wins it, or nothing where there is no
/// such position. Draws have a mark of their own. Where there are more positions than pixels, a square with at least one P-position is
/// marked, the stronger the more there are; where those are few, marks are two squares high and wide. Time grows with
/// the number of positions.
///
/// # Errors
/// A limit.
pub fn losing_map(
    board: &Board<'_>,
    standing: &dyn Fn(usize, usize) -> Option<Standing>,
    budget: &mut Budget,
) -> Result<Scene, Limit> {
    let rasters = Raster::of([board.across.count, board.up.count]);
    let mut gather = |wanted: Standing| {
        let value = |a, b| standing(a, b).map(|standing| u64::from(standing != wanted));
        Squares::gather(board, rasters, &value, budget)
    };
    let squares = gather(Standing::Lost)?;
    if squares.known == 0 {
        return Ok(frame::nothing(board.title, board.subtitle, "no positions"));
    }
    let mut layers = Vec::new();
    let known = squares.bitmap(
        vec![[u8::MAX, u8::MAX, u8::MAX, 0], [u8::MAX; 4]],
        |square| u8::from(square.known > 0),
    );
    layers.push(Layer::Stencil(known, Tone::Ground));
    let [across, up] = rasters;
    let marks = |squares: &Squares| {
        let mut marks = squares.bitmap(strengths(), |square| strength(square.losing, square.known));
        if across.block.max(up.block) > 1 && squares.losing.saturating_mul(50) < squares.known {
            thicken(&mut marks);
        }
        marks
    };
    let draws = gather(Standing::Drawn)?;
    if draws.losing > 0 {
        layers.push(Layer::Stencil(marks(&draws), Tone::Drawn));
    }
    layers.push(Layer::Stencil(marks(&squares), Tone::Losing));
    let mut keys = vec![Key::new(
        KeyLook::Patch(Tone::Losing),
        "P-position: who moves loses",
    )];
    if draws.losing > 0 {
        let key = |tone, meaning| Key::new(KeyLook::Patch(tone), meaning);
        keys.push(key(Tone::Ground, "N-position: who moves wins"));
        keys.push(key(Tone::Drawn, "draw: nobody has to lose"));
    }
    keys.extend(per_square(
        rasters,
        "marked where one is a P-position, the stronger the more",
    ));
    let map = Map { layers, bar: None };
    let description = describe(board, &squares, false);
    Ok(draw(board, rasters, map, &keys, description))
}

/// How many opacities there are for squares with P-positions, from few to nothing but those.
const STRENGTHS: u32 = 7;

fn strengths() -> Vec<Rgba> {
    // Nothing, then from 160 to 255.
    let opacity = |step: u32| u8::try_from(160 + 95 * step / (STRENGTHS - 1)).unwrap_or(u8::MAX);
    let white = |opacity: u8| [u8::MAX, u8::MAX, u8::MAX, opacity];
    std::iter::once(white(0))
        .chain((0..STRENGTHS).map(|step| white(opacity(step))))
        .collect()
}

fn strength(losing: u32, known: u32) -> u8 {
    let step = (u64::from(STRENGTHS) * u64::from(losing)).div_ceil(u64::from(known.max(1)));
    // At most STRENGTHS, for no more are P-positions than there are.
    u8::try_from(step).unwrap_or(u8::MAX)
}

/// Lets every mark reach over its right and upper neighbours too, so that thin lines are seen.
fn thicken(marks: &mut Bitmap) {
    let width = marks.width as usize;
    let thin = marks.pixels.clone();
    for (at, pixel) in marks.pixels.iter_mut().enumerate() {
        let left = (at % width > 0).then(|| at - 1);
        let near = [left, Some(at + width), left.map(|left| left + width)];
        let strongest = near
            .into_iter()
            .flatten()
            .filter_map(|near| thin.get(near))
            .max();
        *pixel = (*pixel).max(strongest.copied().unwrap_or(0));
    }
}

/// The number of the last colour for values up to `largest`: one for each value where those are few.
pub(super) fn scale_top(largest: u64) -> u32 {
    u32::try_from(largest)
        .unwrap_or(u32::MAX)
        .clamp(1, LEVELS - 1)
}

/// The number of a value's colour.
fn level(value: u64, largest: u64) -> u32 {
    let share = u128::from(value.min(largest)) * u128::from(scale_top(largest))
        / u128::from(largest.max(1));
    // At most `scale_top`.
    u32::try_from(share).unwrap_or(0)
}

pub(super) fn opaque(color: Rgb) -> Rgba {
    [color.0, color.1, color.2, u8::MAX]
}

/// What a square stands for where it is not one position.
fn per_square(rasters: [Raster; 2], shows: &str) -> Option<Key> {
    let [across, up] = rasters;
    let many = across.block > 1 || up.block > 1;
    let meaning = format!(
        "a dot is {} × {} positions: {shows}",
        across.block, up.block
    );
    many.then(|| Key::new(KeyLook::Sign(Sign::Disc, Tone::Soft), &meaning))
}

fn describe(board: &Board<'_>, squares: &Squares, values: bool) -> String {
    let range = |coordinate: &Coordinate<'_>| {
        let axis = coordinate.axis();
        format!("{} = {} to {}", coordinate.name, axis.low, axis.high)
    };
    let what = if values {
        "Grundy values"
    } else {
        "P-positions"
    };
    let mut text = format!(
        "{what} for {} to the right and {} upwards. P-positions: {} of {}.",
        range(&board.across),
        range(&board.up),
        squares.losing,
        squares.known
    );
    if values {
        text.push_str(&format!(" The largest value is {}.", squares.largest));
    }
    text
}
