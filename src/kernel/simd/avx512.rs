//! 64 bytes at a time. Called only where the processor has AVX-512 F and BW.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{GROUP, Groups, LANES, Mark, Planes};

/// See [`super::mark`].
#[target_feature(enable = "avx512f,avx512bw")]
pub fn mark(planes: Planes<'_>, marks: &[Mark], groups: Groups, out: &mut [u64; LANES]) {
    let first = groups.first;
    match groups.count {
        0 => {}
        1 => marked::<1>(planes, marks, first, out),
        2 => marked::<2>(planes, marks, first, out),
        3 => marked::<3>(planes, marks, first, out),
        4 => marked::<4>(planes, marks, first, out),
        5 => marked::<5>(planes, marks, first, out),
        6 => marked::<6>(planes, marks, first, out),
        7 => marked::<7>(planes, marks, first, out),
        _ => marked::<8>(planes, marks, first, out),
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn marked<const G: usize>(planes: Planes<'_>, marks: &[Mark], first: u32, out: &mut [u64; LANES]) {
    match planes.high {
        None if G <= 2 && first == 0 => tiny::<G>(planes, marks, out),
        None => narrow::<G>(planes, marks, first, out),
        Some(high) => wide::<G>(planes, high, marks, first, out),
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn load(bytes: &[u8; LANES]) -> __m512i {
    // SAFETY: 64 bytes are readable behind the reference; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bits_of_bytes() -> __m512i {
    _mm512_set1_epi64(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]))
}

/// Turns one byte for each group and lane into one word for each lane.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn spread<const G: usize>(sets: [__m512i; G], out: &mut [u64; LANES]) {
    let zero = _mm512_setzero_si512();
    let row = |at: usize| if at < G { sets[at] } else { zero };
    let pairs: [(__m512i, __m512i); 4] = std::array::from_fn(|at| {
        let (left, right) = (row(2 * at), row(2 * at + 1));
        (
            _mm512_unpacklo_epi8(left, right),
            _mm512_unpackhi_epi8(left, right),
        )
    });
    // Lanes 0..8 and 8..16 of each 128 bits, four groups a 32-bit element.
    let mut at = 0;
    for (lower, upper) in [
        ((pairs[0].0, pairs[1].0), (pairs[2].0, pairs[3].0)),
        ((pairs[0].1, pairs[1].1), (pairs[2].1, pairs[3].1)),
    ] {
        let low = [
            _mm512_unpacklo_epi16(lower.0, lower.1),
            _mm512_unpackhi_epi16(lower.0, lower.1),
        ];
        let high = [
            _mm512_unpacklo_epi16(upper.0, upper.1),
            _mm512_unpackhi_epi16(upper.0, upper.1),
        ];
        for (low, high) in low.into_iter().zip(high) {
            for words in [
                _mm512_unpacklo_epi32(low, high),
                _mm512_unpackhi_epi32(low, high),
            ] {
                let mut plain = [0u64; 8];
                // SAFETY: 64 bytes are writable behind the reference; the store needs no alignment.
                unsafe { _mm512_storeu_si512(plain.as_mut_ptr().cast(), words) };
                for (block, pair) in plain.as_chunks::<2>().0.iter().enumerate() {
                    // at <= 14 and block <= 3, so the lane is below 64.
                    let lane = (block * 16 + at) % LANES;
                    out[lane] |= pair[0];
                    out[(lane + 1) % LANES] |= pair[1];
                }
                at += 2;
            }
        }
    }
}

/// At most 16 values: the group needs no comparison.
#[target_feature(enable = "avx512f,avx512bw")]
fn tiny<const G: usize>(planes: Planes<'_>, marks: &[Mark], out: &mut [u64; LANES]) {
    let table = |group: usize| {
        let bits = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        let (low, high) = if group == 0 { (bits, 0) } else { (0, bits) };
        _mm512_set_epi64(high, low, high, low, high, low, high, low)
    };
    let tables: [__m512i; G] = std::array::from_fn(table);
    // Values of 16 and more get the highest bit, which the shuffle turns into nothing.
    let small = _mm512_set1_epi8(0x70);
    let mut sets = [_mm512_setzero_si512(); G];
    for mark in marks {
        let Some(bytes) = planes.lanes(planes.low, mark) else {
            continue;
        };
        let values = _mm512_xor_si512(load(bytes), _mm512_set1_epi32(mark.low as i32));
        let values = _mm512_adds_epu8(values, small);
        for (set, &table) in sets.iter_mut().zip(&tables) {
            *set = _mm512_or_si512(*set, _mm512_shuffle_epi8(table, values));
        }
    }
    spread(sets, out);
}

#[target_feature(enable = "avx512f,avx512bw")]
fn narrow<const G: usize>(planes: Planes<'_>, marks: &[Mark], first: u32, out: &mut [u64; LANES]) {
    let bits = bits_of_bytes();
    let upper = _mm512_set1_epi8(0xf8u8 as i8);
    let wanted: [__m512i; G] =
        std::array::from_fn(|group| _mm512_set1_epi8(((first + group as u32) * GROUP) as i8));
    let mut sets = [_mm512_setzero_si512(); G];
    for mark in marks {
        let Some(bytes) = planes.lanes(planes.low, mark) else {
            continue;
        };
        let values = _mm512_xor_si512(load(bytes), _mm512_set1_epi32(mark.low as i32));
        let bit = _mm512_shuffle_epi8(bits, values);
        let group = _mm512_and_si512(values, upper);
        for (set, &wanted) in sets.iter_mut().zip(&wanted) {
            let here = _mm512_cmpeq_epi8_mask(group, wanted);
            *set = _mm512_or_si512(*set, _mm512_maskz_mov_epi8(here, bit));
        }
    }
    spread(sets, out);
}

#[target_feature(enable = "avx512f,avx512bw")]
fn wide<const G: usize>(
    planes: Planes<'_>,
    high: &[u8],
    marks: &[Mark],
    first: u32,
    out: &mut [u64; LANES],
) {
    let bits = bits_of_bytes();
    let upper = _mm512_set1_epi8(0xf8u8 as i8);
    let lower = _mm512_set1_epi8(7);
    let band = _mm512_set1_epi8(((first * GROUP) >> 8) as i8);
    let wanted: [__m512i; G] =
        std::array::from_fn(|group| _mm512_set1_epi8(((first + group as u32) * GROUP) as i8));
    let mut sets = [_mm512_setzero_si512(); G];
    for mark in marks {
        let (Some(low), Some(high)) = (planes.lanes(planes.low, mark), planes.lanes(high, mark))
        else {
            continue;
        };
        let values = _mm512_xor_si512(load(low), _mm512_set1_epi32(mark.low as i32));
        let high = _mm512_xor_si512(load(high), _mm512_set1_epi32(mark.high as i32));
        let in_band = _mm512_cmpeq_epi8_mask(high, band);
        let bit = _mm512_maskz_shuffle_epi8(in_band, bits, _mm512_and_si512(values, lower));
        let group = _mm512_and_si512(values, upper);
        for (set, &wanted) in sets.iter_mut().zip(&wanted) {
            let here = _mm512_cmpeq_epi8_mask(group, wanted);
            *set = _mm512_or_si512(*set, _mm512_maskz_mov_epi8(here, bit));
        }
    }
    spread(sets, out);
}

/// See [`super::find`].
#[target_feature(enable = "avx512f,avx512bw")]
pub fn find(forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
    const STEP: usize = 32;
    let len = forward.len().min(backward.len());
    let wanted = _mm512_set1_epi16(value as i16);
    let turn = _mm512_set_epi16(
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
        25, 26, 27, 28, 29, 30, 31,
    );
    let (mut lefts, _) = forward[..len].as_chunks::<STEP>();
    let (_, mut rights) = backward[..len].as_rchunks::<STEP>();
    let mut start = 0;
    while let ([left, after @ ..], [before @ .., right]) = (lefts, rights) {
        // SAFETY: both arrays have 32 elements of 2 bytes; the loads need no alignment.
        let (left, right) = unsafe {
            (
                _mm512_loadu_si512(left.as_ptr().cast()),
                _mm512_loadu_si512(right.as_ptr().cast()),
            )
        };
        let right = _mm512_permutexvar_epi16(turn, right);
        let hits = _mm512_cmpeq_epi16_mask(_mm512_xor_si512(left, right), wanted);
        if hits != 0 {
            return Some(start + hits.trailing_zeros() as usize);
        }
        (lefts, rights) = (after, before);
        start += STEP;
    }
    (start..len).find(|&at| forward[at] ^ backward[len - 1 - at] == value)
}
