//! Games on single numbers.

use super::case::{Case, line, line_lost};
use super::definition::{code, heap, mex};

fn subtraction(to: usize, set: &[usize]) -> Vec<u64> {
    heap(to, |n, g, out| {
        out.extend(set.iter().filter(|k| **k <= n).map(|k| g[n - k]));
    })
}

/// Where a form is sought, and to where values are computed.
const N: i64 = 700;
const TO: usize = 1500;

/// The games.
pub fn cases() -> Vec<Case> {
    [subtractions(), of_divisors(), splits(), coin_turning()]
        .into_iter()
        .flatten()
        .collect()
}

/// Amounts that are given, or have a bound.
fn subtractions() -> Vec<Case> {
    let mut all = Vec::new();
    let maximum = |most: fn(usize) -> usize| {
        heap(TO, |n, g, out| out.extend((1..=most(n)).map(|k| g[n - k])))
    };
    all.push(line("nim", 0, N, (0..=1500).collect()));
    all.push(line("bounded-nim 3", 0, N, subtraction(TO, &[1, 2, 3])));
    all.push(line(
        "bounded-nim 100",
        0,
        N,
        subtraction(TO, &(1..=100).collect::<Vec<_>>()),
    ));
    all.push(line("subtraction 1 3 4", 0, N, subtraction(TO, &[1, 3, 4])));
    all.push(line("subtraction 2 3 5", 0, N, subtraction(TO, &[2, 3, 5])));
    all.push(line("subtraction 2 5 7", 0, N, subtraction(TO, &[2, 5, 7])));
    all.push(line(
        "interval-nim 3..14",
        0,
        N,
        subtraction(TO, &(3..=14).collect::<Vec<_>>()),
    ));
    all.push(line(
        "interval-nim 2..5",
        0,
        N,
        subtraction(TO, &[2, 3, 4, 5]),
    ));
    all.push(line("half-nim", 0, N, maximum(|n| n / 2)));
    all.push(line_lost("half-nim, P", 0, N, maximum(|n| n / 2)));
    all.push(line("strange-nim 3", 0, N, maximum(|n| n / 3)));
    all.push(line("strange-nim 4", 0, N, maximum(|n| n / 4)));
    all.push(line("josephus-nim 3", 0, N, maximum(|n| n.div_ceil(3))));
    all.push(line("sqrt-nim", 0, N, maximum(usize::isqrt)));
    all.push(line_lost("sqrt-nim, P", 0, N, maximum(usize::isqrt)));
    let tricolore = heap(TO, |n, g, out| {
        fn omega(k: usize) -> usize {
            let least = (2..=k).find(|p| k.is_multiple_of(*p));
            least.map_or(0, |p| 1 + omega(k / p))
        }
        out.extend(
            (3..=n)
                .filter(|k| (1..=2).contains(&omega(*k)))
                .map(|k| g[n - k]),
        );
    });
    all.push(line("tricolore 2", 0, 60, tricolore[..=90].to_vec()));
    all.push(line(
        "race-to-30",
        0,
        30,
        (0..=30u64).map(|s| (30 - s) % 4).collect(),
    ));
    all
}

/// Amounts and parts that go by division.
fn of_divisors() -> Vec<Case> {
    let mut all = Vec::new();
    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    all.push(line(
        "prim",
        0,
        N,
        heap(TO, |n, g, out| {
            out.extend((1..=n).filter(|k| gcd(*k, n) == 1).map(|k| g[n - k]));
        }),
    ));
    let divisors = heap(TO, |n, g, out| {
        out.extend((2..n).filter(|k| n % k == 0).map(|k| g[n - k]));
    });
    all.push(line_lost("deleting-divisors, P", 1, N, divisors));
    all.push(line(
        "aliquot",
        1,
        N,
        heap(TO, |n, g, out| {
            out.extend((1..n).filter(|k| n % k == 0).map(|k| g[n - k]));
        }),
    ));
    let aliquant = heap(TO, |n, g, out| {
        out.extend((1..n).filter(|k| n % k != 0).map(|k| g[n - k]));
    });
    all.push(line_lost("aliquant, P", 1, N, aliquant));
    let mark = heap(TO, |n, g, out| {
        if n > 0 {
            out.extend([g[n - 1], g[n / 2]]);
        }
    });
    all.push(line("mark", 0, N, mark.clone()));
    all.push(line_lost("mark, P", 0, N, mark));
    all.push(line(
        "dima-thirds",
        0,
        N,
        heap(TO, |d, g, out| {
            if d > 2 {
                out.extend([g[d / 3], g[d - d / 3]]);
            }
        }),
    ));
    all.push(line(
        "tower-breakers-again",
        1,
        N,
        heap(TO, |n, g, out| {
            for y in (2..=n).filter(|y| n % y == 0) {
                out.push(if y % 2 == 0 { 0 } else { g[n / y] });
            }
        }),
    ));
    all
}

