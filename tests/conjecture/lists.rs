//! Games on lists of numbers.

use std::ops::RangeInclusive;

use nimrule::conjecture::About;

use super::case::{Case, lowered, square, squares, table, tuples};
use super::definition::Game;

/// The games.
pub fn cases() -> Vec<Case> {
    [lowered_nim(), chosen_nim(), coins(), cut()]
        .into_iter()
        .flatten()
        .collect()
}

/// Nim where a turn lowers some of the piles.
fn lowered_nim() -> Vec<Case> {
    use About::{Losing, Values};
    let mut all = Vec::new();
    let nim = |at: &Vec<i64>| lowered(at, |_, n| (0..n).collect());
    let mut misere = Game::new(nim);
    all.push(table(
        "nim misère, P",
        Losing,
        square(12, 3),
        square(16, 3),
        move |at| Some(misere.misere(&at.to_vec())),
    ));
    let mut misere = Game::new(nim);
    all.push(table(
        "nim misère two piles, P",
        Losing,
        square(30, 2),
        square(40, 2),
        move |at| Some(misere.misere(&at.to_vec())),
    ));
    // Every way to lower some piles.
    fn boxes(at: &[i64]) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = vec![vec![]];
        for n in at {
            found = found
                .iter()
                .flat_map(|list| (0..=*n).map(move |to| [list.as_slice(), &[to]].concat()))
                .collect();
        }
        found
    }
    fn changed(at: &[i64], to: &[i64]) -> usize {
        at.iter().zip(to).filter(|(a, b)| a != b).count()
    }
    all.push(squares("moore 2 of 3, P", Losing, 3, (10, 13), |at| {
        let to = boxes(at)
            .into_iter()
            .filter(|to| (1..=2).contains(&changed(at, to)));
        to.map(|to| vec![to]).collect()
    }));
    all.push(squares("exact-k 2 of 3, P", Losing, 3, (10, 13), |at| {
        let to = boxes(at).into_iter().filter(|to| changed(at, to) == 2);
        to.map(|to| vec![to]).collect()
    }));
    fn slow(at: &[i64], counts: RangeInclusive<u32>) -> Vec<Vec<Vec<i64>>> {
        let subsets = (1u32..1 << at.len()).filter(|set| counts.contains(&set.count_ones()));
        let to = subsets.map(|set| {
            let each = at.iter().enumerate();
            each.map(|(i, n)| n - i64::from(set >> i & 1))
                .collect::<Vec<i64>>()
        });
        to.filter(|to| to.iter().all(|n| *n >= 0))
            .map(|to| vec![to])
            .collect()
    }
    all.push(squares("exact-slow 2 of 3, P", Losing, 3, (12, 16), |at| {
        slow(at, 2..=2)
    }));
    all.push(squares(
        "one-from-any-subset, P",
        Losing,
        3,
        (12, 16),
        |at| slow(at, 1..=3),
    ));
    all.push(squares("nim three piles", Values, 3, (12, 16), nim));
    all
}

/// Nim where only some piles may be chosen.
fn chosen_nim() -> Vec<Case> {
    use About::Losing;
    let mut all = Vec::new();
    let nim = |at: &Vec<i64>| lowered(at, |_, n| (0..n).collect());
    all.push(squares("greedy-nim, P", Losing, 3, (14, 18), |at| {
        let most = *at.iter().max().unwrap();
        lowered(at, |i, n| {
            if at[i] == most {
                (0..n).collect()
            } else {
                vec![]
            }
        })
    }));
    all.push(squares("smallest-nim, P", Losing, 3, (14, 18), |at| {
        let least = at.iter().copied().filter(|n| *n > 0).min().unwrap_or(0);
        lowered(at, |i, n| {
            if at[i] == least {
                (0..n).collect()
            } else {
                vec![]
            }
        })
    }));
    all.push(squares("everything-nim, P", Losing, 2, (20, 30), |at| {
        let least = at.iter().copied().filter(|n| *n > 0).min().unwrap_or(0);
        let to = (1..=least).map(|k| {
            at.iter()
                .map(|n| if *n > 0 { n - k } else { 0 })
                .collect::<Vec<i64>>()
        });
        to.map(|to| vec![to]).collect()
    }));
    all.push(squares("sequential-nim, P", Losing, 3, (14, 18), |at| {
        let first = at.iter().position(|n| *n > 0);
        lowered(at, |i, n| {
            if Some(i) == first {
                (0..n).collect()
            } else {
                vec![]
            }
        })
    }));
    all.push(squares("end-nim two piles, P", Losing, 2, (30, 40), nim));
    all.push(squares("staircase, P", Losing, 3, (9, 12), |at| {
        let mut found = Vec::new();
        for i in 0..3 {
            for k in 1..=at[i] {
                let mut to = at.clone();
                to[i] -= k;
                if i > 0 {
                    to[i - 1] += k;
                }
                found.push(vec![to]);
            }
        }
        found
    }));
    all
}

