//! Misère play of sums of heaps, against its definition and known tables.

pub mod brute;
mod genus;
mod quotient;
mod tame;

use brute::Rules;
use nimrule::kernel::misere::word::{Word, word};
use serde_json::Value;

use crate::common::budget;

/// The table of known quotients.
fn known() -> Vec<Value> {
    let text = include_str!("../data/misere.json");
    serde_json::from_str(text).expect("the table")
}

/// The options of a heap as words.
fn words(rules: &Rules, heap: usize) -> Vec<Word> {
    rules[heap].iter().map(|option| word(option)).collect()
}
