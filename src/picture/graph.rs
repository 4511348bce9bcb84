//! The graph of a position: what can be reached from it, and by which moves.

use std::cmp::Ordering;

use super::axis::{SMALL, grouped};
use super::drawing::{Cells, Drawing, Graph, MOST_NODES, MOST_OPTIONS, Node, Standing};
use super::font::{clip, width};
use super::frame::{self, Key, KeyLook, LABEL, MARGIN, rect};
use super::layers::{Layers, Stand, layers};
use super::scene::Pen::{self, Close, Cubic, Line as To, Move};
use super::scene::{Form, Line, Look, Scene, Spot};
use super::tone::Tone;
use crate::text::diagnostic::Diagnostic;

/// The height of a position's box whose label is a line of text.
const LINE_BOX: f64 = 36.0;
/// The side of a cell of a board, and the room between two boards.
const CELL: f64 = 8.0;
const APART: f64 = 8.0;
/// The widest label.
const WIDEST: f64 = 240.0;
/// The size of a position's value.
const VERDICT: f64 = 12.0;
/// The width of a phone: wider graphs are moved under it, and the legend should be seen.
const PHONE: f64 = 334.0;
/// How far lines up stand beside those down.
const RISING: f64 = 9.0;
/// The length of an arrow's head, and half its width.
const HEAD: (f64, f64) = (7.0, 3.5);

/// Draws positions as boxes and options as arrows, which lead down.
///
/// # Errors
/// There are more than [`MOST_NODES`] positions or [`MOST_OPTIONS`] options.
pub fn graph(drawing: &Drawing, graph: &Graph) -> Result<Scene, Diagnostic> {
    let lines = graph.lines();
    let (nodes, options) = (graph.nodes.len(), lines.len());
    if nodes > MOST_NODES || options > MOST_OPTIONS {
        let words = format!(
            "{nodes} positions with {options} options do not fit into a picture, which takes {MOST_NODES} and {MOST_OPTIONS}"
        );
        return Err(Diagnostic::error("too_large", words));
    }
    if nodes == 0 {
        return Ok(frame::nothing(drawing));
    }
    let labels = graph.nodes.iter().map(|node| &node.label);
    let labels: Vec<_> = labels.map(|label| clip(label, SMALL, WIDEST)).collect();
    let pairs = graph.nodes.iter().zip(&labels);
    let widths: Vec<f64> = pairs
        .map(|(node, label)| {
            let verdict = width(&node.verdict(), VERDICT);
            let own = match node.boards.as_slice() {
                [] => width(label, SMALL),
                boards => boards_width(boards),
            };
            (own.max(verdict) + 22.0).max(44.0).ceil()
        })
        .collect();
    let boards = graph.nodes.iter().flat_map(|node| &node.boards);
    let highest = boards.map(|board| board.rows).max();
    let height = highest.map_or(LINE_BOX, |rows| 28.0 + CELL * rows as f64);
    let layers = layers(nodes, &lines);
    let (across, whole) = layers.places(&widths, 16.0);
    // The wider the graph, the steeper its lines would lie.
    let step = (height + 34.0 + whole * 0.035).min(height + 110.0).ceil();
    let keys = keys(graph, &lines);
    let page_width = (whole + 2.0 * MARGIN).max(frame::least_width(drawing));
    let page_width = page_width.ceil();
    let last = layers.rows.len().saturating_sub(1);
    let down = |top: f64, row: usize| top + 8.0 + step * row as f64;
    let (mut scene, top) = frame::page(drawing, (page_width, PHONE), &keys, |top| {
        down(top, last) + height + MARGIN
    });
    scene.description = description(graph, &lines);
    let left = ((scene.width - whole) / 2.0).max(MARGIN);
    let mut spots = vec![(0.0, 0.0); layers.items.len()];
    for (row, stands) in layers.rows.iter().enumerate() {
        for &item in stands {
            spots[item] = (left + across[item], down(top, row));
        }
    }
    for (tone, width) in [(Tone::Edge, 1.0), (Tone::Winning, 1.6)] {
        Arrows::of(graph, &layers, (&spots, height), tone == Tone::Winning)
            .draw(&mut scene, Line { tone, width });
    }
    let boxes = graph.nodes.iter().zip(&labels).zip(&widths);
    for (((node, label), width), &(x, y)) in boxes.zip(&spots) {
        let area = rect(x - width / 2.0, y, *width, height);
        let (ground, rim, radius) = look(node.standing);
        scene.hinted(Form::Rect(area, radius), ground, rim, hint(node));
        match node.boards.as_slice() {
            [] => scene.text((x, y + 15.0), label, LABEL.middle().tone(Tone::Ink)),
            boards => draw_boards(&mut scene, (x, y + 8.0), boards),
        }
        let tone = match node.standing {
            Standing::Won => Tone::Soft,
            Standing::Lost | Standing::Drawn => rim.tone,
        };
        let verdict = Look {
            size: VERDICT,
            ..LABEL.middle().tone(tone)
        };
        scene.text((x, y + height - 7.0), &node.verdict(), verdict);
    }
    Ok(scene)
}

/// How much room boards take beside each other.
fn boards_width(boards: &[Cells]) -> f64 {
    let widths = boards.iter().map(|board| CELL * board.columns as f64);
    widths.map(|width| width + APART).sum::<f64>() - APART
}

