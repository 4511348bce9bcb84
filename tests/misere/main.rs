//! Misère play of sums of heaps, against its definition and known tables.

mod brute;
mod genus;
mod quotient;
mod tame;

use brute::Rules;
use nimrule::kernel::misere::Theory;
use nimrule::kernel::misere::word::{Word, word};
use nimrule::work::budget::{Budget, Limits};

fn budget() -> Budget {
    Budget::start(&Limits::default())
}

/// The image of a sum of heaps, if all of them are known.
fn image_of<T: Theory>(theory: &T, heaps: &[u64]) -> Option<T::Image> {
    heaps.iter().try_fold(theory.nothing(), |image, &heap| {
        Some(theory.product(image, theory.image(heap)?))
    })
}

/// The options of a heap as words.
fn words(rules: &Rules, heap: usize) -> Vec<Word> {
    rules[heap].iter().map(|option| word(option)).collect()
}
