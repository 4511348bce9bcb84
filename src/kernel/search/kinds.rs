//! Kinds of piles and what a move makes of them.
//!
//! Kinds are numbered so that every move leads to kinds of lower numbers; 0 is no pile. A position is a multiset of kinds, and
//! every turn makes it smaller in the order of multisets: compare the highest kinds first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::Turn;
use crate::work::distinct;

/// The number of a kind of pile; 0 is no pile.
pub type Kind = u32;

/// A move as it is given: which moves are alike, and the piles it leaves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Given {
    /// Moves with equal labels are alike.
    pub label: u32,
    /// The piles that are left, by their places among those given.
    pub parts: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<'k> {
    /// Moves with equal labels are alike.
    pub label: u32,
    /// The piles that are left, in increasing order.
    pub parts: &'k [Kind],
}

/// All kinds of piles that can be reached, with their moves.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// For each kind the end of its choices; kind 0 has none.
    ends: Vec<u32>,
    labels: Vec<u32>,
    part_ends: Vec<u32>,
    parts: Vec<Kind>,
    /// For each kind the most moves that can be made in it one after the other.
    longest: Vec<u64>,
    /// For each kind the most piles that can come of it.
    most: Vec<u64>,
}

impl Kinds {
    /// The kinds of piles with these moves, and for each given pile its kind. Piles without moves are no piles unless they end
    /// all turns. Kinds follow the order of the piles as far as the moves allow.
    ///
    /// `None`: a pile can come back, or there are 2³² piles, choices or parts.
    pub fn new(piles: &[Vec<Given>], turn: &Turn) -> Option<(Kinds, Vec<Kind>)> {
        let order = order(piles)?;
        let mut kinds = Kinds {
            ends: vec![0],
            labels: Vec::new(),
            part_ends: Vec::new(),
            parts: Vec::new(),
            longest: vec![0],
            most: vec![0],
        };
        let mut numbers: Vec<Kind> = vec![0; piles.len()];
        for place in order {
            let given = &piles[place];
            if given.is_empty() && *turn != Turn::AllOrNone {
                continue;
            }
            let choices = given.iter().map(|choice| {
                let mut parts: Vec<Kind> = choice
                    .parts
                    .iter()
                    .map(|part| numbers[*part])
                    .filter(|kind| *kind != 0)
                    .collect();
                parts.sort_unstable();
                (choice.label, parts)
            });
            let kind = kinds.push(&distinct(choices.collect()))?;
            // Places come from the order of these piles.
            numbers[place] = kind;
        }
        Some((kinds, numbers))
    }

    fn push(&mut self, choices: &[(u32, Vec<Kind>)]) -> Option<Kind> {
        let kind = Kind::try_from(self.ends.len()).ok()?;
        let (mut longest, mut most) = (0u64, 1u64);
        for (label, parts) in choices {
            self.labels.push(*label);
            self.parts.extend_from_slice(parts);
            let end = u32::try_from(self.parts.len()).ok()?;
            self.part_ends.push(end);
            longest = longest.max(sum(&self.longest, parts).saturating_add(1));
            most = most.max(sum(&self.most, parts));
        }
        let end = u32::try_from(self.labels.len()).ok()?;
        self.ends.push(end);
        self.longest.push(longest);
        self.most.push(most);
        Some(kind)
    }

    /// How many kinds there are, with 0.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    pub fn memory(&self) -> u64 {
        let numbers = [&self.ends, &self.labels, &self.part_ends, &self.parts];
        let numbers: usize = numbers.iter().map(|list| list.capacity() * 4).sum();
        (numbers + (self.longest.capacity() + self.most.capacity()) * 8) as u64
    }

    /// The moves in a pile of a kind.
    pub fn choices(&self, kind: Kind) -> impl Iterator<Item = Choice<'_>> + '_ {
        span(&self.ends, kind as usize).map(|choice| Choice {
            label: self.labels[choice],
            parts: &self.parts[span(&self.part_ends, choice)],
        })
    }

    /// The most moves that can be made in all these piles one after the other, saturating.
    pub fn longest(&self, piles: &[Kind]) -> u64 {
        sum(&self.longest, piles)
    }

    /// The most piles that can come of these, saturating.
    pub fn most(&self, piles: &[Kind]) -> u64 {
        sum(&self.most, piles)
    }

    /// Whether no move leaves more than one pile.
    pub fn is_unsplit(&self) -> bool {
        (0..self.part_ends.len()).all(|choice| span(&self.part_ends, choice).len() <= 1)
    }
}

