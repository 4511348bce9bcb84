//! Rare and common piles, so that few splits have to be looked at.
//!
//! Let M be a set of binary digits, and call a pile common where its value has an odd number of 1s among them, else rare. Xor
//! adds these numbers modulo 2. So where a split into two piles has the value of the pile itself, a common pile is split into a
//! rare and a common one, and a rare pile into two of a kind. That a common pile has no option of its own value is seen from the
//! splits with a rare part alone; of a rare pile all splits are looked at.
//!
//! This holds for every M, whatever the values are. A certificate may carry any: a bad one makes many piles rare, which takes
//! longer, and says nothing false. Which piles are rare is read off the values under check.

/// No certificate of a game with larger values has a mask.
const LARGEST: usize = 1 << 20;

/// Whether a pile of this value is rare under a mask. Under 0 every pile is.
#[inline]
pub(super) fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The mask under which the fewest of these piles are rare; 0 where it is no use.
///
/// The Walsh–Hadamard transform of how often each value occurs gives for all masks at once how many more piles are rare than
/// common.
pub(super) fn mask(values: &[u32]) -> u32 {
    let most = values.iter().copied().max().unwrap_or(0) as usize;
    if most >= LARGEST {
        return 0;
    }
    let mut more = vec![0i64; (most + 1).next_power_of_two()];
    for value in values {
        more[*value as usize] += 1;
    }
    let mut half = 1;
    while half < more.len() {
        for block in more.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (left, right) in left.iter_mut().zip(right) {
                (*left, *right) = (*left + *right, *left - *right);
            }
        }
        half *= 2;
    }
    let best = more.iter().zip(0u32..).min();
    // Where more than an eighth is rare, it is no slower to look at all splits of all piles.
    let few = values.len() as i64 / 4;
    match best {
        Some((more, mask)) if values.len() as i64 + more <= few => mask,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::chance::Chance;

    fn rare(values: &[u32], mask: u32) -> usize {
        values.iter().filter(|value| is_rare(**value, mask)).count()
    }

    #[test]
    fn the_mask_leaves_the_fewest_piles_rare() {
        let mut chance = Chance::new(Some(7));
        let mut useful = 0;
        for _ in 0..200 {
            let mut random = |below: u32| chance.below(below.into()) as u32;
            let (hidden, most) = (random(31) + 1, random(31) + 1);
            let values: Vec<u32> = (0..random(300))
                .map(|_| match random(32) {
                    value if is_rare(value, hidden) && random(12) > 0 => 0,
                    value => value % (most + 1),
                })
                .filter(|value| *value > 0)
                .collect();
            let best = (0..32).map(|mask| rare(&values, mask)).min();
            let mask = mask(&values);
            match mask {
                0 => assert!(best.is_none_or(|best| 8 * best + 8 > values.len())),
                mask => {
                    let rare = rare(&values, mask);
                    assert_eq!(Some(rare), best);
                    assert!(8 * rare <= values.len(), "{rare} of {}", values.len());
                }
            }
            useful += u32::from(mask > 0);
        }
        assert!(useful > 20, "{useful}");
        assert_eq!(mask(&[]), 0);
        assert_eq!(mask(&[1, u32::MAX]), 0);
    }

    /// The identity that the check rests on, for all small values.
    #[test]
    fn a_split_of_the_same_value_has_a_rare_part_or_an_equal_kind() {
        for mask in 0..8 {
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                let is_of_one_kind = is_rare(a, mask) == is_rare(b, mask);
                assert_eq!(is_rare(a ^ b, mask), is_of_one_kind);
            }
        }
    }
}
