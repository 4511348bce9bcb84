//! The graph of a position as a list.

use std::fmt::Write;

use anstyle::Style;

use super::super::graph::{Graph, Node};
use super::super::layers::{distances, goes_round, heights};
use super::super::standing::Standing;
use super::{DRAWN_COLOR, LOSING, LOSING_COLOR, Screen, clipped};

/// The most characters of a position in the first column.
const LABEL: usize = 32;

/// The columns before a position's label.
const FIRST: usize = 9;

/// Lists the positions, those with the longest plays first or those that are reached soonest, each with its value and its options, winning moves first.
pub fn graph(graph: &Graph<'_>, screen: Screen) -> String {
    let mut text = screen.head(graph.title, graph.subtitle);
    if graph.nodes.is_empty() {
        text.push_str("no positions\n");
        return text;
    }
    let lines = graph.lines();
    // Where plays go round, no longest one exists.
    let round = goes_round(graph.nodes.len(), &lines);
    let (ranks, ranked) = match round {
        true => (
            distances(graph.nodes.len(), &lines),
            "from the first position at least",
        ),
        false => (
            heights(graph.nodes.len(), &lines),
            "in the longest play from here",
        ),
    };
    let mut options = vec![Vec::new(); graph.nodes.len()];
    for &(from, to) in &lines {
        options[from].push(to);
    }
    let widest = |of: &dyn Fn(&Node) -> usize| graph.nodes.iter().map(of).max().unwrap_or(0);
    // The columns of moves and signs come first; then labels and values share what there is.
    let room = screen.columns().saturating_sub(FIRST + 2);
    let value = widest(&|node| node.verdict().chars().count())
        .max(5)
        .min(room - 4);
    let label = widest(&|node| node.label.chars().count())
        .clamp(8, LABEL)
        .min(room - value);
    // Writing to a string never fails, here and below.
    let heading = format!(
        "moves    {:label$}  {:>value$}  options",
        "position", "value"
    );
    let _ = writeln!(
        text,
        "{}",
        screen.paint(Style::new().dimmed(), &clipped(&heading, screen.columns()))
    );
    let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
    order.sort_by_key(|&node| match round {
        true => ranks[node],
        false => usize::MAX - ranks[node],
    });
    for index in order {
        let node = &graph.nodes[index];
        let sign = match node.standing {
            Standing::Lost => screen.color(LOSING_COLOR, &LOSING.to_string()),
            Standing::Won => "○".to_owned(),
            Standing::Drawn => screen.color(DRAWN_COLOR, "="),
        };
        let name = clipped(&node.label, label);
        let verdict = clipped(&node.verdict(), value);
        let _ = write!(
            text,
            "{:>5}  {sign} {name:label$}  {verdict:>value$}",
            ranks[index]
        );
        let mut room = screen.columns().saturating_sub(FIRST + label + 2 + value);
        options[index].sort_by_key(|&to| !graph.nodes[to].standing.is_lost());
        for (place, &to) in options[index].iter().enumerate() {
            let option = &graph.nodes[to];
            let mark = if option.standing.is_lost() {
                "◆ "
            } else {
                ""
            };
            let name = clipped(&option.label, LABEL);
            let length = 2 + mark.chars().count() + name.chars().count();
            let more = format!("  … {} more", options[index].len() - place);
            let last = place + 1 == options[index].len();
            if length + if last { 0 } else { more.chars().count() } > room {
                if more.chars().count() <= room {
                    text.push_str(&more);
                }
                break;
            }
            room -= length;
            text.push_str("  ");
            text.push_str(&screen.color(LOSING_COLOR, mark.trim_end()));
            text.push_str(if mark.is_empty() { "" } else { " " });
            text.push_str(&name);
        }
        text.push('\n');
    }
    let draws = graph
        .nodes
        .iter()
        .any(|node| node.standing == Standing::Drawn);
    let draws = draws.then(|| (screen.color(DRAWN_COLOR, "="), "draw: nobody has to lose"));
    for (sign, meaning) in [
        Some((
            screen.color(LOSING_COLOR, "◆"),
            "P-position: who moves loses",
        )),
        Some(("○".to_owned(), "N-position: who moves wins")),
        draws,
        Some(("moves:".to_owned(), ranked)),
    ]
    .into_iter()
    .flatten()
    {
        let room = screen.columns().saturating_sub(7);
        let _ = writeln!(text, "{sign} {}", clipped(meaning, room));
    }
    text
}
