//! The period of 0.16 by the sparse-space method, with what is known of this one code put in: which values are rare.

/// Values with an even number of bits in these places are rare.
const MASK: u16 = 30;

/// Period and preperiod, proven by the theorem of Guy and Smith among piles up to n; 0.16: take 1 so that one pile or none is
/// left, take 2 so that one or two piles are.
pub fn period(n: usize) -> (u64, u64) {
    let mut g = vec![0u16; n + 1];
    let mut rare: Vec<usize> = Vec::new();
    let is_rare = |value: u16| (value & MASK).count_ones().is_multiple_of(2);
    let mut seen = vec![0u32; 1 << 10];
    let mut look = 1000;
    for pile in 1..=n {
        let stamp = pile as u32;
        if pile == 1 {
            seen[0] = stamp;
        }
        if pile > 2 {
            seen[usize::from(g[pile - 2])] = stamp;
        }
        let rest = pile.saturating_sub(2);
        for part in rare.iter().take_while(|part| **part < rest) {
            seen[usize::from(g[*part] ^ g[rest - part])] = stamp;
        }
        // The least common value that no rare part excludes, if all rare values below are options.
        let mut best = 0;
        while is_rare(best) || seen[usize::from(best)] == stamp {
            best += 1;
        }
        let missing = |seen: &[u32]| {
            (0..best).find(|value| is_rare(*value) && seen[usize::from(*value)] != stamp)
        };
        let mut next = missing(&seen);
        let mut part = 1;
        while let Some(value) = next
            && part <= rest / 2
        {
            seen[usize::from(g[part] ^ g[rest - part])] = stamp;
            if seen[usize::from(value)] == stamp {
                next = missing(&seen);
            }
            part += 1;
        }
        g[pile] = next.unwrap_or(best);
        if is_rare(g[pile]) {
            rare.push(pile);
        }
        if pile == look || pile == n {
            if let Some(proven) = guy_smith(&g[..=pile], 2) {
                return proven;
            }
            look += look / 8 + 1;
        }
    }
    panic!("no period among so many piles")
}

/// A period p and preperiod e with g(n + p) = g(n) for all n in e..2e + p + taken, which is enough for all n.
fn guy_smith(g: &[u16], taken: usize) -> Option<(u64, u64)> {
    // How far the end repeats, for each period: the Z-function of the values read from behind.
    let len = g.len();
    let at = |place: usize| g[len - 1 - place];
    let mut same = vec![0usize; len];
    let (mut left, mut right) = (0, 0);
    for start in 1..len {
        let mut long = match start < right {
            true => same[start - left].min(right - start),
            false => 0,
        };
        while start + long < len && at(long) == at(start + long) {
            long += 1;
        }
        same[start] = long;
        if start + long > right {
            (left, right) = (start, start + long);
        }
    }
    (1..len).find_map(|period| {
        let preperiod = len - period - same[period];
        (2 * preperiod + 2 * period + taken <= len).then_some((period as u64, preperiod as u64))
    })
}
