//! 32 bytes at a time. Called only where the processor has AVX2.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{GROUP, Groups, LANES, Mark, Planes};

const HALF: usize = 32;

/// See [`super::mark`].
#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
#[inline]
fn marked<const G: usize>(planes: Planes<'_>, marks: &[Mark], first: u32, out: &mut [u64; LANES]) {
    match planes.high {
        None => narrow::<G>(planes, marks, first, out),
        Some(high) => wide::<G>(planes, high, marks, first, out),
    }
}

/// One half of the bytes that a mark applies to.
#[inline]
fn half<'a>(
    planes: Planes<'a>,
    bytes: &'a [u8],
    mark: &Mark,
    part: usize,
) -> Option<&'a [u8; HALF]> {
    planes.lanes(bytes, mark)?.as_chunks::<HALF>().0.get(part)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(bytes: &[u8; HALF]) -> __m256i {
    // SAFETY: 32 bytes are readable behind the reference; the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn bits_of_bytes() -> __m256i {
    _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]))
}

#[target_feature(enable = "avx2")]
#[inline]
fn spread<const G: usize>(sets: &[__m256i; G], out: &mut [u64]) {
    let mut bytes = [[0u8; HALF]; G];
    for (bytes, &set) in bytes.iter_mut().zip(sets) {
        // SAFETY: 32 bytes are writable behind the reference; the store needs no alignment.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), set) };
    }
    for (lane, out) in out.iter_mut().enumerate().take(HALF) {
        for (group, bytes) in bytes.iter().enumerate() {
            *out |= u64::from(bytes[lane]) << (group as u32 * GROUP);
        }
    }
}

#[target_feature(enable = "avx2")]
fn narrow<const G: usize>(planes: Planes<'_>, marks: &[Mark], first: u32, out: &mut [u64; LANES]) {
    let bits = bits_of_bytes();
    let upper = _mm256_set1_epi8(0xf8u8 as i8);
    let wanted: [__m256i; G] =
        std::array::from_fn(|group| _mm256_set1_epi8(((first + group as u32) * GROUP) as i8));
    for (part, out) in out.chunks_exact_mut(HALF).enumerate() {
        let mut sets = [_mm256_setzero_si256(); G];
        for mark in marks {
            let Some(bytes) = half(planes, planes.low, mark, part) else {
                continue;
            };
            let values = _mm256_xor_si256(load(bytes), _mm256_set1_epi32(mark.low as i32));
            let bit = _mm256_shuffle_epi8(bits, values);
            let group = _mm256_and_si256(values, upper);
            for (set, &wanted) in sets.iter_mut().zip(&wanted) {
                let here = _mm256_cmpeq_epi8(group, wanted);
                *set = _mm256_or_si256(*set, _mm256_and_si256(here, bit));
            }
        }
        spread(&sets, out);
    }
}

#[target_feature(enable = "avx2")]
fn wide<const G: usize>(
    planes: Planes<'_>,
    high: &[u8],
    marks: &[Mark],
    first: u32,
    out: &mut [u64; LANES],
) {
    let bits = bits_of_bytes();
    let upper = _mm256_set1_epi8(0xf8u8 as i8);
    let lower = _mm256_set1_epi8(7);
    let band = _mm256_set1_epi8(((first * GROUP) >> 8) as i8);
    let wanted: [__m256i; G] =
        std::array::from_fn(|group| _mm256_set1_epi8(((first + group as u32) * GROUP) as i8));
    for (part, out) in out.chunks_exact_mut(HALF).enumerate() {
        let mut sets = [_mm256_setzero_si256(); G];
        for mark in marks {
            let half = |bytes| half(planes, bytes, mark, part);
            let (Some(low), Some(high)) = (half(planes.low), half(high)) else {
                continue;
            };
            let values = _mm256_xor_si256(load(low), _mm256_set1_epi32(mark.low as i32));
            let high = _mm256_xor_si256(load(high), _mm256_set1_epi32(mark.high as i32));
            let in_band = _mm256_cmpeq_epi8(high, band);
            let bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(values, lower));
            let bit = _mm256_and_si256(bit, in_band);
            let group = _mm256_and_si256(values, upper);
            for (set, &wanted) in sets.iter_mut().zip(&wanted) {
                let here = _mm256_cmpeq_epi8(group, wanted);
                *set = _mm256_or_si256(*set, _mm256_and_si256(here, bit));
            }
        }
        spread(&sets, out);
    }
}

/// See [`super::find`].
#[target_feature(enable = "avx2")]
pub fn find(forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
    const STEP: usize = 16;
    let len = forward.len().min(backward.len());
    let wanted = _mm256_set1_epi16(value as i16);
    let turn = _mm256_broadcastsi128_si256(_mm_set_epi8(
        1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14,
    ));
    let (mut lefts, _) = forward[..len].as_chunks::<STEP>();
    let (_, mut rights) = backward[..len].as_rchunks::<STEP>();
    let mut start = 0;
    while let ([left, after @ ..], [before @ .., right]) = (lefts, rights) {
        // SAFETY: both arrays have 16 elements of 2 bytes; the loads need no alignment.
        let (left, right) = unsafe {
            (
                _mm256_loadu_si256(left.as_ptr().cast()),
                _mm256_loadu_si256(right.as_ptr().cast()),
            )
        };
        let right = _mm256_permute4x64_epi64::<0x4e>(_mm256_shuffle_epi8(right, turn));
        let hit = _mm256_cmpeq_epi16(_mm256_xor_si256(left, right), wanted);
        let hits = _mm256_movemask_epi8(hit) as u32;
        if hits != 0 {
            return Some(start + hits.trailing_zeros() as usize / 2);
        }
        (lefts, rights) = (after, before);
        start += STEP;
    }
    (start..len).find(|&at| forward[at] ^ backward[len - 1 - at] == value)
}
