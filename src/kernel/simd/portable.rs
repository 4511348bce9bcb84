//! Plain Rust, in shapes that compilers turn into vector code of 16 bytes where they can.

use super::{GROUP, Groups, LANES, Mark, Planes};

/// See [`super::mark`].
pub fn mark(planes: Planes<'_>, marks: &[Mark], groups: Groups, out: &mut [u64; LANES]) {
    let first = groups.first;
    let mut sets = [0; LANES];
    match groups.count {
        0 => {}
        1 => by_bytes::<1>(planes, marks, first, &mut sets),
        2 => by_bytes::<2>(planes, marks, first, &mut sets),
        3 | 4 => by_bytes::<4>(planes, marks, first, &mut sets),
        5 | 6 => by_bytes::<6>(planes, marks, first, &mut sets),
        _ => by_bytes::<8>(planes, marks, first, &mut sets),
    }
    // Some counts are rounded up above.
    let bits = (groups.count * GROUP).min(64);
    let keep = if bits == 0 {
        0
    } else {
        u64::MAX >> (64 - bits)
    };
    for (word, set) in out.iter_mut().zip(sets) {
        *word |= set & keep;
    }
}

/// How many lanes are worked on at a time: as many as fit a vector register of any processor.
const PART: usize = 16;

fn by_bytes<const G: usize>(
    planes: Planes<'_>,
    marks: &[Mark],
    first: u32,
    out: &mut [u64; LANES],
) {
    let base = first * GROUP;
    let wanted: [[u8; PART]; G] =
        std::array::from_fn(|group| [(base & 0x3f) as u8 + group as u8 * GROUP as u8; PART]);
    // What keeps the compiler from comparing 32-bit numbers instead of bytes.
    let wanted = std::hint::black_box(wanted);
    // The bits whose numbers have a 0 in the places 1, 2 and 4. 1 << (value % 8) is what three of these sets or their complements
    // have in common: fewer instructions than a shift by a variable takes, or a choice between two constants, which the
    // compiler would make of them.
    let zeros = std::hint::black_box([[0x55u8; PART], [0x33; PART], [0x0f; PART]]);
    for (part, out) in out.chunks_exact_mut(PART).enumerate() {
        let mut sets = [[0u8; PART]; G];
        for mark in marks {
            let part_of = |bytes| planes.lanes(bytes, mark)?.as_chunks::<PART>().0.get(part);
            let key = u32::from(mark.key()) ^ base & !0x3f;
            let Some(low) = part_of(planes.low) else {
                continue;
            };
            let mut values = [0u8; PART];
            for lane in 0..PART {
                values[lane] = low[lane] ^ (key & 0xff) as u8;
            }
            if let Some(high) = planes.high {
                let Some(high) = part_of(high) else {
                    continue;
                };
                // Values of 64 and more belong to no group, so the bit may be set to any of them.
                for lane in 0..PART {
                    let other = high[lane] ^ (key >> 8) as u8 != 0;
                    values[lane] |= if other { 0x80 } else { 0 };
                }
            }
            let mut bits = [0u8; PART];
            let mut groups = [0u8; PART];
            for lane in 0..PART {
                let value = values[lane];
                bits[lane] = (all_if(value & 1) ^ zeros[0][lane])
                    & (all_if(value & 2) ^ zeros[1][lane])
                    & (all_if(value & 4) ^ zeros[2][lane]);
                groups[lane] = value & 0xf8;
            }
            for (set, wanted) in sets.iter_mut().zip(&wanted) {
                for lane in 0..PART {
                    // All arrays have PART elements.
                    let here = if groups[lane] == wanted[lane] {
                        0xff
                    } else {
                        0
                    };
                    set[lane] |= here & bits[lane];
                }
            }
        }
        for (lane, out) in out.iter_mut().enumerate() {
            for (group, set) in sets.iter().enumerate() {
                *out |= u64::from(set[lane]) << (group as u32 * GROUP);
            }
        }
    }
}

/// All ones, unless the number is 0.
#[inline]
fn all_if(bit: u8) -> u8 {
    if bit != 0 { 0xff } else { 0 }
}

/// See [`super::find`].
pub fn find(forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
    const CHUNK: usize = 32;
    let len = forward.len().min(backward.len());
    let mut start = 0;
    while start < len {
        let count = CHUNK.min(len - start);
        // Both ranges lie within the slices: start + count <= len.
        let left = &forward[start..start + count];
        let right = &backward[len - start - count..len - start];
        let pairs = left.iter().zip(right.iter().rev());
        let hits = pairs
            .clone()
            .map(|(&left, &right)| u16::from(left ^ right == value))
            .sum::<u16>();
        if hits > 0 {
            return pairs
                .into_iter()
                .position(|(&left, &right)| left ^ right == value)
                .map(|at| start + at);
        }
        start += count;
    }
    None
}
