//! Axes in a terminal.

use std::fmt::Write;

use super::Screen;

/// What stands around a plot of `columns` characters.
pub struct Axes {
    /// What is written left of each line, the top line first.
    pub left: Vec<String>,
    /// What is written below which columns, from left to right.
    pub below: Vec<(usize, String)>,
    /// A column of the axis that is marked.
    pub marked: Option<usize>,
    /// The name of the axis below.
    pub name: String,
}

impl Axes {
    /// The lines of a plot, already painted, between its axes.
    pub fn around(
        &self,
        screen: Screen,
        columns: usize,
        lines: impl Iterator<Item = String>,
    ) -> String {
        let margin = self.margin();
        let mut text = String::new();
        // Writing to a string never fails, here and below.
        for (label, line) in self.left.iter().zip(lines) {
            let edge = if label.is_empty() { '│' } else { '┤' };
            let line = line.trim_end();
            let _ = writeln!(text, "{label:>margin$} {edge}{line}");
        }
        let tick = |column: usize| self.below.iter().any(|&(at, _)| at == column);
        let mut axis = String::new();
        for column in 0..columns {
            if self.marked == Some(column) {
                axis.push_str(&screen.color(super::MARK_COLOR, "▲"));
            } else {
                axis.push(if tick(column) { '┬' } else { '─' });
            }
        }
        let _ = writeln!(text, "{:margin$} └{axis}", "");
        let mut labels: Vec<char> = Vec::new();
        let start = margin + 2;
        for (column, label) in &self.below {
            let length = label.chars().count();
            let first = (start + column).saturating_sub(length / 2);
            // A label that would leave the plot is moved inside, one that would touch the one before is left out.
            let first = first.min((start + columns).saturating_sub(length));
            if first < labels.len() + usize::from(!labels.is_empty()) * 2 {
                continue;
            }
            labels.resize(first, ' ');
            labels.extend(label.chars());
        }
        let labels: String = labels.into_iter().collect();
        let _ = writeln!(text, "{labels}");
        let name = super::clipped(&self.name, screen.columns().saturating_sub(start));
        let indent = start + columns.saturating_sub(name.chars().count()) / 2;
        let _ = writeln!(text, "{:indent$}{name}", "");
        text
    }

    fn margin(&self) -> usize {
        self.left
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(0)
    }
}
