//! Plain Rust, in shapes that compilers turn into vector code of any width where they can.

use super::{GROUP, Groups, LANES, Mark, Planes};

/// See [`super::mark`].
pub fn mark(planes: Planes<'_>, marks: &[Mark], groups: Groups, out: &mut [u64; LANES]) {
    // The sets of more groups do not fit the registers.
    for from in (0..groups.count).step_by(4) {
        match groups.count - from {
            1 => some::<1>(planes, marks, (groups.first, from), out),
            2 => some::<2>(planes, marks, (groups.first, from), out),
            3 => some::<3>(planes, marks, (groups.first, from), out),
            _ => some::<4>(planes, marks, (groups.first, from), out),
        }
    }
}

/// Marks the values of some groups from one on.
fn some<const G: usize>(
    planes: Planes<'_>,
    marks: &[Mark],
    (first, from): (u32, u32),
    out: &mut [u64; LANES],
) {
    let first = (first + from) * GROUP;
    let wanted: [u8; G] = std::array::from_fn(|group| (first + group as u32 * GROUP) as u8);
    let mut sets = [[0u8; LANES]; G];
    for mark in marks {
        let Some(low) = planes.lanes(planes.low, mark) else {
            continue;
        };
        let values = low.map(|low| low ^ mark.low as u8);
        let mut bits = values.map(|value| 1u8 << (value % 8));
        if let Some(high) = planes.high {
            let Some(high) = planes.lanes(high, mark) else {
                continue;
            };
            let band = (first >> 8) as u8 ^ mark.high as u8;
            for (bit, high) in bits.iter_mut().zip(high) {
                *bit = if *high == band { *bit } else { 0 };
            }
        }
        for (set, wanted) in sets.iter_mut().zip(wanted) {
            for ((set, value), bit) in set.iter_mut().zip(&values).zip(&bits) {
                *set |= if value & !7 == wanted { *bit } else { 0 };
            }
        }
    }
    for (lane, out) in out.iter_mut().enumerate() {
        for (group, set) in (from..).zip(&sets) {
            *out |= u64::from(set[lane]) << (group * GROUP);
        }
    }
}

/// See [`super::find`].
pub fn find(forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
    const STEP: usize = 32;
    let mut rest = 0..forward.len();
    let lefts = forward.as_chunks::<STEP>().0.iter();
    let rights = backward.as_rchunks::<STEP>().1.iter().rev();
    for (left, right) in lefts.zip(rights) {
        let mut hits = 0;
        for lane in 0..STEP {
            hits |= u16::from(left[lane] ^ right[STEP - 1 - lane] == value);
        }
        if hits != 0 {
            break;
        }
        rest.start += STEP;
    }
    rest.find(|&at| forward[at] ^ backward[backward.len() - 1 - at] == value)
}
