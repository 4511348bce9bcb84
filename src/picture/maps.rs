//! Boards of two coordinates: Grundy values as colours or as numbers, and where the P-positions are.

use super::axis::{Axis, SMALL, Ticks, grouped};
use super::bitmap::{Bitmap, Rgba, white};
use super::drawing::{Drawing, LARGEST_TABLE, Map, Side};
use super::font::width;
use super::frame::{self, BELOW, Key, KeyLook, LABEL, MARGIN, left_of_frame, rect};
use super::scene::{Area, Form, Item, Line, Scene, Sign};
use super::tone::{Rgb, Tone, viridis};
use crate::text::words::counted;
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many colours a heat map has beside that of P-positions.
const LEVELS: u32 = 96;
/// The most pixels of a map in either direction.
const SIDE: usize = 720;
/// The fewest pixels of a map in either direction, so that a single row is still seen.
const THIN: usize = 28;
/// The largest square for one position.
const LARGEST_CELL: usize = 24;

/// The colour of `value` among values up to `largest`; 0 has one of its own in heat maps.
pub fn shade(value: u64, largest: u64) -> Rgb {
    viridis(level(value, largest), scale_top(largest))
}

/// The colours of values up to `largest`, as style sheets write them.
#[cfg(feature = "pictures")]
pub fn palette(largest: u64) -> Vec<String> {
    let top = scale_top(largest);
    (0..=top)
        .map(|level| viridis(level, top).to_string())
        .collect()
}

/// P-positions on a heat map: the opposite of viridis' violet, and apart from its yellow by its red.
pub const LOSING_ON_HEAT: Rgb = Rgb(255, 255, 255);

/// One coordinate's share of a map: how many positions make a square, and how many pixels a square has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Raster {
    block: usize,
    cell: usize,
    blocks: usize,
}

impl Raster {
    /// Squares for both coordinates, of one size unless one coordinate is so short that its squares need stretching.
    fn of(map: &Map) -> [Raster; 2] {
        let counts = [map.across.count, map.up.count];
        let longest = counts[0].max(counts[1]).max(1);
        let block = longest.div_ceil(SIDE);
        let cell = (SIDE / longest.div_ceil(block)).clamp(1, LARGEST_CELL);
        counts.map(|count| {
            let count = count.max(1);
            // A short side is not put into blocks that would leave less of it than can be seen.
            let block = block.min(count.div_ceil(THIN));
            let blocks = count.div_ceil(block);
            let cell = cell.max(THIN.div_ceil(blocks));
            Raster {
                block,
                cell,
                blocks,
            }
        })
    }

    fn pixels(self) -> f64 {
        (self.blocks * self.cell) as f64
    }

    /// The pixels from the beginning to the middle of a number's square.
    fn middle(self, offset: u64) -> f64 {
        ((offset as f64 + 0.5) / self.block as f64 * self.cell as f64).min(self.pixels())
    }
}

/// What is known of the positions in a square of the map.
#[derive(Debug, Clone, Copy, Default)]
pub struct Square {
    known: u32,
    /// How many are of value 0: P-positions.
    pub losing: u32,
    /// How many are of value 2: draws, on a board of P-positions.
    pub drawn: u32,
    sum: u128,
}

impl Square {
    pub fn mean(self) -> u64 {
        // A mean of 64-bit values has 64 bits.
        (self.sum / u128::from(self.known.max(1))) as u64
    }
}

/// The squares of a map, from the top row down.
pub struct Squares {
    /// How many positions a square has to the right and upwards.
    pub block: [usize; 2],
    pub columns: usize,
    pub rows: usize,
    pub squares: Vec<Square>,
    pub largest: u64,
    pub losing: u64,
    pub drawn: u64,
    known: u64,
}

impl Squares {
    /// The squares of a board that has positions, each of so many to the right and upwards.
    pub fn gather(map: &Map, block: [usize; 2], budget: &mut Budget) -> Result<Squares, Limit> {
        let columns = map.across.count.div_ceil(block[0]);
        let rows = map.up.count.div_ceil(block[1]);
        let mut squares = vec![Square::default(); columns * rows];
        for b in 0..map.up.count {
            let row = rows - 1 - b / block[1];
            budget.steps(map.across.count as u64)?;
            let values = map.cells.iter().skip(b).step_by(map.up.count);
            for (a, value) in values.enumerate() {
                let square = &mut squares[row * columns + a / block[0]];
                square.known += 1;
                square.losing += u32::from(*value == 0);
                square.drawn += u32::from(*value == 2);
                square.sum += u128::from(*value);
            }
        }
        let all = |count: fn(&Square) -> u32| squares.iter().map(count).map(u64::from).sum();
        Ok(Squares {
            losing: all(|square| square.losing),
            drawn: all(|square| square.drawn),
            known: map.cells.len() as u64,
            largest: map.cells.iter().copied().max().unwrap_or(0),
            block,
            columns,
            rows,
            squares,
        })
    }

