//! Games on tuples of numbers and on rows, as one would write them for a contest.

use std::collections::{HashMap, VecDeque};

/// The least number that is not among the bits.
fn mex(seen: u64) -> u8 {
    seen.trailing_ones() as u8
}

const KNIGHT: [(i64, i64); 4] = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];

/// A knight with four moves on a board of n by n, diagonal by diagonal: the value of the last square.
pub fn knight(n: usize) -> u64 {
    let n = n as i64;
    let mut g = vec![0u8; (n * n) as usize];
    for sum in 0..2 * n - 1 {
        for r in (sum - n + 1).max(0)..=sum.min(n - 1) {
            let c = sum - r;
            let mut seen = 0;
            for (dr, dc) in KNIGHT {
                let (r, c) = (r + dr, c + dc);
                if (0..n).contains(&r) && (0..n).contains(&c) {
                    seen |= 1u64 << g[(r * n + c) as usize];
                }
            }
            g[(r * n + c) as usize] = mex(seen);
        }
    }
    g[(n * n - 1) as usize].into()
}

/// The same knight that may also step back along the diagonal, by retrograde analysis: 0 where the last square is a draw, else
/// 1.
pub fn for_ever(n: usize) -> u64 {
    let n = n as i64;
    let steps = || KNIGHT.into_iter().chain([(1, 1)]);
    let is_inside = |r: i64, c: i64| (0..n).contains(&r) && (0..n).contains(&c);
    let mut left = vec![0u8; (n * n) as usize];
    let mut verdict = vec![0u8; (n * n) as usize];
    let mut queue = VecDeque::new();
    for r in 0..n {
        for c in 0..n {
            let options = steps().filter(|(dr, dc)| is_inside(r + dr, c + dc)).count();
            left[(r * n + c) as usize] = options as u8;
            if options == 0 {
                verdict[(r * n + c) as usize] = 2;
                queue.push_back((r, c));
            }
        }
    }
    while let Some((r, c)) = queue.pop_front() {
        for (dr, dc) in steps() {
            let (a, b) = (r - dr, c - dc);
            if !is_inside(a, b) || verdict[(a * n + b) as usize] != 0 {
                continue;
            }
            let place = (a * n + b) as usize;
            left[place] -= 1;
            if verdict[(r * n + c) as usize] == 2 {
                verdict[place] = 1;
                queue.push_back((a, b));
            } else if left[place] == 0 {
                verdict[place] = 2;
                queue.push_back((a, b));
            }
        }
    }
    (verdict[(n * n - 1) as usize] != 0).into()
}

/// Up to 3 from a, up to 2 from b, 1 from both.
pub fn two(n: usize) -> u64 {
    let side = n + 1;
    let mut g = vec![0u8; side * side];
    for a in 0..side {
        for b in 0..side {
            let mut seen = 0u64;
            for k in 1..=3.min(a) {
                seen |= 1 << g[(a - k) * side + b];
            }
            for k in 1..=2.min(b) {
                seen |= 1 << g[a * side + b - k];
            }
            if a > 0 && b > 0 {
                seen |= 1 << g[(a - 1) * side + b - 1];
            }
            g[a * side + b] = mex(seen);
        }
    }
    g[side * side - 1].into()
}

/// Up to 3 from a where a > b, up to 2 from b where (a + b) % 3 is not 0, 1 from both where they differ.
pub fn two_under_conditions(n: usize) -> u64 {
    let side = n + 1;
    let mut g = vec![0u8; side * side];
    for a in 0..side {
        for b in 0..side {
            let mut seen = 0u64;
            if a > b {
                for k in 1..=3.min(a) {
                    seen |= 1 << g[(a - k) * side + b];
                }
            }
            if (a + b) % 3 != 0 {
                for k in 1..=2.min(b) {
                    seen |= 1 << g[a * side + b - k];
                }
            }
            if a > 0 && b > 0 && a != b {
                seen |= 1 << g[(a - 1) * side + b - 1];
            }
            g[a * side + b] = mex(seen);
        }
    }
    g[side * side - 1].into()
}

