//! Axes of whole numbers: where a number stands, which numbers are written, and how.

use super::font::width;

/// The whole numbers from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// The least number.
    pub low: u64,
    /// The greatest number, not below `low`.
    pub high: u64,
}

/// The numbers written at an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticks {
    /// The numbers, in order, inside the axis.
    pub at: Vec<u64>,
    /// What is taken off each before it is written.
    pub base: u64,
    /// By which power of ten the rest is divided, which it is a multiple of.
    pub power: u32,
}

/// The size of ticks' labels and legends.
pub const SMALL: f64 = 11.0;

/// From here on numbers are written without what they have in common.
const LONG: u64 = 10_000_000;

impl Axis {
    /// `count` numbers from `low` on, at least one.
    pub fn of(low: u64, count: usize) -> Axis {
        let high = low.saturating_add(count.saturating_sub(1) as u64);
        Axis { low, high }
    }

    /// Where a number stands, from 0 at the lower end to 1 at the upper end; in the middle where there is but one number.
    pub fn place(self, number: u64) -> f64 {
        if self.high == self.low {
            return 0.5;
        }
        let number = number.clamp(self.low, self.high);
        (number - self.low) as f64 / (self.high - self.low) as f64
    }

    /// Round numbers at even steps of 1, 2 or 5 times a power of ten: as many as there are up to `most`, at least one.
    pub fn ticks(self, most: u64) -> Ticks {
        let most = most.max(1);
        let steps = (0..20).flat_map(|power| [1, 2, 5].map(|digit| (digit, 10_u64.pow(power))));
        let steps = steps.filter_map(|(digit, unit)| unit.checked_mul(digit));
        let step = { steps }.find(|&step| self.count(step) <= most);
        let step = step.unwrap_or(10_u64.pow(19));
        let first = self.low.div_ceil(step).checked_mul(step);
        let mut at: Vec<u64> = std::iter::successors(first, |number| number.checked_add(step))
            .take_while(|&number| number <= self.high)
            // Where even the largest step is too fine.
            .take(usize::try_from(most).unwrap_or(usize::MAX))
            .collect();
        if at.is_empty() {
            at.push(self.low);
        }
        self.written(at)
    }

    /// How many multiples of `step` there are on the axis.
    fn count(self, step: u64) -> u64 {
        let upto = (self.high / step).saturating_add(1);
        upto.saturating_sub(self.low.div_ceil(step))
    }

    fn written(self, at: Vec<u64>) -> Ticks {
        let (mut base, mut power) = (0, 0);
        if self.high >= LONG {
            let span = self.high - self.low;
            if span < self.low / 100 {
                let units = (0..19).map(|digits| 10_u64.pow(digits));
                let unit = { units }.find(|&unit| unit > span).unwrap_or(1);
                base = self.low / unit * unit;
            }
            if at.iter().any(|&number| number - base >= LONG) {
                let is_shared = |power: &u32| {
                    let unit = 10_u64.pow(*power);
                    at.iter()
                        .all(|&number| (number - base).is_multiple_of(unit))
                };
                let powers = (0..=18).step_by(3).take_while(is_shared);
                power = powers.last().unwrap_or(0);
            }
        }
        Ticks { at, base, power }
    }

    /// As many ticks as can be written side by side on `length` pixels without touching.
    pub fn ticks_across(self, length: f64) -> Ticks {
        self.most_ticks(12, length, |ticks| ticks.widest() + 1.2 * SMALL)
    }

    /// As many ticks as can be written above each other on `length` pixels without touching.
    pub fn ticks_up(self, length: f64) -> Ticks {
        self.most_ticks(11, length, |_| 1.5 * SMALL)
    }

    /// Up to `most` ticks that stand as far apart on `length` pixels as they need.
    fn most_ticks(self, most: u64, length: f64, needed: impl Fn(&Ticks) -> f64) -> Ticks {
        let fits = |ticks: &Ticks| {
            let room = needed(ticks);
            let mut pairs = ticks.at.windows(2);
            pairs.all(|pair| (self.place(pair[1]) - self.place(pair[0])) * length >= room)
        };
        let mut fewer = (1..=most).rev().map(|most| self.ticks(most));
        fewer.find(fits).unwrap_or_else(|| self.ticks(1))
    }
}