    /// Whether P-positions are marked on a heat map: not where that would hide the values of others in their squares.
    pub fn marks_losing(&self) -> bool {
        let is_rare = self.losing.saturating_mul(10) <= self.known;
        self.losing > 0 && (self.block == [1, 1] || is_rare)
    }

    fn bitmap(&self, palette: Vec<Rgba>, number: impl Fn(&Square) -> u8) -> Bitmap {
        Bitmap {
            // Sides are little more than SIDE at most.
            width: self.columns as u32,
            height: self.rows as u32,
            palette,
            pixels: self.squares.iter().map(number).collect(),
        }
    }
}

/// Draws a board of Grundy values as colours, P-positions marked.
///
/// Where there are more positions than pixels a square shows the mean of its positions, or that a P-position is among them,
/// where those are few. Time grows with the number of positions.
pub fn heat_map(drawing: &Drawing, map: &Map, budget: &mut Budget) -> Result<Scene, Limit> {
    let [across, up] = Raster::of(map);
    let squares = Squares::gather(map, [across.block, up.block], budget)?;
    let largest = squares.largest;
    let top = scale_top(largest);
    // The first colour is that of no position.
    let mut palette = vec![[0; 4], opaque(LOSING_ON_HEAT)];
    palette.extend((0..=top).map(|level| opaque(viridis(level, top))));
    let marked = squares.marks_losing();
    let bitmap = squares.bitmap(palette, |square| match square {
        Square { losing: 1.., .. } if marked => 1,
        // Levels are below LEVELS, which a byte holds.
        _ => 2 + level(square.mean(), largest) as u8,
    });
    let mut keys = Vec::new();
    if marked {
        let look = KeyLook::Patch(Tone::Fixed(LOSING_ON_HEAT));
        keys.push((look, "P-position: value 0, who moves loses".to_owned()));
    }
    keys.extend(squares.per_square("the mean value"));
    let layers = vec![(bitmap, None)];
    let bar = Some(Bar::of(largest, up.pixels()));
    let mut scene = draw(drawing, map, &keys, layers, bar);
    scene.description = format!(
        "Grundy values {} The largest value is {largest}.",
        squares.describe(map)
    );
    Ok(scene)
}

/// Draws where the P-positions are.
///
/// Draws have a mark of their own. Where there are more positions than pixels, a square with at least one P-position is
/// marked, the stronger the more there are; where those are few, marks are two squares high and wide. Time grows with
/// the number of positions.
pub fn losing_map(drawing: &Drawing, map: &Map, budget: &mut Budget) -> Result<Scene, Limit> {
    let squares = Squares::gather(map, Raster::of(map).map(|raster| raster.block), budget)?;
    let marks = |all: u64, of: fn(&Square) -> u32| {
        let marks = squares.bitmap(strengths(), |square| strength(of(square), square.known));
        match squares.block != [1, 1] && all.saturating_mul(50) < squares.known {
            true => thickened(marks),
            false => marks,
        }
    };
    let ground = squares.bitmap(vec![white(0), white(u8::MAX)], |_| 1);
    let mut layers = vec![(ground, Some(Tone::Ground))];
    let key = |tone, meaning: &str| (KeyLook::Patch(tone), meaning.to_owned());
    let mut keys = vec![key(Tone::Losing, "P-position: who moves loses")];
    if squares.drawn > 0 {
        let draws = marks(squares.drawn, |square| square.drawn);
        layers.push((draws, Some(Tone::Drawn)));
        keys.push(key(Tone::Ground, "N-position: who moves wins"));
        keys.push(key(Tone::Drawn, "draw: nobody has to lose"));
    }
    let losing = marks(squares.losing, |square| square.losing);
    layers.push((losing, Some(Tone::Losing)));
    keys.extend(squares.per_square("marked where one is a P-position, the stronger the more"));
    let mut scene = draw(drawing, map, &keys, layers, None);
    scene.description = format!("P-positions {}", squares.describe(map));
    Ok(scene)
}

/// How many opacities there are for squares with P-positions, from few to nothing but those.
const STRENGTHS: u32 = 7;

fn strengths() -> Vec<Rgba> {
    // Nothing, then from 160 to 255.
    let opacities = (0..STRENGTHS).map(|step| (160 + 95 * step / (STRENGTHS - 1)) as u8);
    std::iter::once(0).chain(opacities).map(white).collect()
}

fn strength(losing: u32, known: u32) -> u8 {
    let step = (u64::from(STRENGTHS) * u64::from(losing)).div_ceil(u64::from(known.max(1)));
    // At most STRENGTHS, for no more are P-positions than there are.
    step as u8
}

