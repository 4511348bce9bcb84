//! The graph of a position as a list.

use super::super::drawing::{Graph, Node, Standing};
use super::super::layers::{distances, goes_round, heights};
use super::canvas::{Canvas, clipped};
use super::{DRAWN_COLOR, LOSING, LOSING_COLOR, PLAIN};

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
    // Where plays go round, no longest one exists.
    let round = goes_round(count, &lines);
    let (ranks, ranked) = match round {
        true => (distances(count, &lines), "from the first position at least"),
        false => (heights(count, &lines), "in the longest play from here"),
    };
    let mut options = vec![Vec::new(); count];
    for &(from, to) in &lines {
        options[from].push(to);
    }
    let widest = |of: &dyn Fn(&Node) -> String| {
        let widths = graph.nodes.iter().map(|node| of(node).chars().count());
        widths.max().unwrap_or(0)
    };
    // The columns of moves and signs come first; then labels and values share what there is.
    let room = canvas.columns().saturating_sub(FIRST + 2);
    let value = widest(&Node::verdict).max(5).min(room - 4);
    let label = widest(&|node| node.label.clone());
    let label = label.clamp(8, LABEL).min(room - value);
    let heading = format!(
        "moves    {:label$}  {:>value$}  options",
        "position", "value"
    );
    canvas.line(&heading, PLAIN.dimmed());
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&node| match round {
        true => ranks[node],
        false => usize::MAX - ranks[node],
    });
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
        canvas.put((line, FIRST), &clipped(&node.label, label), PLAIN);
        let verdict = clipped(&node.verdict(), value);
        let verdict = format!("{verdict:>value$}");
        let column = canvas.put((line, FIRST + label + 2), &verdict, PLAIN);
        options[index].sort_by_key(|&to| !graph.nodes[to].standing.is_lost());
        list_options(graph, &options[index], canvas, (line, column));
    }
    let mut standings = graph.nodes.iter().map(|node| node.standing);
    let draws = standings.any(|standing| standing == Standing::Drawn);
    for (sign, style, meaning) in [
        Some((LOSING, LOSING_COLOR, "P-position: who moves loses")),
        Some(("○", PLAIN, "N-position: who moves wins")),
        draws.then_some(("=", DRAWN_COLOR, "draw: nobody has to lose")),
        Some(("moves:", PLAIN, ranked)),
    ]
    .into_iter()
    .flatten()
    {
        let line = canvas.height();
        let column = canvas.put((line, 0), sign, style) + 1;
        let meaning = clipped(meaning, canvas.columns().saturating_sub(7));
        canvas.put((line, column), &meaning, PLAIN);
    }
}

/// As many options as fit on the rest of a line.
fn list_options(
    graph: &Graph,
    options: &[usize],
    canvas: &mut Canvas,
    (line, mut column): (usize, usize),
) {
    for (place, &to) in options.iter().enumerate() {
        let option = &graph.nodes[to];
        let mark = if option.standing.is_lost() {
            LOSING
        } else {
            ""
        };
        let indent = if mark.is_empty() { 2 } else { 4 };
        let name = clipped(&option.label, LABEL);
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
