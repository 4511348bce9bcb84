//! Where the items of a layered graph stand: near their neighbours, in order, and never on each other.
//!
//! Indices are those of [`Layers`], and there is a width for each node.

use super::layers::{Layers, Stand};

/// How often the places are improved from the top down and back.
const ROUNDS: usize = 24;

/// The middle of each item, from 0 for the leftmost edge, and the width of all.
///
/// `widths` has the width of each node; `gap` is the least room between nodes.
pub fn places(layers: &Layers, widths: &[f64], gap: f64) -> (Vec<f64>, f64) {
    let width = |item: usize| match layers.items[item] {
        Stand::Node(node) => widths[node] + gap,
        Stand::Bend(_) => gap * 0.6,
    };
    // How much it matters that an item is near to another: lines between bends are to run straight.
    let pull = |a: usize, b: usize| match (layers.items[a], layers.items[b]) {
        (Stand::Bend(_), Stand::Bend(_)) => 8.0,
        (Stand::Node(_), Stand::Node(_)) => 3.0,
        _ => 2.0,
    };
    let mut above = vec![Vec::new(); layers.items.len()];
    let mut below = vec![Vec::new(); layers.items.len()];
    for &(from, to) in &layers.links {
        above[to].push((from, pull(from, to)));
        below[from].push((to, pull(from, to)));
    }
    let mut x = vec![0.0; layers.items.len()];
    for row in &layers.rows {
        let whole: f64 = row.iter().map(|&item| width(item)).sum();
        let mut left = -whole / 2.0;
        for &item in row {
            x[item] = left + width(item) / 2.0;
            left += width(item);
        }
    }
    let pull_row = |x: &mut Vec<f64>, row: &[usize], sides: [&[Vec<(usize, f64)>]; 2]| {
        let wishes: Vec<_> = row
            .iter()
            .map(|&item| {
                let near = || sides.iter().flat_map(|side| &side[item]);
                let weight: f64 = near().map(|&(_, pull)| pull).sum();
                let sum: f64 = near().map(|&(other, pull)| pull * x[other]).sum();
                if weight > 0.0 {
                    (sum / weight, weight)
                } else {
                    (x[item], 0.1)
                }
            })
            .collect();
        let apart: Vec<f64> = row
            .windows(2)
            .map(|pair| (width(pair[0]) + width(pair[1])) / 2.0)
            .collect();
        for (&item, place) in row.iter().zip(nearest(&wishes, &apart)) {
            x[item] = place;
        }
    };
    let none = vec![Vec::new(); layers.items.len()];
    for round in 0..ROUNDS {
        // The last rounds heed both neighbours.
        let both = round + 8 >= ROUNDS;
        for row in &layers.rows {
            pull_row(&mut x, row, [&above, if both { &below } else { &none }]);
        }
        for row in layers.rows.iter().rev() {
            pull_row(&mut x, row, [if both { &above } else { &none }, &below]);
        }
    }
    let edges = |sign: f64| (0..x.len()).map(move |item| (item, sign));
    let left = edges(-1.0)
        .map(|(item, _)| x[item] - width(item) / 2.0)
        .fold(f64::INFINITY, f64::min);
    let right = edges(1.0)
        .map(|(item, _)| x[item] + width(item) / 2.0)
        .fold(f64::NEG_INFINITY, f64::max);
    if x.is_empty() {
        return (x, 0.0);
    }
    // Half a gap on each side belongs to no node.
    let places = x.iter().map(|place| place - left - gap / 2.0).collect();
    (places, right - left - gap)
}

/// Places in order, at least `apart` from each other, that are nearest to the wished ones: the sum of the weighted
/// squares of the differences is least. By pooling adjacent violators (Barlow et al. 1972).
fn nearest(wishes: &[(f64, f64)], apart: &[f64]) -> Vec<f64> {
    // Less the room taken up so far, the places have only to be in order.
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(wishes.len());
    let mut pools: Vec<(f64, f64, usize)> = Vec::new(); // mean, weight, how many
    for (index, &(wish, weight)) in wishes.iter().enumerate() {
        if index > 0 {
            offset += apart.get(index - 1).copied().unwrap_or(0.0);
        }
        offsets.push(offset);
        let mut pool = (wish - offset, weight, 1);
        while let Some(&(mean, heavy, many)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            pool = (
                (mean * heavy + pool.0 * pool.1) / (heavy + pool.1),
                heavy + pool.1,
                many + pool.2,
            );
            pools.pop();
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
    use super::super::layers::layers;
    use super::*;

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
        let (x, whole) = places(&layers, &widths, 12.0);
        for row in &layers.rows {
            let nodes: Vec<usize> = row.iter().copied().filter(|&item| item < 40).collect();
            for pair in nodes.windows(2) {
                let room = x[pair[1]] - x[pair[0]] - (widths[pair[0]] + widths[pair[1]]) / 2.0;
                assert!(room >= 12.0 - 1e-6);
            }
            for &node in &nodes {
                assert!(
                    x[node] - widths[node] / 2.0 >= -1e-6
                        && x[node] + widths[node] / 2.0 <= whole + 1e-6
                );
            }
        }
    }
}