/// The marks, each reaching over its right and upper neighbours too, so that thin lines are seen.
fn thickened(marks: Bitmap) -> Bitmap {
    let (width, thin) = (marks.width as usize, &marks.pixels);
    let thick = thin.iter().enumerate().map(|(at, &pixel)| {
        let left = (at % width > 0).then(|| at - 1);
        let near = [left, Some(at + width), left.map(|left| left + width)];
        let near = near.into_iter().flatten();
        near.filter_map(|near| thin.get(near).copied())
            .fold(pixel, u8::max)
    });
    Bitmap {
        pixels: thick.collect(),
        ..marks
    }
}

/// The number of the last colour for values up to `largest`: one for each value where those are few.
fn scale_top(largest: u64) -> u32 {
    largest.clamp(1, u64::from(LEVELS - 1)) as u32
}

/// The number of a value's colour.
fn level(value: u64, largest: u64) -> u32 {
    let share = u128::from(value.min(largest)) * u128::from(scale_top(largest))
        / u128::from(largest.max(1));
    // At most `scale_top`.
    share as u32
}

fn opaque(color: Rgb) -> Rgba {
    [color.0, color.1, color.2, u8::MAX]
}

impl Squares {
    /// What a square stands for where it is not one position.
    fn per_square(&self, shows: &str) -> Option<Key> {
        let [across, up] = self.block;
        let meaning = format!("a dot is {across} × {up} positions: {shows}");
        let look = KeyLook::Sign(Sign::Disc, Tone::Soft);
        (self.block != [1, 1]).then_some((look, meaning))
    }

    fn describe(&self, map: &Map) -> String {
        let range = |side: &Side| {
            let Axis { low, high } = side.axis();
            format!("{} = {low} to {high}", side.name)
        };
        let (across, up) = (range(&map.across), range(&map.up));
        let (losing, known) = (self.losing, self.known);
        format!("for {across} to the right and {up} upwards. {losing} of {known} are P-positions.")
    }
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
            ticks: scale.ticks_up(height),
            scale,
            height,
        }
    }

    /// The room that it takes to the right of the map.
    fn room(&self) -> f64 {
        let name = width(&self.ticks.name(Self::NAME), SMALL) - Self::WIDTH - 8.0;
        let widest = self.ticks.widest().max(name);
        Self::GAP + Self::WIDTH + 8.0 + widest + MARGIN
    }

    /// The colours of the values in order, with ticks.
    fn draw(&self, scene: &mut Scene, map: Area) {
        let area = rect(map.right() + Self::GAP, map.top, Self::WIDTH, self.height);
        let top = scale_top(self.scale.high);
        let levels = if self.scale.high == 0 { 1 } else { top + 1 };
        let colors = (0..levels).rev().map(|level| opaque(viridis(level, top)));
        let bitmap = Bitmap {
            width: 1,
            height: levels,
            palette: colors.collect(),
            // At most LEVELS.
            pixels: (0..levels as u8).collect(),
        };
        scene.items.push(Item::Image(area, bitmap, None));
        scene.frame(area.inset(-0.5), Tone::Axis);
        // Each level has a stripe of its own; a value's tick is in the middle of its stripe.
        let stripe = area.height / f64::from(levels);
        let first = area.bottom() - stripe / 2.0;
        let at = |value: u64| first - self.scale.place(value) * (area.height - stripe);
        let right = area.right();
        let marks = self.ticks.at.iter().map(|&value| at(value));
        let marks = marks.map(|y| ((right, y), (right + 4.0, y)));
        scene.strokes(marks, Line::thin(Tone::Axis));
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
    let ticks_left = upwards.ticks_up(between(up, &map.up));
    let ticks_below = below.ticks_across(between(across, &map.across));
    let left = left_of_frame(&ticks_left);
    let right = bar.as_ref().map_or(MARGIN, Bar::room);
    let page_width = (left + map_width + right).ceil();
    let page_width = page_width.max(frame::least_width(drawing));
    let (above, below_bar) = match &bar {
        Some(bar) => (16.0, bar.height + MARGIN),
        None => (4.0, 0.0),
    };
    let (mut scene, top) = frame::page(drawing, (page_width, page_width), keys, |top| {
        (top + above + (map_height + BELOW).max(below_bar)).ceil()
    });
    let frame = rect(left, (top + above).floor(), map_width, map_height);
    let layers = layers.into_iter();
    let layers = layers.map(|(bitmap, tone)| Item::Image(frame, bitmap, tone));
    scene.items.extend(layers);
    scene.frame(frame.inset(-0.5), Tone::Axis);
    frame.axis_below(&mut scene, &ticks_below, &map.across.name, |number| {
        frame.left + across.middle(number - map.across.from)
    });
    frame.axis_left(&mut scene, &ticks_left, &map.up.name, |number| {
        frame.bottom() - up.middle(number - map.up.from)
    });
    if let Some(bar) = bar {
        bar.draw(&mut scene, frame);
    }
    scene
}

