//! Grundy values by pile size in a terminal.

use super::super::axis::{Axis, Ticks};
use super::super::values::Values;
use super::axes::Axes;
use super::braille::Sheet;
use super::{Entry, LOSING, LOSING_COLOR, MARK_COLOR, SERIES_COLOR, Screen};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Draws the values of piles as dots; P-positions have a line of their own at the foot.
///
/// # Errors
/// A limit.
pub fn values(plot: &Values<'_>, screen: Screen, budget: &mut Budget) -> Result<String, Limit> {
    let mut text = screen.head(plot.title, plot.subtitle);
    let Some(&largest) = plot.values.iter().max() else {
        text.push_str("no values\n");
        return Ok(text);
    };
    let across = Axis {
        low: plot.from,
        high: plot.from.saturating_add(plot.values.len() as u64 - 1),
    };
    let losing = plot.values.contains(&0);
    let positive = largest > 0;
    let down = Axis {
        low: if positive { least(plot.values) } else { 0 },
        high: largest,
    };
    // Below the title: the axis with its numbers and name, and the legend.
    let rest = text.lines().count() + 4 + usize::from(losing);
    // Neighbouring values need not stand further apart than two lines.
    let steps = usize::try_from(down.high - down.low).unwrap_or(usize::MAX);
    let lines = screen.lines().saturating_sub(rest).max(3);
    let lines = lines.min(steps.saturating_mul(2).saturating_add(1)) * usize::from(positive);
    let ticks = if positive {
        left_ticks(down, lines)
    } else {
        Ticks {
            at: Vec::new(),
            base: 0,
            power: 0,
        }
    };
    let mut left = vec![String::new(); lines];
    for &number in &ticks.at {
        let line = dot(down, number, lines * 4, true) / 4;
        if let Some(label) = left.get_mut(line) {
            *label = ticks.label(number);
        }
    }
    if losing {
        left.push("0".to_owned());
    }
    let margin = left
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0);
    // Few piles are not torn apart.
    let columns = (screen.columns() - (margin + 2).min(screen.columns() - 8))
        .min(plot.values.len().saturating_mul(2));
    let mut sheet = Sheet::new(columns, lines);
    let mut zeros = vec![' '; columns];
    for (size, value) in plot.points() {
        budget.step()?;
        let x = dot(across, size, columns * 2, false);
        if value == 0 {
            zeros[x / 2] = LOSING;
        } else {
            sheet.set(x, dot(down, value, lines * 4, true));
        }
    }
    let below = across.ticks((columns / 10) as u64);
    let axes = Axes {
        left,
        below: below
            .at
            .iter()
            .map(|&number| {
                (
                    dot(across, number, columns * 2, false) / 2,
                    below.label(number),
                )
            })
            .collect(),
        marked: plot
            .repeat
            .map(|repeat| repeat.preperiod)
            .filter(|&start| (across.low..=across.high).contains(&start))
            .map(|start| dot(across, start, columns * 2, false) / 2),
        name: below.name("pile size n"),
    };
    let zeros: String = zeros.into_iter().collect();
    let dots = sheet
        .lines()
        .map(|line| screen.color(SERIES_COLOR, line.trim_end()));
    let rows = dots.chain(losing.then(|| screen.color(LOSING_COLOR, zeros.trim_end())));
    text.push_str(&axes.around(screen, columns, rows));
    text.push_str(&legend(plot, screen, &ticks, positive, losing));
    Ok(text)
}

fn legend(
    plot: &Values<'_>,
    screen: Screen,
    ticks: &Ticks,
    positive: bool,
    losing: bool,
) -> String {
    let mut entries = Vec::new();
    if positive {
        entries.push(Entry::new(
            screen,
            SERIES_COLOR,
            "⠂",
            &ticks.name("Grundy value g(n)"),
        ));
    }
    if losing {
        entries.push(Entry::new(
            screen,
            LOSING_COLOR,
            &LOSING.to_string(),
            "P-position",
        ));
    }
    if let Some(repeat) = plot.repeat {
        entries.push(Entry::new(screen, MARK_COLOR, "▲", &repeat.words()));
    }
    super::legend(screen, &entries)
}

/// The least value above 0, so that few great values fill the sheet; 1 where they begin there anyway.
fn least(values: &[u64]) -> u64 {
    let least = values
        .iter()
        .copied()
        .filter(|&value| value > 0)
        .min()
        .unwrap_or(1);
    let largest = values.iter().copied().max().unwrap_or(1);
    if least > largest / 2 { least } else { 1 }
}

fn left_ticks(axis: Axis, lines: usize) -> Ticks {
    axis.ticks((lines as u64).div_ceil(2).clamp(1, 8))
}

/// The dot of a number among so many, from the left or from the foot.
fn dot(axis: Axis, number: u64, dots: usize, upwards: bool) -> usize {
    let last = dots.saturating_sub(1);
    let place = (axis.place(number) * last as f64).round() as usize;
    if upwards {
        last - place.min(last)
    } else {
        place.min(last)
    }
}
