//! Layers for a graph: which node stands in which, in what order, so that few lines cross, and where: near its neighbours
//! and never on another.
//!
//! The method is that of Sugiyama, Tagawa and Toda (1981): layers by longest path, bends where a line passes a layer,
//! and sweeps that put each item at the mean place of its neighbours (barycentre). Lines to one node that pass the same
//! layer share their bend, so that they run together towards it.
//!
//! Indices are of nodes, items and rows that this module has numbered itself; callers give lines between nodes only.

use std::collections::{BTreeMap, VecDeque};

use crate::work::distinct;

/// How often the order of all layers is improved from the top down and back.
const SWEEPS: usize = 16;
/// After how many sweeps without fewer crossings no more are tried.
const PATIENCE: usize = 4;
/// How often the places are improved from the top down and back.
const ROUNDS: usize = 24;

/// What stands in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    Node(usize),
    /// The lines to a node pass here.
    Bend(usize),
}

impl Stand {
    /// The node that is here or that the lines here lead to.
    pub fn target(self) -> usize {
        match self {
            Stand::Node(node) | Stand::Bend(node) => node,
        }
    }
}

/// A graph in layers.
#[derive(Debug, Clone)]
pub struct Layers {
    /// The items by their numbers; nodes first, in their own order.
    pub items: Vec<Stand>,
    /// The numbers of the items in each layer, from the top down, each from left to right.
    pub rows: Vec<Vec<usize>>,
    /// Lines from an item to one in the next layer.
    pub links: Vec<(usize, usize)>,
    /// Lines between nodes that do not lead down, which a graph with cycles has.
    pub rising: Vec<(usize, usize)>,
}

/// Puts `nodes` nodes with lines between them into layers: ends at the foot, everything else above what it leads to. Where lines
/// go round, each node is as far down as it is from the first one.
///
/// Lines may lead only to nodes that there are. Time and memory grow with nodes times layers.
pub fn layers(nodes: usize, lines: &[(usize, usize)]) -> Layers {
    let depths = match ranks(nodes, lines) {
        Ranks::Distances(distances) => distances,
        Ranks::Heights(heights) => {
            let top = heights.iter().copied().max().unwrap_or(0);
            heights.iter().map(|height| top - height).collect()
        }
    };
    let mut items: Vec<Stand> = (0..nodes).map(Stand::Node).collect();
    let count = depths.iter().max().map_or(0, |top| top + 1);
    let mut rows = vec![Vec::new(); count];
    for node in discovered(&leads(nodes, lines.iter().copied())) {
        rows[depths[node]].push(node);
    }
    let mut bends = BTreeMap::new();
    let (mut links, mut rising) = (Vec::new(), Vec::new());
    'lines: for &(from, to) in lines {
        if depths[from] >= depths[to] {
            rising.push((from, to));
            continue;
        }
        let mut above = from;
        let between = rows[..depths[to]].iter_mut().enumerate();
        for (row, stands) in between.skip(depths[from] + 1) {
            // Lines to the same node may pass already.
            if let Some(&bend) = bends.get(&(to, row)) {
                links.push((above, bend));
                continue 'lines;
            }
            let bend = items.len();
            items.push(Stand::Bend(to));
            stands.push(bend);
            bends.insert((to, row), bend);
            links.push((above, bend));
            above = bend;
        }
        links.push((above, to));
    }
    let mut layers = Layers {
        items,
        rows,
        links: distinct(links),
        rising,
    };
    layers.untangle();
    layers
}

/// How far each node is from the end or from the beginning.
#[derive(Debug, PartialEq, Eq)]
pub enum Ranks {
    /// The longest way to an end, where no lines go round.
    Heights(Vec<usize>),
    /// How many lines there are from the first node; what cannot be reached begins anew.
    Distances(Vec<usize>),
}

pub fn ranks(nodes: usize, lines: &[(usize, usize)]) -> Ranks {
    let options = leads(nodes, lines.iter().copied());
    let before = leads(nodes, lines.iter().map(|&(from, to)| (to, from)));
    // From the ends backwards; what leads into a circle never comes.
    let mut open: Vec<usize> = options.iter().map(Vec::len).collect();
    let mut heights = vec![0; nodes];
    let mut done: Vec<usize> = (0..nodes).filter(|&node| open[node] == 0).collect();
    let mut next = 0;
    while let Some(&node) = done.get(next) {
        next += 1;
        for &from in &before[node] {
            heights[from] = heights[from].max(heights[node] + 1);
            open[from] -= 1;
            if open[from] == 0 {
                done.push(from);
            }
        }
    }
    match done.len() == nodes {
        true => Ranks::Heights(heights),
        false => Ranks::Distances(distances(&options)),
    }
}

