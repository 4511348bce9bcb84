//! Orders of the cells of a box in which all moves lead backwards.

use super::dot;

/// An order of the cells in which all moves lead backwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Coordinates that are counted from their upper end.
    pub(super) turned: Vec<bool>,
    /// The weight; of turned coordinates as they are counted.
    pub(super) weight: Vec<i64>,
    /// A coordinate whose part in the weight is 1 or -1, so that it follows from the weight and the other ones.
    pub(super) pivot: usize,
    /// The other coordinates: cells of equal weight are in lexicographic order of these. Rows run along the last one.
    pub(super) rest: Vec<usize>,
}

/// At most this many weights are tried.
const MOST_WEIGHTS: u64 = 5000;

impl Order {
    /// An order for these moves; `None`: none was found.
    pub fn of(moves: &[&[i64]], width: usize) -> Option<Order> {
        Order::lexicographic(moves, width).or_else(|| Order::weighted(moves, width))
    }

    /// One coordinate after the other, each from one of its ends on.
    fn lexicographic(moves: &[&[i64]], width: usize) -> Option<Order> {
        let mut open = moves.to_vec();
        let mut turned = vec![false; width];
        let mut order: Vec<usize> = Vec::new();
        while !open.is_empty() {
            let (coord, sign) = (0..width)
                .filter(|coord| !order.contains(coord))
                .flat_map(|coord| [(coord, 1), (coord, -1)])
                .find(|(coord, sign)| {
                    open.iter().all(|by| by[*coord] * sign <= 0)
                        && open.iter().any(|by| by[*coord] != 0)
                })?;
            open.retain(|by| by[coord] == 0);
            turned[coord] = sign < 0;
            order.push(coord);
        }
        let left: Vec<usize> = (0..width).filter(|it| !order.contains(it)).collect();
        order.extend(left);
        let pivot = *order.first()?;
        let mut weight = vec![0; width];
        weight[pivot] = 1;
        order.remove(0);
        Some(Order {
            turned,
            weight,
            pivot,
            rest: order,
        })
    }

    /// By a linear form with small numbers that falls in every move.
    fn weighted(moves: &[&[i64]], width: usize) -> Option<Order> {
        let count = |most: u64| (2 * most + 1).checked_pow(width as u32);
        let is_few = |most: u64| count(most).is_some_and(|count| count <= MOST_WEIGHTS);
        let most = (1..=16).rev().find(|most| is_few(*most))? as i64;
        let mut weight = vec![-most; width];
        let mut best: Option<(i64, Vec<i64>)> = None;
        loop {
            let falls = |by: &&[i64]| dot(by, &weight) < 0;
            let cost = weight.iter().map(|part| part.abs()).sum();
            if weight.iter().any(|part| part.abs() == 1)
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
                && moves.iter().all(falls)
            {
                best = Some((cost, weight.clone()));
            }
            let Some(place) = weight.iter().position(|part| *part < most) else {
                break;
            };
            weight[..place].fill(-most);
            weight[place] += 1;
        }
        let (_, weight) = best?;
        let pivot = weight.iter().position(|part| part.abs() == 1)?;
        Some(Order {
            turned: vec![false; width],
            pivot,
            rest: (0..width).filter(|coord| *coord != pivot).collect(),
            weight,
        })
    }

    /// The weight in words, with these names of the coordinates; `None`: a coordinate alone.
    pub fn weight_in_words(&self, names: &[&str]) -> Option<String> {
        let parts = self.weight.iter().zip(names);
        let parts: Vec<(i64, &str)> = parts
            .filter(|(part, _)| **part != 0)
            .map(|(part, name)| (*part, *name))
            .collect();
        if parts.len() < 2 {
            return None;
        }
        let mut words = String::new();
        for (part, name) in parts {
            words += match (words.is_empty(), part < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            if part.abs() > 1 {
                words += &format!("{} * ", part.abs());
            }
            words += name;
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_tried_only_where_they_are_few() {
        let moves = |width: usize| {
            let mut moves = vec![vec![0; width], vec![0; width]];
            moves[0][..2].copy_from_slice(&[1, -2]);
            moves[1][..2].copy_from_slice(&[-2, 1]);
            moves
        };
        for (width, is_found) in [(2, true), (3, true), (9, false), (14, false), (200, false)] {
            let moves = moves(width);
            let moves: Vec<&[i64]> = moves.iter().map(Vec::as_slice).collect();
            assert_eq!(Order::of(&moves, width).is_some(), is_found, "{width}");
        }
    }
}
