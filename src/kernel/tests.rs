//! What the tests of the loops share: the definition of a value, and budgets.

use super::simd::{Level, Width};
use crate::work::budget::{Budget, Limits};
use crate::work::store::Slice;

/// The values of the piles below `len` by definition. `options` is given a pile and the values of the smaller ones, and shows the
/// values of the pile's options.
pub(super) fn by_definition(
    len: usize,
    mut options: impl FnMut(usize, &[u32], &mut dyn FnMut(u32)),
) -> Vec<u32> {
    let mut values = Vec::with_capacity(len);
    // For each value the last pile with such an option, plus one.
    let mut seen: Vec<usize> = Vec::new();
    for pile in 0..len {
        options(pile, &values, &mut |value| {
            let place = value as usize;
            seen.resize(seen.len().max(place + 1), 0);
            seen[place] = pile + 1;
        });
        let mex = seen.iter().position(|&last| last != pile + 1);
        values.push(mex.unwrap_or(seen.len()) as u32);
    }
    values
}

/// Compares values with those of the definition, and shows the first pile where they differ.
pub(super) fn assert_values(found: Slice<'_>, expected: &[u32], about: std::fmt::Arguments) {
    assert_eq!(found.len(), expected.len(), "{about}");
    let wrong = (0..expected.len()).find(|&n| found.get(n) != Some(expected[n]));
    assert_eq!(wrong, None, "{about}");
}

/// One for each level that this processor has.
pub(super) fn widths() -> Vec<Width> {
    let levels = [Level::Portable, Level::Avx2, Level::Avx512].into_iter();
    let available = levels.filter(|level| level.is_available());
    available.map(Width::new).collect()
}

pub(super) fn budget() -> Budget {
    Budget::start(&Limits::default())
}

/// A budget that stops at the first look.
pub(super) fn interrupted() -> Budget {
    let limits = Limits::default();
    limits
        .interrupt
        .store(true, std::sync::atomic::Ordering::Relaxed);
    Budget::start(&limits)
}
