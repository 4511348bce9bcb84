//! Grundy values by pile size in a terminal.

use super::super::axis::{Axis, Ticks};
use super::super::drawing::ValueChart;
use super::{
    Axes, Canvas, Entry, LOSING, LOSING_COLOR, MARK_COLOR, PLAIN, SERIES_COLOR, entry, margin,
};
use crate::work::Limit;
use crate::work::budget::Budget;

/// Draws the values of piles as dots; P-positions have a line of their own at the foot.
pub fn values(plot: &ValueChart, canvas: &mut Canvas, budget: &mut Budget) -> Result<(), Limit> {
    let Some(largest) = plot.largest() else {
        canvas.line("no values", PLAIN);
        return Ok(());
    };
    let across = plot.sizes();
    let losing = plot.values.contains(&0);
    let positive = largest > 0;
    let down = Axis {
        low: if positive { least(plot, largest) } else { 0 },
        high: largest,
    };
    // Below the title: the axis with its numbers and name, and the legend.
    let rest = canvas.height() + 4 + usize::from(losing);
    // Neighbouring values need not stand further apart than two lines.
    let steps = usize::try_from(down.high - down.low).unwrap_or(usize::MAX);
    let lines = canvas.screen.lines().saturating_sub(rest).max(3);
    let lines = lines.min(steps.saturating_mul(2).saturating_add(1)) * usize::from(positive);
    let ticks = positive.then(|| down.ticks((lines as u64).div_ceil(2).clamp(1, 8)));
    let y = |value: u64| lines * 4 - 1 - dot(down, value, lines * 4);
    let left = ticks
        .iter()
        .flat_map(|ticks| ticks.labels(|value| y(value) / 4));
    let foot = losing.then(|| (lines, "0".to_owned()));
    let left: Vec<(usize, String)> = left.chain(foot).collect();
    // Few piles are not torn apart.
    let room = canvas.columns() - (margin(&left) + 2).min(canvas.columns() - 8);
    let columns = room.min(plot.values.len().saturating_mul(2));
    let x = |size: u64| dot(across, size, columns * 2);
    let below = across.ticks((columns / 10) as u64);
    let marked = plot.repeat.map(|repeat| repeat.preperiod);
    let marked = marked.filter(|start| (across.low..=across.high).contains(start));
    let corner = canvas.axes(&Axes {
        left,
        lines: lines + usize::from(losing),
        columns,
        below: below.labels(|size| x(size) / 2),
        marked: marked.map(|start| x(start) / 2),
        name: below.name("pile size n"),
    });
    for line in 0..lines {
        let place = (corner.0 + line, corner.1);
        canvas.put(place, &" ".repeat(columns), SERIES_COLOR);
    }
    for (size, value) in plot.points() {
        budget.step()?;
        if value == 0 {
            let place = (corner.0 + lines, corner.1 + x(size) / 2);
            canvas.put(place, LOSING, LOSING_COLOR);
        } else {
            canvas.dot(corner, (x(size), y(value)), SERIES_COLOR);
        }
    }
    canvas.legend(&legend(plot, ticks.as_ref()));
    Ok(())
}

fn legend(plot: &ValueChart, ticks: Option<&Ticks>) -> Vec<Entry> {
    let mut entries = Vec::new();
    if let Some(ticks) = ticks {
        let name = ticks.name("Grundy value g(n)");
        entries.push(entry(SERIES_COLOR, "⠂", &name));
    }
    if plot.values.contains(&0) {
        entries.push(entry(LOSING_COLOR, LOSING, "P-position"));
    }
    if let Some(repeat) = plot.repeat {
        entries.push(entry(MARK_COLOR, "▲", &repeat.words()));
    }
    entries
}

/// The least value above 0, so that few great values fill the sheet; 1 where they begin there anyway.
fn least(plot: &ValueChart, largest: u64) -> u64 {
    let positive = plot.values.iter().copied().filter(|&value| value > 0);
    let least = positive.min().unwrap_or(1);
    if least > largest / 2 { least } else { 1 }
}

/// The dot of a number among so many.
fn dot(axis: Axis, number: u64, dots: usize) -> usize {
    let last = dots.saturating_sub(1);
    let place = (axis.place(number) * last as f64).round() as usize;
    place.min(last)
}
