//! Loops of vector instructions: one text for two widths.
#![allow(
    unsafe_code,
    reason = "instructions of the processor are called as unsafe functions"
)]

/// The loops for one width, called only where the processor has these features.
macro_rules! width {
    (
        $name:ident, $features:literal, $vector:ident of $bytes:literal bytes,
        load $load:ident, store $store:ident, zero $zero:ident,
        repeat $bytes_of:ident $words_of:ident $longs_of:ident $halves_of:ident,
        $and:ident $or:ident $xor:ident, shuffle $shuffle:ident,
        where_equal($a:ident, $b:ident, $bits:ident) $where_equal:expr,
        reversed($halves:ident) $reversed:expr,
        first_equal($c:ident, $d:ident) $first_equal:expr
    ) => {
        pub(super) mod $name {
            use std::arch::x86_64::*;

            use super::super::{GROUP, Groups, LANES, Mark, Planes};

            /// See [`super::super::mark`].
            #[target_feature(enable = $features)]
            pub fn mark(
                planes: Planes<'_>,
                marks: &[Mark],
                groups: Groups,
                out: &mut [u64; LANES],
            ) {
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

            #[target_feature(enable = $features)]
            fn marked<const G: usize>(
                planes: Planes<'_>,
                marks: &[Mark],
                first: u32,
                out: &mut [u64; LANES],
            ) {
                // SAFETY: so many bytes are readable behind the reference; the load needs no alignment.
                let load = |bytes: &[u8; $bytes]| unsafe { $load(bytes.as_ptr().cast()) };
                let bits = $longs_of(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
                let upper = $bytes_of(0xf8u8 as i8);
                let lower = $bytes_of(7);
                let band = $bytes_of(((first * GROUP) >> 8) as i8);
                let wanted: [$vector; G] =
                    std::array::from_fn(|group| $bytes_of(((first + group as u32) * GROUP) as i8));
                for (part, out) in out.as_chunks_mut::<$bytes>().0.iter_mut().enumerate() {
                    let mut sets = [$zero(); G];
                    for mark in marks {
                        let part_of = |bytes| planes.lanes(bytes, mark)?.as_chunks().0.get(part);
                        let Some(low) = part_of(planes.low) else {
                            continue;
                        };
                        let values = $xor(load(low), $words_of(mark.low as i32));
                        let mut bit = $shuffle(bits, $and(values, lower));
                        if let Some(high) = planes.high {
                            let Some(high) = part_of(high) else {
                                continue;
                            };
                            let high = $xor(load(high), $words_of(mark.high as i32));
                            bit = where_equal(high, band, bit);
                        }
                        let group = $and(values, upper);
                        for (at, set) in sets.iter_mut().enumerate() {
                            *set = $or(*set, where_equal(group, wanted[at], bit));
                        }
                    }
                    for (group, set) in sets.into_iter().enumerate() {
                        let mut bytes = [0u8; $bytes];
                        // SAFETY: so many bytes are writable behind the reference; the store needs no alignment.
                        unsafe { $store(bytes.as_mut_ptr().cast(), set) };
                        for (at, out) in out.iter_mut().enumerate() {
                            *out |= u64::from(bytes[at]) << (group as u32 * GROUP);
                        }
                    }
                }
            }

            /// The bytes of a vector where two others are equal.
            #[target_feature(enable = $features)]
            #[inline]
            fn where_equal($a: $vector, $b: $vector, $bits: $vector) -> $vector {
                $where_equal
            }

            /// See [`super::super::find`].
            #[target_feature(enable = $features)]
            pub fn find(forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
                const STEP: usize = $bytes / 2;
                let wanted = $halves_of(value as i16);
                // SAFETY: so many numbers are readable behind the reference; the load needs no alignment.
                let load = |halves: &[u16; STEP]| unsafe { $load(halves.as_ptr().cast()) };
                let lefts = forward.as_chunks::<STEP>().0.iter();
                let rights = backward.as_rchunks::<STEP>().1.iter().rev();
                let mut rest = 0..forward.len();
                for (left, right) in lefts.zip(rights) {
                    let ($halves, $d) = (load(right), wanted);
                    let $c = $xor(load(left), $reversed);
                    let hits = $first_equal;
                    if hits != 0 {
                        return Some(rest.start + hits.trailing_zeros() as usize * STEP / 32);
                    }
                    rest.start += STEP;
                }
                rest.find(|&at| forward[at] ^ backward[backward.len() - 1 - at] == value)
            }
        }
    };
}

width!(
    avx2, "avx2", __m256i of 32 bytes,
    load _mm256_loadu_si256, store _mm256_storeu_si256, zero _mm256_setzero_si256,
    repeat _mm256_set1_epi8 _mm256_set1_epi32 _mm256_set1_epi64x _mm256_set1_epi16,
    _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256, shuffle _mm256_shuffle_epi8,
    where_equal(a, b, bits) _mm256_and_si256(_mm256_cmpeq_epi8(a, b), bits),
    reversed(halves) {
        let turn = _mm_set_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
        let halves = _mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(turn));
        _mm256_permute4x64_epi64::<0x4e>(halves)
    },
    first_equal(c, d) _mm256_movemask_epi8(_mm256_cmpeq_epi16(c, d)) as u32
);

width!(
    avx512, "avx512f,avx512bw", __m512i of 64 bytes,
    load _mm512_loadu_si512, store _mm512_storeu_si512, zero _mm512_setzero_si512,
    repeat _mm512_set1_epi8 _mm512_set1_epi32 _mm512_set1_epi64 _mm512_set1_epi16,
    _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512, shuffle _mm512_shuffle_epi8,
    where_equal(a, b, bits) _mm512_maskz_mov_epi8(_mm512_cmpeq_epi8_mask(a, b), bits),
    reversed(halves) _mm512_permutexvar_epi16(_mm512_set_epi16(
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
        25, 26, 27, 28, 29, 30, 31,
    ), halves),
    first_equal(c, d) _mm512_cmpeq_epi16_mask(c, d)
);
