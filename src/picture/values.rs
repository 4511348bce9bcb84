//! Grundy values by pile size.

use super::axis::{Axis, grouped};
use super::density::Density;
use super::font::Font;
use super::frame::{self, BELOW, Frame, Key, KeyLook, MARGIN, SMALL};
use super::grid::{Grid, PAD};
use super::scene::{Anchor, Dots, Item, Placed, Scene, Sign, Spot};
use super::tone::Tone;
use crate::work::Limit;
use crate::work::budget::Budget;

/// Up to here each point says its numbers when the pointer rests on it.
const HINTED: usize = 1000;
/// Up to here each point is drawn on its own; beyond, points are counted by pixel.
const SINGLE: usize = 5001;

/// Grundy values by pile size.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// What the picture shows.
    pub title: &'a str,
    /// More about it, such as how the period is known; may be empty.
    pub subtitle: &'a str,
    /// The size of the first pile; with all values at most 2^64 − 1.
    pub from: u64,
    /// The value of each size, one after the other.
    pub values: &'a [u64],
    /// Where the values begin to repeat.
    pub repeat: Option<Repeat>,
}

/// How values repeat: `g(n + period) = g(n) + saltus` for all `n >= preperiod`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// From which size on.
    pub preperiod: u64,
    /// After how many sizes, at least 1.
    pub period: u64,
    /// By how much the values have grown by then.
    pub saltus: u64,
}

impl Values<'_> {
    /// Each size with its value.
    pub(super) fn points(&self) -> impl Iterator<Item = (u64, u64)> {
        let sizes = (0..).map(|offset| self.from.saturating_add(offset));
        sizes.zip(self.values.iter().copied())
    }

    /// The sizes, at least one.
    pub(super) fn sizes(&self) -> Axis {
        let last = self.values.len().saturating_sub(1) as u64;
        Axis {
            low: self.from,
            high: self.from.saturating_add(last),
        }
    }
}

impl Repeat {
    /// The repetition in words.
    pub fn words(self) -> String {
        let mut words = format!("period {}", grouped(self.period));
        if self.saltus > 0 {
            words.push_str(&format!(", saltus {}", grouped(self.saltus)));
        }
        words.push_str(&format!(", from n = {}", grouped(self.preperiod)));
        words
    }
}

/// The size of a picture in pixels; each side is taken as 240 at least and 2400 at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

impl Default for Size {
    fn default() -> Size {
        Size {
            width: 860,
            height: 460,
        }
    }
}

impl Size {
    fn sides(self) -> (f64, f64) {
        let side = |length: u32| f64::from(length.clamp(240, 2400));
        (side(self.width), side(self.height))
    }
}

/// Draws the values of piles as points, P-positions marked.
///
/// The time grows with the number of values, the size of the picture does not beyond some thousand values.
///
/// # Errors
/// A limit.
pub fn values(plot: &Values<'_>, size: Size, budget: &mut Budget) -> Result<Scene, Limit> {
    let (width, height) = size.sides();
    let font = Font::new();
    let mut scene = Scene::new(width, height, plot.title);
    scene.description = description(plot);
    let crowded = plot.values.len() > SINGLE;
    let mut top = frame::header(&mut scene, &font, plot.subtitle, &keys(plot, crowded));
    if plot.repeat.is_some() {
        top += 16.0;
    }
    let frame_height = (height - top - BELOW).max(20.0);
    let down = Axis {
        low: 0,
        high: plot.values.iter().copied().max().unwrap_or(0),
    };
    let ticks_left = down.ticks_up(SMALL, frame_height - 2.0 * PAD);
    let left = frame::left_of_frame(&font, &ticks_left);
    let across = plot.sizes();
    // Half of the last number may stand to the right of the frame.
    let right =
        (font.width(&grouped(across.high), SMALL) / 2.0 - PAD + 6.0).clamp(MARGIN + 6.0, 60.0);
    let frame = Frame {
        left,
        top,
        width: (width - left - right).max(20.0),
        height: frame_height,
    };
    let ticks_below = across.ticks_across(&font, SMALL, frame.width - 2.0 * PAD);
    let grid = Grid {
        frame,
        across,
        down,
    };

    if let Some(repeat) = plot.repeat {
        grid.bands(&mut scene, repeat);
    }
    grid.lines(&mut scene, &ticks_below, &ticks_left);
    if let Some(repeat) = plot.repeat {
        grid.start_of_period(&mut scene, &font, repeat);
    }
    if crowded {
        grid.crowd(&mut scene, plot, budget)?;
    } else {
        grid.points(&mut scene, plot);
    }
    scene.frame(frame.left, frame.top, frame.width, frame.height, Tone::Axis);
    frame.axis_below(&mut scene, &font, &ticks_below, "pile size n", &|number| {
        grid.x(number)
    });
    frame.axis_left(
        &mut scene,
        &font,
        &ticks_left,
        "Grundy value g(n)",
        &|number| grid.y(number),
    );
    if plot.values.is_empty() {
        scene.text(
            frame.left + frame.width / 2.0,
            frame.top + frame.height / 2.0,
            "no values",
            12.0,
            Anchor::Middle,
            Tone::Soft,
        );
    }
    Ok(scene)
}