/// Coins on a strip.
fn coins() -> Vec<Case> {
    use About::Values;
    let mut all = Vec::new();
    fn moved(jump: bool) -> impl Fn(&Vec<i64>) -> Vec<Vec<Vec<i64>>> {
        move |at| {
            let mut found = Vec::new();
            for i in 0..at.len() {
                for to in (0..at[i]).rev() {
                    if at.contains(&to) {
                        if jump {
                            continue;
                        }
                        break;
                    }
                    let mut next = at.clone();
                    next[i] = to;
                    next.sort_unstable();
                    found.push(vec![next]);
                }
            }
            found
        }
    }
    for (name, width, jump) in [
        ("silver-dollar two coins", 2, false),
        ("silver-dollar three coins", 3, false),
        ("welter two coins", 2, true),
        ("welter three coins", 3, true),
    ] {
        let side = if width == 2 { 30 } else { 16 };
        let mut game = Game::new(moved(jump));
        let rising = |at: &[i64]| at.windows(2).all(|w| w[0] < w[1]);
        let value = move |at: &[i64]| rising(at).then(|| game.value(&at.to_vec()));
        all.push(table(
            name,
            Values,
            square(side, width),
            square(side + 4, width),
            value,
        ));
    }
    all
}

/// The options of empty squares between no, one, two equal and two different filled squares.
fn between_filled(at: &[i64]) -> Vec<Vec<Vec<i64>>> {
    let (kind, n) = (at[0], at[1]);
    let part = |kind: i64, n: i64| (n > 0).then(|| vec![kind, n]);
    let mut found = Vec::new();
    for i in 0..n {
        // A digit equal to or different from the left one; without filled squares they are alike.
        let ends: Vec<(i64, i64)> = match kind {
            0 => vec![(1, 1)],
            1 => vec![(2, 1), (3, 1)],
            2 => vec![(2, 2), (3, 3)],
            _ => vec![(2, 3), (3, 2)],
        };
        for (left, right) in ends {
            // Next to an equal digit is no place; a different one may stand there.
            let touches_left = kind > 0 && i == 0 && left == 2;
            let touches_right = kind > 1 && i == n - 1 && right == 2;
            if !touches_left && !touches_right {
                found.push(
                    [part(left, i), part(right, n - 1 - i)]
                        .into_iter()
                        .flatten()
                        .collect(),
                );
            }
        }
    }
    found
}

/// Bars and boxes that are cut, and what else there is.
fn cut() -> Vec<Case> {
    use About::{Losing, Values};
    let mut all = Vec::new();
    for (name, k) in [("chocolate-bar 2", 2i64), ("chocolate-bar 4", 4)] {
        let mut game = Game::new(move |at: &Vec<i64>| {
            let mut found: Vec<Vec<Vec<i64>>> = Vec::new();
            found.extend((0..at[0]).map(|x| vec![vec![x, at[1], at[2]]]));
            found.extend((0..at[1]).map(|y| vec![vec![at[0], y, at[2]]]));
            found.extend((0..at[2]).map(|z| vec![vec![at[0], at[1].min(z / k), z]]));
            found
        });
        let value = move |at: &[i64]| (at[1] <= at[2] / k).then(|| game.value(&at.to_vec()));
        all.push(table(
            name,
            Losing,
            vec![0..=10, 0..=8, 0..=16],
            vec![0..=12, 0..=10, 0..=20],
            value,
        ));
    }
    all.push(tuples(
        "cuboid-slicing",
        Values,
        vec![1..=9; 3],
        vec![1..=11; 3],
        |at| {
            let mut found = Vec::new();
            for x in 0..at[0] {
                for y in 0..at[1] {
                    for z in 0..at[2] {
                        let mut parts = Vec::new();
                        for a in [x, at[0] - 1 - x] {
                            for b in [y, at[1] - 1 - y] {
                                for c in [z, at[2] - 1 - z] {
                                    if a > 0 && b > 0 && c > 0 {
                                        parts.push(vec![a, b, c]);
                                    }
                                }
                            }
                        }
                        found.push(parts);
                    }
                }
            }
            found
        },
    ));
    all.push(squares(
        "circle-game two piles, P",
        Losing,
        2,
        (30, 40),
        |at| (0..at[0]).map(|n| vec![vec![at[1], n]]).collect(),
    ));
    all.push(tuples(
        "game-01",
        Values,
        vec![0..=3, 1..=60],
        vec![0..=3, 1..=90],
        |at| between_filled(at),
    ));
    all
}
