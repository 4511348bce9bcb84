//! The graph of a position: what can be reached from it, and by which moves.

use std::cmp::Ordering;
use std::fmt;

use super::axis::grouped;
use super::font::Font;
use super::font::Pen::{Close, Cubic, Line as To, Move};
use super::frame::{self, Key, KeyLook, MARGIN, SMALL};
use super::layers::{Layers, Stand, layers};
use super::places::places;
use super::scene::{Anchor, Form, Item, Line, Scene, Shape};
use super::standing::Standing;
use super::tone::Tone;

/// The most positions that are drawn.
pub const MOST_NODES: usize = 400;

/// The most options that are drawn.
pub const MOST_OPTIONS: usize = 6000;

/// A graph is too large for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// How many positions there are.
    pub nodes: usize,
    /// How many options.
    pub options: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { nodes, options } = self;
        write!(
            f,
            "{nodes} positions with {options} options do not fit into a picture, which takes {MOST_NODES} and {MOST_OPTIONS}"
        )
    }
}

impl std::error::Error for TooLarge {}

/// The height of a position's box.
const BOX: f64 = 36.0;
/// The widest label.
const LABEL: f64 = 240.0;
/// The size of a position's value.
const VERDICT: f64 = 12.0;
/// How far lines up stand beside those down.
const RISING: f64 = 9.0;
/// The length of an arrow's head, and half its width.
const HEAD: (f64, f64) = (7.0, 3.5);

/// A position and what can be reached from it.
#[derive(Debug, Clone, Copy)]
pub struct Graph<'a> {
    /// What the picture shows.
    pub title: &'a str,
    /// More about it; may be empty.
    pub subtitle: &'a str,
    /// The positions, the one that was asked about first.
    pub nodes: &'a [Node],
    /// Options: from which position to which, by their places in `nodes`. Others are left out, and so is what is
    /// there twice.
    pub options: &'a [(usize, usize)],
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// How it is written.
    pub label: String,
    /// Its Grundy value, where it has one.
    pub value: Option<u64>,
    /// Who wins it.
    pub standing: Standing,
}

impl Node {
    /// The value, or which kind of position it is.
    pub(super) fn verdict(&self) -> String {
        match (self.value, self.standing) {
            (Some(value), _) => grouped(value),
            (None, Standing::Lost) => "P".to_owned(),
            (None, Standing::Won) => "N".to_owned(),
            (None, Standing::Drawn) => "draw".to_owned(),
        }
    }
}

