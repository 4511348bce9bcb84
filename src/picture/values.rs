//! Grundy values by pile size.

use super::axis::{Axis, SMALL, Ticks, grouped};
use super::bitmap::Density;
use super::drawing::{Drawing, Repeat, ValueChart};
use super::font::{clip, width};
use super::frame::{self, BELOW, Key, KeyLook, LABEL, MARGIN, WORDS, left_of_frame, rect};
use super::scene::{Area, Dots, Item, Line, Scene, Sign, Spot};
use super::tone::Tone;
use crate::text::words::counted;
use crate::work::Limit;
use crate::work::budget::Budget;

/// The size of the picture.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 460.0;
/// Up to here each point says its numbers when the pointer rests on it.
const HINTED: usize = 1000;
/// Up to here each point is drawn on its own; beyond, points are counted by pixel.
const SINGLE: usize = 5001;

/// Draws the values of piles as points, P-positions marked.
///
/// The time grows with the number of values, the size of the picture does not beyond some thousand values.
pub fn values(drawing: &Drawing, plot: &ValueChart, budget: &mut Budget) -> Result<Scene, Limit> {
    let crowded = plot.values.len() > SINGLE;
    let keys = keys(plot, crowded);
    let (mut scene, mut top) = frame::page(drawing, (WIDTH, WIDTH), &keys, |_| HEIGHT);
    scene.description = description(plot);
    if plot.repeat.is_some() {
        top += 16.0;
    }
    let height = (HEIGHT - top - BELOW).max(20.0);
    let down = Axis {
        low: 0,
        high: plot.largest().unwrap_or(0),
    };
    let ticks_left = down.ticks_up(height - 2.0 * PAD);
    let left = left_of_frame(&ticks_left);
    let across = plot.sizes();
    // Half of the last number may stand to the right of the frame.
    let right = (width(&grouped(across.high), SMALL) / 2.0 - PAD + 6.0).clamp(MARGIN + 6.0, 60.0);
    let frame = rect(left, top, (WIDTH - left - right).max(20.0), height);
    let ticks_below = across.ticks_across(frame.width - 2.0 * PAD);
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
        grid.start_of_period(&mut scene, repeat);
    }
    if crowded {
        grid.crowd(&mut scene, plot, budget)?;
    } else {
        grid.points(&mut scene, plot);
    }
    scene.frame(frame, Tone::Axis);
    frame.axis_below(&mut scene, &ticks_below, "pile size n", |n| grid.x(n));
    frame.axis_left(&mut scene, &ticks_left, "Grundy value g(n)", |g| grid.y(g));
    if plot.values.is_empty() {
        let (x, y) = (
            frame.left + frame.width / 2.0,
            frame.top + frame.height / 2.0,
        );
        scene.text((x, y), "no values", WORDS.middle());
    }
    Ok(scene)
}

fn keys(plot: &ValueChart, crowded: bool) -> Vec<Key> {
    let mut keys = Vec::new();
    if plot.values.iter().any(|&value| value != 0) {
        let meaning = match crowded {
            true => "g(n), the stronger the more piles",
            false => "g(n)",
        };
        let look = KeyLook::Sign(Sign::Disc, Tone::Series);
        keys.push((look, meaning.to_owned()));
    }
    if plot.values.contains(&0) {
        let look = KeyLook::Sign(Sign::Diamond, Tone::Losing);
        let meaning = "P-position: g(n) = 0, who moves loses";
        keys.push((look, meaning.to_owned()));
    }
    keys
}

fn description(plot: &ValueChart) -> String {
    let Some(largest) = plot.largest() else {
        return "No values.".to_owned();
    };
    let end = plot.sizes().high;
    let first = plot.points().find(|&(_, value)| value == largest);
    let first = first.map_or(plot.from, |(size, _)| size);
    let losing = plot.values.iter().filter(|&&value| value == 0).count();
    let mut text = format!(
        "Grundy values of the piles of size {} to {end}. The largest is {largest}, first at {first}. {} among them.",
        plot.from,
        counted(losing as u64, "P-position is", "P-positions are"),
    );
    if let Some(repeat) = plot.repeat {
        text.push_str(&format!(" Repeats with {}.", repeat.words()));
    }
    text
}

/// The room between the frame and the outermost points.
const PAD: f64 = 9.0;

/// The frame of a plot with its axes: of the piles, and of the values.
struct Grid {
    frame: Area,
    across: Axis,
    down: Axis,
}

impl Grid {
    /// Where a pile stands.
    fn x(&self, size: u64) -> f64 {
        self.frame.left + PAD + self.across.place(size) * (self.frame.width - 2.0 * PAD)
    }

    /// Where a value stands.
    fn y(&self, value: u64) -> f64 {
        // A row of zeros alone lies at the foot.
        let place = match self.down.high {
            0 => 0.0,
            _ => self.down.place(value),
        };
        self.frame.bottom() - PAD - place * (self.frame.height - 2.0 * PAD)
    }

    /// The pixels from a pile to the next.
    fn step(&self) -> f64 {
        (self.frame.width - 2.0 * PAD) / (self.across.high - self.across.low).max(1) as f64
    }

    /// Where a pile's stripe begins: half a step before it.
    fn edge(&self, size: u64) -> f64 {
        if size <= self.across.low {
            return self.frame.left;
        }
        if size > self.across.high {
            return self.frame.right();
        }
        (self.x(size) - self.step() / 2.0).max(self.frame.left)
    }

