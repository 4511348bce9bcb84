//! The few loops that need vector instructions, chosen at run time, each beside a portable one with the same result.

mod portable;
#[cfg(target_arch = "x86_64")]
mod vectors;

/// Which instructions are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Portable,
    /// 32 bytes at a time, on x86-64.
    Avx2,
    /// 64 bytes at a time (AVX-512 F, BW, VL and DQ), on x86-64.
    Avx512,
}

impl Level {
    /// Whether this processor has the instructions of the level.
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                Level::Avx2.is_available()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512dq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// How wide vectors are: a level this processor has, the proof that its functions may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width(Level);

impl Width {
    /// The level itself where the processor has it, else the best one below.
    pub fn new(level: Level) -> Width {
        let below = [level, Level::Avx2]
            .into_iter()
            .find(|&lower| lower <= level && lower.is_available());
        Width(below.unwrap_or(Level::Portable))
    }
}

impl Default for Width {
    fn default() -> Width {
        Width::new(Level::Avx512)
    }
}

/// How many consecutive piles are worked on together.
pub const LANES: usize = 64;

/// How many values a group has: one byte of marks.
pub const GROUP: u32 = 8;

/// A constant xored to the bytes that end `offset` before a given place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// How far before the first lane the bytes start.
    pub offset: u32,
    /// The lower byte of the constant, four times.
    low: u32,
    /// The upper byte of the constant, four times.
    high: u32,
}

impl Mark {
    /// A constant and where it is applied.
    pub fn new(offset: u32, key: u16) -> Mark {
        Mark {
            offset,
            low: u32::from(key & 0xff) * 0x0101_0101,
            high: u32::from(key >> 8) * 0x0101_0101,
        }
    }

    #[inline]
    pub fn key(&self) -> u16 {
        (self.low & 0xff) as u16 | ((self.high & 0xff) << 8) as u16
    }
}

/// Small values, one for each pile, by bytes.
#[derive(Debug, Clone, Copy)]
pub struct Planes<'a> {
    /// The lower bytes. Without upper bytes, values are below 128 and 128 or more means none.
    pub low: &'a [u8],
    /// The upper bytes: values are below 32768 and an upper byte of 128 or more means none.
    pub high: Option<&'a [u8]>,
    /// Where the first lane is.
    pub end: usize,
}

impl<'a> Planes<'a> {
    /// The bytes of one of the planes that a mark applies to.
    #[inline]
    fn lanes(self, bytes: &'a [u8], mark: &Mark) -> Option<&'a [u8; LANES]> {
        let start = self.end.checked_sub(mark.offset as usize)?;
        bytes.get(start..)?.first_chunk()
    }
}

/// Which values are marked: `count` groups from `first` on, all in one band of 64 values that starts at a multiple of 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Groups {
    pub first: u32,
    /// How many, 1 to 8.
    pub count: u32,
}

/// For each mark and each lane i sets the bit of `value(planes.end - offset + i) ^ key` in `out[i]`, where that value belongs to one of
/// the groups; bit 0 is the first value of the first group. Marks that reach outside the planes are left out.
#[inline]
#[allow(
    unsafe_code,
    reason = "a width exists only where the processor has its instructions"
)]
pub fn mark(
    width: Width,
    planes: Planes<'_>,
    marks: &[Mark],
    groups: Groups,
    out: &mut [u64; LANES],
) {
    match width.0 {
        // SAFETY: a `Width` of this level exists only where the processor has AVX2.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { vectors::avx2::mark(planes, marks, groups, out) },
        // SAFETY: a `Width` of this level exists only where the processor has AVX-512 F and BW.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { vectors::avx512::mark(planes, marks, groups, out) },
        _ => portable::mark(planes, marks, groups, out),
    }
}

/// The least i with `forward[i] ^ backward[len - 1 - i] = value`, for slices of one length.
#[inline]
#[allow(
    unsafe_code,
    reason = "a width exists only where the processor has its instructions"
)]
pub fn find(width: Width, forward: &[u16], backward: &[u16], value: u16) -> Option<usize> {
    let len = forward.len().min(backward.len());
    let (forward, backward) = (&forward[..len], &backward[..len]);
    match width.0 {
        // SAFETY: a `Width` of this level exists only where the processor has AVX2.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { vectors::avx2::find(forward, backward, value) },
        // SAFETY: a `Width` of this level exists only where the processor has AVX-512 F and BW.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { vectors::avx512::find(forward, backward, value) },
        _ => portable::find(forward, backward, value),
    }
}

/// A loop in plain Rust that the compiler makes vector instructions of. Its method has to be `#[inline(always)]` to become part of
/// the version for each width.
pub trait Vectored {
    fn run(&mut self);
}