impl Graph<'_> {
    /// The options in order, each once, between positions that there are.
    pub(super) fn lines(&self) -> Vec<(usize, usize)> {
        let known = |&(from, to): &(usize, usize)| {
            from < self.nodes.len() && to < self.nodes.len() && from != to
        };
        let mut lines: Vec<_> = self.options.iter().copied().filter(known).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// Draws positions as boxes and options as arrows, which lead down.
///
/// # Errors
///
/// Where there are more than [`MOST_NODES`] positions or [`MOST_OPTIONS`] options.
pub fn graph(graph: &Graph<'_>) -> Result<Scene, TooLarge> {
    let font = Font::new();
    let lines = graph.lines();
    let (nodes, options) = (graph.nodes.len(), lines.len());
    if nodes > MOST_NODES || options > MOST_OPTIONS {
        return Err(TooLarge { nodes, options });
    }
    if nodes == 0 {
        return Ok(frame::nothing(graph.title, graph.subtitle, "no positions"));
    }
    let labels: Vec<_> = graph
        .nodes
        .iter()
        .map(|node| font.clip(&node.label, SMALL, LABEL))
        .collect();
    let width = |node: &Node, label: &str| {
        let label = font.width(label, SMALL);
        let verdict = font.width(&node.verdict(), VERDICT);
        (label.max(verdict) + 22.0).max(44.0).ceil()
    };
    let pairs = graph.nodes.iter().zip(&labels);
    let widths: Vec<f64> = pairs.map(|(node, label)| width(node, label)).collect();
    let layers = layers(graph.nodes.len(), &lines);
    let (across, whole) = places(&layers, &widths, 16.0);
    // The wider the graph, the steeper its lines would lie.
    let rows = layers.rows.len();
    let step = (BOX + 34.0 + whole * 0.035).min(BOX + 110.0).ceil();
    let keys = keys(graph, &lines);
    let least = frame::least_width(&font, graph.title, graph.subtitle)
        .max(frame::legend_width(&font, &keys).min(640.0));
    let mut scene = Scene::new((whole + 2.0 * MARGIN).max(least).ceil(), 100.0, graph.title);
    scene.description = description(graph, &lines);
    // Drawn once to see how high the header is, and again on the page that is high enough.
    let top = frame::header(&mut scene.clone(), &font, graph.subtitle, &keys) + 8.0;
    let down = |row: usize| top + step * row as f64;
    scene.height = down(rows.saturating_sub(1)) + BOX + MARGIN;
    frame::header(&mut scene, &font, graph.subtitle, &keys);
    let left = ((scene.width - whole) / 2.0).max(MARGIN);
    let mut spots = vec![(0.0, 0.0); layers.items.len()];
    for (row, stands) in layers.rows.iter().enumerate() {
        for &item in stands {
            spots[item] = (left + across[item], down(row));
        }
    }
    arrows(&mut scene, graph, &layers, &spots);
    for (index, node) in graph.nodes.iter().enumerate() {
        position(
            &mut scene,
            node,
            &labels[index],
            spots[index],
            widths[index],
        );
    }
    Ok(scene)
}

fn keys(graph: &Graph<'_>, lines: &[(usize, usize)]) -> Vec<Key> {
    let mut keys = Vec::new();
    let valued = graph.nodes.iter().any(|node| node.value.is_some());
    let has = |standing| graph.nodes.iter().any(|node| node.standing == standing);
    if has(Standing::Won) {
        let look = KeyLook::Box {
            ground: Tone::Ground,
            rim: Tone::Axis,
            round: true,
        };
        keys.push(Key::new(
            look,
            if valued {
                "N-position and its value"
            } else {
                "N-position: who moves wins"
            },
        ));
    }
    if has(Standing::Lost) {
        let look = KeyLook::Box {
            ground: Tone::LosingGround,
            rim: Tone::Losing,
            round: false,
        };
        keys.push(Key::new(look, "P-position: who moves loses"));
    }
    if has(Standing::Drawn) {
        let look = KeyLook::Box {
            ground: Tone::Page,
            rim: Tone::Mark,
            round: false,
        };
        keys.push(Key::new(look, "draw: nobody has to lose"));
    }
    let leads = |losing: bool| {
        lines
            .iter()
            .any(|&(_, to)| graph.nodes[to].standing.is_lost() == losing)
    };
    if leads(true) {
        keys.push(Key::new(KeyLook::Arrow(Tone::Winning, 1.8), "winning move"));
    }
    if leads(false) {
        keys.push(Key::new(KeyLook::Arrow(Tone::Edge, 1.0), "other move"));
    }
    keys
}

fn description(graph: &Graph<'_>, lines: &[(usize, usize)]) -> String {
    let losing = graph
        .nodes
        .iter()
        .filter(|node| node.standing.is_lost())
        .count();
    let start = graph
        .nodes
        .first()
        .map_or(String::new(), |node| format!(" from {}", node.label));
    format!(
        "The positions reached{start}, with their options as arrows. Positions: {}, P-positions: {losing}, options: {}.",
        graph.nodes.len(),
        lines.len()
    )
}

/// The lines between the layers, those that win above the others.
fn arrows(scene: &mut Scene, graph: &Graph<'_>, layers: &Layers, spots: &[(f64, f64)]) {
    for winning in [false, true] {
        let tone = if winning { Tone::Winning } else { Tone::Edge };
        let leads = |&&(_, to): &&(usize, usize)| {
            graph.nodes[layers.items[to].target()].standing.is_lost() == winning
        };
        let mut pens = Vec::new();
        for &(from, to) in layers.links.iter().filter(leads) {
            let ((x, y), (x2, y2)) = (spots[from], spots[to]);
            let y = y + BOX;
            let end = if matches!(layers.items[to], Stand::Node(_)) {
                y2 - HEAD.0
            } else {
                y2
            };
            let bow = (end - y) * 0.55;
            pens.extend([Move(x, y), Cubic(x, y + bow, x2, end - bow, x2, end)]);
            if matches!(layers.items[to], Stand::Bend(_)) {
                pens.push(To(x2, y2 + BOX));
            }
        }
        let mut reached: Vec<usize> = layers
            .links
            .iter()
            .filter(leads)
            .map(|&(_, to)| to)
            .filter(|&to| matches!(layers.items[to], Stand::Node(_)))
            .collect();
        let mut risen: Vec<usize> = Vec::new();
        for &(from, to) in layers.rising.iter().filter(leads) {
            let ((x, y), (x2, y2)) = (spots[from], spots[to]);
            if y2 < y {
                // Beside the lines that lead down, and in from below.
                let (x, x2, end) = (x + RISING, x2 + RISING, y2 + BOX + HEAD.0);
                let bow = (y - end) * 0.55;
                pens.extend([Move(x, y), Cubic(x, y - bow, x2, end + bow, x2, end)]);
                risen.push(to);
            } else {
                // To a neighbour over what is between.
                let end = y2 - HEAD.0;
                pens.extend([Move(x, y), Cubic(x, y - 28.0, x2, end - 28.0, x2, end)]);
                reached.push(to);
            }
        }
        if pens.is_empty() {
            continue;
        }
        let line = Line {
            tone,
            width: if winning { 1.6 } else { 1.0 },
            dashed: false,
        };
        scene.items.push(Item::Shape(Shape {
            form: Form::Path(pens),
            fill: None,
            line: Some(line),
            hint: None,
        }));
        // Arrow heads from above, and from below.
        let down = reached.iter().map(|&to| (spots[to], -HEAD.0));
        let up = risen.iter().map(|&to| {
            let (x, y) = spots[to];
            ((x + RISING, y + BOX), HEAD.0)
        });
        let mut tips: Vec<_> = down.chain(up).collect();
        tips.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        tips.dedup();
        let heads = tips.iter().flat_map(|&((x, y), back)| {
            [
                Move(x, y),
                To(x - HEAD.1, y + back),
                To(x + HEAD.1, y + back),
                Close,
            ]
        });
        let form = Form::Path(heads.collect());
        scene.items.push(Item::Shape(Shape {
            form,
            fill: Some(tone),
            line: None,
            hint: None,
        }));
    }
}

fn position(scene: &mut Scene, node: &Node, label: &str, spot: (f64, f64), width: f64) {
    let (x, y) = spot;
    let (ground, rim, thick, radius) = match node.standing {
        Standing::Lost => (Tone::LosingGround, Tone::Losing, 2.2, 0.0),
        Standing::Won => (Tone::Ground, Tone::Axis, 1.0, 15.0),
        Standing::Drawn => (Tone::Page, Tone::Mark, 1.6, 4.0),
    };
    let form = Form::Rect {
        x: x - width / 2.0,
        y,
        width,
        height: BOX,
        radius,
    };
    let line = Some(Line {
        tone: rim,
        width: thick,
        dashed: false,
    });
    let kind = node.standing.name();
    let value = node.value.map_or(String::new(), |value| {
        format!(", Grundy value {}", grouped(value))
    });
    let hint = Some(format!("{}: {kind}{value}", node.label));
    scene.items.push(Item::Shape(Shape {
        form,
        fill: Some(ground),
        line,
        hint,
    }));
    scene.text(x, y + 15.0, label, SMALL, Anchor::Middle, Tone::Ink);
    let tone = match node.standing {
        Standing::Lost => Tone::Losing,
        Standing::Won => Tone::Soft,
        Standing::Drawn => Tone::Mark,
    };
    let verdict = node.verdict();
    scene.text(x, y + 29.0, &verdict, VERDICT, Anchor::Middle, tone);
}
