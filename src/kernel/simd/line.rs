//! Loops in plain Rust, compiled again for wider vectors; the widest version the machine runs is chosen at each call.
#![allow(unsafe_code)]

use super::Level;

/// A loop that the compiler makes vector instructions of. Its method has to be `#[inline(always)]` to become part of the
/// version for each width.
pub trait Loop {
    fn run(&mut self);
}

/// Runs a loop with vectors of a width, but of none that the machine lacks.
#[inline]
pub fn run<L: Loop>(level: Level, work: &mut L) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2<L: Loop>(work: &mut L) {
            work.run();
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn avx512<L: Loop>(work: &mut L) {
            work.run();
        }
        match level.min(Level::best()) {
            // SAFETY: the level is at most the best one, which is chosen only where the machine has AVX2 or more.
            Level::Avx2 => return unsafe { avx2(work) },
            // SAFETY: the best level is this one only where the machine has these parts of AVX-512.
            Level::Avx512 => return unsafe { avx512(work) },
            Level::Portable => {}
        }
    }
    let _ = level;
    work.run();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that every width must work out the same, in 8, 16, 32 and 64 bits.
    #[derive(Debug, Clone, PartialEq)]
    struct Sums {
        bytes: Vec<u8>,
        words: Vec<u16>,
        numbers: Vec<u32>,
        all: u64,
    }

    impl Loop for Sums {
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
        let mut chance = crate::work::chance::Chance::new(Some(3));
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
            for level in [Level::Portable, Level::Avx2, Level::Avx512] {
                let mut found = work.clone();
                run(level, &mut found);
                assert_eq!(found, right, "{level:?} {len}");
            }
        }
    }
}
