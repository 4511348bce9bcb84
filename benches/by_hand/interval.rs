//! Any amount between the limits of a table: a tree over the values that remembers all of its versions.
//!
//! The version of pile r has, for each value, the last pile up to r with that value, and the least of these in each node. The
//! value of a pile whose options are l..=r is the least value of the version r whose last pile is below l.

#[derive(Clone, Copy)]
struct Node {
    left: u32,
    right: u32,
    /// The last pile of each value below, plus 1; the least of these.
    last: u32,
}

struct Tree {
    nodes: Vec<Node>,
    /// The root of each pile's version and how many values it is for, as a power of two.
    roots: Vec<(u32, u32)>,
}

impl Tree {
    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The version with a new last pile of a value; node 0 has no piles.
    fn set(&mut self, node: u32, depth: u32, value: u32, last: u32) -> u32 {
        if depth == 0 {
            return self.push(Node {
                left: 0,
                right: 0,
                last,
            });
        }
        let mut copy = self.nodes[node as usize];
        if value >> (depth - 1) & 1 == 0 {
            copy.left = self.set(copy.left, depth - 1, value, last);
        } else {
            copy.right = self.set(copy.right, depth - 1, value, last);
        }
        let left = self.nodes[copy.left as usize].last;
        copy.last = left.min(self.nodes[copy.right as usize].last);
        self.push(copy)
    }

    fn append(&mut self, value: u32) {
        let (mut root, mut depth) = self.roots.last().copied().unwrap_or((0, 0));
        while value >> depth > 0 {
            root = self.push(Node {
                left: root,
                right: 0,
                last: 0,
            });
            depth += 1;
        }
        let root = self.set(root, depth, value, self.roots.len() as u32 + 1);
        self.roots.push((root, depth));
    }

    /// The least value that no pile of from..=to has.
    fn mex(&self, from: u32, to: u32) -> u32 {
        let (mut root, depth) = self.roots[to as usize];
        if self.nodes[root as usize].last > from {
            return 1 << depth;
        }
        let mut value = 0;
        for _ in 0..depth {
            let node = self.nodes[root as usize];
            let goes_left = self.nodes[node.left as usize].last <= from;
            root = if goes_left { node.left } else { node.right };
            value = value * 2 + u32::from(!goes_left);
        }
        value
    }
}

/// The values for a table with the least and the greatest amount of each pile.
pub fn interval(table: &str) -> Vec<u32> {
    let mut values = Vec::new();
    let empty = Node {
        left: 0,
        right: 0,
        last: 0,
    };
    let mut tree = Tree {
        nodes: vec![empty],
        roots: Vec::new(),
    };
    for (pile, row) in table.lines().skip(1).enumerate() {
        let (low, high) = row.split_once(',').expect("two columns");
        let low: u32 = low.parse().expect("a number");
        let high: u32 = high.parse().expect("a number");
        let pile = pile as u32;
        let value = match low.max(1) <= high.min(pile) {
            true => tree.mex(pile - high.min(pile), pile - low.max(1)),
            false => 0,
        };
        tree.append(value);
        values.push(value);
    }
    values
}
