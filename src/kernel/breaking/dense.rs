//! The plain loop: all splits of every pile.

use super::rules::Rules;

/// Scratch memory for the values of the options of one pile.
pub struct Dense {
    seen: Box<[u8; 1 << 16]>,
    /// A power of two above every value.
    bound: usize,
}

impl Dense {
    /// For values below the bound, at first.
    pub fn new(values: &[u16]) -> Dense {
        let most = values.iter().copied().max().unwrap_or(0);
        Dense {
            seen: Box::new([0; 1 << 16]),
            bound: (usize::from(most) + 1).next_power_of_two(),
        }
    }

    /// The value of the next pile, `None` where it does not fit. O(n) for each amount after which the rest is split.
    pub fn value(&mut self, values: &[u16], rules: &Rules) -> Option<u16> {
        let pile = values.len();
        // Xors of values stay below a power of two.
        self.seen[..self.bound].fill(0);
        for left in rules.left(pile) {
            self.seen[usize::from(values[left])] = 1;
        }
        for split in &rules.splits {
            let most = split.most(pile);
            if most == 0 {
                continue;
            }
            let rest = pile - split.amount;
            // 1 <= most <= rest / 2, and rest <= pile = the number of values.
            self.mark(&values[1..=most], &values[rest - most..rest]);
        }
        let least = self.seen[..self.bound].iter().position(|&seen| seen == 0);
        let value = u16::try_from(least.unwrap_or(self.bound)).ok()?;
        if usize::from(value) >= self.bound {
            self.bound *= 2;
        }
        Some(value)
    }

    fn mark(&mut self, forward: &[u16], backward: &[u16]) {
        const STEP: usize = 16;
        let (lefts, left) = forward.as_chunks::<STEP>();
        let (right, rights) = backward.as_rchunks::<STEP>();
        for (lefts, rights) in lefts.iter().zip(rights.iter().rev()) {
            let mut xors = [0; STEP];
            for (at, xor) in xors.iter_mut().enumerate() {
                *xor = lefts[at] ^ rights[STEP - 1 - at];
            }
            for xor in xors {
                self.seen[usize::from(xor)] = 1;
            }
        }
        for (left, right) in left.iter().zip(right.iter().rev()) {
            self.seen[usize::from(left ^ right)] = 1;
        }
    }
}

/// How many splits the plain loop looks at for one pile.
pub fn work(pile: usize, rules: &Rules) -> u64 {
    let splits: usize = rules.splits.iter().map(|split| split.most(pile)).sum();
    (splits + rules.singles.len() + 64) as u64
}
