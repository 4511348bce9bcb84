//! Partitions of a number into parts.

use crate::expr::tree::PartSizes;

/// The partitions of a total into positive parts, each in ascending order.
#[derive(Debug, Default)]
pub(crate) struct Partitions {
    total: i64,
    count: i64,
    most: i64,
    sizes: Option<PartSizes>,
    parts: Vec<i64>,
}

impl Partitions {
    pub(crate) fn new(total: i64, least: i64, most: i64, sizes: PartSizes) -> Partitions {
        Partitions {
            total,
            count: least - 1,
            most: most.min(total),
            sizes: Some(sizes),
            parts: Vec::new(),
        }
    }

    pub(crate) fn next(&mut self) -> Option<&[i64]> {
        let gap = i64::from(self.sizes == Some(PartSizes::Unequal));
        if self.sizes != Some(PartSizes::Equal) && self.advance(gap) {
            return Some(&self.parts);
        }
        while self.count < self.most {
            self.count += 1;
            let count = self.count;
            self.parts.clear();
            if self.sizes == Some(PartSizes::Equal) {
                if self.total % count == 0 {
                    self.parts.resize(count as usize, self.total / count);
                    return Some(&self.parts);
                }
                continue;
            }
            // The least partition: 1, 1, …, or 1, 2, 3, …, and the rest as the last part.
            let head: i64 = if gap == 0 {
                count - 1
            } else {
                match (count - 1).checked_mul(count) {
                    Some(double) => double / 2,
                    None => return None,
                }
            };
            let least_last = 1 + gap * (count - 1);
            if self.total - head < least_last {
                // More parts need an even larger total.
                self.count = self.most;
                return None;
            }
            self.parts
                .extend((0..count - 1).map(|place| 1 + gap * place));
            self.parts.push(self.total - head);
            return Some(&self.parts);
        }
        None
    }

    /// Goes to the next partition with the same number of parts, in lexicographic order.
    fn advance(&mut self, gap: i64) -> bool {
        let count = self.parts.len();
        // The sum of the parts from `place` on, as `place` moves left.
        let mut tail = self.parts.last().copied().unwrap_or(0);
        for place in (0..count.saturating_sub(1)).rev() {
            // `place` is below the number of parts.
            tail += self.parts[place];
            let raised = self.parts[place] + 1;
            let followers = (count - place) as i64;
            let needed = followers
                .checked_mul(raised)
                .and_then(|sum| sum.checked_add(gap * followers * (followers - 1) / 2));
            if needed.is_some_and(|needed| needed <= tail) {
                let mut left = tail;
                for (offset, part) in self.parts.iter_mut().skip(place).enumerate() {
                    *part = raised + gap * offset as i64;
                    left -= *part;
                }
                if let Some(last) = self.parts.last_mut() {
                    *last += left;
                }
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brute(total: i64, count: i64, least: i64, gap: i64) -> Vec<Vec<i64>> {
        if count == 1 {
            return vec![vec![total]; usize::from(total >= least)];
        }
        let mut all = Vec::new();
        for first in least..=total {
            for rest in brute(total - first, count - 1, first + gap, gap) {
                all.push([vec![first], rest].concat());
            }
        }
        all
    }

    fn all(mut partitions: Partitions) -> Vec<Vec<i64>> {
        std::iter::from_fn(|| partitions.next().map(<[i64]>::to_vec)).collect()
    }

    #[test]
    fn partitions_agree_with_recursion() {
        for total in 0..=14 {
            for (sizes, gap) in [(PartSizes::Any, 0), (PartSizes::Unequal, 1)] {
                let expected: Vec<Vec<i64>> = (2..=4)
                    .flat_map(|count| brute(total, count, 1, gap))
                    .collect();
                let found = all(Partitions::new(total, 2, 4, sizes));
                assert_eq!(found, expected, "{total} {sizes:?}");
            }
        }
        let equal = all(Partitions::new(6, 2, 6, PartSizes::Equal));
        assert_eq!(equal, [vec![3, 3], vec![2, 2, 2], vec![1; 6]]);
    }
}