impl Ticks {
    /// How wide the widest label is.
    pub fn widest(&self) -> f64 {
        let labels = self.at.iter().map(|&number| self.label(number));
        labels.map(|label| width(&label, SMALL)).fold(0.0, f64::max)
    }

    /// The places of the ticks, with how they are written.
    pub fn labels(&self, place: impl Fn(u64) -> usize) -> Vec<(usize, String)> {
        let ticks = self.at.iter();
        ticks
            .map(|&number| (place(number), self.label(number)))
            .collect()
    }

    /// How a tick is written.
    pub fn label(&self, number: u64) -> String {
        grouped(number.saturating_sub(self.base) / 10_u64.pow(self.power))
    }

    /// How the axis is named, given what it counts.
    pub fn name(&self, what: &str) -> String {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let mut name = what.to_owned();
        if self.base > 0 {
            name += &format!(" − {}", grouped(self.base));
        }
        if self.power > 0 {
            name += " in units of 10";
            let digits = self.power.to_string().into_bytes();
            name.extend(digits.iter().map(|digit| RAISED[usize::from(digit - b'0')]));
        }
        name
    }
}

/// A number with thin spaces between groups of three digits, where it has five or more.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(low: u64, high: u64) -> Axis {
        Axis { low, high }
    }

    #[test]
    fn ticks_are_round() {
        // The largest power of ten that there is.
        const LONGEST: u64 = 10_u64.pow(19);
        let cases: [(u64, u64, u64, &[u64]); 8] = [
            (0, 100, 11, &[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
            (0, 100, 7, &[0, 20, 40, 60, 80, 100]),
            (0, 5, 12, &[0, 1, 2, 3, 4, 5]),
            (71, 154, 6, &[80, 100, 120, 140]),
            (7, 7, 5, &[7]),
            (1, 3, 1, &[2]),
            (11, 19, 1, &[15]),
            (0, u64::MAX, 5, &[0, 1, 2, 3].map(|n| n * (LONGEST / 2))),
        ];
        for (low, high, most, expected) in cases {
            let ticks = axis(low, high).ticks(most);
            assert_eq!(ticks.at, expected, "{low}..{high} in {most}");
        }
    }

    #[test]
    fn ticks_are_few_inside_and_never_none() {
        let ends = [0, 1, 2, 9, 10, 99, 1000, 1 << 30, u64::MAX - 1, u64::MAX];
        for low in ends {
            for high in ends.into_iter().filter(|&high| high >= low) {
                for most in 0..15 {
                    let ticks = axis(low, high).ticks(most);
                    assert!(!ticks.at.is_empty() && ticks.at.len() as u64 <= most.max(1));
                    assert!(ticks.at.iter().all(|number| (low..=high).contains(number)));
                }
            }
        }
    }

    #[test]
    fn long_numbers_are_written_short() {
        let ticks = axis(0, u64::MAX).ticks(5);
        assert_eq!(ticks.label(ticks.at[1]), "5");
        assert_eq!(ticks.name("g"), "g in units of 10¹⁸");
        let ticks = axis(1_000_000_000_007, 1_000_000_000_107).ticks(6);
        assert_eq!(
            ticks.name("n"),
            "n − 1\u{2009}000\u{2009}000\u{2009}000\u{2009}000"
        );
        assert_eq!(ticks.label(ticks.at[0]), "20");
        let ticks = axis(0, 1_000_000).ticks(6);
        assert_eq!(ticks.label(200_000), "200\u{2009}000");
        assert_eq!(ticks.name("n"), "n");
    }

    #[test]
    fn labels_side_by_side_do_not_touch() {
        for high in [1, 9, 100, 12_345, 9_999_999, 1 << 40, u64::MAX] {
            for length in [20.0, 100.0, 700.0] {
                let axis = axis(0, high);
                let ticks = axis.ticks_across(length);
                for pair in ticks.at.windows(2) {
                    let half = |number| width(&ticks.label(number), SMALL) / 2.0;
                    let apart = (axis.place(pair[1]) - axis.place(pair[0])) * length;
                    assert!(apart > half(pair[0]) + half(pair[1]));
                }
            }
        }
    }

    #[test]
    fn numbers_stand_in_order() {
        assert_eq!(axis(5, 5).place(5), 0.5);
        assert_eq!(axis(0, u64::MAX).place(u64::MAX), 1.0);
        assert_eq!(axis(10, 20).place(15), 0.5);
    }
}
