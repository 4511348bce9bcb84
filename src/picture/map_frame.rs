//! What stands around a map of two coordinates: axes and the bar of colours.

use super::axis::{Axis, Ticks};
use super::bitmap::Bitmap;
use super::board::{Board, Raster};
use super::font::Font;
use super::frame::{self, BELOW, Frame, Key, MARGIN, SMALL};
use super::maps::{opaque, scale_top};
use super::scene::{Anchor, Item, Line, Placed, Scene};
use super::tone::{Tone, viridis};

/// A part of a map.
pub enum Layer {
    Image(Bitmap),
    Stencil(Bitmap, Tone),
}

/// The parts of a map from the back to the front, and the largest value where there is a bar of colours.
pub struct Map {
    pub layers: Vec<Layer>,
    pub bar: Option<u64>,
}

/// What stands around the map.
pub fn draw(
    board: &Board<'_>,
    rasters: [Raster; 2],
    map: Map,
    keys: &[Key],
    description: String,
) -> Scene {
    /// The room to the right for the bar of colours.
    const BAR_GAP: f64 = 22.0;
    const BAR_WIDTH: f64 = 14.0;
    let font = Font::new();
    let [across, up] = rasters;
    let (map_width, map_height) = (across.pixels(), up.pixels());
    // From the middle of the first number's square to that of the last one's.
    let between = |raster: Raster, count: usize| {
        raster.middle(count.saturating_sub(1) as u64) - raster.middle(0)
    };
    let ticks_left = board.up.axis().ticks_up(SMALL, between(up, board.up.count));
    let ticks_below =
        board
            .across
            .axis()
            .ticks_across(&font, SMALL, between(across, board.across.count));
    let left = frame::left_of_frame(&font, &ticks_left);
    let bar_height = map_height.clamp(40.0, 320.0);
    let scale = map.bar.map(|largest| Axis {
        low: 0,
        high: largest,
    });
    let bar_ticks = scale.map(|scale| scale.ticks_up(SMALL, bar_height));
    let bar_name = "value";
    let bar_room = bar_ticks.as_ref().map_or(MARGIN, |ticks| {
        let widest = ticks
            .at
            .iter()
            .map(|&value| font.width(&ticks.label(value), SMALL))
            .fold(0.0, f64::max);
        let widest = widest.max(font.width(&ticks.name(bar_name), SMALL) - BAR_WIDTH - 8.0);
        BAR_GAP + BAR_WIDTH + 8.0 + widest + MARGIN
    });
    let width = (left + map_width + bar_room).ceil().max(frame::least_width(
        &font,
        board.title,
        board.subtitle,
    ));
    let mut scene = Scene::new(width, 100.0, board.title);
    scene.description = description;
    // Drawn once to see how high the header is, and again on the page that is high enough.
    let top = frame::header(&mut scene.clone(), &font, board.subtitle, keys)
        + if scale.is_some() { 16.0 } else { 4.0 };
    let below_bar = if scale.is_some() {
        bar_height + MARGIN
    } else {
        0.0
    };
    scene.height = (top + (map_height + BELOW).max(below_bar)).ceil();
    frame::header(&mut scene, &font, board.subtitle, keys);
    let frame = Frame {
        left,
        top: top.floor(),
        width: map_width,
        height: map_height,
    };
    for layer in map.layers {
        let placed = |bitmap| Placed {
            x: frame.left,
            y: frame.top,
            width: map_width,
            height: map_height,
            bitmap,
        };
        scene.items.push(match layer {
            Layer::Image(bitmap) => Item::Image(placed(bitmap)),
            Layer::Stencil(bitmap, tone) => Item::Stencil(placed(bitmap), tone),
        });
    }
    scene.frame(
        frame.left - 0.5,
        frame.top - 0.5,
        map_width + 1.0,
        map_height + 1.0,
        Tone::Axis,
    );
    frame.axis_below(
        &mut scene,
        &font,
        &ticks_below,
        board.across.name,
        &|number| frame.left + across.middle(number - board.across.from),
    );
    frame.axis_left(&mut scene, &font, &ticks_left, board.up.name, &|number| {
        frame.bottom() - up.middle(number - board.up.from)
    });
    if let (Some(scale), Some(ticks)) = (scale, bar_ticks) {
        let x = frame.right() + BAR_GAP;
        color_bar(
            &mut scene,
            (x, frame.top, BAR_WIDTH, bar_height),
            scale,
            &ticks,
            bar_name,
        );
    }
    scene
}

/// The colours of the values in order, with ticks.
fn color_bar(
    scene: &mut Scene,
    place: (f64, f64, f64, f64),
    scale: Axis,
    ticks: &Ticks,
    name: &str,
) {
    let (x, y, width, height) = place;
    let top = scale_top(scale.high);
    let levels = if scale.high == 0 { 1 } else { top + 1 };
    let palette = (0..levels)
        .rev()
        .map(|level| opaque(viridis(level, top)))
        .collect();
    // At most LEVELS.
    let pixels = (0..levels)
        .map(|level| u8::try_from(level).unwrap_or(u8::MAX))
        .collect();
    let bitmap = Bitmap {
        width: 1,
        height: levels,
        palette,
        pixels,
    };
    scene.items.push(Item::Image(Placed {
        x,
        y,
        width,
        height,
        bitmap,
    }));
    scene.frame(x - 0.5, y - 0.5, width + 1.0, height + 1.0, Tone::Axis);
    // Each level has a stripe of its own; a value's tick is in the middle of its stripe.
    let stripe = height / f64::from(levels);
    let at = |value: u64| y + height - stripe / 2.0 - scale.place(value) * (height - stripe);
    let marks: Vec<_> = ticks
        .at
        .iter()
        .map(|&value| ((x + width, at(value)), (x + width + 4.0, at(value))))
        .collect();
    scene.strokes(&marks, Line::thin(Tone::Axis));
    for &value in &ticks.at {
        scene.text(
            x + width + 7.0,
            at(value) + 4.0,
            &ticks.label(value),
            SMALL,
            Anchor::Start,
            Tone::Soft,
        );
    }
    scene.text(
        x,
        y - 7.0,
        &ticks.name(name),
        SMALL,
        Anchor::Start,
        Tone::Soft,
    );
}