fn keys(plot: &Values<'_>, crowded: bool) -> Vec<Key> {
    let mut keys = Vec::new();
    if plot.values.iter().any(|&value| value != 0) {
        let meaning = if crowded {
            "g(n), the stronger the more piles"
        } else {
            "g(n)"
        };
        keys.push(Key::new(KeyLook::Sign(Sign::Disc, Tone::Series), meaning));
    }
    if plot.values.contains(&0) {
        keys.push(Key::new(
            KeyLook::Sign(Sign::Diamond, Tone::Losing),
            "P-position: g(n) = 0, who moves loses",
        ));
    }
    keys
}

fn description(plot: &Values<'_>) -> String {
    let Some(largest) = plot.values.iter().copied().max() else {
        return "No values.".to_owned();
    };
    let end = plot.sizes().high;
    let first = plot
        .values
        .iter()
        .position(|&value| value == largest)
        .unwrap_or(0) as u64;
    let losing = plot.values.iter().filter(|&&value| value == 0).count();
    let mut text = format!(
        "Grundy values of the piles of size {} to {end}. The largest is {largest}, first at {}. P-positions: {losing}.",
        plot.from,
        plot.from.saturating_add(first),
    );
    if let Some(repeat) = plot.repeat {
        text.push_str(&format!(" Repeats with {}.", repeat.words()));
    }
    text
}

impl Grid {
    fn points(&self, scene: &mut Scene, plot: &Values<'_>) {
        // As large as the room between neighbours allows.
        let radius = (self.step() * 0.45).clamp(1.3, 3.5);
        for losing in [false, true] {
            let chosen = || plot.points().filter(|&(_, value)| (value == 0) == losing);
            let places = chosen()
                .map(|(size, value)| (self.x(size), self.y(value)))
                .collect();
            let hints = if plot.values.len() <= HINTED {
                chosen()
                    .map(|(size, value)| match value {
                        0 => format!("g({size}) = 0, a P-position"),
                        value => format!("g({size}) = {value}"),
                    })
                    .collect()
            } else {
                Vec::new()
            };
            let (sign, radius, tone) = if losing {
                (Sign::Diamond, radius + 1.5, Tone::Losing)
            } else {
                (Sign::Disc, radius, Tone::Series)
            };
            scene.items.push(Item::Dots(Dots {
                sign,
                radius,
                tone,
                places,
                hints,
            }));
        }
    }

    /// The points counted by pixel; P-positions as marks of their own where they are few.
    fn crowd(
        &self,
        scene: &mut Scene,
        plot: &Values<'_>,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        /// The most marks that can still be told apart.
        const APART: usize = 160;
        let (left, top) = (self.frame.left + PAD - 1.0, self.frame.top + PAD - 1.0);
        let (width, height) = (
            self.frame.width - 2.0 * PAD + 2.0,
            self.frame.height - 2.0 * PAD + 2.0,
        );
        let mut counted = Density::new(width, height);
        let mut losing = Density::new(width, 5.0);
        let mut places: Vec<Spot> = Vec::new();
        for (size, value) in plot.points() {
            budget.step()?;
            let x = self.x(size);
            if value > 0 {
                counted.count(x - left, self.y(value) - top);
                continue;
            }
            losing.count(x - left, 2.5);
            let near = places.last().is_some_and(|&(last, _)| x - last < 0.5);
            if !near && places.len() <= APART {
                places.push((x, self.y(0)));
            }
        }
        if let Some(bitmap) = counted.bitmap(1) {
            let placed = Placed {
                x: left,
                y: top,
                width,
                height,
                bitmap,
            };
            scene.items.push(Item::Stencil(placed, Tone::Series));
        }
        if places.len() <= APART {
            let hints = Vec::new();
            scene.items.push(Item::Dots(Dots {
                sign: Sign::Diamond,
                radius: 3.5,
                tone: Tone::Losing,
                places,
                hints,
            }));
        } else if let Some(bitmap) = losing.bitmap(2) {
            let placed = Placed {
                x: left,
                y: self.y(0) - 2.5,
                width,
                height: 5.0,
                bitmap,
            };
            scene.items.push(Item::Stencil(placed, Tone::Losing));
        }
        Ok(())
    }
}
