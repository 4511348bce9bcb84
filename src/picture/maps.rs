//! Maps of two coordinates: Grundy values as colours, and where the P-positions are.

use super::axis::{Axis, Ticks};
use super::bitmap::{Bitmap, Rgba};
use super::drawing::{Drawing, Map, Side};
use super::font::width;
use super::frame::{self, BELOW, Key, KeyLook, LABEL, MARGIN, SMALL, Scale, left_of_frame, rect};
use super::scene::{Area, Item, Line, Scene, Sign};
use super::squares::{Raster, Square, Squares};
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

/// Draws a board of Grundy values as colours, P-positions marked.
///
/// Where there are more positions than pixels a square shows the mean of its positions, or that a P-position is among them,
/// where those are few. Time grows with the number of positions.
pub fn heat_map(drawing: &Drawing, map: &Map, budget: &mut Budget) -> Result<Scene, Limit> {
    let rasters = Raster::of(map);
    let squares = Squares::gather(map, rasters, 0, budget)?;
    if squares.known == 0 {
        return Ok(frame::nothing(drawing, "no positions"));
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
    let layers = vec![(bitmap, None)];
    let bar = Some(Bar::of(largest, up.pixels()));
    let mut scene = draw(drawing, map, &keys, layers, bar);
    scene.description = format!(
        "Grundy values {} The largest value is {largest}.",
        describe(map, &squares)
    );
    Ok(scene)
}

/// Draws where the P-positions are.
///
/// Draws have a mark of their own. Where there are more positions than pixels, a square with at least one P-position is
/// marked, the stronger the more there are; where those are few, marks are two squares high and wide. Time grows with
/// the number of positions.
pub fn losing_map(drawing: &Drawing, map: &Map, budget: &mut Budget) -> Result<Scene, Limit> {
    let rasters = Raster::of(map);
    let squares = Squares::gather(map, rasters, 0, budget)?;
    if squares.known == 0 {
        return Ok(frame::nothing(drawing, "no positions"));
    }
    let shades = vec![[u8::MAX, u8::MAX, u8::MAX, 0], [u8::MAX; 4]];
    let known = squares.bitmap(shades, |square| u8::from(square.known > 0));
    let [across, up] = rasters;
    let marks = |squares: &Squares| {
        let mut marks = squares.bitmap(strengths(), |square| strength(square.losing, square.known));
        if across.block.max(up.block) > 1 && squares.losing.saturating_mul(50) < squares.known {
            thicken(&mut marks);
        }
        marks
    };
    let draws = Squares::gather(map, rasters, 2, budget)?;
    let mut layers = vec![(known, Some(Tone::Ground))];
    let key = |tone, meaning| Key::new(KeyLook::Patch(tone), meaning);
    let mut keys = vec![key(Tone::Losing, "P-position: who moves loses")];
    if draws.losing > 0 {
        layers.push((marks(&draws), Some(Tone::Drawn)));
        keys.push(key(Tone::Ground, "N-position: who moves wins"));
        keys.push(key(Tone::Drawn, "draw: nobody has to lose"));
    }
    layers.push((marks(&squares), Some(Tone::Losing)));
    keys.extend(per_square(
        rasters,
        "marked where one is a P-position, the stronger the more",
    ));
    let mut scene = draw(drawing, map, &keys, layers, None);
    scene.description = format!("P-positions {}", describe(map, &squares));
    Ok(scene)
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
fn scale_top(largest: u64) -> u32 {
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

fn opaque(color: Rgb) -> Rgba {
    [color.0, color.1, color.2, u8::MAX]
}

/// What a square stands for where it is not one position.
fn per_square(rasters: [Raster; 2], shows: &str) -> Option<Key> {
    let [across, up] = rasters.map(|raster| raster.block);
    let meaning = format!("a dot is {across} × {up} positions: {shows}");
    let look = KeyLook::Sign(Sign::Disc, Tone::Soft);
    (across > 1 || up > 1).then(|| Key::new(look, &meaning))
}

fn describe(map: &Map, squares: &Squares) -> String {
    let range = |side: &Side| {
        let axis = side.axis();
        format!("{} = {} to {}", side.name, axis.low, axis.high)
    };
    format!(
        "for {} to the right and {} upwards. P-positions: {} of {}.",
        range(&map.across),
        range(&map.up),
        squares.losing,
        squares.known
    )
}

/// The bar of colours to the right of a map.
struct Bar {
    scale: Axis,
    ticks: Ticks,
    height: f64,
}

impl Bar {
    const NAME: &str = "value";
    /// The room between the map and the bar.
    const GAP: f64 = 22.0;
    const WIDTH: f64 = 14.0;

    /// For values up to the largest, beside a map of this height.
    fn of(largest: u64, map_height: f64) -> Bar {
        let scale = Axis {
            low: 0,
            high: largest,
        };
        let height = map_height.clamp(40.0, 320.0);
        Bar {
            ticks: scale.ticks_up(SMALL, height),
            scale,
            height,
        }
    }

    /// The room that it takes to the right of the map.
    fn room(&self) -> f64 {
        let name = width(&self.ticks.name(Self::NAME), SMALL) - Self::WIDTH - 8.0;
        let widest = self.ticks.widest(SMALL).max(name);
        Self::GAP + Self::WIDTH + 8.0 + widest + MARGIN
    }

    /// The colours of the values in order, with ticks.
    fn draw(&self, scene: &mut Scene, map: Area) {
        let area = rect(map.right() + Self::GAP, map.top, Self::WIDTH, self.height);
        let top = scale_top(self.scale.high);
        let levels = if self.scale.high == 0 { 1 } else { top + 1 };
        let colors = (0..levels).rev().map(|level| opaque(viridis(level, top)));
        // At most LEVELS.
        let numbers = (0..levels).map(|level| u8::try_from(level).unwrap_or(u8::MAX));
        let bitmap = Bitmap {
            width: 1,
            height: levels,
            palette: colors.collect(),
            pixels: numbers.collect(),
        };
        scene.items.push(Item::Image(area, bitmap));
        scene.frame(area.inset(-0.5), Tone::Axis);
        // Each level has a stripe of its own; a value's tick is in the middle of its stripe.
        let stripe = area.height / f64::from(levels);
        let first = area.bottom() - stripe / 2.0;
        let at = |value: u64| first - self.scale.place(value) * (area.height - stripe);
        let right = area.right();
        let marks = self.ticks.at.iter().map(|&value| at(value));
        let marks: Vec<_> = marks.map(|y| ((right, y), (right + 4.0, y))).collect();
        scene.strokes(&marks, Line::thin(Tone::Axis));
        for &value in &self.ticks.at {
            let label = self.ticks.label(value);
            scene.text((right + 7.0, at(value) + 4.0), &label, LABEL);
        }
        let name = self.ticks.name(Self::NAME);
        scene.text((area.left, area.top - 7.0), &name, LABEL);
    }
}

/// A map from its parts, from the back to the front, with what stands around it. A part with a tone is a stencil.
fn draw(
    drawing: &Drawing,
    map: &Map,
    keys: &[Key],
    layers: Vec<(Bitmap, Option<Tone>)>,
    bar: Option<Bar>,
) -> Scene {
    let [across, up] = Raster::of(map);
    let (map_width, map_height) = (across.pixels(), up.pixels());
    // From the middle of the first number's square to that of the last one's.
    let between = |raster: Raster, side: &Side| {
        raster.middle(side.count.saturating_sub(1) as u64) - raster.middle(0)
    };
    let (below, upwards) = (map.across.axis(), map.up.axis());
    let ticks_left = upwards.ticks_up(SMALL, between(up, &map.up));
    let ticks_below = below.ticks_across(SMALL, between(across, &map.across));
    let left = left_of_frame(&ticks_left);
    let right = bar.as_ref().map_or(MARGIN, Bar::room);
    let page_width = (left + map_width + right).ceil();
    let page_width = page_width.max(frame::least_width(drawing));
    let (above, below_bar) = match &bar {
        Some(bar) => (16.0, bar.height + MARGIN),
        None => (4.0, 0.0),
    };
    let page = frame::page(drawing, page_width, keys, |top| {
        (top + above + (map_height + BELOW).max(below_bar)).ceil()
    });
    let (mut scene, top) = page;
    let frame = rect(left, (top + above).floor(), map_width, map_height);
    for (bitmap, tone) in layers {
        scene.items.push(match tone {
            None => Item::Image(frame, bitmap),
            Some(tone) => Item::Stencil(frame, bitmap, tone),
        });
    }
    scene.frame(frame.inset(-0.5), Tone::Axis);
    let below = Scale {
        ticks: &ticks_below,
        what: &map.across.name,
        place: &|number| frame.left + across.middle(number - map.across.from),
    };
    frame.axis_below(&mut scene, &below);
    let left = Scale {
        ticks: &ticks_left,
        what: &map.up.name,
        place: &|number| frame.bottom() - up.middle(number - map.up.from),
    };
    frame.axis_left(&mut scene, &left);
    if let Some(bar) = bar {
        bar.draw(&mut scene, frame);
    }
    scene
}
