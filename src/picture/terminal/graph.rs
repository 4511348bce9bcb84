//! The graph of a position as a list.

use std::cmp::Reverse;

use super::super::drawing::{Graph, Node, Standing};
use super::super::layers::{Ranks, leads, ranks};
use super::{Canvas, DRAWN_COLOR, LOSING, LOSING_COLOR, PLAIN, Place, clipped};

/// The most characters of a position in the first column.
const LABEL: usize = 32;

/// The columns before a position's label.
const FIRST: usize = 9;

/// Lists the positions, those with the longest plays first or those that are reached soonest, each with its value and its options, winning moves first.
pub fn graph(graph: &Graph, canvas: &mut Canvas) {
    if graph.nodes.is_empty() {
        canvas.line("no positions", PLAIN);
        return;
    }
    let (count, lines) = (graph.nodes.len(), graph.lines());
    let mut order: Vec<usize> = (0..count).collect();
    let (ranks, ranked) = match ranks(count, &lines) {
        Ranks::Heights(heights) => {
            order.sort_by_key(|&node| Reverse(heights[node]));
            (heights, "in the longest play from here")
        }
        // Where plays go round, no longest one exists.
        Ranks::Distances(distances) => {
            order.sort_by_key(|&node| distances[node]);
            (distances, "from the first position at least")
        }
    };
    let mut options = leads(count, lines.iter().copied());
    let widest = |of: &dyn Fn(&Node) -> String| {
        let widths = graph.nodes.iter().map(|node| of(node).chars().count());
        widths.max().unwrap_or(0)
    };
    // The columns of moves and signs come first; then labels and values share what there is.
    let room = canvas.columns().saturating_sub(FIRST + 2);
    let value = widest(&Node::verdict).max(5).min(room - 4);
    let label = widest(&in_a_line);
    let label = label.clamp(8, LABEL).min(room - value);
    let heading = format!(
        "moves    {:label$}  {:>value$}  options",
        "position", "value"
    );
    canvas.line(&heading, PLAIN.dimmed());
    for index in order {
        let node = &graph.nodes[index];
        let line = canvas.height();
        canvas.put((line, 0), &format!("{:>5}", ranks[index]), PLAIN);
        let (sign, style) = match node.standing {
            Standing::Lost => (LOSING, LOSING_COLOR),
            Standing::Won => ("○", PLAIN),
            Standing::Drawn => ("=", DRAWN_COLOR),
        };
        canvas.put((line, FIRST - 2), sign, style);
        canvas.put((line, FIRST), &clipped(&in_a_line(node), label), PLAIN);
        let verdict = clipped(&node.verdict(), value);
        let verdict = format!("{verdict:>value$}");
        let column = canvas.put((line, FIRST + label + 2), &verdict, PLAIN);
        options[index].sort_by_key(|&to| !graph.nodes[to].standing.is_lost());
        list_options(graph, &options[index], canvas, (line, column));
    }
    let mut standings = graph.nodes.iter().map(|node| node.standing);
    let draws = standings.any(|standing| standing == Standing::Drawn);
    let boards = graph.nodes.iter().any(|node| !node.boards.is_empty());
    for (shown, sign, style, meaning) in [
        (true, LOSING, LOSING_COLOR, "P-position: who moves loses"),
        (true, "○", PLAIN, "N-position: who moves wins"),
        (draws, "=", DRAWN_COLOR, "draw: nobody has to lose"),
        (boards, "●", PLAIN, "cell that is there; / ends a row"),
        (true, "moves:", PLAIN, ranked),
    ] {
        if !shown {
            continue;
        }
        let line = canvas.height();
        let column = canvas.put((line, 0), sign, style) + 1;
        let meaning = clipped(meaning, canvas.columns().saturating_sub(7));
        canvas.put((line, column), &meaning, PLAIN);
    }
}

/// A position in few characters: its boards row by row, or its label.
fn in_a_line(node: &Node) -> String {
    let boards = node.boards.iter().map(|board| {
        let row = |row| {
            let cells = (0..board.columns).map(|column| board.here.contains(&(row, column)));
            cells.map(|here| if here { '●' } else { '·' }).collect()
        };
        let rows: Vec<String> = (0..board.rows).map(row).collect();
        rows.join("/")
    });
    match boards.collect::<Vec<String>>().as_slice() {
        [] => node.label.clone(),
        boards => boards.join(" "),
    }
}

/// As many options as fit on the rest of a line.
fn list_options(graph: &Graph, options: &[usize], canvas: &mut Canvas, (line, mut column): Place) {
    for (place, &to) in options.iter().enumerate() {
        let option = &graph.nodes[to];
        let (mark, indent) = match option.standing.is_lost() {
            true => (LOSING, 4),
            false => ("", 2),
        };
        let name = clipped(&in_a_line(option), LABEL);
        let more = format!("  … {} more", options.len() - place);
        let after = match place + 1 == options.len() {
            true => 0,
            false => more.chars().count(),
        };
        let room = canvas.columns().saturating_sub(column);
        if indent + name.chars().count() + after > room {
            if more.chars().count() <= room {
                canvas.put((line, column), &more, PLAIN);
            }
            break;
        }
        canvas.put((line, column + 2), mark, LOSING_COLOR);
        column = canvas.put((line, column + indent), &name, PLAIN);
    }
}
