//! Misère play of sums of heaps, against its definition and known tables.

pub mod brute;
mod genus;
mod quotient;
mod tame;

use brute::Rules;
use nimrule::kernel::misere::word::{Word, word};

use crate::common::budget;

/// The options of a heap as words.
fn words(rules: &Rules, heap: usize) -> Vec<Word> {
    rules[heap].iter().map(|option| word(option)).collect()
}