/// Piles that fall apart.
fn splits() -> Vec<Case> {
    let mut all = Vec::new();
    all.push(line("split-two", 0, N, code(TO, &[4])));
    all.push(line("kayles", 0, N, code(TO, &[0, 7, 7])));
    all.push(line("dawson-kayles", 0, N, code(TO, &[0, 0, 7])));
    let mut lasker = vec![0u64; 0];
    for n in 0..=TO {
        let mut out: Vec<u64> = lasker.clone();
        out.extend((1..=n / 2).map(|a| lasker[a] ^ lasker[n - a]));
        lasker.push(mex(&out));
    }
    all.push(line("lasker", 0, N, lasker));
    all.push(line("0.8", 0, 120, code(200, &[0, 8])));
    let rims = [&[0][..], &[7; 600]].concat();
    all.push(line("rims", 0, 300, code(600, &rims)));
    all.push(line("split-three", 0, 150, code(260, &[8])));
    all.push(line("stone-piles", 0, 90, stone_piles(140)));
    all.push(line("hex-0F", 0, 120, code(200, &[0, 15])));
    all.push(line(
        "funny-stone-game",
        0,
        120,
        heap(200, |n, g, out| {
            for j in 0..n {
                out.extend((0..=j).map(|k| g[j] ^ g[k]));
            }
        }),
    ));
    all
}

/// Coins that are turned, and words that are none the beginning of another.
fn coin_turning() -> Vec<Case> {
    let mut all = Vec::new();
    all.push(line(
        "turning-turtles",
        0,
        N,
        heap(TO, |n, g, out| {
            if n > 0 {
                out.push(0);
                out.extend((1..n).map(|j| g[j]));
            }
        }),
    ));
    all.push(line(
        "mock-turtles",
        1,
        120,
        heap(200, |n, g, out| {
            if n > 0 {
                out.push(0);
                out.extend((1..n).map(|j| g[j]));
                for j in 1..n {
                    out.extend((1..j).map(|k| g[j] ^ g[k]));
                }
            }
        }),
    ));
    all.push(line(
        "triplets",
        1,
        120,
        heap(200, |n, g, out| {
            for j in 1..n {
                out.extend((1..j).map(|k| g[j] ^ g[k]));
            }
        }),
    ));
    all.push(line(
        "ruler",
        1,
        N,
        heap(TO, |n, g, out| {
            let mut sum = 0;
            for k in (1..=n).rev() {
                out.push(sum);
                sum ^= g.get(k - 1).copied().unwrap_or(0);
            }
        }),
    ));
    all.push(line(
        "prefix-free",
        1,
        200,
        heap(400, |d, g, out| {
            let mut sum = 0;
            for k in 0..d {
                if k > 0 {
                    sum ^= g[d - k];
                }
                out.push(sum);
            }
        }),
    ));
    all
}

/// Splits into any number of different parts, by the sets of nim-sums that parts below a size can make.
fn stone_piles(to: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    // sums[t]: nim-sums of sets of different sizes below n with total t, as (count capped at 2, nim-sum).
    let mut sums: Vec<std::collections::BTreeSet<(u8, u64)>> = vec![Default::default(); to + 1];
    sums[0].insert((0, 0));
    for n in 0..=to {
        let out: Vec<u64> = sums[n]
            .iter()
            .filter(|(count, _)| *count >= 2)
            .map(|(_, sum)| *sum)
            .collect();
        let value = mex(&out);
        values.push(value);
        if n == 0 {
            continue;
        }
        for total in (n..=to).rev() {
            let more: Vec<(u8, u64)> = sums[total - n]
                .iter()
                .map(|(count, sum)| ((count + 1).min(2), sum ^ value))
                .collect();
            sums[total].extend(more);
        }
    }
    values
}