/// 1 to 5, but not as many as were taken before; 0: nothing was.
pub fn not_as_before(n: usize) -> u64 {
    let mut g = vec![[0u8; 6]; n + 1];
    for m in 0..=n {
        for last in 0..6 {
            let mut seen = 0;
            for k in (1..=5.min(m)).filter(|k| *k != last) {
                seen |= 1 << g[m - k][k];
            }
            g[m][last] = mex(seen);
        }
    }
    g[n][0].into()
}

/// Any from one of two piles, or k from one and k to 2k + 2 from the other.
pub fn unlike_amounts(n: usize) -> u64 {
    let side = n + 1;
    let mut g = vec![0u16; side * side];
    let mut seen = vec![0u32; 4 * side];
    for a in 0..side {
        for b in 0..side {
            let now = (a * side + b + 1) as u32;
            for k in 1..=a {
                seen[g[(a - k) * side + b] as usize] = now;
                for l in k..=(2 * k + 2).min(b) {
                    seen[g[(a - k) * side + b - l] as usize] = now;
                }
            }
            for k in 1..=b {
                seen[g[a * side + b - k] as usize] = now;
                for l in k..=(2 * k + 2).min(a) {
                    seen[g[(a - l) * side + b - k] as usize] = now;
                }
            }
            let value = seen.iter().position(|stamp| *stamp != now);
            g[a * side + b] = value.unwrap_or(0) as u16;
        }
    }
    g[side * side - 1].into()
}

/// Up to 3 from a, up to 2 from b, 1 from c, 1 from all; under conditions on two coordinates where `asks`.
pub fn three(n: usize, asks: bool) -> u64 {
    let side = n + 1;
    let mut g = vec![0u8; side * side * side];
    let at = |a: usize, b: usize, c: usize| (a * side + b) * side + c;
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                let mut seen = 0u64;
                if !asks || a > b {
                    for k in 1..=3.min(a) {
                        seen |= 1 << g[at(a - k, b, c)];
                    }
                }
                for k in 1..=2.min(b) {
                    seen |= 1 << g[at(a, b - k, c)];
                }
                if c > 0 && (!asks || (a + c) % 3 != 0) {
                    seen |= 1 << g[at(a, b, c - 1)];
                }
                if a > 0 && b > 0 && c > 0 {
                    seen |= 1 << g[at(a - 1, b - 1, c - 1)];
                }
                g[at(a, b, c)] = mex(seen);
            }
        }
    }
    g[at(n, n, n)].into()
}

/// 1 or 2 from one of four numbers, or 1 from the first and the last.
pub fn four(n: usize) -> u64 {
    let side = n + 1;
    let mut g = vec![0u8; side.pow(4)];
    let strides = [side.pow(3), side.pow(2), side, 1];
    for place in 0..side.pow(4) {
        let cell = strides.map(|stride| place / stride % side);
        let mut seen = 0u64;
        for (at, stride) in cell.into_iter().zip(strides) {
            for k in 1..=2.min(at) {
                seen |= 1 << g[place - k * stride];
            }
        }
        if cell[0] > 0 && cell[3] > 0 {
            seen |= 1 << g[place - strides[0] - 1];
        }
        g[place] = mex(seen);
    }
    g[side.pow(4) - 1].into()
}

/// Chomp with so many rows of 10: the Grundy value, by a memoised search over rows packed in numbers of four bits.
pub fn chomp(rows: usize) -> u64 {
    fn value(bar: u64, rows: usize, known: &mut HashMap<u64, u8>) -> u8 {
        if let Some(value) = known.get(&bar) {
            return *value;
        }
        let mut seen = 0u128;
        for row in 0..rows {
            // Cut down square by square, rows that are longer from the end on.
            let mut option = bar;
            for left in (0..bar >> (4 * row) & 15).rev() {
                for lower in row..rows {
                    if option >> (4 * lower) & 15 > left {
                        option -= 1 << (4 * lower);
                    }
                }
                seen |= 1 << value(option, rows, known);
            }
        }
        let found = seen.trailing_ones() as u8;
        known.insert(bar, found);
        found
    }
    let full = (0..rows).fold(0, |bar, row| bar | 10 << (4 * row));
    value(full, rows, &mut HashMap::new()).into()
}
