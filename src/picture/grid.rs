//! The ground of a plot of values: where piles and values stand, and where the values begin to repeat.

use super::axis::{Axis, Ticks};
use super::font::Font;
use super::frame::{Frame, MARGIN, SMALL};
use super::scene::{Anchor, Line, Scene};
use super::tone::Tone;
use super::values::Repeat;

/// The room between the frame and the outermost points.
pub const PAD: f64 = 9.0;

/// The frame of a plot with its axes.
pub struct Grid {
    /// The frame.
    pub frame: Frame,
    /// The piles.
    pub across: Axis,
    /// The values.
    pub down: Axis,
}

impl Grid {
    /// Where a pile stands.
    pub fn x(&self, size: u64) -> f64 {
        self.frame.left + PAD + self.across.place(size) * (self.frame.width - 2.0 * PAD)
    }

    /// Where a value stands.
    pub fn y(&self, value: u64) -> f64 {
        // A row of zeros alone lies at the foot.
        let place = if self.down.high == 0 {
            0.0
        } else {
            self.down.place(value)
        };
        self.frame.bottom() - PAD - place * (self.frame.height - 2.0 * PAD)
    }

    /// The pixels from a pile to the next.
    pub fn step(&self) -> f64 {
        (self.frame.width - 2.0 * PAD) / (self.across.high - self.across.low).max(1) as f64
    }

    /// Where a pile's stripe begins: half a step before it.
    pub fn edge(&self, size: u64) -> f64 {
        if size <= self.across.low {
            return self.frame.left;
        }
        if size > self.across.high {
            return self.frame.right();
        }
        (self.x(size) - self.step() / 2.0).max(self.frame.left)
    }

    /// Every other period, or where they are too narrow all of them together.
    pub fn bands(&self, scene: &mut Scene, repeat: Repeat) {
        const NARROWEST: f64 = 6.0;
        let Frame { top, height, .. } = self.frame;
        let mut start = repeat.preperiod;
        let mut shaded = true;
        let wide = repeat.period as f64 * self.step() >= NARROWEST;
        // Not more often than there are stripes of NARROWEST pixels, and those before the first pile.
        if start < self.across.low && repeat.period > 0 {
            let periods = (self.across.low - start) / repeat.period;
            start += periods * repeat.period;
            shaded = periods.is_multiple_of(2);
        }
        shaded |= !wide;
        while start <= self.across.high {
            let end = if wide {
                start.saturating_add(repeat.period.max(1))
            } else {
                u64::MAX
            };
            if shaded {
                let (left, right) = (self.edge(start), self.edge(end));
                scene.fill(left, top, right - left, height, Tone::Band);
            }
            if end == u64::MAX {
                break;
            }
            shaded = !shaded;
            start = end;
        }
    }

    /// The lines at the ticks.
    pub fn lines(&self, scene: &mut Scene, below: &Ticks, left: &Ticks) {
        let Frame {
            left: edge, top, ..
        } = self.frame;
        let (right, bottom) = (self.frame.right(), self.frame.bottom());
        let upright = below
            .at
            .iter()
            .map(|&number| ((self.x(number), top), (self.x(number), bottom)));
        let level = left
            .at
            .iter()
            .map(|&number| ((edge, self.y(number)), (right, self.y(number))));
        let ends: Vec<_> = upright.chain(level).collect();
        scene.strokes(&ends, Line::thin(Tone::Grid));
    }

    /// A line where the repetition begins, and what it is.
    pub fn start_of_period(&self, scene: &mut Scene, font: &Font, repeat: Repeat) {
        let words = repeat.words();
        let base = self.frame.top - 5.0;
        let (mut x, mut anchor) = (self.edge(repeat.preperiod), Anchor::Start);
        let beyond = repeat.preperiod > self.across.high;
        if !beyond {
            let line = Line {
                tone: Tone::Mark,
                width: 1.5,
                dashed: false,
            };
            scene.strokes(
                &[((x, self.frame.top - 14.0), (x, self.frame.bottom()))],
                line,
            );
            x += 5.0;
        }
        let words = if beyond { words + " →" } else { words };
        let words = font.clip(&words, SMALL, scene.width - 2.0 * MARGIN);
        let width = font.width(&words, SMALL);
        if x + width > scene.width - MARGIN {
            // To the other side of the line, or as far right as there is room.
            anchor = Anchor::End;
            x = if beyond { self.frame.right() } else { x - 10.0 };
            if x - width < MARGIN {
                anchor = Anchor::Start;
                x = MARGIN;
            }
        }
        scene.text(x, base, &words, SMALL, anchor, Tone::Mark);
    }
}
