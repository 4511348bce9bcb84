//! Games on pairs of numbers.

use nimrule::conjecture::About;

use super::case::{Case, line, line_lost, lowered, square, squares, table, tuples};
use super::definition::{Game, code, mex};

/// The games.
pub fn cases() -> Vec<Case> {
    [boards(), limited(), others()]
        .into_iter()
        .flatten()
        .collect()
}

/// Pieces on a board.
fn boards() -> Vec<Case> {
    use About::{Losing, Values};
    let mut all = Vec::new();
    let board = |jumps: &'static [(i64, i64)], side: i64| {
        move |at: &Vec<i64>| {
            let to = jumps.iter().map(|(x, y)| vec![at[0] + x, at[1] + y]);
            to.filter(|to| to.iter().all(|i| (0..side).contains(i)))
                .map(|to| vec![to])
                .collect()
        }
    };
    const KNIGHT: &[(i64, i64)] = &[(-2, -1), (-2, 1), (-1, -2), (1, -2)];
    const KING: &[(i64, i64)] = &[(-1, 0), (0, -1), (-1, -1)];
    all.push(squares(
        "knights, P",
        Losing,
        2,
        (40, 60),
        board(KNIGHT, 1000),
    ));
    all.push(squares("king", Values, 2, (30, 50), board(KING, 1000)));
    let queen = |diagonal: bool, at: &Vec<i64>| {
        let mut found = lowered(at, |_, n| (0..n).collect());
        if diagonal {
            found.extend((1..=at[0].min(at[1])).map(|k| vec![vec![at[0] - k, at[1] - k]]));
        }
        found
    };
    all.push(squares("rook", Values, 2, (30, 50), move |at| {
        queen(false, at)
    }));
    all.push(squares("dragon-king", Values, 2, (30, 50), move |at| {
        let mut found = queen(false, at);
        if at[0] > 0 && at[1] > 0 {
            found.push(vec![vec![at[0] - 1, at[1] - 1]]);
        }
        found
    }));
    all.push(squares("wythoff, P", Losing, 2, (100, 130), move |at| {
        queen(true, at)
    }));
    let mut misere = Game::new(move |at: &Vec<i64>| queen(true, at));
    all.push(table(
        "wythoff misère, P",
        Losing,
        square(100, 2),
        square(130, 2),
        move |at| Some(misere.misere(&at.to_vec())),
    ));
    for (name, r) in [("r-wythoff 2, P", 2i64), ("r-wythoff 3, P", 3)] {
        all.push(squares(name, Losing, 2, (80, 100), move |at| {
            let mut found = lowered(at, |_, n| (0..n).collect());
            for k in 1..=at[0] {
                for l in (k - r + 1).max(1)..=(k + r - 1).min(at[1]) {
                    found.push(vec![vec![at[0] - k, at[1] - l]]);
                }
            }
            found
        }));
    }
    all.push(tuples(
        "euclid, P",
        Losing,
        vec![1..=50, 1..=50],
        vec![1..=80, 1..=80],
        |at| {
            let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
            if low == 0 {
                return vec![];
            }
            (1..=high / low)
                .map(|k| vec![vec![low, high - k * low]])
                .collect()
        },
    ));
    all
}

