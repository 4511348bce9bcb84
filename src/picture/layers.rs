//! Layers for a graph: which node stands in which, and in what order, so that few lines cross.
//!
//! The method is that of Sugiyama, Tagawa and Toda (1981): layers by longest path, bends where a line passes a layer,
//! and sweeps that put each item at the mean place of its neighbours (barycentre). Lines to one node that pass the same
//! layer share their bend, so that they run together towards it.
//!
//! Indices are of nodes, items and rows that this module has numbered itself; callers give lines between nodes only.

use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

/// How often the order of all layers is improved from the top down and back.
const SWEEPS: usize = 16;
/// After how many sweeps without fewer crossings no more are tried.
const PATIENCE: usize = 4;

/// What stands in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// A node.
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
    let depths = match goes_round(nodes, lines) {
        true => distances(nodes, lines),
        false => {
            let heights = heights(nodes, lines);
            let top = heights.iter().copied().max().unwrap_or(0);
            heights.iter().map(|height| top - height).collect()
        }
    };
    let top = depths.iter().copied().max().unwrap_or(0);
    let row_of = |node: usize| depths[node];
    let mut items: Vec<Stand> = (0..nodes).map(Stand::Node).collect();
    let mut rows = vec![Vec::new(); if nodes == 0 { 0 } else { top + 1 }];
    for node in discovered(nodes, lines) {
        rows[row_of(node)].push(node);
    }
    let mut bends = BTreeMap::new();
    let (mut links, mut rising) = (Vec::new(), Vec::new());
    for &(from, to) in lines {
        if row_of(from) >= row_of(to) {
            rising.push((from, to));
            continue;
        }
        // Down to where lines to the same node already pass.
        let (mut above, mut joined) = (from, false);
        for (row, stands) in rows
            .iter_mut()
            .enumerate()
            .take(row_of(to))
            .skip(row_of(from) + 1)
        {
            let known = bends.get(&(to, row)).copied();
            let bend = known.unwrap_or_else(|| {
                items.push(Stand::Bend(to));
                stands.push(items.len() - 1);
                items.len() - 1
            });
            links.push((above, bend));
            bends.insert((to, row), bend);
            above = bend;
            if known.is_some() {
                joined = true;
                break;
            }
        }
        if !joined {
            links.push((above, to));
        }
    }
    links.sort_unstable();
    links.dedup();
    let mut layers = Layers {
        items,
        rows,
        links,
        rising,
    };
    layers.untangle();
    layers
}

/// Whether some lines go round.
pub fn goes_round(nodes: usize, lines: &[(usize, usize)]) -> bool {
    let heights = heights(nodes, lines);
    lines.iter().any(|&(from, to)| heights[from] <= heights[to])
}

/// How many lines there are from the first node to each; what cannot be reached begins anew.
pub fn distances(nodes: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let options = options(nodes, lines);
    let mut distances = vec![None; nodes];
    for start in 0..nodes {
        if distances[start].is_some() {
            continue;
        }
        distances[start] = Some(0);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, distance)) = queue.pop_front() {
            for &option in &options[node] {
                if distances[option].is_none() {
                    distances[option] = Some(distance + 1);
                    queue.push_back((option, distance + 1));
                }
            }
        }
    }
    distances
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect()
}

/// The longest way from each node to an end, where lines back to a node on the way do not count.
pub fn heights(nodes: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let options = options(nodes, lines);
    let mut heights = vec![0; nodes];
    let mut state = vec![0_u8; nodes]; // 0 new, 1 on the way, 2 done
    for start in 0..nodes {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut way = vec![(start, 0)];
        while let Some((node, next)) = way.last_mut() {
            let node = *node;
            match options[node].get(*next) {
                Some(&option) => {
                    *next += 1;
                    if state[option] == 0 {
                        state[option] = 1;
                        way.push((option, 0));
                    }
                }
                None => {
                    let below = options[node].iter().filter(|&&option| state[option] == 2);
                    heights[node] = below.map(|&option| heights[option] + 1).max().unwrap_or(0);
                    state[node] = 2;
                    way.pop();
                }
            }
        }
    }
    heights
}

fn options(nodes: usize, lines: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut options = vec![Vec::new(); nodes];
    for &(from, to) in lines {
        options[from].push(to);
    }
    options
}

/// The nodes in the order in which one comes upon them from the first, always going on from the latest.
fn discovered(nodes: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let options = options(nodes, lines);
    let (mut order, mut seen) = (Vec::with_capacity(nodes), vec![false; nodes]);
    for start in 0..nodes {
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
    /// Reorders the layers and keeps the order with the fewest crossings.
    fn untangle(&mut self) {
        let mut above = vec![Vec::new(); self.items.len()];
        let mut below = vec![Vec::new(); self.items.len()];
        for &(from, to) in &self.links {
            above[to].push(from);
            below[from].push(to);
        }
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
        keyed.sort_by(|&((a, b), _), &((c, d), _)| -> Ordering { (a * d).cmp(&(c * b)) });
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
}

/// How many pairs of lines go one way above and the other way below.
fn inversions(lines: &mut [(usize, usize)]) -> u64 {
    lines.sort_unstable();
    let size = lines.iter().map(|&(_, to)| to + 1).max().unwrap_or(0);
    // A Fenwick tree of how many lines have ended at or before a place.
    let mut tree = vec![0_u64; size + 1];
    let mut crossings = 0;
    for (before, &(_, to)) in lines.iter().enumerate() {
        let mut at = to + 1;
        let mut passed = 0;
        while at > 0 {
            passed += tree[at];
            at &= at - 1;
        }
        crossings += before as u64 - passed;
        at = to + 1;
        while at <= size {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    crossings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_at_the_foot_and_lines_lead_down() {
        let layers = layers(5, &[(0, 1), (0, 2), (1, 2), (0, 4), (2, 3)]);
        let nodes = |row: usize| -> Vec<usize> {
            layers.rows[row]
                .iter()
                .filter(|&&item| matches!(layers.items[item], Stand::Node(_)))
                .copied()
                .collect()
        };
        assert_eq!((nodes(0), nodes(1), nodes(2)), (vec![0], vec![1], vec![2]));
        assert_eq!(
            {
                let mut n = nodes(3);
                n.sort_unstable();
                n
            },
            vec![3, 4]
        );
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
            let mut pairs = 0;
            for (i, a) in lines.iter().enumerate() {
                pairs += lines[..i]
                    .iter()
                    .filter(|b| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1))
                    .count() as u64;
            }
            assert_eq!(inversions(&mut lines), pairs);
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
        assert!(goes_round(5, &lines));
        assert!(!goes_round(5, &lines[..4]));
        assert_eq!(distances(5, &lines), [0, 1, 1, 2, 0]);
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
}