/// The rim and number of a P-position: vermilion, dark enough to be read on white.
const RIM: Rgb = Rgb::hex(0xb54a00);

/// The rim of a P-position.
const THICK: Line = Line {
    tone: Tone::Fixed(RIM),
    width: 2.0,
};

/// Draws a table with the numbers in its squares, coloured by value, P-positions marked. Of each coordinate the first
/// [`LARGEST_TABLE`] numbers are drawn.
pub fn digits(drawing: &Drawing, map: &Map) -> Scene {
    let columns = map.across.count.min(LARGEST_TABLE);
    let rows = map.up.count.min(LARGEST_TABLE);
    let squares = (0..rows).flat_map(|b| (0..columns).map(move |a| (a, b)));
    let cells = squares.filter_map(|(a, b)| Some((a, b, map.value(a, b)?)));
    // Those of value 0 after the others, so that their rims are whole.
    let (losing, mut cells): (Vec<_>, Vec<_>) = cells.partition(|&(.., value)| value == 0);
    let largest = cells.iter().map(|&(.., value)| value).max().unwrap_or(0);
    let key = "P-position: value 0, who moves loses".to_owned();
    let keys = [(KeyLook::Box(Tone::Fixed(LOSING_ON_HEAT), THICK, 0.0), key)];
    let keys = &keys[..usize::from(!losing.is_empty())];
    let lost = losing.len();
    cells.extend(losing);
    let heading = |side: &Side| {
        let numbers = side.numbers(LARGEST_TABLE).map(grouped);
        let widths = numbers.map(|number| width(&number, SMALL));
        widths.fold(0.0, f64::max)
    };
    let across = (width(&largest.to_string(), SMALL) + 9.0)
        .max(heading(&map.across) + 6.0)
        .max(24.0)
        .ceil();
    let high = match across > 60.0 {
        true => 26.0,
        false => across.min(30.0),
    };
    let left = (MARGIN + 12.0 + heading(&map.up) + 8.0).ceil();
    let (map_width, map_height) = (across * columns as f64, high * rows as f64);
    let page_width = (left + map_width + MARGIN).max(frame::least_width(drawing));
    let (mut scene, top) = frame::page(drawing, (page_width, page_width), keys, |top| {
        top + 4.0 + map_height + BELOW
    });
    scene.description = format!(
        "A table of Grundy values with {columns} columns, {} to the right, and {rows} rows, {} upwards. The largest value is {largest}; {} among them.",
        map.across.name,
        map.up.name,
        counted(lost as u64, "P-position is", "P-positions are")
    );
    let frame = rect(left, top + 4.0, map_width, map_height);
    let square = |a: usize, b: usize| {
        let x = left + across * a as f64;
        rect(x, frame.bottom() - high * (b + 1) as f64, across, high)
    };
    for (a, b, value) in cells {
        let ground = shade(value, largest);
        let (area, ground, line, ink) = match value {
            0 => (square(a, b).inset(1.0), LOSING_ON_HEAT, THICK, RIM),
            _ => (square(a, b), ground, Line::thin(Tone::Page), ground.ink()),
        };
        let hint = hint(map, a, b, value);
        scene.hinted(Form::Rect(area, 0.0), Tone::Fixed(ground), line, hint);
        let x = area.left + area.width / 2.0;
        let y = area.top + area.height / 2.0 + 4.0;
        let look = LABEL.middle().tone(Tone::Fixed(ink));
        scene.text((x, y), &value.to_string(), look);
    }
    for (a, number) in map.across.numbers(LARGEST_TABLE).enumerate() {
        let at = (square(a, 0).left + across / 2.0, frame.bottom() + 15.0);
        scene.text(at, &grouped(number), LABEL.middle());
    }
    for (b, number) in map.up.numbers(LARGEST_TABLE).enumerate() {
        let at = (left - 6.0, square(0, b).top + high / 2.0 + 4.0);
        scene.text(at, &grouped(number), LABEL.end());
    }
    frame.name_below(&mut scene, &map.across.name);
    frame.name_left(&mut scene, &map.up.name);
    scene
}

/// What is said where the pointer rests on a position.
fn hint(map: &Map, a: usize, b: usize, value: u64) -> String {
    let equation = |side: &Side, offset: usize| {
        let number = side.from.saturating_add(offset as u64);
        format!("{} = {}", side.name, grouped(number))
    };
    let (across, up) = (equation(&map.across, a), equation(&map.up, b));
    format!("{across}, {up}: {}", grouped(value))
}