/// Upper bounds of the numbers of piles that come of others.
#[derive(Debug, Clone)]
pub struct Room {
    /// The most piles of each kind that come of a pile of kind k, from k times the number of kinds on; empty where there are too
    /// many kinds.
    exact: Vec<u64>,
}

/// At most this many steps to count exactly how many piles of each kind there may be.
const MOST_STEPS: usize = 30_000_000;

/// At most this many counts are kept.
const MOST_COUNTS: usize = 1 << 20;

impl Room {
    /// The bounds for some kinds. Where they are few, at most 30 million steps.
    pub fn new(kinds: &Kinds) -> Room {
        let len = kinds.count();
        let steps = len.saturating_mul(kinds.parts.len() + len);
        if steps > MOST_STEPS || len.saturating_mul(len) > MOST_COUNTS {
            return Room { exact: Vec::new() };
        }
        let mut exact = vec![0; len * len];
        let mut sum = vec![0u64; len];
        for kind in 1..len {
            let (below, rest) = exact.split_at_mut(kind * len);
            let own = &mut rest[..len];
            for choice in kinds.choices(kind as Kind) {
                sum.fill(0);
                for part in choice.parts {
                    let row = &below[*part as usize * len..];
                    for (sum, more) in sum.iter_mut().zip(row) {
                        *sum = sum.saturating_add(*more);
                    }
                }
                for (own, sum) in own.iter_mut().zip(&sum) {
                    *own = (*own).max(*sum);
                }
            }
            own[kind] = 1;
        }
        Room { exact }
    }

    pub fn memory(&self) -> u64 {
        self.exact.capacity() as u64 * 8
    }

    /// For each kind an upper bound of how many piles of it a position that comes of these piles has, saturating.
    pub fn bounds(&self, kinds: &Kinds, piles: &[Kind]) -> Vec<u64> {
        let mut bounds = vec![0u64; kinds.count()];
        if !self.exact.is_empty() {
            for pile in piles {
                let row = &self.exact[*pile as usize * kinds.count()..];
                for (bound, more) in bounds.iter_mut().zip(row) {
                    *bound = bound.saturating_add(*more);
                }
            }
            return bounds;
        }
        // Neither sum rises in play.
        let (moves, count) = (kinds.longest(piles), kinds.most(piles));
        let highest = piles.iter().copied().max().unwrap_or(0) as usize;
        let sizes = kinds.longest.iter().zip(&kinds.most);
        for (bound, (longest, most)) in bounds.iter_mut().zip(sizes).take(highest + 1).skip(1) {
            *bound = count / (*most).max(1);
            if *longest > 0 {
                *bound = (*bound).min(moves / longest);
            }
        }
        bounds
    }
}

/// What belongs to a place, where it is said of each where it ends.
#[inline]
pub(super) fn span(ends: &[u32], place: usize) -> Range<usize> {
    let start = place.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[place] as usize
}

fn sum(of: &[u64], piles: &[Kind]) -> u64 {
    piles
        .iter()
        .fold(0u64, |sum, kind| sum.saturating_add(of[*kind as usize]))
}

/// The places of the piles so that moves lead to earlier ones, low places first; `None`: a pile can come back.
fn order(piles: &[Vec<Given>]) -> Option<Vec<usize>> {
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); piles.len()];
    let mut waiting = vec![0usize; piles.len()];
    for (place, choices) in piles.iter().enumerate() {
        let parts = choices.iter().flat_map(|choice| &choice.parts);
        for part in distinct(parts.copied().collect()) {
            above[part].push(place);
            waiting[place] += 1;
        }
    }
    let mut ready: BinaryHeap<Reverse<usize>> = (0..piles.len())
        .filter(|place| waiting[*place] == 0)
        .map(Reverse)
        .collect();
    let mut order = Vec::with_capacity(piles.len());
    while let Some(Reverse(place)) = ready.pop() {
        order.push(place);
        for higher in std::mem::take(&mut above[place]) {
            waiting[higher] -= 1;
            if waiting[higher] == 0 {
                ready.push(Reverse(higher));
            }
        }
    }
    (order.len() == piles.len()).then_some(order)
}