    /// Every other period, or where they are too narrow all of them together.
    fn bands(&self, scene: &mut Scene, repeat: Repeat) {
        const NARROWEST: f64 = 6.0;
        let Area { top, height, .. } = self.frame;
        let mut stripe = |start, end| {
            let (left, right) = (self.edge(start), self.edge(end));
            scene.fill(rect(left, top, right - left, height), Tone::Band);
        };
        let (period, mut start) = (repeat.period.max(1), repeat.preperiod);
        if period as f64 * self.step() < NARROWEST {
            if start <= self.across.high {
                stripe(start, u64::MAX);
            }
            return;
        }
        // Not more often than there are stripes of NARROWEST pixels, and those before the first pile.
        let before = self.across.low.saturating_sub(start) / period;
        start += before * period;
        let mut shaded = before.is_multiple_of(2);
        while start <= self.across.high {
            let end = start.saturating_add(period);
            if shaded {
                stripe(start, end);
            }
            if end == u64::MAX {
                break;
            }
            shaded = !shaded;
            start = end;
        }
    }

    fn lines(&self, scene: &mut Scene, below: &Ticks, left: &Ticks) {
        let (edge, top) = (self.frame.left, self.frame.top);
        let (right, bottom) = (self.frame.right(), self.frame.bottom());
        let upright = below.at.iter().map(|&number| self.x(number));
        let level = left.at.iter().map(|&number| self.y(number));
        let upright = upright.map(|x| ((x, top), (x, bottom)));
        let level = level.map(|y| ((edge, y), (right, y)));
        scene.strokes(upright.chain(level), Line::thin(Tone::Grid));
    }

    /// A line where the repetition begins, and what it is.
    fn start_of_period(&self, scene: &mut Scene, repeat: Repeat) {
        let words = repeat.words();
        let base = self.frame.top - 5.0;
        let (mut x, mut look) = (self.edge(repeat.preperiod), LABEL.tone(Tone::Mark));
        let beyond = repeat.preperiod > self.across.high;
        if !beyond {
            let line = Line {
                tone: Tone::Mark,
                width: 1.5,
            };
            let ends = ((x, self.frame.top - 14.0), (x, self.frame.bottom()));
            scene.strokes([ends], line);
            x += 5.0;
        }
        let words = if beyond { words + " →" } else { words };
        let words = clip(&words, SMALL, scene.width - 2.0 * MARGIN);
        let width = width(&words, SMALL);
        if x + width > scene.width - MARGIN {
            // To the other side of the line, or as far right as there is room.
            look = look.end();
            x = if beyond { self.frame.right() } else { x - 10.0 };
            if x - width < MARGIN {
                look = LABEL.tone(Tone::Mark);
                x = MARGIN;
            }
        }
        scene.text((x, base), &words, look);
    }

    fn points(&self, scene: &mut Scene, plot: &ValueChart) {
        // As large as the room between neighbours allows.
        let radius = (self.step() * 0.45).clamp(1.3, 3.5);
        for losing in [false, true] {
            let chosen = || plot.points().filter(|&(_, value)| (value == 0) == losing);
            let places = chosen().map(|(size, value)| (self.x(size), self.y(value)));
            let hints = chosen().map(|(size, value)| match value {
                0 => format!("g({size}) = 0, a P-position"),
                value => format!("g({size}) = {value}"),
            });
            let (sign, radius, tone) = match losing {
                true => (Sign::Diamond, radius + 1.5, Tone::Losing),
                false => (Sign::Disc, radius, Tone::Series),
            };
            scene.items.push(Item::Dots(Dots {
                sign,
                radius,
                tone,
                places: places.collect(),
                hints: match plot.values.len() {
                    0..=HINTED => hints.collect(),
                    _ => Vec::new(),
                },
            }));
        }
    }

    /// The points counted by pixel; P-positions as marks of their own where they are few.
    fn crowd(
        &self,
        scene: &mut Scene,
        plot: &ValueChart,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        /// The most marks that can still be told apart.
        const APART: usize = 160;
        let area = self.frame.inset(PAD - 1.0);
        let mut counted = Density::new(area.width, area.height);
        let mut losing = Density::new(area.width, 5.0);
        let mut places: Vec<Spot> = Vec::new();
        for (size, value) in plot.points() {
            budget.step()?;
            let x = self.x(size);
            if value > 0 {
                counted.count(x - area.left, self.y(value) - area.top);
                continue;
            }
            losing.count(x - area.left, 2.5);
            let near = places.last().is_some_and(|&(last, _)| x - last < 0.5);
            if !near && places.len() <= APART {
                places.push((x, self.y(0)));
            }
        }
        if let Some(bitmap) = counted.bitmap(1) {
            scene
                .items
                .push(Item::Image(area, bitmap, Some(Tone::Series)));
        }
        if places.len() <= APART {
            scene.dots(Sign::Diamond, 3.5, Tone::Losing, places);
        } else if let Some(bitmap) = losing.bitmap(2) {
            let foot = rect(area.left, self.y(0) - 2.5, area.width, 5.0);
            scene
                .items
                .push(Item::Image(foot, bitmap, Some(Tone::Losing)));
        }
        Ok(())
    }
}