/// What may be taken depends on the last turn, or on the other number.
fn limited() -> Vec<Case> {
    use About::{Losing, Values};
    let mut all = Vec::new();
    // One pile goes, and the other loses a stone and falls in two (Abuku and Suetsugu).
    all.push(squares("delete-nim", Values, 2, (40, 60), |at| {
        let parts = |n: &i64| (0..*n).map(|k| vec![k, *n - 1 - k]).collect::<Vec<_>>();
        at.iter().flat_map(parts).map(|to| vec![to]).collect()
    }));
    all.push(tuples(
        "bounded-nim-per-pile",
        Values,
        vec![0..=60, 1..=20],
        vec![0..=100, 1..=30],
        |at| {
            (1..=at[1].min(at[0]))
                .map(|k| vec![vec![at[0] - k, at[1]]])
                .collect()
        },
    ));
    all.push(squares("alice-brown, P", Losing, 2, (40, 60), |at| {
        let (x, y) = (at[0], at[1]);
        let left = (1..=x / 2).map(|i| vec![vec![x - 2 * i, y + i]]);
        left.chain((1..=y / 2).map(|i| vec![vec![x + i, y - 2 * i]]))
            .collect()
    }));
    all.push(squares("fibonacci-nim, P", Losing, 2, (60, 90), |at| {
        (1..=at[1].min(at[0]))
            .map(|k| vec![vec![at[0] - k, 2 * k]])
            .collect()
    }));
    let mut fibonacci = Game::new(|at: &(i64, i64)| -> Vec<Vec<(i64, i64)>> {
        (1..=at.1.min(at.0))
            .map(|k| vec![(at.0 - k, 2 * k)])
            .collect()
    });
    let start: Vec<u64> = (0..=300).map(|n| fibonacci.value(&(n, n - 1))).collect();
    all.push(line_lost("fibonacci-nim start, P", 1, 200, start));
    for (name, most) in [("no-copy 5, P", 5i64), ("no-copy 3, P", 3)] {
        let mut game = Game::new(move |at: &(i64, i64)| -> Vec<Vec<(i64, i64)>> {
            (1..=most.min(at.0))
                .filter(|k| *k != at.1)
                .map(|k| vec![(at.0 - k, k)])
                .collect()
        });
        let start: Vec<u64> = (0..=500).map(|n| game.value(&(n, 0))).collect();
        all.push(line_lost(name, 0, 300, start));
    }
    all.push(tuples(
        "zero-move-nim, nim-one-pass one pile",
        Values,
        vec![0..=60, 0..=1],
        vec![0..=120, 0..=1],
        |at| {
            let mut found: Vec<_> = (0..at[0]).map(|n| vec![vec![n, at[1]]]).collect();
            if at[1] == 1 && at[0] > 0 {
                found.push(vec![vec![at[0], 0]]);
            }
            found
        },
    ));
    all
}

/// Paths, cycles, and what else there is.
fn others() -> Vec<Case> {
    use About::{Losing, Values};
    let mut all = Vec::new();
    all.push(tuples(
        "red-kingdom",
        Values,
        vec![0..=200, 1..=3],
        vec![0..=400, 1..=3],
        |at| {
            let mut found = Vec::new();
            if at[0] > 0 {
                for (kind, most) in [(1, 3), (2, 5), (3, 2)] {
                    if kind == 1 || kind != at[1] {
                        found.push(vec![vec![(at[0] - most).max(0), kind]]);
                    }
                }
            }
            found
        },
    ));
    // A path of p vertices is (0, p), a cycle (1, c).
    let mut graph = Game::new(|at: &(i64, i64)| -> Vec<Vec<(i64, i64)>> {
        let (l, r) = (2, 5);
        let mut found = Vec::new();
        for k in l..=r.min(at.1) {
            match at.0 {
                1 => found.push(vec![(0, at.1 - k)]),
                _ => found.extend((0..=(at.1 - k) / 2).map(|a| vec![(0, a), (0, at.1 - k - a)])),
            }
        }
        found
    });
    let cycles: Vec<u64> = (0..=400).map(|n| graph.value(&(1, n))).collect();
    all.push(line("removing-graph cycles", 3, 200, cycles));
    all.push(line_lost("circle-kayles, P", 1, 200, {
        let paths = code(400, &[0, 7, 7]);
        (0..=400)
            .map(|n| {
                mex(&(1..=2usize.min(n))
                    .map(|k| paths[n - k])
                    .collect::<Vec<_>>())
            })
            .collect()
    }));
    all.push(tuples(
        "chomp two rows, P",
        Losing,
        vec![1..=30, 0..=30],
        vec![1..=45, 0..=45],
        |at| {
            // Rows of lengths a >= b without the poisoned square.
            let (a, b) = (at[0], at[1].min(at[0]));
            let mut found: Vec<_> = (1..a).map(|to| vec![vec![to, b.min(to)]]).collect();
            found.extend((0..b).map(|to| vec![vec![a, to]]));
            found
        },
    ));
    all
}
