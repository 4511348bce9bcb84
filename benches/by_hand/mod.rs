//! The games of the benchmark as one would write them for a contest: a loop for the one game, arrays of a fixed width.

pub mod boxes;
mod interval;
mod sparse;

pub use interval::interval;
pub use sparse::period;

/// The values of the piles 0..=n for taking 1, 3 or 4.
pub fn one_three_four(n: usize) -> Vec<u8> {
    let mut g = vec![0u8; n + 1];
    for pile in 1..=n {
        let mut seen = 1u8 << g[pile - 1];
        if pile >= 3 {
            seen |= 1 << g[pile - 3];
        }
        if pile >= 4 {
            seen |= 1 << g[pile - 4];
        }
        g[pile] = seen.trailing_ones() as u8;
    }
    g
}

/// The value of a pile for taking 1, 2 or 1,000,007.
pub fn one_two_or_many(n: usize) -> u8 {
    let mut g = vec![0u8; n + 1];
    for pile in 1..=n {
        let taken = [1, 2, 1_000_007].into_iter().filter(|taken| *taken <= pile);
        let seen = taken.fold(0u8, |seen, taken| seen | 1 << g[pile - taken]);
        g[pile] = seen.trailing_ones() as u8;
    }
    g[n]
}

/// The value of a pile for taking 1 or halving it.
pub fn one_or_half(n: usize) -> u8 {
    let mut g = vec![0u8; n + 1];
    for pile in 1..=n {
        let seen = 1u8 << g[pile - 1] | 1 << g[pile / 2];
        g[pile] = seen.trailing_ones() as u8;
    }
    g[n]
}

/// For taking a square.
pub fn squares(n: usize) -> Vec<u16> {
    let mut g = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 12];
    for pile in 1..=n {
        let mut root = 1;
        while root * root <= pile {
            seen[usize::from(g[pile - root * root])] = pile as u32;
            root += 1;
        }
        g[pile] = least_unseen(&seen, pile);
    }
    g
}

/// Who wins a pile where the last move loses, 1 for the player to move: what a square more than a lost pile is, is won.
pub fn misere_squares(n: usize) -> u8 {
    let mut wins = vec![0u8; n + 1];
    wins[0] = 1;
    for pile in 1..=n {
        if wins[pile] == 0 {
            let squares = (1..).map(|root| pile + root * root);
            squares
                .take_while(|more| *more <= n)
                .for_each(|more| wins[more] = 1);
        }
    }
    wins[n]
}

/// The same for taking up to half of the pile.
pub fn misere_half(n: usize) -> u8 {
    let (mut wins, mut last_lost) = (vec![1u8; n + 1], None);
    for (pile, wins) in wins.iter_mut().enumerate().skip(2) {
        if last_lost.is_none_or(|lost| lost < pile - pile / 2) {
            (*wins, last_lost) = (0, Some(pile));
        }
    }
    wins[n]
}

/// The least number whose stamp is not that of the pile.
fn least_unseen(seen: &[u32], pile: usize) -> u16 {
    let mut value = 0;
    while seen[value] == pile as u32 {
        value += 1;
    }
    value as u16
}

/// For an octal code with these digits behind the point.
pub fn octal(digits: &[u8], n: usize) -> Vec<u16> {
    let mut g = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 12];
    for pile in 1..=n {
        for (taken, digit) in (1..=pile).zip(digits) {
            let rest = pile - taken;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = pile as u32;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[usize::from(g[rest])] = pile as u32;
            }
            if digit & 4 != 0 {
                for part in 1..=rest / 2 {
                    seen[usize::from(g[part] ^ g[rest - part])] = pile as u32;
                }
            }
        }
        g[pile] = least_unseen(&seen, pile);
    }
    g
}

/// For Grundy's game.
pub fn grundys_game(n: usize) -> Vec<u16> {
    let mut g = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 12];
    for pile in 1..=n {
        for part in 1..pile.div_ceil(2) {
            seen[usize::from(g[part] ^ g[pile - part])] = pile as u32;
        }
        g[pile] = least_unseen(&seen, pile);
    }
    g
}

/// For splitting into three.
pub fn into_three(n: usize) -> Vec<u16> {
    let mut g = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 12];
    for pile in 1..=n {
        for a in 1..=pile / 3 {
            for b in a..=(pile - a) / 2 {
                seen[usize::from(g[a] ^ g[b] ^ g[pile - a - b])] = pile as u32;
            }
        }
        g[pile] = least_unseen(&seen, pile);
    }
    g
}

/// For taking 1 and splitting the rest into any number of piles: which values do the ways to add up to a size have?
pub fn take_one_and_shatter(n: usize) -> Vec<u16> {
    const VALUES: usize = 256;
    let mut g = vec![0u16; n + 1];
    let mut ways = vec![[false; VALUES]; n + 1];
    ways[0][0] = true;
    for pile in 1..=n {
        let value = ways[pile - 1].iter().take_while(|seen| **seen).count();
        assert!(value < VALUES, "a value the sets cannot hold");
        g[pile] = value as u16;
        for whole in pile..=n {
            for other in 0..VALUES {
                if ways[whole - pile][other] {
                    ways[whole][other ^ value] = true;
                }
            }
        }
    }
    g
}

/// For taking any number but 2, 3 and 7: the least value whose piles can all not be reached.
pub fn all_but(n: usize) -> Vec<u32> {
    let mut g = vec![0u32; n + 1];
    let mut count = vec![0u32; n + 2];
    count[0] = 1;
    let mut unused = 1;
    for pile in 1..=n {
        let mut value = unused;
        for back in [2, 3, 7] {
            if back <= pile {
                count[g[pile - back] as usize] -= 1;
            }
        }
        for back in [2, 3, 7] {
            if back <= pile && count[g[pile - back] as usize] == 0 {
                value = value.min(g[pile - back]);
            }
        }
        for back in [2, 3, 7] {
            if back <= pile {
                count[g[pile - back] as usize] += 1;
            }
        }
        g[pile] = value;
        count[value as usize] += 1;
        while count[unused as usize] > 0 {
            unused += 1;
        }
    }
    g
}

/// The xor of the numbers in a text.
pub fn nim_sum(piles: &str) -> u64 {
    piles
        .split(',')
        .map(|pile| pile.trim().parse::<u64>().expect("a number"))
        .fold(0, |sum, pile| sum ^ pile)
}

/// Wythoff's game: the values of (a, b) for a, b < n, row by row.
pub fn wythoff(n: usize) -> Vec<u16> {
    let words = (3 * n + 1).div_ceil(64);
    // Which values a row, a column and a diagonal have.
    let mut lines = vec![vec![0u64; words]; 4 * n];
    let mut table = vec![0u16; n * n];
    for a in 0..n {
        for b in 0..n {
            let own = [a, n + b, 2 * n + (n + a - b)];
            let seen = |word: usize| own.iter().fold(0, |seen, line| seen | lines[*line][word]);
            let word = (0..words).find(|word| seen(*word) != u64::MAX);
            let word = word.expect("fewer than 3n options");
            let value = word * 64 + seen(word).trailing_ones() as usize;
            for line in own {
                lines[line][value / 64] |= 1 << (value % 64);
            }
            table[a * n + b] = value as u16;
        }
    }
    table
}
