//! Taking from a pile of one number, or splitting it, in words.

use hashbrown::HashMap;

use super::Phrase;
use super::amounts::Amount;
use crate::expr::tree::PartSizes;
use crate::syntax::word_of;
use crate::text::words::joined;

/// Any pile, where a turn moves in one.
pub(super) const ONE_PILE: &str = "one pile";

/// Amounts after which the same may be left stand together.
pub(super) fn takings_joined(takings: Vec<ToldTaking>) -> Vec<ToldTaking> {
    let mut found: Vec<ToldTaking> = Vec::new();
    let mut places = HashMap::new();
    for taking in takings {
        let key = (taking.left.clone(), taking.tail.clone());
        let first = *places.entry(key).or_insert(found.len());
        match (found.get_mut(first), taking.amounts) {
            (
                Some(ToldTaking {
                    amounts: Some(Amount::These(known)),
                    ..
                }),
                Some(Amount::These(more)),
            ) => known.extend(more),
            (_, amounts) => found.push(ToldTaking { amounts, ..taking }),
        }
    }
    found
}

/// Taking from a pile of one number, or splitting it.
pub(super) struct ToldTaking {
    /// `None`: nothing is taken.
    pub(super) amounts: Option<Amount>,
    pub(super) left: Vec<Remains>,
    /// Where it is taken, and what stands behind: `one pile`, `, where …`.
    pub(super) tail: (String, String),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Remains {
    /// Nothing; the pile is gone.
    Nothing,
    /// One pile that is not empty.
    Some,
    /// What is left stays the pile.
    Rest,
    /// How many non-empty parts.
    Parts(i64, Option<i64>, PartSizes),
    /// Parts in words.
    Said(String),
}

impl ToldTaking {
    pub(super) fn phrase(&self) -> Phrase {
        let (pile, behind) = &self.tail;
        let parts = parts_words(&self.left);
        let phrase = |head: String, last: String| Phrase {
            head,
            last,
            behind: behind.clone(),
        };
        let Some(amounts) = &self.amounts else {
            return phrase(format!("splits {pile} into "), parts.unwrap_or_default());
        };
        let amounts = amounts.words();
        let has = |left: Remains| self.left.contains(&left);
        let may_stay = has(Remains::Rest) || has(Remains::Nothing) && has(Remains::Some);
        let taken = format!("takes {amounts} from {pile}");
        let whole = match pile.as_str() {
            ONE_PILE => format!("takes a whole pile of {amounts}"),
            pile => format!("takes {pile} whole if it has {amounts}"),
        };
        let words = match (may_stay, has(Remains::Nothing), has(Remains::Some), parts) {
            (true, _, _, None) => taken,
            (true, _, _, Some(parts)) => format!("{taken} and may leave the rest in {parts}"),
            (false, true, _, None) => whole,
            (false, true, _, Some(parts)) => format!("{taken} and leaves nothing or {parts}"),
            (false, false, true, None) => format!("{taken} but not all of it"),
            (false, false, true, Some(parts)) => match parts.as_str() {
                "two piles" => format!("{taken} and leaves the rest in one or two piles"),
                parts => format!("{taken} and leaves the rest in one pile or in {parts}"),
            },
            (false, false, false, parts) => {
                let parts = parts.unwrap_or_default();
                format!("{taken} and leaves the rest in {parts}")
            }
        };
        phrase(words, String::new())
    }
}

/// `two or three piles`
fn parts_words(left: &[Remains]) -> Option<String> {
    let mut ranges: Vec<(i64, Option<i64>, PartSizes)> = Vec::new();
    let mut words = Vec::new();
    for left in left {
        match left {
            Remains::Parts(least, most, sizes) => match ranges.last_mut() {
                Some((_, last, known)) if *last == Some(least - 1) && known == sizes => {
                    *last = *most;
                }
                _ => ranges.push((*least, *most, *sizes)),
            },
            Remains::Said(said) => words.push(said.clone()),
            Remains::Nothing | Remains::Some | Remains::Rest => {}
        }
    }
    let ranges = ranges.into_iter();
    let ranges = ranges.map(|(least, most, sizes)| piles(least, most) + of_sizes(sizes));
    let words: Vec<String> = ranges.chain(words).collect();
    joined(&words, "or")
}

/// What stands behind piles of such sizes.
pub(super) fn of_sizes(sizes: PartSizes) -> &'static str {
    match sizes {
        PartSizes::Any => "",
        PartSizes::Equal => " of the same size",
        PartSizes::Unequal => " of different sizes",
    }
}

/// `two piles`, `one to three piles`, `two or more piles`
pub(super) fn piles(least: i64, most: Option<i64>) -> String {
    let (first, noun) = (count(least), if most == Some(1) { "pile" } else { "piles" });
    match most {
        Some(most) if most == least => format!("{first} {noun}"),
        Some(most) if most == least + 1 => format!("{first} or {} {noun}", count(most)),
        Some(most) => format!("{first} to {} {noun}", count(most)),
        None => format!("{first} or more {noun}"),
    }
}

pub(super) fn count(n: i64) -> String {
    let word = usize::try_from(n).ok().filter(|n| *n > 0);
    let word = word.and_then(word_of);
    word.map_or_else(|| n.to_string(), str::to_string)
}