/// Runs a loop compiled for the widest vectors of the level.
#[inline]
#[allow(
    unsafe_code,
    reason = "a width exists only where the processor has its instructions"
)]
pub fn run<L: Vectored>(width: Width, work: &mut L) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2<L: Vectored>(work: &mut L) {
            work.run();
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn avx512<L: Vectored>(work: &mut L) {
            work.run();
        }
        match width.0 {
            // SAFETY: a `Width` of this level exists only where the processor has AVX2.
            Level::Avx2 => return unsafe { avx2(work) },
            // SAFETY: a `Width` of this level exists only where the processor has these parts of AVX-512.
            Level::Avx512 => return unsafe { avx512(work) },
            Level::Portable => {}
        }
    }
    let _ = width;
    work.run();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::tests::widths;
    use crate::work::chance::Chance;

    /// The definition of [`mark`], bit by bit.
    fn plain(planes: Planes<'_>, marks: &[Mark], groups: Groups) -> [u64; LANES] {
        let mut out = [0; LANES];
        for mark in marks {
            let start = planes.end.checked_sub(mark.offset as usize);
            let Some(start) = start.filter(|start| start + LANES <= planes.low.len()) else {
                continue;
            };
            for (lane, out) in out.iter_mut().enumerate() {
                let at = start + lane;
                let mut value = u32::from(planes.low[at]);
                if let Some(high) = planes.high {
                    value |= u32::from(high[at]) << 8;
                }
                let value = value ^ u32::from(mark.key());
                let first = groups.first * GROUP;
                if (first..first + groups.count * GROUP).contains(&value) {
                    *out |= 1 << (value - first);
                }
            }
        }
        out
    }

    #[test]
    fn all_levels_mark_the_same() {
        let mut chance = Chance::new(Some(5));
        for round in 0..if cfg!(miri) { 24 } else { 800 } {
            let wide = round % 2 == 1;
            let len = 64 + chance.below(300) as usize;
            // Half of the rounds also reach what lies outside.
            let (end, spare) = match round % 4 {
                0 | 1 => (len, 0),
                _ => (chance.below(len as u64 + 70) as usize, 70),
            };
            let limit = 1 << (1 + chance.below(if wide { 11 } else { 7 }));
            let mut low = Vec::new();
            let mut high = Vec::new();
            for _ in 0..len {
                let value = chance.below(limit);
                let none = chance.below(10) == 0;
                low.push((value & 0xff) as u8 | if none && !wide { 0x80 } else { 0 });
                high.push((value >> 8) as u8 | if none { 0x80 } else { 0 });
            }
            let planes = Planes {
                low: &low,
                high: wide.then_some(&high),
                end,
            };
            let marks: Vec<Mark> = (0..chance.below(40))
                .map(|_| {
                    let offset = 64 - spare.min(64) + chance.below(len as u64 - 63 + spare);
                    let offset = offset as u32;
                    Mark::new(offset, chance.below(limit) as u16)
                })
                .collect();
            let count = 1 + chance.below(8) as u32;
            let bands = (limit as u32 / 64).max(1);
            let first = chance.below(u64::from(bands)) as u32 * 8
                + chance.below(9 - u64::from(count)) as u32;
            let groups = Groups { first, count };
            let right = plain(planes, &marks, groups);
            for width in widths() {
                let mut out = [0; LANES];
                mark(width, planes, &marks, groups, &mut out);
                assert_eq!(out, right, "{width:?} {groups:?} {wide} {end}");
            }
        }
    }

    #[test]
    fn all_levels_find_the_same() {
        let mut chance = Chance::new(Some(9));
        for round in 0..if cfg!(miri) { 24 } else { 800 } {
            // All lengths about a register, then any.
            let len = match round {
                0..140 if !cfg!(miri) => round,
                _ => chance.below(300),
            } as usize;
            let limit = 1 << (1 + chance.below(12));
            let mut values =
                || -> Vec<u16> { (0..len).map(|_| chance.below(limit) as u16).collect() };
            let (forward, backward) = (values(), values());
            let value = chance.below(limit) as u16;
            let right = (0..len).find(|&at| forward[at] ^ backward[len - 1 - at] == value);
            for width in widths() {
                assert_eq!(find(width, &forward, &backward, value), right);
            }
        }
    }

    /// Sums that every width must work out the same, in 8, 16, 32 and 64 bits.
    #[derive(Debug, Clone, PartialEq)]
    struct Sums {
        bytes: Vec<u8>,
        words: Vec<u16>,
        numbers: Vec<u32>,
        all: u64,
    }

    impl Vectored for Sums {
        #[inline(always)]
        fn run(&mut self) {
            for (byte, word) in self.bytes.iter_mut().zip(&mut self.words) {
                *byte = byte.wrapping_mul(3) ^ *word as u8;
                *word = word.rotate_left(5).min(u16::from(*byte) << 3);
            }
            for (number, word) in self.numbers.iter_mut().zip(&self.words) {
                *number = number.wrapping_sub(u32::from(*word));
                self.all = self.all.wrapping_add(u64::from(*number));
            }
        }
    }

    #[test]
    fn all_widths_do_the_same() {
        let mut chance = Chance::new(Some(3));
        let mut random = || chance.below(1 << 32) as u32;
        for len in 0..if cfg!(miri) { 70 } else { 300 } {
            let work = Sums {
                bytes: (0..len).map(|_| random() as u8).collect(),
                words: (0..len).map(|_| random() as u16).collect(),
                numbers: (0..len).map(|_| random()).collect(),
                all: 0,
            };
            let mut right = work.clone();
            right.run();
            for width in widths() {
                let mut found = work.clone();
                run(width, &mut found);
                assert_eq!(found, right, "{width:?} {len}");
            }
        }
    }
}