fn distances(options: &[Vec<usize>]) -> Vec<usize> {
    let mut distances = vec![usize::MAX; options.len()];
    for start in 0..options.len() {
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, distance)) = queue.pop_front() {
            if distances[node] == usize::MAX {
                distances[node] = distance;
                queue.extend(options[node].iter().map(|&option| (option, distance + 1)));
            }
        }
    }
    distances
}

/// Where the lines from each of so many places lead.
pub fn leads(count: usize, lines: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut leads = vec![Vec::new(); count];
    for (from, to) in lines {
        leads[from].push(to);
    }
    leads
}

/// The nodes in the order in which one comes upon them from the first, always going on from the latest.
fn discovered(options: &[Vec<usize>]) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::new(), vec![false; options.len()]);
    for start in 0..options.len() {
        let mut waiting = vec![start];
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                order.push(node);
                waiting.extend(options[node].iter().rev());
            }
        }
    }
    order
}

impl Layers {
    /// The items that each is linked to in the layer above, and in the one below.
    fn neighbours(&self) -> [Vec<Vec<usize>>; 2] {
        let (count, links) = (self.items.len(), self.links.iter().copied());
        let above = leads(count, links.clone().map(|(from, to)| (to, from)));
        [above, leads(count, links)]
    }

    /// Reorders the layers and keeps the order with the fewest crossings.
    fn untangle(&mut self) {
        let [above, below] = self.neighbours();
        let mut place = vec![0; self.items.len()];
        let mut best = (self.crossings(), self.rows.clone());
        let mut in_vain = 0;
        for _ in 0..SWEEPS {
            if best.0 == 0 || in_vain == PATIENCE {
                break;
            }
            for row in 1..self.rows.len() {
                self.settle(row, row - 1, &above, &mut place);
            }
            for row in (1..self.rows.len()).rev() {
                self.settle(row - 1, row, &below, &mut place);
            }
            let crossings = self.crossings();
            in_vain += 1;
            if crossings < best.0 {
                in_vain = 0;
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Orders a row by the mean places of its neighbours in the next one, which all its neighbours are in; `place` is
    /// room for the place of each item.
    fn settle(&mut self, row: usize, other: usize, neighbours: &[Vec<usize>], place: &mut [u64]) {
        for (index, &item) in self.rows[other].iter().enumerate() {
            place[item] = index as u64;
        }
        let (count, others) = (self.rows[row].len() as u64, self.rows[other].len() as u64);
        let mut keyed: Vec<_> = self.rows[row]
            .iter()
            .enumerate()
            .map(|(index, &item)| {
                let near: Vec<u64> = neighbours[item].iter().map(|&near| place[near]).collect();
                // A mean as a fraction; without neighbours its share of the row.
                let mean = if near.is_empty() {
                    (index as u64 * others, count.max(1))
                } else {
                    (near.iter().sum(), near.len() as u64)
                };
                (mean, item)
            })
            .collect();
        keyed.sort_by(|&((a, b), _), &((c, d), _)| (a * d).cmp(&(c * b)));
        self.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
    }

    /// How many pairs of lines cross.
    pub fn crossings(&self) -> u64 {
        let mut place = vec![0; self.items.len()];
        let mut row_of = vec![0; self.items.len()];
        for (row, stands) in self.rows.iter().enumerate() {
            for (index, &item) in stands.iter().enumerate() {
                place[item] = index;
                row_of[item] = row;
            }
        }
        let mut between = vec![Vec::new(); self.rows.len()];
        for &(from, to) in &self.links {
            between[row_of[from]].push((place[from], place[to]));
        }
        between.iter_mut().map(|lines| inversions(lines)).sum()
    }

    /// The middle of each item, from 0 for the leftmost edge, and the width of all. `widths` has the width of each node; `gap`
    /// is the least room between nodes.
    pub fn places(&self, widths: &[f64], gap: f64) -> (Vec<f64>, f64) {
        let width = |item: usize| match self.items[item] {
            Stand::Node(node) => widths[node] + gap,
            Stand::Bend(_) => gap * 0.6,
        };
        // How much it matters that an item is near to another: lines between bends are to run straight.
        let pull = |a: usize, b: usize| match (self.items[a], self.items[b]) {
            (Stand::Bend(_), Stand::Bend(_)) => 8.0,
            (Stand::Node(_), Stand::Node(_)) => 3.0,
            _ => 2.0,
        };
        let mut x = vec![0.0; self.items.len()];
        for row in &self.rows {
            let whole: f64 = row.iter().map(|&item| width(item)).sum();
            let mut left = -whole / 2.0;
            for &item in row {
                x[item] = left + width(item) / 2.0;
                left += width(item);
            }
        }
        let pull_row = |x: &mut [f64], row: &[usize], sides: &[Vec<Vec<usize>>]| {
            let wishes = row.iter().map(|&item| {
                let near = || sides.iter().flat_map(|side| &side[item]);
                let weight: f64 = near().map(|&other| pull(item, other)).sum();
                let sum: f64 = near().map(|&other| pull(item, other) * x[other]).sum();
                if weight > 0.0 {
                    (sum / weight, weight)
                } else {
                    (x[item], 0.1)
                }
            });
            let wishes: Vec<_> = wishes.collect();
            let apart = row.windows(2);
            let apart = apart.map(|pair| (width(pair[0]) + width(pair[1])) / 2.0);
            for (&item, place) in row.iter().zip(nearest(&wishes, &apart.collect::<Vec<_>>())) {
                x[item] = place;
            }
        };
        let sides = self.neighbours();
        for round in 0..ROUNDS {
            // The last rounds heed both neighbours.
            let (down, up) = match round + 8 >= ROUNDS {
                true => (&sides[..], &sides[..]),
                false => (&sides[..1], &sides[1..]),
            };
            self.rows.iter().for_each(|row| pull_row(&mut x, row, down));
            let upwards = self.rows.iter().rev();
            upwards.for_each(|row| pull_row(&mut x, row, up));
        }
        if x.is_empty() {
            return (x, 0.0);
        }
        let edges = |side: f64| {
            x.iter()
                .enumerate()
                .map(move |(item, x)| x + side * width(item))
        };
        let left = edges(-0.5).fold(f64::INFINITY, f64::min);
        let right = edges(0.5).fold(f64::NEG_INFINITY, f64::max);
        // Half a gap on each side belongs to no node.
        let places = x.iter().map(|place| place - left - gap / 2.0).collect();
        (places, right - left - gap)
    }
}

/// How many pairs of lines go one way above and the other way below.
fn inversions(lines: &mut [(usize, usize)]) -> u64 {
    lines.sort_unstable();
    // Where the lines so far end, in order.
    let mut ends = Vec::with_capacity(lines.len());
    let mut crossings = 0;
    for &mut (_, to) in lines {
        let passed = ends.partition_point(|&end| end <= to);
        crossings += (ends.len() - passed) as u64;
        ends.insert(passed, to);
    }
    crossings
}

/// Places in order, at least `apart` from each other, that are nearest to the wished ones: the sum of the weighted
/// squares of the differences is least. By pooling adjacent violators (Barlow et al. 1972).
fn nearest(wishes: &[(f64, f64)], apart: &[f64]) -> Vec<f64> {
    // Less the room taken up so far, the places have only to be in order.
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(wishes.len());
    let mut pools: Vec<(f64, f64, usize)> = Vec::new(); // mean, weight, how many
    for (index, &(wish, weight)) in wishes.iter().enumerate() {
        offset += index.checked_sub(1).map_or(0.0, |before| apart[before]);
        offsets.push(offset);
        let mut pool = (wish - offset, weight, 1);
        while let Some((mean, heavy, many)) = pools.pop_if(|(mean, ..)| *mean > pool.0) {
            pool = (
                (mean * heavy + pool.0 * pool.1) / (heavy + pool.1),
                heavy + pool.1,
                many + pool.2,
            );
        }
        pools.push(pool);
    }
    let means = pools
        .iter()
        .flat_map(|&(mean, _, many)| std::iter::repeat_n(mean, many));
    means
        .zip(offsets)
        .map(|(mean, offset)| mean + offset)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_at_the_foot_and_lines_lead_down() {
        let layers = layers(5, &[(0, 1), (0, 2), (1, 2), (0, 4), (2, 3)]);
        // Nodes come first among the items.
        let mut nodes: Vec<Vec<usize>> = layers.rows.clone();
        nodes.iter_mut().for_each(|row| {
            row.retain(|&item| item < 5);
            row.sort_unstable();
        });
        assert_eq!(nodes, [vec![0], vec![1], vec![2], vec![3, 4]]);
        // To 2 by one bend, to 4 by two.
        assert_eq!(layers.items.len(), 8);
        assert_eq!(layers.crossings(), 0);
    }

    #[test]
    fn lines_to_one_node_share_their_bends() {
        let lines: Vec<_> = (0..6)
            .flat_map(|a| (a + 1..6).map(move |b| (a, b)))
            .collect();
        let layers = layers(6, &lines);
        // The node k is passed to from above in the layers 1 to k − 1.
        assert_eq!(layers.items.len(), 6 + (1 + 2 + 3 + 4));
    }

    #[test]
    fn crossings_as_counted_by_pairs() {
        let mut chance = crate::work::chance::Chance::new(Some(7));
        let mut random = |below| chance.index(below);
        for _ in 0..50 {
            let mut lines: Vec<_> = (0..12).map(|_| (random(6), random(6))).collect();
            let pairs = lines.iter().flat_map(|a| lines.iter().map(move |b| (a, b)));
            let crossing = pairs.filter(|(a, b)| a.0 < b.0 && a.1 > b.1).count();
            assert_eq!(inversions(&mut lines), crossing as u64);
        }
    }

    #[test]
    fn a_cycle_is_drawn_with_a_rising_line() {
        let layers = layers(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(layers.rising, [(2, 0)]);
        assert_eq!(layers.rows.len(), 3);
    }

    #[test]
    fn where_lines_go_round_nodes_stand_by_their_distance() {
        // 0 to 1 to 2 to 3 and back to 0, a short cut to 2, and 4 apart from them.
        let lines = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 0)];
        assert_eq!(ranks(5, &lines), Ranks::Distances(vec![0, 1, 1, 2, 0]));
        assert_eq!(ranks(5, &lines[..4]), Ranks::Heights(vec![3, 2, 1, 0, 0]));
        let layers = layers(5, &lines);
        assert_eq!(layers.rows, [vec![0, 4], vec![1, 2], vec![3]]);
        assert_eq!(layers.rising, [(1, 2), (3, 0)]);
        assert_eq!(layers.links, [(0, 1), (0, 2), (2, 3)]);
    }

    #[test]
    fn sweeps_take_crossings_away() {
        // A complete binary tree whose leaves were given in a bad order has none.
        let lines = [(0, 1), (0, 2), (1, 6), (1, 3), (2, 5), (2, 4)];
        assert_eq!(layers(7, &lines).crossings(), 0);
        assert_eq!(layers(0, &[]).rows.len(), 0);
    }
    #[test]
    fn wishes_are_met_where_they_can_be() {
        assert_eq!(nearest(&[(0.0, 1.0), (10.0, 1.0)], &[5.0]), [0.0, 10.0]);
        assert_eq!(nearest(&[(0.0, 1.0), (0.0, 1.0)], &[4.0]), [-2.0, 2.0]);
        assert_eq!(nearest(&[(0.0, 3.0), (0.0, 1.0)], &[4.0]), [-1.0, 3.0]);
        assert_eq!(nearest(&[], &[]), [0.0; 0]);
    }

    #[test]
    fn boxes_never_overlap() {
        let lines: Vec<_> = (0..40_usize)
            .flat_map(|a| [2 * a + 1, 2 * a + 2, 3 * a + 5].map(|b| (a, b)))
            .filter(|&(_, b)| b < 40)
            .collect();
        let layers = layers(40, &lines);
        let widths: Vec<f64> = (0..40_u32)
            .map(|node| 30.0 + f64::from(node * 7 % 50))
            .collect();
        let (x, whole) = layers.places(&widths, 12.0);
        for row in &layers.rows {
            let nodes = row.iter().copied().filter(|&item| item < 40);
            let edge = |node: usize, side: f64| x[node] + side * widths[node] / 2.0;
            // As if a box ended a gap before the picture.
            let mut before = -12.0;
            for node in nodes {
                assert!(edge(node, -1.0) - before >= 12.0 - 1e-6);
                before = edge(node, 1.0);
            }
            assert!(before <= whole + 1e-6);
        }
    }
}