/// Boards beside each other, the middle of all at the top.
fn draw_boards(scene: &mut Scene, (middle, top): Spot, boards: &[Cells]) {
    let mut left = middle - boards_width(boards) / 2.0;
    for board in boards {
        let (columns, rows) = (board.columns as f64, board.rows as f64);
        let area = rect(left, top, CELL * columns, CELL * rows);
        scene.fill(area, Tone::Page);
        let cells = board.here.iter().flat_map(|&(row, column)| {
            let (x, y) = (left + CELL * column as f64, top + CELL * row as f64);
            let (x2, y2) = (x + CELL, y + CELL);
            [Move(x, y), To(x2, y), To(x2, y2), To(x, y2), Close]
        });
        let rim = Line::thin(Tone::Page);
        scene.shape(Form::Path(cells.collect()), Some(Tone::Series), Some(rim));
        scene.frame(area, Tone::Axis);
        left += CELL * columns + APART;
    }
}

/// The ground, the rim and the rounding of a position's box.
fn look(standing: Standing) -> (Tone, Line, f64) {
    let rim = |tone, width| Line { tone, width };
    match standing {
        Standing::Lost => (Tone::LosingGround, rim(Tone::Losing, 2.2), 0.0),
        Standing::Won => (Tone::Ground, rim(Tone::Axis, 1.0), 15.0),
        Standing::Drawn => (Tone::Page, rim(Tone::Mark, 1.6), 4.0),
    }
}

/// What is said where the pointer rests on a position.
fn hint(node: &Node) -> String {
    let value = node.value.map_or(String::new(), |value| {
        format!(", Grundy value {}", grouped(value))
    });
    format!("{}: {}{value}", node.label, node.standing.name())
}

fn keys(graph: &Graph, lines: &[(usize, usize)]) -> Vec<Key> {
    let valued = graph.nodes.iter().any(|node| node.value.is_some());
    let won = match valued {
        true => "N-position and its value",
        false => "N-position: who moves wins",
    };
    let mut keys = Vec::new();
    for (standing, width, radius, meaning) in [
        (Standing::Won, 1.0, 6.0, won),
        (Standing::Lost, 2.0, 0.0, "P-position: who moves loses"),
        (Standing::Drawn, 2.0, 4.0, "draw: nobody has to lose"),
    ] {
        if graph.nodes.iter().any(|node| node.standing == standing) {
            let (ground, rim, _) = look(standing);
            let look = KeyLook::Box(ground, Line { width, ..rim }, radius);
            keys.push((look, meaning.to_owned()));
        }
    }
    for (losing, tone, width, meaning) in [
        (true, Tone::Winning, 1.8, "winning move"),
        (false, Tone::Edge, 1.0, "other move"),
    ] {
        let mut ends = lines.iter().map(|&(_, to)| graph.nodes[to].standing);
        if ends.any(|standing| standing.is_lost() == losing) {
            keys.push((KeyLook::Arrow(Line { tone, width }), meaning.to_owned()));
        }
    }
    keys
}

fn description(graph: &Graph, lines: &[(usize, usize)]) -> String {
    let standings = graph.nodes.iter().map(|node| node.standing);
    let losing = standings.filter(|standing| standing.is_lost()).count();
    let start = graph.nodes.first();
    let start = start.map_or(String::new(), |node| format!(" from {}", node.label));
    format!(
        "The positions reached{start}, with their options as arrows. Of {} positions {losing} are P-positions; there are {} options.",
        graph.nodes.len(),
        lines.len()
    )
}

/// The arrows of the options that win, or of the others.
struct Arrows {
    pens: Vec<Pen>,
    /// The tip of each head, and how far back its base is: up or down.
    tips: Vec<(Spot, f64)>,
}

impl Arrows {
    /// Between boxes of this height.
    fn of(
        graph: &Graph,
        layers: &Layers,
        (spots, height): (&[Spot], f64),
        winning: bool,
    ) -> Arrows {
        let leads = |&&(_, to): &&(usize, usize)| {
            graph.nodes[layers.items[to].target()].standing.is_lost() == winning
        };
        let (mut pens, mut tips) = (Vec::new(), Vec::new());
        for &(from, to) in layers.links.iter().filter(leads) {
            let ((x, y), (x2, y2)) = (spots[from], spots[to]);
            let (y, is_node) = (y + height, matches!(layers.items[to], Stand::Node(_)));
            let end = if is_node { y2 - HEAD.0 } else { y2 };
            let bow = (end - y) * 0.55;
            pens.extend([Move(x, y), Cubic(x, y + bow, x2, end - bow, x2, end)]);
            match is_node {
                true => tips.push((spots[to], -HEAD.0)),
                false => pens.push(To(x2, y2 + height)),
            }
        }
        for &(from, to) in layers.rising.iter().filter(leads) {
            let ((x, y), (x2, y2)) = (spots[from], spots[to]);
            if y2 < y {
                // Beside the lines that lead down, and in from below.
                let (x, x2, end) = (x + RISING, x2 + RISING, y2 + height + HEAD.0);
                let bow = (y - end) * 0.55;
                pens.extend([Move(x, y), Cubic(x, y - bow, x2, end + bow, x2, end)]);
                tips.push(((x2, y2 + height), HEAD.0));
            } else {
                // To a neighbour over what is between.
                let end = y2 - HEAD.0;
                pens.extend([Move(x, y), Cubic(x, y - 28.0, x2, end - 28.0, x2, end)]);
                tips.push((spots[to], -HEAD.0));
            }
        }
        tips.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        tips.dedup();
        Arrows { pens, tips }
    }

    fn draw(self, scene: &mut Scene, line: Line) {
        if self.pens.is_empty() {
            return;
        }
        scene.shape(Form::Path(self.pens), None, Some(line));
        let heads = self.tips.iter().flat_map(|&((x, y), back)| {
            [
                Move(x, y),
                To(x - HEAD.1, y + back),
                To(x + HEAD.1, y + back),
                Close,
            ]
        });
        scene.shape(Form::Path(heads.collect()), Some(line.tone), None);
    }
}
